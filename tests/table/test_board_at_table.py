"""A table with a board: what is moved, what is lit, what is put right, and who waits for whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from immolation.games import Correct
from immolation.table.clocks import ClockSettings
from immolation.table.journal.journal_replay import replay
from immolation.table.table import TableRefusal

from tests.games.toy import Deal, Pass, Play, Roll, Run

from .board_games import START, TYPED, at, lit, moved, set_out
from .conftest import OpenTable
from .fake_board import FakeBoard
from .waiting import asked, until

# --- moves made by hand -----------------------------------------------------------------------------------


async def test_a_miniature_moved_by_hand_is_an_action(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[2], on=[12])
    await until(table, lambda: table.history.number == 4)
    assert table.history.entries[3].action == Run("p1", 12)
    assert table.history.entries[3].by == "board"
    assert table.state_record().board.state == "agrees"


async def test_a_lifted_miniature_shows_where_it_may_go_and_put_back_it_is_nothing(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.touch(2, True)
    assert {11, 12, 13, 21, 22, 23} <= lit(board, "target")
    assert table.state_record().board.state == "moving"
    board.rest()
    await until(table, lambda: not at(table).is_unjudged)
    assert table.state_record().board.text == "The miniature from 02 is in hand."
    assert table.phase == "playing"
    await moved(table, board, on=[2])
    assert (table.history.number, table.state_record().board.state) == (3, "agrees")


async def test_another_legal_move_than_the_lit_one_is_taken_as_what_it_is(open_table: OpenTable) -> None:
    """Ada presses "Run to 12" on the page, but then walks on: her miniature stood on 2 and is put on 22."""
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await table.decide(Run("p1", 12))
    assert table.state_record().board.text == "Move P1 from 02 to 12."
    await table.undo()
    board.place(off=[2], on=[22])
    await until(table, lambda: table.history.number == 4)
    assert table.history.entries[3].action == Run("p1", 22)


async def test_a_move_made_on_the_page_is_owed_to_the_board_and_nobody_waits_for_it(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await table.decide(Run("p1", 12))
    record = table.state_record()
    assert (record.phase, record.board.state, record.board.pairs) == ("playing", "moving", ((2, 12),))
    assert 2 in lit(board, "blink")
    await table.decide(Pass("p2"))
    await table.decide(Roll("chance", 1))
    board.place(off=[5], on=[15])
    await until(table, lambda: table.history.number == 7)
    assert table.history.entries[6].action == Run("p2", 15)
    await moved(table, board, off=[2], on=[12])
    assert table.state_record().board.pairs == ()


async def test_a_host_made_change_is_checked_by_its_end_alone(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[2], on=[22])
    await asked(table, "p2")
    await table.decide(Play("p2"))
    assert table.state_record().board.text == "Move P1 from 22 to 12."
    for hands in ({"off": [22]}, {"off": [5]}, {"on": [12]}, {"on": [5]}):
        await moved(table, board, **hands)
    record = table.state_record().board
    assert (record.state, record.pairs) == ("agrees", ())


# --- astray ----------------------------------------------------------------------------------------------


async def test_what_no_rule_explains_is_guided_back_and_clocks_stand_meanwhile(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board, clocks=ClockSettings("turn", 60_000))
    assert table.clocks()[0].running_since is not None
    board.place(off=[5], on=[77])
    await until(table, lambda: table.phase == "astray")
    record = table.state_record().board
    assert (record.state, record.pairs, record.text) == ("astray", ((77, 5),), "Move P2 from 77 to 05.")
    assert all(clock.running_since is None for clock in table.clocks())
    assert 77 in lit(board, "blink")
    board.place(off=[77], on=[5])
    await until(table, lambda: table.phase == "playing")
    assert table.clocks()[0].running_since is not None
    assert table.history.number == 3


async def test_a_move_that_may_not_be_says_why_before_it_says_what_to_do(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[2], on=[88])
    await until(table, lambda: table.phase == "astray")
    refusal = table.history.state.check(Run("p1", 88))
    assert refusal is not None
    assert table.state_record().board.text == f"{refusal.reason} Move P1 from 88 to 02."
    assert at(table).put_back_text() == f"P1 was put back on 02. {refusal.reason}"


async def test_while_astray_the_page_is_not_blocked(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[5], on=[77])
    await until(table, lambda: table.phase == "astray")
    await table.decide(Run("p1", 12))
    await until(table, lambda: not at(table).is_unjudged)
    assert table.phase == "astray"
    board.place(off=[77, 2], on=[5, 12])
    await until(table, lambda: table.phase == "playing")


async def test_the_board_is_right(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[5], on=[77])
    await until(table, lambda: table.phase == "astray")
    await table.put_right("board")
    assert table.view["seats"]["p2"]["tile"] == 77
    assert table.history.entries[-1].action == Correct("table", ("seats", "p2", "tile"), 77)
    await until(table, lambda: table.phase == "playing")
    assert replay(table.path).digest == table.history.digest


async def test_the_game_is_right_and_a_dead_sensor_is_not_looked_at(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.place(off=[5])
    await moved(table, board, on=[66])
    await until(table, lambda: table.phase == "astray")
    await table.put_right("game")
    await until(table, lambda: table.phase == "playing")
    assert table.state_record().board.state == "agrees"
    board.place(off=[2], on=[12])
    await until(table, lambda: table.history.number == 4)
    board.place(off=[66], on=[5])
    await until(table, lambda: not at(table).is_unjudged)
    assert table.phase == "playing"
    board.place(off=[5], on=[44])
    await until(table, lambda: table.phase == "astray")


async def test_there_is_nothing_to_put_right_or_choose_without_reason(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    with pytest.raises(TableRefusal, match="agree already"):
        await table.put_right("board")
    with pytest.raises(TableRefusal, match="not 'nobody'"):
        await table.put_right("nobody")  # type: ignore[arg-type]
    with pytest.raises(TableRefusal, match="nothing to choose"):
        await table.choose(0)
    with pytest.raises(TableRefusal, match="helping hands"):
        await table.set_hands(False)
    table.identify()
    assert board.identified == 1


async def test_the_current_limit_is_told_to_the_board_and_to_everybody(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    assert table.state_record().board.limit_ma is None
    await table.set_current_limit(2000)
    assert (board.limit_ma, table.state_record().board.limit_ma) == (2000, 2000)
    for ma in (99, 6001):
        with pytest.raises(TableRefusal, match="100 to 6000"):
            await table.set_current_limit(ma)
    assert board.limit_ma == 2000


# --- pause and choice -------------------------------------------------------------------------------------


async def test_a_pause_lets_people_handle_the_board_and_is_judged_afterwards(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await table.pause()
    await moved(table, board, off=[2], on=[12])
    assert table.history.number == 3
    await table.resume()
    await until(table, lambda: table.history.number == 4)
    assert table.history.entries[3].action == Run("p1", 12)


async def test_several_meanings_are_asked_about_and_one_is_chosen(open_table: OpenTable) -> None:
    """Bob and Cleo both hold a trip, and somebody throws Ada back: whose card was it?"""
    board = FakeBoard((2, 5, 8))
    table = await open_table(board=board.as_board, config={"seats": 3}, players=None, **TYPED)
    board.rest()
    for card in ("blank", "trip", "trip"):
        await table.decide(Deal("chance", card))
    await table.decide(Roll("chance", 2))
    board.place(off=[2], on=[22])
    await asked(table, "p3")
    board.place(off=[22], on=[12])
    await until(table, lambda: table.state_record().board.state == "asking")
    record = table.state_record().board
    assert [choice.action["seat"] for choice in record.choices] == ["p2", "p3"]
    with pytest.raises(TableRefusal, match="no choice 2"):
        await table.choose(2)
    await table.choose(1)
    assert table.history.entries[-1].action == Play("p3")
    await until(table, lambda: table.state_record().board.state == "agrees")


# --- the board comes and goes ------------------------------------------------------------------------------


async def test_without_its_board_the_game_goes_on_and_the_board_catches_up(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    board.plug(False)
    assert table.state_record().board.state == "offline"
    assert table.state_record().board.text == "The board was unplugged."
    await table.decide(Run("p1", 12))
    assert table.phase == "playing"
    board.plug(True)
    await until(table, lambda: not at(table).is_unjudged)
    assert table.state_record().board.text == "Move P1 from 02 to 12."


async def test_an_empty_board_is_set_up_one_miniature_after_the_other(open_table: OpenTable) -> None:
    board = FakeBoard()
    table = await set_out(open_table, board)
    texts = []
    for tile in START:
        await until(table, lambda: not at(table).is_unjudged)
        record = table.state_record()
        assert record.phase == "playing"
        texts.append(record.board.text)
        await moved(table, board, on=[tile])
    assert texts == ["Put P1 on 02.", "Put P2 on 05."]
    assert table.state_record().board.pairs == ()


async def test_a_move_made_while_the_host_was_away_is_taken_when_it_returns(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await table.close()
    moved_meanwhile = FakeBoard([5, 12])
    again = await open_table(board=moved_meanwhile.as_board, running=True)
    moved_meanwhile.rest()
    await until(again, lambda: again.history.number == 4)
    assert again.history.entries[3].action == Run("p1", 12)


async def test_a_board_that_ran_before_the_table_was_opened_is_read_at_once(open_table: OpenTable) -> None:
    board = FakeBoard([2])
    board.rest()
    table = await open_table(board=board.as_board, **TYPED)
    await until(table, lambda: table.state_record().board.text == "Put P2 on 05.")


async def test_the_same_scene_is_not_sent_twice(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await moved(table, board)
    sent = len(board.scenes)
    board.report(fps=50, ma=300)
    await moved(table, board)
    assert len(board.scenes) == sent
    assert table.scene.layers == board.scenes[-1]
    assert table.state_record().board.status == {"fps": 50, "ma": 300}


async def test_a_running_clock_is_light_on_the_edge(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    await set_out(open_table, board, clocks=ClockSettings("turn", 60_000))
    (clock,) = [layer for layer in board.scenes[-1] if layer.effect == "clock"]
    assert clock.clock is not None
    assert clock.clock[1] == 60_000
    assert clock.tiles == tuple(range(90, 100))


async def test_a_reaction_window_lights_nothing_that_a_hidden_card_could_be_read_from(
    open_table: OpenTable, tmp_path: Path
) -> None:
    scenes = []
    for card in ("trip", "blank"):
        board = FakeBoard(START)
        table = await open_table(board=board.as_board, dice="typed", path=tmp_path / card)
        board.rest()
        for action in (Deal("chance", "dash"), Deal("chance", card), Roll("chance", 2), Run("p1", 12)):
            await table.decide(action)
        scenes.append(board.scenes[-1])
    assert scenes[0] == scenes[1]
