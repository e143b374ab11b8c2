"""How far a kind of frame spreads through its ruleset: few files name it, few functions tell several kinds apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import mean

import pytest
from immolation import games

RULESETS = ("ascended-kings", "chimera-con", "chimera-hunt", "kimera", "red-rains")


@cache
def trees(ruleset: str) -> dict[Path, ast.Module]:
    folder = Path(str(games.module(ruleset).__file__)).parent
    return {path: ast.parse(path.read_text()) for path in sorted(folder.rglob("*.py"))}


def kinds_in(tree: ast.Module) -> set[str]:
    """Frames that a file declares: records with a tag."""
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef) and any(word.arg == "tag" for word in node.keywords)
    }


def named(tree: ast.AST) -> set[str]:
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def frames_of(ruleset: str) -> dict[str, Path]:
    """Kind of frame -> the file that declares it."""
    return {kind: path for path, tree in trees(ruleset).items() if path.name == "frames.py" for kind in kinds_in(tree)}


def branches(function: ast.FunctionDef, kinds: set[str]) -> int:
    """How often a function asks whether something is a frame of some kind."""
    asked = [node.args[1] for node in ast.walk(function) if isinstance(node, ast.Call) and is_isinstance(node)]
    asked += [node.cls for node in ast.walk(function) if isinstance(node, ast.MatchClass)]
    return sum(bool(named(node) & kinds) for node in asked)


def is_isinstance(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "isinstance" and len(call.args) == 2


def branching(ruleset: str) -> Iterator[str]:
    """Functions that tell kinds of frames apart in three places or more."""
    kinds = set(frames_of(ruleset))
    for path, tree in trees(ruleset).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and branches(node, kinds) >= 3:
                yield f"{path.name}: {node.name}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_kind_of_frame_is_named_in_four_files_beside_its_own_at_the_most(ruleset: str) -> None:
    """On average."""
    files = {path: named(tree) for path, tree in trees(ruleset).items()}
    spread = {
        kind: [path.name for path, names in files.items() if path != own and kind in names]
        for kind, own in frames_of(ruleset).items()
    }
    assert len(spread) > 10
    assert mean(map(len, spread.values())) <= 4, {kind: found for kind, found in spread.items() if len(found) > 4}


def test_few_functions_ask_three_times_which_frame_it_is() -> None:
    assert len([name for ruleset in RULESETS for name in branching(ruleset)]) < 10
