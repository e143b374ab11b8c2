"""Checks a row's regulator against its data sheet: volts, ripple, saturation, capacitors under bias, losses, warmth.

Values are read from the row board's netlist by the nets they join, limits from figures.toml (``[buck]``, ``[coil]``,
``[ceramic]``). Volts, amperes, ohm, henry, farad and watt unless a name says otherwise.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..netlists.netlist import Netlist
from ..netlists.values import number
from ..source import BadSource, Board
from . import power
from .sensing import figures
from .simulations import Result


@dataclass(frozen=True)
class Parts:
    """Values round the regulator, as the netlist has them."""

    upper: float
    lower: float
    coil: float
    c_in: float
    c_out: float
    """Of the ceramic capacitors alone."""


PLACES = {
    "upper": ("R", r"\+5V", "FB"),
    "lower": ("R", "FB", "GND"),
    "coil": ("L10U", "SW", r"\+5V"),
    "c_in": ("C10U", r"\+12V", "GND"),
    "c_out": ("C22U", r"\+5V", "GND"),
}
"""Part and the two nets that it joins, for each field of Parts."""


def parts_of(netlist: Netlist) -> Parts:
    """Read the values round U3; parallel capacitors add up. Raises BadSource for a value that is missing."""
    found = {}
    for name, (key, one, other) in PLACES.items():
        total = 0.0
        for component in netlist.of_part(key):
            nets = list(netlist.pins_of(component.ref).values())
            if any(
                len(pair) == 2 and re.fullmatch(one, pair[0]) and re.fullmatch(other, pair[1]) for pair in _both(nets)
            ):
                total += number(component.value)
        if not total:
            raise BadSource(f"{netlist.name}: the regulator U3 lacks its {name} between {one} and {other}.")
        found[name] = total
    return Parts(**found)


def _both(nets: list[str]) -> tuple[list[str], list[str]]:
    return nets, nets[::-1]


def kept(curve: list[list[float]], volts: float) -> float:
    """Interpolate what share of its capacitance a ceramic capacitor keeps at a direct voltage."""
    for (low, high_share), (high, low_share) in itertools.pairwise(curve):
        if low <= volts <= high:
            return high_share + (low_share - high_share) * (volts - low) / (high - low)
    raise BadSource(f"figures.toml: ceramic curve ends before {volts:.1f} V; the capacitor is not rated for it.")


def verdicts(board: Board, netlist: Netlist) -> list[Result]:
    """Compute every figure of a row's regulator in its worst case: the most volts in, the hungriest LEDs, all white."""
    data = figures()
    chip, coil, ceramic, led = data["buck"], data["coil"], data["ceramic"], data["led"]
    parts, supply = parts_of(netlist), board.section("supply")
    most = supply["volts"] * (1 + supply["tolerance"])
    least = power.bus_least(board, power.worst(board))
    low, usual, high = power.divider_volts(board, parts.upper, parts.lower)
    amperes = max(power.row_white(tuple(channels)) for channels in led["channels"].values()) / 1000
    henry = parts.coil * (1 - coil["tolerance"])
    swing = power.ripple(most, usual, henry)
    duty = usual / most
    c_in = parts.c_in * (1 - ceramic["tolerance"]) * kept(ceramic["ten"], most)
    c_out = parts.c_out * (1 - ceramic["tolerance"]) * kept(ceramic["twenty_two"], high)
    lost = losses(board, most, usual, amperes, swing)
    believed = high * amperes * (1 / board.raw["row_regulator"]["efficiency"] - 1)
    kelvin = power.row_chip_kelvin(board, 1000 * amperes)
    return [
        Result("least volts in, at the last row", least, "V", usual / chip["duty_most"], chip["volts_in"][1]),
        Result("most volts in", most, "V", chip["volts_in"][0], chip["volts_in"][1]),
        Result("least volts out, by reference and divider", low, "V", led["volts_least"] + 0.2, led["volts_most"]),
        Result("most volts out", high, "V", led["volts_least"], led["volts_most"]),
        Result(
            "current of the divider", 1e6 * usual / (parts.upper + parts.lower), "uA", *chip["divider_microamperes"]
        ),
        Result("amperes, a row all white", amperes, "A", 0, chip["amperes"]),
        Result("ripple of the coil, of the regulator's amperes", 100 * swing / chip["amperes"], "%", 15, 50),
        Result("peak of the coil", amperes + swing / 2, "A", 0, coil["saturates"]),
        Result("peak of the coil, of the least current limit", 100 * (amperes + swing / 2) / chip["limit"], "%", 0, 90),
        Result(
            "time the upper switch is on", 1e9 * duty / coil["hertz"], "ns", chip["on_least_ns"], 1e9 / coil["hertz"]
        ),
        Result("input capacitance under its volts", 1e6 * c_in, "uF", chip["c_in_least"], 100),
        Result("ripple at the input", 1000 * amperes * duty * (1 - duty) / coil["hertz"] / c_in, "mV", 0, 500),
        Result("output capacitance under its volts", 1e6 * c_out, "uF", *chip["c_out"]),
        Result("ripple at the output", 1000 * swing / 8 / coil["hertz"] / c_out, "mV", 0, 30),
        Result("losses computed, of those that the budget believes", 100 * lost / believed, "%", 20, 100),
        Result("chip in the warmest box", supply["warmest"] + kelvin, "C", 0, power.CHIP_CELSIUS),
    ]


def losses(board: Board, volts_in: float, volts: float, amperes: float, swing: float) -> float:
    """Compute the watts lost in both switches, in switching and in the coil, everything hot."""
    data = figures()
    chip, duty = data["buck"], volts / volts_in
    squared = amperes**2 + swing**2 / 12
    upper, lower = (ohms * chip["hot"] for ohms in chip["switches"])
    conducted = squared * (upper * duty + lower * (1 - duty) + data["coil"]["ohms"] * chip["hot"])
    switched = volts_in * amperes * chip["edge_ns"] * 1e-9 * data["coil"]["hertz"]
    return float(conducted + switched + volts_in * chip["gate_amperes"])


def findings(board: Board, netlist: Netlist, way: str = "") -> Iterator[str]:
    """Name each figure of the regulator that is out of its limits; ``way`` says by which supply."""
    try:
        made = verdicts(board, netlist)
    except BadSource as error:
        yield f"{netlist.name}: {error}" if netlist.name not in str(error) else str(error)
        return
    for each in made:
        if not each.good:
            yield (
                f"{netlist.name}: regulator{way}: {each.what} {each.value:.3g} {each.unit}, not {each.low:.3g} to "
                f"{each.high:.3g}."
            )


def table(ways: dict[str, list[Result]]) -> Iterator[str]:
    """Write the figures side by side, one column for each way of supply."""
    first = next(iter(ways.values()))
    yield "| figure | " + " | ".join(ways) + " | limits |"
    yield "|---|" + "---|" * (len(ways) + 1)
    for at, each in enumerate(first):
        cells = " | ".join(f"{way[at].value:.3g}" for way in ways.values())
        yield f"| {each.what}, {each.unit} | {cells} | {each.low:.3g} to {each.high:.3g} |"


def ways(board: Board) -> dict[str, Board]:
    """Return the board by each way of supply that is offered."""
    return {"12 V": board, "USB-C, 15 V": power.with_usb_c(board)}
