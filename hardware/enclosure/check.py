"""Checks the enclosure's files: fresh, printable, thick enough, nothing through anything. Needs numpy only."""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ..electrical.fabrication import layout
from . import freshness, mesh, parts, places
from .dimensions import BOARD, BOSS, ENGRAVED, HERE, LEAST_WALL, OUT, BadDimension, Dimensions, load

LATTICE = 1.9
"""Millimetres between the lines along which parts are compared: less than the thinnest pair of walls."""

CONTROLLER = HERE.parent / "out" / "pcb" / "controller_pico" / "controller_pico.kicad_pcb"
"""The printed controller as it is laid out."""

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
    yield from overlaps([*made, *boards(d)])
    yield from row_board_fits(d)
    yield from plugs_reach(d)


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


def boards(d: Dimensions) -> list[mesh.Placed]:
    """Return the printed circuit boards as plain plates, where they lie."""
    left, back, right, front = d.carrier_place()
    low, floor = d.row_origin[0], d.floor_top + d.carrier_height
    spans = [("the controller board", left, right, back, front, floor, floor + CARRIER)]
    spans += [
        (f"row board {row}", low, low + d.row_size[0], *d.row_edges(row), -d.row_thickness, 0.0)
        for row in range(d.side)
    ]
    made = []
    for name, x1, x2, y1, y2, under, over in spans:
        solid = mesh.box((x1, -y2, under), (x2, -y1, over))
        made.append(mesh.Placed(name, "board", 1, solid, solid))
    return made


CARRIER = 1.6
"""Thickness of the controller's board."""

MICRO_USB = (10.6, 8.5)
"""Largest width and height of a Micro-USB plug's body, by the standard for its cables."""

PICO_PIN = (1.61, 1.37)
PICO = {"width": 21.0, "thickness": 1.0, "overhang": 1.3, "shell": 2.8}
"""Of a Pico, by its data sheet: first pin from its corner; board, overhang and height of its USB socket."""

LOW_SOCKET = 5.0
HEADER = 2.54
"""Height of the socket strips that the bill names, and of the plastic between a Pico and their upper face."""

JACK = (6.5, 5.5)
"""Radius of a panel jack's nut and of its body behind the plate; estimates for an M8 thread."""


def pico_usb(d: Dimensions, path: Path = CONTROLLER) -> tuple[float, float, float]:
    """Find the middle of the Pico's USB socket at its mouth: x, y and z in the box, from the board's file."""
    module = layout.load(path).parts["U1"]
    left, back, _, _ = d.carrier_place()
    first = module.pads[0]
    x = left + first.x - PICO_PIN[0] + PICO["width"] / 2
    y = back + first.y - PICO_PIN[1] - PICO["overhang"]
    under = d.floor_top + d.carrier_height + CARRIER + LOW_SOCKET + HEADER
    return x, y, under + PICO["thickness"] + PICO["shell"] / 2


def plugs_reach(d: Dimensions, path: Path = CONTROLLER) -> Iterator[str]:
    """Check that a USB plug reaches the Pico through wall and plate, and that the jack clears the controller board."""
    x, y, z = pico_usb(d, path)
    (left, right), (low, high) = places.usb_opening(d, "pico")
    window = places.PORT_WINDOW
    for what, free in (
        ("to the left", x - max(left, d.field / 2 - window[0] / 2) - MICRO_USB[0] / 2),
        ("to the right", min(right, d.field / 2 + window[0] / 2) - x - MICRO_USB[0] / 2),
        ("below", z - max(low, places.port_centre(d) - window[1] / 2) - MICRO_USB[1] / 2),
        ("above", min(high, places.port_centre(d) + window[1] / 2) - z - MICRO_USB[1] / 2),
    ):
        if free < 0.2:
            yield f"a USB plug has {free:.2f} mm {what} of the Pico's socket; 0.2 mm are needed."
    if not -d.border - 0.1 <= y:
        yield f"the Pico's USB socket stands {-d.border - y:.2f} mm out of the back wall."
    across, up = places.jack_place(d)
    clear = up - JACK[0] - (d.floor_top + d.carrier_height + CARRIER)
    if clear < 0.5:
        yield f"the jack's nut has {clear:.2f} mm to the controller board; 0.5 mm are needed."
    if abs(across - d.field / 2) + JACK[0] > window[0] / 2:
        yield "the jack's nut does not pass the window in the back wall."
    left_edge = d.carrier_place()[0]
    for ref, part in layout.load(path).parts.items():
        near = [pad for pad in part.pads if abs(left_edge + pad.x - across) < JACK[1] + pad.width / 2 and pad.y < 22]
        if near:
            yield f"{ref} of the controller board stands under the jack."


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
            for line, crossed in mesh.columns(part.placed, axis, (lines[0], lines[1])).items():
                taken.setdefault(line, []).extend(
                    (a, b, part.name) for a, b in zip(crossed[::2], crossed[1::2], strict=True)
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
