"""A browser's window of the page, whatever it shows: whether it is there, and how it is sent away."""

from __future__ import annotations

import asyncio
from copy import copy

from nicegui import Client

from immolation.dashboard import translation
from immolation.dashboard.panels.guests import Guests


class BrowserWindow:
    """One window."""

    def __init__(self, client: Client, guests: Guests) -> None:
        """``guests``: who has joined, seen from this window's device."""
        self.guests = guests
        self.closed = False
        """Whether nothing is sent any more: the browser was sent away."""

        self._client = client
        client.page = copy(client.page)  # it is every browser's of this address
        spoken = translation.language()
        client.page.language = "en-GB" if spoken == translation.ENGLISH else spoken  # type: ignore[assignment]

    @property
    def connected(self) -> bool:
        """Whether the browser hears this page at this moment."""
        return not self.closed and self._client.has_socket_connection

    def refresh(self) -> None:
        """Show the newest news. Cheap when nothing that this browser sees has changed."""
        if not self.closed:
            with self._client:
                self._refresh()

    def _refresh(self) -> None:
        raise NotImplementedError

    def leave(self, seconds: float) -> None:
        """Send the browser away: it is told to load the page anew, and after ``seconds`` it hears nothing more."""
        self.closed = True
        with self._client:
            self._client.run_javascript("location.reload()")
        asyncio.get_running_loop().call_later(seconds, self.cut_off)

    def cut_off(self) -> None:
        """Let the browser hear nothing more."""
        self.closed = True
        if not self._client.is_deleted:
            self._client.delete()
