"""One connection to one broker, kept for as long as the host runs.

`Connection` handles everything that can go wrong between a host and a broker: it connects again for ever, subscribes
again, gives a broker that restarted its retained messages back, and leaves ``offline`` behind when it dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import aiomqtt
import msgspec

from immolation.broker import topics
from immolation.task_cancellation import ended

from . import broker_url
from .outbox import Outbox, Outgoing

LOG = logging.getLogger(__name__)

BACK_OFF = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between attempts; the last one repeats. A restarted broker is found within a second."""

KEEP_ALIVE = 15
"""Seconds: a broker or a cable that died is noticed after one and a half times that."""

ANSWER_SECONDS = 8.0
"""How long a broker may take to acknowledge, before the connection is given up and made again."""

MOST_ON_THEIR_WAY = 16
"""Messages sent and not yet acknowledged; below the 20 at which paho would let QoS 0 overtake the others."""

STOP_SECONDS = 2.0
"""How long `Connection.stop` waits for what is still to be sent."""

NO_DELAY = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""An acknowledgement and the answer after it are two small writes; unasked, the second waits 40 ms for the first."""

MAX_WAITING_IN = 4096
"""Messages received and not yet handled; more than that is a flood, and is dropped rather than kept."""

MAX_BYTES_IN = 4 << 20
"""The same in bytes: a command has 16 kB at most, but a broker may let larger messages through."""


class Received(msgspec.Struct, frozen=True):
    """One message from the broker."""

    topic: str
    payload: bytes
    retain: bool
    """True if it lay in the broker when this side subscribed."""


class Inbox(asyncio.Queue[aiomqtt.Message]):
    """Messages received and not yet handled, bounded in number and in bytes."""

    def _init(self, maxsize: int) -> None:
        super()._init(maxsize)
        self._bytes = 0

    def full(self) -> bool:
        """Whether the next message is dropped."""
        return super().full() or self._bytes > MAX_BYTES_IN

    def _put(self, item: aiomqtt.Message) -> None:
        self._bytes += _size(item)
        super()._put(item)

    def _get(self) -> aiomqtt.Message:
        item = super()._get()
        self._bytes -= _size(item)
        return item


class Routes:
    """The handlers of each topic; found as quickly among thousands of filters as among three."""

    def __init__(self) -> None:
        self._exact: dict[str, list[Handler]] = {}
        self._wild: dict[tuple[str, ...], list[tuple[str, Handler]]] = {}
        """The levels before a filter's first ``+`` or ``#`` -> filters and handlers."""

    def add(self, topic_filter: str, handler: Handler) -> None:
        """Let ``handler`` have what fits the filter."""
        fixed = _fixed(topic_filter)
        if fixed is None:
            self._exact.setdefault(topic_filter, []).append(handler)
        else:
            self._wild.setdefault(fixed, []).append((topic_filter, handler))

    def remove(self, topic_filter: str, handler: Handler) -> None:
        """Take back what `add` did."""
        fixed = _fixed(topic_filter)
        if fixed is None:
            self._exact[topic_filter].remove(handler)
        else:
            self._wild[fixed].remove((topic_filter, handler))

    def of(self, topic: str) -> list[Handler]:
        """The handlers of a topic."""
        found = list(self._exact.get(topic, ()))
        levels = tuple(topic.split("/"))
        for count in range(len(levels) + 1):
            for topic_filter, handler in self._wild.get(levels[:count], ()):
                if aiomqtt.Topic(topic).matches(topic_filter):
                    found.append(handler)
        return found


def _fixed(topic_filter: str) -> tuple[str, ...] | None:
    """The levels of a filter before its first wildcard; None where it has none."""
    levels = tuple(topic_filter.split("/"))
    wild = [place for place, level in enumerate(levels) if level in ("+", "#")]
    return levels[: wild[0]] if wild else None


def _size(message: aiomqtt.Message) -> int:
    return len(message.payload) if isinstance(message.payload, bytes | bytearray) else 0


Handler = Callable[[Received], None]
"""Called in the event loop, in order of arrival; must not wait. An error it raises is logged, and nothing else."""


class BrokerRefused(ConnectionError):
    """`Connection.wait_online` gave up. ``str()`` says which broker and why, in one sentence."""


class Connection:
    """A connection that is made again for ever, from `start` until `stop`. Usable as an async context manager."""

    def __init__(
        self,
        url: str,
        username: str | None = None,
        password: str | None = None,
        ca: str | Path | None = None,
        *,
        will: str | None = topics.HOST_ONLINE,
        capacity: int = 2000,
    ) -> None:
        """``url`` is ``mqtt://`` or ``mqtts://``; ``ca`` the file of the authority that signed its certificate.

        ``will`` is the topic that says ``online`` while connected and ``offline`` after. Raises BadAddress.
        """
        self.address = broker_url.read(url, username, password)
        self.problem = ""
        """Why there is no connection now, in one sentence; empty while there is one."""

        self.connections = 0
        """How often a connection was made."""

        self._ca = str(ca) if ca is not None else None
        self._will = will
        self._identifier = f"immolation-{random.SystemRandom().getrandbits(64):016x}"
        """Kept over reconnections: the broker closes the old one, with its ``offline``, before this says ``online``."""

        self._outbox = Outbox(capacity)
        self._work = asyncio.Event()
        self._sent_all = asyncio.Event()
        self._knows_filters = asyncio.Event()
        self._knows_filters.set()
        self._online = False
        self._decided = asyncio.Event()
        self._awaited: dict[str, asyncio.Event] = {}
        """Topic -> set once the broker has what was handed over on it."""

        self._handlers: list[tuple[str, int, Handler]] = []
        self._routes = Routes()
        self._new_filters: list[tuple[str, int]] = []
        self._listeners: list[Callable[[bool], None]] = []
        self._task: asyncio.Task[None] | None = None

    # --- the life of the connection ----------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to connect; returns at once. See `wait_online`."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"mqtt {self.address.shown}")

    async def stop(self) -> None:
        """Send what waits, say ``offline``, and disconnect. Harmless when stopped already."""
        task, self._task = self._task, None
        if task is None:
            return
        if self.online:
            if self._will is not None:
                self.publish(self._will, topics.OFFLINE, qos=1, retain=True)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self.drained()
        await ended(task)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def online(self) -> bool:
        """True while the broker answers."""
        return self._online

    @property
    def loopback(self) -> bool:
        """True if the broker is on this machine's loopback address."""
        return self.address.loopback

    @property
    def dropped(self) -> int:
        """Messages that were lost because no broker took them for too long."""
        return self._outbox.dropped

    async def wait_online(self, seconds: float | None = None) -> None:
        """Wait until the broker answers. Raises BrokerRefused with the reason after ``seconds``.

        At once where waiting is no use: a refused login, a certificate that is not known. (The connection itself is
        tried for ever all the same: somebody may put the broker right.)
        """
        try:
            async with asyncio.timeout(seconds):
                await self._decided.wait()
        except TimeoutError:
            raise BrokerRefused(self.problem or f"No answer yet from the broker at {self.address.shown}.") from None
        if not self.online:
            raise BrokerRefused(self.problem)

    def when_online(self, listener: Callable[[bool], None]) -> None:
        """Call ``listener`` with True each time a connection was made, with False each time it was lost."""
        self._listeners.append(listener)

    # --- messages ----------------------------------------------------------------------------------------

    def publish(
        self, topic: str, payload: bytes | str, *, qos: int = 0, retain: bool = False, latest: bool = False
    ) -> None:
        """Hand a message over; never waits.

        Retained messages are sent again after every reconnection. ``latest``: only the newest of this topic counts;
        use it for state that is not retained. Everything else is sent in order, as long as at most ``capacity`` wait.
        """
        data = payload.encode() if isinstance(payload, str) else payload
        self._outbox.put(Outgoing(topic, data, qos, retain), latest=latest)
        self._sent_all.clear()
        self._work.set()

    async def drained(self) -> None:
        """Wait until the broker has taken everything handed over so far and knows every subscription."""
        if len(self._outbox) or self._new_filters:
            await self._sent_all.wait()

    async def delivered(self, topic: str, seconds: float) -> None:
        """Wait until the broker has the newest retained message of a topic, for so many seconds at most.

        Not at all where the broker is away.
        """
        if self.online and self._outbox.holds(topic):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._awaited.setdefault(topic, asyncio.Event()).wait()

    async def subscribed(self) -> None:
        """Wait until the broker knows every subscription; whatever is published meanwhile is not waited for."""
        await self._knows_filters.wait()

    def subscribe(self, topic_filter: str, handler: Handler, *, qos: int = 1) -> Callable[[], None]:
        """Call ``handler`` with every message that fits the filter, now and after every reconnection.

        Returns a function that ends it.
        """
        entry = (topic_filter, qos, handler)
        self._handlers.append(entry)
        self._routes.add(topic_filter, handler)
        self._new_filters.append((topic_filter, qos))
        self._knows_filters.clear()
        self._sent_all.clear()
        self._work.set()

        def end() -> None:
            if entry in self._handlers:
                self._handlers.remove(entry)
                self._routes.remove(topic_filter, handler)

        return end

    # --- inside ------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        attempt = 0
        while True:
            try:
                async with self._client() as client:
                    attempt = 0
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                self._lost(*_why(error, self.address))
            except asyncio.CancelledError:
                self._lost("")
                raise
            pause = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
            attempt += 1
            # Spread, so that a club's hosts do not all knock in the same instant after a power cut.
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))

    def _client(self) -> aiomqtt.Client:
        context = ssl.create_default_context(cafile=self._ca) if self.address.tls else None
        will = aiomqtt.Will(self._will, topics.OFFLINE, qos=1, retain=True) if self._will is not None else None
        return aiomqtt.Client(
            self.address.host,
            self.address.port,
            username=self.address.username,
            password=self.address.password,
            identifier=self._identifier,
            tls_context=context,
            will=will,
            keepalive=KEEP_ALIVE,
            timeout=ANSWER_SECONDS,
            max_queued_incoming_messages=MAX_WAITING_IN,
            queue_type=Inbox,
            logger=_PAHO,
            socket_options=NO_DELAY,
        )

    async def _serve(self, client: aiomqtt.Client) -> None:
        self._new_filters = [(topic_filter, qos) for topic_filter, qos, _ in self._handlers]
        await self._subscribe_new(client)
        if self._will is not None:
            self.publish(self._will, topics.ONLINE, qos=1, retain=True)
        self._outbox.start_over()
        self.connections += 1
        if self.problem:
            LOG.info("Connected to the broker at %s again.", self.address.shown)
        self.problem = ""
        self._online = True
        self._decided.set()
        self._notify(True)
        sender = asyncio.create_task(self._send(client))
        reader = asyncio.create_task(self._read(client))
        try:
            done, _ = await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            await ended(sender, reader)

    async def _subscribe_new(self, client: aiomqtt.Client) -> None:
        count = len(self._new_filters)
        filters = list(dict.fromkeys(self._new_filters))
        if not filters:
            return
        codes = await client.subscribe(filters)
        del self._new_filters[:count]  # only now: `drained` and `subscribed` wait for it
        if not self._new_filters:
            self._knows_filters.set()
        for (topic_filter, _), code in zip(filters, codes, strict=True):
            if getattr(code, "value", code) == 0x80:
                LOG.warning("The broker at %s does not let this login read %s.", self.address.shown, topic_filter)

    async def _send(self, client: aiomqtt.Client) -> None:
        """Send what waits, in order, without waiting for each acknowledgement. Raises what ended the connection."""
        room = asyncio.Semaphore(MOST_ON_THEIR_WAY)
        try:
            async with asyncio.TaskGroup() as on_their_way:
                while True:
                    self._work.clear()
                    await self._subscribe_new(client)
                    await room.acquire()
                    while (waiting := self._outbox.next()) is not None:
                        on_their_way.create_task(self._deliver(client, *waiting, room))
                        await asyncio.sleep(0)  # it is written now, before the next one
                        await self._subscribe_new(client)  # what is announced next may be answered at once
                        await room.acquire()
                    room.release()
                    self._note_drained()
                    await self._work.wait()
        except ExceptionGroup as lost:
            raise lost.exceptions[0] from None

    async def _deliver(self, client: aiomqtt.Client, number: int, message: Outgoing, room: asyncio.Semaphore) -> None:
        await client.publish(message.topic, message.payload, qos=message.qos, retain=message.retain)
        self._outbox.sent(number)
        if message.topic in self._awaited and not self._outbox.holds(message.topic):
            self._awaited.pop(message.topic).set()
        room.release()
        self._note_drained()

    def _note_drained(self) -> None:
        if not len(self._outbox) and not self._new_filters:
            self._sent_all.set()

    async def _read(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            payload = message.payload
            received = Received(str(message.topic), bytes(payload), message.retain)
            for handler in self._routes.of(received.topic):
                try:
                    handler(received)
                except Exception:  # one bad message must not cost the connection
                    LOG.exception("A message on %s could not be handled.", received.topic)

    def _lost(self, why: str, final: bool = False) -> None:
        was_online, self._online = self._online, False
        if final:
            self._decided.set()
        else:
            self._decided.clear()
        if why and why != self.problem:
            LOG.warning("%s Trying again.", why)
        self.problem = why
        if was_online:
            self._notify(False)

    def _notify(self, online: bool) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(online)
            except Exception:  # one listener's trouble must not cost the connection
                LOG.exception("A listener of the broker connection failed.")


_PAHO = logging.getLogger(f"{__name__}.paho")
_PAHO.setLevel(logging.ERROR)


def _why(error: Exception, where: broker_url.Address) -> tuple[str, bool]:
    """A sentence for people, and whether trying again can be expected not to help."""
    at = where.shown
    if isinstance(error, aiomqtt.MqttCodeError):
        code = getattr(error.rc, "value", error.rc)
        if code in (4, 5, 134, 135):
            return f"The broker at {at} refuses this login; check user name and password.", True
    text = str(error)
    if isinstance(error, FileNotFoundError):
        return f"The certificate authority for {at} cannot be read: {error.filename or 'there is no such file'}.", True
    if isinstance(error, ssl.SSLError) or "CERTIFICATE_VERIFY_FAILED" in text:
        sentence = f"The certificate of the broker at {at} is not signed by a known authority, or is for another name."
        return sentence, True
    if "refused" in text.lower():
        return f"Nothing answers at {at}; is the broker running?", False
    if "Name or service" in text or "name resolution" in text:
        return f"There is no machine called {where.host} here; check the broker's URL.", False
    return f"The broker at {at} is away ({text}).", False
