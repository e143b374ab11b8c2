"""How long bots think about one choice in every ruleset: the 95th percentile, in seconds and in turns of a fixed loop.

The loop makes the figures comparable: what takes a hundred loops here takes about a hundred on a Raspberry Pi too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Final

import pytest
from immolation import bots, games
from immolation.games import CHANCE, State

GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "ascended-kings, arena": ("ascended-kings", {"seats": 3}),
    "ascended-kings, full track": ("ascended-kings", {"seats": 3, "track": "full"}),
    "chimera-con": ("chimera-con", {"seats": 3}),
    "chimera-hunt": ("chimera-hunt", {"seats": 3}),
    "cinders": ("cinders", {"seats": 2}),
    "kimera": ("kimera", {"seats": 2}),
    "red-rains": ("red-rains", {"seats": 2}),
}

CHOICES: Final = 20
"""For each bot, spread over the first `MOVES` choices of a game of quick bots."""

MOVES: Final = 120


def choices(ruleset: str, config: dict[str, Any]) -> list[tuple[State, str]]:
    """Situations in which somebody has a choice."""
    game, rng, found = games.load(ruleset), Random(1), list[tuple[State, str]]()
    state, quick = game.new(config), bots.quick_bots(ruleset, config)[-1]
    while (deciders := state.deciders()) and len(found) < MOVES:
        seat, decision = next(iter(deciders.items()))
        if seat == CHANCE:
            state.apply(decision.drawn(rng))
            continue
        if len(state.legal_actions(seat)) > 1:
            found.append((state.copy(), seat))
        state.apply(bots.choose(bots.make(quick, game, seat), state, seat, rng))
    return found[:: max(1, len(found) // CHOICES)][:CHOICES]


def loop_s() -> float:
    """Seconds that a million additions take, the fastest of five times."""

    def once() -> float:
        begun, total = perf_counter(), 0
        for number in range(1_000_000):
            total += number
        return perf_counter() - begun

    return min(once() for _ in range(5))


@pytest.mark.benchmark(group="one choice of a bot, 95th percentile")
@pytest.mark.parametrize("bot", ["greedy", *bots.LEVELS])
@pytest.mark.parametrize("name", GAMES)
def test_choice(benchmark: Any, name: str, bot: str) -> None:
    ruleset, config = GAMES[name]
    asked = choices(ruleset, config)
    waiting = iter(asked)

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        state, seat = next(waiting)
        return (bots.make(bot, state.game, seat, by_clock=True), state, seat, Random(1)), {}

    choose: Callable[..., Any] = bots.choose
    benchmark.pedantic(choose, setup=setup, rounds=len(asked) if benchmark.enabled else 1)
    if benchmark.stats is None:  # run as a plain test
        return
    times = sorted(benchmark.stats.stats.data)
    late = times[int(0.95 * len(times))]
    benchmark.extra_info["lines"] = [
        f"{name}, {bot}: {late:.3f} s, {late / loop_s():.1f} loops of a million, {len(times)} choices"
    ]
