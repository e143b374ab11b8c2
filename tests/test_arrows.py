"""The import arrows of the house and its vocabulary, held against every import and every name there is."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOST = ROOT / "host" / "immolation"
FIRMWARE = ROOT / "firmware"
PAGE = ROOT / "docs" / "architecture.md"
"""Its table says which part may import which."""

PROTOCOL = {"immolation_board.wire", "immolation_board.wire_fields", "immolation_board.board_messages"}
"""The modules of the wire's protocol: both sides run them, and they need nothing but each other."""

PURE = {"math", "enum", "re", "functools", "itertools", "collections", "dataclasses", "types", "typing", "abc"} | {
    "__future__", "bisect", "copy", "fractions", "hashlib", "heapq", "importlib", "json", "operator", "pathlib",
    "string", "msgspec",
}  # fmt: skip
"""What rules may import: no clock, no network, no process. ``pathlib`` finds the data beside a ruleset."""

LUMBER_ROOMS = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "shared"}
"""Names that say nothing of what is inside."""

PRIVATE_DIALECT = {
    "beasts", "calling", "chronicle", "crew", "desk", "door", "figures", "hands", "imagining", "koru", "lan", "ledger",
    "line", "lines", "mixes", "news", "opening", "orders", "reflexes", "settling", "showing", "sight", "standing",
    "steward", "store", "table_talk", "telling", "veteran", "watch",
}  # fmt: skip
"""Words that once named modules here and that nobody outside knew: plumbing bears the field's standard name."""

PRIVATE_CLASSES = {
    "BoardHands", "BoardWatch", "Chronicle", "Desk", "Felt", "Hands", "Line", "News", "Order", "Pace", "Ply", "Replies",
    "Said", "Standing", "Steward",
}  # fmt: skip
"""The same for classes."""

PRIVATE_METHODS = {
    "fall", "hear", "heard", "lies", "owe", "settle", "settled", "stir", "take", "tell", "told", "waive",
}  # fmt: skip
"""Verbs that meant eight things each. Say ``on_x`` for what comes in, ``poll`` for time that passes, ``notify`` for
listeners, ``publish`` for MQTT, ``send`` for a link, ``wake`` for a task, ``take_action`` for an action."""

ONE_NAME_TWO_CLASSES = {
    "Layer": "one layer of light, composed by the host and drawn by the board",
}
"""Class names that are defined twice, once outside the rulesets; why. Only ever made smaller."""

MOST_FILES = 25
"""Python files in one folder: more are not looked through, they are searched."""

HOST_FILES = sorted(path for path in HOST.rglob("*.py") if "circuitpython" not in path.parts)
"""All of the host; the stand-ins of the virtual board belong to the board's interpreter."""

FIRMWARE_FILES = sorted(FIRMWARE.rglob("*.py"))
OUTSIDE_GAMES = [path for path in HOST_FILES if "games" not in path.relative_to(HOST).parts]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file, gone through once for all tests."""
    return tuple(ast.walk(tree(path)))


def module(path: Path) -> str:
    root = HOST.parent if HOST in path.parents else FIRMWARE
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(path): path for path in [*HOST_FILES, *FIRMWARE_FILES]}


def package(path: Path) -> list[str]:
    name = module(path).split(".")
    return name if path.name == "__init__.py" else name[:-1]


def imports(path: Path) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """(line, module, names) of every import of a file: relative ones made whole, late and type-only ones included."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package(path)[: len(package(path)) - node.level + 1] if node.level else []
            yield node.lineno, ".".join([*base, *filter(None, [node.module])]), tuple(a.name for a in node.names)


def reached(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of every import; ``from package import module`` reaches the module."""
    for line, name, names in imports(path):
        inner = [f"{name}.{each}" for each in names if f"{name}.{each}" in MODULES]
        if len(inner) < len(names) or not names:
            inner.append(name)
        yield from ((line, each) for each in inner)


def part(name: str) -> str | None:
    """``table`` for ``immolation.table.undo``, None for modules at the top and for other packages."""
    parts = name.split(".")
    return parts[1] if parts[0] == "immolation" and len(parts) > 1 else None


def shown(path: Path, line: int, said: str) -> str:
    return f"{path.relative_to(ROOT)}:{line}: {said}"


def arrows() -> dict[str, set[str]]:
    """Part -> what it may import, from the table of the architecture page: parts, or single modules with a dot."""
    text = PAGE.read_text(encoding="utf-8").split("## Which part may import which", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    return {name.strip(" `"): {each.strip(" `") for each in may.split(",") if each.strip(" –")} for name, may in rows}


def circles(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of modules that can all be reached from each other (Tarjan)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for other in edges.get(name, ()):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == number[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in edges:
        if name not in number:
            visit(name)
    return found


def test_a_circle_is_found() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": []}) == [["a", "b", "c"]]
    assert circles({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_the_table_of_arrows_names_every_part_there_is() -> None:
    folders = {path.name for path in HOST.iterdir() if (path / "__init__.py").exists()}
    assert set(arrows()) == folders


def test_every_file_that_the_architecture_page_names_is_there() -> None:
    named = re.findall(r"`([\w/.-]+/[\w.-]*)`", PAGE.read_text(encoding="utf-8"))
    folders = [ROOT, HOST, FIRMWARE / "immolation_board"]
    assert len(named) > 40
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


def test_imports_run_as_the_architecture_page_says() -> None:
    allowed = arrows()
    wrong = []
    for path in HOST_FILES:
        here = part(module(path))
        for line, name in reached(path):
            there = part(name)
            if here not in allowed or there not in allowed or there == here:
                continue
            if there not in allowed[here] and name.removeprefix("immolation.") not in allowed[here]:
                wrong.append(shown(path, line, f"{here} must not import {name}"))
    assert wrong == []


def test_nothing_imports_in_a_circle_neither_late_nor_for_types() -> None:
    edges = {
        name: {other for _, other in reached(path) if other in MODULES and other != name}
        for name, path in MODULES.items()
    }
    assert circles(edges) == []


def test_rulesets_import_nothing_inside_a_function() -> None:
    wrong = []
    for path in sorted((HOST / "games").rglob("*.py")):
        late = {
            node.lineno
            for function in nodes(path)
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        wrong += [shown(path, line, "import inside a function") for line in sorted(late)]
    assert wrong == []


def test_only_the_board_reads_the_wire_and_nothing_of_the_firmware_but_the_wire_runs_in_the_host() -> None:
    allowed = arrows()
    wrong = []
    for path in HOST_FILES:
        for line, name in reached(path):
            if name.split(".")[0] != "immolation_board":
                continue
            here = part(module(path)) or ""
            folder = name == "immolation_board" and here == "board"  # where the firmware's files are
            if not folder and not (name in PROTOCOL and name in allowed[here]):
                wrong.append(shown(path, line, f"imports {name}"))
    assert wrong == []


def test_rules_are_pure() -> None:
    wrong = []
    for path in sorted((HOST / "games").rglob("*.py")):
        for line, name, names in imports(path):
            if name.startswith("immolation.games"):
                continue
            if name == "random" and names == ("Random",):
                continue  # the type of the generator that callers pass in
            if name.split(".")[0] not in PURE:
                wrong.append(shown(path, line, f"rules import {name}"))
    assert wrong == []


def test_rules_never_make_randomness_and_write_no_file() -> None:
    wrong = []
    for path in sorted((HOST / "games").rglob("*.py")):
        for node in nodes(path):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).split(".")[-1]
            if called in {"Random", "print", "open", "write_text", "write_bytes", "input", "eval", "exec"}:
                wrong.append(shown(path, node.lineno, f"rules call {called}"))
    assert wrong == []


def test_the_firmware_knows_no_host() -> None:
    wrong = [
        shown(path, line, "firmware imports the host")
        for path in FIRMWARE_FILES
        for line, name, _ in imports(path)
        if name.split(".")[0] == "immolation"
    ]
    assert FIRMWARE_FILES
    assert wrong == []


def test_the_wire_needs_nothing_but_the_standard_library() -> None:
    for name in PROTOCOL:
        needed = {other for _, other in reached(MODULES[name])} - PROTOCOL
        assert {other.split(".")[0] for other in needed} <= set(sys.stdlib_module_names), name


def test_no_room_is_called_after_a_lumber_room() -> None:
    every = [*HOST.rglob("*"), *FIRMWARE.rglob("*"), *(ROOT / "tests").rglob("*")]
    assert [str(path.relative_to(ROOT)) for path in every if path.stem in LUMBER_ROOMS] == []


def test_plumbing_bears_the_names_of_the_field_and_none_of_a_private_dialect() -> None:
    wrong = [str(path.relative_to(ROOT)) for path in OUTSIDE_GAMES if path.stem in PRIVATE_DIALECT]
    for path in OUTSIDE_GAMES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and node.name in PRIVATE_CLASSES:
                wrong.append(shown(path, node.lineno, f"class {node.name}"))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.strip("_") in PRIVATE_METHODS:
                wrong.append(shown(path, node.lineno, f"def {node.name}"))
    assert wrong == []


def test_no_class_name_outside_the_rulesets_means_two_things() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in [*HOST_FILES, *FIRMWARE_FILES]:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module(path))
    twice = {
        name: where
        for name, where in places.items()
        if len(where) > 1 and any(not one.startswith("immolation.games.") for one in where)
    }
    assert {name: where for name, where in twice.items() if name not in ONE_NAME_TWO_CLASSES} == {}


def test_no_class_name_of_a_ruleset_means_two_things_in_it() -> None:
    """Actions may be called like what they do: a card's effect, an Instant Power."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in HOST_FILES:
        where = module(path).split(".")
        if where[:2] == ["immolation", "games"] and len(where) > 3 and where[-1] != "actions":
            for node in tree(path).body:
                if isinstance(node, ast.ClassDef):
                    places[where[2], node.name].append(module(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_folder_holds_more_files_than_somebody_looks_through() -> None:
    count: dict[str, int] = defaultdict(int)
    for path in [*HOST_FILES, *FIRMWARE_FILES]:
        count[str(path.parent.relative_to(ROOT))] += 1
    assert {folder: files for folder, files in count.items() if files > MOST_FILES} == {}


@pytest.mark.parametrize("folder", [HOST, FIRMWARE], ids=lambda folder: folder.name)
def test_every_module_says_first_what_it_does(folder: Path) -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for path in sorted(folder.rglob("*.py"))
        if path.stat().st_size and not ast.get_docstring(tree(path))
    ]
    assert wrong == []


def test_docstrings_say_what_a_module_does_and_leave_what_it_may_import_to_the_architecture_page() -> None:
    formula = ("Owns ", "Knows no", "knows no", "Must never know", "must never know", "Know no ")
    wrong = [
        str(path.relative_to(ROOT))
        for path in OUTSIDE_GAMES
        if any(words in (ast.get_docstring(tree(path)) or "") for words in formula)
    ]
    assert wrong == []
