"""Writes the manual as Markdown from the joined steps."""

from __future__ import annotations

from collections.abc import Iterator

from .steps import Step

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
    some = sum(step.optional for step in steps)
    out = [
        "# Building manual",
        "",
        "From the opened parcel to the first fire, for the board of ten row boards on a Pico W whose small parts "
        "a fabricator "
        "has placed. One step, one picture: what is new in it is coloured, what was there before is pale.",
        "",
        f"Your hands are busy for about {hours(must)} ({hours(may)} more for the {some} steps that not everybody "
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
        needed = [step for step in mine if not step.optional]
        time = hours(sum(step.minutes for step in needed or mine))
        out += [f"## {title}", "", f"{time}{'' if needed else ', if you want it'}.", ""]
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
