"""Draws the checklist of the manual as one A4 page in PDF. Needs matplotlib: .venv-hardware has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle

from ..enclosure import bought
from .page import hours
from .steps import Sources, Step, figures

LIMITS = (
    ("row board, +12V +5V +3V3 to GND", "over 1 kilohm"),
    ("row board, +5V", "{row_low:.2f} to {row_high:.2f} V"),
    ("controller, +12V", "{volts_low:.1f} to {volts_high:.1f} V"),
    ("controller, +5V", "4.8 to 5.2 V"),
    ("+5V, USB alone", "under 0.5 V"),
    ("fuse", "{fuse:g} A slow"),
    ("flat cables", "9 x {ribbon:g}, 1 x {ribbon_first:g} mm"),
)
"""Measurements taken while building, each with its limits."""

SCREWS = (("M3x8", 8, False), ("M3x10", 10, False), ("M3x12", 12, False), ("M3x12-csk", 12, True), ("M3x16", 16, False))
"""Screws of the box: key in the bill, length in mm, countersunk."""


def _short(what: str) -> str:
    """Name a screw as it lies in its cup.

    >>> _short("screw M3 x 12, countersunk"), _short("screw M3 x 12, cylinder head")
    ('M3 x 12 csk', 'M3 x 12')
    """
    name, _, head = what.removeprefix("screw ").partition(", ")
    return f"{name} csk" if head == "countersunk" else name


def draw(path: Path, steps: list[Step], chapters: dict[str, str], sources: Sources) -> None:
    """Draw one A4 page: a box to tick for each step, screws in true size, limits."""
    figure = Figure(figsize=(210 / 25.4, 297 / 25.4))
    FigureCanvasPdf(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 210)
    axes.set_ylim(297, 0)
    axes.axis("off")

    def say(words: str, x: float, y: float, size: float = 9, **more: Any) -> None:
        axes.text(x, y, words, fontsize=size, family="DejaVu Sans", va="baseline", **more)

    say("Immolation: checklist", 12, 14, 17, weight="bold")
    say("Print at 100 %: the bar is 50 mm long.", 198, 11, 8, ha="right")
    axes.plot([148, 198], [14, 14], color="black", lw=2)
    line = 4.9 * min(1.0, 38 / (len(steps) + len(chapters)))  # so that a longer manual stays on its page
    y = 21.5
    for key, title in chapters.items():
        say(title, 12, y, 10, weight="bold", color="#b5361b")
        y += line + 0.3
        for step in (step for step in steps if step.chapter == key):
            axes.add_patch(Rectangle((12, y - 3.4), 3.6, 3.6, fill=False, lw=0.9))
            say(f"{step.number}  {step.title}", 18, y, 8.5, color="#777777" if step.optional else "black")
            kinds = ", ".join(f"{item.count} {_short(item.what)}" for item in step.screws)
            say(kinds, 106, y, 7.5, color="#333333")
            say(hours(step.minutes), 198, y, 8, ha="right")
            y += line
        y += 1.4
    say("grey: only if you need it", 12, y + 0.5, 7, color="#777777")
    y += 5
    say("Screws in true size", 12, y, 10, weight="bold", color="#b5361b")
    counted = {row.key: row for row in bought.screws(sources.box)}
    x = 14.0
    for key, length, sunk in SCREWS:
        top = y + 9
        axes.add_patch(Rectangle((x + (0 if sunk else 3), top), length, 3, fc="#cfd8dc", ec="black", lw=0.8))
        if sunk:
            axes.add_patch(
                Polygon([(x, top - 1.5), (x, top + 4.5), (x + 1.5, top + 3), (x + 1.5, top)], fc="#90a4ae", ec="black")
            )
        else:
            axes.add_patch(Rectangle((x, top - 1.25), 3, 5.5, fc="#90a4ae", ec="black", lw=0.8))
        say(f"{counted[key].pieces} x", x, top - 4, 9, weight="bold")
        say(counted[key].title.removeprefix("screw ").split(",")[0] + (" csk" if sunk else ""), x, top + 9.5, 7.5)
        x += 38
    y += 26
    say("What the meter should say", 12, y, 10, weight="bold", color="#b5361b")
    words = figures(sources)
    for at, (what, limits) in enumerate(LIMITS):
        column, row = divmod(at, 4)
        say(what, 12 + 98 * column, y + 6 + 5 * row, 8)
        say(limits.format_map(words), 104 + 94 * column, y + 6 + 5 * row, 8, ha="right", weight="bold")
    say(
        "Nothing of this has been built yet: computed and checked by rules. Manual: hardware/out/manual/manual.md",
        12,
        291,
        7,
    )
    figure.savefig(path, metadata={"CreationDate": None, "ModDate": None})
