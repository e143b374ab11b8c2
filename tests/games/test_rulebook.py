"""The rules of every ruleset as data, and the report that lays tests beside them."""

from __future__ import annotations

import ast
from pathlib import Path

import embers
import pytest
from immolation import games
from immolation.games import BadConfig, BadData, rulebook

TESTS = Path(__file__).parents[1]
RULE = '[[rule]]\nid = "AK-FIRE-01"\nsection = "Fire"\ntext = "It burns."\n'


# --- the files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", games.names())
def test_every_ruleset_lists_its_rules(ruleset: str) -> None:
    rules = rulebook.load(ruleset)
    assert len(rules) > (50 if ruleset in games._MODULES else 0)  # others may be as small as they like
    assert all(name == rule.id for name, rule in rules.items())


def test_ascended_kings_has_all_its_rules_and_says_which_option_settles_a_gap() -> None:
    rules = rulebook.load("ascended-kings")
    assert len(rules) == 319
    assert rules["AK-FIRE-04"].section == "Fire Walls / Movement"
    assert rules["AK-FIRE-04"].config == ("fire.crossing_wounds",)
    assert rules["AK-INST-12"].config == ("instant.while_dead", "instant.held_until_return_step")
    assert rules["AK-FIRE-16"].config == ()


@pytest.mark.parametrize("ruleset", games.names())
def test_every_option_of_a_ruleset_belongs_to_a_rule(ruleset: str) -> None:
    rules = rulebook.load(ruleset)
    for option in games.load(ruleset).options():
        assert option.rule == "TABLE" or option.rule in rules, option.key


BEYOND_THE_ARENA = {
    "data.cards.": "printed on cards, which people declare",
}
"""Start of a key -> why the arena track needs no option for it."""


def test_what_an_arena_rule_leaves_open_is_an_option() -> None:
    options = {option.key for option in games.load("ascended-kings", track="arena").options()}
    arena = [rule for rule in rulebook.load("ascended-kings").values() if rule.track == rulebook.ARENA]
    missing = {key: rule.id for rule in arena for key in rule.config if key not in options}
    missing = {key: rule for key, rule in missing.items() if not key.startswith(tuple(BEYOND_THE_ARENA))}
    assert missing == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rule]]\nid = 3", "x.toml: rule 3: Expected `str`, got `int` - at `id`."),
        ("[[rule]]\nsection = 'a'\ntext = 'b'", "x.toml: rule 1: Object missing required field `id`."),
        (RULE.replace("AK-FIRE-01", "fire1"), "x.toml: rule fire1: id: 'fire1' is not of the form AK-FIRE-10."),
        (RULE + RULE, "x.toml: rule AK-FIRE-01: id: is used twice."),
        (RULE.replace("It burns.", " "), "x.toml: rule AK-FIRE-01: text: is empty."),
        ("rule = 1", "x.toml: Expected `array`, got `int` - at `$.rule`."),
    ],
)
def test_a_mistake_in_the_file_is_named_with_file_key_and_reason(text: str, said: str) -> None:
    with pytest.raises(BadData) as caught:
        rulebook.read(text.encode(), "x.toml")
    assert str(caught.value) == said


def test_broken_toml_and_an_unknown_arena_rule_are_named() -> None:
    with pytest.raises(BadData, match=r"^x\.toml: "):
        rulebook.read(b"[[rule", "x.toml")
    with pytest.raises(BadData, match="AK-NONE-01, which is not a rule"):
        rulebook.read(RULE.encode(), "x.toml", ["AK-NONE-01"])


def test_the_arena_carries_more_than_half_of_the_rules_and_its_list_is_checked() -> None:
    tracks = [rule.track for rule in rulebook.load("ascended-kings").values()]
    assert set(tracks) == {rulebook.ARENA, rulebook.FULL}
    assert tracks.count(rulebook.ARENA) > len(tracks) / 2


def test_an_unknown_ruleset_or_track_is_refused() -> None:
    with pytest.raises(BadConfig, match="There is no ruleset 'chess'"):
        rulebook.load("chess")
    with pytest.raises(BadConfig, match="There is no track 'half'"):
        rulebook.report("ascended-kings", track="half")


def test_every_rule_mark_in_the_tests_names_a_rule_that_exists() -> None:
    known = {rule for ruleset in games.names() for rule in rulebook.load(ruleset)}
    known |= {*rulebook.read(Path(str(embers.__file__)).with_name("rules.toml").read_bytes(), "embers")}
    wrong = [
        f"{path.relative_to(TESTS)}:{node.lineno}: {rule.value}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"
        for rule in node.args
        if isinstance(rule, ast.Constant) and rule.value not in known
    ]
    assert wrong == []


# --- the report ------------------------------------------------------------------------------------------


def test_a_rule_passes_when_a_test_ran_and_none_failed() -> None:
    outcomes = {
        "AK-FIRE-01": {"b": True, "a": True},
        "AK-FIRE-02": {"a": True, "c": False},
        "AK-FIRE-03": {"d": None},
        "AK-FIRE-04": {"d": None, "a": True},
    }
    report = rulebook.report("ascended-kings", outcomes)
    rows = {row.id: row for row in report.rules}
    assert [rows[f"AK-FIRE-0{n}"].passed for n in range(1, 6)] == [True, False, None, True, None]
    assert rows["AK-FIRE-01"].tests == ("a", "b")
    assert (report.passed, report.open, report.total) == (2, 317, 319)


def test_the_report_as_json_has_the_arena_apart() -> None:
    rules = rulebook.load("ascended-kings")
    arena = [name for name, rule in rules.items() if rule.track == rulebook.ARENA]
    outcomes = {name: {"t": True} for name in arena}
    record = rulebook.report("ascended-kings", outcomes).record()
    assert record["ruleset"] == "ascended-kings"
    assert record["arena"] == {"passed": len(arena), "total": len(arena)}
    assert record["passed"] == len(arena)
    assert "note" not in record
    only = rulebook.report("ascended-kings", outcomes, track="arena")
    assert only.total == len(arena)
    assert {row.track for row in only.rules} <= {"arena"}


def test_without_tests_every_rule_is_open_and_the_report_says_why() -> None:
    report = rulebook.report("ascended-kings", None)
    assert report.open == report.total
    assert "not installed" in report.note
    assert report.record()["note"] == report.note
