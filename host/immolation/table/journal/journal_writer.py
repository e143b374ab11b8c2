"""Write the file of a game: every entry is on the disk before `Journal.append` returns, whatever happens then.

Write-ahead log, ``synchronous=FULL``, written by a few threads of all journals while the event loop goes on. After the
entry its number and seal go to the tail file, and only then anybody hears of it.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from . import journal_tail
from .journal_file import (
    APPLICATION_ID,
    SCHEMA,
    read_sealed,
    seal_of,
)
from .journal_records import (
    Entry,
    Header,
    JournalBusy,
    JournalError,
    JournalExists,
)
from .journal_tail import Tail, TailFile
from .shared_writer import OrderedWrites

try:
    import fcntl
except ImportError:  # pragma: no cover - only where there is no POSIX
    fcntl = None  # type: ignore[assignment]

SMALL_LOG = 64
"""Pages after which SQLite folds its log in: what a crash leaves to be recovered stays small."""


@contextmanager
def _explained(path: Path, doing: str) -> Iterator[None]:
    """Raise what the disk and SQLite refuse as a JournalError in words for people."""
    try:
        yield
    except JournalError:
        raise
    except (OSError, sqlite3.Error) as error:
        said = str(error)
        if getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in said or "disk I/O error" in said:
            why = "the disk is full or fails. Make room, then start the host again; the game goes on where it was"
        elif isinstance(error, PermissionError) or getattr(error, "errno", None) == errno.EROFS or "readonly" in said:
            why = "this user may not write there. Choose another place with --journal FILE"
        elif "unable to open" in said or isinstance(error, (FileNotFoundError, FileExistsError, NotADirectoryError)):
            why = "its folder cannot be used. Choose another place with --journal FILE"
        else:
            why = f"the system says '{getattr(error, 'strerror', None) or said}'"
        raise JournalError(f"The journal {path} can not be {doing}: {why}.") from None


def make(path: Path, header: Header, entries: Iterable[Entry] = ()) -> None:
    """Write a new journal beside its place and move it there, so that there is a whole one or none.

    Raises JournalExists, and JournalError where the disk is full or may not be written; then nothing is left behind.
    """
    if path.exists():
        raise JournalExists(f"There is a journal already at {path}; open it, or choose another file.")
    fresh = path.with_name(path.name + ".new")
    with _explained(path, "made"):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            fresh.unlink(missing_ok=True)
            _fill(fresh, header, entries)
            journal_tail.path_of(path).unlink(missing_ok=True)  # of a game that lay here before
            os.replace(fresh, path)
        except BaseException:
            for left in (fresh, fresh.with_name(fresh.name + "-journal")):
                with suppress(OSError):
                    left.unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)


def _fill(path: Path, header: Header, entries: Iterable[Entry]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("BEGIN")
        for statement in SCHEMA:
            connection.execute(statement)
        text = msgspec.json.encode(header)
        seal = seal_of("", text)
        connection.execute("INSERT INTO header VALUES (?, ?)", (text.decode(), seal))
        count = 0
        for entry in entries:
            text = msgspec.json.encode(entry)
            seal = seal_of(seal, text)
            connection.execute("INSERT INTO entry VALUES (?, ?, ?)", (entry.n, text.decode(), seal))
            count += 1
        connection.execute(f"PRAGMA user_version={count + 1}")
        connection.execute("COMMIT")


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

    def __init__(
        self, path: Path, header: Header, entries: list[Entry], seals: tuple[str, ...], lock: int | None
    ) -> None:
        """For `create` and `open` only."""
        self.path = path
        self.header = header
        self._entries = entries
        self._head = seals[0]
        self._seal = seals[-1]
        self._lock = lock
        self._failed: str | None = None
        self._writes = OrderedWrites()
        self._connection: sqlite3.Connection | None = None
        self._tail: TailFile | None = None

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """A new journal. Raises JournalExists if there is one already."""
        make(path, header)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """An existing journal, checked from the first entry to the last.

        Raises JournalDamaged naming the newest intact entry and what is lost, JournalBusy if another host writes it,
        by this or by any other name.
        """
        if not path.is_file():
            raise JournalError(f"There is no journal {path}.")
        real = path.resolve()
        handle = lock(real, path)
        try:
            header, entries, seals = read_sealed(path)
            return cls(real, header, entries, seals, handle)
        except BaseException:
            unlock(handle)
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
        await asyncio.shield(asyncio.wrap_future(self._writes.submit(lambda: self._write(entry, text))))

    def _write(self, entry: Entry, text: bytes) -> None:
        if self._failed is not None:
            raise JournalError(self._failed)
        if entry.n != self.last + 1:
            raise JournalError(f"Entry {entry.n} can not follow entry {self.last} in {self.path}.")
        seal = seal_of(self._seal, text)
        try:
            with _explained(self.path, "written"):
                if self._connection is None or self._tail is None:
                    self._connection, self._tail = self._begin()
                self._insist_on_place()
                self._connection.execute("INSERT INTO entry VALUES (?, ?, ?)", (entry.n, text.decode(), seal))
                self._tail.write(Tail(entry.n, seal, self._head))
        except JournalError as error:
            self._failed = str(error)
            raise
        self._seal = seal
        self._entries.append(entry)

    def _begin(self) -> tuple[sqlite3.Connection, TailFile]:
        """Open the file for writing: from now on its tail says where it ends, and its header that it is not closed."""
        tail = TailFile(self.path, Tail(self.last, self._seal, self._head))
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={SMALL_LOG}")
        connection.execute("PRAGMA user_version=0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return connection, tail

    def _insist_on_place(self) -> None:
        """Raise JournalError where the file under the journal's name is no longer the one that is being written."""
        if self._lock is None:
            return
        mine = os.fstat(self._lock)
        with suppress(FileNotFoundError):
            found = os.stat(self.path)
            if (found.st_ino, found.st_dev) == (mine.st_ino, mine.st_dev):
                return
        raise JournalError(
            f"The journal {self.path} was moved or deleted while its game ran; put it back and start again."
        )

    async def close(self) -> None:
        """Write what is waiting and let go of the file. Harmless when closed already."""
        if self._lock is None and self._connection is None:
            return
        await asyncio.shield(asyncio.wrap_future(self._writes.submit(self._fold_log)))
        handle, self._lock = self._lock, None
        unlock(handle)

    def _fold_log(self) -> None:
        """Fold the log in and note in the file how many entries it has, so that it can be copied alone."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):  # a full disk, or somebody who reads it just now: the tail still says it
                connection.execute(f"PRAGMA user_version={self.last + 1}")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.execute("PRAGMA journal_mode=DELETE")
            connection.close()
        if self._tail is not None:
            self._tail.close()
            self._tail = None


def lock(path: Path, given: Path) -> int | None:
    """Hold the file for this process until it ends, however it ends; any name of the file leads to the same lock.

    The handle is kept until SQLite has let go, because closing any handle of the file drops SQLite's own locks.
    """
    if fcntl is None:  # pragma: no cover
        return None
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        with _explained(given, "opened"):
            handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)  # a finished game in a place that is read only
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise JournalBusy(f"Another host plays the journal {given}; stop it first.") from None
    return handle


def unlock(handle: int | None) -> None:
    """Let go of a file that `lock` held."""
    if handle is not None:
        os.close(handle)
