"""Writes a situation of the arena track as a position, and what both tracks write; corrects it."""

from __future__ import annotations

from typing import Final

import msgspec

from ...contract import Correct, Json, Refusal
from ...correcting import path_text, refusal, set_right, short
from ..board.geometry import EDGES
from ..board.items import collect, items
from ..edition import ARENA, items_by_tile
from ..facts.arena import EMPTY, GONE, IN_BOX, OFF, ON_TILE, UNLIMITED, Log, report, seat_id
from ..facts.situation import NOBODY, ArenaSituation, Situation
from .arena_from_json import read

__all__ = ["check_correct", "do_correct", "read", "write"]

GROWING: Final = ("items", "sheets", "hands")
"""Keys whose tables a correction may add to."""

_DIE: Final = {IN_BOX: None, ON_TILE: "tile", GONE: "gone"}


def write(s: ArenaSituation) -> dict[str, Json]:
    """The whole situation, complete and stable: `read` gives the same situation again."""
    board = write_board(s)
    return {
        "ruleset": "ascended-kings",
        "track": "arena",
        "rounds": board.pop("rounds"),
        "countdown": board.pop("countdown"),
        "options": board.pop("options"),
        "seats": {seat: _seat(s, number) for number, seat in enumerate(s.settings.seats)},
        **board,
        "exhausted": sorted(s.arena.exhausted),
        "stack": msgspec.json.decode(msgspec.json.encode(s.stack)),
    }


def write_board(s: Situation) -> dict[str, Json]:
    """What both tracks know, but for the stack."""
    arena = s.arena
    return {
        "rounds": s.settings.rounds,
        "countdown": s.settings.countdown,
        "options": s.settings.rules.values(),
        "walls": {edge: arena.walls.line(edge) for edge in EDGES},
        "items": items(arena),
        "ascended_die": seat_id(arena.die) if arena.die >= 0 else _DIE[arena.die],
        "bloodstones_aside": arena.aside,
        "dials": {"round": arena.round_dial, "event": arena.event_dial},
        "war": arena.war,
        "omega_stone": None if arena.omega == OFF else arena.omega,
        "round": s.round,
        "start": seat_id(s.start),
        "turn": None if s.turn == NOBODY else seat_id(s.turn),
        "last": None if s.last == NOBODY else seat_id(s.last),
        "steps": s.steps,
        "dead": [{"seat": seat_id(fallen.seat), "bloodstone": fallen.owed, "early": fallen.early} for fallen in s.dead],
        "sheets": {
            seat_id(seat): {"transmutations": sheet.transmutations, "ylem": sheet.ylem}
            for seat, sheet in sorted(s.sheets.items())
        },
        "hands": {
            seat_id(seat): {
                name: getattr(hand, name) for name in ("level3", "level2", "level1", "lancea", "curse", "other")
            }
            for seat, hand in sorted(s.shown.items())
        },
    }


def _seat(s: ArenaSituation, number: int) -> dict[str, Json]:
    arena = s.arena
    king = arena.kings[number]
    tile = arena.tiles[number]
    return {
        "king": king.key if king is not None else None,
        "form": "revenant" if arena.revenant[number] else "king",
        "tile": None if tile == OFF else tile,
        "level": s.levels[number],
        "wounds": s.wounds[number],
        "bloodstones": arena.stones[number],
        "ylem_taken": s.taken[number],
    }


# --- corrections -----------------------------------------------------------------------------------------


def addressed(whole: dict[str, Json]) -> dict[str, Json]:
    """A position as corrections name its places: what lies on tiles by the tile, as piles come and go."""
    return {**whole, "items": items_by_tile(whole["items"])}


def check_correct(s: ArenaSituation, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that `read` accepts."""
    return refusal(action, lambda: _corrected(s, action))


def do_correct(s: ArenaSituation, action: Correct, log: Log) -> None:
    """Set one thing right; who now stands on gems or Bloodstones takes them (AK-GEM-01)."""
    made = _corrected(s, action)
    before = list(s.arena.tiles)
    s.become(made)
    where = path_text(action.path) or "the whole position"
    text = f"The table sets {where} right: {short(action.value)}."
    report(log, "corrected", ("TABLE",), text, path=list(action.path), value=action.value)
    for seat, tile in enumerate(s.arena.tiles):
        if tile == OFF or tile == s.arena.omega:
            continue
        if tile != before[seat]:
            s.taken[seat] = 0
            _take(s, seat, UNLIMITED, log)
        while any(s.arena.piles.get(tile, EMPTY)._replace(ylem=0)):  # collecting pauses after Dire (AK-GEM-08)
            _take(s, seat, 0, log)


def _take(s: ArenaSituation, seat: int, ylem_room: int, log: Log) -> None:
    taken = collect(s.arena, seat, log, ylem_room)
    s.taken[seat] += taken.ylem
    s.wounds[seat] = min(s.wounds[seat] + taken.dire, s.lethal(seat) - 1)


def _corrected(s: ArenaSituation, action: Correct) -> ArenaSituation:
    """A new situation with ``value`` at ``path``."""
    return read(ARENA.position(set_right(addressed(write(s)), action, lambda path: path[0] in GROWING)), standing=True)
