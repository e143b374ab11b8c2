"""How long bots think about one choice on the full track of Ascended Kings, by their budgets of nodes."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.games import State

from tests.bench.rates import rate
from tests.games.playouts import walk


def choice() -> tuple[State, str]:
    """An Active turn in a game of three with much to choose from."""
    state, rng = games.load("ascended-kings", track="full").new({"seats": 3}), Random(5)
    for _ in islice(walk(state, rng), 400):
        pass
    for _ in walk(state, rng):
        seat, decision = next(iter(state.deciders().items()))
        if decision.kind == "active" and len(state.legal_actions(seat)) > 8:
            return state, seat
    raise AssertionError("no such turn in this game")


@pytest.mark.benchmark(group="one choice of a bot in an Active turn")
@pytest.mark.parametrize("bot", ["greedy", *bots.LEVELS])
def test_choice(benchmark: Any, bot: str) -> None:
    state, seat = choice()
    player, legal = bots.make(bot, state.game, seat), state.legal_actions(seat)
    assert benchmark(lambda: bots.choose(player, state, seat, Random(1))) in legal
    rate(benchmark, 1, "choices")
