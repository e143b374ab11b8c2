"""The broker inside the host: on loopback alone, deaf to nonsense, and gone when it is stopped."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import socket
from collections.abc import AsyncIterator

import pytest
from immolation.broker import topics
from immolation.broker.embedded_broker import BrokerUnavailable, EmbeddedBroker

from tests.broker.waiting import PATIENCE, listening
from tests.ports import free_port

CLIENTS, MEETINGS, MESSAGES = 20, 5, int(os.environ.get("MESSAGES", "4"))
"""Clients that come so often, and send so many messages each time."""


@pytest.fixture
async def broker() -> AsyncIterator[EmbeddedBroker]:
    broker = EmbeddedBroker()
    await broker.start(free_port())
    yield broker
    await broker.stop()


def port(broker: EmbeddedBroker) -> int:
    return int(broker.url.rpartition(":")[2])


@pytest.mark.parametrize("address", ["0.0.0.0", "192.168.1.20", "::", "10.0.0.1"])
def test_every_address_but_loopback_is_refused(address):
    with pytest.raises(ValueError, match="loopback only"):
        EmbeddedBroker(address)


async def test_only_this_machine_can_connect(broker):
    assert broker.url.startswith("mqtt://127.0.0.1:")
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses:
        if not address.startswith("127."):
            with pytest.raises(OSError, match="refused"):
                await asyncio.open_connection(address, port(broker))


async def test_a_taken_port_is_one_sentence(broker):
    with pytest.raises(BrokerUnavailable, match=rf"Port {port(broker)} on 127.0.0.1 is taken"):
        await EmbeddedBroker().start(port(broker))


async def test_a_stopped_broker_lets_go_of_its_port_and_its_clients(broker):
    number = port(broker)
    reader, writer = await asyncio.open_connection("127.0.0.1", number)  # says nothing at all
    async with listening(number, "#") as client:
        await broker.stop()
        await broker.stop()
        await asyncio.wait_for(asyncio.wait([client.client._disconnected]), PATIENCE)
    assert await reader.read() == b""
    writer.close()
    await broker.start(number)
    async with listening(number, "#"):
        pass


NONSENSE = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x00" * 100,
    b"\xff" * 100,
    b"\x30\x05\x00\x01abc",
    b"\x10\x80\x80\x80\x80\x80",
    b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00" + b"\x30\x04\x00\x02\xff\xfe",
    b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00" + b"\x82\x01\x00",
    b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00" + b"\x30\xff\xff\xff\x7f\x00\x01a",
]


async def test_nonsense_costs_its_sender_the_connection_and_nobody_else_anything(broker, caplog):
    caplog.set_level(logging.WARNING)
    async with listening(port(broker), "still/here") as client:
        for nonsense in NONSENSE:
            reader, writer = await asyncio.open_connection("127.0.0.1", port(broker))
            writer.write(nonsense)
            writer.write_eof()
            await reader.read()
            writer.close()
        await client.client.publish("still/here", b"yes", qos=1)
        await client.until(lambda: client.on("still/here"))
    assert not [record for record in caplog.records if record.name.startswith("amqtt")]


async def test_a_packet_of_absurd_size_is_turned_away_before_it_is_read(broker):
    reader, writer = await asyncio.open_connection("127.0.0.1", port(broker))
    writer.write(NONSENSE[-1])
    answer = await asyncio.wait_for(reader.read(), PATIENCE)  # ends although 256 MB were promised and none were sent
    assert answer[:1] in (b"", b"\x20")
    writer.close()


async def test_a_subscriber_that_stops_reading_is_let_go(broker, monkeypatch, caplog):
    monkeypatch.setattr("immolation.broker.embedded_broker.MAX_BACKLOG", 1 << 16)
    reader, writer = await asyncio.open_connection("127.0.0.1", port(broker))
    writer.write(b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x00\x00\x00" + b"\x82\x06\x00\x01\x00\x01#\x00")
    assert await reader.readexactly(4 + 5)
    writer.transport.pause_reading()
    async with listening(port(broker), "small") as client:
        for _ in range(500):  # 50 MB; the kernel's own buffers hold some of it
            await client.client.publish("much", b"x" * 100_000, qos=1)
            if "stopped reading" in caplog.text:
                break
        assert "stopped reading" in caplog.text
        await client.client.publish("small", b"1", qos=1)
        await client.until(lambda: client.on("small"))
    writer.transport.resume_reading()
    await asyncio.wait_for(reader.read(), PATIENCE)  # ends
    writer.close()


async def test_who_subscribes_while_state_is_passed_on_is_given_that_state(broker, monkeypatch):
    passed_on, go_on = asyncio.Event(), asyncio.Event()
    inner = broker._broker
    broadcast = inner._broadcast_message

    async def slowly(session, topic, data, *rest):
        await broadcast(session, topic, data, *rest)
        if data == b"new":
            passed_on.set()
            await go_on.wait()

    monkeypatch.setattr(inner, "_broadcast_message", slowly)
    async with listening(port(broker)) as table:
        await table.client.publish("state", b"old", qos=1, retain=True)
        sending = asyncio.create_task(table.client.publish("state", b"new", qos=1, retain=True))
        await passed_on.wait()
        async with listening(port(broker), "state") as late:
            await late.until(lambda: late.on("state"))
            go_on.set()
            await sending
            assert late.on("state")[-1].payload == b"new"


async def test_nobody_is_given_what_they_have_not_asked_for(broker):
    async with listening(port(broker), "#") as wide:
        await wide.client.publish("state", b"kept", qos=1, retain=True)
        await wide.client.publish(topics.HOST_ONLINE, topics.ONLINE, qos=1, retain=True)
        async with listening(port(broker)) as other:
            await other.settled()
            assert {message.topic for message in other.heard} == {topics.HOST_ONLINE}


async def test_a_client_that_comes_again_ends_its_connection_before(broker):
    async with listening(port(broker), "news", identifier="phone") as before:
        async with listening(port(broker), "news", identifier="phone") as now, listening(port(broker)) as other:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([before.client._disconnected])
            await other.client.publish("news", b"1", qos=1)
            await now.until(lambda: now.on("news"))
        before.client._disconnected.exception()


async def test_every_acknowledged_message_arrives_whoever_comes_goes_and_subscribes(broker):
    done = asyncio.Event()

    async def sends(name: str) -> set[bytes]:
        acknowledged = set()
        for meeting in range(MEETINGS):
            async with listening(port(broker), identifier=name) as client:
                for number in range(MESSAGES):
                    said = f"{name} {meeting} {number}".encode()
                    await client.client.publish("said", said, qos=1)
                    acknowledged.add(said)
        return acknowledged

    async def subscribes() -> None:
        async with listening(port(broker)) as busy:
            for number in itertools.count():
                if done.is_set():
                    return
                await busy.client.subscribe(f"place/{number % 50}/#", qos=1)
                await busy.client.unsubscribe(f"place/{number % 50}/#")

    async with listening(port(broker), "said", "place/#") as hears:
        for number in range(50):
            await hears.client.publish(f"place/{number}", b"kept", qos=1, retain=True)
        busy = asyncio.create_task(subscribes())
        sent = set().union(*await asyncio.gather(*(sends(f"client-{number}") for number in range(CLIENTS))))
        done.set()
        await busy
        assert len(sent) == CLIENTS * MEETINGS * MESSAGES
        await hears.until(lambda: {message.payload for message in hears.on("said")} == sent)
