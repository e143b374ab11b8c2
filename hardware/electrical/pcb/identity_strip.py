"""Places and routes the strip of a row's 3-axis sensors: every tile alike, the channels in lanes at its lower edge."""

from __future__ import annotations

from pathlib import Path

from ..netlists import netlist
from ..source import Board
from .copper import Point
from .drawing import Drawing

LANES = {
    **{
        f"{line}{channel}": 11.9 + 1.4 * channel + 0.7 * at
        for channel in range(4)
        for at, line in enumerate(("SDA", "SCL"))
    },
    "+3V3": 17.6,
}
"""The height at which each net runs along the strip, from the middle of the tiles downwards: below every notch."""

PULL_UPS = (9.5, 1.9, 8.4)
"""Of the pull-ups: mm from the plug's middle to the first, from one to the next, and their height."""

FIDUCIALS = (("start", 2.0, 21.0), ("end", 12.0, 1.8), ("end", 2.0, 21.0))
"""Marks for a placing machine: mm from the strip's start or end, mm from its upper edge."""


class IdentityStrip(Drawing):
    """Ten sensors with their capacitors, the pull-ups of four channels, and a plug below."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path) -> None:
        self.middle = -source.raw["identity_strip"]["top"]
        super().__init__(source, circuit, path, {net: self.middle + down for net, down in LANES.items()})
        tile, aside, down = self.table["plug"]
        self.plug = self.spot(tile, aside, down)

    def spot(self, place: int, aside: float, down: float) -> Point:
        """A point so far from the middle of a tile."""
        return (self.source.pitch * (place + 0.5) - self.source.raw["row_board"]["play"] + aside, self.middle + down)

    def sensor(self, place: int) -> Point:
        """Where the sensor of a column stands."""
        return self.spot(place, -self.source.raw["identity"]["first_aside"] if place == 0 else 0.0, 0.0)

    def corners(self) -> list[Point]:
        """The edge, with notches in the upper one."""
        out: list[Point] = []
        for start, end, deep in self.table["notches"]:
            out += [(start, 0.0)] if start > 0 else []
            out += [(start, deep), (end, deep)]
            out += [(end, 0.0)] if end < self.width else []
        if out[0][1] == 0.0:
            out.insert(0, (0.0, 0.0))
        if out[-1][1] == 0.0:
            out.append((self.width, 0.0))
        return [*out, (self.width, self.height), (0.0, self.height)]

    def draw(self) -> None:
        """Place, print and route all of it."""
        for place in range(10):
            x, y = self.sensor(place)
            self.put(f"MS{place + 1}", x, y, 90, label=(3.2, 0.6, 90.0) if place else (-4.6, 2.6, 0.0))
            self.put(f"C{place + 1}", x - 1.6, y - 3.2, label=(-1.6, 1.6, 0.0))
        x, y = self.plug
        self.put("J1", x - 5.08, y - 1.27, 90, below=True, label=(-8.2, 1.27, 0.0))
        start, apart, down = PULL_UPS
        for at in range(8):
            self.put(f"R{at + 1}", x + start + apart * at, self.middle + down, 90, label=(0.0, -3.6, 90.0))
        self._print()
        for place in range(10):
            self._route_sensor(place)
        self._route_plug()
        self._route_pull_ups()
        self.copper.lay_lanes({"+3V3": 0.6})
        self.ground_planes()
        for place in range(10):
            if place != self.table["plug"][0] + 1:
                self.copper.via("GND", self.spot(place, -6.9, 10.7))
        self.copper.fill()

    def _route_sensor(self, place: int) -> None:
        """Data and clock down to the channel's lanes, supply through the capacitor, ground to the back."""
        copper, (x, y), channel = self.copper, self.sensor(place), place // 3
        pads = {pin: copper.pad(f"MS{place + 1}", pin) for pin in "12346"}
        clock, data = f"SCL{channel}", f"SDA{channel}"
        copper.track(clock, pads["1"], (pads["1"][0], y + 3.2))
        copper.down(clock, (pads["1"][0], y + 3.2))
        copper.track(data, pads["6"], (x - 2.2, pads["6"][1]), (x - 2.2, y + 3.2))
        copper.down(data, (x - 2.2, y + 3.2))
        plus, minus = (copper.pad(f"C{place + 1}", pin) for pin in "12")
        copper.track("+3V3", pads["4"], (pads["4"][0], y - 2.2), (plus[0], y - 2.2), plus)
        copper.track("+3V3", plus, (x - 4.2, plus[1]))
        copper.down("+3V3", (x - 4.2, plus[1]))
        self.ground(minus, (x + 0.6, minus[1]))
        copper.track("GND", pads["3"], pads["2"], width=0.4)
        self.ground(pads["2"], (pads["2"][0] + 0.3, y + 2.8))

    def _route_plug(self) -> None:
        """From the plug's pins straight down on the back; the upper ones pass between the lower."""
        copper = self.copper
        low = max(copper.pad("J1", str(number))[1] for number in range(1, 11))
        for number, net in self.circuit.pins_of("J1").items():
            if net == "GND":
                continue
            x, y = copper.pad("J1", number)
            aside = x if y == low else x + 1.27
            lane = self.middle + LANES[net]
            copper.track(net, (x, y), (aside, y + (aside - x)), (aside, lane), back=True)
            copper.via(net, (aside, lane))
            copper.join(net, aside)

    def _route_pull_ups(self) -> None:
        """Each down to its channel's lane; their other ends together to the supply's."""
        copper, height = self.copper, self.middle + PULL_UPS[2] - 2.3
        ends = []
        for at in range(8):
            nets = self.circuit.pins_of(f"R{at + 1}")
            signal, plus = copper.pad(f"R{at + 1}", "1"), copper.pad(f"R{at + 1}", "2")
            copper.track(nets["1"], signal, (signal[0], signal[1] + 1.2))
            copper.down(nets["1"], (signal[0], signal[1] + 1.2))
            copper.track("+3V3", plus, (plus[0], height), width=0.4)
            ends.append(plus[0])
        copper.track("+3V3", (min(ends) - 1.6, height), (max(ends), height), width=0.5)
        copper.down("+3V3", (min(ends) - 1.6, height))

    def _print(self) -> None:
        """Draw the edge and what is printed on the strip."""
        self.outline([(x if side == "start" else self.width - x, y) for side, x, y in FIDUCIALS])
        for place in range(1, 10):
            self.text(f"{place}", (self.sensor(place)[0] + 5.2, self.middle - 2.0), 1.6)
        self.text("0", (self.sensor(0)[0] - 7.0, self.middle), 1.6)
        self.text(f"IMMOLATION 3-axis sensors  rev {self.table['revision']}", self.spot(4, 2.0, 8.5), 1.0)
        self.text(self.table["order_number"], self.spot(5, 4.0, 8.5), 1.0, below=True)
        self.text("J1: to the hub", (self.plug[0] - 19.0, self.plug[1] + 5.3), 0.8, below=True)
        self.test_point("+3V3", self.spot(3, 6.0, 7.0))
        self.copper.track("+3V3", self.spot(3, 6.0, 7.0), self.spot(3, 6.0, 9.0))
        self.copper.down("+3V3", self.spot(3, 6.0, 9.0))
        self.test_point("GND", self.spot(3, 12.0, 7.0))
