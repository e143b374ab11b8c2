"""Where the time of an action goes in every ruleset: who is asked, what is legal, what the action does, a copy."""

from __future__ import annotations

from random import Random
from time import perf_counter_ns
from typing import Any, Final, NamedTuple

from immolation import games
from immolation.games import State

RULESETS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "ascended-kings, arena": ("ascended-kings", {"seats": 3, "track": "arena"}),
    "ascended-kings, full track": ("ascended-kings", {"seats": 3, "track": "full"}),
    "chimera-con": ("chimera-con", {"seats": 3}),
    "chimera-hunt": ("chimera-hunt", {"seats": 3}),
    "cinders": ("cinders", {"seats": 2}),
    "kimera": ("kimera", {"seats": 2}),
    "red-rains": ("red-rains", {"seats": 2}),
}
"""What a line is called -> a ruleset and the configuration that is played."""

PARTS: Final = ("deciders", "legal_actions", "apply", "copy")
"""Methods of `State` that are timed."""

LONGEST: Final = 3_000
"""Actions after which a game is broken off."""


class Spent(NamedTuple):
    """What a game took."""

    actions: int
    nanoseconds: dict[str, float]
    """Name of a part -> its time per action of the game, without the clock's own; a copy is taken before each."""

    @property
    def whole(self) -> float:
        """Nanoseconds of an action: all parts but the copy, which a game does without."""
        return sum(time for part, time in self.nanoseconds.items() if part != "copy")


def new(ruleset: str, config: dict[str, Any]) -> State:
    """A new game."""
    return games.load_for(ruleset, config).new(config)


def random_game(state: State, seed: int) -> int:
    """Play on by random choices, every legal action listed, dice by their weights; return how many actions."""
    rng = Random(seed)
    for count in range(LONGEST):
        deciders = state.deciders()
        if not deciders:
            return count
        seat, decision = next(iter(deciders.items()))
        if outcomes := decision.outcomes:
            state.apply(rng.choices(outcomes, [outcome.weight for outcome in outcomes])[0].action)
        else:
            state.apply(rng.choice(state.legal_actions(seat)))
    return LONGEST


def timed_game(state: State, seed: int) -> Spent:
    """The game that `random_game` plays, with the clock read around each part."""
    rng, clock = Random(seed), perf_counter_ns
    asked = listed = applied = copied = actions = 0
    while actions < LONGEST:
        begun = clock()
        deciders = state.deciders()
        asked += clock() - begun
        if not deciders:
            break
        seat, decision = next(iter(deciders.items()))
        if outcomes := decision.outcomes:
            action = rng.choices(outcomes, [outcome.weight for outcome in outcomes])[0].action
        else:
            begun = clock()
            legal = state.legal_actions(seat)
            listed += clock() - begun
            action = rng.choice(legal)
        begun = clock()
        state.copy()
        copied += clock() - begun
        begun = clock()
        state.apply(action)
        applied += clock() - begun
        actions += 1
    own = _clock_ns()
    took = (asked, listed, applied, copied)
    return Spent(actions, {part: max(0.0, ns / actions - own) for part, ns in zip(PARTS, took, strict=True)})


def _clock_ns() -> float:
    """Nanoseconds between two looks at the clock with nothing between them."""
    gaps = []
    for _ in range(1_000):
        begun = perf_counter_ns()
        gaps.append(perf_counter_ns() - begun)
    return sorted(gaps)[len(gaps) // 2]


def line(name: str, spent: Spent) -> str:
    """Return one line for people: nanoseconds an action, and each part's share."""
    parts = ", ".join(f"{part} {spent.nanoseconds[part]:,.0f}" for part in PARTS if part != "copy")
    return f"{name}: {spent.whole:,.0f} ns an action ({parts}); a copy {spent.nanoseconds['copy']:,.0f} ns"
