"""Draws numbers: small pictures as SVG text that a page takes in whole.

Colours are of Okabe and Ito's palette, and scales run from light to dark: people with any colour vision read them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .confidence_intervals import Rate, Spread
from .export import need

BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
INK: Final = "#24292f"
FAINT: Final = "#d0d7de"
WIDTH: Final = 4.4
"""Inches: read at its own size on a phone, and enlarged beside another on a desk."""

ROW: Final = 0.32
"""Inches for each line of a chart."""

SIDE: Final = 10


def available() -> None:
    """Raise MissingPart unless plots can be drawn."""
    need("matplotlib", "A report with plots")


def rates(found: Mapping[str, Rate], even: float | None, title: str) -> str:
    """Each rate as a dot with its interval; a dashed line where all would be if they were alike, if there is such."""
    figure, axes = _figure(0.75 + ROW * len(found))
    places = range(len(found))
    for place, each in zip(places, found.values(), strict=True):
        axes.plot([each.low, each.high], [place, place], color=BLUE, linewidth=2.5, solid_capstyle="round")
        axes.plot([each.rate], [place], "o", color=BLUE, markersize=6.5)
        axes.annotate(f"{each.rate:.0%}", (each.rate, place), xytext=(0, 6), textcoords="offset points", ha="center")
    if even is not None:
        axes.axvline(even, color=ORANGE, linestyle=(0, (4, 3)), linewidth=1.2)
    axes.set_yticks(list(places), list(found))
    axes.set_ylim(len(found) - 0.4, -0.75)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(need("matplotlib.ticker", "A plot").PercentFormatter(1.0))
    return _svg(figure, title)


def histogram(found: Spread, title: str, unit: str) -> str:
    """Draw how many games had so many; a dashed line at the median."""
    figure, axes = _figure(2.3)
    middles = [found.start + (index + 0.5) * found.step for index in range(len(found.bars))]
    axes.bar(middles, found.bars, width=found.step * 0.94, color=BLUE)
    axes.axvline(found.median, color=ORANGE, linestyle=(0, (4, 3)), linewidth=1.2)
    axes.set_xlabel(unit)
    axes.set_ylabel("games")
    axes.yaxis.get_major_locator().set_params(integer=True)
    if found.whole:
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlim(middles[0] - max(1, found.step), middles[-1] + max(1, found.step))
    return _svg(figure, title)


def bars(found: Mapping[str, float], title: str) -> str:
    """One bar an item, with its value."""
    figure, axes = _figure(0.6 + ROW * len(found))
    places = list(range(len(found)))
    axes.barh(places, list(found.values()), color=BLUE, height=0.62)
    for place, value in zip(places, found.values(), strict=True):
        axes.annotate(f"{value:.2f}", (value, place), xytext=(4, 0), textcoords="offset points", va="center")
    axes.set_yticks(places, list(found))
    axes.set_ylim(len(found) - 0.4, -0.6)
    axes.margins(x=0.18)
    axes.set_xlabel("a game")
    return _svg(figure, title)


def heat(marks: Sequence[float], title: str, unit: str, scale: str = "Blues") -> str:
    """The 10x10 board, darker where there was more; ``scale`` is a light-to-dark colour map of matplotlib."""
    figure, axes = _figure(WIDTH * 0.86, "compressed")  # its tiles are square, so the rest goes around them
    grid = [list(marks[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE)]
    most = max(marks, default=0) or 1
    shown = axes.imshow(grid, cmap=scale, vmin=0, vmax=most)
    for tile, value in enumerate(marks):
        dark = value > 0.55 * most
        words = (f"{value:.1f}" if value >= 1 else f"{value:.2f}".removeprefix("0")) if value >= 0.005 else ""
        axes.text(
            tile % SIDE, tile // SIDE, words, ha="center", va="center", fontsize=5.5, color="white" if dark else INK
        )
    axes.set_xticks(range(SIDE), [str(column) for column in range(SIDE)])
    axes.set_yticks(range(SIDE), [f"{row}0" if row else "00" for row in range(SIDE)])
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    bar = figure.colorbar(shown, ax=axes, fraction=0.045, pad=0.03)
    bar.set_label(unit)
    bar.outline.set_visible(False)
    return _svg(figure, title)


def _figure(height: float, layout: str = "constrained") -> tuple[Any, Any]:
    figure = need("matplotlib.figure", "A report with plots").Figure(figsize=(WIDTH, height), layout=layout)
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.06)
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(length=0, colors=INK, labelsize=9)
    axes.grid(axis="x", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def _svg(figure: Any, title: str) -> str:
    """The figure as one ``svg`` element whose ids are its own, the same on every run."""
    matplotlib = need("matplotlib", "A report with plots")
    style = {"svg.fonttype": "none", "svg.hashsalt": title, "font.size": 9, "text.color": INK, "axes.labelcolor": INK}
    text = io.StringIO()
    with matplotlib.rc_context(style):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = text.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)
    own = re.sub(r"\W+", "-", title.lower())
    drawn = re.sub(r'\bid="', f'id="{own}-', drawn)
    drawn = re.sub(r'(href="#|url\(#)', rf"\g<1>{own}-", drawn)
    drawn = re.sub(r' width="[\d.]+pt"| height="[\d.]+pt"', "", drawn, count=2)
    return drawn.replace("<svg", f'<svg role="img" aria-label="{title}"', 1).rstrip()
