"""Bound what a device that has joined may cost the others: how often it asks, how much it says, how many windows."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from immolation.dashboard.sessions import MOST_DEVICES, Device

from .middleware import DEVICE

log = logging.getLogger(__name__)

ASKS_A_SECOND, ASKS_AT_ONCE = 40.0, 600.0
"""Requests of one device. A page with everything that belongs to it is about sixty, and browsers keep most of them."""

DEAR = 10.0
"""Cost of building a page, or of reading what is sent, in files that lie there."""

SAYS_A_SECOND, SAYS_AT_ONCE = 200.0, 1000.0
"""Messages of one device over its web sockets: thirty a second say that a frame of the lights was drawn."""

BYTES = 4096
"""A message of so many costs as much as another message."""

LONGEST_WAIT = 10.0
"""Seconds. Who would wait longer is told to come again."""

MOST_WINDOWS = 8
"""Windows of one device; each is drawn anew with everything that happens."""


class TokenBucket:
    """Says how long somebody waits who is faster than the rest can bear."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        """``rate``: what may be spent in a second; ``burst``: what may be spent at once, after a rest."""
        self._rate, self._burst, self._now = rate, burst, now
        self._free, self._at = burst, now()

    def wait(self, cost: float) -> float:
        """Spend, and return the seconds after which that may be done."""
        now = self._now()
        self._free = min(self._burst, self._free + (now - self._at) * self._rate) - cost
        self._at = now
        return max(0.0, -self._free / self._rate)

    def give_back(self, cost: float) -> None:
        """Give back what was spent on something that was not done."""
        self._free += cost


class SteadyDevices:
    """Lets a device that asks or says too much wait, so that it takes no time of the others'."""

    def __init__(
        self,
        inner: ASGIApp,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner, self._sleep, self._now = inner, sleep, now
        self._buckets: OrderedDict[str, tuple[TokenBucket, TokenBucket]] = OrderedDict()
        """Device -> for what it asks, for what it says."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        device: Device | None = scope.get(DEVICE)
        if device is None:
            await self._inner(scope, receive, send)
            return
        asks, says = self._of(device.id)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        cost = DEAR if path == "/" or scope.get("method") == "POST" else 1.0
        wait = asks.wait(cost)
        if wait > LONGEST_WAIT:
            asks.give_back(cost)
            await _refuse(scope, receive, send)
            return
        if wait:
            await self._sleep(wait)

        async def slowly() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                size = len(message.get("bytes") or message.get("text") or "")
                if wait := says.wait(1 + size / BYTES):
                    await self._sleep(wait)
            return message

        if scope["type"] == "http":
            await self._inner(scope, receive, send)
            return
        try:
            await self._inner(scope, slowly, send)
        except Exception as error:  # a message that nobody can read costs its sender the connection, and no traceback
            log.debug("A web socket was closed: %r", error)
            with contextlib.suppress(Exception):
                await send({"type": "websocket.close", "code": 1011})

    def _of(self, device: str) -> tuple[TokenBucket, TokenBucket]:
        found = self._buckets.get(device)
        if found is None:
            asks = TokenBucket(ASKS_A_SECOND, ASKS_AT_ONCE, self._now)
            found = self._buckets[device] = asks, TokenBucket(SAYS_A_SECOND, SAYS_AT_ONCE, self._now)
            while len(self._buckets) > MOST_DEVICES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(device)
        return found


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await PlainTextResponse("This browser asks too often; wait some seconds.\n", 429)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1013})
