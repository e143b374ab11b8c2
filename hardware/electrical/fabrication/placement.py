"""Reads the placement file back against the Gerbers, as a fabricator's machine would see both.

Each part's own pads, turned and moved as its line says, must fall on the pads that the Gerbers flash for it, and these
must carry the circuit's nets. Runs in .venv-hardware (gerbonara):
``python -m hardware.electrical.fabrication.placement FOLDER`` prints one line a finding.
"""

from __future__ import annotations

import csv
import math
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..netlists import netlist
from ..source import OUT, load_board
from . import layout

NEAR_MM = 0.02
"""Rounding of both files; a fabricator's machine places within 0.05 mm."""

Point = tuple[float, float]


def findings(folder: Path) -> Iterator[str]:
    """Name each part that a machine would put elsewhere than its pads are, or whose pads carry another net.

    The folder bears the board's name.
    """
    flashed = _flashed(folder / "gerbers")
    board = layout.load(folder / f"{folder.name}.kicad_pcb")
    circuit = netlist.load((OUT / "netlists" / f"{folder.name}.net").read_text(encoding="utf-8"))
    yield from _nets(flashed, circuit)
    with (folder / "positions.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["Designator"]: row for row in csv.DictReader(file)}
    for ref in sorted(circuit.components.keys() ^ rows.keys(), key=netlist.natural):
        yield f"positions.csv: {ref} is only in {'it' if ref in rows else 'the circuit'}."
    turns: dict[str, float] = load_board().raw["fabricator"]["turns"]
    for ref, row in rows.items():
        placed = board.parts.get(ref)
        if placed is None:
            yield f"positions.csv: {ref} is not on the board."
            continue
        side = "bottom" if placed.below else "top"
        if row["Layer"] != side:
            yield f"positions.csv: {ref} is on the {side}, not on the {row['Layer']}."
            continue
        extra = next((more for start, more in turns.items() if row["Package"].startswith(start)), 0)
        expected = _machine(placed, float(row["Mid X"]), float(row["Mid Y"]), float(row["Rotation"]) - extra)
        there = flashed.get(ref, {})
        for number, at in expected:
            distances = [math.dist(at, point) for point, _ in there.get(number, [])]
            if not distances or min(distances) > NEAR_MM:
                away = f"{min(distances):.2f} mm beside it" if distances else "nowhere"
                where = f"{at[0]:.2f}, {at[1]:.2f}"
                yield f"positions.csv: pad {number} of {ref} would lie at {where}; its copper is {away}."


def _machine(part: layout.Placed, x: float, y: float, degrees: float) -> list[tuple[str, Point]]:
    """Number and place of each pad, y upwards, of a part that a machine puts with its middle at ``x``, ``y``."""
    pads = [(pad.number, *_as_in_the_library(part, pad)) for pad in part.pads]
    xs, ys = [each[1] for each in pads], [each[2] for each in pads]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    angle = math.radians(degrees)
    out = []
    for number, own_x, own_y in pads:
        aside, up = own_x - middle[0], own_y - middle[1]
        if part.below:
            aside = -aside
        where = (
            x + aside * math.cos(angle) - up * math.sin(angle),
            y + aside * math.sin(angle) + up * math.cos(angle),
        )
        out.append((number, where))
    return out


def _as_in_the_library(part: layout.Placed, pad: layout.Pad) -> Point:
    """The pad in its footprint, y upwards, unturned and seen from the side of the part."""
    return pad.own[0], pad.own[1] if part.below else -pad.own[1]


def _flashed(folder: Path) -> dict[str, dict[str, list[tuple[Point, str]]]]:
    """Places and nets of the pads that the copper layers flash: by reference, by pad."""
    from gerbonara import GerberFile

    found: dict[str, dict[str, list[tuple[Point, str]]]] = {}
    for layer in ("F_Cu.gtl", "B_Cu.gbl"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            file: Any = GerberFile.open(folder / f"{folder.parent.name}-{layer}")
        for thing in file.objects:
            attributes = thing.attrs if isinstance(thing.attrs, dict) else {}
            pin = attributes.get(".P")
            if pin is not None:
                net = attributes.get(".N", ("",))[0]
                found.setdefault(pin[0], {}).setdefault(pin[1], []).append(((float(thing.x), float(thing.y)), net))
    return found


def _nets(flashed: dict[str, dict[str, list[tuple[Point, str]]]], circuit: netlist.Netlist) -> Iterator[str]:
    for ref in circuit.components:
        for number, net in circuit.pins_of(ref).items():
            seen = {name for _, name in flashed.get(ref, {}).get(number, [])}
            if seen != {net}:
                yield f"Gerbers: pad {number} of {ref} carries {' and '.join(sorted(seen)) or 'nothing'}, not {net}."


def main() -> int:
    """Print the findings in the folder given; 1 if there are any."""
    found = list(findings(Path(sys.argv[1])))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
