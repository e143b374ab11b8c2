"""Journals share a few threads: of each in order, of several side by side, and none needs a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from immolation.table.journal.journal_replay import read
from immolation.table.journal.shared_writer import THREADS, OrderedWrites
from immolation.table.table import Table

from .conftest import PEOPLE


def test_writes_of_one_are_done_in_order_and_errors_are_their_own() -> None:
    writes, done = OrderedWrites(), []

    def fail() -> None:
        raise OSError("full")

    futures = [writes.submit(lambda number=number: done.append(number)) for number in range(200)]
    failed = writes.submit(fail)
    last = writes.submit(lambda: "after")
    assert last.result(300) == "after"
    assert all(future.done() for future in futures)
    assert done == list(range(200))
    with pytest.raises(OSError, match="full"):
        failed.result()


def test_one_that_waits_for_its_disk_keeps_no_other_waiting() -> None:
    gate = threading.Event()
    slow, quick = OrderedWrites(), OrderedWrites()
    waiting = [slow.submit(lambda: gate.wait(300)) for _ in range(THREADS * 3)]
    assert quick.submit(lambda: 1).result(300) == 1
    gate.set()
    assert all(future.result(300) for future in waiting)


async def test_tables_need_no_thread_each(tmp_path: Path) -> None:
    tables = [await Table.open(tmp_path / f"{n}.journal", game="toy-race", seed=n, players=PEOPLE) for n in range(20)]
    await asyncio.gather(*(table.pause() for table in tables))
    assert sum(thread.name.startswith("journal") for thread in threading.enumerate()) <= THREADS
    await asyncio.gather(*(table.close() for table in tables))
    assert all(read(table.path)[1][-1].kind == "pause" for table in tables)
