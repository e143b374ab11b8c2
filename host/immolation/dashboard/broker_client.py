"""A connection of the page to the broker: made again for ever, what is heard read, commands sent and answered."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import ssl
from collections.abc import Callable
from typing import Any

import aiomqtt
import msgspec

from immolation.broker import topics
from immolation.dashboard.settings import PageSettings, broker_address

log = logging.getLogger(__name__)

REPLY_SECONDS = 8.0
"""A table answers in milliseconds; after this long it is gone, and the person should be told."""

RETRY_SECONDS = (0.3, 1.0, 2.0, 4.0)
"""Waits between attempts to reach the broker; the last one repeats."""


class CommandRefused(Exception):
    """The table said no, or could not be asked. ``str()`` is the sentence for the person; ``rule`` may name a rule."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.rule = rule


class NoAnswer(CommandRefused):
    """The table did not answer: nobody may have heard the question."""


class BrokerClient:
    """Hears some topics and asks whoever takes commands on another, for as long as `run` runs."""

    def __init__(self, settings: PageSettings, do: str, reply: Callable[[str], str]) -> None:
        """``do``: the topic of commands. ``reply``: client -> topic of the answers."""
        self._settings = settings
        self._address = broker_address(settings)
        self._identifier = f"page-{secrets.token_hex(4)}"
        self.client = self._address.username if settings.bound and self._address.username else self._identifier
        self._do = f"{do}/{self.client}" if settings.bound else do
        self._mqtt: aiomqtt.Client | None = None
        self._replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.connected = False
        self.host_online: bool | None = None
        """Whether the table's host is there: as the table says itself, else as the host of ``main`` does."""

        self._table_says_presence = False
        self.listeners: list[Callable[[], None]] = []
        """Called, quickly, after anything that was heard has changed."""
        self.bad_messages = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._topics: dict[str, Callable[[bytes], None]] = {
            topics.HOST_ONLINE: self._host_of_main,
            topics.table(settings.table, "online"): self._host_of_table,
            reply(self.client): self._reply,
        }

    # --- what a kind of client adds ----------------------------------------------------------------------

    def _filters(self) -> list[tuple[str, int]]:
        """What to subscribe to, and with which quality of service."""
        return [(topic, 1) for topic in self._topics]

    def _on_connect(self) -> None:
        """The broker sends everything anew from here on."""

    def _on_other(self, topic: str, payload: bytes) -> None:
        """Something was heard on a topic that no reader is named for."""

    def _worded(self, refused: str) -> str:
        """A refusal as people read it."""
        return refused

    # --- the connection ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until cancelled, whatever the broker does."""
        attempt = 0
        while True:
            try:
                async with self._open() as mqtt:
                    attempt = 0
                    await self._listen(mqtt)
            except aiomqtt.MqttError as error:
                log.info("The broker is away (%s); trying again.", error)
            finally:
                self._mqtt = None
                if self.connected:
                    self.connected = False
                    self._forget_replies()
                    self._notify()
            await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
            attempt += 1

    def _open(self) -> aiomqtt.Client:
        tls = ssl.create_default_context(cafile=self._settings.ca) if self._address.tls else None
        return aiomqtt.Client(
            self._address.host,
            self._address.port,
            identifier=self._identifier,
            username=self._address.username,
            password=self._address.password,
            tls_context=tls,
            keepalive=15,
            timeout=5,
            # An acknowledgement and the command after it are two small writes; else the second waits 40 ms.
            socket_options=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),),
        )

    async def _listen(self, mqtt: aiomqtt.Client) -> None:
        await mqtt.subscribe(self._filters())
        self._mqtt = mqtt
        self.connected = True
        self._on_connect()
        self._notify()
        async for message in mqtt.messages:
            payload = message.payload
            if isinstance(payload, bytes | bytearray):
                self._on_message(str(message.topic), bytes(payload))

    def _on_message(self, topic: str, payload: bytes) -> None:
        reader = self._topics.get(topic)
        try:
            if reader is not None:
                reader(payload)
            else:
                self._on_other(topic, payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            # Refused whole: what was shown stays shown.
            self.bad_messages += 1
            log.warning("A message on %s was passed over: %s", topic, error)

    def _notify(self) -> None:
        for listener in list(self.listeners):
            listener()

    def _host_of_main(self, payload: bytes) -> None:
        if not self._table_says_presence:
            self._host(payload)

    def _host_of_table(self, payload: bytes) -> None:
        self._table_says_presence = bool(payload)
        if payload:
            self._host(payload)

    def _host(self, payload: bytes) -> None:
        self.host_online = payload.decode() == topics.ONLINE
        self._notify()

    def _background(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- commands ----------------------------------------------------------------------------------------

    async def command(self, **command: Any) -> dict[str, Any]:
        """Send one command and wait for its answer.

        Returns the reply. Raises CommandRefused with the table's own sentence, or one that says it did not answer.
        """
        mqtt = self._mqtt
        if mqtt is None:
            raise CommandRefused("The page has lost the table; it reconnects by itself, please try again then.")
        number = secrets.token_hex(8)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[number] = future
        if self._settings.bound:  # the login says who speaks
            command.pop("as", None)
        payload = msgspec.json.encode({"id": number, "client": self.client, **command})
        try:
            await mqtt.publish(self._do, payload, qos=1)
            answer = await asyncio.wait_for(future, REPLY_SECONDS)
        except TimeoutError:
            raise NoAnswer("The table does not answer. Is the host still running?") from None
        except aiomqtt.MqttError:
            raise NoAnswer("The connection broke before the table answered; please look and try again.") from None
        finally:
            self._replies.pop(number, None)
        if not answer.get("ok"):
            refused = self._worded(str(answer.get("refused") or "The table refused."))
            raise CommandRefused(refused, str(answer.get("rule") or ""))
        return answer

    def _forget_replies(self) -> None:
        for future in self._replies.values():
            if not future.done():
                future.set_result({"ok": False, "refused": "The connection broke before the table answered."})
        self._replies.clear()

    def _reply(self, payload: bytes) -> None:
        answer = msgspec.json.decode(payload, type=dict[str, Any])
        future = self._replies.pop(str(answer.get("id")), None)
        if future is not None and not future.done():
            future.set_result(answer)
