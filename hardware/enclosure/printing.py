"""Says how each part is printed, how heavy it is and how long it takes. Measures the STL files, draws nothing."""

from __future__ import annotations

import math

from . import bought, mesh
from .bought import BLACK, DENSITY, SPOOL_G, WASTE, WHITE
from .dimensions import OUT, Dimensions
from .places import PORT_WINDOW

FLOW = 9.0
"""Cubic millimetres a second, mean over a whole part: 0.4 mm nozzle, 0.2 mm layers, 80 mm/s."""

SETTLE = 8 * 60
"""Seconds a plate for heating, levelling and taking off."""

SETTINGS = {
    "tray": ("black PETG", "0.2 mm layers, 4 walls, 15 % infill, no supports; brim of 5 mm against lifting corners"),
    "grid": ("white PETG", "0.2 mm layers, 4 walls, no supports; white gives light back, black swallows half of it"),
    "strip": ("black PETG", "numbers down on the bed, 0.2 mm layers, 4 walls, no supports; smooth or textured sheet"),
    "diffuser": ("natural or white PETG", "only without laser-cut acrylic: 0.2 mm layers, 100 % infill, no supports"),
    "port plate": ("black PETG", "flat, 0.2 mm layers; one of the two, for your controller"),
    "miniature base": ("any", "0.2 mm layers, pocket up; put the magnets in after printing"),
}


def page(d: Dimensions) -> str:
    """A table for people who print it: every file with its true size, then what a group takes of filament and time."""
    rows: dict[str, list[mesh.Placed]] = {}
    for part in mesh.load_all(OUT):
        rows.setdefault(part.group, []).append(part)
    out = [
        "# Printing",
        "",
        f"Every part fits a bed of {d.bed:g} mm with {d.bed_margin:g} mm to spare a side. PETG: LEDs and sun warm a "
        "closed box past what PLA bears; ASA works as well.",
        "",
        "| parts | pieces | material | g | hours |",
        "|---|---|---|---|---|",
    ]
    whole, hours = 0.0, 0.0
    for group, members in rows.items():
        chosen = members[:1] if group == "port plate" else members
        pieces = sum(part.count for part in chosen)
        grams = sum(part.count * mesh.volume(part.printed) for part in chosen) * DENSITY
        plates = 1 if group in ("port plate", "miniature base") else len(chosen)
        time = (grams / DENSITY / FLOW + plates * SETTLE) / 3600
        least = f"{time:.0f}" if time >= 2 else f"{time:.1f}"
        out.append(f"| {group} | {pieces} | {SETTINGS[group][0]} | {grams:.0f} | {least} |")
        if group != "diffuser":
            whole, hours = whole + grams, hours + time
    black, white = (math.ceil(WASTE * bought.grams(groups) / SPOOL_G) for groups in (BLACK, WHITE))
    out += [
        "",
        f"With a laser-cut diffuser: {whole / 1000:.1f} kg and about {hours:.0f} hours; buy {black} kg of black and "
        f"{white} kg of white. "
        f"Basis: volume of the STL files as if solid, {1000 * DENSITY:.2f} g/cm3, {FLOW:g} mm3/s over a whole part, "
        f"{SETTLE // 60} minutes a plate. A fast printer (20 mm3/s) needs half of it. Estimated, not printed.",
        "",
    ]
    out += [f"- **{group}**: {how}." for group, (_, how) in SETTINGS.items()]
    out += [
        f"- **{_windowed(d)}**: the window's upper edge is a bridge of {PORT_WINDOW[0]:g} mm: slow, full fan, or let "
        "the slicer put a support under this one edge. The port plate hides it.",
        "",
        "## Files",
        "",
        f"Sizes as they lie on the bed, in mm. The outer trays carry the board's wall and are "
        f"{_high(rows, 'tray')[-1]:g} mm high; the one in the middle is as high as its posts, "
        f"{_high(rows, 'tray')[0]:g} mm.",
        "",
        "| file in `stl/` | width | depth | height |",
        "|---|---|---|---|",
        *(
            f"| {', '.join(names)} | {wide:g} | {deep:g} | {high:g} |"
            for (wide, deep, high), names in _by_size(rows).items()
        ),
        "",
        "## To be bought",
        "",
        "| what | pieces | where |",
        "|---|---|---|",
        *(f"| {row.title} | {row.pieces} | {row.where} |" for row in bought.screws(d)),
        "",
        "Screws, nuts and washers of A4 steel or brass: other steel beside a sensor bends the field. Standards and "
        "prices stand in the bills of materials (`hardware/out/bom`). Between two trays every second screw holds as "
        "well.",
        "",
    ]
    return "\n".join(out)


def _lies(part: mesh.Placed) -> tuple[float, float, float]:
    """Width, depth and height of a part on the bed, in tenths of a millimetre."""
    wide, deep, high = (round(length, 1) for length in mesh.size(part.printed))
    return wide, deep, high


def _high(rows: dict[str, list[mesh.Placed]], group: str) -> list[float]:
    """The heights that there are in a group, lowest first."""
    return sorted({_lies(part)[2] for part in rows[group]})


def _by_size(rows: dict[str, list[mesh.Placed]]) -> dict[tuple[float, float, float], list[str]]:
    """Names of the files of one size, group after group."""
    found: dict[tuple[float, float, float], list[str]] = {}
    for members in rows.values():
        for part in members:
            found.setdefault(_lies(part), []).append(f"`{part.name}`")
    return found


def _windowed(d: Dimensions) -> str:
    """The tray with the window for the plugs: in the middle of the back."""
    return f"tray_{len(d.trays) // 2}0"
