"""Bound what connections to the page may cost: how many there are, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Protocol

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from immolation.dashboard.settings import visitor

REQUEST_SECONDS = 10.0
"""A request must have arrived whole by then; a phone on a bad network takes one or two."""

MOST_PENDING = 64
"""Connections that have sent no whole request yet. One more hangs up on the oldest of the address that has most."""

HEADER_BYTES = 16 << 10
"""Of a request's line and headers."""

MOST_CONNECTIONS = 400
"""Of all browsers together; a table of six with two devices each holds about forty. More are turned away."""

MOST_FROM_ONE_ADDRESS = 200
"""Several phones may share one address behind a router."""


class Waiting(Protocol):
    """A connection that is waited for."""

    visitor: str
    """See `settings.visitor`."""

    def hang_up(self) -> None:
        """Close at once, with nothing said."""


class PendingRequests:
    """The connections that have sent no whole request, the oldest first."""

    def __init__(self) -> None:
        self._waiting: dict[Waiting, None] = {}

    def add(self, connection: Waiting) -> None:
        """Count a connection; where there are too many, hang up on the oldest of the address that has most of them."""
        self._waiting[connection] = None
        while len(self._waiting) > MOST_PENDING:
            ((most, _),) = Counter(waiting.visitor for waiting in self._waiting).most_common(1)
            oldest = next(waiting for waiting in self._waiting if waiting.visitor == most)
            del self._waiting[oldest]
            oldest.hang_up()

    def lets_in(self, connection: object) -> bool:
        """Whether this connection is not one that still waits for its first request, or hangs up just now."""
        return connection not in self._waiting and not connection.transport.is_closing()  # type: ignore[attr-defined]

    def remove(self, connection: Waiting) -> None:
        """Its request is there, or it is gone."""
        self._waiting.pop(connection, None)

    def close(self) -> None:
        """Hang up on all of them."""
        while self._waiting:
            connection, _ = self._waiting.popitem()
            connection.hang_up()


class UnambiguousRequests(h11.Connection):
    """Refuses requests of which a proxy may think that they end elsewhere, or that somebody else answers them."""

    def next_event(self) -> Any:
        """See `h11.Connection.next_event`. Raises RemoteProtocolError for two lengths, and for an upgrade of no GET."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            named = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= named:
                raise h11.RemoteProtocolError("The request has two lengths.")
            if b"upgrade" in named and event.method != b"GET":
                raise h11.RemoteProtocolError("Only GET may be upgraded.")  # and nobody would answer it
        return event


class LimitedH11(H11Protocol):
    """HTTP/1.1 for visitors who may be strangers: few connections, short waits, small headers."""

    pending: PendingRequests
    from_one_address: int
    """Connections that one address may hold."""

    visitor = ""

    _late: asyncio.TimerHandle | None = None

    def __init__(self, config: Config, server_state: ServerState, *others: Any, **given: Any) -> None:
        super().__init__(config, server_state, *others, **given)
        self.conn = UnambiguousRequests(h11.SERVER, config.h11_max_incomplete_event_size or HEADER_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the visitor's request."""
        super().connection_made(transport)
        self.visitor = _visitor_of(self)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has come; a request that is whole is waited for no longer."""
        super().data_received(data)
        if self.transport.is_closing():
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering or self.transport.get_protocol() is not self:  # a browser that has gone over to a web socket
            self._arrived()
        elif self._late is None and self.cycle is None:
            self._wait()

    def handle_events(self) -> None:
        """Answer the request, or turn its visitor away where there are too many."""
        if self._late is not None and self._crowded():
            self.hang_up()
            return
        super().handle_events()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._arrived()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close at once, with nothing said."""
        self._arrived()
        self.transport.abort()

    def _crowded(self) -> bool:
        """Whether those who have been answered already are as many as may be."""
        others = [other for other in self.connections if other is not self and self.pending.lets_in(other)]
        same = sum(_visitor_of(other) == self.visitor for other in others)
        return len(others) >= MOST_CONNECTIONS or same >= self.from_one_address

    def _wait(self) -> None:
        self.pending.add(self)
        self._late = self.loop.call_later(REQUEST_SECONDS, self.hang_up)

    def _arrived(self) -> None:
        self.pending.remove(self)
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _visitor_of(connection: object) -> str:
    return visitor((getattr(connection, "client", None) or ("",))[0])


def limited_http(*, proxy: bool = False) -> type[LimitedH11]:
    """The protocol for one server, with a count of its own. ``proxy``: all visitors come from one address, its own."""
    limit = MOST_CONNECTIONS if proxy else MOST_FROM_ONE_ADDRESS
    return type("LimitedH11", (LimitedH11,), {"pending": PendingRequests(), "from_one_address": limit})
