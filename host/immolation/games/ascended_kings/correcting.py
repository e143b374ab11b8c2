"""A position with one place in it set right, as plain JSON; knows the shape of JSON, not what a position means."""

from __future__ import annotations

from typing import Any

import msgspec

from ..contract import BadPosition, Correct, Json
from ..correcting import merged


def corrected(whole: dict[str, Json], action: Correct, growing: tuple[str, ...]) -> dict[str, Json]:
    """``whole`` with ``value`` at ``path``; tables merge, so that two facts can change at once.

    ``growing``: keys whose tables may get new entries. ``whole`` is changed. Raises BadPosition naming the place.
    """
    try:
        msgspec.json.encode(action.value)
    except (TypeError, ValueError, RecursionError):
        raise BadPosition("A correction's value must be JSON.") from None
    if not action.path:
        made = merged(whole, action.value)
        if not isinstance(made, dict):
            raise BadPosition("The whole position can only be set to a table of keys.")
        return made
    place: Any = whole
    for depth, key in enumerate(action.path):
        last = depth == len(action.path) - 1
        if isinstance(place, dict):
            if key not in place and not (last and action.path[0] in growing):
                raise BadPosition(
                    f"{path_text(action.path[: depth + 1])}: there is no such place; see the position's keys."
                )
            if last:
                place[key] = merged(place.get(key), action.value)
            else:
                place = place[key]
        elif isinstance(place, list):
            if not key.isdecimal() or int(key) >= len(place):
                raise BadPosition(f"{path_text(action.path[: depth + 1])}: the list has {len(place)} entries, from 0.")
            if last:
                place[int(key)] = merged(place[int(key)], action.value)
            else:
                place = place[int(key)]
        else:
            raise BadPosition(f"{path_text(action.path[:depth])} is a single value; nothing lies below it.")
    return whole


def path_text(keys: tuple[str, ...]) -> str:
    """A path for a sentence."""
    return ".".join(key[:40] for key in keys)


def short(value: Json) -> str:
    """A value for a sentence, cut where it grows long."""
    shown = msgspec.json.encode(value).decode()
    return shown if len(shown) <= 60 else shown[:57] + "..."
