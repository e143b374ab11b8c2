"""Some seconds of `immolation torture`: real processes, a seeded schedule, nothing lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.end_to_end.command import Command


@pytest.mark.slow
@pytest.mark.needs("micropython", "mosquitto")
def test_everything_that_is_broken_is_met(tmp_path: Path) -> None:
    done = Command()("torture", "--minutes", "0.3", "--seed", "1", "--folder", str(tmp_path / "kept"), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["faults"], "the time was for one fault at least"
    assert report["checks"] > sum(report["faults"].values()), "after each fault, and at the end"
    assert report["acknowledged"] > 0
    for kind in ("lost_actions", "digest_differences", "clock_differences", "light_differences"):
        assert report[kind] == 0
    assert (tmp_path / "kept" / "game-1000" / "game.journal").is_file()
