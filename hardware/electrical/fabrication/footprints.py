"""Footprints that KiCad's libraries do not have, drawn from parts.toml.

They are for importing the netlists into KiCad; on a perfboard nobody needs their exact places.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..source import HARDWARE, Catalogue, Pin

FOLDER = HARDWARE / "footprints" / "Immolation.pretty"

LIBRARY = "Immolation"

PITCH = 2.54
ROWS_APART = 22.86
"""Between the two rows of pins of an ESP32-S3-DevKitC-1; wider ones are sold under the name, measure yours."""

PICO_ROWS_APART = 17.78


def all_files(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Every footprint of the library `Immolation`: file name, text."""
    places = {
        "Pixel_10mm": _round,
        "Reed_Upright_P5.08mm": lambda at, count: (5.08 * at, 0.0),
        "ESP32-S3-DevKitC-1": _two_rows,
        "RaspberryPi_Pico_TH": _round_trip,
    }
    for part in catalogue.parts.values():
        library, name = part.footprint.split(":")
        if library == LIBRARY:
            yield f"{name}.kicad_mod", _text(name, part.title, part.pins, places[name])


def _round(at: int, count: int) -> tuple[float, float]:
    """Wires round a pixel of 10 mm."""
    turn = 2 * math.pi * at / count
    return round(3.8 * math.cos(turn), 2), round(3.8 * math.sin(turn), 2)


def _two_rows(at: int, count: int) -> tuple[float, float]:
    """Pin 1 at the upper left, the second row counted downwards as well, as parts.toml numbers them."""
    half = count // 2
    return (0.0, PITCH * at) if at < half else (ROWS_APART, PITCH * (at - half))


def _round_trip(at: int, count: int) -> tuple[float, float]:
    """Down one side and up the other, as a Pico's pins are numbered; debug pins, if any, follow below."""
    if at < 20:
        return 0.0, PITCH * at
    return (PICO_ROWS_APART, PITCH * (39 - at)) if at < 40 else (PITCH * (at - 40), PITCH * 21)


def _text(name: str, title: str, pins: tuple[Pin, ...], place: object) -> str:
    lines = [
        f'(footprint "{name}" (version 20211014) (generator immolation) (layer "F.Cu")',
        f'  (descr "{title}")',
        "  (attr through_hole)",
        '  (fp_text reference "REF**" (at 0 -8) (layer "F.SilkS") (effects (font (size 1 1) (thickness 0.15))))',
        f'  (fp_text value "{name}" (at 0 8) (layer "F.Fab") (effects (font (size 1 1) (thickness 0.15))))',
    ]
    for at, pin in enumerate(pins):
        x, y = place(at, len(pins))  # type: ignore[operator]
        shape = "rect" if at == 0 else "oval"
        lines.append(
            f'  (pad "{pin.number}" thru_hole {shape} (at {x:g} {y:g}) (size 1.7 1.7) (drill 1) (layers *.Cu *.Mask))'
        )
    return "\n".join(lines) + "\n)\n"
