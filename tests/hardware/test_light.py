"""The light of a tile: the tracer against what is known without one, and the board's figures within their bounds."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware import geometry
from hardware.electrical import source
from hardware.electrical.budgets import light

BOARD = source.load_board()
BOX = light.box_of(BOARD)
CLEAR = replace(BOX, floor=0.0, sides=0.0, through_wall=0.0, passes=1.0, back=0.0, blur=0.0)
"""Black inside, a sheet that lets everything pass straight."""


def test_every_ray_leaves_a_box_that_swallows_nothing() -> None:
    white = replace(BOX, floor=1.0, sides=1.0, through_wall=0.0, passes=0.5, back=0.5)
    assert light.trace(white, 20_000).out == pytest.approx(1.0, abs=1e-3)


def test_a_black_box_shows_the_cosine_law_of_a_small_source() -> None:
    """Of a Lambert source a disc of radius r at height h sees r2 / (r2 + h2)."""
    box = replace(CLEAR, leds=((0.0, 0.0),), height=30.0, pitch=200.0)
    traced = light.trace(box, 200_000)
    high = box.height - box.lamp
    for radius in (15.0, 30.0, 60.0):
        seen = np.sum(np.hypot(traced.x, traced.y) < radius) / traced.rays
        assert seen == pytest.approx(radius**2 / (radius**2 + high**2), abs=0.01)


def test_a_grey_box_gives_what_its_form_factors_say() -> None:
    """A wide flat box: what the floor throws back meets the sheet, so the passes are a geometric series."""
    box = replace(BOX, pitch=4000.0, height=10.0, floor=0.6, passes=0.5, back=0.4, leds=((0.0, 0.0),))
    assert light.trace(box, 100_000).out == pytest.approx(0.5 / (1 - 0.4 * 0.6), abs=0.01)


def test_light_that_goes_through_a_wall_comes_out_over_the_neighbour() -> None:
    box = replace(CLEAR, floor=1.0, through_wall=1.0, leds=((20.0, 0.0),), height=20.0)
    traced = light.trace(box, 50_000)
    assert traced.out == pytest.approx(1.0, abs=1e-3)
    assert traced.strayed > 0.3
    assert np.median(traced.x[abs(traced.x) > box.pitch / 2]) > box.pitch / 2, "over the neighbour it is nearer to"


def test_a_base_covers_what_lies_under_it() -> None:
    covered = light.trace(BOX, 60_000, base=25.0)
    assert np.hypot(covered.x, covered.y).min() > 12.5
    assert light.trace(BOX, 60_000).beside(25.0) == pytest.approx(covered.out / light.trace(BOX, 60_000).out, abs=0.03)


def test_the_same_seed_gives_the_same_light() -> None:
    one, other = light.trace(BOX, 5_000), light.trace(BOX, 5_000)
    assert np.array_equal(one.x, other.x)
    assert not np.array_equal(one.x[:100], light.trace(BOX, 5_000, seed=1).x[:100])


def test_turned_leds_turn_the_light() -> None:
    right = light.trace(replace(BOX, leds=((7.0, 0.0),)), 60_000)
    back = light.trace(replace(BOX, leds=((0.0, -7.0),)), 60_000)
    assert np.corrcoef(np.rot90(right.cells()).ravel(), back.cells().ravel())[0, 1] > 0.99
    assert right.brightest == pytest.approx(back.brightest, rel=0.08)


def test_the_four_leds_stand_in_their_order_in_the_corners() -> None:
    place = BOARD.raw["light"]["four"]
    assert all(math.hypot(x, y) == pytest.approx(place) for x, y in geometry.corners(place))
    assert [(x < 0, y < 0) for x, y in geometry.corners(place)] == [
        (True, True),
        (False, True),
        (False, False),
        (True, False),
    ]
    assert BOARD.raw["light"]["order"] == ["back left", "back right", "front right", "front left"]


def test_four_leds_are_more_even_than_one_and_a_higher_box_more_than_a_low_one() -> None:
    first, now = light.trace(light.first_edition(BOARD)), light.trace(BOX)
    four = light.trace(replace(BOX, leds=geometry.corners(BOARD.raw["light"]["four"])))
    assert first.brightest > 1.8 * now.brightest > 1.8 * 2 * four.brightest
    assert first.beside(25) < now.beside(25) < four.beside(25)
    assert first.evenness < now.evenness < four.evenness


@pytest.mark.parametrize(("key", "value"), [("light_box", 6.0), ("led", [0.0, 0.0])])
def test_a_tile_that_is_lit_worse_is_named(key: str, value: object) -> None:
    worse = replace_tile(key, value)
    assert any(line.startswith("light, one LED a tile:") for line in light.findings(worse))


def replace_tile(key: str, value: object) -> source.Board:
    return replace(BOARD, raw={**BOARD.raw, "tile": {**BOARD.raw["tile"], key: value}})
