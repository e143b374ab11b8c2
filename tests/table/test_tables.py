"""The tables of one host: opened, named, ended and resumed; a board moves; one that fails takes no other with it."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation.cli.page.page_parts import PageParts
from immolation.dashboard.sessions import SessionStore
from immolation.games import CHANCE, GameError
from immolation.table.collection.registry import LARGEST, REGISTRY
from immolation.table.collection.tables import MOST_TABLES, HostBoard, HostedTable, Tables
from immolation.table.journal.journal_file import read_header
from immolation.table.journal.journal_records import JournalError
from immolation.table.records import Player
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

from tests.games.toy import registered

from .fake_board import FakeBoard
from .waiting import until

PEOPLE = {"p1": Player("person", "Ada"), "p2": Player("person", "Bob")}
TOY: dict[str, Any] = {"ruleset": "toy-race", "config": {}, "players": PEOPLE}


@pytest.fixture(autouse=True)
def toy() -> Iterator[object]:
    with registered() as game:
        yield game


class House:
    """One host's tables, with a note of what is served at which board."""

    def __init__(self, folder: Path, boards: list[HostBoard]) -> None:
        self.served: dict[str, str] = {}
        self.ended: list[str] = []
        self.tables = Tables("main", folder / "a.journal", boards, self._serve, pace_ms=0)

    @asynccontextmanager
    async def _serve(self, place: HostedTable) -> AsyncIterator[None]:
        self.served[place.id] = place.board.id if place.board is not None else ""
        yield
        del self.served[place.id]
        if place.ending:
            self.ended.append(place.id)

    async def start(self, folder: Path) -> list[str]:
        board = self.tables.board_of_first()
        given: dict[str, Any] = {"game": "toy-race", "seed": 7, "players": PEOPLE, "bot_pace_ms": 0}
        table = await Table.open(folder / "a.journal", board=board.client if board is not None else None, **given)
        return await self.tables.start(table)

    def table(self, name: str) -> Table:
        found = self.tables.places[name].table
        assert found is not None
        return found


@asynccontextmanager
async def house(folder: Path, *boards: HostBoard) -> AsyncIterator[tuple[House, list[str]]]:
    """A host that has started, and what it said of tables that it could not bring back."""
    one = House(folder, list(boards))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(one.tables.stop)
        yield one, await one.start(folder)


async def asked(table: Table) -> None:
    """A person is asked: dice and cards have come by themselves."""
    await until(table, lambda: CHANCE not in table.history.state.deciders())


async def played(table: Table) -> None:
    """The seat that is asked runs once, and dice and cards that follow have come."""
    await asked(table)
    state = table.history.state
    seat = next(iter(state.deciders()))
    await table.decide(state.legal_actions(seat)[0])
    await asked(table)


async def test_one_table_is_the_collection_with_one_entry(tmp_path: Path) -> None:
    board = HostBoard("immolation", FakeBoard((2, 5)).as_board)
    async with house(tmp_path, board) as (host, said):
        assert said == []
        assert host.served == {"main": "immolation"}
        assert [(game.name, game.table, game.open) for game in host.tables.games()] == [("a", "main", True)]
    async with house(tmp_path) as (host, _):
        assert host.tables.lights_of(host.tables.places["main"]) == "immolation", "as clients of a boardless host know"


async def test_tables_are_opened_named_played_and_brought_back(tmp_path: Path) -> None:
    async with house(tmp_path) as (host, _):
        kitchen = await host.tables.open(**TOY, name="  Küche\n")
        other = await host.tables.open(**TOY, name="Küche")
        assert (kitchen, other) == ("kuche", "kuche-2")
        assert host.tables.places[kitchen].name == "Küche"
        await host.tables.rename(other, "Garden")
        await played(host.table(kitchen))
        await played(host.table("main"))
        await asked(host.table(other))
        before = {name: place.table.report() for name, place in host.tables.places.items() if place.table is not None}
    async with house(tmp_path) as (host, said):
        assert said == []
        assert host.tables.expected() == ["kuche", "kuche-2"]
        assert [(place.id, place.name) for place in host.tables.places.values()] == [
            ("main", ""),
            ("kuche", "Küche"),
            ("kuche-2", "Garden"),
        ]
        now = {name: host.table(name).report() for name in before}
        assert {name: one.digest for name, one in now.items()} == {name: one.digest for name, one in before.items()}


async def test_an_ended_table_keeps_its_game_and_is_resumed_under_its_name(tmp_path: Path) -> None:
    async with house(tmp_path) as (host, _):
        tables = host.tables
        kitchen = await tables.open(**TOY, name="Kitchen")
        await played(host.table(kitchen))
        digest = host.table(kitchen).history.digest
        await tables.end(kitchen)
        assert host.ended == [kitchen]
        assert list(tables.places) == ["main"]
        game = next(one for one in tables.games() if one.table == kitchen)
        assert (game.table_name, game.open, game.players) == ("Kitchen", False, ("Ada", "Bob"))
        with pytest.raises(TableRefusal, match="no open table"):
            await tables.end(kitchen)
        with pytest.raises(TableRefusal, match="no game"):
            tables.journal_of("../a")
        assert await tables.resume(tables.journal_of(game.name)) == kitchen
        assert tables.places[kitchen].name == "Kitchen"
        assert host.table(kitchen).history.digest == digest
        assert host.table(kitchen).phase == "paused"

        # Where the table is open, the game of now is put aside for the one that is gone on with.
        await tables.end(kitchen)
        assert await tables.open(**TOY, name="Kitchen") == kitchen
        old = next(one for one in tables.games() if one.table == kitchen and not one.open)
        await tables.resume(tables.journal_of(old.name))
        assert host.table(kitchen).history.digest == digest
        assert sum(one.table == kitchen for one in tables.games()) == 2


async def test_how_a_game_ended_is_known_without_playing_it_again(tmp_path: Path) -> None:
    people = {seat: Player("person", name, asked="always") for seat, name in (("p1", "Ada"), ("p2", "Bob"))}
    async with house(tmp_path) as (host, _):
        kitchen = await host.tables.open("cinders", {"seats": 2}, people, name="Kitchen")
        table = host.table(kitchen)
        begun = dict(host.tables._registry.finished)
        while table.history.state.outcome() is None:
            seat = next(iter(table.history.state.deciders()))
            await table.decide(table.history.state.legal_actions(seat)[0])
        result = table.history.state.outcome()
        assert result is not None
        winner = people[result.winners[0]].name

        def ended() -> list[tuple[tuple[str, ...], str]]:
            games = [one.finished for one in host.tables.games() if one.ruleset == "cinders"]
            return [(one.winners, one.reason) for one in games if one is not None]

        assert not begun
        assert ended() == [((winner,), result.reason)]
        await table.undo()
        assert table.history.state.outcome() is None
        assert ended() == [], "it goes on after all"
        seat = next(iter(table.history.state.deciders()))
        await table.decide(table.history.state.legal_actions(seat)[0])
        assert len(ended()) == 1
        await host.tables.end(kitchen)
        assert len(ended()) == 1
    async with house(tmp_path) as (host, _):
        assert len(ended()) == 1, "it outlives the host"


async def test_the_first_table_is_ended_too_and_begins_anew_with_the_next_start(tmp_path: Path) -> None:
    async with house(tmp_path) as (host, _):
        await played(host.table("main"))
        await host.tables.end("main")
        assert host.tables.places == {}
        assert not host.tables.failed.done()
    async with house(tmp_path) as (host, _):
        assert host.table("main").history.number <= 3, "dice and cards of a new game"
        assert len(host.tables.games()) == 2


async def test_a_board_is_at_one_table_and_the_other_goes_on_without(tmp_path: Path) -> None:
    first, second = FakeBoard((2, 5)), FakeBoard(())
    boards = [HostBoard("one", first.as_board), HostBoard("two", second.as_board)]
    async with house(tmp_path, *boards) as (host, _):
        tables = host.tables
        kitchen = await tables.open(**TOY, name="Kitchen")
        assert host.served == {"main": "one", kitchen: ""}
        assert tables.lights_of(tables.places[kitchen]) == kitchen
        await asked(host.table(kitchen))
        await tables.move_board("one", kitchen)
        assert host.served == {"main": "", kitchen: "one"}
        assert tables.lights_of(tables.places["main"]) == "main"
        assert host.table("main").coordinator is None
        await played(host.table("main"))  # on the page
        shown = {tile for layer in first.scenes[-1] for tile in layer.tiles}
        assert shown, "the new table's scene is on it"
        coordinator = host.table(kitchen).coordinator
        assert coordinator is not None
        assert len(first.listeners) == 1, "the old table hears no more of it"

        # What stands there and is not in that game is asked for, as everywhere.
        first.place(on={77})
        await until(host.table(kitchen), lambda: coordinator.is_being_corrected)
        assert "77" in coordinator.reconciler.record().text

        # The second board takes the first one's place; that one goes dark.
        await tables.move_board("two", kitchen)
        assert host.served == {"main": "", kitchen: "two"}
        assert first.scenes[-1] == ()
        await tables.move_board("one", None)
        await tables.move_board("one", "main")
        with pytest.raises(TableRefusal, match="no board"):
            await tables.move_board("three", "main")
        with pytest.raises(TableRefusal, match="no open table"):
            await tables.move_board("one", "garden")
        await tables.move_board("one", kitchen)
    async with house(tmp_path, *boards) as (host, _):
        assert host.served == {"main": "", kitchen: "one"}
        await host.tables.end(kitchen)
        assert first.scenes[-1] == ()
    async with house(tmp_path, *boards) as (host, _):
        assert host.served == {"main": "one"}, "a board whose table has ended is the first one's again"


async def test_a_journal_that_cannot_be_written_takes_down_its_own_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as (host, _):
        tables = host.tables
        kitchen = await tables.open(**TOY, name="Kitchen")
        place, table = tables.places[kitchen], host.table(kitchen)
        await asked(table)
        changed = asyncio.Event()
        tables.on_change.append(changed.set)
        table._fail(JournalError("The disk is full."))
        while not place.fault:
            changed.clear()
            await changed.wait()
        assert place.fault == "The disk is full."
        assert host.served == {"main": ""}
        assert not tables.failed.done()
        await played(host.table("main"))
        tables.boards["one"] = HostBoard("one", FakeBoard(()).as_board)
        with pytest.raises(TableRefusal, match="The disk is full"):
            await tables.move_board("one", kitchen)
        assert await tables.resume(place.path) == kitchen
        assert host.served == {"main": "", kitchen: ""}
        await host.table(kitchen).resume()
        await played(host.table(kitchen))
        await tables.end(kitchen)

        # The last one that is served says so to the host, as where there is but one.
        host.table("main")._fail(OSError(errno.ENOSPC, "No space left on device"))
        with pytest.raises(OSError, match="No space left"):
            await tables.failed


async def test_a_table_that_cannot_be_brought_back_is_told_and_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    async with house(tmp_path) as (host, _):
        for name in ("Kitchen", "Garden"):
            await host.tables.open(**TOY, name=name)
    (tmp_path / "table-kitchen.journal").write_bytes(b"no journal")
    async with house(tmp_path) as (host, said):
        assert len(said) == 1
        assert said[0].startswith("Table Kitchen could not be opened: ")
        assert sorted(host.served) == ["garden", "main"]
        assert host.tables.places["kitchen"].fault
    (tmp_path / REGISTRY).write_text("[")
    with pytest.raises(JournalError, match="delete it"):
        async with house(tmp_path):
            pass


async def test_a_host_has_a_limit_and_names_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.table.collection.tables.MOST_TABLES", 3)
    async with house(tmp_path) as (host, _):
        assert MOST_TABLES >= 8
        await host.tables.open(**TOY, name="x" * 500)
        assert len(host.tables.places["x" * 24].name) == 40
        unnamed = await host.tables.open(**TOY)
        assert unnamed == "toy-race"
        assert read_header(tmp_path / "table-toy-race.journal").table == unnamed
        with pytest.raises(TableRefusal, match="3 tables"):
            await host.tables.open(**TOY)
        await host.tables.end(unnamed)
        with pytest.raises(GameError, match="toy-rac"):
            await host.tables.open("toy-rac", {})
        assert not (tmp_path / "table-toy-rac.journal").exists()


@pytest.mark.parametrize(
    "written",
    [
        '{"x": ' + "[" * 100_000,
        '{"tables": {"kitchen/do": {"journal": "a.journal"}}}',
        '{"tables": {"#": {"journal": "a.journal"}}}',
        '{"tables": {"": {"journal": "a.journal"}}}',
        '{"tables": {"' + "x" * 65 + '": {"journal": "a.journal"}}}',
        '{"tables": {"kitchen": {"journal": 3}}}',
        '{"tables": []}',
        "",
        "{}" + " " * LARGEST,
    ],
    ids=["deep", "below", "all", "empty", "long", "number", "list", "nothing", "large"],
)
async def test_a_registry_that_no_host_has_written_is_refused_with_a_sentence(tmp_path: Path, written: str) -> None:
    (tmp_path / REGISTRY).write_text(written)
    with pytest.raises(JournalError, match="delete it"):
        async with house(tmp_path):
            pass


async def test_a_registry_opens_nothing_outside_its_folder_and_no_game_twice(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    async with house(home) as (host, _):
        await host.tables.open(**TOY, name="Kitchen")
    (home / "table-kitchen.journal").rename(tmp_path / "table-kitchen.journal")
    names = ["../table-kitchen.journal", str(tmp_path / "table-kitchen.journal"), "..", "/", "x" * 5000, "a\0b"]
    known = {f"t{number}": {"journal": name} for number, name in enumerate(names)}
    known |= {"twice": {"journal": "a.journal"}}
    (home / REGISTRY).write_bytes(msgspec.json.encode({"tables": known, "boards": {"nobody": "t0"}}))
    async with house(home) as (host, said):
        assert len(said) == len(known)
        assert host.served == {"main": ""}
        await played(host.table("main"))


async def test_a_registry_with_more_tables_than_a_host_may_have_brings_back_as_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as (host, _):
        for name in ("One", "Two", "Three"):
            await host.tables.open(**TOY, name=name)
    monkeypatch.setattr("immolation.table.collection.tables.MOST_TABLES", 3)
    async with house(tmp_path) as (host, said):
        assert said == ["This host has 3 tables at most; 1 more are in its list of games."]
        assert host.tables.expected() == ["one", "two"]
        assert sorted(host.served) == ["main", "one", "two"]


async def test_a_registry_damaged_while_the_host_runs_costs_nobody_what_they_ask_for(tmp_path: Path) -> None:
    async with house(tmp_path) as (host, _):
        (tmp_path / REGISTRY).write_text("[")
        kitchen = await host.tables.open(**TOY, name="Kitchen")
        (tmp_path / REGISTRY).unlink()
        (tmp_path / REGISTRY).mkdir()  # nor can it be written
        await host.tables.rename(kitchen, "Garden")
        assert host.tables.places[kitchen].name == "Garden"
        assert not any(name.startswith(f"{REGISTRY}.") for name in os.listdir(tmp_path))
        (tmp_path / REGISTRY).rmdir()
        await host.tables.open(**TOY, name="Cellar")
    async with house(tmp_path) as (host, said):
        assert said == []
        assert sorted(host.served) == ["cellar", kitchen, "main"]


async def test_a_game_that_trips_the_program_keeps_nobody_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as (host, _):
        await host.tables.open(**TOY, name="Kitchen")
    opened = Table.open

    async def trips(path: Path, **given: Any) -> Table:
        if path.stem == "table-kitchen":
            raise KeyError("p9")
        return await opened(path, **given)

    monkeypatch.setattr(Table, "open", trips)
    async with house(tmp_path) as (host, said):
        assert said == ["Table Kitchen could not be opened: The program failed here; the host's log says how."]
        assert list(host.served) == ["main"]


async def test_a_host_that_dies_while_a_table_ends_has_its_game_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as (host, _):
        kitchen = await host.tables.open(**TOY, name="Kitchen")

        def dies(*_: object) -> None:
            raise OSError(errno.EIO, "as if it were killed here")

        monkeypatch.setattr("immolation.table.collection.tables.archive", dies)
        with pytest.raises(OSError, match="killed"):
            await host.tables.end(kitchen)
    async with house(tmp_path) as (host, said):
        assert said == []
        assert list(host.served) == ["main"]
        game = next(one for one in host.tables.games() if one.table == kitchen)
        assert await host.tables.open(**TOY, name="Kitchen") == "kitchen-2"
        assert await host.tables.resume(host.tables.journal_of(game.name)) == kitchen


async def test_commands_at_the_same_moment_are_done_one_after_the_other(tmp_path: Path) -> None:
    board = HostBoard("one", FakeBoard((2, 5)).as_board)
    async with house(tmp_path, board) as (host, _):
        tables = host.tables
        opened = await asyncio.gather(*(tables.open(**TOY, name="Kitchen") for _ in range(3)))
        assert sorted(opened) == ["kitchen", "kitchen-2", "kitchen-3"]
        await asyncio.gather(*(tables.move_board("one", table) for table in opened))
        assert [table for table, at in host.served.items() if at] == [opened[-1]]
        path = tables.places["kitchen-3"].path
        done = await asyncio.gather(
            tables.end("kitchen"),
            tables.end("kitchen"),
            tables.move_board("one", "kitchen"),
            tables.rename("kitchen", "Garden"),
            tables.resume(path),
            tables.resume(path),
            return_exceptions=True,
        )
        assert [type(one) for one in done] == [type(None), *[TableRefusal] * 3, str, str]
        assert sorted(host.served) == ["kitchen-2", "kitchen-3", "main"]


async def test_a_table_that_fails_while_its_board_is_moved_is_silenced(tmp_path: Path) -> None:
    boards = [HostBoard(name, FakeBoard((2, 5)).as_board) for name in ("one", "two")]
    async with house(tmp_path, *boards) as (host, _):
        tables, serve = host.tables, host.tables._serve
        kitchen = await tables.open(**TOY, name="Kitchen")
        place, table = tables.places[kitchen], host.table(kitchen)

        @asynccontextmanager
        async def fails(at: HostedTable) -> AsyncIterator[None]:
            async with serve(at):
                if at is place:
                    table._fail(JournalError("The disk is full."))
                    assert place.running is not None
                    await asyncio.wait([place.running])
                yield

        tables._serve = fails
        await tables.move_board("two", kitchen)
        assert place.fault == "The disk is full."
        assert host.served == {"main": "one"}


async def test_boards_are_where_people_put_them_after_a_start(tmp_path: Path) -> None:
    boards = [HostBoard(name, FakeBoard((2, 5)).as_board) for name in ("one", "two")]
    async with house(tmp_path, *boards) as (host, _):
        await host.tables.move_board("two", "main")  # the first one is at none now
        assert host.served == {"main": "two"}
    async with house(tmp_path, *boards) as (host, _):
        assert host.served == {"main": "two"}


async def test_what_waits_for_a_board_that_is_moved_is_not_done_to_the_game(tmp_path: Path) -> None:
    fake = FakeBoard((2, 5))
    async with house(tmp_path, HostBoard("one", fake.as_board)) as (host, _):
        table = host.table("main")
        await asked(table)
        coordinator = table.coordinator
        assert coordinator is not None
        fake.place(on={77})
        await until(table, lambda: coordinator.is_being_corrected)
        waiting = (table.set_board(None), table.put_right("game"), table.choose(0))
        done = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in done] == [type(None), TableRefusal, TableRefusal]
        assert str(done[1]) == "There is no board that could be put right."


async def test_whoever_had_joined_a_table_that_ended_does_not_come_into_the_next_of_its_name(tmp_path: Path) -> None:
    async with house(tmp_path) as (host, _):
        tables = host.tables
        parts = PageParts(tmp_path, tables, SessionStore())
        kitchen = await tables.open(**TOY, name="Kitchen")
        sessions = parts.sessions(kitchen)
        assert sessions is not None
        _, secret = sessions.join(sessions.code("p1").text, "192.0.2.1", "")
        sessions.lock("p2", locked=True)
        code = sessions.code("watch").text
        await tables.end(kitchen)
        assert await tables.open(**TOY, name="Kitchen") == kitchen, "sooner than any page has heard of it"
        for store in (sessions, parts.sessions(kitchen)):
            assert store is not None
            assert store.device(secret) is None
            assert not store.knows(code)
            assert store.locked == []
        assert not (tmp_path / f"sessions-{kitchen}.json").exists()


async def test_another_host_in_the_same_folder_keeps_its_tables_their_ids_and_who_joined_them(tmp_path: Path) -> None:
    with_other = {"garden": {"journal": "garden.journal"}}
    busy = await Table.open(tmp_path / "garden.journal", table_id="garden", game="toy-race", players=PEOPLE)
    kept = tmp_path / "sessions-garden.json"
    theirs = SessionStore(kept)
    theirs.join(theirs.code("p1").text, "192.0.2.1", "")
    (tmp_path / REGISTRY).write_bytes(msgspec.json.encode({"tables": with_other}))
    async with house(tmp_path) as (host, said):
        parts = PageParts(tmp_path, host.tables, SessionStore())
        assert parts.sessions("garden") is not None
        assert said == ["Table garden is served by another host."]
        assert await host.tables.open(**TOY, name="Garden") == "garden-2"
        await host.tables.end("garden-2")
        assert len(SessionStore(kept).devices()) == 1
    await busy.close()
