"""Counts what the enclosure needs that is bought, from its dimensions, and what is printed, from the STL files."""

from __future__ import annotations

import math
from dataclasses import dataclass

from . import lines, mesh, places
from .dimensions import OUT, Dimensions

DENSITY = 1.27e-3
"""Grams a cubic millimetre of PETG. Walls of 2 to 3 mm are all perimeter, so parts count as solid."""

WASTE = 1.15
"""Factor for purges, brims and a failed part."""

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


def uses(d: Dimensions) -> list[Bought]:
    """Screws, nuts, washers, feet and sheet for one board, each with the one place where it goes."""
    joints, nuts = len(places.joint_screws(d)), sum(d.held_by_nut(place) for place in d.screws())
    clamps, ports = len(places.clamps(d)), len(places.port_screws(d))
    side, _ = lines.sheet(d)
    return [
        Bought("M3x16", "screw M3 x 16, cylinder head", len(d.screws()) - nuts, "light grid"),
        Bought("M3x12", "screw M3 x 12, cylinder head", nuts, "light grid over the controller"),
        Bought("M3x12", "screw M3 x 12, cylinder head", joints, "between trays"),
        Bought("M3x12-csk", "screw M3 x 12, countersunk", len(d.edge_screws()), "edge strip"),
        Bought("M3x8", "screw M3 x 8, cylinder head", clamps, "controller"),
        Bought("M3x10", "screw M3 x 10, cylinder head", ports, "port plate"),
        Bought("M3-washer", "washer M3", clamps, "controller"),
        Bought("M3-nut", "nut M3", joints, "between trays"),
        Bought("M3-nut", "nut M3", nuts, "under the row boards over the controller"),
        Bought("M3-nut", "nut M3", ports, "port plate"),
        Bought("foot", "rubber foot 10 mm, self-adhesive", len(places.feet(d)), "feet"),
        Bought("acrylic", f"opal acrylic {d.diffuser:g} mm, {side:.1f} mm square", 1, "diffuser"),
    ]


def screws(d: Dimensions) -> list[Bought]:
    """The same with one row for each kind, as it is bought."""
    rows: dict[str, list[Bought]] = {}
    for use in uses(d):
        rows.setdefault(use.key, []).append(use)
    return [
        Bought(key, of[0].title, sum(use.pieces for use in of), "; ".join(use.where for use in of))
        for key, of in rows.items()
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
    """Add filament, in grams: a bill rounds them up to spools."""
    made = screws(d)
    for key, title, groups in (
        ("petg-black", "black PETG", BLACK),
        ("petg-white", "white PETG", WHITE),
    ):
        made.append(Bought(key, title, math.ceil(WASTE * grams(groups)), "grams with waste: " + ", ".join(groups)))
    return made
