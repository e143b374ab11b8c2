"""Writes down which tables of a host are open and where its boards are, so that the next start brings all back."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from immolation.table.journal.journal_records import Header, JournalError, TableId

log = logging.getLogger(__name__)

REGISTRY = "tables.json"
"""The file that says which tables are open, in the folder of the journals."""


LARGEST = 4 << 20
"""Bytes of that file: ten thousand tables and more that have ended."""


MOST_FINISHED = 1000
"""Games whose end is kept: ten times as many as any list shows."""


class Known(msgspec.Struct):
    """The part of a table that outlives the host."""

    name: str = ""
    journal: str = ""
    """Name of its file, beside this one; empty while the table is not open."""


class FinishedGame(msgspec.Struct, frozen=True):
    """How a game ended, for lists of games: nobody plays a journal again to learn it."""

    last: int
    """Number of its journal's last entry; a copy with fewer was made before the end."""

    winners: tuple[str, ...]
    """Names of the winners; empty if nobody won."""

    reason: str
    """The sentence of its `Result`."""


def key_of(header: Header) -> str:
    """Return the key of a game, the same whatever its file is called."""
    return f"{header.created_ms}-{header.seed}"


class Registry(msgspec.Struct):
    """Everything that outlives the host, as a file."""

    tables: dict[TableId, Known] = {}
    boards: dict[str, str] = {}
    """Board -> its table; empty where it is at none."""

    finished: dict[str, FinishedGame] = {}
    """`key_of` a game -> how it ended, the newest last."""

    def finish(self, key: str, how: FinishedGame | None) -> None:
        """Keep how a game ended, or, with None, that it goes on."""
        self.finished.pop(key, None)
        if how is not None:
            self.finished[key] = how
        for forgotten in tuple(self.finished)[:-MOST_FINISHED]:
            del self.finished[forgotten]


def read(folder: Path) -> Registry:
    """What was written down in a folder; nothing where nobody has. Raises JournalError for a damaged file."""
    path = folder / REGISTRY
    try:
        if path.stat().st_size > LARGEST:
            raise msgspec.DecodeError("it is longer than any that a host has written")
        return msgspec.json.decode(path.read_bytes(), type=Registry)
    except FileNotFoundError:
        return Registry()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        what = "delete it, and go on with tables from the list of games"
        raise JournalError(f"{path} is damaged; {what}.") from None


def write(folder: Path, registry: Registry) -> None:
    """Write it down. A disk that cannot be written costs the tables at the next start, not now."""
    path = folder / REGISTRY
    fresh = path.with_name(f"{REGISTRY}.{os.getpid()}")
    try:
        with fresh.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(registry)) + b"\n")
            file.flush()
            os.fsync(file.fileno())  # else a power cut may leave an empty file under the name
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        log.warning("Which tables are open could not be written to %s: %s", path, error)
