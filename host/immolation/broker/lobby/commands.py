"""Commands to the lobby of a host: they open, name, resume and end its tables, and move its boards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from immolation.broker.commands import Command, Seat
from immolation.table.records import Player

TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Ruleset = Annotated[str, msgspec.Meta(max_length=64)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=86_400)]


class TableClocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clocks of a table that is opened, in seconds."""

    mode: Literal["off", "turn", "bank"] = "off"
    """``turn``: so long for each turn; ``bank``: for the whole game."""

    seconds: Seconds = 0
    increment: Seconds = 0
    """Added to a bank after each turn."""

    window: Seconds = 0
    """For a question out of turn; 0: no limit."""


class OpenNewTable(Command, frozen=True):
    """Open another table with a new game; the reply has its id as ``table``."""

    ruleset: Ruleset
    config: dict[str, Any] = {}
    players: dict[Seat, Player] | None = None
    name: Name = ""
    dice: Literal["host", "typed"] = "host"
    """``typed``: people roll and draw at the table and type it in."""

    clocks: TableClocks = TableClocks()


class NameTable(Command, frozen=True):
    """Call a table otherwise; its topics stay."""

    table: TableId
    name: Name


class ListGames(Command, frozen=True):
    """Return the games of all tables, open ones first, as ``games``."""


class ResumeGame(Command, frozen=True):
    """Go on with a game of that list, paused; the reply has its table's id as ``table``."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class EndTable(Command, frozen=True):
    """Close a table: its topics are given back, its game stays in the list."""

    table: TableId


class MoveBoard(Command, frozen=True):
    """Put a board at another table, or at none."""

    board: TableId
    table: TableId | None = None


class LobbyOptions(Command, frozen=True):
    """Return the options of a new game of a ruleset, and the bots that play it."""

    ruleset: Ruleset
    config: dict[str, Any] = {}


LOBBY_COMMANDS: dict[str, type[Command]] = {
    "open": OpenNewTable,
    "name": NameTable,
    "games": ListGames,
    "resume": ResumeGame,
    "end": EndTable,
    "move": MoveBoard,
    "options": LobbyOptions,
}
"""What may stand in ``"lobby"``."""
