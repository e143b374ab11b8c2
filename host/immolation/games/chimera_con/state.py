"""Chimera Con as a `State`: its decision points, and what anybody may do at almost any of them, cheat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Self

from ..contract import CHANCE, Action, Correct, Decision, Declaration, Field, Json, Refusal
from ..engine import EventLog, FactsState, Handler
from ..engine.decision_points import Handlers
from . import actions as act
from .cheats import cheating, moments, telling
from .decision_points import POINTS, dice_due
from .display.step_recorder import StepRecorder
from .display.view import view as seen
from .facts import determinization
from .facts.con_facts import ConFacts, name_of
from .frames import TURN_STEPS, Frame
from .position.from_json import read

CHEATS: Final[Handlers] = {
    act.PlayCheat: Handler(cheating.do_cheat, cheating.check_cheat),
    act.Pass: Handler(cheating.do_pass),
    act.Tell: Handler(telling.do_tell, telling.check_tell),
}
"""What a seat may do that is not awaited."""


class ConState(FactsState[ConFacts]):
    """One situation of Chimera Con."""

    points = POINTS
    interrupts = CHEATS
    recorder = StepRecorder

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order."""
        return tuple(self.facts.players)

    def name_of(self, seat: str) -> str:
        """Return what people call a seat."""
        return name_of(seat)

    # --- the order of the game ----------------------------------------------------------------------------

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """The table waits for somebody else."""
        return self._of_order(super().not_awaited(action, awaited))

    def out_of_place(self, frame: Frame, action: Action) -> Refusal:
        """Say why this kind of action is no answer to what its seat is asked."""
        return self._of_order(super().out_of_place(frame, action))

    def _of_order(self, refusal: Refusal) -> Refusal:
        """The same by the rule that the steps of a turn come in their order (CC-TURN-01), where one is on."""
        if refusal.rule != "TABLE" or not isinstance(self.facts.stack[-1], TURN_STEPS):
            return refusal
        return Refusal("CC-TURN-01", refusal.reason)

    # --- cheats -------------------------------------------------------------------------------------------

    def may_interrupt(self, action: Action) -> bool:
        """A cheat may be played by whoever is free to (CC-CHEAT-01); a moment passes for whom it is asked about."""
        if isinstance(action, act.Pass):
            return action.seat in self.also_asked()
        s, seat, awaited = self.facts, action.seat, self.awaited()
        if isinstance(action, act.Tell):
            return seat in s.players and CHANCE not in awaited and s.stack[-1].cheatable
        if seat not in s.players or CHANCE in awaited:
            return False
        if s.players[seat].airborne or cheating.free_to(s, seat):
            return True
        return seat in awaited and s.stack[-1].cheatable

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """Every cheat that a seat may play now, also after it let the moment pass; else to let it pass."""
        if seat not in self.facts.players:
            return ()
        found: list[Action] = [*cheating.listed(self.facts, seat)]
        if seat in self.also_asked():
            found.append(act.Pass(seat))
        return found

    def bystanders(self) -> Mapping[str, Decision]:
        """Return who is asked whether it cheats."""
        s, top = self.facts, self.facts.stack[-1]
        if not top.cheatable:
            return {}
        urgent = cheating.awaited(s, top)
        others = urgent if moments.closed(s, top) else cheating.onlookers(s)
        first = self.awaited()
        names = [name for name in others if name not in first]
        prompt = f"{moments.words(s, top)} Do you cheat?" if names else ""
        found = {}
        for name in names:
            waits = name in urgent
            reads = waits and cheating.may_read(s, name)
            courtesy = not (waits and (reads or cheating.concerns(s, name) or moments.at_stake(s, name)))
            clock = "window" if waits else "none"
            said = f"{prompt[:-1]}, or read a text aloud?" if reads else prompt
            found[name] = Decision("cheat", said, "CC-CHEAT-01", act.Pass(name), clock, courtesy=courtesy)
        return found

    def holds(self, frame: Frame) -> bool:
        """True while somebody who is waited for has not let it pass (CC-CHEAT-07)."""
        return bool(cheating.awaited(self.facts, frame))

    def before(self) -> object:
        """Return what those who let it pass have let pass."""
        return cheating.occasion(self.facts) if self.facts.quiet else None

    def acted(self, frame: Frame, action: Action, before: object) -> None:
        """Whoever let a moment pass is asked again once it is another."""
        if self.facts.quiet and self.facts.stack[-1] != frame:
            cheating.remember(self.facts, before)

    def settled(self, log: EventLog, before: object) -> bool:
        """The same when something went on by itself."""
        if self.facts.quiet:
            cheating.remember(self.facts, before)
        return False

    def carry_out(self, action: Action, log: EventLog, handler: Handler[Any, Any, Any] | None = None) -> None:
        """Do a legal action and settle what follows; whoever decides then is asked for a cheat with it."""
        super().carry_out(action, log, handler)
        s = self.facts
        if s.quiet and not isinstance(action, Correct):
            deciding = self.awaited()
            s.quiet = tuple(seat for seat in s.quiet if seat not in deciding)

    # --- declarations and corrections ---------------------------------------------------------------------

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """Several dice at once, for people who roll a handful; the texts of the own cards (CC-TOLD-01)."""
        if seat in self.facts.players:
            return telling.declarations(self.facts, seat) if CHANCE not in self.awaited() else []
        due = dice_due(self.facts.stack[-1])
        if seat != CHANCE or due < 2:
            return []
        values = Field("values", "text", f"What the dice show, up to {due} numbers from 1 to 6.")
        return [Declaration("roll-dice", "The dice show", (values,), "CC-STAT-03")]

    def reread(self, position: dict[str, Json]) -> ConFacts:
        """A card put somewhere comes off its deck, and one taken away goes back there, unless decks are set right."""
        return read(self.facts.pack, self.game.completed(position), self.facts)  # type: ignore[attr-defined]

    def position(self) -> dict[str, Json]:
        """The facts as JSON; of a game begun before CC-WIN-05 without what that rule counts and allows."""
        whole = super().position()
        unwritten = self.game.endings  # type: ignore[attr-defined]
        if unwritten:
            del whole["calm"]
            whole["options"] = {key: value for key, value in whole["options"].items() if key not in unwritten}
        return whole

    # --- what it looks like -------------------------------------------------------------------------------

    def view(self, seat: str | None) -> dict[str, Json]:
        """Return what ``seat`` may know; the one place where hands and secret choices are taken out."""
        return seen(self.facts, seat, self.awaited(), self.also_asked())

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state in which other hands, the decks and secret choices are as ``seat`` may imagine them."""
        twin = self.copy()
        determinization.imagine(twin.facts, seat, rng)
        return twin
