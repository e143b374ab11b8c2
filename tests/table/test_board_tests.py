"""A board that is tested in the middle of a game: its course is told, and no magnet that is moved for it is a move."""

from __future__ import annotations

import pytest
from immolation.board.messages import BoardMessage, BoardStatus, ButtonPress
from immolation.table.records import BoardTest
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

from .board_games import START, at, moved, set_out
from .conftest import OpenTable
from .fake_board import FakeBoard, FakeControl
from .waiting import until


def course(table: Table) -> BoardTest:
    """What is told of the test."""
    test = table.state_record().board.test
    assert test is not None
    return test


async def test_a_self_test_tells_tile_by_tile_and_none_of_it_is_a_move(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    assert table.state_record().board.test is None
    table.self_test(True)
    assert board.done == ["self-test"]
    assert course(table) == BoardTest("self-test", True, START, "")
    board.touch(2, True)
    for tile in (12, 13, 23):
        board.touch(tile, False)
        assert tile in course(table).answered
        board.rest()
        board.touch(tile, True)
    board.place(on=[2])
    assert course(table).answered == (2, 5, 12, 13, 23)
    board.place(off=[2], on=[12])
    board.tell(BoardMessage("Self-test: 95 sensors did not answer: 00 01 ..."))
    await until(table, lambda: not at(table).is_unjudged)
    assert course(table) == BoardTest(
        "self-test", False, (2, 5, 12, 13, 23), "Self-test: 95 sensors did not answer: 00 01 ..."
    )
    assert (table.history.number, table.phase) == (3, "playing")
    assert table.state_record().board.text == "Move P1 from 12 to 02.", "it is put back, for nobody made a move"
    table.self_test(False)
    assert table.state_record().board.test is None
    await moved(table, board, off=[12], on=[2])
    assert table.state_record().board.state == "agrees"


async def test_a_test_ends_when_the_host_says_so_or_the_board_has_forgotten_it(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.self_test(True)
    table.self_test(False)
    assert (board.done, course(table).running) == (["self-test", "stop"], False)
    for ending in (
        lambda: board.tell(BoardMessage("Self-test stopped before the sensors.")),
        lambda: (board.tell(BoardStatus({"up": 70})), board.tell(BoardStatus({"up": 1}))),
        lambda: board.plug(False),
    ):
        table.self_test(True)
        assert course(table).running
        ending()
        assert not course(table).running


async def test_a_board_that_is_away_is_not_tested(open_table: OpenTable) -> None:
    """What was asked of it would begin whenever it is plugged in, and until then every move would be a test."""
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.plug(False)
    for ask in (lambda: table.self_test(True), lambda: table.calibrate(None), lambda: table.calibrate(2)):
        with pytest.raises(TableRefusal, match="The board is away"):
            ask()
    assert (board.done, table.state_record().board.test) == ([], None)


async def test_a_test_that_is_begun_after_another_is_not_ended_by_what_is_said_of_the_other(
    open_table: OpenTable,
) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.self_test(True)
    table.self_test(False)
    table.self_test(True)
    board.tell(BoardMessage("Self-test stopped before the sensors."))
    board.tell(BoardMessage("Self-test: rows, columns, red, green, blue, white; then move a magnet over every tile."))
    assert course(table).running
    table.calibrate(None)
    assert board.done == ["self-test", "stop", "self-test", "stop", "calibrate"], "the board would test on"


async def test_nobody_says_in_the_middle_of_a_test_that_the_board_is_right(open_table: OpenTable) -> None:
    """What lies there was laid for the test."""
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.self_test(True)
    board.place(off=[2], on=[12])
    for which in ("board", "game"):
        with pytest.raises(TableRefusal, match="The board is being tested"):
            await table.put_right(which, by="host")
    assert table.history.number == 3
    table.self_test(False)
    assert await table.put_right("board", by="host")


async def test_a_button_that_is_pressed_for_the_test_does_nothing_else(open_table: OpenTable) -> None:
    """The self-test asks for every button; the host's would pause the game, a seat's pass or agree."""
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.self_test(True)
    board.tell(ButtonPress(6, up=False))
    board.tell(ButtonPress(6, up=True, held_ms=100))
    board.tell(BoardMessage("Self-test: 1 sensors did not answer: 50"))
    await until(table, lambda: not at(table).is_unjudged)
    assert table.phase == "playing"
    board.tell(ButtonPress(6, up=False))
    await until(table, lambda: table.phase == "paused")


async def test_a_board_that_was_lost_in_a_test_is_told_to_end_it_when_it_is_back(open_table: OpenTable) -> None:
    """Its radio was gone, or its host was killed: it tests on, and looks like a board that is played on."""
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.self_test(True)
    board.plug(False)
    board.plug(True)
    assert board.done == ["self-test", "stop"]
    board.plug(False)
    board.plug(True)
    assert board.done == ["self-test", "stop"], "once"
    fresh = FakeBoard(START, online=False)
    await table.set_board(fresh.as_board)
    fresh.plug(True)
    assert fresh.done == ["stop"]


async def test_a_board_that_goes_to_another_table_is_tested_no_more(open_table: OpenTable) -> None:
    """The other table would take the magnets for moves."""
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.self_test(True)
    await table.set_board(None)
    assert board.done == ["self-test", "stop"]


async def test_a_calibration_tells_which_tiles_read_empty(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    table.calibrate(None)
    assert course(table) == BoardTest("calibrate", True, (), "")
    said = "Calibrated: tiles 02 05 read occupied on an empty board and are left out."
    board.tell(BoardMessage(said))
    assert course(table) == BoardTest("calibrate", False, tuple(tile for tile in range(100) if tile not in START), said)
    table.calibrate(None)
    board.tell(BoardMessage("Calibrated: all 100 tiles read empty."))
    assert course(table).answered == tuple(range(100))
    table.calibrate(None)
    board.tell(BoardMessage("Calibration refused: 40 tiles read occupied; clear the board and calibrate again."))
    assert (course(table).running, course(table).answered) == (False, ())


async def test_a_virtual_board_is_left_alone_while_it_is_tested(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    control = FakeControl(board)
    table = await set_out(open_table, board, control=control)
    table.calibrate(3)
    assert (board.done, course(table).kind) == (["gauge-3"], "gauge")
    await control.hand(2, True)
    await until(table, lambda: 2 not in (table.state_record().board.occupied or ()))
    assert control.touches == 1
    table.self_test(False)
    await until(table, lambda: control.lying == frozenset(START))


async def test_what_is_wrong_with_the_board_is_told_while_it_is_played_on(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)

    def faults() -> list[tuple[str, tuple[int, ...]]]:
        return [(one.fault, one.tiles) for one in table.state_record().board.findings]

    assert faults() == []
    board.report(fps=97, up=30, stuck=[34], noisy=[], reset="power")
    assert faults() == [("stuck-tile", (34,))]
    await table.switch_sensor(34, False)
    assert faults() == []
    board.report(fps=97, up=4, stuck=[], noisy=[], reset="power")
    board.report(fps=97, up=2, stuck=[], noisy=[], reset="power")
    assert faults() == [("weak-supply", ())]
    table.self_test(True)
    board.place(on=[tile for tile in range(100) if tile not in (*START, 50)])
    assert faults() == [("weak-supply", ())], "the test goes on"
    board.tell(BoardMessage("Self-test: 1 sensors did not answer: 50"))
    assert faults() == [("weak-supply", ()), ("dead-sensor", (50,))]
    board.plug(False)
    assert faults() == [], "a board that is away says nothing"
