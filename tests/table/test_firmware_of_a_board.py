"""The firmware of a board is updated in the middle of a game, and the game goes on where it was."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from immolation.board.board_client import BoardClient
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.table.records import Firmware
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table
from immolation.task_cancellation import ended
from immolation_board import VERSION

from tests.board.test_firmware_update import BOOT_OUT, make_drive
from tests.games.toy import Deal, Roll, Run

from .board_games import START, set_out
from .conftest import OpenTable
from .fake_board import FakeBoard, FakeControl
from .test_virtual_table import QUICK, STABLE_MS
from .waiting import until


def state_of(table: Table) -> str:
    """How far the update is."""
    update = table.state_record().board.update
    return update.state if update is not None else ""


async def test_it_is_refused_whole_where_it_cannot_be_written(open_table: OpenTable, tmp_path: Path) -> None:
    alone = await open_table(path=tmp_path / "alone.journal")
    for asked in (alone.firmware, alone.update_firmware):
        with pytest.raises(TableRefusal, match="no board at this table"):
            await asked()
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    assert await table.firmware() == Firmware(VERSION, False, "The board's drive is not here.")
    with pytest.raises(TableRefusal, match="drive is not here"):
        await table.update_firmware()
    virtual = FakeBoard(START)
    virtual.drive = tmp_path
    played = await open_table(board=virtual.as_board, control=FakeControl(virtual), path=tmp_path / "v.journal")
    assert not (await played.firmware()).drive
    with pytest.raises(TableRefusal, match="A virtual board runs"):
        await played.update_firmware()
    assert [state_of(one) for one in (table, played)] == ["", ""]


async def test_everybody_is_told_of_the_course(open_table: OpenTable, tmp_path: Path) -> None:
    board = FakeBoard(START)
    board.drive = make_drive(tmp_path / "CIRCUITPY")
    table = await set_out(open_table, board)
    assert await table.firmware() == Firmware(VERSION, True, "")
    await table.update_firmware()
    with pytest.raises(TableRefusal, match="being written already"):
        await table.update_firmware()
    await until(table, lambda: state_of(table) == "reset")
    board.report(up=700)
    board.report(up=1)
    assert state_of(table) == "done"


class LinkWithDrive(SerialLink):
    """The link of a board whose drive is a folder."""

    def __init__(self, port: str, folder: Path) -> None:
        super().__init__(port)
        self._folder = folder

    def drive(self) -> Path:
        return self._folder


@pytest.mark.needs("micropython")
async def test_a_game_goes_on_where_it_was_after_the_reset(open_table: OpenTable, tmp_path: Path) -> None:
    drive = make_drive(tmp_path / "CIRCUITPY", BOOT_OUT)
    virtual = VirtualBoard(tmp_path / "board", settings=QUICK)
    await virtual.start()
    board = BoardClient(LinkWithDrive(str(virtual.tty), drive), stable_ms=STABLE_MS)
    control = await VirtualControl.connect(virtual.control)
    keeping = asyncio.create_task(board.run())
    try:
        for tile in START:
            await control.hand(tile, False)
        table = await set_out_on(open_table, board)
        await until(table, lambda: table.state_record().board.state == "agrees")
        await until(table, lambda: board.status.get("up", 0) > 0)
        before = table.report(), table.history.number
        await table.update_firmware()
        await until(table, lambda: state_of(table) == "reset")
        assert (drive / "immolation_board").is_dir()
        await control.reset()
        await until(table, lambda: state_of(table) == "done")
        await until(table, lambda: board.occupied == frozenset(START) and table.state_record().board.state == "agrees")
        assert (table.report(), table.history.number) == before
        async with asyncio.timeout(60):
            await board.shown(table.scene.n)
        await control.move(2, 12)
        await until(table, lambda: table.history.number == before[1] + 1)
        assert isinstance(table.history.entries[-1].action, Run)
    finally:
        await ended(keeping)
        await control.close()
        await virtual.stop()


async def set_out_on(open_table: OpenTable, board: BoardClient) -> Table:
    """As `set_out`, on a board that is no stand-in."""
    table = await open_table(board=board, dice="typed", running=True)
    for action in (Deal("chance", "blank"), Deal("chance", "trip"), Roll("chance", 2)):
        await table.decide(action)
    return table
