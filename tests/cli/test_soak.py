"""A short soak: games follow one another at one table, and what they cost is summed up as it is."""

from __future__ import annotations

import json

import pytest
from immolation.cli.soak import Sample, summary

from tests.end_to_end.command import Command


def sample(hours: float, mb: float, heap: int = 50_000) -> Sample:
    return Sample(hours, int(hours * 4500), mb, heap, int(hours * 1000), int(hours * 10), 30, 12)


def test_growth_is_that_of_a_line_after_the_warm_up() -> None:
    steep = [sample(hour, 60 + 5 * hour if hour < 2 else 75.0) for hour in range(1, 11)]
    assert summary(steep)["host_growth_percent"] == pytest.approx(0, abs=0.01)
    leaking = [sample(hour, 100 + hour) for hour in range(1, 11)]
    assert summary(leaking)["host_growth_percent"] == pytest.approx(100 * 8 / 102, abs=0.1)
    assert summary(leaking)["firmware_heap_spread_bytes"] == 0
    assert summary(leaking)["journal_bytes_per_entry"] == [100, 100]


def test_games_follow_one_another() -> None:
    done = Command()("soak", "--hours", "0.3", "--no-board", "--json", "--seed", "2")
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert report["games"] >= 2
    assert report["hours"] >= 0.3
    assert report["samples"][-1]["actions"] == report["actions"]
    low, high = report["open_files"]
    assert high - low <= 2
