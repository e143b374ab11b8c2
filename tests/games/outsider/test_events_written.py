"""What the pages say of events is what games tell: every kind stands in its list, with every fact of its data."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from immolation import games
from immolation.games import Event

from tests.games.pages import chapter, entries, page
from tests.games.playouts import SETUPS, walk

ARENA, FULL = "Events of the arena track", "Events of the full track"
CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "arena": (ARENA,),
    "full": (ARENA, FULL),
    "chimera-con": ("Events",),
    "kimera": ("Events",),
    "red-rains": ("Events",),
}
"""Track or ruleset -> where its events are told."""


TRACKS = {"arena": ("ascended-kings", "arena"), "full": ("ascended-kings", "full")}
"""Track -> its ruleset, and how it is called there."""


@cache
def written(name: str) -> Mapping[str, set[str]]:
    """Kind -> the facts that its entry names; where a track has an entry of its own, those of both."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for title in CHAPTERS[name]:
        for kinds, data in entries(chapter(page("ascended-kings" if name in TRACKS else name), title)):
            for kind in re.findall(r"`([a-z-]+)`", kinds):
                found[kind] |= set(re.findall(r"`([a-z_]+)`", data))
    return dict(found)


def told(name: str, seed: int) -> list[Event]:
    ruleset, track = TRACKS.get(name, (name, ""))
    setups = [setup for setup in SETUPS[ruleset] if setup.get("track", "arena") == track or not track]
    game = games.load(ruleset, track=track) if track else games.load(ruleset)
    state = game.new(setups[seed % len(setups)])
    return [event for _, events in walk(state, Random(seed)) for event in events]


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("seed", range(6))
def test_every_event_is_on_the_page(name: str, seed: int) -> None:
    known = written(name)
    for event in told(name, seed):
        assert event.kind in known, event.text
        facts = {*event.data, *(key for own in event.secret.values() for key in own if key != "text")}
        assert facts <= known[event.kind], event.kind
