"""The pages of the rulesets under ``docs/``, in parts, for tests that hold a page to what the code does."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"

RULESETS = tuple(sorted(path.stem for path in (DOCS / "rulesets").glob("*.md")))
"""Every ruleset with a page of its own."""


def page(name: str) -> str:
    """The page of a ruleset."""
    return (DOCS / "rulesets" / f"{name}.md").read_text(encoding="utf-8")


def packs(title: str) -> str:
    """What the page of packs says of one ruleset: ``"Red Rains: Chimera packs"``."""
    return chapter((DOCS / "packs.md").read_text(encoding="utf-8"), title)


def chapter(text: str, title: str) -> str:
    """What stands under one heading, headings below it included. Raises ValueError where there is not exactly one."""
    code = {index for found in re.finditer(r"^```.*?^```", text, re.M | re.S) for index in range(*found.span())}
    headings = [
        (len(found[1]), found[2], found.span())
        for found in re.finditer(r"^(#+) (.*)$", text, re.M)
        if found.start() not in code
    ]
    ((level, (_, start)),) = [(level, span) for level, said, span in headings if said == title]
    end = next((span[0] for deep, _, span in headings if span[0] > start and deep <= level), len(text))
    return text[start:end]


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def entries(text: str) -> list[tuple[str, str]]:
    """The entries of lists whose items begin with a name in bold: name, and what is said of it."""
    items = [" ".join(item.split()) for item in re.findall(r"^- (.*(?:\n  .*)*)", text, re.M)]
    return [(found[1], found[2]) for item in items if (found := re.match(r"\*\*(.+?)\*\*:? ?(.*)", item))]
