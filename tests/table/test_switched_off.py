"""Tiles whose sensors are switched off: they are taken as the game has them, until they are heard again."""

from __future__ import annotations

import pytest
from immolation.table.table import TableRefusal

from tests.games.toy import Pass, Roll, Run

from .board_games import START, at, lit, moved, set_out
from .conftest import BOTS, OpenTable
from .fake_board import FakeBoard, FakeControl
from .waiting import over, until


async def test_a_stuck_tile_is_no_trouble_any_more_once_it_is_switched_off(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(on=[77])
    await until(table, lambda: table.phase == "astray")
    await table.switch_sensor(77, False)
    await until(table, lambda: table.phase == "playing")
    record = table.state_record().board
    assert (record.state, record.pairs, record.occupied, record.switched_off) == ("agrees", (), START, (77,))
    await moved(table, board, off=[77])
    await moved(table, board, on=[77])
    assert (table.phase, table.history.number) == ("playing", 3)
    assert 77 not in lit(board, "blink")
    await moved(table, board, off=[2], on=[12])
    await until(table, lambda: table.history.number == 4)
    assert table.history.entries[3].action == Run("p1", 12)


async def test_a_miniature_is_believed_to_stand_on_a_dead_tile(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[5])
    await until(table, lambda: table.phase == "astray")
    await table.switch_sensor(5, False)
    await until(table, lambda: table.phase == "playing")
    assert table.state_record().board.occupied == START
    await table.decide(Run("p1", 12))
    await moved(table, board, off=[2], on=[12])
    for action in (Pass("p2"), Roll("chance", 1)):
        await table.decide(action)
    board.place(on=[15])
    await until(table, lambda: table.history.number == 7)
    assert table.history.entries[6].action == Run("p2", 15), "what came onto 15 came from the tile that is not heard"


async def test_a_move_onto_a_tile_that_is_not_heard_is_done_when_its_miniature_was_lifted(
    open_table: OpenTable,
) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await table.switch_sensor(12, False)
    await table.decide(Run("p1", 12))
    assert table.state_record().board.text == "Move P1 from 02 to 12."
    await moved(table, board, off=[2])
    record = table.state_record().board
    assert (record.state, record.pairs, record.occupied) == ("agrees", (), (5, 12))


async def test_what_a_tile_reads_when_it_is_heard_again_is_owed_to_the_board_and_no_move(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await table.switch_sensor(12, False)
    board.place(on=[12])
    await table.switch_sensor(12, True)
    board.rest()
    await until(table, lambda: not at(table).is_unjudged)
    record = table.state_record().board
    assert (table.phase, record.state, record.switched_off) == ("playing", "moving", ())
    assert record.text == "Take the miniature off 12."
    await moved(table, board, off=[12])
    assert (table.state_record().board.state, table.history.number) == ("agrees", 3)


async def test_bots_on_a_virtual_board_play_over_tiles_that_are_not_heard(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    control = FakeControl(board)
    table = await open_table(board=board.as_board, control=control, players=BOTS, running=True)
    for tile in range(10, 20):
        await table.switch_sensor(tile, False)
    board.rest()
    await over(table)
    assert table.phase == "over"


async def test_only_a_tile_of_a_board_that_is_there_is_switched(open_table: OpenTable) -> None:
    table = await set_out(open_table, FakeBoard(START))
    with pytest.raises(TableRefusal, match="0 to 99"):
        await table.switch_sensor(100, False)
    await table.set_board(None)
    with pytest.raises(TableRefusal, match="no board at this table"):
        await table.switch_sensor(5, False)
