"""Magnets told apart by three components of their field: the decoder against the formula, the confusion in bounds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from hardware.electrical import identify, sensing, source

BOARD = source.load_board()
MAGNETS = identify.kinds(BOARD)
UP = np.array([[0.0, 0.0, 1.0]])


@pytest.mark.parametrize("aside", [0.0, 3.0, 8.0])
@pytest.mark.parametrize("pole", [1, -1])
def test_a_perfect_field_gives_moment_pole_and_place_back(aside: float, pole: int) -> None:
    place = np.array([[0.6 * aside, -0.8 * aside, 15.8]])
    felt = identify.field(np.array([0.3 * pole]), place, UP)
    read = identify.decode(felt, 15.8)
    assert read.moment[0] == pytest.approx(0.3 * pole, rel=1e-6)
    assert (read.x[0], read.y[0]) == pytest.approx((0.6 * aside, -0.8 * aside), abs=1e-6)


def test_its_vertical_part_is_the_sensing_budgets() -> None:
    magnet = MAGNETS[0]
    for aside in (0.0, 5.0, 8.0):
        felt = identify.field(np.array([magnet.moment]), np.array([[aside, 0.0, 15.8]]), UP)
        assert felt[0, 2] == pytest.approx(sensing.vertical(magnet, aside, 15.8), rel=1e-9)


def test_the_boards_magnets_are_told_apart_within_their_bounds() -> None:
    assert list(identify.findings(BOARD)) == []
    matrix, errors = identify.trial(BOARD, MAGNETS, identify.Spread(), 8.0)
    assert matrix.shape == (6, 6)
    assert matrix.sum(axis=1) == pytest.approx(1.0)
    assert matrix.diagonal().min() >= 0.999
    assert np.median(errors) < 0.4
    poles = matrix[np.arange(6)[:, None] % 2 != np.arange(6)[None, :] % 2]
    assert not poles.any(), "a pole is never mistaken"


@pytest.mark.parametrize(
    "worse",
    [{"height": 1.5}, {"moment": 0.2}, {"stray": 1.5}, {"gain": 0.25}],
    ids=["height", "moment", "stray", "gain"],
)
def test_a_worse_world_is_told_less_well(worse: dict[str, float]) -> None:
    spread = dataclasses.replace(identify.Spread(), **worse)
    matrix, _ = identify.trial(BOARD, MAGNETS, spread, 8.0, trials=5_000)
    assert matrix.diagonal().min() < 0.995


@pytest.mark.parametrize(
    ("magnets", "word"),
    [
        ([[10, 3, "N52"], [12, 3, "N35"], [12, 3, "N42"]], "told right"),
        ([[8, 3, "N42"], [12, 3, "N42"]], "too weak"),
        ([[10, 3, "N52"], [15, 3, "N52"]], "neighbours hold it"),
    ],
)
def test_magnets_that_cannot_be_told_or_felt_are_named(magnets: list[list[object]], word: str) -> None:
    board = dataclasses.replace(BOARD, raw={**BOARD.raw, "identity": {"magnets": magnets}})
    assert any(word in line for line in identify.findings(board))
