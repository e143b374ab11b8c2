"""1,300 connections that say nothing, or begin TLS and never end it, keep nobody in the game out."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import socket
import ssl
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from immolation.broker import embedded_broker, topics
from immolation.broker.mosquitto import MOST_FROM_NETWORK

from tests.broker.conftest import Site, running
from tests.broker.test_hostile_packets import connect
from tests.broker.waiting import happens

HALF_OPEN = 1300
ADAS = topics.table("main", "seat", "p1")


def client_hello() -> bytes:
    """The first message of a TLS handshake."""
    outgoing = ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="a").do_handshake()
    return outgoing.read()


def flood(stack: ExitStack, port: int, first: bytes) -> None:
    """Open connections of which every other one says ``first``, and no more."""
    for number in range(HALF_OPEN):
        with contextlib.suppress(OSError):  # refused, or hung up on: so much the better
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            if number % 2:
                one.sendall(first)


@pytest.mark.needs("mosquitto")
async def test_the_host_and_who_plays_stay_in_while_half_open_tls_fills_the_networks_door(lan: Site) -> None:
    process = lan.broker._process
    assert process is not None
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
    async with lan.joined("p1", ADAS) as ada:
        with ExitStack() as stack:
            await asyncio.to_thread(flood, stack, lan.broker.port, client_hello())
            async with lan.joined("host") as host:  # a new login, as after a restart of the host
                await host.client.publish(ADAS, b"your turn", qos=1)
                await ada.until(lambda: ada.on(ADAS))
            open_files = len(os.listdir(f"/proc/{process.pid}/fd"))
            assert open_files < MOST_FROM_NETWORK + 60
        async with asyncio.timeout(60):
            while True:  # the door is free again once the broker has noticed that they are gone
                with contextlib.suppress(Exception):
                    async with lan.joined("p2", ADAS):
                        break


async def test_the_embedded_broker_lets_programs_in_past_half_open_connections(tmp_path: Path) -> None:
    async with running("embedded", tmp_path) as site, site.joined("host", ADAS) as host:
        with ExitStack() as stack:
            await asyncio.to_thread(flood, stack, site.port, b"\x10")
            async with site.joined("host") as other:
                await other.client.publish(ADAS, b"your turn", qos=1)
                await host.until(lambda: host.on(ADAS))
            assert len(site.broker._pending) <= embedded_broker.MOST_PENDING


async def test_a_login_that_never_comes_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_broker, "CONNECT_SECONDS", 0.1)
    async with running("embedded", tmp_path) as site, site.joined("host", ADAS) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        async with asyncio.timeout(60):
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""
        writer.close()
        await host.client.publish(ADAS, b"still here", qos=1)  # who has logged in is not hung up on
        await host.until(lambda: host.on(ADAS))


async def test_a_login_that_comes_while_the_broker_stands_still_is_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_broker, "CONNECT_SECONDS", 0.5)
    async with running("embedded", tmp_path) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        await happens(lambda: site.broker._pending)
        writer.write(connect(site, "p1"))
        time.sleep(1)  # noqa: ASYNC251 - it is in this process
        async with asyncio.timeout(60):
            assert await reader.readexactly(4) == b"\x20\x02\0\0"
        writer.close()
