"""Says in words why an action is advised, and which actions decided a game, by what an evaluation adds up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, median_low
from typing import Final

import msgspec

from immolation.games import CHANCE, Action, State

from .bot import Imagine
from .evaluation import Evaluation, evaluation, lead, share
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

STAYING: Final = frozenset({"has", "holds", "is", "keeps", "leaves", "lets", "saves", "spares", "stands"})
"""How words begin that are true of an action as well where it changes nothing and others do."""

COMPARING: Final = frozenset({"better", "fewer", "less", "more", "worse"})
"""Words that tell how an action compares with others, and nothing of what it changes."""


WINS: Final = "wins the game"
"""The first reason for an action that ends the game with a win in every imagined state."""


class Reasons(msgspec.Struct, frozen=True):
    """Reasons for an action and against it, in words such as ``takes a stone``."""

    gains: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()


def why(state: State, seat: str, action: Action, rng: Random, imagine: Imagine) -> Reasons:
    """Compare what ``action`` does to each feature of the evaluation with what the other actions do on average.

    A reason holds in every imagined state, and what it says the action changes, it changes there on average. Of
    ``state`` only the legal actions and the decision are read. There are no reasons where no feature of the evaluation
    has words, or they are about the same after every action, as in a choice whose use shows later; and none against an
    action for which nothing speaks that has a name.
    """
    weighed = evaluation(state.game.name)
    others = [other for other in state.legal_actions(seat) if other != action]
    if weighed is None or weighed.features is None or not weighed.words or not others:
        return Reasons()
    others = others if len(others) <= MOST_OTHERS else rng.sample(others, MOST_OTHERS)
    beside = [who for who in state.deciders() if who not in (seat, CHANCE)]
    beyond: dict[str, list[float]] = {name: [] for name in weighed.words}
    changed: dict[str, list[float]] = {name: [] for name in weighed.words}
    wins = True
    for _ in range(WORLDS):
        world, dice = imagine(rng), rng.getrandbits(64)
        found, done = dict.fromkeys(weighed.words, 0.0), dict.fromkeys(weighed.words, 0.0)
        for name, worth in _named(weighed, world, seat):
            done[name] -= worth
        for tried in (action, *others):
            after = world.copy()
            after.advance(tried)
            if tried == action:
                wins = wins and bool(share(after, seat))
            play_until_asked(after, seat, Random(dice), beside, stops_at=weighed.stops_at)
            part = 1.0 if tried == action else -1 / len(others)
            for name, worth in _named(weighed, after, seat):
                found[name] += part * worth
                done[name] += worth if tried == action else 0.0
        for name in weighed.words:
            beyond[name].append(found[name])
            changed[name].append(done[name])
    slight = SLIGHT * weighed.scale
    most = max(abs(fmean(each)) for each in beyond.values())
    told = sorted(weighed.words, key=lambda name: -abs(fmean(beyond[name])))
    told = [name for name in told if abs(fmean(beyond[name])) >= max(slight, BESIDE * most)]
    gains: list[str] = [WINS] if wins else []
    costs: list[str] = []
    for name in told:
        for sign, said, words in ((1, gains, weighed.words[name][0]), (-1, costs, weighed.words[name][1])):
            holds = all(sign * each > 0 for each in beyond[name])
            if holds and _is_true(words, sign * fmean(changed[name]), slight):
                said.append(words)
    return Reasons(tuple(gains[:MOST_TOLD]), tuple(costs[:MOST_TOLD]) if gains else ())


def _named(weighed: Evaluation, state: State, seat: str) -> Iterator[tuple[str, float]]:
    """Yield the features that have words."""
    assert weighed.features is not None
    for name, worth in weighed.features(state, seat).items():
        if name in weighed.words:
            yield name, worth


def _is_true(words: str, change: float, slight: float) -> bool:
    """Whether words suit an action that changes a feature by so much in the direction they speak of."""
    each = words.replace(",", "").split()
    if COMPARING & {*each}:
        return True
    return change > -slight if each[0] in STAYING else change >= slight


# --- a game that is over ----------------------------------------------------------------------------------


class Swing(msgspec.Struct, frozen=True):
    """An action that changed the chance of winning for a while."""

    number: int
    """The number of the action in the game, from 1."""

    seat: str
    """Whose chance of winning it is."""

    before: int
    after: int
    """That chance, in percent, in the middle of the while before and after."""


LASTING: Final = 1 / 12
"""The part of a game that a change must last for, so that cards played face down and blows given back do not count."""

CLEAR: Final = 0.05
"""The least change of a chance that is told."""

ODDS: Final = 3.0
"""Odds of winning, to 1, with a lead of one scale of the evaluation."""


def chance(state: State, seat: str) -> float | None:
    """Return the chance that ``seat`` wins, by the evaluation of the true state; None where there is no evaluation."""
    weighed, done = evaluation(state.game.name), share(state, seat)
    if done is not None or weighed is None:
        return done
    return float(1 / (1 + ODDS ** -(lead(state, seat, weighed) / weighed.scale)))


def decisive(chances: Sequence[float], seat: str, most: int = 3) -> list[Swing]:
    """Return the actions by which the chance of ``seat`` changed most for a while, in the order of the game.

    ``chances``: the chance at the start, and after each action. What an action changed counts as far as it lasted.
    """
    span = max(1, round(LASTING * len(chances)))
    swings: dict[int, tuple[float, float, float]] = {}
    for number in range(1, len(chances)):
        before, after = median_low(chances[max(0, number - span) : number]), median_low(chances[number : number + span])
        step, lasting = chances[number] - chances[number - 1], after - before
        if step * lasting > 0:
            swings[number] = min(abs(step), abs(lasting)), before, after
    found: list[int] = []
    for number in sorted(swings, key=lambda number: -swings[number][0]):
        if len(found) == most or swings[number][0] < CLEAR:
            break
        if all(abs(number - other) >= span for other in found):
            found.append(number)
    return [Swing(number, seat, *(round(100 * chance) for chance in swings[number][1:])) for number in sorted(found)]
