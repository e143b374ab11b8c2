"""Draws the schematics of the printed boards from their netlists, as KiCad files and as PDF pages of the same lines.

Every part stands in a block with its job; every pin has a short wire with the name of its net or the sign of its rail.
"""

from __future__ import annotations

import itertools
import re
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..netlists import netlist
from ..source import OUT, PRINTED, Catalogue

FOLDER = OUT / "schematics"

STUB = 2.54
"""mm of wire between a pin and the name of its net."""

STEP = 2.54
"""mm between two pins of a chip."""

LETTER = 1.15
"""mm that a letter of a net's name takes."""

RAILS = ("GND", "+3V3", "+5V", "+12V")
"""Nets with a sign of their own."""

PAPERS = {
    "row_board": ("A2", 594.0, 420.0),
    "controller_pico": ("A3", 420.0, 297.0),
    "identity_strip": ("User", 304.8, 241.3),  # its three lines of blocks and KiCad's title; A3 was empty by half
    "identity_hub": ("A3", 420.0, 297.0),
}

TITLES = {
    "row_board": "Row board",
    "controller_pico": "Controller board",
    "identity_strip": "Strip of 3-axis sensors",
    "identity_hub": "Hub of the 3-axis sensors",
}

BLOCKS: dict[str, tuple[tuple[str, str], ...]] = {
    "row_board": (
        ("Plugs: from controller (J1), to next row (J2), 12 V bus (J3)", r"J\d"),
        ("5 V of the row, made from 12 V", r"U3|L1|C[14567]|R1[23]"),
        ("Registers: one bit a tile, shifted out towards J1", r"U[12]|C[23]|R11"),
        *(
            (
                f"Tile {at}: sensor, four lights",
                rf"HS{at + 1}|R{at + 1}|C{at + 11}"
                + "".join(f"|LED{4 * at + corner}|C{4 * at + corner + 20}" for corner in range(1, 5)),
            )
            for at in range(10)
        ),
    ),
    "identity_strip": (
        ("Cable to the hub", r"J1"),
        *((f"Channel {at}: its pull-ups", rf"R{2 * at + 1}|R{2 * at + 2}") for at in range(4)),
        *((f"Column {at}", rf"MS{at + 1}|C{at + 1}") for at in range(10)),
    ),
    "identity_hub": (
        ("I2C from the controller", r"J1|C6|R[123]"),
        *((f"Rows {2 * at} and {2 * at + 1}", rf"U{at + 1}|C{at + 1}|J{2 * at + 2}|J{2 * at + 3}") for at in range(5)),
    ),
    "controller_pico": (
        ("12 V in: fuse, wrong polarity, bus to the rows", r"J1|F1|Q1|R1|C3|J3"),
        ("5 V of the controller", r"U3|C1|D[13]"),
        ("Controller", r"U1"),
        ("Level shifter of the LED data", r"U2|C2|R[45]"),
        ("Cable to row 0", r"J2|R[678]"),
        ("Seat buttons behind row 9", r"J([5-9]|1[012])|U4|C4|R(9|1[0-8])"),
        ("Lamps of the buttons, I2C", r"J13|J4|R(19|20)"),
    ),
}
"""Blocks of each sheet: title, and the references in it; the first that matches has the part."""

Point = tuple[float, float]


class NoBlock(ValueError):
    """A part is in no block. ``str()`` names it."""


@dataclass(frozen=True)
class Symbol:
    """The shape of a kind of part: pins by number with their place and side, and half of its size."""

    key: str
    pins: dict[str, tuple[str, Point, str]]
    """Name, end of the pin from the middle (y downwards), side: left or right."""
    half: Point


@dataclass
class Sheet:
    """What is drawn: parts at their middles, wires, names, signs, open pins and blocks."""

    name: str
    paper: tuple[str, float, float]
    symbols: dict[str, Symbol] = field(default_factory=dict)
    parts: list[tuple[netlist.Component, Point]] = field(default_factory=list)
    wires: list[tuple[Point, Point]] = field(default_factory=list)
    names: list[tuple[str, Point, str]] = field(default_factory=list)
    """Net, place, side of the part on which it stands."""
    signs: list[tuple[str, Point, str]] = field(default_factory=list)
    """Rail, place, where it points: up, down, left or right."""
    open: list[Point] = field(default_factory=list)
    blocks: list[tuple[str, Point, Point]] = field(default_factory=list)


def symbol(key: str, catalogue: Catalogue) -> Symbol:
    """Make the symbol of a part: two pins face each other, plugs have theirs on the right, chips on both sides."""
    pins = catalogue.parts[key].pins
    if len(pins) == 2 and key not in ("TERMINAL", "BUTTON"):
        places = {
            pins[0].number: (pins[0].name, (-5.08, 0.0), "left"),
            pins[1].number: (pins[1].name, (5.08, 0.0), "right"),
        }
        return Symbol(key, places, (2.54, 1.27))
    if all(pin.kind == "PASSIVE" for pin in pins):
        left, right = [], list(pins)
    elif len(pins) > 20:
        left, right = list(pins[: len(pins) // 2]), list(pins[len(pins) // 2 :])[::-1]
    else:
        left = [pin for pin in pins if pin.kind in ("INPUT", "PWRIN")]
        right = [pin for pin in pins if pin not in left]
    rows = max(len(left), len(right))
    half = (7.62 if len(pins) > 4 else 5.08, STEP * (rows // 2 + 1))
    found = {}
    for side, column in (("left", left), ("right", right)):
        for at, pin in enumerate(column):
            x = (half[0] + 2.54) * (1 if side == "right" else -1)
            found[pin.number] = (pin.name, (x, STEP * (at - rows // 2)), side)
    return Symbol(key, found, half)


@dataclass(frozen=True)
class Cell:
    """A part with the room its names take: mm to the left, above, to the right and below of its middle."""

    component: netlist.Component
    symbol: Symbol
    room: tuple[float, float, float, float]

    @property
    def size(self) -> Point:
        """Width and height."""
        return self.room[0] + self.room[2], self.room[1] + self.room[3]


def draw(circuit: netlist.Netlist, catalogue: Catalogue) -> Sheet:
    """Place every part of a circuit in its block and name every pin's net. Raises NoBlock."""
    sheet = Sheet(circuit.name, PAPERS[circuit.name])
    members: dict[str, list[Cell]] = {title: [] for title, _ in BLOCKS[circuit.name]}
    for ref in sorted(circuit.components, key=netlist.natural):
        title = next((title for title, refs in BLOCKS[circuit.name] if re.fullmatch(refs, ref)), None)
        if title is None:
            raise NoBlock(f"{circuit.name}: {ref} is in no block of schematic.BLOCKS.")
        component = circuit.components[ref]
        made = sheet.symbols.setdefault(component.part, symbol(component.part, catalogue))
        members[title].append(Cell(component, made, _room(made, circuit, ref)))
    left, top, tallest = MARGIN, MARGIN, 0.0
    for title, cells in members.items():
        columns = _columns(sorted(cells, key=lambda cell: -cell.size[1]))
        wide = max(sum(max(cell.size[0] for cell in column) for column in columns), LETTER * 1.7 * len(title)) + 5.08
        high = max(sum(cell.size[1] for cell in column) for column in columns) + 10.16
        wide, high = _snap(wide), _snap(high)
        if left + wide > sheet.paper[1] - MARGIN:
            left, top, tallest = MARGIN, top + tallest + 7.62, 0.0
        sheet.blocks.append((title, (left, top), (left + wide, top + high)))
        x = left + 2.54
        for column in columns:
            y = top + 7.62
            for cell in column:
                _put(sheet, circuit, cell, (_snap(x + cell.room[0]), _snap(y + cell.room[1])))
                y += cell.size[1]
            x += max(cell.size[0] for cell in column)
        left, tallest = left + wide + 7.62, max(tallest, high)
    return sheet


MARGIN = 15.24
"""mm around the sheet."""

TALLEST = 76.2
"""mm of a column of parts in a block; a taller part stands alone."""


def _snap(length: float) -> float:
    """The next multiple of half a step: KiCad joins only what meets exactly."""
    return round(-(-length // 1.27) * 1.27, 2)


def _room(made: Symbol, circuit: netlist.Netlist, ref: str) -> tuple[float, float, float, float]:
    reach = {"left": made.half[0] + 2.54, "right": made.half[0] + 2.54}
    for number, (_, (x, _), side) in made.pins.items():
        net = circuit.net_of(ref, number)
        length = 0.0 if net is None else 7.0 if net in RAILS else LETTER * len(net)
        reach[side] = max(reach[side], abs(x) + STUB + length + 2.0)
    # A rail's sign reaches as far beside a chip as its name does.
    return (_snap(reach["left"]), _snap(made.half[1] + 6.35), _snap(reach["right"]), _snap(made.half[1] + 6.35))


def _columns(cells: list[Cell]) -> list[list[Cell]]:
    columns: list[list[Cell]] = [[]]
    for cell in cells:
        if columns[-1] and sum(each.size[1] for each in columns[-1]) + cell.size[1] > TALLEST:
            columns.append([])
        columns[-1].append(cell)
    return columns


def _put(sheet: Sheet, circuit: netlist.Netlist, cell: Cell, middle: Point) -> None:
    """Place a part and lead each of its pins to a name, a sign or nothing."""
    sheet.parts.append((cell.component, middle))
    for number, (_, (x, y), side) in cell.symbol.pins.items():
        pin = (round(middle[0] + x, 2), round(middle[1] + y, 2))
        net = circuit.net_of(cell.component.ref, number)
        if net is None:
            sheet.open.append(pin)
            continue
        end = (round(pin[0] + (STUB if side == "right" else -STUB), 2), pin[1])
        sheet.wires.append((pin, end))
        if net in RAILS:
            upright = "down" if net == "GND" else "up"
            sheet.signs.append((net, end, upright if len(cell.symbol.pins) == 2 else side))
        else:
            sheet.names.append((net, end, side))


def dump(sheet: Sheet, revision: str) -> str:
    """Write a sheet as KiCad 6 reads it; the same sheet gives the same text."""
    out = [
        "(kicad_sch (version 20211123) (generator immolation)",
        f"  (uuid {_id(sheet, 'sheet')})",
        f'  (paper "{sheet.paper[0]}"' + (" {1:g} {2:g})".format(*sheet.paper) if sheet.paper[0] == "User" else ")"),
        f'  (title_block (title "Immolation: {TITLES[sheet.name]}") (rev "{revision}"))',
        "  (lib_symbols",
        *(_library(made) for made in sheet.symbols.values()),
        *(_sign_library(rail) for rail in RAILS),
        "  )",
    ]
    for title, (x1, y1), (x2, y2) in sheet.blocks:
        corners = ((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1))
        for (left, top), (right, below) in itertools.pairwise(corners):  # KiCad 6 draws no more than one line at once
            pts = f"(pts (xy {left:g} {top:g}) (xy {right:g} {below:g}))"
            line = f"(stroke (width 0.15) (type dash) (color 0 0 0 0)) (uuid {_id(sheet, title, left, top)})"
            out.append(f"  (polyline {pts} {line})")
        place = f"(at {x1 + 1.27:g} {y1 + 5.08:g} 0)"
        out.append(
            f'  (text "{title}" {place} (effects (font (size 2 2) bold) (justify left bottom)) '
            f"(uuid {_id(sheet, title, 'text')}))"
        )
    for start, end in sheet.wires:
        pts = f"(pts (xy {start[0]:g} {start[1]:g}) (xy {end[0]:g} {end[1]:g}))"
        out.append(
            f"  (wire {pts} (stroke (width 0) (type default) (color 0 0 0 0)) (uuid {_id(sheet, 'wire', start)}))"
        )
    for net, (x, y), side in sheet.names:
        turn, justify = (0, "left") if side == "right" else (180, "right")
        out.append(
            f'  (label "{net}" (at {x:g} {y:g} {turn}) (effects (font (size 1.27 1.27)) (justify {justify} bottom)) '
            f"(uuid {_id(sheet, net, (x, y))}))"
        )
    out += [f"  (no_connect (at {x:g} {y:g}) (uuid {_id(sheet, 'open', (x, y))}))" for x, y in sheet.open]
    instances = []
    for component, middle in sheet.parts:
        out.append(_instance(sheet, component, middle))
        instances.append(
            f'    (path "/{_id(sheet, component.ref)}" (reference "{component.ref}") (unit 1) '
            f'(value "{component.value}") (footprint "{component.footprint}"))'
        )
    for at, (rail, (x, y), points) in enumerate(sheet.signs, 1):
        ref, turn = f"#PWR{at:03d}", TURNS["GND" if rail == "GND" else "+"][points]
        words_x, words_y = _beside((x, y), points)
        out.append(
            f'  (symbol (lib_id "Immolation:{rail}") (at {x:g} {y:g} {turn}) (unit 1) (in_bom yes) (on_board yes) '
            f"(uuid {_id(sheet, ref)})\n"
            f'    (property "Reference" "{ref}" (id 0) (at {x:g} {y:g} 0) (effects (font (size 1.27 1.27)) hide))\n'
            f'    (property "Value" "{rail}" (id 1) (at {words_x:g} {words_y:g} {turn % 180}) '
            f"(effects (font (size 1 1)){' hide' if rail == 'GND' else ''}))\n"
            f'    (pin "1" (uuid {_id(sheet, ref, "pin")})))'
        )
        instances.append(
            f'    (path "/{_id(sheet, ref)}" (reference "{ref}") (unit 1) (value "{rail}") (footprint ""))'
        )
    out += ['  (sheet_instances (path "/" (page "1")))', "  (symbol_instances", *instances, "  )", ")"]
    return "\n".join(out) + "\n"


TOWARDS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

TURNS = {
    "GND": {"down": 0, "right": 90, "up": 180, "left": 270},
    "+": {"up": 0, "left": 90, "down": 180, "right": 270},
}
"""Degrees by which KiCad turns a sign: ground is drawn downwards, a rail upwards."""

ARROWS = {
    "GND": ((0.0, 0.0), (1.0, 0.0), (1.0, 0.9), (2.2, 0.0), (1.0, -0.9), (1.0, 0.0)),
    "+": ((0.0, 0.0), (2.2, 0.0), (1.3, 0.6), (2.2, 0.0), (1.3, -0.6)),
}
"""Corners of a sign: mm along where it points, and across."""


def _beside(place: Point, points: str) -> Point:
    """Where the name of a rail stands: behind its arrow."""
    right, down = TOWARDS[points]
    away = 4.4 if right else 3.0
    return round(place[0] + right * away, 2), round(place[1] + down * away, 2)


def _id(sheet: Sheet, *words: object) -> uuid.UUID:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"immolation/{sheet.name}/{words}")


def _library(made: Symbol) -> str:
    """The shape of a part for KiCad, whose library counts y upwards."""
    (half, high), hide = made.half, " hide" if len(made.pins) == 2 else ""
    lines = [
        f'    (symbol "Immolation:{made.key}" (pin_names (offset 0.5){hide}) (in_bom yes) (on_board yes)',
        '      (property "Reference" "U" (id 0) (at 0 0 0) (effects (font (size 1.27 1.27))))',
        f'      (property "Value" "{made.key}" (id 1) (at 0 0 0) (effects (font (size 1.27 1.27))))',
        f'      (symbol "{made.key}_0_1"',
        f"        (rectangle (start {-half:g} {high:g}) (end {half:g} {-high:g}) (stroke (width 0.2) (type default) "
        "(color 0 0 0 0)) (fill (type background))))",
        f'      (symbol "{made.key}_1_1"',
    ]
    for number, (name, (x, y), side) in made.pins.items():
        length = abs(x) - half
        lines.append(
            f"        (pin passive line (at {x:g} {-y:g} {0 if side == 'left' else 180}) (length {length:g}) "
            f'(name "{name}" (effects (font (size 1 1)))) (number "{number}" (effects (font (size 1 1)))))'
        )
    return "\n".join(lines) + "))"


def _sign_library(rail: str) -> str:
    """The sign of a rail: an arrow upwards, or ground."""
    up = -1 if rail == "GND" else 1
    corners = ARROWS["GND" if rail == "GND" else "+"]
    shape = "(polyline (pts " + " ".join(f"(xy {across:g} {up * along:g})" for along, across in corners) + ")"
    return (
        f'    (symbol "Immolation:{rail}" (power) (pin_names (offset 0)) (in_bom yes) (on_board yes)\n'
        '      (property "Reference" "#PWR" (id 0) (at 0 0 0) (effects (font (size 1.27 1.27)) hide))\n'
        f'      (property "Value" "{rail}" (id 1) (at 0 0 0) (effects (font (size 1.27 1.27))))\n'
        f'      (symbol "{rail}_0_1" {shape} (stroke (width 0.15) (type default) (color 0 0 0 0)) '
        f"(fill (type none))))\n"
        f'      (symbol "{rail}_1_1" (pin power_in line (at 0 0 90) (length 0) hide '
        f'(name "{rail}" (effects (font (size 1.27 1.27)))) (number "1" (effects (font (size 1.27 1.27)))))))'
    )


def _instance(sheet: Sheet, component: netlist.Component, middle: Point) -> str:
    """A part on the sheet: reference above, value below."""
    made, (x, y) = sheet.symbols[component.part], middle
    size = "(effects (font (size 1.27 1.27)))"
    lines = [
        f'  (symbol (lib_id "Immolation:{component.part}") (at {x:g} {y:g} 0) (unit 1) (in_bom yes) (on_board yes) '
        f"(uuid {_id(sheet, component.ref)})",
        f'    (property "Reference" "{component.ref}" (id 0) (at {x:g} {y - made.half[1] - 1.4:g} 0) {size})',
        f'    (property "Value" "{component.value}" (id 1) (at {x:g} {y + made.half[1] + 1.6:g} 0) {size})',
        f'    (property "Footprint" "{component.footprint}" (id 2) (at {x:g} {y:g} 0) '
        "(effects (font (size 1 1)) hide))",
    ]
    lines += [f'    (pin "{number}" (uuid {_id(sheet, component.ref, number)}))' for number in made.pins]
    return "\n".join(lines) + ")"


def page(sheet: Sheet, path: Path, revision: str) -> None:
    """Draw a sheet as a PDF of its paper's size. Runs in .venv-hardware (matplotlib)."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    _, wide, high = sheet.paper
    figure = Figure(figsize=(wide / 25.4, high / 25.4))
    FigureCanvasPdf(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    axes.axis("off")

    def say(
        text: str, x: float, y: float, size: float, side: str = "center", colour: str = "#000", **more: Any
    ) -> None:
        axes.text(x, y, text, fontsize=size * 3.4, ha=side, color=colour, family="DejaVu Sans", **more)

    for title, (x1, y1), (x2, y2) in sheet.blocks:
        axes.add_patch(Rectangle((x1, y1), x2 - x1, y2 - y1, fill=False, ec="#90a4ae", lw=0.8, ls="--"))
        say(title, x1 + 1.27, y1 + 5.08, 2.0, "left", "#37474f", weight="bold", va="baseline")
    for (x1, y1), (x2, y2) in sheet.wires:
        axes.plot([x1, x2], [y1, y2], color="#2e7d32", lw=0.8)
    for component, (x, y) in sheet.parts:
        made = sheet.symbols[component.part]
        half, tall = made.half
        axes.add_patch(Rectangle((x - half, y - tall), 2 * half, 2 * tall, fc="#fffde7", ec="#8d2a1d", lw=1.0))
        say(component.ref, x, y - tall - 1.0, 1.4, colour="#0d47a1", va="baseline", weight="bold")
        say(component.value, x, y + tall + 0.6, 1.27, va="top")
        for number, (name, (aside, down), side) in made.pins.items():
            inner = x + (half if side == "right" else -half)
            axes.plot([x + aside, inner], [y + down, y + down], color="#8d2a1d", lw=0.8)
            if len(made.pins) > 2:
                outwards = 0.6 if side == "right" else -0.6
                say(name, inner - outwards, y + down, 1.0, "right" if side == "right" else "left", va="center")
            say(number, (x + aside + inner) / 2, y + down - 0.3, 0.8, colour="#8d2a1d", va="baseline")
    for net, (x, y), side in sheet.names:
        say(net, x + (0.3 if side == "right" else -0.3), y, 1.27, "left" if side == "right" else "right", va="center")
    for rail, (x, y), points in sheet.signs:
        (right, down), colour = TOWARDS[points], "#000" if rail == "GND" else "#c62828"
        corners = ARROWS["GND" if rail == "GND" else "+"]
        xs = [x + right * along + down * across for along, across in corners]
        ys = [y + down * along + right * across for along, across in corners]
        axes.plot(xs, ys, color=colour, lw=0.8)
        if rail != "GND":
            say(rail, *_beside((x, y), points), 1.0, colour=colour, va="center")
    for x, y in sheet.open:
        axes.plot([x - 0.6, x + 0.6], [y - 0.6, y + 0.6], color="#1565c0", lw=0.8)
        axes.plot([x - 0.6, x + 0.6], [y + 0.6, y - 0.6], color="#1565c0", lw=0.8)
    say(
        f"Immolation: {TITLES[sheet.name]}, revision {revision}", wide - MARGIN, high - 8.0, 3.0, "right", weight="bold"
    )
    figure.savefig(path, metadata={"CreationDate": None, "ModDate": None})


def make_all(folder: Path, circuits: dict[str, netlist.Netlist], catalogue: Catalogue, raw: dict[str, Any]) -> None:
    """Write the KiCad file and the PDF of each printed board."""
    for name in PRINTED:
        sheet = draw(circuits[name], catalogue)
        (folder / f"{name}.kicad_sch").write_text(dump(sheet, raw[name]["revision"]), encoding="utf-8")
        page(sheet, folder / f"{name}.pdf", raw[name]["revision"])
