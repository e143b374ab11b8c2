"""Every page's links lead somewhere: files of this repository, and headings in them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)|<img\b[^>]*\bsrc=\"([^\"]+)\"")
"""The goal of a link, or of a picture in HTML."""


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
    for link in map("".join, LINK.findall(text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        goal = (page.parent / name).resolve() if name else page
        assert goal.exists(), f"{page.relative_to(ROOT)}: {link} leads nowhere"
        if anchor and goal.suffix == ".md":
            assert anchor in anchors(goal), f"{page.relative_to(ROOT)}: {link}: there is no such heading"


def test_pages_are_found() -> None:
    assert ROOT / "README.md" in pages()
    assert [ROOT / "docs" / "rulesets" / f"{name}.md" for name in RULESETS] == [
        page for page in pages() if page.parent.name == "rulesets"
    ]


# --- one page a ruleset -----------------------------------------------------------------------------------

RULESETS = ("ascended-kings", "chimera-con", "chimera-hunt", "kimera", "red-rains")
GAMES = ROOT / "host" / "immolation" / "games"
WIDEST_CELL = 100
"""Characters of a table's cell that a page shows in a line or two; longer ones belong into a list."""


@pytest.mark.parametrize("name", RULESETS)
def test_the_files_that_a_page_names_are_there(name: str) -> None:
    said = (ROOT / "docs" / "rulesets" / f"{name}.md").read_text(encoding="utf-8").split("\n## Files\n")[1]
    named: list[Path] = []
    for part in re.split(r"^In (?=`)", said, flags=re.MULTILINE)[1:]:
        folder, *rest = re.findall(r"`([\w./]+/|\w+\.(?:py|toml))`", part)
        named += [GAMES / folder / file for file in rest]
    assert len(named) > 20
    assert not [str(path.relative_to(GAMES)) for path in named if not path.exists()]


def test_no_cell_of_a_table_is_longer_than_a_line() -> None:
    shown = [ROOT / "docs" / "rulesets" / f"{name}.md" for name in RULESETS] + [ROOT / "docs" / "packs.md"]
    rows = [row for page in shown for row in re.findall(r"^\|(.*)\|$", page.read_text(encoding="utf-8"), re.MULTILINE)]
    assert rows
    assert not [cell for row in rows for cell in row.split(" | ") if len(cell) > WIDEST_CELL]


def test_the_readme_of_the_games_is_a_map() -> None:
    text = (GAMES / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    for name in RULESETS:
        assert f"docs/rulesets/{name}.md)" in text


# --- what a page lists --------------------------------------------------------------------------------------

FIRMWARE = ROOT / "firmware" / "immolation_board"


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_a_source_file_that_a_page_names_is_there(page: Path) -> None:
    """By its name or by the end of its path, wherever it lies."""
    known = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True, cwd=ROOT)
    paths = ["/" + path for path in known.stdout.splitlines()]
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(r"`([\w./-]+\.py)`", text)
    if page.stem == "writing-a-ruleset":  # it makes files of a game that is not here
        named = [name for name in named if "/" in name]
    assert not [name for name in named if not any(path.endswith("/" + name.lstrip("./")) for path in paths)]


def test_the_index_leads_to_every_page_of_the_site() -> None:
    navigation = re.findall(r"^ +- ((?!api/)[\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert len(navigation) > 15
    led = re.findall(r"\]\(([\w/-]+\.md)\)", (ROOT / "docs" / "index.md").read_text())
    assert sorted({*navigation} - {"index.md"}) == sorted({*led})


def test_the_firmwares_readme_lists_its_modules() -> None:
    table = (ROOT / "firmware" / "README.md").read_text().split("\n## Its modules\n")[1].split("\n## ")[0]
    listed = re.findall(r"`([\w/]+\.py)`", "".join(re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)))
    there = [path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.rglob("*.py") if path.name != "__init__.py"]
    assert sorted(listed) == sorted(there)
