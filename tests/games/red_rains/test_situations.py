"""Sixty situations of a table with printed cards, each said in one sentence, and what is true afterwards."""

# ruff: noqa: E501 - one situation a line
from __future__ import annotations

from typing import Any

import pytest
from immolation.games import State, spoken
from immolation.games.red_rains.battle import stats
from immolation.games.red_rains.facts.card_in_play import CardInPlay

from tests.games.red_rains.table import at, down, table, unit
from tests.games.red_rains.test_sentences import NAMED


def board() -> State:
    """Brine Jaw, Kelp Ward, a face-down aspect and Silt Maw face Ash Hound, Ember Lancer and Root Golem, with a
    partner's Frost Wolf beside them."""
    return at(
        [
            {"card": "brine-jaw", "wounds": 1},
            {"card": "kelp-ward", "status": 1, "exhaustion": 1},
            down(),
            {"card": "silt-maw"},
        ],
        [
            unit("Ash Hound", 2, 3, spells={"Iron Will": "p1"}, recover=1),
            unit("Ember Lancer", 3, 3, "stalk, ambush 1", wounds=1, exhaustion=1),
            unit("Root Golem", 1, 6, "unit guard", wounds=2, status=2),
        ],
        p1={
            "wounds": 2,
            "dice": {"power": 2, "class": 2, "basic": 6},
            "deck": {"Cinder Fox": "2/1/1 fleeting", "Slate Ox": ""},
        },
        partner=(["foam-wing"], [unit("Frost Wolf", 2, 2)]),
        p2={"name": "Koji"},
        discard={"brine-jaw": 1},
        rage=2,
        red_rains=2,
        options={"reaction_windows": "never"},
        chimera=NAMED,
    )


def look(state: State, where: str) -> Any:
    """One thing on the table: ``u1.wounds``, ``u1.attack``, ``u1.has.stalk``, ``p1.units``, ``table.rage``."""
    s = table(state)
    ref, _, what = where.partition(".")
    if ref == "table":
        return getattr(s, what)
    body = s.body(ref)
    if what == "there":
        return body is not None
    assert body is not None
    values = {"attack": stats.attack, "life": stats.life, "recover": stats.recover}
    if what in values:
        return values[what](s, body)
    if what.startswith("has."):
        return body.has(what.removeprefix("has."))
    if what in ("units", "facing"):
        return [each.name for each in getattr(body, what)]
    if what == "lasts":
        return view_of(state, body)["lasts"]
    if what == "dice":
        return dict(body.dice)  # type: ignore[attr-defined]
    return getattr(body, what)


def view_of(state: State, body: CardInPlay) -> dict[str, Any]:
    seat = state.view(None)["seats"][body.side]
    found: dict[str, Any] = next(card for card in (*seat["units"], *seat["facing"]) if card["ref"] == body.ref)
    return found


SITUATIONS: list[tuple[str, dict[str, Any]]] = [
    # damage, wounds, healing
    ("one damage to Brine Jaw", {"a1.wounds": 2}),
    ("deal two damage to Kelp Ward as a reaction", {"a2.wounds": 2}),
    ("three damage to the Chimera", {"chimera.wounds": 3}),
    ("one damage to me", {"p1.wounds": 3}),
    ("one wound on Silt Maw", {"a4.wounds": 1}),
    ("heal Root Golem by two", {"u3.wounds": 0}),
    ("remove one wound from Brine Jaw", {"a1.wounds": 0}),
    ("move one wound from Root Golem to Silt Maw", {"u3.wounds": 1, "a4.wounds": 1}),
    ("one damage to all units", {"u1.wounds": 1, "u3.wounds": 3, "a1.wounds": 2, "a4.wounds": 1, "u51.wounds": 0}),
    ("one damage to each aspect", {"a1.wounds": 2, "a4.wounds": 1, "u1.wounds": 0}),
    # prevented and redirected
    ("prevent two damage to Ash Hound", {"u1.lasting": {"prevent": 2}, "u1.lasts": ["prevents 2 of the next damage this turn"]}),
    ("all damage to Ember Lancer is prevented", {"u2.lasting": {"prevent": 30}}),
    ("redirect one damage from Ash Hound to Root Golem", {"u1.lasting": {"redirect:u3": 1}}),
    ("Root Golem takes two damage instead of Ember Lancer", {"u2.lasting": {"redirect:u3": 2}}),
    ("redirect all damage from me to Root Golem", {"p1.lasting": {"redirect:u3": 30}}),
    # exhausting and readying
    ("exhaust Brine Jaw", {"a1.exhaustion": 1}),
    ("two exhaustion tokens on Silt Maw", {"a4.exhaustion": 2}),
    ("ready Ember Lancer", {"u2.exhaustion": 0}),
    ("exhaust all unexhausted units", {"u1.exhaustion": 1, "u2.exhaustion": 1, "a1.exhaustion": 1}),
    # leaving play
    ("destroy Silt Maw", {"a4.there": False}),
    ("discard Ash Hound", {"u1.there": False}),
    ("remove Brine Jaw from the game", {"a1.there": False, "table.removed": {"brine-jaw": 1}}),
    ("return Ember Lancer to my hand", {"u2.there": False, "table.aside": []}),
    ("set Ash Hound aside", {"u1.there": False, "p1.units": ["Ember Lancer", "Root Golem"]}),
    ("destroy all units with 2 or less life as a law", {"a4.there": False, "a1.there": True, "u1.there": True}),
    ("destroy all units with attack 2 or less as a law", {"u1.there": False, "u3.there": False, "u2.there": True, "u51.there": True}),
    ("destroy each unit with 3 or more attack", {"u2.there": False, "u1.there": True}),
    ("Root Golem leaves the battle", {"u3.has.left_battle": True}),
    # what lasts
    ("Ash Hound gets +2 attack", {"u1.attack": 4, "u1.lasts": ["2 more attack this turn"]}),
    ("Ash Hound gets +2 attack until the end of the round", {"u1.attack": 4, "u1.lasts": ["2 more attack this round"]}),
    ("Ash Hound gets one more attack while Root Golem is in play", {"u1.attack": 3, "u1.lasts": ["1 more attack from Root Golem while in play"]}),
    ("Silt Maw gets minus 9 attack this turn", {"a4.attack": 0}),
    ("Brine Jaw loses one attack until the end of the round", {"a1.lasts": ["1 less attack this round"]}),
    ("Root Golem gets +2 recover", {"u3.recover": 2}),
    ("Ash Hound loses 3 recover this round", {"u1.recover": 0}),
    ("Ash Hound gets +1 life this round", {"u1.life": 4}),
    ("Ash Hound gains unit guard", {"u1.has.unit_guard": True}),
    ("Ash Hound gains bypass until the end of the round", {"u1.has.bypass": True, "u1.lasts": ["bypass this round"]}),
    ("Ember Lancer loses stalk this round", {"u2.has.stalk": False, "u2.lasts": ["no stalk this round"]}),
    ("Kelp Ward loses defender", {"a2.has.defender": False}),
    ("Silt Maw gains cannot attack", {"a4.has.cannot_attack": True}),
    ("Ash Hound gains alert and +1 attack this round", {"u1.attack": 3, "u1.has.alert": True}),
    ("attach Root Armor to Ash Hound, giving armored 1 and +1 life", {"u1.spells": {"Iron Will": "p1", "Root Armor": "p1"}, "u1.life": 4, "u1.has.armored": True}),
    ("attach Fear to Silt Maw, which gives cannot attack", {"a4.spells": {"Fear": "p1"}, "a4.has.cannot_attack": True}),
    ("detach Iron Will from Ash Hound", {"u1.spells": {}}),
    # keywords that the host does not play
    ("Ember Lancer loses ambush 1", {"u2.has.text:ambush": False}),
    ("Ash Hound gains group tactics 2 until the end of the round", {"u1.has.text:group tactics": True, "u1.lasts": ["group tactics 2 this round"]}),
    ("copy the abilities of Ember Lancer to Ash Hound", {"u1.has.stalk": True, "u1.has.text:ambush": True}),
    # units that enter
    ("Blood Puppet enters, 0 2, on the Chimera's battlefield", {"p1.facing": ["Brine Jaw", "Kelp Ward", "", "Silt Maw", "Blood Puppet"]}),
    ("Stone Wolf enters at partner's side, 2 2", {"p2.units": ["Frost Wolf", "Stone Wolf"]}),
    ("Stone Wolf enters on Koji's battlefield, 2 2", {"p2.units": ["Frost Wolf", "Stone Wolf"]}),
    ("Blood Puppet enters on the Chimera's battlefield facing Koji, 0 2", {"p2.facing": ["Foam Wing", "Blood Puppet"]}),
    ("Iron Worker enters at place 1, 2 2", {"p1.units": ["Iron Worker", "Ash Hound", "Ember Lancer", "Root Golem"]}),
    ("Cinder Fox enters", {"u52.attack": 2, "u52.life": 1, "u52.has.fleeting": True}),
    ("Slate Ox enters, 3 4, gigantic 1", {"u52.attack": 3, "u52.has.gigantic": True, "p1.deck": {"Cinder Fox": "2/1/1 fleeting", "Slate Ox": "3/4/1 gigantic 1"}}),
    ("my deck has Pale Stag, 3 2, stalk", {"p1.deck": {"Cinder Fox": "2/1/1 fleeting", "Slate Ox": "", "Pale Stag": "3/2/1 stalk"}}),
    # what is no card
    ("take a Red Rains token off the Chimera", {"table.red_rains": 1}),
    ("turn a rage die down", {"table.rage": 1}),
    ("raise a rage die", {"table.rage": 3}),
    ("exhaust the Ultimate", {"table.ultimate_exhaustion": 1}),
    ("the Chimera cannot guard", {"chimera.has.cannot_guard": True}),
    ("remove Brine Jaw from the Chimera's discard pile", {"table.discard": {}}),
    ("two status tokens on Ash Hound", {"u1.status": 2}),
    ("take a status token from Kelp Ward", {"a2.status": 0}),
    ("my dice: one power, two class, five basic, two exhausted", {"p1.dice": {"power": 1, "class": 2, "basic": 5, "exhausted": 2}}),
    ("place two dice on Root Golem", {"u3.dice_of": {"p1": 2}}),
    ("tuck Molten Gold under Ember Lancer", {"u2.under": {"Molten Gold": False}}),
    ("one damage to Koji's Frost Wolf", {"u51.wounds": 1}),
]  # fmt: skip

REFUSED: list[tuple[str, str]] = [
    ("prevent damage to Ash Hound", "How much of the damage"),
    ("prevent two damage to the moon", "There is no moon"),
    ("prevent 99 damage to Ash Hound", "At most 30"),
    ("redirect damage from Ash Hound to Root Golem", "How much"),
    ("redirect two damage from Ash Hound to Ash Hound", "another card"),
    ("redirect two damage from Ash Hound to the third aspect", "face down"),
    ("Ash Hound gets +30 attack", "At most 20"),
    ("Ash Hound gains stalkk", "Do you mean stalk"),
    ("Ash Hound gains terifying 1 until the end of the round", "Do you mean terrifying"),
    ("Ash Hound loses stalk", "does not have stalk"),
    ("Ash Hound loses group tactics", "does not have group tactics"),
    ("Ash Hound gains 7", "can be no keyword"),
    ("Ash Hound gets +1 attack while Frost Bite is in play", "There is no frost bite"),
    ("Ash Hound gets +1 attack while the third aspect is in play", "face down"),
    ("two damage to Silt Maw until the end of the round", "lasts for a while"),
    ("attach Root Armor to Ash Hound, giving 7", "can be no keyword"),
    ("return Silt Maw to hand", "has no hand"),
    ("return me to my hand", "cannot leave play"),
    ("Ash Hound comes back", "Nothing left play this turn"),
    ("destroy all units with little life", "There is no all units"),
    ("destroy all units with 2 or less", "With how much of what"),
    ("Slate Ox enters", "attack and life"),
    ("Stone Wolf enters on Mira's battlefield, 2 2", "attack and life"),
    ("the Chimera discards 99 cards", "At most 10"),
    ("my deck", "Which card"),
    ("my deck Pale Stag 3 2", "Which card"),
    ("another main action", "still to come"),
]
"""What is asked back; `test_sentences` has forty-odd more."""


@pytest.mark.parametrize(("sentence", "after"), SITUATIONS, ids=[sentence for sentence, _ in SITUATIONS])
def test_a_situation_said_in_one_sentence_is_right(sentence: str, after: dict[str, Any]) -> None:
    state = board()
    found = spoken.understand(state, "p1", sentence)
    assert found.action is not None, found.said
    assert found.said[-1] == "." or found.said in [
        state.game.label(each, state.view("p1")) for each in state.legal_actions("p1")
    ]
    state.apply(found.action)
    assert {where: look(state, where) for where in after} == after
    read = state.game.from_position(state.position())
    assert read.digest() == state.digest()


@pytest.mark.parametrize(("sentence", "said"), REFUSED, ids=[sentence for sentence, _ in REFUSED])
def test_a_situation_that_is_not_clear_is_asked_back(sentence: str, said: str) -> None:
    state = board()
    digest = state.digest()
    found = spoken.understand(state, "p1", sentence)
    assert found.action is None, found
    assert said.lower() in found.said.lower()
    assert found.said[-1] in ".?"
    assert state.digest() == digest


def test_there_are_sixty_and_forty() -> None:
    assert len({sentence for sentence, _ in SITUATIONS}) >= 60
    assert len({sentence for sentence, _ in REFUSED}) >= 24
