"""The lobby of a host on its broker: tells of all its tables and boards, and takes what opens, ends and moves them.

It is the host's alone: no player's login reads or writes its topics, and the lobby refuses whoever is not the host.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from immolation.board.messages import BoardEvent, BoardOnline, BoardStatus
from immolation.broker import commands, topics
from immolation.broker.command_handler import options_of
from immolation.broker.command_listener import CommandListener, RequestRefused
from immolation.broker.commands import Command, CommandRequest
from immolation.broker.connection import Connection
from immolation.broker.permissions import HOST, Permissions
from immolation.broker.reply_cache import Reply
from immolation.table.clocks import BadClocks, ClockSettings
from immolation.table.collection.tables import HostBoard, HostedTable, Tables
from immolation.table.records import Phase, Player
from immolation.task_cancellation import ended

from . import commands as asked

LOG = logging.getLogger(__name__)

TOLD_SECONDS = 0.1
"""Changes that come closer together than this are told together: a lobby is no place to follow a game."""


class LobbySeat(msgspec.Struct, frozen=True):
    """A seat of a table."""

    seat: str
    name: str
    """What the game calls it."""

    colour: int
    player: Player
    asked: bool
    """Whether the table waits for it."""


class LobbyTable(msgspec.Struct, frozen=True):
    """An open table of the host."""

    id: str
    name: str
    """What people call it; empty until somebody says."""

    state: Phase | str
    """Its phase, or ``failed``."""

    ruleset: str = ""
    title: str = ""
    round: int | None = None
    seats: tuple[LobbySeat, ...] = ()
    board: str = ""
    """The board at it; empty where there is none."""

    lights: str = ""
    """The board whose topics tell of its lights."""

    fault: str = ""
    """Why it is not served, in one sentence."""


class LobbyBoard(msgspec.Struct, frozen=True):
    """A board of the host."""

    id: str
    online: bool
    table: str
    """Empty where it is at none."""

    firmware: str = ""
    hardware: str = ""
    virtual: bool = False
    problem: str = ""
    """Why it is offline, in one sentence."""


class LobbyState(msgspec.Struct, frozen=True):
    """All tables and boards of a host: the retained message of its lobby."""

    tables: tuple[LobbyTable, ...]
    boards: tuple[LobbyBoard, ...]


class Lobby(CommandListener):
    """The lobby of one host, from `start` to `stop`."""

    reading = (asked.ListGames, asked.LobbyOptions)

    def __init__(
        self,
        tables: Tables,
        connection: Connection,
        permissions: Mapping[str, Permissions] | None = None,
        *,
        plain: bool | None = None,
    ) -> None:
        """``permissions`` and ``plain``: as for `CommandHandler`; the host's rights alone open anything here."""
        super().__init__(connection, topics.LOBBY_DO, topics.lobby_reply, permissions, plain=plain)
        self._tables = tables
        self._changed = asyncio.Event()
        self._told = b""
        self._telling: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to tell and to listen; returns at once."""
        await super().start()
        if self._telling is None:
            self._tables.on_change.append(self._changed.set)
            for board in self._tables.boards.values():
                board.client.listeners.append(self._on_board_event)
            self._changed.set()
            self._telling = asyncio.create_task(self._publish_changes(), name="lobby")

    async def stop(self) -> None:
        """Listen no more, and take back what was told. Harmless when stopped already."""
        await super().stop()
        telling, self._telling = self._telling, None
        if telling is not None:
            await ended(telling)
            self._tables.on_change.remove(self._changed.set)
            for board in self._tables.boards.values():
                board.client.listeners.remove(self._on_board_event)
            self._connection.publish(topics.LOBBY, b"", qos=1, retain=True)

    # --- what it tells -----------------------------------------------------------------------------------

    def state(self) -> LobbyState:
        """Everything as it is now."""
        sitting = {place.board.id: place.id for place in self._tables.places.values() if place.board is not None}
        return LobbyState(
            tuple(self._table(place) for place in self._tables.places.values()),
            tuple(_board(board, sitting.get(board.id, "")) for board in self._tables.boards.values()),
        )

    def _table(self, place: HostedTable) -> LobbyTable:
        table, board = place.table, place.board.id if place.board is not None else ""
        if table is None:
            return LobbyTable(place.id, place.name, "failed", board=board, fault=place.fault)
        view, asked = table.view, table.history.state.deciders()
        facts = view.get("seats") or {}
        number = view.get("round")
        return LobbyTable(
            place.id,
            place.name,
            table.phase,
            table.header.ruleset,
            table.game.title,
            number if type(number) is int else None,
            tuple(
                LobbySeat(
                    seat,
                    str(facts.get(seat, {}).get("name", seat)),
                    int(facts.get(seat, {}).get("colour", 0x808080)),
                    msgspec.structs.replace(player, passes={}),
                    seat in asked,
                )
                for seat, player in table.players.items()
            ),
            board,
            self._tables.lights_of(place),
        )

    def _on_board_event(self, event: BoardEvent) -> None:
        if isinstance(event, BoardOnline | BoardStatus):
            self._changed.set()

    async def _publish_changes(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                told = msgspec.json.encode(self.state())
            except Exception:  # a ruleset whose view cannot be told must not silence the lobby for ever
                LOG.exception("The lobby could not be told.")
                told = self._told
            if told != self._told:
                self._told = told
                self._connection.publish(topics.LOBBY, told, qos=1, retain=True)
            await asyncio.sleep(TOLD_SECONDS)

    # --- what it is asked --------------------------------------------------------------------------------

    def _decode(self, payload: bytes) -> CommandRequest:
        return commands.read(payload, "lobby", asked.LOBBY_COMMANDS)

    def _rights(self, user: str | None, speaker: str | None) -> Permissions:
        if user is None:
            if not self._plain:
                raise RequestRefused("On a broker that others can reach, commands go to the topic do/<user>.")
            return HOST if speaker is None else Permissions()
        return self.permissions.get(user, Permissions())

    async def _execute(self, rights: Permissions, command: Command) -> Reply:
        if not rights.host:
            raise RequestRefused("Tables and boards are the host's to open, end and move.")
        tables = self._tables
        match command:
            case asked.OpenNewTable(ruleset, config, players, name, dice, clocks):
                meant = _clocks(clocks)
                found = await tables.open(ruleset, config, players, name=name, dice=dice, clocks=meant)
                return {"table": found}
            case asked.NameTable(table, name):
                await tables.rename(table, name)
            case asked.ListGames():
                games: list[Any] = await asyncio.to_thread(tables.games)
                return {"games": games}
            case asked.ResumeGame(game):
                return {"table": await tables.resume(await asyncio.to_thread(tables.journal_of, game))}
            case asked.EndTable(table):
                await tables.end(table)
            case asked.MoveBoard(board, goal):
                await tables.move_board(board, goal)
            case asked.LobbyOptions(ruleset, config):
                return options_of(ruleset, config)
        return {}


def _clocks(given: asked.TableClocks) -> ClockSettings:
    try:
        return ClockSettings.of_seconds(given.mode, given.seconds, given.increment, given.window)
    except BadClocks as error:
        raise RequestRefused(str(error)) from None


def _board(board: HostBoard, table: str) -> LobbyBoard:
    client = board.client
    status = {**client.hello, **client.status}
    return LobbyBoard(
        board.id,
        client.online,
        table,
        str(status.get("fw", "")),
        str(status.get("hw", "")),
        board.control is not None or status.get("sensor") == "virtual",
        client.problem,
    )
