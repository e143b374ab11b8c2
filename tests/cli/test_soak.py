"""A short soak: games follow one another at one table, and what they cost is summed up as it is."""

from __future__ import annotations

import json
import sys

import pytest
from immolation.cli.process_memory import live_mb
from immolation.cli.soak import MOST_PERCENT, Sample, summary

from tests.end_to_end.command import Command


def sample(hours: float, live: float, resident: float = 60.0, actions: int | None = None) -> Sample:
    actions = int(hours * 4500) if actions is None else actions
    return Sample(hours, actions, resident, live, 50_000, int(hours * 1000), int(hours * 10), 30, 12)


def test_growth_is_that_of_a_line_after_the_warm_up() -> None:
    steep = [sample(hour, 60 + 5 * hour if hour < 2 else 75.0) for hour in range(1, 11)]
    assert summary(steep)["host_growth_percent"] == pytest.approx(0, abs=0.01)
    leaking = [sample(hour, 100 + hour, 160.0) for hour in range(1, 11)]
    assert summary(leaking)["host_growth_percent"] == pytest.approx(100 * 8 / 160, abs=0.1)
    assert summary(leaking)["firmware_heap_spread_bytes"] == 0
    assert summary(leaking)["journal_bytes_per_entry"] == [100, 100]


def test_a_longest_game_that_comes_late_is_no_growth() -> None:
    """What a host has resident stays at the most that a game needed; what lives between the games does not."""
    lengths = [1500, 1200, 1300, 600, 900, 1400, 3200, 700, 1300, 500]
    ends = [sum(lengths[: at + 1]) for at in range(len(lengths))]
    late = [sample(n / 4500, 29.0, 60.0 if n < 10_000 else 66.0, n) for n in ends]
    found = summary(late)
    assert found["host_growth_percent"] == 0
    assert found["resident_growth_percent"] > MOST_PERCENT
    assert found["resident_growth_since_longest_percent"] == pytest.approx(0, abs=0.01)
    assert found["longest_game_actions"] == 3200


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts large blocks with glibc alone")
def test_what_lives_is_counted_in_small_blocks_and_in_large_ones() -> None:
    before = live_mb()
    small = [str(number) * 5 for number in range(100_000)]
    own = sum(map(sys.getsizeof, small)) + sys.getsizeof(small)
    assert live_mb() - before == pytest.approx(own / 2**20, rel=0.1)
    del small
    large = [bytes(100_000) for _ in range(100)]
    assert live_mb() - before == pytest.approx(len(large) * 100_000 / 2**20, rel=0.1)
    del large
    assert live_mb() == pytest.approx(before, abs=0.5)


def test_games_follow_one_another() -> None:
    done = Command()("soak", "--hours", "0.3", "--no-board", "--json", "--seed", "2")
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert report["games"] >= 2
    assert report["hours"] >= 0.3
    lives = [one["live_mb"] for one in report["samples"]]
    assert max(lives) - lives[0] < 0.5, "a game's history, of 2 to 6 MB, outlived it"
    assert report["samples"][-1]["actions"] == report["actions"]
    low, high = report["open_files"]
    assert high - low <= 2
