"""A field of a situation is spelled at most three times: where it is declared, where it is read, where it is shown.

Counted are the duties in which a field is spelled by hand: its declaration, what it begins as, copies, comparisons, its
JSON, positions that are read, corrections, views. What rules do with a field is no spelling of it, nor is what a
position is refused for. A field counts as spelled where its value is taken or set, or where its JSON key stands; a name
that is only gone through (``s.pack`` in ``s.pack.cards``) does not. Two fields of one name are told apart nowhere, so
the count is at worst too high.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from immolation import games
from immolation.games.engine import Facts

GAMES = Path(games.__file__).parent
MOST = 3
RULESETS = ("ascended_kings", "chimera_con", "chimera_hunt", "kimera", "red_rains")


def duty(room: str, cls: str, name: str) -> str | None:
    """Return the duty of code; None for rules. ``room`` is a path within the ruleset, ``name`` a function or ""."""
    file = room.rpartition("/")[2]
    if file in ("view.py", "full_view.py"):
        return "view"
    if file == "corrections.py" or (
        file == "state.py" and name in ("", "reread", "corrected", "do_correct", "addressed")
    ):
        return "correct"
    if room.startswith("position") and "validation" not in file:
        return "read"
    if not cls:
        return "write" if name.startswith("_write") and room.startswith("facts") else None
    if name in ("__init__", "__post_init__"):
        return "begin"
    if name in ("copy", "become", "__copy__"):
        return "copy"
    if name in ("__eq__", "__hash__"):
        return "compare"
    return "write" if name in ("to_json", "lay_out") else None


def spelled(nodes: list[ast.stmt]) -> set[str]:
    """Names of attributes (with a dot before them) whose value is taken or set, and every text."""
    inner = [node for each in nodes for node in ast.walk(each)]
    through = {
        id(node.value) for node in inner if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
    }
    through |= {id(node.func) for node in inner if isinstance(node, ast.Call)}
    found = {f".{node.attr}" for node in inner if isinstance(node, ast.Attribute) and id(node) not in through}
    found |= {f".{node.arg}" for node in inner if isinstance(node, ast.keyword) and node.arg}
    return found | {node.value for node in inner if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def places(source: str, room: str) -> Iterator[tuple[str, str, set[str]]]:
    """Each piece of code with a duty: the duty, the class it is of, what it spells."""

    def within(body: list[ast.stmt], cls: str) -> Iterator[tuple[str, str, set[str]]]:
        plain = [node for node in body if isinstance(node, (ast.Assign, ast.AnnAssign))]
        for name, nodes in [("", plain), *((node.name, [node]) for node in body if isinstance(node, ast.FunctionDef))]:
            kind = duty(room, cls, name)
            if kind is not None:
                yield kind, cls, spelled(nodes)
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from within(node.body, node.name)

    yield from within(ast.parse(source).body, "")


def duties(records: list[type[Facts]], code: list[tuple[str, str, set[str]]]) -> dict[str, set[str]]:
    """Field -> the duties in which it is spelled, its declaration included."""
    found: dict[str, set[str]] = {}
    for record in records:
        kin = {kind.__name__ for kind in record.__mro__} | {
            kind.__name__ for kind in records if issubclass(kind, record)
        }
        bases = [kind for kind in record.__mro__[1:] if kind is not Facts and issubclass(kind, Facts)]
        inherited = {name for kind in bases for name in kind.__struct_fields__}
        for name, way in zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True):
            if name in inherited or way.startswith(" "):
                continue
            key = way.rpartition(".")[2]
            spelt = {kind for kind, cls, said in code if (f".{name}" in said or key in said) and owns(kind, cls, kin)}
            found[f"{record.__name__}.{name}"] = {"declare", *spelt}
    return found


def owns(kind: str, cls: str, kin: set[str]) -> bool:
    """A record begins, copies, compares and writes its own fields alone."""
    return kind in ("view", "correct", "read") or not cls or cls in kin


def of_ruleset(ruleset: str) -> dict[str, set[str]]:
    """Field -> duties, of every record of a ruleset."""
    records: dict[str, type[Facts]] = {}
    code: list[tuple[str, str, set[str]]] = []
    for path in sorted((GAMES / ruleset).rglob("*.py")):
        room = path.relative_to(GAMES / ruleset).as_posix()
        code += places(path.read_text(), room.removeprefix("full/"))
        module = ".".join(("immolation.games", ruleset, *path.relative_to(GAMES / ruleset).with_suffix("").parts))
        for kind in vars(importlib.import_module(module.removesuffix(".__init__"))).values():
            own = isinstance(kind, type) and kind.__module__.startswith(f"immolation.games.{ruleset}.")
            if own and issubclass(kind, Facts):
                records[kind.__qualname__] = kind
    return duties(list(records.values()), code)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_field_of_a_situation_is_spelled_at_most_three_times(ruleset: str) -> None:
    found = of_ruleset(ruleset)
    assert len(found) > 20, "the records of the situation are found"
    assert {name: spelt for name, spelt in found.items() if len(spelt) > MOST} == {}


def test_a_field_that_is_carried_by_hand_is_counted() -> None:
    class Wagon(Facts):
        load: int = 0

    source = """
class Wagon:
    def __init__(self, load):
        self.load = load
    def copy(self):
        return Wagon(self.load)
    def to_json(self):
        return {"load": self.load}
    def heavy(self):
        return self.load > 3
"""
    code = [
        *places(source, "facts/wagon.py"),
        *places("def read(given): return given['load']", "position/from_json.py"),
    ]
    assert duties([Wagon], code) == {"Wagon.load": {"declare", "begin", "copy", "write", "read"}}
