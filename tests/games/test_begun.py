"""A position that stands between two decisions goes on by itself, and what happened on the way is handed over."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import BadPosition

BETWEEN: list[tuple[str, dict[str, str], dict[str, Any], list[str]]] = [
    (
        "ascended-kings",
        {"track": "full"},
        {"seats": {"p1": {"transmuted": ["ylem"]}, "p2": {}}, "stack": [{"at": "generate"}]},
        ["generated"],
    ),
    (
        "ascended-kings",
        {"track": "full"},
        {
            "seats": {"p1": {"tile": 44}, "p2": {"tile": 45, "pool": {"egis": 1}}},
            "stack": [{"at": "active"}, {"at": "attacking", "seat": "p1", "who": "p2", "pyre": 2}],
        },
        ["blocked", "wounds-dealt", "wounded"],
    ),
    ("chimera-con", {}, {"seats": {"p1": {}, "p2": {}}, "stack": [{"at": "turn-end"}]}, ["turn-begins"]),
    ("kimera", {}, {"stack": [{"at": "battle"}]}, ["battle-ends", "cleaned-up", "round-begins"]),
]


@pytest.mark.parametrize(("name", "settings", "keys", "kinds"), BETWEEN)
def test_what_happened_up_to_the_first_decision_is_handed_over(
    name: str, settings: dict[str, str], keys: dict[str, Any], kinds: list[str]
) -> None:
    game = games.load(name, **settings)
    state = game.from_position({**({} if "seats" in keys else game.new({"seats": 2}).position()), **keys})
    assert [event.kind for event in state.begun] == kinds
    assert all(event.text and event.rules for event in state.begun)
    assert state.deciders()
    assert state.copy().begun == (), "it is told once"
    again = game.from_position(state.position())
    assert again.begun == (), "where somebody decides nothing goes on by itself"
    assert again.digest() == state.digest()


@pytest.mark.parametrize("stack", [[{"at": "turn-over"}], [{"at": "end-of-round", "next": "pass", "roll": 1}]])
def test_the_arena_track_refuses_a_position_that_waits_for_nobody(stack: list[dict[str, Any]]) -> None:
    with pytest.raises(BadPosition, match="goes on by itself"):
        games.load("ascended-kings").from_position({"seats": {"p1": {}, "p2": {}}, "turn": None, "stack": stack})


@pytest.mark.parametrize("name", ["ascended-kings", "red-rains", "cinders"])
def test_where_a_position_always_waits_for_somebody_nothing_has_begun(name: str) -> None:
    game = games.load(name)
    assert game.from_position(game.new().position()).begun == ()
