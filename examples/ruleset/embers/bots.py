"""Weighs how well a runner of Embers stands, for bots."""

from __future__ import annotations

from immolation.bots import Evaluation
from immolation.games import State

from . import EmbersState

GLOW = 0.9  # steps that a glowing tile is worth, for the next roll may lose it


def features(state: State, seat: str) -> dict[str, float]:
    """Return how far the seat is ahead of its best rival, part by part, in steps."""
    assert isinstance(state, EmbersState)
    race = state.facts
    glow = {name: GLOW * race.glow if name == race.turn else 0 for name in race.seats}
    rival = max(runner.steps + glow[name] for name, runner in race.seats.items() if name != seat)
    return {"steps": race.seats[seat].steps, "glow": glow[seat], "rival": -rival}


def evaluate(state: State, seat: str) -> float:
    """Return how many steps the seat is ahead of its best rival."""
    return sum(features(state, seat).values())


EVALUATION = Evaluation(
    evaluate,
    scale=6.0,
    features=features,
    words={
        "steps": ("moves on", "goes back"),
        "glow": ("makes tiles glow", "lets tiles go out"),
        "rival": ("holds a rival back", "lets a rival get ahead"),
    },
)
