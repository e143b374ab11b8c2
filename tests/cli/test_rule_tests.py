"""``immolation rules`` runs the marked tests of a checkout and keeps what they say while no source changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from immolation.cli import rule_tests

TESTS = Path(__file__).parents[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in small: this project's pytest plugin and one file of tests."""
    (tmp_path / "tests" / "games").mkdir(parents=True)
    for name in ("conftest.py", "chromium.py", "rule_outcomes.py"):
        (tmp_path / "tests" / name).write_text((TESTS / name).read_text())
    (tmp_path / "pyproject.toml").write_text((TESTS.parent / "pyproject.toml").read_text())
    (tmp_path / "tests" / "games" / "test_small.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('AK-FIRE-01', 'AK-FIRE-02')\n"
        "def test_two(): pass\n"
        "@pytest.mark.rule('AK-FIRE-02')\n"
        "@pytest.mark.parametrize('n', [1, 2])\n"
        "def test_one_of_two(n): assert n == 1\n"
        "@pytest.mark.rule('AK-FIRE-03')\n"
        "@pytest.mark.skip\n"
        "def test_skipped(): pass\n"
        "@pytest.mark.rule('RR-TURN-01')\n"
        "def test_of_another_ruleset(): pass\n"
        "def test_of_no_rule(): assert False\n"
    )
    return tmp_path


@pytest.mark.parametrize("workers", [1, 2])
def test_marked_tests_are_run_and_told_apart_by_rule(checkout: Path, workers: int) -> None:
    small = "tests/games/test_small.py::"
    assert rule_tests.outcomes("ascended-kings", checkout, workers) == {
        "AK-FIRE-01": {f"{small}test_two": True},
        "AK-FIRE-02": {
            f"{small}test_two": True,
            f"{small}test_one_of_two[1]": True,
            f"{small}test_one_of_two[2]": False,
        },
        "AK-FIRE-03": {f"{small}test_skipped": None},
    }


def test_outcomes_are_kept_until_a_source_changes(checkout: Path) -> None:
    first = rule_tests.outcomes("ascended-kings", checkout, workers=1)
    (kept,) = (checkout / "var" / "rules").iterdir()
    kept.write_text('{"AK-FIRE-01": {"kept": true}}')
    assert rule_tests.outcomes("ascended-kings", checkout, workers=1) == {"AK-FIRE-01": {"kept": True}}

    test = checkout / "tests" / "games" / "test_small.py"
    test.write_text(test.read_text().replace("n == 1", "n"))
    again = rule_tests.outcomes("ascended-kings", checkout, workers=1)
    assert again is not None
    assert first is not None
    assert all(again["AK-FIRE-02"].values())
    assert [path.suffix for path in (checkout / "var" / "rules").iterdir()] == [".json"]


def test_outcomes_are_not_kept_when_a_source_changes_while_the_tests_run(checkout: Path) -> None:
    test = checkout / "tests" / "games" / "test_small.py"
    saves = "from pathlib import Path\nPath(__file__).with_name('note.txt').write_text('saved')\n"
    test.write_text(saves + test.read_text())
    assert rule_tests.outcomes("ascended-kings", checkout, workers=1)
    assert list((checkout / "var" / "rules").iterdir()) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_tests_that_cannot_be_collected_are_an_error_that_says_so(checkout: Path, workers: int) -> None:
    (checkout / "tests" / "games" / "test_small.py").write_text(
        "import pytest, no_such_module\n@pytest.mark.rule('AK-FIRE-01')\ndef test_it(): pass\n"
    )
    with pytest.raises(rule_tests.TestsBroken, match=r"could not be run(.|\n)*test_small\.py"):
        rule_tests.outcomes("ascended-kings", checkout, workers)


def test_the_checkout_is_this_one() -> None:
    assert rule_tests.checkout() == TESTS.parent
