"""Draws the manual's pictures of boards and cables as SVG, from the boards' files: new parts coloured, others pale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ..electrical.fabrication import layout, layout_check
from ..electrical.fabrication.layout import LaidOut
from ..electrical.pictures.wiring_picture import Picture
from ..electrical.source import Board
from . import identity_drawings
from .board_view import (
    BLACK,
    GREY,
    INK,
    NEW,
    PAD,
    RED,
    View,
    call_out,
    draw_board,
    labelled,
    middle,
    row_view,
)
from .steps import Step


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
"""Parts of the controller board by the end of the first and of the second step; "R" stands for all resistors."""


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
    "strip": ("identity_strip", identity_drawings.strip),
    "hub": ("identity_hub", identity_drawings.hub),
    "tape": ("identity_strip", identity_drawings.tape),
    "hub_place": ("identity_hub", identity_drawings.hub_place),
    "axes": ("identity_hub", identity_drawings.axes),
}
"""The board that a picture shows, and what draws it, by the name that a step has for it."""


def draw_all(folder: Path, board: Board, steps: list[Step]) -> None:
    """Write the pictures of all steps that do not show the box."""
    laid = {name: layout.load(layout_check.board_file(name)) for name in {name for name, _ in PICTURES.values()}}
    for step in steps:
        if "/" not in step.picture:
            name, draw = PICTURES[step.picture]
            draw(laid[name], board, step).save(folder / f"{step.picture}.svg")
