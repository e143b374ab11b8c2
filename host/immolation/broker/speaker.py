"""Speaks a table's announcements aloud on this machine, through speech-dispatcher or espeak-ng."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from immolation.task_cancellation import ended

from . import topics
from .announcements import Announcement
from .connection import Connection, Received

LOG = logging.getLogger(__name__)

PROGRAMS: Final = (("spd-say", "--wait", "--language"), ("espeak-ng", "-v"))
"""What can speak, the better first, with the words before the language; the sentence comes last."""

MOST_WAITING: Final = 3
"""Sentences that wait for their turn: what is older is no news any more."""

MOST_REMEMBERED: Final = 64
"""Announcements that are known again: more than a host sends a second time after it has lost its broker."""

LONGEST_SECONDS: Final = 30.0
"""After this a program that hangs is stopped."""


class NoSpeech(ValueError):
    """Nothing on this machine can speak. ``str()`` is a sentence that says what to install."""


def program() -> tuple[str, ...]:
    """The command that speaks, up to the language. Raises NoSpeech."""
    for name, *words in PROGRAMS:
        found = shutil.which(name)
        if found is not None:
            return (found, *words)
    raise NoSpeech("Nothing here can speak: install espeak-ng or speech-dispatcher, or leave --speak out.")


class Speaker:
    """The voice of one table, from `start` to `stop`: one sentence at a time."""

    def __init__(self, connection: Connection, table: str, command: tuple[str, ...]) -> None:
        """``command``: from `program`."""
        self._connection, self._topic, self._command = connection, topics.table(table, "announce"), command
        self._waiting: deque[Announcement] = deque(maxlen=MOST_WAITING)
        self._heard: deque[str] = deque(maxlen=MOST_REMEMBERED)
        """Ids of the newest announcements: a broker may deliver one twice."""
        self._news = asyncio.Event()
        self._speaking: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    async def start(self) -> None:
        """Begin to listen and to speak."""
        if self._task is None:
            self._unsubscribe = self._connection.subscribe(self._topic, self._on_announcement)
            self._task = asyncio.create_task(self._run(), name="speaker")

    async def stop(self) -> None:
        """Fall silent. Harmless when stopped already."""
        task, self._task = self._task, None
        if task is not None:
            if self._unsubscribe is not None:
                self._unsubscribe()
            await ended(task)

    def _on_announcement(self, message: Received) -> None:
        try:
            said = msgspec.json.decode(message.payload, type=Announcement)
        except msgspec.DecodeError:
            return
        if said.id and said.id in self._heard:
            return
        self._heard.append(said.id)
        if said.priority == "low" and self._waiting:
            return
        if said.priority == "high":
            self._waiting.clear()
            self._interrupt()
        self._waiting.append(said)
        self._news.set()

    def _interrupt(self) -> None:
        if self._speaking is not None:
            with contextlib.suppress(ProcessLookupError):
                self._speaking.terminate()

    async def _run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                await self._speak(self._waiting.popleft())

    async def _speak(self, said: Announcement) -> None:
        """Say one sentence; a program that fails is noted and costs that sentence alone."""
        quiet = asyncio.subprocess.DEVNULL
        text = said.text.lstrip("-")  # no sentence is taken for an option
        try:
            self._speaking = await asyncio.create_subprocess_exec(
                *self._command, said.lang, text, stdin=quiet, stdout=quiet, stderr=quiet
            )
        except OSError as error:
            LOG.warning("An announcement was not spoken: %s", error)
            return
        try:
            await asyncio.wait_for(self._speaking.wait(), LONGEST_SECONDS)
        except TimeoutError:
            LOG.warning(
                "%s did not finish a sentence in %.0f seconds; it was stopped.", self._command[0], LONGEST_SECONDS
            )
        finally:
            if self._speaking.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    self._speaking.kill()
                await self._speaking.wait()
            self._speaking = None
