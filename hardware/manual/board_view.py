"""Draws a stretch of a board for the manual, its new parts coloured, and words that point at its places."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..electrical.fabrication.layout import LaidOut, Placed
from ..electrical.pictures.wiring_picture import Picture

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
    """Return what is cut out of a board's upper edge: from, to and how deep."""
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
