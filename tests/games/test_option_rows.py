"""Every option of every ruleset stands in its rules.toml as a row with the same key, default, choices and rules."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import BadData, Option, house_rules, rulebook

PLAYED = {
    "ascended-kings": {"track": "full"},
    "chimera-con": {},
    "chimera-hunt": {},
    "kimera": {},
    "red-rains": {},
}
"""Ruleset -> how it is loaded so that it lists all its options."""

STATED = re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+) = (\"[^\"]*\"|true|false|-?[0-9.]+)[,\]]")
"""A key with its default as a gap may repeat it; tables and alternatives are left to the row."""


def text_of(ruleset: str) -> str:
    return (Path(str(games.module(ruleset).__file__)).parent / "rules.toml").read_text()


def rows_of(ruleset: str) -> dict[str, dict[str, Any]]:
    rows: list[dict[str, Any]] = msgspec.toml.decode(text_of(ruleset))["option"]
    assert len({row["key"] for row in rows}) == len(rows)
    return {row["key"]: row for row in rows}


def options_of(ruleset: str) -> dict[str, Option]:
    return {option.key: option for option in games.load(ruleset, **PLAYED[ruleset]).options()}


@pytest.mark.parametrize("ruleset", PLAYED)
def test_each_option_has_its_row(ruleset: str) -> None:
    rows, rules = rows_of(ruleset), rulebook.load(ruleset)
    options = options_of(ruleset)
    assert set(rows) == set(options)
    for key, option in options.items():
        row = rows[key]
        assert set(row) <= {"key", "meaning", "default", "choices", "titles", "literal", "reading", "rules", "why"}, key
        assert row["default"] == msgspec.to_builtins(option.default, str_keys=True), key
        choices = option.choices if option.choices != (False, True) else ()
        assert sorted(map(str, row.get("choices", ()))) == sorted(map(str, choices)), key
        assert ("literal" in row, row.get("literal")) == (bool(option.reading), option.literal), key
        assert option.meaning.strip(), key
        assert set(row["rules"]) <= {*rules, "TABLE"}, key


@pytest.mark.parametrize("ruleset", PLAYED)
def test_no_option_has_only_one_choice(ruleset: str) -> None:
    assert [key for key, option in options_of(ruleset).items() if len(option.choices) == 1] == []


@pytest.mark.parametrize("ruleset", PLAYED)
def test_each_option_that_a_rule_names_exists_and_names_that_rule(ruleset: str) -> None:
    rows, options = rows_of(ruleset), options_of(ruleset)
    for rule in rulebook.load(ruleset).values():
        for key in rule.config:
            if not key.startswith("data.cards") or key in options:  # cards are the pack's, whatever a gap says of them
                assert key in options, f"{rule.id} names {key}"
                assert rule.id in rows[key]["rules"], key
        for key, value in STATED.findall(rule.gap):
            if key in options:
                assert options[key].default == json.loads(value), rule.id


RULES = """
from typing import Annotated

from immolation.games import house_rules
from msgspec import Meta


class Rules(house_rules.HouseRules, frozen=True):
    cards: Annotated[int, Meta(ge=1, le=6)] = 4
"""

BOOK = """
[[option]]
key = "{}"
meaning = "How many cards there are of each number."
default = 4
rules = ["MO-SETUP-01"]
"""


@pytest.mark.parametrize("module", ["option_moths", "option_moths.rules"])
def test_house_rules_stand_in_any_module_of_a_package_and_name_an_option_without_a_row(
    module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "option_moths"
    package.mkdir()
    for name in ("__init__.py", "rules.py"):
        (package / name).write_text(RULES)
    book = package / "rules.toml"
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("option_moths", "option_moths.rules"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    rules = import_module(module).Rules
    house_rules._rows.cache_clear()
    try:
        book.write_text(BOOK.format("decks"))
        with pytest.raises(BadData, match=r"option_moths/rules.toml: there is no \[\[option\]\] with the key 'cards'"):
            house_rules.options(rules)
        house_rules._rows.cache_clear()
        book.write_text(BOOK.format("cards"))
        (option,) = house_rules.options(rules)
        assert (option.key, option.low, option.high, option.rule) == ("cards", 1, 6, "MO-SETUP-01")
    finally:
        house_rules._rows.cache_clear()
