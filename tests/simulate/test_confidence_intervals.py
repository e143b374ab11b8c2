"""The arithmetic of uncertainty, against values that others published or that follow from its definition."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.simulate.confidence_intervals import (
    Z95,
    advantage,
    quantile,
    rate,
    spread,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.just(n), st.floats(0, n))))
def test_wilsons_ends_solve_the_equation_it_is_made_from(drawn: tuple[int, float]) -> None:
    games, wins = drawn
    share = wins / games
    for end in wilson(wins, games):
        assert 0 <= end <= 1
        assert abs(share - end) <= Z95 * sqrt(end * (1 - end) / games) + 1e-7
        assert abs(share - end) >= Z95 * sqrt(end * (1 - end) / games) - 1e-7 or end in (0, 1)


@given(st.integers(1, 500), st.integers(0, 500))
def test_losses_mirror_wins_and_more_games_say_more(games: int, wins: int) -> None:
    wins = min(wins, games)
    low, high = wilson(wins, games)
    assert (1 - high, 1 - low) == pytest.approx(wilson(games - wins, games), abs=1e-12)
    more = wilson(wins * 4, games * 4)
    assert more[1] - more[0] < high - low


def test_without_games_nothing_is_known_and_what_cannot_be_is_refused() -> None:
    assert wilson(0, 0) == (0, 1)
    for wins, games in ((3, 2), (-1, 5), (0, -1)):
        with pytest.raises(ValueError, match="cannot be"):
            wilson(wins, games)


def test_a_rate_rounds_alike_everywhere() -> None:
    found = rate(1 / 3 + 1 / 3 + 1 / 3, 3)
    assert (found.wins, found.rate) == (1.0, 0.333333)
    assert rate(0, 0).rate == 0


def test_the_spread_of_known_numbers() -> None:
    found = spread([4, 1, 2, 3, 5])
    assert found is not None
    assert (found.least, found.quarter, found.median, found.three_quarters, found.most) == (1, 2, 3, 4, 5)
    assert found.mean == 3
    assert (found.low, found.high) == pytest.approx((3 - 1.959964 * sqrt(2.5 / 5), 3 + 1.959964 * sqrt(2.5 / 5)))
    assert (found.bars, found.start, found.step, found.whole) == ((1, 1, 1, 1, 1), 0.5, 1, True)
    assert spread([]) is None
    alone = spread([7.0])
    assert alone is not None
    assert (alone.low, alone.high, alone.bars) == (7, 7, (1,))


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60))
def test_every_game_is_in_one_bar_and_quantiles_rise(values: list[float]) -> None:
    found = spread(values)
    assert found is not None
    assert sum(found.bars) == len(values)
    assert 1 <= len(found.bars) <= 24
    parts = [quantile(sorted(values), part / 8) for part in range(9)]
    assert parts == pytest.approx(sorted(parts))


@pytest.mark.parametrize("most", [5, 24, 25, 31, 60, 500])
def test_whole_numbers_are_spread_evenly_over_the_bars_each_in_the_middle_of_its_own(most: int) -> None:
    """Of 1 to 31, each once, seven bars stood twice as high as the others, and the bar of 5 began at 5."""
    found = spread([*range(1, most + 1)])
    assert found is not None
    *bars, last = found.bars
    assert set(bars) <= {found.step}
    assert 0 < last <= found.step
    assert (found.start, found.step % 1, found.whole) == (0.5, 0, True)
    assert len(found.bars) <= 24


def test_other_numbers_are_spread_from_the_least_to_the_most() -> None:
    found = spread([1.5, 2.0, 2.25, 4.5])
    assert found is not None
    assert (found.start, found.start + found.step * len(found.bars), found.whole) == (1.5, 4.5, False)
    assert found.bars == (2, 1, 0, 1)


def test_a_gain_in_matched_games_has_the_interval_of_agresti_and_min() -> None:
    found = advantage(30, 10, 100)
    # their formula: (b - c) / (n + 2) and sqrt(b' + c' - (b - c)² / (n + 2)) / (n + 2) with b' = b + 1/2, c' = c + 1/2
    assert (found.more, found.error) == (0.2, pytest.approx(0.0597, abs=5e-5))
    assert (found.low, found.high) == (pytest.approx(0.079074, abs=1e-5), pytest.approx(0.313083, abs=1e-5))
    turned = advantage(10, 30, 100)
    assert (turned.more, turned.low, turned.high) == (-found.more, -found.high, -found.low)
    assert advantage(300, 100, 1000).error < found.error / 3
    assert (
        advantage(3, 1, 1000).error < advantage(300, 298, 1000).error
    )  # games that both win say nothing of a difference
    for won, lost, games in ((-1, 0, 3), (2, 2, 3)):
        with pytest.raises(ValueError, match="cannot be"):
            advantage(won, lost, games)


@given(st.lists(st.integers(0, 40), min_size=3, max_size=3))
def test_a_gain_lies_in_its_interval(counts: list[int]) -> None:
    won, lost, alike = counts
    found = advantage(won, lost, won + lost + alike)
    assert -1 <= found.low <= found.more <= found.high <= 1
    assert found.error > 0


@given(st.lists(st.integers(0, 40), min_size=3, max_size=3))
def test_standard_errors_say_what_the_interval_says(counts: list[int]) -> None:
    """One game, won alone, was 2.3 standard errors beside an interval from -51 points of 100 on."""
    won, lost, alike = counts
    found = advantage(won, lost, won + lost + alike)
    assert (abs(found.in_errors) > Z95) == (not found.low <= 0 <= found.high)


def test_standard_errors_are_known_where_the_rounded_error_is_none() -> None:
    found = advantage(1, 0, 10_000_000)
    assert found.error == 0
    assert found.in_errors == pytest.approx(1 / sqrt(2), abs=1e-6)
