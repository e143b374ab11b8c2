"""Answers given at the board: buttons of seats, lit tiles, what can mean nothing else."""

from __future__ import annotations

import pytest
from immolation.board.messages import ButtonPress
from immolation.board.scene import ADVICE_PRIORITY
from immolation.games import load
from immolation.games.ascended_kings.actions import EndTurn
from immolation.table.seat_buttons import ending, lights
from immolation.table.table import Table, TableRefusal
from immolation_board import wire

from tests.games.toy import Pass, Play, Roll, Run

from .board_games import START, TYPED, at, board_of, legal, set_out
from .conftest import OpenTable
from .fake_board import FakeBoard
from .waiting import until


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


class TestAskedWhatToDo:
    """A seat's button that would do nothing, held for a second, asks."""

    @staticmethod
    async def hunting(open_table: OpenTable) -> tuple[Table, FakeBoard]:
        state = load("chimera-hunt").new({"seats": 2})
        while "chance" in state.deciders():
            state.apply(state.deciders()["chance"].outcomes[0].action)
        board = FakeBoard(state.game.picture(state.view(None)).occupied)
        table = await open_table(
            board=board.as_board, game="chimera-hunt", config=None, position=state.position(), **TYPED
        )
        board.rest()
        await until(table, lambda: not at(table).is_unjudged)
        return table, board

    async def test_a_bots_move_is_lit_and_said_until_something_is_done(self, open_table: OpenTable) -> None:
        table, board = await self.hunting(open_table)
        board.tell(ButtonPress(0, False))
        board.tell(ButtonPress(0, True, 300))
        board.tell(ButtonPress(0, False))
        board.tell(ButtonPress(0, True, 1_200))
        await until(table, lambda: table.state_record().note)
        action, label, _ = await table.hint("p1")
        assert table.state_record().note == f"Ada: a bot would do this: {label}."
        (advice,) = [layer for layer in board.scenes[-1] if layer.priority == ADVICE_PRIORITY]
        assert advice.effect == "blink"
        assert {*advice.tiles} == {27, table.game.record(action)["tile"]}
        assert len(board.scenes[-1]) <= wire.MAX_LAYERS
        n = table.n
        assert n == 0, "nothing is done"
        await table.decide(action)
        assert not [layer for layer in board.scenes[-1] if layer.priority == ADVICE_PRIORITY]
        assert not table.state_record().note

    async def test_a_short_press_asks_nothing_and_who_is_not_asked_has_nothing_to_choose(
        self, open_table: OpenTable
    ) -> None:
        table, board = await self.hunting(open_table)
        await table.decide(next(one for one in legal(table) if one.seat == "p1"))
        for held_ms, button in ((999, 0), (1_000, 5), (1_000, 6), (1_000, 1)):
            board.tell(ButtonPress(button, True, held_ms))
        await until(table, lambda: table.state_record().note)
        assert table.state_record().note == "Bob has nothing to choose now."

    async def test_what_others_may_not_know_is_not_told_at_the_board(self, open_table: OpenTable) -> None:
        board = FakeBoard(START)
        table = await set_out(open_table, board)
        await table.decide(Run("p1", 12))
        advised, *_ = await table.hint("p2")
        assert isinstance(advised, Pass | Play), "which of them nobody else should know"
        assert (board_of(table)._pressed_for_something, table._hints._advising) == (None, None)
        board.tell(ButtonPress(1, True, 1_000))
        await until(table, lambda: table.state_record().note)
        assert table.state_record().note == "Bob: what a bot would do stands on your page alone."
        assert not [layer for layer in board.scenes[-1] if layer.priority == ADVICE_PRIORITY]

    async def test_a_button_that_did_something_and_is_held_on_asks_nothing(self, open_table: OpenTable) -> None:
        board = FakeBoard(START)
        table = await set_out(open_table, board)
        await table.decide(Run("p1", 12))
        n = table.n
        board.tell(ButtonPress(1, False))
        board.tell(ButtonPress(1, True, 5_000))
        await until(table, lambda: table.n > n)
        await table.pause()  # waits its turn, behind both
        assert table._hints._advising is None
        assert not table.state_record().note


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
    burning = [33, 34, 35, 36, 43, 46, 53, 54, 55, 56]
    position = {"seats": {"p1": 44, "p2": 77}, "burning": burning}
    board = FakeBoard((44, 77))
    table = await open_table(
        board=board.as_board, game="cinders", config=None, position=position, players=None, **TYPED
    )
    board.rest()
    await until(table, lambda: not at(table).is_unjudged)
    (run,) = legal(table)
    board.place(off=[44])
    await until(table, lambda: at(table).lifted == 44)
    board.touch(45, False)
    board.land()
    await until(table, lambda: table.n == 1)
    assert table.history.entries[-1].action == run


async def test_an_answer_from_which_a_hand_could_slide_on_to_another_waits(open_table: OpenTable) -> None:
    """A hand may rest for a moment on the wrong one of two lit tiles."""
    kings = load("ascended-kings")
    position = {"seats": {"p1": {"tile": 44}, "p2": {"tile": 77}}, "turn": "p1"}
    board = FakeBoard((44, 77))
    table = await open_table(
        board=board.as_board, game="ascended-kings", config=None, position=position, players=None, **TYPED
    )
    board.rest()
    await until(table, lambda: not at(table).is_unjudged)
    lit = {gesture.on[0]: gesture.action for gesture in kings.picture(table.view, legal(table)).gestures}
    (wrong, _), (tile, action) = lit.items()
    board.place(off=[44])
    await until(table, lambda: at(table).lifted == 44)
    board.touch(wrong, False)
    board.land()
    await table.set_pace(1)
    assert table.n == 0
    board.touch(wrong, True)
    board.touch(tile, False)
    board.rest()
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
