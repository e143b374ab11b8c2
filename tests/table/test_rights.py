"""Who may do what concerns everybody: another's miniature is settled with its owner's consent, and the log says who."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from immolation.games import Correct
from immolation.table.journal.journal_replay import replay
from immolation.table.records import Player, Rights, Settlement
from immolation.table.table import Table, TableRefusal

from tests.games.toy import Deal, Roll

from .conftest import OpenTable
from .fake_board import FakeBoard
from .waiting import asked, until

START = (2, 5)
"""Where Ada's and Bob's miniatures begin."""


async def bobs_is_astray(open_table: OpenTable, board: FakeBoard) -> Table:
    """Ada and Bob at a board, where Bob's miniature stands on 77 and nobody knows why."""
    table = await open_table(board=board.as_board, dice="typed", running=True)
    board.rest()
    for action in (Deal("chance", "blank"), Deal("chance", "trip"), Roll("chance", 2)):
        await table.decide(action)
    board.place(off=[5], on=[77])
    await until(table, lambda: table.phase == "astray")
    return table


def last_text(table: Table, kind: str) -> str:
    """What the log says of the newest entry of a kind."""
    return [event.text for entry in table.events_since(0) for event in entry.events if event.kind == kind][-1]


async def test_anothers_miniature_is_settled_once_its_owner_agrees(open_table: OpenTable) -> None:
    table = await bobs_is_astray(open_table, FakeBoard(START))
    state = table.state_record()
    assert state.board.settlement == Settlement("P2 stands on 77", "P2 stays on 05", ("p2",))
    assert await table.put_right("board", by="p1") is False
    assert table.view["seats"]["p2"]["tile"] == 5
    state = table.state_record()
    assert (state.consent, state.consent_to) == (("p2",), "Ada says that the board is right: P2 stands on 77.")
    with pytest.raises(TableRefusal, match="not asked"):
        await table.consent("p1", True)
    assert await table.consent("p2", True) is True
    assert table.history.entries[-1].action == Correct("table", ("seats", "p2", "tile"), 77)
    assert last_text(table, "put-right") == "Ada said the board is right: P2 stands on 77."
    assert table.state_record().consent == ()
    assert replay(table.path).digest == table.history.digest


async def test_an_owner_who_does_not_agree_is_believed(open_table: OpenTable) -> None:
    table = await bobs_is_astray(open_table, FakeBoard(START))
    await table.put_right("board", by="p1")
    assert await table.consent("p2", False) is False
    state = table.state_record()
    assert (state.consent, state.note) == ((), "Bob does not agree; the game stays as it is.")
    assert table.view["seats"]["p2"]["tile"] == 5
    assert await table.put_right("game", by="p1") is False  # that is about Bob's miniature just as well


@pytest.mark.parametrize("by", ["p2", "host"])
async def test_the_owner_and_the_host_need_nobody(open_table: OpenTable, by: str) -> None:
    table = await bobs_is_astray(open_table, FakeBoard(START))
    assert await table.put_right("board", by=by) is True
    assert table.view["seats"]["p2"]["tile"] == 77
    assert last_text(table, "put-right").startswith("Bob said" if by == "p2" else "The host said")


async def test_a_bots_miniature_is_anybodys_to_settle(open_table: OpenTable) -> None:
    table = await bobs_is_astray(open_table, FakeBoard(START))
    await table.set_player("p2", Player("bot", "", "random"))
    assert await table.put_right("board", by="p1") is True


async def test_what_was_asked_is_void_once_the_miniature_stands_elsewhere(open_table: OpenTable) -> None:
    board = FakeBoard(START)
    table = await bobs_is_astray(open_table, board)
    await table.put_right("board", by="p1")
    board.place(off=[77], on=[66])
    await until(table, lambda: not table.state_record().consent)
    with pytest.raises(TableRefusal, match="not asked"):
        await table.consent("p2", True)
    assert table.view["seats"]["p2"]["tile"] == 5


async def test_a_move_is_chosen_by_who_makes_it(open_table: OpenTable) -> None:
    """Bob and Cleo both hold a trip, and somebody throws Ada back: each says so of their own card alone."""
    board = FakeBoard((2, 5, 8))
    people = {"p1": Player("person", "Ada"), "p2": Player("person", "Bob"), "p3": Player("person", "Cleo")}
    table = await open_table(board=board.as_board, config={"seats": 3}, players=people, dice="typed", running=True)
    board.rest()
    for card in ("blank", "trip", "trip"):
        await table.decide(Deal("chance", card))
    await table.decide(Roll("chance", 2))
    board.place(off=[2], on=[22])
    await asked(table, "p3")
    board.place(off=[22], on=[12])
    await until(table, lambda: table.state_record().board.state == "asking")
    for by in ("p1", "p2"):
        with pytest.raises(TableRefusal, match="Only Cleo, or the host, says which move was meant"):
            await table.choose(1, by=by)
    await table.choose(1, by="p3")
    assert table.history.entries[-1].action.seat == "p3"


async def test_rights_outlive_a_restart_and_a_game_and_are_told(open_table: OpenTable) -> None:
    table = await open_table()
    rights = Rights(pause="host", end="players")
    await table.set_rights(rights)
    await table.set_rights(rights)  # nothing new is nothing to write
    assert table.state_record().rights == rights
    said = "Pausing: the host alone; Taking back: whoever plays; "
    assert last_text(table, "rights").startswith(said)
    await table.close()
    again = await open_table()
    assert (again.rights, again.n) == (rights, table.n)
    await again.new_game("toy-race", {"seats": 3})
    assert (again.rights, msgspec.to_builtins(again.state_record().rights)["pause"]) == (rights, "host")


async def test_the_log_says_who_paused(open_table: OpenTable) -> None:
    table = await open_table()
    await table.pause(by="p2")
    assert last_text(table, "pause") == "Bob paused the table."
    await table.resume()
    assert last_text(table, "resume") == "The host let the game go on."


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("  Ada\nBob ", "Ada Bob"),
        ("\u202eadA\u2066", "adA"),
        ("Ada\x1b[2J\x00", "Ada[2J"),
        ("A" * 15_000, "A" * 40),
        ("\u200f\u200e\x07", ""),
        ("Zoë 🐉 王", "Zoë 🐉 王"),
        ("<b>Ada</b> {{ states() }}", "<b>Ada</b> {{ states() }}"),
    ],
    ids=["two lines", "directions", "terminal", "long", "nothing", "languages", "markup"],
)
async def test_a_name_is_one_short_line_that_turns_nothing_round(
    open_table: OpenTable, tmp_path: Path, said: str, called: str
) -> None:
    table = await open_table(dice="typed")
    await table.set_player("p1", Player("person", said))
    assert table.players["p1"].name == called
    people = {"p1": Player("person", said), "p2": Player("bot", said, "random")}
    opened = await open_table(path=tmp_path / "b.journal", dice="typed", players=people)
    assert {player.name for player in opened.players.values()} == {called}
