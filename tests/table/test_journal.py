"""The journal as a file: on the disk before anybody sees it, read by anybody, never half believed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from immolation.table.clocks import ClockSettings, ClockSnapshot
from immolation.table.journal.journal_records import Kind
from immolation.table.journal.journal_replay import (
    Entry,
    Header,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalExists,
    export,
    read,
    rescue,
)
from immolation.table.journal.journal_tail import path_of
from immolation.table.records import Player

from tests.games.toy import Deal

from .conftest import OpenTable, documented_keys
from .test_table import TYPED

HEADER = Header(
    "toy-race",
    {"seats": 2},
    7,
    {"p1": Player("person", "Ada"), "p2": Player("bot", "", "random")},
    "0123456789abcdef",
    1_700_000_000_000,
    clocks=ClockSettings("bank", 60_000, 5_000),
)


def entry(n: int) -> Entry:
    record = {"action": {"do": "run", "seat": "p1", "tile": n}, "by": "p1"}
    return Entry(n, "action", record, f"{n:016x}", 1_700_000_000_000 + n, ClockSnapshot({"p1": 60_000 - n}))


async def written(path: Path, count: int) -> list[Entry]:
    journal = Journal.create(path, HEADER)
    entries = [entry(n) for n in range(1, count + 1)]
    for one in entries:
        await journal.append(one)
    await journal.close()
    return entries


async def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    entries = await written(tmp_path / "a.journal", 5)
    assert read(tmp_path / "a.journal") == (HEADER, entries)
    journal = Journal.open(tmp_path / "a.journal")
    assert (journal.header, journal.entries(), journal.last) == (HEADER, entries, 5)
    await journal.append(entry(6))
    await journal.close()
    assert len(read(tmp_path / "a.journal")[1]) == 6


async def test_many_callers_at_once_are_written_in_the_order_of_their_calls(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.journal", HEADER)
    await asyncio.gather(*(journal.append(entry(n)) for n in range(1, 201)))
    await journal.close()
    assert [one.n for one in read(tmp_path / "a.journal")[1]] == list(range(1, 201))


async def test_a_cancelled_caller_does_not_tear_the_order(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.journal", HEADER)
    first = asyncio.create_task(journal.append(entry(1)))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await journal.append(entry(2))
    await journal.close()
    assert [one.n for one in read(tmp_path / "a.journal")[1]] == [1, 2]


async def test_the_event_loop_goes_on_while_the_disk_is_slow(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.journal", HEADER)
    await journal.append(entry(1))
    holder = sqlite3.connect(tmp_path / "a.journal", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(journal.append(entry(2)))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not writing.done()
    holder.execute("ROLLBACK")
    holder.close()
    await writing
    await journal.close()


async def test_an_entry_out_of_order_is_refused(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.journal", HEADER)
    with pytest.raises(JournalError, match="Entry 2 can not follow entry 0"):
        await journal.append(entry(2))
    await journal.close()


async def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    await written(tmp_path / "a.journal", 1)
    with pytest.raises(JournalExists, match=r"a\.journal"):
        Journal.create(tmp_path / "a.journal", HEADER)
    assert len(read(tmp_path / "a.journal")[1]) == 1


async def test_two_hosts_cannot_play_one_journal_but_anybody_may_read_it(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.journal", HEADER)
    await journal.append(entry(1))
    with pytest.raises(JournalBusy, match="Another host"):
        Journal.open(tmp_path / "a.journal")
    assert read(tmp_path / "a.journal")[1] == [entry(1)]
    await journal.close()
    await Journal.open(tmp_path / "a.journal").close()


async def test_the_export_is_one_json_object_a_line(tmp_path: Path) -> None:
    entries = await written(tmp_path / "a.journal", 3)
    lines = list(export(tmp_path / "a.journal"))
    assert msgspec.json.decode(lines[0], type=Header) == HEADER
    assert [msgspec.json.decode(line, type=Entry) for line in lines[1:]] == entries
    assert json.loads(lines[1])["record"]["action"]["do"] == "run"


# --- what a file can suffer ------------------------------------------------------------------------------


def test_what_is_not_there_or_is_no_journal_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="There is no journal"):
        Journal.open(tmp_path / "none.journal")
    (tmp_path / "text.journal").write_text("Once upon a time\n" * 300)
    with pytest.raises(JournalDamaged, match="Nothing in it can be read"):
        read(tmp_path / "text.journal")
    with sqlite3.connect(tmp_path / "other.journal") as other:
        other.execute("CREATE TABLE x (y)")
    other.close()
    with pytest.raises(JournalDamaged, match="no journal of a table"):
        read(tmp_path / "other.journal")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET record = replace(record, 'p1', 'p2') WHERE n = 4",
        "UPDATE entry SET record = substr(record, 1, 20) WHERE n = 4",
        "UPDATE entry SET seal = 'ffffffffffffffff' WHERE n = 4",
        "UPDATE entry SET record = x'00ff' WHERE n = 4",
        "DELETE FROM entry WHERE n = 4",
    ],
)
async def test_a_damaged_entry_is_refused_and_nothing_before_it_is_lost(tmp_path: Path, damage: str) -> None:
    entries = await written(tmp_path / "a.journal", 6)
    with sqlite3.connect(tmp_path / "a.journal") as spoiler:
        spoiler.execute(damage)
    spoiler.close()
    before = (tmp_path / "a.journal").read_bytes()
    with pytest.raises(JournalDamaged, match=r"after entry 3.*Entries 1 to 3 are intact") as raised:
        Journal.open(tmp_path / "a.journal")
    assert raised.value.last == 3
    assert (tmp_path / "a.journal").read_bytes() == before
    assert rescue(tmp_path / "a.journal", tmp_path / "b.journal") == 3
    assert read(tmp_path / "b.journal") == (HEADER, entries[:3])
    journal = Journal.open(tmp_path / "b.journal")
    await journal.append(entry(4))
    await journal.close()


def cut_short(path: Path, by: int) -> None:
    os.truncate(path, path.stat().st_size - by)


def replace_log(path: Path, log: bytes) -> None:
    path.with_name(path.name + "-wal").write_bytes(log)


async def test_a_file_cut_short_is_refused_and_what_is_left_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    entries = await written(path, 400)
    cut_short(path, 8192)
    with pytest.raises(JournalDamaged, match="damaged after entry") as raised:
        read(path)
    last = raised.value.last
    assert last is not None
    assert last > 300
    assert rescue(path, tmp_path / "b.journal") == last
    assert read(tmp_path / "b.journal")[1] == entries[:last]


async def test_bytes_changed_anywhere_never_change_what_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    entries = await written(path, 60)
    whole = path.read_bytes()
    rng = random.Random(11)
    refused = 0
    for _ in range(150):
        spoiled = bytearray(whole)
        at = rng.randrange(100, len(spoiled))
        spoiled[at] ^= 1 << rng.randrange(8)
        path.write_bytes(spoiled)
        with suppress(JournalError):
            assert read(path) == (HEADER, entries)
            continue
        refused += 1
    assert refused > 20


async def test_a_torn_log_loses_only_what_nobody_was_told(tmp_path: Path) -> None:
    """A power cut in the middle of a write: the last bytes of the write-ahead log are missing or wrong."""
    path = tmp_path / "a.journal"
    journal = Journal.create(path, HEADER)
    for n in range(1, 11):
        await journal.append(entry(n))
    log = path.with_name(path.name + "-wal")
    told = len(log.read_bytes())
    torn = tmp_path / "torn.journal"
    shutil.copyfile(path_of(path), path_of(torn))
    await journal.append(entry(11))
    torn.write_bytes(path.read_bytes())
    whole = log.read_bytes()
    for size in (told, told + 1, told + 24, len(whole) - 1):
        replace_log(torn, whole[:size])
        assert [one.n for one in read(torn)[1]] == list(range(1, 11)), size
    await journal.close()


WRITER = """
import asyncio, sys
from pathlib import Path
from tests.table.test_journal import HEADER, entry
from immolation.table.journal.journal_replay import Journal
async def write():
    path = Path(sys.argv[1])
    journal = Journal.open(path) if path.exists() else Journal.create(path, HEADER)
    print("open", journal.last, flush=True)
    for n in range(journal.last + 1, 100000):
        await journal.append(entry(n))
        print(n, flush=True)
asyncio.run(write())
"""


def test_killed_at_any_instant_it_has_all_that_was_told_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    rng = random.Random(5)
    told = 0
    for _ in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert writer.stdout is not None
        assert int(writer.stdout.readline().split()[1]) >= told
        stop_at = told + rng.randrange(1, 60)
        for line in writer.stdout:
            told = int(line)
            if told >= stop_at:
                os.kill(writer.pid, signal.SIGKILL)
                break
        told = max([told, *(int(line) for line in writer.stdout if line.endswith("\n"))])
        writer.wait()
        writer.stdout.close()
        entries = read(path)[1]
        assert [one.n for one in entries] == list(range(1, len(entries) + 1))
        assert told <= len(entries) <= told + 1
        assert entries == [entry(n) for n in range(1, len(entries) + 1)]


def test_killed_while_it_is_made_there_is_a_whole_journal_or_none(tmp_path: Path) -> None:
    maker = WRITER.replace('print("open"', 'import os; os.kill(os.getpid(), 9); print("open"')
    half = tmp_path / "a.journal.new"
    half.write_bytes(b"half of something")
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", maker, str(tmp_path / "a.journal")], cwd=Path(__file__).parents[2], check=False
        )
        assert done.returncode == -signal.SIGKILL
        assert read(tmp_path / "a.journal") == (HEADER, [])


def test_the_page_of_entries_names_the_keys_of_every_kind() -> None:
    assert set(documented_keys()) == set(get_args(Kind))


async def test_entries_are_written_with_the_keys_that_their_page_names(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await table.decide(Deal("chance", "dash"))
    assert not await table.undo(0)
    await table.consent("p1", True)
    await table.consent("p2", True)
    await table.pause()
    await table.resume()
    await table.set_player("p2", Player("bot", "", "random"))
    written = {entry.kind: set(entry.record) for entry in read(table.path)[1]}
    assert set(written) == {"action", "undo", "pause", "resume", "player"}  # the fixture looks at all tests' journals
    assert written.items() <= documented_keys().items()


async def test_a_pause_is_journaled_with_the_clocks_that_are_shown_however_slow_the_disk(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ms = 0
    table = await open_table(**TYPED, clocks=ClockSettings("bank", 60_000), now=lambda: ms)
    write = table._game.journal.append

    async def slowly(entry: Entry) -> None:
        nonlocal ms
        ms += 150  # passes between the snapshot and the disk
        await write(entry)

    while "chance" in (deciders := table.history.state.deciders()):
        await table.decide(table.history.state.legal_actions("chance")[0])
    assert deciders
    table._game.clocks.resume()  # as `Table.run` finds it: nobody is held up
    monkeypatch.setattr(table._game.journal, "append", slowly)
    await table.pause()
    shown = {clock.owner: clock.left_ms for clock in table.clocks() if clock.kind == "turn"}
    assert shown == read(table.path)[1][-1].clocks.turn
