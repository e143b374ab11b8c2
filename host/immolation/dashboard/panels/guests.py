"""Guests of the page: who has joined it and who is there, as one browser of it may know."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from immolation.dashboard import seats
from immolation.dashboard.messages import TableJson
from immolation.dashboard.sessions import Device, SessionStore
from immolation.dashboard.settings import GUEST
from immolation.dashboard.translation import _


class Guests:
    """The devices of a page, seen from one of them."""

    def __init__(
        self,
        sessions: SessionStore | None,
        here: Callable[[], set[str]],
        own: Device | None,
        names: dict[str, str] | None = None,
    ) -> None:
        """``sessions``: None where nobody joins. ``here``: ids of the devices that show the page at this moment.

        ``names``: where the names of people who gave their seat to a bot are kept if there are no ``sessions``.
        """
        self.sessions = sessions
        self.own = own
        self._here = here
        self._names = {} if names is None else names

    @property
    def names(self) -> dict[str, str]:
        """Seat -> who played it before it was handed to a bot."""
        return self._names if self.sessions is None else self.sessions.names

    def handed_over(self, table: TableJson, seat: str, to_person: bool) -> dict[str, Any]:
        """Return who plays a seat once it is handed to a person or to a bot; a person who gave it away is remembered,
        and has their name again when they take it back.
        """
        if to_person:
            return {"kind": "person", "name": self.names.get(seat, ""), "bot": ""}
        name = seats.player(table, seat).name
        if self.sessions is None:
            self._names[seat] = name
        else:
            self.sessions.remember_name(seat, name)
        return {"kind": "bot", "name": "", "bot": ""}

    def is_here(self, device: Device) -> bool:
        """Whether a device shows the page at this moment."""
        return device.id in self._here()

    @property
    def without_seat(self) -> bool:
        """Whether this device has come in and has no seat yet."""
        return self.own is not None and self.own.role == GUEST

    def others_here(self) -> str:
        """A sentence for this device about others that play its seat now; empty if it is alone."""
        if self.sessions is None or self.own is None:
            return ""
        others = [
            _("{label}, since {time}", label=device.label, time=clock(device.joined))
            for device in self.sessions.devices(self.own.role)
            if device is not self.own and self.is_here(device)
        ]
        if not others:
            return ""
        return _(
            "Another device plays this seat as well: {names}. If it is not yours, tell the host.",
            names="; ".join(others),
        )


def clock(when: float) -> str:
    """A moment as people write it, with the day where it was not today.

    >>> clock(time.mktime((2020, 5, 4, 9, 5, 0, 0, 0, -1)))
    '4 May 09:05'
    """
    then = time.localtime(when)
    today = time.localtime()[:3] == then[:3]
    return time.strftime("%H:%M", then) if today else f"{then.tm_mday} {time.strftime('%b %H:%M', then)}"
