"""Validates a position of the arena track: its tallies and its stack; names the key."""

from __future__ import annotations

from ...contract import Result
from ...house_rules import shown
from .. import frames
from ..facts.arena import OFF, STONES_IN_ALL
from ..facts.situation import NOBODY, ArenaSituation
from ..rounds.war import koru, most_transmutations, verdict
from . import validation
from .validation import ENDINGS, OPENINGS, need

TURNS = (
    frames.Absorbing,
    frames.ChoosingState,
    frames.RollingYlem,
    frames.Acting,
    frames.Resting,
    frames.TurnOver,
)


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
    """Which decision point may lie on which; see `frames`."""
    base, *above = s.stack
    top = s.stack[-1]
    kinds = TURNS + ENDINGS + OPENINGS + (frames.EndOfRound, frames.PlacingOmega)
    need(isinstance(base, kinds), "stack.0", "a game is never only there; see the ruleset's page for what lies below")
    for place, frame in enumerate(above, 1):
        below = s.stack[place - 1]
        if isinstance(frame, frames.Surviving):
            fits = isinstance(below, (frames.Acting, frames.TurnOver, frames.EndOfRound, frames.Driven))
        elif isinstance(frame, frames.Driven):
            fits = isinstance(below, frames.Acting)
        elif isinstance(frame, (frames.RollingReturn, frames.Placing)):
            fits = isinstance(below, frames.TurnOver) or (
                isinstance(below, frames.EndOfRound) and below.next in ("return-now", "returns")
            )
        else:
            fits = False
        need(fits, f"stack.{place}", "that cannot lie on the decision point below it")
        _frame(s, frame, f"stack.{place}")
    waits = not isinstance(top, (frames.TurnOver, frames.Driven))
    if isinstance(top, frames.EndOfRound):
        waits = top.next in ("roll", "roll-event")
    need(waits, f"stack.{len(above)}", "nobody decides anything there; it goes on by itself")


def _frame(s: ArenaSituation, frame: frames.Frame, key: str) -> None:
    seats = s.settings.seats

    def living(name: str) -> None:
        need(name in seats, key, f"there is no seat {shown(name)}")
        need(s.alive(seats.index(name)), key, f"{name} is not on the board")

    if isinstance(frame, frames.Surviving):
        need(bool(frame.wounds), key, "somebody must be asked")
        named = [*frame.wounds, *frame.died]
        need(len(set(named)) == len(named), key, "a seat is named twice")
        for name in named:
            living(name)
        need(frame.by in ("", *seats), key, f"there is no seat {shown(frame.by)}")
    elif isinstance(frame, frames.Driven):
        living(frame.seat)
        need(frame.by in seats, key, f"there is no seat {shown(frame.by)}")
        for tile in frame.way:
            need(not s.arena.occupied >> tile & 1, key, f"tile {tile:02d} is occupied")
            closed = tile == s.arena.omega and not s.arena.stones[seats.index(frame.seat)]
            need(not closed, key, f"{frame.seat} may not come to the Omega Stone")
        top = s.stack[-1]
        need(isinstance(top, frames.Surviving) and frame.seat in top.wounds, key, "it waits for a survive above it")
    elif isinstance(frame, (frames.RollingReturn, frames.Placing)):
        dead = {seats[fallen.seat]: fallen.owed for fallen in s.dead}
        need(frame.seat in dead, key, f"{shown(frame.seat)} is not among the dead")
        need(s.arena.revenant[seats.index(frame.seat)], key, f"{frame.seat} must be a Revenant by now (AK-REV-05)")
        if isinstance(frame, frames.Placing):
            need(not dead[frame.seat], key, f"{frame.seat} has its Bloodstone by now (AK-REV-11)")
            burns = s.arena.walls.fire_mask >> frame.tile & 1
            need(not burns, key, f"tile {frame.tile:02d} is covered in fire (AK-PROX-07)")


def _moment(s: ArenaSituation) -> None:
    arena, base = s.arena, s.stack[0]
    on_turn = isinstance(base, TURNS)
    need(on_turn == (s.turn != NOBODY), "turn", "a seat in a turn, null between turns")
    if on_turn and not s.alive(s.turn):
        gone = isinstance(base, frames.TurnOver) or (
            isinstance(base, frames.Acting) and not arena.rules.turn_active_death_ends_turn
        )
        need(gone, "turn", f"{s.settings.seats[s.turn]} is not on the board")
    if s.dead:
        late = isinstance(base, (frames.Acting, frames.TurnOver, *ENDINGS))
        late |= isinstance(base, frames.EndOfRound) and base.next != "roll"
        need(late, "dead", "the dead have returned by then (AK-REV-01)")
    if isinstance(base, frames.Absorbing):
        need(arena.die >= 0, "stack.0", "nobody holds the Ascended Die")
    validation.war(s)
    if isinstance(base, frames.EndOfRound):
        validation.end_of_round(s, base)
    if isinstance(base, ENDINGS):
        _ending(s, base)
    else:
        need(not s.sheets, "sheets", "nobody scores before the end")
        need(not s.shown, "hands", "nobody shows a hand before a tie")


def _ending(s: ArenaSituation, base: frames.Frame) -> None:
    assert isinstance(base, ENDINGS)
    seats = s.settings.seats
    need(base.omega in seats, "stack.0.omega", f"there is no seat {shown(base.omega)}")
    taker = seats.index(base.omega)
    stands = s.arena.omega != OFF and s.arena.tiles[taker] == s.arena.omega
    need(stands, "stack.0.omega", f"{base.omega} is not on the Omega Stone's tile")
    outright = s.arena.stones[taker] == STONES_IN_ALL
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
    outcome = verdict(s, base.omega)
    tied = [] if isinstance(outcome, Result) else [seats[seat] for seat in outcome]
    best = max((koru(s, seat, base.omega)["total"] for seat in s.sheets), default=0)
    first = [seat for seat in s.sheets if koru(s, seat, base.omega)["total"] == best]
    tie = len(first) > 1 and all(seat in first for seat in s.shown)
    need(not s.shown or tie, "hands", "only the tied show theirs (AK-SCORE-03)")
    if isinstance(base, frames.BreakingTie):
        need(list(base.seats) == tied, "stack.0.seats", f"the tied seats whose hands are missing are {tied}")
        return
    need(isinstance(outcome, Result), "hands", "the tied seats must have shown theirs")
    if isinstance(outcome, Result):
        s.result = outcome
