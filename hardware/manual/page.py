"""Writes the manual as Markdown, and the checklist of one A4 page as PDF, from the joined steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..enclosure import bought
from .steps import Sources, Step, figures

TO_BOX = "../../enclosure/out/pictures"
"""The box's pictures, seen from out/manual."""


def hours(minutes: int) -> str:
    """Write a time as people say it.

    >>> hours(45), hours(120), hours(200)
    ('45 min', '2 h', '3 h 20 min')
    """
    whole, rest = divmod(minutes, 60)
    return " ".join(([f"{whole} h"] if whole else []) + ([f"{rest} min"] if rest else []))


def picture(step: Step) -> str:
    """Return the path of a step's picture, seen from out/manual."""
    name = step.picture.removeprefix("box/")
    return f"{TO_BOX}/{name}.png" if name != step.picture else f"pictures/{name}.svg"


def markdown(steps: list[Step], chapters: dict[str, str]) -> str:
    """Write all steps, each with its picture, new parts, screws, tools, time and what should be seen."""
    must, may = (sum(step.minutes for step in steps if step.optional is each) for each in (False, True))
    out = [
        "# Building manual",
        "",
        "From the opened parcel to the first fire, for the board of ten row boards on a Pico W whose small parts "
        "a fabricator "
        "has placed. One step, one picture: what is new in it is coloured, what was there before is pale.",
        "",
        f"Your hands are busy for about {hours(must)} ({hours(may)} more for the two steps that not everybody "
        "takes); the "
        "printer works on its own. All times are estimates: the board is computed and checked, **nobody has "
        "built one yet**. "
        "Tell us what is wrong.",
        "",
        "**Print [the checklist](checklist.pdf)**, one A4 page with the screws in true size. Why things are as "
        "they are: "
        "[the guide](../../README.md). The reed build on perfboard has its steps there too; its box is the same.",
        "",
        "- A part shown turned one way works only that way, if the step says so.",
        "- Stop where you do not see what you should see. Every later step hides the mistake.",
        "- The iron is 350 C hot; solder smokes. Open a window, wear glasses when you cut wires. 12 V do not "
        "hurt, a short does.",
        "",
    ]
    for key, title in chapters.items():
        mine = [step for step in steps if step.chapter == key]
        out += [f"## {title}", "", f"{hours(sum(step.minutes for step in mine if not step.optional))}.", ""]
        for step in mine:
            out += [*_step(step), ""]
    return "\n".join(out).rstrip() + "\n"


def _step(step: Step) -> Iterator[str]:
    yield f"### {step.number}. {step.title}"
    yield ""
    yield f"![{step.alt}]({picture(step)})"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| time | {hours(step.minutes)}{', if you need this step' if step.optional else ''} |"
    if step.parts:
        yield "| new | " + "<br>".join(map(str, step.parts)) + " |"
    if step.screws:
        yield "| screws | " + "<br>".join(map(str, step.screws)) + " |"
    if step.tools:
        yield f"| tools | {', '.join(step.tools)} |"
    yield ""
    yield from (f"{at}. {words}" for at, words in enumerate(step.do, 1))
    yield ""
    yield f"**Now you should see:** {step.see}"
    if step.otherwise:
        yield ""
        yield f"*If not:* {step.otherwise}"


LIMITS = (
    ("row board, +12V +5V +3V3 to GND", "over 1 kilohm"),
    ("row board, +5V", "{row_low:.2f} to {row_high:.2f} V"),
    ("controller, +12V", "{volts_low:.1f} to {volts_high:.1f} V"),
    ("controller, +5V", "4.8 to 5.2 V"),
    ("+5V, USB alone", "under 0.5 V"),
    ("fuse", "{fuse:g} A slow"),
    ("flat cables", "9 x {ribbon:g}, 1 x {ribbon_first:g} mm"),
)
"""What is measured while building, and between which limits."""

SCREWS = (("M3x8", 8, False), ("M3x10", 10, False), ("M3x12", 12, False), ("M3x12-csk", 12, True), ("M3x16", 16, False))
"""Screws of the box: key in the bill, length in mm, countersunk."""


def checklist(path: Path, steps: list[Step], chapters: dict[str, str], sources: Sources) -> None:
    """Draw one A4 page: a box to tick for each step, screws in true size, limits. Needs matplotlib."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon, Rectangle

    figure = Figure(figsize=(210 / 25.4, 297 / 25.4))
    FigureCanvasPdf(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 210)
    axes.set_ylim(297, 0)
    axes.axis("off")

    def say(words: str, x: float, y: float, size: float = 9, **more: Any) -> None:
        axes.text(x, y, words, fontsize=size, family="DejaVu Sans", va="baseline", **more)

    say("Immolation: checklist", 12, 16, 17, weight="bold")
    say("Print at 100 %: the bar is 50 mm long.", 198, 12, 8, ha="right")
    axes.plot([148, 198], [15, 15], color="black", lw=2)
    y = 25.0
    for key, title in chapters.items():
        say(title, 12, y, 10, weight="bold", color="#b5361b")
        y += 5.6
        for step in (step for step in steps if step.chapter == key):
            axes.add_patch(Rectangle((12, y - 3.4), 3.6, 3.6, fill=False, lw=0.9))
            say(f"{step.number}  {step.title}", 18, y, 8.5, color="#777777" if step.optional else "black")
            kinds = ", ".join(f"{item.count} {item.what.removeprefix('screw ').split(',')[0]}" for item in step.screws)
            say(kinds, 106, y, 7.5, color="#333333")
            say(hours(step.minutes), 198, y, 8, ha="right")
            y += 5.2
        y += 1.6
    say("grey: only if you need it", 12, y + 0.5, 7, color="#777777")
    y += 6
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
    y += 30
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
