"""Address of a broker and how to log in, read from a URL. Never shows a password."""

from __future__ import annotations

import ipaddress
from urllib.parse import unquote, urlsplit

import msgspec

PORTS = {"mqtt": 1883, "mqtts": 8883}
"""URL scheme -> the port it stands for."""


class BadAddress(ValueError):
    """A broker's URL that cannot be used. ``str()`` is one sentence, without the password."""


class Address(msgspec.Struct, frozen=True):
    """One broker."""

    host: str
    port: int
    tls: bool
    username: str | None = None
    password: str | None = None

    @property
    def shown(self) -> str:
        """The URL for people and logs: without login and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """True if only programs of this machine can be on the other side."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"


def read(url: str, username: str | None = None, password: str | None = None) -> Address:
    """The broker at ``mqtt://[user:password@]host[:port]`` or ``mqtts://...``.

    ``username`` and ``password`` win over those in the URL. Raises BadAddress.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise BadAddress("The broker's URL has a port that is no number from 1 to 65535.") from None
    if parts.scheme not in PORTS:
        raise BadAddress(
            f"The broker's URL must begin with mqtt:// or mqtts://, not with '{parts.scheme or url[:12]}'."
        )
    if not parts.hostname or port == 0:
        raise BadAddress(f"The broker's URL names no host; write it like {parts.scheme}://raspberrypi.local.")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadAddress("The broker's URL ends after host and port.")
    return Address(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        tls=parts.scheme == "mqtts",
        username=username if username is not None else _text(parts.username),
        password=password if password is not None else _text(parts.password),
    )


def _text(part: str | None) -> str | None:
    return unquote(part) if part else None
