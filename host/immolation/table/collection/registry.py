"""Writes down which tables of a host are open and where its boards are, so that the next start brings all back."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from immolation.table.journal.journal_records import JournalError, TableId

log = logging.getLogger(__name__)

REGISTRY = "tables.json"
"""The file that says which tables are open, in the folder of the journals."""


LARGEST = 4 << 20
"""Bytes of that file: ten thousand tables and more that have ended."""


class Known(msgspec.Struct):
    """The part of a table that outlives the host."""

    name: str = ""
    journal: str = ""
    """Name of its file, beside this one; empty while the table is not open."""


class Registry(msgspec.Struct):
    """Everything that outlives the host, as a file."""

    tables: dict[TableId, Known] = {}
    boards: dict[str, str] = {}
    """Board -> its table; empty where it is at none."""


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
