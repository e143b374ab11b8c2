"""The findings of a bring-up: faults by the ids of faults.toml and running.toml, each with its tiles."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any

import msgspec


class FaultRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the fault table."""

    symptom: str
    cause: str
    cure: str


class Finding(msgspec.Struct, frozen=True):
    """One fault of this board."""

    fault: str
    """Id in faults.toml or running.toml."""

    tiles: tuple[int, ...]
    """Where, in ascending order; empty for what belongs to no tile."""

    what: str
    """One sentence for the person at the bench, with the tiles in it."""

    cause: str = ""
    cure: str = ""


class BringUp(msgspec.Struct):
    """The whole result."""

    board: dict[str, Any] = {}
    """The board's ``hello``."""

    sound: bool = False
    """True if every step was carried out and nothing was found."""

    finished: bool = False
    """False if the test could not go on to its end."""

    steps: list[str] = []
    """One sentence a step, as they were reported."""

    faults: list[Finding] = []
    unchecked: list[str] = []
    """What nobody looked at, and why."""


TABLES = ("faults.toml", "running.toml")
"""What can be wrong with the parts of a board, and with a board that plays."""


@functools.cache
def table() -> dict[str, FaultRow]:
    """The fault table by id, in the order in which people read it."""
    folder = resources.files(__package__)
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in TABLES]
    return {
        fault: row for text in texts for fault, row in msgspec.convert(tomllib.loads(text), dict[str, FaultRow]).items()
    }


def finding(fault: str, tiles: Iterable[int], what: str) -> Finding:
    """A finding with likely cause and cure from the table. Raises KeyError for an id that it does not have."""
    row = table()[fault]
    return Finding(fault, tuple(sorted(tiles)), what, _plain(row.cause), _plain(row.cure))


def _plain(text: str) -> str:
    """Without the marks of a page: a terminal has no links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "")


def named(tiles: Iterable[int]) -> str:
    """Tiles for people.

    >>> named([34]), named([3, 4]), named([30, 31, 32, 33, 40]), named(range(100))
    ('tile 34', 'tiles 03, 04', 'tiles 30 to 33, 40', 'all tiles')
    """
    ordered = sorted(tiles)
    if len(ordered) == 100:
        return "all tiles"
    runs: list[list[int]] = []
    for tile in ordered:
        if runs and tile == runs[-1][-1] + 1:
            runs[-1].append(tile)
        else:
            runs.append([tile])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]:02d} to {run[-1]:02d}"] if len(run) > 2 else [f"{tile:02d}" for tile in run]
    return ("tile " if len(ordered) == 1 else "tiles ") + ", ".join(words)
