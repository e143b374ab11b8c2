"""Bots at a table with a board: their moves are lit, and moved by people or by a virtual board's hands."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation.table.journal.journal_replay import read, replay
from immolation.table.records import Player

from tests.games.toy import Run

from .board_games import START, at, board_of, moved, set_out
from .conftest import BOTS, OpenTable
from .fake_board import FakeBoard, FakeControl, LateControl
from .waiting import over, until


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
