"""Chimera Con as a `State`: who may act, which actions there are, which function carries each of them out.

Owns the tables that tie actions to rules; every rule itself is in the module named by its table. Knows no position
as JSON beyond handing it on, and no board of light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, Self

from ..contract import (
    CHANCE,
    Action,
    Correct,
    Decision,
    Declaration,
    Event,
    Game,
    IllegalAction,
    Json,
    Refusal,
    Result,
    State,
    Step,
)
from . import actions as act
from . import asking, attack, building, chance, cheating, decks, effects, frames, market, sampling, turn
from .options import HouseRules
from .pack import Pack
from .position import check_correct, do_correct, read, write
from .situation import NOBODY, Log, Situation
from .steps import Watched
from .view import view as seen

Check = Callable[[Situation, int, Any], Refusal | None]
Do = Callable[[Situation, int, Any, Log], None]


class Ruling(NamedTuple):
    """When an action is due, what refuses it, what carries it out."""

    at: tuple[type[frames.Frame], ...]
    """The decision points it answers."""

    do: Do
    check: Check | None = None


def _done(s: Situation, seat: int, action: act.Done, log: Log) -> None:
    (market.do_take_none if isinstance(s.stack[-1], frames.Market) else turn.do_done)(s, seat, action, log)


STEPS: Final = (frames.DrawStep, frames.SubstituteStep, frames.ActionStep, frames.DiscardStep)

RULINGS: Final[dict[type[Action], Ruling]] = {
    act.Build: Ruling((frames.Building,), building.do_build, building.check_build),
    act.Redraw: Ruling((frames.Building,), building.do_redraw, building.check_redraw),
    act.Draw: Ruling((frames.DrawStep,), turn.do_draw, turn.check_draw),
    act.Substitute: Ruling((frames.SubstituteStep,), turn.do_substitute, turn.check_substitute),
    act.Mutate: Ruling((frames.ActionStep,), turn.do_mutate, turn.check_mutate),
    act.Attack: Ruling((frames.ActionStep,), attack.do_attack, attack.check_attack),
    act.TakeOff: Ruling((frames.ActionStep,), turn.do_take_off, turn.check_take_off),
    act.Land: Ruling((frames.DrawStep, frames.ActionStep), turn.do_land, turn.check_land),
    act.Discard: Ruling((frames.DiscardStep,), turn.do_discard, turn.check_discard),
    act.Done: Ruling((*STEPS, frames.Market), _done, turn.check_done),
    act.Take: Ruling((frames.Market,), market.do_take, market.check_take),
    act.GetGreedy: Ruling((frames.Greedy,), lambda s, seat, action, log: market.do_say(s, seat, True, log)),
    act.BeSatisfied: Ruling((frames.Greedy,), lambda s, seat, action, log: market.do_say(s, seat, False, log)),
    act.ChooseSeat: Ruling((frames.Resolving,), effects.do_choose_seat),
    act.ChooseCard: Ruling((frames.Resolving,), effects.do_choose_card),
    act.ChooseDie: Ruling((frames.Resolving,), effects.do_choose_die),
    act.ChoosePart: Ruling((frames.Resolving, frames.Attacking), effects.do_choose_part),
}
"""What the seats do that the game waits for. Cheats and passing are ruled in `ConState`, as anybody may."""

AUTOMATIC: Final[dict[type[frames.Frame], Callable[[Situation, Any, Log], bool]]] = {
    frames.Dealing: building.settle_dealing,
    frames.Drawing: decks.settle_drawing,
    frames.Building: building.settle_building,
    frames.Redrawing: building.settle_redrawing,
    frames.Searching: building.settle_searching,
    frames.DealingCheats: building.settle_cheats,
    frames.Contest: market.settle_contest,
    frames.DrawStep: turn.settle_draw,
    frames.TurnEnd: turn.settle_turn_end,
    frames.Market: market.settle_market,
    frames.Greedy: market.settle_greedy,
    frames.Attacking: attack.settle_attack,
    frames.CheatRoll: cheating.settle_roll,
    frames.Resolving: effects.settle_effect,
}
"""What goes on by itself, once no cheat is awaited; False where somebody must decide next."""


class ConState(Situation, State):
    """One situation of Chimera Con."""

    __slots__ = ("game",)

    def __init__(self, game: Game, pack: Pack, rules: HouseRules, count: int) -> None:
        """A table with full decks; `Game.new` and `Game.from_position` fill it."""
        Situation.__init__(self, pack, rules, count)
        self.game = game

    def copy(self) -> Self:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        return twin

    # --- who may do what ---

    def deciders(self) -> dict[str, Decision]:
        """Who is asked, and why; see `asking`."""
        return asking.deciders(self)

    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every concrete action of ``seat`` now."""
        due = asking.outcomes(self)
        if due:
            return [outcome.action for outcome in due] if seat == CHANCE else ()
        own = self.seat(seat)
        if own == NOBODY:
            return ()
        waits = own in asking.main(self)
        found: list[Action] = self._answers(own) if waits else []
        if waits or cheating.free_to(self, own):
            found += cheating.listed(self, own)
        if not waits and own in cheating.onlookers(self, self.stack[-1]):
            found.append(act.Pass(seat))
        return found

    def _answers(self, own: int) -> list[Action]:
        """What a seat may answer that the game waits for."""
        top, name = self.stack[-1], self.seats[own]
        hand = [self.text(card) for card in dict.fromkeys(self.players[own].creatures)]
        found: list[Action] = []
        if isinstance(top, frames.DrawStep):
            found = [act.Draw(name, "creature"), act.Draw(name, "cheat"), act.Land(name), act.Done(name)]
        elif isinstance(top, frames.SubstituteStep):
            found = [*(act.Substitute(name, card) for card in hand), act.Done(name)]
        elif isinstance(top, frames.ActionStep):
            mutations = [act.Mutate(name, card) for card in hand]
            return [
                *attack.listed(self, own),
                *self._allowed(own, [*mutations, act.TakeOff(name), act.Land(name), act.Done(name)]),
            ]
        elif isinstance(top, frames.DiscardStep):
            return [*asking.discards(self, own), *self._allowed(own, [act.Done(name)])]
        elif isinstance(top, frames.Building):
            return building.builds(self, own)
        elif isinstance(top, frames.Market):
            return [*(act.Take(name, card) for card in dict.fromkeys(market.cards(self))), act.Done(name)]
        elif isinstance(top, frames.Greedy):
            return [act.BeSatisfied(name), act.GetGreedy(name)]
        elif isinstance(top, frames.Attacking):
            return [act.ChoosePart(name, "head"), act.ChoosePart(name, "body"), act.ChoosePart(name, "rear")]
        elif isinstance(top, frames.Resolving):
            effect = effects.effect_of(self, top)
            return effects.choices(self, own, effect) if effect else []
        return self._allowed(own, found)

    def _allowed(self, own: int, wished: list[Action]) -> list[Action]:
        found = []
        for action in wished:
            check = RULINGS[type(action)].check
            if check is None or check(self, own, action) is None:
                found.append(action)
        return found

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now."""
        return asking.declarations(self, seat)

    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action."""
        top = self.stack[-1]
        if isinstance(action, Correct):
            return check_correct(self, action)
        if isinstance(top, frames.Over):
            return Refusal("TABLE", "The game is over.")
        if asking.outcomes(self):
            return chance.check(self, action) if action.seat == CHANCE else asking.not_asked(self, action)
        own = self.seat(action.seat)
        waits = own != NOBODY and own in asking.main(self)
        if isinstance(action, act.PlayCheat) and own != NOBODY:
            airborne = self.players[own].airborne
            if airborne or cheating.free_to(self, own) or (waits and cheating.moment(top)):
                return cheating.check_cheat(self, own, action)
        if not waits and (own == NOBODY or own not in cheating.onlookers(self, top)):
            return asking.not_asked(self, action)
        if isinstance(action, act.Pass) and not waits:
            return None
        ruling = RULINGS.get(type(action))
        if not waits or ruling is None or not isinstance(top, ruling.at):
            return asking.out_of_place(self, action)
        if isinstance(top, frames.Resolving):
            return self._check_choice(own, top, action)
        return ruling.check(self, own, action) if ruling.check else None

    def _check_choice(self, own: int, top: frames.Resolving, action: Action) -> Refusal | None:
        effect = effects.effect_of(self, top)
        allowed = effects.choices(self, own, effect) if effect else []
        if action in allowed:
            return None
        if not any(isinstance(action, type(each)) for each in allowed):
            return asking.out_of_place(self, action)
        return Refusal("TABLE", f"{self.pack.title(top.card)} does not allow that choice.")

    # --- doing it ---

    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows by itself. Raises IllegalAction, and then nothing has changed."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        log: Log = []
        self._apply(action, log)
        return log

    def unfold(self, action: Action) -> Sequence[Step]:
        """The last strike, who lost what, who is Merchant next; nothing where nothing ends. Raises IllegalAction."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        twin = self.copy()
        log = Watched(lambda: twin.view(None))
        twin._apply(action, log)
        return log.steps

    def _apply(self, action: Action, log: Log) -> None:
        if isinstance(action, Correct):
            do_correct(self, action, log)
            self.settle(log)
            return
        before, occasion = self.stack[-1], cheating.occasion(self)
        if action.seat == CHANCE:
            chance.do(self, action, log)
        elif isinstance(action, act.Pass):
            cheating.do_pass(self, self.seat(action.seat), action, log)
        elif isinstance(action, act.PlayCheat):
            cheating.forget(self, self.seat(action.seat))
            cheating.do_cheat(self, self.seat(action.seat), action, log)
        else:
            RULINGS[type(action)].do(self, self.seat(action.seat), action, log)
        if self.stack[-1] != before:
            cheating.remember(self, occasion)
        self.settle(log)
        if self.quiet:  # whoever decides now is asked for that, and for a cheat with it
            deciding = asking.main(self)
            self.quiet[:] = [seat for seat in self.quiet if seat not in deciding]

    def settle(self, log: Log) -> None:
        """Carry out whatever lies on top and awaits nobody, until somebody must decide."""
        while True:
            top = self.stack[-1]
            step = AUTOMATIC.get(type(top))
            occasion = cheating.occasion(self) if self.quiet else None
            if step is None or cheating.awaited(self, top) or not step(self, top, log):
                return
            cheating.remember(self, occasion)

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know; the one place where hands and secret choices are taken out."""
        return seen(self, seat)

    def outcome(self) -> Result | None:
        """None while the game goes on."""
        return self.result

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in the README of the games."""
        return write(self)

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state in which other hands, the decks and secret choices are as ``seat`` may imagine them."""
        twin = self.copy()
        sampling.imagine(twin, self.seat(seat), rng)
        return twin


def state_from(game: Game, house: Pack, given: Mapping[str, Json]) -> ConState:
    """The state a position describes. Raises BadPosition naming the key."""
    made = read(house, given)
    state = ConState(game, made.pack, made.rules, len(made.seats))
    state.become(made)
    log: Log = []
    state.settle(log)
    state.begun = tuple(log)
    return state
