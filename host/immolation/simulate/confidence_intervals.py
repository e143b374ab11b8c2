"""Confidence intervals of rates and means, and quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

import msgspec

Z95: Final = 1.959963984540054
"""Standard deviations on each side that hold 95 % of a normal distribution."""


class Rate(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval."""

    games: int
    wins: float
    """A draw of rivals counts as each one's part, so this may be a fraction."""

    rate: float
    low: float
    high: float


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share: honest near 0 and 1 and for few games, where the usual one is not.

    Both ends are between 0 and 1; (0, 1) without games. Raises ValueError unless 0 <= wins <= games.
    """
    if games < 0 or not 0 <= wins <= games:
        raise ValueError(f"{wins} wins of {games} games cannot be.")
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(wins: float, games: int) -> Rate:
    """The rate and interval of so many wins; rounded, so that it reads alike everywhere."""
    low, high = wilson(min(wins, games), games)
    share = wins / games if games else 0.0
    return Rate(games, round(wins, 6), round(share, 6), round(low, 6), round(high, 6))


class Advantage(msgspec.Struct, frozen=True):
    """How much more is won by one of two who played the same games, with its 95 % interval."""

    games: int
    """Pairs of games."""

    more: float
    low: float
    high: float
    error: float
    """One standard error of ``more``."""

    won: int
    """Games that this one alone won."""

    lost: int
    """Games that the other alone won."""

    @property
    def in_errors(self) -> float:
        """The middle of the interval in standard errors: beyond `Z95` exactly where the interval leaves out 0."""
        return (self.won - self.lost) / (self.games + 2) / _error(self.won, self.lost, self.games)


def advantage(won: int, lost: int, games: int) -> Advantage:
    """Compare two who played the same ``games``: one alone ``won`` so many, the other alone ``lost`` so many.

    Agresti and Min's interval for matched pairs: games that both won, or neither, say nothing of the difference, and
    half a game more in each of the four cells keeps it honest for few games. Raises ValueError for counts that cannot
    be.
    """
    if min(won, lost) < 0 or won + lost > games:
        raise ValueError(f"{won} and {lost} of {games} games cannot be.")
    pairs = games + 2
    middle = (won - lost) / pairs
    error = _error(won, lost, games)
    low, high = max(-1.0, middle - Z95 * error), min(1.0, middle + Z95 * error)
    more = (won - lost) / games if games else 0.0
    return Advantage(games, round(more, 6), round(low, 6), round(high, 6), round(error, 6), won, lost)


def _error(won: int, lost: int, games: int) -> float:
    """Agresti and Min's standard error; above 0."""
    pairs = games + 2
    return sqrt(won + lost + 1 - (won - lost) ** 2 / pairs) / pairs


class Spread(msgspec.Struct, frozen=True):
    """The spread of one number over games."""

    games: int
    mean: float
    low: float
    """Ends of the 95 % interval of the mean."""

    high: float
    least: float
    quarter: float
    median: float
    three_quarters: float
    most: float
    bars: tuple[int, ...]
    """Games in equal steps, for a picture; of whole numbers each step holds as many."""

    start: float
    """Where the first step begins: at the least, or of whole numbers half a number before it."""

    step: float
    """How wide a step is."""

    @property
    def whole(self) -> bool:
        """Whether all of them are whole numbers."""
        return self.start % 1 == 0.5 and self.step % 1 == 0


def spread(values: Sequence[float]) -> Spread | None:
    """The spread of numbers; None of none."""
    if not values:
        return None
    ordered, count = sorted(values), len(values)
    mean = sum(ordered) / count
    deviation = sqrt(sum((value - mean) ** 2 for value in ordered) / (count - 1)) if count > 1 else 0.0
    half = Z95 * deviation / sqrt(count)
    least, quarter, median, three_quarters, most = (quantile(ordered, part) for part in (0, 0.25, 0.5, 0.75, 1))
    bars, start, step = _bars(ordered)
    return Spread(
        games=count,
        mean=round(mean, 6),
        low=round(mean - half, 6),
        high=round(mean + half, 6),
        least=least,
        quarter=quarter,
        median=median,
        three_quarters=three_quarters,
        most=most,
        bars=bars,
        start=start,
        step=step,
    )


MOST_BARS: Final = 24


def _bars(ordered: Sequence[float]) -> tuple[tuple[int, ...], float, float]:
    """Count the values in each of at most `MOST_BARS` equal steps. Returns the counts, the start and the step's width.

    Whole numbers lie in the middle of their step, or as many of them in each step, so that none is a gap in a comb.
    """
    least, most = ordered[0], ordered[-1]
    if all(float(value).is_integer() for value in ordered):
        step: float = ceil((most - least + 1) / MOST_BARS)
        start, count = least - 0.5, ceil((most - least + 1) / step)
    else:
        count = min(MOST_BARS, ceil(2 * len(ordered) ** (1 / 3)))  # Rice's rule
        start, step = least, (most - least) / count or 1.0
    found = [0] * count
    for value in ordered:
        found[min(count - 1, int((value - start) / step))] += 1
    return tuple(found), start, step


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which ``part`` (0 to 1) of sorted numbers lie, between two neighbours in proportion."""
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
