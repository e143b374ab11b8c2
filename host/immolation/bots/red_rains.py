"""How a table of Red Rains stands for its players; all of them win or lose together.

Owns the weights. Must never know a rule: it reads the view alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from immolation.games.contract import Json

from .evaluation import Evaluation, of_view

LIFE: Final = 100.0
"""All of the Chimera's life, or all of a Phoenixborn's; each wound is its part of it."""

DANGER: Final = 1.5
"""The part of a Phoenixborn's life that is lost counts as its root of this degree: the first wounds weigh most, so
that nobody trades them lightly."""

UNIT: Final = 1.6
"""An own unit, for each point of attack and of life it has left."""

ASPECT: Final = 4.0
"""A face-up aspect, for each point of attack and of life it has left: beaten ones neither attack again nor feed the
Ultimate, so they come before the Chimera itself."""

HIDDEN: Final = 3.0
"""An aspect that is still face down; its blood counts towards the players once it is beaten."""

TIRED: Final = 0.6
"""What an exhausted card is worth of a fresh one."""

TOKEN: Final = 4.0
"""A Red Rains token; the last ones before the Ultimate weigh most."""

PHASE: Final = 12.0
"""A phase of the Chimera beyond the first."""

RAGE: Final = 0.8
"""A rage die that shows power."""

DIE: Final = 0.25
"""An active die; class and power dice twice that."""

GUARD: Final = 1.0
"""A Phoenixborn that may still guard this round."""

BURDEN: Final = 1.5
"""An alteration of the Chimera's on an own card."""


def evaluate(view: Mapping[str, Json], seat: str) -> float:
    """How well the players stand; the same for each of them."""
    chimera = view["chimera"]
    score: float = LIFE * chimera["wounds"] / chimera["life"]
    score -= PHASE * (chimera["phase"] - 1) + RAGE * chimera["rage"]["power"]
    score -= TOKEN * chimera["red_rains"] * (1 + chimera["red_rains"] / max(1, chimera["ultimate"]))
    for facts in view["seats"].values():
        score -= LIFE * (facts["wounds"] / facts["life"]) ** (1 / DANGER)
        score += GUARD * (not facts["guard_used"])
        score -= BURDEN * sum(facts["attached"].values())
        dice = facts["dice"] or {}
        score += DIE * (dice.get("basic", 0) + 2 * dice.get("class", 0) + 2 * dice.get("power", 0))
        score += sum(UNIT * _worth(card) - BURDEN * sum(card["attached"].values()) for card in facts["units"])
        for card in facts["facing"]:
            score -= ASPECT * _worth(card) if card["up"] else HIDDEN
    return score


def _worth(card: Mapping[str, Any]) -> float:
    whole = float(card["attack"] + card["life"] - card["wounds"])
    return whole * (TIRED if card["exhausted"] else 1.0)


EVALUATION: Final = Evaluation(of_view(evaluate), scale=25.0, horizon=0)
