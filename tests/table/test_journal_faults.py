"""What was acknowledged is there after any single fault, or its loss is found and named."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from immolation.table.journal import journal_repair, journal_tail
from immolation.table.journal.journal_file import read, seal_of
from immolation.table.journal.journal_records import (
    Header,
    JournalBusy,
    JournalDamaged,
    JournalError,
)
from immolation.table.journal.journal_writer import Journal, make
from immolation.table.table import Table

from tests.table.conftest import BOTS
from tests.table.test_journal import HEADER, entry, written
from tests.table.waiting import over

PARTS = ("", "-wal", "-tail")
SHOWN = 40

WRITER = """
import asyncio, sys
from pathlib import Path
from tests.table.test_journal import HEADER, entry
from immolation.table.journal.journal_writer import Journal
async def write():
    path, last = Path(sys.argv[1]), int(sys.argv[2])
    journal = Journal.open(path) if path.exists() else Journal.create(path, HEADER)
    for n in range(journal.last + 1, last + 1):
        await journal.append(entry(n))
    print("done", flush=True)
    sys.stdin.read()
asyncio.run(write())
"""


def killed(path: Path, entries: int) -> None:
    """A host that acknowledged so many entries and was killed without a chance to close anything."""
    command = [sys.executable, "-c", WRITER, str(path), str(entries)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == "done\n"
        host.send_signal(signal.SIGKILL)


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host that was killed after 40 entries: file, log, tail."""
    folder = tmp_path_factory.mktemp("crashed")
    killed(folder / "a.journal", 20)
    killed(folder / "a.journal", SHOWN)
    assert all((folder / f"a.journal{part}").stat().st_size for part in PARTS)
    return folder


def copied(crashed: Path, folder: Path) -> Path:
    shutil.copytree(crashed, folder, dirs_exist_ok=True)
    (folder / "a.journal-shm").unlink(missing_ok=True)
    return folder / "a.journal"


def believed(path: Path) -> bool:
    """True if the journal is taken for whole; then everything that was acknowledged must be in it."""
    said = ""
    try:
        header, entries = read(path)
    except JournalError as error:
        said = str(error)
    if said:
        assert "Error" not in said
        assert path.name in said
        return False
    assert header == HEADER
    assert entries == [entry(n) for n in range(1, SHOWN + 1)]
    return True


def test_a_killed_host_loses_nothing(crashed: Path, tmp_path: Path) -> None:
    assert believed(copied(crashed, tmp_path))


def flips() -> Iterator[tuple[str, int]]:
    rng = random.Random(5)
    for _ in range(300):
        yield rng.choices(PARTS, (5, 10, 1))[0], rng.getrandbits(32)


def test_no_flipped_bit_shortens_the_game_silently(crashed: Path, tmp_path: Path) -> None:
    found = 0
    for number, (part, draw) in enumerate(flips()):
        path = copied(crashed, tmp_path / str(number))
        spoiled = path.with_name(path.name + part)
        data = bytearray(spoiled.read_bytes())
        data[draw // 8 % len(data)] ^= 1 << draw % 8
        spoiled.write_bytes(data)
        found += not believed(path)
        shutil.rmtree(path.parent)
    assert found > 100, "most flips hit something"


def test_no_cut_shortens_the_game_silently(crashed: Path, tmp_path: Path) -> None:
    rng, found = random.Random(6), 0
    for number in range(100):
        path = copied(crashed, tmp_path / str(number))
        spoiled = path.with_name(path.name + rng.choices(PARTS, (5, 10, 1))[0])
        os.truncate(spoiled, rng.randrange(spoiled.stat().st_size))
        found += not believed(path)
        shutil.rmtree(path.parent)
    assert found > 50


@pytest.mark.parametrize("part", PARTS)
def test_no_missing_file_shortens_the_game_silently(crashed: Path, tmp_path: Path, part: str) -> None:
    path = copied(crashed, tmp_path)
    path.with_name(path.name + part).unlink()
    assert not believed(path)


def test_at_no_instant_of_a_new_life_is_the_tail_missing(
    crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copied(crashed, tmp_path)
    known = journal_tail.read(path)
    assert known is not None

    write = os.pwrite
    instants = 0

    def killed_here(handle: int, data: bytes, at: int) -> int:
        nonlocal instants
        instants += 1
        assert believed(path), "a host that is killed now has lost nothing"
        return write(handle, data, at)

    monkeypatch.setattr(os, "pwrite", killed_here)
    journal_tail.TailFile(path, known).close()
    assert instants == 1
    assert believed(path)


def test_lost_entries_are_named(crashed: Path, tmp_path: Path) -> None:
    path = copied(crashed, tmp_path)
    path.with_name(path.name + "-wal").unlink()
    with pytest.raises(JournalDamaged, match=r"entries \d+ to 40 had been written and are gone.*journal repair"):
        Journal.open(path)


async def test_rows_deleted_from_a_closed_journal_are_missed_also_without_its_tail(tmp_path: Path) -> None:
    await written(tmp_path / "a.journal", 9)
    with closing(sqlite3.connect(tmp_path / "a.journal")) as hand, hand:
        hand.execute("DELETE FROM entry WHERE n > 7")
    for tail in (True, False):
        if not tail:
            (tmp_path / "a.journal-tail").unlink()
        with pytest.raises(JournalDamaged, match=r"entries 8 to 9 had been written and are gone"):
            read(tmp_path / "a.journal")


async def test_rows_deleted_after_a_kill_are_missed(crashed: Path, tmp_path: Path) -> None:
    path = copied(crashed, tmp_path)
    with closing(sqlite3.connect(path)) as hand, hand:
        hand.execute("DELETE FROM entry WHERE n = 40")
    with pytest.raises(JournalDamaged, match=r"entry 40 had been written and is gone"):
        Journal.open(path)


async def test_a_closed_journal_is_one_file_that_can_be_copied_alone(tmp_path: Path) -> None:
    entries = await written(tmp_path / "a.journal", 3)
    assert not (tmp_path / "a.journal-wal").exists()
    shutil.copyfile(tmp_path / "a.journal", tmp_path / "copy.journal")
    assert read(tmp_path / "copy.journal")[1] == entries
    journal = Journal.open(tmp_path / "copy.journal")
    await journal.append(entry(4))
    await journal.close()
    assert len(read(tmp_path / "copy.journal")[1]) == 4


async def test_the_tail_of_another_game_says_nothing(tmp_path: Path) -> None:
    await written(tmp_path / "a.journal", 9)
    await written(tmp_path / "b.journal", 2)
    other = {key: getattr(HEADER, key) for key in HEADER.__struct_fields__}
    make(tmp_path / "c.journal", Header(**{**other, "seed": 8}), [entry(1)])
    for name in ("b", "c"):
        shutil.copyfile(tmp_path / "a.journal-tail", tmp_path / f"{name}.journal-tail")
    assert len(read(tmp_path / "c.journal")[1]) == 1
    with pytest.raises(JournalDamaged, match="entries 3 to 9"):
        read(tmp_path / "b.journal")


# --- one host at a time ----------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symlink", "hard link"])
async def test_a_second_host_is_refused_by_whatever_name_it_comes(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    path = tmp_path / "a.journal"
    journal = Journal.create(path, HEADER)
    await journal.append(entry(1))
    (tmp_path / "elsewhere").mkdir()
    link(path, tmp_path / "elsewhere" / "b.journal")
    with pytest.raises(JournalBusy, match="Another host plays"):
        Journal.open(tmp_path / "elsewhere" / "b.journal")
    assert sorted(os.listdir(tmp_path)) == [
        "a.journal",
        "a.journal-shm",
        "a.journal-tail",
        "a.journal-wal",
        "elsewhere",
    ]
    await journal.append(entry(2))
    await journal.close()
    assert len(read(tmp_path / "elsewhere" / "b.journal")[1]) == 2


def test_after_a_kill_another_name_does_not_hide_what_is_in_the_log(crashed: Path, tmp_path: Path) -> None:
    path = copied(crashed, tmp_path / "here")
    (tmp_path / "there").mkdir()
    os.symlink(path, tmp_path / "there" / "soft.journal")
    os.link(path, tmp_path / "there" / "hard.journal")
    assert len(read(tmp_path / "there" / "soft.journal")[1]) == SHOWN
    with pytest.raises(JournalDamaged, match="under the name and in the folder where it was written"):
        Journal.open(tmp_path / "there" / "hard.journal")


@pytest.mark.parametrize("how", ["moved", "deleted", "replaced"])
async def test_a_journal_that_goes_away_while_it_is_played_takes_no_more(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a.journal"
    journal = Journal.create(path, HEADER)
    await journal.append(entry(1))
    if how == "moved":
        path.rename(tmp_path / "b.journal")
    elif how == "deleted":
        path.unlink()
    else:
        await written(tmp_path / "other.journal", 1)
        os.replace(tmp_path / "other.journal", path)
    with pytest.raises(JournalError, match="was moved or deleted while its game ran"):
        await journal.append(entry(2))
    await journal.close()


# --- what somebody sends ---------------------------------------------------------------------------------

TALL = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n, 'x' AS record, 'y' AS seal FROM t"


@pytest.mark.parametrize(
    "crafted",
    [
        f"DROP TABLE entry; CREATE VIEW entry AS {TALL}",
        f"DROP TABLE header; CREATE VIEW header AS {TALL}",
        "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
        "CREATE TABLE more (x)",
        "CREATE INDEX fast ON entry (record)",
        "ALTER TABLE entry ADD COLUMN more TEXT",
        "ALTER TABLE entry ADD COLUMN grown TEXT AS (hex(zeroblob(100000000)))",
    ],
)
async def test_a_file_with_anything_else_in_it_is_refused_unread(tmp_path: Path, crafted: str) -> None:
    await written(tmp_path / "a.journal", 3)
    with closing(sqlite3.connect(tmp_path / "a.journal")) as hand, hand:
        hand.executescript(crafted)
    with pytest.raises(JournalDamaged, match="its tables are not those of a journal"):
        Journal.open(tmp_path / "a.journal")


async def test_a_row_of_any_size_takes_no_memory(tmp_path: Path) -> None:
    await written(tmp_path / "a.journal", 3)
    with closing(sqlite3.connect(tmp_path / "a.journal")) as hand, hand:
        hand.execute("UPDATE entry SET record = zeroblob(100000000) WHERE n = 2")
    with pytest.raises(JournalDamaged, match="after entry 1"):
        read(tmp_path / "a.journal")


async def test_a_file_of_any_size_is_not_read(tmp_path: Path) -> None:
    await written(tmp_path / "a.journal", 3)
    os.truncate(tmp_path / "a.journal", 1 << 40)  # no byte of it is on the disk
    with pytest.raises(JournalDamaged, match="more than 256 MB"):
        read(tmp_path / "a.journal")


async def test_nested_without_end_is_refused(tmp_path: Path) -> None:
    await written(tmp_path / "a.journal", 1)
    deep = '{"n":2,"kind":"action","record":{"a":' + "[" * 100_000 + "]" * 100_000 + '},"digest":"","at_ms":1}'
    with closing(sqlite3.connect(tmp_path / "a.journal")) as hand, hand:
        before = hand.execute("SELECT seal FROM entry").fetchone()[0]
        hand.execute("INSERT INTO entry VALUES (2, ?, ?)", (deep, seal_of(before, deep.encode())))
        hand.execute("PRAGMA user_version=3")
    (tmp_path / "a.journal-tail").unlink()
    with pytest.raises(JournalDamaged, match="entry 2 can not be read"):
        read(tmp_path / "a.journal")


def test_a_newer_and_a_foreign_file_are_told_apart(tmp_path: Path) -> None:
    newer = {key: getattr(HEADER, key) for key in HEADER.__struct_fields__}
    make(tmp_path / "n.journal", Header(**{**newer, "version": 9}))
    with pytest.raises(JournalError, match="written by a newer host: update this one"):
        Journal.open(tmp_path / "n.journal")
    (tmp_path / "letter.journal").write_text("Dear host,\n" * 900)
    with pytest.raises(JournalDamaged, match=r"no journal|not a database"):
        Journal.open(tmp_path / "letter.journal")


# --- disks -----------------------------------------------------------------------------------------------


def test_a_place_that_may_not_be_written_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"can not be made: .*--journal FILE"):
        Journal.create(Path("/proc/immolation/a.journal"), HEADER)
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"can not be made: .*--journal FILE"):
        Journal.create(tmp_path / "file" / "a.journal", HEADER)
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_is_said_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from tests.table.test_journal import HEADER\n"
        "from immolation.table.journal.journal_writer import Journal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "try:\n    Journal.create(Path(sys.argv[1]), HEADER)\n"
        "except OSError as error:\n    print(error)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a.journal")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert "can not be made: the disk is full or fails. Make room" in done.stdout, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_finished_game_opens_in_a_place_that_is_read_only(tmp_path: Path) -> None:
    entries = asyncio.run(written(tmp_path / "a.journal", 3))
    (tmp_path / "a.journal-tail").unlink()
    code = (
        "import os, sys; from pathlib import Path\n"
        "from immolation.table.journal.journal_writer import Journal\n"
        "handle = os.open(sys.argv[1], os.O_RDONLY)\n"
        "if os.getuid() == 0:\n    os.setuid(65534)\n"  # root may write anywhere
        "print(os.access(sys.argv[1], os.W_OK), len(Journal.open(Path(sys.argv[1])).entries()))\n"
    )
    (tmp_path / "a.journal").chmod(0o444)
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(0o555 if folder == tmp_path else 0o755)
    command = [sys.executable, "-c", code, str(tmp_path / "a.journal")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    tmp_path.chmod(0o755)
    assert done.stdout.strip() == f"False {len(entries)}", done.stderr


# --- check and repair ------------------------------------------------------------------------------------


async def played(path: Path) -> int:
    table = await Table.open(path, game="toy-race", seed=7, players=BOTS, bot_pace_ms=0)
    running = asyncio.create_task(table.run())
    await over(table)
    await table.close()
    await running
    return len(read(path)[1])


async def test_repair_goes_back_to_the_last_good_action_and_sets_the_rest_aside(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    number = await played(path)
    assert journal_repair.repair(path) == journal_repair.Repaired(number, 0, None)
    assert journal_repair.check(path).outcome is not None
    with closing(sqlite3.connect(path)) as hand, hand:
        hand.execute("UPDATE entry SET record = substr(record, 1, 20) WHERE n = 4")
    spoiled = path.read_bytes()
    with pytest.raises(JournalDamaged):
        journal_repair.check(path)
    done = journal_repair.repair(path)
    assert (done.kept, done.lost) == (3, number - 3)
    assert done.aside is not None
    assert done.aside.read_bytes() == spoiled
    assert journal_repair.check(path).actions == 3
    assert await played(path) >= 3


async def test_a_journal_that_is_played_is_not_repaired(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.journal", HEADER)
    with pytest.raises(JournalBusy):
        journal_repair.repair(tmp_path / "a.journal")
    await journal.close()
