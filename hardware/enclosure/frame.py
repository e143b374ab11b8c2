"""Draws the trays and the light grid as solids. Knows where things are from ``Dimensions`` alone."""

from __future__ import annotations

from build123d import Align, Box, Compound, Cylinder, Part, Plane, Polygon, Pos, Rot, extrude

from .dimensions import BOSS, FREE, HEAD, PILOT, POST, Dimensions, Span
from .places import FLANGE, FLANGE_SCREW, PORT_SCREWS, PORT_WINDOW, clamps, feet, flange_screws, port_centre

FOOT = (10.4, 0.8)
"""Diameter and depth of the recess for a 10 mm rubber foot; 1.2 mm of floor stay."""

VENT = (2.4, 14.0)
"""Width and height of a vent slit: bridged without support, too narrow for a finger or a coin on edge."""

SEAT = 4.8
"""Height over the row board at which a screw's head sits in the grid: M3 x 16 then reaches 9.6 mm into the post."""


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    """A box between two corners; y counts towards the player."""
    solid = Box(x[1] - x[0], y[1] - y[0], z[1] - z[0], align=(Align.MIN, Align.MAX, Align.MIN))
    return Pos(x[0], -y[0], z[0]) * solid


def rod(x: float, y: float, z: tuple[float, float], radius: float) -> Part:
    """An upright cylinder."""
    return Pos(x, -y, z[0]) * Cylinder(radius, z[1] - z[0], align=(Align.CENTER, Align.CENTER, Align.MIN))


def inside(place: tuple[float, float], x: Span, y: Span, slack: float = 0.0) -> bool:
    """Whether a place is on a part, or off the tiles on the part's side of the board."""
    return _within(place[0], x, slack) and _within(place[1], y, slack)


def _within(value: float, span: Span, slack: float) -> bool:
    return (span.at_low or value > span.low - slack) and (span.at_high or value < span.high + slack)


def tray(d: Dimensions, xs: Span, ys: Span) -> Part:
    """One part of the tray: floor, outer walls, flanges at its joints, posts for the row boards."""
    x, y = xs.reach(d.border, d.gap), ys.reach(d.border, d.gap)
    whole = (d.bottom, d.surface)
    add: list[Part] = []
    cut: list[Part] = []
    add.append(block(x, y, (d.bottom, d.floor_top)))
    for axis, span in (("x", xs), ("y", ys)):
        for end, at_edge in ((0, span.at_low), (1, span.at_high)):
            thick = d.wall if at_edge else FLANGE[0]
            at = (x if axis == "x" else y)[end]
            band = (at, at + thick) if end == 0 else (at - thick, at)
            height = whole if at_edge else (d.bottom, d.floor_top + FLANGE[1])
            add.append(block(band, y, height) if axis == "x" else block(x, band, height))
            if at_edge:
                cut += _vents(d, axis, band, ys if axis == "x" else xs)
            else:
                cut += _flange_screws(d, axis, band, ys if axis == "x" else xs)
    top = (d.floor_top, -d.row_thickness)
    for place in d.screws():
        if inside(place, xs, ys) and not d.held_by_nut(place):
            add.append(rod(*place, top, POST))
            cut.append(rod(*place, (-d.row_thickness - 14, 0), PILOT / 2))
    add += [post for place, post in _edge_posts(d) if inside(place, xs, ys)]
    cut += [
        rod(*place, (d.surface - 12, d.surface + 1), PILOT / 2) for place, _ in _edge_posts(d) if inside(place, xs, ys)
    ]
    for place in clamps(d):
        if inside(place, xs, ys):
            add.append(rod(*place, (d.floor_top, d.floor_top + d.carrier_height), 4.0))
            cut.append(rod(*place, (d.floor_top + 0.4, d.floor_top + 20), PILOT / 2))
    for place in feet(d):
        if inside(place, xs, ys):
            cut.append(rod(*place, (d.bottom - 1, d.bottom + FOOT[1]), FOOT[0] / 2))
    if ys.at_low and not xs.at_low and not xs.at_high:
        cut += _port_window(d)
    solid = Part() + add
    solid = solid & block(x, y, whole)
    return solid - cut


def _flange_screws(d: Dimensions, axis: str, band: tuple[float, float], along: Span) -> list[Part]:
    out = []
    middle, z = sum(band) / 2, d.floor_top + FLANGE_SCREW
    hole = Cylinder(FREE / 2, 12)
    for at in flange_screws(d, axis, along):
        if axis == "x":
            out.append(Pos(middle, -at, z) * Rot(0, 90, 0) * hole)
        else:
            out.append(Pos(at, -middle, z) * Rot(90, 0, 0) * hole)
    return out


def _vents(d: Dimensions, axis: str, band: tuple[float, float], along: Span) -> list[Part]:
    out = []
    z = (d.floor_top + 5, d.floor_top + 5 + VENT[1])
    through = (band[0] - 1, band[1] + 1)
    if axis == "y" and band[0] < 0 and not (along.at_low or along.at_high):
        return []  # the ports are there
    for tile in range(along.first, along.last):
        for step in range(-1, 2):
            middle = (tile + 0.5) * d.pitch + 7 * step
            slit = (middle - VENT[0] / 2, middle + VENT[0] / 2)
            out.append(block(through, slit, z) if axis == "x" else block(slit, through, z))
    return out


def _edge_posts(d: Dimensions) -> list[tuple[tuple[float, float], Part]]:
    """What the edge strip's screws hold in: brackets on the outer walls, that need no support, and a post a corner."""
    out: list[tuple[tuple[float, float], Part]] = []
    off, inner = d.screw_line, d.border - d.wall / 2
    deep = inner - off + BOSS
    profile = [(0, 0), (0, -12 - deep), (deep, -12), (deep, 0)]
    bracket = extrude(Plane.XZ * Polygon(*profile, align=None), BOSS, both=True)
    for x, y in d.edge_screws():
        if x in (-off, d.field + off) and y in (-off, d.field + off):
            out.append(((x, y), rod(x, y, (d.floor_top, d.surface), BOSS)))
            continue
        turn, foot = {
            y == -off: (270, (x, -inner)),
            y == d.field + off: (90, (x, d.field + inner)),
            x == -off: (0, (-inner, y)),
            x == d.field + off: (180, (d.field + inner, y)),
        }[True]
        out.append(((x, y), Pos(foot[0], -foot[1], d.surface) * Rot(0, 0, turn) * bracket))
    return out


def _port_window(d: Dimensions) -> list[Part]:
    middle, z = d.field / 2, port_centre(d)
    wide, high = PORT_WINDOW
    through = (-d.border - 1, -d.border + d.wall + 1)
    out = [block((middle - wide / 2, middle + wide / 2), through, (z - high / 2, z + high / 2))]
    for side in (-1, 1):
        place = Pos(middle + side * PORT_SCREWS / 2, d.border, z)
        out.append(place * Rot(90, 0, 0) * Cylinder(FREE / 2, 12))
    return out


def grid(d: Dimensions, xs: Span, ys: Span) -> Part:
    """One part of the light grid: walls between tiles, floor between row boards, bosses for the screws."""
    x, y = xs.reach(d.rim, d.gap), ys.reach(d.rim, d.gap)
    height = (0.0, d.light_box)
    add: list[Part] = []
    for axis, span in (("x", xs), ("y", ys)):
        for line in range(span.first, span.last + 1):
            at, half = line * d.pitch, d.light_wall / 2
            band = (at - half, at + half)
            if line == span.first:
                band = ((x if axis == "x" else y)[0], at + (half if span.at_low else d.gap / 2 + d.seam_wall))
            elif line == span.last:
                band = (at - (half if span.at_high else d.gap / 2 + d.seam_wall), (x if axis == "x" else y)[1])
            add.append(block(band, y, height) if axis == "x" else block(x, band, height))
    for line in range(ys.first, ys.last + 1):
        at = line * d.pitch
        low = d.row_edges(line - 1)[1] - d.board_overlap if line else at - d.rim
        high = d.row_edges(line)[0] + d.board_overlap if line < d.side else at + d.rim
        add.append(block(x, (max(low, y[0]), min(high, y[1])), (0, d.seam_wall)))
    holes: list[Part] = []
    for place in d.screws():
        if inside(place, xs, ys):
            add.append(rod(*place, height, BOSS))
            wall = round(place[0] / d.pitch) * d.pitch
            web = (min(wall, place[0]), max(wall, place[0]))
            if web[1] - web[0] > 1:  # a boss that no wall runs through
                add.append(block(web, (place[1] - 2.0, place[1] + 2.0), height))
            holes.append(rod(*place, (-1, d.light_box), FREE / 2))
            holes.append(rod(*place, (SEAT, d.light_box + 1), HEAD[0] / 2))
    holes += [block(bx, by, (-1, d.notch_height)) for bx, by in d.notch_boxes() if _near(bx, x) and _near(by, y)]
    solid = (Part() + add) & block(x, y, height)
    return solid - holes


def _near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def row_board(d: Dimensions, row: int) -> Part:
    """A row board as a plain plate with its holes, for the pictures and the checks."""
    back, front = d.row_edges(row)
    x = (d.row_origin[0], d.row_origin[0] + d.row_size[0])
    plate = block(x, (back, front), (-d.row_thickness, 0))
    return plate - [rod(d.row_origin[0] + hx, back + hy, (-3, 1), 1.6) for hx, hy in d.row_holes]


def compound(parts: list[Part]) -> Compound:
    """Several parts as one."""
    return Compound(children=parts)
