"""Rolls an imagined game on: chance by its weights, reaction windows by their defaults."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from immolation.games import CHANCE, Action, Decision, State

MOST_ACTIONS: Final = 60
"""Actions until an imagined window must have closed; a ruleset that needs more is weighed as it stands."""


def sample_outcome(decision: Decision, rng: Random) -> Action:
    """Draw what chance brings, each outcome with the probability of its weight."""
    outcomes = decision.outcomes
    if len(outcomes) == 1:
        return outcomes[0].action
    left = rng.randrange(sum(outcome.weight for outcome in outcomes))
    for outcome in outcomes:
        left -= outcome.weight
        if left < 0:
            return outcome.action
    raise AssertionError("weights are at least 1")


def play_until_asked(
    state: State,
    seat: str,
    dice: Random | int,
    beside: Collection[str] = (),
    *,
    resting: bool = False,
    weighed: Collection[str] = (),
) -> bool:
    """Play on until the last action of ``seat`` has shown what it does; True if ``seat`` is asked again at once.

    What follows on choices made at the same time is not at once: others had their say.

    Everybody lets windows pass by their default, those of the kinds in ``weighed`` excepted: there the situation is
    left as it stands, and it is still the matter of ``seat``. So are dice that a rule in ``weighed`` asks for.
    ``beside`` are those who choose at the same time as ``seat`` did; what they take is drawn. ``resting``: ``seat``
    does nothing more, so that its turn is over at the end. ``dice``: where chances come from, or the seed of that.
    """
    waiting = set(beside)
    for _ in range(MOST_ACTIONS):
        deciders = state.deciders()
        if not deciders:
            return False
        who, decision = next(iter(deciders.items()))
        if who == CHANCE:
            if decision.rule in weighed:
                return True
            dice = _rolled(dice)
            state.advance(sample_outcome(decision, dice))
        elif decision.kind in weighed and who not in waiting:
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
    """The generator, made of its seed where it is wanted first: most actions leave nothing to chance."""
    return Random(dice) if isinstance(dice, int) else dice


def play_on(state: State, rng: Random, most: int) -> int:
    """Play ``state`` by random choices for at most ``most`` actions, or to its end; how many it took."""
    for step in range(most):
        deciders = state.deciders()
        if not deciders:
            return step
        who, decision = next(iter(deciders.items()))
        state.advance(sample_outcome(decision, rng) if who == CHANCE else rng.choice(state.legal_actions(who)))
    return most
