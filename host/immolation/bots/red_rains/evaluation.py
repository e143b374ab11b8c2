"""Evaluates Red Rains for its players; all of them win or lose together.

It reads the state itself, for making views would take most of a search; nothing in Red Rains is hidden from anybody.
"""

from __future__ import annotations

from typing import Final

from immolation.bots.evaluation import Evaluation, Policy
from immolation.bots.levels import SearchLevel
from immolation.games import State
from immolation.games.red_rains.battle import stats
from immolation.games.red_rains.chimera.red_rains_tokens import ultimate_value
from immolation.games.red_rains.facts.card_in_play import CardInPlay
from immolation.games.red_rains.facts.situation import Situation
from immolation.games.red_rains.state import RedRainsState

from . import rollout_policy

LIFE: Final = 100.0
"""The whole life of the Chimera, or of a Phoenixborn; a wound counts its share."""

DANGER: Final = 1.5
"""The lost share of a Phoenixborn's life counts to the power of 1 / `DANGER`: the first wounds weigh most, so that
nobody trades them lightly."""

UNIT: Final = 1.6
"""An own unit, for each point of attack and of life it has left."""

ASPECT: Final = 4.0
"""A face-up aspect, for each point of attack and of life it has left: beaten ones neither attack again nor feed the
Ultimate, so they come before the Chimera itself."""

REST_UNIT: Final = 2.2
REST_ASPECT: Final = 1.5
"""Both between two rounds, when attacks are over and new aspects come anyway."""

HIDDEN: Final = 3.0
"""An aspect that is still face down; its blood counts towards the players once it is beaten."""

TIRED: Final = 0.6
"""Worth of an exhausted card as a part of a fresh one."""

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


def evaluate(state: State, seat: str) -> float:
    """Weigh how well the players stand; the same for each of them."""
    return _weighed(state, UNIT, ASPECT)


def at_rest(state: State, seat: str) -> float:
    """Weigh how well they stand when a round has just begun."""
    return _weighed(state, REST_UNIT, REST_ASPECT)


def _weighed(state: State, unit: float, aspect: float) -> float:
    return sum(_parts(state, unit, aspect).values())


def features(state: State, seat: str) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name."""
    return _parts(state, UNIT, ASPECT)


def _parts(state: State, unit: float, aspect: float) -> dict[str, float]:
    assert isinstance(state, RedRainsState)
    s = state.facts
    chimera, tokens = s.chimera, s.red_rains
    life = guard = burden = active = units = facing = 0.0
    for seat in s.seats_of.values():
        life -= LIFE * (seat.wounds / stats.life(s, seat)) ** (1 / DANGER)
        guard += GUARD * (not seat.guard_used)
        dice = seat.dice or {}
        active += DIE * (dice.get("basic", 0) + 2 * dice.get("class", 0) + 2 * dice.get("power", 0))
        altered, standing = sum(seat.attached.values()), 0.0
        for body in seat.units:
            standing += _worth(s, body)
            if body.attached:
                altered += sum(body.attached.values())
        burden -= BURDEN * altered
        units += unit * standing
        for body in seat.facing:
            facing -= aspect * _worth(s, body) if body.up else HIDDEN
    return {
        "chimera": LIFE * chimera.wounds / stats.life(s, chimera),
        "rage": -PHASE * (s.phase - 1) - RAGE * s.rage,
        "ultimate": -TOKEN * tokens * (1 + min(1.0, tokens / max(1, ultimate_value(s)))),
        "life": life,
        "guard": guard,
        "dice": active,
        "alterations": burden,
        "units": units,
        "aspects": facing,
    }


def _worth(s: Situation, body: CardInPlay) -> float:
    whole = rollout_policy.worth(s, body)
    return whole * TIRED if body.exhaustion or stats.exhausted(s, body) else whole


WORDS: Final = {
    "chimera": ("wounds the Chimera", "spares the Chimera"),
    "rage": ("keeps the Chimera calm", "lets the Chimera rage"),
    "ultimate": ("holds the Ultimate off", "brings the Ultimate nearer"),
    "life": ("keeps Phoenixborn from wounds", "costs a Phoenixborn wounds"),
    "guard": ("keeps a guard", "uses up a guard"),
    "dice": ("keeps dice", "spends dice"),
    "alterations": ("is rid of alterations", "suffers alterations"),
    "units": ("strengthens the units", "weakens the units"),
    "aspects": ("beats or weakens aspects", "leaves stronger aspects"),
}

EVALUATION: Final = Evaluation(
    evaluate,
    scale=25.0,
    features=features,
    words=WORDS,
    policy=Policy(rollout_policy.act, rollout_policy.rested, at_rest, rollout_policy.worth_following),
    levels={
        "search:medium": SearchLevel(0, 2_000, 0.8, worlds=3),
        "search:hard": SearchLevel(1, 600, 3.2),
    },
)
