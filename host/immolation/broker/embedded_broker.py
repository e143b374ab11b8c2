"""The broker inside the host process, for one machine.

amqtt's access control has holes that a network would find, so this broker lives on loopback alone and
refuses every other address. The listening socket is ours rather than amqtt's: that is how a port chosen by
the system is known, how a packet of absurd size is turned away before it is read, and how a subscriber that
stopped reading is let go before its backlog fills the memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
from collections.abc import Callable
from typing import Any

from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import BrokerConfig, ListenerConfig, ListenerType
from amqtt.errors import AMQTTError
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.session import Session

from immolation.task_cancellation import ended

LOG = logging.getLogger(__name__)

MAX_PACKET = 1 << 20
"""Bytes of one MQTT packet; a table's state has some kilobytes, its longest reply about a hundred."""

MAX_BACKLOG = 8 << 20
"""Bytes waiting for one subscriber; a page that is 8 MB behind will not catch up, and may reconnect."""

MOST_PENDING = 64
"""Connections that have not logged in yet; one more hangs up on the oldest of them."""

MOST_UNRELEASED = 64
"""Messages of QoS 2 that one client may have sent and not released; each is kept until it is. Libraries stop at 20."""

PUBREC, PUBCOMP = 0x50, 0x70
"""First bytes of the answers to a message of QoS 2 and to its release."""

MOST_READS = 64
"""Pieces of packets read from one client before all others have their turn; a packet has two at least."""

CONNECT_SECONDS = 10.0
"""How long one may take to log in."""

STANDSTILL_SECONDS = 0.1
"""Overdue by more than this, a login may have come while this process stood still, unheard; its time begins again."""

STOP_SECONDS = 3.0
"""How long a client may take to let go of its connection when the broker stops."""


class BrokerUnavailable(OSError):
    """A broker could not be started or reached. ``str()`` says why and what to do."""


class PortTaken(BrokerUnavailable):
    """Another program has a port that a broker needs, or had it a moment ago; on other ports the broker may start."""


class _Reader(StreamReaderAdapter):  # type: ignore[misc]  # amqtt has no types
    """amqtt's reader, with an end to how much one packet may announce, and to how many are read in a row."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader)
        self._transport = writer.transport
        self._reads = 0

    async def read(self, n: int = -1) -> bytes:
        if n > MAX_PACKET:
            LOG.warning("A client announced a packet of %d bytes, %d are allowed; it is disconnected.", n, MAX_PACKET)
            # An error alone would not do: amqtt passes over it and takes what follows for the next packet.
            self._transport.abort()
            raise ConnectionResetError
        self._reads += 1
        if self._reads % MOST_READS == 0:
            await asyncio.sleep(0)  # what lies here already is read without waiting; each packet starts a task
        data: bytes = await super().read(n)
        return data


class _Writer(StreamWriterAdapter):  # type: ignore[misc]
    """amqtt's writer, with an end to how far a subscriber may fall behind, and to what a sender leaves unreleased."""

    def __init__(self, writer: asyncio.StreamWriter, on_answer: Callable[[], None]) -> None:
        """``on_answer`` is called with each packet to this client; the first says that it is logged in."""
        super().__init__(writer)
        self._transport = writer.transport
        self._on_answer = on_answer
        self._unreleased = 0

    def write(self, data: bytes) -> None:
        self._on_answer()
        if self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > MAX_BACKLOG:
            LOG.warning("A subscriber stopped reading and is %d bytes behind; it is disconnected.", MAX_BACKLOG)
            self.hang_up()
            return
        self._unreleased += {PUBREC: 1, PUBCOMP: -1}.get(data[0], 0)
        if self._unreleased > MOST_UNRELEASED:
            LOG.warning("A client has left %d messages unreleased; it is disconnected.", MOST_UNRELEASED)
            self.hang_up()
            return
        super().write(data)

    def hang_up(self) -> None:
        """Close the connection at once, with nothing said."""
        self._transport.abort()

    async def drain(self) -> None:
        """Return at once.

        Waiting here, for however short a time, would pile the messages up in tasks that wait for each other, where
        nobody counts them. When their client leaves, each of them is an error in the log, and everybody waits for that.
        """


class _Broker(Broker):  # type: ignore[misc]
    """amqtt's broker, where retained messages and clients that come again are as MQTT 3.1.1 has them."""

    async def _handle_message_delivery(
        self, client_session: Session, handler: BrokerProtocolHandler, wait_deliver: asyncio.Future[Any]
    ) -> bool:
        """Keep a retained message before it is passed on.

        Otherwise whoever subscribes between the two is given the state before, and nothing after it.
        """
        message = wait_deliver.result()
        usable = (
            message is not None and message.topic and not set("+#") & set(message.topic) and message.topic[0] != "$"
        )
        if usable and message.publish_packet.retain_flag:
            await self.retain_message(client_session, message.topic, message.data, message.qos)
        kept: bool = await super()._handle_message_delivery(client_session, handler, wait_deliver)
        return kept

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        """Give retained messages to who has subscribed to them.

        amqtt offers each client that logs in those of everybody's filters, and lets it go, with what it has published
        and was told to be safe, where somebody subscribes meanwhile.
        """
        if any(known.client_id == session.client_id for known, _ in self._subscriptions.get(subscription[0], ())):
            await super()._publish_retained_messages_for_subscription(subscription, session)

    async def _delete_session(self, client_id: str) -> None:
        """Forget a session, and hang up on who had it: a client id has one connection (MQTT-3.1.4-2)."""
        _, handler = self._sessions.get(client_id, (None, None))
        await super()._delete_session(client_id)
        if handler is not None and isinstance(handler.writer, _Writer):
            handler.writer.hang_up()


class EmbeddedBroker:
    """An MQTT 3.1.1 broker on this machine's loopback address; anybody on this machine may use it."""

    def __init__(self, address: str = "127.0.0.1") -> None:
        """Prepare a broker for ``address``; raises ValueError for one that is reachable from outside."""
        if not ipaddress.ip_address(address).is_loopback:
            raise ValueError(
                f"The embedded broker listens on loopback only, not on {address}: it cannot keep secrets on a "
                "network. Use 'immolation host --lan' (Mosquitto) or '--broker URL'."
            )
        self.address = address
        self.url = ""
        """``mqtt://127.0.0.1:PORT`` while it runs."""

        self._broker: _Broker | None = None
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._pending: dict[asyncio.StreamWriter, None] = {}
        """Connections that have not logged in yet, the oldest first."""

    async def start(self, port: int = 0) -> str:
        """Listen on ``port`` (0: one the system chooses) and return the URL.

        Raises BrokerUnavailable, with one sentence, if the port is taken or not allowed.
        """
        if self._broker is not None:
            return self.url
        _quieten()
        listener = ListenerConfig(type=ListenerType.EXTERNAL, bind=f"{self.address}:{port}")
        config = BrokerConfig(
            listeners={"default": listener},
            plugins={"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        )
        broker = _Broker(config)
        try:
            await broker.start()
            self._broker = broker
            self._server = await asyncio.start_server(self._accept, self.address, port)
        except OSError as error:
            await self.stop()
            raise BrokerUnavailable(error.errno, _why(error, self.address, port)) from None
        port = self._server.sockets[0].getsockname()[1]
        host = f"[{self.address}]" if ":" in self.address else self.address
        self.url = f"mqtt://{host}:{port}"
        LOG.debug("Embedded broker at %s.", self.url)
        return self.url

    async def stop(self) -> None:
        """Disconnect everybody and let go of the port. Harmless when stopped already."""
        broker, self._broker = self._broker, None
        server, self._server = self._server, None
        if server is not None:
            server.close()
        if broker is not None:
            with contextlib.suppress(TimeoutError, AMQTTError):
                async with asyncio.timeout(STOP_SECONDS):
                    await broker.shutdown()
        await ended(*self._connections)
        if server is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await server.wait_closed()
        self.url = ""

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        broker = self._broker
        if task is None or broker is None:
            writer.close()
            return
        self._connections.add(task)
        self._pending[writer] = None
        if len(self._pending) > MOST_PENDING:
            oldest = next(iter(self._pending))
            del self._pending[oldest]
            oldest.transport.abort()
        late = self._expect_login(writer)

        def on_answer() -> None:
            late.cancel()
            self._pending.pop(writer, None)

        try:
            await broker.external_connected(_Reader(reader, writer), _Writer(writer, on_answer), "default")
        except asyncio.CancelledError:
            pass  # stop() cancels what did not end by itself
        except Exception as error:  # a hostile client must cost only its own connection
            LOG.debug("A client was disconnected: %s", error)
        finally:
            on_answer()
            self._connections.discard(task)
            writer.close()

    def _expect_login(self, writer: asyncio.StreamWriter) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        due = loop.time() + CONNECT_SECONDS
        return loop.call_at(due, self._hang_up_if_pending, writer, due)

    def _hang_up_if_pending(self, writer: asyncio.StreamWriter, due: float) -> None:
        if writer not in self._pending:
            return
        if asyncio.get_running_loop().time() - due > STANDSTILL_SECONDS:
            self._expect_login(writer)
            return
        del self._pending[writer]
        writer.transport.abort()


def _why(error: OSError, address: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {address} is taken; stop the program that uses it, or choose another port."
    if error.errno == errno.EACCES:
        return f"This user may not listen on port {port}; choose a port above 1023."
    return f"The embedded broker cannot listen on {address}:{port}: {error.strerror}."


def _quieten() -> None:
    """amqtt logs each client's coming and going as warnings, and clients that hang up as errors with a traceback."""
    for name in ("amqtt", "transitions"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
