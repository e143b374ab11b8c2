"""Whole games by people at the board, on the firmware in MicroPython: no page is open, and none is touched."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import bots
from immolation.games import Action, State

from tests.end_to_end.people_at_the_board import LONGEST_S, People, seated

pytestmark = pytest.mark.needs("micropython")


def hasty(state: State, seat: str, actions: list[Action], rng: Random) -> Action:
    """What a bot of the arena would do, else something at random: every kind of action as likely as another."""
    if state.game.name == "ascended-kings":
        if state.deciders()[seat].kind == "score":
            return rng.choice(actions)
        return bots.choose(bots.make("arena", state.game, seat), state, seat, rng)
    kinds = sorted({type(action).__name__ for action in actions})
    eager = [kind for kind in kinds if kind == "AttackWith"]
    kind = rng.choice(eager or [kind for kind in kinds if kind != "Effect" or rng.random() < 0.2] or kinds)
    return rng.choice([action for action in actions if type(action).__name__ == kind])


async def played(folder: Path, game: str, config: dict[str, Any], seats: int) -> tuple[People, Counter[str]]:
    """A game to its end, every action of a person by the board alone."""
    rng = Random(2)
    async with seated(folder, game, config, seats) as (table, hands), asyncio.timeout(LONGEST_S):
        people = People(table, hands, lambda state, seat, actions: hasty(state, seat, actions, rng))
        done = await people.play()
        assert table.phase == "over"
        by = Counter(entry.by for entry in table.history.entries if entry.action.seat in table.players)
        del by["courtesy"]  # nobody was asked
        assert by["board"] == sum(done.values()) - people.how["sentence"]
        assert sum(by.values()) == sum(done.values())
        ways = ", ".join(f"{count} {way}" for way, count in sorted(people.how.items()))
        print(f"{game}: {sum(done.values())} answers, each a tap on a page; here none: {ways}")
        assert all(people.scenes.values()), "something is lit whenever somebody is asked"
        return people, done


async def test_four_kings_play_the_arena(tmp_path: Path) -> None:
    people, done = await played(tmp_path, "ascended-kings", {"seats": 4, "rounds": 6}, 4)
    assert {"ChooseState", "Step", "EndTurn", "Score"} <= {*done}
    assert people.how["touch"] >= done["ChooseState"]
    assert people.how["button"] == done["EndTurn"]


async def test_cinders_is_played_by_moving_alone(tmp_path: Path) -> None:
    people, done = await played(tmp_path, "cinders", {"seats": 3}, 3)
    assert people.how == {"move": done["Run"]}


async def test_red_rains_is_played_with_printed_cards(tmp_path: Path) -> None:
    people, done = await played(tmp_path, "red-rains", {"seats": 1, "players": "printed"}, 1)
    assert {"Enter", "AttackWith", "GoOn", "Answer"} <= {*done}
    assert {*people.said} <= {"End the turn"}, "before the main action a button passes"
