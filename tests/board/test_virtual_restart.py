"""A virtual board whose process dies comes back with what lay on it, and nobody who plays on it notices."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from immolation.board.virtual import LastingControl, VirtualBoard, VirtualControl
from immolation.task_cancellation import ended

from tests.virtual_boards import PATIENCE_S

pytestmark = pytest.mark.needs("micropython")


def kill(board: VirtualBoard) -> None:
    os.kill(int((board.folder / "lock").read_text()), signal.SIGKILL)


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[VirtualBoard]:
    board = VirtualBoard(tmp_path / "board", settings={"SUPPLY_MA": 4000})
    await board.start()
    keeping = asyncio.create_task(board.keep_running())
    yield board
    await ended(keeping)
    await board.stop()


async def test_it_is_started_again_with_what_lay_on_it(board: VirtualBoard) -> None:
    control = await LastingControl.connect(board.control)
    heard: asyncio.Queue[frozenset[int]] = asyncio.Queue()
    control.on_tiles.append(heard.put_nowait)
    for tile in (33, 71):
        await control.hand(tile, False)
    async with asyncio.timeout(PATIENCE_S):
        while await heard.get() != {33, 71}:
            pass
        kill(board)
        assert await heard.get() == {33, 71}  # told by the new process
        kill(board)
        await control.hand(33, True)  # waits until there is a board
        while await heard.get() != {71}:
            pass
    fresh = await VirtualControl.connect(board.control)
    assert fresh.tiles == {71}
    await fresh.close()
    await control.close()


async def test_frames_go_on_after_it_died(board: VirtualBoard) -> None:
    control = await LastingControl.connect(board.control)
    frames = control.frames()
    await control.credit(1)
    async with asyncio.timeout(PATIENCE_S):
        assert len(await anext(frames)) == 300
        waiting = asyncio.ensure_future(anext(frames))
        kill(board)
        while not waiting.done():
            await control.credit(1)
            await asyncio.wait([waiting], timeout=0.2)
        assert len(waiting.result()) == 300
    await control.close()


async def test_one_that_is_stopped_is_cleared_and_stays_away(tmp_path: Path) -> None:
    board = VirtualBoard(tmp_path / "board")
    await board.start()
    keeping = asyncio.create_task(board.keep_running())
    control = await VirtualControl.connect(board.control)
    await control.hand(5, False)
    await control.counters()
    await control.close()
    await board.stop()
    await asyncio.wait_for(keeping, PATIENCE_S)
    await board.start()
    control = await VirtualControl.connect(board.control)
    assert control.tiles == frozenset()
    await control.close()
    await board.stop()
