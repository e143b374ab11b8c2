"""How fast the board's geometry is, beside the same answers worked out from rows and columns each time."""

from __future__ import annotations

from random import Random
from typing import Any

import chess
import pytest
from immolation.games.ascended_kings.board import geometry as g

from tests.bench.rates import rate

PAIRS = [(Random(seed).randrange(100), Random(seed + 1000).randrange(100)) for seed in range(1000)]
CROWDS = [g.mask_of(Random(seed).sample(range(100), 4)) for seed in range(1000)]
ARENAS = [g.walls(top=t, right=r, bottom=b, left=v) for t in range(3) for r in (7, 8) for b in (8, 9) for v in (0, 1)]


@pytest.mark.benchmark(group="line of sight")
def test_line_of_sight(benchmark: Any) -> None:
    g.sight_blockers()

    def look() -> int:
        return sum(g.line_of_sight(a, b, crowd) for (a, b), crowd in zip(PAIRS, CROWDS, strict=True))

    assert 0 < benchmark(look) <= 1000
    rate(benchmark, 1000, "sights")


@pytest.mark.benchmark(group="line of sight")
def test_line_of_sight_peer_python_chess_between(benchmark: Any) -> None:
    """The nearest thing in python-chess: are two squares on one line with nothing between them?"""

    def look() -> int:
        return sum(not chess.between(a & 63, b & 63) & crowd for (a, b), crowd in zip(PAIRS, CROWDS, strict=True))

    assert 0 < benchmark(look) <= 1000
    rate(benchmark, 1000, "sights")


@pytest.mark.benchmark(group="line of sight")
def test_all_blockers_of_all_pairs_from_nothing(benchmark: Any) -> None:
    def prepare() -> int:
        g.sight_blockers.cache_clear()
        return len(g.sight_blockers())

    assert benchmark(prepare) == 100
    rate(benchmark, 10_000, "pairs prepared")


@pytest.mark.benchmark(group="proximity")
def test_nearest_safe_tile(benchmark: Any) -> None:
    def trace() -> int:
        return sum(g.nearest_safe(tile, arena) for arena in ARENAS for tile in range(100))

    assert benchmark(trace) > 0
    rate(benchmark, 100 * len(ARENAS), "tiles")


@pytest.mark.benchmark(group="proximity")
def test_nearest_safe_tile_for_walls_never_met_before(benchmark: Any) -> None:
    def trace() -> int:
        g.nearest_safe.cache_clear()
        return sum(g.nearest_safe(99, arena) for arena in ARENAS)

    assert benchmark(trace) > 0
    rate(benchmark, len(ARENAS), "wall positions")


@pytest.mark.benchmark(group="masks")
def test_list_the_tiles_of_a_mask(benchmark: Any) -> None:
    masks = [g.SURROUNDING[tile] for tile in range(100)]
    assert benchmark(lambda: sum(len(list(g.tiles(mask))) for mask in masks)) == 684
    rate(benchmark, 684, "tiles")


@pytest.mark.benchmark(group="masks")
def test_list_the_squares_of_a_mask_peer_python_chess(benchmark: Any) -> None:
    masks = [chess.BB_KING_ATTACKS[square] for square in range(64)]
    assert benchmark(lambda: sum(len(list(chess.scan_forward(mask))) for mask in masks)) == 420
    rate(benchmark, 420, "tiles")


@pytest.mark.benchmark(group="masks")
def test_reach_of_five_steps(benchmark: Any) -> None:
    assert benchmark(lambda: sum(g.reach(tile, 5, crowd).bit_count() for tile, crowd in enumerate(CROWDS[:100]))) > 0
    rate(benchmark, 100, "reaches")
