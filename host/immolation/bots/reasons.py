"""Says in words why an action is advised, and which actions decided a game, by what an evaluation adds up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from immolation.games import CHANCE, Action, State

from .bot import Imagine
from .evaluation import evaluation, lead, share
from .search.rollout import play_until_asked

WORLDS: Final = 3
"""Imagined states in which an action is compared with the others."""

MOST_OTHERS: Final = 12
"""Other actions that it is compared with; where more are legal, so many are drawn."""

MOST_TOLD: Final = 2
"""The most reasons that are told for an action, and as many against it."""

SLIGHT: Final = 0.01
"""Scales that a feature must differ by to be told."""

BESIDE: Final = 0.25
"""A reason is told if it weighs at least this part of the weightiest."""


class Reasons(msgspec.Struct, frozen=True):
    """Reasons for an action and against it, in words such as ``takes a stone``."""

    gains: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()


def why(state: State, seat: str, action: Action, rng: Random, imagine: Imagine) -> Reasons:
    """Compare what ``action`` does to each feature of the evaluation with what the other actions do on average.

    Of ``state`` only the legal actions and the decision are read; the features are those of imagined states. There are
    no reasons where the evaluation has no features, or they are about the same after every action, as in a choice
    whose use shows later.
    """
    weighed = evaluation(state.game.name)
    others = [other for other in state.legal_actions(seat) if other != action]
    if weighed is None or weighed.features is None or not others:
        return Reasons()
    others = others if len(others) <= MOST_OTHERS else rng.sample(others, MOST_OTHERS)
    beside = [who for who in state.deciders() if who not in (seat, CHANCE)]
    found = dict.fromkeys(weighed.words, 0.0)
    for _ in range(WORLDS):
        world, dice = imagine(rng), rng.getrandbits(64)
        for tried in (action, *others):
            after = world.copy()
            after.advance(tried)
            play_until_asked(after, seat, Random(dice), beside, stops_at=weighed.stops_at)
            part = 1.0 if tried == action else -1 / len(others)
            for name, worth in weighed.features(after, seat).items():
                found[name] += part * worth / WORLDS
    most = max(map(abs, found.values()))
    told = sorted(found, key=lambda name: -abs(found[name]))
    told = [name for name in told if abs(found[name]) >= max(SLIGHT * weighed.scale, BESIDE * most)]
    gains = [weighed.words[name][0] for name in told if found[name] > 0]
    costs = [weighed.words[name][1] for name in told if found[name] < 0]
    return Reasons(tuple(gains[:MOST_TOLD]), tuple(costs[:MOST_TOLD]))


# --- a game that is over ----------------------------------------------------------------------------------


class Swing(msgspec.Struct, frozen=True):
    """An action that changed the chance of winning."""

    number: int
    """The number of the action in the game, from 1."""

    seat: str
    """Whose chance of winning it is."""

    before: int
    after: int
    """That chance, in percent."""


APART: Final = 1 / 30
"""The least part of a game between two decisive actions, so that one exchange of blows counts once."""

ODDS: Final = 3.0
"""Odds of winning, to 1, with a lead of one scale of the evaluation."""


def chance(state: State, seat: str) -> float | None:
    """Return the chance that ``seat`` wins, by the evaluation of the true state; None where there is no evaluation."""
    weighed, done = evaluation(state.game.name), share(state, seat)
    if done is not None or weighed is None:
        return done
    return float(1 / (1 + ODDS ** -(lead(state, seat, weighed) / weighed.scale)))


def decisive(chances: Sequence[float], seat: str, most: int = 3) -> list[Swing]:
    """Return the actions by which the chance of ``seat`` changed most, in the order of the game.

    ``chances``: the chance at the start, and after each action.
    """
    swings = sorted(range(1, len(chances)), key=lambda number: -abs(chances[number] - chances[number - 1]))
    apart = max(1, round(APART * len(chances)))
    found: list[int] = []
    for number in swings:
        if len(found) == most or chances[number] == chances[number - 1]:
            break
        if all(abs(number - other) >= apart for other in found):
            found.append(number)
    hundred = [round(100 * chance) for chance in chances]
    return [Swing(number, seat, hundred[number - 1], hundred[number]) for number in sorted(found)]
