"""A turn that plays itself is shown step by step, at the table's pace, and can be skipped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, State
from immolation.table.clocks import ClockSettings
from immolation.table.records import Player, TableState
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

from .waiting import until

PEOPLE = {"p1": Player(name="Ann")}


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    config = {"chimera": "viros"}
    table = await Table.open(
        tmp_path / "game.journal", game="red-rains", config=config, seed=3, players=PEOPLE, bot_pace_ms=30
    )
    running = asyncio.create_task(table.run())
    yield table
    await table.close()
    await running


async def until_asked(table: Table, seen: list[TableState] | None = None) -> None:
    """Wait until a person is asked and nothing is being shown any more."""
    updates = table.subscribe()
    async with asyncio.timeout(60):
        async for _ in updates:
            if seen is not None:
                seen.append(table.state_record())
            if table.playback.now is None and "p1" in table.history.state.deciders():
                updates.close()


async def play(table: Table) -> None:
    await until_asked(table)
    action = next(one for one in table.history.state.legal_actions("p1") if type(one).__name__ == "Play")
    await table.decide(action)


async def test_each_step_of_the_chimeras_turn_is_shown_in_its_order_with_nobody_asked(table: Table) -> None:
    await play(table)
    seen: list[TableState] = []
    await until_asked(table, seen)
    steps = [record for record in seen if record.step is not None]
    told = list(dict.fromkeys(record.step.text for record in steps if record.step is not None))
    assert len(told) >= 3
    spoken = [event.text for entry in table.events_since(0) for event in entry.events]
    assert [text for text in spoken if text in told][-len(told) :] == told
    assert all(not record.deciders for record in steps)
    assert seen[-1].step is None
    assert seen[-1].view == table.view
    assert "p1" in seen[-1].deciders


async def test_what_is_left_is_shown_at_once_when_somebody_skips(table: Table) -> None:
    await until_asked(table)
    await table.set_pace(5_000)
    await play(table)
    assert table.state_record().step is not None
    before = table.n
    await table.skip()
    await table.set_pace(0)
    async with asyncio.timeout(60):
        await until_asked(table)
    assert table.n > before  # dice were rolled only after what had happened was shown
    assert table.state_record().step is None


async def test_a_pace_that_nobody_wants_is_refused(table: Table) -> None:
    with pytest.raises(TableRefusal, match="milliseconds"):
        await table.set_pace(60_000)


async def test_undo_and_an_action_put_an_end_to_what_is_shown(table: Table) -> None:
    await until_asked(table)
    await table.set_pace(5_000)
    await play(table)
    assert table.playback.now is not None
    assert await table.undo()
    assert table.playback.now is None
    assert table.state_record().deciders.keys() == {"p1"}


def walk(seed: int, options: dict[str, Any]) -> State:
    """A random game, looked at step by step all the way."""
    rng = Random(seed)
    state = games.load("red-rains").new(options)
    for _ in range(160):
        asked = state.deciders()
        if not asked:
            break
        seat, decision = next(iter(asked.items()))
        if seat == CHANCE:
            action = rng.choices([one.action for one in decision.outcomes], [one.weight for one in decision.outcomes])[
                0
            ]
        else:
            action = rng.choice(list(state.legal_actions(seat)))
        digest = state.digest()
        steps = state.unfold(action)
        assert state.digest() == digest
        events = state.apply(action)
        assert [step.text for step in steps] == [events[step.events - 1].text for step in steps]
        assert all(step.view["asked"] == {} for step in steps)
        for step in steps:
            state.game.picture(step.view)
    return state


@pytest.mark.parametrize("chimera", ["viros", "lordswall", "moon_cove"])
def test_every_step_of_a_random_game_can_be_drawn(chimera: str) -> None:
    walk(5, {"chimera": chimera, "level": "H2", "seats": 2, "players": "printed"})
    walk(6, {"chimera": chimera})


async def test_clocks_stand_still_while_a_turn_is_shown_and_run_when_somebody_is_asked(tmp_path: Path) -> None:
    table = await Table.open(
        tmp_path / "timed.journal",
        game="red-rains",
        config={"chimera": "viros"},
        seed=3,
        players=PEOPLE,
        clocks=ClockSettings("turn", 60_000, window_ms=60_000),
        bot_pace_ms=20,
    )
    running = asyncio.create_task(table.run())
    led_to_a_question = 0

    def note() -> None:
        nonlocal led_to_a_question
        if table.playback.now is not None:
            led_to_a_question += "p1" in table.history.state.deciders()

    table.on_change.append(note)

    def runs() -> bool:
        return any(clock.owner == "p1" and clock.running_since is not None for clock in table.clocks())

    for _ in range(3):
        await until(table, runs)
        assert table.playback.now is None
        await table.decide(table.history.state.legal_actions("p1")[-1])
        assert table.playback.now is None or not runs()
    assert led_to_a_question, "a clock that did not wait for what is shown would have run here"
    await table.close()
    await running
