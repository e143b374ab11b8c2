"""What the page of a host knows of its tables beside the broker: who has joined each, and the files of their games."""

from __future__ import annotations

from typing import Protocol

from .saved_games import SavedGames
from .sessions import SessionStore


class HostedTables(Protocol):
    """The tables of one host."""

    def expected(self) -> list[str]:
        """The tables besides the first that the host is about to bring back: who had joined them is let in already."""

    def sessions(self, table: str) -> SessionStore | None:
        """Who has joined an open table; None where nobody joins, or for a table that is not open."""

    def saved(self, table: str) -> SavedGames | None:
        """The games of an open table; None for one that is not."""

    async def copy(self, name: str) -> tuple[str, bytes]:
        """The name and the whole file of a game of any table. Raises GameFileRefused."""
