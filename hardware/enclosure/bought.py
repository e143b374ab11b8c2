"""What the enclosure needs that is not printed, and how much is printed: counted from dimensions and STL files."""

from __future__ import annotations

import math
from dataclasses import dataclass

from . import mesh
from .dimensions import OUT, Dimensions

DENSITY = 1.27e-3
"""Grams a cubic millimetre of PETG. Walls of 2 to 3 mm are all perimeter, so parts count as solid."""

WASTE = 1.15
"""What purges, brims and a failed part take."""

SPOOL_G = 1000.0

BLACK = ("tray", "strip", "port plate", "miniature base")
WHITE = ("grid",)
"""Groups of parts by the colour of their filament; the diffuser is a sheet of acrylic."""


@dataclass(frozen=True)
class Bought:
    """One position: a key of parts.toml's extras, pieces for one board, where they go."""

    key: str
    title: str
    pieces: int
    where: str


def screws(d: Dimensions) -> list[Bought]:
    """Screws, nuts, washers, feet and the diffuser's sheet for one board."""
    joints = (len(d.trays) - 1) * (sum(tiles - 1 for tiles in d.trays) + d.side)
    nuts = sum(d.held_by_nut(place) for place in d.screws())
    side = d.field + 2 * d.rim - 2 * d.gap
    return [
        Bought("M3x16", "screw M3 x 16, cylinder head", len(d.screws()) - nuts, "light grid, row board, tray"),
        Bought("M3x12", "screw M3 x 12, cylinder head", nuts + joints, "over the controller; between trays"),
        Bought("M3x12-csk", "screw M3 x 12, countersunk", len(d.edge_screws()), "edge strip"),
        Bought("M3x8", "screw M3 x 8, cylinder head", 4, "carrier of the controller"),
        Bought("M3x10", "screw M3 x 10, cylinder head", 2, "port plate"),
        Bought("M3-washer", "washer M3", 4, "carrier of the controller"),
        Bought("M3-nut", "nut M3", nuts + joints + 2, "with M3 x 12 and M3 x 10"),
        Bought("foot", "rubber foot 10 mm, self-adhesive", 16, "under the trays"),
        Bought("acrylic", f"opal acrylic {d.diffuser:g} mm, {side:.1f} mm square", 1, "diffuser"),
    ]


def grams(groups: tuple[str, ...]) -> float:
    """Filament for these groups of parts of one board, as if solid; one port plate of the two."""
    total = 0.0
    plates = 0
    for part in mesh.load_all(OUT):
        if part.group in groups and not (part.group == "port plate" and plates):
            plates += part.group == "port plate"
            total += part.count * mesh.volume(part.printed) * DENSITY
    return total


def all_of(d: Dimensions) -> list[Bought]:
    """The same with filament, in grams: a bill rounds them up to spools."""
    made = screws(d)
    for key, title, groups in (
        ("petg-black", "black PETG", BLACK),
        ("petg-white", "white PETG", WHITE),
    ):
        made.append(Bought(key, title, math.ceil(WASTE * grams(groups)), "grams with waste: " + ", ".join(groups)))
    return made
