"""Says how each part is printed, how heavy it is and how long it takes. Measures the STL files, draws nothing."""

from __future__ import annotations

import math

from . import bought, mesh
from .bought import DENSITY, WASTE
from .dimensions import OUT, Dimensions

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
    """A table for people who print it."""
    rows: dict[str, list[mesh.Placed]] = {}
    for part in mesh.load_all(OUT):
        rows.setdefault(part.group, []).append(part)
    out = [
        "# Printing",
        "",
        f"Every part fits a bed of {d.bed:g} mm with {d.bed_margin:g} mm to spare a side. PETG: LEDs and sun warm a "
        "closed box past what PLA bears; ASA works as well.",
        "",
        "| parts | pieces | largest mm | material | g | hours |",
        "|---|---|---|---|---|---|",
    ]
    whole, hours = 0.0, 0.0
    for group, members in rows.items():
        chosen = members[:1] if group == "port plate" else members
        pieces = sum(part.count for part in chosen)
        grams = sum(part.count * mesh.volume(part.printed) for part in chosen) * DENSITY
        plates = 1 if group in ("port plate", "miniature base") else len(chosen)
        time = (grams / DENSITY / FLOW + plates * SETTLE) / 3600
        sizes = [mesh.size(part.printed) for part in chosen]
        wide, deep = (max(size[axis] for size in sizes) for axis in (0, 1))
        heights = sorted({round(float(size[2])) for size in sizes})
        high = f"{heights[0]}" if len(heights) == 1 else f"{heights[0]} to {heights[-1]}"
        out.append(
            f"| {group} | {pieces} | {wide:.0f} x {deep:.0f} x {high} | {SETTINGS[group][0]} | "
            f"{grams:.0f} | {time:.0f} |"
        )
        if group != "diffuser":
            whole, hours = whole + grams, hours + time
    out += [
        "",
        f"With a laser-cut diffuser: {whole / 1000:.1f} kg and about {hours:.0f} hours; buy "
        f"{math.ceil(WASTE * whole / 1000)} kg. "
        f"Basis: volume of the STL files as if solid, {1000 * DENSITY:.2f} g/cm3, {FLOW:g} mm3/s over a whole part, "
        f"{SETTLE // 60} minutes a plate. A fast printer (20 mm3/s) needs half of it. Estimated, not printed.",
        "",
    ]
    out += [f"- **{group}**: {how}." for group, (_, how) in SETTINGS.items()]
    out += [
        "",
        "## To be bought",
        "",
        "| what | pieces | where |",
        "|---|---|---|",
        *(f"| {row.title} | {row.pieces} | {row.where} |" for row in bought.screws(d)),
        "",
        "Standards and prices stand in the bills of materials (`hardware/out/bom`). Between two trays every second "
        "screw holds as well.",
        "",
    ]
    return "\n".join(out)
