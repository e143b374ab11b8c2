"""Evaluates Cinders for a seat: who would come first to how many tiles, one step a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from immolation.bots.evaluation import Evaluation
from immolation.games import State
from immolation.games.ascended_kings.board.geometry import EVERY, SIDE, SURROUNDING, mask_of
from immolation.games.cinders import CindersState

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


EVALUATION: Final = Evaluation(evaluate, scale=8.0, replies=True)
