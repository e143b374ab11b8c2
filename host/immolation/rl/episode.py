"""Episode of any environment: let chance fall, end it in time, count what it brought."""

from __future__ import annotations

from random import Random
from typing import Final

from immolation.games import CHANCE, State

MAX_CYCLES: Final = 2000
"""Actions of seats after which an episode is cut off (truncated) unless told otherwise."""


def draw_chance(state: State, rng: Random) -> None:
    """Roll every die and draw every card that is due, by weight."""
    while decision := state.deciders().get(CHANCE):
        weights = [outcome.weight for outcome in decision.outcomes]
        state.apply(rng.choices(decision.outcomes, weights)[0].action)


def result_rewards(state: State) -> dict[str, float]:
    """Seat -> 1 for a winner, -1 for who lost, 0 where all win alike or the game goes on.

    If nobody won, as in the Chimera's win, all lost.
    """
    result = state.outcome()
    if result is None or len(result.winners) == len(state.seats) > 1:
        return dict.fromkeys(state.seats, 0.0)
    return {seat: 1.0 if seat in result.winners else -1.0 for seat in state.seats}
