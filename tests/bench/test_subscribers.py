"""What 20 people who look on at one table cost, beside a program that only publishes the same bytes."""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec
import pytest
from immolation.broker import topics
from immolation.broker.connection import NO_DELAY, Connection
from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.broker.publisher import Publisher
from immolation.cli.torture.processes import Broker
from immolation.games import CHANCE, IllegalAction
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

SUBSCRIBERS = 20
ROUNDS = 6
"""Bare and at the table in turn, so that what else the machine does is in both."""

OF_EACH = 50
"""Messages of each in a round."""

STUCK_S = 300.0
PEOPLE = {seat: Player("person", seat) for seat in ("p1", "p2")}
STATE = topics.table("main")


class Crowd:
    """Subscribers in a process of their own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def told(self, n: int) -> float:
        """The monotonic seconds at which all of them knew state ``n`` or a newer one."""
        assert self._process.stdout is not None
        while True:
            number, at = (int(word) for word in (await self._process.stdout.readline()).split())
            if number >= n:
                return at / 1e9


@asynccontextmanager
async def crowd(port: int, count: int) -> AsyncIterator[Crowd]:
    pipe = asyncio.subprocess.PIPE
    words = (sys.executable, "-m", "tests.bench.told", str(port), str(count))
    process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe)
    try:
        assert process.stdout is not None
        while (line := await process.stdout.readline()) != b"ready\n":  # what was retained comes first
            assert line, "the subscribers ended"
        yield Crowd(process)
    finally:
        process.kill()
        await process.wait()


@asynccontextmanager
async def brokers(kind: str, folder: Path) -> AsyncIterator[int]:
    """A broker's port; the embedded one runs in this process, as in a host."""
    if kind == "embedded":
        embedded = EmbeddedBroker()
        url = await embedded.start()
        try:
            yield int(url.rpartition(":")[2])
        finally:
            await embedded.stop()
    else:
        broker = Broker(folder)
        await broker.start()
        try:
            yield broker.port
        finally:
            await broker.stop()


async def bare(port: int, payload: bytes, first: int, count: int) -> list[float]:
    """Milliseconds from a plain publish until the last subscriber has it."""
    found = []
    async with (
        crowd(port, SUBSCRIBERS) as everybody,
        aiomqtt.Client("127.0.0.1", port, socket_options=NO_DELAY, timeout=STUCK_S) as mqtt,
    ):
        for n in range(first, first + count):
            said = re.sub(rb'"n":\d+', b'"n":%d' % n, payload, count=1)
            start = time.monotonic()
            await mqtt.publish(STATE, said, qos=1)
            found.append(1000 * (await everybody.told(n) - start))
            await asyncio.sleep(0.01)
    return found


async def at_table(port: int, folder: Path, seed: int, count: int) -> tuple[list[float], list[float], bytes]:
    """The same from when a table has changed, from when the action was asked for, and how such a state looks."""
    rng, changed, asked = random.Random(seed), [], []
    connection = Connection(f"mqtt://127.0.0.1:{port}")
    await connection.start()
    await connection.wait_online(STUCK_S)
    table = await Table.open(
        folder / f"{seed}.journal", game="ascended-kings", config={"seats": 2}, players=PEOPLE, seed=seed, bot_pace_ms=0
    )
    running = asyncio.create_task(table.run())
    publisher = Publisher(table, connection)
    await publisher.start()
    news = asyncio.Event()
    when: dict[int, float] = {}

    def note() -> None:
        when.setdefault(table.n, time.monotonic())
        news.set()

    table.on_change.append(note)
    try:
        async with asyncio.timeout(STUCK_S), crowd(port, SUBSCRIBERS) as everybody:
            while len(changed) < count and table.phase != "over":
                state = table.history.state
                seat = next(iter(state.deciders()), None)
                if seat is None:
                    break
                if seat == CHANCE:
                    news.clear()
                    await news.wait()
                    continue
                action = rng.choice(list(state.legal_actions(seat)))
                start, n = time.monotonic(), table.n + 1
                try:
                    await table.decide(action, by=seat)
                except IllegalAction:
                    if table.n < n:
                        raise
                    continue  # what has one answer the table has given meanwhile
                at = await everybody.told(n)
                changed.append(1000 * (at - when[n]))
                asked.append(1000 * (at - start))
                await asyncio.sleep(0.01)
        payload = msgspec.json.encode(table.state_record())
    finally:
        await publisher.stop()
        await table.close()
        await ended(running)
        connection.publish(STATE, b"", retain=True)  # the next table begins at 0 again
        await connection.stop()
    return changed, asked, payload


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


async def measured(kind: str, folder: Path, rounds: int, count: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"bare": [], "changed": [], "asked": []}
    async with brokers(kind, folder) as port:
        for seed in range(rounds):
            changed, asked, payload = await at_table(port, folder, seed, count)
            found["changed"] += changed
            found["asked"] += asked
            found["bare"] += await bare(port, payload, 1_000_000 * (seed + 1), count)
    found["bytes"] = [len(payload)]
    return found


@pytest.mark.parametrize("kind", ["embedded", pytest.param("mosquitto", marks=pytest.mark.needs("mosquitto"))])
def test_twenty_subscribers_beside_a_bare_publish(
    kind: str, benchmark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds, count = (ROUNDS, OF_EACH) if benchmark.enabled else (2, 5)  # as a plain test it need only work
    found = benchmark.pedantic(lambda: asyncio.run(measured(kind, tmp_path, rounds, count)), rounds=1)
    ratio = p99(found["changed"]) / p99(found["bare"])
    with capsys.disabled():
        print(
            f"\n{kind}, {SUBSCRIBERS} subscribers, a state of {found['bytes'][0]:.0f} bytes, until the last one has it:"
        )
        said = {"bare": "a bare publish", "changed": "from a table's change", "asked": "from the action (with journal)"}
        for key, words in said.items():
            values = found[key]
            print(f"  {words:<32} median {statistics.median(values):6.1f} ms   p99 {p99(values):6.1f} ms")
        print(f"  p99 of a table's change over a bare publish: {ratio:.1f}")
