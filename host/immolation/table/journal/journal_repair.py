"""Check a journal, and bring a damaged one back to its last good action; what was there is set aside, never lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from . import journal_tail
from .journal_file import intact
from .journal_records import JournalError
from .journal_replay import ReplayReport, replay, rescue
from .journal_writer import lock, unlock

PARTS = ("", "-wal", "-shm", "-tail")
"""The files of a journal: itself, SQLite's log and its index, the tail."""


class Repaired(NamedTuple):
    """The result of a repair."""

    kept: int
    """Entries that are in the journal now."""

    lost: int
    """Entries that had been acknowledged and are not."""

    aside: Path | None
    """Where the damaged journal lies now; None where nothing was wrong."""


def check(path: Path) -> ReplayReport:
    """Read a journal from the first entry to the last and play it again; nothing is changed.

    Raises JournalError and its kinds, naming the first thing that is wrong.
    """
    return replay(path)


def repair(path: Path) -> Repaired:
    """Bring a journal back to its last good action. Raises JournalError where not even its header can be read."""
    handle = lock(path.resolve(), path)
    try:
        return _repair(path.resolve())
    finally:
        unlock(handle)


def _repair(path: Path) -> Repaired:
    _, entries = intact(path)
    tail = journal_tail.read(path)
    wanted = max(tail.n if tail is not None else 0, len(entries))
    try:
        check(path)
    except JournalError:
        pass
    else:
        return Repaired(len(entries), 0, None)
    mended = path.with_name(path.name + ".repaired")
    mended.unlink(missing_ok=True)
    kept = rescue(path, mended)
    aside = _free_name(path)
    for part in PARTS:
        beside = path.with_name(path.name + part)
        if beside.exists():
            os.replace(beside, aside.with_name(aside.name + part))
    os.replace(mended, path)
    return Repaired(kept, wanted - kept, aside)


def _free_name(path: Path) -> Path:
    number = 1
    while (goal := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return goal
