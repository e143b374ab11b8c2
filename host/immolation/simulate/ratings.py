"""Rates players from games between pairs of them: Bradley and Terry's model, on Elo's scale, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, log1p, sqrt
from typing import Final

import msgspec

from .confidence_intervals import Z95

SCALE: Final = 400 / log(10)
"""Elo points of one unit of the model: 400 points are odds of ten to one."""

MEAN: Final = 1000.0
"""The rating of an average player, see `ratings`."""

PRIOR: Final = 0.1
"""Games every pair is taken to have drawn beside those it played, so that who never lost has a rating too."""

STEPS: Final = 200
"""Most steps of Newton's method; a fit takes about ten."""

Pair = tuple[str, str]
Vector = list[float]


class Encounter(msgspec.Struct, frozen=True):
    """The score of the first of two players in their games."""

    won: float
    """A shared win counts as its part, so this may be a fraction."""

    games: int


class Rating(msgspec.Struct, frozen=True):
    """One player's rating in Elo points with its 95 % interval, in which it always lies."""

    points: float
    low: float | None
    """None where the games set no lower limit: the player never won, or never played, or only ever won against those
    of whom the same is true."""

    high: float | None
    """None where they set no upper limit: likewise for games lost."""

    @property
    def limits(self) -> str:
        """The interval in words.

        >>> Rating(1095.4, 1083.1, 1108.0).limits, Rating(1520.6, 1189.0, None).limits
        ('1083 to 1108', 'at least 1189')
        """
        if self.low is None and self.high is None:
            return "not known"
        if self.low is None:
            return f"at most {self.high:.0f}"
        return f"at least {self.low:.0f}" if self.high is None else f"{self.low:.0f} to {self.high:.0f}"


def ratings(scores: Mapping[Pair, Encounter]) -> dict[str, Rating]:
    """Every player's rating, the best first.

    `MEAN` is the average of the players that are `_comparable`, so that one who never won does not lift all others
    without limit. The intervals are those of the profile likelihood: every rating that the games, however the other
    players are rated, make less likely than the best by no more than chance does once in twenty times.
    """
    players = sorted({player for pair in scores for player in pair})
    reached = _reached(players, scores)
    average = _comparable(players, reached)
    model = _Model(players, scores)
    best = model.fitted()
    found: dict[str, Rating] = {}
    for place, player in enumerate(players):
        contrast = [-1 / len(average) if each in average else 0.0 for each in players]
        contrast[place] += 1
        bounded = (average <= reached[player], all(player in reached[each] for each in average))
        low, high = (
            round(MEAN + SCALE * model.end(best, contrast, side), 1) if known else None
            for side, known in zip((-1, 1), bounded, strict=True)
        )
        found[player] = Rating(round(MEAN + SCALE * _dot(contrast, best), 1), low, high)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1].points, pair[0])))


def _reached(players: Sequence[str], scores: Mapping[Pair, Encounter]) -> dict[str, set[str]]:
    """Player -> itself, those it has beaten or drawn with, those they have, and so on."""
    beaten: dict[str, set[str]] = {player: set() for player in players}
    for (one, other), score in scores.items():
        if score.won > 0:
            beaten[one].add(other)
        if score.won < score.games:
            beaten[other].add(one)
    found: dict[str, set[str]] = {}
    for player in players:
        found[player], ahead = {player}, [player]
        while ahead:
            fresh = beaten[ahead.pop()] - found[player]
            found[player] |= fresh
            ahead += fresh
    return found


def _comparable(players: Sequence[str], reached: Mapping[str, set[str]]) -> set[str]:
    """The players that are rated among each other with limits: the largest group in which everybody has beaten
    everybody, or one who has, and so on. Where there is none, or several as large: all players.
    """
    groups = {frozenset(each for each in reached[player] if player in reached[each]) for player in players}
    largest = max(map(len, groups), default=0)
    chosen = [group for group in groups if len(group) == largest]
    return set(chosen[0]) if len(chosen) == 1 else set(players)


# --- the model -------------------------------------------------------------------------------------------


class _Model:
    """How likely the games are at given strengths, which are logarithms and whose sum is 0."""

    def __init__(self, players: Sequence[str], scores: Mapping[Pair, Encounter]) -> None:
        place = {player: index for index, player in enumerate(players)}
        self.size = len(players)
        self.games = [
            (place[one], place[other], score.won + PRIOR / 2, score.games - score.won + PRIOR / 2)
            for (one, other), score in scores.items()
        ]

    def fitted(self) -> Vector:
        """The strengths at which the games are most likely."""
        return self._least([0.0] * self.size, None)[0]

    def end(self, best: Vector, contrast: Vector, side: int) -> float:
        """An end of the 95 % interval of ``contrast`` times strengths: the lower for a ``side`` of -1, the upper for 1.

        There the root of twice the loss beyond the least is `Z95`, as at the ends of a normal distribution. That root
        grows almost evenly, so Newton's steps are few.
        """
        least, at, point = self._loss(best), best, _dot(contrast, best)
        away = Z95 * sqrt(_dot(contrast, _solved(self._slopes(best)[1], [*contrast])))
        inside, outside = 0.0, float("inf")
        for _ in range(STEPS):
            ahead = (point + side * away - _dot(contrast, at)) / _dot(contrast, contrast)
            at, slope = self._least([each + ahead * part for each, part in zip(at, contrast, strict=True)], contrast)
            root = sqrt(2 * max(self._loss(at) - least, 0.0))
            if abs(root - Z95) < 1e-6:
                break
            inside, outside = (away, outside) if root < Z95 else (inside, away)
            away += (Z95 - root) * root / max(side * slope, 1e-12)
            if not inside < away < outside:
                away = 2 * inside if outside == float("inf") else (inside + outside) / 2
        return point + side * away

    def _least(self, start: Vector, held: Vector | None) -> tuple[Vector, float]:
        """The strengths of the least loss, by Newton's method; ``held`` times them stays as it is at the ``start``.

        Also returns how fast that loss grows with what is held.
        """
        at, loss, slope = start, self._loss(start), 0.0
        for _ in range(STEPS):
            downhill, curves = self._slopes(at)
            if held is None:
                step = _solved(curves, downhill)
            else:
                bordered = [[*row, part] for row, part in zip(curves, held, strict=True)]
                *step, slope = _solved([*bordered, [*held, 0.0]], [*downhill, 0.0])
            size = 1.0
            while (fresh := self._loss(moved := [each + size * by for each, by in zip(at, step, strict=True)])) > loss:
                size /= 2
                if size < 1e-12:
                    return at, -slope
            at, loss = moved, fresh
            if max(map(abs, step)) < 1e-9:
                break
        return at, -slope

    def _loss(self, strengths: Vector) -> float:
        """The logarithm of how likely the games are, negative. It is convex."""
        return sum(
            won * _softplus(strengths[other] - strengths[one]) + lost * _softplus(strengths[one] - strengths[other])
            for one, other, won, lost in self.games
        )

    def _slopes(self, at: Vector) -> tuple[Vector, list[Vector]]:
        """The way in which the loss falls, and its second derivatives; every step by them keeps the strengths' sum."""
        downhill, curves = [0.0] * self.size, [[1.0] * self.size for _ in range(self.size)]
        for one, other, won, lost in self.games:
            share = exp(-_softplus(at[other] - at[one]))
            pull, curve = won - (won + lost) * share, (won + lost) * share * (1 - share)
            downhill[one] += pull
            downhill[other] -= pull
            curves[one][one] += curve
            curves[other][other] += curve
            curves[one][other] -= curve
            curves[other][one] -= curve
        for index in range(self.size):
            curves[index][index] += 1e-12  # where no games connect two groups of players
        return downhill, curves


def _softplus(value: float) -> float:
    """The logarithm of 1 + e to the ``value``, however large that is."""
    return max(value, 0.0) + log1p(exp(-abs(value)))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(one, other, strict=True))


def _solved(matrix: list[Vector], right: Vector) -> Vector:
    """Solve linear equations by elimination, the largest pivot first; both are used up."""
    size = len(right)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        right[column], right[pivot] = right[pivot], right[column]
        for row in range(column + 1, size):
            factor = matrix[row][column] / matrix[column][column]
            if factor:
                for index in range(column, size):
                    matrix[row][index] -= factor * matrix[column][index]
                right[row] -= factor * right[column]
    for column in reversed(range(size)):
        known = sum(matrix[column][index] * right[index] for index in range(column + 1, size))
        right[column] = (right[column] - known) / matrix[column][column]
    return right
