"""Red Rains on the page, without a browser: what every card says, and what changes when the table does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from immolation import games
from immolation.dashboard import rulesets
from immolation.dashboard.messages import ActionJson, NextJson
from immolation.dashboard.rulesets.red_rains import (
    battlefield,
    choices,
    look,
    quick_forms,
)
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
    shown = rulesets.of("red-rains")
    for decisions in (1, 60, 140):
        view = walk(chimera, 4, decisions).view(None)
        conjured = view["chimera"]["conjured"]
        for _, card in choices.cards_of(view):
            lines = quick_forms.describe(card, conjured)
            assert all(line.strip() for line in lines)
            assert str(card["blood"]) in lines[0] if not card["up"] else lines[0].startswith("Attack")
            assert battlefield.card_text(card)
        chimera_says = quick_forms.describe({**view["chimera"], "up": True, "kind": "chimera"}, conjured)
        assert any(line.startswith("Its Ultimate now: ") for line in chimera_says)
        assert json.loads(json.dumps(shown.table(view))) == shown.table(view)


def test_the_battlefields_are_drawn_anew_when_a_token_comes_and_not_when_nothing_does() -> None:
    shown = rulesets.of("red-rains")
    state = games.load("red-rains").from_position(
        {"seats": {"p1": {"units": [{"name": "Bear", "attack": 1, "life": 3}]}}}
    )
    before = shown.table(state.view(None))
    assert shown.table(state.copy().view(None)) == before
    state.apply(state.game.action({"do": "effect", "seat": "p1", "what": "exhaust", "on": "u1"}))
    assert shown.table(state.view(None)) != before
    assert shown.table({"seats": {}}) is None


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
    assert look._marks(attack) == {"a1": "attacks", "u3": "aimed"}
    assert look._happening(attack, "p1") == "Whiplash ▸ Bear"


def stepped(seat: dict[str, object], do: dict[str, object], **more: object) -> list[str]:
    state = games.load("red-rains").from_position({"seats": {"p1": seat}, **more})
    return [step.text for step in state.unfold(state.game.action({"seat": "p1", **do}))]


def test_a_step_is_shown_for_what_matters_and_not_for_what_always_follows() -> None:
    seat = {
        "facing": [{"card": "whiplash", "ref": "a1"}],
        "units": [{"name": "Bear", "attack": 1, "life": 2, "ref": "u2"}],
    }
    attack = stepped(seat, {"do": "end-turn"}, options={"reaction_windows": "never", "guard_reset": "recovery_phase"})
    assert attack[0] == "Whiplash attacks Bear.", "no step says before it that the Chimera's turn begins"
    status = stepped({"facing": [{"card": "rampage", "ref": "a1", "status": 2}]}, {"do": "end-turn"})
    assert status[0] == "The status ability of Rampage resolves.", "the token that leaves is seen"


def test_that_the_chimera_passes_is_a_step_of_its_own() -> None:
    card_text = stepped({"facing": [{"card": "whiplash", "ref": "a1", "exhaustion": 1}]}, {"do": "end-turn"})
    assert card_text[0] == "No aspect is face down, and none can attack: the Chimera passes."


def test_what_a_blocker_meets_is_said_in_numbers() -> None:
    attacker = {"attack": 3, "life": 3, "wounds": 1}
    cards = {
        "u2": {"attack": 1, "life": 4, "wounds": 1},
        "u3": {"attack": 1, "life": 4, "wounds": 0, "exhausted": True},
    }
    assert choices._meets(cards, attacker, "u2") == "takes 3 (life 3), deals 1 (life 2)"
    assert choices._meets(cards, attacker, "u3") == "takes 3 (life 4)"
    assert choices._meets(cards, attacker, "p1") == "takes 3"


async def test_a_second_tap_answers_nothing_and_what_was_refused_may_be_tried_again() -> None:
    taken: list[str] = []

    async def act(seat: str, action: ActionJson, then: Sequence[NextJson] = ()) -> bool:
        taken.append(str(action["do"]))
        return taken[-1] != "refused"

    once = choices.once(act)
    assert not await once("p1", {"do": "refused"})
    assert await once("p1", {"do": "play"})
    assert not await once("p1", {"do": "attack"})
    assert taken == ["refused", "play"]


def test_what_a_printed_card_was_given_and_what_people_play_themselves_stand_on_it() -> None:
    game = games.load("red-rains")
    state = game.from_position(
        {"seats": {"p1": {"units": [{"name": "Bear", "attack": 1, "life": 3, "text": "ambush 1", "ref": "u1"}]}}}
    )
    for more in ({"what": "attack", "n": 2, "until": "round"}, {"what": "prevent", "n": 1}):
        state.apply(game.action({"do": "effect", "seat": "p1", "on": "u1", "source": "ability", **more}))
    (card,) = state.view("p1")["seats"]["p1"]["units"]
    lines = quick_forms.describe(card, {})
    assert lines[0].startswith("Attack 3, ")
    assert "You play yourselves: ambush 1." in lines
    assert "For now: prevents 1 of the next damage this turn, 2 more attack this round." in lines
    assert battlefield.card_text(card).endswith(
        "ambush 1, prevents 1 of the next damage this turn, 2 more attack this round"
    )
