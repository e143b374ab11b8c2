"""Chimera Con as a `State`: its decision points, and what anybody may do at almost any of them, cheat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Self

from ..contract import CHANCE, Action, Correct, Decision, Declaration, Field, Game, Json, Refusal
from ..engine import Handler, StackState
from ..engine.decision_points import Handlers
from . import actions as act
from .cards.pack import Pack
from .cheats import cheating, waiting
from .cheats.opportunities import moment_of
from .decision_points import POINTS, dice_due
from .display.step_recorder import Watched
from .display.view import view as seen
from .facts import determinization
from .facts.con_facts import NOBODY, ConFacts, Log, name_of
from .frames import TURN_STEPS, Frame
from .options import HouseRules
from .position.to_json import check_correct, do_correct, read, write

CHEATS: Final[Handlers] = {
    act.PlayCheat: Handler(cheating.do_cheat, cheating.check_cheat),
    act.Pass: Handler(cheating.do_pass),
}
"""What a seat may do that is not awaited."""


class ConState(ConFacts, StackState):
    """One situation of Chimera Con."""

    __slots__ = ("game",)

    points = POINTS
    interrupts = CHEATS
    recorder = Watched

    def __init__(self, game: Game, pack: Pack, rules: HouseRules, count: int) -> None:
        """A table with full decks; `Game.new` and `state_from` fill it."""
        super().__init__(pack, rules, count)
        self.game = game

    def copy(self) -> Self:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        return twin

    def name_of(self, seat: str) -> str:
        """What people call a seat."""
        return name_of(self.seat(seat))

    # --- the order of the game ----------------------------------------------------------------------------

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """The table waits for somebody else."""
        return self._of_order(super().not_awaited(action, awaited))

    def out_of_place(self, frame: Frame, action: Action) -> Refusal:
        """Why this kind of action is no answer to what its seat is asked."""
        return self._of_order(super().out_of_place(frame, action))

    def _of_order(self, refusal: Refusal) -> Refusal:
        """The same by the rule that the steps of a turn come in their order (CC-TURN-01), where one is on."""
        if refusal.rule != "TABLE" or not isinstance(self.stack[-1], TURN_STEPS):
            return refusal
        return Refusal("CC-TURN-01", refusal.reason)

    # --- cheats -------------------------------------------------------------------------------------------

    def may_interrupt(self, action: Action) -> bool:
        """A cheat may be played by whoever is free to (CC-CHEAT-01); a moment passes for whom it is asked about."""
        if isinstance(action, act.Pass):
            return action.seat in self.also_asked()
        seat, awaited = self.seat(action.seat), self.awaited()
        if seat == NOBODY or CHANCE in awaited:
            return False
        if self.players[seat].airborne or cheating.free_to(self, seat):
            return True
        return action.seat in awaited and moment_of(self.stack[-1]) is not None

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """Every cheat that a seat may play now, also after it let the moment pass; else to let it pass."""
        number = self.seat(seat)
        if number == NOBODY:
            return ()
        found: list[Action] = [*cheating.listed(self, number)]
        if seat in self.also_asked():
            found.append(act.Pass(seat))
        return found

    def bystanders(self) -> Mapping[str, Decision]:
        """Who is asked whether it cheats."""
        top = self.stack[-1]
        moment = moment_of(top)
        if moment is None:
            return {}
        urgent = cheating.awaited(self, top)
        others = urgent if moment.closed(self, top) else cheating.onlookers(self)
        first = self.awaited()
        names = [(seat, name) for seat in others if (name := self.seats[seat]) not in first]
        prompt = f"{moment.words(self, top)} Do you cheat?" if names else ""
        found = {}
        for seat, name in names:
            waits = seat in urgent
            courtesy = not (waits and (cheating.concerns(self, seat) or waiting.at_stake(self, seat)))
            clock = "window" if waits else "none"
            found[name] = Decision("cheat", prompt, "CC-CHEAT-01", act.Pass(name), clock, courtesy=courtesy)
        return found

    def holds(self, frame: Frame) -> bool:
        """True while somebody who is waited for has not let it pass (CC-CHEAT-07)."""
        return bool(cheating.awaited(self, frame))

    def before(self) -> object:
        """What those who let it pass have let pass."""
        return cheating.occasion(self) if self.quiet else None

    def acted(self, frame: Frame, action: Action, before: object) -> None:
        """Whoever let a moment pass is asked again once it is another."""
        if self.quiet and self.stack[-1] != frame:
            cheating.remember(self, before)

    def settled(self, log: Log, before: object) -> bool:
        """The same when something went on by itself."""
        if self.quiet:
            cheating.remember(self, before)
        return False

    def carry_out(self, action: Action, log: Log) -> None:
        """Do a legal action and settle what follows; whoever decides then is asked for a cheat with it."""
        super().carry_out(action, log)
        if self.quiet and not isinstance(action, Correct):
            deciding = self.awaited()
            self.quiet[:] = [seat for seat in self.quiet if self.seats[seat] not in deciding]

    # --- declarations and corrections ---------------------------------------------------------------------

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """Several dice at once, for people who roll a handful."""
        due = dice_due(self.stack[-1])
        if seat != CHANCE or due < 2:
            return []
        values = Field("values", "text", f"What the dice show, up to {due} numbers from 1 to 6.")
        return [Declaration("roll-dice", "The dice show", (values,), "CC-STAT-03")]

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        return check_correct(self, action)

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right."""
        do_correct(self, action, log)

    # --- what it looks like -------------------------------------------------------------------------------

    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know; the one place where hands and secret choices are taken out."""
        return seen(self, seat, self.awaited(), self.also_asked())

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/chimera-con.md."""
        return write(self)

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state in which other hands, the decks and secret choices are as ``seat`` may imagine them."""
        twin = self.copy()
        determinization.imagine(twin, self.seat(seat), rng)
        return twin


def state_from(game: Game, pack: Pack, given: Mapping[str, Json]) -> ConState:
    """The state a position describes; ``pack`` is the game's. Raises BadPosition naming the key."""
    made = read(pack, given)
    state = ConState(game, made.pack, made.rules, len(made.seats))
    state.become(made)
    log: Log = []
    state.settle(log)
    state.begun = tuple(log)
    return state
