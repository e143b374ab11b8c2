"""Finds out what a guest of a broker may do with a table's topics, by trying it as a guest before the game begins."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
from collections.abc import AsyncIterator

import aiomqtt
import msgspec

from . import broker_url, topics
from .broker_url import Address
from .connection import NO_DELAY, Connection

TAKEN_SECONDS = 10.0
"""How long a broker may take to acknowledge one message, on a machine that is busy."""

QUIET_SECONDS = 2.0
"""How long it may then still take to pass on what it has acknowledged: what has not come by then is kept back."""

CONNECT_SECONDS = 15.0
"""How long it may take to let somebody in: whoever is given up sooner would be taken for somebody who is kept out."""


class Exposure(msgspec.Struct, frozen=True):
    """The doors that stood open to a guest."""

    reads: tuple[str, ...] = ()
    """What they could read that is not theirs, in words."""

    writes: tuple[str, ...] = ()
    """Where they could write as somebody else, in words."""

    @property
    def safe(self) -> bool:
        """Whether the broker keeps guests to themselves."""
        return not self.reads and not self.writes

    def __str__(self) -> str:
        parts = [f"read {self._list(self.reads)}"] if self.reads else []
        parts += [f"write to {self._list(self.writes)}"] if self.writes else []
        return " and ".join(parts)

    @staticmethod
    def _list(names: tuple[str, ...]) -> str:
        return ", ".join(names)


async def probe(address: Address, guest: Address, ca: str | None, table: str) -> Exposure | None:
    """Try what ``guest`` can do at the broker at ``address`` with the topics of ``table``; None if not let in.

    ``address`` bears the host's own login. Nothing that is retained is touched, and what is sent says nothing.
    Raises aiomqtt.MqttError or OSError where the host itself does not get in.
    """
    mark, guests = (f"probe-{secrets.token_hex(6)}" for _ in range(2))
    secret = {
        topics.table(table, "seat", mark): "every hand",
        topics.table(table, "reply", mark): "the answers to others",
    }
    foreign = {
        topics.table(table, "do"): "the host's own commands",
        topics.table(table, "do", mark): "other people's commands",
        topics.table(table, "seat", mark): "what seats are told",
        topics.table(table, mark): "the table's own topics",
    }
    async with _client(address, ca) as host:
        try:
            async with _client(guest, ca) as visitor:
                await visitor.subscribe([(topic, 1) for topic in secret])
                await host.subscribe([(topic, 1) for topic in foreign])
                await _send(host, secret, mark)
                await _send(visitor, foreign, guests)
                for reader, wanted in ((visitor, secret), (host, foreign)):
                    with contextlib.suppress(aiomqtt.MqttError):  # what is answered now was sent after the messages
                        await reader.subscribe([(topic, 1) for topic in wanted])
                return Exposure(*await asyncio.gather(_passed(visitor, secret, mark), _passed(host, foreign, guests)))
        except aiomqtt.MqttError:
            return None


async def speaks_for(connection: Connection, table: str) -> bool:
    """Whether the login of a connection that is made may read and write where a table's answers go.

    A broker drops what a login may not publish, and tells nobody.
    """
    topic, heard = topics.table(table, "reply", f"probe-{secrets.token_hex(6)}"), asyncio.Event()
    end = connection.subscribe(topic, lambda message: heard.set())
    try:
        await connection.subscribed()
        connection.publish(topic, b"{}", qos=1)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(connection.drained(), TAKEN_SECONDS)
            await asyncio.wait_for(heard.wait(), QUIET_SECONDS)
    finally:
        end()
    return heard.is_set()


async def _send(sender: aiomqtt.Client, wanted: dict[str, str], mark: str) -> None:
    """Publish ``mark`` to all topics at once, and wait until the broker has acknowledged it."""
    payload = msgspec.json.encode({"id": mark, "client": mark, "table": "probe"})

    async def publish(topic: str) -> None:
        with contextlib.suppress(aiomqtt.MqttError):
            await sender.publish(topic, payload, qos=1, timeout=TAKEN_SECONDS)

    await asyncio.gather(*map(publish, wanted))


async def _passed(reader: aiomqtt.Client, wanted: dict[str, str], mark: str) -> tuple[str, ...]:
    """Hear which of the topics ``mark`` comes through on; return them in words."""
    heard: list[str] = []
    with contextlib.suppress(TimeoutError, aiomqtt.MqttError):
        async with asyncio.timeout(QUIET_SECONDS):
            async for message in reader.messages:
                topic = str(message.topic)
                if mark.encode() in bytes(message.payload) and topic in wanted and topic not in heard:
                    heard.append(topic)
                if len(heard) == len(wanted):
                    break
    return tuple(wanted[topic] for topic in heard)


@contextlib.asynccontextmanager
async def _client(address: Address, ca: str | None) -> AsyncIterator[aiomqtt.Client]:
    async with aiomqtt.Client(
        address.host,
        address.port,
        username=address.username,
        password=address.password,
        identifier=f"immolation-{secrets.token_hex(8)}",
        tls_context=ssl.create_default_context(cafile=ca) if address.tls else None,
        timeout=CONNECT_SECONDS,
        socket_options=NO_DELAY,
    ) as client:
        yield client


def guest_of(address: Address, login: str | None) -> Address:
    """The same broker as a guest sees it: with ``login``, USER:PASSWORD, or with none. Raises BadAddress."""
    user, colon, password = (login or "").partition(":")
    if login and (not user or not colon):
        raise broker_url.BadAddress("A guest's login is USER:PASSWORD.")
    return msgspec.structs.replace(address, username=user or None, password=password or None)
