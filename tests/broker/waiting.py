"""An MQTT client for tests: it keeps what it hears, and a test waits for what it expects instead of sleeping."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiomqtt
import msgspec
from immolation.broker import topics
from immolation.broker.connection import NO_DELAY, Received
from immolation.task_cancellation import ended

PATIENCE = 60.0
"""Seconds until a test gives up; everything here takes milliseconds."""


class Listener:
    """One client with everything it has heard, in order."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self.client = client
        self.heard: list[Received] = []
        self._changed = asyncio.Condition()

    async def listen(self) -> None:
        async for message in self.client.messages:
            async with self._changed:
                self.heard.append(Received(str(message.topic), bytes(message.payload), message.retain))
                self._changed.notify_all()

    async def until(self, ready: Callable[[], Any]) -> Any:
        """Wait until ``ready()`` is true, and return what it gave."""
        async with asyncio.timeout(PATIENCE), self._changed:
            while not (found := ready()):
                await self._changed.wait()
            return found

    async def hear(self, topic: str, fits: Callable[[Any], object] = lambda _: True) -> Any:
        """The newest JSON payload on ``topic`` once one fits."""

        def newest() -> list[Any]:
            return [record for record in self.told(topic) if fits(record)][-1:]

        return (await self.until(newest))[0]

    def on(self, topic: str) -> list[Received]:
        """Everything heard on one topic."""
        return [message for message in self.heard if message.topic == topic]

    def told(self, topic: str) -> list[Any]:
        """Every JSON payload heard on one topic."""
        return [msgspec.json.decode(message.payload) for message in self.on(topic) if message.payload]

    async def settled(self) -> None:
        """Everything sent to this client until now has arrived: the broker answers one more subscription."""
        before = len(self.on(topics.HOST_ONLINE))
        await self.client.subscribe(topics.HOST_ONLINE, qos=1)
        await self.until(lambda: len(self.on(topics.HOST_ONLINE)) > before)


@contextlib.asynccontextmanager
async def listening(
    port: int,
    *filters: str,
    username: str | None = None,
    password: str | None = None,
    ca: str | None = None,
    identifier: str | None = None,
    **others: Any,
) -> AsyncIterator[Listener]:
    """A connected client that has subscribed to ``filters`` (QoS 1)."""
    context = ssl.create_default_context(cafile=ca) if ca is not None else None
    client = aiomqtt.Client(
        "127.0.0.1",
        port,
        username=username,
        password=password,
        tls_context=context,
        identifier=identifier,
        socket_options=NO_DELAY,
        **{"timeout": PATIENCE, **others},
    )
    async with client:
        listener = Listener(client)
        task = asyncio.create_task(listener.listen())
        try:
            if filters:
                await client.subscribe([(topic_filter, 1) for topic_filter in filters])
            yield listener
        finally:
            await ended(task)


async def happens(ready: Callable[[], Any]) -> Any:
    """Wait for something that has no event of its own; for test set-up only."""
    async with asyncio.timeout(PATIENCE):
        while not (found := ready()):  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.005)
        return found
