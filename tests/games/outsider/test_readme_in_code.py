"""What the pages of the games play in code is played here: a game in the README, a fight under 'in code'."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from immolation import games

from tests.games.pages import RULESETS, blocks, chapter, page

FIGHTS = {
    name: blocks(chapter(page(name), "A fight in code"), "python")
    for name in RULESETS
    if "\n## A fight in code\n" in page(name)
}


def test_both_fights_are_there() -> None:
    assert {name: len(found) for name, found in FIGHTS.items()} == {"chimera-con": 1, "kimera": 1}


@pytest.mark.parametrize("name", FIGHTS)
def test_the_code_of_a_fight(name: str) -> None:
    (code,) = FIGHTS[name]
    assert "assert" in code
    exec(compile(code, name, "exec"), {"games": games})


def test_the_game_in_the_readme_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (Path(games.__file__).parent / "README.md").read_text(encoding="utf-8")
    (code,) = blocks(chapter(readme, "One game"), "python")
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)
    assert names["state"].outcome() is not None
    assert capsys.readouterr().out == f"{names['state'].outcome().winners}\n"


@pytest.mark.parametrize("name", RULESETS)
def test_the_first_lines_of_a_page_make_a_game(name: str) -> None:
    code = blocks(page(name), "python")[0]
    assert "games.load(" in code
    exec(compile(code, name, "exec"), {"games": games})
