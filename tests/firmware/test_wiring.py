"""Every way to lay a chain of LEDs or sensors names every tile once."""

from __future__ import annotations

import itertools

import pytest
from immolation_board import wiring

WAYS = [
    (lines, pattern, first)
    for lines in ("rows", "columns")
    for pattern in ("straight", "serpentine")
    for first in (0, 9, 90, 99)
]


@pytest.mark.parametrize(("lines", "pattern", "first"), WAYS)
def test_the_chain_begins_at_its_corner_and_misses_no_tile(lines: str, pattern: str, first: int) -> None:
    chain = wiring.led_chain(lines, pattern, first)
    assert chain[0] == first
    assert sorted(chain) == list(range(100))


@pytest.mark.parametrize(
    ("lines", "first"), [(lines, first) for lines in ("rows", "columns") for first in (0, 9, 90, 99)]
)
def test_a_serpentine_never_jumps(lines: str, first: int) -> None:
    chain = wiring.led_chain(lines, "serpentine", first)
    for one, other in itertools.pairwise(chain):
        assert abs(one // 10 - other // 10) + abs(one % 10 - other % 10) == 1


def test_a_straight_chain_along_rows_from_the_first_corner_is_the_numbering_itself() -> None:
    assert list(wiring.led_chain("rows", "straight", 0)) == list(range(100))


def test_a_chain_along_columns_from_the_last_tile_climbs_the_last_column() -> None:
    assert list(wiring.led_chain("columns", "straight", 99))[:11] == [99, 89, 79, 69, 59, 49, 39, 29, 19, 9, 98]


def test_spare_bits_of_a_shift_chain_belong_to_no_tile() -> None:
    assert list(wiring.sensor_bits("straight", 104)) == [*range(100), *[wiring.UNUSED] * 4]


def test_a_serpentine_of_sensors_turns_every_other_row() -> None:
    bits = wiring.sensor_bits("serpentine", 100)
    assert bits[10] == 19
    assert bits[19] == 10
    assert sorted(bits) == list(range(100))


def test_turned_swaps_rows_and_columns() -> None:
    assert wiring.sensor_bits("turned", 100)[3] == 30


def test_a_map_of_ones_own_is_taken_as_written() -> None:
    own = [99 - bit for bit in range(100)]
    text = "- " + " ".join(str(tile) for tile in own) + " - -"
    assert list(wiring.sensor_bits(text, 104)) == [255, *own, 255, 255, 255]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" ".join(str(tile) for tile in range(99)), "tile 99 is missing"),
        (" ".join(["5", "5"]), "tile 5 stands in it twice"),
        ("0 1 100", "'100' is not a tile"),
        ("0 1 x", "'x' is not a tile"),
        (" ".join(["-"] * 105), "names 105 bits and there are 104"),
    ],
)
def test_a_wrong_map_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        wiring.sensor_bits(text, 104)
