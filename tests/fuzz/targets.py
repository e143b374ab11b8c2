"""What is fuzzed: every place where bytes from elsewhere come in. A target takes any bytes and raises only for a bug.

``python -m tests.fuzz.run TARGET SECONDS`` drives one with atheris (``pip install 'immolation[fuzz]'``).
"""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from immolation import games
from immolation.broker import commands
from immolation.games import GameError
from immolation.table.journal.journal_file import APPLICATION_ID, SCHEMA, export, seal_of
from immolation.table.journal.journal_records import JournalError
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table
from immolation_board import wire

CORPUS = Path(__file__).parent / "corpus"
SAVED = Path(__file__).parents[1] / "saved"

PACKED = ("ascended-kings", "chimera-con", "kimera", "red-rains")
"""Rulesets with packs."""


def _said(error: Exception) -> None:
    """Whatever is refused is refused in words."""
    assert str(error)


def wire_line(data: bytes) -> None:
    """Bytes from a cable: whatever they are, what comes out is a message that can be said again."""
    reader = wire.LineReader()
    for at in range(0, len(data), 64):
        part = data[at : at + 64]
        for message in reader.feed(part, len(part)):
            assert wire.check(message) is None
            again = wire.LineReader().feed(wire.line(message), len(wire.line(message)))
            assert list(again) == [message]


def command(data: bytes) -> None:
    """A payload on ``do``."""
    try:
        request = commands.read(data)
    except commands.BadCommand as bad:
        _said(bad)
        return
    assert 1 <= len(request.id) <= 64


def _split(data: bytes) -> tuple[str, bytes]:
    """The first byte chooses a ruleset, the rest is for it."""
    names = sorted(games.names())
    return names[(data[0] if data else 0) % len(names)], data[1:]


def position(data: bytes) -> None:
    """A position as JSON; what is taken can be looked at and gives the same position again."""
    name, text = _split(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    game = games.load(name)
    try:
        state = game.from_position(given)
    except GameError as error:
        _said(error)
        return
    state.view(None)
    shown = state.position()
    assert game.from_position(json.loads(msgspec.json.encode(shown))).digest() == state.digest()


def pack(data: bytes) -> None:
    """A pack as TOML."""
    name = PACKED[(data[0] if data else 0) % len(PACKED)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pack.toml"
        file.write_bytes(data[1:])
        try:
            games.load(name, pack=str(file))
        except GameError as error:
            _said(error)


def journal(data: bytes) -> None:
    """The rows of a journal as JSON lines, the header first, sealed as a host would."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.journal"
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute(f"PRAGMA application_id={APPLICATION_ID}")
            for statement in SCHEMA:
                file.execute(statement)
            seal = ""
            rows = data.decode("utf-8", "replace").split("\n")[:40]
            file.execute("BEGIN")
            for number, text in enumerate(rows):
                seal = seal_of(seal, text.encode())
                if number == 0:
                    file.execute("INSERT INTO header VALUES (?, ?)", (text, seal))
                else:
                    file.execute("INSERT INTO entry VALUES (?, ?, ?)", (number, text, seal))
            file.execute("COMMIT")
            file.execute(f"PRAGMA user_version={len(rows)}")
        try:
            asyncio.run(_opened(path))
        except (GameError, JournalError, TableRefusal) as error:
            _said(error)


async def _opened(path: Path) -> None:
    table = await Table.open(path)
    try:
        table.state_record()
        for seat in table.players:
            table.seat_record(seat)
        table.events_since(0)
    finally:
        await table.close()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "wire_line": wire_line,
    "command": command,
    "position": position,
    "pack": pack,
    "journal": journal,
}


def corpus(target: str) -> list[bytes]:
    """What a target begins with: good inputs, and those that once broke something (kept in ``corpus``)."""
    kept = [path.read_bytes() for path in sorted((CORPUS / target).glob("*"))]
    return [*kept, *_good(target)]


def _good(target: str) -> list[bytes]:
    names = sorted(games.names())
    if target == "position":
        found = []
        for file in sorted(SAVED.rglob("*.positions.jsonl.xz")):
            name = next(name for name in reversed(names) if file.name.startswith(name))
            lines = lzma.decompress(file.read_bytes()).splitlines()
            for line in (lines[0], lines[len(lines) // 2]):
                saved: dict[str, Any] = json.loads(line)
                found.append(bytes((names.index(name),)) + msgspec.json.encode(saved.get("position", saved)))
        return found
    if target == "journal":
        found = []
        for file in sorted(SAVED.rglob("*.journal.xz"))[::3]:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "a.journal"
                path.write_bytes(lzma.decompress(file.read_bytes()))
                found.append("\n".join(list(export(path))[:12]).encode())
        return found
    if target == "pack":
        root = Path(games.__file__).parent
        shipped = {name: sorted(root.glob(f"{name.replace('-', '_')}/**/*.toml")) for name in PACKED}
        return [bytes((PACKED.index(name),)) + file.read_bytes() for name, files in shipped.items() for file in files]
    return []
