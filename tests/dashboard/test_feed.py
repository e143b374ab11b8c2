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
from immolation.dashboard.pages.server import PageServer
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


async def test_a_window_that_nobody_hears_costs_nothing_until_it_is_back() -> None:
    """Of a phone in a pocket and a tab that was closed the page is kept for half a minute."""

    class Window:
        def __init__(self, connected: bool) -> None:
            self.connected, self.shown = connected, asyncio.Event()

        def refresh(self) -> None:
            self.shown.set()

    server, here, away = PageServer(PageSettings(broker_url="mqtt://127.0.0.1:1")), Window(True), Window(False)
    server._windows = {"away": (None, away), "here": (None, here)}  # type: ignore[dict-item]
    showing = asyncio.create_task(server._show_changes())
    try:
        async with asyncio.timeout(PATIENCE):
            server.show_soon()
            await here.shown.wait()
            assert not away.shown.is_set()
            away.connected = True
            server.show_soon()
            await away.shown.wait()
    finally:
        await ended(showing)


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
            assert [said.id for _, said in feed.announcements] == ["a", "b", "c"]
            for frames in (40, 41, 41):
                await say("immolation/board/immolation/status", {"fps": frames}, retain=True)
            await say(f"{TABLE}/announce", {"text": "last", "id": "d"})
            await until(lambda: feed.announced_count >= 4)
            assert [status["fps"] for status in feed.statuses] == [40, 41]
    finally:
        await ended(running)
        await broker.stop()


def test_news_are_whole_once_every_message_of_a_change_has_come() -> None:
    """A page that drew each of them would draw three times, and wait between."""
    feed, told = Feed(PageSettings(broker_url="mqtt://127.0.0.1:1")), Stage("mqtt://127.0.0.1:1").table_state()
    seat = {"seat": "p1", "view": {}, "actions": []}

    def hear(topic: str, **changed: object) -> None:
        record = told if topic == TABLE else seat if "/seat/" in topic else {"events": []}
        feed._on_message(topic, msgspec.json.encode({**msgspec.to_builtins(record), **changed}))

    assert feed.is_whole
    hear(f"{TABLE}/events", n=7)
    hear(TABLE, n=7)
    hear(f"{TABLE}/seat/p1", n=7)
    assert feed.is_whole
    hear(f"{TABLE}/events", n=8)
    assert not feed.is_whole
    hear(TABLE, n=8)
    assert not feed.is_whole
    hear(f"{TABLE}/seat/p1", n=8)
    assert feed.is_whole
    due = {"chance": {"kind": "roll", "prompt": "Roll the dice.", "clock": "none"}}
    hear(TABLE, n=8, deciders=due, dice="host", phase="playing")
    assert not feed.is_whole, "the host's dice are about to fall"
    hear(TABLE, n=8, deciders=due, dice="typed", phase="playing")
    assert feed.is_whole
