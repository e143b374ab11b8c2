"""Does what happens without a person: dice, bots, clocks that run out. One step at a time, in the action queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Event
from typing import Any

from immolation.games import CHANCE, Action, Decision

from .action_queue import ActionQueue, TableClosed
from .board_coordinator import BoardCoordinator
from .board_reconciler import intended_move
from .chance import draw
from .display.step_playback import StepPlayback
from .journaled_game import JournaledGame
from .players import choose
from .table_board import TableBoard


class AutoPlayer:
    """Looks after one table while `Table.run` runs."""

    def __init__(
        self,
        game: JournaledGame,
        board: TableBoard,
        playback: StepPlayback,
        queue: ActionQueue,
        *,
        on_change: Callable[[], None],
    ) -> None:
        """A bot thinks as long, for all to see, as a step of ``playback`` stays.

        ``on_change`` is called when others must be told.
        """
        self._unwatched = playback.pace_ms == 0
        """Nobody watches: the same seed shall play the same game."""

        self._game = game
        self._table_board = board
        self._playback = playback
        self._queue = queue
        self._on_change = on_change
        self._woken = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self._outdated = Event()
        """Set when nobody waits any more for what is being thought."""

        self._thinking_at: int | None = None
        """Version of the game."""

        self._thought: tuple[str, Action] | None = None
        self._thought_at: int | None = None
        """Version of the game."""

        self._paced_at: int | None = None

    @property
    def _board(self) -> BoardCoordinator | None:
        return self._table_board.coordinator

    def wake(self) -> None:
        """Something changed; something may be due."""
        self._woken.set()

    async def run(self) -> None:
        """Do what is due until the table is closed. Raises what nobody here can put right, such as a full disk."""
        try:
            while True:
                self._woken.clear()
                if await self._queue.run(self._step):
                    continue
                wait_ms = self._game.clocks.next_ms()
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if wait_ms is None else wait_ms / 1000):
                        await self._woken.wait()
        except TableClosed:
            return
        finally:
            if self._thinking is not None:
                self._outdated.set()
                self._thinking.cancel()
                with suppress(asyncio.CancelledError):
                    await self._thinking

    async def _step(self) -> bool:
        """Do one thing that is due; True if something was done and more may be due at once."""
        game = self._game
        if self._board is not None and self._board.reconciler.is_unjudged:
            await self._board.apply_pattern()  # what people did on the board comes before what nobody does
            return True
        if game.paused or game.is_over:
            return False
        if self._playback.now is not None:  # what has happened is still being shown
            return False
        if await self._clock_ran_out():
            return True
        if game.request is not None:
            return False
        deciders = game.state.deciders()
        if CHANCE in deciders:
            if game.header.dice == "typed" and not deciders[CHANCE].face_down:
                return False
            number = game.history.number + 1
            await game.take_action(draw(deciders[CHANCE], game.header.seed, number), by="dice")
            return True
        people = any(game.players[seat].kind == "person" for seat in deciders)
        for seat, decision in deciders.items():
            if game.players[seat].kind == "bot":
                if decision.for_all and people:
                    continue
                return await self._play_bot(seat, decision)
            if decision.default is not None and game.lets_pass(seat, decision):
                await game.take_action(decision.default, by="courtesy")
                return True
            if planned := game.plans.next_answer(game.state, seat, decision):
                await game.take_action(planned[0], by=planned[1])
                return True
            only = game.only_answer(seat)
            if only is not None and (self._board is None or intended_move(game.ruleset, game.state, only) is None):
                await game.take_action(only, by="only")
                return True
        return False

    # --- clocks --------------------------------------------------------------------------------------

    async def _clock_ran_out(self) -> bool:
        game = self._game
        deciders = game.state.deciders()
        for seat, kind in game.clocks.expired():
            decision = deciders.get(seat)
            if kind == "pace" or decision is None:
                continue
            name = game.name_of(seat)
            default = decision.default
            if default is None or game.state.check(default) is not None:
                note = f"{name}'s clock ran out; the table waits, because nothing may be assumed here."
                if note != game.note:
                    game.say(note)
                continue
            label = game.ruleset.label(default, game.view)
            await game.take_action(default, by="clock", note=f"{name}'s clock ran out: {label}.")
            return True
        return False

    # --- bots ----------------------------------------------------------------------------------------

    async def _play_bot(self, seat: str, decision: Decision) -> bool:
        """Let the bot in ``seat`` think, wait its pace, and act: on the board where there is one, else at once.

        What it is asked out of courtesy it answers without a pause, whatever the answer.
        """
        game, board = self._game, self._board
        here = game.version
        if self._thought_at != here or self._thought is None or self._thought[0] != seat:
            self._think(seat)
            return False
        if board is not None and board.is_being_corrected:
            return False
        if self._playback.pace_ms and not decision.courtesy and self._paced_at != here:
            self._paced_at = here
            game.clocks.begin_pace(seat, self._playback.pace_ms)
            self._on_change()
        if game.clocks.left_ms(seat, "pace"):
            return False
        action = self._thought[1]
        if board is not None and board.carries_out_moves:
            move = intended_move(game.ruleset, game.state, action)
            if move is not None:
                if board.reconciler.intended_move is None or board.reconciler.intended_move.action != action:
                    board.reconciler.intend(move)
                    board.on_judged()
                    return True
                return False
        await game.take_action(action, by="bot")
        return True

    def _think(self, seat: str) -> None:
        game = self._game
        if self._thinking is not None and not self._thinking.done():
            if self._thinking_at != game.version:
                self._outdated.set()
            return
        self._outdated, self._thinking_at = Event(), game.version
        seed, number = game.header.seed, game.history.number + 1
        thought = choose(
            game.state,
            seat,
            game.players[seat].bot,
            seed,
            number,
            by_clock=not self._unwatched,
            hurried=self._outdated.is_set,
        )
        self._thinking = asyncio.create_task(self._conclude(seat, thought, game.version))

    async def _conclude(self, seat: str, thought: Coroutine[Any, Any, Action], version: int) -> None:
        try:
            action = await thought
            self._thought, self._thought_at = (seat, action), version
        finally:
            self._woken.set()
