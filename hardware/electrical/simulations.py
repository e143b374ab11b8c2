"""Circuits that ngspice solves, made from the netlists and board.toml, and what must come out. Knows no drawing.

Each simulation is a deck of its own, a list of `Result` and a limit for each. Parts are modelled from their data-sheet
figures (figures.toml); nothing is measured.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from . import power
from .netlist import Netlist
from .sensing import figures
from .source import Board

DIODE = ".model D1N4148 D(Is=2.52n Rs=0.568 N=1.752 Cjo=4p M=0.4 tt=20n Bv=100 Ibv=100u)"
SCHOTTKY = ".model SCHOTTKY D(Is=10u Rs=0.03 N=1.05 Cjo=200p Bv=40)"
TVS = ".model TVS D(Is=1n Rs=0.02 N=1.1 Bv=6.4 Ibv=10m)"
PMOS = ".model PMOS4435 PMOS(Level=1 Vto=-1.8 Kp=14 Rs=4m Rd=14m Cgso=1n Cgdo=0.5n)"
BODY = ".model BODY D(Is=1n Rs=0.02 N=1.2)"


@dataclass(frozen=True)
class Result:
    """One number that came out, what it must be, and whether it is."""

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
    """Every simulation of the hardware as it stands."""
    return [
        ghosting(netlists["reed_board"], diodes=True),
        ghosting(netlists["reed_board"], diodes=False),
        echo(netlists["reed_board"], pulled=True),
        echo(netlists["reed_board"], pulled=False),
        led_bus(board),
        level(shifted=True),
        level(shifted=False),
        reverse_polarity(board),
        soft_start(netlists["controller_pico"], soft=True),
        soft_start(netlists["controller_pico"], soft=False),
        clock_line(netlists["controller_pico"], damped=True),
        clock_line(netlists["controller_pico"], damped=False),
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
    """The 5 V bus at the limiter's setting, each row board's copper as ten pieces with an LED each."""
    wire, supply, copper = board.section("wire"), board.section("supply"), figures()["copper"]
    limit = supply["limit"]
    piece = board.raw["links"]["bus_pitch"] / 1000 * power.gauge(wire["bus_awg"])[0] + copper["contact_ohms"] / 2
    lines = [f"VS s 0 {supply['volts']}", f"RSERIES s feed {power.series_ohms(board):.6f}"]
    first = wire["injection_rows"][0]
    for row in wire["injection_rows"]:
        away = 2 * abs(row - first) * board.pitch / 1000 * power.gauge(wire["feed_awg"])[0]
        lines.append(f"RIN{row} feed p{row} {max(away, 1e-4):.6f}")
        lines.append(f"RGIN{row} 0 g{row} 1e-6")
    for row in range(9):
        lines += [f"RP{row} p{row} p{row + 1} {piece:.6f}", f"RG{row} g{row} g{row + 1} {piece:.6f}"]
    along = copper["ohm_square"] * board.pitch / 3.0
    back = copper["ohm_square"] * board.pitch / 20.0
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

    title = f"5 V bus, {wire['bus_awg']} AWG, joined at rows {wire['injection_rows']}, {limit} mA"
    return Simulation("led_bus", title, _deck(title, *lines), judge)


def level(*, shifted: bool) -> Simulation:
    """One data bit of 0.4 us at the first LED: level against its threshold, and its width after resistor and cable."""
    chips, led = figures()["chips"], figures()["led"]
    ohms = chips["drive_ohms_ahct125"] if shifted else chips["drive_ohms_rp2040"]
    high = chips["output_high_ahct125"] + 0.5 if shifted else 3.3
    threshold = led["input_high"] * 5.0
    lines = [
        f"VD d 0 PULSE(0 {high} 100n 4n 4n 400n 1250n)",
        f"RO d y {ohms}",
        "RD y c 330",
        # 30 cm of wire to the first LED, 60 pF a metre, and the LED's own input.
        "T1 c 0 led 0 Z0=100 TD=1.5n",
        f"CI led 0 {led['input_picofarads']}p",
        "CW led 0 18p",
        ".control",
        "tran 1n 1.3u",
        "meas tran top MAX v(led) from=100n to=600n",
        f"meas tran width TRIG v(led) VAL={threshold if shifted else 2.5} RISE=1 TARG v(led) VAL={0.3 * 5.0} FALL=1",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        if not shifted:
            return [
                Result(
                    "level of 3.3 V data over the threshold of a 5 V LED (missing)",
                    found["top"] - threshold,
                    "V",
                    -1,
                    -0.01,
                )
            ]
        return [
            Result("level of shifted data over the LED's threshold", found["top"] - threshold, "V", 0.5, 1.6),
            Result("width of a zero bit at the LED (250 to 550 ns)", found["width"] * 1e9, "ns", 250, 550),
        ]

    title = f"Data into the first LED {'through the 74AHCT125' if shifted else 'straight from 3.3 V'}"
    return Simulation(f"level_{'shifted' if shifted else 'direct'}", title, _deck(title, *lines), judge)


def reverse_polarity(board: Board) -> Simulation:
    """The supply the wrong way round: what reaches the LEDs, and what flows; then the right way."""
    lines = [
        PMOS,
        BODY,
        TVS,
        "VIN in 0 PWL(0 -5 5m -5 6m 5 20m 5)",
        "RF in d 0.03",
        "M1 d g s s PMOS4435",
        "DB d s BODY",
        "RG g 0 10k",
        "DT 0 s TVS",
        "C1 s 0 1000u IC=0",
        "RL s 0 50",
        ".control",
        "tran 10u 20m uic",
        "meas tran wrong MIN v(s) from=1m to=4.9m",
        "meas tran flows MIN i(VIN) from=1m to=4.9m",
        "meas tran back MAX i(VIN) from=1m to=4.9m",
        "meas tran right FIND v(s) AT=19m",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        return [
            Result("on the LEDs with the supply the wrong way round", found["wrong"], "V", -0.3, 0.01),
            Result("current then", 1000 * max(abs(found["flows"]), abs(found["back"])), "mA", 0, 5),
            Result("on the LEDs with the supply the right way", found["right"], "V", 4.9, 5.01),
        ]

    title = "Supply the wrong way round, then right"
    return Simulation("reverse_polarity", title, _deck(title, *lines), judge)


def soft_start(netlist: Netlist, *, soft: bool) -> Simulation:
    """USB alone with JP1 closed: 2000 uF and dark LEDs are charged through F2, Q2 and D2."""
    slow, hold = (netlist.components[ref].value if soft else "1p" for ref in ("C3", "C4"))
    off, on = (netlist.components[ref].value.replace("K", "k").replace("M", "meg") for ref in ("R2", "R3"))
    lines = [
        PMOS,
        SCHOTTKY,
        "VUSB bus 0 PWL(0 0 100u 5)",
        "VX bus busx 0",
        "RUSB busx vbus 0.15",
        "RF2 vbus src 0.4",
        "M2 drn gate src src PMOS4435",
        f"R2 gate src {off}",
        f"R3 gate 0 {on if soft else '1'}",
        f"C3 gate drn {slow} IC=0",
        f"C4 src gate {hold} IC=0",
        "D2 drn v5 SCHOTTKY",
        "CB v5 0 2000u IC=0",
        "RDARK v5 0 50",
        ".control",
        "tran 20u 600m uic",
        "meas tran peak MAX i(VX) from=0 to=600m",
        "meas tran least MIN v(vbus) from=1m to=600m",
        "meas tran final FIND v(v5) AT=599m",
        ".endc",
    ]

    def judge(found: dict[str, float]) -> list[Result]:
        if not soft:
            return [Result("inrush from USB without the soft start (why it is there)", found["peak"], "A", 2, 12)]
        return [
            Result("largest current from USB while it starts", 1000 * found["peak"], "mA", 0, 500),
            Result("least volts at USB while it starts", found["least"], "V", 4.75, 5.0),
            Result("volts on the LEDs from USB, dark", found["final"], "V", 4.4, 5.0),
        ]

    title = f"LEDs from USB alone, {'with' if soft else 'without'} the soft start"
    return Simulation(f"usb_{'soft' if soft else 'hard'}_start", title, _deck(title, *lines), judge)


def clock_line(netlist: Netlist, *, damped: bool) -> Simulation:
    """CLK over ten flat cables with two 74HC165 and 45 cm of track each: levels and ringing at the "
    "nearest and last chip."""
    ohms = netlist.components["R6"].value.rstrip("R") if damped else "0.1"
    lines = ["VC c 0 PULSE(0 3.3 50n 3n 3n 500n 2u)", "RO c a 30", f"R6 a n0 {ohms}"]
    for row in range(10):
        lines.append(f"T{row} n{row} 0 n{row + 1} 0 Z0=100 TD=0.4n")
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
    """What came out, as a table for makers."""
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
