"""What the README says of events is what games tell: every kind stands in its table, with every fact of its data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from immolation import games
from immolation.games import Event

from tests.games.playouts import SETUPS, walk

README = (Path(games.__file__).parent / "README.md").read_text(encoding="utf-8")

CHAPTERS = {"kimera": "### Events of Kimera", "chimera-con": "## Chimera Con"}


def table(name: str) -> Mapping[str, set[str]]:
    """Kind -> the facts that its row names."""
    chapter = README.split(CHAPTERS[name])[1]
    rows = chapter.split("| kind | data |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    found: dict[str, set[str]] = {}
    for row in rows:
        _, kinds, data, _ = row.split("|")
        found |= {kind: set(re.findall(r"`([a-z_]+)`", data)) for kind in re.findall(r"`([a-z-]+)`", kinds)}
    return found


def told(name: str, seed: int) -> list[Event]:
    setups = SETUPS[name]
    state = games.load(name).new(setups[seed % len(setups)])
    return [event for _, events in walk(state, Random(seed)) for event in events]


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("seed", range(6))
def test_every_event_is_in_the_readme(name: str, seed: int) -> None:
    written = table(name)
    for event in told(name, seed):
        assert event.kind in written, event.text
        facts = {*event.data, *(key for own in event.secret.values() for key in own if key != "text")}
        assert facts <= written[event.kind], event.kind
