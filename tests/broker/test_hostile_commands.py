"""Whatever arrives on the command topics: the connection is kept, and what was not accepted has changed nothing."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation.broker import topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.commands import TABLE_COMMANDS
from immolation.broker.permissions import Permissions
from immolation.broker.publisher import Publisher

from tests.broker.conftest import playing, running
from tests.broker.waiting import Listener

DO = topics.table("main", "do")
TOPICS = [DO, f"{DO}/p1", f"{DO}/nobody", f"{DO}/-odd", topics.board("immolation", "hand"), f"{DO}/a b"]
FIELDS = ["id", "table", "seat", "action", "client", "do", "run", "tile", "p1", "p2", "chance", "to", "yes", "which"]
MORE = ["rule", "correct", "path", "value", "seats", "up", *TABLE_COMMANDS]
WORDS = st.sampled_from([*FIELDS, *MORE])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | WORDS
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=5)
)
COMMANDS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"id": st.text(max_size=70)},
    optional={
        "table": WORDS,
        "client": WORDS,
        "seat": WORDS | LEAVES,
        "action": st.dictionaries(WORDS, LEAVES | st.lists(LEAVES, max_size=3), max_size=5)
        | st.fixed_dictionaries({"do": WORDS, "seat": WORDS}, optional={"tile": LEAVES, "path": JSON, "value": JSON}),
        "to": LEAVES,
        "index": LEAVES,
        "since": LEAVES,
        "player": JSON,
        "ruleset": st.text(max_size=5),
        "config": JSON,
    },
)
REAL = msgspec.json.encode({"id": "x", "seat": "p1", "action": {"do": "run", "seat": "p1", "tile": 11}})


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A real command, cut, doubled, with bytes changed or put in."""
    payload = bytearray(REAL)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(payload)))
        match draw(st.integers(0, 3)):
            case 0:
                del payload[at:]
            case 1:
                payload += payload[at:]
            case 2:
                payload[at : at + 1] = draw(st.binary(max_size=3))
            case _:
                payload[at:at] = draw(st.binary(max_size=20))
    return bytes(payload)


HUGE = st.builds(lambda byte, count: byte * count, st.binary(min_size=1, max_size=1), st.integers(10_000, 60_000))
PAYLOADS = (
    st.binary(max_size=200)
    | broken()
    | COMMANDS.map(msgspec.json.encode)
    | JSON.map(msgspec.json.encode)
    | HUGE
    | st.integers(1, 8000).map(lambda depth: b'{"id":"d","action":' + b"[" * depth)
)


class Nest:
    """One broker, table and attacker for all examples."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stack = AsyncExitStack()
        self.pings = 0

    async def build(self) -> None:
        site = await self.stack.enter_async_context(running("embedded", self.folder))
        self.game = await self.stack.enter_async_context(playing(site, self.folder))
        access = {"p1": Permissions(seats=("p1",))}
        self.commands = CommandHandler(
            self.game.table, self.game.connection, access, plain=False, control=Hands(), rate=1e6, burst=10**6
        )
        await self.commands.start()
        publisher = Publisher(self.game.table, self.game.connection)
        await publisher.start()
        await self.game.connection.drained()
        replies = topics.table("main", "reply", "+")
        self.attacker: Listener = await self.stack.enter_async_context(site.joined("p1", replies))
        self.stack.push_async_callback(publisher.stop)
        self.stack.push_async_callback(self.commands.stop)

    async def attack(self, topic: str, payload: bytes) -> None:
        table = self.game.table
        n, digest = table.n, table.history.digest
        self.attacker.heard.clear()
        await self.attacker.client.publish(topic, payload, qos=1)
        await self.ping()  # the connection is kept, and the command has been heard
        await asyncio.gather(*self.commands._working._workers)
        await self.ping()  # its answer has arrived
        replies = [msgspec.json.decode(heard.payload) for heard in self.attacker.heard]
        for reply in replies:
            assert reply["ok"] in (True, False)
            assert reply["ok"] or 0 < len(reply["refused"]) <= 300
        if [reply for reply in replies if reply["ok"] and not reply["id"].startswith("ping ")]:
            await self.settle()  # it was a command after all, and the dice may fall now
        else:
            assert (table.n, table.history.digest) == (n, digest)
        assert self.game.connection.connections == 1
        assert self.game.connection.online

    async def ping(self) -> None:
        self.pings += 1
        ping = {"id": f"ping {self.pings}", "table": "why", "rule": "TABLE"}
        own = topics.table("main", "reply", "p1")
        await self.attacker.client.publish(f"{DO}/p1", msgspec.json.encode(ping), qos=1)
        await self.attacker.until(lambda: [told for told in self.attacker.told(own) if told["id"] == ping["id"]])

    async def settle(self) -> None:
        table = self.game.table
        async for _ in (subscription := table.subscribe()):
            if table.phase != "playing" or "chance" not in table.history.state.deciders():
                subscription.close()


class Hands:
    """Accepts every hand on a tile of the board."""

    async def hand(self, tile: int, up: bool) -> None:
        assert 0 <= tile <= 99
        assert up in (True, False)


def test_hostile_commands_change_nothing_and_cost_no_connection(tmp_path: Path):
    with asyncio.Runner() as runner:
        nest = Nest(tmp_path)
        runner.run(nest.build())

        @settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from(TOPICS), PAYLOADS)
        def attack(topic: str, payload: bytes) -> None:
            runner.run(nest.attack(topic, payload))

        try:
            attack()
        finally:
            runner.run(nest.stack.aclose())
