"""What every test of the table starts from: the Toy Race, and tables that are closed again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from immolation.table.journal.journal_records import RECORDS
from immolation.table.journal.journal_replay import JournalError, read
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

from tests.games.toy import ToyRace, registered

PEOPLE = {"p1": Player("person", "Ada"), "p2": Player("person", "Bob")}
BOTS = {"p1": Player("bot", "", "random"), "p2": Player("bot", "", "random")}

OpenTable = Callable[..., Awaitable[Table]]


@pytest.fixture(autouse=True)
def toy() -> Iterator[ToyRace]:
    """``games.load("toy-race")`` works."""
    with registered() as game:
        yield game


@cache
def documented_keys() -> dict[str, set[str]]:
    """Kind of journal entry -> the keys of its record, without ``asked``, which only some have."""
    return {kind: set(record.__struct_fields__) - {"asked"} for kind, record in RECORDS.items()}


def check_keys(path: Path) -> None:
    """Every entry of a journal that a test left behind has the keys that the page names."""
    with suppress(JournalError):
        for entry in read(path)[1]:
            assert set(entry.record) - {"asked"} == documented_keys()[entry.kind], entry


@pytest.fixture
async def open_table(tmp_path: Path) -> AsyncIterator[OpenTable]:
    """``await open_table(...)``: a Toy Race between Ada and Bob on ``a.journal``, closed after the test.

    ``running=True`` runs it as well.
    """
    tables: list[Table] = []
    runs: list[asyncio.Task[None]] = []

    async def open_one(*, running: bool = False, path: Path = tmp_path / "a.journal", **given: Any) -> Table:
        started = {"game": "toy-race", "seed": 7, "players": PEOPLE, "bot_pace_ms": 0}
        table = await Table.open(path, **{**started, **given})
        tables.append(table)
        if running:
            runs.append(asyncio.create_task(table.run()))
        return table

    yield open_one
    for table in tables:
        await table.close()
    await ended(*runs)
    for table in tables:
        check_keys(table.path)
