"""A whole hunt by one person at the board: every decision by a miniature that moves or touches, none on a page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from immolation.board.board_client import BoardClient
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.bots.chimera_hunt.greedy import HuntGreedy
from immolation.cli.headless import FAST_BOARD, STABLE_MS
from immolation.games import Gesture
from immolation.table.records import Player
from immolation.table.table import Table

LONGEST_S = 900.0


class Person:
    """Somebody at a board who looks at the lights, moves miniatures, and touches nothing else."""

    def __init__(self, table: Table, hands: VirtualControl) -> None:
        self.table, self.hands = table, hands
        assert table.coordinator is not None
        self.board = table.coordinator.reconciler
        self.news = asyncio.Event()
        table.on_change.append(self.news.set)
        hands.on_tiles.append(lambda tiles: self.news.set())
        self.mind = HuntGreedy(table.game, "p1")
        self.rng = Random(3)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that the table or the board brings about."""
        while not holds():
            self.news.clear()
            with suppress(TimeoutError):  # a stable pattern that changes nothing tells nobody
                await asyncio.wait_for(self.news.wait(), 0.05)

    async def settled(self) -> None:
        """Wait until nothing is left to be judged, and dice have fallen."""
        await self.until(lambda: not self.board.is_unjudged and "chance" not in self.table.history.state.deciders())

    async def put(self, off: Iterable[int], on: Iterable[int]) -> None:
        """Lift what stands on some tiles, set it down on others, and let the board feel it."""
        for tile in off:
            await self.hands.hand(tile, True)
        for tile in on:
            await self.hands.hand(tile, False)

    def wanted(self) -> frozenset[int]:
        """Where the lights want miniatures."""
        return self.table.game.picture(self.table.history.state.view(None)).occupied

    async def put_right(self) -> None:
        """Follow the lights until every miniature stands where the game has it."""
        while not (self.hands.tiles == self.wanted() and self.board.agrees):
            await self.put(self.hands.tiles - self.wanted(), self.wanted() - self.hands.tiles)
            await asyncio.sleep(0.02)

    async def show(self, gesture: Gesture) -> None:
        """Make a gesture; what only touches comes back once the game has taken it."""
        number = self.table.history.number
        await self.put(gesture.off, () if gesture.off == gesture.on else gesture.on)
        if gesture.off == gesture.on:
            await self.until(lambda: self.board.lifted is not None)
            await self.put((), gesture.on)
        await self.until(lambda: self.table.history.number > number)

    async def play(self) -> Counter[str]:
        """Hunt to the end; how often each kind of action was taken by hand."""
        done: Counter[str] = Counter()
        while self.table.phase != "over":
            await self.settled()
            await self.put_right()
            await self.settled()
            state = self.table.history.state
            if not state.deciders():
                await asyncio.sleep(0.02)
                continue
            if self.hands.tiles != self.wanted():
                continue
            actions = list(state.legal_actions("p1"))
            action = actions[0] if len(actions) == 1 else self.mind.pick(state.copy(), actions, self.rng)  # type: ignore[arg-type]
            gestures = {each.action: each for each in self.table.game.picture(state.view("p1"), actions).gestures}
            await self.show(gestures[action])
            done[type(action).__name__] += 1
        return done


@asynccontextmanager
async def seated(folder: Path) -> AsyncIterator[tuple[Table, VirtualControl]]:
    """A table for one person at a virtual board that runs the firmware; nobody but that person moves anything."""
    virtual = VirtualBoard(folder / "board", settings=FAST_BOARD)
    await virtual.start()
    hands = await VirtualControl.connect(virtual.control)
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=STABLE_MS)
    config = {"seats": 1, "chimera": "mooncove"}
    people = {"p1": Player("person", "Ada")}
    path = folder / "hunt.journal"
    table = await Table.open(
        path, game="chimera-hunt", config=config, seed=5, players=people, board=board, bot_pace_ms=0
    )
    jobs = [asyncio.create_task(board.run()), asyncio.create_task(table.run())]
    try:
        yield table, hands
    finally:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await table.close()
        await hands.close()
        await virtual.stop()


@pytest.mark.needs("micropython")
async def test_one_person_hunts_to_the_end_with_miniatures_alone(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hands), asyncio.timeout(LONGEST_S):
        done = await Person(table, hands).play()
        assert table.phase == "over"
        by = Counter(entry.by for entry in table.history.entries if entry.action.seat == "p1")
        assert {*by} == {"board"}
        assert by["board"] == sum(done.values())
        assert {"Move", "Strike", "DrawGem", "Rest", "Run"} <= {*done}
