"""Golden playthroughs: a change in what a game says or does shows as a difference that somebody must review."""

from __future__ import annotations

from difflib import unified_diff

import pytest
from immolation.games import GameError

from tests.golden.playthrough import GOLDENS, Golden, played, replayed

ACCEPT = "If the change is right, run this again with --accept-golden and commit the file with its reason."


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.file)
def test_the_game_still_goes_as_it_was_written_down(golden: Golden, request: pytest.FixtureRequest) -> None:
    accept = request.config.getoption("--accept-golden")
    written = golden.path.read_text() if golden.path.exists() else ""
    try:
        today = replayed(golden, written) if "> " in written else ""
    except GameError as error:
        if not accept:
            pytest.fail(f"{golden.file}: an action is no longer allowed: {error}\n{ACCEPT}")
        today = ""
    if accept:
        golden.path.write_text(today if "won: " in today else played(golden))
        return
    difference = "\n".join(unified_diff(written.splitlines(), today.splitlines(), "written", "today", lineterm=""))
    assert today == written, f"{golden.file} differs:\n{difference}\n{ACCEPT}"


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.file)
def test_a_golden_game_is_played_to_its_end(golden: Golden) -> None:
    *_, last = golden.path.read_text().splitlines()
    assert last.startswith("digest ")
    assert "not over" not in last
