"""Plots of the power and sensing budgets."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

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
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for injection, style in zip(power.INJECTIONS, ("-", "--", "-.", ":"), strict=True):
        for awg, colour in ((18, "#c62828"), (22, "#1565c0"), (24, "#6a1b9a")):
            drop = power.drop(board, awg, injection, limit)
            label = f"{awg} AWG, joined at {' and '.join(map(str, injection))}"
            axes.plot(range(10), drop.row_volts, style, color=colour, marker=".", label=label)
    axes.axhline(sensing.figures()["led"]["volts_least"], color="k", linewidth=1)
    axes.text(0, sensing.figures()["led"]["volts_least"] + 0.004, "least for a WS2812B")
    axes.set(xlabel="row", ylabel="volts at its tap", title=f"5 V bus at {limit} mA", xticks=range(10))
    axes.legend(fontsize=8, ncols=2)
    axes.grid(alpha=0.3)
    return figure


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
    """What the board draws at each setting of the limiter, by kind of LED."""
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    limits = list(range(300, 6001, 100))
    for at, name in enumerate(sensing.figures()["led"]["channels"]):
        axes.plot(limits, [list(power.loads(board, limit))[at].at_limit for limit in limits], label=name)
    axes.axhline(board.raw["supply"]["milliamperes"], color="k", linewidth=1)
    axes.text(320, board.raw["supply"]["milliamperes"] + 60, "supply and fuse")
    axes.axvline(board.raw["supply"]["limit"], color="grey", linestyle=":")
    axes.set(
        xlabel="SUPPLY_MA", ylabel="mA that really flow, worst colour", title="The limiter and the LEDs you bought"
    )
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)
    return figure
