"""Plays an imagined game on: chance by its weights, reaction windows by their defaults."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from immolation.games import CHANCE, State

MOST_ACTIONS: Final = 60
"""Actions after which `play_until_asked` gives up; the state is then evaluated as it stands."""


def play_until_asked(
    state: State,
    seat: str,
    dice: Random | int,
    beside: Collection[str] = (),
    *,
    resting: bool = False,
    stops_at: Collection[str] = (),
) -> bool:
    """Play on until ``seat`` is asked again or the matter is settled; return True if it is still its turn.

    Chance is drawn from ``dice``, a generator or its seed; reaction windows take their defaults, or are drawn where
    they have none. Seats in ``beside``, who choose at the same time as ``seat``, play at random; once one of them has,
    the answer is False. Stops with True at the kinds of decision and the rules of dice in ``stops_at``. With
    ``resting``, ``seat`` takes its defaults too, so that its turn is over at the end.
    """
    waiting = set(beside)
    for _ in range(MOST_ACTIONS):
        deciders = state.deciders()
        if not deciders:
            return False
        who, decision = next(iter(deciders.items()))
        if who == CHANCE:
            if decision.rule in stops_at:
                return True
            dice = _rolled(dice)
            state.advance(decision.drawn(dice))
        elif decision.kind in stops_at and who not in waiting:
            return True
        elif who == seat:
            if decision.default is None or not (resting or decision.clock == "window"):
                return len(waiting) == len(set(beside))
            state.advance(decision.default)
        elif who in waiting:
            waiting.discard(who)
            dice = _rolled(dice)
            state.advance(dice.choice(state.legal_actions(who)))
        elif decision.clock == "window" and decision.default is not None:
            state.advance(decision.default)
        elif decision.clock == "window":
            dice = _rolled(dice)
            state.advance(dice.choice(state.legal_actions(who)))
        else:
            return False
    return False


def _rolled(dice: Random | int) -> Random:
    """Return the generator, made from its seed on first use: most actions need none."""
    return Random(dice) if isinstance(dice, int) else dice


def play_on(state: State, rng: Random, most: int) -> int:
    """Play ``state`` by random choices for at most ``most`` actions, or to its end; return how many it took."""
    for step in range(most):
        deciders = state.deciders()
        if not deciders:
            return step
        who, decision = next(iter(deciders.items()))
        state.advance(decision.drawn(rng) if who == CHANCE else rng.choice(state.legal_actions(who)))
    return most
