"""Numbers of actions and vectors of views: the same for the same, and nothing in them that a seat may not know."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from immolation import games
from immolation.games import CHANCE
from immolation.rl.encoding import Encoder, relative_seats

from tests.games.playouts import pick
from tests.rl.focus_dice import rolling

RULESETS = ("ascended-kings", "chimera-con", "chimera-hunt", "cinders", "kimera", "red-rains")
SECRETS = ("ascended-kings", "chimera-con", "kimera")
CONFIGS = {name: {} for name in RULESETS} | {"ascended-kings": {"track": "full", "seats": 3}}


def middles(name: str, seed: int, most: int = 150) -> list[games.State]:
    """Copies of every tenth situation of a game by random choices."""
    state, rng = games.load_for(name, CONFIGS[name]).new(CONFIGS[name]), Random(seed)
    found = []
    for number in range(most):
        if not state.deciders():
            break
        if number % 10 == 0:
            found.append(state.copy())
        state.apply(pick(state, rng))
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_every_legal_action_has_one_number_and_keeps_it(name: str) -> None:
    encoder, again = Encoder(), Encoder()
    for state in middles(name, 3):
        seat = next(iter(state.deciders()))
        numbered = encoder.actions(state, seat)
        chance = state.deciders().get(CHANCE)
        listed = [outcome.action for outcome in chance.outcomes] if chance else state.legal_actions(seat)
        assert {*map(str, numbered.values())} == {*map(str, listed)}
        assert all(0 <= number < encoder.size_for(seat) for number in numbered)
        assert numbered == again.actions(state.copy(), seat)


def test_meeting_hashes_share_no_number() -> None:
    state = games.load("cinders").new({"seats": 2})
    legal = state.legal_actions("p1")
    tight = Encoder(actions=len(legal))
    assert sorted(tight.actions(state, "p1")) == list(range(len(legal)))
    with pytest.raises(ValueError, match="raise `actions`"):
        Encoder(actions=len(legal) - 1).actions(state, "p1")


def test_chance_has_numbers_for_every_roll_that_a_position_may_ask_for() -> None:
    """Ten Focus Dice show 3,003 rolls, more than there are numbers for a seat's actions."""
    for dice, rolls in ((10, 3003), (14, 11628)):
        state = rolling(dice)
        numbered = Encoder().actions(state, CHANCE)
        assert len(numbered) == len(state.deciders()[CHANCE].outcomes) == rolls
        assert Encoder().mask(numbered, CHANCE).sum() == rolls


def test_seats_are_named_from_where_one_sits() -> None:
    assert relative_seats(("p1", "p2", "p3"), "p2") == {"p1": "@2", "p2": "@0", "p3": "@1"}
    game, encoder = games.load("cinders"), Encoder()
    first = game.from_position({"seats": {"p1": 11, "p2": 88}, "turn": "p1"})
    second = game.from_position({"seats": {"p1": 88, "p2": 11}, "turn": "p2"})
    assert encoder.actions(first, "p1").keys() == encoder.actions(second, "p2").keys()
    assert np.array_equal(encoder.observation(first, "p1"), encoder.observation(second, "p2"))


@pytest.mark.parametrize("name", RULESETS)
def test_an_observation_is_made_of_the_seats_own_view(name: str) -> None:
    encoder, others = Encoder(), 0
    for state in middles(name, 5):
        for seat in state.seats:
            seen = encoder.observation(state, seat)
            assert seen.shape == (512,)
            assert seen.any()
            assert np.abs(seen).max() <= 16
            imagined = state.sample(seat, Random(1))
            assert imagined.view(seat) == state.view(seat)
            assert imagined.deciders().keys() == state.deciders().keys()
            assert np.array_equal(encoder.observation(imagined, seat), seen)
            others += imagined.digest() != state.digest()
    assert others or name not in SECRETS, "other cards are hidden in what is imagined"


def test_what_changes_is_seen() -> None:
    state, encoder = games.load("cinders").new({"seats": 2}), Encoder()
    before = encoder.observation(state, "p2")
    state.apply(state.legal_actions("p1")[0])
    assert not np.array_equal(encoder.observation(state, "p2"), before)
