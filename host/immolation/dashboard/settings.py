"""Settings of the page: where it answers, which broker it reads, who may come in."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

import msgspec

DEFAULT_PORT = 8080
"""The page's usual port; if it is taken the next free one is used, because nobody asked for this one."""

HOST = "host"
WATCH = "watch"
GUEST = "guest"
"""Who came in with everybody's code and has not chosen a seat yet."""


class PageError(OSError):
    """The page cannot start, or a setting is wrong. ``str()`` is one sentence that says what to do."""


@dataclass(frozen=True)
class Viewer:
    """The viewer of one browser window, and so what may be sent to it."""

    role: Literal["host", "seat", "watch"]
    seat: str | None = None

    def sees(self, seat: str) -> bool:
        """Whether this viewer may receive the private state of ``seat``."""
        return self.role == HOST or (self.role == "seat" and self.seat == seat)

    def may(self, who: str) -> bool:
        """Whether this viewer may do what the table allows the ``players`` or the ``host``."""
        return self.role == HOST or (who == "players" and self.role == "seat")


class PageSettings(msgspec.Struct, kw_only=True, frozen=True):
    """Everything the page needs to know before it starts."""

    bind: str = "127.0.0.1"
    """Address to listen on; ``0.0.0.0`` for every phone in the network."""

    port: int = DEFAULT_PORT
    """1 to 65535, or 0 for any free one."""

    broker_url: str
    """``mqtt://host[:port]`` or ``mqtts://host[:port]``; login and password may stand in it."""

    username: str | None = None
    password: str | None = None
    ca: str | None = None
    """Path of the certificate authority that signed the broker's certificate, for ``mqtts``."""

    table: str = "main"
    named: bool = False
    """Whether links name the table: it is not the first one of its host."""

    board: str = "immolation"
    certificate: str | None = None
    private_key: str | None = None
    """Files in PEM for HTTPS; without them the page is plain HTTP."""

    public_url: str | None = None
    """The page's address at the reverse proxy in front of it, with its base path."""

    proxy: str = "127.0.0.1"
    """Address of that proxy; nobody else may come, and who comes is as it says."""

    rulesets: dict[str, str] = msgspec.field(default_factory=lambda: {"ascended-kings": "Ascended Kings"})
    """What "New game" offers: name -> title. The page itself knows no game."""

    viewer: Viewer = Viewer("host")
    """Who looks where nobody has to join."""

    bound: bool = False
    """Speak on the topic that the broker binds to ``username``, with the rights of that login; else as the host."""

    bots: tuple[str, ...] = ("arena", "random")
    """What "Who plays" offers besides a person."""


class BrokerAddress(msgspec.Struct, frozen=True):
    """The address of the broker, and how to log in."""

    host: str
    port: int
    tls: bool
    username: str | None
    password: str | None


def broker_address(settings: PageSettings) -> BrokerAddress:
    """The broker in ``settings.broker_url``. Raises PageError, never showing the password."""
    try:
        parts = urlsplit(settings.broker_url)
        port = parts.port
    except ValueError:
        raise PageError("The broker's address is not a URL; write it like mqtt://127.0.0.1:1883.") from None
    if parts.scheme not in ("mqtt", "mqtts", "tcp") or not parts.hostname:
        raise PageError("The broker's address must look like mqtt://127.0.0.1:1883 or mqtts://broker.example:8883.")
    tls = parts.scheme == "mqtts"
    return BrokerAddress(
        host=parts.hostname,
        port=port or (8883 if tls else 1883),
        tls=tls,
        username=settings.username or (unquote(parts.username) if parts.username else None),
        password=settings.password or (unquote(parts.password) if parts.password else None),
    )


LOOPBACK = ("127.0.0.1", "::1", "localhost")


def is_local(address: str) -> bool:
    """Whether a network address is this machine's own."""
    return address in LOOPBACK or address.startswith("127.")


def visitor(address: str) -> str:
    """Return who is behind a network address: an address of IPv4, or the network that one subscriber has of IPv6.

    >>> visitor("2001:db8:0:1::7"), visitor("::ffff:192.168.1.7")
    ('2001:db8:0:1::/64', '192.168.1.7')
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return address
    if ip.ipv4_mapped is not None:  # as a page that listens on "::" sees everybody who comes by IPv4
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, 64), strict=False))
