"""What the scanner sees and what the board says of it, bounces and lost events included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation_board import ticks
from immolation_board.sensors import _NOISY_EDGES, MAX_EVENTS, Sensors
from immolation_board.wiring import sensor_bits


class Bench:
    """Sensors over a scanner, with a clock that goes through the wrap."""

    def __init__(self, scanner: Any, lift_ms: int = 15, place_ms: int = 10, start: int = ticks.PERIOD - 500) -> None:
        self.edges: list[tuple[int, int]] = []
        self.at: list[int] = []
        self.now = start
        self.scanner = scanner
        scanner.now = start
        event = type("Event", (), {})()
        tiles = sensor_bits("straight", scanner.key_count)
        self.sensors = Sensors(scanner, event, tiles, 5, lift_ms, place_ms)
        self.sensors.changed = self._changed
        self.sensors.resync(start)

    def _changed(self, tile: int, up: int, tick: int) -> None:
        self.edges.append((tile, up))
        self.at.append(tick)

    def wait(self, ms: int, *, poll_every: int = 5) -> None:
        """Time passes: a scan every 5 ms, a poll every ``poll_every``; a board looks every 1 to 4."""
        for step in range(1, ms + 1):
            self.now = self.scanner.now = ticks.add(self.now, 1)
            if step % 5 == 0:
                self.scanner.scan()
            if step % poll_every == 0:
                self.sensors.poll(self.now)

    @property
    def occupied(self) -> set[int]:
        return {tile for tile in range(100) if self.sensors.occupied[tile]}


@pytest.fixture
def bench(scanner: Callable[..., Any]) -> Callable[..., Bench]:
    return lambda held=(), keys=100, max_events=256, **named: Bench(
        scanner(set(held), keys=keys, max_events=max_events), **named
    )


def test_tiles_occupied_at_start_are_learnt(bench: Callable[..., Bench]) -> None:
    table = bench(held=[3, 47, 99])
    assert not table.sensors.known
    table.wait(60)
    assert table.sensors.known
    assert table.occupied == {3, 47, 99}


def test_a_full_board_at_start_fits_the_native_queue(bench: Callable[..., Bench]) -> None:
    table = bench(held=range(100))
    table.wait(200, poll_every=2)
    assert table.occupied == set(range(100))
    assert table.sensors.overflows == 0
    assert MAX_EVENTS >= 150


def test_a_lift_and_a_placing_are_told_in_order_with_their_ticks(bench: Callable[..., Bench]) -> None:
    table = bench(held=[12])
    table.wait(100)
    table.edges.clear()
    table.at.clear()
    lifted_at = table.now
    table.scanner.let_go(12)
    table.wait(200)
    table.scanner.hold(13)
    table.wait(100)
    assert table.edges == [(12, 1), (13, 0)]
    assert 0 < ticks.diff(table.at[0], lifted_at) <= 5


@pytest.mark.parametrize(("lift_ms", "place_ms"), [(15, 10), (40, 5), (0, 0)])
def test_lifting_and_placing_have_each_their_own_debounce(
    bench: Callable[..., Bench], lift_ms: int, place_ms: int
) -> None:
    table = bench(lift_ms=lift_ms, place_ms=place_ms)
    table.wait(100)
    for action, hold in ((table.scanner.hold, place_ms), (table.scanner.let_go, lift_ms)):
        action(50)
        before = len(table.edges)
        waited = 0
        while len(table.edges) == before:
            table.wait(1, poll_every=1)
            table.scanner.scan()
            waited += 1
            assert waited < 100
        assert hold <= waited <= hold + 6


def test_an_edge_is_told_within_40_ms_at_the_default_debounce_and_60_frames_a_second(
    bench: Callable[..., Bench],
) -> None:
    table = bench(held=[7])
    table.wait(100)
    table.edges.clear()
    table.scanner.let_go(7)
    table.scanner.hold(8)
    table.wait(40, poll_every=16)
    assert table.edges == [(7, 1), (8, 0)], "in the order in which it happened"


def test_a_look_tells_four_edges_at_most_and_the_next_ones_the_rest(bench: Callable[..., Bench]) -> None:
    table = bench()
    table.wait(100)
    table.scanner.hold(*range(12))
    table.scanner.scan()
    told = []
    for _ in range(40):
        before = len(table.edges)
        table.wait(1, poll_every=1)
        told.append(len(table.edges) - before)
    assert max(told) == 4
    assert table.edges == [(tile, 0) for tile in range(12)]


def test_a_bounce_shorter_than_the_debounce_is_not_told(bench: Callable[..., Bench]) -> None:
    table = bench(held=[7])
    table.wait(100)
    table.edges.clear()
    for _ in range(3):
        table.scanner.let_go(7)
        table.wait(10)
        table.scanner.hold(7)
        table.wait(30)
    assert table.edges == []
    assert table.occupied == {7}


def test_what_a_full_queue_lost_is_learnt_again(bench: Callable[..., Bench]) -> None:
    table = bench(held=range(60), max_events=100)
    table.wait(100, poll_every=2)
    assert table.occupied == set(range(60))
    table.edges.clear()
    resets = table.scanner.resets
    # Python is busy for so long that more edges come than the queue holds.
    for flip in range(3):
        (table.scanner.let_go if flip % 2 == 0 else table.scanner.hold)(*range(60))
        table.wait(5, poll_every=1000)
    table.scanner.hold(80)
    table.wait(200, poll_every=2)
    assert table.sensors.overflows == 1
    assert table.scanner.resets == resets + 1
    assert table.occupied == {80}
    assert {tile for tile, up in table.edges if up} == set(range(60))


def test_a_scanner_that_lost_count_is_asked_anew_when_it_has_been_quiet(bench: Callable[..., Bench]) -> None:
    """Its queue counts in an interrupt and in the program; a lost increment leaves the last event unread."""
    table = bench(held=[7, 20])
    table.wait(100)
    table.edges.clear()
    kept = table.scanner.events._events
    table.scanner.hold(33)
    table.scanner.let_go(7)
    table.scanner.scan()
    kept.clear()  # both are there and nobody is told
    table.wait(4_000)
    assert table.edges == []
    table.wait(2_000)
    assert table.edges == [(33, 0), (7, 1)] or table.edges == [(7, 1), (33, 0)]
    assert table.occupied == {20, 33}
    assert table.sensors.overflows == 0


def test_asking_anew_tells_nothing_of_a_board_that_did_not_change(bench: Callable[..., Bench]) -> None:
    table = bench(held=[7, 20])
    table.wait(100)
    table.edges.clear()
    resets = table.scanner.resets
    for _ in range(3):
        table.wait(6_000)
        assert table.sensors.known
        assert table.occupied == {7, 20}
    assert table.scanner.resets >= resets + 3
    assert table.edges == []


def test_bits_that_belong_to_no_tile_are_passed_over(bench: Callable[..., Bench]) -> None:
    table = bench(held=[101, 5], keys=104)
    table.wait(100)
    assert table.occupied == {5}


def test_a_chattering_tile_is_found_and_floods_nobody(bench: Callable[..., Bench]) -> None:
    table = bench(lift_ms=0, place_ms=0)
    table.wait(100)
    for _ in range(150):
        table.scanner.hold(33)
        table.wait(10)
        table.scanner.let_go(33)
        table.wait(10)
    assert table.sensors.noisy == [33]
    told = len(table.edges)
    for _ in range(100):
        table.scanner.hold(33)
        table.wait(10)
        table.scanner.let_go(33)
        table.wait(10)
    assert len(table.edges) - told < _NOISY_EDGES
    table.scanner.hold(33)
    table.wait(400)
    assert 33 in table.occupied
    table.wait(15_000)
    assert table.sensors.noisy == []


def test_calibration_finds_stuck_tiles_and_leaves_them_out_until_they_move(bench: Callable[..., Bench]) -> None:
    table = bench(held=[12, 90])
    table.wait(100)
    assert table.sensors.calibrate() == [12, 90]
    assert table.occupied == set()
    assert table.sensors.stuck == [12, 90]
    table.scanner.let_go(12)
    table.wait(100)
    assert table.sensors.stuck == [90]
    table.scanner.hold(12)
    table.wait(100)
    assert table.occupied == {12}
    table.sensors.resync(table.now)
    table.wait(100)
    assert table.sensors.stuck == [90]
    assert table.occupied == {12}


def test_calibration_of_a_board_in_use_is_refused_and_changes_nothing(bench: Callable[..., Bench]) -> None:
    table = bench(held=range(30))
    table.wait(100)
    with pytest.raises(ValueError, match="30 tiles read occupied; clear the board"):
        table.sensors.calibrate()
    assert table.occupied == set(range(30))
    assert table.sensors.stuck == []


def test_another_scanner_keeps_what_is_known(bench: Callable[..., Bench], scanner: Callable[..., Any]) -> None:
    table = bench(held=[4])
    table.wait(100)
    table.edges.clear()
    table.scanner = scanner({4, 6})
    table.scanner.now = table.now
    table.sensors.replace(table.scanner, 10, table.now)
    assert table.occupied == {4}
    table.wait(200)
    assert table.occupied == {4, 6}
    assert table.edges == [(6, 0)]


moves = st.lists(
    st.tuples(st.booleans(), st.sets(st.integers(0, 99), max_size=30), st.integers(1, 60), st.sampled_from([1, 16, 70]))
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=moves)
def test_whatever_hands_do_the_board_ends_up_knowing_what_lies_on_it(
    bench: Callable[..., Bench], script: list[tuple[bool, set[int], int, int]]
) -> None:
    table = bench(max_events=64)
    for place, tiles, ms, poll_every in script:
        (table.scanner.hold if place else table.scanner.let_go)(*tiles)
        table.wait(ms, poll_every=poll_every)
    table.wait(400)
    assert table.occupied == table.scanner._held
    state: set[int] = set()
    for tile, up in table.edges:
        assert (tile in state) == bool(up), "edges of one tile alternate"
        state ^= {tile}
    assert state == table.occupied
