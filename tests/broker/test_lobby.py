"""The lobby over MQTT: what it tells, what it does, and that it is the host's alone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from immolation.broker import topics
from immolation.broker.lobby.lobby import Lobby, LobbyState
from immolation.broker.permissions import BUTTONS, HOST, Permissions
from immolation.cli.table_parts import TableParts
from immolation.table.collection.tables import HostBoard, Tables
from immolation.table.table import Table

from tests.broker.conftest import PEOPLE, Site, running
from tests.broker.waiting import Listener
from tests.table.fake_board import FakeBoard

ACCESS = {"p1": Permissions(seats=("p1",)), "page": HOST, "home": BUTTONS}
PLAYERS = {seat: {"kind": "person", "name": player.name} for seat, player in PEOPLE.items()}
_numbers = itertools.count()


class Host:
    """A host with a board, its first table and its lobby, on one broker."""

    def __init__(self, site: Site, tables: Tables) -> None:
        self.site, self.tables = site, tables

    @contextlib.asynccontextmanager
    async def page(self, *others: str) -> AsyncIterator[Asker]:
        """The host's own page."""
        filters = (topics.LOBBY, topics.lobby_reply("page-1"), "immolation/table/+/reply/page-1", *others)
        async with self.site.joined("page", *filters) as listener:
            yield Asker(listener)


class Asker:
    """A client that sends commands and waits for the answers."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener

    async def ask(self, do: str = topics.LOBBY_DO, client: str = "page-1", **command: Any) -> dict[str, Any]:
        number = f"c{next(_numbers)}"
        payload = msgspec.json.encode({"id": number, "client": client, **command})
        await self.listener.client.publish(do, payload, qos=1)

        def answers() -> list[dict[str, Any]]:
            heard = [one for one in self.listener.heard if "/reply/" in one.topic]
            told = [msgspec.json.decode(one.payload) for one in heard]
            return [one for one in told if one["id"] == number]

        found: list[dict[str, Any]] = await self.listener.until(answers)
        return found[-1]


@pytest.fixture
async def host(site: Site, tmp_path: Path) -> AsyncIterator[Host]:
    connection = site.connection()
    board = HostBoard("immolation", FakeBoard((2, 5)).as_board)
    board.client.hello = {"fw": "2.0.0"}
    async with contextlib.AsyncExitStack() as stack:
        await connection.start()
        stack.push_async_callback(connection.stop)
        await connection.wait_online(60)
        parts = TableParts(connection, ACCESS, False, None, lambda table: f"http://127.0.0.1/{table}")
        tables = Tables("main", tmp_path / "a.journal", [board], lambda place: parts.serve(tables, place), pace_ms=0)
        stack.push_async_callback(tables.stop)
        first = await Table.open(
            tmp_path / "a.journal", game="toy-race", seed=7, players=PEOPLE, board=board.client, bot_pace_ms=0
        )
        await tables.start(first)
        lobby = Lobby(tables, connection, ACCESS, plain=True)
        await lobby.start()
        stack.push_async_callback(lobby.stop)
        await connection.subscribed()  # what is asked before is heard by nobody
        yield Host(site, tables)


def one(state: dict[str, Any], table: str) -> dict[str, Any]:
    return next((each for each in state["tables"] if each["id"] == table), {})


async def test_tables_and_boards_are_told_and_done_with_over_mqtt(host: Host) -> None:
    watched = ("immolation/table/kitchen", "immolation/table/kitchen/clock", "immolation/board/kitchen/scene")
    async with host.page(*watched) as page:
        told = await page.listener.hear(topics.LOBBY)
        assert [each["id"] for each in told["tables"]] == ["main"]
        main = one(told, "main")
        assert (main["state"], main["ruleset"], main["board"], main["lights"]) == (
            "playing",
            "toy-race",
            "immolation",
            "immolation",
        )
        assert [(seat["seat"], seat["player"]["name"]) for seat in main["seats"]] == [("p1", "Ada"), ("p2", "Bob")]
        board = told["boards"][0]
        assert (board["id"], board["online"], board["table"], board["firmware"]) == (
            "immolation",
            True,
            "main",
            "2.0.0",
        )

        options = await page.ask(lobby="options", ruleset="toy-race")
        assert options["ok"]
        assert options["bots"]
        opened = await page.ask(
            lobby="open",
            ruleset="toy-race",
            players=PLAYERS,
            name="Kitchen",
            dice="typed",
            clocks={"mode": "turn", "seconds": 90, "window": 30},
        )
        assert opened["table"] == "kitchen"
        await page.listener.hear(topics.LOBBY, lambda state: one(state, "kitchen").get("name") == "Kitchen")
        kitchen = await page.listener.hear("immolation/table/kitchen")
        assert (kitchen["table"], kitchen["dice"]) == ("kitchen", "typed")
        clock = await page.listener.hear("immolation/table/kitchen/clock", lambda told: told["clocks"])
        assert {each["total_ms"] for each in clock["clocks"] if each["kind"] == "turn"} == {90_000}
        await page.listener.hear("immolation/board/kitchen/scene")

        # Each table takes its own commands.
        paused = await page.ask("immolation/table/kitchen/do", table="pause")
        assert paused["ok"]
        state = await page.listener.hear(topics.LOBBY, lambda told: one(told, "kitchen").get("state") == "paused")
        assert one(state, "main")["state"] == "playing"

        assert (await page.ask(lobby="name", table="kitchen", name="Garden"))["ok"]
        assert (await page.ask(lobby="move", board="immolation", table="kitchen"))["ok"]
        state = await page.listener.hear(topics.LOBBY, lambda told: one(told, "kitchen").get("board") == "immolation")
        assert one(state, "kitchen")["name"] == "Garden"
        assert (one(state, "main")["board"], one(state, "main")["lights"]) == ("", "main")

        assert (await page.ask(lobby="end", table="kitchen"))["ok"]
        await page.listener.hear(topics.LOBBY, lambda told: not one(told, "kitchen"))
        games = (await page.ask(lobby="games"))["games"]
        game = next(each for each in games if each["table"] == "kitchen")
        assert (game["table_name"], game["open"]) == ("Garden", False)
    async with host.page(*watched) as late:  # whoever comes now finds nothing of it
        await late.listener.hear(topics.LOBBY)
        await late.listener.settled()
        assert [late.listener.told(topic) for topic in watched] == [[], [], []]
        resumed = await late.ask(lobby="resume", game=game["name"])
        assert resumed["table"] == "kitchen"
        assert (await late.listener.hear("immolation/table/kitchen"))["phase"] == "paused"


async def test_what_is_wrong_is_refused_with_a_sentence_and_nothing_is_opened(host: Host) -> None:
    async with host.page() as page:
        for command, said in (
            ({"lobby": "open", "ruleset": "ludo"}, "ludo"),
            ({"lobby": "open", "ruleset": "toy-race", "clocks": {"mode": "fast"}}, "clocks.mode"),
            ({"lobby": "open", "ruleset": "toy-race", "settings": {"pack": "/etc/passwd"}}, "settings"),
            ({"lobby": "close"}, "is one of open, name"),
            ({"table": "pause"}, "is one of open, name"),
            ({"lobby": "end", "table": "../main"}, "no open table"),
            ({"lobby": "resume", "game": "../a"}, "no game"),
            ({"lobby": "move", "board": "x", "table": "main"}, "no board"),
            ({"lobby": "end", "table": "main", "as": "p1"}, "the host's"),
        ):
            reply = await page.ask(**command)
            assert not reply["ok"]
            assert said in reply["refused"], reply
        reply = await page.ask("immolation/table/main/do", lobby="end", table="main")
        assert not reply["ok"], "a table takes no command of the lobby"
    assert list(host.tables.places) == ["main"]


@pytest.mark.parametrize(
    "clocks",
    [
        {"mode": "turn", "seconds": 0},
        {"mode": "bank"},
        {"mode": "turn", "seconds": 5, "increment": 5},
    ],
)
async def test_clocks_that_nobody_could_play_under_are_refused_in_words(host: Host, clocks: dict[str, Any]) -> None:
    async with host.page() as page:
        before = set(host.tables.places)
        reply = await page.ask(lobby="open", ruleset="cinders", clocks=clocks)
        assert reply["ok"] is False
        assert reply["refused"].startswith("The clocks: ")
        assert "_" not in reply["refused"]
        assert set(host.tables.places) == before


async def test_whoever_is_not_the_host_opens_nothing_in_the_lobby(host: Host) -> None:
    """The lobby refuses them itself, whatever the broker lets through."""
    async with host.site.joined("host", topics.LOBBY, "immolation/lobby/reply/+") as anybody:
        asker = Asker(anybody)
        for user in ("p1", "home", "nobody"):
            reply = await asker.ask(f"{topics.LOBBY_DO}/{user}", user, lobby="end", table="main")
            assert reply["refused"] == "Tables and boards are the host's to open, end and move."
    assert list(host.tables.places) == ["main"]


@pytest.mark.needs("mosquitto")
@pytest.mark.parametrize("site", ["mosquitto"], indirect=True)
async def test_a_player_neither_sees_nor_touches_another_table_nor_the_lobby(host: Host) -> None:
    async with host.page() as page:
        await page.ask(lobby="open", ruleset="toy-race", players=PLAYERS, name="Kitchen")
        filters = ("immolation/lobby/#", "immolation/lobby", "immolation/table/kitchen/#", "immolation/table/kitchen")
        async with host.site.joined("p1", *filters, "immolation/table/+/seat/+", "immolation/table/main") as p1:
            await p1.hear("immolation/table/main")
            pause = {"id": "x", "client": "p1", "table": "pause"}
            view = {"id": "y", "client": "p1", "table": "view", "seat": "p1"}
            end = {"id": "z", "client": "p1", "lobby": "end", "table": "kitchen"}
            for topic, command in (
                ("immolation/table/kitchen/do", pause),
                ("immolation/table/kitchen/do/p1", pause),
                ("immolation/table/kitchen/do/p1", view),
                (topics.LOBBY_DO, end),
                (f"{topics.LOBBY_DO}/p1", end),
            ):
                await p1.client.publish(topic, msgspec.json.encode(command), qos=1)
            await p1.settled()
            # The host asks last: whatever was let through of p1's had come before.
            assert (await page.ask(lobby="name", table="kitchen", name="Garden"))["ok"]
            assert (await page.ask("immolation/table/kitchen/do", table="pause"))["ok"], "it was not paused yet"
            await page.listener.hear(topics.LOBBY, lambda told: one(told, "kitchen").get("state") == "paused")
            await p1.settled()
            seen = {heard.topic for heard in p1.heard}
            assert not {topic for topic in seen if "kitchen" in topic or "lobby" in topic}


async def test_the_lobby_takes_back_what_it_told_when_the_host_ends(site: Site, tmp_path: Path) -> None:
    connection = site.connection()
    async with connection:
        await connection.wait_online(60)
        tables = Tables("main", tmp_path / "a.journal", [], lambda place: contextlib.nullcontext())
        lobby = Lobby(tables, connection, ACCESS, plain=True)
        await lobby.start()
        async with site.joined("page", topics.LOBBY) as page:
            await page.hear(topics.LOBBY)
            await lobby.stop()
            await page.until(lambda: page.on(topics.LOBBY)[-1].payload == b"")


async def test_a_table_that_cannot_be_told_does_not_silence_the_lobby(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = asyncio.Event()

    def state(lobby: Lobby) -> LobbyState:
        if not broken.is_set():
            broken.set()
            raise AttributeError("a view without seats")
        return real(lobby)

    real = Lobby.state
    async with host.page() as page:
        await page.listener.hear(topics.LOBBY)
        monkeypatch.setattr(Lobby, "state", state)
        await host.tables.rename("main", "Hall")
        await broken.wait()
        await host.tables.rename("main", "Attic")
        await page.listener.hear(topics.LOBBY, lambda told: one(told, "main").get("name") == "Attic")


async def test_an_ended_table_leaves_nothing_on_any_broker(site: Site, tmp_path: Path) -> None:
    """Also its scene at a board, and what a broker that protects nothing was told."""
    scene = topics.board("immolation", "scene")
    async with contextlib.AsyncExitStack() as stack:
        (tmp_path / "public").mkdir()
        other = await stack.enter_async_context(running("embedded", tmp_path / "public"))
        connections = [site.connection(), other.connection()]
        for connection in connections:
            await connection.start()
            stack.push_async_callback(connection.stop)
            await connection.wait_online(60)
        parts = TableParts(connections[0], ACCESS, False, connections[1], lambda table: "")
        board = HostBoard("immolation", FakeBoard((2, 5)).as_board)
        tables = Tables("main", tmp_path / "a.journal", [board], lambda place: parts.serve(tables, place), pace_ms=0)
        stack.push_async_callback(tables.stop)
        first = await Table.open(tmp_path / "a.journal", game="toy-race", seed=7, players=PEOPLE, bot_pace_ms=0)
        await tables.start(first)
        await tables.open("toy-race", {}, PEOPLE, name="Kitchen")
        await tables.move_board("immolation", "kitchen")
        filters = ("immolation/table/kitchen", "immolation/table/kitchen/clock", scene)
        for broker in (site, other):
            async with broker.joined("page", *filters) as listener:
                for topic in filters:
                    await listener.hear(topic)
        await tables.end("kitchen")
        for connection in connections:
            await connection.drained()
        for broker in (site, other):
            async with broker.joined("page", *filters) as late:
                await late.settled()
                assert [late.told(topic) for topic in filters] == [[], [], []]
