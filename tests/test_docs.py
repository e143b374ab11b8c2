"""Every page's links lead somewhere: files of this repository, and headings in them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")


def pages() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    found = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        goal = (page.parent / name).resolve() if name else page
        assert goal.exists(), f"{page.relative_to(ROOT)}: {link} leads nowhere"
        if anchor and goal.suffix == ".md":
            assert anchor in anchors(goal), f"{page.relative_to(ROOT)}: {link}: there is no such heading"


def test_pages_are_found() -> None:
    assert ROOT / "README.md" in pages()
