"""Answer strangers before anything is built for them, and tell browsers what a page may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from immolation.dashboard.sessions import Device, JoinRefused, SessionStore
from immolation.dashboard.settings import HOST, LOOPBACK, PageSettings, is_local

from .access_denied import access_denied


class Served(msgspec.Struct, frozen=True):
    """The page that is served now."""

    settings: PageSettings
    sessions: Any
    """The `SessionStore` of the first table; None where whoever sits at this machine is the host."""

    others: dict[str, Any] = {}
    """The same of each other table that is open."""

    @property
    def stores(self) -> dict[str, SessionStore]:
        """Table -> who has joined it, the first one first."""
        return {self.settings.table: self.sessions, **self.others}


Serving = Callable[[], Served | None]
"""The page that is served now, if any."""

DEVICE = "immolation.device"
"""Where a request's scope has the device that has joined."""

TABLE = "immolation.table"
"""Where a request's scope has the table that is shown: the one it names, if it may."""

COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep one; `sessions.SESSION_SECONDS` says for how long it opens anything."""

JOIN_BYTES = 1024
"""Of a form with a code in it."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""No site may frame the page or learn its address. Vue compiles templates, so it needs eval.

With no referrer at all a browser says no origin for the page's own forms either, see `OwnPages`.
"""


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

    def __init__(self, inner: ASGIApp, serving: Serving) -> None:
        self._inner = inner
        self._serving = serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        served = self._serving()
        if scope["type"] in ("http", "websocket") and served is not None and served.sessions is None:
            settings = served.settings
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


class OwnPages:
    """Refuses what a page of another site makes a browser send: a web socket, or anything that is not only read."""

    def __init__(self, inner: ASGIApp, serving: Serving) -> None:
        self._inner = inner
        self._serving = serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. Programs say no origin; browsers say one with each of these."""
        served = self._serving()
        if served is not None and (scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD", None)):
            headers = Headers(scope=scope)
            own = {_place(f"//{headers.get('host', '')}"), _place(served.settings.public_url or "")}
            origin = headers.get("origin")
            if origin is not None and _place(origin) not in own - {""}:
                await _refuse(scope, receive, send, "Open the page itself.\n")
                return
        await self._inner(scope, receive, send)


def _place(url: str) -> str:
    """Return host and port of an address as browsers write an origin: small letters, and no port that is the usual."""
    try:
        return urlsplit(url.lower()).netloc.rpartition("@")[2].removesuffix(":443").removesuffix(":80")
    except ValueError:
        return ""


class BehindProxy:
    """Takes who came, and to which address, from the reverse proxy in front of the page; others do not get in."""

    def __init__(self, inner: ASGIApp, serving: Serving) -> None:
        self._inner = inner
        self._serving = serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        served = self._serving()
        if served is None or scope["type"] not in ("http", "websocket"):
            await self._inner(scope, receive, send)
            return
        headers = MutableHeaders(scope=scope)
        del headers["x-forwarded-prefix"]  # the page would believe it, whoever sent it
        url = served.settings.public_url
        if url is not None:
            if (scope.get("client") or ("",))[0] != served.settings.proxy:
                await _refuse(scope, receive, send, f"This page is at {url}.\n")
                return
            parts = urlsplit(url)
            base = parts.path.rstrip("/")
            path = scope["path"].removeprefix(base) if _is_below(scope["path"], base) else scope["path"]
            came = ",".join(headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()  # what the proxy added
            secure = parts.scheme == "https"
            scheme = {"http": "https", "websocket": "wss"} if secure else {"http": "http", "websocket": "ws"}
            scope = {
                **scope,
                "client": (came or served.settings.proxy, 0),
                "scheme": scheme[scope["type"]],
                "root_path": base,
                "path": base + (path or "/"),
            }
        await self._inner(scope, receive, send)


class RequireSession:
    """Lets in who has joined, takes codes, and gives strangers a few kilobytes, for which nothing is kept."""

    def __init__(self, inner: ASGIApp, serving: Serving) -> None:
        self._inner = inner
        self._serving = serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        served = self._serving()
        if scope["type"] not in ("http", "websocket") or served is None:
            await self._inner(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        sessions: SessionStore | None = served.sessions
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        asked = _asked(scope)
        if sessions is None:
            if is_local(address):
                await self._inner({**scope, TABLE: asked}, receive, send)
            else:
                await _refuse(scope, receive, send, "This page answers on its own machine only.\n")
            return
        request = Request(scope) if scope["type"] == "http" else None
        if request is not None and path == "/join":
            await (await self._join(request, receive, served, asked, address))(scope, receive, send)
            return
        table, device = _joined(scope, served, asked)
        if device is not None:
            await self._inner({**scope, DEVICE: device, TABLE: table}, receive, send)
        elif request is not None and path == "/":
            await self._follow(request, sessions, address)(scope, receive, send)
        else:
            await _refuse(scope, receive, send, "Join first.\n")

    async def _join(
        self, request: Request, receive: Receive, served: Served, asked: str | None, address: str
    ) -> Response:
        """The form for a code, or what comes of a code."""
        stores = served.stores
        asked = asked if asked in stores else None
        if request.method == "GET":
            base = request.scope.get("root_path", "")
            return HTMLResponse(access_denied("This table is private.", base, asked))
        if request.method != "POST" or request.headers.get("sec-fetch-site", "same-origin") not in OWN_SITE:
            return PlainTextResponse("A code is typed on the page itself.\n", 405)
        first = served.stores[served.settings.table]
        own = first.device(_cookie(request.scope, first.cookie))
        if own is not None and own.role == HOST:
            said = "This browser is the host’s. Open the link on the other device, or in a private window."
            return _closed(request, said, 409)
        body = await _body(request, receive)
        code = next(iter(parse_qs(body.decode("latin-1")).get("code", [])), "")
        named = [table for table in stores if asked in (None, table)]
        table = next((table for table in named if stores[table].knows(code)), named[0])
        sessions = stores[table]
        device = sessions.device(_cookie(request.scope, sessions.cookie))
        try:
            joined, secret = sessions.join(code, address, request.headers.get("user-agent", ""))
        except JoinRefused as refused:
            return _closed(request, str(refused), 403)
        if device is not None and device.id != joined.id:
            sessions.kick(device.id)  # one browser is one device
        return _welcome(request, sessions, secret, "" if sessions is first else table)

    def _follow(self, request: Request, sessions: SessionStore, address: str) -> Response:
        """Answer a browser without a session: with a form, or with a session for a link of an earlier version."""
        key = request.query_params.get("key")
        if not key:
            return _closed(request, "This table is private.", 403)
        try:
            _, secret = sessions.follow(key, address, request.headers.get("user-agent", ""))
        except JoinRefused as refused:
            return _closed(request, str(refused), 403)
        return _welcome(request, sessions, secret)


OWN_SITE = ("same-origin", "none")


def _closed(request: Request, said: str, status: int) -> Response:
    return HTMLResponse(access_denied(said, request.scope.get("root_path", "")), status)


def _asked(scope: Scope) -> str | None:
    """The table that an address names; None if it names none."""
    return next(iter(parse_qs(scope.get("query_string", b"").decode("latin-1")).get("table", [])), None)


def _joined(scope: Scope, served: Served, asked: str | None) -> tuple[str | None, Device | None]:
    """The table and the device of a request: the host's at any table, another's only where it has joined."""
    first = served.settings.table
    for table, store in served.stores.items():
        device = store.device(_cookie(scope, store.cookie))
        if device is None:
            continue
        if table == first and device.role == HOST:
            return asked, device
        if asked in (None, table):
            return table, device
    return None, None


def _welcome(request: Request, sessions: SessionStore, secret: str, table: str = "") -> Response:
    base = request.scope.get("root_path", "")
    answer = RedirectResponse(f"{base}/{'?table=' + quote(table, safe='') if table else ''}", 303)
    answer.set_cookie(
        sessions.cookie,
        secret,
        max_age=COOKIE_SECONDS,
        path=base or "/",
        secure=request.scope["scheme"] == "https",
        httponly=True,
        samesite="lax",
    )
    return answer


def _cookie(scope: Scope, name: str) -> str | None:
    """Read one cookie. The library's parser unquotes the others as well, for half a second where they are hostile."""
    for key, value in scope["headers"]:
        if key == b"cookie":
            for part in value.decode("latin-1").split(";"):
                called, _, text = part.strip().partition("=")
                if called == name:
                    return str(text)
    return None


async def _body(request: Request, receive: Receive) -> bytes:
    """Read what was sent, as far as a code may be long."""
    body = b""
    with_body = Request(request.scope, receive)
    try:
        async for part in with_body.stream():
            body += part
            if len(body) > JOIN_BYTES:
                return b""
    except ClientDisconnect:
        return b""
    return body


async def _refuse(scope: Scope, receive: Receive, send: Send, said: str) -> None:
    if scope["type"] == "http":
        await PlainTextResponse(said, 403)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})


def _is_below(path: str, base: str) -> bool:
    return path == base or path.startswith(f"{base}/")
