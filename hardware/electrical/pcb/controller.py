"""Places the controller board's parts and has its tracks found: 12 V in at the back, the Pico, plugs at the edges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pcbnew

from ..netlists import netlist
from ..source import Board
from .copper import TRACK, VIA, Point
from .drawing import ORIGIN, Drawing, Label
from .router import BACK, CLEAR, FRONT, Router, Shape

LEAST_WIDTH = 147.0
"""mm: the carrier at the least pitch. Places count from the left of so wide a strip in the middle of the board."""

PLACES: dict[str, tuple[float, float, float]] = {
    "J1": (34.29, 15.24, 90),
    "F1": (33.02, 25.4, 180),
    "Q1": (22.86, 36.83, 90),
    "R1": (29.21, 39.37, 0),
    "J3": (9.525, 45.72, 270),
    "C3": (17.78, 46.99, 0),
    "U3": (20.32, 57.15, 0),
    "C1": (34.29, 57.15, 0),
    "D3": (33.02, 48.26, 0),
    "D1": (58.42, 57.15, 180),
    "U1": (82.55, 2.54, 0),
    "U2": (53.34, 30.48, 0),
    "C2": (66.04, 30.48, 0),
    "R5": (48.26, 33.02, 180),
    "R4": (48.26, 36.83, 180),
    "R6": (95.25, 57.15, 0),
    "R7": (90.17, 57.15, 0),
    "R8": (85.09, 57.15, 0),
    "J2": (9.525, 69.85, 0),
    "J5": (22.86, 69.85, 0),
    "R17": (34.29, 72.39, 0),
    "R18": (34.29, 76.2, 0),
    "U4": (121.92, 72.39, 0),
    "C4": (129.54, 67.31, 0),
    "R9": (129.54, 71.12, 0),
    "J4": (140.97, 38.1, 90),
    "R19": (132.08, 36.83, 0),
    "R20": (132.08, 40.64, 0),
    "J13": (137.795, 92.71, 0),
}
"""Middle (or pin 1, as KiCad's footprint has it) and turn of each part; those of the buttons follow in a row."""

BUTTON_AT, BUTTON_APART = 67.31, 10.16
"""x of pin 1 of the first button's plug, and from one plug to the next."""

LABELS: dict[str, Label] = {
    "U1": (8.89, 20.0, 0.0),
    "Q1": (5.2, -1.6, 0.0),
    "R": (0.0, -1.5, 0.0),
    "C2": (0.0, -1.6, 0.0),
    "C4": (0.0, -1.6, 0.0),
    "U3": (2.54, 3.2, 0.0),
    "J3": (2.5, -4.4, 0.0),
}
"""Where a designator is printed when not where KiCad has it; by reference, else by kind."""

AREAS: dict[str, tuple[Point, Point]] = {
    "SUPPLY": ((31.0, 13.6), (36.0, 27.2)),
    "FUSED": ((8.0, 24.0), (26.0, 35.4)),
    "+12V": ((6.0, 38.0), (24.1, 58.6)),
}
"""Copper on the front for what feeds all rows: two corners each."""

WIDTHS = {"+5V": 1.0, "CONTROLLER_5V": 0.8, "+3V3": 0.5}
"""mm of tracks that are wider than signals."""

PROBES: dict[str, Point] = {
    "+12V": (12.7, 55.88),
    "+5V": (41.91, 64.77),
    "+3V3": (49.53, 64.77),
    "GND": (55.88, 64.77),
    "CLK": (62.23, 64.77),
    "LATCH": (69.85, 64.77),
    "SENSE": (77.47, 64.77),
    "LED": (83.82, 64.77),
}
"""Pads for a probe."""

HOLE_REACH = 4.0
"""mm: how far from a pad of a small part its hole to the ground may be."""


class Controller(Drawing):
    """12 V entry, Pico, level shifter, and the plugs of rows, buttons, lamps and I2C."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path) -> None:
        super().__init__(source, circuit, path, {})
        self.left = (self.width - LEAST_WIDTH) / 2

    def draw(self) -> None:
        """Place, print and route all of it."""
        for ref, (x, y, turn) in self._places().items():
            kind = ref.rstrip("0123456789")
            self.put(ref, self.left + x, y, turn, label=LABELS.get(ref, LABELS.get(kind)))
        for net, at in PROBES.items():
            self.test_point(net, self._at(at))
        self._print()
        shapes = self._shapes()
        shapes += self._ground_holes(shapes)
        routed = {
            net for net in self.circuit.nets if net != "GND" and net not in AREAS and len(self.circuit.on(net)) > 1
        }
        router = Router((self.width, self.height), (self.left, 0.0), shapes)
        router.route(self.copper, {net: WIDTHS.get(net, TRACK) for net in routed})
        self.ground_planes()
        for priority, (net, (low, high)) in enumerate(AREAS.items(), 1):
            (x1, y1), (x2, y2) = self._at(low), self._at(high)
            self.copper.zone(net, [(x1, y1), (x2, y1), (x2, y2), (x1, y2)], back=False, priority=priority)
        self.copper.fill()

    def _places(self) -> dict[str, tuple[float, float, float]]:
        row = {}
        for at in range(len(self.source.raw["seat_buttons"]["names"])):
            x = BUTTON_AT + BUTTON_APART * at
            row[f"J{6 + at}"] = (x, 92.71, 0.0)
            row[f"R{10 + at}"] = (x + 1.27, 86.36, 0.0)
        return PLACES | row

    def _at(self, point: Point) -> Point:
        return (self.left + point[0], point[1])

    def _print(self) -> None:
        """Draw the edge and say what belongs into each plug."""
        self.outline([self._at(at) for at in ((3.0, 3.0), (144.0, 3.0), (3.0, 97.0))])
        self.text(f"IMMOLATION controller  rev {self.table['revision']}", self._at((122.0, 25.0)), 1.2)
        self.text(self.table["order_number"], self._at((122.0, 28.0)), 1.0)
        for words, at in {
            "J1: 12 V in, + towards the fuse": (15.0, 9.0),
            "J3: + 12 V to row 0": (24.0, 61.4),
            "J2: to row 0": (10.8, 88.0),
            "J5: from row 9": (24.1, 88.0),
            "J4: I2C": (133.0, 45.0),
            "J13: lamps  +5V GND DATA": (130.0, 98.2),
            "USB": (91.44, 1.2),
        }.items():
            self.text(words, self._at(at), 0.8)
        for place, name in enumerate(self.source.raw["seat_buttons"]["names"]):
            self.text(f"button {name}", self._at((BUTTON_AT + BUTTON_APART * place + 1.25, 97.2)), 0.8)

    def _shapes(self) -> list[Shape]:
        """Every pad and hole on the board and the areas of the front, as the router sees them."""
        out = [_of_pad(pad) for part in self.board.GetFootprints() for pad in part.Pads()]
        out += [Shape(net, (FRONT,), self._at(low), self._at(high)) for net, (low, high) in AREAS.items()]
        return out

    def _ground_holes(self, shapes: list[Shape]) -> list[Shape]:
        """Lead each ground pad of a small part to a hole beside it; returns these holes and tracks."""
        out: list[Shape] = []
        for shape in shapes:
            if shape.net != "GND" or shape.drill or shape.layers != (FRONT,):
                continue
            middle = _middle(shape)
            hole = next(at for at in _around(middle) if _free(at, middle, [*shapes, *out], (self.width, self.height)))
            self.ground(middle, hole)
            low = (min(middle[0], hole[0]), min(middle[1], hole[1]))
            high = (max(middle[0], hole[0]), max(middle[1], hole[1]))
            out.append(Shape("GND", (FRONT,), low, high, 0.2))
            out.append(Shape("GND", (FRONT, BACK), hole, hole, VIA[0] / 2, VIA[1]))
        return out


def _of_pad(pad: Any) -> Shape:
    """A pad in board coordinates; round ones as a point with a radius."""
    position, box = pad.GetPosition(), pad.GetBoundingBox()
    x, y = pcbnew.ToMM(position.x) - ORIGIN[0], pcbnew.ToMM(position.y) - ORIGIN[1]
    wide, high = pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2
    through = pad.GetAttribute() in (pcbnew.PAD_ATTRIB_PTH, pcbnew.PAD_ATTRIB_NPTH)
    layers = (FRONT, BACK) if through else (FRONT,)
    drill = pcbnew.ToMM(pad.GetDrillSize().x)
    net = pad.GetNetname()
    if pad.GetShape() in (pcbnew.PAD_SHAPE_CIRCLE, pcbnew.PAD_SHAPE_OVAL):
        radius = min(wide, high)
        wide, high = wide - radius, high - radius
        return Shape(net, layers, (x - wide, y - high), (x + wide, y + high), radius, drill)
    return Shape(net, layers, (x - wide, y - high), (x + wide, y + high), 0.0, drill)


def _middle(shape: Shape) -> Point:
    return ((shape.low[0] + shape.high[0]) / 2, (shape.low[1] + shape.high[1]) / 2)


def _around(middle: Point) -> list[Point]:
    """Places straight beside a point, the nearest first."""
    steps = [0.9 + 0.1 * at for at in range(int(HOLE_REACH * 10) - 8)]
    return [
        (middle[0] + right * away, middle[1] + down * away)
        for away in steps
        for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1))
    ]


def _free(hole: Point, pad: Point, shapes: list[Shape], size: Point) -> bool:
    """Whether a via and its track keep clear of everything that is not ground, and the via of every pad."""
    if min(hole[0], hole[1], size[0] - hole[0], size[1] - hole[1]) < 1.0:
        return False
    for shape in shapes:
        away = _distance(hole, hole, shape)
        if away < VIA[0] / 2 + (CLEAR if shape.net != "GND" else 0.15):
            return False
        if shape.net != "GND" and FRONT in shape.layers and _distance(hole, pad, shape) < 0.2 + CLEAR:
            return False
    return True


def _distance(one: Point, other: Point, shape: Shape) -> float:
    """mm between a line along an axis and a shape."""
    aside = max(shape.low[0] - max(one[0], other[0]), 0.0, min(one[0], other[0]) - shape.high[0])
    down = max(shape.low[1] - max(one[1], other[1]), 0.0, min(one[1], other[1]) - shape.high[1])
    return float((aside * aside + down * down) ** 0.5 - shape.radius)
