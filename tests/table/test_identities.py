"""A board that knows which miniature stands where: whose move it was is sure, and who was exchanged is named."""

from __future__ import annotations

from immolation.table.table import Table

from tests.games.toy import Run

from .board_games import START, at, board_of, lit, moved, set_out
from .conftest import OpenTable
from .fake_board import FakeBoard
from .waiting import until

ADA, BOB = 0, 3


async def known(open_table: OpenTable, board: FakeBoard) -> Table:
    """A table whose board has told which magnet each miniature bears."""
    board.kinds = {2: ADA, 5: BOB}
    table = await set_out(open_table, board)
    await until(table, lambda: not at(table).is_unjudged)
    return table


async def test_the_miniature_that_the_game_means_is_taken(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await known(open_table, board)
    board.read({5: BOB, 12: ADA})
    board.place(off=[2], on=[12])
    await until(table, lambda: table.history.number == 4)
    assert table.history.entries[3].action == Run("p1", 12)
    assert table.state_record().board.state == "agrees"


async def test_another_miniature_on_the_right_tile_is_no_move(open_table: OpenTable) -> None:
    """Ada's 2 and Bob's 5 were lifted; Bob's stands on 12, where Ada might run, and hers where his was."""
    board = FakeBoard(START)
    table = await known(open_table, board)
    board.read({5: ADA, 12: BOB})
    await moved(table, board, off=[2, 5], on=[12, 5])
    assert table.history.number == 3
    assert table.state_record().board.state == "astray"
    board.read({2: ADA, 5: BOB})
    await moved(table, board, off=[12], on=[2])
    assert (table.history.number, table.state_record().board.state) == (3, "agrees")


async def test_exchanged_miniatures_are_named_and_lit_until_they_are_put_right(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await known(open_table, board)
    board.read({2: BOB, 5: ADA})
    await until(table, lambda: table.state_record().board.state == "astray")
    record = table.state_record().board
    assert record.text == "That is P2, not P1. Move P2 from 02 to 05."
    assert record.pairs == ((2, 5), (5, 2))
    assert 2 in lit(board, "blink")
    assert 5 in lit(board, "target")
    board.read({2: ADA, 5: BOB})
    await until(table, lambda: table.state_record().board.state == "agrees")


async def test_a_magnet_that_nobody_bears_is_named_by_its_size_and_pole(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await known(open_table, board)
    board.read({2: 6, 5: BOB})
    await until(table, lambda: table.state_record().board.state == "astray")
    record = table.state_record().board
    assert record.text == "The biggest north magnet stands on 02; P1 belongs there."
    assert record.pairs == ((2, None),)
    board.read({2: 5, 5: BOB})
    text = "The big south magnet stands on 02; P1 belongs there."
    await until(table, lambda: table.state_record().board.text == text)
    board.read({2: ADA, 5: BOB})
    await until(table, lambda: table.state_record().board.state == "agrees")


async def test_who_says_that_the_game_is_right_teaches_who_is_who(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await known(open_table, board)
    board.read({2: BOB, 5: ADA})
    await until(table, lambda: table.state_record().board.state == "astray")
    assert await board_of(table).put_right("game", "host")
    await until(table, lambda: table.state_record().board.state == "agrees")
    board.read({12: BOB, 5: ADA})
    board.place(off=[2], on=[12])
    await until(table, lambda: table.history.number == 4)


async def test_a_board_that_never_says_who_is_who_plays_as_ever(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[2], on=[12])
    await until(table, lambda: table.history.number == 4)
