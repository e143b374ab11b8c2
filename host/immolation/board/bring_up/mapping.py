"""Explains why tiles answer for other tiles: whole rows and columns, single pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from .colour_readings import SIDE, TILES

MOST = 0.6
"""A row counts as exchanged if this part of its tiles says so: the rest may be broken as well."""

LEAST = 3
"""And no fewer tiles than this, where a line has so many."""

Way = Callable[[int, int], tuple[int, int]]

END = SIDE - 1
WHOLE: dict[str, Way] = {
    "turned": lambda row, column: (column, row),
    "upside down": lambda row, column: (END - row, column),
    "mirrored": lambda row, column: (row, END - column),
    "half a turn round": lambda row, column: (END - row, END - column),
    "a quarter turn left": lambda row, column: (column, END - row),
    "a quarter turn right": lambda row, column: (END - column, row),
    "turned about the other diagonal": lambda row, column: (END - column, END - row),
    "every odd row reversed": lambda row, column: (row, END - column if row % 2 else column),
    "every even row reversed": lambda row, column: (row, column if row % 2 else END - column),
    "every odd column reversed": lambda row, column: (END - row if column % 2 else row, column),
    "every even column reversed": lambda row, column: (row if column % 2 else END - row, column),
}
"""Ways in which a whole board can be read or wired: from a tile's row and column to those that it answers for."""


class Explained(msgspec.Struct):
    """The reasons why ``mapping`` is not one to one. Every entry of it is explained by exactly one of these."""

    whole: str = ""
    """A key of WHOLE, if that explains (nearly) everything."""

    rows: list[tuple[int, ...]] = []
    """Rows exchanged among themselves: each answers as the next one, the last as the first."""

    columns: list[tuple[int, ...]] = []
    reversed_rows: list[int] = []
    pairs: list[tuple[int, int]] = []
    singles: dict[int, int] = {}
    full: list[int] = []
    """What each tile answers for, guessed for silent ones from the rest of their row or column."""


def explain(mapping: Mapping[int, int]) -> Explained:
    """Explain ``mapping``: for each tile that was seen to answer, the tile that it answered for."""
    found = Explained(full=list(range(TILES)))
    moved = {tile: other for tile, other in mapping.items() if tile != other}
    if not moved:
        return found
    for name, way in WHOLE.items():
        as_named = {tile for tile, other in mapping.items() if _tile(way, tile) == other}
        if len(as_named) >= 0.9 * len(mapping) and len(as_named & moved.keys()) > 2 * SIDE:
            found.whole = name
            found.full = [_tile(way, tile) for tile in range(TILES)]
            moved = {tile: other for tile, other in moved.items() if found.full[tile] != other}
            break
    else:
        _lines(found, mapping, moved)
    answered = set(mapping.values())
    for tile, other in sorted(moved.items()):
        if moved.get(other) == tile:
            if tile < other:
                found.pairs.append((tile, other))
        elif other not in mapping and tile not in answered:  # the other one is silent: most likely they are exchanged
            found.pairs.append((min(tile, other), max(tile, other)))
            found.full[other] = tile
        else:
            found.singles[tile] = other
        found.full[tile] = other
    return found


def _tile(way: Way, tile: int) -> int:
    row, column = way(*divmod(tile, SIDE))
    return SIDE * row + column


def _lines(found: Explained, mapping: Mapping[int, int], moved: dict[int, int]) -> None:
    """Take out of ``moved`` what whole rows and columns explain."""
    rows = _line_map(mapping, lambda tile: divmod(tile, SIDE))
    columns = _line_map(mapping, lambda tile: (tile % SIDE, tile // SIDE))
    for row in range(SIDE):
        tiles = [tile for tile in mapping if tile // SIDE == row]
        back = [tile for tile in tiles if mapping[tile] == SIDE * row + END - tile % SIDE]
        if row not in rows and len(back) >= max(LEAST, MOST * len(tiles)):
            found.reversed_rows.append(row)
            for place in range(SIDE):
                found.full[SIDE * row + place] = SIDE * row + END - place
    found.rows = _cycles(rows)
    found.columns = _cycles(columns)
    for cycle in found.rows:
        for row in cycle:
            for place in range(SIDE):
                found.full[SIDE * row + place] = SIDE * rows.get(row, row) + place
    for cycle in found.columns:
        for column in cycle:
            for row in range(SIDE):
                at = SIDE * row + column
                found.full[at] = found.full[at] // SIDE * SIDE + columns.get(column, column)
    for tile, other in list(moved.items()):
        if found.full[tile] == other:
            del moved[tile]


def _line_map(mapping: Mapping[int, int], split: Callable[[int], tuple[int, int]]) -> dict[int, int]:
    """Return the line that each line's tiles answer as, where most of them agree and keep their place along it."""
    found = {}
    for line in range(SIDE):
        tiles = [tile for tile in mapping if split(tile)[0] == line]
        votes = Counter(
            split(mapping[tile])[0] for tile in tiles if split(mapping[tile])[1] == split(tile)[1]
        ).most_common(1)
        if votes and votes[0][1] >= max(min(LEAST, len(tiles)), MOST * len(tiles)):
            found[line] = votes[0][0]
    return {line: other for line, other in found.items() if line != other}


def _cycles(lines: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Lines exchanged among themselves, each group once; a line whose partner says nothing is grouped with it."""
    found = []
    left = set(lines)
    for line in sorted(lines):
        if line not in left:
            continue
        group = [line]
        while lines.get(group[-1], line) not in group:
            group.append(lines[group[-1]])
        left -= set(group)
        found.append(tuple(group))
    return found
