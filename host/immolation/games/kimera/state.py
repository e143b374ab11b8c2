"""The `State` of Kimera: who is asked, what they may do, what follows; rules are in the modules of the steps."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Self

from ..contract import (
    CHANCE,
    Action,
    Correct,
    Declaration,
    Game,
    Json,
    Refusal,
)
from ..engine import Handler, StackState
from . import actions as act
from . import attack, battle, defence, end_phase, frames, healing, leadership, recovery, strike, tactical
from .points import Points, kind_of
from .position import check_correct, do_correct, write
from .sampling import TRIES, choose_hidden, deal
from .settings import Settings
from .situation import Log, Situation, report
from .view import view_of

POINTS: Final[Points] = {
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


class KimeraState(Situation, StackState):
    """One situation of one battle."""

    __slots__ = ("_settled_from", "game")

    points = POINTS
    over = "The battle is over."

    def __init__(self, game: Game, settings: Settings, leaders: dict[str, str | None]) -> None:
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

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """A rider may give up (KM-POT-03)."""
        if seat not in self.mounts or self.check_surrender(seat) is not None:
            return []
        return [Declaration("surrender", "I give up this battle", (), "KM-POT-03")]

    # --- checking -----------------------------------------------------------------------------------------

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be read."""
        return check_correct(self, action)

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right."""
        do_correct(self, action, log)

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """The battle waits for somebody else (KM-SEQ-01)."""
        waiting = " and ".join("dice and cards" if seat == CHANCE else self.name(seat) for seat in awaited)
        return Refusal("KM-SEQ-01", f"{action.seat} is not asked now; the battle waits for {waiting}.")

    def out_of_place(self, frame: frames.Frame, action: Action) -> Refusal:
        """Why this kind of action is no answer to what its seat is asked."""
        who = "Chance" if action.seat == CHANCE else "Now"
        return Refusal("TABLE", f"{who} is asked for something else: {self.deciders()[action.seat].prompt}")

    def check_surrender(self, seat: str) -> Refusal | None:
        """None if a rider may give up now (KM-POT-03)."""
        if not self.mounts[seat].alive:
            return Refusal("KM-POT-03", f"{self.name(seat)} is defeated already.")
        if not isinstance(self.stack[-1], QUIET):
            return Refusal("KM-POT-03", "Nobody gives up in the middle of this; wait until it is over.")
        return None

    # --- doing --------------------------------------------------------------------------------------------

    def settle(self, log: Log) -> None:
        """Carry out whatever asks nobody, until somebody must decide."""
        self._settled_from = self.round
        super().settle(log)

    def settled(self, log: Log, before: None) -> bool:
        """Break a battle off in which everybody is held for ever and owns nothing."""
        if self.round <= self._settled_from + end_phase.STUCK:
            return False
        end_phase.break_off(self, log)
        return True

    def surrender(self, seat: str, log: Log) -> None:
        """A rider gives up; the step goes on without it (KM-POT-03)."""
        report(log, "surrendered", ("KM-POT-03",), f"{self.name(seat)} gives up.", seat=seat)
        if isinstance(self.stack[-1], frames.Acting) and self.stack[-1].seat == seat:
            self.stack.pop()
        self.stack[:] = [end_phase.drop(frame, seat) for frame in self.stack]
        strike.defeat(self, self.mounts[seat], log)

    # --- looking ------------------------------------------------------------------------------------------

    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know; None is the public table."""
        return view_of(self, seat, kind_of(self.stack[-1]), self.awaited())

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/kimera.md."""
        return write(self)

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state that this seat's knowledge allows."""
        if seat not in self.mounts:
            return self.copy()
        for _ in range(TRIES):
            made = self.copy()
            deal(made, seat, rng)
            if all(made.legal_actions(other) for other in made.awaited()):
                break
        else:
            made = self.copy()
        choose_hidden(made, seat, rng)
        return made


def _check_surrender(s: KimeraState, frame: frames.Frame, action: act.Surrender) -> Refusal | None:
    """Whether a rider may give up now (KM-POT-03)."""
    return s.check_surrender(action.seat)


def _do_surrender(s: KimeraState, frame: frames.Frame, action: act.Surrender, log: Log) -> None:
    """A rider gives up; the step goes on without it (KM-POT-03)."""
    s.surrender(action.seat, log)


KimeraState.interrupts = {act.Surrender: Handler(_do_surrender, _check_surrender)}
