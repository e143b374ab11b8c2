"""Relays a virtual board's lights to browsers: newest frame only, and never more than their credit.

Frames travel on a WebSocket of their own, not through NiceGUI's outbox, which keeps
a history and would replay every missed frame to a browser that comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

CREDITS = 2
"""Frames under way to one browser: one being drawn, one behind it. More only makes the picture older."""

SILENCE_SECONDS = 1.0
"""The board owes frames and sends none for this long: the credit was lost on the way, and is given again."""


class Watcher:
    """One browser that takes frames."""

    def __init__(self) -> None:
        self.credits = CREDITS
        self.seen = 0
        """Number of the newest frame sent to it."""
        self.sent = 0
        self.wake = asyncio.Event()


class PixelRelay:
    """The newest frame, and who waits for the next."""

    def __init__(self, grant: Callable[[int], Awaitable[None]]) -> None:
        """``grant(n)`` tells the board that ``n`` more frames are welcome."""
        self._grant = grant
        self._watchers: set[Watcher] = set()
        self._frame = b""
        self._number = 0
        self._owed = 0
        self.virtual = False
        """Whether this board has sent frames, so that hands may be laid on it from the page."""

        self._heard = 0.0
        self._hungry = asyncio.Event()
        self._closing = asyncio.Event()

    @property
    def alive(self) -> bool:
        """Whether a frame came within the last two seconds: the board is a virtual one and its lights are on."""
        return self.virtual and asyncio.get_running_loop().time() - self._heard < 2.0

    def forget(self) -> None:
        """The board went away: what it showed is over, and so is what it owes."""
        self._owed = 0
        self.virtual = False
        self._hungry.set()

    def show(self, frame: bytes) -> None:
        """Take the newest frame; older ones that nobody had room for are dropped here."""
        self._frame = frame
        self.virtual = True
        self._number += 1
        self._owed = max(0, self._owed - 1)
        self._heard = asyncio.get_running_loop().time()
        for watcher in self._watchers:
            watcher.wake.set()

    async def run(self) -> None:
        """Ask the board for frames exactly while some browser has room for one; until cancelled."""
        loop = asyncio.get_running_loop()
        granted_at = 0.0
        while True:
            waiting = bool(any(watcher.credits > 0 for watcher in self._watchers) or not self.virtual)
            if waiting and self._owed < CREDITS:
                more = CREDITS - self._owed
                self._owed += more
                granted_at = loop.time()
                await self._grant(more)
            elif self._owed and loop.time() - max(self._heard, granted_at) > SILENCE_SECONDS:
                self._owed = 0
                continue
            self._hungry.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hungry.wait(), SILENCE_SECONDS)

    async def serve(self, socket: WebSocket, welcome: Callable[[], bool]) -> None:
        """Send frames to one browser until it leaves, or is no longer ``welcome``.

        It returns one credit with each message, whatever it says.
        """
        await socket.accept()
        watcher = Watcher()
        self._watchers.add(watcher)
        self._hungry.set()
        watcher.wake.set()
        acks = asyncio.ensure_future(self._acks(socket, watcher))
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            while not acks.done() and not closing.done():
                wake = asyncio.ensure_future(watcher.wake.wait())
                await asyncio.wait({wake, acks, closing}, return_when=asyncio.FIRST_COMPLETED)
                wake.cancel()
                watcher.wake.clear()
                if not welcome():
                    break
                if watcher.credits > 0 and watcher.seen != self._number:
                    watcher.seen = self._number
                    watcher.credits -= 1
                    watcher.sent += 1
                    await socket.send_bytes(self._frame)
                    self._hungry.set()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the browser is gone, and its credits with it
        finally:
            self._watchers.discard(watcher)
            acks.cancel()
            closing.cancel()
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await socket.close(1001)

    async def _acks(self, socket: WebSocket, watcher: Watcher) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError, KeyError):
            while True:
                await socket.receive_text()
                watcher.credits = min(CREDITS, watcher.credits + 1)
                watcher.wake.set()
                self._hungry.set()

    def close(self) -> None:
        """Let every browser go, so that the server can stop at once."""
        self._closing.set()
