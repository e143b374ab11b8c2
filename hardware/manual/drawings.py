"""Draws the manual's pictures of boards and cables as SVG, from the boards' files: new parts coloured, others pale."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..electrical.fabrication import layout, layout_check
from ..electrical.fabrication.layout import LaidOut, Placed
from ..electrical.pictures.wiring_picture import Picture
from ..electrical.source import Board
from .steps import Step

NEW = {
    "R": "#8d6e63",
    "C": "#ef9f3c",
    "LED": "#ffe082",
    "HS": "#ab47bc",
    "MS": "#ab47bc",
    "U": "#1e88e5",
    "L": "#6d4c41",
    "Q": "#e53935",
}
NEW |= {"D": "#e53935", "J": "#43a047", "F": "#e53935"}
"""Colour of a new part by the letters of its designator."""

PALE, PALE_EDGE = "#eceff1", "#b0bec5"
BOARD_GREEN, PAD = "#d9ecd0", "#c9b458"
RED, BLACK, GREY, INK = "#c62828", "#222222", "#78909c", "#1b1e22"

BODIES: dict[str, tuple[float, float]] = {
    "LED_WS2812B": (5.0, 5.0),
    "SOIC-16": (3.9, 9.9),
    "SOIC-8": (3.9, 4.9),
    "TSSOP-24": (4.4, 7.8),
    "SOT-23": (1.3, 2.9),
    "TSOT-23": (1.6, 2.9),
    "R_0603": (1.6, 0.8),
    "C_0603": (1.6, 0.8),
    "C_1206": (3.2, 1.6),
    "CP_Elec": (6.6, 6.6),
    "L_Bourns": (6.0, 6.0),
    "IDC": (8.9, 20.3),
    "TerminalBlock": (10.2, 9.0),
    "Converter": (11.7, 7.6),
    "D_DO-41": (5.2, 2.7),
    "D_DO-15": (7.6, 3.6),
    "Fuseholder": (22.0, 9.0),
    "CP_Radial": (6.3, 6.3),
    "DIP-14": (6.4, 19.3),
    "JST_XH_B2B": (7.4, 5.7),
    "JST_XH_B3B": (9.9, 5.7),
    "JST_SH": (6.0, 4.2),
    "RaspberryPi_Pico": (21.0, 51.0),
}
"""Width and depth of a part's body unturned, by how its footprint's name begins."""


@dataclass(frozen=True)
class View:
    """A stretch of a board on a picture; ``below`` turns it over like a page."""

    laid: LaidOut
    low: float
    high: float
    scale: float
    left: float
    top: float
    below: bool = False

    def to(self, x: float, y: float) -> tuple[float, float]:
        """Place a point of the board on the picture."""
        across = self.high - x if self.below else x - self.low
        return self.left + across * self.scale, self.top + y * self.scale

    def shows(self, part: Placed) -> bool:
        """Tell whether a part's middle lies on the stretch."""
        x, _ = middle(part)
        return self.low < x < self.high


def middle(part: Placed) -> tuple[float, float]:
    """Return where the middle of a part's body is: of its pads if wires hold it, else its own."""
    if any(pad.drilled for pad in part.pads):
        xs, ys = [pad.x for pad in part.pads], [pad.y for pad in part.pads]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return part.x, part.y


def body(part: Placed) -> list[tuple[float, float]]:
    """Return the four corners of a part's body on the board."""
    name = part.footprint.split(":")[-1]
    wide, deep = next((size for start, size in BODIES.items() if name.startswith(start)), (0.0, 0.0))
    (x, y), angle = middle(part), math.radians(part.turn)
    out = []
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        own = (a * wide / 2, b * deep / 2)
        out.append(
            (
                x + own[0] * math.cos(angle) + own[1] * math.sin(angle),
                y - own[0] * math.sin(angle) + own[1] * math.cos(angle),
            )
        )
    return out


def draw_board(picture: Picture, view: View, new: Iterable[str], *, hide: Iterable[str] = ()) -> None:
    """Draw a stretch of a board: outline, pads, bodies of parts; those in ``new`` coloured and marked."""
    new, hidden = set(new), set(hide)
    x, y = view.to(view.high if view.below else view.low, 0)
    picture.box(x, y, (view.high - view.low) * view.scale, view.laid.height * view.scale, BOARD_GREEN, "#33691e", 2)
    for left, right, deep in notches(view.laid):
        if right > view.low and left < view.high:
            ends = sorted(view.to(min(max(side, view.low), view.high), 0)[0] for side in (left, right))
            floor = y + deep * view.scale
            picture.box(ends[0] - 1, y - 2, ends[1] - ends[0] + 2, floor - y + 2, "#fafafa", "none", 0)
            rim = [
                (side, up) for side, up in zip((ends[0], ends[0], ends[1], ends[1]), (y, floor, floor, y), strict=True)
            ]
            begin, end = left < view.low + 0.5, right > view.high - 0.5  # a notch at the board's end has one wall
            if view.below:
                begin, end = end, begin
            picture.line(rim[int(begin) : 4 - int(end)], "#33691e", 1)
    parts = [(ref, part) for ref, part in view.laid.parts.items() if view.shows(part)]
    for ref, part in parts:
        for pad in part.pads:
            px, py = view.to(pad.x, pad.y)
            if ref.startswith("H") and not ref.startswith("HS"):
                picture.dot(px, py, 1.6 * view.scale, "#ffffff", "#33691e")
            elif pad.drilled:
                picture.dot(px, py, round(pad.width * view.scale / 2, 2), PAD, "#8d6e63")
            elif part.below == view.below:
                wide, deep = pad.width * view.scale, pad.height * view.scale
                picture.box(px - wide / 2, py - deep / 2, wide, deep, PAD, "none", 0)
    for ref, part in parts:
        if part.below == view.below and ref not in hidden and ref.rstrip("0123456789") not in ("FID", "TP", "H"):
            _body(picture, view, ref, part, ref in new)


def notches(laid: LaidOut) -> list[tuple[float, float, float]]:
    """What is cut out of a board's upper edge: from, to and how deep."""
    floors = [edge for edge in laid.edges if edge[1] == edge[3] and 0 < edge[1] < laid.height]
    return sorted((min(x1, x2), max(x1, x2), y) for x1, y, x2, _ in floors)


def _body(picture: Picture, view: View, ref: str, part: Placed, new: bool) -> None:
    """Draw one part and the mark that shows how it is turned."""
    corners = [view.to(*corner) for corner in body(part)]
    letters = ref.rstrip("0123456789")
    fill = NEW.get(letters, "#43a047") if new else PALE
    picture.shape(corners, fill, INK if new else PALE_EDGE)
    if not new or not part.pads:
        return
    x, y = view.to(*middle(part))
    first = view.to(part.pads[0].x, part.pads[0].y)
    size = view.scale
    if letters == "LED":
        pad = next(pad for pad in part.pads if pad.number == "3")
        px, py = view.to(pad.x, pad.y)
        near = min(corners, key=lambda corner: math.hypot(corner[0] - px, corner[1] - py))
        inner = [(near[0] + (x - near[0]) * a, near[1] + (y - near[1]) * b) for a, b in ((0.5, 0), (0, 0.5))]
        picture.shape([near, *inner], INK, INK)
        picture.dot(x, y, 1.7 * size, "#fffde7", "#bfa24a")
    elif letters in ("U", "Q") and len(part.pads) > 3:
        towards = (x + (first[0] - x) * 0.55, y + (first[1] - y) * 0.72)
        picture.dot(*towards, 0.45 * size, "#ffffff", "none")
    elif letters == "D":
        at = (x + (first[0] - x) * 0.35, y + (first[1] - y) * 0.35)
        sides = [math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(corners)]
        across = min(sides) / 2  # the band is as wide as the body
        if abs(first[0] - x) > abs(first[1] - y):
            picture.line([(at[0], at[1] - across), (at[0], at[1] + across)], "#ffffff", 1.0 * size)
        else:
            picture.line([(at[0] - across, at[1]), (at[0] + across, at[1])], "#ffffff", 1.0 * size)
    elif "CP_" in part.footprint:
        picture.dot(x, y, 3.1 * size, fill, INK)
        side = 2.1 * size if first[0] > x else -2.1 * size
        picture.text(x + side, y + 6, "+", 18, "#ffffff", "middle", True)
        picture.box(x - side - 0.5 * size, y - 1.6 * size, size, 3.2 * size, INK, INK, 0)
    elif "IDC-Header" in part.footprint:
        picture.dot(*first, 0.9 * size, RED, "none")
        odd = [view.to(pad.x, pad.y)[0] for pad in part.pads if int(pad.number) % 2]
        even = [view.to(pad.x, pad.y)[0] for pad in part.pads if not int(pad.number) % 2]
        edge = min(c[0] for c in corners) if odd[0] < even[0] else max(c[0] for c in corners)
        picture.box(edge - 0.7 * size, y - 2.1 * size, 1.4 * size, 4.2 * size, "#ffffff", INK, 0)
    elif "TerminalBlock" in part.footprint:
        second = view.to(part.pads[1].x, part.pads[1].y)
        for (px, py), sign in ((first, "+"), (second, "-")):
            picture.dot(px, py, 1.7 * size, "#cfd8dc", INK)
            picture.text(px, py + 5, sign, 16, INK, "middle", True)


def call_out(
    picture: Picture, at: tuple[float, float], place: tuple[float, float], words: str, size: float = 13
) -> None:
    """Write words at ``place`` with a line to ``at``; the words' middle is at the end of the line."""
    half, down = 3.9 * len(words) * size / 13, 0.9 * size
    end = place[1] - down if at[1] < place[1] else place[1] + down
    beside = abs(at[1] - place[1]) < down
    picture.line([at, (place[0], place[1] if beside else end)], INK, 1.2)
    picture.dot(*at, 2.6, INK)
    picture.box(place[0] - half - 6, place[1] - down, 2 * half + 12, 2 * down, "#ffffff", INK, 3)
    picture.text(place[0], place[1] + size * 0.36, words, size, INK, "middle")


def labelled(
    picture: Picture, spots: list[tuple[tuple[float, float], str]], y: float, across: tuple[float, float]
) -> None:
    """Write a row of call-outs at height ``y`` within ``across``, each as near its place as there is room."""
    spots = sorted(spots)
    halves = [3.9 * len(words) + 12 for _, words in spots]
    where, edge = [], across[0]
    for (place, _), half in zip(spots, halves, strict=True):
        where.append(max(place[0], edge + half))
        edge = where[-1] + half
    edge = across[1]
    for at in reversed(range(len(spots))):
        where[at] = min(where[at], edge - halves[at])
        edge = where[at] - halves[at]
    for at, (place, words) in enumerate(spots):
        call_out(picture, place, (where[at], y), words)


def row_view(laid: LaidOut, low: float, high: float, *, below: bool = False) -> tuple[Picture, View]:
    """Begin a picture of a stretch of the row board, with room for words above and below."""
    scale = 960 / (high - low)
    picture = Picture(1000, laid.height * scale + 130)
    return picture, View(laid, low, high, scale, 20, 65, below)


def row_small(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw what a fabricator places, round the regulator and the first register."""
    picture, view = row_view(laid, 45, 173)
    draw_board(picture, view, step.refs["row_board"])

    def at(ref: str) -> tuple[tuple[float, float], str]:
        part = laid.parts[ref]
        return view.to(*middle(part)), ref

    above = [(at("LED5")[0], "LED5: mark back left"), (at("C5")[0], "C5"), (at("U3")[0], "U3: dot right")]
    above += [(at("LED9")[0], "LED9"), (at("LED13")[0], "LED13"), (at("LED14")[0], "LED14")]
    beneath = [(at("LED8")[0], "LED8: mark front right"), (at("HS2")[0], "HS2, sensor"), (at("L1")[0], "L1, coil")]
    beneath += [(at("U1")[0], "U1: dot front left"), (at("C1")[0], "C1: stripe left"), (at("HS3")[0], "HS3")]
    labelled(picture, above, 30, (20, 980))
    labelled(picture, beneath, view.top + laid.height * view.scale + 38, (20, 980))
    return picture


def row_below(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the plugs under the row board, turned over like a page, and a side view."""
    picture, view = row_view(laid, 0, 126, below=True)
    draw_board(picture, view, step.refs["row_board"])
    spots = []
    for ref, words in (
        ("J1", "J1: red dot is pin 1"),
        ("J2", "J2: notch to the right"),
        ("J3", "J3: + is the square pad"),
    ):
        spots.append((view.to(*middle(laid.parts[ref])), words))
    labelled(picture, spots, 30, (150, 980))
    down = view.top + laid.height * view.scale
    picture.text(20, down + 24, "seen from below, turned like a page: the end with tile 0 is at the right", 14)
    picture.line([(20, down + 60), (980, down + 60)], "#2e7d32", 5)
    picture.text(24, down + 52, "LEDs on this side", 12)
    for ref in ("J1", "J2", "J3"):
        x, _ = view.to(*middle(laid.parts[ref]))
        picture.box(x - 34, down + 63, 68, 26, NEW["J"], INK, 2)
        picture.text(x, down + 81, ref, 13, "#fff", "middle", True)
        for pin in (-10, 10):
            picture.line([(x + pin, down + 63), (x + pin, down + 54)], GREY, 2.5)
    picture.height = down + 105
    return picture


def metered(laid: LaidOut, view: View, picture: Picture, nets: tuple[str, ...]) -> None:
    """Colour the measuring pads of these nets and name them."""
    colours = {"+12V": "#6d4c41", "+5V": RED, "+3V3": "#ef6c00", "GND": BLACK}
    spots = []
    for part in laid.parts.values():
        if part.ref.startswith("TP") and part.pads[0].net in nets and view.shows(part):
            place = view.to(part.x, part.y)
            picture.dot(*place, 1.1 * view.scale, colours[part.pads[0].net], INK)
            spots.append((place, part.pads[0].net))
    labelled(picture, spots, view.top - 35, (view.left, view.left + (view.high - view.low) * view.scale))


def row_meter(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the measuring pads at the left end of a row board."""
    picture, view = row_view(laid, 0, 105)
    draw_board(picture, view, ())
    metered(laid, view, picture, ("+12V", "+5V", "+3V3", "GND"))
    down = view.top + laid.height * view.scale
    picture.text(
        20, down + 28, "One tip of the meter on GND, the other on one of the others; end with tile 0 at the left.", 14
    )
    return picture


FLAT = ("R", "C2", "C4", "U4", "J4", "Q1")
LOW = ("D", "J2", "J5", *(f"J{at}" for at in range(6, 14)))
"""What the first two steps put on the controller board; "R" stands for all resistors."""


def controller_picture(
    laid: LaidOut,
    step: Step,
    words: dict[str, str],
    *,
    before: Iterable[str] = (),
    spots: Mapping[str, tuple[float, float]] | None = None,
) -> Picture:
    """Draw the controller board with this step's parts coloured and some of them named; later parts are left out.

    ``spots`` are where on the board, in mm, a part's name stands that would lie badly in the rows of names.
    """
    scale = 5.2
    picture = Picture(laid.width * scale + 40, laid.height * scale + 190)
    view = View(laid, 0, laid.width, scale, 20, 95)
    new = [*step.refs["controller_pico"], *(["F1"] if "fuse-holder" in step.extras else [])]
    earlier = set(before)
    later = [ref for ref in laid.parts if not {ref, ref.rstrip("0123456789")} & {*new, *earlier}]
    draw_board(picture, view, new, hide=later)
    upper: list[tuple[tuple[float, float], str]] = []
    lower: list[tuple[tuple[float, float], str]] = []
    for ref, said in words.items():
        x, y = view.to(*middle(laid.parts[ref]))
        if spots and ref in spots:
            call_out(picture, (x, y), view.to(*spots[ref]), said)
            continue
        (upper if y < view.top + laid.height * scale / 2 else lower).append(((x, y), said))
    edges = (20.0, laid.width * scale + 20)
    for named, y in ((upper, 45), (lower, view.top + laid.height * scale + 45)):
        if named:
            labelled(picture, named, y, edges)
    picture.text(edges[1], 20, "back edge, USB", 12, GREY, "end")
    return picture


def controller_flat(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the flat parts of the controller board."""
    words = {"Q1": "Q1: by hand, dot front left", "U4": "U4: placed", "J4": "J4: placed", "R4": "R, C: placed"}
    return controller_picture(laid, step, words)


def controller_low(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw diodes, sockets and headers of the controller board."""
    words = {"D1": "D1: band right", "D3": "D3: band left", "J2": "J2", "J5": "J5", "J9": "J6 to J12: buttons"}
    words |= {"J13": "J13: lamps"}
    spots = {"D1": (88.0, 57.0)}
    picture = controller_picture(laid, step, words, before=FLAT, spots=spots)
    scale = 5.2
    view = View(laid, 0, laid.width, scale, 20, 95)
    for ref, said in (("U2", "U2"), ("U1", "sockets")):
        part = laid.parts[ref]
        xs = sorted({round(pad.x, 2) for pad in part.pads})
        for x in xs:
            ys = [pad.y for pad in part.pads if round(pad.x, 2) == x]
            a, b = view.to(x - 1.3, min(ys) - 1.3), view.to(x + 1.3, max(ys) + 1.3)
            picture.box(*a, b[0] - a[0], b[1] - a[1], NEW["J"], INK, 1)
        x, y = view.to(*middle(part))
        picture.text(x, y, said, 13, INK, "middle", True)
    return picture


def controller_tall(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw capacitors, regulator, fuse holder and terminals of the controller board."""
    words = {
        "C1": "C1: + as on the board",
        "C3": "C3",
        "U3": "U3",
        "J1": "J1: from the jack",
        "J3": "J3: 12 V to the rows",
    }
    words["F1"] = "holder of F1"
    spots = {"J1": (68.0, 12.5), "F1": (62.0, 25.0), "J3": (16.0, -8.0), "C3": (37.0, -8.0)}
    return controller_picture(laid, step, words, before=(*FLAT, *LOW), spots=spots)


def controller_meter(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw fuse, chips and measuring pads of the controller board."""
    before = [ref for ref in laid.parts if not ref.startswith(("TP", "FID"))]
    picture = controller_picture(
        laid, step, {"F1": "F1, fuse", "U2": "U2: notch", "U1": "Pico, USB to the edge"}, before=before
    )
    view = View(laid, 0, laid.width, 5.2, 20, 95)
    x, _ = middle(laid.parts["U1"])
    corner, other = view.to(x - 4, -1.3), view.to(x + 4, 5)
    picture.box(*corner, other[0] - corner[0], other[1] - corner[1], "#b0bec5", INK, 2)
    spots = []
    for part in laid.parts.values():
        if part.ref.startswith("TP") and part.pads[0].net in ("+12V", "+5V", "+3V3", "GND"):
            place = view.to(part.x, part.y)
            picture.dot(*place, 8, RED, INK)
            spots.append((place, part.pads[0].net))
    labelled(picture, spots, view.top + laid.height * view.scale + 45, (20, 560))
    return picture


def paste(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw a joint in four stages, and two bad ones."""
    picture = Picture(1000, 300)
    stages = ("1  bare pads", "2  paste, no bridge", "3  part set into it", "4  hot: shining ramps")
    for at, words in enumerate(stages):
        left = 20 + at * 165
        picture.text(left, 40, words, 12.5, INK, bold=True)
        picture.box(left, 150, 145, 22, "#7cb342", "#33691e", 0)
        for x in (left + 20, left + 90):
            picture.box(x, 144, 36, 6, PAD, "none", 0)
            if at in (1, 2):
                picture.box(x + 2, 134, 32, 10, "#9e9e9e", "#616161", 3)
        if at >= 2:
            picture.box(left + 30, 104, 86, 30 if at == 2 else 40, "#5d4037", INK, 2)
        if at == 3:
            picture.shape([(left + 20, 144), (left + 30, 112), (left + 30, 144)], "#cfd8dc", "#78909c")
            picture.shape([(left + 126, 144), (left + 116, 112), (left + 116, 144)], "#cfd8dc", "#78909c")
    for left, words in ((690, "bad: a bridge"), (850, "bad: a tombstone")):
        picture.text(left, 40, words, 12.5, RED, bold=True)
        picture.box(left, 150, 130, 22, "#7cb342", "#33691e", 0)
    for x in (700, 728, 756, 784):
        picture.box(x - 3, 144, 16, 6, PAD, "none", 0)
        picture.box(x, 112, 10, 32, "#90a4ae", INK, 0)
    picture.box(726, 134, 42, 14, "#cfd8dc", "#78909c", 6)
    picture.shape([(880, 150), (896, 150), (896, 70), (880, 70)], "#5d4037", INK)
    picture.box(930, 144, 34, 6, PAD, "none", 0)
    picture.text(20, 230, "Iron joints of plugs: heat pad and pin together for two seconds, then feed solder.", 14)
    picture.text(20, 256, "Good: a small shining volcano with the pin in its middle. Bad: a ball on the pin.", 14)
    return picture


def ribbon(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw a flat cable with both plugs, from above and from the side."""
    picture = Picture(1000, 360)
    picture.text(
        20,
        32,
        "From above: red edge towards you, both triangles at it, both notches on the same side",
        15,
        INK,
        bold=True,
    )
    picture.box(120, 70, 760, 110, "#b0bec5", "#607d8b", 0)
    for wire in range(1, 10):
        picture.line([(120, 70 + 11 * wire), (880, 70 + 11 * wire)], "#78909c", 1)
    picture.box(120, 170, 760, 10, RED, RED, 0)
    for left in (100, 840):
        picture.box(left, 58, 60, 134, "#37474f", INK, 3)
        picture.box(left + 57, 108, 10, 34, "#eceff1", INK, 0)
        picture.shape([(left + 40, 186), (left + 56, 186), (left + 48, 172)], "#ffffff", "none")
        picture.text(left + 30, 212, "pin 1", 13, INK, "middle")
    picture.text(174, 104, "notch", 13, INK)
    picture.text(912, 130, "notch", 13, INK)
    picture.text(20, 252, "From the side: both mouths down", 15, INK, bold=True)
    picture.line([(100, 285), (900, 285)], "#b0bec5", 6)
    for left in (100, 840):
        picture.box(left, 272, 60, 12, "#37474f", INK, 2)
        picture.box(left, 288, 60, 34, "#37474f", INK, 2)
        picture.text(left + 30, 344, "mouth", 13, INK, "middle")
    links = board.raw["links"]
    words = f"9 x {links['ribbon']:g} mm, 1 x {links['ribbon_first']:g} mm (buttons: 1 x {links['ribbon_back']:g} mm)"
    picture.text(500, 320, words, 16, INK, "middle", True)
    return picture


def bus(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw two wires in one ferrule, and the garland of terminals."""
    picture = Picture(1000, 330)
    picture.text(20, 32, "Two wires, one twin ferrule, one screw", 15, INK, bold=True)
    for y in (80, 104):
        picture.line([(30, y), (190, y), (230, 92)], RED, 13)
    picture.box(214, 74, 44, 36, "#e57373", INK, 8)
    picture.box(258, 84, 90, 16, "#cfd8dc", INK, 2)
    picture.box(380, 54, 110, 80, "#43a047", INK, 4)
    picture.dot(435, 76, 14, "#cfd8dc", INK)
    picture.line([(425, 76), (445, 76)], INK, 3)
    picture.box(380, 98, 60, 24, INK, INK, 2)
    picture.text(20, 148, "strip 9 mm, crimp, pull", 13)
    picture.text(560, 60, "+ is pin 1, the square pad, at every J3", 14)
    picture.text(560, 84, "red to +, black to -: at the controller and at all ten rows", 14)
    left = 60.0
    names = ["controller J3", *(f"row {row}" for row in (0, 1, 2)), "...", "row 9"]
    for at, name in enumerate(names):
        x = left + at * 160
        picture.box(x, 210, 76, 60, "#43a047" if name != "..." else "#fafafa", INK if name != "..." else "none", 4)
        picture.text(x + 38, 296, name, 13, INK, "middle")
        if at:
            picture.line([(x - 96, 228), (x + 12, 228)], RED, 5)
            picture.line([(x - 96, 252), (x + 12, 252)], BLACK, 5)
    feed, step_mm = board.raw["row_bus"]["feed_length"], board.pitch + 35
    picture.text(left + 118, 200, f"{feed:.0f} mm", 13, INK, "middle")
    picture.text(left + 278, 200, f"{step_mm:.0f} mm", 13, INK, "middle")
    return picture


def flash(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the Pico, the drives and the command."""
    picture = Picture(1000, 300)
    picture.box(40, 60, 130, 220, "#2e7d32", INK, 8)
    picture.box(80, 44, 50, 30, "#b0bec5", INK, 3)
    picture.dot(105, 110, 12, "#ffffff", INK)
    call_out(picture, (105, 110), (330, 70), "hold BOOTSEL while you plug USB in")
    for x, name, words in (
        (500, "RPI-RP2", "CircuitPython 10 (.uf2) onto it"),
        (760, "CIRCUITPY", "appears by itself"),
    ):
        picture.box(x, 60, 170, 90, "#cfd8dc", INK, 8)
        picture.text(x + 85, 100, name, 18, INK, "middle", True)
        picture.text(x + 85, 126, "drive", 13, INK, "middle")
        picture.text(x + 85, 176, words, 14, INK, "middle")
    picture.line([(680, 105), (750, 105)], INK, 2.5)
    picture.shape([(758, 105), (746, 98), (746, 112)], INK, INK)
    picture.box(230, 205, 740, 66, "#263238", INK, 6)
    picture.text(250, 232, "immolation board flash /media/you/CIRCUITPY", 16, "#eceff1")
    picture.text(250, 258, "immolation board list", 16, "#eceff1")
    return picture


def bench(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the bench: supply, controller, one row, computer."""
    picture = Picture(1000, 330)
    picture.box(30, 60, 130, 70, "#455a64", INK, 6)
    picture.text(95, 92, f"{board.raw['supply']['volts']:g} V", 18, "#fff", "middle", True)
    picture.text(95, 114, "supply", 13, "#fff", "middle")
    picture.box(280, 40, 250, 150, "#43a047", INK, 6)
    picture.text(405, 110, "controller", 18, "#fff", "middle", True)
    for x, y, name in ((282, 80, "J1"), (282, 140, "J3"), (470, 142, "J2")):
        picture.box(x, y, 46, 30, "#eceff1", INK, 3)
        picture.text(x + 23, y + 20, name, 14, INK, "middle", True)
    picture.line([(160, 86), (282, 86)], RED, 5)
    picture.line([(160, 104), (282, 104)], BLACK, 5)
    picture.box(440, 26, 50, 24, "#b0bec5", INK, 3)
    picture.line([(490, 38), (700, 38)], GREY, 5)
    picture.box(700, 20, 220, 60, "#cfd8dc", INK, 6)
    picture.text(810, 56, "computer: board test", 15, INK, "middle")
    picture.box(120, 240, 840, 60, "#43a047", INK, 4)
    picture.text(900, 277, "row 0", 18, "#fff", "end", True)
    for tile in range(10):
        for x in (0, 26):
            picture.dot(150 + tile * 80 + x, 254, 5, "#ffe082", "#bfa24a")
            picture.dot(150 + tile * 80 + x, 288, 5, "#ffe082", "#bfa24a")
    for x, name in ((180, "J1"), (240, "J2"), (330, "J3")):
        picture.box(x, 258, 40, 26, "#eceff1", INK, 3)
        picture.text(x + 20, 276, name, 13, INK, "middle", True)
    picture.line([(492, 172), (492, 215), (200, 215), (200, 258)], "#90a4ae", 16)
    picture.line([(492, 172), (492, 222), (193, 222), (193, 258)], RED, 2)
    picture.line([(298, 170), (298, 200), (342, 200), (342, 258)], RED, 5)
    picture.line([(312, 170), (312, 190), (358, 190), (358, 258)], BLACK, 5)
    picture.text(620, 170, "flat cable: red edge at pin 1", 14)
    picture.text(620, 194, "two wires: + to +", 14)
    picture.text(620, 218, "everything is plugged with the supply off", 14, RED)
    return picture


def bed(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the kinds of printed parts and where their numbers count from."""
    picture = Picture(1000, 360)
    kinds = (("tray", "#5b8fc7", (3, 4, 3), (3, 4, 3)), ("grid", "#f2c14e", (3, 4, 3), (4, 2, 4)))
    for at, (name, colour, across, along) in enumerate((*kinds, ("strip", "#5f6f80", (3, 4, 3), (4, 2, 4)))):
        left, top, unit = 30 + at * 320, 60.0, 24.0
        picture.text(left, 40, f"{name}_(column)(row), from above", 14, INK, bold=True)
        x = float(left)
        for column, wide in enumerate(across):
            y = top
            for row, deep in enumerate(along):
                if name != "strip" or (column, row) != (1, 1):
                    corner, size = (x + 2, y + 2), (wide * unit - 4, deep * unit - 4)
                    if name == "strip":
                        picture.shape(_rim(corner, size, (column, row)), colour, INK)
                    else:
                        picture.box(*corner, *size, colour, INK, 3)
                    light = "#ffffff" if name == "tray" else INK
                    aside = 18 * (1 - column) if name == "strip" else 0
                    picture.text(
                        x + wide * unit / 2 + aside,
                        y + deep * unit / 2 + 5,
                        f"{name}_{column}{row}",
                        12,
                        light,
                        "middle",
                    )
                y += deep * unit
            x += wide * unit
        picture.text(left, top + 10 * unit + 22, "player's side", 13, GREY)
    picture.text(
        30,
        346,
        "and port_plate_pico, flat, and the bases of the miniatures, pocket up. The strip is printed with its "
        "numbers down.",
        14,
    )
    return picture


def _rim(corner: tuple[float, float], size: tuple[float, float], place: tuple[int, int]) -> list[tuple[float, float]]:
    """Outline a part of the edge strip: an angle at a corner, a bar between; ``place`` is column and row of three."""
    (x1, y1), deep = corner, 14.0
    x2, y2 = x1 + size[0], y1 + size[1]
    if place[0] == 1 or place[1] == 1:
        if place[0] == 1:
            y1, y2 = (y1, y1 + deep) if place[1] == 0 else (y2 - deep, y2)
        else:
            x1, x2 = (x1, x1 + deep) if place[0] == 0 else (x2 - deep, x2)
        return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    (out_x, in_x), (out_y, in_y) = ((x1, x2) if place[0] == 0 else (x2, x1)), ((y1, y2) if place[1] == 0 else (y2, y1))
    to_x, to_y = (deep if in_x > out_x else -deep), (deep if in_y > out_y else -deep)
    return [
        (out_x, out_y),
        (in_x, out_y),
        (in_x, out_y + to_y),
        (out_x + to_x, out_y + to_y),
        (out_x + to_x, in_y),
        (out_x, in_y),
    ]


def buttons(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the buttons at their plugs and the cable back from row 9."""
    picture = Picture(1000, 300)
    picture.box(120, 40, 840, 90, "#43a047", INK, 6)
    picture.text(540, 64, "controller, front edge", 15, "#fff", "middle", True)
    for at, name in enumerate((*board.raw["seat_buttons"]["names"], "lamps")):
        x = 290 + at * 82
        plug = f"J{6 + at}"
        picture.box(x, 96, 52, 30, "#eceff1", INK, 3)
        picture.text(x + 26, 116, plug, 13, INK, "middle", True)
        if name == "lamps":
            picture.text(x + 26, 154, "lamps:", 13, INK, "middle")
            picture.text(x + 26, 172, "+5V GND data", 11, INK, "middle")
            continue
        for aside in (-7, 7):
            picture.line([(x + 26 + aside, 126), (x + 26 + aside, 190)], GREY, 3)
        picture.dot(x + 26, 208, 22, "#e53935", INK)
        picture.text(x + 26, 213, name, 13, "#fff", "middle", True)
    picture.box(150, 96, 60, 30, "#eceff1", INK, 3)
    picture.text(180, 116, "J5", 13, INK, "middle", True)
    picture.line([(180, 126), (180, 250), (60, 250)], "#90a4ae", 16)
    picture.text(30, 285, f"flat cable of {board.raw['links']['ribbon_back']:g} mm from J2 of row 9", 14)
    return picture


def strip(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the left and the right end of a strip, seen from the sensors' side."""
    picture = Picture(1000, 2 * (laid.height * 6.8 + 110))
    beneath = {"J1": middle(laid.parts["J1"])}
    for at, (low, high) in enumerate(((0.0, 140.0), (laid.width - 140.0, laid.width))):
        view = View(laid, low, high, 960 / 140.0, 20, 70 + at * (laid.height * 6.8 + 110))
        draw_board(picture, view, step.refs["identity_strip"])
        for ref, words in (("MS1", "sensor 0"), ("MS2", "sensor 1"), ("MS9", "sensor 8"), ("MS10", "sensor 9")):
            if view.shows(part := laid.parts[ref]):
                x, y = view.to(*middle(part))
                call_out(picture, (x, y), (max(x, 90), view.top - 35), f"{ref}: {words}")
        if low < beneath["J1"][0] < high:
            x, y = view.to(*beneath["J1"])
            picture.box(x - 70, y - 31, 140, 62, "none", NEW["J"], 3)
            call_out(picture, (x, y), (x, view.top + laid.height * view.scale - 40), "J1: below, from the other side")
        end = "left end: tile 0" if not at else "right end: tile 9"
        picture.text(980, view.top + laid.height * view.scale + 20, end, 13, GREY, "end")
    return picture


def hub(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the hub as it lies in the tray, the controller behind it."""
    scale = 6.0
    picture = Picture(1000, laid.height * scale + 90)
    view = View(laid, 0, laid.width, scale, 400, 60)
    draw_board(picture, view, step.refs["identity_hub"])
    for row in range(board.side):
        x, y = view.to(*middle(laid.parts[f"J{row + 2}"]))
        aside = -140 if row % 2 == 0 else 140
        picture.line([(x, y), (x + aside, y)], GREY, 2)
        side = "end" if row % 2 == 0 else "start"
        picture.text(x + aside + (-8 if row % 2 == 0 else 8), y + 5, f"J{row + 2}: row {row}", 15, INK, side, True)
    call_out(picture, view.to(*middle(laid.parts["J1"])), (440, 32), "J1: from J4 of the controller")
    picture.dot(790, 72, 5, RED, "none")
    picture.text(802, 77, "pin 1, the red edge", 13)
    picture.box(785, 90, 10, 22, "#ffffff", INK, 0)
    picture.text(802, 106, "the notch", 13)
    for switch in range(1, 6):
        x, y = view.to(*middle(laid.parts[f"U{switch}"]))
        picture.text(x, y + 4, f"U{switch}", 12, "#fff", "middle", True)
    return picture


def tape(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw a strip on its row board, seen from below with the first tiles at the right, and both from the side."""
    row = layout.load(layout_check.board_file("row_board"))
    picture, view = row_view(row, 0, 150, below=True)
    draw_board(picture, view, ())
    down = board.raw["row_board"]["size"][1] - board.raw["row_board"]["below_centre"]
    over = View(
        laid, 0, 150, view.scale, view.left, view.top + (down + board.raw["identity_strip"]["top"]) * view.scale, True
    )
    cut = [(left, right, deep) for left, right, deep in notches(laid) if left < over.high]
    corners = [(0.0, laid.height), (150.0, laid.height), (150.0, 0.0)]
    for left, right, deep in reversed(cut):
        corners += [(min(right, 150.0), 0.0), (min(right, 150.0), deep), (left, deep), (left, 0.0)]
    picture.line([over.to(*corner) for corner in [*corners, corners[0]]], NEW["J"], 3)
    spots = [(view.to(*middle(row.parts[ref])), f"{ref} comes through") for ref in ("J1", "J2", "J3")]
    for place in range(3):
        x, y = over.to(*middle(laid.parts[f"MS{place + 1}"]))
        picture.box(x - 10, y - 10, 20, 20, NEW["MS"], INK, 2)
        spots.append(((x, y), f"sensor {place}"))
        if place:
            spot = over.to(middle(laid.parts[f"MS{place + 1}"])[0], laid.height - 5.0)
            picture.box(spot[0] - 38, spot[1] - 30, 76, 60, "#fff59d", "#f9a825", 2)
            picture.text(spot[0], spot[1] + 4, "tape", 12, INK, "middle")
    labelled(picture, spots, 30, (20, 980))
    low = view.top + row.height * view.scale
    picture.text(20, low + 24, "seen from below, turned like a page: the end with tile 0 is at the right", 14)
    picture.box(120, low + 50, 760, 16, BOARD_GREEN, "#33691e", 1)
    picture.text(890, low + 63, "row board", 13)
    for at in range(4):
        picture.box(180 + 190 * at, low + 66, 70, 15, "#fff59d", "#f9a825", 1)
        picture.box(280 + 190 * at, low + 69, 24, 12, NEW["MS"], INK, 1)
    picture.text(890, low + 79, f"{board.raw['identity']['tape']:g} mm of tape", 13)
    picture.box(120, low + 81, 760, 16, BOARD_GREEN, "#33691e", 1)
    picture.text(890, low + 96, "strip", 13)
    picture.height = low + 120
    return picture


def hub_place(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw the tray from above: where the hub lies, and to which strip each of its cables goes."""
    raw, pitch = board.raw, board.pitch
    scale = 1.28
    left, top = 190.0, 60.0
    picture = Picture(1000, board.side * pitch * scale + 130)

    def to(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    side = board.side * pitch * scale
    picture.box(left - 24, top - 24, side + 48, side + 48, "#eceff1", PALE_EDGE, 4)
    depth, below = raw["row_board"]["depth"], raw["row_board"]["below_centre"]
    for row in range(board.side):
        x, y = to(1.0, (row + 0.5) * pitch + below - depth)
        picture.box(x, y, side - 2 * scale, depth * scale, "#f6f8f5", PALE_EDGE, 2)
        picture.text(left - 34, y + depth * scale / 2 + 5, f"row {row}", 13, GREY, "end")
    wide, deep = raw["enclosure"]["carrier"]
    x, y = to((board.side * pitch - wide) / 2, -15.0)
    picture.box(x, y, wide * scale, deep * scale, "#a5d6a7", PALE_EDGE, 3)
    picture.text(x + 12, y + 26, "controller", 14, INK)
    size, place = raw["identity_hub"]["size"], raw["identity_hub"]["place"]
    tile, beside, before = raw["identity_strip"]["plug"]
    lanes = (4.0, 12.0)
    hub_left, hub_top = to(*place)
    for row in range(board.side):
        plug = middle(laid.parts[f"J{row + 2}"])
        begin = to(place[0] + plug[0], place[1] + plug[1])
        end = to((tile + 0.5) * pitch + beside, (row + 0.5) * pitch + before)
        lane = to(place[0] + size[0] + lanes[row % 2] + 5.0 * (row // 2), 0.0)[0]
        shade = "#5e92b5" if row % 2 else "#8fb8d4"
        picture.line([begin, (lane, begin[1]), (lane, end[1]), end], shade, 4)
        picture.box(end[0] - 13, end[1] - 6, 26, 12, NEW["J"], INK, 2)
    picture.box(hub_left, hub_top, size[0] * scale, size[1] * scale, BOARD_GREEN, "#33691e", 2)
    for row in range(board.side):
        x, y = to(place[0] + middle(laid.parts[f"J{row + 2}"])[0], place[1] + middle(laid.parts[f"J{row + 2}"])[1])
        picture.box(x - 7, y - 11, 14, 22, NEW["J"], INK, 1)
        picture.text(x, y + 4, f"{row}", 11, "#fff", "middle", True)
    small = middle(laid.parts["J1"])
    from_hub = to(place[0] + small[0], place[1] + small[1])
    at_controller = layout.load(layout_check.board_file("controller_pico")).parts["J4"]
    plate = to((board.side * pitch - wide) / 2 + at_controller.x, -15.0 + at_controller.y)
    picture.line([from_hub, (from_hub[0], from_hub[1] - 14), (plate[0], from_hub[1] - 14), plate], RED, 3)
    picture.box(plate[0] - 5, plate[1] - 4, 10, 8, NEW["J"], INK, 1)
    call_out(picture, plate, (left + side - 60, 24), "J4, to the hub's small socket")
    call_out(picture, (hub_left + 4, hub_top + 8), (left + 130, hub_top + 8), "the hub, on the floor")
    picture.text(20, picture.height - 14, "seen from above through the row boards; plugs are below the strips", 14)
    return picture


def axes(laid: LaidOut, board: Board, step: Step) -> Picture:
    """Draw one miniature on tile 44, pushed to the right and then towards the player."""
    picture = Picture(1000, 340)
    unit = 190.0
    push = unit * 7.0 / board.pitch
    for at, words in enumerate(("1: in the middle", "2: 7 mm to the right", "3: back, then 7 mm towards you")):
        left, top = 60 + at * 310, 60.0
        picture.text(left, 40, words, 15, INK, bold=True)
        picture.box(left, top, unit, unit, "#e3f2f7", GREY, 0)
        picture.text(left + 10, top + 24, "44", 14, GREY, bold=True)
        x, y = left + unit / 2, top + unit / 2
        picture.line([(x - 8, y), (x + 8, y)], GREY, 1.2)
        picture.line([(x, y - 8), (x, y + 8)], GREY, 1.2)
        to = (x + push * (at == 1), y + push * (at == 2))
        radius = unit * board.raw["tile"]["miniature_base"] / board.pitch / 2
        picture.dot(*to, round(radius, 1), "#b39ddb", INK)
        picture.dot(*to, round(radius * 0.4, 1), RED, INK)
        if at == 1:
            picture.line([(x, y + radius + 22), (x + push + 14, y + radius + 22)], INK, 2.5)
            picture.shape(
                [(x + push + 24, y + radius + 22), (x + push + 12, y + radius + 15), (x + push + 12, y + radius + 29)],
                INK,
                INK,
            )
        if at == 2:
            picture.line([(x + radius + 22, y), (x + radius + 22, y + push + 14)], INK, 2.5)
            picture.shape(
                [(x + radius + 22, y + push + 24), (x + radius + 15, y + push + 12), (x + radius + 29, y + push + 12)],
                INK,
                INK,
            )
        picture.text(x, top + unit + 26, "you sit here", 13, GREY, "middle")
    picture.text(60, 322, "one miniature alone on the board; wait for the board's word between the pushes", 14)
    return picture


PICTURES: dict[str, tuple[str, Callable[[LaidOut, Board, Step], Picture]]] = {
    "row_small": ("row_board", row_small),
    "row_below": ("row_board", row_below),
    "row_meter": ("row_board", row_meter),
    "controller_flat": ("controller_pico", controller_flat),
    "controller_low": ("controller_pico", controller_low),
    "controller_tall": ("controller_pico", controller_tall),
    "controller_meter": ("controller_pico", controller_meter),
    "paste": ("row_board", paste),
    "ribbon": ("row_board", ribbon),
    "bus": ("row_board", bus),
    "flash": ("row_board", flash),
    "bench": ("row_board", bench),
    "bed": ("row_board", bed),
    "buttons": ("controller_pico", buttons),
    "strip": ("identity_strip", strip),
    "hub": ("identity_hub", hub),
    "tape": ("identity_strip", tape),
    "hub_place": ("identity_hub", hub_place),
    "axes": ("identity_hub", axes),
}
"""The board that a picture shows, and what draws it, by the name that a step has for it."""


def draw_all(folder: Path, board: Board, steps: list[Step]) -> None:
    """Write the pictures of all steps that do not show the box."""
    laid = {name: layout.load(layout_check.board_file(name)) for name in {name for name, _ in PICTURES.values()}}
    for step in steps:
        if "/" not in step.picture:
            name, draw = PICTURES[step.picture]
            draw(laid[name], board, step).save(folder / f"{step.picture}.svg")
