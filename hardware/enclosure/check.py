"""Checks the enclosure's files: fresh, printable, thick enough, nothing through anything. Needs numpy only."""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from . import freshness, mesh, parts
from .dimensions import BOARD, BOSS, ENGRAVED, HERE, LEAST_WALL, OUT, BadDimension, Dimensions, load

LATTICE = 1.9
"""Millimetres between the lines along which parts are compared: less than the thinnest pair of walls."""

TOUCH = 0.02
"""Overlaps up to this are rounding of the STL files."""


def main() -> int:
    """Print every finding; 1 if there is one."""
    try:
        found = list(findings(load()))
    except BadDimension as error:
        found = [str(error)]
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        print("Enclosure: fresh, printable, in place.")
    return 1 if found else 0


def findings(d: Dimensions, out: Path = OUT) -> Iterator[str]:
    """Everything that is wrong, one line each."""
    stale = list(freshness.findings(d, out))
    yield from stale
    if any("manifest" in line for line in stale):
        return
    made = mesh.load_all(out)
    names = [part.name for part in made]
    if names != parts.names(d):
        yield f"enclosure/out/parts.json lists {len(names)} parts, board.toml asks for others; run: make hardware"
        return
    for part in made:
        yield from printable(d, part)
    yield from in_place(d, made)
    yield from overlaps(made)
    yield from row_board_fits(d)


def printable(d: Dimensions, part: mesh.Placed) -> Iterator[str]:
    """Closed, on the bed, thick enough."""
    if mesh.open_edges(part.printed):
        yield f"{part.name}: its surface is not closed ({mesh.open_edges(part.printed)} edges); slicers would guess."
    elif mesh.volume(part.printed) <= 0:
        yield f"{part.name}: its surface is inside out."
    room = d.bed - 2 * d.bed_margin
    width, depth, _ = mesh.size(part.printed)
    if max(width, depth) > room:
        yield f"{part.name}: {width:.1f} x {depth:.1f} mm does not fit a bed with {room:g} mm free."
    if abs(part.printed[:, :, 2].min()) > TOUCH:
        yield f"{part.name}: does not lie on the bed."
    wall, where = mesh.thinnest(part.printed, engraved=ENGRAVED if part.group == "strip" else 0.0)
    least = min(LEAST_WALL, d.base_floor) if part.group == "miniature base" else LEAST_WALL
    if wall < least - TOUCH:
        at = ", ".join(f"{value:.1f}" for value in where)
        yield f"{part.name}: only {wall:.2f} mm thick at {at}; {least:g} is needed."


def in_place(d: Dimensions, made: list[mesh.Placed]) -> Iterator[str]:
    """Light walls between all tiles, sight from every LED to the surface, posts and holes under every screw."""
    grid = [part.placed for part in made if part.group == "grid"]
    tray = [part.placed for part in made if part.group == "tray"]
    for tile, x, y in [*d.leds(), *((tile, x + d.led[0], y + d.led[1]) for tile, x, y in d.centres())]:
        if any(_height(part, x, -y) for part in grid):
            yield f"tile {tile}: its LED is covered by the light grid."
    for tile, (x, y) in enumerate(d.sensors()):
        if any(_height(part, x, -y) for part in grid):
            yield f"tile {tile}: its sensor is covered by the light grid."
    for tile, x, y in d.centres():
        for across, down in ((d.pitch / 2, -d.pitch / 3), (d.pitch / 3, d.pitch / 2)):
            at = (
                x + across + 0.4,
                -(y + down + 0.4),
            )  # clear of bosses and notches; beside the middle, where a joint has its gap
            tall = max((max(_height(part, *at), default=0.0) for part in grid), default=0.0)
            if abs(tall - d.light_box) > TOUCH:
                spot = f"{at[0]:.1f}, {-at[1]:.1f}"
                yield f"tile {tile}: the light wall at {spot} ends at {tall:.2f} mm, not {d.light_box:g}."
    for x, y in d.screws():
        ring = (x + 2.4, -y)
        if any(_height(part, x, -y) for part in grid):
            yield f"the screw at {x:g}, {y:g} has no hole through the light grid."
        if not any(_height(part, *ring) for part in grid):
            yield f"the screw at {x:g}, {y:g} has no boss in the light grid."
        tops = [max(_height(part, *ring), default=-99.0) for part in tray]
        want = d.floor_top if d.held_by_nut((x, y)) else -d.row_thickness
        if abs(max(tops) - want) > TOUCH:
            yield f"the screw at {x:g}, {y:g}: the tray reaches {max(tops):.2f} mm there, not {want:g}."
    for part in made:
        top = float(part.placed[:, :, 2].max())
        if part.group == "diffuser" and abs(top - d.surface) > TOUCH:
            yield f"{part.name}: the playing surface is at {top:.2f} mm, board.toml says {d.surface:g}."


def _height(triangles: mesh.Triangles, x: float, y: float) -> list[float]:
    """Where an upright line enters and leaves a part."""
    at = mesh.columns(triangles, 2, (np.array([x + 1e-4]), np.array([y + 2e-4])))
    return at.get(0, [])


def overlaps(made: list[mesh.Placed]) -> Iterator[str]:
    """No part runs through another, compared along lines in all three directions."""
    board = [part for part in made if part.name not in ("port_plate_esp32-s3", "miniature_base")]
    low = np.min([part.placed.min(axis=(0, 1)) for part in board], axis=0)
    high = np.max([part.placed.max(axis=(0, 1)) for part in board], axis=0)
    told: set[frozenset[str]] = set()
    for axis in range(3):
        u, v = [k for k in range(3) if k != axis]
        lines = tuple(np.arange(low[k] - 0.737, high[k] + 1, LATTICE) for k in (u, v))
        taken: dict[int, list[tuple[float, float, str]]] = {}
        for part in board:
            for line, places in mesh.columns(part.placed, axis, (lines[0], lines[1])).items():
                taken.setdefault(line, []).extend(
                    (a, b, part.name) for a, b in zip(places[::2], places[1::2], strict=True)
                )
        for spans in taken.values():
            spans.sort()
            end, owner = spans[0][1], spans[0][2]
            for a, b, name in spans[1:]:
                if name != owner and a < end - TOUCH and frozenset((owner, name)) not in told:
                    told.add(frozenset((owner, name)))
                    yield f"{owner} and {name} run through each other by {min(b, end) - a:.2f} mm."
                if b > end:
                    end, owner = b, name


def row_board_fits(
    d: Dimensions, path: Path = HERE.parent / "out" / "pcb" / "row_board" / "positions.csv"
) -> Iterator[str]:
    """No part on the row boards' upper face stands under a light wall or a boss, by the board's placement file."""
    if not path.is_file():
        yield f"{path.name} of the row board is missing: whether the light grid fits the row boards cannot be checked."
        return
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    for row in rows:
        ref, value = row["Designator"], row["Comment"]
        if row["Layer"] != "top":
            continue
        turned = round(float(row["Rotation"]) - _library_turn(row["Package"])) % 180 == 90
        half = _half_size(row["Package"], turned)
        at = (float(row["Mid X"]), d.row_size[1] - float(row["Mid Y"]))  # the file counts y from the lower edge upwards
        x, y = (f"{each:g}" for each in at)
        over = [
            n for n in d.notches if abs(at[0] - n[0]) + half[0] <= n[2] / 2 and abs(at[1] - n[1]) + half[1] <= n[3] / 2
        ]
        in_field = d.row_origin[0] + at[0]
        aside = abs(in_field - round(in_field / d.pitch) * d.pitch)
        if aside < half[0] + d.light_wall / 2 + 0.2 and not over:
            yield f"{ref} ({value}) at {x}, {y} on the row board stands under a light wall; move it or give it a notch."
        if min(at[1], d.row_size[1] - at[1]) < half[1] + d.board_overlap:
            yield f"{ref} ({value}) at {x}, {y} stands under the light grid's floor at the board's long edge."
        for hx, hy in d.row_holes:
            away = np.hypot(max(0.0, abs(hx - at[0]) - half[0]), max(0.0, abs(hy - at[1]) - half[1]))
            if away < BOSS:
                yield f"{ref} ({value}) at {x}, {y} stands under the boss of the mounting hole at {hx:g}, {hy:g}."


def _library_turn(package: str) -> float:
    """What board.toml adds to a part's rotation for the fabricator's library."""
    turns: dict[str, float] = tomllib.loads(BOARD.read_text(encoding="utf-8"))["fabricator"]["turns"]
    return next((turn for start, turn in turns.items() if package.startswith(start)), 0.0)


HALF_SIZES = {
    "LED_WS2812B": (3.3, 2.6),
    "SOIC-16": (3.5, 5.0),
    "SOT-23": (1.8, 1.5),
    "TSOT-23-6": (1.9, 1.5),
    "R_0603": (1.3, 0.6),
    "C_0603": (1.3, 0.6),
    "C_1206": (2.1, 1.0),
    "CP_Elec_6.3": (4.6, 3.4),
    "L_Bourns_SRN6045": (3.3, 3.3),
}
"""Half of what a part covers with its pads, unturned, by how its package's name begins."""


def _half_size(package: str, turned: bool) -> tuple[float, float]:
    wide, deep = next(size for start, size in HALF_SIZES.items() if package.startswith(start))
    return (deep, wide) if turned else (wide, deep)
