"""What people are asked out of courtesy alone: let pass for who wants that, at once, whatever the hand holds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from immolation import games
from immolation.table.records import Player
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table


def attack(defender: list[str], watcher: list[str]) -> dict[str, Any]:
    """p1 has announced an attack on p2; p3 stands by. Each holds the cards given."""
    return {
        "track": "full",
        "seats": {
            "p1": {"tile": 44, "pool": {"pyre": 2}},
            "p2": {"tile": 45, "hand": defender},
            "p3": {"tile": 77, "hand": watcher},
        },
        "turn": "p1",
        "stack": [
            {"at": "active"},
            {"at": "attacking", "seat": "p1", "who": "p2", "pyre": 2},
            {"at": "window", "kind": "attack"},
        ],
    }


def test_only_who_is_not_concerned_is_asked_out_of_courtesy() -> None:
    game = games.load("ascended-kings")
    position = {**attack(["sun-and-sky-1"], ["sun-and-sky-2"]), "options": {"instant.asked": "holders"}}
    asked = game.from_position(position).deciders()
    assert {seat: one.courtesy for seat, one in asked.items()} == {"p2": False, "p3": True}


async def opened(path: Path, players: dict[str, Player]) -> Table:
    config = {"track": "full", "seats": 2}
    return await Table.open(
        path, game="ascended-kings", config=config, seed=4, players=players, bot_pace_ms=0, table_id="courtesy"
    )


async def wait_for(table: Table, seat: str, kind: str) -> None:
    async with asyncio.timeout(60):
        while True:
            decision = table.history.state.deciders().get(seat)
            if decision is not None and decision.kind == kind:
                return
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("always", [False, True])
async def test_a_person_is_asked_at_every_opportunity_only_if_they_want_to_be(tmp_path: Path, always: bool) -> None:
    people = {"p1": Player("person", "Ada"), "p2": Player("person", "Bob", asked="always" if always else "concerned")}
    table = await opened(tmp_path / "journal", people)
    running = asyncio.create_task(table.run())
    try:
        for seat in ("p1", "p2"):
            await wait_for(table, seat, "take")
            await table.decide(table.history.state.legal_actions(seat)[0])
        await wait_for(table, "p1", "choose-state")
        active = table.game.action({"do": "choose-state", "seat": "p1", "state": "active"})
        await table.decide(active)
        if always:
            await wait_for(table, "p2", "rolled")
            await table.set_asked("p2", False)
        await wait_for(table, "p1", "active")
        silent = [ply for ply in table.history.entries if ply.by == "courtesy"]
        assert {ply.action.seat for ply in silent} >= {"p2"}
        assert {game_do(ply.action) for ply in silent} == {"pass"}
        with pytest.raises(TableRefusal, match="p9"):
            await table.set_asked("p9", True)
    finally:
        await table.close()
        await running
    again = await opened(tmp_path / "journal", people)
    try:
        assert again.players["p2"].asked == "concerned", "The wish is kept with the game."
    finally:
        await again.close()


def game_do(action: Any) -> str:
    return str(games.Game.record(action)["do"])


@pytest.mark.parametrize(("wounds", "before", "asked"), [(1, 0, False), (1, 1, False), (2, 1, True), (1, 2, True)])
async def test_who_lives_as_the_tally_stands_is_asked_only_where_that_is_wished(
    tmp_path: Path, wounds: int, before: int, asked: bool
) -> None:
    """Level 1 dies of three wounds."""
    position = {
        "seats": {"p1": {"tile": 44, "wounds": before}, "p2": {"tile": 77}},
        "turn": "p1",
        "stack": [{"at": "active"}, {"at": "survive", "wounds": {"p1": wounds}, "cause": "fire-wall"}],
    }
    for kind in ("concerned", "always"):
        people = {"p1": Player("person", "Ada", asked=kind), "p2": Player("person", "Bob")}  # type: ignore[arg-type]
        path = tmp_path / f"{kind}.journal"
        table = await Table.open(path, game="ascended-kings", position=position, players=people, bot_pace_ms=0)
        run = asyncio.create_task(table.run())
        try:
            if asked or kind == "always":
                await table.set_pace(1)
                assert table.history.state.deciders()["p1"].kind == "survive"
            else:
                updates = table.subscribe()
                while table.view["seats"]["p1"]["wounds"] != before + wounds:
                    await asyncio.wait_for(anext(aiter(updates)), 60)
                said = table.understand("p1", "my wounds are zero")
                assert said.action is not None, said.said
                await table.decide(said.action, by="p1")
                assert table.view["seats"]["p1"]["wounds"] == 0
        finally:
            await table.close()
            await run
