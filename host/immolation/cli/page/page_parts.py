"""What the page of a host knows of its tables beside the broker. Implements `HostedTables` of the page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from weakref import WeakKeyDictionary

from immolation.dashboard.saved_games import GameFileRefused
from immolation.dashboard.sessions import SessionStore
from immolation.games import GameError
from immolation.table.collection.tables import Tables
from immolation.table.journal.journal_file import read_header
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

from .saved_games import HostGames, whole


class PageParts:
    """See `HostedTables`."""

    def __init__(self, folder: Path, tables: Tables, first: SessionStore | None) -> None:
        """``first``: who has joined the first table; None where nobody joins."""
        self._folder, self._tables, self._first = folder, tables, first
        self._sessions: dict[str, SessionStore] = {}
        tables.on_end.append(self._close)
        self._games: WeakKeyDictionary[Table, HostGames] = WeakKeyDictionary()

    def sessions(self, table: str) -> SessionStore | None:
        """See `HostedTables.sessions`."""
        if self._first is None or table == self._tables.first:
            return self._first
        if table not in self._tables.places and table not in self._tables.expected():
            return None
        if table not in self._sessions:
            self._sessions[table] = SessionStore(self._folder / f"sessions-{table}.json", first=self._first)
        return self._sessions[table]

    def expected(self) -> list[str]:
        """See `HostedTables.expected`."""
        return self._tables.expected()

    def saved(self, table: str) -> HostGames | None:
        """See `HostedTables.saved`."""
        place = self._tables.places.get(table)
        if place is None or place.table is None:
            return None
        return self._games.setdefault(place.table, HostGames(place.table))

    async def copy(self, name: str) -> tuple[str, bytes]:
        """See `HostedTables.copy`."""
        return await asyncio.to_thread(self._copy, name)

    def _copy(self, name: str) -> tuple[str, bytes]:
        try:
            path = self._tables.journal_of(name)
            return path.stem, whole(path, read_header(path).table)
        except (OSError, GameError, TableRefusal) as error:
            raise GameFileRefused(str(error)) from None

    def _close(self, table: str) -> None:
        """A table has ended: nobody who had joined it comes in any more, also where another has its id at once."""
        if table in self._sessions:
            self._sessions[table].close()
