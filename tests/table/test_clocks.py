"""Clocks against an injected time: what runs, what stands, what is given back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.games import Decision
from immolation.table.clocks import BadClocks, Clocks, ClockSettings, ClockSnapshot

SEATS = ("p1", "p2", "p3")
TURN = Decision("turn", "Act.", "X-01")
WINDOW = Decision("react", "Answer?", "X-02", None, "window")
SILENT = Decision("count", "Count.", "X-03", None, "none")


class Time:
    """Milliseconds that pass when told to."""

    def __init__(self) -> None:
        self.ms = 1_000

    def __call__(self) -> int:
        return self.ms


def clocks(mode: str = "turn", *, window_ms: int = 0, increment_ms: int = 0) -> tuple[Clocks, Time]:
    time = Time()
    turn_ms = 0 if mode == "off" else 10_000
    settings = ClockSettings(mode, turn_ms, increment_ms, window_ms)  # type: ignore[arg-type]
    return Clocks(settings, SEATS, now=time, wall=lambda: 5_000_000 + time.ms), time


def test_without_clocks_nobody_is_hurried() -> None:
    all_clocks, time = clocks("off")
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 10**9
    assert all_clocks.records() == ()
    assert all_clocks.expired() == ()
    assert all_clocks.next_ms() is None


def test_only_the_seat_that_is_asked_runs() -> None:
    all_clocks, time = clocks()
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 4_000
    assert [all_clocks.left_ms(seat, "turn") for seat in SEATS] == [6_000, 10_000, 10_000]
    assert [clock.running_since is not None for clock in all_clocks.records()] == [True, False, False]
    assert all_clocks.next_ms() == 6_000


def test_a_record_says_what_was_left_when_it_started_so_that_anybody_can_count_down() -> None:
    all_clocks, time = clocks()
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    before = all_clocks.records()
    time.ms += 1_234
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS, acted="p1")
    assert all_clocks.records() == before
    assert (before[0].left_ms, before[0].total_ms, before[0].running_since) == (10_000, 10_000, 5_001_000)


def test_each_turn_starts_with_the_same_time_and_a_turn_of_several_decisions_shares_it() -> None:
    all_clocks, time = clocks()
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 3_000
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS, acted="p1")
    time.ms += 3_000
    assert all_clocks.left_ms("p1", "turn") == 4_000
    all_clocks.update_deciders((1, "p2"), {"p2": TURN}, SEATS, acted="p1")
    all_clocks.update_deciders((2, "p1"), {"p1": TURN}, SEATS, acted="p2")
    assert all_clocks.left_ms("p1", "turn") == 10_000


def test_who_is_asked_in_the_turn_of_another_has_time_of_their_own() -> None:
    all_clocks, time = clocks()
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 20_000
    assert all_clocks.expired() == (("p1", "turn"),)
    all_clocks.update_deciders((1, ""), {"p1": TURN}, SEATS, acted="p1")
    assert all_clocks.left_ms("p1", "turn") == 10_000


def test_a_bank_lasts_for_the_game_and_grows_when_the_turn_ends() -> None:
    all_clocks, time = clocks("bank", increment_ms=2_000)
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 5_000
    all_clocks.update_deciders((1, "p2"), {"p2": TURN}, SEATS, acted="p1")
    time.ms += 1_000
    all_clocks.update_deciders((2, "p1"), {"p1": TURN}, SEATS, acted="p2")
    assert [all_clocks.left_ms(seat, "turn") for seat in SEATS] == [7_000, 11_000, 10_000]
    time.ms += 7_001
    assert all_clocks.expired() == (("p1", "turn"),)
    assert all_clocks.left_ms("p1", "turn") == 0


def test_bots_and_decisions_without_a_clock_have_none() -> None:
    all_clocks, time = clocks()
    all_clocks.update_deciders((1, "p1"), {"p1": TURN, "p2": SILENT}, ("p2", "p3"))
    time.ms += 60_000
    assert all_clocks.expired() == ()
    assert all_clocks.left_ms("p1", "turn") == 10_000


def test_a_window_counts_down_for_everyone_in_it_and_does_not_start_again_when_another_passes() -> None:
    all_clocks, time = clocks("off", window_ms=5_000)
    all_clocks.update_deciders((1, "p1"), {"p2": WINDOW, "p3": WINDOW}, SEATS)
    time.ms += 2_000
    all_clocks.update_deciders((1, "p1"), {"p3": WINDOW}, SEATS, acted="p2")
    assert all_clocks.left_ms("p2", "window") is None
    assert all_clocks.left_ms("p3", "window") == 3_000
    all_clocks.update_deciders((1, "p1"), {"p3": WINDOW}, SEATS, acted="p3")
    assert all_clocks.left_ms("p3", "window") == 5_000


def test_the_turn_clock_stands_while_others_react() -> None:
    all_clocks, time = clocks(window_ms=5_000)
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 1_000
    all_clocks.update_deciders((1, "p1"), {"p2": WINDOW}, SEATS, acted="p1")
    time.ms += 4_000
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS, acted="p2")
    assert all_clocks.left_ms("p1", "turn") == 9_000


def test_held_clocks_stand_still() -> None:
    all_clocks, time = clocks()
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 1_000
    all_clocks.pause()
    time.ms += 60_000
    assert all_clocks.left_ms("p1", "turn") == 9_000
    assert all_clocks.next_ms() is None
    all_clocks.resume()
    time.ms += 1_000
    assert all_clocks.left_ms("p1", "turn") == 8_000


def test_a_bots_pace_runs_beside_the_seats_and_leaves_when_it_has_acted() -> None:
    all_clocks, time = clocks()
    all_clocks.begin_pace("p2", 800)
    assert all_clocks.next_ms() == 800
    time.ms += 800
    assert all_clocks.expired() == (("p2", "pace"),)
    all_clocks.end_pace()
    assert all_clocks.left_ms("p2", "pace") is None
    assert all_clocks.expired() == ()


def test_a_snapshot_gives_back_every_clock_and_dead_time_does_not_count() -> None:
    all_clocks, time = clocks("bank", window_ms=5_000, increment_ms=500)
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    time.ms += 1_000
    all_clocks.update_deciders((1, "p1"), {"p2": WINDOW}, SEATS, acted="p1")
    time.ms += 2_000
    snapshot = all_clocks.snapshot()
    later, other_time = clocks("bank", window_ms=5_000, increment_ms=500)
    other_time.ms += 10**8
    later.restore(snapshot)
    other_time.ms += 10**8
    later.update_deciders((1, "p1"), {"p2": WINDOW}, SEATS)
    assert later.left_ms("p1", "turn") == 9_000
    assert later.left_ms("p2", "window") == 3_000
    assert later.snapshot() == snapshot


def test_a_copy_may_change_without_the_original() -> None:
    all_clocks, _ = clocks("bank", window_ms=5_000)
    all_clocks.update_deciders((1, "p1"), {"p1": TURN}, SEATS)
    before = all_clocks.snapshot(), all_clocks.records()
    twin = all_clocks.copy()
    twin.update_deciders((1, "p2"), {"p2": TURN, "p3": WINDOW}, SEATS, acted="p1")
    twin.begin_pace("p3", 100)
    twin.pause()
    assert (all_clocks.snapshot(), all_clocks.records()) == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mode": "turn"}, "say how many seconds a player has for a turn"),
        ({"mode": "bank"}, "say how many seconds a player has for the game"),
        ({"mode": "bank", "turn_ms": -1}, "the time for the whole game is 0 seconds to 24 hours"),
        ({"mode": "turn", "turn_ms": 1, "increment_ms": 1}, "only to a time for the whole game"),
        ({"window_ms": 10**9}, "the time to answer a question is 0 seconds to 24 hours, not 1000000 seconds"),
        ({"mode": "turn", "turn_ms": 10**400}, "24 hours"),
    ],
)
def test_settings_that_no_clock_could_show_are_refused_in_words(wrong: dict[str, int], said: str) -> None:
    with pytest.raises(BadClocks, match=said) as refused:
        ClockSettings(**wrong)  # type: ignore[arg-type]
    assert "_" not in str(refused.value)
    assert "'" not in str(refused.value)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["asked", "pause", "resume", "pace", "wait", "back"]),
            st.sampled_from(SEATS),
            st.sampled_from([TURN, WINDOW, SILENT]),
            st.integers(0, 7_000),
        ),
        max_size=30,
    ),
    st.sampled_from(["off", "turn", "bank"]),
)
def test_no_clock_is_ever_below_nothing_or_above_its_whole(
    steps: list[tuple[str, str, Decision, int]], mode: str
) -> None:
    all_clocks, time = clocks(mode, window_ms=3_000, increment_ms=1_000 if mode == "bank" else 0)
    kept: ClockSnapshot = all_clocks.snapshot()
    for what, seat, decision, ms in steps:
        if what == "asked":
            all_clocks.update_deciders((ms % 3, seat), {seat: decision, "p2": WINDOW}, SEATS, acted=seat)
        elif what == "pace":
            all_clocks.begin_pace(seat, ms)
        elif what == "back":
            all_clocks.restore(kept)
            kept = all_clocks.snapshot()
        elif what == "wait":
            time.ms += ms
        else:
            getattr(all_clocks, what)()
        for clock in all_clocks.records():
            left = all_clocks.left_ms(clock.owner, clock.kind)
            assert left is not None
            assert 0 <= left <= clock.left_ms <= clock.total_ms
