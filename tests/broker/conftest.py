"""What the tests of the broker's side start from: real brokers, and a table of the Toy Race."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from immolation.broker import logins, topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.connection import Connection
from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.broker.mosquitto import Mosquitto
from immolation.broker.permissions import BUTTONS, HOST, WATCH, Permissions
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

from tests.broker.waiting import PATIENCE, Listener, listening
from tests.games.toy import registered
from tests.ports import free_port

PEOPLE = {"p1": Player("person", "Ada"), "p2": Player("person", "Bob")}

ACCESS = {
    "p1": Permissions(seats=("p1",)),
    "p2": Permissions(seats=("p2",)),
    "page": HOST,
    "home": BUTTONS,
    "watch": WATCH,
}


class Site:
    """A running broker, whichever it is: how to reach it as whom, and how to restart it."""

    def __init__(self, broker: EmbeddedBroker | Mosquitto) -> None:
        self.broker = broker
        self.port = free_port()

    @property
    def mosquitto(self) -> bool:
        return isinstance(self.broker, Mosquitto)

    async def start(self) -> None:
        url = await (self.broker.start(self.port) if isinstance(self.broker, EmbeddedBroker) else self.broker.start())
        self.port = int(url.rpartition(":")[2])

    async def stop(self) -> None:
        await self.broker.stop()

    def login(self, user: str) -> dict[str, Any]:
        if isinstance(self.broker, EmbeddedBroker):
            return {}
        return {"username": user, "password": self.broker.logins[user].password}

    def connection(self, user: str = "host", **given: Any) -> Connection:
        """The host's own connection; made, not started."""
        return Connection(f"mqtt://127.0.0.1:{self.port}", **self.login(user), **given)

    @contextlib.asynccontextmanager
    async def joined(self, user: str, *filters: str, **given: Any) -> AsyncIterator[Listener]:
        """A client logged in as ``user``: at Mosquitto through the network's door, over TLS, unless it is local."""
        given = {**self.login(user), **given}
        port = self.port
        if isinstance(self.broker, Mosquitto) and self.broker.logins[user].user.role not in logins.LOCAL_ROLES:
            port = self.broker.port
            given = {"ca": str(self.broker.ca), **given}
        async with listening(port, *filters, **given) as listener:
            yield listener


@pytest.fixture(params=["embedded", pytest.param("mosquitto", marks=pytest.mark.needs("mosquitto"))])
async def site(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Site]:
    """The same for both brokers."""
    async with running(request.param, tmp_path) as found:
        yield found


@pytest.fixture
async def lan(tmp_path: Path) -> AsyncIterator[Site]:
    """Mosquitto alone, with a host that is online; the test is marked as needing it."""
    async with running("mosquitto", tmp_path) as found:
        async with found.joined("host") as host:
            await host.client.publish(topics.HOST_ONLINE, topics.ONLINE, qos=1, retain=True)
        yield found


@contextlib.asynccontextmanager
async def running(kind: str, folder: Path) -> AsyncIterator[Site]:
    broker: EmbeddedBroker | Mosquitto
    if kind == "embedded":
        broker = EmbeddedBroker()
    else:
        broker = Mosquitto(port=free_port(), local_port=free_port())
        broker.prepare(folder / "mosquitto", logins.usual_users(["p1", "p2"]))
    site = Site(broker)
    await site.start()
    try:
        yield site
    finally:
        await site.stop()


@pytest.fixture(autouse=True)
def toy() -> Iterator[object]:
    """``games.load("toy-race")`` works."""
    with registered() as game:
        yield game


class Game:
    """A Toy Race between Ada and Bob, with its clerk running, and the host's connection to a broker."""

    def __init__(self, site: Site, table: Table, connection: Connection) -> None:
        self.site = site
        self.table = table
        self.connection = connection

    @property
    def can_run(self) -> dict[str, Any]:
        """An action that whoever is asked now may take."""
        seat = next(iter(self.table.history.state.deciders()))
        action = self.table.history.state.legal_actions(seat)[0]
        return {"seat": seat, "action": self.table.game.record(action)}


async def to_people(table: Table) -> None:
    """Wait until the dice have fallen and a person is asked."""
    async for _ in (subscription := table.subscribe()):
        if next(iter(table.history.state.deciders())) != "chance":
            subscription.close()


@pytest.fixture
async def game(site: Site, tmp_path: Path) -> AsyncIterator[Game]:
    """On either broker; the cards are dealt, the die is cast, and p1 may run."""
    async with playing(site, tmp_path) as found:
        yield found


@contextlib.asynccontextmanager
async def playing(site: Site, folder: Path, **given: Any) -> AsyncIterator[Game]:
    options = {"game": "toy-race", "seed": 7, "players": PEOPLE, "bot_pace_ms": 0, **given}
    table = await Table.open(folder / "a.journal", **options)
    run = asyncio.create_task(table.run())
    connection = site.connection()
    await connection.start()
    try:
        await connection.wait_online(PATIENCE)
        if given.get("dice") != "typed":
            await to_people(table)
        yield Game(site, table, connection)
    finally:
        await table.close()
        await ended(run)
        await connection.stop()


@pytest.fixture
async def commands(game: Game) -> AsyncIterator[CommandHandler]:
    commands = CommandHandler(game.table, game.connection, ACCESS, plain=True)
    await commands.start()
    await game.connection.drained()
    yield commands
    await commands.stop()
