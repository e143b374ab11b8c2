"""People are called by name where a ruleset only numbers its seats; what goes back to a table stays as it came."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.dashboard.calling import call, calling


def told(said: str, called: object, seat: str = "p2") -> dict[str, Any]:
    return {"view": {"seats": {seat: {"name": said}}}, "players": {seat: {"kind": "person", "name": called}}}


def test_a_numbered_seat_is_called_by_its_persons_name() -> None:
    names = calling(told("Player 2", " Ada "))
    assert names == {"Player 2": "Ada"}
    news = {
        "prompt": "Player 2 discards; Player 22 and Player 21 wait for Player 2.",
        "list": ["Attack Player 2", 2, None],
        "action": {"do": "correct", "reason": "Player 2 said so"},
    }
    assert call(news, names) == {
        "prompt": "Ada discards; Player 22 and Player 21 wait for Ada.",
        "list": ["Attack Ada", 2, None],
        "action": {"do": "correct", "reason": "Player 2 said so"},
    }
    assert call("Player 1 waits for Player 2.", {"Player 1": "Player 2", "Player 2": "Ada"}) == (
        "Player 2 waits for Ada."
    )


@pytest.mark.parametrize(
    ("said", "called"),
    [("Kariis", "Ada"), ("Player 1", "Ada"), ("Player 2", ""), ("Player 2", "  "), ("Player 2", 7), ("", "Ada")],
)
def test_a_seat_with_a_name_of_its_own_keeps_it(said: str, called: object) -> None:
    assert calling(told(said, called)) == {}


@pytest.mark.parametrize("table", [None, [], "x", {}, {"view": []}, {"view": {"seats": {"p2": 1}}, "players": []}])
def test_news_of_any_shape_name_nobody(table: object) -> None:
    assert calling(table) == {}
    assert call(table, {}) == table
