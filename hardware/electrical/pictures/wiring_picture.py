"""Draws the whole wiring and the printed boards, with the names of board.toml and the netlists."""

from __future__ import annotations

import itertools
from html import escape
from pathlib import Path

from ..fabrication import layout
from ..netlists import rules
from ..netlists.netlist import Netlist
from ..source import OUT, Board

RED, BLACK, BLUE, GREEN, ORANGE, VIOLET, GREY = (
    "#c62828",
    "#222222",
    "#1565c0",
    "#2e7d32",
    "#ef6c00",
    "#6a1b9a",
    "#78909c",
)
BROWN = "#795548"

COLOURS = {
    "+12V": BROWN,
    "+5V": RED,
    "+3V3": ORANGE,
    "GND": BLACK,
    "CLK": BLUE,
    "LATCH": GREEN,
    "SENSE": VIOLET,
    "LED": "#d81b60",
}


class Picture:
    """An SVG being written."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._rows: list[str] = []

    def box(
        self, x: float, y: float, w: float, h: float, fill: str = "#ffffff", edge: str = "#37474f", r: float = 4
    ) -> None:
        """A rectangle."""
        self._rows.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{r}" fill="{fill}" stroke="{edge}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12,
        colour: str = "#111",
        anchor: str = "start",
        bold: bool = False,
        halo: str = "",
    ) -> None:
        """Words; ``anchor`` start, middle or end; ``halo`` is a colour round letters that lie on a drawing."""
        weight = ' font-weight="bold"' if bold else ""
        if halo:
            weight += f' stroke="{halo}" stroke-width="1" stroke-linejoin="round" paint-order="stroke"'
        self._rows.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>'
            f"{escape(words)}</text>"
        )

    def line(self, points: list[tuple[float, float]], colour: str, width: float = 2.0, dash: str = "") -> None:
        """A wire."""
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._rows.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-linejoin="round"{dashed}/>'
        )

    def shape(self, corners: list[tuple[float, float]], fill: str, edge: str) -> None:
        """A filled outline with straight sides."""
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
        self._rows.append(f'<polygon points="{path}" fill="{fill}" stroke="{edge}"/>')

    def dot(self, x: float, y: float, r: float, colour: str, edge: str = "none") -> None:
        """A round thing."""
        self._rows.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r}" fill="{colour}" stroke="{edge}"/>')

    def save(self, path: Path) -> None:
        """Write it."""
        width, height = self.width, self.height
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'font-family="DejaVu Sans, sans-serif"><rect width="{width:g}" height="{height:g}" fill="#fafafa"/>'
        )
        path.write_text("\n".join([head, *self._rows, "</svg>", ""]), encoding="utf-8")


def draw_all(folder: Path, board: Board) -> None:
    """Write every picture into ``folder``."""
    netlists = rules.read_folder(OUT / "netlists")
    row_boards(board, netlists["controller_pico"]).save(folder / "wiring_row_boards.svg")
    reed(board, netlists["reed_board"]).save(folder / "wiring_reed.svg")
    chain(board, "reed").save(folder / "led_order_reed.svg")
    chain(board, "row-boards").save(folder / "led_order_row_boards.svg")


def _pico(
    picture: Picture, x: float, y: float, board: Board, used: dict[str, tuple[str, str]]
) -> dict[str, tuple[float, float]]:
    """A Pico from above, USB at the top; ``used`` gives colour and words by printed pin. Returns where each pin is."""
    step, width = 21.0, 150.0
    picture.box(x, y, width, 20 * step + 20, "#1b5e20", "#0d3311", 8)
    picture.box(x + 50, y - 12, 50, 26, "#b0bec5", "#607d8b", 3)
    picture.text(x + 75, y + 6, "USB", 11, anchor="middle")
    picture.text(x + 75, y + 60, "U1", 16, "#fff", "middle", True)
    picture.text(x + 75, y + 78, "Pico", 12, "#fff", "middle")
    names = {number: name for name, number in board.controllers["pico"].pins.items()}
    names |= {"36": "3V3", "39": "VSYS", "40": "VBUS", "38": "GND", "3": "GND"}
    where = {}
    for number in range(1, 41):
        left = number <= 20
        px = x + 8 if left else x + width - 8
        py = y + 25 + step * ((number - 1) if left else (40 - number))
        colour, _ = used.get(str(number), ("#cfd8dc", ""))
        picture.dot(px, py, 5.5, colour, "#fff")
        name = names.get(str(number), "")
        picture.text(px + 9 if left else px - 9, py + 4, f"{number} {name}", 9.5, "#e8f5e9", "start" if left else "end")
        where[str(number)] = (px, py)
    return where


def row_boards(board: Board, circuit: Netlist) -> Picture:
    """Supply, controller, ten rows, cables."""
    picture = Picture(1240, 900)
    picture.text(30, 34, "Ten row boards, seen from above (headers hang below the boards)", 18, bold=True)
    build = board.builds["row-boards"]
    pins = board.controllers["pico"].pins
    used = {
        pins[str(build.settings[key])]: (COLOURS[net], net)
        for key, net in (
            ("SENSOR_CLOCK", "CLK"),
            ("SENSOR_LATCH", "LATCH"),
            ("SENSOR_DATA", "SENSE"),
            ("LED_PIN", "LED"),
        )
    }
    used |= {"36": (ORANGE, "+3V3"), "39": (RED, "VSYS"), "38": (BLACK, "GND")}
    where = _pico(picture, 60, 330, board, used)
    # The carrier's parts as boxes along the lines.
    picture.box(30, 60, 330, 225, "#fff8e1")
    picture.text(45, 82, "Supply (drawing: supply.svg)", 12, bold=True)
    for at, (ref, words) in enumerate(
        (
            ("J1", "12 V in, + and -; J3 takes it to the rows"),
            ("F1", "fuse"),
            ("Q1", "wrong polarity stops here"),
            ("C3", "capacitor of the 12 V side"),
            ("U3", "5 V for U1 and U2; C1, D3 behind it"),
            ("C1", "capacitor of the 5 V side"),
            ("D1", "to VSYS of the Pico"),
        )
    ):
        picture.text(45, 106 + 24 * at, ref, 12, RED, bold=True)
        picture.text(
            85, 106 + 24 * at, f"{words} ({circuit.components[ref].value})" if ref in ("F1", "C1", "C3") else words, 12
        )
    picture.line([(195, 285), (195, 306), (240, 306), (240, where["39"][1]), (where["39"][0], where["39"][1])], RED)
    picture.text(246, 320, "D1", 11, RED)
    j2 = (395, 420)
    picture.box(j2[0] - 15, j2[1] - 22, 78, 285, "#eceff1")
    picture.text(j2[0] + 24, j2[1] - 30, "J2", 13, anchor="middle", bold=True)
    lane = {"+3V3": 262, "CLK": 276, "LATCH": 290, "SENSE": 304, "LED": 318}
    source = {net: number for number, (_, net) in used.items()}
    series = {"CLK": "R6", "LATCH": "R7", "SENSE": "R8", "LED": "U2 R4"}
    for number, net in enumerate(board.header, 1):
        y = j2[1] + 26 * (number - 1)
        picture.dot(j2[0], y, 5, COLOURS[net])
        picture.text(j2[0] + 10, y + 4, f"{number} {net}", 10)
        if net in lane:
            x, py = where[source[net]]
            picture.line([(x, py), (lane[net], py), (lane[net], y), (j2[0], y)], COLOURS[net])
            if net in series:
                wide = 40 if net == "LED" else 26
                picture.box(374 - wide, y - 8, wide, 16, "#fff")
                picture.text(374 - wide / 2, y + 4, series[net], 10, anchor="middle")
    picture.text(330, j2[1] + 282, "GND of J2 to GND of U1", 10)
    left, top, step, width = 600, 80, 78, 600
    for row in board.rows:
        y = top + step * row
        picture.box(left, y, width, 46, "#2e5d34", "#173a1b", 3)
        picture.text(left + width - 8, y + 16, f"row {row}: tiles {10 * row} to {10 * row + 9}", 11, "#fff", "end")
        for place in range(10):
            x = left + 30 + place * 60
            for aside in (-8, 8):
                for down in (28, 40):
                    picture.dot(x + aside, y + down, 3, "#fff59d", "#fbc02d")
            picture.text(x, y + 38, str(10 * row + place), 9, "#fff", "middle")
        picture.box(left + 136, y + 4, 40, 16, "#eceff1")
        picture.text(left + 156, y + 16, "J3", 10, anchor="middle")
        for name, x in (("J1", left + 26), ("J2", left + 80)):
            picture.box(x, y + 4, 50, 16, "#eceff1")
            picture.text(x + 25, y + 16, name, 10, anchor="middle")
        if row:
            for colour, out, aside, over, to in ((BROWN, 15, 184, 6, 150), (BLACK, 9, 191, 12, 162)):
                before = float(y - step)
                way = [(left + 176.0, before + out), (left + aside, before + out), (left + aside, y - over)]
                picture.line([*way, (left + to, y - over), (left + to, y + 4)], colour, 3)
            picture.line(
                [(left + 105, y - step + 20), (left + 105, y - 22), (left + 51, y - 22), (left + 51, y + 4)], GREY, 6
            )
            picture.text(left + 200, y - 10, "flat cable J2 to J1, 10 ways; 12 V from J3 to J3", 9, GREY)
    picture.line([(j2[0] + 63, 540), (516, 540), (516, 56), (left + 51, 56), (left + 51, top + 4)], GREY, 6)
    picture.text(520, 50, "flat cable J2 to J1 of row 0", 10, GREY)
    wire = board.section("row_bus")
    for colour, from_y, aside, over, to in ((BROWN, 120.0, 472, 6, 150), (BLACK, 140.0, 486, 12, 162)):
        begin = [(360.0, from_y), (aside + 0.0, from_y), (aside + 0.0, top - over)]
        picture.line([*begin, (left + to, top - over), (left + to, top + 4)], colour, 3)
    picture.text(372, 112, "controller J3", 11)
    picture.text(310, 820, f"12 V, {wire['awg']} AWG, from J3", 12, BROWN)
    picture.text(310, 838, "and on from terminal to terminal", 12, BROWN)
    for at, (net, colour) in enumerate(COLOURS.items()):
        picture.line([(30 + 90 * at, 880), (60 + 90 * at, 880)], colour, 4)
        picture.text(66 + 90 * at, 884, net, 11)
    return picture


def reed(board: Board, circuit: Netlist) -> Picture:
    """Draw the Pico, the matrix with the buttons' column and the LED chain of the reed build."""
    picture = Picture(1300, 770)
    picture.text(30, 34, "Reed board, seen from above", 18, bold=True)
    settings, pins = board.builds["reed"].settings, board.controllers["pico"].pins
    rows, columns = str(settings["SENSOR_ROWS"]).split(), str(settings["SENSOR_COLUMNS"]).split()
    used = {pins[name]: (BLUE, f"row {at}") for at, name in enumerate(rows)}
    used |= {pins[name]: (GREEN, f"column {at}") for at, name in enumerate(columns)}
    used |= {pins[str(settings["LED_PIN"])]: (COLOURS["LED"], "LED"), "39": (RED, "VSYS"), "38": (BLACK, "GND")}
    where = _pico(picture, 130, 110, board, used)
    for name, at in [(n, i) for i, n in enumerate(rows)]:
        x, y = where[pins[name]]
        picture.line([(x, y), (x - 40, y)], BLUE, 3)
        picture.text(x - 46, y + 4, f"row {at}", 11, BLUE, "end")
    for at, name in enumerate(columns):
        x, y = where[pins[name]]
        side = -1 if int(pins[name]) <= 20 else 1
        picture.line([(x, y), (x + 40 * side, y)], GREEN, 3)
        picture.text(x + 46 * side, y + 4, f"column {at}", 11, GREEN, "end" if side < 0 else "start")
    x, y = where[pins[str(settings["LED_PIN"])]]
    picture.line([(x, y), (x + 40, y)], COLOURS["LED"], 3)
    picture.text(x + 46, y + 4, "U2, R4 to LED of tile 0", 11, COLOURS["LED"])
    x, y = where["39"]
    picture.line([(x, y), (x + 40, y)], RED, 3)
    picture.text(x + 46, y + 4, "D1 from +5V", 11, RED)
    picture.text(30, 590, "Parts and wires:", 13, bold=True)
    for at, words in enumerate(
        (
            f"at the end of each column: {circuit.components['R20'].value} to 3V3 (R20 to R29)",
            "at each crossing: column, diode (band away from it), reed switch, row",
            "reed switches stand upright, their upper end 2 mm under the surface",
            f"{sum(1 for _ in circuit.of_part('D1N4148'))} diodes 1N4148 with those of the buttons, "
            f"{sum(1 for _ in circuit.of_part('REED'))} reed switches",
            f"LEDs: {circuit.components['C10'].value} at each row's start, fed from the bus there",
            f"supply joined to the bus at rows {' and '.join(map(str, board.raw['wire']['injection_rows']))}",
        )
    ):
        picture.text(30, 615 + 22 * at, f"- {words}", 12)
    left, top, step = 560, 110, 62
    for row in range(10):
        y = top + step * row
        picture.line([(left - 30, y + 20), (left + 9 * step + 40, y + 20)], BLUE, 2)
        picture.text(left - 36, y + 24, f"row {row} ({rows[row]})", 10, BLUE, "end")
    for column in range(10):
        x = left + step * column
        picture.line([(x - 16, top - 34), (x - 16, top + 9 * step + 30)], GREEN, 2)
        picture.text(x - 16, top - 40, f"c{column} ({columns[column]})", 9, GREEN, "middle")
    x = left + step * 10 + 30
    column_pin = board.raw["seat_buttons"]["column"]
    picture.line([(x - 16, top - 34), (x - 16, top + 6 * step + 30)], ORANGE, 2)
    picture.text(
        x - 16, top - 40, f"buttons ({column_pin}, {circuit.components['R30'].value} R30)", 9, ORANGE, "middle"
    )
    for row, part in enumerate(sorted(circuit.of_part("BUTTON"), key=lambda each: int(each.ref[1:]))):
        y = top + step * row
        picture.line([(left + 9 * step + 40, y + 20), (x + 6, y + 20)], BLUE, 2)
        picture.box(x - 12, y + 4, 12, 8, "#fff", "#000", 1)
        picture.line([(x - 16, y + 8), (x - 12, y + 8)], BLACK, 1.5)
        picture.line([(x - 3, y + 4), (x - 3, y + 12)], BLACK, 2.5)
        picture.line([(x, y + 8), (x + 6, y + 8), (x + 6, y + 20)], BLACK, 1.5)
        picture.dot(x + 6, y + 14, 4, "#ffccbc", "#bf360c")
        picture.text(x + 14, y + 12, f"{part.ref}: {part.fields['Button']}", 9)
    x, y = where[pins[column_pin]]
    picture.line([(x, y), (x + 40, y)], ORANGE, 3)
    picture.text(x + 46, y + 4, "buttons", 11, ORANGE)
    chain_ = list(
        rules.firmware("wiring").led_chain(settings["LED_LINES"], settings["LED_WIRING"], settings["LED_FIRST"])
    )
    picture.line(
        [(left + step * (t % 10) + 12, top + step * (t // 10) - 6) for t in chain_], COLOURS["LED"], 1.5, "4 3"
    )
    for tile in range(100):
        x, y = left + step * (tile % 10), top + step * (tile // 10)
        picture.box(x - 12, y + 4, 12, 8, "#fff", "#000", 1)
        picture.line([(x - 16, y + 8), (x - 12, y + 8)], BLACK, 1.5)
        picture.line([(x - 3, y + 4), (x - 3, y + 12)], BLACK, 2.5)
        picture.line([(x, y + 8), (x + 6, y + 8), (x + 6, y + 11)], BLACK, 1.5)
        picture.box(x + 3, y + 11, 6, 7, "#b3e5fc", "#01579b", 2)
        picture.line([(x + 6, y + 18), (x + 6, y + 20)], BLACK, 1.5)
        picture.dot(x + 12, y - 6, 5, "#fff59d", "#f9a825")
        picture.text(x + 18, y - 11, str(tile), 8.5)
    picture.text(
        left - 30,
        top + 10 * step + 20,
        "dashed: the LED data, there and back; box with bar: diode; blue: reed switch",
        11,
    )
    return picture


def chain(board: Board, build: str) -> Picture:
    """Which tile each LED of the chain belongs to, as the firmware reads the settings."""
    settings = board.builds[build].settings
    order = list(
        rules.firmware("wiring").led_chain(settings["LED_LINES"], settings["LED_WIRING"], settings["LED_FIRST"])
    )
    each = int(settings["LEDS_PER_TILE"])
    picture = Picture(560, 600)
    picture.text(20, 28, f"{board.builds[build].title}: tile, and its LEDs in the chain", 13, bold=True)
    for row in range(10):
        for column in range(10):
            picture.box(20 + 52 * column, 50 + 52 * row, 50, 50, "#eceff1", "#b0bec5", 2)
    for one, other in itertools.pairwise(order):
        ends = [(45 + 52 * (tile % 10), 82 + 52 * (tile // 10)) for tile in (one, other)]
        if one // 10 == other // 10 or one % 10 == other % 10:
            picture.line(ends, COLOURS["LED"], 1.5)
        else:
            picture.line(ends, "#f3b6cc", 1.0, "3 3")  # by cable: pale, so that the numbers can be read
    for led, tile in enumerate(order):
        x, y = 20 + 52 * (tile % 10), 50 + 52 * (tile // 10)
        picture.text(x + 5, y + 17, f"{tile}", 13, bold=True)
        picture.dot(x + 25, y + 32, 4, "#fff59d", "#f9a825")
        places = f"{led}" if each == 1 else f"{each * led}-{each * led + each - 1}"
        picture.text(x + 46, y + 45, places, 9, COLOURS["LED"], "end")
    words = "" if each == 1 else f"; a tile's four: {', '.join(board.raw['light']['order'])}"
    picture.text(20, 590, f"player's side below; bold: tile, small: place in the chain{words}", 9)
    return picture


BESIDE = {"R": (0.0, 0.3), "C": (0.0, 0.3), "HS": (4.2, 0.6)}
"""Where a part's name stands, in mm from its middle, so that no two names meet."""


TITLES = {
    "row_board": "Row board: front red, back blue; J1 to J3 hang below; ground, +5 V and 12 V areas not drawn",
    "controller_pico": "Controller board: front red, back blue; 12 V areas light red; ground not drawn",
    "identity_strip": "Strip of 3-axis sensors: front red, back blue; J1 hangs below; ground not drawn",
    "identity_hub": "Hub: front red, back blue",
}


def printed_board(path: Path) -> Picture:
    """Draw a board as it is laid out; a long one in two halves, the left one above."""
    laid = layout.load(path)
    scale, pieces = 5.0, 2 if laid.width > 200 else 1
    piece = laid.width / pieces
    picture = Picture(piece * scale + 60, pieces * (laid.height * scale + 40) + 50)
    picture.text(20, 26, TITLES[path.stem], 15 if piece > 100 else 8, bold=True)
    for at in range(pieces):
        low = at * piece
        _piece(picture, laid, (low, low + piece), (20 - low * scale, 50 + at * (laid.height * scale + 40)), scale)
    return picture


def _piece(
    picture: Picture, laid: layout.LaidOut, across: tuple[float, float], origin: tuple[float, float], scale: float
) -> None:
    """Draw what lies between two x of a board."""

    def to(x: float, y: float) -> tuple[float, float]:
        return (origin[0] + x * scale, origin[1] + y * scale)

    low, high = across
    if len(laid.edges) == 4:
        picture.box(*to(low, 0), (high - low) * scale, laid.height * scale, "#f1f8e9", "#33691e", 2)
    for x1, y1, x2, y2 in laid.edges if len(laid.edges) > 4 else ():
        if max(x1, x2) >= low and min(x1, x2) <= high:
            picture.line([to(min(max(x1, low), high), y1), to(min(max(x2, low), high), y2)], "#33691e", 2)
    if laid.width < 200:
        for net, x1, y1, x2, y2 in laid.areas:
            if net != "GND":
                picture.box(*to(x1, y1), (x2 - x1) * scale, (y2 - y1) * scale, "#ffcdd2", "#ffcdd2", 0)
    for back in (True, False):
        for x1, y1, x2, y2, width, layer, _ in laid.tracks:
            if (layer == "B.Cu") is back and max(x1, x2) >= low and min(x1, x2) <= high:
                x1, x2 = (min(max(x, low), high) for x in (x1, x2))
                picture.line([to(x1, y1), to(x2, y2)], BLUE if back else "#e53935", max(1.0, width * scale))
    names: list[tuple[float, float, str]] = []
    for ref, part in laid.parts.items():
        if not low - 2 < part.x < high + 2:
            continue
        for pad in part.pads:
            x, y = to(pad.x - pad.width / 2, pad.y - pad.height / 2)
            if pad.drilled:
                picture.dot(*to(pad.x, pad.y), pad.width * scale / 2, "#8d6e63", "#4e342e")
            else:
                picture.box(x, y, pad.width * scale, pad.height * scale, "#ffb74d", "#e65100", 0)
        if not ref.startswith("H") or ref.startswith("HS"):
            aside, down = BESIDE.get(ref.rstrip("0123456789"), (0.0, 0.4))
            if ref.startswith("J") and len(laid.edges) == 4 and laid.width > 200:
                aside, down = (0.0, 5.2) if ref == "J3" else (1.3, 1.8)
            names.append((*to(part.x + aside, part.y + down), ref))
    for x, y, size in laid.vias:
        if low < x < high:
            picture.dot(*to(x, y), size * scale / 2, "#bdbdbd", "#616161")
    for x, y, ref in names:  # last: no track, pad or via lies over a name
        picture.text(x, y, ref, 5, "#000", "middle", True, "#ffffff")
