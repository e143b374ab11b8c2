"""Colours that everybody tells apart: for each hue one that protanopia, deuteranopia and tritanopia keep.

The seven were searched for so that they, white and black lie as far from each other as they can in OKLab, seen as each
of the three kinds sees them (Machado, Oliveira and Fernandes 2009), and lights of a game that shine together in
CIEDE2000.
"""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

HUES: Final = (
    (14, 0x802712),  # up to this hue in degrees: a dark red
    (40, 0xD98128),  # orange, which fire becomes
    (75, 0xFFCC00),  # yellow
    (170, 0x2CC5B2),  # mint for green
    (205, 0x1E8077),  # dark teal for cyan
    (262, 0x4336A2),  # blue
    (341, 0xA361D5),  # purple, and pink
    (360, 0x802712),  # crimson
)

BRIGHT: Final = 0.6
"""Value of a colour from which on it is as bright as its substitute; darker ones, embers say, stay darker."""

GREY: Final = 0.25
"""Saturation up to which a colour is a grey, which everybody sees as it is."""


@lru_cache(maxsize=1024)
def distinct(colour: int) -> int:
    """The colour, as 0xRRGGBB, that stands for ``colour`` where hues must be told apart."""
    red, green, blue = ((colour >> shift & 0xFF) / 255 for shift in (16, 8, 0))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation <= GREY:
        return colour
    safe = next(safe for up_to, safe in HUES if hue * 360 <= up_to)
    part = min(1.0, value / BRIGHT)
    return sum(round((safe >> shift & 0xFF) * part) << shift for shift in (16, 8, 0))


def recoloured(record: Any) -> Any:
    """JSON with every ``colour`` in it replaced by `distinct`."""
    if isinstance(record, Mapping):
        return {key: _safe(value) if key == "colour" else recoloured(value) for key, value in record.items()}
    if isinstance(record, list | tuple):
        return [recoloured(each) for each in record]
    return record


def _safe(colour: Any) -> Any:
    """A colour as views have it, a number or ``#rrggbb``; what is none stays."""
    if type(colour) is int:
        return distinct(colour)
    if isinstance(colour, str) and len(colour) == 7 and colour.startswith("#"):
        return f"#{distinct(int(colour[1:], 16)):06x}"
    return colour
