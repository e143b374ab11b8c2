"""Keeps the games of a series in a file while it is played: one line a game, safe against being killed.

The first line is the plan. A game counts once its line is whole on the disk; what a kill tore off is played again. Each
line ends with a checksum of the rest of it, ``crc``, which files of earlier versions do not have.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self
from zlib import crc32

import msgspec

try:
    import fcntl
except ImportError:  # pragma: no cover - a system without it
    fcntl = None  # type: ignore[assignment]

from .one_game import Played
from .plan import Plan


class ResultsFileError(ValueError):
    """A file that cannot be gone on with; ``str()`` is one sentence for a person, with the file in it."""


class ResultsFile:
    """Games that are done, on the disk. A context manager; `open` makes one, and nobody else can until it is closed."""

    def __init__(self, path: Path, file: BinaryIO, played: dict[int, Played]) -> None:
        """For `open` only."""
        self.path = path
        self.played: Mapping[int, Played] = played
        self._played = played
        self._file = file

    @classmethod
    def open(cls, path: Path, plan: Plan, *, resume: bool) -> Self:
        """A new file at ``path``, or with ``resume`` the one that is there, cut behind its last whole line.

        Raises ResultsFileError if there is one already, if another run has it open, if it belongs to another plan, or
        if it is damaged.
        """
        if path.exists() and not resume:
            raise ResultsFileError(
                f"{path} holds games already; add --resume to go on with them, or name another file."
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as closing:
            file = closing.enter_context(path.open("ab"))
            _lock(path, file)
            found, whole = _read(path, plan)
            if whole < path.stat().st_size:
                os.truncate(path, whole)
            results = cls(path, file, found)
            if not whole:
                results._write(plan)
            closing.pop_all()  # nothing went wrong: `close` closes it
        return results

    def add(self, game: Played) -> None:
        """Keep a game; it is on the disk when this returns. Raises ResultsFileError on a full disk."""
        self._write(game)
        self._played[game.number] = game

    def _write(self, record: Plan | Played) -> None:
        try:
            self._file.write(encoded(record) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise ResultsFileError(
                f"{self.path} cannot be written: {error.strerror}. The games in it are kept: go on when it can."
            ) from error

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):  # a full disk, which `add` has told of; what it told to be kept is on the disk
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _lock(path: Path, file: BinaryIO) -> None:
    """Hold a file until it is closed. Raises ResultsFileError if another run does."""
    if fcntl is None:  # pragma: no cover
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ResultsFileError(
            f"Another run is writing {path}: wait until it is done, or name another place for the games."
        ) from None


_CHECKED: Final = re.compile(rb',"crc":"([0-9a-f]{8})"\}$')


def encoded(record: msgspec.Struct) -> bytes:
    """Return the line of a plan or a game, without its end."""
    line = msgspec.json.encode(record)
    return b'%s,"crc":"%08x"}' % (line[:-1], crc32(line))


def _unchecked(line: bytes) -> bytes:
    """Return a line without its checksum, if it has one. Raises DecodeError if it is not as it was written."""
    checked = _CHECKED.search(line)
    if checked is None:
        return line
    found = line[: checked.start()] + b"}"
    if int(checked[1], 16) != crc32(found):
        raise msgspec.DecodeError("it is not as it was written")
    return found


def check(path: Path, plan: Plan) -> None:
    """Refuse a file, if there is one, that `ResultsFile.open` could not go on with. Raises ResultsFileError."""
    if path.exists():
        _read(path, plan)


def _read(path: Path, plan: Plan) -> tuple[dict[int, Played], int]:
    """The games of a file by number, and how many bytes of it are whole."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if not whole and (encoded(plan).startswith(data) or msgspec.json.encode(plan).startswith(data)):
        return {}, 0  # killed while it wrote the plan
    return decoded(path, data[:whole].splitlines(), plan), whole


def decoded(path: Path, lines: Sequence[bytes], plan: Plan) -> dict[int, Played]:
    """Return the games by number that the lines of a file hold, the plan in the first.

    Raises ResultsFileError for no plan or another one, and naming the line for one that no game of the plan can be.
    """
    try:
        kept = msgspec.json.decode(_unchecked(lines[0]) if lines else b"", type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ResultsFileError(f"{path} is no file of games that were simulated.") from None
    same_plan(path, kept, plan)
    found: dict[int, Played] = {}
    seats = plan.load().new(plan.config).seats
    for number, line in enumerate(lines[1:], 2):
        try:
            game = msgspec.json.decode(_unchecked(line), type=Played)
            flaw = "" if game.status == "failed" else _flaw(game, plan, seats)
            if found.get(game.number, game) != game:
                flaw = f"game {game.number} stands above with another end"
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            flaw = str(error)
        if flaw:
            raise ResultsFileError(
                f"{path}, line {number} is damaged: {flaw}; without that line its game is played again."
            )
        found[game.number] = game
    return found


def _flaw(game: Played, plan: Plan, seats: tuple[str, ...]) -> str:
    """Return what a finished game cannot be in this plan; empty where nothing is wrong."""
    if game.bots != plan.seated(game.number, seats):
        return f"in game {game.number} other bots sit at the table"
    if game.config != {**game.config, **plan.config}:
        return f"game {game.number} was begun with another config"
    stranger = next((seat for seat in game.winners if seat not in game.bots), None)
    return "" if stranger is None else f"seat {stranger} wins, and there is none"


def same_plan(path: Path, kept: Plan, plan: Plan) -> None:
    """Refuse to mix games of two plans. Raises ResultsFileError naming what differs."""
    for key in Plan.__struct_fields__:
        before, now = getattr(kept, key), getattr(plan, key)
        if before != now and key == "pack":
            if before:
                raise ResultsFileError(
                    f"{path} was begun with other cards than {plan.settings['pack']} holds now; put them back, or name "
                    f"another place for the games."
                )
        elif before != now:
            word = _WORDS.get(key, key)
            raise ResultsFileError(
                f"{path} was begun with {word} {_as_text(before)}, not {_as_text(now)}; "
                f"resume it with what it was begun with, or name another place for the games."
            )


_WORDS = {"nodes": "a budget of", "most_actions": "at most so many actions a game:", "config": "the config"}


def _as_text(value: object) -> str:
    return "none" if value is None else msgspec.json.encode(value, order="sorted").decode()
