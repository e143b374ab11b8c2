"""Buttons by voice, in every ruleset: the words on a button are the action, and fewer words ask which."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, State, spoken

from tests.games.playouts import names, new, pick


@pytest.mark.parametrize("name", names())
def test_a_button_read_aloud_is_its_action_or_asks_between_equals(name: str) -> None:
    state, rng, tried = new(name, 3), Random(3), 0
    for _ in range(60):
        if not state.deciders():
            break
        seat = next(iter(state.deciders()))
        if seat != CHANCE:
            view = state.view(seat)
            for action in state.legal_actions(seat)[:5]:
                label = state.game.label(action, view)
                if len(label) > spoken.LONGEST:
                    continue
                found = spoken.understand(state, seat, label)
                if found.action is None:
                    assert found.said.startswith("Which one: "), (label, found.said)
                else:
                    assert found.action == action
                tried += 1
        state.apply(pick(state, rng))
    assert tried > 10


def test_numbers_and_marks_are_read_alike() -> None:
    assert spoken.normal("Two damage, to the Hound's owner!") == "2 damage , to the hound 's owner"
    assert spoken.normal("3/2") == "3 2"
    assert spoken.normal("…") == ""


def test_who_is_not_asked_is_told() -> None:
    state = games.load("cinders").new()
    assert spoken.understand(state, "p2", "run to 77").said == "The table does not wait for you now."


def arena() -> State:
    """Vara's turn, with a second King two tiles away; both in the Active state."""
    state = games.load("ascended-kings").from_position(
        {"seats": {"p1": {"tile": 44}, "p2": {"tile": 46}}, "turn": "p1"}
    )
    state.apply(next(one for one in state.legal_actions("p1") if getattr(one, "state", "") == "active"))
    while CHANCE in state.deciders():
        state.apply(state.deciders()[CHANCE].outcomes[0].action)
    return state


@pytest.mark.parametrize(
    ("sentence", "record"),
    [
        ("my wounds are two", {"do": "wounds", "count": 2}),
        ("level 2", {"do": "level", "level": 2}),
        ("the supply of Pyre is empty", {"do": "supply", "gem": "pyre", "state": "empty"}),
        ("a card moved {other} to 55", {"do": "displace", "who": "p2", "tile": 55}),
        ("my card killed {other} with a curse", {"do": "kill", "who": "p2", "means": "curse"}),
        ("Separation pushes {other} 2", {"do": "push", "who": "p2", "tiles": 2}),
        ("Conjunction pulls player 2 nearer by one", {"do": "pull", "who": "p2", "tiles": 1}),
        ("Sun & Sky: I change places with {other}", {"do": "swap", "who": "p2"}),
        ("Dire Transfer to 34", {"do": "place-dire", "tile": 34}),
    ],
)
def test_what_happened_on_the_mats_is_one_sentence(sentence: str, record: dict[str, Any]) -> None:
    state = arena()
    other = state.view("p1")["seats"]["p2"]["name"]
    found = spoken.understand(state, "p1", sentence.format(other=other))
    assert found.action == state.game.action({"seat": "p1", **record}), found.said
    assert found.said[-1] == "."
    assert "p2" not in found.said


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("my wounds", "Dire gems on your mat now?"),
        ("the supply of Pyre", "has gems again (empty, refilled)?"),
        ("Separation pushes", "Whom?"),
        ("my wounds are ninety", "understand"),
        ("my wounds are 90", "and not 90"),
        ("my card", "Which one"),
        ("my wounds are two and green", "understand"),
    ],
)
def test_a_form_that_a_sentence_leaves_open_is_asked_about(sentence: str, said: str) -> None:
    state = arena()
    digest = state.digest()
    found = spoken.understand(state, "p1", sentence)
    assert found.action is None
    assert said in found.said
    assert state.digest() == digest


@pytest.mark.parametrize("sentence", ["nothing", "No reaction.", "none", "nobody"])
def test_who_does_nothing_lets_it_be(sentence: str) -> None:
    rains = games.load("red-rains").new({"seats": 1, "players": "printed"})
    rng = Random(1)
    while "p1" not in rains.deciders() or rains.deciders()["p1"].kind != "reaction":
        rains.apply(pick(rains, rng))
    found = spoken.understand(rains, "p1", sentence)
    assert found.action == rains.deciders()["p1"].default
    assert found.said == "Go on"


def test_nothing_is_no_answer_where_something_must_be_done() -> None:
    state = games.load("cinders").new()
    assert spoken.understand(state, "p1", "nothing").action is None


@pytest.mark.parametrize(
    ("sentence", "record"),
    [
        ("my wounds are none", {"do": "wounds", "seat": "p1", "count": 0}),
        ("I have no wounds", {"do": "wounds", "seat": "p1", "count": 0}),
        ("I take a wound", {"do": "wounds", "seat": "p1", "count": 1}),
        ("I am level two", {"do": "level", "seat": "p1", "level": 2}),
        ("I swap places with Kynazarr", {"do": "swap", "seat": "p1", "who": "p2"}),
        ("I place a Dire on 50", {"do": "place-dire", "seat": "p1", "tile": 50}),
        ("I pull Kynazarr 1", {"do": "pull", "seat": "p1", "who": "p2", "tiles": 1}),
        ("I killed Kynazarr with an ability", {"do": "kill", "seat": "p1", "who": "p2", "means": "ability"}),
        ("the supply of Pyre is empty", {"do": "supply", "seat": "p1", "gem": "pyre", "state": "empty"}),
    ],
)
def test_what_happened_is_said_in_words_of_ones_own(sentence: str, record: dict[str, Any]) -> None:
    state = arena()
    understood = spoken.understand(state, "p1", sentence)
    action = state.game.action(record)
    assert understood.action == action or state.check(action) is not None, understood
    assert understood.action is None or understood.action == action
    if understood.action is None:
        assert understood.said == state.check(action).reason  # type: ignore[union-attr]
