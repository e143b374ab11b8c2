"""Corrects a position on either track: what may be named, who takes what by it, who hears of it."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Correct, Event, Json
from ...correcting import path_text, short
from ..board.items import collect
from ..edition import items_by_tile
from ..facts.arena import EMPTY, OFF, UNLIMITED, Log, replaced
from ..facts.full_situation import FullSituation
from ..facts.situation import ArenaSituation


def addressed(whole: dict[str, Json]) -> dict[str, Json]:
    """A position as corrections name its places: what lies on tiles by the tile, as piles come and go."""
    return {**whole, "items": items_by_tile(whole["items"])}


# --- the arena track -------------------------------------------------------------------------------------


def take_what_lies(s: ArenaSituation, before: Sequence[int], log: Log) -> None:
    """Let whoever stands on gems or Bloodstones by now take them (AK-GEM-01); ``before``: where everybody stood."""
    for seat, tile in enumerate(s.arena.tiles):
        if tile == OFF or tile == s.arena.omega:
            continue
        if tile != before[seat]:
            s.taken = replaced(s.taken, seat, 0)
            _take(s, seat, UNLIMITED, log)
        while any(s.arena.piles.get(tile, EMPTY)._replace(ylem=0)):  # collecting pauses after Dire (AK-GEM-08)
            _take(s, seat, 0, log)


def _take(s: ArenaSituation, seat: int, ylem_room: int, log: Log) -> None:
    taken = collect(s.arena, seat, log, ylem_room)
    s.taken = replaced(s.taken, seat, s.taken[seat] + taken.ylem)
    s.wounds = replaced(s.wounds, seat, min(s.wounds[seat] + taken.dire, s.lethal(seat) - 1))


# --- the full track --------------------------------------------------------------------------------------


def tell(before: FullSituation, after: FullSituation, action: Correct, log: Log) -> None:
    """Say what was set right; what is somebody's hidden cards only that seat hears (AK-CARD-04, AK-INSC-04)."""
    where = path_text(action.path) or "the whole position"
    data: dict[str, Json] = {"path": list(action.path), "value": action.value}
    text = f"The table sets {where} right: {short(action.value)}."
    owners = _owners(before, after, action)
    if not owners:
        log.append(Event("corrected", ("TABLE",), text, data))
    for seat in owners:  # what is about several is told in parts, so that nobody sees the whole of it
        told: dict[str, Json] = {"text": text, **data} if len(owners) == 1 else {}
        public = {"path": list(action.path)}
        log.append(Event("corrected", ("TABLE",), f"The table sets {where} right.", public, {seat: told}))


def _owners(before: FullSituation, after: FullSituation, action: Correct) -> tuple[str, ...]:
    """Return whose hidden cards a correction speaks of: one seat's alone, or everybody's where it reaches further."""
    path = action.path
    changed = _secrets(before) != _secrets(after)
    if len(path) > 1 and path[0] == "seats":
        hidden = changed or len(path) < 3 or path[2] in ("hand", "inscription")
        return (path[1],) if hidden else ()
    return after.settings.seats if changed or not path or path[0] in ("seats", "draw") else ()


def _secrets(s: FullSituation) -> Json:
    """Return what lies hidden in hands and slots."""
    return s.hands, [(mat.inscription, mat.known, mat.filled) for mat in s.mats]
