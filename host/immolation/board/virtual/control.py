"""A client of a virtual board: touches, light and counters, over its control socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from immolation_board import wire

from immolation.board.virtual.address import socket_path

MAX_LINE = 1 << 16
"""Bytes of a line from the board; the longest are its counters."""

CLOSE_S = 10.0
"""How long letting go waits for a board to read what was sent; one that hangs longer may lose it."""


class VirtualGone(ConnectionError):
    """The virtual board's process has ended or never ran; ``str()`` says which socket."""


class VirtualControl:
    """One connection to the control socket of a virtual board.

    ``tiles`` is what lies on it, kept current; ``on_tiles`` are called after each change.
    """

    def __init__(self, path: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.path = path
        self.tiles: frozenset[int] = frozenset()
        self.on_tiles: list[Callable[[frozenset[int]], None]] = []
        self.refusals: list[str] = []
        """What the board refused, newest last."""

        self._reader = reader
        self._writer = writer
        self._frame: bytes | None = None
        self._news = asyncio.Event()
        self._known = asyncio.Event()
        self._counting: list[asyncio.Future[dict[str, Any]]] = []
        self._gone = False
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def connect(cls, path: Path) -> VirtualControl:
        """Connect and learn what lies on the board. Raises VirtualGone if none answers at the path."""
        try:
            with socket_path(path) as name:
                reader, writer = await asyncio.open_unix_connection(name, limit=MAX_LINE)
        except (OSError, ValueError) as error:
            raise VirtualGone(
                f"No virtual board answers at {path} ({error}); start one with 'immolation board virtual'."
            ) from None
        control = cls(path, reader, writer)
        try:
            await control._known.wait()
        except asyncio.CancelledError:
            await control.close()
            raise
        if control._gone:
            raise control._lost()
        return control

    async def hand(self, tile: int, up: bool, kind: int | None = None) -> None:
        """Lift what lies on ``tile`` (0 to 99), or put something there; or let go or press a button (100 to 106).

        ``kind`` (0 to 7) is that of the magnet put down; without it what was lifted last is put down.
        Raises ValueError, VirtualGone.
        """
        if not 0 <= tile < wire.TILES + wire.BUTTONS:
            raise ValueError(f"There is no tile {tile}; tiles are 0 to 99, buttons 100 to 106.")
        await self._send({"hand": [tile, int(up)] if kind is None else [tile, int(up), kind]})

    async def push(self, tile: int, right: int, front: int) -> None:
        """Push what lies on ``tile`` to so many tenths of a millimetre right of its middle, and towards the player.

        Raises VirtualGone.
        """
        await self._send({"push": [tile, right, front]})

    async def move(self, start: int, end: int) -> None:
        """Lift from one tile and put down on another."""
        await self.hand(start, True)
        await self.hand(end, False)

    async def credit(self, count: int) -> None:
        """Allow the board to send ``count`` (1 to 64) more frames."""
        await self._send({"credit": count})

    async def frames(self) -> AsyncIterator[bytes]:
        """Frames of 300 bytes, red, green and blue by tile, as they come on credit; ends when the board goes.

        A reader that is slow gets the newest one only, never a queue.
        """
        while True:
            if self._frame is None:
                if self._gone:
                    return
                self._news.clear()
                await self._news.wait()
                continue
            frame, self._frame = self._frame, None
            yield frame

    async def next_frame(self) -> bytes:
        """One fresh frame. Raises VirtualGone."""
        self._frame = None
        await self.credit(1)
        async for frame in self.frames():
            return frame
        raise self._lost()

    async def counters(self) -> dict[str, Any]:
        """``frames``, ``interpreter``, ``heap_free`` (bytes as on a 32-bit chip), ``resets`` and more."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._counting.append(answer)
        await self._send({"counters": True})
        return await answer

    async def reset(self) -> None:
        """Press the reset button."""
        await self._send({"reset": True})

    async def fault(self, **wanted: Any) -> None:
        """Plant or heal faults, see `immolation.board.virtual.server.FAULTS`."""
        await self._send({"fault": wanted})

    async def stop_board(self) -> None:
        """End the board's process and wait until it lets go."""
        await self._send({"stop": True})
        await self._task

    async def ended(self, within: float | None) -> bool:
        """Wait for the board's process to end, at most ``within`` seconds if given; whether it did."""
        await asyncio.wait([self._task], timeout=within)
        return self._gone

    async def close(self) -> None:
        """Let go once the board has read all that was sent; the board goes on.

        A board that writes to a closed connection before it reads would lose the requests that wait in it.
        """
        try:
            if not self._gone:
                with contextlib.suppress(OSError):
                    self._writer.write_eof()
                await asyncio.wait([self._task], timeout=CLOSE_S)
        finally:
            self._task.cancel()
            self._writer.close()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await self._task
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    async def _send(self, message: dict[str, Any]) -> None:
        if self._gone:
            raise self._lost()
        try:
            self._writer.write(json.dumps(message).encode() + b"\n")
            await self._writer.drain()
        except ConnectionError:
            raise self._lost() from None

    async def _listen(self) -> None:
        try:
            while line := await self._reader.readline():
                self._on_message(json.loads(line))
        except (ConnectionError, ValueError):
            pass
        finally:
            self._gone = True
            self._known.set()
            self._news.set()
            for answer in self._counting:
                if not answer.done():
                    answer.set_exception(self._lost())
            self._counting.clear()

    def _on_message(self, message: dict[str, Any]) -> None:
        if "pixels" in message:
            self._frame = bytes.fromhex(message["pixels"])
            self._news.set()
        elif "tiles" in message:
            self.tiles = frozenset(wire.hex_to_tiles(message["tiles"]))
            self._known.set()
            for listener in tuple(self.on_tiles):
                listener(self.tiles)
        elif "counters" in message:
            if self._counting:
                answer = self._counting.pop(0)
                if not answer.done():
                    answer.set_result(message["counters"])
        elif "refused" in message:
            self.refusals.append(message["refused"])

    def _lost(self) -> VirtualGone:
        return VirtualGone(f"The virtual board at {self.path} has ended.")
