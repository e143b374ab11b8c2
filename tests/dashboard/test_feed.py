"""The page's connection to a broker: what nobody answered is asked again."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest
from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.dashboard import feed as feeds
from immolation.dashboard.feed import Feed
from immolation.dashboard.settings import PageSettings
from immolation.task_cancellation import ended

from tests.broker.waiting import listening
from tests.dashboard.stage import Stage

TABLE = "immolation/table/main"


async def test_a_page_that_is_up_before_its_table_listens_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "REPLY_SECONDS", 0.2)
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
