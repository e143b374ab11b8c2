"""Every rule's id stands in the docstring of what carries it, or in the list of those that nothing needs to name."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

GAMES = Path(__file__).parents[2] / "host" / "immolation" / "games"
UNNAMED = tomllib.loads(Path(__file__).with_name("rules_without_a_docstring.toml").read_text())


def docstrings() -> str:
    """All docstrings of the games, those of values as well."""
    nodes = (node for path in sorted(GAMES.rglob("*.py")) for node in ast.walk(ast.parse(path.read_text())))
    texts = (node.value.value for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    return "\n".join(text for text in texts if isinstance(text, str))


def ids(text: str) -> set[str]:
    """The ids that a text names, those between the ends of a range as well.

    >>> sorted(ids("AK-DEATH-02 to 04, KM-SUP-01 to KM-SUP-02, KM-RNG-03"))
    ['AK-DEATH-02', 'AK-DEATH-03', 'AK-DEATH-04', 'KM-RNG-03', 'KM-SUP-01', 'KM-SUP-02']
    """
    named = set(re.findall(r"[A-Z]+-[A-Z]+-\d+(?![\w-])", text))
    for kind, first, last in re.findall(r"([A-Z]+-[A-Z]+-)(\d+) to (?:\1)?(\d+)", text):
        named |= {f"{kind}{number:02}" for number in range(int(first), int(last) + 1)}
    return named


def test_a_rule_is_named_where_it_is_carried_or_listed_as_unnamed() -> None:
    named = ids(docstrings())
    for file in sorted(GAMES.glob("*/rules.toml")):
        rules = [rule["id"] for rule in tomllib.loads(file.read_text())["rule"]]
        assert sorted(rule for rule in rules if rule not in named) == UNNAMED[file.parent.name]
