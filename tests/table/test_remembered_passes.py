"""A pass that a person lets the table remember: by the kind of window, for a turn or for good."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.table.passing import MOST_PASSES
from immolation.table.records import Player
from immolation.table.table import Table, TableRefusal

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


def cheating() -> dict[str, Any]:
    """A position in which p1 is asked whether it cheats."""
    state = games.load(GAME).new({"seats": 2})
    for _ in range(200):
        deciders = state.deciders()
        if "p1" in deciders and deciders["p1"].kind == "cheat":
            return dict(state.position())
        seat, decision = next(iter(deciders.items()))
        state.apply(decision.outcomes[0].action if decision.outcomes else state.legal_actions(seat)[0])
    raise AssertionError("nobody was asked whether it cheats")


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
    table = await Table.open(path, game=GAME, position=cheating(), seed=3, players=people, bot_pace_ms=0)
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


async def test_only_kinds_that_were_asked_pass_and_saying_it_again_writes_nothing(
    tmp_path: Path, people: dict[str, Player]
) -> None:
    """A seat that says so again and again fills neither the journal nor the public table."""
    table = await Table.open(tmp_path / "a", game=GAME, position=cheating(), seed=3, players=people, bot_pace_ms=0)
    before = table.n
    for number in range(400):
        with pytest.raises(TableRefusal, match="Nobody was asked that in this game"):
            await table.set_asked("p1", False, f"{number} {'x' * 100}")
    assert (table.n, table.players["p1"].passes) == (before, {})
    for _ in range(400):
        await table.set_asked("p1", False, "cheat", this_turn=True)
    assert table.n == before + 1
    await table.set_asked("p1", False, "cheat")
    assert table.players["p1"].passes == {"cheat": ""}
    await table.close()


async def test_no_more_kinds_pass_than_a_game_asks(tmp_path: Path) -> None:
    kept = {f"kind {number}": "" for number in range(MOST_PASSES)}
    people = {"p1": Player("person", "Ada", passes=kept), "p2": Player("bot", "", "random")}
    table = await Table.open(tmp_path / "a", game=GAME, position=cheating(), seed=3, players=people, bot_pace_ms=0)
    with pytest.raises(TableRefusal, match=f"{MOST_PASSES} kinds of questions pass already"):
        await table.set_asked("p1", False, "cheat")
    await table.set_asked("p1", False)
    await table.set_asked("p1", False, "cheat")
    assert table.players["p1"].passes == {"cheat": ""}
    await table.close()


async def test_a_journal_with_kinds_that_no_game_asks_goes_on(tmp_path: Path) -> None:
    """Such entries were written before anybody looked at them."""
    odd = {**{f"nonsense {number}": "" for number in range(3 * MOST_PASSES)}, "cheat": "soon", "draw": "9" * 5000}
    people = {"p1": Player("person", "Ada", passes=odd), "p2": Player("bot", "", "random")}
    path = tmp_path / "a"
    table = await Table.open(path, game=GAME, position=cheating(), seed=3, players=people, bot_pace_ms=0)
    await table.close()
    table = await Table.open(path, bot_pace_ms=0)
    shown = table.state_record().players["p1"].passes
    assert len(shown) == 3 * MOST_PASSES
    assert not {"cheat", "draw"} & shown.keys()
    await table.set_asked("p1", False)
    assert table.state_record().players["p1"].passes == {}
    await table.close()
