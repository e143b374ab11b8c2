"""Buttons by voice, in every ruleset: the words on a button are the action, and fewer words ask which."""

from __future__ import annotations

from random import Random

import pytest
from immolation import games
from immolation.games import CHANCE, spoken

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
