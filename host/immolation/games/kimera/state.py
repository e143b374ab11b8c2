"""The `State` of Kimera: who is asked, what they may do, what follows; rules are in the modules of the steps."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Self

from ..contract import (
    CHANCE,
    Action,
    Correct,
    Decision,
    Declaration,
    Event,
    IllegalAction,
    Json,
    Outcome,
    Refusal,
    Result,
    State,
)
from ..house_rules import shown
from . import actions as act
from . import attack, battle, defence, end_phase, frames, healing, leadership, recovery, strike, tactical
from .points import Point
from .position import check_correct, do_correct, write
from .sampling import sampled
from .settings import Settings
from .situation import Log, Situation, report
from .view import view_of

if TYPE_CHECKING:
    from .game import KimeraGame

POINTS: Final[dict[type[frames.Frame], Point]] = {
    **recovery.POINTS,
    **tactical.POINTS,
    **leadership.POINTS,
    **battle.POINTS,
    **attack.POINTS,
    **defence.POINTS,
    **strike.POINTS,
    **healing.POINTS,
    **end_phase.POINTS,
}
"""Every kind of frame."""

QUIET: Final = (
    frames.Recovering,
    frames.Announcing,
    frames.Preparing,
    frames.Maneuvering,
    frames.Charging,
    frames.Acting,
)
"""Moments at which a rider may give up: nothing is under way that would hang in the air."""


class KimeraState(Situation, State):
    """One situation of one battle."""

    __slots__ = ("game",)

    def __init__(self, game: KimeraGame, settings: Settings, leaders: dict[str, str | None]) -> None:
        super().__init__(settings, leaders)
        self.game = game

    def copy(self) -> Self:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        return twin

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in order."""
        return self.settings.seats

    # --- asking -------------------------------------------------------------------------------------------

    def asked(self) -> tuple[str, ...]:
        """Who may act now, ``chance`` included."""
        frame = self.stack[-1]
        return POINTS[type(frame)].asked(self, frame)

    def _outcomes(self, point: Point) -> tuple[Outcome, ...]:
        return point.draws(self, self.stack[-1]) if point.draws is not None else ()

    def deciders(self) -> dict[str, Decision]:
        """Who may act now, with the reason and the default."""
        frame = self.stack[-1]
        point = POINTS[type(frame)]
        found: dict[str, Decision] = {}
        for seat in point.asked(self, frame):
            if point.ask is None:  # pragma: no cover
                continue
            why = point.ask(self, frame, seat)
            if seat == CHANCE:
                due = self._outcomes(point)
                drawn = isinstance(due[0].action, act.Draw)  # what is left in the deck tells what hands hold
                found[seat] = Decision(kind_of(frame), why.prompt, why.rule, None, "none", due, face_down=drawn)
            else:
                default = point.first(self, frame, seat)
                window = isinstance(frame, frames.Countering)
                found[seat] = Decision(kind_of(frame), why.prompt, why.rule, default, why.clock, courtesy=window)
        return found

    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every action `apply` accepts from ``seat`` now; giving up comes on top."""
        frame = self.stack[-1]
        point = POINTS[type(frame)]
        if seat not in point.asked(self, frame):
            return []
        if seat == CHANCE:
            return [outcome.action for outcome in self._outcomes(point)]
        return point.options(self, frame, seat)

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """A rider may give up (KM-POT-03)."""
        mount = self.mounts.get(seat)
        if mount is None or self._check_surrender(seat) is not None:
            return []
        return [Declaration("surrender", "I give up this battle", (), "KM-POT-03")]

    # --- checking -----------------------------------------------------------------------------------------

    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action now, else the rule and the reason."""
        if isinstance(action, Correct):
            return check_correct(self, action)
        frame = self.stack[-1]
        if isinstance(frame, frames.Over):
            return Refusal("TABLE", "The battle is over.")
        if isinstance(action, act.Surrender):
            return self._check_surrender(action.seat)
        point = POINTS[type(frame)]
        asked = point.asked(self, frame)
        if action.seat not in asked:
            return self._not_asked(action, asked)
        if action.seat == CHANCE:
            return self._check_chance(action, point)
        if not isinstance(action, point.kinds):
            said = "Now is asked for something else"
            if point.ask is not None:
                why = point.ask(self, frame, action.seat)
                return Refusal(why.rule, f"{said}: {why.prompt}")
            return Refusal("TABLE", f"{said}.")  # pragma: no cover
        return point.check(self, frame, action) if point.check is not None else None

    def _not_asked(self, action: Action, asked: tuple[str, ...]) -> Refusal:
        if action.seat not in self.mounts and action.seat != CHANCE:
            return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(self.seats)}.")
        waiting = " and ".join("dice and cards" if seat == CHANCE else self.name(seat) for seat in asked)
        return Refusal("KM-SEQ-01", f"{action.seat} is not asked now; the battle waits for {waiting}.")

    def _check_chance(self, action: Action, point: Point) -> Refusal | None:
        frame = self.stack[-1]
        draws = not isinstance(frame, frames.Rolling)
        if draws and isinstance(action, act.Draw) and isinstance(action.card, str) and self.deck.get(action.card):
            return None
        due = self._outcomes(point)
        if not draws and any(outcome.action == action for outcome in due):
            return None
        why = point.ask(self, frame, CHANCE) if point.ask is not None else None
        if isinstance(action, act.Draw) and isinstance(due[0].action, act.Draw):
            return Refusal("KM-TAC-03", f"{shown(action.card)} is not in the deck.")
        prompt = why.prompt if why is not None else ""
        return Refusal(why.rule if why is not None else "TABLE", f"Chance is asked for something else: {prompt}")

    def _check_surrender(self, seat: str) -> Refusal | None:
        mount = self.mounts.get(seat)
        if mount is None:
            return Refusal("TABLE", f"There is no seat {shown(seat)}; there are {', '.join(self.seats)}.")
        if not mount.alive:
            return Refusal("KM-POT-03", f"{self.name(seat)} is defeated already.")
        if not isinstance(self.stack[-1], QUIET):
            return Refusal("KM-POT-03", "Nobody gives up in the middle of this; wait until it is over.")
        return None

    # --- doing --------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows by itself. Raises IllegalAction, and then nothing has changed."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        log: Log = []
        if isinstance(action, Correct):
            do_correct(self, action, log)
        elif isinstance(action, act.Surrender):
            self._surrender(action.seat, log)
        else:
            frame = self.stack[-1]
            do = POINTS[type(frame)].do
            if do is not None:
                do(self, frame, action, log)
        self.settle(log)
        return log

    def settle(self, log: Log) -> None:
        """Carry out whatever asks nobody, until somebody must decide."""
        start = self.round
        while True:
            frame = self.stack[-1]
            if not POINTS[type(frame)].step(self, frame, log):
                return
            if self.round > start + end_phase.STUCK:  # everybody is held for ever and owns nothing
                end_phase.break_off(self, log)
                return

    def _surrender(self, seat: str, log: Log) -> None:
        """A rider gives up; the step goes on without it (KM-POT-03)."""
        report(log, "surrendered", ("KM-POT-03",), f"{self.name(seat)} gives up.", seat=seat)
        if isinstance(self.stack[-1], frames.Acting) and self.stack[-1].seat == seat:
            self.stack.pop()
        self.stack[:] = [end_phase.drop(frame, seat) for frame in self.stack]
        strike.defeat(self, self.mounts[seat], log)

    # --- looking ------------------------------------------------------------------------------------------

    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know; None is the public table."""
        return view_of(self, seat, kind_of(self.stack[-1]), self.asked())

    def outcome(self) -> Result | None:
        """None while the battle goes on."""
        return self.result

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in the README of the games."""
        return write(self)

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state that this seat's knowledge allows."""
        return sampled(self, seat, rng)


def kind_of(frame: frames.Frame) -> str:
    """The tag of a decision point."""
    return str(frame.__struct_config__.tag)
