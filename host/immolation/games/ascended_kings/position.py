"""A situation as a plain dict and back, and corrections of it; knows the format, not the rules that bind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ..contract import TABLE, BadPosition, Correct, Json, Refusal
from .arena import EMPTY, GONE, IN_BOX, OFF, ON_TILE, UNLIMITED, Log, collect, report, seat_id
from .geometry import EDGES
from .options import shown
from .reading import read
from .situation import NOBODY, ArenaSituation

__all__ = ["check_correct", "do_correct", "read", "write"]

_DIE: Final = {IN_BOX: None, ON_TILE: "tile", GONE: "gone"}


def write(s: ArenaSituation) -> dict[str, Json]:
    """The whole situation, complete and stable: `read` gives the same situation again."""
    arena = s.arena
    seats = s.settings.seats
    return {
        "ruleset": "ascended-kings",
        "track": "arena",
        "rounds": s.settings.rounds,
        "countdown": s.settings.countdown,
        "options": s.settings.rules.values(),
        "seats": {seat: _seat(s, number) for number, seat in enumerate(seats)},
        "walls": {edge: arena.walls.line(edge) for edge in EDGES},
        "items": {
            f"{tile:02d}": {name: count for name, count in zip(pile._fields, pile, strict=True) if count}
            for tile, pile in sorted(arena.piles.items())
        },
        "ascended_die": seat_id(arena.die) if arena.die >= 0 else _DIE[arena.die],
        "bloodstones_aside": arena.aside,
        "exhausted": sorted(arena.exhausted),
        "dials": {"round": arena.round_dial, "event": arena.event_dial},
        "war": arena.war,
        "omega_stone": None if arena.omega == OFF else arena.omega,
        "round": s.round,
        "start": seat_id(s.start),
        "turn": None if s.turn == NOBODY else seat_id(s.turn),
        "last": None if s.last == NOBODY else seat_id(s.last),
        "steps": s.steps,
        "dead": [{"seat": seat_id(seat), "bloodstone": owed} for seat, owed in s.dead],
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
        "stack": msgspec.json.decode(msgspec.json.encode(s.stack)),
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


def check_correct(s: ArenaSituation, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that `read` accepts."""
    if action.seat != TABLE:
        return Refusal("TABLE", f"Only the seat '{TABLE}' sets things right, not {shown(action.seat)}.")
    try:
        _corrected(s, action)
    except BadPosition as error:
        return Refusal("TABLE", str(error))
    return None


def do_correct(s: ArenaSituation, action: Correct, log: Log) -> None:
    """Set one thing right; who now stands on gems or Bloodstones takes them (AK-GEM-01)."""
    made = _corrected(s, action)
    before = list(s.arena.tiles)
    s.become(made)
    where = _path(action.path) or "the whole position"
    text = f"The table sets {where} right: {_short(action.value)}."
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


def _short(value: Json) -> str:
    shown = msgspec.json.encode(value).decode()
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _corrected(s: ArenaSituation, action: Correct) -> ArenaSituation:
    """A new situation with ``value`` at ``path``; tables merge, so that two facts can change at once."""
    whole = write(s)
    try:
        msgspec.json.encode(action.value)
    except (TypeError, ValueError, RecursionError):
        raise BadPosition("A correction's value must be JSON.") from None
    if not action.path:
        whole = _merged(whole, action.value)
        if not isinstance(whole, dict):
            raise BadPosition("The whole position can only be set to a table of keys.")
        return read(whole, standing=True)
    place: Any = whole
    for depth, key in enumerate(action.path):
        last = depth == len(action.path) - 1
        if isinstance(place, dict):
            if key not in place and not (last and action.path[0] in ("items", "sheets", "hands")):
                raise BadPosition(
                    f"{_path(action.path[: depth + 1])}: there is no such place; see the position's keys."
                )
            if last:
                place[key] = _merged(place.get(key), action.value)
            else:
                place = place[key]
        elif isinstance(place, list):
            if not key.isdecimal() or int(key) >= len(place):
                raise BadPosition(f"{_path(action.path[: depth + 1])}: the list has {len(place)} entries, from 0.")
            if last:
                place[int(key)] = _merged(place[int(key)], action.value)
            else:
                place = place[int(key)]
        else:
            raise BadPosition(f"{_path(action.path[:depth])} is a single value; nothing lies below it.")
    return read(whole, standing=True)


def _path(keys: tuple[str, ...]) -> str:
    return ".".join(key[:40] for key in keys)


def _merged(old: Json, new: Json) -> Json:
    """``new`` in the place of ``old``; tables keep the keys that ``new`` does not name."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return new
