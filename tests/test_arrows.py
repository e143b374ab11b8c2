"""Which part may know which: the arrows of the house, held against every import there is."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOST = ROOT / "host" / "immolation"
FIRMWARE = ROOT / "firmware"

ARROWS: dict[str, set[str]] = {
    "games": set(),
    "bots": {"games"},
    "simulate": {"games", "bots"},
    "board": {"games", "bots"},
    "table": {"games", "bots", "board"},
    "broker": {"games", "bots", "board", "table"},
    "dashboard": set(),
    "cli": {"games", "bots", "simulate", "board", "table", "broker", "dashboard"},
}
"""Part -> the parts it may import; the arrows run cli -> dashboard, broker -> table -> board, bots -> games."""

NAMES_ONLY = {"dashboard": {"immolation.broker.topics"}}
"""Part -> single modules it may import beyond its arrows: the names of topics are the page's whole contract."""

WIRE = "immolation_board.wire"
WIRE_READERS = {"board"}
"""Parts that may import the codec; nothing else of the firmware runs in the host."""

PURE = {"math", "enum", "re", "functools", "itertools", "collections", "dataclasses", "types", "typing", "abc"} | {
    "__future__", "bisect", "copy", "fractions", "hashlib", "heapq", "importlib", "json", "operator", "pathlib",
    "string", "msgspec",
}  # fmt: skip
"""What rules may import: no clock, no network, no process. ``pathlib`` finds the data beside a ruleset."""

BANNED_NAMES = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "shared"}

HOST_FILES = sorted(path for path in HOST.rglob("*.py") if "circuitpython" not in path.parts)
"""All of the host; the stand-ins of the virtual board belong to the board's interpreter."""


def module(path: Path) -> str:
    parts = path.relative_to(HOST.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package(path: Path) -> list[str]:
    return list(path.relative_to(HOST.parent).with_suffix("").parts[:-1])


def imports(path: Path) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """(line, module, names) of every import of a file, relative ones made whole, those inside functions included."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package(path)[: len(package(path)) - node.level + 1] if node.level else []
            yield node.lineno, ".".join([*base, *filter(None, [node.module])]), tuple(a.name for a in node.names)


def part(name: str) -> str | None:
    """``table`` for ``immolation.table.journal_replay``, None for modules at the top and for other packages."""
    parts = name.split(".")
    return parts[1] if parts[0] == "immolation" and len(parts) > 1 else None


def reached(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) with ``from immolation import games`` told apart from ``import immolation``."""
    for line, name, names in imports(path):
        inner = [f"{name}.{each}" for each in names if (HOST.parent / name.replace(".", "/") / each).exists()]
        inner += [f"{name}.{n}" for n in names if (HOST.parent / name.replace(".", "/") / f"{n}.py").exists()]
        yield from ((line, each) for each in (inner or [name]))


def shown(path: Path, line: int, said: str) -> str:
    return f"{path.relative_to(ROOT)}:{line}: {said}"


def test_there_is_a_house_to_look_at() -> None:
    assert {part(module(path)) for path in HOST_FILES} >= set(ARROWS)


def test_imports_run_one_way() -> None:
    wrong = []
    for path in HOST_FILES:
        here = part(module(path))
        if here is None or here not in ARROWS:
            continue
        for line, name in reached(path):
            there = part(name)
            allowed = there is None or there == here or there in ARROWS[here] or name in NAMES_ONLY.get(here, ())
            if name.startswith("immolation.") and there in ARROWS and not allowed:
                wrong.append(shown(path, line, f"{here} must not import {name}"))
    assert wrong == []


def test_only_the_board_reads_the_wire_and_nothing_of_the_firmware_but_the_wire_runs_in_the_host() -> None:
    wrong = []
    for path in HOST_FILES:
        for line, name, names in imports(path):
            if name.split(".")[0] != "immolation_board":
                continue
            reads_wire = name == WIRE or (name == "immolation_board" and names in ((), ("wire",)))  # (): its folder
            if not reads_wire or part(module(path)) not in WIRE_READERS:
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
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).split(".")[-1]
            if called in {"Random", "print", "open", "write_text", "write_bytes", "input", "eval", "exec"}:
                wrong.append(shown(path, node.lineno, f"rules call {called}"))
    assert wrong == []


def test_the_firmware_knows_no_host() -> None:
    files = sorted(FIRMWARE.rglob("*.py"))
    wrong = [
        shown(path, node.lineno, "firmware imports the host")
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "immolation")
        or (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "immolation" for alias in node.names))
    ]
    assert files
    assert wrong == []


def test_the_wire_needs_nothing_but_the_standard_library() -> None:
    wire = FIRMWARE / "immolation_board" / "wire.py"
    found = {name.split(".")[0] for _, name, _ in imports_of_any(wire)}
    assert found <= set(sys.stdlib_module_names)


def imports_of_any(path: Path) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or "", tuple(alias.name for alias in node.names)


def test_no_room_is_called_after_a_lumber_room() -> None:
    every = [*HOST.rglob("*"), *FIRMWARE.rglob("*"), *(ROOT / "tests").rglob("*")]
    assert [str(path.relative_to(ROOT)) for path in every if path.stem in BANNED_NAMES] == []


@pytest.mark.parametrize("folder", [HOST, FIRMWARE], ids=lambda folder: folder.name)
def test_every_module_says_first_what_it_owns(folder: Path) -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for path in sorted(folder.rglob("*.py"))
        if path.stat().st_size and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert wrong == []
