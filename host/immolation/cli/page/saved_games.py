"""The games in a host's folder, for its page: listed, given and taken as files, put on the table again."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from immolation import games
from immolation.dashboard.saved_games import LARGEST_FILE, GameEnd, GameFileRefused, SavedGame
from immolation.games import GameError
from immolation.table.collection import registry
from immolation.table.collection.kept_games import MOST_LISTED, finished_as, journals, readable
from immolation.table.game_setup import set_up
from immolation.table.journal.journal_file import APPLICATION_ID, read
from immolation.table.journal.journal_records import Header, JournalError
from immolation.table.journal.journal_writer import Journal, make
from immolation.table.players import checked
from immolation.table.records import Player
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

log = logging.getLogger(__name__)

NO_GAME = "This file is no game that a host of Immolation has saved."


class HostGames:
    """The journals beside that of one table. Implements `SavedGames` of the page."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._one = asyncio.Lock()

    async def games(self) -> list[SavedGame]:
        """See `SavedGames.games`. A journal that cannot be read is left out."""
        return await asyncio.to_thread(self._list)

    def _list(self) -> list[SavedGame]:
        found = []
        try:
            finished = registry.read(self._table.path.parent).finished
        except (JournalError, OSError):
            finished = {}
        for name, path, header in readable(self._table.path):
            if header.table == self._table.id:
                people = tuple(player.name for player in header.players.values() if player.kind == "person")
                bots = tuple(player.bot for player in header.players.values() if player.kind == "bot")
                running = path == self._table.path
                end = finished_as(path, header, finished)
                how = GameEnd(end.winners, end.reason) if end is not None else None
                found.append(SavedGame(name, header.ruleset, header.created_ms, people, bots, running, how))
        return sorted(found, key=lambda one: (not one.running, -one.begun_ms))[:MOST_LISTED]

    def _file(self, name: str) -> Path:
        path = journals(self._table.path).get(name)
        if path is None:
            raise GameFileRefused("There is no game of this name any more.")
        return path

    async def copy(self, name: str | None) -> tuple[str, bytes]:
        """See `SavedGames.copy`."""
        path = self._table.path if name is None else await asyncio.to_thread(self._file, name)
        try:
            return path.stem, await asyncio.to_thread(whole, path, self._table.id)
        except OSError as error:
            raise GameFileRefused(str(error)) from None

    async def add(self, data: bytes) -> str:
        """See `SavedGames.add`."""
        if self._one.locked():
            raise GameFileRefused("Another file is being checked; try again when that is done.")
        async with self._one:
            with tempfile.TemporaryDirectory() as folder:
                given = Path(folder, "game.journal")
                try:
                    return await self._check_and_keep(given, data)
                except (OSError, GameError, TableRefusal) as error:
                    raise GameFileRefused(_about_the_file(error, given)) from None
                except GameFileRefused:
                    raise
                except Exception:  # somebody else's file: whatever it makes of this program, it is not kept
                    log.exception("A file with a game could not be checked.")
                    raise GameFileRefused("The game in this file can not be played here; see the host's log.") from None

    async def _check_and_keep(self, given: Path, data: bytes) -> str:
        check_outside(data)
        await asyncio.to_thread(given.write_bytes, data)
        journal = await asyncio.to_thread(Journal.open, given)
        try:
            await asyncio.to_thread(_check_game, journal, self._table.header.settings)
        finally:
            await journal.close()
        # Written anew from what was understood: nothing else that the file held gets in.
        header = msgspec.structs.replace(journal.header, table=self._table.id)
        return await asyncio.to_thread(self._keep, header, journal)

    def _keep(self, header: Header, journal: Journal) -> str:
        date = datetime.fromtimestamp(header.created_ms / 1000, UTC).strftime("%Y%m%d-%H%M%S")
        name, number = f"{header.ruleset}-{date}-opened", 1
        known = self._table.path
        while (goal := known.with_name(f"{name}.journal")).exists():
            number += 1
            name = f"{header.ruleset}-{date}-opened-{number}"
        make(goal, header, journal.entries())
        return name

    async def resume(self, name: str) -> None:
        """See `SavedGames.resume`."""
        path = await asyncio.to_thread(self._file, name)
        if path == self._table.path:
            return
        try:
            await self._table.open_game(path)
        except (OSError, GameError, TableRefusal) as error:
            raise GameFileRefused(str(error)) from None


def check_outside(data: bytes) -> None:
    """Refuse what is too large or no journal at first sight, before SQLite reads any of it."""
    if len(data) > LARGEST_FILE:
        raise GameFileRefused(f"The file has more than {LARGEST_FILE >> 20} MB, which no game needs.")
    if not data.startswith(b"SQLite format 3\0") or int.from_bytes(data[68:72], "big") != APPLICATION_ID:
        raise GameFileRefused(NO_GAME)


def _check_game(journal: Journal, trusted: Mapping[str, Any]) -> None:
    """Play the whole game again, and refuse what this host could not go on with.

    ``trusted``: settings of a game that this host plays already; they may name files of this machine, such as a pack.
    """
    header = journal.header
    if header.ruleset not in games.names():
        raise GameFileRefused(f"The file holds a game of '{header.ruleset[:40]}', which this host does not have.")
    if header.settings and header.settings != trusted:
        known = {option.key: option.choices for option in games.load(header.ruleset).config_keys()}
        odd = [key for key, value in header.settings.items() if value not in known.get(key, ())]
        if odd:
            raise GameFileRefused(
                "The game was played with cards of its own, which the file does not hold. Begin a game with the same "
                "--pack on this host, then open the file again."
                if odd == ["pack"]
                else f"The file asks for settings that this host does not have: {', '.join(odd)[:80]}."
            )
    setup = set_up(journal, None, header.ruleset, now=None)
    game = setup.history.game
    for seat, player in (*header.players.items(), *setup.players.items()):
        checked(game, header.config, seat, player)
    for entry in journal.entries():
        if entry.kind == "player":
            checked(game, header.config, entry.record["seat"], msgspec.convert(entry.record["player"], Player))


def whole(path: Path, table: str) -> bytes:
    """A journal as one closed file, consistent while its host writes it. Raises JournalError."""
    header, entries = read(path)
    if header.table != table:
        raise JournalError("That is a game of another table.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "game.journal"
        make(copy, header, entries)
        return copy.read_bytes()


def _about_the_file(error: Exception, given: Path) -> str:
    """Say what is wrong with a journal, of the file that somebody brought, not of where it was laid down."""
    said = str(error)
    for path in (given, given.resolve()):
        said = said.replace(f"The journal {path}", "The file").replace(f"the journal {path}", "the file")
        said = said.replace(str(path), "FILE")
    return said.replace(f"{given.name}-tail", "FILE-tail")
