"""MQTT as no library would speak it: whoever does so loses the connection at most, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import ssl
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from immolation.broker import topics
from immolation.broker.mosquitto import Mosquitto
from immolation.task_cancellation import ended

from tests.broker.conftest import Site
from tests.broker.waiting import PATIENCE

DO = topics.table("main", "do", "p1").encode()
BOBS = topics.table("main", "seat", "p2")
MEGABYTE = 1 << 20

Attack = Callable[[Site], Iterator[bytes]]


def packet(first: int, *parts: bytes) -> bytes:
    """One MQTT packet: type and flags, the length of the rest, the rest."""
    rest, length, left = b"".join(parts), bytearray(), sum(map(len, parts))
    while True:
        left, digit = left >> 7, left & 127
        length.append(digit | (128 if left else 0))
        if not left:
            return bytes((first, *length)) + rest


def text(data: bytes) -> bytes:
    return struct.pack(">H", len(data)) + data


def publish(topic: bytes, payload: bytes = b"{}", *, qos: int = 0, number: int = 1, retain: bool = False) -> bytes:
    return packet(0x30 | qos << 1 | retain, text(topic), struct.pack(">H", number) if qos else b"", payload)


def subscribe(*filters: bytes, number: int = 1) -> bytes:
    return packet(0x82, struct.pack(">H", number), *(text(one) + b"\1" for one in filters))


def connect(
    site: Site, user: str, *, level: int = 4, keepalive: int = 0, will: bytes | None = None, identifier: bytes = b"p1"
) -> bytes:
    """A CONNECT with the user's own login, where the broker wants one."""
    login = site.login(user)
    flags = 0x02 | (0xC0 if login else 0) | (0x04 if will is not None else 0)
    parts = [text(b"MQTT"), bytes((level, flags)), struct.pack(">H", keepalive), b"\0" if level == 5 else b""]
    parts.append(text(identifier))
    if will is not None:
        parts += [b"\0" if level == 5 else b"", text(DO), text(will)]
    parts += [text(str(login[key]).encode()) for key in ("username", "password") if login]
    return packet(0x10, *parts)


@contextlib.asynccontextmanager
async def raw(site: Site) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the door through which guests come."""
    if isinstance(site.broker, Mosquitto):
        tls = ssl.create_default_context(cafile=str(site.broker.ca))
        reader, writer = await asyncio.open_connection("127.0.0.1", site.broker.port, ssl=tls)
    else:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def half_open(_: Site) -> Iterator[bytes]:
    """Messages of QoS 2 that are never released: a broker keeps each until they are."""
    for number in range(1, 3000):
        yield publish(DO, bytes(50_000), qos=2, number=number)


def retained(_: Site) -> Iterator[bytes]:
    for number in range(3000):
        yield publish(DO + b"/%d" % number, bytes(1000), retain=True)


def wildcards(_: Site) -> Iterator[bytes]:
    for number in range(1, 1500):
        yield subscribe(b"+/" * (number % 60) + b"#", b"#", b"+", b"/" * 200 + b"#", number=number)


def pings(_: Site) -> Iterator[bytes]:
    for _number in range(5000):
        yield b"\xc0\0"


def answers_to_nothing(_: Site) -> Iterator[bytes]:
    for number in range(1, 2000):
        for kind in (0x40, 0x50, 0x62, 0x70, 0xB0):
            yield packet(kind, struct.pack(">H", number))


def logins(site: Site) -> Iterator[bytes]:
    yield connect(site, "p1")


POURED = (half_open, retained, wildcards, pings, answers_to_nothing, logins)

ODD_TOPICS = (b"a\0b", b"\xff\xfe", b"\xed\xa0\x80", b"", b"a/#", b"+/a", b"$SYS/broker/uptime", b"x" * 65_535)
ODD = [
    *(publish(topic, qos=1) for topic in ODD_TOPICS),
    *(subscribe(topic) for topic in ODD_TOPICS),
    *(
        subscribe(one)
        for one in (b"#/a", b"a+/#", b"$share/g/#", b"$share//#", b"$share/+/#", b"$queue/#", b"/" * 65_535)
    ),
    publish(b"/" * 65_535),
    packet(0x82, b"\0\1"),
    packet(0x82, b"\0\1", text(b"a"), b"\3"),
    packet(0x36, text(DO), b"\0\1both"),  # QoS 3
    publish(DO, b"", qos=1, number=0),
    *(packet(first, b"\0\1") for first in (0x00, 0x20, 0x80, 0x90, 0xD0, 0xF0, 0xF2)),
    packet(0x30, b"\xff\xffa"),
    b"\x30\xff\xff\xff\xff\xff",
]
"""One at a time, each by a guest of its own."""


def memory(site: Site) -> int:
    """Bytes that the broker's process holds."""
    process = site.broker._process if isinstance(site.broker, Mosquitto) else None
    pid = process.pid if process is not None else os.getpid()
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass


async def passes(site: Site) -> None:
    """Return once the broker has confirmed a message that it was given behind all others."""
    async with site.joined("host") as host:
        await host.client.publish(topics.table("main", "seat", "p1"), b"passes", qos=1)


@contextlib.asynccontextmanager
async def undisturbed(site: Site) -> AsyncIterator[None]:
    """Bob, who plays all the while, hears the host afterwards, the broker lives and lets others in."""
    restarts = site.broker.restarts if isinstance(site.broker, Mosquitto) else 0
    async with site.joined("p2", BOBS) as bob:
        yield
        async with site.joined("host") as host:
            await host.client.publish(BOBS, b"your turn", qos=1)
            await bob.until(lambda: bob.on(BOBS))
        assert [message.topic for message in bob.heard if message.topic != topics.HOST_ONLINE] == [BOBS]
    async with site.joined("p1"):
        pass
    assert restarts == (site.broker.restarts if isinstance(site.broker, Mosquitto) else 0)


@contextlib.asynccontextmanager
async def guest(site: Site, **given: Any) -> AsyncIterator[asyncio.StreamWriter]:
    """A connection that has logged in as Ada, and reads whatever it is answered."""
    async with raw(site) as (reader, writer):
        writer.write(connect(site, "p1", **given))
        assert (await reader.readexactly(4))[:1] == b"\x20"
        swallowing = asyncio.create_task(swallow(reader))
        yield writer
        await ended(swallowing)


@pytest.mark.parametrize("attack", POURED, ids=lambda attack: attack.__name__)
async def test_a_flood_of_packets_takes_neither_memory_nor_anybody_elses_time(site: Site, attack: Attack) -> None:
    before = memory(site)
    async with undisturbed(site), guest(site) as writer:
        with contextlib.suppress(OSError):  # hung up on: so much the better
            for data in attack(site):
                writer.write(data)
                await writer.drain()
        await passes(site)
        assert memory(site) - before < 64 * MEGABYTE


async def test_who_leaves_before_a_flood_of_pings_is_answered_costs_nobody_time(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """An answer that waits when its asker leaves would be an error with a traceback, and thousands of them minutes."""
    async with undisturbed(site), guest(site) as writer:
        writer.writelines(pings(site))
        with contextlib.suppress(OSError):
            await writer.drain()
        await passes(site)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_packets_that_no_library_sends_disturb_nobody(site: Site) -> None:
    async with undisturbed(site):
        for data in ODD:
            async with raw(site) as (reader, writer):
                writer.write(connect(site, "p1") + data + packet(0xC0))
                with contextlib.suppress(OSError):
                    writer.write_eof() if writer.can_write_eof() else None
                    async with asyncio.timeout(PATIENCE):
                        while (await reader.read(65536)) not in (b"", b"\xd0\0") and not reader.at_eof():
                            break


async def test_a_will_of_a_megabyte_is_left_to_nobody(site: Site) -> None:
    async with undisturbed(site), site.joined("host", topics.table("main", "do", "p1")) as host:
        for _ in range(5):
            async with raw(site) as (reader, writer):
                writer.write(connect(site, "p1", will=bytes(65_535)))
                assert (await reader.readexactly(4))[:1] == b"\x20"
        await host.until(lambda: len(host.on(topics.table("main", "do", "p1"))) == 5)  # as large as MQTT lets it be


@pytest.mark.parametrize("level", [3, 5, 6, 255])
async def test_another_version_is_answered_or_hung_up_on(site: Site, level: int) -> None:
    async with undisturbed(site), raw(site) as (reader, writer):
        writer.write(connect(site, "p1", level=level))
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(OSError):
                assert (await reader.read(2))[:1] in (b"", b"\x20")


@pytest.mark.needs("mosquitto")
async def test_who_says_nothing_for_longer_than_promised_is_hung_up_on(lan: Site) -> None:
    async with undisturbed(lan), raw(lan) as (reader, writer):
        writer.write(connect(lan, "p1", keepalive=1))
        assert (await reader.readexactly(4))[:1] == b"\x20"
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(OSError):
                assert await reader.read() == b""


async def test_logging_in_again_and_again_disturbs_nobody(site: Site) -> None:
    """A valid login, 300 times over: on the network each ends the one before, for its name is the client id."""
    async with undisturbed(site), contextlib.AsyncExitStack() as stack:
        for number in range(300):
            _, writer = await stack.enter_async_context(raw(site))
            writer.write(connect(site, "p1", identifier=b"p1-%d" % number))
