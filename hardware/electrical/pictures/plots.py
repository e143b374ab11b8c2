"""Plots of the power and sensing budgets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D

from ..budgets import power, sensing
from ..source import Board

matplotlib.rcParams.update(
    {"svg.hashsalt": "immolation", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 10}
)


def draw_all(folder: Path, board: Board) -> None:
    """Write every plot into ``folder``."""
    for name, draw in (("voltage", voltage), ("field", field), ("current", current)):
        figure = draw(board)
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
        plt.close(figure)


def voltage(board: Board) -> plt.Figure:
    """Volts at each row's tap for gauges and injection points, at the limiter's setting."""
    limit = board.raw["supply"]["limit"]
    wire = board.raw["wire"]
    figure, axes = plt.subplots(figsize=(8, 5.2), layout="constrained")
    colours, styles = {18: "#c62828", 22: "#1565c0", 24: "#6a1b9a"}, ("-", "--", "-.", ":")
    for injection, style in zip(power.INJECTIONS, styles, strict=True):
        for awg, colour in colours.items():
            drop = power.drop(board, awg, injection, limit)
            ours = awg == wire["bus_awg"] and list(injection) == wire["injection_rows"]
            axes.plot(range(10), drop.row_volts, style, color=colour, marker=".", linewidth=3 if ours else 1.3)
    axes.axhline(sensing.figures()["led"]["volts_least"], color="k", linewidth=1)
    axes.set(xlabel="row", ylabel="volts at its tap", xticks=range(10))
    axes.set_title(f"Reed build: 5 V bus at {limit} mA, worst supply; thick: as it is built")
    told = [Line2D([], [], color=colour, label=f"{awg} AWG") for awg, colour in colours.items()]
    told += [Line2D([], [], color="k", linewidth=1, label="least for a WS2812B")]
    told += [
        Line2D([], [], color="grey", linestyle=style, label=f"fed at row{'s' * (len(rows) > 1)} {_and(rows)}")
        for rows, style in zip(power.INJECTIONS, styles, strict=True)
    ]
    figure.legend(handles=told, loc="outside lower center", fontsize=9, ncols=4)
    axes.grid(alpha=0.3)
    return figure


def _and(rows: Sequence[int]) -> str:
    """Write numbers as people say them.

    >>> _and((0, 4, 9))
    '0, 4 and 9'
    """
    *first, last = map(str, rows)
    return f"{', '.join(first)} and {last}" if first else last


def field(board: Board) -> plt.Figure:
    """Field of the recommended magnet over the distance from the tile's centre."""
    magnet, sensor = sensing.recommended()
    above, row = sensing.height_over(board, magnet), sensing.figures()["sensors"][sensor]
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    distances = [at / 2 for at in range(121)]
    axes.plot(distances, [abs(sensing.vertical(magnet, at, above)) for at in distances], color="#1565c0")
    for name, values, colour in (("operates", row["operate"], "#2e7d32"), ("releases", row["release"], "#ef6c00")):
        axes.axhspan(values[0], values[2], color=colour, alpha=0.2, label=f"{sensor} {name} between")
    axes.axvline(board.raw["tile"]["off_centre"], color="grey", linestyle=":")
    axes.text(board.raw["tile"]["off_centre"] + 0.4, 20, "miniature\noff centre")
    axes.axvline(board.pitch - board.raw["tile"]["off_centre"], color="grey", linestyle=":")
    axes.text(board.pitch - board.raw["tile"]["off_centre"] + 0.4, 20, "nearest\nneighbour")
    axes.set(
        xlabel="mm from the sensor to the magnet's axis",
        ylabel="mT, vertical part, without sign",
        yscale="log",
        ylim=(0.01, 50),
        title=f"{magnet.name}, {above:.1f} mm over the sensor",
    )
    axes.legend()
    axes.grid(alpha=0.3, which="both")
    return figure


def current(board: Board) -> plt.Figure:
    """Plot the 5 V current of each build over the limiter's setting, by kind of LED, beside what the build bears."""
    figure, pair = plt.subplots(1, 2, figsize=(9, 5), sharey=True, layout="constrained")
    limits = list(range(1000, 6001, 100))
    for axes, each, title, bears in (
        (pair[0], 1, "reed build, 100 LEDs", "the regulator bears"),
        (pair[1], 4, "row boards, 400 LEDs", "the fuse bears"),
    ):
        rows = [list(power.loads(board, limit, each)) for limit in limits]
        for at, name in enumerate(sensing.figures()["led"]["channels"]):
            axes.plot(limits, [row[at].at_limit for row in rows], label=name if each == 1 else None)
        axes.axhline(power.rated_milliamperes(board, each), color="k", linewidth=1)
        axes.text(1000, power.rated_milliamperes(board, each) + 80, bears)
        axes.axvline(board.raw["supply"]["limit"], color="grey", linestyle=":")
        axes.set(xlabel="SUPPLY_MA", title=title)
        axes.grid(alpha=0.3)
    pair[0].set_ylabel("mA at 5 V that really flow, worst colour")
    figure.suptitle("The limiter and the LEDs you bought; dotted: as delivered")
    figure.legend(loc="outside lower center", fontsize=9, ncols=3)
    return figure
