"""Evaluates Cinders for a seat: who would come first to how many tiles, one step a turn."""

from __future__ import annotations

from typing import Final

from immolation.bots.evaluation import Evaluation, Policy
from immolation.bots.search.follow import reflex
from immolation.games import State
from immolation.games.cinders import CindersState

ALL: Final = (1 << 100) - 1
LEFTMOST: Final = sum(1 << 10 * row for row in range(10))
NOT_LEFT: Final = ALL & ~LEFTMOST
NOT_RIGHT: Final = ALL & ~(LEFTMOST << 9)

NEXT: Final = 0.3
"""A tile one may run to at once; ways out count beside room."""


def around(tiles: int) -> int:
    """The tiles and those beside them, as bits."""
    wide = tiles | (tiles & NOT_RIGHT) << 1 | (tiles & NOT_LEFT) >> 1
    return (wide | wide << 10 | wide >> 10) & ALL


def evaluate(state: State, seat: str) -> float:
    """The own room less that of the rival with most; 0 is even."""
    assert isinstance(state, CindersState)
    at = state.at
    free = ALL
    for tile in (*at.burning, *at.seats.values()):
        free &= ~(1 << tile)
    first = state.seats.index(at.turn)
    fronts = {name: 1 << at.seats[name] for name in (*state.seats[first:], *state.seats[:first])}
    room = dict.fromkeys(fronts, 0.0)
    for name, front in fronts.items():
        room[name] += NEXT * (around(front) & free).bit_count()
    while any(fronts.values()):
        for name, front in fronts.items():
            reached = around(front) & free
            free &= ~reached
            fronts[name] = reached
            room[name] += reached.bit_count()
    return room.pop(seat) - max(room.values())


TRIES: Final = 6
"""Runs that a runner looks at in an imagined game."""


def rested(world: State, state: State, depth: int) -> bool:
    """Whether everybody has run ``depth`` times since, as far as they can."""
    assert isinstance(world, CindersState)
    assert isinstance(state, CindersState)
    return state.at.round >= world.at.round + depth * len(world.seats)


EVALUATION: Final = Evaluation(evaluate, scale=8.0, policy=Policy(reflex(TRIES), rested, evaluate))
