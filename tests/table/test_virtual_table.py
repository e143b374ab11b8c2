"""A table on the real firmware in MicroPython: scenes go down the wire, tiles come up, the game is the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from immolation.board.board_client import BoardClient
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.table.journal.journal_replay import replay
from immolation.table.table import Table
from immolation.task_cancellation import ended

from tests.games.toy import Run

from .conftest import BOTS, OpenTable
from .waiting import over, until

STABLE_MS = 15
"""Nobody slides a miniature here."""

QUICK = {"SCAN_MS": 5, "PLACE_MS": 5, "LIFT_MS": 5}


def shown(table: Table) -> frozenset[int]:
    """The tiles where the game's pieces stand; the last move is carried out after the game is over."""
    return frozenset(table.game.picture(table.view).occupied)


@pytest.mark.needs("micropython")
async def test_bots_play_through_the_firmware_the_game_they_play_without_it(
    open_table: OpenTable, tmp_path: Path
) -> None:
    plain = await open_table(players=BOTS, path=tmp_path / "plain", running=True)
    await over(plain)
    virtual = VirtualBoard(tmp_path / "board", settings=QUICK)
    await virtual.start()
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=STABLE_MS)
    control = await VirtualControl.connect(virtual.control)
    keeping = asyncio.create_task(board.run())
    try:
        table = await open_table(board=board, control=control, players=BOTS, path=tmp_path / "b", running=True)
        await over(table)
        assert table.coordinator is not None
        reconciler = table.coordinator.reconciler
        await until(table, lambda: board.occupied == shown(table) and not reconciler.has_pending_moves)
        assert table.report() == plain.report() == replay(table.path)
        assert control.tiles == shown(table) == board.occupied
        assert board.counters.edges >= 2 * sum(isinstance(ply.action, Run) for ply in table.history.entries)
        async with asyncio.timeout(60):
            await board.shown(table.scene.n)
        assert control.refusals == []
        await table.close()
    finally:
        await ended(keeping)
        await control.close()
        await virtual.stop()
