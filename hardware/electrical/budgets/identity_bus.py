"""Computes the I2C bus of the 3-axis sensors: rise times over tracks and cables as they are laid, sink current, supply.

A switch passes no more than about 2 V: above it the bus and a channel each rise by their own pull-up, so each must be
fast enough alone. Volts, ohm, nanoseconds, picofarad and milliampere unless a name says otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..fabrication import layout, layout_check
from ..netlists.netlist import Netlist
from ..netlists.rules import SENSORS_AT
from ..netlists.values import number
from ..source import Board
from .power import gauge
from .sensing import figures
from .simulations import Result

RISE = 0.8473
"""Time constants from 30 to 70 percent of the supply: ln(0.7 / 0.3)."""


def pull_up(netlist: Netlist, net: str) -> float:
    """The pull-ups of a net to +3V3 side by side; infinite where there is none."""
    each = [
        number(part.value) for part in netlist.of_part("R") if set(netlist.pins_of(part.ref).values()) == {net, "+3V3"}
    ]
    return 1 / sum(1 / ohms for ohms in each) if each else float("inf")


def track(laid: layout.LaidOut, net: str) -> float:
    """How many mm of track a net has on a board."""
    own = [piece for piece in laid.tracks if piece[6] == net]
    return sum(math.hypot(x2 - x1, y2 - y1) for x1, y1, x2, y2, *_ in own)


def bus_picofarads(board: Board, line: str, laid: dict[str, layout.LaidOut]) -> float:
    """What loads ``line`` (SDA or SCL) between the controller and the switches."""
    data = figures()["i2c"]
    tracks = track(laid["controller_pico"], line) + track(laid["identity_hub"], line)
    cable = board.raw["identity"]["bus_cable"] * data["cable_picofarads_mm"]
    return float(tracks * data["track_picofarads_mm"] + cable + data["controller"] + 5 * data["switch_bus"])


def channel_picofarads(
    board: Board, line: str, row: int, channel: int, laid: dict[str, layout.LaidOut], strip: Netlist
) -> float:
    """What loads a channel of a row: the hub's track, the flat cable, the strip's track, its sensors, the switch."""
    data = figures()["i2c"]
    tracks = track(laid["identity_hub"], f"ROW{row}_{line}{channel}") + track(
        laid["identity_strip"], f"{line}{channel}"
    )
    cable = board.raw["identity"]["ribbon"] * data["cable_picofarads_mm"]
    sensors = sum(strip.components[ref].part in SENSORS_AT.values() for ref, _ in strip.on(f"{line}{channel}"))
    return float(tracks * data["track_picofarads_mm"] + cable + sensors * data["sensor"] + data["switch_channel"])


def results(board: Board, netlists: dict[str, Netlist]) -> list[Result]:
    """Every figure of the bus in its worst case, with its limits."""
    data, identity = figures()["i2c"], board.raw["identity"]
    hub, strip, controller = (netlists[name] for name in ("identity_hub", "identity_strip", "controller_pico"))
    names = ("controller_pico", "identity_hub", "identity_strip")
    laid = {name: layout.load(layout_check.board_file(name)) for name in names}
    found = []
    slowest, heaviest = 0.0, 0.0
    for line in ("SDA", "SCL"):
        ohms = 1 / (1 / pull_up(hub, line) + 1 / pull_up(controller, line))
        picofarads = bus_picofarads(board, line, laid)
        rise = RISE * ohms * picofarads * 1e-3
        found.append(
            Result(f"{line} to the switches: {picofarads:.0f} pF on {ohms:.0f} ohm rise in", rise, "ns", 20, 300)
        )
        for row in board.rows:
            for channel in range(4):
                own = pull_up(strip, f"{line}{channel}")
                load = channel_picofarads(board, line, row, channel, laid, strip)
                slowest, heaviest = max(slowest, RISE * own * load * 1e-3), max(heaviest, load)
        both = 1 / (1 / ohms + 1 / min(pull_up(strip, f"{line}{channel}") for channel in range(4)))
        sink = 1000 * (data["volts_most"] - data["low_volts"]) / (both * 0.99)
        found.append(Result(f"{line} low with a channel on: what its driver sinks", sink, "mA", 0, data["sink"]))
    found.append(
        Result(
            f"slowest of eighty lines behind a switch, the heaviest of {heaviest:.0f} pF, rises in",
            slowest,
            "ns",
            20,
            300,
        )
    )
    sensors = 10 * sum(1 for _ in strip.of_part(*SENSORS_AT.values()))
    pull = found[1].value  # on average one of two lines is low
    amperes = (sensors - 1) * data["standby"] + data["active"] + pull + 5 * data["switch"]
    found.append(Result("from the controller's 3.3 V while one sensor measures", amperes, "mA", 0, data["supply"]))
    metres = identity["bus_cable"] / 1000
    ohms = 2 * metres * gauge(28)[0] + 4 * data["contact_ohms"]
    found.append(Result("lost in the cable from the controller", ohms * amperes, "mV", 0, 50))
    farads = sum(number(part.value) for part in hub.of_part("C100N", "C10U"))
    farads += 10 * sum(number(part.value) for part in strip.of_part("C100N", "C10U"))
    found.append(Result("charged when the controller starts", 1e6 * farads, "uF", 0, data["charged"]))
    return found


def findings(board: Board, netlists: dict[str, Netlist]) -> Iterator[str]:
    """Name each figure of the bus that is out of its limits."""
    for each in results(board, netlists):
        if not each.good:
            yield f"3-axis sensors: {each.what} {each.value:.3g} {each.unit}, not {each.low:g} to {each.high:g}."


def page(board: Board, netlists: dict[str, Netlist]) -> str:
    """Write the figures for people."""
    out = [
        "# The bus of the 3-axis sensors",
        "",
        "I2C at 400 kHz from the controller's J4 through the hub's five switches to forty channels. Computed with the "
        "tracks as they are laid, the cables of [board.toml](../board.toml) and the figures of "
        "[figures.toml](../figures.toml); nothing was measured.",
        "",
        "| what | is | must be |",
        "|---|---|---|",
    ]
    out += [
        f"| {each.what} | {each.value:.3g} {each.unit} | {each.low:g} to {each.high:g} {each.unit} |"
        for each in results(board, netlists)
    ]
    return "\n".join(out) + "\n"
