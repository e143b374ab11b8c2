"""What is wrong with a config is said with the setting that is wrong, in the words of who wrote it."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import BadConfig, BadPosition

from tests.games.playouts import load


@pytest.mark.parametrize("name", ["cinders", "embers"])
@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"wind": 1}, "There is no setting 'wind'; there are seats, options, reading."),
        ({"options": {"wind": 1}}, "options: there is no option 'wind'."),
        ({"options": [1]}, "options: expected a table of keys and values, not [1]."),
        ({"reading": "backwards"}, "reading: choose as-played or literal, not 'backwards'."),
        ({"seats": 5}, "seats: {title} is for 2, 3 or 4, not 5."),
        ({"seats": None}, "seats: {title} is for 2, 3 or 4, not null."),
        ({"seats": True}, "seats: {title} is for 2, 3 or 4, not true."),
        ([], "config: a table of settings and values, not []."),
    ],
)
def test_a_ruleset_without_options_names_the_setting_that_is_wrong(name: str, config: Any, said: str) -> None:
    game = load(name)
    with pytest.raises(BadConfig) as refused:
        game.new(config)
    assert str(refused.value) == said.format(title=game.title)


@pytest.mark.parametrize("name", ["cinders", "embers"])
@pytest.mark.parametrize("reading", ["literal", "as-played"])
def test_every_ruleset_is_taken_at_its_word(name: str, reading: str) -> None:
    assert load(name).new({"reading": reading}).digest() == load(name).new({}).digest()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"seats": {"p1": 1.5, "p2": 2}}, "seats.p1: it must be a whole number, not a number."),
        ({"seats": {"p1": 1, "p2": 200}}, "seats.p2: it must be a whole number of 99 at most."),
    ],
)
def test_a_position_of_cinders_is_refused_with_the_place(position: Any, said: str) -> None:
    with pytest.raises(BadPosition) as refused:
        games.load("cinders").from_position(position)
    assert str(refused.value) == said


def test_a_die_that_the_cards_are_not_for_is_the_fault_of_the_option() -> None:
    with pytest.raises(BadConfig, match=r"^options: behaviour_die_sides: .* are for a d12, not for a d2 ") as refused:
        games.load("red-rains").new({"options": {"behaviour_die_sides": 2}})
    assert ".toml" not in str(refused.value)
