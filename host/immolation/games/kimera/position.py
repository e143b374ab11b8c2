"""A situation as a plain dict, and corrections of it; knows the format, not the rules that bind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from ..contract import TABLE, Correct, Json, Refusal
from ..correcting import path_text, refusal, set_right, short
from .reading import design_facts, read_with
from .situation import Gear, Log, Mount, Situation, report

SPARSE = ("leaders", "spoken")
"""Tables of a position in which a correction may name a key that is not there yet."""


def write(s: Situation) -> dict[str, Json]:
    """The whole situation, complete and stable: `reading.read` gives the same situation again."""
    made: dict[str, Json] = {
        "ruleset": "kimera",
        "options": s.settings.rules.values(),
        "rounds": s.settings.rounds,
        "round": s.round,
        "seats": {seat: _seat(s, mount) for seat, mount in s.mounts.items()},
        "leaders": {side: s.leaders.get(side) for side in s.settings.sides},
        "deck": [card for card, count in s.deck.items() for _ in range(count)],
        "discard": list(s.discard),
        "pool": list(s.pool),
        "given": list(s.given),
        "spoken": {seat: s.spoken[seat] for seat in s.mounts if seat in s.spoken},
        "stack": msgspec.json.decode(msgspec.json.encode(s.stack)),
        "result": msgspec.to_builtins(s.result) if s.result is not None else None,
    }
    if s.result is not None:
        made["result"]["winners"] = list(s.result.winners)
    if s.settings.custom:
        made["cards"] = [
            {**msgspec.to_builtins(card), "symbols": list(card.symbols)} for card in s.settings.cards.values()
        ]
    return made


def _seat(s: Situation, mount: Mount) -> dict[str, Json]:
    return {
        **design_facts(s.settings.designs[mount.seat]),
        "team": s.settings.teams[mount.seat],
        "defeated": not mount.alive,
        "balance": mount.balance,
        "off": mount.off,
        "initiative": mount.initiative,
        "revealed": mount.revealed,
        "prepared": mount.prepared,
        "full_recovery": mount.barred,
        "stands_down": mount.down,
        "holds": mount.holds or None,
        "hand": list(mount.hand),
        "wounds": [{"card": wound.card, "pick": wound.pick, "spent": wound.spent} for wound in mount.wounds],
        "edges": [_gear(gear) for gear in mount.edges],
        "shield": _gear(mount.shield) if mount.shield else None,
        "weapons": [_gear(gear) for gear in mount.weapons],
        "lingering": [{"by": heal.by, "cards": list(heal.cards)} for heal in mount.lingering],
    }


def _gear(gear: Gear) -> dict[str, Json]:
    return {"gem": gear.gem, "card": gear.card, "paid": gear.paid}


_SECRET: Final = frozenset(("hand", "prepared", "deck", "lingering", "stack"))
"""Keys whose values not everybody may read."""


def _hides(value: Json) -> bool:
    """True if a secret lies somewhere in a corrected value."""
    if isinstance(value, Mapping):
        return any(key in _SECRET or _hides(inner) for key, inner in value.items())
    return isinstance(value, (list, tuple)) and any(_hides(inner) for inner in value)


# --- corrections ------------------------------------------------------------------------------------------


def check_correct(s: Situation, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that can be read."""
    return refusal(action, lambda: _corrected(s, action))


def do_correct(s: Situation, action: Correct, log: Log) -> None:
    """Set one thing right. What is hidden is told to its owner alone, and to nobody where it is not one seat's."""
    made = _corrected(s, action)
    s.become(made)
    where = path_text(action.path) or "the whole position"
    if not action.path or _SECRET & set(action.path) or _hides(action.value):
        one = len(action.path) > 2 and action.path[0] == "seats" and action.path[2] in ("hand", "prepared")
        told = {"path": list(action.path), "value": action.value}
        own: dict[str, dict[str, Json]] = {action.path[1]: told} if one else {TABLE: {}}
        report(log, "corrected", ("TABLE",), f"The table sets {where} right.", own, path=list(action.path))
        return
    text = f"The table sets {where} right: {short(action.value)}."
    report(log, "corrected", ("TABLE",), text, path=list(action.path), value=action.value)


def _corrected(s: Situation, action: Correct) -> Situation:
    """A new situation with ``value`` at ``path``."""
    whole = set_right(write(s), action, lambda path: path[0] in SPARSE)
    named = action.path[:1] or tuple(action.value)
    return _read(s, whole, "deck" in named)


def _read(s: Situation, whole: Mapping[str, Json], deck_too: bool) -> Situation:
    """Read the whole again; a card put somewhere else comes out of the deck, unless the deck itself is set right."""
    given = dict(whole)
    given.pop("cards", None)
    if not deck_too:
        given.pop("deck", None)
    return read_with(given, tuple(s.settings.cards.values()), s.settings.custom)
