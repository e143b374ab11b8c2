"""``immolation rules`` as a player has it: the rulebook, to be read and searched."""

from __future__ import annotations

from pathlib import Path

import pytest
from immolation import plain_text
from immolation.cli import rule_tests, rules
from immolation.cli.app import app
from immolation.dashboard.rulesets import how_to_play
from immolation.games import rulebook
from immolation.simulate import export
from typer.testing import CliRunner

RUNNER = CliRunner()


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without the tests of the project."""
    monkeypatch.setattr(rules, "checkout", lambda: None)


def run(*words: str) -> str:
    result = RUNNER.invoke(app, ["rules", *words], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.usefixtures("player")
def test_a_player_reads_the_rulebook_and_hears_nothing_of_tests() -> None:
    told = run("ascended-kings")
    for rule in rulebook.load("ascended-kings").values():
        assert rule.id in told
        assert rule.section in told
    for word in (" passed, ", " open.", "tests", "[config"):
        assert word not in told


def test_the_help_says_of_tests_only_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tests" in rules.help_text()
    monkeypatch.setattr(rules, "checkout", lambda: None)
    assert "tests" not in rules.help_text()


@pytest.mark.parametrize("there", [(), ("pytest",)])
def test_after_make_demo_a_clone_is_a_players(there: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tests are there, and nothing that runs them: every rule stood in a list, open, with 0 tests. With somebody's
    own pytest they could not be imported, and no rule was told.
    """
    monkeypatch.setattr(rule_tests, "find_spec", lambda name: object() if name in there else None)
    told = run("cinders")
    assert rulebook.load("cinders")["CI-RUN-01"].text.split(".")[0][:40] in told
    assert "open" not in told
    assert "tests" not in rules.help_text()


@pytest.mark.parametrize("words", [("AK-MOVE-03",), ("ak-move-03",)])
def test_one_rule_is_read_by_its_id_also_in_a_clone(words: tuple[str, ...]) -> None:
    told = run("ascended-kings", *words)
    rule = rulebook.load("ascended-kings")["AK-MOVE-03"]
    assert plain_text.without_keys(rule.text)[:60] in told.replace("\n", " ")
    assert "AK-MOVE-04" not in told


def test_rules_are_found_by_words() -> None:
    found = rulebook.search(rulebook.load("ascended-kings"), "fire wall bloodstone")
    assert 0 < len(found) < 60
    for rule in found:
        read = f"{rule.id} {rule.section} {rule.text} {rule.example} {rule.gap}".casefold()
        assert all(word in read for word in ("fire", "wall", "bloodstone"))
    assert "No rule" in run("ascended-kings", "xyzzy")


def test_what_is_missing_for_a_report_is_brought_by_a_command_that_works_there(tmp_path: Path) -> None:
    assert export.extra(tmp_path) == "pip install 'immolation[simulate]'"
    for name in ("pyproject.toml", "Makefile"):
        (tmp_path / name).touch()
    assert export.extra(tmp_path) == ".venv/bin/pip install -e '.[simulate]'"


def test_a_game_is_read_on_one_page() -> None:
    told = " ".join(run("chimera-hunt", "--page").split())
    assert "Then it answers. After each of your turns an aspect wakes" in told
    assert "Rainwalker: walks to the nearest of you" in told
    assert "path: how far the body will come." in told
    assert "HUNT-" not in told


def test_a_page_that_nobody_wrote_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(how_to_play, "lesson", lambda ruleset: None)
    assert "Nobody has written a page" in refused("cinders")


def test_a_page_of_an_unknown_game_is_refused_by_its_name() -> None:
    assert "whist" in refused("whist")


def refused(ruleset: str) -> str:
    result = RUNNER.invoke(app, ["rules", ruleset, "--page"], env={"COLUMNS": "200"})
    assert result.exit_code != 0
    return result.output + str(result.exception)
