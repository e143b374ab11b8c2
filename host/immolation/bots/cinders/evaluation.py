"""Evaluates Cinders for a seat: who would come first to how many tiles, one step a turn; and how runners run on."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from immolation.bots.evaluation import Evaluation, Policy
from immolation.games import Action, Decision, State
from immolation.games.ascended_kings.board.geometry import EVERY, SIDE, SURROUNDING, mask_of
from immolation.games.cinders import CindersState, Run

LEFT: Final = mask_of(range(0, SIDE * SIDE, SIDE))
NOT_LEFT: Final = EVERY & ~LEFT
NOT_RIGHT: Final = EVERY & ~(LEFT << SIDE - 1)

NEXT: Final = 0.3
"""A tile one may run to at once; ways out count beside room."""

FARTHEST: Final = 24
"""Steps until who comes first no longer matters."""


def around(tiles: int) -> int:
    """The tiles of a mask and those beside them."""
    wide = tiles | (tiles & NOT_RIGHT) << 1 | (tiles & NOT_LEFT) >> 1
    return (wide | wide << SIDE | wide >> SIDE) & EVERY


def evaluate(state: State, seat: str) -> float:
    """The own room less that of the rival with most; 0 is even."""
    assert isinstance(state, CindersState)
    at, order = state.at, state.seats
    first = order.index(at.turn)
    return _lead(~mask_of(at.burning), {name: at.seats[name] for name in (*order[first:], *order[:first])}, seat)


def _lead(free: int, runners: Mapping[str, int], seat: str) -> float:
    """The lead of ``seat`` where the ``runners`` come in this order to what is ``free`` of fire."""
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
    return room.pop(seat) - max(room.values())


def act(state: State, seat: str, decision: Decision, rng: Random) -> Action:
    """The run after which the lead is best, the fire it leaves counted; which it is of nearly equal ones is drawn."""
    assert isinstance(state, CindersState)
    at, order = state.at, state.seats
    after = order.index(seat) + 1
    free = ~mask_of(at.burning)
    best, found = float("-inf"), -1
    for way in state.ways(seat):
        moved = {name: way[-1] if name == seat else at.seats[name] for name in (*order[after:], *order[:after])}
        lead = _lead(free & ~mask_of(way[:-1]), moved, seat) + rng.random()
        if lead > best:
            best, found = lead, way[-1]
    return Run(seat, found)


def rested(world: State, state: State, depth: int) -> bool:
    """Whether everybody has run ``depth`` times since, as far as they can."""
    assert isinstance(world, CindersState)
    assert isinstance(state, CindersState)
    return state.at.round >= world.at.round + depth * len(world.seats)


EVALUATION: Final = Evaluation(evaluate, scale=8.0, policy=Policy(act, rested, evaluate))
