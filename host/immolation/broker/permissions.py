"""Permissions of a user at a table."""

from __future__ import annotations

import msgspec


class Permissions(msgspec.Struct, frozen=True):
    """The rights of one user."""

    host: bool = False
    """May do everything, as the people at the host's own machine may."""

    seats: tuple[str, ...] = ()
    """Seats it plays. Whoever plays a seat may also roll typed dice, pause, undo and put the board right."""

    buttons: bool = False
    """May pause, resume, undo, skip, dim the board and let it blink, and nothing else: Home Assistant."""

    @property
    def plays(self) -> bool:
        """True for whoever sits at the table."""
        return self.host or bool(self.seats)


HOST = Permissions(host=True)
WATCH = Permissions()
"""May look and ask why, and do nothing."""

BUTTONS = Permissions(buttons=True)
