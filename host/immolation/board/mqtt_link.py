"""Links to a board on an MQTT broker; moves messages without reading them.

The board's retained ``online`` (its last will says ``offline``) stands for the cable: the link opens when the board is
there, and closes when it is gone. Everything is sent at most once (QoS 0); what is lost is state that is said again.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections import deque
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import aiomqtt
from immolation_board import wire

from immolation.task_cancellation import ended

from .link import LinkClosed, Message

ROOT = "immolation/board"
"""Topics of boards: ``immolation/board/<board>/up``, ``/down`` and ``/online``."""

CONNECT_S = 5.0
"""Wait for the broker: a club's broker across the street answers in under a second."""

ONLINE_S = 5.0
"""Wait for a board to come online before trying again; one that comes meanwhile is noticed at once."""

OUT_QUEUE = 64
"""Messages waiting for the broker: four whole scenes. Older ones are superseded, so the oldest is dropped first."""

IN_QUEUE = 4096
"""Messages not yet taken by the host; more than this means that the sender is broken."""


class MqttBoardLink:
    """The board called ``board_id`` (its ``BOARD_ID``) on the broker at ``url``.

    ``url`` is ``mqtt://host:port`` or ``mqtts://host:port``, the latter with TLS checked against ``ca`` (a certificate
    file) or the system's authorities. Login and password may stand in the URL as well; they are never shown.
    """

    def __init__(
        self,
        board_id: str,
        *,
        url: str,
        username: str | None = None,
        password: str | None = None,
        ca: str | Path | None = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
            raise ValueError("The broker's address must look like mqtt://host:1883 or mqtts://host:8883.")
        if not board_id or any(sign in board_id for sign in "/+#"):
            raise ValueError(f"'{board_id}' can not be the name of a board in MQTT; it is one word without / + #.")
        self.board_id = board_id
        self.name = f"mqtt {board_id}"
        self.bad_lines = 0
        self.dropped = 0
        """Messages dropped because the broker did not take them."""
        self._host = parts.hostname
        self._tls = parts.scheme == "mqtts"
        self._port = parts.port or (8883 if self._tls else 1883)
        self._username = username or (unquote(parts.username) if parts.username else None)
        self._password = password or (unquote(parts.password) if parts.password else None)
        self._ca = ca
        self._why = "It was not opened."
        self._stack: contextlib.AsyncExitStack | None = None
        self._in: asyncio.Queue[Message | None] = asyncio.Queue()
        self._out: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._online = asyncio.Event()

    @property
    def where(self) -> str:
        """The broker, for people."""
        return f"{self._host}:{self._port}"

    async def open(self) -> None:
        """Connect to the broker and wait for the board. Raises LinkClosed saying which of the two is missing."""
        await self.close()
        self._why = ""
        self._in = asyncio.Queue(IN_QUEUE)
        self._out.clear()
        self._online.clear()
        stack = contextlib.AsyncExitStack()
        self._stack = stack
        try:
            await _apart(self._connect(stack))
        except (aiomqtt.MqttError, OSError, ValueError) as error:
            await self.close()
            raise LinkClosed(f"The broker at {self.where} can not be used: {_reason(error)}.") from None
        try:
            async with asyncio.timeout(ONLINE_S):
                await self._online.wait()
        except TimeoutError:
            await self.close()
            raise LinkClosed(f"Board '{self.board_id}' is not online at the broker {self.where}.") from None
        if self._why:
            raise LinkClosed(self._why)

    async def _connect(self, stack: contextlib.AsyncExitStack) -> None:
        client = await stack.enter_async_context(self._client())
        for part in ("up", "online"):
            await client.subscribe(self._topic(part), qos=0)
        tasks = [asyncio.create_task(self._listen(client)), asyncio.create_task(self._publish(client))]
        stack.push_async_callback(ended, *tasks)

    def _client(self) -> aiomqtt.Client:
        context = ssl.create_default_context(cafile=str(self._ca) if self._ca else None) if self._tls else None
        return aiomqtt.Client(
            self._host,
            self._port,
            username=self._username,
            password=self._password,
            tls_context=context,
            timeout=CONNECT_S,
            keepalive=20,
            max_queued_incoming_messages=IN_QUEUE,
            # A scene is many small writes; else each may wait 40 ms for the one before to be acknowledged.
            socket_options=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),),
        )

    async def send(self, message: Message) -> None:
        """Queue a message. Raises LinkClosed when the board is gone, `wire.BadMessage` for what no board accepts."""
        if self._why or self._stack is None:
            raise LinkClosed(self._why or f"{self.name} is not open.")
        if len(self._out) >= OUT_QUEUE:
            self._out.popleft()
            self.dropped += 1
        self._out.append(wire.encode(message))
        self._wake.set()

    async def receive(self) -> Message:
        """The next message. Raises LinkClosed when board or broker are gone and everything said was taken."""
        if self._stack is None:
            raise LinkClosed(self._why or f"{self.name} is not open.")
        message = await self._in.get()
        if message is None:
            with contextlib.suppress(asyncio.QueueFull):
                self._in.put_nowait(None)  # whoever asks next is told as well
            raise LinkClosed(self._why)
        return message

    async def close(self) -> None:
        """Leave the broker."""
        stack, self._stack = self._stack, None
        if stack is not None:
            self._end(f"{self.name} was closed.")
            with contextlib.suppress(aiomqtt.MqttError, OSError):
                await _apart(stack.aclose())

    # -- inside

    def _topic(self, part: str) -> str:
        return f"{ROOT}/{self.board_id}/{part}"

    def _end(self, why: str) -> None:
        self._why = self._why or why
        self._online.set()  # whoever waits for the board learns that it will not come
        if self._in.full():
            self._in.get_nowait()
        self._in.put_nowait(None)

    async def _listen(self, client: aiomqtt.Client) -> None:
        try:
            async for arrived in client.messages:
                payload = arrived.payload if isinstance(arrived.payload, bytes) else b""
                if arrived.topic.matches(self._topic("online")):
                    self._on_online(payload)
                else:
                    self._on_payload(payload)
        except aiomqtt.MqttError as error:
            self._end(f"The broker at {self.where} is gone: {_reason(error)}.")

    def _on_online(self, payload: bytes) -> None:
        if payload == b"online":
            self._online.set()
        elif self._online.is_set():
            self._end(f"Board '{self.board_id}' went offline.")

    def _on_payload(self, payload: bytes) -> None:
        try:
            message = wire.decode(payload)
        except wire.BadMessage:
            self.bad_lines += 1
            return
        if self._in.qsize() >= IN_QUEUE - 1:
            self._end(f"Board '{self.board_id}' sends faster than the host can read; it was let go.")
        else:
            self._in.put_nowait(message)

    async def _publish(self, client: aiomqtt.Client) -> None:
        try:
            while True:
                while self._out:
                    await client.publish(self._topic("down"), self._out.popleft(), qos=0)
                self._wake.clear()
                await self._wake.wait()
        except aiomqtt.MqttError as error:
            self._end(f"The broker at {self.where} is gone: {_reason(error)}.")


async def _apart(work: Coroutine[Any, Any, None]) -> None:
    """Do something of aiomqtt in a task of its own, so that a cancellation of the caller is never swallowed."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        await ended(task)
        raise
    task.result()


def _reason(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__
