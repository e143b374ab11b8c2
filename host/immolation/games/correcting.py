"""Sets one thing of a position right; knows no ruleset. For rulesets without cares of their own about corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from .contract import TABLE, BadPosition, Correct, Json, Refusal, State

Kind = TypeVar("Kind", bound=State)


def merged(old: Json, new: Json) -> Json:
    """``new`` in the place of ``old``; tables keep the keys that ``new`` does not name."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}
    return new


def corrected(state: Kind, action: Correct) -> Kind | Refusal:
    """A new state with ``action.value`` at ``action.path`` of the position, or why that cannot be.

    Only places that exist are set; whether the result can be is for ``Game.from_position``.
    """
    if action.seat != TABLE:
        return Refusal(TABLE.upper(), f"Only the seat '{TABLE}' sets things right, not '{action.seat[:40]}'.")
    whole: Any = {"": state.position()}
    place, last = whole, ""
    for key in action.path:
        place, last = place[last], key
        if isinstance(place, list) and key.isascii() and key.isdecimal() and len(key) < 5:
            last = int(key)  # type: ignore[assignment]
        there = last in place if isinstance(place, dict) else isinstance(last, int) and last < len(place)
        if not isinstance(place, (dict, list)) or not there:
            return Refusal("TABLE", f"There is no place '{'.'.join(each[:40] for each in action.path[:8])}'.")
    place[last] = action.value
    try:
        msgspec.json.encode(action.value)
        return state.game.from_position(whole[""])  # type: ignore[return-value]
    except BadPosition as error:
        return Refusal("TABLE", str(error))
    except (TypeError, ValueError, RecursionError):
        return Refusal("TABLE", "A correction's value must be JSON.")
