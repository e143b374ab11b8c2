"""Lights who is asked: what belongs to a seat breathes while the table waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ..contract import Action, Json, Layer

SEVERAL: Final = 0xFFFFFF
"""Colour where more than one seat is asked: one layer has one colour, and a scene has 16 layers."""


def asked_light(
    view: Mapping[str, Json],
    actions: Sequence[Action],
    tiles_of: Callable[[str], Iterable[int]],
    *,
    priority: int,
    opacity: int = 255,
) -> Layer:
    """Let the tiles of the seats that may take one of ``actions`` breathe, in a seat's own colour if it is one alone.

    Where nobody at the table is asked (a bot plays, or a window is open that must not be lit), whose turn it is.
    ``tiles_of`` gives the tiles of a seat, none if it has nothing on the board; those below 0 are no tiles.
    """
    seats = [seat for seat in view["seats"] if any(action.seat == seat for action in actions)]
    if not seats and view["turn"] is not None:
        seats = [view["turn"]]
    tiles = sorted({tile for seat in seats for tile in tiles_of(seat) if tile >= 0})
    colour = view["seats"][seats[0]]["colour"] if len(seats) == 1 else SEVERAL
    return Layer("pulse", colour, tuple(tiles), priority=priority, speed=50, opacity=opacity)
