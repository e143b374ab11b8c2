"""Questions to a person with usual settings, and the few they have to answer: counted in games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.table.prompt_count import PromptCount, count

PAGE = Path(__file__).parents[2] / "docs" / "few-questions.md"

GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "Ascended Kings, arena": ("ascended-kings", {"track": "arena"}, "greedy"),
    "Ascended Kings, full track": ("ascended-kings", {"track": "full"}, "greedy"),
    "Kimera": ("kimera", {}, "greedy"),
    "Chimera Con": ("chimera-con", {}, "greedy"),
    "Red Rains": ("red-rains", {}, "greedy"),
    "Red Rains, printed cards": ("red-rains", {"players": "printed"}, "greedy"),
    "Chimera Hunt": ("chimera-hunt", {}, "greedy"),
    "Cinders": ("cinders", {}, "random"),
}
"""Row of the table -> ruleset, config, and the bots that play."""

ROOM = 1.25
"""Factor by which the count may exceed the page's figure: bots play otherwise from one version to the next."""


def rows() -> dict[str, tuple[float, float]]:
    """Row of the page's table -> what is asked and what is answered, a turn or a round."""
    found = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"[\d.]+", cells[-1]):
            found[cells[0]] = (float(cells[-2]), float(cells[-1]))
    return found


def counted(short: str) -> dict[str, tuple[float, float]]:
    """The rows of one ruleset as they are now."""
    found: PromptCount = count(*GAMES[short])
    unit = found.rounds if short == "Kimera" else found.turns
    name = f"{short}, {'a round' if short == 'Kimera' else 'a turn'}"
    told = {name: (found.asked.total() / unit, found.answered.total() / unit)}
    if found.latent:
        told["Ascended Kings, a turn in the Latent State"] = (
            found.latent_asked / len(found.latent),
            sum(found.latent) / len(found.latent),
        )
    return told


@pytest.mark.parametrize("short", GAMES)
def test_a_person_is_asked_no_more_often_than_the_page_says(short: str) -> None:
    said = rows()
    for name, (asked, answered) in counted(short).items():
        print(f"| {name} | {asked:.1f} | {answered:.1f} |")
        assert 0 < answered <= asked
        assert asked <= said[name][0] * ROOM
        assert answered <= said[name][1] * ROOM


def test_the_page_has_no_row_that_nobody_counts() -> None:
    assert len(rows()) == len(GAMES) + 1
