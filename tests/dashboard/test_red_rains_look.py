"""Red Rains on the page, without a browser: what every card says, and what changes when the table does."""

from __future__ import annotations

import json
from random import Random

import pytest
from immolation import games
from immolation.dashboard import looks
from immolation.dashboard.looks import battlefield, red_rains, telling
from immolation.games import CHANCE, State

CHIMERAS = ("frostwild", "lordswall", "moon_cove", "neverset", "shadowreck", "viros")


def walk(chimera: str, seed: int, decisions: int) -> State:
    rng = Random(seed)
    state = games.load("red-rains").new({"chimera": chimera, "seats": 2, "level": "H3"})
    for _ in range(decisions):
        asked = state.deciders()
        if not asked:
            break
        seat, decision = next(iter(asked.items()))
        if seat == CHANCE:
            found = decision.outcomes
            action = rng.choices([one.action for one in found], [one.weight for one in found])[0]
        else:
            action = rng.choice(list(state.legal_actions(seat)))
        state.apply(action)
    return state


@pytest.mark.parametrize("chimera", CHIMERAS)
def test_every_card_that_comes_into_play_says_what_it_is(chimera: str) -> None:
    look = looks.of("red-rains")
    for decisions in (1, 60, 140):
        view = walk(chimera, 4, decisions).view(None)
        conjured = view["chimera"]["conjured"]
        for _, card in red_rains.cards_of(view):
            lines = telling.describe(card, conjured)
            assert all(line.strip() for line in lines)
            assert str(card["blood"]) in lines[0] if not card["up"] else lines[0].startswith("Attack")
            assert battlefield.told(card)
        chimera_says = telling.describe({**view["chimera"], "up": True, "kind": "chimera"}, conjured)
        assert any(line.startswith("Its Ultimate now: ") for line in chimera_says)
        assert json.loads(json.dumps(look.table(view))) == look.table(view)


def test_the_battlefields_are_drawn_anew_when_a_token_comes_and_not_when_nothing_does() -> None:
    look = looks.of("red-rains")
    state = games.load("red-rains").from_position(
        {"seats": {"p1": {"units": [{"name": "Bear", "attack": 1, "life": 3}]}}}
    )
    before = look.table(state.view(None))
    assert look.table(state.copy().view(None)) == before
    state.apply(state.game.action({"do": "effect", "seat": "p1", "what": "exhaust", "on": "u1"}))
    assert look.table(state.view(None)) != before
    assert look.table({"seats": {}}) is None


def test_who_attacks_who_is_aimed_at_and_who_stands_between_are_marked() -> None:
    state = games.load("red-rains").from_position(
        {
            "seats": {
                "p1": {
                    "facing": [{"card": "whiplash", "ref": "a1"}],
                    "units": [{"name": "Guard", "attack": 1, "life": 3, "text": "unit guard", "ref": "u2"},
                              {"name": "Bear", "attack": 1, "life": 3, "ref": "u3"}],
                }
            }
        }
    )  # fmt: skip
    steps = state.unfold(state.game.action({"do": "end-turn", "seat": "p1"}))
    attack = next(step.view for step in steps if step.view["battle"] is not None)
    assert red_rains._marks(attack) == {"a1": "attacks", "u3": "aimed"}
    assert red_rains._happening(attack, "p1") == "Whiplash ▸ Bear"
