"""Collect the names that people's files, programs and habits rely on: tags, keys, topics, commands, event kinds."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
from immolation import games
from immolation.broker import commands, topics
from immolation.games import plugins
from immolation.table.journal import journal_records

from tests.games.playouts import new, walk

GAMES_FOR_EVENTS = 12
"""Random games a ruleset whose event kinds are collected."""


def records(name: str) -> Iterator[type[msgspec.Struct]]:
    """Every tagged record of a ruleset: actions, frames of the decision stack, effects of cards."""
    root = games.module(name)
    modules = [root]
    if hasattr(root, "__path__"):
        modules += [import_module(found.name) for found in pkgutil.walk_packages(root.__path__, f"{root.__name__}.")]
    for module in modules:
        for kind in vars(module).values():
            if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
                continue
            tag = kind.__struct_config__.tag
            if kind.__module__ == module.__name__ and tag not in (None, kind.__name__):  # a base class bears its name
                yield kind


def tags(name: str) -> dict[str, list[str]]:
    """``do=step`` -> the fields of that record in JSON; records that share a tag are counted together."""
    found: dict[str, set[str]] = {}
    for kind in records(name):
        config = kind.__struct_config__
        found.setdefault(f"{config.tag_field}={config.tag}", set()).update(kind.__struct_encode_fields__)
    return {tag: sorted(fields) for tag, fields in sorted(found.items())}


def events(name: str) -> list[str]:
    """The kinds of the events of some random games."""
    return sorted(
        {
            event.kind
            for seed in range(GAMES_FOR_EVENTS)
            for _, happened in walk(new(name, seed), Random(seed))
            for event in happened
        }
    )


def literals(name: str) -> set[str]:
    """Every piece of text in a ruleset's sources."""
    root = Path(str(games.module(name).__file__))
    files = root.parent.rglob("*.py") if root.name == "__init__.py" else [root]
    return {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def option_keys(name: str) -> list[str]:
    """The keys of every option, on every track."""
    tracks = ({"track": "arena"}, {"track": "full"}) if name == "ascended-kings" else ({},)
    return sorted({option.key for settings in tracks for option in games.load(name, **settings).options()})


def topic_names() -> list[str]:
    """The topics as the page of topics writes them."""
    return [line.split("``")[1] for line in str(topics.__doc__).splitlines() if line.startswith(("``immo", "``home"))]


def said(rulesets: Iterable[str] = (), *, with_events: bool = True) -> dict[str, Any]:
    """All names as they are now, those of every ruleset where none are named."""
    return {
        "rulesets": {
            name: {
                "tags": tags(name),
                "options": option_keys(name),
                "config": [option.key for option in games.load(name).config_keys()],
                "events": events(name) if with_events else [],
            }
            for name in rulesets or games.names()
        },
        "topics": topic_names(),
        "commands": list(commands.TABLE_COMMANDS),
        "journal": sorted(get_args(journal_records.Kind)),
        "entry_points": sorted(
            f"{point.group}: {point.name}"
            for group in ("console_scripts", plugins.RULESETS)
            for point in entry_points(group=group)
            if point.value.startswith("immolation")
        ),
    }
