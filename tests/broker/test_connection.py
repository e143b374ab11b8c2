"""The host's connection: made again for ever, loses nothing it should keep, and says in a sentence what is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable

import pytest
from immolation.broker import topics
from immolation.broker.connection import MOST_ON_THEIR_WAY, BrokerRefused, Connection
from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.task_cancellation import ended

from tests.broker.conftest import Site
from tests.broker.waiting import PATIENCE, happens
from tests.ports import free_port


async def test_a_broker_that_comes_later_is_found(caplog):
    caplog.set_level(logging.INFO)
    port = free_port()
    async with Connection(f"mqtt://ada:secret@127.0.0.1:{port}") as connection:
        await happens(lambda: connection.problem)
        with pytest.raises(BrokerRefused, match=rf"Nothing answers at mqtt://127.0.0.1:{port}"):
            await connection.wait_online(0.01)
        connection.publish("early/state", b"1", retain=True)
        connection.publish("early/event", b"2", qos=1)
        broker = EmbeddedBroker()
        await broker.start(port)
        try:
            await connection.wait_online(PATIENCE)
            await connection.drained()
            assert connection.problem == ""
        finally:
            await connection.stop()
            await broker.stop()
    assert "secret" not in caplog.text
    assert caplog.text.count("Nothing answers") == 1, "the same trouble is told once, not at every attempt"


class SlowBroker:
    """Lets everybody in, and acknowledges messages only once it is told to."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        """Payload of each message, and ``subscribe``, in order."""

        self.acknowledges = asyncio.Event()
        self._news = asyncio.Condition()

    async def until(self, ready: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(ready)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        late: list[asyncio.Task[None]] = []
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                kind, size = await reader.readexactly(2)
                packet = await reader.readexactly(size)
                if kind == 0x10:
                    writer.write(b"\x20\x02\x00\x00")
                elif kind == 0x82:
                    await self._hear(b"subscribe")
                    writer.write(b"\x90\x03" + packet[:2] + b"\x01")
                elif kind & 0xF0 == 0x30:
                    topic = 2 + packet[1]
                    await self._hear(packet[topic + 2 :])
                    late.append(asyncio.create_task(self._acknowledge(writer, packet[topic : topic + 2])))
        writer.close()

    async def _hear(self, what: bytes) -> None:
        async with self._news:
            self.heard.append(what)
            self._news.notify_all()

    async def _acknowledge(self, writer: asyncio.StreamWriter, number: bytes) -> None:
        await self.acknowledges.wait()
        writer.write(b"\x40\x02" + number)


@contextlib.asynccontextmanager
async def at_a_slow_broker() -> AsyncIterator[tuple[SlowBroker, Connection]]:
    broker = SlowBroker()
    server = await asyncio.start_server(broker.serve, "127.0.0.1", 0)
    connection = Connection(f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}", will=None)
    await connection.start()
    try:
        await connection.wait_online(PATIENCE)
        yield broker, connection
    finally:
        broker.acknowledges.set()
        await connection.stop()
        server.close()


async def test_no_message_waits_for_the_acknowledgement_of_another():
    """A table's event, hands and state reach a broker together: each wait would be one more way there and back."""
    async with at_a_slow_broker() as (broker, connection):
        for word in ("event", "hand", "state"):
            connection.publish(word, word, qos=1)
        await broker.until(lambda: len(broker.heard) == 3)
        assert broker.heard == [b"event", b"hand", b"state"]
        assert len(connection._outbox) == 3, "what is not acknowledged is not forgotten"


async def test_who_waits_for_a_topic_goes_on_once_the_broker_has_its_newest_state():
    async with at_a_slow_broker() as (broker, connection):
        connection.publish("state", "1", qos=1, retain=True)
        waiting = asyncio.create_task(connection.delivered("state", PATIENCE))
        await connection.delivered("state", 0)  # for no longer than one wants to
        await connection.delivered("other", PATIENCE)  # nothing was said there
        await broker.until(lambda: b"1" in broker.heard)
        assert not waiting.done()
        broker.acknowledges.set()
        async with asyncio.timeout(PATIENCE):
            await waiting
        assert not connection._awaited


async def test_nobody_waits_for_a_broker_that_is_away():
    async with Connection(f"mqtt://127.0.0.1:{free_port()}") as connection:
        connection.publish("state", "1", retain=True)
        async with asyncio.timeout(PATIENCE):
            await connection.delivered("state", 2 * PATIENCE)


async def test_what_is_announced_after_a_subscription_is_sent_after_it():
    """Whoever is told of a table may answer at once, and must be heard."""
    async with at_a_slow_broker() as (broker, connection):
        for number in range(MOST_ON_THEIR_WAY + 4):
            connection.publish("event", str(number), qos=1)
        await broker.until(lambda: len(broker.heard) == MOST_ON_THEIR_WAY)
        connection.subscribe("commands", lambda message: None)
        connection.publish("table", "told", qos=1)
        broker.acknowledges.set()
        await broker.until(lambda: b"told" in broker.heard)
        assert broker.heard.index(b"subscribe") < broker.heard.index(b"told")
        await connection.subscribed()
        events = [int(one) for one in broker.heard if one.isdigit()]
        assert events == sorted(events)


async def test_once_drained_every_subscription_is_known_to_the_broker():
    broker = EmbeddedBroker()
    url = await broker.start()
    heard: asyncio.Queue[str] = asyncio.Queue()
    try:
        async with Connection(url) as listener, Connection(url, will=None) as talker:
            for number in range(5):
                listener.subscribe(f"asked/{number}", lambda message: heard.put_nowait(message.topic))
                assert not listener._sent_all.is_set()
                await listener.drained()
                talker.publish(f"asked/{number}", b"", qos=1)
                assert await heard.get() == f"asked/{number}"
    finally:
        await broker.stop()


class ForgetfulRouter:
    """Passes connections on to a broker, and can hang up on whoever made them without telling the broker."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._callers: list[asyncio.StreamWriter] = []
        self._kept: list[object] = []
        """Keeps alive what asyncio refers to weakly: when it is collected, the broker's end is closed."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_broker, to_broker = await asyncio.open_connection("127.0.0.1", self._port)
        self._callers.append(writer)
        self._kept += [asyncio.current_task(), from_broker]
        sending = asyncio.create_task(self._pass(reader, to_broker))
        await self._pass(from_broker, writer)  # until the broker hangs up
        await ended(sending)
        to_broker.close()
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(4096):
                writer.write(data)

    def forget(self) -> None:
        for caller in self._callers:
            caller.transport.abort()
        self._callers.clear()


async def test_a_host_that_connects_again_is_not_away_once_the_broker_misses_its_old_connection(site: Site):
    """A broker misses it after 22 seconds: its ``offline`` would stay for as long as the new connection holds."""
    router = ForgetfulRouter(site.port)
    server = await asyncio.start_server(router.serve, "127.0.0.1", 0)
    url = f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with site.joined("watch", topics.HOST_ONLINE) as watch, Connection(url, **site.login("host")):
        await watch.until(lambda: watch.heard)
        router.forget()
        told = [topics.ONLINE, topics.OFFLINE, topics.ONLINE]
        await watch.until(lambda: [message.payload.decode() for message in watch.heard] == told)
    server.close()


@pytest.mark.needs("mosquitto")
async def test_a_wrong_login_is_said(lan: Site):
    async with Connection(f"mqtt://127.0.0.1:{lan.port}", "host", "wrong") as connection:
        with pytest.raises(BrokerRefused, match="refuses this login"):
            await connection.wait_online(PATIENCE)


@pytest.mark.needs("mosquitto")
async def test_tls_with_the_right_authority_and_without(lan: Site):
    url = f"mqtts://127.0.0.1:{lan.broker.port}"
    async with Connection(url, **lan.login("watch"), ca=lan.broker.ca, will=None) as connection:
        await connection.wait_online(PATIENCE)
    async with Connection(url, **lan.login("watch"), will=None) as connection:
        with pytest.raises(BrokerRefused, match="not signed by a known authority"):
            await connection.wait_online(PATIENCE)
    async with Connection(url, **lan.login("watch"), ca="no-such-file.crt", will=None) as connection:
        with pytest.raises(BrokerRefused, match="cannot be read"):
            await connection.wait_online(PATIENCE)


async def test_who_subscribes_twice_hears_once_each_and_a_broken_handler_costs_nothing(site: Site):
    async with site.connection() as connection, site.joined("host") as other:
        heard: list[tuple[str, bytes]] = []
        end = connection.subscribe("x/+", lambda message: heard.append((message.topic, message.payload)))
        done = asyncio.Event()

        def broken(message: object) -> None:
            raise RuntimeError("a mistake")

        if not site.mosquitto:
            connection.subscribe("x/a", broken)
            connection.subscribe("x/z", lambda _: done.set())
            await connection.wait_online(PATIENCE)
            await connection.drained()
            await round_trip(connection)
            for topic in ("x/a", "x/b", "x/z"):
                await other.client.publish(topic, b"1", qos=1)
            await asyncio.wait_for(done.wait(), PATIENCE)
            assert set(heard) == {("x/a", b"1"), ("x/b", b"1"), ("x/z", b"1")}
            end()
            await other.client.publish("x/b", b"2", qos=1)
            await round_trip(connection)
            assert ("x/b", b"2") not in heard


async def round_trip(connection: Connection) -> None:
    """Everything that was on its way has arrived."""
    back = asyncio.Event()
    end = connection.subscribe("immolation/round-trip", lambda _: back.set())
    while not back.is_set():
        connection.publish("immolation/round-trip", b"", qos=1)
        await connection.drained()
        await asyncio.sleep(0.01)
    end()


async def test_events_said_while_the_broker_was_away_arrive_in_order(site: Site):
    async with site.connection() as connection:
        await connection.wait_online(PATIENCE)
        lost = asyncio.Event()
        connection.when_online(lambda online: None if online else lost.set())
        await site.stop()
        await asyncio.wait_for(lost.wait(), PATIENCE)
        for number in range(50):
            connection.publish("immolation/events", b"%d" % number, qos=1)
            connection.publish("immolation/state", b"%d" % number, retain=True)
        await site.start()
        await connection.wait_online(PATIENCE)
        await connection.drained()
        async with site.joined("host", "immolation/state", topics.HOST_ONLINE) as late:
            await late.until(lambda: late.on("immolation/state"))
            assert late.on("immolation/state")[-1].payload == b"49"
        assert connection.dropped == 0


async def test_a_fast_publisher_loses_nothing(site: Site):
    async with site.connection(capacity=2000) as connection, site.joined("host") as reader:
        await connection.wait_online(PATIENCE)
        await reader.client.subscribe("immolation/fast", qos=1)
        for number in range(1500):
            connection.publish("immolation/fast", b"%d" % number, qos=1)
        await connection.drained()
        await reader.until(lambda: len(reader.on("immolation/fast")) >= 1500)
        assert [int(message.payload) for message in reader.on("immolation/fast")] == list(range(1500))


async def test_stop_says_offline_and_may_be_called_twice(site: Site):
    connection = site.connection()
    await connection.start()
    await connection.wait_online(PATIENCE)
    async with site.joined("host", topics.HOST_ONLINE) as watcher:
        await watcher.until(lambda: watcher.on(topics.HOST_ONLINE))
        await connection.stop()
        await connection.stop()
        await watcher.until(lambda: watcher.on(topics.HOST_ONLINE)[-1].payload == b"offline")
    async with site.joined("host", topics.HOST_ONLINE) as late:
        await late.until(lambda: late.on(topics.HOST_ONLINE))
        assert late.on(topics.HOST_ONLINE)[-1].payload == b"offline"


async def test_stop_does_not_wait_for_a_broker_that_is_not_there():
    connection = Connection(f"mqtt://127.0.0.1:{free_port()}")
    await connection.start()
    await asyncio.sleep(0)
    await asyncio.wait_for(connection.stop(), PATIENCE)
