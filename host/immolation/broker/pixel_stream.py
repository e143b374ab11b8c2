"""Publishes a virtual board's lights over MQTT: one frame a credit, the newest only.

A frame that nobody has room for is never asked of the board, so a slow page costs nothing and is never behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import msgspec

from immolation.task_cancellation import ended

from . import commands, topics
from .connection import Connection, Received

LOG = logging.getLogger(__name__)

FRAME_BYTES = 300
MAX_CREDIT = 8
"""Frames a page may ask for ahead: a quarter of a second at 30 frames a second."""

MAX_PAGES = 32
"""Pages whose credit is kept; the one heard longest ago is forgotten first."""

SILENCE_SECONDS = 1.0
"""A board that owes a frame for so long was reset or restarted meanwhile, and is asked again."""


class Frames(Protocol):
    """The part of a `VirtualControl` that gives frames."""

    async def credit(self, count: int) -> None:
        """Allow so many more frames."""

    def frames(self) -> AsyncIterator[bytes]:
        """Frames of 300 bytes as they come; a slow reader gets the newest."""


class Pixels:
    """Frames from one virtual board to everybody who gives credit, from `start` to `stop`."""

    def __init__(self, connection: Connection, board_id: str, control: Frames) -> None:
        self._connection = connection
        self._control = control
        self._topic = topics.board(board_id, "pixels")
        self._credit_topic = topics.board(board_id, "credit")
        self._credit: OrderedDict[str, int] = OrderedDict()
        self._asked_at: float | None = None
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._end: Callable[[], None] | None = None

    async def start(self) -> None:
        """Begin to listen for credit."""
        self._end = self._connection.subscribe(self._credit_topic, self._on_credit, qos=0)
        self._connection.when_online(self._forget)
        self._tasks = [asyncio.create_task(self._ask()), asyncio.create_task(self._show())]

    async def stop(self) -> None:
        """Send no more frames."""
        if self._end is not None:
            self._end()
            self._end = None
        await ended(*self._tasks)
        self._tasks = []

    def _forget(self, online: bool) -> None:
        if not online:
            self._credit.clear()

    def _on_credit(self, message: Received) -> None:
        try:
            if message.retain or len(message.payload) > commands.MAX_BYTES:
                return
            credit = msgspec.json.decode(message.payload, type=commands.Credit)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            LOG.debug("Credit for frames was passed over: %s", error)
            return
        self._credit[credit.client] = min(MAX_CREDIT, self._credit.get(credit.client, 0) + credit.frames)
        self._credit.move_to_end(credit.client)
        while len(self._credit) > MAX_PAGES:
            self._credit.popitem(last=False)
        self._wanted.set()

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._wanted.clear()
            owed = self._asked_at is not None and loop.time() - self._asked_at < SILENCE_SECONDS
            if self._credit and not owed:
                try:
                    self._asked_at = loop.time()
                    await self._control.credit(1)
                except OSError as error:
                    LOG.info("The virtual board shows no more frames: %s", error)
                    return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SILENCE_SECONDS if self._credit else None):
                    await self._wanted.wait()

    async def _show(self) -> None:
        async for frame in self._control.frames():
            self._asked_at = None
            if self._credit and len(frame) == FRAME_BYTES:
                self._credit = OrderedDict((page, left - 1) for page, left in self._credit.items() if left > 1)
                # Not `latest`: each frame uses up a credit, so each must arrive; `MAX_CREDIT` bounds them.
                self._connection.publish(self._topic, frame)
            self._wanted.set()
