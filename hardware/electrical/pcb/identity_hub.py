"""Places and routes the hub of the 3-axis sensors: five switches, each between the plugs of its two rows.

A switch's pins stand in the order of a plug's: channels lead from one to the other without crossing, on the front. What
the five share runs along the board on the back, under the chips.
"""

from __future__ import annotations

from pathlib import Path

from ..netlists import netlist
from ..source import Board
from .copper import TRACK, Point
from .drawing import Drawing

CELL, FIRST = 22.5, 27.5
"""mm from one switch to the next, and from the upper edge to the middle of the first."""

PLUGS = ((-12.04, -5.065, 0.0), (12.04, 7.015, 180.0))
"""Pin 1 of the left and of the right plug from a switch's middle, and how it is turned."""

TRUNKS = {"+3V3": -1.9, "RESET": 0.0, "SCL": 0.9, "SDA": 1.8}
"""What runs along the back, and where: mm beside the switches' middle."""

ENDS = {"+3V3": (8.1, 7.015), "RESET": (12.4, -2.275), "SCL": (9.6, -2.275), "SDA": (8.9, -2.925)}
"""Where each begins, from the upper edge, and ends, from the last switch's middle."""

GROUND = -1.0
"""Where holes to the ground lie under a chip: between two trunks."""

PROBES = {"SDA": (14.5, 8.9), "SCL": (9.0, 10.8), "+3V3": (-5.0, 15.6), "GND": (13.0, 13.0)}
"""Pads for a probe: mm beside the middle, mm from the upper edge."""


class IdentityHub(Drawing):
    """A plug from the controller, five switches and ten plugs to the rows."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path) -> None:
        super().__init__(source, circuit, path, {})

    def at(self, switch: int, aside: float, down: float) -> Point:
        """A point so far from the middle of a switch."""
        return (self.width / 2 + aside, FIRST + CELL * switch + down)

    def draw(self) -> None:
        """Place, print and route all of it."""
        for switch in range(5):
            self.put(f"U{switch + 1}", *self.at(switch, 0, 0), label=(0.0, 5.2, 0.0))
            self.put(f"C{switch + 1}", *self.at(switch, 0.6, -5.9), label=(0.0, -1.5, 0.0))
            for side, (aside, down, turn) in enumerate(PLUGS):
                label = (4.4, -5.08, 90.0) if side else (-4.4, 5.08, 90.0)
                self.put(f"J{2 + 2 * switch + side}", *self.at(switch, aside, down), turn, label=label)
        middle = self.width / 2
        self.put("J1", middle - 9.0, 4.5, 180, label=(-5.2, 0.0, 90.0))
        self.put("C6", middle - 7.0, 12.4, 180, label=(0.0, -1.9, 0.0))
        for at, ref in enumerate(("R3", "R2", "R1")):
            self.put(ref, middle + 4.0, 12.4 + 2.2 * at, label=(3.2, 0.0, 0.0))
        self._print()
        for switch in range(5):
            self._route_switch(switch)
        self._route_top()
        for net, (start, last) in ENDS.items():
            x, wide = middle + TRUNKS[net], 0.5 if net == "+3V3" else TRACK
            self.copper.track(net, (x, start), (x, self.at(4, 0, last)[1]), back=True, width=wide)
        self.ground_planes()
        self.copper.fill()

    def _route_switch(self, switch: int) -> None:
        """Its channels to both plugs, its bus to the trunks, its address to the rails."""
        copper, ref = self.copper, f"U{switch + 1}"
        pads = {str(pin): copper.pad(ref, str(pin)) for pin in range(1, 25)}
        for side, first in ((-1, 4), (1, 13)):
            plug = f"J{2 + 2 * switch + (side > 0)}"
            for at in range(8):
                net = self.circuit.net_of(ref, str(first + at))
                assert net is not None
                self._channel(net, pads[str(first + at)], copper.pad(plug, str(3 + at)), side, at)
        x, y = self.at(switch, 0, 0)
        for pin, net in (("23", "SDA"), ("22", "SCL"), ("3", "RESET")):
            hole = (x + TRUNKS[net], pads[pin][1])
            copper.track(net, pads[pin], hole)
            copper.via(net, hole)
        for pin in ("1", "2", "21"):
            net = self.circuit.net_of(ref, pin)
            assert net is not None
            aside = GROUND if net == "GND" else TRUNKS["+3V3"] if pin != "21" else -1.4
            hole = (x + aside, pads[pin][1])
            copper.track(net, pads[pin], hole)
            copper.via(net, hole)
            if net != "GND" and pin == "21":
                copper.track(net, hole, (x + TRUNKS["+3V3"], hole[1]), back=True)
        copper.track("GND", pads["12"], (x + GROUND, pads["12"][1]))
        copper.via("GND", (x + GROUND, pads["12"][1]))
        plus, minus = (copper.pad(f"C{switch + 1}", pin) for pin in "12")
        rail = (x + TRUNKS["+3V3"], y - 4.7)
        copper.track("+3V3", pads["24"], (pads["24"][0], rail[1]), (plus[0], rail[1]), width=0.3)
        copper.track("+3V3", (plus[0], rail[1]), plus, width=0.4)
        copper.track("+3V3", (plus[0], rail[1]), rail, width=0.4)
        copper.via("+3V3", rail)
        self.ground(minus, (minus[0] + 1.3, minus[1]))
        left, right = copper.pad(f"J{2 + 2 * switch}", "2"), copper.pad(f"J{3 + 2 * switch}", "2")
        copper.track("+3V3", rail, (rail[0] - abs(left[1] - rail[1]), left[1]), left, width=0.4)
        low = (rail[0], right[1])
        copper.via("+3V3", low)
        copper.track("+3V3", low, right, width=0.4)

    def _channel(self, net: str, pin: Point, target: Point, side: int, at: int) -> None:
        """From a switch's pin to a plug's: to a near pin at its height, to a far one through the gap before it."""
        copper = self.copper
        far = at % 2 == 0  # data has the plug's outer pins
        gap = target[1] - 1.27 * -side if far else target[1]
        start, end = pin[0] + side * 1.2, self.width / 2 + side * 7.6
        copper.track(net, pin, (start, pin[1]), (end, gap))
        if not far:
            copper.track(net, (end, gap), target)
            return
        edge = target[0] - side * 1.27
        copper.track(net, (end, gap), (edge, gap), target)

    def _route_top(self) -> None:
        """Controller's plug, its store and the pull-ups to the trunks; the plug's pins lie SCL, SDA, supply, ground."""
        copper, middle = self.copper, self.width / 2
        bus = {self.circuit.net_of("J1", pin): copper.pad("J1", pin) for pin in "1234"}
        bus_height = {net: ENDS[net][0] for net in ("+3V3", "SDA", "SCL")}
        for net, height in bus_height.items():
            hole = (middle + TRUNKS[net], height)
            copper.track(net, bus[net], (bus[net][0], height), hole, width=0.5 if net == "+3V3" else 0.25)
            copper.via(net, hole)
        for ref, net in (("R3", "RESET"), ("R2", "SCL"), ("R1", "SDA")):
            pad = copper.pad(ref, "1")
            hole = (middle + TRUNKS[net], pad[1])
            copper.track(net, pad, hole)
            copper.via(net, hole)
        right, last = copper.pad("R1", "2")
        low = (middle + TRUNKS["+3V3"], last + 1.7)
        copper.track("+3V3", (right, copper.pad("R3", "2")[1]), (right, low[1]), low, width=0.4)
        copper.via("+3V3", low)
        plus, minus = (copper.pad("C6", pin) for pin in "12")
        copper.track("+3V3", plus, (middle + TRUNKS["+3V3"], plus[1]), width=0.5)
        copper.via("+3V3", (middle + TRUNKS["+3V3"], plus[1]))
        self.ground(minus, (minus[0] - 1.6, minus[1]))
        for net in ("SDA", "SCL", "+3V3"):
            aside, down = PROBES[net]
            hole = (middle + TRUNKS[net], down)
            copper.track(net, hole, (middle + aside, down))
            if down != bus_height[net]:
                copper.via(net, hole)

    def _print(self) -> None:
        """Draw the edge and what is printed on the hub."""
        self.outline([(2.0, 2.0), (self.width - 2.0, 2.0), (self.width / 2, self.height - 2.0)])
        for switch in range(5):
            for side, aside in ((0, -10.8), (1, 10.8)):
                down = (-11.25, -9.35)[side]
                self.text(f"row {2 * switch + side}", self.at(switch, aside, down), 0.9)
        self.text("J1: from the controller", (self.width / 2 + 5.0, 4.5), 0.8)
        self.text("IMMOLATION", self.at(2, 0.0, 10.0), 1.0, below=True)
        self.text(f"hub  rev {self.table['revision']}", self.at(2, 0.0, 12.0), 1.0, below=True)
        self.text(self.table["order_number"], self.at(3, 0.0, 10.0), 0.9, below=True)
        for net, (aside, down) in PROBES.items():
            self.test_point(net, (self.width / 2 + aside, down))
