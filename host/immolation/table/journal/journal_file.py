"""Read the file of a game: one SQLite database, one row an entry, believed only as far as its seals hold.

Each entry is sealed over the one before it, so that a row that was torn or changed is found; how many entries there
must be is kept apart from the rows, by `journal_tail` while the game runs and in the file's header once it is closed,
so that lost rows are found too. Nothing here changes the file; `journal_writer` does, after this has compared both.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from . import journal_tail
from .journal_records import (
    VERSION,
    VERSIONS,
    Entry,
    Header,
    JournalDamaged,
    JournalError,
    check,
)

APPLICATION_ID = 0x494D4D4F
"""``IMMO`` in the SQLite header: a journal is told from any other database."""

LARGEST = 256 << 20
"""Bytes of a journal. The longest games take a few million, so a larger file is not read into memory."""

LARGEST_ROW = 16 << 20
"""Bytes of one entry; SQLite refuses a longer one before it takes the memory."""

STEPS = 1_000_000
"""Of SQLite's machine between two looks at how many they are."""

MOST_STEPS = 100 * STEPS
"""For one journal. A row takes about twenty; pages that lead to each other in circles would take for ever."""

SCHEMA = (
    "CREATE TABLE header (record TEXT NOT NULL, seal TEXT NOT NULL)",
    "CREATE TABLE entry (n INTEGER PRIMARY KEY, record TEXT NOT NULL, seal TEXT NOT NULL)",
)
"""All that may stand in the file: a view or a trigger would run somebody else's program."""


def seal_of(before: str, record: bytes) -> str:
    """The seal of a row over the one before it."""
    return hashlib.blake2b(before.encode() + record, digest_size=8).hexdigest()


# --- reading ---------------------------------------------------------------------------------------------


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing on the disk, also where even the folder may not be written."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        connection = sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_ROW)
            connection.set_progress_handler(_steps_left(), STEPS)
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            if "unable to open" not in str(error) or "immutable" in mode:
                raise
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise AssertionError("the last mode returns or raises")


def _steps_left() -> Callable[[], bool]:
    """Say, each time it is asked, whether SQLite shall give up."""
    left = iter(range(MOST_STEPS // STEPS))
    return lambda: next(left, None) is None


def _rows(path: Path) -> Generator[tuple[int | None, str, str], None, None]:
    """The rows of a journal: the header (None), then the entries in order. Raises JournalDamaged at the end where the
    file was closed with another number of entries."""
    if path.stat().st_size > LARGEST:
        raise JournalDamaged(path, None, f"it has more than {LARGEST >> 20} MB, which no game needs")
    short = _cut_off(path)
    if short:
        # SQLite refuses a file that is too short whole; filled up with nothing, it gives what is there.
        with tempfile.TemporaryDirectory() as folder:
            filled = Path(folder) / path.name
            shutil.copyfile(path, filled)
            with filled.open("ab") as file:
                file.truncate(file.tell() + short)
            yield from _rows(filled)
        raise sqlite3.DatabaseError("the file was cut short")
    with closing(_connect(path)) as connection:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise JournalDamaged(path, None, "it is no journal of a table")
        found = tuple(row[0] for row in connection.execute("SELECT sql FROM sqlite_master ORDER BY rowid LIMIT 3"))
        if found != SCHEMA:
            raise JournalDamaged(path, None, "its tables are not those of a journal")
        for record, seal in connection.execute("SELECT record, seal FROM header LIMIT 2"):
            yield None, record, seal
        last = 0
        one = (
            "SELECT n, record, seal FROM entry WHERE n > ? ORDER BY n LIMIT 1"  # a bad row costs no good one before it
        )
        while (row := connection.execute(one, (last,)).fetchone()) is not None:
            yield row
            last = row[0]
        closed = connection.execute("PRAGMA user_version").fetchone()[0] - 1
        if closed > last:
            raise JournalDamaged(path, last, _lost(last, closed))


def _lost(last: int, wanted: int) -> str:
    which = f"entry {wanted}" if wanted == last + 1 else f"entries {last + 1} to {wanted}"
    return f"{which} had been written and {'is' if wanted == last + 1 else 'are'} gone"


def _is_open(path: Path) -> bool:
    """Whether the file says that its last host never closed it."""
    with closing(_connect(path)) as connection:
        return bool(connection.execute("PRAGMA user_version").fetchone()[0] == 0)


def _cut_off(path: Path) -> int:
    """Count the bytes missing at the end, by what SQLite's header says of the file."""
    with path.open("rb") as file:
        start = file.read(32)
    if len(start) < 32 or not start.startswith(b"SQLite format 3") or path.with_name(path.name + "-wal").exists():
        return 0
    page = int.from_bytes(start[16:18], "big")
    size = (65536 if page == 1 else page) * int.from_bytes(start[28:32], "big")
    return max(0, min(size, LARGEST) - path.stat().st_size)


def _read(given: Path) -> Generator[tuple[Header | Entry, str], None, None]:
    """The header and the intact entries with their seals; raises JournalDamaged at the first that is not, or where the
    entries end before those that were acknowledged."""
    path = given.resolve()  # SQLite's log lies beside the file itself, not beside a link to it
    if not path.is_file():
        raise JournalError(f"There is no journal {given}.")
    tail = journal_tail.read(path)  # before the rows: a host may be writing
    last: int | None = None
    seal = head = ""
    version = VERSION
    with closing(_rows(path)) as rows:
        while (row := _next(rows, given, last)) is not None:
            number, text, found = row
            what = "the header" if number is None else f"entry {number}"
            if (number is None) != (last is None):
                raise JournalDamaged(given, last, "it does not begin with one header")
            if number is not None and number != (last or 0) + 1:
                raise JournalDamaged(given, last, f"entry {(last or 0) + 1} is missing")
            if not isinstance(text, str) or seal_of(seal, text.encode()) != found:
                raise JournalDamaged(given, last, f"{what} does not fit its seal")
            if tail is not None and tail.head == head and tail.n == number and tail.seal != found:
                raise JournalDamaged(given, last, f"{what} is not the one that was acknowledged")
            try:
                record = _decode(text, number)
            except (msgspec.DecodeError, RecursionError) as error:
                raise JournalDamaged(given, last, f"{what} can not be read ({error})") from None
            if isinstance(record, Header):
                if record.version not in VERSIONS:
                    newer = "a newer host: update this one" if record.version > VERSION else "no host that there was"
                    raise JournalError(f"The journal {given} was written by {newer} (format {record.version}).")
                head, version = found, record.version
            last, seal = number or 0, found
            yield record, seal
    if last is None:
        raise JournalDamaged(given, None, "it has no header")
    counted = tail is not None and tail.head == head
    if tail is not None and counted and tail.n > last:
        raise JournalDamaged(given, last, _lost(last, tail.n))
    if not counted and version > 1 and _is_open(path):
        beside = journal_tail.path_of(path).name
        raise JournalDamaged(
            given,
            last,
            f"its last host never closed it, and {beside} is not beside it, so newer entries may be missing; open it "
            "under the name and in the folder where it was written",
        )


def _next(
    rows: Iterator[tuple[int | None, str, str]], path: Path, last: int | None
) -> tuple[int | None, str, str] | None:
    """The next row; what SQLite and the disk say as a JournalError."""
    try:
        return next(rows, None)
    except sqlite3.Error as error:
        raise JournalDamaged(path, last, f"SQLite says '{error}'") from None
    except PermissionError:
        raise JournalError(f"The journal {path} may not be read by this user.") from None


def _decode(text: str, number: int | None) -> Header | Entry:
    if number is None:
        return msgspec.json.decode(text, type=Header)
    entry = msgspec.json.decode(text, type=Entry)
    check(entry)
    return entry


def read(path: Path) -> tuple[Header, list[Entry]]:
    """Everything in a journal, also while a host is writing it. Raises JournalError and its kinds."""
    header, entries, _ = read_sealed(path)
    return header, entries


def read_header(path: Path) -> Header:
    """Return how the game in a journal began; its entries are not looked at. Raises JournalError and its kinds."""
    with closing(_read(path)) as rows:
        header = next(rows)[0]
    assert isinstance(header, Header), "_read yields a header first or raises"
    return header


def last_number(path: Path) -> int:
    """Return the number of the last entry in a journal, which is not checked; 0 without any. Raises JournalDamaged."""
    try:
        with closing(_connect(path.resolve())) as connection:
            found = connection.execute("SELECT max(n) FROM entry").fetchone()[0]
    except sqlite3.Error as error:
        raise JournalDamaged(path, None, f"SQLite says '{error}'") from None
    return found if isinstance(found, int) else 0


def read_sealed(path: Path) -> tuple[Header, list[Entry], tuple[str, ...]]:
    """Header and entries, with the seal of each row."""
    found = list(_read(path))
    header = found[0][0]
    assert isinstance(header, Header), "_read yields a header first or raises"
    return header, [record for record, _ in found if isinstance(record, Entry)], tuple(seal for _, seal in found)


def export(path: Path) -> Iterator[str]:
    """The journal as JSON lines that people and other programs can read: the header, then each entry."""
    for record, _ in _read(path):
        yield msgspec.json.encode(record).decode()


def intact(path: Path) -> tuple[Header, list[Entry]]:
    """Read what is intact of a journal that may be damaged. Raises JournalDamaged if not even the header is."""
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
