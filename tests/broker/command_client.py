"""Clients that send commands over MQTT and wait for their answers."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from immolation.broker import topics

from tests.broker.conftest import Game
from tests.broker.waiting import Listener

DO = topics.table("main", "do")
_numbers = itertools.count()


class Client:
    """A client that sends commands and waits for the answers."""

    def __init__(self, listener: Listener, name: str, topic: str) -> None:
        self.listener = listener
        self.reply = topics.table("main", "reply", name)
        self.topic = topic

    async def send(self, payload: bytes, **options: Any) -> None:
        await self.listener.client.publish(self.topic, payload, qos=1, **options)

    async def ask(self, **command: Any) -> dict[str, Any]:
        record = {"id": f"c{next(_numbers)}", **command}
        before = len(self.answers(record["id"]))
        await self.send(msgspec.json.encode(record))
        return await self.answer(record["id"], before + 1)

    async def answer(self, number: str, count: int = 1) -> dict[str, Any]:
        await self.listener.until(lambda: len(self.answers(number)) >= count)
        return self.answers(number)[-1]

    def answers(self, number: str) -> list[dict[str, Any]]:
        return [told for told in self.listener.told(self.reply) if told["id"] == number]


@contextlib.asynccontextmanager
async def client(game: Game, user: str, *others: str) -> AsyncIterator[Client]:
    """A client bound to its user, as everybody from the network is."""
    async with game.site.joined(user, topics.table("main", "reply", user), *others) as listener:
        yield Client(listener, user, f"{DO}/{user}")


@contextlib.asynccontextmanager
async def page(game: Game, *others: str) -> AsyncIterator[Client]:
    """A client of the host's own machine, which uses the plain topic and names itself."""
    async with game.site.joined("page", topics.table("main", "reply", "page-1"), *others) as listener:
        yield Client(listener, "page-1", DO)
