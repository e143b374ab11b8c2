"""Who is awaited is kept from one step to the next, and is always the one that a look at the facts would find."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games.engine import StackState

from tests.games.playouts import walk

CONFIGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ascended-kings", {"seats": 3, "track": "full", "rounds": 2}),
    ("ascended-kings", {"seats": 3, "track": "arena", "rounds": 3}),
    ("chimera-con", {"seats": 3}),
    ("chimera-hunt", {"seats": 2}),
    ("kimera", {"seats": 2}),
    ("red-rains", {"seats": 2}),
)


@pytest.mark.parametrize(("name", "config"), CONFIGS)
def test_who_is_awaited_after_an_action_is_who_the_facts_await(name: str, config: dict[str, Any]) -> None:
    state, kept = games.load(name).new(config), 0
    assert isinstance(state, StackState)
    for _, _ in zip(range(1_500), walk(state, Random(3)), strict=False):
        frame = state.facts.stack[-1]
        kept += state._asking is not None
        assert list(state.awaited()) == list(state.points[type(frame)].seats(state.facts, frame)), frame
    assert name != "ascended-kings" or config["track"] != "full" or kept, "windows say whom they wait for"
