"""The page's connection to a broker: what nobody answered is asked again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import msgspec
import pytest
from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.dashboard import broker_client
from immolation.dashboard.feed import Feed
from immolation.dashboard.settings import PageSettings
from immolation.task_cancellation import ended

from tests.broker.waiting import PATIENCE, listening
from tests.dashboard.stage import Stage

TABLE = "immolation/table/main"


async def test_a_page_that_is_up_before_its_table_listens_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_client, "REPLY_SECONDS", 0.2)
    broker = EmbeddedBroker()
    url = await broker.start()
    state = msgspec.json.encode(Stage("mqtt://127.0.0.1:1").table_state())
    feed = Feed(PageSettings(broker_url=url))
    running = asyncio.create_task(feed.run())
    try:
        async with listening(int(url.rpartition(":")[2]), f"{TABLE}/do") as table:

            def asked() -> list[dict[str, str]]:
                return [one for one in map(json.loads, (m.payload for m in table.heard)) if one.get("seat") == "p1"]

            await table.client.publish(TABLE, state, qos=1, retain=True)
            await table.until(asked)  # and nobody answers
            while feed._tasks:
                await asyncio.wait(feed._tasks)
            await table.client.publish(TABLE, state, qos=1, retain=True)
            await table.until(lambda: len(asked()) > 1)
    finally:
        await ended(running)
        await broker.stop()


async def test_what_a_broker_delivers_twice_is_told_once() -> None:
    broker = EmbeddedBroker()
    url = await broker.start()
    feed = Feed(PageSettings(broker_url=url))
    heard = asyncio.Event()
    feed.listeners.append(heard.set)
    running = asyncio.create_task(feed.run())

    async def until(ready: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not ready():
                heard.clear()
                await heard.wait()

    try:
        await until(lambda: feed.connected)
        async with listening(int(url.rpartition(":")[2])) as table:

            async def say(topic: str, told: dict[str, object], retain: bool = False) -> None:
                await table.client.publish(topic, json.dumps(told), qos=1, retain=retain)

            turn, pause = {"text": "Your turn.", "id": "a"}, {"text": "The game is paused.", "id": "b"}
            for told in (turn, pause, turn, pause, {**turn, "id": "c"}):
                await say(f"{TABLE}/announce", told)
            await until(lambda: feed.announced_count >= 3)
            assert feed.announced is not None
            assert feed.announced.id == "c"
            for frames in (40, 41, 41):
                await say("immolation/board/immolation/status", {"fps": frames}, retain=True)
            await say(f"{TABLE}/announce", {"text": "last", "id": "d"})
            await until(lambda: feed.announced_count >= 4)
            assert [status["fps"] for status in feed.statuses] == [40, 41]
    finally:
        await ended(running)
        await broker.stop()
