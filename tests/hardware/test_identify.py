"""Magnets told apart by three components of their field: the firmware's decoder in a world of cylinders."""

from __future__ import annotations

import dataclasses
import math
import tomllib

import numpy as np
import pytest

from hardware.electrical import source
from hardware.electrical.budgets import identify, sensing

BOARD = source.load_board()
MAGNETS = identify.kinds(BOARD)
UP = np.array([[0.0, 0.0, 1.0]])


@pytest.fixture(scope="module")
def found() -> identify.Study:
    return identify.study(BOARD)


def test_the_worlds_field_is_the_exact_one_on_the_axis_and_the_dipoles_far_away() -> None:
    for magnet in MAGNETS:
        felt = identify.field(magnet, np.array([[0.0, 0.0, 18.0]]), UP)
        assert felt[0, 2] == pytest.approx(sensing.on_axis(magnet, 18.0), rel=1e-3)
        assert abs(felt[0, 0]) < 1e-9
        felt = identify.field(magnet, np.array([[90.0, 0.0, 16.0]]), UP)
        assert felt[0, 2] == pytest.approx(sensing.vertical(magnet, 90.0, 16.0), rel=0.03)


def test_a_leaning_magnets_field_leans_with_it() -> None:
    lean = math.radians(30)
    axis = np.array([[math.sin(lean), 0.0, math.cos(lean)]])
    place = 18.0 * axis
    felt = identify.field(MAGNETS[0], place, axis)
    assert felt[0] == pytest.approx(sensing.on_axis(MAGNETS[0], 18.0) * axis[0], rel=1e-3)


def test_the_boards_magnets_are_told_apart_within_their_bounds(found: identify.Study) -> None:
    assert list(identify.findings(BOARD, found)) == []
    assert found.matrix.shape == (8, 10)
    assert found.matrix.sum(axis=1) == pytest.approx(1.0)
    assert found.matrix.diagonal().min() >= 0.9999
    assert np.median(found.errors) < 0.7
    assert np.quantile(found.errors, 0.99) < 1.5
    poles = found.matrix[:, :8][np.arange(8)[:, None] % 2 != np.arange(8)[None, :] % 2]
    assert not poles.any(), "a pole is never mistaken"
    assert not found.matrix[:, 9].any(), "a magnet is never nothing"


def test_what_is_left_of_real_neighbours_is_what_the_trial_assumes(found: identify.Study) -> None:
    assert np.quantile(found.left, 0.95) < identify.Spread.stray
    assert found.crowd_right >= 0.995


@pytest.mark.parametrize(
    "worse",
    [{"height": 1.5}, {"moment": 0.25}, {"stray": 1.5}, {"gain": 0.35}],
    ids=["height", "moment", "stray", "gain"],
)
def test_a_worse_world_is_told_less_well(worse: dict[str, float]) -> None:
    spread = dataclasses.replace(identify.Spread(), **worse)
    matrix, _ = identify.trial(BOARD, MAGNETS, spread, 8.0, trials=2_000)
    assert matrix.diagonal().min() < 0.995


def test_sizes_that_are_too_alike_are_found() -> None:
    close = [[10, 3, "N52"], [12, 3, "N45"], [15, 3, "N35"], [15, 3, "N52"]]
    board = dataclasses.replace(BOARD, raw={**BOARD.raw, "identity": {**BOARD.raw["identity"], "magnets": close}})
    assert any("told right" in line for line in identify.findings(board, identify.study(board, trials=2_000)))


@pytest.mark.parametrize(
    ("magnets", "word"),
    [
        ([[8, 3, "N42"], [10, 3, "N52"], [12, 3, "N52"], [15, 4, "N52"]], "too weak"),
        ([[10, 3, "N52"], [12, 3, "N52"], [15, 3, "N52"], [20, 4, "N52"]], "holds a usual"),
    ],
)
def test_magnets_that_cannot_be_felt_or_let_go_are_named(
    magnets: list[list[object]], word: str, found: identify.Study
) -> None:
    board = dataclasses.replace(BOARD, raw={**BOARD.raw, "identity": {**BOARD.raw["identity"], "magnets": magnets}})
    assert any(word in line for line in identify.findings(board, found))


def test_the_firmwares_own_settings_are_those_of_these_magnets() -> None:
    told = tomllib.loads((source.HARDWARE.parent / "firmware" / "settings.toml").read_text())
    assert {key: told[key] for key in identify.settings(BOARD)} == identify.settings(BOARD)
