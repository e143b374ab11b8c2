"""A game saved as a position and gone on with, killed on the way, through the command and the real firmware."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from immolation import games

from tests.end_to_end.command import Command

pytestmark = pytest.mark.needs("micropython")


def saved(folder: Path, ruleset: str, actions: int) -> Path:
    """A position after some actions without sense."""
    state, rng = games.load(ruleset).new({}), Random(4)
    for _ in range(actions):
        state.apply(rng.choice(list(state.legal_actions(next(iter(state.deciders()))))))
    file = folder / "middle.json"
    file.write_text(json.dumps(state.position()))
    return file


@pytest.mark.parametrize(("ruleset", "actions"), [("cinders", 5), ("red-rains", 40)])
def test_a_position_is_played_on_and_the_end_is_a_position_again(
    immolation: Command, tmp_path: Path, ruleset: str, actions: int
) -> None:
    file, journal = saved(tmp_path, ruleset, actions), tmp_path / "game.journal"
    words = ("demo", "--headless", "--bots", "--seed", "4", "--json", "--position", str(file))
    report = immolation.json(*words, "--journal", str(journal))
    assert report["outcome"]
    end = immolation("replay", str(journal), "--position")
    assert end.returncode == 0, end.stderr
    state = games.load(ruleset).from_position(json.loads(end.stdout))
    assert state.digest() == report["digest"]
    killed = immolation.json(*words, "--kill-every", "20", "--journal", str(tmp_path / "killed.journal"))
    assert killed["digest"] == report["digest"]
