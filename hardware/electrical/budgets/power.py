"""Computes what the board draws, what its wires lose and how warm it gets, and checks that supply and parts bear it.

Figures come from data sheets and the firmware: volts, milliamperes and ohms as named. Wire losses here are solved as a
ladder of resistors; ngspice solves the same network from scratch in `simulations`, and the two must agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..netlists.rules import firmware
from ..netlists.values import number
from ..source import ROOT, Board
from .sensing import figures

PART_CELSIUS = 105
"""Highest temperature at which the parts on the carrier last for years."""

SURFACE_W = 10.0
"""Watt a square metre and kelvin that a surface gives to still air, both ways together."""

LED_CELSIUS = 80
"""Highest temperature of an LED's chip for which makers of WS2812B give figures."""

CHIP_CELSIUS = 125
"""Highest junction temperature at which a regulator may run for ever, by its data sheet."""

FUSE_LOAD = 0.75
"""A slow fuse bears this part of its rating for ever in a warm box."""


def model() -> dict[str, int]:
    """Return the firmware's own figures in mA: each channel of one LED, all LEDs dark, controller, radio."""
    layers, lights = firmware("layers"), firmware("lights")
    return {
        "red": layers.MA_RED,
        "green": layers.MA_GREEN,
        "blue": layers.MA_BLUE,
        "dark": lights.DARK_MA,
        "mcu": lights.MCU_MA,
        "wifi": lights.WIFI_MA,
    }


@dataclass(frozen=True)
class Load:
    """Current that a kind of LED really draws when the firmware believes it draws ``limit`` mA."""

    led: str
    white: float
    """Every LED white at full brightness, board and radio included."""
    at_limit: float
    """The same when the limiter holds ``limit``."""
    safe_limit: int
    """The largest SUPPLY_MA that keeps the truth within the supply's rating, in steps of 100."""


def idle(each: int) -> int:
    """Return the mA of a dark board with so many LEDs a tile, as the firmware counts them."""
    m = model()
    return m["dark"] * each + m["mcu"] + m["wifi"]


def loads(board: Board, limit: int, each: int = 1) -> Iterator[Load]:
    """Return a row for each kind of LED in figures.toml, with so many of them a tile."""
    m, rated = model(), rated_milliamperes(board, each)
    dark = idle(each)
    believed = m["red"] + m["green"] + m["blue"]
    for name, channels in figures()["led"]["channels"].items():
        # The worst colour is the one whose channel is most underestimated.
        factors = [real / key for real, key in zip(channels, (m["red"], m["green"], m["blue"]), strict=True)]
        factor = max(*factors, sum(channels) / believed)
        at_limit = dark + min((limit - dark) * factor, 100.0 * each * sum(channels))
        safe = dark + (rated - dark) / factor
        most = 0.8 * rated if each == 1 else rated
        yield Load(name, dark + 100 * each * sum(channels), at_limit, int(min(safe, most) // 100 * 100))


def rated_milliamperes(board: Board, each: int) -> int:
    """Find the mA at 5 V that the reed build's one regulator, or the fuse before ten of them, bears for ever."""
    if each == 1:
        return int(board.raw["regulator"]["milliamperes"])
    most, limit = FUSE_LOAD * board.raw["supply"]["fuse_amperes"], 100
    while input_amperes(board, worst(board), rows=True, limit=limit + 100) <= most:
        limit += 100
    return limit


def gauge(awg: int) -> tuple[float, float]:
    """Look up the ohm a metre and the amperes of a wire."""
    row = figures()["gauges"][str(awg)]
    return float(row[0]), float(row[1])


ROOM = 20.0
"""C for which the ohms of wires are tabled."""


@dataclass(frozen=True)
class Corner:
    """A case for which the volts are reckoned: what the supply gives, how warm the copper is, how old the contacts."""

    volts: float
    """At the supply's case."""

    five: float
    """At the regulator's output."""

    celsius: float
    aged: bool

    @property
    def copper(self) -> float:
        """Return how many times more a copper wire resists than at 20 C."""
        return float(1 + figures()["copper"]["per_kelvin"] * (self.celsius - ROOM))

    @property
    def contact(self) -> float:
        """Return the ohm of one contact."""
        copper = figures()["copper"]
        return float(copper["contact_aged_ohms"] if self.aged else copper["contact_ohms"])


def usual(board: Board) -> Corner:
    """Assume a supply at its nominal volts, a cool box, new contacts: what a maker measures on the first day."""
    return Corner(board.raw["supply"]["volts"], board.raw["regulator"]["volts"], ROOM, aged=False)


def worst(board: Board) -> Corner:
    """Assume the least that the supply promises, the warmest box, old contacts: what the board must still bear."""
    supply, regulator = board.section("supply"), board.section("regulator")
    least = [each["volts"] * (1 - each["tolerance"]) for each in (supply, regulator)]
    return Corner(least[0], least[1], supply["warmest"], aged=True)


@dataclass(frozen=True)
class Drop:
    """Voltages with a given wiring of the 5 V bus."""

    awg: int
    injection: tuple[int, ...]
    limit: int
    corner: Corner
    row_volts: tuple[float, ...]
    """At each row's tap, both wires counted."""

    @property
    def least(self) -> float:
        """Compute the volts at the far end of the worst row, the row board's own copper counted."""
        return min(self.row_volts) - row_copper_ohms() * self.corner.copper * self.limit / 10 / 1000 / 2

    @property
    def heaviest(self) -> float:
        """Return the amperes in the piece of bus that carries most."""
        return self.limit / 1000 / len(self.injection)


def row_copper_ohms(length: float = 440, width: float = 3.0, ground_width: float = 20.0) -> float:
    """Compute the resistance there and back along a row board: the +5V strip and the ground plane."""
    return float(figures()["copper"]["ohm_square"] * length * (1 / width + 1 / ground_width))


def input_ohms(board: Board, corner: Corner) -> dict[str, float]:
    """Return the ohm of each thing between the supply's case and the regulator, there and back."""
    supply, copper = board.section("supply"), figures()["copper"]
    length, awg = supply["cable"]
    transistor = figures()["transistor"]
    if "cable_ohms" in supply:
        cable = {"USB-C cable and trigger": supply["cable_ohms"] * corner.copper}
    else:
        cable = {
            f"supply's own cable, {length / 1000:g} m {awg} AWG": 2 * length / 1000 * gauge(awg)[0] * corner.copper
        }
    return {
        **cable,
        "plug and jack": copper["jack_ohms"] * (corner.contact / copper["contact_ohms"]),
        "fuse and holder": copper["fuse_ohms"] + 2 * corner.contact,
        "Q1": transistor["on"][1][1] * (transistor["warm"] if corner.aged else 1.0),
    }


def with_usb_c(board: Board) -> Board:
    """Return the board as it is when USB-C at 15 V feeds its jack in place of the supply of 12 V."""
    return replace(board, raw={**board.raw, "supply": {**board.raw["supply"], **board.raw["usb_c"]}})


def series_ohms_in(board: Board, corner: Corner) -> float:
    """Add up the ohm from the supply's case to the regulator."""
    return sum(input_ohms(board, corner).values())


def input_amperes(board: Board, corner: Corner, *, rows: bool = False, limit: int = 0) -> float:
    """Compute what is drawn from 12 V when the limit flows at 5 V: regulators ask for their watts whatever arrives.

    Of the reed build's one regulator, or of those on the ``rows``; ``limit`` in place of supply.limit.
    """
    regulator = board.section("row_regulator" if rows else "regulator")
    most = row_volts(board)[2] if rows else regulator["volts"] * (1 + regulator["tolerance"])
    watts = most * (limit or board.raw["supply"]["limit"]) / 1000 / regulator["efficiency"]
    ohms = series_ohms_in(board, corner)
    return float((corner.volts - (corner.volts**2 - 4 * ohms * watts) ** 0.5) / (2 * ohms))


RESISTOR = 0.01
"""Tolerance of each resistor of a divider."""


def row_volts(board: Board) -> tuple[float, float, float]:
    """Compute the least, usual and most volts that a row's regulator makes."""
    regulator = board.section("row_regulator")
    upper, lower = map(number, regulator["divider"])
    return divider_volts(board, upper, lower)


def divider_volts(board: Board, upper: float, lower: float) -> tuple[float, float, float]:
    """Compute the least, usual and most volts that two resistors set at a row's regulator."""
    regulator = board.section("row_regulator")
    usual_volts = regulator["reference"] * (1 + upper / lower)
    off = regulator["tolerance"] + 2 * RESISTOR * upper / (upper + lower)
    return usual_volts * (1 - off), usual_volts, usual_volts * (1 + off)


def ripple(volts_in: float, volts: float, henry: float) -> float:
    """Compute the amperes, peak to peak, by which the current of a regulator's coil swings."""
    return float((volts_in - volts) * volts / volts_in / henry / figures()["coil"]["hertz"])


def row_white(channels: tuple[int, ...]) -> float:
    """Compute the mA of a row board all white: forty LEDs at full brightness, and what they draw dark."""
    return 40 * sum(channels) + 4 * model()["dark"] / 10


def row_ohms(board: Board, celsius: float) -> tuple[float, float]:
    """Compute the ohm of both +5V areas together and of the ground, from the regulator to the board's far end."""
    regulator = board.section("row_regulator")
    squares = board.pitch * (board.side - regulator["fed_at"])
    sheet = figures()["copper"]["ohm_square"] * (1 + figures()["copper"]["per_kelvin"] * (celsius - ROOM))
    return sheet * squares / regulator["strips"] / 2, sheet * squares / regulator["ground"]


def row_least(board: Board, milliamperes: float, corner: Corner) -> float:
    """Compute the volts at a row board's far end when its LEDs draw the same; an old regulator is at its least."""
    amperes = milliamperes / 1000 * (1 - board.raw["row_regulator"]["fed_at"] / board.side)
    volts = row_volts(board)[0 if corner.aged else 1]
    return float(volts - amperes * sum(row_ohms(board, corner.celsius)) / 2)


def bus_least(board: Board, corner: Corner) -> float:
    """Compute the volts at the last row's terminal when all of the limit flows there, which is more than can."""
    bus = board.section("row_bus")
    amperes = input_amperes(board, corner, rows=True)
    ohms = series_ohms_in(board, corner) + 4 * corner.contact + 9 * corner.contact * 2
    length = bus["feed_length"] + 9 * board.raw["links"]["bus_pitch"]
    return float(corner.volts - amperes * (ohms + 2 * length / 1000 * gauge(bus["awg"])[0] * corner.copper))


def row_chip_kelvin(board: Board, milliamperes: float) -> float:
    """Compute the kelvin of a row's regulator over the air in the box."""
    regulator = board.section("row_regulator")
    lost = row_volts(board)[2] * milliamperes / 1000 * (1 / regulator["efficiency"] - 1)
    return float(lost * regulator["chip_share"] * regulator["kelvin_per_watt"])


def row_peak(board: Board, milliamperes: float) -> float:
    """Compute the amperes at which a row's coil peaks, at the supply's most volts and the coil's least."""
    coil, volts = figures()["coil"], board.raw["supply"]["volts"] * (1 + board.raw["supply"]["tolerance"])
    swing = ripple(volts, row_volts(board)[1], coil["henry"] * (1 - coil["tolerance"]))
    return float(milliamperes / 1000 + swing / 2)


def feed_ohms(board: Board, row: int, corner: Corner) -> float:
    """Compute the ohm from the regulator to the bus at ``row`` and back: a wire with a terminal at each end."""
    wire = board.section("wire")
    first = wire["injection_rows"][0]
    length = (wire["feed_length"] + abs(row - first) * board.pitch) / 1000
    return float(2 * length * gauge(wire["feed_awg"])[0] * corner.copper + 4 * corner.contact)


def drop(board: Board, awg: int, injection: tuple[int, ...], limit: int, corner: Corner | None = None) -> Drop:
    """Solve the bus: ten taps in a line, the supply joined at ``injection``, every row drawing a tenth of ``limit``.

    Without a ``corner`` the worst one counts.
    """
    corner = corner or worst(board)
    piece = 2 * board.raw["links"]["bus_pitch"] / 1000 * gauge(awg)[0] * corner.copper + corner.contact
    source, amps = corner.five, limit / 10 / 1000
    far = {row: feed_ohms(board, row, corner) for row in injection}
    matrix = [[0.0] * 10 for _ in range(10)]
    right = [-amps] * 10
    for row in range(10):
        for other in (row - 1, row + 1):
            if 0 <= other < 10:
                matrix[row][row] += 1 / piece
                matrix[row][other] -= 1 / piece
        if row in far:
            conductance = 1 / far[row]
            matrix[row][row] += conductance
            right[row] += source * conductance
    return Drop(awg, injection, limit, corner, tuple(_solve(matrix, right)))


def bearable(board: Board, awg: int, injection: tuple[int, ...]) -> int:
    """Find the largest SUPPLY_MA, in steps of 100, at which the worst LED still has its volts in the worst case."""
    limit = 100
    while drop(board, awg, injection, limit + 100).least >= figures()["led"]["volts_least"]:
        limit += 100
    return limit


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    size = len(right)
    rows = [[*matrix[at], right[at]] for at in range(size)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            rows[below] = [a - factor * b for a, b in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in range(size - 1, -1, -1):
        found[at] = (rows[at][size] - sum(rows[at][k] * found[k] for k in range(at + 1, size))) / rows[at][at]
    return found


TEST_BRIGHTNESS = 128
"""Brightness at which ``immolation board test`` shows a colour."""


def test_white(rows: int, channels: tuple[int, int, int], *, wifi: bool) -> float:
    """Compute the mA at J1 while the test shows white on so many rows of LEDs that draw ``channels`` in full light."""
    m = model()
    share = firmware("effects").GAMMA[TEST_BRIGHTNESS] / 255
    return float(m["mcu"] + (m["wifi"] if wifi else 0) + rows * (m["dark"] / 10 + 10 * sum(channels) * share))


INJECTIONS = ((0,), (5,), (0, 9), (0, 4, 9))
GAUGES = (16, 18, 20, 22, 24)


def verdict(each: Drop) -> str:
    """Say in a word whether a bus is good, too thin or lets the LEDs dim."""
    if each.heaviest > gauge(each.awg)[1]:
        return "too thin"
    return "good" if each.least >= figures()["led"]["volts_least"] else "below 4.5 V"


AIR_W_MK = 0.026
"""Heat through still air, W per metre and kelvin; foam tape is not worse."""

FR4_W_MK = 0.3
"""Heat through a printed board, straight through its thickness."""


def warm_up(board: Board, limit: int, *, strips: bool = False) -> tuple[float, float]:
    """Compute the kelvin over the room of the board's faces and of an LED's chip in full white within the limiter.

    ``strips``: with those of the 3-axis sensors, which cover much of the row boards from below and draw a little. The
    face is then the upper one, the warmer of the two.
    """
    regulator = board.section("regulator")
    watts = regulator["volts"] * limit / 1000
    edge = board.side * board.pitch / 1000
    whole = watts / regulator["efficiency"] + input_amperes(board, worst(board)) ** 2 * series_ohms_in(
        board, worst(board)
    )
    leaves = 2 * SURFACE_W
    if strips:
        data, strip = figures()["i2c"], board.raw["identity_strip"]
        whole += data["volts_most"] * data["supply"] / 1000
        covered = strip["depth"] / board.pitch
        layer = board.raw["identity"]["tape"] / 1000 / AIR_W_MK + board.raw["row_board"]["thickness"] / 1000 / FR4_W_MK
        leaves = SURFACE_W + (1 - covered) * SURFACE_W + covered / (1 / SURFACE_W + layer)
    surface = whole / (leaves * edge * edge)
    chip = watts / 100 * figures()["led"]["thermal_resistance"]
    return surface, surface + chip


def hot_parts(board: Board) -> dict[str, tuple[float, float]]:
    """Compute watts and kelvin over their surroundings of the parts on the carrier that are warm at the limit."""
    regulator, transistor = board.section("regulator"), figures()["transistor"]
    amperes = input_amperes(board, worst(board))
    lost = regulator["volts"] * board.raw["supply"]["limit"] / 1000 * (1 / regulator["efficiency"] - 1)
    q1 = amperes**2 * transistor["on"][1][1] * transistor["warm"]
    fuse = amperes**2 * figures()["copper"]["fuse_ohms"]
    return {
        "U3, the regulator": (lost, lost * regulator["kelvin_per_watt"]),
        "Q1": (q1, q1 * transistor["kelvin_per_watt"]),
        "F1 in its holder": (fuse, fuse * figures()["copper"]["fuse_kelvin_per_watt"]),
    }


def row_findings(board: Board) -> Iterator[str]:
    """Check the supply of the row boards; one line for each fault."""
    supply, bus, regulator = board.section("supply"), board.section("row_bus"), board.section("row_regulator")
    last, led = worst(board), figures()["led"]
    amperes = input_amperes(board, last, rows=True)
    if not amperes / FUSE_LOAD <= supply["fuse_amperes"]:
        yield f"board.toml: ten row boards draw {amperes:.2f} A; a fuse of {supply['fuse_amperes']:g} A opens."
    if gauge(bus["awg"])[1] <= supply["fuse_amperes"]:
        yield f"board.toml: supply.fuse_amperes does not protect a bus of {bus['awg']} AWG."
    if bus_least(board, last) < regulator["input_least"]:
        least = regulator["input_least"]
        yield f"board.toml: only {bus_least(board, last):.2f} V reach the last row; it needs {least:g} V."
    if row_volts(board)[2] > led["volts_most"]:
        high = row_volts(board)[2]
        yield f"board.toml: row_regulator.divider makes up to {high:.2f} V; LEDs bear {led['volts_most']:g} V."
    for name, channels in figures()["led"]["channels"].items():
        white = row_white(tuple(channels))
        if row_least(board, white, last) < led["volts_least"]:
            yield f"power: {row_least(board, white, last):.2f} V at the last LED of a white row of {name}."
        if white > regulator["milliamperes"]:
            bears = regulator["milliamperes"]
            yield f"power: a white row of {name} draws {white:.0f} mA; its regulator bears {bears} mA."
        if row_peak(board, white) > figures()["coil"]["saturates"]:
            yield f"power: a white row of {name} takes its coil to {row_peak(board, white):.1f} A, where it saturates."
        if supply["warmest"] + row_chip_kelvin(board, white) > CHIP_CELSIUS:
            yield f"power: the regulator of a white row of {name} gets {row_chip_kelvin(board, white):.0f} K too warm."


SOURCE_LOAD = 0.8
"""Share of its amperes that a USB-C supply is asked for at most."""


def usb_c_findings(board: Board) -> Iterator[str]:
    """Check the board fed from USB-C; one line for each fault. ``board`` has the supply of 12 V."""
    other = with_usb_c(board)
    supply, last = other.section("supply"), worst(other)
    for name, rows in (("the reed build", False), ("ten row boards", True)):
        amperes = input_amperes(other, last, rows=rows)
        if amperes > SOURCE_LOAD * supply["milliamperes"] / 1000:
            yield f"board.toml: {name} draw {amperes:.2f} A from usb_c, which gives {supply['milliamperes']} mA."
        if amperes > FUSE_LOAD * supply["fuse_amperes"]:
            yield f"board.toml: {name} draw {amperes:.2f} A from usb_c; a fuse of {supply['fuse_amperes']:g} A opens."
    if bus_least(other, last) < other.raw["row_regulator"]["input_least"]:
        yield f"board.toml: only {bus_least(other, last):.2f} V of usb_c reach the last row."
    if supply["volts"] * (1 + supply["tolerance"]) > 0.9 * figures()["transistor"]["gate"]:
        bears = figures()["transistor"]["gate"]
        yield f"board.toml: usb_c.volts = {supply['volts']:g}: the gate of Q1 bears {bears} V."


def findings(board: Board) -> Iterator[str]:
    """Check the supply as board.toml has it; one line for each fault."""
    supply, wire, regulator = board.section("supply"), board.section("wire"), board.section("regulator")
    chosen = drop(board, wire["bus_awg"], tuple(wire["injection_rows"]), supply["limit"])
    if verdict(chosen) != "good":
        yield (
            f"board.toml: wire.bus_awg = {wire['bus_awg']} joined at rows {wire['injection_rows']} is "
            f"{verdict(chosen)}: {chosen.least:.2f} V in the worst case."
        )
    amperes = input_amperes(board, worst(board))
    if not amperes / FUSE_LOAD <= supply["fuse_amperes"] <= supply["milliamperes"] / 1000:
        yield (
            f"board.toml: supply.fuse_amperes = {supply['fuse_amperes']:g} must lie between "
            f"{amperes / FUSE_LOAD:.2f} A ({amperes:.2f} A at the limit) and what the supply gives."
        )
    if gauge(supply["cable"][1])[1] <= supply["fuse_amperes"]:
        yield f"board.toml: supply.fuse_amperes does not protect a cable of {supply['cable'][1]} AWG."
    if gauge(wire["feed_awg"])[1] <= 1.4 * regulator["milliamperes"] / 1000:
        yield f"board.toml: a feed of {wire['feed_awg']} AWG does not bear what the regulator gives at most."
    left = worst(board).volts - amperes * series_ohms_in(board, worst(board))
    if left < regulator["input_least"]:
        yield f"board.toml: only {left:.2f} V reach the regulator; it needs {regulator['input_least']:g} V."
    yield from row_findings(board)
    for name, (watts, kelvin) in hot_parts(board).items():
        if supply["warmest"] + kelvin > PART_CELSIUS:
            yield f"power: {name} gets {supply['warmest'] + kelvin:.0f} C with its {watts:.1f} W."
    for strips, words in ((False, ""), (True, " over the strips of 3-axis sensors")):
        celsius = supply["warmest"] + warm_up(board, supply["limit"], strips=strips)[1]
        if celsius > LED_CELSIUS:
            yield f"power: the chip of an LED{words} gets {celsius:.0f} C in full white at supply.limit."
    test_page = (ROOT / "host" / "immolation" / "board" / "bring_up" / "steps.py").read_text(encoding="utf-8")
    if f"\nBRIGHT = {TEST_BRIGHTNESS}\n" not in test_page:
        yield f"power.TEST_BRIGHTNESS = {TEST_BRIGHTNESS}, and `immolation board test` shows its colours otherwise."
    common = list(figures()["led"]["channels"])[:2]
    for load in loads(board, supply["limit"]):
        if load.led in common and load.at_limit > regulator["milliamperes"]:
            yield f"board.toml: {load.led} would draw {load.at_limit:.0f} mA at supply.limit; the regulator gives less."
