"""Keeps the games of a series in a file while it is played: one line a game, safe against being killed.

The first line is the plan. A game counts once its line is whole on the disk; what a kill tore off is played again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from .one_game import Played
from .plan import Plan


class ResultsFileError(ValueError):
    """A file that cannot be gone on with; ``str()`` is one sentence for a person, with the file in it."""


class ResultsFile:
    """Games that are done, on the disk. A context manager; `open` makes one."""

    def __init__(self, path: Path, played: dict[int, Played]) -> None:
        """For `open` only."""
        self.path = path
        self.played: Mapping[int, Played] = played
        self._played = played
        self._file = path.open("ab")

    @classmethod
    def open(cls, path: Path, plan: Plan, *, resume: bool) -> Self:
        """A new file at ``path``, or with ``resume`` the one that is there, cut behind its last whole line.

        Raises ResultsFileError if there is one already, if it belongs to another plan, or if it is damaged.
        """
        if path.exists():
            if not resume:
                raise ResultsFileError(
                    f"{path} holds games already; add --resume to go on with them, or name another file."
                )
            found, whole = _read(path, plan)
            if whole < path.stat().st_size:
                os.truncate(path, whole)
            if whole:
                return cls(path, found)
        path.parent.mkdir(parents=True, exist_ok=True)
        results = cls(path, {})
        results._write(msgspec.json.encode(plan))
        return results

    def add(self, game: Played) -> None:
        """Keep a game; it is on the disk when this returns. Raises OSError on a full disk."""
        self._write(msgspec.json.encode(game))
        self._played[game.number] = game

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _read(path: Path, plan: Plan) -> tuple[dict[int, Played], int]:
    """The games of a file by number, and how many bytes of it are whole."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines()
    if not lines:
        return {}, 0
    try:
        kept = msgspec.json.decode(lines[0], type=Plan)
    except msgspec.DecodeError:
        raise ResultsFileError(f"{path} is no file of games that were simulated.") from None
    same_plan(path, kept, plan)
    found: dict[int, Played] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError as error:
            raise ResultsFileError(f"{path}, line {number} is damaged: {error}.") from None
        found[game.number] = game
    return found, whole


def same_plan(path: Path, kept: Plan, plan: Plan) -> None:
    """Refuse to mix games of two plans. Raises ResultsFileError naming what differs."""
    for key in Plan.__struct_fields__:
        before, now = getattr(kept, key), getattr(plan, key)
        if before != now:
            word = _WORDS.get(key, key)
            raise ResultsFileError(
                f"{path} was begun with {word} {_as_text(before)}, not {_as_text(now)}; "
                f"resume it with what it was begun with, or name another file."
            )


_WORDS = {"nodes": "a budget of", "most_actions": "at most so many actions a game:", "config": "the config"}


def _as_text(value: object) -> str:
    return "none" if value is None else msgspec.json.encode(value, order="sorted").decode()
