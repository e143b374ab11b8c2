"""Evaluates Cinders for a seat: the tiles that each runner would reach before the others, one step a turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Final

from immolation.bots.evaluation import Evaluation, Policy
from immolation.games import Action, Decision, State
from immolation.games.ascended_kings.board.geometry import EVERY, SIDE, SURROUNDING, mask_of
from immolation.games.cinders import CindersState

LEFT: Final = mask_of(range(0, SIDE * SIDE, SIDE))
NOT_LEFT: Final = EVERY & ~LEFT
NOT_RIGHT: Final = EVERY & ~(LEFT << SIDE - 1)

NEXT: Final = 0.3
"""Each tile that a runner can reach at once, on top of its room."""

FARTHEST: Final = 24
"""Steps up to which tiles count as room."""

NEAR: Final = 2
"""Steps within which `run_to_room` counts tiles."""


def around(tiles: int) -> int:
    """The tiles of a mask and those beside them."""
    wide = tiles | (tiles & NOT_RIGHT) << 1 | (tiles & NOT_LEFT) >> 1
    return (wide | wide << SIDE | wide >> SIDE) & EVERY


def evaluate(state: State, seat: str) -> float:
    """The own room less that of the rival with most; 0 is even."""
    assert isinstance(state, CindersState)
    room = _rooms(state)
    return room.pop(seat) - max(room.values())


def features(state: State, seat: str) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name: own tiles, ways on at once, the rival with most room."""
    assert isinstance(state, CindersState)
    free = ~mask_of((*state.at.burning, *state.at.seats.values()))
    ways = NEXT * (SURROUNDING[state.at.seats[seat]] & free).bit_count()
    room = _rooms(state)
    return {"room": room.pop(seat) - ways, "ways": ways, "rival": -max(room.values())}


def _rooms(state: CindersState) -> dict[str, float]:
    """Return the room of each runner; the one whose turn it is runs first."""
    at, order = state.at, state.seats
    first = order.index(at.turn)
    return _room(~mask_of(at.burning), {name: at.seats[name] for name in (*order[first:], *order[:first])})


def _room(free: int, runners: Mapping[str, int]) -> dict[str, float]:
    """Return the room of each of ``runners``, who move in this order: the ``free`` tiles that it reaches first."""
    fronts = {name: 1 << tile for name, tile in runners.items()}
    for front in fronts.values():
        free &= ~front
    room = {name: NEXT * (SURROUNDING[tile] & free).bit_count() for name, tile in runners.items()}
    for _ in range(FARTHEST):
        for name, front in fronts.items():
            if front:
                fronts[name] = reached = around(front) & free
                free &= ~reached
                room[name] += reached.bit_count()
    return room


WORDS: Final = {
    "room": ("keeps more room", "gives up room"),
    "ways": ("keeps more ways open", "has fewer ways on"),
    "rival": ("leaves the rival less room", "leaves the rival more room"),
}


def run_to_room(state: State, seat: str, decision: Decision, rng: Random) -> Action:
    """Run to where most tiles are `NEAR`, without thinking of the others; equal runs are drawn."""
    legal = state.legal_actions(seat)
    return max(legal, key=lambda run: (_near(state, seat, run), rng.random()))


def _near(state: State, seat: str, run: Action) -> int:
    """Count the tiles that are `NEAR` after a run."""
    after = state.copy()
    assert isinstance(after, CindersState)
    after.advance(run)
    free = ~mask_of((*after.at.burning, *after.at.seats.values()))
    reached = 1 << after.at.seats[seat]
    for _ in range(NEAR):
        reached |= around(reached) & free
    return reached.bit_count()


def playing(state: State) -> Collection[str]:
    """Return the seats that can still run."""
    assert isinstance(state, CindersState)
    return state.running()


EVALUATION: Final = Evaluation(
    evaluate,
    scale=8.0,
    policy=Policy(run_to_room),
    playing=playing,
    features=features,
    words=WORDS,
)
