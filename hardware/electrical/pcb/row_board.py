"""Places and routes the row board by hand: every tile alike, long nets in lanes. Its measures come from board.toml."""

from __future__ import annotations

import math
from pathlib import Path

import pcbnew

from ..netlists import netlist
from ..source import Board
from .drawing import Drawing, Label

STRIPS = ((-9.0, -6.3), (6.3, 9.0))
"""From and to which height +5V fills the front; heights here are from the middle of the tiles, downwards."""

LANES = {
    "+3V3": -17.95,
    "CHAIN": -17.15,
    "SENSE_IN": -16.45,
    "LATCH": -15.75,
    "CLK": -14.9,
    "TILE2": 5.2,
    "TILE3": 5.2,
    "TILE7": 5.2,
    "TILE8": 5.2,
    "TILE0": 16.0,
    "TILE5": 16.0,
    "LED_IN": 16.7,
    "TILE1": 16.7,
    "TILE4": 16.7,
    "TILE6": 16.7,
    "TILE9": 16.7,
    "SENSE_OUT": 17.4,
    "LED_OUT": 18.1,
}
"""The height at which each long net runs along the board, behind or before the LEDs; nets share one where they do not
meet. LED data runs before them and the clock behind them: 800 kHz edges stay away from CLK and LATCH."""

RETURN = 15.2
"""The height at which the data goes from a tile's last LED to the next tile."""

TEST_POINTS = {"CLK": -2.0, "LATCH": -6.0, "+3V3": -11.0, "LED_IN": -9.0, "SENSE_OUT": 14.0}
"""Pads for a probe: x from the middle of tile 0; each lies on its net's lane, which is led out to it."""

FIDUCIALS = (("start", 1.8, 1.8), ("end", 1.8, 1.8), ("end", 1.8, 36.2))
"""Marks for a placing machine: mm from the board's start or end, mm from its upper edge."""

LABELS: dict[str, Label] = {
    "LED": (0.0, 0.0, 0.0),
    "HS": (0.0, -2.8, 0.0),
    "U": (0.0, 0.0, 0.0),
    "U3": (0.0, 2.2, 0.0),
    "L": (0.0, 0.0, 0.0),
    "C1x": (0.3, -2.3, 0.0),
    "C2x": (0.0, -2.1, 0.0),
    "R": (-1.3, 0.0, 90.0),
    "C2": (0.0, -2.3, 0.0),
    "C4": (0.0, 3.2, 0.0),
    "C5": (0.0, -3.1, 0.0),
    "C6": (0.0, -1.6, 0.0),
    "C7": (0.0, -1.2, 0.0),
    "R12": (2.6, 0.0, 0.0),
    "R13": (2.6, 0.0, 0.0),
    "C1": (0.0, -4.2, 0.0),
    "R11": (1.4, 0.0, 90.0),
    "J1": (1.3, -13.5, 0.0),
    "J2": (1.3, -13.5, 0.0),
    "J3": (3.6, 0.0, 90.0),
}
"""Where a designator is printed: aside and down from its part's middle, turned; by reference, else by kind.

LED capacitors in front of the middle have it on their front side."""

HEADERS = {"J1": (0, 3.6), "J2": (1, -17.8)}
"""The tile of each header, and x of its odd pins from that tile's middle: between its sensor and its data lines."""

FAN = (1.25, 0.65)
"""Where a header's even pins go down: mm beside the first of them, and from one to the next."""

SHADE_HOLES, CAPACITOR_HOLES = (-1.44, 1.6, -1.6, 1.4), (-3.1, -3.1, -1.3, 3.1)
"""From an LED's ground pad and its capacitor's to the hole beside it, by corner: clear of the fans of J1 and J2."""

SUPPLY, BUS = 1, 2
"""The tiles that have the regulator in their right half and J3 in their left."""

REGISTERS = {"U1": 2, "U2": 7}
"""The tile to the left of each register; it lies halfway to the next one."""

BULK, END = 3, 4
"""The tiles with C1 and with the pull-up of the open end."""


class RowBoard(Drawing):
    """Ten tiles, two registers, the regulator of the row and its three plugs."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path) -> None:
        self.middle = source.raw["row_board"]["size"][1] - source.raw["row_board"]["origin"][1]
        super().__init__(source, circuit, path, {net: self.middle + down for net, down in LANES.items()})

    def draw(self) -> None:
        """Place, print and route all of it."""
        self._place()
        self._print()
        self._route()

    def tile(self, place: int) -> tuple[float, float]:
        """The middle of a tile on this board."""
        return (self.source.pitch * (place + 0.5) - self.table["origin"][0], self.middle)

    def spot(self, place: int, aside: float, down: float) -> tuple[float, float]:
        """A point so far from the middle of a tile."""
        return (self.tile(place)[0] + aside, self.middle + down)

    def header(self, ref: str) -> float:
        """x of a header's odd pins."""
        place, aside = HEADERS[ref]
        return self.tile(place)[0] + aside

    def _put(self, ref: str, x: float, y: float, turn: float = 0, *, below: bool = False) -> None:
        """Place a part with its designator where LABELS has it."""
        aside, down, label_turn = LABELS[_label_of(ref)]
        if _label_of(ref) == "C2x" and y > self.middle:
            down = -down
        self.put(ref, x, y, turn, below=below, label=(aside, down, label_turn))

    def _place(self) -> None:
        """Place every part of the circuit."""
        sensor_x, sensor_y = self.source.raw["tile"]["sensor"]
        away = self.source.raw["light"]["four"] / math.sqrt(2)
        for place in range(10):
            x, y = self.tile(place)
            for corner, (right, front) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
                at, led_x, led_y = 4 * place + corner, x + right * away, y + front * away
                # The data runs to the right behind and back to the left in front; +5V lies towards the middle.
                self._put(f"LED{at + 1}", led_x, led_y, 0 if front > 0 else 180)
                self._put(f"C{at + 21}", led_x - front * 5.6, led_y - front * 0.9, 270 if front > 0 else 90)
            self._put(f"HS{place + 1}", x + sensor_x, y + sensor_y)
            self._put(f"C{place + 11}", x - 4, y - 0.175, 270)
            self._put(f"R{place + 1}", x - 6, y - 0.175, 90)
        for ref, left in REGISTERS.items():
            x = self.tile(left)[0] + self.source.pitch / 2
            self._put(ref, x, self.middle, 90)
            self._put(f"C{1 + int(ref[1])}", x - 7.4, self.middle - 1.7, 270)
        for ref in HEADERS:
            self._put(ref, self.header(ref), self.middle + 5.08, below=True)
        self._put("J3", *self.spot(BUS, -12.6, -2.54), 90, below=True)
        self._put("C1", *self.spot(BULK, 7.6, 0.0), 180)
        self._put("R11", *self.spot(END, 7.0, 0.0), 90)
        self._place_regulator()

    def _place_regulator(self) -> None:
        """Chip, capacitor and coil as near to each other as their maker asks."""
        for ref, aside, down, turn in (
            ("U3", 12.0, -1.0, 180),
            ("C4", 15.4, -1.0, 270),
            ("L1", 6.4, 3.3, 0),
            ("C5", 4.9, -2.35, 90),
            ("C6", 12.6, 4.6, 0),
            ("C7", 7.9, -1.0, 180),
            ("R12", 8.5, -3.45, 0),
            ("R13", 8.5, -5.05, 180),
        ):
            self._put(ref, *self.spot(SUPPLY, aside, down), turn)

    def _route(self) -> None:
        """Route every net."""
        for place in range(10):
            self._route_sensor(place)
            self._route_tile(place)
        for ref in REGISTERS:
            self._route_register(ref)
        for ref in HEADERS:
            self._route_header(ref)
        self._route_regulator()
        self._route_left()
        self._lead_out_test_points()
        self.copper.lay_lanes({"+3V3": 0.5})
        self._zones()

    def _route_sensor(self, place: int) -> None:
        copper = self.copper
        x, y = self.tile(place)
        supply, out = copper.pad(f"HS{place + 1}", "1"), copper.pad(f"HS{place + 1}", "2")
        capacitor, pull = copper.pad(f"C{place + 11}", "1"), copper.pad(f"R{place + 1}", "2")
        copper.track("+3V3", supply, capacitor, pull, (x - 7.3, pull[1]))
        copper.down("+3V3", (x - 7.3, pull[1]))
        net, low = f"TILE{place}", copper.pad(f"R{place + 1}", "1")
        copper.track(net, out, (out[0], y + 2), (low[0], y + 2), low)
        copper.track(net, (low[0], y + 2), (low[0], y + 3.2))
        copper.down(net, (low[0], y + 3.2))
        ground = copper.pad(f"C{place + 11}", "2")
        self.ground(ground, (ground[0] + 1.1, ground[1]))
        earth = copper.pad(f"HS{place + 1}", "3")
        self.ground(earth, (earth[0] + 1.4, earth[1]))

    def _route_tile(self, place: int) -> None:
        """The four LEDs of a tile: data back left, back right, front right, front left, and on to the next tile."""
        copper = self.copper
        first = 4 * place + 1
        for corner in range(4):
            ref, side = f"LED{first + corner}", 1 if corner < 2 else -1  # behind or in front of the middle
            plus, shade = copper.pad(ref, "1"), copper.pad(ref, "3")
            copper.track("+5V", plus, (plus[0], self.middle - side * 8.4), width=0.8)
            self.ground(shade, (shade[0] + SHADE_HOLES[corner], shade[1]))
            high, low = (copper.pad(f"C{first + corner + 20}", pin) for pin in "12")
            copper.track("+5V", high, (high[0], self.middle - side * 8.4), width=0.6)
            self.ground(low, (low[0] + CAPACITOR_HOLES[corner], low[1]))
        for corner, side in ((0, 1), (2, -1)):
            net = f"LED{first + corner}_{first + corner + 1}"
            out, into = copper.pad(f"LED{first + corner}", "2"), copper.pad(f"LED{first + corner + 1}", "4")
            turn = into[0] - side * 4.0
            copper.track(net, out, (turn - side * 3.3, out[1]), (turn, into[1]), into)
        self._route_forward(place)
        if place < 9:
            self._route_return(place)

    def _route_forward(self, place: int) -> None:
        """From the back right LED to the front right one, on the back; beside the regulator, not under it."""
        copper, first = self.copper, 4 * place + 1
        net = f"LED{first + 1}_{first + 2}"
        out, into = copper.pad(f"LED{first + 1}", "2"), copper.pad(f"LED{first + 2}", "4")
        if place == SUPPLY:
            x = out[0] + 2.3
            start, end = (x, out[1]), (x, into[1])
        else:
            x = self.spot(place, self.source.raw["light"]["four"] / math.sqrt(2), 0)[0]
            start, end = (x + 1.2, out[1] - 0.93), (x, into[1])
        copper.track(net, out, (start[0], out[1]), start)
        copper.via(net, start)
        copper.track(net, start, (x, start[1] + abs(start[0] - x)), end, back=True)
        copper.via(net, end)
        copper.track(net, end, into)

    def _route_return(self, place: int) -> None:
        """From the front left LED past the front of the tile to the next tile's back left one."""
        copper, last = self.copper, 4 * place + 4
        net, out = f"LED{last}_{last + 1}", copper.pad(f"LED{last}", "2")
        x = self.spot(place + 1, -10.6, 0)[0]
        low, aside = self.middle + RETURN, self.spot(place, -9.4, 0)[0]
        # The line from the tile before ends beside this one's start.
        copper.track(net, out, (out[0], low - 0.8), (aside, low - 0.8), (aside + 0.8, low), (x, low))
        copper.via(net, (x, low))
        high = self._into_tile(place + 1, net)
        copper.track(net, (x, low), (x, high), back=True)
        copper.via(net, (x, high))

    def _into_tile(self, place: int, net: str) -> float:
        """Lead a net into a tile's first LED; returns the height at which it must come up."""
        copper, into = self.copper, self.copper.pad(f"LED{4 * place + 1}", "4")
        x, y = self.spot(place, -10.6, -9.35)
        copper.track(net, (x, y), (x - abs(y - into[1]), into[1]), into)
        return y

    def _route_regulator(self) -> None:
        """Wide and short where the current switches; the divider senses at C5."""
        copper = self.copper

        def at(aside: float, down: float) -> tuple[float, float]:
            return self.spot(SUPPLY, aside, down)

        chip = {pin: copper.pad("U3", pin) for pin in "123456"}
        copper.track("GND", chip["1"], copper.pad("C4", "2"), width=0.6)
        for aside, down in ((13.9, 1.5), (14.8, 2.0), (15.7, 2.0)):
            copper.track("GND", copper.pad("C4", "2"), at(aside, down), width=0.6)
            copper.via("GND", at(aside, down))
        copper.track("+12V", chip["3"], copper.pad("C4", "1"), width=0.6)
        copper.track("SW", chip["2"], at(12.0, -1.0), at(12.0, 1.4), width=0.5)
        copper.track("SW", at(12.0, 1.5), at(12.0, 2.0), at(10.8, 2.4), copper.pad("L1", "2"), width=1.2)
        copper.track("SW", copper.pad("C7", "2"), at(7.6, 1.2), width=0.4)
        copper.track("BOOT", chip["6"], at(9.7, -0.05), copper.pad("C7", "1"), width=0.3)
        feedback = copper.pad("R12", "2")
        copper.track("FB", chip["4"], (chip["4"][0], feedback[1]), feedback, copper.pad("R13", "1"))
        copper.track("+5V", copper.pad("R12", "1"), at(6.25, -3.45), at(6.25, -0.875), copper.pad("C5", "1"))
        self.ground(copper.pad("R13", "2"), at(6.7, -5.05))
        self.ground(copper.pad("C5", "2"), at(4.9, -5.1))
        self.ground(copper.pad("C6", "2"), at(15.3, 4.6))
        copper.track("+5V", copper.pad("C6", "1"), at(11.125, 7.6), width=1.0)
        coil = copper.pad("L1", "1")
        self.board.FindFootprintByReference("L1").FindPadByNumber("1").SetZoneConnection(pcbnew.ZONE_CONNECTION_FULL)
        copper.track("+5V", coil, copper.pad("C5", "1"), width=1.5)
        copper.track("+5V", at(3.45, 2.0), at(3.35, -7.6), width=0.8)

    def _route_register(self, ref: str) -> None:
        copper, nets = self.copper, self.circuit.pins_of(ref)
        # Lower pins go straight down; upper ones come down half a pitch beside them.
        for number in map(str, range(1, 9)):
            net = nets.get(number)
            if net is None:
                continue
            x, y = copper.pad(ref, number)
            copper.track(net, (x, y), (x, y + 1.55))
            if net == "GND":
                copper.via(net, (x, y + 1.55))
            else:
                copper.down(net, (x, y + 1.55))
        for number in map(str, range(9, 17)):
            net = nets[number]
            x, y = copper.pad(ref, number)
            if number in ("12", "13"):
                # D0 to D2 are tied together above the chip; D0 goes down for all three.
                copper.track(net, (x, y), (x + 0.635, y - 1.65), (x + 1.905, y - 1.65))
                continue
            copper.track(net, (x, y), (x + 0.635, y - 1.65))
            if net == "GND":
                copper.via(net, (x + 0.635, y - 1.65))
            else:
                copper.down(net, (x + 0.635, y - 1.65))
        plus, pin = copper.pad(f"C{1 + int(ref[1])}", "1"), copper.pad(ref, "16")
        copper.track("+3V3", pin, plus, width=0.4)
        minus = copper.pad(f"C{1 + int(ref[1])}", "2")
        self.ground(minus, (minus[0], minus[1] + 1.3))

    def _route_header(self, ref: str) -> None:
        copper, nets = self.copper, self.circuit.pins_of(ref)
        for at, number in enumerate(("2", "4", "6", "8", "10")):
            x, y = copper.pad(ref, number)
            aside = x + FAN[0] + FAN[1] * at
            copper.track(nets[number], (x, y), (aside, y))
            copper.down(nets[number], (aside, y))

    def _route_left(self) -> None:
        copper = self.copper
        plus = copper.pad("C1", "1")
        copper.track("+5V", plus, (plus[0], self.middle + STRIPS[0][1] - 0.6), width=1.5)
        for pin in "12":
            net, last = self.circuit.pins_of("R11")[pin], copper.pad("R11", pin)
            copper.track(net, last, (last[0] + (1.2 if net == "+3V3" else -1.2), last[1]))
            copper.down(net, (last[0] + (1.2 if net == "+3V3" else -1.2), last[1]))
        # The first LED's data comes up where every other tile's does.
        x = self.spot(0, -10.6, 0)[0]
        copper.down("LED_IN", (x, self._into_tile(0, "LED_IN")))
        net = "LED_OUT"
        out = copper.pad("LED40", "2")
        copper.track(net, out, (out[0], self.middle + RETURN - 0.9))
        copper.down(net, (out[0], self.middle + RETURN - 0.9))

    def _lead_out_test_points(self) -> None:
        for net, aside in TEST_POINTS.items():
            x, y = self.spot(0, aside, LANES[net])
            self.copper.join(net, x)
            self.test_point(net, (x, y))
        self.test_point("+5V", self.spot(0, -2.0, -7.6))
        self.test_point("GND", self.spot(0, 0.0, -4.4))
        self.test_point("+12V", self.spot(SUPPLY, 21.0, -2.6))

    def _zones(self) -> None:
        self.ground_planes()
        (top, high), (low, bottom) = STRIPS
        start, end = 2.0, self.width - 2.0
        left, right = (self.spot(SUPPLY, aside, 0)[0] for aside in (2.9, 5.9))
        corners = [(start, top), (end, top), (end, high), (right, high), (right, low), (end, low)]
        corners += [(end, bottom), (start, bottom), (start, low), (left, low), (left, high), (start, high)]
        self.copper.zone("+5V", [(x, self.middle + y) for x, y in corners], back=False, priority=1)
        here, there = self.spot(SUPPLY, 12.3, 0)[0], self.spot(BUS, -11.2, 0)[0]
        corners = [(here, -4.7), (there, -4.7), (there, -1.25), (here, -1.25)]
        self.copper.zone("+12V", [(x, self.middle + y) for x, y in corners], back=False, priority=2)
        for place in range(10):
            if place != SUPPLY:
                self.copper.via("GND", self.spot(place, 12.7, -4.5))
            if place > BUS:
                self.copper.via("GND", self.spot(place, -13.0, 3.0))
        self.copper.fill()

    def _print(self) -> None:
        """Draw the edge and what is printed on the board."""
        self.outline([(x if side == "start" else self.width - x, y) for side, x, y in FIDUCIALS])
        for place in range(10):
            self.text(f"{place}", self.spot(place, 0.0, 4.0), 1.6)
        self.text(f"IMMOLATION row board  rev {self.table['revision']}", self.spot(4, 2.0, -4.2), 1.0)
        self.text(self.table["order_number"], self.spot(6, 0.0, -11.0), 1.0, below=True)
        self.text("J1: towards the controller", self.spot(0, 8.0, 12.0), 0.8, below=True)
        self.text("J2: next row", self.spot(1, -10.0, 12.0), 0.8, below=True)
        self.text("J3: +12V", self.spot(BUS, -12.6, -9.0), 1.0, below=True)
        self.text("GND", self.spot(BUS, -12.6, 9.0), 1.0, below=True)


def _label_of(ref: str) -> str:
    """The key of LABELS for a reference."""
    if ref in LABELS:
        return ref
    kind, number = ref.rstrip("0123456789"), ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if kind == "C":
        return "C2" if len(number) == 1 else "C1x" if int(number) <= 20 else "C2x"
    return kind
