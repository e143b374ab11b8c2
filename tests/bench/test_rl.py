"""Steps a second of the environments, beside PettingZoo's classic games and OpenSpiel's games in Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from immolation.rl import openspiel_game
from immolation.rl.pettingzoo_env import env
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401 - registers them

from tests.bench.rates import rate

STEPS = 300


def aec_steps(table: Any) -> Callable[[], int]:
    def play() -> int:
        rng, steps = np.random.default_rng(1), 0
        while steps < STEPS:
            table.reset(seed=1)
            for _ in table.agent_iter():
                seen, _, terminated, truncated, _ = table.last()
                done = terminated or truncated
                table.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                steps += not done
        return steps

    return play


def spiel_steps(game: Any) -> Callable[[], int]:
    def play() -> int:
        rng, steps = Random(1), 0
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    numbers, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(numbers, odds)[0])
                else:
                    state.observation_tensor()
                    state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def classic(name: str) -> Any:
    """One of PettingZoo's own games, which draw with pygame and so import it."""
    pytest.importorskip("pygame", reason="pip install --group bench, as make bench does")
    return import_module(f"pettingzoo.classic.{name}").env()


AEC = {
    "cinders": lambda: env("cinders", {"seats": 2}),
    "arena": lambda: env("ascended-kings", {"seats": 3}, max_cycles=200),
    "kimera": lambda: env("kimera", max_cycles=200),
    "red-rains": lambda: env("red-rains", max_cycles=200),
    "chimera-con": lambda: env("chimera-con", max_cycles=200),
    "peer-tictactoe": lambda: classic("tictactoe_v3"),
    "peer-connect-four": lambda: classic("connect_four_v3"),
}
SPIEL = {
    "cinders": lambda: openspiel_game.load_game("cinders", 2),
    "arena": lambda: openspiel_game.load_game("ascended-kings", 3, max_game_length=200),
    "kimera": lambda: openspiel_game.load_game("kimera", 2, max_game_length=200),
    "peer-python-tic-tac-toe": lambda: pyspiel.load_game("python_tic_tac_toe"),
    "peer-python-kuhn-poker": lambda: pyspiel.load_game("python_kuhn_poker"),
}


@pytest.mark.benchmark(group="PettingZoo: a step with its observation and mask")
@pytest.mark.parametrize("make", AEC.values(), ids=AEC)
def test_aec(benchmark: Any, make: Callable[[], Any]) -> None:
    steps = benchmark(aec_steps(make()))
    assert steps >= STEPS
    rate(benchmark, steps, "steps")


@pytest.mark.benchmark(group="OpenSpiel: an action with its observation tensor")
@pytest.mark.parametrize("make", SPIEL.values(), ids=SPIEL)
def test_openspiel(benchmark: Any, make: Callable[[], Any]) -> None:
    steps = benchmark(spiel_steps(make()))
    assert steps >= STEPS
    rate(benchmark, steps, "steps")
