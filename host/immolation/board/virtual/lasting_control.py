"""A client of a virtual board that stays while the board's process dies and is started again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from immolation.task_cancellation import ended

from .control import VirtualControl, VirtualGone

LOOK_S = 0.1
"""Between two looks whether the board is back; starting it takes a second or more."""


class LastingControl:
    """Connections to the control socket of one virtual board, one after the other.

    ``tiles`` is what lay on it when it was last heard; ``on_tiles`` are called after each change.
    """

    def __init__(self, control: VirtualControl) -> None:
        """For `connect` only."""
        self.on_tiles: list[Callable[[frozenset[int]], None]] = []
        self._path = control.path
        self._control = control
        self._there = asyncio.Event()
        self._follow(control)
        self._task = asyncio.create_task(self._keep(), name=f"virtual board {control.path}")

    @classmethod
    async def connect(cls, path: Path) -> LastingControl:
        """Connect for as long as this object is not closed. Raises VirtualGone if none answers at the path now."""
        return cls(await VirtualControl.connect(path))

    @property
    def tiles(self) -> frozenset[int]:
        """The tiles with something on them."""
        return self._control.tiles

    async def hand(self, tile: int, up: bool) -> None:
        """Lift what lies on ``tile``, or put something there, and return once that is so; waits for a board that is
        away. Raises ValueError."""
        done = asyncio.Event()

        def look(tiles: frozenset[int]) -> None:
            if (tile in tiles) != up:
                done.set()

        while not done.is_set():
            control = await self._connected()
            control.on_tiles.append(look)
            try:
                await control.hand(tile, up)
                await _first(control.ended(None), done.wait())
            except VirtualGone:
                await control.ended(None)
            finally:
                control.on_tiles.remove(look)

    async def credit(self, count: int) -> None:
        """Allow the board ``count`` more frames; a board that is away forgets it."""
        with suppress(VirtualGone):
            await self._control.credit(count)

    async def frames(self) -> AsyncIterator[bytes]:
        """Frames of 300 bytes as they come on credit, for ever; a slow reader gets the newest."""
        while True:
            control = await self._connected()
            async for frame in control.frames():
                yield frame
            await control.ended(None)

    async def close(self) -> None:
        """Let go; the board goes on."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._control.close()

    async def _connected(self) -> VirtualControl:
        await self._there.wait()
        return self._control

    def _follow(self, control: VirtualControl) -> None:
        self._control = control
        control.on_tiles.append(self._notify)
        self._there.set()

    def _notify(self, tiles: frozenset[int]) -> None:
        for listener in tuple(self.on_tiles):
            listener(tiles)

    async def _keep(self) -> None:
        while True:
            await self._control.ended(None)
            self._there.clear()
            await self._control.close()
            while not self._there.is_set():
                try:
                    self._follow(await VirtualControl.connect(self._path))
                except VirtualGone:
                    await asyncio.sleep(LOOK_S)
            self._notify(self.tiles)


async def _first(*waits: Coroutine[Any, Any, Any]) -> None:
    """Wait until one of them is over; the others are given up."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await ended(*tasks)
