"""Corrections that no form has, by a sentence with its reason, in every ruleset; the unclear is asked back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from immolation.games import Correct, State, load, spoken

POSITIONS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "arena": ("ascended-kings", {"seats": {"p1": {"tile": 44, "wounds": 1}, "p2": {"tile": 46}}, "turn": "p1"}),
    "full": ("ascended-kings", {"track": "full", "seats": {"p1": {"tile": 44}, "p2": {"tile": 46}}}),
    "con": ("chimera-con", {"seats": {"p1": {"damage": 3}, "p2": {"damage": 1, "poisonous": True}, "p3": {}}}),
    "kimera": ("kimera", {"seats": {"p1": {"type": "drako", "name": "Ash", "balance": 5}, "p2": {"type": "kiron"}}}),
    "cinders": ("cinders", {"seats": {"p1": 44, "p2": 77}}),
    "rains": (
        "red-rains",
        {"options": {}, "seats": {"p1": {"units": [{"attack": 3, "life": 2, "name": "Ember Lancer"}]}}},
    ),
    "hunt": ("chimera-hunt", {}),
}


def standing(which: str) -> State:
    name, position = POSITIONS[which]
    game = load(name)
    return game.from_position(position) if position else game.new({"seats": 2})


def at(state: State, path: tuple[str, ...]) -> Any:
    """Return the value at a place of a position."""
    found: Any = state.position()
    for key in path:
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


SENTENCES = [
    ("arena", "my wounds are two because the Law says so", ("seats", "p1", "wounds"), 2),
    ("arena", "player 2 takes 1 wound because of my oath", ("seats", "p2", "wounds"), 1),
    ("con", "the damage of player 2 is 3 because the oak falls on it", ("seats", "p2", "damage"), 3),
    ("con", "player 2 takes two damage because the oak falls on it", ("seats", "p2", "damage"), 3),
    ("con", "I lose 2 damage, because the Moss heals me", ("seats", "p1", "damage"), 1),
    ("con", "player 2 is not poisonous because the Moss heals it", ("seats", "p2", "poisonous"), False),
    ("con", "player 3 is poisonous because the fog bites", ("seats", "p3", "poisonous"), True),
    ("con", "the points of player 3 are 1 since the Crown counts", ("seats", "p3", "points"), 1),
    ("con", "the merchant is player 2 because of the Crown", ("merchant",), "p2"),
    ("kimera", "the balance of Ash is 3 because the Storm Lash says so", ("seats", "p1", "balance"), 3),
    ("kimera", "Ash gains 2 balance because of its text", ("seats", "p1", "balance"), 7),
    ("full", "the level of player 2 is 2 because the Ascension says so", ("seats", "p2", "level"), 2),
    (
        "rains",
        "the wounds of the Ember Lancer are 1 because its spell burns",
        ("seats", "p1", "units", "0", "wounds"),
        1,
    ),
    ("hunt", "the rains are 2 because it thundered", ("rains",), 2),
    ("cinders", "the turn is player 2 because player 1 ran twice", ("turn",), "p2"),
]


@pytest.mark.parametrize(("which", "sentence", "path", "value"), SENTENCES)
def test_a_sentence_with_a_reason_sets_one_thing_right(
    which: str, sentence: str, path: tuple[str, ...], value: Any
) -> None:
    state = standing(which)
    digest = state.digest()
    found = spoken.understand(state, "p1", sentence)
    assert isinstance(found.action, Correct), found.said
    assert (found.action.path, found.action.value, found.action.by) == (path, value, "p1")
    assert found.action.reason
    assert found.action.reason in found.said
    assert "agree" in found.said
    assert state.digest() == digest
    events = state.apply(found.action)
    assert at(state, path) == value
    assert any(found.action.reason in event.text for event in events)


REFUSALS = [
    ("con", "the damage of player 2 is 3 because", "Why?"),
    ("con", "the damage of player 2 is 999 because it is mighty", "damage"),
    ("con", "the damage is 3 because it fell", "Which one: damage of Player 1"),
    ("con", "the luck of player 2 is 3 because it found a clover", "I know nothing on the table called"),
    ("con", "player 2 because it is so", "What is set right?"),
    ("con", "the damage of player 2 is 1 because it is so", "already"),
    ("con", "the hand of player 2 is weighted pebble because I saw it", "I know nothing"),
    ("con", "the damage of player 2 is blue because it is so", "I know nothing"),
    ("con", "player 2 takes 2 poisonous because it is so", "Which one|I know nothing"),
    ("con", "the merchant is player 7 because it is so", "merchant|I know nothing"),
    ("con", "player 1 is eliminated because I say so", "."),
    ("kimera", "the hand of player 2 is 3 because I counted", "I know nothing"),
    ("con", "player 3 is airborne because the storm lifts it", "cannot use an Airborne tag"),
    ("kimera", "player 2 gains 2 initiative because of its text", "prepared"),
    ("kimera", "my balance is minus 3 because I fell", "balance"),
    ("arena", "the tile of player 2 is 44 because it was pushed", "44"),
    ("arena", "my wounds are 900 because of it", "wounds"),
    ("cinders", "the turn is player 4 because it is", "I know nothing|player"),
]


@pytest.mark.parametrize(("which", "sentence", "said"), REFUSALS)
def test_what_is_unclear_or_nonsense_is_asked_back(which: str, sentence: str, said: str) -> None:
    state = standing(which)
    digest = state.digest()
    found = spoken.understand(state, "p1", sentence)
    assert found.action is None
    assert any(part in found.said for part in said.split("|")), found.said
    assert found.said[-1] in ".?"
    assert state.digest() == digest


@pytest.mark.parametrize("which", POSITIONS)
def test_no_sentence_reads_what_lies_hidden(which: str) -> None:
    """Whatever key of another's secrets is named, the answer does not depend on what is there."""
    state = standing(which)
    for word in ("hand", "deck", "decks", "prepared", "draw", "stack", "inscription"):
        for value in ("0", "1", "2"):
            said = spoken.understand(state, "p1", f"the {word} of player 2 is {value} because I know it")
            assert said.action is None
            assert "already" not in said.said
