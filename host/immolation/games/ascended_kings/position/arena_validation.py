"""Validates a position of the arena track: its tallies and its stack; names the key."""

from __future__ import annotations

from ...engine import need
from .. import frames
from ..decision_points import POINTS
from ..facts.arena import STONES_IN_ALL
from ..facts.situation import ArenaSituation
from ..rounds.war import koru, most_transmutations
from . import validation


def validate(s: ArenaSituation, standing: bool) -> None:
    """Raise BadPosition naming the key if the situation cannot be; sets the result of a game that is over."""
    validation.walls(s)
    _stack(s)
    validation.off_board(s)
    _tallies(s)
    validation.stones(s)
    validation.items(s, standing or s.surviving() is not None)
    validation.index(s)
    _moment(s)


def _tallies(s: ArenaSituation) -> None:
    for seat, name in enumerate(s.settings.seats):
        limit = s.lethal(seat)
        reason = f"at level {s.levels[seat]} {limit} wounds kill (AK-WOUND-02)"
        need(s.wounds[seat] < limit, f"seats.{name}.wounds", reason)
        idle = not s.wounds[seat] and not s.taken[seat]
        need(s.alive(seat) or idle, f"seats.{name}", "the dead have no wounds and took no Ylem")


# --- the moment ------------------------------------------------------------------------------------------


def _stack(s: ArenaSituation) -> None:
    """Refuse decision points that cannot lie on one another; see `frames`."""
    last = len(s.stack) - 1
    need(s.stack[0].phase, "stack.0", "a game is never only there; see the ruleset's page for what lies below")
    for place, frame in enumerate(s.stack):
        need(not place or not frame.phase, f"stack.{place}", "that cannot lie on the decision point below it")
        validation.seats_named(s, frame, f"stack.{place}")
        POINTS[type(frame)].validate(s, frame, place)
    need(s.stack[-1].waits, f"stack.{last}", "nobody decides anything there; it goes on by itself")


def _moment(s: ArenaSituation) -> None:
    base = s.stack[0]
    validation.moment(s)
    late = base.phase != "turn" or base.may_wound
    need(late or not s.dead, "dead", "the dead have returned by then (AK-REV-01)")
    if isinstance(base, (frames.Scoring, frames.BreakingTie, frames.Over)):
        _ending(s, base)


def _ending(s: ArenaSituation, base: frames.Scoring | frames.BreakingTie | frames.Over) -> None:
    seats = s.settings.seats
    validation.omega_taken(s, base.omega)
    outright = bool(base.omega) and s.arena.stones[seats.index(base.omega)] == STONES_IN_ALL
    for seat, sheet in s.sheets.items():
        most = most_transmutations(s, seat, s.levels[seat])
        need(sheet.transmutations <= most, f"sheets.{seats[seat]}", f"at most {most} Transmutations (AK-SCORE-07)")
    complete = len(s.sheets) == len(seats)
    if isinstance(base, frames.Scoring):
        need(not outright, "stack.0", f"{base.omega} has won outright (AK-WAR-11)")
        need(not complete, "sheets", "when all are in, the game is over or tied")
        need(not s.shown, "hands", "nobody shows a hand before a tie")
        return
    if not outright:
        need(complete, "sheets", "every seat has scored by then")
    best = max((koru(s, seat, base.omega)["total"] for seat in s.sheets), default=0)
    first = [seat for seat in s.sheets if koru(s, seat, base.omega)["total"] == best]
    tie = len(first) > 1 and all(seat in first for seat in s.shown)
    need(not s.shown or tie, "hands", "only the tied show theirs (AK-SCORE-03)")
    validation.decided(s, base)
