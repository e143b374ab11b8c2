"""The game that docs/writing-a-ruleset.md builds: the page is its files, and each of its rules has a test."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import embers
import embers.bots
import pytest
from immolation.games import CHANCE, IllegalAction, rulebook

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "writing-a-ruleset.md"
PACKAGE = ROOT / "examples" / "ruleset"


def at(**facts: Any) -> embers.EmbersState:
    """Two runners at the start, but for what is given."""
    return embers.load().from_position({"seats": {"p1": {}, "p2": {}}, **facts})


def refused(state: embers.EmbersState, action: Any) -> str:
    before = state.digest()
    with pytest.raises(IllegalAction) as error:
        state.apply(action)
    assert state.digest() == before
    return error.value.refusal.rule


def test_the_page_holds_the_file_line_by_line() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    code = "\n".join(block for block in blocks if "pytest" not in block)
    files = "\n".join((PACKAGE / "embers" / name).read_text() for name in ("__init__.py", "bots.py"))
    assert [line for line in code.splitlines() if line] == [line for line in files.splitlines() if line]


def test_the_test_on_the_page_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.games.load", lambda name: embers.load())
    (block,) = [found for found in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL) if "pytest" in found]
    names: dict[str, Any] = {**vars(embers), "pytest": pytest}
    exec(block, names)
    names["test_a_one_puts_the_embers_out"]()


def test_the_page_quotes_the_entry_point() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert block in (PACKAGE / "pyproject.toml").read_text()


@pytest.mark.rule("EM-SETUP-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_each_runner_has_a_lane(seats: int) -> None:
    view = embers.load().new({"seats": seats}).view(None)
    assert [runner["tile"] for runner in view["seats"].values()] == [0, 20, 40, 60][:seats]
    assert {embers.tile(number, step) for number in range(seats) for step in range(20)} == set(range(20 * seats))


@pytest.mark.rule("EM-ROLL-01")
def test_roll_tiles_glow_and_one_may_roll_again() -> None:
    state = at()
    for pips, glow in ((4, 4), (2, 6)):
        state.apply(embers.Roll("p1"))
        state.apply(embers.Die(CHANCE, pips))
        assert state.position()["glow"] == glow
        assert list(state.deciders()) == ["p1"]
    assert state.position()["seats"]["p1"]["steps"] == 0


@pytest.mark.rule("EM-ROLL-02")
def test_roll_a_one_puts_them_out_and_a_two_does_not() -> None:
    for pips, turn, glow in ((1, "p2", 0), (2, "p1", 9)):
        state = at(glow=7, stack=[{"at": "rolling"}])
        state.apply(embers.Die(CHANCE, pips))
        assert (state.position()["turn"], state.position()["glow"]) == (turn, glow)


@pytest.mark.rule("EM-HOLD-01")
def test_hold_moves_to_the_last_glowing_tile_and_needs_one() -> None:
    state = at()
    assert refused(state, embers.Hold("p1")) == "EM-HOLD-01"
    state = at(glow=12)
    (event,) = state.apply(embers.Hold("p1"))
    assert (event.data["tile"], event.rules) == (17, ("EM-HOLD-01",))
    assert state.position()["turn"] == "p2"


@pytest.mark.rule("EM-GUST-01")
def test_gust_once_a_game_while_somebody_else_decides_makes_the_next_roll_fail_on_a_two() -> None:
    state = at(glow=5)
    assert refused(state, embers.Gust("p1")) == "EM-GUST-01"
    assert state.legal_actions("p2") == [embers.Gust("p2")]
    state.apply(embers.Gust("p2"))
    assert list(state.deciders()) == ["p1"]
    assert refused(state, embers.Gust("p2")) == "EM-GUST-01"
    state.apply(embers.Roll("p1"))
    assert refused(state, embers.Gust("p2")) == "EM-GUST-01"
    (event,) = state.apply(embers.Die(CHANCE, 2))
    assert event.rules == ("EM-ROLL-02", "EM-GUST-01")
    assert state.position()["turn"] == "p2"
    state.apply(embers.Roll("p2"))
    state.apply(embers.Die(CHANCE, 2))
    assert state.position()["glow"] == 2, "the wind lasted for one roll"


@pytest.mark.rule("EM-WIN-01")
def test_win_the_last_tile_ends_the_game_and_steps_beyond_are_lost() -> None:
    state = at(seats={"p1": {"steps": 15}, "p2": {}}, glow=3, stack=[{"at": "rolling"}])
    state.apply(embers.Die(CHANCE, 6))
    assert state.position()["glow"] == 4
    state.apply(embers.Hold("p1"))
    result = state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "EM-WIN-01")
    assert not state.deciders()
    assert refused(state, embers.Roll("p2")) == "TABLE"


def test_every_rule_has_its_mark() -> None:
    book = rulebook.read((PACKAGE / "embers" / "rules.toml").read_bytes(), "rules.toml")
    assert set(re.findall(r'mark\.rule\("(EM-.*?)"\)', Path(__file__).read_text())) == set(book)


def test_the_package_brings_its_bots_along(tmp_path: Path) -> None:
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    installed = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    groups = {group: "\n".join(map(" = ".join, points.items())) for group, points in project["entry-points"].items()}
    (installed / "entry_points.txt").write_text("".join(f"[{group}]\n{lines}\n" for group, lines in groups.items()))
    path = os.pathsep.join([str(tmp_path), str(PACKAGE), *sys.path])
    command = ["tournament", "embers", "--bots", "random,greedy", "--games", "100", "--seed", "1", "--json"]
    done = subprocess.run([sys.executable, "-m", "immolation", *command], env={**os.environ, "PYTHONPATH": path},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["matches"][0]["share"]["games"] == 100
    assert found["ratings"]["greedy"]["points"] > found["ratings"]["random"]["points"] + 70


def test_what_is_better_and_worse_has_words() -> None:
    evaluation = embers.bots.EVALUATION
    state = at(glow=3, seats={"p1": {"steps": 4}, "p2": {"steps": 9}})
    parts = evaluation.features(state, "p1")
    assert evaluation.words.keys() == parts.keys()
    assert evaluation.evaluate(state, "p1") == sum(parts.values()) == -(evaluation.evaluate(state, "p2"))
