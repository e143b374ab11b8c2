"""The virtual piece mover alone: what it moves, in which order, and when it looks again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from hypothesis import given
from hypothesis import strategies as st
from immolation.table.virtual_piece_mover import VirtualPieceMover, moves

TILES = st.frozensets(st.integers(0, 99), max_size=12)


class Slow:
    """A control whose board tells what lies there only when the test says so."""

    def __init__(self, lying: Iterable[int]) -> None:
        self.tiles = frozenset(lying)
        self.lying = set(lying)
        self.done: list[tuple[int, bool]] = []
        self.on_tiles: list[Callable[[frozenset[int]], None]] = []
        self.touched = asyncio.Event()

    async def hand(self, tile: int, up: bool) -> None:
        self.done.append((tile, up))
        (self.lying.remove if up else self.lying.add)(tile)
        self.touched.set()


@given(TILES, TILES)
def test_the_moves_make_one_pattern_of_another_with_one_miniature_in_hand_at_most(
    lying: frozenset[int], wanted: frozenset[int]
) -> None:
    board, in_hand = set(lying), 0
    for tile, up in moves(lying, wanted):
        assert (tile in board) == up
        (board.remove if up else board.add)(tile)
        in_hand += 1 if up else -1
        assert in_hand <= max(1, len(lying) - len(wanted))
    assert board == wanted


async def test_hands_do_not_move_twice_what_the_board_has_not_told_yet() -> None:
    control = Slow([2])
    mover = VirtualPieceMover(control, lambda lying: frozenset({12}))
    running = asyncio.create_task(mover.run())
    await control.touched.wait()
    for _ in range(5):
        mover.wake()
        await asyncio.sleep(0)
    assert control.done == [(2, True), (12, False)]
    assert mover.busy
    control.tiles = frozenset({12})
    mover.on_stable(frozenset({12}))
    await asyncio.sleep(0)
    assert not mover.busy
    running.cancel()


async def test_hands_at_rest_do_nothing_until_they_are_asked_again() -> None:
    control = Slow([2])
    mover = VirtualPieceMover(control, lambda lying: frozenset({12}), auto=False)
    running = asyncio.create_task(mover.run())
    mover.wake()
    await asyncio.sleep(0)
    assert control.done == []
    mover.auto = True
    mover.wake()
    await control.touched.wait()
    running.cancel()
