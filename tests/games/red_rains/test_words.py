"""What is printed on every card is said in words made from its effects, and shown to people."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import State, load
from immolation.games.red_rains.cards import pack_reading as packs
from immolation.games.red_rains.cards.card_records import Aspect
from immolation.games.red_rains.cards.card_text import TRIGGERS, faces_text, words
from immolation.games.red_rains.cards.effect_text import SENTENCES, effects_text
from immolation.games.red_rains.effects import effect
from immolation.games.red_rains.effects.effect import Effects, effects_from, verbs

from tests.games.red_rains.table import BELL, GAME, aspect, at, chimera_turn, down, only, pack, unit

CARDS = [(name, card) for name in packs.names() for file in [packs.read_file(name)]
         for card in (*file.aspects, *file.conjured)]  # fmt: skip


def does_something(card: Aspect) -> bool:
    return bool(
        card.status or card.enter or card.triggers or card.keywords or card.ongoing or getattr(card, "modifiers", ())
    )


@pytest.mark.parametrize(("chimera", "card"), CARDS, ids=[card.id for _, card in CARDS])
def test_every_card_that_does_something_says_what(chimera: str, card: Aspect) -> None:
    text = words(packs.read_file(chimera)).cards[card.id]
    discard_by = getattr(card, "discard_by", None)
    assert bool(text) == (does_something(card) or discard_by is not None)
    for line in text.splitlines():
        assert line[0].isupper()
        assert line.endswith(".")
        for odd in ("  ", "..", "_", "{", "None", "1 wound tokens", "1 dice", ". ."):
            assert odd not in line


def test_every_verb_has_a_sentence_and_every_trigger_words() -> None:
    from immolation.games.red_rains.cards.card_records import Trigger

    assert set(SENTENCES) == set(verbs().values())
    assert set(TRIGGERS) == set(Trigger.__args__)  # type: ignore[attr-defined]


SENTENCE: dict[str, tuple[list[dict[str, Any]], str]] = {
    "or else": (
        [{"do": "destroy", "target": {"of": "leftmost", "only": "wounded"}, "else": [{"do": "raise_rage", "n": 2}]}],
        "Destroy your leftmost wounded unit. If that cannot be done: raise 2 basic rage dice.",
    ),
    "what came of it": (
        [{"do": "reroll_rage", "n": 2}, {"do": "lower_die", "n": "result"}],
        "Re-roll up to 2 basic rage dice. Lower your dice, as many as stayed basic, by one level.",
    ),
    "if and otherwise": (
        [{"do": "if", "condition": {"amount": "phase", "least": 2}, "then": [{"do": "add_aspect"}],
          "else": [{"do": "draw", "n": 2}]}],
        "If the phase is 2 or more: add 1 face-down aspect. Otherwise: draw 2 cards.",
    ),
    "unless": (
        [{"do": "if", "condition": {"target": {"of": "own_leftmost", "card": "x"}}, "else": [{"do": "draw"}]}],
        "Unless there is a Xantha: draw 1 card.",
    ),
    "several": (
        [{"do": "wound_token", "target": {"of": "rightmost", "count": 2}, "n": "phase"}],
        "Place wound tokens on your 2 rightmost units, as many as the number of the phase.",
    ),
    "a choice": (
        [{"do": "choose", "options": [[{"do": "remove_die", "n": 1}], [{"do": "heal", "target": "chimera", "n": 3}]]}],
        "You choose: remove 1 of your dice from the game, active ones first, or remove 3 wounds from the Chimera.",
    ),
    "again and again": (
        [{"do": "repeat", "times": 3, "effects": [{"do": "exhaust_die", "n": 1}]}],
        "Do this 3 times: exhaust 1 of your active dice.",
    ),
    "a card by name": (
        [{"do": "attach", "card": "x", "target": {"of": "leftmost", "without": "x"}, "n": 2}],
        "Put 2 Xantha on your leftmost unit without Xantha.",
    ),
    "a die": (
        [{"do": "roll_behaviour", "even": [{"do": "reveal"}], "odd": [{"do": "attack", "unit": "self"}]}],
        "Roll the behaviour die. Even: reveal the leftmost face-down aspect. Odd: this aspect attacks.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SENTENCE)
def test_a_list_of_effects_reads_well(name: str) -> None:
    given, said = SENTENCE[name]
    assert effects_text(effects_from(given), {"x": "Xantha"}) == said


@pytest.mark.parametrize(
    ("faces", "said"), [((1,), "1"), ((1, 2, 3), "1-3"), ((7, 1, 2, 12, 11), "1-2, 7, 11-12"), ((), "")]
)
def test_the_faces_of_a_row(faces: tuple[int, ...], said: str) -> None:
    assert faces_text(faces) == said


def test_people_see_what_cards_rows_and_ultimates_do() -> None:
    state = at([aspect("rampage"), down(2)], chimera="viros", phase=2)
    view = state.view(None)
    up, hidden = view["seats"]["p1"]["facing"]
    assert up["text"] == "Each time it takes off a status token: re-roll every basic rage die."
    assert "text" not in hidden
    chimera = view["chimera"]
    assert [row["faces"] for row in chimera["behaviour"]] == ["1", "2-4", "5-6", "7-9", "10-11", "12"]
    assert chimera["behaviour"][3]["text"] == (
        "Side action: Deal 1 damage to your Phoenixborn. Reveal the leftmost face-down aspect."
    )
    assert chimera["ultimate_text"] == "Deal 2 damage to each of your units and your Phoenixborn."
    assert chimera["fatigued_text"].startswith("It draws no more cards.")
    assert at([], chimera="moon_cove").view(None)["chimera"]["conjured"] == {
        "drowning": {
            "name": "Drowning",
            "text": "Side action: lower 1 of your dice by one level and discard this.",
        }
    }


@pytest.mark.rule("RR-TURN-06")
def test_the_row_that_was_rolled_is_said_in_words() -> None:
    state = at([down(1)], chimera="viros")
    rolled = only(chimera_turn(state, face=12, shows=["whiplash"]), "behaviour")
    assert rolled[0].text.endswith(
        "Side action: Place 1 Red Rains token on the Chimera. Reveal the leftmost face-down aspect."
    )


@pytest.mark.rule("RR-LAW-01")
def test_a_choice_left_to_people_is_offered_in_words() -> None:
    state: State = at([aspect("withering-rot", exhaustion=1)], chimera="neverset", aspects="thorn")
    chimera_turn(state)
    options = [action.option for action in state.legal_actions("p1") if hasattr(action, "option")]
    assert options == ["1: Discard 1 card from your hand", "2: Deal 1 damage to your Phoenixborn"]


def test_a_long_choice_is_cut_on_its_button_and_whole_in_the_question() -> None:
    long = [{"do": "place_red_rains", "n": 1}, {"do": "wound_token", "target": "phoenixborn", "n": 2}]
    made = pack(rows={"main": [{"do": "choose", "options": [long, [{"do": "draw", "n": 1}]]}]})
    state = at([down(1)], chimera=made)
    chimera_turn(state)
    decision = state.deciders()["p1"]
    assert "Place 2 wound tokens on your Phoenixborn" in decision.prompt
    options = [action.option for action in state.legal_actions("p1") if hasattr(action, "option")]
    assert len(options) == 2
    assert options[0].endswith("...")
    assert all(len(option) <= 40 for option in options)


def test_words_of_a_pack_that_somebody_wrote() -> None:
    words = packs.load(BELL).words
    assert words.cards["tolling-eye"] == (
        "Each time it takes off a status token: deal 1 damage to your Phoenixborn. Take off 1 status token."
    )
    assert words.cards["brine-jaw"] == ""
    assert words.fatigue.startswith("Place 2 Red Rains tokens on the Chimera.")


def test_nothing_is_said_of_nothing() -> None:
    assert effects_text(effect.NOTHING, {}) == ""
    assert effects_text(Effects(), {}) == ""


@pytest.mark.parametrize(
    ("exhaustion", "dice", "said"),
    [
        (0, 1, "Attack, bring up a unit, or pass."),
        (0, 0, "Attack, or pass."),
        (1, 1, "Bring up a unit for its dice, or pass."),
        (1, 0, "No unit is ready and no other can come: pass."),
    ],
)
def test_the_question_of_a_turn_names_what_there_is_to_do(exhaustion: int, dice: int, said: str) -> None:
    seat = {
        "units": [{"name": "Bear", "attack": 1, "life": 3, "exhaustion": exhaustion}],
        "dice": {"basic": dice, "exhausted": 10 - dice},
        "cards": {"Ash Hound": 1},
    }
    state = load("red-rains").from_position({"players": "sample", "seats": {"p1": seat}})
    assert state.deciders()["p1"].prompt == said


def test_whoever_refuses_calls_a_player_by_name() -> None:
    state = at([], [unit("U")], p1={"name": "Maeoni"})
    own = state.view(None)["seats"]["p1"]["name"]
    attack = GAME.action({"do": "attack", "seat": "p1", "units": ["u1"], "target": "a9"})
    effect = GAME.action({"do": "effect", "seat": "p1", "what": "destroy", "on": "u1", "by": "u9"})
    told = [refusal.reason for action in (attack, effect) if (refusal := state.check(action)) is not None]
    assert told == [f"'a9' is nothing that {own} can attack.", f"{own} controls no 'u9'."]
