"""When a pattern is sure: time is given, so that every wait is exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.board.messages import PatternMoving, StablePattern
from immolation.board.pattern_debouncer import CHATTER_EDGES, Pattern

WAIT = 0.25


def pattern(*occupied: int) -> Pattern:
    """A pattern that has been stable since time 0."""
    sure = Pattern(250)
    sure.bitmap(frozenset(occupied), -WAIT)
    assert sure.poll(0.0) == StablePattern(frozenset(occupied), frozenset())
    return sure


def test_every_change_starts_the_wait_again() -> None:
    sure = pattern(44)
    for step, tile in enumerate((44, 45, 46)):
        sure.bitmap(frozenset({tile + 1}), 1.0 + 0.2 * step)
    assert sure.poll(1.5) is None
    assert sure.due == 1.4 + WAIT
    assert sure.poll(1.65) == StablePattern(frozenset({47}), frozenset({44, 45, 46, 47}))
    assert sure.poll(9.0) is None, "told once"


def test_an_edge_is_believed_at_once_and_sure_only_after_a_bitmap() -> None:
    sure = pattern(44)
    assert sure.edge(44, up=True, now=1.0) == PatternMoving(frozenset({44}), frozenset())
    assert sure.due is None
    assert sure.poll(5.0) is None
    sure.bitmap(frozenset(), 5.0)
    assert sure.poll(5.1) == StablePattern(frozenset(), frozenset({44})), "the wait runs since the edge"


def test_the_bitmap_heard_again_and_again_does_not_put_the_news_off() -> None:
    sure = pattern(44)
    for step in range(5):
        sure.bitmap(frozenset({45}), 1.0 + step * 0.05)
    assert sure.poll(1.25) == StablePattern(frozenset({45}), frozenset({44, 45}))


def test_edges_before_any_bitmap_mean_nothing() -> None:
    sure = Pattern(250)
    assert sure.edge(3, up=False, now=0.0) is None
    assert sure.occupied is None
    assert sure.due is None


def test_a_new_session_is_told_even_if_nothing_has_changed() -> None:
    sure = pattern(44)
    sure.forget()
    assert sure.occupied is None
    sure.bitmap(frozenset({44}), 3.0)
    assert sure.poll(3.3) == StablePattern(frozenset({44}), frozenset())


def test_what_was_moved_while_the_board_was_away_counts_as_touched() -> None:
    sure = pattern(44)
    sure.forget()
    assert sure.bitmap(frozenset({45}), 3.0) == PatternMoving(frozenset({44}), frozenset({45}))
    assert sure.poll(3.3) == StablePattern(frozenset({45}), frozenset({44, 45}))


def chatter(sure: Pattern, tile: int, others: frozenset[int], seconds: float, start: float = 1.0) -> float:
    """A weak magnet: the tile changes every 100 ms."""
    now = start
    while now < start + seconds:
        up = round((now - start) * 10) % 2 == 0
        sure.edge(tile, up, now)
        sure.bitmap(others if up else others | {tile}, now)
        now += 0.1
    return now


def test_a_weak_magnet_does_not_stop_the_game() -> None:
    """D5: endless rejection that only power-cycling ends. The tile is held, everything else goes on."""
    sure = pattern(44, 60)
    now = chatter(sure, 60, frozenset({44}), 1.2)
    assert sure.newly_flickering(now) == {60}
    assert sure.newly_flickering(now) == frozenset(), "told once"
    assert sure.occupied == {44, 60}, "held as it was last sure"
    sure.edge(44, up=True, now=now)
    now = chatter(sure, 60, frozenset({45}), 0.5, now)
    news = sure.poll(now)
    assert news is not None
    assert news.occupied == {45, 60}
    assert 60 not in news.touched


def test_a_tile_that_comes_to_rest_is_believed_again() -> None:
    sure = pattern(44, 60)
    now = chatter(sure, 60, frozenset({44}), 1.2)
    sure.newly_flickering(now)
    sure.bitmap(frozenset({44}), now)
    assert sure.poll(now + WAIT) is None or sure.stable == {44, 60}
    due = sure.due
    assert due is not None
    news = sure.poll(due + 0.001) or sure.poll(due + WAIT + 0.001)
    assert news == StablePattern(frozenset({44}), frozenset({60}))
    assert sure.flickering == frozenset()


def test_fast_hands_are_not_a_weak_magnet() -> None:
    sure = pattern(44)
    for step in range(CHATTER_EDGES * 2):
        sure.bitmap(frozenset({44} if step % 2 else set()), 1.0 + step * 0.03)
    assert sure.newly_flickering(1.0 + CHATTER_EDGES * 2 * 0.03) == frozenset()


@given(
    st.lists(
        st.tuples(st.sampled_from(["edge", "bitmap", "settle", "forget"]), st.integers(0, 9), st.booleans()),
        max_size=80,
    )
)
def test_whatever_is_heard_the_truth_is_told_in_the_end(heard: list[tuple[str, int, bool]]) -> None:
    sure = Pattern(250)
    now = 0.0
    for kind, tile, up in heard:
        now += 0.04
        if kind == "edge":
            sure.edge(tile, up, now)
        elif kind == "bitmap":
            sure.bitmap(frozenset(range(tile)), now)
        elif kind == "forget":
            sure.forget()
        sure.newly_flickering(now)
        news = sure.poll(now)
        assert news is None or news.occupied == sure.stable
    truth = frozenset({1, 5})
    for _ in range(3):
        now += 2.0
        sure.bitmap(truth, now)
        sure.poll(now)
    assert sure.stable == truth
    assert sure.occupied == truth
    assert sure.due is None, "nothing left to wait for"


def lift(pattern: Pattern, tile: int, at: float, seconds: float) -> None:
    """A miniature is off its tile for so long."""
    pattern.edge(tile, True, at)
    pattern.bitmap(frozenset({tile} ^ {44, 45}), at)
    pattern.poll(at + seconds)
    pattern.edge(tile, False, at + seconds)
    pattern.bitmap(frozenset({44, 45}), at + seconds)


@pytest.mark.parametrize(("air", "between"), [(0.12, 0.12), (0.12, 0.4), (0.5, 0.12), (0.6, 1.2)])
def test_lifted_and_put_back_twice_is_told_once(air: float, between: float) -> None:
    pattern = Pattern(250)
    pattern.bitmap(frozenset({44, 45}), 0.0)
    pattern.poll(1.0)
    lift(pattern, 44, 2.0, air)
    once = pattern.poll(2.0 + air + between)
    assert once is None or not once.twice
    lift(pattern, 44, 2.0 + air + between, air)
    end = pattern.poll(2.0 + 2 * air + between + 0.25)
    assert end is not None
    assert end.twice == {44}
    lift(pattern, 44, 6.0, 0.2)
    third = pattern.poll(6.5)
    assert third is not None
    assert not third.twice


@pytest.mark.parametrize(("air", "between", "other"), [(0.05, 0.1, 44), (0.3, 3.0, 44), (0.3, 0.3, 45)])
def test_a_wobble_a_late_lift_or_another_miniature_is_not_twice(air: float, between: float, other: int) -> None:
    pattern = Pattern(250)
    pattern.bitmap(frozenset({44, 45}), 0.0)
    pattern.poll(1.0)
    lift(pattern, 44, 2.0, air)
    pattern.poll(2.0 + air + between)
    lift(pattern, other, 2.0 + air + between, air)
    end = pattern.poll(2.0 + 2 * air + between + 0.25)
    assert end is not None
    assert not end.twice
