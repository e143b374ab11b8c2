"""Saved games of the host, for the page: to list them, to give and take one as a file, to go on with one.

Files go over HTTP alone, and only from the host's own page: a broker carries no secrets of a whole game, and no file.
"""

from __future__ import annotations

from typing import Protocol
from urllib.parse import urlencode

import msgspec

LARGEST_FILE = 16 << 20
"""Bytes of a file that is opened. The longest games take a few million."""

FILE_TYPE = "application/vnd.sqlite3"
"""Media type of a game's file. No form of another site can send it without being asked first whether it may."""

GAME = "game"
"""Where below the page's address the running game is, or with ``?name=`` another; of another table with ``?table=``,
of any with ``?any``.
"""


def game_url(name: str | None = None, table: str = "") -> str:
    """The address of a game: the running one of a table, or another by its name; ``table``: empty for the first."""
    asked = {"table": table} if table else {}
    asked |= {"name": name} if name is not None else {}
    return GAME + (f"?{urlencode(asked)}" if asked else "")


class GameEnd(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[str, ...] = ()
    """Names of the winners; empty if nobody won."""

    reason: str = ""


class SavedGame(msgspec.Struct, frozen=True):
    """One game that the host keeps."""

    name: str
    """Of its file, without the ending."""

    ruleset: str
    begun_ms: int
    """Unix milliseconds."""

    players: tuple[str, ...]
    """The names of the people, in the order of the seats, as the game began."""

    bots: tuple[str, ...] = ()
    """Which bots played with them."""

    running: bool = False
    """Whether it is the game at the table now."""

    finished: GameEnd | None = None
    """How it ended; None where it goes on, or where that is not known."""


class GameFileRefused(Exception):
    """A game or a file that cannot be had. ``str()`` is one sentence for the person who asked."""


class SavedGames(Protocol):
    """The games of one host."""

    async def games(self) -> list[SavedGame]:
        """The game at the table first, then the others, the newest first."""

    async def copy(self, name: str | None) -> tuple[str, bytes]:
        """The name and the whole file of a game, also while it is played; None: the one at the table.

        It holds what every seat has in hand. Raises GameFileRefused.
        """

    async def add(self, data: bytes) -> str:
        """Keep the game in a file that somebody brought, and give the name under which it is kept.

        Everything in it is checked first. Raises GameFileRefused; then nothing was kept.
        """

    async def resume(self, name: str) -> None:
        """Put a game on the table, paused; the one before is kept. Raises GameFileRefused; then that goes on."""
