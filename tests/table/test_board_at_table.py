"""A table with a board: what is moved, what is lit, what is put right, and who waits for whom."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation.board.messages import ButtonPress
from immolation.games import Correct, load
from immolation.games.ascended_kings.actions import EndTurn
from immolation.table.board_coordinator import BoardCoordinator
from immolation.table.board_reconciler import BoardReconciler
from immolation.table.clocks import ClockSettings
from immolation.table.journal.journal_replay import read, replay
from immolation.table.records import Player
from immolation.table.seat_buttons import ending, lights
from immolation.table.table import Table, TableRefusal

from tests.games.toy import Deal, Pass, Play, Roll, Run

from .conftest import BOTS, OpenTable
from .fake_board import FakeBoard, FakeControl, LateControl
from .waiting import asked, over, until

TYPED: dict[str, Any] = {"dice": "typed", "running": True}
START = (2, 5)
"""Where Ada's and Bob's miniatures begin."""


async def set_out(open_table: OpenTable, board: FakeBoard, **given: Any) -> Table:
    """A table with people, where Ada may run up to two rows."""
    table = await open_table(board=board.as_board, **{**TYPED, **given})
    board.rest()
    for action in (Deal("chance", "blank"), Deal("chance", "trip"), Roll("chance", 2)):
        await table.decide(action)
    return table


def board_of(table: Table) -> BoardCoordinator:
    """The board beside the table."""
    assert table.coordinator is not None
    return table.coordinator


def at(table: Table) -> BoardReconciler:
    """What the table makes of its board."""
    return board_of(table).reconciler


async def moved(table: Table, board: FakeBoard, **hands: Any) -> None:
    """Somebody moves miniatures, and the table has taken notice."""
    updates = table.subscribe()
    await anext(updates)
    board.place(**hands)
    await until(table, lambda: not at(table).is_unjudged)
    updates.close()


def lit(board: FakeBoard, effect: str) -> set[int]:
    return {tile for layer in board.scenes[-1] if layer.effect == effect for tile in layer.tiles}


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


# --- bots and a board --------------------------------------------------------------------------------------


async def test_a_bots_move_is_lit_and_done_when_its_miniature_was_moved(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await open_table(board=board.as_board, players=BOTS, running=True)
    board.rest()
    await until(table, lambda: at(table).intended_move is not None)
    number = table.history.number
    ((start, end),) = table.state_record().board.pairs
    assert start is not None
    assert end is not None
    assert table.state_record().board.text == f"Move P1 from {start:02d} to {end:02d}."
    board.place(off=[start], on=[end])
    await until(table, lambda: table.history.number > number)
    assert table.history.entries[number].action == Run("p1", end)
    assert table.history.entries[number].by == "bot"


async def test_a_bots_move_is_also_done_when_people_say_that_the_game_is_right(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await open_table(board=board.as_board, players=BOTS, running=True)
    board.rest()
    await until(table, lambda: at(table).intended_move is not None)
    number, pairs = table.history.number, table.state_record().board.pairs
    await table.put_right("game")
    assert table.history.number > number
    assert table.state_record().board.pairs == pairs, "the miniature is still to be moved"
    assert table.history.entries[number].by == "bot"


async def test_bots_play_on_without_a_board_that_was_unplugged(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await open_table(board=board.as_board, players=BOTS, running=True)
    board.rest()
    await until(table, lambda: at(table).intended_move is not None)
    board.plug(False)
    await over(table)


def actions_of(path: Path) -> list[Mapping[str, Any]]:
    return [(entry.record["action"], entry.record["by"], entry.digest) for entry in read(path)[1]]  # type: ignore[misc]


@pytest.mark.parametrize("lying", [START, (), (50, 51, 52)])
async def test_hands_play_a_whole_game_of_bots_on_a_virtual_board(
    open_table: OpenTable, tmp_path: Path, lying: tuple[int, ...]
) -> None:
    plain = await open_table(players=BOTS, path=tmp_path / "plain", running=True)
    await over(plain)
    board = FakeBoard(lying)
    control = FakeControl(board)
    table = await open_table(board=board.as_board, control=control, players=BOTS, path=tmp_path / "b", running=True)
    board.rest()
    await over(table)
    assert actions_of(table.path) == actions_of(plain.path)
    assert control.touches >= 2 * sum(isinstance(entry.action, Run) for entry in table.history.entries) - 2
    await until(table, lambda: board.occupied == table.game.picture(table.view).occupied)


@pytest.mark.parametrize("noise", range(12))
async def test_a_restless_board_changes_nothing_in_the_game_of_bots(
    open_table: OpenTable, tmp_path: Path, noise: int
) -> None:
    plain = await open_table(players=BOTS, path=tmp_path / "plain", config={"seats": 2}, running=True)
    await over(plain)
    board = FakeBoard(START)
    control = FakeControl(board, Random(noise))
    table = await open_table(board=board.as_board, control=control, players=BOTS, path=tmp_path / "b", running=True)
    board.rest()
    while table.phase != "over":
        number = table.history.number
        await until(table, lambda number=number: table.history.number > number + 3 or table.phase == "over")
        board.plug(False)
        await asyncio.sleep(0)
        board.plug(True)
    assert actions_of(table.path) == actions_of(plain.path)


async def test_hands_move_what_a_person_chose_on_the_page_but_leave_a_lifted_miniature_alone(
    open_table: OpenTable,
) -> None:
    board = FakeBoard(START)
    control = FakeControl(board)
    table = await set_out(open_table, board, control=control)
    await control.hand(2, True)
    await until(
        table,
        lambda: at(table).lifted == 2 and not at(table).is_unjudged,
    )
    await asyncio.sleep(0)
    assert control.tiles == {5}
    await control.hand(2, False)
    await until(
        table,
        lambda: at(table).lifted is None and not at(table).is_unjudged,
    )
    await table.decide(Run("p1", 12))
    await until(table, lambda: not at(table).has_pending_moves)
    assert control.tiles == {5, 12}


async def test_what_the_game_takes_back_while_hands_are_at_it_is_put_back_and_nobody_is_blamed(
    open_table: OpenTable,
) -> None:
    """The hands have moved Ada's miniature to 12; before the sensors say so, her run is taken back."""
    board = FakeBoard(START)
    control = LateControl(board)
    table = await set_out(open_table, board, control=control)
    await until(
        table,
        lambda: at(table).agrees and not at(table).is_unjudged,
    )
    await table.decide(Run("p1", 12))
    await control.moved.wait()
    await table.undo()
    phases: set[str] = set()
    table.on_change.append(lambda: phases.add(table.phase))
    control.feel.set()
    await until(table, lambda: control.lying == {*START} and table.state_record().board.state == "agrees")
    assert phases == {"playing"}


async def test_hands_can_be_told_to_rest(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    control = FakeControl(board)
    table = await set_out(open_table, board, control=control)
    await table.set_hands(False)
    await table.decide(Run("p1", 12))
    await moved(table, board)
    assert control.tiles == {2, 5}
    await table.set_hands(True)
    await until(table, lambda: not at(table).has_pending_moves)
    assert control.tiles == {5, 12}


async def test_a_person_and_a_bot_share_a_virtual_board(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    control = FakeControl(board)
    players = {"p1": Player("person", "Ada"), "p2": BOTS["p2"]}
    table = await open_table(board=board.as_board, control=control, players=players, running=True)
    board.rest()
    while table.phase != "over":
        await until(table, lambda: "p1" in table.history.state.deciders() or table.phase == "over")
        await until(table, lambda: not board_of(table).is_being_corrected)
        runs = [one for one in table.history.state.legal_actions("p1") if isinstance(one, Run)]
        number = table.history.number
        if runs:
            await control.hand(table.view["seats"]["p1"]["tile"], True)
            await control.hand(runs[-1].tile, False)
        elif table.phase != "over":
            await table.decide(table.history.state.legal_actions("p1")[0])
        await until(table, lambda number=number: table.history.number > number or table.phase == "over")
    assert replay(table.path) == table.report()


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_whole_game_of_ascended_kings_is_the_same_on_a_board_as_without(
    open_table: OpenTable, tmp_path: Path, seats: int
) -> None:
    kings: dict[str, Any] = {
        "game": "ascended-kings",
        "config": {"seats": seats, "rounds": 6},
        "players": {f"p{number}": Player("bot") for number in range(1, seats + 1)},
        "running": True,
    }
    plain = await open_table(path=tmp_path / "plain", **kings)
    await over(plain)
    board = FakeBoard()
    table = await open_table(
        board=board.as_board, control=FakeControl(board, Random(seats)), path=tmp_path / "b", **kings
    )
    board.rest()
    await over(table)
    assert table.report() == plain.report() == replay(table.path)
    assert [entry.digest for entry in table.history.entries] == [entry.digest for entry in plain.history.entries]


def shining(board: FakeBoard) -> set[int]:
    """The buttons that are lit."""
    return {spot for layer in board.scenes[-1] for spot in layer.tiles if spot >= 100}


class TestButtons:
    async def test_the_hosts_button_pauses_and_goes_on(self, open_table: OpenTable) -> None:
        board = FakeBoard(START)
        table = await set_out(open_table, board)
        board.tell(ButtonPress(6, False))
        await until(table, lambda: table.phase == "paused")
        board.tell(ButtonPress(6, True, 100))
        board.tell(ButtonPress(0, False))
        board.tell(ButtonPress(6, False))
        await until(table, lambda: table.phase != "paused")

    async def test_a_seats_button_passes_where_that_is_one_action(self, open_table: OpenTable) -> None:
        board = FakeBoard(START)
        table = await set_out(open_table, board)
        with pytest.raises(TableRefusal, match="nothing to end or to pass"):
            await table.press(0)
        await table.decide(Run("p1", 12))
        board.tell(ButtonPress(1, False))
        await until(table, lambda: table.history.entries[-1].action == Pass("p2"))

    async def test_the_buttons_that_would_do_something_shine(self, open_table: OpenTable) -> None:
        board = FakeBoard(START)
        board.buttons = 0x7F
        table = await set_out(open_table, board)
        await table.decide(Run("p1", 12))
        assert not shining(board), "who may answer here holds a card that nobody else should know of"
        await table.pause()
        assert shining(board) == {106}
        kings = load("ascended-kings").new({"seats": 3})
        while not isinstance(ending(kings, "p1"), EndTurn):
            seat, decision = next(iter(kings.deciders().items()))
            due = decision.outcomes[0].action if decision.outcomes else decision.default
            kings.apply(due or kings.legal_actions(seat)[0])
        view, seats = kings.view(None), tuple(kings.seats)
        found = lights(kings, view, seats, seats, paused=False)
        assert [(layer.tiles, layer.colour) for layer in found] == [((100,), view["seats"]["p1"]["colour"])]
        assert lights(kings, view, seats, ("p2", "p3"), paused=False) == ()

    async def test_a_board_without_buttons_is_told_of_none(self, open_table: OpenTable) -> None:
        board = FakeBoard(START)
        table = await set_out(open_table, board)
        await table.pause()
        await until(table, lambda: table.phase == "paused")
        assert not shining(board)

    async def test_a_button_of_nobody_says_so(self, open_table: OpenTable) -> None:
        table = await set_out(open_table, FakeBoard(START))
        n = table.n
        with pytest.raises(TableRefusal, match="No person sits at this button"):
            await table.press(5)
        assert table.n == n


async def test_a_miniature_put_back_takes_back_what_taking_it_away_asked_and_a_button_says_yes(
    open_table: OpenTable,
) -> None:
    """The king of Bob is taken away: put back it was nothing, and Ada's button says that he was killed."""
    kings = load("ascended-kings")
    position = {"seats": {"p1": {"tile": 44}, "p2": {"tile": 45}}, "turn": "p1", "walls": {}}
    state = kings.from_position(position)
    state.apply(next(one for one in state.legal_actions("p1") if getattr(one, "state", "") == "active"))
    while "chance" in state.deciders():
        state.apply(state.deciders()["chance"].outcomes[0].action)
    board = FakeBoard((44, 45))
    table = await open_table(
        board=board.as_board, game="ascended-kings", config=None, position=state.position(), players=None, **TYPED
    )
    board.rest()
    await until(table, lambda: not at(table).is_unjudged)
    board.place(off=[45])
    await until(table, lambda: table.state_record().board.state == "asking")
    (lit,) = [choice.tile for choice in table.state_record().board.choices]
    assert lit not in (44, 45)
    board.place(on=[45])
    await until(table, lambda: table.state_record().board.state == "agrees")
    n = table.n
    board.place(off=[45])
    await until(table, lambda: table.state_record().board.state == "asking")
    board.tell(ButtonPress(0, False))
    await until(table, lambda: table.n > n)
    assert kings.record(table.history.entries[n].action)["do"] == "kill"


async def test_an_answer_that_can_mean_nothing_else_is_taken_before_it_is_stable(open_table: OpenTable) -> None:
    kings = load("ascended-kings")
    position = {"seats": {"p1": {"tile": 44}, "p2": {"tile": 77}}, "turn": "p1"}
    board = FakeBoard((44, 77))
    table = await open_table(
        board=board.as_board, game="ascended-kings", config=None, position=position, players=None, **TYPED
    )
    board.rest()
    await until(table, lambda: not at(table).is_unjudged)
    lit = {gesture.on[0]: gesture.action for gesture in kings.picture(table.view, legal(table)).gestures}
    tile, action = next(iter(lit.items()))
    board.place(off=[44])
    await until(table, lambda: at(table).lifted == 44)
    board.touch(tile, False)
    board.land()
    await until(table, lambda: table.n == 1)
    assert table.history.entries[-1].action == action
    board.place(off=[tile], on=[44])
    await until(table, lambda: table.state_record().board.state == "agrees")
    assert table.n == 1, "coming back is not done twice"


async def test_a_step_that_could_slide_on_waits_until_it_is_stable(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await set_out(open_table, board)
    await until(table, lambda: not at(table).is_unjudged)
    board.place(off=[2])
    board.touch(12, False)
    board.land()
    await table.set_pace(1)
    assert table.history.entries[-1].action == Roll("chance", 2)
    board.rest()
    await until(table, lambda: table.history.entries[-1].action == Run("p1", 12))


def legal(table: Table) -> list[Any]:
    """What may be done by anybody."""
    state = table.history.state
    return [action for seat in state.deciders() for action in state.legal_actions(seat)]
