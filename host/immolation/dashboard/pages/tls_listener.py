"""HTTPS for visitors who may be strangers: nothing is spent on a connection before it has said something.

Who speaks plain HTTP, as with a link of an earlier version, is sent on to the same address with https. On this machine
itself plain HTTP will do: nobody can overhear it, and the browser does not warn of a certificate nobody vouches for.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable
from typing import Any

from immolation.dashboard.settings import is_local, visitor

from . import http_limits
from .http_limits import PendingRequests

HANDSHAKE = 0x16
"""The first byte of whoever wants to speak TLS."""

REQUEST_BYTES = 4096
"""Of a plain request's line and headers; it is only told to come again."""

_HOST = re.compile(rb"\r\nhost:[ \t]*([A-Za-z0-9.:_\[\]-]{1,255})[ \t]*\r\n", re.IGNORECASE)
_TARGET = re.compile(rb"(?:GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r\n")


class TlsListener(asyncio.Protocol):
    """Waits for the first bytes of a connection and gives it to TLS, and so to HTTP, or sends it on to https."""

    def __init__(self, context: ssl.SSLContext, pending: PendingRequests, http: Callable[[], asyncio.Protocol]) -> None:
        self.visitor = ""
        self._local = False
        self._context = context
        self._pending = pending
        self._http = http
        self._heard = b""
        self._transport: asyncio.Transport | None = None
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the visitor to begin."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        address = str((transport.get_extra_info("peername") or ("",))[0])
        self.visitor, self._local = visitor(address), is_local(address)
        self._pending.add(self)
        self._late = asyncio.get_running_loop().call_later(http_limits.REQUEST_SECONDS, self.hang_up)

    def data_received(self, data: bytes) -> None:
        """Begin TLS, or answer a plain request."""
        assert self._transport is not None
        self._heard += data
        if self._heard[0] == HANDSHAKE:
            self._begin_tls(self._transport)
        elif self._local:
            self._arrived()
            http = self._http()
            self._transport.set_protocol(http)
            http.connection_made(self._transport)
            http.data_received(self._heard)
        elif b"\r\n\r\n" in self._heard or len(self._heard) > REQUEST_BYTES:
            self._transport.write(redirect(self._heard))
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._arrived()

    def hang_up(self) -> None:
        """Close at once, with nothing said."""
        self._arrived()
        if self._transport is not None:
            self._transport.abort()

    def _arrived(self) -> None:
        self._pending.remove(self)
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _begin_tls(self, transport: asyncio.Transport) -> None:
        loop = asyncio.get_running_loop()
        tls = SSLProtocol(
            loop,
            _WhenShaken(self, self._http()),
            self._context,
            None,  # type: ignore[arg-type]  # nobody waits for it
            server_side=True,
            ssl_handshake_timeout=http_limits.REQUEST_SECONDS,  # type: ignore[arg-type]  # may be a fraction
        )
        transport.set_protocol(tls)
        tls.connection_made(transport)
        heard, self._heard = self._heard, b""
        while heard and not transport.is_closing():
            room: Any = tls.get_buffer(len(heard))
            size = min(len(room), len(heard))
            room[:size] = heard[:size]
            tls.buffer_updated(size)
            heard = heard[size:]


class _WhenShaken(asyncio.Protocol):
    """Gives a connection to HTTP once its handshake is over; until then the listener waits for it."""

    def __init__(self, listener: TlsListener, http: asyncio.Protocol) -> None:
        self._listener = listener
        self._http = http

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake is over."""
        assert isinstance(transport, asyncio.Transport)
        self._listener._arrived()
        transport.set_protocol(self._http)
        self._http.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It never was over."""
        self._listener._arrived()


def redirect(request: bytes) -> bytes:
    """The answer to a plain request: the same address with https, if it can be read."""
    host, target = _HOST.search(request), _TARGET.match(request)
    if host is None or target is None:
        return b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    return (
        b"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://%s%s\r\nReferrer-Policy: no-referrer\r\n"
        b"Content-Length: 0\r\nConnection: close\r\n\r\n" % (host[1], target[1])
    )


def tls_http(context: ssl.SSLContext, http: type[http_limits.LimitedH11]) -> Callable[..., asyncio.Protocol]:
    """The protocol for one server that speaks HTTPS."""
    return lambda **given: TlsListener(context, http.pending, lambda: http(**given))
