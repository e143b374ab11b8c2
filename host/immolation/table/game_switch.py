"""Puts another game in the place of the one at a table: a new one, the same anew, or one that was set aside."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from immolation.games import Game

from .action_queue import ActionQueue
from .display.subscriptions import Subscribers
from .game_setup import GameSetup, header_for, set_up
from .journal.journal_writer import Journal
from .journaled_game import JournaledGame
from .records import Player
from .refusal import TableRefusal


class GameSwitch:
    """Ends the game of one table and begins or resumes another. A method that raises leaves the old game going on."""

    def __init__(self, game: JournaledGame, queue: ActionQueue, subscribers: Subscribers) -> None:
        self._game = game
        self._queue = queue
        self._subscribers = subscribers

    async def new_game(
        self,
        ruleset: Game | str,
        config: Mapping[str, Any] | None,
        players: Mapping[str, Player] | None,
        settings: Mapping[str, Any] | None,
        seed: int | None,
        position: Mapping[str, Any] | None,
    ) -> None:
        """Start another game; dice, clocks and rights stay as they were. Raises GameError or TableRefusal."""

        async def operation() -> None:
            old = self._game.header
            kept = (old.dice, old.clocks)
            about = (ruleset, settings, config, seed, players, *kept, position)
            header, game, events = header_for(old.table, *about)
            journal = await self._game.replace_journal(header)
            self._begin(set_up(journal, game, None, now=self._game.now))
            await self._game.begin_with(events)
            await self._game.set_rights(rights)

        rights = self._game.rights
        await self._queue.run(operation)

    async def play_again(self) -> None:
        """Start the same game anew with the players of now: same ruleset, settings, config and position, other dice."""
        old = self._game.header
        config = None if old.position is not None else old.config
        await self.new_game(old.ruleset, config, dict(self._game.players), old.settings, None, old.position)

    async def open_game(self, kept: Path) -> None:
        """Go on with the game whose journal is at ``kept``, played again first, and paused.

        Raises JournalError, GameError or TableRefusal.
        """
        path = self._game.path
        if kept.parent != path.parent or kept.name == path.name:
            raise TableRefusal(f"{kept.name} is not a game that was set aside beside this one.")
        found = await asyncio.to_thread(Journal.open, kept)
        try:
            if found.header.table != self._game.header.table:
                raise TableRefusal(f"That is a game of the table '{found.header.table}'.")
            setup = await asyncio.to_thread(set_up, found, None, None, now=self._game.now)
        finally:
            await found.close()

        async def operation() -> None:
            setup.journal = await self._game.exchange_journal(kept, found.entries())
            self._begin(setup)
            if not setup.paused and not self._game.is_over:
                await self._game.set_paused(True, "host")

        await self._queue.run(operation)

    def _begin(self, setup: GameSetup) -> None:
        self._subscribers.start_over()
        self._game.start_over(setup)
