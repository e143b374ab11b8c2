"""A game that goes on from a position: journaled, replayed, taken back and killed like any other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from immolation import games
from immolation.games import BadPosition
from immolation.table.clocks import ClockSettings
from immolation.table.game_setup import config_of_position
from immolation.table.journal.journal_replay import played, read, replay
from immolation.table.records import Player
from immolation.table.table import TableRefusal

from tests.games.toy import Deal, Roll, Run

from .conftest import BOTS, OpenTable
from .test_table import TYPED
from .waiting import over


def in_the_middle() -> dict[str, Any]:
    """Ada holds nothing, Bob a trip card, and Ada may run two tiles."""
    state = games.load("toy-race").new(None)
    for action in (Deal("chance", "blank"), Deal("chance", "trip"), Roll("chance", 2)):
        state.apply(action)
    return state.position()


async def test_it_goes_on_from_there_and_comes_back_after_a_restart(open_table: OpenTable, tmp_path: Path) -> None:
    path = tmp_path / "middle.journal"
    table = await open_table(path=path, position=in_the_middle(), **TYPED)
    assert list(table.history.state.deciders()) == ["p1"]
    assert table.history.start_digest == games.load("toy-race").from_position(in_the_middle()).digest()
    await table.decide(Run("p1", 12))
    digest = table.history.digest
    await table.close()
    again = await open_table(path=path, game=None)
    assert again.history.digest == digest
    assert replay(path).digest == digest
    assert read(path)[0].position == in_the_middle()
    line, seed = played(path)
    assert (line.state.position(), seed) == (again.history.state.position(), 7)


async def test_undo_goes_back_to_the_position_and_no_further(open_table: OpenTable) -> None:
    table = await open_table(position=in_the_middle(), **TYPED)
    await table.decide(Run("p1", 12))
    assert await table.undo(0)
    assert table.history.state.position() == in_the_middle()
    with pytest.raises(TableRefusal, match="nothing to take back"):
        await table.undo()


async def test_bots_play_it_to_its_end_the_same_each_time(open_table: OpenTable, tmp_path: Path) -> None:
    ends = []
    for name in ("one", "other"):
        table = await open_table(path=tmp_path / name, position=in_the_middle(), players=BOTS, running=True)
        await over(table)
        ends.append(table.history.digest)
    assert ends[0] == ends[1]


DRAWN: dict[str, Any] = {
    "seats": {"p1": {"transmuted": ["ylem"], "tile": 44}, "p2": {"tile": 99}},
    "track": "full",
    "stack": [{"at": "generate"}],
}
"""A position between two decisions: p1's turn begins by itself."""


async def test_what_happens_by_itself_before_the_first_decision_is_in_the_log(
    open_table: OpenTable, tmp_path: Path
) -> None:
    path = tmp_path / "begun.journal"
    kings = {"game": "ascended-kings", "settings": {"track": "full"}, "players": None, "dice": "typed"}
    table = await open_table(path=path, position=DRAWN, **kings)
    (told,) = table.events_since(0, None)
    assert (told.n, told.action) == (1, None)
    assert [(event.kind, event.rules) for event in told.events] == [("generated", ("AK-TURN-03",))]
    await table.decide(table.history.state.legal_actions("p1")[0])
    assert await table.undo(0)
    assert table.history.state.position()["stack"] == [{"at": "choose-state"}]
    await table.close()
    again = await open_table(path=path, game=None)
    assert again.events_since(0, None)[0] == told
    assert replay(path).actions == 0
    await again.new_game("ascended-kings", settings={"track": "full"}, position=DRAWN)
    assert [one.events for one in again.events_since(0, None)] == [told.events]


async def test_a_position_that_cannot_be_leaves_nothing_behind(open_table: OpenTable, tmp_path: Path) -> None:
    path = tmp_path / "bad.journal"
    with pytest.raises(BadPosition):
        await open_table(path=path, position={**in_the_middle(), "seats": 3})
    with pytest.raises(TableRefusal, match="leave length out"):
        await open_table(path=path, position=in_the_middle(), config={"length": 12})
    assert not path.exists()


async def test_another_game_at_the_table_may_begin_from_one(open_table: OpenTable) -> None:
    table = await open_table(**TYPED)
    await table.new_game("toy-race", position=in_the_middle())
    assert table.history.state.position() == in_the_middle()
    with pytest.raises(BadPosition):
        await table.new_game("toy-race", position={**in_the_middle(), "seats": 3})
    assert table.history.state.position() == in_the_middle()  # the old game goes on


def test_a_position_tells_which_track_it_is_on() -> None:
    game = games.load("ascended-kings")
    assert config_of_position(game, game.new({"track": "full", "seats": 2}).position())["track"] == "full"


async def test_a_bot_leaves_what_is_asked_of_the_whole_table_to_people(open_table: OpenTable) -> None:
    """A night is won: who chooses a boon chooses it for all, and where the person is silent the clock runs out."""
    won = {"campaign": "standard", "life": 0, "stack": [{"at": "nightfall", "rule": "HUNT-WIN-01"}]}
    players = {"p1": Player("person", "Ada"), "p2": Player("bot", "", "greedy")}
    table = await open_table(game="chimera-hunt", position=won, players=players, clocks=ClockSettings("turn", 1_000))
    assert [*table.history.state.deciders()] == ["p1", "p2"]
    updates = table.subscribe()
    running = asyncio.create_task(table.run())
    async for update in updates:
        if update.n:
            updates.close()
    assert (table.history.entries[0].by, table.history.entries[0].action.seat) == ("clock", "p1")
    await table.close()
    await running
