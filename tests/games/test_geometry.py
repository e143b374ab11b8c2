"""The 10x10 board: the rulebook's examples, and every fast answer against a slow one that follows the words."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.games.ascended_kings.board import geometry as g
from immolation.games.ascended_kings.board.geometry import mask_of, nearest_safe, walls

TILE = st.integers(0, 99)
MASK = st.integers(0, g.EVERY)
HALF_WIDTH = st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])


@st.composite
def some_walls(draw: st.DrawFn) -> g.Walls:
    """Walls that leave at least one tile free, not only those a game can reach."""
    low = draw(st.tuples(*[st.none() | st.integers(0, 8)] * 2))
    top, left = low
    bottom = draw(st.none() | st.integers((-1 if top is None else top) + 2, 9)) if top != 8 else None
    right = draw(st.none() | st.integers((-1 if left is None else left) + 2, 9)) if left != 8 else None
    return walls(top, right, bottom, left)


# --- masks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-01")
def test_tile_44_has_four_adjacent_four_diagonal_and_eight_surrounding_tiles() -> None:
    assert list(g.tiles(g.ADJACENT[44])) == [34, 43, 45, 54]
    assert list(g.tiles(g.DIAGONAL[44])) == [33, 35, 53, 55]
    assert list(g.tiles(g.SURROUNDING[44])) == [33, 34, 35, 43, 45, 53, 54, 55]


@pytest.mark.rule("AK-MOVE-01")
def test_the_corner_tile_is_surrounded_by_three_and_nothing_wraps() -> None:
    assert list(g.tiles(g.SURROUNDING[0])) == [1, 10, 11]
    assert not g.SURROUNDING[9] >> 10 & 1
    assert not g.SURROUNDING[10] >> 9 & 1


@pytest.mark.rule("AK-MOVE-01")
@given(TILE, TILE)
def test_neighbours_are_what_rows_and_columns_say(one: int, other: int) -> None:
    rows, columns = abs(one // 10 - other // 10), abs(one % 10 - other % 10)
    assert bool(g.ADJACENT[one] >> other & 1) == (rows + columns == 1)
    assert bool(g.DIAGONAL[one] >> other & 1) == (rows == columns == 1)
    assert bool(g.SURROUNDING[one] >> other & 1) == (max(rows, columns) == 1)


@given(MASK)
def test_a_mask_lists_its_tiles_in_rising_order(mask: int) -> None:
    found = list(g.tiles(mask))
    assert found == [tile for tile in range(100) if mask >> tile & 1]
    assert mask_of(reversed(found)) == mask


@given(MASK)
def test_growing_adds_what_surrounds_each_tile(mask: int) -> None:
    expected = mask
    for tile in g.tiles(mask):
        expected |= g.SURROUNDING[tile]
    assert g.grow(mask) == expected


@given(TILE, st.integers(0, 12), MASK)
def test_reach_walks_around_what_is_blocked(start: int, steps: int, blocked: int) -> None:
    reached = {start}
    for _ in range(steps):
        reached |= {t for r in reached for t in g.tiles(g.SURROUNDING[r]) if not blocked >> t & 1}
    assert g.reach(start, steps, blocked) == mask_of(reached)


def test_rows_and_columns() -> None:
    assert list(g.tiles(g.ROW[3])) == list(range(30, 40))
    assert list(g.tiles(g.COLUMN[7])) == list(range(7, 100, 10))
    assert g.EVERY.bit_count() == 100


# --- distances and lines ---------------------------------------------------------------------------------


@given(TILE, TILE)
def test_king_distance_is_the_fewest_moves(one: int, other: int) -> None:
    distance = g.king_distance(one, other)
    assert g.reach(one, distance) >> other & 1
    assert distance == 0 or not g.reach(one, distance - 1) >> other & 1
    assert distance**2 <= g.straight_distance_squared(one, other) <= 2 * distance**2


@given(TILE, TILE)
def test_a_straight_way_leads_there_and_back(one: int, other: int) -> None:
    there, back = g.direction(one, other), g.direction(other, one)
    assert (there is None) == (back is None)
    if there is not None and back is not None:
        assert other in g.ray(one, there)
        assert back == (-there[0], -there[1])
        for before, after in pairwise((one, *g.ray(one, there))):
            assert g.SURROUNDING[before] >> after & 1
    in_line = one != other and (one // 10 == other // 10 or one % 10 == other % 10)
    assert in_line == (there in g.CARDINAL)


def test_a_push_goes_straight_away_and_ends_at_the_board_edge() -> None:
    assert g.push(45, 44, 3) == (46, 47, 48)
    assert g.push(48, 47, 3) == (49,)
    assert g.push(33, 44, 2) == (22, 11)
    assert g.push(65, 44, 2) == ()


def test_the_nearest_tiles_are_all_that_tie() -> None:
    assert g.nearest(44, mask_of([42, 46, 53, 99])) == mask_of([53])
    assert g.nearest(44, mask_of([42, 46, 99])) == mask_of([42, 46])
    assert g.nearest(44, 0) == 0


# --- line of sight ---------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-02")
@pytest.mark.parametrize(("target", "others"), [(55, (45, 54)), (57, (46, 55))])
def test_sight_passes_between_two_characters_that_touch_at_a_corner(target: int, others: tuple[int, ...]) -> None:
    assert g.line_of_sight(44, target, mask_of(others))


@pytest.mark.rule("AK-INDEX-01", "AK-INDEX-03")
@pytest.mark.parametrize("other", [45, 55])
def test_sight_is_blocked_by_a_tile_that_the_line_clips(other: int) -> None:
    assert not g.line_of_sight(44, 56, mask_of([other]))


@pytest.mark.rule("AK-INDEX-01")
def test_sight_along_a_row_a_column_and_a_diagonal_is_blocked_by_who_stands_on_it() -> None:
    for target, other, step in ((48, 46, 1), (4, 24, -10), (99, 77, 11)):
        assert not g.line_of_sight(44, target, mask_of([other]))
        assert g.line_of_sight(44, target, g.EVERY & ~mask_of(range(44, target + step, step)))


@pytest.mark.rule("AK-INDEX-04")
@given(TILE, TILE, MASK, HALF_WIDTH)
def test_sight_is_the_same_both_ways_and_the_two_never_block_themselves(
    one: int, other: int, occupied: int, half_width: Fraction
) -> None:
    seen = g.line_of_sight(one, other, occupied, half_width)
    assert seen == g.line_of_sight(other, one, occupied, half_width)
    assert seen == g.line_of_sight(one, other, occupied | 1 << one | 1 << other, half_width)


@pytest.mark.rule("AK-INDEX-04")
@given(TILE, TILE)
def test_sight_has_no_range_limit_on_an_empty_board(one: int, other: int) -> None:
    assert g.line_of_sight(one, other, 0)


def slow_blocks(one: int, other: int, third: int, half_width: Fraction) -> bool:
    """Does the segment between the centres touch the third tile outside its corner diamonds? By clipping.

    The part of a tile that blocks is where 0 <= x, y <= 1 and, for each corner, |x - cx| + |y - cy| > half_width.
    Each condition is linear along the segment, so the parameters that fulfil all of them are one interval.
    """
    y0, x0 = (Fraction(one // 10 - third // 10) + Fraction(1, 2), Fraction(one % 10 - third % 10) + Fraction(1, 2))
    dy, dx = other // 10 - one // 10, other % 10 - one % 10
    low, high = Fraction(0), Fraction(1)
    low_open = high_open = False
    conditions = [(x0, dx, False), (1 - x0, -dx, False), (y0, dy, False), (1 - y0, -dy, False)]
    for cx, cy in product((0, 1), (0, 1)):
        sx, sy = (1 if cx == 0 else -1), (1 if cy == 0 else -1)
        conditions.append((sx * (x0 - cx) + sy * (y0 - cy) - half_width, sx * dx + sy * dy, True))
    for start, slope, strict in conditions:  # start + slope * t >= 0, or > 0 where strict
        if slope == 0:
            if start < 0 or (strict and start == 0):
                return False
            continue
        at = Fraction(-start) / slope
        if slope > 0 and (at > low or (at == low and strict)):
            low, low_open = at, strict
        elif slope < 0 and (at < high or (at == high and strict)):
            high, high_open = at, strict
    return low < high or (low == high and not low_open and not high_open)


@pytest.mark.rule("AK-INDEX-01", "AK-INDEX-02", "AK-INDEX-03")
@given(TILE, TILE, HALF_WIDTH)
def test_sight_agrees_with_clipping_every_tile_exactly(one: int, other: int, half_width: Fraction) -> None:
    expected = mask_of(
        third for third in range(100) if third not in (one, other) and slow_blocks(one, other, third, half_width)
    )
    assert g.sight_blockers(half_width)[one][other] == (expected if one != other else 0)


@pytest.mark.rule("AK-INDEX-02")
def test_a_larger_corner_diamond_lets_through_what_a_smaller_one_stops() -> None:
    # 44 to 57 enters 45 through its left side and leaves it exactly through a corner: no diamond frees that.
    assert not g.line_of_sight(44, 57, mask_of([45]), 0.5)
    # 44 to 67 cuts the corner of 45 a sixth of a side below it and a quarter beside it.
    assert not g.line_of_sight(44, 67, mask_of([45]))
    assert not g.line_of_sight(44, 67, mask_of([45]), 0.1)
    assert g.line_of_sight(44, 67, mask_of([45]), 0.25)


@pytest.mark.parametrize("half_width", [-0.1, 0.6, 2])
def test_a_corner_diamond_larger_than_half_a_side_is_refused(half_width: float) -> None:
    with pytest.raises(ValueError, match=r"0 to 0\.5"):
        g.line_of_sight(0, 99, 0, half_width)


# --- Fire Walls and proximity ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edge", "first", "second"), [("top", 0, 1), ("right", 9, 8), ("bottom", 9, 8), ("left", 0, 1)]
)
def test_a_strip_starts_on_its_edge_covers_ten_tiles_and_goes_one_line_inward(
    edge: g.Edge, first: int, second: int
) -> None:
    assert g.first_line(edge) == first
    assert g.next_line(edge, first) == second
    assert g.line_mask(edge, first).bit_count() == 10
    assert all(0 in divmod(tile, 10) or 9 in divmod(tile, 10) for tile in g.tiles(g.line_mask(edge, first)))
    assert g.next_line(edge, g.first_line(g.OPPOSITE[edge])) is None


@pytest.mark.rule("AK-PROX-01")
def test_fire_is_under_a_strip_or_behind_it() -> None:
    fire = walls(top=1, right=7)
    assert fire.strip_mask == g.ROW[1] | g.COLUMN[7]
    assert fire.behind_mask == g.ROW[0] | g.COLUMN[8] | g.COLUMN[9]
    assert fire.fire_mask == g.ROW[0] | g.ROW[1] | g.COLUMN[7] | g.COLUMN[8] | g.COLUMN[9]
    assert list(fire.rows) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert list(fire.columns) == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.rule("AK-PROX-01")
@given(some_walls())
def test_the_safe_arena_lies_strictly_between_opposite_strips(fire: g.Walls) -> None:
    top, right, bottom, left = (
        default if line is None else line
        for line, default in zip((fire.top, fire.right, fire.bottom, fire.left), (-1, 10, 10, -1), strict=True)
    )
    safe = mask_of(t for t in range(100) if top < t // 10 < bottom and left < t % 10 < right)
    assert fire.safe_mask == safe
    assert fire.fire_mask == g.EVERY ^ safe
    assert fire.strip_mask | fire.behind_mask == fire.fire_mask
    assert mask_of(10 * r + c for r in fire.rows for c in fire.columns) == safe


def test_without_walls_nothing_burns_and_walls_are_values() -> None:
    assert walls().fire_mask == 0
    assert walls(top=3) == g.Walls(top=3)
    assert hash(walls(top=3)) == hash(g.Walls(top=3))
    assert walls().moved("left", 0).moved("top", 3) == walls(top=3, left=0)
    assert walls(left=0).moved("left", None) is walls()


def test_a_strip_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="left Fire Wall"):
        walls(left=10)


@pytest.mark.rule("AK-PROX-03")
@pytest.mark.parametrize(("rolled", "lands"), [(35, 35), (14, 24), (17, 26), (38, 36), (7, 25)])
def test_proximity_traces_straight_out_of_the_fire(rolled: int, lands: int) -> None:
    assert nearest_safe(rolled, walls(top=1, right=7)) == lands


@pytest.mark.rule("AK-PROX-03")
def test_proximity_by_the_closest_tile_where_that_option_is_chosen() -> None:
    assert nearest_safe(7, walls(top=1, right=7), "clamp") == 26


@pytest.mark.rule("AK-PROX-04")
def test_a_diagonal_that_misses_the_arena_ends_on_the_safe_tile_with_the_fewest_king_moves() -> None:
    arena = walls(top=1, right=4, bottom=5, left=0)  # rows 2-4, columns 1-3
    # From 09 every tile of column 3 is six king moves away; 23 is the nearest of them in a straight line.
    assert nearest_safe(9, arena) == 23


def slow_nearest_safe(tile: int, fire: g.Walls) -> int:
    """The words of AK-PROX-03 and AK-PROX-04, one step at a time."""
    row, column = divmod(tile, 10)
    down = 1 if row < fire.rows.start else -1 if row >= fire.rows.stop else 0
    right = 1 if column < fire.columns.start else -1 if column >= fire.columns.stop else 0
    while 0 <= row < 10 and 0 <= column < 10:
        if fire.safe_mask >> (10 * row + column) & 1:
            return 10 * row + column
        row, column = row + down, column + right
    return min(
        (t for t in range(100) if fire.safe_mask >> t & 1),
        key=lambda t: (g.king_distance(tile, t), g.straight_distance_squared(tile, t), t),
    )


@pytest.mark.rule("AK-PROX-03", "AK-PROX-04")
@given(TILE, some_walls())
def test_proximity_agrees_with_walking_the_trace(tile: int, fire: g.Walls) -> None:
    assert nearest_safe(tile, fire) == slow_nearest_safe(tile, fire)


@pytest.mark.rule("AK-PROX-03")
@given(TILE, some_walls())
def test_clamped_proximity_is_the_closest_safe_tile(tile: int, fire: g.Walls) -> None:
    found = nearest_safe(tile, fire, "clamp")
    assert g.nearest(tile, fire.safe_mask) == 1 << found


def test_proximity_without_a_free_tile_or_with_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="No tile is out of the fire"):
        nearest_safe(44, walls(top=5, bottom=6))
    with pytest.raises(ValueError, match=r"proximity\.mode"):
        nearest_safe(44, walls(), "nearest")  # type: ignore[arg-type]


# --- the Omega Stone -------------------------------------------------------------------------------------


@pytest.mark.rule("AK-WAR-05")
@pytest.mark.parametrize(("roll", "lands"), [(35, 5), (90, 90)])
def test_the_omega_stone_goes_straight_to_the_nearest_edge(roll: int, lands: int) -> None:
    assert g.omega_tile(roll) == lands


@pytest.mark.rule("AK-WAR-06")
@pytest.mark.parametrize(("roll", "lands"), [(22, 0), (45, 9), (81, 90)])
def test_between_two_edges_the_omega_stone_goes_to_their_corner(roll: int, lands: int) -> None:
    assert g.omega_tile(roll) == lands


@pytest.mark.rule("AK-WAR-05", "AK-WAR-06")
def test_the_omega_stone_always_lies_on_the_outer_edge_at_a_nearest_tile() -> None:
    for roll in range(100):
        row, column = divmod(roll, 10)
        distances = sorted((row, 9 - row, column, 9 - column))
        found = g.omega_tile(roll)
        there, across = divmod(found, 10)
        assert {there, across} & {0, 9}
        if distances[0] == distances[1]:
            assert found in (0, 9, 90, 99)
            assert g.king_distance(roll, found) == distances[0]
        else:
            assert abs(there - row) + abs(across - column) == distances[0]
