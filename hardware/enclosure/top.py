"""Draws what a player sees: edge strip, diffuser; and the small parts: port plates, base of a miniature."""

from __future__ import annotations

from pathlib import Path

from build123d import (
    Align,
    Cone,
    Cylinder,
    FontStyle,
    Part,
    Polygon,
    Pos,
    Rectangle,
    Rot,
    Sketch,
    Text,
    extrude,
    fillet,
)

from .dimensions import BOSS, ENGRAVED, FREE, PLATE, Dimensions, Span
from .frame import block, rod
from .places import PORT_SCREWS, PORT_WINDOW, jack_place, port_centre, usb_opening

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
"""Debian's fonts-dejavu-core: a fixed font keeps the generated files the same everywhere."""

CLEAR_OF_DIFFUSER = 0.2
"""The strip presses on the trays, not on the diffuser, which must be free to grow by 1 mm at 30 K."""

LIP = 0.5
"""How far outside the tiles the strip's inner edge lies."""

RIB = (1.6, 3.0)
"""Thickness and depth of the rib that finds the tray's wall."""

SIDES = ("top", "right", "bottom", "left")


def edge_strip(d: Dimensions, xs: Span, ys: Span) -> Part:
    """One part of the edge strip: a corner, or a straight part with its side's Immolation Number."""
    outer_x, outer_y = xs.reach(d.border, d.gap), ys.reach(d.border, d.gap)
    z = (d.surface + CLEAR_OF_DIFFUSER, d.surface + CLEAR_OF_DIFFUSER + d.bezel)
    seat = (d.surface, z[0])
    plate = block(outer_x, outer_y, z) - block((-LIP, d.field + LIP), (-LIP, d.field + LIP), (z[0] - 1, z[1] + 1))
    ring_in = -d.border + d.wall
    foot = block(outer_x, outer_y, seat) - block(
        (ring_in, d.field - ring_in), (ring_in, d.field - ring_in), (seat[0] - 1, seat[1] + 1)
    )
    rib_out, rib_in = ring_in + 0.3, ring_in + 0.3 + RIB[0]
    rib = block((rib_out, d.field - rib_out), (rib_out, d.field - rib_out), (d.surface - RIB[1], z[0]))
    rib -= block((rib_in, d.field - rib_in), (rib_in, d.field - rib_in), (d.surface - RIB[1] - 1, z[1]))
    rib = rib & block(outer_x, outer_y, (d.surface - RIB[1], z[0]))
    for x, y in d.edge_screws():
        on_side = [abs(value + d.screw_line) < 1e-6 or abs(value - d.field - d.screw_line) < 1e-6 for value in (x, y)]
        reach_x, reach_y = (8.0 if on_side[0] else BOSS + 0.5), (8.0 if on_side[1] else BOSS + 0.5)
        crowded = d.screw_line + BOSS + d.gap > -rib_in  # a narrow border brings the corner's post against the rib
        if crowded or not all(on_side):  # a bracket stands here; else posts at the corners leave the rib its room
            rib -= block((x - reach_x, x + reach_x), (y - reach_y, y + reach_y), (d.surface - RIB[1] - 1, z[0]))
    solid = plate + foot + rib
    for place in d.edge_screws():
        if outer_x[0] < place[0] < outer_x[1] and outer_y[0] < place[1] < outer_y[1]:
            solid += rod(*place, seat, 3.4)
            solid -= rod(*place, (d.surface - 5, z[1] + 1), FREE / 2)
            sink = Cone(FREE / 2, 3.2, 1.5, align=(Align.CENTER, Align.CENTER, Align.MAX))
            solid -= Pos(place[0], -place[1], z[1]) * sink
    for sketch in engravings(d, xs, ys):
        solid -= extrude(Pos(0, 0, z[1] - ENGRAVED) * sketch, ENGRAVED + 1, dir=(0, 0, 1))
    return solid


def engravings(d: Dimensions, xs: Span, ys: Span) -> list[Sketch]:
    """Immolation Numbers in their gems, and the digits of rows and columns: tile = ten times row and column."""
    out: list[Sketch] = []
    middle, off = d.field / 2, d.border / 2
    straight = {
        "top": (not xs.at_low and not xs.at_high and ys.at_low, (middle, -off), 180),
        "right": (not ys.at_low and not ys.at_high and xs.at_high, (d.field + off, middle), 90),
        "bottom": (not xs.at_low and not xs.at_high and ys.at_high, (middle, d.field + off), 0),
        "left": (not ys.at_low and not ys.at_high and xs.at_low, (-off, middle), 270),
    }
    for side in SIDES:
        here, (x, y), turn = straight[side]
        if here:
            out.append(Pos(x, -y) * Rot(0, 0, turn) * _gem(str(d.numbers[side])))
    for k in range(d.side):
        at = (k + 0.5) * d.pitch
        if xs.low < at < xs.high and ys.at_high:
            out.append(Pos(at, -d.field - 4.4) * _text(str(k), 5.0))
        if ys.low < at < ys.high and xs.at_low:
            out.append(Pos(-4.4, -at) * _text(str(k), 5.0))
    return out


def _text(word: str, size: float) -> Sketch:
    return Text(
        word, font_size=size, font_path=str(FONT), font_style=FontStyle.BOLD, align=(Align.CENTER, Align.CENTER)
    )


def _gem(word: str) -> Sketch:
    """A cut stone round a digit: two nested hexagons, 1.2 mm of line."""
    outer = Polygon((-13, 0), (-8, 8), (8, 8), (13, 0), (8, -8), (-8, -8), align=None)
    inner = Polygon((-11.6, 0), (-7.3, 6.8), (7.3, 6.8), (11.6, 0), (7.3, -6.8), (-7.3, -6.8), align=None)
    return (outer - inner) + _text(word, 9.5)


def diffuser(d: Dimensions, xs: Span, ys: Span) -> Part:
    """One printed part of the diffuser; joints lie on the grid's walls."""
    x, y = xs.reach(d.rim - d.gap, d.gap), ys.reach(d.rim - d.gap, d.gap)
    return block(x, y, (d.light_box, d.surface))


def port_plate(d: Dimensions, kind: str) -> Part:
    """The plate behind the back wall with the openings for USB and the supply; ``kind`` is pico or esp32-s3."""
    z, middle = port_centre(d), d.field / 2
    back = -d.border + d.wall
    wide, high = PORT_SCREWS + 10, PORT_WINDOW[1] + 2.0
    plate = block((middle - wide / 2, middle + wide / 2), (back, back + PLATE), (z - high / 2, z + high / 2))
    for side in (-1, 1):
        plate -= Pos(middle + side * PORT_SCREWS / 2, -back, z) * Rot(90, 0, 0) * Cylinder(FREE / 2, 12)
    (left, right), (low, high) = usb_opening(d, kind)
    plate -= block((left, right), (back - 1, back + 4), (low, high))
    x, up = jack_place(d)
    plate -= Pos(x, -back, up) * Rot(90, 0, 0) * Cylinder(d.jack_hole / 2, 12)
    return plate


def miniature_base(d: Dimensions) -> Part:
    """The base under a miniature, its magnet put in from above and covered by the miniature's own base."""
    height = d.base_floor + d.magnet[1] + 0.4
    base = Cylinder(d.miniature_base / 2, height, align=(Align.CENTER, Align.CENTER, Align.MIN))
    pocket = Cylinder(d.magnet[0] / 2 + 0.1, height, align=(Align.CENTER, Align.CENTER, Align.MIN))
    return base - Pos(0, 0, d.base_floor) * pocket


def sheet_outline(d: Dimensions, y: tuple[float, float]) -> Sketch:
    """Outline of a laser-cut diffuser between two y, corners rounded by 1 mm so that they do not chip."""
    low = -d.rim + d.gap
    wide, high = d.field - 2 * low, y[1] - y[0]
    plate = Pos(d.field / 2, -(y[0] + y[1]) / 2) * Rectangle(wide, high)
    return fillet(plate.vertices(), 1.0)
