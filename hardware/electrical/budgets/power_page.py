"""Writes the page of currents, volts and warmth that makers build and measure by; `power` computes its figures."""

from __future__ import annotations

from collections.abc import Iterator

from ..netlists.netlist import Netlist
from ..netlists.rules import firmware
from ..source import Board
from . import buck
from .power import (
    FUSE_LOAD,
    GAUGES,
    INJECTIONS,
    SOURCE_LOAD,
    TEST_BRIGHTNESS,
    bearable,
    bus_least,
    drop,
    feed_ohms,
    gauge,
    hot_parts,
    idle,
    input_amperes,
    input_ohms,
    loads,
    model,
    rated_milliamperes,
    row_chip_kelvin,
    row_least,
    row_peak,
    row_volts,
    row_white,
    test_white,
    usual,
    verdict,
    warm_up,
    with_usb_c,
    worst,
)
from .sensing import figures

LED_COLUMNS = (
    "| rows | " + " | ".join(figures()["led"]["channels"]) + " | volts |",
    "|---|" + "---|" * (len(figures()["led"]["channels"]) + 1),
)
"""Head of a table with a column for each kind of LED."""


def page(board: Board, row_board: Netlist) -> str:
    """Write the power budget as a page for makers; the regulator's parts come from the netlist of the row board."""
    m, supply, wire = model(), board.section("supply"), board.section("wire")
    limit, data = supply["limit"], figures()
    out = ["# What it draws and what the wires lose", ""]
    out += [
        "## Currents",
        "",
        "| what | mA | from |",
        "|---|---|---|",
        f"| 100 LEDs dark (reed), 400 (row boards) | {m['dark']}, {4 * m['dark']} | 1 mA each: FastLED power_mgt.cpp; "
        "WLED counts the same |",
        f"| controller | {m['mcu']} | Pico data sheet: 25 to 45 mA busy |",
        f"| radio, on average | {m['wifi']} | Pico W: 40 to 90 mA; peaks of 300 mA come from the capacitors |",
        "| 100 DRV5032 | 0.2 | 1.6 uA each at 20 Hz (TI SLVSDC7H) |",
        f"| 20 74HC165 and pull-ups | {20 * 0.08 + 16 * 3.3 / 47:.1f} | 80 uA each at most; 16 occupied "
        f"tiles at 3.3 V / 47 kilohm |",
        f"| **idle, the firmware's figure** | **{idle(1)}, {idle(4)}** | `SENSOR_MA` adds what other sensors draw |",
        f"| each LED, full red / green / blue | {m['red']} / {m['green']} / {m['blue']} | FastLED, measured at 5 V |",
        "",
        "## The firmware's model against what is sold as WS2812B",
        "",
        f"SUPPLY_MA = {limit}: the firmware dims frames that would draw more *by its figures*. What really "
        f"flows depends on "
        f"the LEDs. All in mA at 5 V: the reed build's regulator gives {rated_milliamperes(board, 1)}, fuse and supply "
        f"of the row boards bear {rated_milliamperes(board, 4)}. A row alone may be all white: {load_row(board)}.",
        "",
        "| build | LEDs | all white, no limiter | real mA at the limiter's worst colour | SUPPLY_MA at most |",
        "|---|---|---|---|---|",
    ]
    for build, each in (("reed, 100", 1), ("row boards, 400", 4)):
        for load in loads(board, limit, each):
            figures_ = f"{load.white:.0f} | {load.at_limit:.0f} | {load.safe_limit}"
            out.append(f"| {build} | {load.led} | {figures_} |")
    out += [
        "",
        "USB alone feeds the controller and the sensors; the LEDs stay dark without the supply.",
        "",
        "## From the plug to the regulators",
        "",
        *input_table(board),
        "",
        *row_table(board),
        "",
        "## A row's regulator against its data sheet",
        "",
        "Worst case: the most volts in, a row all white with the hungriest LEDs, least coil, ceramic capacitors "
        "under their "
        "volts. Parts as in the netlist; the limits are those of figures.toml.",
        "",
        *buck.table({way: buck.verdicts(fed, row_board) for way, fed in buck.ways(board).items()}),
        "",
        "## USB-C in place of the 12 V supply",
        "",
        *usb_c(board),
        "",
        "## What to measure while `immolation board test` shows white",
        "",
        "Row boards: mA in the 12 V line to J3 of row 0, and volts at the far end of a row with the figures in the "
        "middle:",
        "",
        *LED_COLUMNS,
        *bring_up_rows(board),
        "",
        "Reed build: mA in the +5 V line behind U3 without Wi-Fi (80 more with it, by bursts), and volts at the worst "
        "LED with the figures in the middle, the supply as new:",
        "",
        *LED_COLUMNS,
        *bring_up(board),
        "",
        "## Volts at the worst LED of the reed build",
        "",
        f"Everything at {limit} mA, light spread evenly, in the worst case: the regulator at its least "
        f"{worst(board).five:.2f} V, {worst(board).celsius:g} C, contacts aged to {1000 * worst(board).contact:.0f} "
        f"milliohm. A feed of {wire['feed_length'] / 1000:g} m {wire['feed_awg']} AWG to each row named costs "
        f"{feed_ohms(board, wire['injection_rows'][0], worst(board)) * limit / len(wire['injection_rows']):.0f} mV "
        f"before the bus. A WS2812B keeps its promises "
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
    first = drop(board, wire["bus_awg"], tuple(wire["injection_rows"]), limit, usual(board))
    ten_leds = gauge(wire["strip_awg"])[0] * 2 * 9 * board.pitch / 1000 * limit / 1000 / 10 / 2
    out += [
        "",
        f"**Built: {wire['bus_awg']} AWG, joined at rows {' and '.join(map(str, wire['injection_rows']))}: "
        f"{chosen.least:.2f} V at the worst LED in the worst case, {first.least:.2f} V on the first day; up to "
        f"{bearable(board, wire['bus_awg'], tuple(wire['injection_rows']))} mA would hold "
        f"{data['led']['volts_least']:g} V.** Reed build: {wire['strip_awg']} AWG along the ten LEDs "
        f"of a row costs "
        f"{1000 * ten_leds:.0f} mV more.",
        "",
        "## Warmth",
        "",
        "| limiter mA | faces over the room | LED chips over the room | over strips of 3-axis sensors: face, chips |",
        "|---|---|---|---|",
    ]
    for each in (500, 2000, limit):
        surface, chip = warm_up(board, each)
        over, beside = warm_up(board, each, strips=True)
        out.append(f"| {each} | {surface:.1f} K | {chip:.1f} K | {over:.1f} K, {beside:.1f} K |")
    out += [
        "",
        "On the carrier of the reed build, at the limit:",
        "",
        "| part | W | K over the air in the box |",
        "|---|---|---|",
        *(f"| {name} | {watts:.2f} | {kelvin:.0f} |" for name, (watts, kelvin) in hot_parts(board).items()),
        "",
        "A row's regulator, that row all white and nothing dimming it: "
        + ", ".join(
            f"{row_chip_kelvin(board, row_white(tuple(channels))):.0f} K with {name}"
            for name, channels in data["led"]["channels"].items()
        )
        + ".",
        "",
        f"The strips cover {100 * board.raw['identity_strip']['depth'] / board.pitch:.0f} % of the row boards from "
        f"below, with {board.raw['identity']['tape']:g} mm of still air between, leave each row's regulator free, and "
        f"draw {data['i2c']['volts_most'] * data['i2c']['supply'] / 1000:.1f} W at most, all ten together; "
        "the face is then the upper one.",
        "",
        "After about half an hour, both faces free. One LED alone never takes more than its three "
        "channels, about 0.2 W: its "
        "chip stays within 30 K of the board whatever the scene, far under the 80 C it is rated for.",
        "",
    ]
    return "\n".join(out)


def load_row(board: Board) -> str:
    """Compare what one row all white draws, by kind of LED, with what its regulator bears."""
    found = [f"{row_white(tuple(channels)):.0f}" for channels in figures()["led"]["channels"].values()]
    return f"{', '.join(found)} mA by kind; its regulator bears {board.raw['row_regulator']['milliamperes']}"


def input_table(board: Board) -> Iterator[str]:
    """Tabulate milliohm and millivolt of everything before the regulator, as new and in the worst case."""
    first, last, supply = usual(board), worst(board), board.section("supply")
    new, old = input_ohms(board, first), input_ohms(board, last)
    amps, most = input_amperes(board, first), input_amperes(board, last)
    yield (
        f"{supply['volts']:g} V {100 * supply['tolerance']:g} % from the supply; at the limit the reed build's "
        f"regulator ({100 * board.raw['regulator']['efficiency']:g} %) draws {amps:.2f} A as new, "
        f"{most:.2f} A in the worst case "
        f"({last.volts:.1f} V, {last.celsius:g} C, old contacts). Fuse {supply['fuse_amperes']:g} A slow, supply "
        f"{supply['milliamperes'] / 1000:g} A."
    )
    yield ""
    yield "| part | milliohm as new | worst | mV worst |"
    yield "|---|---|---|---|"
    for name, ohms in new.items():
        yield f"| {name} | {1000 * ohms:.0f} | {1000 * old[name]:.0f} | {1000 * old[name] * most:.0f} |"
    left = last.volts - most * sum(old.values())
    yield f"| **at the regulator** | | | **{left:.2f} V**; {board.raw['regulator']['input_least']:g} V are enough |"


def row_table(board: Board) -> Iterator[str]:
    """Describe the 12 V bus and a row's own 5 V."""
    bus, last = board.section("row_bus"), worst(board)
    low, middle, high = row_volts(board)
    white = row_white(tuple(list(figures()["led"]["channels"].values())[1]))
    yield (
        f"Row boards: {input_amperes(board, last, rows=True):.2f} A in the worst case, and "
        f"{bus_least(board, last):.2f} V at the last row's terminal through {bus['awg']} AWG "
        f"({board.raw['row_regulator']['input_least']:g} V are "
        f"enough). Each row makes {middle:.2f} V, {low:.2f} to {high:.2f} V with everything's tolerance. All white, "
        f"{white:.0f} mA, its last LED has **{row_least(board, white, last):.2f} V in the worst case, "
        f"{row_least(board, white, usual(board)):.2f} V on the first day**; {figures()['led']['volts_least']:g} to "
        f"{figures()['led']['volts_most']:g} V are allowed. The coil peaks at {row_peak(board, white):.1f} A."
    )


def usb_c(board: Board) -> Iterator[str]:
    """Describe what feeding the board from USB-C takes and leaves, and what speaks against it."""
    fed = with_usb_c(board)
    supply, last = fed.section("supply"), worst(fed)
    reed, rows = (input_amperes(fed, last, rows=each) for each in (False, True))
    lost = 1000 * rows * sum(input_ohms(fed, last).values())
    charged = "C3 and the regulators' input capacitors, about 200 uF by their names"
    yield (
        "12 V is no fixed voltage of USB Power Delivery any more, 15 V is one of every supply over 27 W. **The "
        "barrel jack at "
        "12 V stays the way that this board is made for**; a supply of 45 W and a trigger cable for "
        f"{supply['volts']:g} V that "
        "ends in a plug of 5.5 x 2.1 mm, plus inside, fit the same jack without a change: nothing needs 5 A or a "
        "marked cable."
    )
    yield ""
    yield (
        f"Worst case ({last.volts:.2f} V at the supply's socket, {1000 * supply['cable_ohms']:.0f} milliohm of cable, "
        f"{last.celsius:g} C, old contacts): {rows:.2f} A for ten row boards, {reed:.2f} A for the reed build, of "
        f"{supply['milliamperes'] / 1000:g} A ({100 * SOURCE_LOAD:.0f} % may be asked for) and of "
        f"{FUSE_LOAD * supply['fuse_amperes']:.2f} A that the fuse bears for ever; {lost:.0f} mV are lost before "
        "the bus and "
        f"{bus_least(fed, last):.2f} V reach the last row. The regulators' own figures are in the table above; "
        "they waste about "
        "as much as at 12 V. The [simulation](simulations.md) of the plug has its inrush."
    )
    yield ""
    yield (
        f"What speaks against it: a USB-C supply expects 100 uF behind its plug at most, and here are {charged}. "
        "Put the USB-C "
        "end in first and the round plug last; a supply that takes the spark for a short tries again after a "
        "second, and one "
        "that never starts cannot be used. A supply without 15 V leaves 5 or 9 V: the fuse stays whole and the "
        "lights stay dark "
        "or weak; measure 14.2 to 15.8 V at J1. A short is switched off by the supply before the fuse melts. "
        "Computed, not tried."
    )


def bring_up_rows(board: Board) -> Iterator[str]:
    """Write the lines of the table that a maker of row boards measures against."""
    kinds = [tuple(channels) for channels in figures()["led"]["channels"].values()]
    regulator, volts = board.section("row_regulator"), board.raw["supply"]["volts"]
    share, dark = firmware("effects").GAMMA[TEST_BRIGHTNESS] / 255, 4 * model()["dark"] / 10
    for rows in (1, 2, 5, 10):
        each = [40 * sum(kind) * share + dark for kind in kinds]
        cells = [f"{rows * row_volts(board)[1] * one / volts / regulator['efficiency']:.0f}" for one in each]
        yield f"| {rows} | {' | '.join(cells)} | {row_least(board, each[1], usual(board)):.2f} |"


def bring_up(board: Board) -> Iterator[str]:
    """Write the lines of the table that a maker measures against."""
    kinds = [tuple(channels) for channels in figures()["led"]["channels"].values()]
    for rows in (1, 2, 5, 10):
        milliamperes = [test_white(rows, kind, wifi=False) for kind in kinds]
        cells = " | ".join(f"{each:.0f}" for each in milliamperes)
        volts = drop(
            board,
            board.raw["wire"]["bus_awg"],
            tuple(board.raw["wire"]["injection_rows"]),
            round(milliamperes[1]),
            usual(board),
        )
        yield f"| {rows} | {cells} | {volts.least:.2f} |"
