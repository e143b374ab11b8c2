"""A situation as a plain dict, and corrections of it; knows the format, not the rules that bind it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..contract import TABLE, BadPosition, Correct, Json, Refusal
from ..correcting import merged
from ..house_rules import shown
from .effect import plain
from .pack import keywords_of
from .table import CHIMERA, Body, Log, Seat, Situation, report

OPEN = ("attached", "spells", "under", "lasting", "discard", "removed", "top", "cards", "text", "hand", "dice")
"""Tables of a position that may gain keys by a correction."""


def write(s: Situation) -> dict[str, Json]:
    """The whole situation, complete and stable: `reading.read` gives the same situation again."""
    chimera = s.chimera
    return {
        "ruleset": "red-rains",
        "chimera": s.pack.given,
        "aspects": s.pack.aspect_set,
        "level": s.settings.level,
        "campaign": s.settings.campaign,
        "players": s.settings.players,
        "options": s.settings.rules.values(),
        "stage": s.stage,
        "round": s.round,
        "first": s.first,
        "passes": s.passes,
        "stuck": list(s.stuck),
        "guards": s.guards,
        "phase": s.phase,
        "red_rains": s.red_rains,
        "rage": s.rage,
        "ultimate_exhaustion": s.ultimate_exhaustion,
        "chimera_card": {
            "life": chimera.life,
            "wounds": chimera.wounds,
            "exhaustion": chimera.exhaustion,
            "attached": dict(chimera.attached),
            "spells": dict(chimera.spells),
            "under": dict(chimera.under),
            "lasting": dict(chimera.lasting),
            "dice": chimera.dice,
        },
        "empties": s.empties,
        "fatigued": s.fatigued,
        "discard": dict(s.discard),
        "removed": dict(s.removed),
        "out": s.out,
        "top": dict(s.top),
        "hand": dict(s.hand) if s.hand is not None else None,
        "seats": {name: _seat(s, seat) for name, seat in s.seats_of.items()},
        "aside": [_elsewhere(body) for body in s.aside],
        "dying": [_elsewhere(body) for body in s.dying],
        "serial": s.serial,
        "stack": [plain(frame) for frame in s.stack],
    }


def _seat(s: Situation, seat: Seat) -> dict[str, Json]:
    body = seat.body
    return {
        "name": body.name,
        "life": body.life,
        "attack": body.attack,
        "wounds": body.wounds,
        "exhaustion": body.exhaustion,
        "attached": dict(body.attached),
        "spells": dict(body.spells),
        "under": dict(body.under),
        "lasting": dict(body.lasting),
        "text": dict(body.keywords),
        "dice_on": body.dice,
        "guard_used": seat.guard_used,
        "battlefield": seat.battlefield,
        "dice": dict(seat.dice) if seat.dice is not None else None,
        "cards": dict(seat.cards) if seat.cards is not None else None,
        "units": [card(unit) for unit in seat.units],
        "facing": [card(body) for body in s.fields[seat.name]],
    }


def card(body: Body) -> dict[str, Json]:
    """A card on a battlefield; an aspect by its id, or by its back alone while nobody has seen it."""
    facts: dict[str, Json] = {"ref": body.ref, "column": body.column}
    if body.kind == "aspect":
        if body.card is not None:
            facts["card"] = body.card.id
        else:
            facts["blood"] = body.blood
        facts["up"] = body.up
        if body.card is not None and body.keywords != keywords_of(body.card):
            facts["text"] = dict(body.keywords)
    else:
        facts |= {
            "name": body.name,
            "attack": body.attack,
            "life": body.life,
            "recover": body.recover,
            "text": dict(body.keywords),
            "notes": list(body.notes),
        }
    facts |= {
        "wounds": body.wounds,
        "exhaustion": body.exhaustion,
        "status": body.status,
        "dice": body.dice,
        "attached": dict(body.attached),
        "spells": dict(body.spells),
        "under": dict(body.under),
        "lasting": dict(body.lasting),
    }
    if body.owner not in (CHIMERA, body.side):
        facts["owner"] = body.owner
    return facts


def _elsewhere(body: Body) -> dict[str, Json]:
    """A card that has left its battlefield, with where it was."""
    return {**card(body), "side": body.side, "home": body.home}


# --- corrections -----------------------------------------------------------------------------------------


def check_correct(s: Situation, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that can be."""
    if action.seat != TABLE:
        return Refusal("TABLE", f"Only the seat '{TABLE}' sets things right, not {shown(action.seat)}.")
    try:
        _corrected(s, action)
    except BadPosition as error:
        return Refusal("TABLE", str(error))
    return None


def do_correct(s: Situation, action: Correct, log: Log) -> None:
    """Set one thing right, in the sight of all."""
    made = _corrected(s, action)
    made.copy_of(s)
    where = _path(action.path) or "the whole position"
    text = f"The table sets {where} right: {_short(action.value)}."
    report(log, "corrected", "TABLE", text, path=list(action.path), value=action.value)


def _short(value: Json) -> str:
    said = msgspec.json.encode(value).decode()
    return said if len(said) <= 60 else said[:57] + "..."


def _corrected(s: Situation, action: Correct) -> Situation:
    """A new situation with ``value`` at ``path``; tables merge, so that two facts can change at once."""
    from .reading import read

    whole: Any = write(s)
    try:
        msgspec.json.encode(action.value)
    except (TypeError, ValueError, RecursionError):
        raise BadPosition("A correction's value must be JSON.") from None
    if not action.path:
        whole = merged(whole, action.value)
        if not isinstance(whole, dict):
            raise BadPosition("The whole position can only be set to a table of keys.")
        return read(whole)
    place: Any = whole
    for depth, key in enumerate(action.path):
        last = depth == len(action.path) - 1
        here = _path(action.path[: depth + 1])
        if isinstance(place, dict):
            free = last and depth > 0 and action.path[depth - 1] in OPEN
            free = free or (
                last and depth > 2 and action.path[depth - 2] in ("units", "facing") and key in ("card", "blood")
            )
            if key not in place and not free:
                raise BadPosition(f"{here}: there is no such place; see the position's keys.")
            if last:
                _turned_over(place, key)
                place[key] = merged(place.get(key), action.value)
            else:
                place = place[key]
        elif isinstance(place, list):
            if not key.isdecimal() or len(key) > 4 or int(key) > len(place) or (int(key) == len(place) and not last):
                raise BadPosition(f"{here}: the list has {len(place)} entries, from 0.")
            if last and int(key) == len(place):
                place.append(action.value)
            elif last:
                place[int(key)] = merged(place[int(key)], action.value)
            else:
                place = place[int(key)]
        else:
            raise BadPosition(f"{_path(action.path[:depth])} is a single value; nothing lies below it.")
    return read(whole)


def _turned_over(place: dict[str, Any], key: str) -> None:
    """Naming the card of a face-down aspect replaces its back, and the other way round."""
    if key == "card":
        place.pop("blood", None)
    elif key == "blood":
        place.pop("card", None)


def _path(keys: tuple[str, ...]) -> str:
    return ".".join(key[:40] for key in keys)[:200]
