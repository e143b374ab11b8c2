"""Rates players from games between pairs of them: Bradley and Terry's model, on Elo's scale, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import Final

import msgspec

from .confidence_intervals import quantile

SCALE: Final = 400 / log(10)
"""Elo points of one unit of the model: 400 points are odds of ten to one."""

MEAN: Final = 1000.0
"""The rating that all players have on average."""

PRIOR: Final = 1.0
"""Games every pair is taken to have drawn beside those it played, so that who never lost has a rating too."""

SAMPLES: Final = 400
"""Series drawn anew for the intervals."""

STEPS: Final = 2000
"""Most steps of the fit; it stops when nothing moves any more."""

Pair = tuple[str, str]


class Encounter(msgspec.Struct, frozen=True):
    """The score of the first of two players in their games."""

    won: float
    """A shared win counts as its part, so this may be a fraction."""

    games: int


class Rating(msgspec.Struct, frozen=True):
    """One player's rating in Elo points with its 95 % interval."""

    points: float
    low: float
    high: float


def ratings(scores: Mapping[Pair, Encounter], seed: int = 1) -> dict[str, Rating]:
    """Every player's rating, the best first. Without games all are alike, within limits that say so.

    The intervals are those of series drawn anew at the shares that were found (`SAMPLES` of them, from ``seed``).
    """
    players = sorted({player for pair in scores for player in pair})
    fitted = _fit(players, scores)
    rng = Random(seed)
    drawn: dict[str, list[float]] = {player: [] for player in players}
    for _ in range(SAMPLES):
        again = {pair: Encounter(_redraw(score, rng), score.games) for pair, score in scores.items()}
        for player, points in _fit(players, again).items():
            drawn[player].append(points)
    found: dict[str, Rating] = {}
    for player in sorted(players, key=lambda each: (-fitted[each], each)):
        ordered = sorted(drawn[player])
        low, high = quantile(ordered, 0.025), quantile(ordered, 0.975)
        found[player] = Rating(round(fitted[player], 1), round(low, 1), round(high, 1))
    return found


def _redraw(score: Encounter, rng: Random) -> float:
    share = (score.won + PRIOR / 2) / (score.games + PRIOR)
    return float(sum(rng.random() < share for _ in range(score.games)))


def _fit(players: Sequence[str], scores: Mapping[Pair, Encounter]) -> dict[str, float]:
    """The most likely ratings, by Hunter's steps: a player's wins over the games its strength would have shared."""
    wins = dict.fromkeys(players, 0.0)
    met: dict[str, list[tuple[str, float]]] = {player: [] for player in players}
    for (one, other), score in scores.items():
        games = score.games + PRIOR
        wins[one] += score.won + PRIOR / 2
        wins[other] += score.games - score.won + PRIOR / 2
        met[one].append((other, games))
        met[other].append((one, games))
    strength = dict.fromkeys(players, 1.0)
    for _ in range(STEPS):
        moved = 0.0
        for player in players:
            shared = sum(games / (strength[player] + strength[other]) for other, games in met[player])
            fresh = wins[player] / shared
            moved = max(moved, abs(log(fresh / strength[player])))
            strength[player] = fresh
        if moved < 1e-6:
            break
    level = sum(log(strength[player]) for player in players) / len(players)
    return {player: MEAN + SCALE * (log(strength[player]) - level) for player in players}
