"""Answer strangers before anything is built for them, and tell browsers what a page may do."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from immolation.dashboard.settings import LOOPBACK, PageSettings, admit

from .access_denied import access_denied

Settings = Callable[[], PageSettings | None]
"""Those of the page that is served now, if any."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""No site may frame the page or learn its address, which holds the key. Vue compiles templates, so it needs eval."""

WRONG_KEYS = 10
"""Wrong keys from one address within `WRONG_KEYS_SECONDS`; then every answer is no, also to the right one."""

WRONG_KEYS_SECONDS = 60.0

ADDRESSES = 1000
"""Addresses whose wrong keys are counted; the oldest are forgotten first."""


class SecurityHeaders:
    """Adds `HEADERS` to every answer."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._inner(scope, receive, with_headers if scope["type"] == "http" else send)


class KnownHosts:
    """Refuses requests made under a foreign name, so that no web site can reach a keyless page by DNS rebinding."""

    def __init__(self, inner: ASGIApp, settings: Settings) -> None:
        self._inner = inner
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        settings = self._settings()
        if scope["type"] in ("http", "websocket") and settings is not None and not settings.keys:
            name = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            name = name.rsplit(":", 1)[0].strip("[]") if not name.endswith("]") else name.strip("[]")
            if name not in (*LOOPBACK, settings.bind):
                if scope["type"] == "http":
                    answer = PlainTextResponse("Open the page as http://127.0.0.1 on the host's own machine.\n", 403)
                    await answer(scope, receive, send)
                else:
                    await send({"type": "websocket.close", "code": 1008})
                return
        await self._inner(scope, receive, send)


class Strangers:
    """Gives whoever has no valid key a page of a few kilobytes, for which nothing is built and nothing kept."""

    def __init__(self, inner: ASGIApp, settings: Settings, now: Callable[[], float] = time.monotonic) -> None:
        self._inner = inner
        self._settings = settings
        self._now = now
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        """Address -> when it tried wrong keys, the newest last."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        settings = self._settings()
        if scope["type"] != "http" or scope["path"] != "/" or settings is None:
            await self._inner(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        key = next(iter(parse_qs(scope["query_string"].decode("latin-1")).get("key", [])), None)
        tried = self._recent(address)
        if len(tried) >= WRONG_KEYS:
            await HTMLResponse(access_denied("Too many wrong links. Wait a minute, then try again."), 429)(
                scope, receive, send
            )
            return
        if admit(settings, key, address) is None:
            if key is not None:
                self._note(address, tried)
            said = "This link is not valid any more." if key else "This table is private."
            await HTMLResponse(access_denied(said), 403)(scope, receive, send)
            return
        await self._inner(scope, receive, send)

    def _recent(self, address: str) -> list[float]:
        since = self._now() - WRONG_KEYS_SECONDS
        return [when for when in self._wrong.get(address, []) if when > since]

    def _note(self, address: str, tried: list[float]) -> None:
        self._wrong[address] = [*tried, self._now()]
        self._wrong.move_to_end(address)
        while len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)
