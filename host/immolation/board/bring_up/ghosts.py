"""Patterns that a matrix with a bridged diode answers with a ghost, and which diode it was.

Three closed corners of a rectangle make the fourth read closed if the diode of the corner between them is bridged. A
staircase of tiles, each beside the next in turn in its row and in its column, has such a corner at every inner step,
and no fourth corner on the staircase itself: one pattern tests all of its diodes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .colour_readings import SIDE

Pattern = frozenset[int]


def staircases(most: int) -> list[Pattern]:
    """Patterns of at most ``most`` tiles (3 or more) that together test every diode of the matrix.

    Five closed staircases of twenty tiles do it; with fewer magnets they are laid piece by piece.
    """
    if most < 3:
        raise ValueError(f"{most} miniatures are too few: a pattern that shows a missing diode needs 3.")
    found: list[Pattern] = []
    for start in range(0, SIDE, 2):
        stairs = []
        for step in range(SIDE):
            stairs += [SIDE * step + (step + start) % SIDE, SIDE * step + (step + start + 1) % SIDE]
        if most >= len(stairs):
            found.append(frozenset(stairs))
            continue
        inner = most - 2
        around = stairs + stairs
        found += [frozenset(around[at : at + most]) for at in range(0, len(stairs), inner)]
    return found


def corners(pattern: Iterable[int], tile: int) -> frozenset[int]:
    """The tiles that read closed without being so if ``tile``'s diode is bridged and ``pattern`` is closed."""
    closed = frozenset(pattern)
    if tile not in closed:
        return frozenset()
    here_row, here_column = divmod(tile, SIDE)
    along = [other % SIDE for other in closed if other // SIDE == here_row and other != tile]
    across = [other // SIDE for other in closed if other % SIDE == here_column and other != tile]
    return frozenset(SIDE * row + column for row in across for column in along) - closed


def bridged(seen: Sequence[tuple[Pattern, frozenset[int]]]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the diodes that are bridged, and the ghosts that this does not explain.

    ``seen`` is, for each pattern, what was really closed and what else read closed.
    """
    guilty = set()
    for tile in range(SIDE * SIDE):
        shown = [(corners(closed, tile), extra) for closed, extra in seen]
        told = [(fourth, extra) for fourth, extra in shown if fourth]
        if told and all(fourth <= extra for fourth, extra in told):
            guilty.add(tile)
    rest: set[int] = set()
    for closed, extra in seen:
        if extra and not any(corners(closed, tile) & extra for tile in guilty):
            rest |= extra
    return frozenset(guilty), frozenset(rest)


def tested(seen: Sequence[tuple[Pattern, frozenset[int]]]) -> frozenset[int]:
    """The tiles whose diodes these patterns would have shown."""
    return frozenset(tile for closed, _ in seen for tile in closed if corners(closed, tile))
