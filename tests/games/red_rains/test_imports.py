"""Every module of Red Rains imports at its head, and none of those it imports comes back to it."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from importlib.resources import files

TREES = {
    path.name.removesuffix(".py"): ast.parse(path.read_text(encoding="utf-8"))
    for path in files("immolation.games.red_rains").iterdir()
    if path.name.endswith(".py")
}
"""Module -> what stands in it."""


def imported(tree: ast.Module) -> set[str]:
    """The modules of the ruleset that a module imports, for types alone as well."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found & set(TREES)


def test_no_import_circle() -> None:
    graph = {name: imported(tree) for name, tree in TREES.items()}
    assert sum(map(len, graph.values())) > 100
    assert len(list(TopologicalSorter(graph).static_order())) == len(TREES)  # raises CycleError naming the circle


def test_no_import_inside_a_function_and_none_for_types_alone() -> None:
    late = [
        f"{name}:{node.lineno}"
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in tree.body
    ]
    assert late == []
