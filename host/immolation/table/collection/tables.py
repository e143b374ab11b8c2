"""The tables of one host and its boards: opened, named, ended and resumed, each board at one table at a time.

What is open is written down beside the journals, so that a host that starts again brings all of it back.
"""

from __future__ import annotations

import asyncio
import logging
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from immolation.board.board_client import BoardClient
from immolation.board.virtual import LastingControl
from immolation.games import GameError
from immolation.table.clocks import ClockSettings
from immolation.table.game_setup import archive, move
from immolation.table.journal.journal_file import read_header
from immolation.table.journal.journal_records import JournalBusy, JournalError
from immolation.table.players import name_of
from immolation.table.records import Player
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table
from immolation.task_cancellation import ended

from . import registry
from .kept_games import KeptGame, journals, kept_games

log = logging.getLogger(__name__)

MOST_TABLES = 24
"""Tables of one host; `immolation club` serves more."""

LONGEST_NAME = 40
"""Characters of what people call a table."""


MISTAKE = "The program failed here; the host's log says how."


class HostBoard(msgspec.Struct, frozen=True, eq=False):
    """A board of this host; whoever makes one keeps it running."""

    id: str
    client: BoardClient
    control: LastingControl | None = None
    """The hands of a virtual one."""

    says_itself: bool = False
    """Whether it tells the broker itself that it is online, as a Wi-Fi board does."""


class HostedTable(msgspec.Struct, eq=False):
    """A table of this host that is open."""

    id: str
    path: Path
    name: str = ""
    """What people call it; empty until somebody says."""

    table: Table | None = None
    """None once its journal could not be read or written."""

    board: HostBoard | None = None
    fault: str = ""
    """Why it is not served, in one sentence."""

    ending: bool = False
    """Whether it is ended, and its topics are given back."""

    parts: AsyncExitStack | None = None
    running: asyncio.Task[None] | None = None


Serve = Callable[[HostedTable], AbstractAsyncContextManager[None]]
"""Lets the world know of a table at its board, and hears what it is asked, for as long as the context is open."""


class Tables:
    """The tables of one host. Every method that changes something waits until the one before is done."""

    def __init__(
        self,
        first: str,
        journal: Path,
        boards: Sequence[HostBoard],
        serve: Serve,
        *,
        home: str = "immolation",
        pace_ms: int = 800,
    ) -> None:
        """``first``: the table of the command line, whose journal is ``journal``; those of the others lie beside it.

        ``home``: in whose topics the first table's lights are told where there is no board at all.
        ``pace_ms``: how long a bot thinks at a table that is opened.
        """
        self.first = first
        self.places: dict[str, HostedTable] = {}
        """Table -> what is open, in the order in which it was opened."""

        self.boards = {board.id: board for board in boards}
        self.on_change: list[Callable[[], None]] = []
        """Called after a table was opened, named, ended or lost, a board moved, and whenever a table changed."""

        self.on_end: list[Callable[[str], None]] = []
        """Called with each table that is ended, before another may have its id."""

        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Has the error of the last table that was served, once none is."""

        self._journal, self._serve, self._home, self._pace_ms = journal, serve, home, pace_ms
        self._registry = registry.Registry()
        self._one = asyncio.Lock()

    # --- the life of the host ------------------------------------------------------------------------

    async def start(self, table: Table) -> list[str]:
        """Serve the first table and bring back those that were open; a sentence for each that could not be.

        Raises what keeps the registry from being read.
        """
        self._registry = await asyncio.to_thread(registry.read, self._folder)
        known = self._registry.tables.get(self.first, registry.Known())
        first = HostedTable(self.first, table.path, known.name, table)
        first.board = self._board_of(first.id)
        async with self._one:
            await self._begin(first)
        said = []
        known_before, names = dict(self._registry.tables), self.expected()
        left = len(self._open_before()) - len(names)
        for name in names:
            one = known_before[name]
            path = self._folder / Path(one.journal).name
            try:
                await self._bring_back(name, one.name, path)
            except JournalBusy:
                said.append(f"Table {one.name or name} is served by another host.")
            except Exception as error:  # its trouble is not that of the others
                fault = _fault(error)
                if fault == MISTAKE:
                    log.exception("Table %s could not be opened.", name)
                said.append(f"Table {one.name or name} could not be opened: {fault}")
                self.places[name] = HostedTable(name, path, one.name, fault=fault)
        if left:
            said.append(f"This host has {MOST_TABLES} tables at most; {left} more are in its list of games.")
        self._notify()
        return said

    def board_of_first(self) -> HostBoard | None:
        """Return the board at which the first table begins: its own, unless it was moved before."""
        self._registry = registry.read(self._folder)
        return self._board_of(self.first)

    def expected(self) -> list[str]:
        """The tables that were open besides the first when the host ended, and that `start` brings back."""
        return self._open_before()[: MOST_TABLES - 1]

    async def stop(self) -> None:
        """Let go of every table; all are brought back by the next start."""
        async with self._one:
            for place in tuple(self.places.values()):
                await self._end(place)
            self.places.clear()

    # --- what people ask -----------------------------------------------------------------------------

    async def open(
        self,
        ruleset: str,
        config: Mapping[str, Any],
        players: Mapping[str, Player] | None = None,
        *,
        name: str = "",
        dice: Literal["host", "typed"] = "host",
        clocks: ClockSettings | None = None,
    ) -> str:
        """Open another table with a new game, and return its id. Raises GameError, TableRefusal, JournalError."""
        name = clean(name)
        async with self._one:
            self._check_room()
            table_id = self._free_id(name or ruleset)
            path = self._path(table_id)
            table = await Table.open(
                path,
                table_id=table_id,
                game=ruleset,
                config=config,
                players=players,
                dice=dice,
                clocks=clocks,
                bot_pace_ms=self._pace_ms,
            )
            await self._begin(HostedTable(table_id, path, name, table))
        return table_id

    async def rename(self, table_id: str, name: str) -> None:
        """Call a table otherwise; its topics stay. Raises TableRefusal for a table there is not."""
        name = clean(name)
        async with self._one:
            self._place(table_id).name = name
            self._remember(table_id)

    async def end(self, table_id: str) -> None:
        """Close a table: its topics are given back, its game stays in the list. Raises TableRefusal."""
        async with self._one:
            place = self._place(table_id)
            await self._end(place, gone=True)
            del self.places[table_id]
            board, place.board = place.board, None
            for listener in tuple(self.on_end):
                listener(table_id)
            if board is not None:
                board.client.show(())
            self._remember(table_id, boards={} if board is None else {board.id: ""})
            if place.table is not None:  # last: a host that dies before finds the game in its list all the same
                archive(place.path, place.table.header)

    async def resume(self, journal: Path) -> str:
        """Go on with a game of the list under the name of its table, paused; return the table's id.

        Where that table is open its game is put aside for this one. Raises JournalError, GameError, TableRefusal.
        """
        async with self._one:
            table_id = (await asyncio.to_thread(read_header, journal)).table
            place = self.places.get(table_id)
            if place is not None and place.table is not None:
                if place.path != journal:
                    await place.table.open_game(journal)
                return table_id
            if place is None:
                self._check_room()
            elif place.running is not None:  # it failed, and lets go of its journal
                await asyncio.wait([place.running])
            name = self._registry.tables.get(table_id, registry.Known()).name
            await self._reopen(table_id, name, self._in_its_place(journal, self._path(table_id)))
            table = self._served(table_id)
            if table.phase in ("playing", "astray"):
                await table.pause()
        return table_id

    async def move_board(self, board_id: str, table_id: str | None) -> None:
        """Put a board at another table, or at none; the table that had it goes on without. Raises TableRefusal."""
        async with self._one:
            board = self.boards.get(board_id)
            if board is None:
                raise TableRefusal(f"This host has no board '{board_id}'.")
            goal = self._place(table_id) if table_id is not None else None
            if goal is not None and goal.table is None:
                raise TableRefusal(f"{goal.name or goal.id} is not served: {goal.fault}")
            before = next((place for place in self.places.values() if place.board is board), None)
            if before is goal:
                return
            given_up = goal.board if goal is not None else None
            changed = [place for place in (before, goal) if place is not None]
            for place in changed:
                await self._silence(place)
            try:
                for place in changed:
                    await self._sit(place, board if place is goal else None)
            finally:
                for place in changed:
                    if place.table is not None:
                        await self._speak(place)
            for dark in (given_up, board if goal is None else None):
                if dark is not None:
                    dark.client.show(())
            at = {board_id: goal.id if goal is not None else ""}
            self._remember(boards=at if given_up is None else {given_up.id: "", **at})

    def lights_of(self, place: HostedTable) -> str:
        """The board whose topics tell of a table's lights: its own; else, where nobody has it, that of its name."""
        if place.board is not None:
            return place.board.id
        return self._home if place.id == self.first and not self.boards else place.id

    def games(self) -> list[KeptGame]:
        """List the games of all tables, those that are open first, then the newest. Not for the event loop."""
        names = {table_id: known.name for table_id, known in self._registry.tables.items()}
        playing = {place.path for place in tuple(self.places.values())}
        return kept_games(self._journal, names, playing, dict(self._registry.finished))

    def journal_of(self, name: str) -> Path:
        """The journal of a game of the list. Raises TableRefusal where there is none of this name."""
        path = journals(self._journal).get(name)
        if path is None:
            raise TableRefusal("There is no game of this name any more.")
        return path

    # --- inside --------------------------------------------------------------------------------------

    @property
    def _folder(self) -> Path:
        return self._journal.parent

    def _path(self, table_id: str) -> Path:
        return self._journal if table_id == self.first else self._folder / f"table-{table_id}.journal"

    def _check_room(self) -> None:
        if len(self.places) >= MOST_TABLES:
            raise TableRefusal(f"This host has {MOST_TABLES} tables; end one of them first.")

    def _free_id(self, name: str) -> str:
        """An id for topics, made of a name: one that no open table, also of another host here, and no journal has."""
        plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24] or "table"
        number, found = 1, stem
        taken = {self.first, self._home, *self.places, *self.boards, *self._open_before()}
        while found in taken or self._path(found).exists():
            number += 1
            found = f"{stem}-{number}"
        return found

    @staticmethod
    def _in_its_place(journal: Path, path: Path) -> Path:
        """Give a closed journal the name that a table's has, where no other has it; where it is then."""
        if path == journal or path.exists():
            return journal
        move(journal, path)
        return path

    def _place(self, table_id: str) -> HostedTable:
        place = self.places.get(table_id)
        if place is None:
            raise TableRefusal(f"There is no open table '{table_id}'.")
        return place

    def _served(self, table_id: str) -> Table:
        table = self._place(table_id).table
        assert table is not None
        return table

    def _board_of(self, table_id: str) -> HostBoard | None:
        """The board that is said to be at a table; else the first one begins at the first table."""
        said = self._registry.boards
        for board in self.boards.values():
            if said.get(board.id, "") == table_id:
                return board
        first = next(iter(self.boards.values()), None)
        if first is None or table_id != self.first:
            return None
        at = self._registry.tables.get(said.get(first.id, ""), registry.Known())
        return None if at.journal else first

    def _open_before(self) -> list[str]:
        """The tables besides the first that are written down as open."""
        return [table for table, known in self._registry.tables.items() if known.journal and table != self.first]

    async def _bring_back(self, table_id: str, name: str, path: Path) -> None:
        async with self._one:
            if path not in journals(path).values():
                raise JournalError(f"The journal {path} is gone; take it from your backup.")
            await self._reopen(table_id, name, path)

    async def _reopen(self, table_id: str, name: str, path: Path) -> None:
        """Serve the game whose journal is there, exactly as it was."""
        board = self._board_of(table_id)
        if any(place.board is board and place.id != table_id for place in self.places.values()):
            board = None
        table = await Table.open(
            path,
            table_id=table_id,
            board=board.client if board is not None else None,
            control=board.control if board is not None else None,
            bot_pace_ms=self._pace_ms,
        )
        if table.id != table_id:
            await table.close()
            raise JournalError(f"The journal {path} holds a game of the table '{table.id}'.")
        await self._begin(HostedTable(table_id, path, name, table, board))

    async def _begin(self, place: HostedTable) -> None:
        """Serve a table from now on."""
        assert place.table is not None
        self.places[place.id] = place
        place.table.on_change.append(self._notify)
        place.table.on_change.append(partial(self._note_end, place.table))
        self._note_end(place.table)
        await self._speak(place)
        place.running = asyncio.create_task(self._run(place, place.table), name=f"table {place.id}")
        self._remember(place.id)

    async def _run(self, place: HostedTable, table: Table) -> None:
        """Run a table until it is closed. Its trouble is not that of the others."""
        try:
            await table.run()
        except Exception as error:
            if not any(other.table is not None and other is not place for other in self.places.values()):
                if not self.failed.done():
                    self.failed.set_exception(error)
                return
            log.error("Table %s is served no more: %s", place.id, error)
            place.fault = _fault(error)
            place.table = None
            await self._silence(place)
            with suppress(Exception):
                await table.close()
            if place.board is not None:
                place.board.client.show(())
            self._notify()

    async def _sit(self, place: HostedTable, board: HostBoard | None) -> None:
        place.board = board
        if place.table is None:
            return
        if board is None:
            await place.table.set_board(None)
        else:
            await place.table.set_board(board.client, board.control)

    async def _speak(self, place: HostedTable) -> None:
        parts = AsyncExitStack()
        await parts.enter_async_context(self._serve(place))
        place.parts = parts
        if place.table is None:  # it failed meanwhile
            await self._silence(place)

    async def _silence(self, place: HostedTable) -> None:
        parts, place.parts = place.parts, None
        if parts is not None:
            await parts.aclose()

    async def _end(self, place: HostedTable, *, gone: bool = False) -> None:
        """Serve a table no more; ``gone``: it is ended, and its topics are given back."""
        place.ending = gone
        await self._silence(place)
        if place.table is not None:
            if place.running is not None:
                await ended(place.running)
            await place.table.close()
        elif place.running is not None:  # it failed, and lets go of its journal
            await asyncio.wait([place.running])

    def _notify(self) -> None:
        for listener in tuple(self.on_change):
            listener()

    # --- what outlives the host ----------------------------------------------------------------------

    def _note_end(self, table: Table) -> None:
        """Write down how the game of a table ended, as soon as it has, or that it goes on after all."""
        result, key = table.history.state.outcome(), registry.key_of(table.header)
        if result is None and key not in self._registry.finished:
            return
        how = None
        if result is not None:
            known = self._registry.finished.get(key)
            winners = tuple(name_of(seat, table.players, table.view) for seat in result.winners)
            how = registry.FinishedGame(known.last if known is not None else table.n, winners, result.reason)
        if how != self._registry.finished.get(key):
            with suppress(JournalError, OSError):
                self._registry = registry.read(self._folder)  # another host may share the folder
            self._registry.finish(key, how)
            registry.write(self._folder, self._registry)

    def _remember(self, *table_ids: str, boards: Mapping[str, str] | None = None) -> None:
        """Write down what holds of these tables, and at which table boards are; tell all."""
        try:
            self._registry = registry.read(self._folder)  # another host may share the folder
        except (JournalError, OSError) as error:  # what was asked for is done: written anew from what is known here
            log.warning("%s", error)
        for table_id in {**dict.fromkeys(self.places), **dict.fromkeys(table_ids)}:  # the file may be new
            place = self.places.get(table_id)
            known = self._registry.tables.setdefault(table_id, registry.Known())
            known.journal = place.path.name if place is not None else ""
            known.name = place.name if place is not None else known.name
        self._registry.boards |= boards or {}
        registry.write(self._folder, self._registry)
        self._notify()


def _fault(error: Exception) -> str:
    """Why a table is not served, in one sentence."""
    return str(error) if isinstance(error, JournalError | GameError | TableRefusal | OSError) else MISTAKE


def clean(name: str) -> str:
    """Return a name as it is shown: one line, bounded, without what prints as nothing."""
    shown = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(shown.split())[:LONGEST_NAME]
