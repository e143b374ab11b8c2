"""Draws the manual's pictures of the 3-axis sensors: strip, hub, tape, the cables, and how a board learns its axes."""

from __future__ import annotations

from ..electrical.fabrication import layout, layout_check
from ..electrical.fabrication.layout import LaidOut
from ..electrical.pictures.wiring_picture import Picture
from ..electrical.source import Board
from .board_view import (
    BOARD_GREEN,
    GREY,
    INK,
    NEW,
    PALE_EDGE,
    RED,
    View,
    call_out,
    draw_board,
    labelled,
    middle,
    notches,
    row_view,
)
from .steps import Step


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
