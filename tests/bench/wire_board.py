"""A board at the wire inside the process of its host: says and hears what a board does, without port or firmware."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from immolation.board.link import Message
from immolation_board import wire

BEAT_S = 5.0
"""Between two bitmaps of a board on which nothing happens."""


class WireBoard:
    """A board and the link to it in one; see `immolation.board.link.Link`."""

    name = "wire"
    bad_lines = 0

    def __init__(self) -> None:
        self.occupied: set[int] = set()
        self.scenes: asyncio.Queue[tuple[float, int]] = asyncio.Queue()
        """Loop time and number of every scene that came whole."""

        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._counts = itertools.count(1)
        self._edges = itertools.count(1)
        self._count = 0
        self._n = 0
        self._have = 0
        self._beat: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        self._again()

    async def close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()

    async def receive(self) -> Message:
        return await self._said.get()

    async def send(self, message: Message) -> None:
        match message["k"]:
            case "hello":
                about = {"id": "wire", "fw": "1.0 wire", "sensor": "virtual", "tiles": 100, "reset": "power"}
                self._say({"k": "hello", "v": list(wire.PROTOCOL), "s": 1, **about})
                self._say_tiles()
            case "scene":
                if message["n"] > self._n:
                    self._n, self._have = message["n"], 0
                self._have |= 1 << message["i"]
                whole = self._have == (1 << message["of"]) - 1
                if whole:
                    self.scenes.put_nowait((asyncio.get_running_loop().time(), self._n))
                self._say({"k": "ack", "n": self._n, "have": self._have, "shown": self._n if whole else self._n - 1})

    def put(self, off: tuple[int, ...], on: tuple[int, ...]) -> None:
        """Lift from tiles, and put on others."""
        for tile in off:
            self.occupied.discard(tile)
            self._edge(tile, 1)
        for tile in on:
            self.occupied.add(tile)
            self._edge(tile, 0)
        self._say_tiles()

    def _edge(self, tile: int, up: int) -> None:
        self._count = next(self._counts)
        self._say({"k": "edge", "c": next(self._edges), "ms": 5, "tile": tile, "up": up})

    def _say_tiles(self) -> None:
        self._say({"k": "tiles", "c": self._count, "on": wire.tiles_to_hex(self.occupied)})

    def _say(self, message: dict[str, Any]) -> None:
        self._said.put_nowait(message)

    def _again(self) -> None:
        self._say_tiles()
        self._beat = asyncio.get_running_loop().call_later(BEAT_S, self._again)
