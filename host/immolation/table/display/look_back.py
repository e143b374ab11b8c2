"""Looks back at the game of a table, in threads: past positions, and the course of its numbers and times."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from ..game_log import seconds_spent, turn_times
from ..journaled_game import JournaledGame
from ..past_positions import Course, PastPosition, PastPositions, Path


class LookBack:
    """What everybody saw earlier in the game that is played now."""

    def __init__(self, game: JournaledGame) -> None:
        self._game = game
        self._positions = PastPositions(game.history)

    async def moment(self, number: int) -> PastPosition:
        """Return what everybody saw after so many actions of those in effect; now, where there are fewer."""
        return await asyncio.to_thread(self._past().moment, tuple(self._game.history.entries), number)

    async def course(self, paths: Sequence[Path]) -> Course:
        """Follow numbers of the public view from the start of the game."""
        game = self._game
        entries, log, begun = tuple(game.history.entries), list(game.log), game.header.created_ms
        course = await asyncio.to_thread(self._past().course, entries, paths)
        times = turn_times(log, begun, [entry.n for entry in entries], course)
        return msgspec.structs.replace(course, seconds=seconds_spent(log, begun), turn_times=times)

    def _past(self) -> PastPositions:
        if self._positions.history is not self._game.history:  # another game
            self._positions = PastPositions(self._game.history)
        return self._positions
