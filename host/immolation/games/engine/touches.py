"""Lays answers that no movement shows onto tiles of the board: a miniature touches the tile and comes back.

Also measures the way from tile to tile.
"""

from __future__ import annotations

from collections.abc import Collection

from ..contract import Action, Gesture

SIDE = 10
"""Tiles along an edge of the board."""


def touch(action: Action, tile: int, hand: int | None, occupied: Collection[int]) -> Gesture:
    """The touch of ``tile`` by the miniature on ``hand``, or by any that is off the board where that is None.

    What stands on the tile already is lifted and put back instead.
    """
    if tile in occupied:
        return Gesture(action, (tile,), (tile,), back=True)
    return Gesture(action, () if hand is None else (hand,), (tile,), back=True)


def beside(centre: int, count: int, closed: Collection[int]) -> tuple[int, ...]:
    """The ``count`` tiles nearest to ``centre`` that are not ``closed``, no two of them next to each other.

    A hand that slides from one to another crosses a tile between them. Fewer where there are not so many.

        >>> beside(44, 2, {44}), beside(0, 2, {0, 1})
        ((33, 35), (10, 2))
    """
    found: list[int] = []
    for tile in sorted(range(SIDE * SIDE), key=lambda tile: (apart(centre, tile), tile)):
        if tile != centre and tile not in closed and all(apart(tile, other) > 1 for other in found):
            found.append(tile)
            if len(found) == count:
                break
    return tuple(found)


def apart(one: int, other: int) -> int:
    """King's steps from tile to tile."""
    return max(abs(one // SIDE - other // SIDE), abs(one % SIDE - other % SIDE))


def way_between(start: int, end: int) -> tuple[int, ...]:
    """Tiles from one to the other, first down or up the board and then along, diagonally where both are due."""
    row, column = divmod(start, SIDE)
    to_row, to_column = divmod(end, SIDE)
    found = [start]
    while (row, column) != (to_row, to_column):
        row += (to_row > row) - (to_row < row)
        column += (to_column > column) - (to_column < column)
        found.append(SIDE * row + column)
    return tuple(found)
