"""Writes down which tables of a host are open and where its boards are, so that the next start brings all back."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import msgspec

from immolation.table.journal.journal_records import JournalError

log = logging.getLogger(__name__)

REGISTRY = "tables.json"
"""The file that says which tables are open, in the folder of the journals."""


class Known(msgspec.Struct):
    """The part of a table that outlives the host."""

    name: str = ""
    journal: str = ""
    """Name of its file, beside this one; empty while the table is not open."""


class Registry(msgspec.Struct):
    """Everything that outlives the host, as a file."""

    tables: dict[str, Known] = {}
    boards: dict[str, str] = {}
    """Board -> its table; empty where it is at none."""


def read(folder: Path) -> Registry:
    """What was written down in a folder; nothing where nobody has. Raises JournalError for a damaged file."""
    path = folder / REGISTRY
    try:
        return msgspec.json.decode(path.read_bytes(), type=Registry)
    except FileNotFoundError:
        return Registry()
    except (msgspec.DecodeError, UnicodeDecodeError):
        what = "delete it, and go on with tables from the list of games"
        raise JournalError(f"{path} is damaged; {what}.") from None


def write(folder: Path, registry: Registry) -> None:
    """Write it down. A disk that cannot be written costs the tables at the next start, not now."""
    path = folder / REGISTRY
    fresh = path.with_name(f"{REGISTRY}.{os.getpid()}")
    try:
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(registry)) + b"\n")
        fresh.replace(path)
    except OSError as error:
        log.warning("Which tables are open could not be written to %s: %s", path, error)
