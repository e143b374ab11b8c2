"""Games in which the dead return early whenever a coin says so: nothing is lost, and every moment can be saved."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, Action, State

HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"turn.active_death_ends_turn": False, "score.dead": "as_returned"},
    {"last_king.when": "on_kill", "index.pushed_fire_wounds": "batch"},
)
FIERCE: tuple[str, ...] = ("kill", "attack")


def fight(track: str, options: dict[str, Any]) -> State:
    """Three who stand close together, on the full track with Pyre enough to kill each other."""
    mat = {"pool": {"pyre": 6, "aria": 3}} if track == "full" else {}
    seats = {seat: {"tile": tile, **mat} for seat, tile in (("p1", 44), ("p2", 45), ("p3", 54))}
    position = {"track": track, "seats": seats, "options": options, "stack": [{"at": "active"}]}
    return games.load("ascended-kings", track=track).from_position(position)


def early(state: State) -> list[Action]:
    """Every early return that is offered."""
    return [
        action
        for seat in state.seats
        for action in state.legal_actions(seat)
        if state.game.record(action)["do"] == "return-early"
    ]


def blow(state: State, rng: Random) -> Action:
    """Something legal, a kill rather than anything else."""
    asked = state.deciders()
    if CHANCE in asked:
        return rng.choice(asked[CHANCE].outcomes).action
    seat = rng.choice(list(asked))
    legal = list(state.legal_actions(seat))
    fierce = [action for action in legal if state.game.record(action)["do"] in FIERCE]
    return rng.choice(fierce[-3:] if fierce and rng.random() < 0.8 else legal)


@pytest.mark.rule("AK-REV-10")
@pytest.mark.parametrize("options", HOUSE)
@pytest.mark.parametrize("track", ["arena", "full"])
def test_every_moment_of_a_game_with_early_returns_can_be_saved(track: str, options: dict[str, Any]) -> None:
    returned = 0
    for seed in range(4):
        state, rng = fight(track, options), Random(seed)
        for _ in range(150):
            if state.outcome() is not None:
                break
            offered = early(state)
            if offered and rng.random() < 0.7:
                state.apply(rng.choice(offered))
                returned += 1
            else:
                state.apply(blow(state, rng))
            again = state.game.from_position(state.position())
            assert again.position() == state.position()
            assert list(again.deciders()) == list(state.deciders())
            assert not again.begun
    assert returned > 3
