"""The `State` of Kimera: who is asked, what they may do, what follows; rules are in the modules of the steps."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Self

from ..contract import CHANCE, Action, Declaration, Field, Json, Refusal, Result
from ..engine import EventLog, FactsState, Handler, report
from ..house_rules import shown
from . import actions as act
from . import frames
from .battle import attack, damage, defence, healing
from .decision_points import Points, kind_of
from .display.view import view_of
from .facts.battle_facts import BattleFacts
from .facts.determinization import TRIES, choose_hidden, deal
from .position.from_json import read
from .rounds import battle_phase, end_phase, leadership, recovery, tactical

POINTS: Final[Points] = {
    **recovery.POINTS,
    **tactical.POINTS,
    **leadership.POINTS,
    **battle_phase.POINTS,
    **attack.POINTS,
    **defence.POINTS,
    **damage.POINTS,
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


def check_surrender(s: BattleFacts, frame: frames.Frame, action: act.Surrender) -> Refusal | None:
    """Whether a rider may give up now (KM-POT-03)."""
    if not s.mounts[action.seat].alive:
        return Refusal("KM-POT-03", f"{s.name(action.seat)} is defeated already.")
    if not isinstance(frame, QUIET):
        return Refusal("KM-POT-03", "Nobody gives up in the middle of this; wait until it is over.")
    return None


def do_surrender(s: BattleFacts, frame: frames.Frame, action: act.Surrender, log: EventLog) -> None:
    """A rider gives up; the step goes on without it (KM-POT-03)."""
    seat = action.seat
    report(log, "surrendered", ("KM-POT-03",), f"{s.name(seat)} gives up.", seat=seat)
    if isinstance(frame, frames.Acting) and frame.seat == seat:
        s.stack.pop()
    s.stack[:] = [end_phase.drop(each, seat) for each in s.stack]
    damage.defeat(s, s.mounts[seat], log)


def told(s: BattleFacts, seat: str) -> dict[str, str]:
    """Return what a seat has to read aloud, the rider or a damage card -> its words (KM-TOLD-02)."""
    mount = s.mounts[seat]
    found = {"rider": mount.text, **{wound.card: s.settings.cards[wound.card].text for wound in mount.wounds}}
    return {what: words for what, words in found.items() if words}


def check_tell(s: BattleFacts, frame: frames.Frame, action: act.Tell) -> Refusal | None:
    """Something of one's own with words on it (KM-TOLD-02)."""
    if action.what in told(s, action.seat):
        return None
    return Refusal("KM-TOLD-02", f"{s.name(action.seat)} has no words to read aloud on {shown(action.what)}.")


def do_tell(s: BattleFacts, frame: frames.Frame, action: act.Tell, log: EventLog) -> None:
    """Everybody hears it; what it does is carried out by the players (KM-TOLD-02)."""
    words = told(s, action.seat)[action.what]
    report(log, "told", ("KM-TOLD-02",), f"{s.name(action.seat)} reads aloud: {words}", seat=action.seat)


class KimeraState(FactsState[BattleFacts]):
    """One situation of one battle."""

    points = POINTS
    interrupts = {act.Surrender: Handler(do_surrender, check_surrender), act.Tell: Handler(do_tell, check_tell)}
    over = "The battle is over."

    _settled_from: int
    """The round in which the settling began."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in order."""
        return self.facts.settings.seats

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """A rider may give up (KM-POT-03), and read aloud what is printed on it in words (KM-TOLD-02)."""
        facts = self.facts
        if seat not in facts.mounts:
            return []
        words = tuple(told(facts, seat))
        what = Field("what", "choice", "What is read aloud, the rider or a damage card.", words)
        found = [Declaration("tell", "I read aloud", (what,), "KM-TOLD-02")] if words else []
        if check_surrender(facts, facts.stack[-1], act.Surrender(seat)) is None:
            found.append(Declaration("surrender", "I give up this battle", (), "KM-POT-03"))
        return found

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """The battle waits for somebody else (KM-SEQ-01)."""
        who = self.facts.name(action.seat) if action.seat in self.seats else "Nobody at the dice"
        waiting = " and ".join("dice and cards" if seat == CHANCE else self.facts.name(seat) for seat in awaited)
        return Refusal("KM-SEQ-01", f"{who} is not asked now; the battle waits for {waiting}.")

    def out_of_place(self, frame: frames.Frame, action: Action) -> Refusal:
        """Say why this kind of action is no answer to what its seat is asked."""
        who = "Chance" if action.seat == CHANCE else "Now"
        return Refusal("TABLE", f"{who} is asked for something else: {self.deciders()[action.seat].prompt}")

    def allies(self, seat: str) -> tuple[str, ...]:
        """Its side."""
        settings = self.facts.settings
        return settings.sides[settings.teams[seat]]

    # --- doing --------------------------------------------------------------------------------------------

    def settle(self, log: EventLog) -> tuple[str, ...] | None:
        """Carry out whatever asks nobody, until somebody must decide."""
        self._settled_from = self.facts.round
        return super().settle(log)

    def settled(self, log: EventLog, before: None) -> bool:
        """Break a battle off in which everybody is held for ever and owns nothing."""
        if self.facts.round <= self._settled_from + end_phase.STUCK:
            return False
        end_phase.break_off(self.facts, log)
        return True

    def reread(self, position: dict[str, Json]) -> BattleFacts:
        """The facts of a corrected position."""
        return read(position, self.game.pack)  # type: ignore[attr-defined]

    def outcome(self) -> Result | None:
        """None while the battle goes on."""
        return damage.told_result(self.facts)

    # --- looking ------------------------------------------------------------------------------------------

    def view(self, seat: str | None) -> dict[str, Json]:
        """Return what ``seat`` may know; None is the public table."""
        return view_of(self.facts, seat, kind_of(self.facts.stack[-1]), self.awaited())

    def sample(self, seat: str, rng: Random) -> Self:
        """A full state that this seat's knowledge allows."""
        if seat not in self.facts.mounts:
            return self.copy()
        for _ in range(TRIES):
            made = self.copy()
            deal(made.facts, seat, rng)
            if all(made.legal_actions(other) for other in made.awaited()):
                break
        else:
            made = self.copy()
        choose_hidden(made.facts, seat, rng)
        return made
