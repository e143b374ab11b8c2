"""Lets devices in: codes that one device uses up, sessions that last, who may be sent away and what may be locked.

A code is short-lived and stands in a QR code; the device that brings it gets a session, a random number in a cookie
that opens this page and nothing else. What is kept on disk says which sessions there are, not what opens them.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import os
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from .settings import GUEST, HOST, WATCH, PageError, Viewer, visitor

log = logging.getLogger(__name__)

CODE_SECONDS = 600
"""A code for a seat: long enough to pass a phone round the table."""

HOST_CODE_SECONDS = 24 * 3600
"""The host's first code: a machine without a screen is opened when somebody comes to it."""

SESSION_SECONDS = 30 * 24 * 3600
"""A device that was not seen for so long joins again."""

OLD_LINK_SECONDS = 30 * 24 * 3600
"""A link of an earlier version is good for one device, and no longer than this after the update."""

WRONG_CODES, WRONG_SECONDS = 10, 60.0
"""Wrong codes from one address within these seconds; then every answer is no, also to the right one."""

ADDRESSES = 1000
"""Addresses whose wrong codes are counted; the oldest are forgotten first."""

MOST_DEVICES = 64
"""Devices that are remembered; the one seen longest ago is forgotten first."""

MOST_GUESTS = 16
"""Devices without a seat: everybody's code is good for many."""

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0/o, 1/l/i: a code may be read from a screen and typed."""

GROUPS = {HOST: 4}
"""Groups of four characters in a code: two, 40 bits, for ten minutes; four for the host's."""


class JoinCode(msgspec.Struct, frozen=True):
    """One way in: for one device, or for as many guests as come while it lasts."""

    role: str
    """``host``, ``watch``, ``guest`` or a seat."""

    text: str
    until: float
    """Unix seconds."""


class Device(msgspec.Struct):
    """A browser that has joined."""

    id: str
    """Names it to the host; opens nothing."""

    mark: str
    """Digest of the number in its cookie."""

    role: str
    label: str
    """What it is, as people say: "Firefox on Android"."""

    joined: float
    seen: float
    """Unix seconds."""

    @property
    def viewer(self) -> Viewer:
        """The viewer that it is."""
        if self.role == HOST:
            return Viewer("host")
        return Viewer("watch") if self.role in (WATCH, GUEST) else Viewer("seat", self.role)


class OldLink(msgspec.Struct, frozen=True):
    """A link of an earlier version that nobody has followed since."""

    mark: str
    role: str
    until: float


class Saved(msgspec.Struct):
    """The part of the sessions that outlives a host, as a file."""

    cookie: str
    """The cookie's name: two tables on one machine share a browser's cookies."""

    devices: list[Device] = []
    locked: list[str] = []
    old_links: list[OldLink] = []
    names: dict[str, str] = {}
    """Seat -> who played it before it was handed to a bot."""

    gathering: bool = False
    """Whether the game waits for everybody to sit down."""


class JoinRefused(Exception):
    """A code that lets nobody in. ``str()`` is one sentence for the person who brought it."""


class SessionStore:
    """The browsers that have joined the page of one table, and the codes with which others may."""

    def __init__(
        self, path: Path | None = None, now: Callable[[], float] = time.time, first: SessionStore | None = None
    ) -> None:
        """``path``: where sessions are kept; None: nowhere. Raises PageError naming a file that cannot be read.

        ``first``: that of the host's first table, with which this one counts wrong codes together.
        """
        self._path = path
        self._now = now
        self._codes: dict[str, JoinCode] = {}
        self._used: dict[str, tuple[JoinCode, Device]] = {}
        """Role -> the code that was used up last, and by whom."""
        self._wrong: OrderedDict[str, list[float]] = OrderedDict() if first is None else first._wrong
        self.listeners: list[Callable[[], None]] = []
        """Called after anybody came, went or was locked out."""
        self.on_move: list[Callable[[Device], None]] = []
        """Called with each device that is sent away, or sits elsewhere: its windows load anew."""
        self._saved = self._read()

    @property
    def kept(self) -> bool:
        """Whether there was a file when this was made or saved: False with the first host of this version."""
        return self._path is not None and self._path.exists()

    def _read(self) -> Saved:
        if self._path is not None and self._path.exists():
            try:
                return msgspec.json.decode(self._path.read_bytes(), type=Saved)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise PageError(f"{self._path} is damaged; delete it, and everybody joins again.") from None
        return Saved(f"immolation-{secrets.token_hex(4)}")

    def save(self) -> None:
        """Write down who has joined. A disk that cannot be written costs the sessions at the next start, not now."""
        if self._path is None:
            return
        fresh = self._path.with_name(self._path.name + ".new")
        try:
            fresh.unlink(missing_ok=True)
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(self._saved)) + b"\n")
            os.replace(fresh, self._path)
        except OSError as error:
            log.warning("Who has joined could not be written to %s: %s", self._path, error)

    def _changed(self) -> None:
        self.save()
        for listener in tuple(self.listeners):
            listener()

    # --- codes -------------------------------------------------------------------------------------------

    def code(self, role: str) -> JoinCode:
        """The code that lets one more device in as ``role``; the one there is, or a new one."""
        found = self._codes.get(role)
        return found if found is not None and found.until > self._now() else self.new_code(role)

    def new_code(self, role: str) -> JoinCode:
        """Another code for ``role``; the one before opens nothing any more."""
        groups = GROUPS.get(role, 2)
        text = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(groups))
        life = HOST_CODE_SECONDS if role == HOST else CODE_SECONDS
        self._codes[role] = JoinCode(role, text, self._now() + life)
        return self._codes[role]

    def is_open(self, code: JoinCode) -> bool:
        """Whether a code still lets somebody in."""
        return self._codes.get(code.role) == code and code.until > self._now() and code.role not in self.locked

    def knows(self, text: str) -> bool:
        """Whether a code that somebody brought is one of this table's. Says nothing to whoever brought it."""
        brought = _plain(text).encode()
        # Every code is compared, in constant time, so that the answer's delay tells nothing about a near miss.
        found = [hmac.compare_digest(_plain(code.text).encode(), brought) for code in self._codes.values()]
        return True in found

    def close(self) -> None:
        """The table has ended: whoever joined is sent away, and no code or cookie opens anything any more."""
        self._codes.clear()
        self._used.clear()
        for device in self.devices():
            self.kick(device.id)
        self._saved = Saved(self._saved.cookie)
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def used_by(self, code: JoinCode) -> Device | None:
        """The device that used a code up, if one has."""
        used, device = self._used.get(code.role, (None, None))
        return device if used == code else None

    def join(self, text: str, address: str, agent: str) -> tuple[Device, str]:
        """Use up a code; the device that joined, and the secret for its cookie. Raises JoinRefused."""
        tried = self._tried(address)
        if len(tried) >= WRONG_CODES:
            raise JoinRefused("Too many wrong codes. Wait a minute, then try again.")
        brought = _plain(text)
        found = None
        for code in tuple(self._codes.values()):
            # Every code is compared, in constant time, so that the answer's delay tells nothing about a near miss.
            if hmac.compare_digest(_plain(code.text).encode(), brought.encode()) and code.until > self._now():
                found = code
        if found is None:
            self._note_wrong(address, tried)
            raise JoinRefused("This code is not valid any more.")
        if found.role in self.locked:
            raise JoinRefused("The host has locked this seat.")
        if found.role == GUEST and len(self.devices(GUEST)) >= MOST_GUESTS:
            raise JoinRefused("So many wait for a seat already that nobody else can come in.")
        device, secret = self._let_in(found.role, agent)
        if found.role != GUEST:
            del self._codes[found.role]
            self._used[found.role] = (found, device)
        self._changed()
        return device, secret

    def follow(self, key: str, address: str, agent: str) -> tuple[Device, str]:
        """Use up a link of an earlier version, as `join` does a code. Raises JoinRefused."""
        tried = self._tried(address)
        if len(tried) >= WRONG_CODES:
            raise JoinRefused("Too many wrong links. Wait a minute, then try again.")
        mark = _mark(key)
        found = None
        for link in self._saved.old_links:
            if hmac.compare_digest(link.mark, mark) and link.until > self._now():
                found = link
        if found is None or found.role in self.locked:
            self._note_wrong(address, tried)
            raise JoinRefused("This link is not valid any more.")
        self._saved.old_links.remove(found)
        device, secret = self._let_in(found.role, agent)
        self._changed()
        return device, secret

    def adopt(self, keys: Mapping[str, str]) -> None:
        """Take over the links of an earlier version, key -> role: each is good for one device more."""
        until = self._now() + OLD_LINK_SECONDS
        self._saved.old_links = [OldLink(_mark(key), role, until) for key, role in keys.items()]
        self.save()

    def _let_in(self, role: str, agent: str) -> tuple[Device, str]:
        secret, now = secrets.token_urlsafe(32), self._now()
        device = Device(secrets.token_hex(4), _mark(secret), role, device_label(agent), now, now)
        self._saved.devices.append(device)
        self._saved.devices.sort(key=lambda known: known.seen)
        for forgotten in self._saved.devices[:-MOST_DEVICES]:
            self.kick(forgotten.id)
        return device, secret

    def _tried(self, address: str) -> list[float]:
        since = self._now() - WRONG_SECONDS
        return [when for when in self._wrong.get(visitor(address), []) if when > since]

    def _note_wrong(self, address: str, tried: list[float]) -> None:
        self._wrong[visitor(address)] = [*tried, self._now()]
        self._wrong.move_to_end(visitor(address))
        while len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)

    # --- sessions ----------------------------------------------------------------------------------------

    @property
    def cookie(self) -> str:
        """The name of the cookie that a device shows."""
        return self._saved.cookie

    @property
    def locked(self) -> list[str]:
        """The roles that nobody else may join as."""
        return self._saved.locked

    @property
    def names(self) -> dict[str, str]:
        """Seat -> who played it before it was handed to a bot."""
        return self._saved.names

    def device(self, secret: str | None) -> Device | None:
        """The device that shows this cookie; None if it was sent away, or never joined."""
        if not secret:
            return None
        mark, now = _mark(secret), self._now()
        for device in self._saved.devices:
            if hmac.compare_digest(device.mark, mark) and now - device.seen < SESSION_SECONDS:
                device.seen = now
                return device
        return None

    def devices(self, role: str | None = None) -> list[Device]:
        """Those who have joined, as ``role`` or at all, the longest first."""
        found = [device for device in self._saved.devices if role is None or device.role == role]
        return sorted(found, key=lambda device: device.joined)

    def kick(self, device_id: str) -> None:
        """Send a device away: its session ends, and its windows close. Harmless when it is gone."""
        for device in self.devices():
            if device.id == device_id:
                self._saved.devices.remove(device)
                self._changed()
                for tell in tuple(self.on_move):
                    tell(device)

    def move(self, device: Device, role: str) -> None:
        """Give a device another role: a seat that it has chosen. Raises JoinRefused for a locked one."""
        if role in self.locked:
            raise JoinRefused("The host has locked this seat.")
        device.role = role
        self._changed()
        for tell in tuple(self.on_move):
            tell(device)

    @property
    def gathering(self) -> bool:
        """Whether the game waits for everybody to sit down."""
        return self._saved.gathering

    def gather(self, wanted: bool) -> None:
        """Wait for everybody to sit down, or no more."""
        if wanted != self._saved.gathering:
            self._saved.gathering = wanted
            self._changed()

    def lock(self, role: str, locked: bool) -> None:
        """Let nobody else join as ``role``, or let them again. Who has joined stays."""
        if locked != (role in self.locked):
            self._saved.locked = [*self.locked, role] if locked else [one for one in self.locked if one != role]
            self._codes.pop(role, None)
            self._changed()

    def remember_name(self, seat: str, name: str) -> None:
        """Keep the name of who gave a seat to a bot, for when they take it back."""
        self._saved.names[seat] = name
        self.save()


def device_label(agent: str) -> str:
    """Return what a browser calls itself, in the words of a person.

    >>> device_label("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36")
    'Chrome on Android'
    """
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome"}
    browsers |= {"SamsungBrowser": "Samsung Internet", "Chrome": "Chrome", "Safari": "Safari"}
    systems = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "ChromeOS"}
    systems |= {"Mac OS X": "Mac", "Linux": "Linux"}
    browser = next((called for sign, called in browsers.items() if f"{sign}/" in agent), "A browser")
    system = next((called for sign, called in systems.items() if sign in agent), "")
    return f"{browser} on {system}" if system else browser


def _plain(text: str) -> str:
    """A code as it is compared: without what people add when they type."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _mark(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
