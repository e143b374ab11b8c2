"""How long a step of a turn stays that is shown after it has happened."""

from __future__ import annotations

import asyncio

import pytest
from immolation.games import Step
from immolation.table.display.step_playback import LONGEST_MS, StepPlayback


@pytest.mark.parametrize(("pace_ms", "stays", "ms"), [(500, 1, 500), (500, 4, 2_000), (4_000, 4, LONGEST_MS)])
async def test_a_step_with_much_to_read_stays_a_multiple_of_the_pace(
    pace_ms: int, stays: int, ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    loop = asyncio.get_running_loop()
    later = loop.call_later
    monkeypatch.setattr(loop, "call_later", lambda delay, *call: asked.append(delay) or later(delay, *call))
    playback = StepPlayback(pace_ms, lambda: None)
    playback.begin([Step(1, "The round is over.", {}, stays)])
    assert asked == [ms / 1000]
    assert playback.now is not None
    assert playback.stop()
