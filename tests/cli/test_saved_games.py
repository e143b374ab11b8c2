"""The games beside a table's: given as files, taken from files that anybody may have made, put on the table again."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation.cli.page.saved_games import NO_GAME, HostGames
from immolation.dashboard.saved_games import LARGEST_FILE, GameFileRefused
from immolation.table.journal import journal_repair
from immolation.table.journal.journal_file import read
from immolation.table.journal.journal_records import VERSION
from immolation.table.journal.journal_writer import make
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

from tests.table.test_crafted_journals import seal


async def playing(folder: Path, moves: int = 6) -> Table:
    """A table in the middle of a game of Cinders; nobody plays, so nothing happens by itself."""
    table = await Table.open(folder / "a.journal", game="cinders", seed=3, dice="typed")
    for _ in range(moves):
        seat = sorted(table.history.state.deciders())[0]
        await table.decide(table.history.state.legal_actions(seat)[0])
    return table


def journals(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.journal"))


async def test_a_running_game_is_saved_opened_elsewhere_and_gone_on_with(tmp_path: Path) -> None:
    here, there = await playing(tmp_path / "one"), await playing(tmp_path / "two", moves=3)
    name, data = await HostGames(here).copy(None)
    assert name == "a"
    elsewhere = HostGames(there)
    kept = await elsewhere.add(data)
    assert await elsewhere.add(data) == f"{kept}-2", "a name that is taken stays whose it was"
    journal_repair.check(tmp_path / "two" / f"{kept}.journal")
    before, digest = there.history.digest, here.history.digest
    assert before != digest
    await elsewhere.resume(kept)
    assert (there.history.digest, there.history.number, there.phase) == (digest, here.history.number, "paused")
    (running, *others) = await elsewhere.games()
    assert (running.name, running.running, running.ruleset) == ("a", True, "cinders")
    assert len(others) == 2, "the game of before, and the other copy; what is on the table is no longer in the list"
    await there.resume()
    seat = sorted(there.history.state.deciders())[0]
    await there.decide(there.history.state.legal_actions(seat)[0])
    (own,) = [one.name for one in others if not one.name.startswith(kept)]
    await elsewhere.resume(own)
    assert there.history.digest == before
    await here.close()
    await there.close()
    again = await Table.open(there.path)
    assert again.history.digest == before, "what lies in the table's place is what was on the table"
    await again.close()


async def test_a_closed_game_is_saved_as_it_is(tmp_path: Path) -> None:
    table = await playing(tmp_path)
    whole = read(table.path)
    await table.new_game("cinders", seed=9)
    saved = HostGames(table)
    (old,) = [one.name for one in await saved.games() if not one.running]
    _, data = await saved.copy(old)
    (tmp_path / "copy").write_bytes(data)
    assert read(tmp_path / "copy") == whole
    await table.close()


Damage = Callable[[bytes], bytes]


def flipped(data: bytes) -> bytes:
    """One bit of an entry's digest is another."""
    at = data.rindex(b'"digest":"') + 12
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def rewritten(*statements: str) -> Damage:
    """The database after somebody else's statements."""

    def damaged(data: bytes) -> bytes:
        with closing(sqlite3.connect(":memory:")) as file:
            file.deserialize(data)
            for statement in statements:
                file.execute(statement)
            file.commit()
            return file.serialize()

    return damaged


def foreign(data: bytes) -> bytes:
    """A database of something else."""
    with closing(sqlite3.connect(":memory:")) as file:
        file.execute("CREATE TABLE contacts (name TEXT)")
        file.commit()
        return file.serialize()


HOSTILE: dict[str, tuple[Damage, str]] = {
    "nothing": (lambda data: b"", NO_GAME),
    "text": (lambda data: b"SQLite is nice, but this is text.", NO_GAME),
    "head alone": (lambda data: data[:100], "damaged"),
    "truncated": (lambda data: data[: len(data) // 2], "cut short|malformed|damaged"),
    "one bit": (flipped, "does not fit its seal"),
    "foreign": (foreign, NO_GAME),
    "huge": (lambda data: data + bytes(LARGEST_FILE), "more than 16 MB"),
    "entries gone": (rewritten("DELETE FROM entry WHERE n > 3"), "are gone"),
    "never closed": (rewritten("PRAGMA user_version=0"), "never closed it"),
    "a trigger": (
        rewritten("CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END"),
        "its tables are not those of a journal",
    ),
    "a view": (
        rewritten("ALTER TABLE entry RENAME TO e", "CREATE VIEW entry AS SELECT * FROM e"),
        "its tables are not those of a journal",
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of a table's games; a test leaves there what it found."""
    found = tmp_path / "games"
    yield found
    assert {path.name for path in found.iterdir()} <= {"a.journal", "a.journal-tail"}, "something was half kept"


async def refused(table: Table, data: bytes, why: str) -> None:
    """A file is refused with a sentence for people, and the table plays on as before."""
    digest = table.history.digest
    with pytest.raises(GameFileRefused, match=why) as error:
        await HostGames(table).add(data)
    said = str(error.value)
    assert "Error" not in said
    assert tempfile.gettempdir() not in said, "no path of the host's machine"
    assert [one.running for one in await HostGames(table).games()] == [True]
    assert table.history.digest == digest
    await table.close()


@pytest.mark.parametrize("kind", HOSTILE)
async def test_a_file_that_is_not_a_whole_game_is_refused_and_nothing_is_kept(folder: Path, kind: str) -> None:
    damage, why = HOSTILE[kind]
    table = await playing(folder)
    _, data = await HostGames(table).copy(None)
    await refused(table, damage(data), why)


CHANGED: dict[str, tuple[dict[str, Any], str]] = {
    "a newer host": ({"version": VERSION + 1}, "written by a newer host: update this one"),
    "a path for a ruleset": ({"ruleset": "../../etc/passwd"}, "which this host does not have"),
    "a module for a ruleset": ({"ruleset": "os"}, "which this host does not have"),
    "a path in its settings": ({"settings": {"pack": "/etc/passwd"}}, "cards of its own"),
    "settings of another kind": ({"settings": {"pack": [], "x": 1}}, "settings that this host does not have"),
    "another key": ({"evil": 1}, "header can not be read"),
    "another beginning": ({"digest": "0" * 16}, "begins with another position now"),
    "a seat too many": ({"players": {f"p{n}": {"kind": "person"} for n in range(1, 8)}}, "has players at"),
    "a bot that is not there": (
        {"players": {"p1": {"kind": "bot", "bot": "../bot"}, "p2": {"kind": "person"}}},
        "there is no bot",
    ),
    "a table's name that is a topic": ({"table": "a/#"}, "header can not be read"),
}


@pytest.mark.parametrize("kind", CHANGED)
async def test_a_header_that_somebody_sealed_anew_is_refused(folder: Path, tmp_path: Path, kind: str) -> None:
    change, why = CHANGED[kind]
    table = await playing(folder)
    header, entries = read(table.path)
    rows = msgspec.to_builtins([header, *entries])
    data = seal(tmp_path / "made", [{**rows[0], **change}, *rows[1:]]).read_bytes()
    await refused(table, data, why)


async def test_actions_that_the_rules_refuse_are_refused(folder: Path, tmp_path: Path) -> None:
    table = await playing(folder)
    header, entries = read(table.path)
    rows = msgspec.to_builtins([header, *entries])
    rows[-1]["digest"] = "0" * 16
    await refused(table, seal(tmp_path / "made", rows).read_bytes(), "leads to another position now")


async def test_the_name_of_a_table_in_a_file_does_not_count(tmp_path: Path) -> None:
    """A file from a table of another name becomes a game of this one: topics and rights follow the name."""
    table = await playing(tmp_path / "games")
    header, entries = read(table.path)
    make(tmp_path / "other", msgspec.structs.replace(header, table="club-7"), entries)
    saved = HostGames(table)
    name = await saved.add((tmp_path / "other").read_bytes())
    assert read(tmp_path / "games" / f"{name}.journal") == (header, entries)
    await table.close()


async def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    table = await playing(tmp_path / "games")
    make(tmp_path / "secret.journal", *read(table.path))
    (tmp_path / "games" / "link.journal").symlink_to(tmp_path / "secret.journal")
    saved = HostGames(table)
    for name in ("../secret", "..", "", "link", "/etc/passwd", "a\0b", str(tmp_path / "secret")):
        with pytest.raises(GameFileRefused, match="no game of this name"):
            await saved.copy(name)
        with pytest.raises(GameFileRefused, match="no game of this name"):
            await saved.resume(name)
    with pytest.raises(TableRefusal):
        await table.open_game(tmp_path / "secret.journal")
    assert [one.name for one in await saved.games()] == ["a"]
    await table.close()


async def test_a_game_that_another_host_plays_or_that_is_damaged_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    table = await playing(tmp_path)
    other = await Table.open(tmp_path / "b.journal", game="cinders", seed=5)
    saved, digest = HostGames(table), table.history.digest
    with pytest.raises(GameFileRefused, match="Another host plays"):
        await saved.resume("b")
    await other.close()
    whole = other.path.read_bytes()
    other.path.write_bytes(flipped(whole))
    with pytest.raises(GameFileRefused, match="damaged"):
        await saved.resume("b")
    assert (table.history.digest, table.phase) == (digest, "playing")
    seat = sorted(table.history.state.deciders())[0]
    await table.decide(table.history.state.legal_actions(seat)[0])
    await table.close()
    assert journals(tmp_path) == ["a.journal", "b.journal"]
