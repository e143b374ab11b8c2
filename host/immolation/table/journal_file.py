"""Owns the file a game is kept in: one SQLite database, one row an entry. Must never know a rule, a clock or a board.

An entry is on the disk before `Journal.append` returns: write-ahead log, ``synchronous=FULL``, one writer thread that
keeps the order while the event loop goes on. Each entry is sealed over the one before it, so that a row that was torn
or changed is found when the journal is opened, and everything before it can still be read.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from .clocks import ClockSettings, ClockSnapshot
from .records import Player

try:
    import fcntl
except ImportError:  # pragma: no cover - only where there is no POSIX
    fcntl = None  # type: ignore[assignment]

APPLICATION_ID = 0x494D4D4F
"""``IMMO`` in the SQLite header: a journal is told from any other database."""

VERSION = 2
"""Of a new journal. Version 1 has the same layout and the digests of the first edition; any other is refused."""

VERSIONS = (1, VERSION)
"""What this host reads and writes on."""

LARGEST = 1 << 30
"""Bytes; no journal comes near it, so a header that says more is not believed."""

SCHEMA = """
CREATE TABLE header (record TEXT NOT NULL, seal TEXT NOT NULL);
CREATE TABLE entry (n INTEGER PRIMARY KEY, record TEXT NOT NULL, seal TEXT NOT NULL);
"""


class JournalError(OSError):
    """The journal can not be used; ``str()`` says which file, why, and what to do."""


class JournalExists(JournalError):
    """There is a journal already where a new one was to be made."""


class JournalBusy(JournalError):
    """Another host has this journal open."""


class JournalDamaged(JournalError):
    """An entry is torn or was changed. Everything before it is intact; see `intact`."""

    def __init__(self, path: Path, last: int | None, reason: str) -> None:
        if last is None:
            kept = "Nothing in it can be read."
        elif last == 0:
            kept = "Only its header is intact; start the game again."
        else:
            kept = f"Entries 1 to {last} are intact; `immolation replay {path} --rescue NEW` copies them to a new one."
        super().__init__(f"The journal {path} is damaged after entry {last or 0}: {reason}. {kept}")
        self.last = last
        """Number of the newest intact entry; 0: the header alone is intact; None: not even that."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game began: enough, with the entries, to play it again anywhere."""

    ruleset: str
    config: dict[str, Any]
    """What ``Game.new`` was given; where there is a ``position``, what of it a config would have said."""

    seed: int
    players: dict[str, Player]
    digest: str
    """Of the state before the first action."""

    created_ms: int
    """Unix milliseconds."""

    settings: dict[str, Any] = {}
    """What ``games.load`` was given besides the name."""

    dice: Literal["host", "typed"] = "host"
    clocks: ClockSettings = ClockSettings()
    table: str = "main"
    position: dict[str, Any] | None = None
    """What ``Game.from_position`` was given, where the game did not begin at its beginning."""

    version: int = VERSION


Kind = Literal["action", "undo", "pause", "resume", "player", "put-right", "begun"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happened at the table."""

    n: int
    """Journal number: 1, 2, 3..."""

    kind: Kind
    record: dict[str, Any]
    """``action``: ``{"action", "by"}``; ``undo``: ``{"to", "by"}``; ``player``: ``{"seat", "player"}``;
    ``put-right``: ``{"which"}``; ``pause`` and ``resume``: ``{"by"}``; ``begun``: ``{"events"}``, what happened by
    itself before the first decision of a game that began from a position."""

    digest: str
    """Of the state after it."""

    at_ms: int
    """Unix milliseconds, for people; nothing is computed from it."""

    clocks: ClockSnapshot = ClockSnapshot()
    """After it."""


def _seal(before: str, record: bytes) -> str:
    return hashlib.blake2b(before.encode() + record, digest_size=8).hexdigest()


def _rows(path: Path) -> Iterator[tuple[int | None, str, str]]:
    """The rows of a journal without changing the file: the header (None), then the entries in order."""
    short = _cut_off(path)
    if short:
        # SQLite refuses a file that is too short whole; filled up with nothing, it gives what is there.
        with tempfile.TemporaryDirectory() as folder:
            filled = Path(folder) / path.name
            shutil.copyfile(path, filled)
            with filled.open("ab") as file:
                file.write(bytes(short))
            yield from _rows(filled)
        raise sqlite3.DatabaseError("the file was cut short")
    for mode in ("mode=ro", "mode=ro&immutable=1"):  # the second where even the folder may not be written
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)) as connection:
                if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                    raise JournalDamaged(path, None, "it is no journal of a table")
                for record, seal in connection.execute("SELECT record, seal FROM header"):
                    yield None, record, seal
                yield from connection.execute("SELECT n, record, seal FROM entry ORDER BY n")
                return
        except sqlite3.OperationalError as error:
            if "unable to open" in str(error) and mode == "mode=ro":
                continue
            raise


def _cut_off(path: Path) -> int:
    """How many bytes are missing at the end, by what SQLite's header says of the file."""
    with path.open("rb") as file:
        start = file.read(32)
    if len(start) < 32 or not start.startswith(b"SQLite format 3") or path.with_name(path.name + "-wal").exists():
        return 0
    page = int.from_bytes(start[16:18], "big")
    size = (65536 if page == 1 else page) * int.from_bytes(start[28:32], "big")
    return max(0, min(size, LARGEST) - path.stat().st_size)


def _read(path: Path) -> Iterator[tuple[Header | Entry, str]]:
    """The header and the intact entries with their seals; raises JournalDamaged at the first row that is not."""
    if not path.is_file():
        raise JournalError(f"There is no journal {path}.")
    last: int | None = None
    seal = ""
    rows = _rows(path)
    while True:
        try:
            row = next(rows, None)
        except sqlite3.Error as error:
            raise JournalDamaged(path, last, f"SQLite says '{error}'") from None
        if row is None:
            break
        number, text, found = row
        if (number is None) != (last is None):
            raise JournalDamaged(path, last, "it does not begin with one header")
        if number is not None and number != (last or 0) + 1:
            raise JournalDamaged(path, last, f"entry {(last or 0) + 1} is missing")
        what = "the header" if number is None else f"entry {number}"
        if not isinstance(text, str) or _seal(seal, text.encode()) != found:
            raise JournalDamaged(path, last, f"{what} does not fit its seal")
        try:
            record = _decode(text, number)
        except msgspec.DecodeError as error:
            raise JournalDamaged(path, last, f"{what} can not be read ({error})") from None
        if isinstance(record, Header) and record.version not in VERSIONS:
            known = " and ".join(map(str, VERSIONS))
            raise JournalError(f"The journal {path} is of version {record.version}; this host reads {known}.")
        last, seal = number or 0, found
        yield record, seal
    if last is None:
        raise JournalDamaged(path, None, "it has no header")


def _decode(text: str, number: int | None) -> Header | Entry:
    if number is None:
        return msgspec.json.decode(text, type=Header)
    return msgspec.json.decode(text, type=Entry)


def _read_all(path: Path) -> tuple[Header, list[Entry], str]:
    header: Header | None = None
    entries: list[Entry] = []
    last = ""
    for record, seal in _read(path):
        last = seal
        if isinstance(record, Header):
            header = record
        else:
            entries.append(record)
    assert header is not None, "_read yields a header or raises"
    return header, entries, last


def read(path: Path) -> tuple[Header, list[Entry]]:
    """Everything in a journal, also while a host is writing it. Raises JournalError and its kinds."""
    header, entries, _ = _read_all(path)
    return header, entries


def export(path: Path) -> Iterator[str]:
    """The journal as JSON lines that people and other programs can read: the header, then each entry."""
    for record, _ in _read(path):
        yield msgspec.json.encode(record).decode()


def intact(path: Path) -> tuple[Header, list[Entry]]:
    """What is intact of a journal that may be damaged. Raises JournalDamaged if not even the header is."""
    header: Header | None = None
    kept: list[Entry] = []
    try:
        for record, _ in _read(path):
            if isinstance(record, Header):
                header = record
            else:
                kept.append(record)
    except JournalDamaged:
        if header is None:
            raise
    assert header is not None, "_read yields a header or raises"
    return header, kept


def make(path: Path, header: Header, entries: Iterable[Entry] = ()) -> None:
    """Write a new journal beside its place and move it there, so that there is a whole one or none."""
    if path.exists():
        raise JournalExists(f"There is a journal already at {path}; open it, or choose another file.")
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("BEGIN")
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        text = msgspec.json.encode(header)
        seal = _seal("", text)
        connection.execute("INSERT INTO header VALUES (?, ?)", (text.decode(), seal))
        for entry in entries:
            text = msgspec.json.encode(entry)
            seal = _seal(seal, text)
            connection.execute("INSERT INTO entry VALUES (?, ?, ?)", (entry.n, text.decode(), seal))
        connection.execute("COMMIT")
    os.replace(fresh, path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut; where folders cannot be opened there is nothing to do."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Journal:
    """One journal, open for writing by this host alone. `create` or `open` make one."""

    def __init__(self, path: Path, header: Header, entries: list[Entry], seal: str, lock: int | None) -> None:
        """For `create` and `open` only."""
        self.path = path
        self.header = header
        self._entries = entries
        self._seal = seal
        self._lock = lock
        self._failed: str | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix=f"journal {path.name}")
        self._connection: sqlite3.Connection | None = None

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """A new journal. Raises JournalExists if there is one already."""
        make(path, header)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """An existing journal, checked from the first entry to the last.

        Raises JournalDamaged naming the newest intact entry, JournalBusy if another host writes it.
        """
        if not path.is_file():
            raise JournalError(f"There is no journal {path}.")
        lock = _take(path)
        try:
            header, entries, seal = _read_all(path)
            return cls(path, header, entries, seal, lock)
        except BaseException:
            _release(lock)
            raise

    @property
    def last(self) -> int:
        """Number of the newest entry, 0 if there is none."""
        return self._entries[-1].n if self._entries else 0

    def entries(self) -> list[Entry]:
        """Every entry that is on the disk, in order."""
        return list(self._entries)

    async def append(self, entry: Entry) -> None:
        """Write one entry; it is on the disk when this returns. Entries are written in the order of the calls.

        Raises JournalError if it could not be written (a full disk, say); then it is not in the journal, and the
        journal takes no more until it is opened again, because what comes later would stand on it.
        """
        text = msgspec.json.encode(entry)
        done = asyncio.get_running_loop().run_in_executor(self._writer, self._write, entry, text)
        await asyncio.shield(done)

    def _write(self, entry: Entry, text: bytes) -> None:
        if self._failed is not None:
            raise JournalError(self._failed)
        if entry.n != self.last + 1:
            raise JournalError(f"Entry {entry.n} can not follow entry {self.last} in {self.path}.")
        seal = _seal(self._seal, text)
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self.path, isolation_level=None)
                self._connection.execute("PRAGMA journal_mode=WAL")
                self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.execute("INSERT INTO entry VALUES (?, ?, ?)", (entry.n, text.decode(), seal))
        except sqlite3.Error as error:
            self._failed = f"The journal {self.path} can not be written ({error}); free the disk and start again."
            raise JournalError(self._failed) from None
        self._seal = seal
        self._entries.append(entry)

    async def close(self) -> None:
        """Write what is waiting and let go of the file. Harmless when closed already."""
        if self._lock is None and self._connection is None:
            return
        with suppress(RuntimeError):
            await asyncio.get_running_loop().run_in_executor(self._writer, self._let_go)
        self._writer.shutdown()
        lock, self._lock = self._lock, None
        _release(lock)

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _take(path: Path) -> int | None:
    """Hold the journal for this process until it ends, however it ends. The lock lies beside the database, because
    closing any handle of the database itself would drop SQLite's own locks."""
    if fcntl is None:  # pragma: no cover
        return None
    handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise JournalBusy(f"Another host plays the journal {path}; stop it first.") from None
    return handle


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
