"""Makes decks for ngspice from the netlists and board.toml, and judges what it solves.

Each simulation is a deck of its own, a list of `Result` and a limit for each. Parts are modelled from their data-sheet
figures (figures.toml); nothing is measured.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from ..netlists.netlist import Netlist
from ..netlists.values import number
from ..source import Board
from . import power
from .sensing import figures

DIODE = ".model D1N4148 D(Is=2.52n Rs=0.568 N=1.752 Cjo=4p M=0.4 tt=20n Bv=100 Ibv=100u)"
BODY = ".model BODY D(Is=1n Rs=0.02 N=1.2)"


@dataclass(frozen=True)
class Result:
    """One number that came out or was computed, what it must be, and whether it is."""

    what: str
    value: float
    unit: str
    low: float
    high: float

    @property
    def good(self) -> bool:
        """Within its limits."""
        return self.low <= self.value <= self.high


@dataclass(frozen=True)
class Simulation:
    """A deck for ngspice and how its answers are judged."""

    name: str
    title: str
    deck: str
    judge: Callable[[dict[str, float]], list[Result]]


class NoSimulator(RuntimeError):
    """ngspice is not installed or refused a deck."""


def run(simulation: Simulation) -> list[Result]:
    """Solve it. Raises NoSimulator."""
    program = shutil.which("ngspice")
    if program is None:
        raise NoSimulator("ngspice is not installed: scripts/apt ngspice")
    done = subprocess.run(
        [program, "-b", "/dev/stdin"], input=simulation.deck, capture_output=True, text=True, timeout=60, check=False
    )
    found = {
        match[1].lower(): float(match[2])
        for match in re.finditer(r"^(\w+)\s*=\s*([-+0-9.eE]+)", done.stdout, re.MULTILINE)
    }
    try:
        return simulation.judge(found)
    except KeyError as missing:
        raise NoSimulator(f"{simulation.name}: ngspice gave no {missing}: {done.stderr.strip()[-300:]}") from None


def _deck(title: str, *lines: str) -> str:
    return "\n".join((f"* {title}", *lines, ".end", ""))


def all_of(board: Board, netlists: dict[str, Netlist]) -> list[Simulation]:
    """List every simulation of the hardware as it stands."""
    return [
        ghosting(netlists["reed_board"], diodes=True),
        ghosting(netlists["reed_board"], diodes=False),
        echo(netlists["reed_board"], pulled=True),
        echo(netlists["reed_board"], pulled=False),
        led_bus(board),
        row_strip(board),
        level(netlists["controller_pico"]),
        level(netlists["reed_board"]),
        level(netlists["controller_pico"], shifted=False),
        reverse_polarity(board, netlists["controller_pico"]),
        plug_in(board, netlists["controller_pico"], netlists["row_board"]),
        plug_in(board, netlists["reed_board"]),
        plug_in(power.with_usb_c(board), netlists["controller_pico"], netlists["row_board"]),
        clock_line(board, netlists["controller_pico"], damped=True),
        clock_line(board, netlists["controller_pico"], damped=False),
    ]


WATCHED = (4, 7)
"""Row and column of the one empty tile while all others are occupied."""


def ghosting(netlist: Netlist, *, diodes: bool) -> Simulation:
    """99 tiles occupied, one empty: its row is driven low, its column must read high; an occupied one must read low.

    The matrix is the netlist's own, part by part; without diodes each is replaced by a wire.
    """
    data = figures()["chips"]
    row, column = WATCHED
    empty = 10 * row + column
    lines = [DIODE, "VDD vdd 0 3.3"]
    for at in range(10):
        pull = netlist.components[f"R{20 + at}"].value.replace("K", "k")
        lines += [f"RPU{at} vdd COLUMN{at} {data['pull_up_rp2040']}", f"RX{at} vdd COLUMN{at} {pull}"]
        # Rows that are not driven are inputs: 10 megohm of leakage each way.
        lines.append(f"RIN{at} ROW{at} 0 10meg")
    lines.append(f"RDRIVE ROW{row} 0 {data['drive_ohms_rp2040']}")
    for part in netlist.of_part("D1N4148"):
        if "Button" in part.fields:
            continue
        pins = netlist.pins_of(part.ref)
        lines.append(
            f"{part.ref} {pins['2']} {pins['1']} D1N4148" if diodes else f"RW{part.ref} {pins['2']} {pins['1']} 0.1"
        )
    for part in netlist.of_part("REED"):
        pins = netlist.pins_of(part.ref)
        ohms = "1e12" if part.fields["Tile"] == str(empty) else "0.15"
        lines.append(f"R{part.ref} {pins['1']} {pins['2']} {ohms}")
    lines += [".control", "op", f"let empty = v(COLUMN{column})", f"let occupied = v(COLUMN{(column + 1) % 10})"]
    lines += ["print empty", "print occupied", ".endc"]

    def judge(found: dict[str, float]) -> list[Result]:
        if not diodes:
            return [
                Result(
                    "empty tile's column without diodes, read as occupied",
                    found["empty"],
                    "V",
                    0,
                    data["input_low_rp2040"],
                )
            ]
        return [
            Result("empty tile's column among 99 occupied ones", found["empty"], "V", data["input_high_rp2040"], 3.3),
            Result("occupied tile's column, its row full", found["occupied"], "V", 0, data["input_low_rp2040"]),
        ]

    kind = "with" if diodes else "without"
    title = f"Reed matrix {kind} diodes: 99 tiles occupied, one empty"
    return Simulation(f"ghosting_{kind}_diodes", title, _deck(title, *lines), judge)


def echo(netlist: Netlist, *, pulled: bool) -> Simulation:
    """Row 0 is full, row 1 empty: column 0 must be high again when row 1 is read, 1 us after row 0 was let go.

    CircuitPython's KeyMatrix drives a row, reads its columns, drives it back and goes on to the next without waiting.
    """
    data = figures()["chips"]
    wire, drive, weak = data["column_picofarads"], data["drive_ohms_rp2040"], data["pull_up_weak_rp2040"]
    # Row 0 is low for 5 us, then driven high; row 1 goes low 0.7 us later and stays.
    lines = [DIODE, "VDD vdd 0 3.3", f"RR0 row0 drive0 {drive}", f"RR1 row1 drive1 {drive}"]
    lines += ["VL0 drive0 0 PWL(0 3.3 1u 3.3 1.02u 0 6u 0 6.02u 3.3)", "VL1 drive1 0 PWL(0 3.3 6.7u 3.3 6.72u 0)"]
    for column in range(10):
        own = netlist.components[f"R{20 + column}"].value.replace("K", "k") if pulled else "1e12"
        lines += [
            f"RPU{column} vdd c{column} {weak}",
            f"RX{column} vdd c{column} {own}",
            f"CW{column} c{column} 0 {wire}p",
        ]
        lines += [f"D{column} c{column} t{column} D1N4148", f"RS{column} t{column} row0 0.15"]
        # The nine other rows' diodes, their reeds open.
        lines += [
            f"DX{column} c{column} o{column} D1N4148 9",
            f"CO{column} o{column} 0 20p",
            f"RO{column} o{column} 0 1e12",
        ]
    lines += [
        ".control",
        "tran 2n 9u",
        "meas tran read FIND v(c0) AT=7.02u",
        "meas tran low FIND v(c9) AT=5.9u",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        if not pulled:
            what = "the same without R20, read as occupied or by chance (why it is there)"
            return [Result(what, found["read"], "V", 0, data["input_high_rp2040"])]
        return [
            Result(
                "column 0 when the empty row after a full one is read",
                found["read"],
                "V",
                data["input_high_rp2040"],
                3.3,
            ),
            Result("column of a full row while it is read", found["low"], "V", 0, data["input_low_rp2040"]),
        ]

    kind = "with" if pulled else "without"
    title = f"Reed matrix, echo into the next row, {kind} pull-ups"
    return Simulation(f"echo_{kind}_pull_ups", title, _deck(title, *lines), judge)


def led_bus(board: Board) -> Simulation:
    """Simulate the 5 V bus at its limit in the worst case, each row's copper as ten pieces with an LED each."""
    wire, supply, copper = board.section("wire"), board.section("supply"), figures()["copper"]
    limit, corner = supply["limit"], power.worst(board)
    piece = board.raw["links"]["bus_pitch"] / 1000 * power.gauge(wire["bus_awg"])[0] * corner.copper
    piece += corner.contact / 2
    lines = [f"VS s 0 {corner.five}"]
    for row in wire["injection_rows"]:
        ohms = power.feed_ohms(board, row, corner) / 2
        lines += [f"RIN{row} s p{row} {ohms:.6f}", f"RGIN{row} 0 g{row} {ohms:.6f}"]
    for row in range(9):
        lines += [f"RP{row} p{row} p{row + 1} {piece:.6f}", f"RG{row} g{row} g{row + 1} {piece:.6f}"]
    along = copper["ohm_square"] * corner.copper * board.pitch / 3.0
    back = copper["ohm_square"] * corner.copper * board.pitch / 20.0
    watch = []
    for row in range(10):
        before = (f"p{row}", f"g{row}")
        for place in range(10):
            here = (f"p{row}_{place}", f"g{row}_{place}")
            lines += [
                f"RT{row}_{place} {before[0]} {here[0]} {along:.6f}",
                f"RB{row}_{place} {before[1]} {here[1]} {back:.6f}",
            ]
            lines.append(f"I{row}_{place} {here[0]} {here[1]} {limit / 100 / 1000:.6f}")
            before = here
        watch.append(f"let end{row} = v({before[0]}) - v({before[1]})")
    least = "end0"
    for row in range(1, 10):
        least = f"min({least}, end{row})"
    shown = [f"print end{row}" for row in range(10)]
    lines += [".control", "op", *watch, *shown, ".endc"]

    def judge(found: dict[str, float]) -> list[Result]:
        worst = min(found[f"end{row}"] for row in range(10))
        own = power.drop(board, wire["bus_awg"], tuple(wire["injection_rows"]), limit).least
        return [
            Result(f"volts at the worst LED, {limit} mA", worst, "V", figures()["led"]["volts_least"], 5.0),
            Result("difference from the formula of the power budget", abs(worst - own), "V", 0, 0.03),
        ]

    title = f"5 V bus of the reed build, {wire['bus_awg']} AWG, joined at rows {wire['injection_rows']}, {limit} mA"
    return Simulation("led_bus", title, _deck(title, *lines), judge)


def row_strip(board: Board) -> Simulation:
    """Simulate a row board all white in the worst case: its copper in pieces of a tile, with four LEDs each."""
    regulator, corner = board.section("row_regulator"), power.worst(board)
    white = power.row_white(tuple(list(figures()["led"]["channels"].values())[1]))
    sheet = figures()["copper"]["ohm_square"] * corner.copper * board.pitch
    lines = [f"VS p1 0 {power.row_volts(board)[0]:.4f}"]
    for place in range(1, 9):
        # From the middle of a tile to the next; the first piece begins at the regulator.
        share = 2.5 - regulator["fed_at"] if place == 1 else 1.0
        lines.append(f"RP{place} p{place} p{place + 1} {share * sheet / regulator['strips'] / 2:.6f}")
        lines.append(
            f"RG{place} {'0' if place == 1 else f'g{place}'} g{place + 1} {share * sheet / regulator['ground']:.6f}"
        )
        lines.append(f"I{place} p{place + 1} g{place + 1} {white / 10 / 1000:.6f}")
    lines += [".control", "op", "let end = v(p9) - v(g9)", "print end", ".endc"]

    def judge(found: dict[str, float]) -> list[Result]:
        least, led = power.row_least(board, white, corner), figures()["led"]
        return [
            Result(f"volts at the last LED, {white:.0f} mA", found["end"], "V", led["volts_least"], led["volts_most"]),
            Result("difference from the formula of the power budget", abs(found["end"] - least), "V", 0, 0.01),
        ]

    title = "A row board all white, 5 V along its copper"
    return Simulation("row_strip", title, _deck(title, *lines), judge)


DATA_WIRE = {"controller_pico": 0.6, "controller_esp32_s3": 0.6, "reed_board": 0.9}
"""Metres from the level shifter to the first LED."""


def level(netlist: Netlist, *, shifted: bool = True) -> Simulation:
    """Simulate a data bit of 0.4 us at the first LED: its level while it lasts, and its width after resistor and cable.

    Resistor and supply of the level shifter are the netlist's own; without it the controller's pin drives the line.
    """
    chips, led = figures()["chips"], figures()["led"]
    shifter = next(netlist.of_part("AHCT125")).ref
    rail = {"+5V": 5.0, "+3V3": 3.3}.get(netlist.net_of(shifter, "14") or "", 0.0)
    ohms = chips["drive_ohms_ahct125"] if shifted else chips["drive_ohms_rp2040"]
    # 4.4 V at a supply of 4.5 V: 0.1 V under the rail.
    high = max(0.0, rail - (4.5 - chips["output_high_ahct125"])) if shifted else 3.3
    series = _data_resistor(netlist, netlist.net_of(shifter, "3"))
    threshold = led["input_high"] * 5.0
    length = DATA_WIRE[netlist.name]
    lines = [
        f"VD d 0 PULSE(0 {high:g} 100n 4n 4n 400n 1250n)",
        f"RO d y {ohms}",
        f"RD y c {series:g}",
        # The wire, and the LED's own input with its pad and its track.
        f"T1 c 0 led 0 Z0=100 TD={5 * length:g}n",
        f"CI led 0 {led['input_picofarads']}p",
        "CW led 0 18p",
        ".control",
        "tran 1n 1.3u",
        "meas tran top AVG v(led) from=350n to=480n",
        "meas tran least MIN v(led) from=250n to=480n",
        "meas tran rest MAX v(led) from=900n to=1.2u",
        f"meas tran width TRIG v(led) VAL={threshold if shifted else 2.5} RISE=1 TARG v(led) VAL={0.3 * 5.0} FALL=1",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        # What never crosses its threshold has no width.
        width = found.get("width", float("nan")) * 1e9
        if not shifted:
            what = "level of 3.3 V data over the threshold of a 5 V LED (missing)"
            return [Result(what, found["top"] - threshold, "V", -1, -0.01)]
        return [
            Result("least level of shifted data over the LED's threshold", found["least"] - threshold, "V", 0.5, 1.6),
            Result("what is left of it between two bits", found["rest"], "V", -0.5, 0.3 * 5.0),
            Result("width of a zero bit at the LED (250 to 550 ns)", width, "ns", 250, 550),
        ]

    how = f"through the 74AHCT125 and {length:g} m of wire" if shifted else "straight from 3.3 V"
    title = f"Data into the first LED of {netlist.name}, {how}"
    return Simulation(f"level_{netlist.name}{'' if shifted else '_direct'}", title, _deck(title, *lines), judge)


def _data_resistor(netlist: Netlist, net: str | None) -> float:
    """Ohm of the resistor on the level shifter's output; a break where there is none."""
    found = [netlist.components[ref] for ref, _ in netlist.on(net) if netlist.components[ref].part == "R"]
    return number(found[0].value) if len(found) == 1 else 1e12


def transistor(threshold: float) -> str:
    """Fit a SPICE model of a Si4435DDY, its gate opening at ``threshold`` V, to the two resistances its sheet promises.

    35 milliohm at 4.5 V and 24 at 10 V of gate leave one channel factor and one series resistance for each threshold.
    """
    sheet = figures()["transistor"]
    (near, most), (far, least) = sheet["on"]
    factor = (1 / (near - threshold) - 1 / (far - threshold)) / (most - least)
    rest = most - 1 / (factor * (near - threshold))
    return f"PMOS(Level=1 Vto={-threshold:g} Kp={factor:.4g} Rs={rest / 2:.4g} Rd={rest / 2:.4g} Cgso=1n Cgdo=0.5n)"


def reverse_polarity(board: Board, netlist: Netlist) -> Simulation:
    """Simulate the supply the wrong way round: what reaches the regulator and flows; then the right way at full load.

    Two transistors at the ends of the sheet's threshold stand for all; their pins are where the netlist has them.
    """
    supply = board.raw["supply"]
    volts, limit = supply["volts"] * (1 - supply["tolerance"]), power.input_amperes(board, power.worst(board))
    by = netlist.pins_of("Q1")
    gate = number(netlist.components["R1"].value) if "R1" in netlist.components else 1e12
    lines = [BODY]
    names = {"FUSED": "d", "+12V": "s", "GND": "0", "Q1_GATE": "g"}
    for at, threshold in enumerate(figures()["transistor"]["threshold"]):
        drain, source, control = (f"{names.get(by.get(pin, ''), 'x')}{at}" for pin in ("5", "1", "4"))
        lines += [
            f".model Q{at} {transistor(threshold)}",
            f"VIN{at} in{at} 0 PWL(0 -{volts:g} 5m -{volts:g} 6m {volts:g} 20m {volts:g})",
            f"RF{at} in{at} d{at} 0.03",
            f"M{at} {drain} {control} {source} {source} Q{at}",
            f"DB{at} {drain} {source} BODY",
            f"RG{at} g{at} 0 {gate:g}",
            f"C{at} s{at} 0 100u IC=0",
            f"RDARK{at} s{at} 0 200",
            # Light comes on once the voltage stands.
            f"IL{at} s{at} 0 PWL(0 0 14m 0 15m {limit:g} 20m {limit:g})",
        ]
    lines += [".control", "tran 10u 20m uic"]
    for at in range(2):
        lines += [
            f"meas tran wrong{at} MIN v(s{at}) from=1m to=4.9m",
            f"meas tran over{at} MAX v(s{at}) from=1m to=4.9m",
            f"meas tran flows{at} MIN i(VIN{at}) from=1m to=4.9m",
            f"meas tran back{at} MAX i(VIN{at}) from=1m to=4.9m",
            f"meas tran before{at} FIND v(d{at}) AT=19m",
            f"meas tran behind{at} FIND v(s{at}) AT=19m",
        ]
    lines.append(".endc")

    def judge(found: dict[str, float]) -> list[Result]:
        rows = []
        for at, threshold in enumerate(figures()["transistor"]["threshold"]):
            who = f"threshold {threshold:g} V"
            wrong = max((found[f"wrong{at}"], found[f"over{at}"]), key=abs)
            lost = 1000 * (found[f"before{at}"] - found[f"behind{at}"])
            flows = 1000 * max(abs(found[f"flows{at}"]), abs(found[f"back{at}"]))
            rows += [
                Result(f"behind Q1 with the supply the wrong way round, {who}", wrong, "V", -0.3, 0.05),
                Result(f"current then, {who}", flows, "mA", 0, 5),
                Result(f"lost in Q1 at {limit:.2f} A, {who}", lost, "mV", 0, 1000 * limit * 0.035),
            ]
        return rows

    title = f"Supply of {volts:g} V the wrong way round, then right"
    return Simulation("reverse_polarity", title, _deck(title, *lines), judge)


PLUG_HENRY = 1.2e-6
"""Inductance of the supply's cable, there and back: about 1 uH a metre."""


def plug_in(board: Board, netlist: Netlist, row: Netlist | None = None) -> Simulation:
    """Simulate plugging in a running supply: the spark's current, and how far cable and capacitors ring over 12 V.

    The regulators start softly by themselves; their own ceramic capacitors and C3 are what is charged at once. Those of
    ten ``row`` boards hang on their feed.
    """
    supply = board.raw["supply"]
    volts = supply["volts"] * (1 + supply["tolerance"])
    bulk = sum(number(part.value) for part in netlist.of_part("C_12V"))
    each = sum(number(part.value) for part in row.of_part("C10U")) if row else 0.0
    bus, wires = board.section("row_bus"), power.usual(board)
    length = bus["feed_length"] / 1000 + 4.5 * board.raw["links"]["bus_pitch"] / 1000  # to the middle row
    ohms, melting = power.series_ohms_in(board, power.usual(board)), figures()["copper"]["fuse_melts"]
    lines = [
        f".model Q {transistor(figures()['transistor']['threshold'][0])}",
        BODY,
        f"VIN a 0 {volts:g}",
        "SW a b c 0 SWITCH",
        ".model SWITCH SW(Vt=0.5 Vh=0.1 Ron=5m Roff=10meg)",
        "VC c 0 PWL(0 0 10u 0 10.1u 1 5m 1)",
        f"L1 b d {PLUG_HENRY:g}",
        f"R1 d e {ohms:.4g}",
        "VX e f 0",
        "M1 f g s s Q",
        "DB f s BODY",
        "RG g 0 10k",
        f"C3 s t {max(bulk, 1e-12):g} IC=0",
        f"RC3 t 0 {figures()['capacitor']['bulk_ohms']:g}",
        f"CM s u {figures()['capacitor']['module_farads']:g} IC=0",
        "RCM u 0 5m",
        f"L2 s v {max(1e-6 * length, 1e-9):g}",
        f"RB v w {2 * length * power.gauge(bus['awg'])[0] + 4 * wires.contact:.4g}",
        f"CB w 0 {max(10 * each, 1e-12):g} IC=0",
        "RL s 0 500",
        ".control",
        "tran 0.05u 1m uic",
        "meas tran peak MAX i(VX)",
        "meas tran most MAX v(s)",
        "meas tran rows MAX v(w)",
        "let gate = v(s) - v(g)",
        "meas tran gatemost MAX gate",
        "let heat = i(VX) * i(VX)",
        "meas tran melts INTEG heat",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        return [
            Result("current while the plug goes in", found["peak"], "A", 0, 60),
            Result("what of it heats the fuse, of what melts it", 100 * found["melts"] / melting, "%", 0, 20),
            Result("most volts at C3 and the module", found["most"], "V", volts - 0.5, 25),
            *(
                [Result("most volts at a row's regulator (28 allowed)", found["rows"], "V", volts - 0.5, 25)]
                if row
                else []
            ),
            Result("most volts between gate and source of Q1 (20 allowed)", found["gatemost"], "V", 10, 18),
        ]

    title = f"Plug of {volts:g} V goes in, {'ten row boards behind it' if row else 'reed build'}"
    name = f"plug_in_{'rows' if row else 'reed'}{'_usb_c' if 'cable_ohms' in supply else ''}"
    return Simulation(name, title, _deck(title, *lines), judge)


def clock_line(board: Board, netlist: Netlist, *, damped: bool) -> Simulation:
    """CLK over ten flat cables with two 74HC165 and 45 cm of track each: levels and ringing at the "
    "nearest and last chip."""
    ohms = netlist.components["R6"].value.rstrip("R") if damped else "0.1"
    lines = ["VC c 0 PULSE(0 3.3 50n 3n 3n 500n 2u)", "RO c a 30", f"R6 a n0 {ohms}"]
    delay = 5 * board.raw["links"]["ribbon"] / 1000  # ns, at two thirds of the speed of light
    for row in range(10):
        lines.append(f"T{row} n{row} 0 n{row + 1} 0 Z0=100 TD={delay:g}n")
        # Track of 440 mm at 0.8 pF/cm over ground, and two inputs of 3.5 pF, halfway behind 20 ohm of its own.
        lines += [f"RT{row} n{row + 1} m{row} 1", f"CT{row} m{row} 0 {35 + 7}p"]
    lines += [
        ".control",
        "tran 0.1n 1u",
        "meas tran over MAX v(m0) from=50n to=550n",
        "meas tran under MIN v(m9) from=553n to=1u",
        "meas tran late TRIG v(c) VAL=1.65 RISE=1 TARG v(m9) VAL=2.36 RISE=1",
        "meas tran top FIND v(m9) AT=540n",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        if not damped:
            return [
                Result(
                    "undershoot of CLK at the last row without R6 (what R6 removes)", found["under"], "V", -2.0, -0.1
                )
            ]
        return [
            Result("undershoot of CLK at the last row", found["under"], "V", -0.3, 0.3),
            Result("level of CLK at the last row", found["top"], "V", 2.36, 3.4),
            Result("delay of CLK to the last row (a bit takes about 500 ns)", found["late"] * 1e9, "ns", 0, 300),
        ]

    title = f"CLK along ten row boards, {'with' if damped else 'without'} R6"
    return Simulation(f"clock_{'damped' if damped else 'bare'}", title, _deck(title, *lines), judge)


def page(simulations: list[Simulation], results: dict[str, list[Result]]) -> str:
    """Write what came out as a table for makers."""
    out = ["# What the circuit simulator says", ""]
    out += [
        "Decks beside this page, solved by ngspice; parts modelled from the data-sheet figures in figures.toml.",
        "",
    ]
    out += ["| circuit | what | is | must be | |", "|---|---|---|---|---|"]
    for simulation in simulations:
        for result in results[simulation.name]:
            # Rounding noise of a simulator is nobody's figure.
            value = 0.0 if abs(result.value) < 1e-3 * (result.high - result.low) else result.value
            out.append(
                f"| {simulation.title} | {result.what} | {value:.3g} {result.unit} | "
                f"{result.low:g} to {result.high:g} {result.unit} | {'good' if result.good else '**bad**'} |"
            )
    return "\n".join(out) + "\n"
