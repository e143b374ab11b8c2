"""From a miniature put down to new light: sensors, wire, stable pattern, rules, journal, scene, wire, LEDs.

The wait for a stable pattern is a choice (a slid miniature must not be read half-way), so it stands apart.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
from immolation import games
from immolation.board.board_client import BoardClient
from immolation.board.messages import BoardEvent, PatternLanded, PatternMoving, StablePattern
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

STABLE_MS = 250
FRAME_MS = 20  # the board draws 50 frames a second: light cannot follow faster than the frame that is being drawn


class Stopwatch:
    """When, in milliseconds since a hand put a miniature down, each thing happened first."""

    def __init__(self) -> None:
        self.rows: list[dict[str, float]] = []
        self._since = 0.0

    def start(self) -> None:
        self._since = time.perf_counter()
        self.rows.append({})

    def note(self, what: str) -> None:
        if self.rows:
            self.rows[-1].setdefault(what, 1000 * (time.perf_counter() - self._since))

    def line(self, name: str, values: list[float]) -> str:
        ninety_nine = statistics.quantiles(values, n=100)[98]
        return f"{name:<58} median {statistics.median(values):8.1f} ms   p99 {ninety_nine:8.1f} ms"


async def walk(folder: Path, moves: int) -> Stopwatch:
    """One person walks a miniature up and down on a virtual board, a step at a time."""
    watch = Stopwatch()
    virtual = VirtualBoard(folder / "board")
    await virtual.start()
    control = await VirtualControl.connect(virtual.control)
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=STABLE_MS)
    players = {seat: Player(kind="person", name=seat) for seat in ("p1", "p2")}
    table = await Table.open(folder / "game.journal", game="ascended-kings", config={"seats": 2}, seed=1,
                             players=players, board=board)  # fmt: skip
    game = games.load("ascended-kings")

    set_up: asyncio.Queue[frozenset[int]] = asyncio.Queue()

    def hear(news: BoardEvent) -> None:
        if isinstance(news, StablePattern):
            set_up.put_nowait(news.occupied)
        if isinstance(news, PatternMoving) and news.placed:
            watch.note("felt")
        elif isinstance(news, StablePattern | PatternLanded):  # whichever the step was taken by
            watch.note("stable")

    board.listeners.append(hear)
    jobs = [asyncio.create_task(board.run()), asyncio.create_task(table.run())]
    try:
        async with asyncio.timeout(120):
            updates = aiter(table.subscribe())
            while "p1" not in table.state_record().deciders or table.state_record().board.occupied is None:
                await anext(updates)
            await table.decide(game.action({"do": "choose-state", "seat": "p1", "state": "active"}))
            picture = table.state_record().picture
            for tile in picture.occupied:
                await control.hand(tile, False)
            while await set_up.get() != picture.occupied:
                pass  # a step out of a pattern that is not stable yet is another thing than a step
            here = int(table.state_record().view["seats"]["p1"]["tile"])
            there = here + 10 if here < 50 else here - 10
            for _ in range(moves):
                await control.hand(here, True)
                await asyncio.sleep(0.1)  # the miniature is in the air
                n = table.n
                watch.start()
                await control.hand(there, False)
                while table.n == n:
                    await anext(updates)
                watch.note("accepted")
                await board.shown(board.show(table.scene.layers))
                watch.note("shown")
                here, there = there, here
    finally:
        await ended(*jobs)
        await table.close()
        await control.close()
        await virtual.stop()
    return watch


@pytest.mark.needs("micropython")
@pytest.mark.benchmark(group="a miniature is put down")
def test_from_a_miniature_to_light(benchmark: Any, tmp_path: Path) -> None:
    moves = 60 if benchmark.enabled else 3  # as a plain test it need only work
    watch = benchmark.pedantic(lambda: asyncio.run(walk(tmp_path, moves)), rounds=1)
    rows = watch.rows
    assert len(rows) == moves
    assert all(set(row) == {"felt", "stable", "accepted", "shown"} for row in rows), rows
    work = [row["felt"] + row["shown"] - row["stable"] for row in rows]
    benchmark.extra_info["lines"] = [
        watch.line("felt by the host (debounce, scan, wire)", [row["felt"] for row in rows]),
        watch.line(
            f"wait for the pattern, {STABLE_MS} ms where it could go on", [row["stable"] - row["felt"] for row in rows]
        ),
        watch.line("accepted (occupancy, rules, journal on disk)", [row["accepted"] - row["stable"] for row in rows]),
        watch.line("new scene on the LEDs (compose, wire, frame)", [row["shown"] - row["accepted"] for row in rows]),
        watch.line("all but the wait", work),
        f"{f'limit: one frame of the board each way, {2 * FRAME_MS} ms':<58} median {2 * FRAME_MS:8.1f} ms",
    ]
