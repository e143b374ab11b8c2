"""What the board draws, what the wires lose, how warm it gets. Knows data-sheet figures and the firmware's own model.

Volts, milliamperes and ohms as named. Wire losses here are solved as a ladder of resistors; ngspice solves the same
network from scratch in `simulations`, and the two must agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .rules import firmware
from .sensing import figures
from .source import ROOT, Board

TOUCH_WARM_K = 20
"""A surface 20 K over a room of 25 C is warm, not hot."""

SURFACE_W = 10.0
"""Watt a square metre and kelvin that a surface gives to still air, both ways together."""


def model() -> dict[str, int]:
    """The firmware's own figures in mA: each channel of one LED, all LEDs dark, controller, radio."""
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
    """What a kind of LED really draws when the firmware believes it draws ``limit`` mA."""

    led: str
    white: float
    """100 LEDs white at full brightness, board and radio included."""
    at_limit: float
    """The same when the limiter holds ``limit``."""
    safe_limit: int
    """The largest SUPPLY_MA that keeps the truth within the supply's rating, in steps of 100."""


def loads(board: Board, limit: int) -> Iterator[Load]:
    """One row for each kind of LED in figures.toml."""
    m, rated = model(), board.raw["supply"]["milliamperes"]
    idle = m["dark"] + m["mcu"] + m["wifi"]
    believed = m["red"] + m["green"] + m["blue"]
    for name, channels in figures()["led"]["channels"].items():
        # The worst colour is the one whose channel is most underestimated.
        factors = [real / key for real, key in zip(channels, (m["red"], m["green"], m["blue"]), strict=True)]
        factor = max(*factors, sum(channels) / believed)
        at_limit = idle + min((limit - idle) * factor, 100.0 * sum(channels))
        safe = idle + (rated - idle) / factor
        yield Load(name, idle + 100 * sum(channels), at_limit, int(min(safe, 0.8 * rated) // 100 * 100))


def gauge(awg: int) -> tuple[float, float]:
    """Ohm a metre and amperes of a wire."""
    row = figures()["gauges"][str(awg)]
    return float(row[0]), float(row[1])


@dataclass(frozen=True)
class Drop:
    """Voltages with a given wiring of the 5 V bus."""

    awg: int
    injection: tuple[int, ...]
    limit: int
    row_volts: tuple[float, ...]
    """At each row's tap, both wires counted."""

    @property
    def least(self) -> float:
        """At the far end of the worst row, the row board's own copper counted."""
        return min(self.row_volts) - row_copper_ohms() * self.limit / 10 / 1000 / 2

    @property
    def heaviest(self) -> float:
        """Amperes in the piece of bus that carries most."""
        return self.limit / 1000 / len(self.injection)


def row_copper_ohms(length: float = 440, width: float = 3.0, ground_width: float = 20.0) -> float:
    """There and back along a row board: the +5V strip and the ground plane."""
    return float(figures()["copper"]["ohm_square"] * length * (1 / width + 1 / ground_width))


def series_ohms(board: Board) -> float:
    """From the supply to the bus: fuse, transistor, feed there and back, two contacts."""
    wire, copper = board.section("wire"), figures()["copper"]
    feed = 2 * wire["feed_length"] / 1000 * gauge(wire["feed_awg"])[0]
    return float(feed + copper["fuse_ohms"] + 0.035 + 2 * copper["contact_ohms"])


def drop(board: Board, awg: int, injection: tuple[int, ...], limit: int) -> Drop:
    """Solve the bus: ten taps in a line, the supply joined at ``injection``, every row drawing a tenth of ``limit``."""
    piece = 2 * board.raw["links"]["bus_pitch"] / 1000 * gauge(awg)[0] + 2 * figures()["copper"]["contact_ohms"] / 2
    source, amps = board.raw["supply"]["volts"] - series_ohms(board) * limit / 1000, limit / 10 / 1000
    # A second injection point costs its own wire along the bus: 10 pitches there and back, shared by what it carries.
    far = {
        row: 2 * abs(row - injection[0]) * board.pitch / 1000 * gauge(board.raw["wire"]["feed_awg"])[0]
        for row in injection
    }
    matrix = [[0.0] * 10 for _ in range(10)]
    right = [-amps] * 10
    for row in range(10):
        for other in (row - 1, row + 1):
            if 0 <= other < 10:
                matrix[row][row] += 1 / piece
                matrix[row][other] -= 1 / piece
        if row in far:
            conductance = 1 / max(far[row], 1e-4)
            matrix[row][row] += conductance
            right[row] += source * conductance
    return Drop(awg, injection, limit, tuple(_solve(matrix, right)))


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
"""What ``immolation board test`` asks for when it shows a colour."""


def test_white(rows: int, channels: tuple[int, int, int], *, wifi: bool) -> float:
    """mA at J1 while the test shows white on so many rows, for LEDs that draw ``channels`` in full light."""
    m = model()
    share = firmware("effects").GAMMA[TEST_BRIGHTNESS] / 255
    return float(m["mcu"] + (m["wifi"] if wifi else 0) + rows * (m["dark"] / 10 + 10 * sum(channels) * share))


def bring_up(board: Board) -> Iterator[str]:
    """Lines of the table that a maker measures against."""
    kinds = [tuple(channels) for channels in figures()["led"]["channels"].values()]
    for rows in (1, 2, 5, 10):
        milliamperes = [test_white(rows, kind, wifi=False) for kind in kinds]
        cells = " | ".join(f"{each:.0f}" for each in milliamperes)
        volts = drop(
            board, board.raw["wire"]["bus_awg"], tuple(board.raw["wire"]["injection_rows"]), round(milliamperes[1])
        )
        yield f"| {rows} | {cells} | {volts.least:.2f} |"


INJECTIONS = ((0,), (5,), (0, 9), (0, 4, 9))
GAUGES = (16, 18, 20, 22, 24)


def drops(board: Board, limit: int) -> Iterator[Drop]:
    """Every gauge and every set of injection points that the page compares."""
    for injection in INJECTIONS:
        for awg in GAUGES:
            yield drop(board, awg, injection, limit)


def verdict(each: Drop) -> str:
    """Good, dim or too thin."""
    if each.heaviest > gauge(each.awg)[1]:
        return "too thin"
    return "good" if each.least >= figures()["led"]["volts_least"] else "below 4.5 V"


def warm_up(board: Board, limit: int) -> tuple[float, float]:
    """Kelvin over the room: the whole board's faces, and one LED's chip in full white within the limiter."""
    watts = board.raw["supply"]["volts"] * limit / 1000
    edge = board.side * board.pitch / 1000
    surface = watts / (SURFACE_W * 2 * edge * edge)
    chip = board.raw["supply"]["volts"] * limit / 1000 / 100 * figures()["led"]["thermal_resistance"]
    return surface, surface + chip


def page(board: Board) -> str:
    """The power budget as a page for makers."""
    m, supply, wire = model(), board.section("supply"), board.section("wire")
    limit, data = supply["limit"], figures()
    idle = m["dark"] + m["mcu"] + m["wifi"]
    out = ["# What it draws and what the wires lose", ""]
    out += [
        "## Currents",
        "",
        "| what | mA | from |",
        "|---|---|---|",
        f"| 100 LEDs dark | {m['dark']} | 1 mA each: FastLED power_mgt.cpp; WLED counts the same |",
        f"| controller | {m['mcu']} | Pico data sheet: 25 to 45 mA busy |",
        f"| radio, on average | {m['wifi']} | Pico W: 40 to 90 mA; peaks of 300 mA come from the capacitors |",
        "| 100 DRV5032 | 0.2 | 1.6 uA each at 20 Hz (TI SLVSDC7H) |",
        f"| 20 74HC165 and pull-ups | {20 * 0.08 + 16 * 3.3 / 47:.1f} | 80 uA each at most; 16 occupied "
        f"tiles at 3.3 V / 47 kilohm |",
        f"| **idle, the firmware's figure** | **{idle}** | `SENSOR_MA` adds what other sensors draw |",
        f"| each LED, full red / green / blue | {m['red']} / {m['green']} / {m['blue']} | FastLED, measured at 5 V |",
        "",
        "## The firmware's model against what is sold as WS2812B",
        "",
        f"SUPPLY_MA = {limit}: the firmware dims frames that would draw more *by its figures*. What really "
        f"flows depends on "
        f"the LEDs. The supply gives {supply['milliamperes']} mA, the fuse is {supply['fuse_amperes']:g} A.",
        "",
        "| LEDs | all white, no limiter | real mA at the limiter's worst colour | SUPPLY_MA at most |",
        "|---|---|---|---|",
    ]
    for load in loads(board, limit):
        out.append(f"| {load.led} | {load.white:.0f} | {load.at_limit:.0f} | {load.safe_limit} |")
    out += [
        "",
        f"From USB alone (SUPPLY_MA = {supply['usb_limit']}) {supply['usb_limit'] - idle} mA are left for light "
        f"({100 * (supply['usb_limit'] - idle) / 100 / (m['red'] + m['green'] + m['blue']):.0f} % of full white), "
        f"without Wi-Fi {supply['usb_limit'] - idle + m['wifi']} mA.",
        "",
        "## What to measure while `immolation board test` shows white",
        "",
        "mA at J1 without Wi-Fi (80 more with it, by bursts), and volts at the worst LED with the figures "
        "in the middle:",
        "",
        "| rows | " + " | ".join(data["led"]["channels"]) + " | volts |",
        "|---|" + "---|" * (len(data["led"]["channels"]) + 1),
        *bring_up(board),
        "",
        "## Volts at the worst LED",
        "",
        f"Everything at {limit} mA, light spread evenly; feed of {wire['feed_length'] / 1000:g} m "
        f"{wire['feed_awg']} AWG, fuse, "
        f"Q1 and contacts cost {1000 * series_ohms(board) * limit / 1000:.0f} mV before the bus. A WS2812B "
        f"keeps its promises "
        f"down to {data['led']['volts_least']:g} V.",
        "",
        "| supply joined at row | " + " | ".join(f"{awg} AWG" for awg in GAUGES) + " |",
        "|---|" + "---|" * len(GAUGES),
    ]
    for injection in INJECTIONS:
        cells = [
            f"{each.least:.2f} V {verdict(each)}" for each in (drop(board, awg, injection, limit) for awg in GAUGES)
        ]
        out.append(f"| {' and '.join(map(str, injection))} | {' | '.join(cells)} |")
    chosen = drop(board, wire["bus_awg"], tuple(wire["injection_rows"]), limit)
    ten_leds = gauge(wire["strip_awg"])[0] * 2 * 9 * board.pitch / 1000 * limit / 1000 / 10 / 2
    out += [
        "",
        f"**Built: {wire['bus_awg']} AWG, joined at rows {' and '.join(map(str, wire['injection_rows']))}: "
        f"{chosen.least:.2f} V at the worst LED.** Reed build: {wire['strip_awg']} AWG along the ten LEDs "
        f"of a row costs "
        f"{1000 * ten_leds:.0f} mV more.",
        "",
        "## Warmth",
        "",
        "| limiter mA | faces over the room | LED chips over the room |",
        "|---|---|---|",
    ]
    for each in (500, 2000, limit):
        surface, chip = warm_up(board, each)
        out.append(f"| {each} | {surface:.0f} K | {chip:.0f} K |")
    out += [
        "",
        "After about half an hour, both faces free. One LED alone never takes more than its three "
        "channels, about 0.2 W: its "
        "chip stays within 30 K of the board whatever the scene, far under the 80 C it is rated for.",
        "",
    ]
    return "\n".join(out)


def findings(board: Board, measured: dict[str, Any] | None = None) -> Iterator[str]:
    """What would be wrong with the supply as board.toml has it."""
    supply, wire = board.section("supply"), board.section("wire")
    chosen = drop(board, wire["bus_awg"], tuple(wire["injection_rows"]), supply["limit"])
    if verdict(chosen) != "good":
        yield (
            f"board.toml: wire.bus_awg = {wire['bus_awg']} joined at rows {wire['injection_rows']} is "
            f"{verdict(chosen)}."
        )
    if gauge(wire["feed_awg"])[1] <= supply["fuse_amperes"]:
        yield (
            f"board.toml: supply.fuse_amperes = {supply['fuse_amperes']} does not protect a feed of "
            f"{wire['feed_awg']} AWG."
        )
    if not supply["limit"] / 1000 < supply["fuse_amperes"] <= supply["milliamperes"] / 1000:
        yield "board.toml: supply.fuse_amperes must lie over supply.limit and not over supply.milliamperes."
    test_page = (ROOT / "host" / "immolation" / "board" / "bring_up" / "steps.py").read_text(encoding="utf-8")
    if f"\nBRIGHT = {TEST_BRIGHTNESS}\n" not in test_page:
        yield f"power.TEST_BRIGHTNESS = {TEST_BRIGHTNESS}, and `immolation board test` shows its colours otherwise."
    common = list(figures()["led"]["channels"])[:2]
    for load in loads(board, supply["limit"]):
        if load.led in common and load.at_limit > supply["milliamperes"]:
            yield f"board.toml: {load.led} would draw {load.at_limit:.0f} mA at supply.limit; the supply gives less."
