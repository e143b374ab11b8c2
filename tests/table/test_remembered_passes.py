"""A pass that a person lets the table remember: by the kind of window, for a turn or for good."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest
from immolation.table.records import Player
from immolation.table.table import Table

from .waiting import until

GAME = "chimera-con"


async def play(table: Table, rng: Random, wanted: int, this_turn: bool | None) -> Counter[str]:
    """Play a person's seat among bots until so many turns were over; what it was asked, by kind.

    ``this_turn``: how the first pass of a kind is remembered; None: not at all.
    """
    asked: Counter[str] = Counter()
    turn, turns = None, 0
    while turns < wanted and not table.view["over"]:
        turns += table.view["turn"] != turn
        turn = table.view["turn"]
        decision = table.history.state.deciders().get("p1")
        if decision is None or table._game.lets_pass("p1", decision):
            await until(table, partial(lambda here: table.n > here or table.view["over"], table.n))
            continue
        asked[decision.kind] += 1
        if decision.kind == "cheat" and this_turn is not None:
            await table.set_asked("p1", False, "cheat", this_turn)
        else:
            action = decision.default or rng.choice(table.history.state.legal_actions("p1"))
            await table.decide(action, by="p1")
    return asked


@pytest.fixture
def people() -> dict[str, Player]:
    return {"p1": Player("person", "Ada", asked="always"), "p2": Player("bot", "", "random")}


@pytest.mark.parametrize("this_turn", [None, True, False])
async def test_a_remembered_pass_is_not_asked_again(
    tmp_path: Path, people: dict[str, Player], this_turn: bool | None
) -> None:
    table = await Table.open(tmp_path / "a", game=GAME, config={"seats": 2}, seed=3, players=people, bot_pace_ms=0)
    running = asyncio.create_task(table.run())
    async with asyncio.timeout(300):
        asked = await play(table, Random(1), 6, this_turn)
    if this_turn is None:
        assert asked["cheat"] > 12
    elif this_turn:
        assert 2 <= asked["cheat"] <= 6  # once a turn at most
    else:
        assert asked["cheat"] == 1
    await table.close()
    await running


async def test_what_passes_is_seen_kept_over_a_restart_and_taken_back(
    tmp_path: Path, people: dict[str, Player]
) -> None:
    path = tmp_path / "a"
    table = await Table.open(path, game=GAME, config={"seats": 2}, seed=3, players=people, bot_pace_ms=0)
    await table.set_asked("p1", False, "cheat")
    assert table.state_record().players["p1"].passes == {"cheat": ""}
    assert table.events_since(0)[-1].events[0].text.endswith("lets pass: cheat.")
    await table.close()
    table = await Table.open(path, bot_pace_ms=0)
    assert table.players["p1"].passes == {"cheat": ""}
    await table.set_asked("p1", True)
    assert table.players["p1"].passes == {}
    await table.close()


async def test_a_main_choice_is_never_let_pass(tmp_path: Path) -> None:
    """A kind whose default does something is asked, whatever was remembered: only passes are remembered."""
    people = {"p1": Player("person", "Ada"), "p2": Player("person", "Bo")}
    config = {"track": "full", "seats": 2}
    table = await Table.open(
        tmp_path / "a", game="ascended-kings", config=config, seed=4, bot_pace_ms=0, players=people
    )
    running = asyncio.create_task(table.run())
    await until(table, lambda: {"p1", "p2"} & table.history.state.deciders().keys())
    seat, decision = next(iter(table.history.state.deciders().items()))
    assert decision.default is not None
    number = table.history.number
    await table.set_asked(seat, False, decision.kind)
    assert not table._game.lets_pass(seat, decision)
    assert table.history.number == number
    await table.close()
    await running
