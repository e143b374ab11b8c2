"""How Chimera Con looks on the page, without a browser: what stands with cards, what with buttons, what is drawn."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from immolation import games
from immolation.dashboard import messages, rulesets
from immolation.dashboard.rulesets.chimera_con import creature_art
from immolation.games import CHANCE, State
from immolation.table.public_records import seat_state
from immolation.table.records import Player


def played(seed: int, decisions: int) -> State:
    """A game after so many decisions taken blindly."""
    rng = Random(seed)
    state = games.load("chimera-con").new({"seats": 3})
    for _ in range(decisions):
        asked = state.deciders()
        if not asked:
            break
        if CHANCE in asked:
            found = asked[CHANCE].outcomes
            state.apply(rng.choices([one.action for one in found], [one.weight for one in found])[0])
        else:
            state.apply(rng.choice(list(state.legal_actions(rng.choice(list(asked))))))
    return state


def told(state: State, seat: str) -> messages.SeatJson:
    """What the page hears of a seat that a person plays."""
    record = seat_state(state, 1, seat, state.deciders(), Player())
    return msgspec.convert(msgspec.to_builtins(record), messages.SeatJson)


def situation(at: Any, **facts: Any) -> State:
    """p1 at a decision point."""
    stack = at if isinstance(at, list) else [at if isinstance(at, dict) else {"at": at}]
    return games.load("chimera-con").from_position({"seats": {"p1": facts, "p2": {}}, "stack": stack})


def test_every_action_stands_with_its_card_or_among_the_buttons_and_never_in_both() -> None:
    look = rulesets.of("chimera-con")
    kinds: set[tuple[str, bool]] = set()
    for seed in range(4):
        for decisions in (24, 42, 60, 90, 116, 140, 200, 300):
            state = played(seed, decisions)
            for seat in state.seats:
                heard = told(state, seat)
                with_cards = list(look.presented(heard))
                buttons = rulesets.remaining_actions("chimera-con", heard)
                assert [one for one in heard.actions if one in with_cards or one in buttons] == heard.actions
                assert not [one for one in buttons if one in with_cards]
                hand = [card["card"] for card in heard.view["seats"][seat].get("hand", ())]
                assert all(one.action["card"] in hand for one in with_cards), "there is a card to stand with"
                kinds |= {(str(one.action["do"]), True) for one in with_cards}
                kinds |= {(str(one.action["do"]), False) for one in buttons}
    assert {("substitute", True), ("discard", True), ("attack", False), ("draw", False), ("pass", False)} <= kinds


def test_a_cheat_is_a_button_where_it_is_the_question_and_stands_in_the_hand_elsewhere() -> None:
    look = rulesets.of("chimera-con")
    own = told(situation("draw", hand=["herbal-poultice"]), "p1")
    assert [one.action["do"] for one in look.presented(own)] == ["cheat"]
    seats = {"p1": {}, "p2": {"hand": ["herbal-poultice"]}}
    blow = {"at": "attack", "seat": "p1", "target": "p2"}
    asked = told(games.load("chimera-con").from_position({"seats": seats, "stack": [blow]}), "p2")
    assert look.presented(asked) == []
    assert [one.action["do"] for one in rulesets.remaining_actions("chimera-con", asked)] == ["cheat", "pass"]
    state = games.load("chimera-con").from_position({"seats": {"p1": {}, "p2": {"hand": ["herbal-poultice"]}}})
    state.apply(state.game.action({"do": "pass", "seat": "p2"}))
    silent = told(state, "p2")
    assert silent.decision is None
    assert [one.action["do"] for one in look.presented(silent)] == ["cheat"], "any time is any time"


def test_a_hand_says_what_a_new_part_would_make_of_the_chimera() -> None:
    parts = [f"mirefang-{part}" for part in ("head", "body", "rear")]
    heard = told(situation("substitute", parts=parts, hand=["galehawk-body", "mirefang-head"]), "p1")
    facts = heard.view["seats"]["p1"]
    would = {card["card"]: card["would"] for card in facts["hand"]}
    assert facts["speed"] == 8
    assert would["galehawk-body"]["health"] == 15
    assert would["galehawk-body"]["skips_action"] is True
    assert would["mirefang-head"]["skips_action"] is False
    assert "would" not in str(told(situation("draw", parts=parts, hand=["galehawk-body"]), "p1").view)


@pytest.mark.parametrize("size", ["normal", "large", "very_large"])
def test_a_chimera_is_drawn_with_what_has_happened_to_it(size: str) -> None:
    card = {"name": 'A "small" <head>', "family": "galehawk", "size": size, "health": 1, "might": 2, "speed": 3,
            "magic": 4, "keywords": ["airborne"], "supported": False, "petrified": False}  # fmt: skip
    drawn = creature_art.beast({"head": card, "body": None, "rear": {**card, "petrified": True, "supported": True}})
    root = ElementTree.fromstring(drawn)
    titles = [element.text or "" for element in root.iter() if element.tag == "title"]
    assert sum('A "small" <head>' in title for title in titles) == 2
    assert sum("not supported" in title for title in titles) == 1
    assert drawn.count("stroke-dasharray") == 1
    assert drawn != creature_art.beast({"head": card}, airborne=True)
    assert creature_art.beast({"head": None}) == creature_art.beast({})


def test_the_action_of_a_card_is_said_in_words() -> None:
    heard = told(situation("discard", hand=["storm-heron-head", "mirefang-body"]), "p1")
    said = {card["card"]: creature_art.action_in_words(card) for card in heard.view["seats"]["p1"]["hand"]}
    assert said["mirefang-body"] == ""
    for word in ("Thunder Lance", "Special", "Magic against Speed", "Elemental", "Aerial", "14", "spirit"):
        assert word in said["storm-heron-head"]


def test_the_panel_beside_the_board_changes_with_the_fight_and_the_market() -> None:
    look = rulesets.of("chimera-con")
    quiet = situation("action").view(None)
    fight = situation({"at": "attack", "seat": "p1", "target": "p2"}).view(None)
    assert look.side(quiet) != look.side(fight)
    assert look.side(quiet) == look.side(situation("action").view(None))
