"""Owns what happens by itself: dice, bots, the board's moves, clocks that run out. One step at a time, at the desk.

Must never know how an action is journaled or shown; it only decides that one is due, and which.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from immolation.games import CHANCE, Action, Decision, IllegalAction

from .action_queue import Closed
from .board_reconciler import intention
from .chance import draw
from .players import choose, persons
from .public_records import name_of

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger(__name__)


class Steward:
    """Looks after one table while `Table.run` runs."""

    def __init__(self, table: Table, bot_pace_ms: int) -> None:
        self.bot_pace_ms = bot_pace_ms
        self._hurried = bot_pace_ms == 0
        """Nobody watches: the same seed shall play the same game."""

        self._table = table
        self._stirred = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self._thought: tuple[str, Action] | None = None
        self._thought_at: int | None = None
        self._paced_at: int | None = None

    def stir(self) -> None:
        """Something changed; something may be due."""
        self._stirred.set()

    async def run(self) -> None:
        """Do what is due until the table is closed. Raises what nobody here can put right, such as a full disk."""
        try:
            while True:
                self._stirred.clear()
                if await self._table.desk.do(self._step):
                    continue
                wait_ms = self._table.next_clock_ms()
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if wait_ms is None else wait_ms / 1000):
                        await self._stirred.wait()
        except Closed:
            return
        finally:
            if self._thinking is not None:
                self._thinking.cancel()
                with suppress(asyncio.CancelledError):
                    await self._thinking

    async def _step(self) -> bool:
        """Do one thing that is due; True if something was done and more may be due at once."""
        table = self._table
        if await self._follow_board():
            return True
        if table.phase in ("paused", "over"):
            return False
        if table.replay.now is not None:  # what has happened is still being shown
            return False
        if await self._run_out():
            return True
        if table.waits_for_consent:
            return False
        deciders = table.line.state.deciders()
        if CHANCE in deciders:
            if table.header.dice == "typed" and not deciders[CHANCE].face_down:
                return False
            await table.take(draw(deciders[CHANCE], table.header.seed, table.line.number + 1), by="dice")
            return True
        for seat, decision in deciders.items():
            if table.players[seat].kind == "bot":
                return await self._play(seat, decision)
            if decision.courtesy and decision.default is not None and table.players[seat].asked == "concerned":
                await table.take(decision.default, by="courtesy")
                return True
        return False

    # --- the board -----------------------------------------------------------------------------------

    async def _follow_board(self) -> bool:
        table = self._table
        watch = table.watch
        if watch is None or not watch.fresh:
            return False
        candidates: list[Action] = []
        if table.phase not in ("paused", "over"):
            people = persons(table.players)
            for seat in table.line.state.deciders():
                if seat in people:
                    candidates.extend(table.line.state.legal_actions(seat))
            if watch.intention is not None:
                candidates.append(watch.intention.action)
        if table.phase == "paused" and watch.intention is not None:
            watch.intend(None)
        transient = table.hands is not None and table.hands.busy
        laid = table.hands.laid if table.hands is not None else {}
        actions = watch.meaning(candidates, transient=transient, laid=laid)
        if watch.agrees and table.hands is not None:
            table.hands.settled()
        try:
            await table.take_all(actions, by="board")
        except IllegalAction as refused:
            log.error("The board was read as what may not be done (%s): %s", refused.refusal.rule, refused)
        table.board_judged()
        return bool(actions)

    # --- clocks --------------------------------------------------------------------------------------

    async def _run_out(self) -> bool:
        table = self._table
        deciders = table.line.state.deciders()
        for seat, kind in table.expired():
            decision = deciders.get(seat)
            if kind == "pace" or decision is None:
                continue
            view = table.view
            name = name_of(seat, table.players, view)
            default = decision.default
            if default is None or table.line.state.check(default) is not None:
                table.remark(f"{name}'s clock ran out; the table waits, because nothing may be assumed here.")
                continue
            label = table.game.label(default, view)
            await table.take(default, by="clock", note=f"{name}'s clock ran out: {label}.")
            return True
        return False

    # --- bots ----------------------------------------------------------------------------------------

    async def _play(self, seat: str, decision: Decision) -> bool:
        """Let the bot in ``seat`` think, wait its pace, and act: on the board where there is one, else at once.

        What it is asked out of courtesy it answers without a pause, whatever the answer.
        """
        table = self._table
        here = table.moment
        if self._thought_at != here or self._thought is None or self._thought[0] != seat:
            self._think(seat)
            return False
        if table.being_put_right:
            return False
        if self.bot_pace_ms and not decision.courtesy and self._paced_at != here:
            self._paced_at = here
            table.pace(seat, self.bot_pace_ms)
        if table.pacing(seat):
            return False
        action = self._thought[1]
        watch = table.watch
        if watch is not None and table.through_board:
            meant = intention(table.game, table.line.state, action)
            if meant is not None:
                if watch.intention is None or watch.intention.action != action:
                    watch.intend(meant)
                    table.board_judged()
                    return True
                return False
        await table.take(action, by="bot")
        return True

    def _think(self, seat: str) -> None:
        if self._thinking is not None and not self._thinking.done():
            return
        table = self._table
        seed, number = table.header.seed, table.line.number + 1
        thought = choose(table.line.state, seat, table.players[seat].bot, seed, number, by_clock=not self._hurried)
        self._thinking = asyncio.create_task(self._conclude(seat, thought, table.moment))

    async def _conclude(self, seat: str, thought: Coroutine[Any, Any, Action], moment: int) -> None:
        try:
            action = await thought
            self._thought, self._thought_at = (seat, action), moment
        finally:
            self._stirred.set()
