"""A small board in Python on the far side of a real pseudo-terminal, for tests of the host.

It keeps the wire's promises (hello, atomic scenes, ack, tiles until ``got``) and breaks them when a test asks for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import pty
import random
import tty
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from immolation.task_cancellation import ended
from immolation_board import wire

REPEAT_S = 0.02
"""How often what was not confirmed is said again."""


class FakeBoard:
    """``path`` is what a host opens. Lives inside ``async with``."""

    def __init__(self, *, version: tuple[int, int] = wire.PROTOCOL, beat_s: float = 0.2) -> None:
        self.version = version
        self.beat_s = beat_s
        self.occupied: set[int] = set()
        self.heard: list[dict[str, Any]] = []
        self.reader = wire.LineReader()
        self.shown: tuple[dict[str, Any], ...] = ()
        """The layers on the lights, as they came."""
        self.reads = True
        self.speaks = True
        self.loses: Callable[[dict[str, Any]], bool] = lambda message: False
        """Messages of the board that get lost on the way."""
        self._changed = asyncio.Condition()
        self._together: bytes | None = None
        self.power_on()

    def power_on(self) -> None:
        self.boot = random.randrange(1 << 20)
        self.n = self.shown_n = self.have = self.tiles_counter = self.edge_counter = 0
        self.brightness = 0
        self.parts: dict[int, dict[str, Any]] = {}
        self.got = -1
        self.shown = ()

    async def __aenter__(self) -> FakeBoard:
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self.slave)
        self.loop = asyncio.get_running_loop()
        self.loop.add_reader(self.master, self._readable)
        self._beat = self.loop.create_task(self._keep_saying())
        return self

    async def __aexit__(self, *_: object) -> None:
        await ended(self._beat)
        self.unplug()

    def unplug(self) -> None:
        """Both ends are gone, as when the cable is pulled."""
        if self.master >= 0:
            self.loop.remove_reader(self.master)
            os.close(self.master)
            os.close(self.slave)
            self.master = -1

    # -- hands

    def lift(self, tile: int) -> None:
        self.occupied.discard(tile)
        self._edge(tile, 1)

    def place(self, tile: int) -> None:
        self.occupied.add(tile)
        self._edge(tile, 0)

    def move(self, *way: int) -> None:
        """Slide a miniature over ``way``: it leaves each tile before it is felt on the next."""
        with self.at_once():
            for here, there in itertools.pairwise(way):
                self.lift(here)
                self.place(there)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """What is said meanwhile arrives together, however seldom a busy machine lets the host read."""
        self._together = b""
        yield
        together, self._together = self._together, None
        self.raw(together)

    def reset(self) -> None:
        """As after the reset button: everything is forgotten, a ``hello`` is said."""
        self.power_on()
        self._say_hello("button")

    # -- speaking

    def _edge(self, tile: int, up: int) -> None:
        self.edge_counter += 1
        self.tiles_counter += 1
        self.say({"k": "edge", "c": self.edge_counter, "ms": 5, "tile": tile, "up": up})
        self.say_tiles()

    def say_tiles(self) -> None:
        self.say({"k": "tiles", "c": self.tiles_counter, "on": wire.tiles_to_hex(self.occupied)})

    def say(self, message: dict[str, Any]) -> None:
        if not self.loses(message):
            self.raw(wire.line(message))

    def raw(self, data: bytes) -> None:
        if self._together is not None:
            self._together += data
        elif self.speaks and self.master >= 0:
            with contextlib.suppress(BlockingIOError):
                os.write(self.master, data)

    def _say_hello(self, reset: str = "power") -> None:
        self.say(
            {"k": "hello", "v": list(self.version), "s": self.boot, "id": "fake", "fw": "1.0 fake", "sensor": "virtual"}
            | {"tiles": 100, "reset": reset}
        )

    async def _keep_saying(self) -> None:
        """Tiles until they are confirmed, and at every beat."""
        since = 0.0
        while True:
            await asyncio.sleep(REPEAT_S)
            since += REPEAT_S
            if self.got != self.tiles_counter or since >= self.beat_s:
                since = 0.0
                self.say_tiles()

    # -- hearing

    def _readable(self) -> None:
        if not self.reads:
            self.loop.remove_reader(self.master)
            return
        try:
            data = os.read(self.master, 4096)
        except OSError:
            return
        for message in self.reader.feed(data, len(data)):
            self.heard.append(message)
            self._hear(message)
        self._notice()

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["k"]
        if kind == "hello":
            self._say_hello()
            self.got = -1
        elif kind == "got":
            self.got = message["c"]
        elif kind == "scene":
            self._hear_part(message)

    def _hear_part(self, part: dict[str, Any]) -> None:
        if part["n"] > self.n:
            self.n, self.have, self.parts = part["n"], 0, {}
        if part["n"] == self.n:
            self.have |= 1 << part["i"]
            self.parts[part["i"]] = part
            if len(self.parts) == part["of"]:
                self.shown_n = self.n
                self.brightness = part["b"]
                self.shown = tuple(self.parts[i] for i in range(part["of"]) if "e" in self.parts[i])
        self.say({"k": "ack", "n": self.n, "have": self.have, "shown": self.shown_n})

    # -- waiting

    def _notice(self) -> None:
        async def notify() -> None:
            async with self._changed:
                self._changed.notify_all()

        self._notifying = self.loop.create_task(notify())

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something heard makes ``true`` true."""
        async with asyncio.timeout(60), self._changed:
            await self._changed.wait_for(true)

    def lit(self, effect: str) -> set[int]:
        """The tiles on which an effect is shown."""
        return {tile for layer in self.shown if layer["e"] == effect for tile in wire.hex_to_tiles(layer["on"])}

    def kinds(self) -> list[str]:
        return [message["k"] for message in self.heard]


def noise(share: float, seed: int) -> Callable[[bytes], bytes]:
    """Corrupts each byte with probability ``share``."""
    rng = random.Random(seed)

    def disturb(data: bytes) -> bytes:
        return bytes(byte ^ rng.randrange(1, 256) if rng.random() < share else byte for byte in data)

    return disturb


class Listener:
    """Collects a board's news so that tests can wait for a piece of it."""

    def __init__(self, board: Any) -> None:
        self.news: list[Any] = []
        self._arrived = asyncio.Event()
        board.listeners.append(self._hear)

    def _hear(self, news: Any) -> None:
        self.news.append(news)
        self._arrived.set()

    def forget(self) -> None:
        self.news.clear()

    async def until(self, true: Callable[[Any], bool]) -> Any:
        """The first piece of news, heard already or to come, for which ``true`` is true."""
        async with asyncio.timeout(60):
            while True:
                for news in self.news:
                    if true(news):
                        return news
                self._arrived.clear()
                await self._arrived.wait()

    async def one(self, kind: type) -> Any:
        return await self.until(lambda news: isinstance(news, kind))


@contextlib.asynccontextmanager
async def kept(run: Coroutine[Any, Any, None]) -> Any:
    """Runs something that runs for ever while the block lasts, and shows what went wrong in it."""
    task = asyncio.ensure_future(run)
    try:
        yield task
    finally:
        while not task.done():  # below Python 3.12 a cancellation may be swallowed by what waits inside
            task.cancel()
            await asyncio.wait({task}, timeout=0.1)
        if not task.cancelled():
            task.result()
