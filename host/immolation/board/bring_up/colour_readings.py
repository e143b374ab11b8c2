"""Reads which colours a board shows, as a person or a program names them."""

from __future__ import annotations

from collections.abc import Iterable

SIDE = 10
TILES = SIDE * SIDE
ALL = tuple(range(TILES))

Sight = tuple[str, ...]
"""The colour of each tile, by name."""

DARK = "dark"
COLOURS = {"red": 0xFF0000, "green": 0x00FF00, "blue": 0x0000FF, "white": 0xFFFFFF}
_BY_PARTS = {1: "red", 2: "green", 4: "blue", 3: "yellow", 5: "magenta", 6: "cyan", 7: "white"}
NAMES = (DARK, *_BY_PARTS.values())

FAINT = 6
"""A channel below this is the rest of a dimmed frame, not a light."""


def sight(tiles: Iterable[int], colour: str) -> Sight:
    """These tiles in one colour, all others dark."""
    lit = frozenset(tiles)
    return tuple(colour if tile in lit else DARK for tile in ALL)


def from_pixels(frame: bytes) -> Sight:
    """Colours of a frame of 300 bytes, red, green and blue of each tile."""
    return tuple(_name(frame[3 * tile : 3 * tile + 3]) for tile in ALL)


def _name(pixel: bytes) -> str:
    brightest = max(pixel)
    if brightest < FAINT:
        return DARK
    parts = sum(1 << place for place, value in enumerate(pixel) if 2 * value >= brightest)
    return _BY_PARTS[parts]


def lit(seen: Sight) -> frozenset[int]:
    """The tiles that are not dark."""
    return frozenset(tile for tile in ALL if seen[tile] != DARK)


def row(number: int) -> tuple[int, ...]:
    """The tiles of a row."""
    return tuple(range(SIDE * number, SIDE * number + SIDE))


def column(number: int) -> tuple[int, ...]:
    """The tiles of a column."""
    return tuple(range(number, TILES, SIDE))
