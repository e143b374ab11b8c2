"""One seat that sends much, or much at once, waits for itself; the others are served as if it were not there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from immolation.broker import command_listener
from immolation.broker.command_handler import CommandHandler
from immolation.broker.command_listener import MAX_OF_ONE
from immolation.broker.connection import MAX_BYTES_IN, Handler, Inbox, Received
from immolation.broker.fair_queue import FairQueue
from immolation.broker.permissions import Permissions
from immolation.table.table import Table

from .conftest import PEOPLE
from .waiting import PATIENCE

DO = "immolation/table/main/do"


class Wire:
    """Stands for a connection: hands messages in and keeps what goes out, in order."""

    loopback = False

    def __init__(self) -> None:
        self.handlers: dict[str, Handler] = {}
        self.replies: list[tuple[str, dict[str, Any]]] = []
        self.news = asyncio.Event()

    def subscribe(self, topic: str, handler: Handler, *, qos: int = 1) -> Callable[[], None]:
        self.handlers[topic] = handler
        return lambda: None

    def publish(self, topic: str, payload: bytes, **given: Any) -> None:
        if "/reply/" in topic:
            self.replies.append((topic.rpartition("/")[2], json.loads(payload)))
            self.news.set()

    def send(self, user: str, **command: Any) -> None:
        self.handlers[f"{DO}/+"](Received(f"{DO}/{user}", json.dumps(command).encode(), False))

    async def reply_to(self, user: str, number: str) -> int:
        """How many replies came before the one to this command."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for place, (client, reply) in enumerate(self.replies):
                    if client == user and reply["id"] == number:
                        return place
                self.news.clear()
                await self.news.wait()


@pytest.fixture
async def table(tmp_path: Path) -> Any:
    table = await Table.open(tmp_path / "a.journal", game="toy-race", seed=7, players=PEOPLE)
    yield table
    await table.close()


@pytest.fixture
async def wire(table: Table) -> Any:
    wire = Wire()
    rights = {seat: Permissions(seats=(seat,)) for seat in PEOPLE}
    handler = CommandHandler(table, wire, rights)  # type: ignore[arg-type]
    await handler.start()
    yield wire
    await handler.stop()


def flood(wire: Wire, count: int) -> None:
    """Commands of p1 that are each written to the journal."""
    for number in range(count):
        wire.send("p1", id=f"f{number}", table="asked", seat="p1", always=number % 2 == 0)


async def test_a_seat_waits_for_at_most_a_few_commands_of_another(wire: Wire) -> None:
    flood(wire, MAX_OF_ONE)
    wire.send("p2", id="mine", table="asked", seat="p2", always=True)
    before = await wire.reply_to("p2", "mine")
    assert before <= 2, f"{before} of {MAX_OF_ONE} commands were answered first"
    assert wire.replies[before][1]["ok"]
    await wire.reply_to("p1", f"f{MAX_OF_ONE - 1}")
    own = [reply["id"] for client, reply in wire.replies if client == "p1"]
    assert own == [f"f{number}" for number in range(MAX_OF_ONE)], "those of one seat keep their order"


async def test_a_flood_takes_nobodys_room(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_listener, "_seconds", lambda: 1000.0)  # on a busy machine the flood takes seconds
    flood(wire, 2000)
    wire.send("p2", id="mine", table="asked", seat="p2", always=True)
    assert wire.replies[0][1]["refused"].startswith("Too many commands")
    assert await wire.reply_to("p2", "mine") <= 4
    told = [reply for client, reply in wire.replies if client == "p1" and not reply["ok"]]
    assert len(told) == 1, "a flood is not answered with a flood"


async def test_oversized_commands_are_counted_and_kept_nowhere(wire: Wire) -> None:
    for number in range(300):
        wire.send("p1", id=f"big{number}", table="pause", why="x" * 20_000)
    wire.send("p2", id="mine", table="asked", seat="p2", always=True)
    await wire.reply_to("p2", "mine")
    assert all(len(json.dumps(reply)) < 500 for _, reply in wire.replies)


async def test_what_waits_to_be_read_is_bounded_in_bytes() -> None:
    inbox = Inbox(maxsize=4096)
    large = SimpleNamespace(payload=bytes(900_000))
    taken = 0
    while taken < 150 and not inbox.full():
        inbox.put_nowait(large)  # type: ignore[arg-type]
        taken += 1
    with pytest.raises(asyncio.QueueFull):
        inbox.put_nowait(large)  # type: ignore[arg-type]
    assert taken * 900_000 < MAX_BYTES_IN + 2 * 900_000
    for _ in range(taken):
        inbox.get_nowait()
    inbox.put_nowait(large)  # type: ignore[arg-type]


async def test_a_sender_that_is_done_leaves_nothing_behind() -> None:
    queue = FairQueue(2, 3)
    done: list[str] = []
    gate = asyncio.Event()

    def job(name: str) -> Callable[[], Any]:
        async def work() -> None:
            await gate.wait()
            done.append(name)

        return work

    for sender in ("a", "a", "b"):
        assert queue.has_room(sender)
        queue.put(sender, job(sender))
    assert not queue.has_room("a")
    assert not queue.has_room("c"), "together they are full"
    gate.set()
    await queue.stop(PATIENCE)
    assert sorted(done) == ["a", "a", "b"]
    assert queue.has_room("a")
    assert not queue._waiting
