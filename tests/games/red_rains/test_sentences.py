"""What people say of their printed cards: each sentence becomes the declaration meant, or a question back."""

# ruff: noqa: E501 - one sentence a line
from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE, State, spoken

from tests.games.red_rains.table import BELL, GAME, at, down, unit

NAMED = {**BELL, "aspects": [{**each, "name": each["id"].replace("-", " ").title()} for each in BELL["aspects"]]}
"""The sample pack with names on its cards."""


def table() -> State:
    """Brine Jaw, Kelp Ward, a face-down aspect and Silt Maw face two Ash Hounds with an Ember Lancer between them."""
    return at(
        [
            {"card": "brine-jaw", "wounds": 1},
            {"card": "kelp-ward", "status": 1, "exhaustion": 1},
            down(),
            {"card": "silt-maw"},
        ],
        [
            unit("Ash Hound", 2, 2, spells={"Iron Will": "p1"}),
            unit("Ember Lancer", 3, 3, wounds=1, exhaustion=1),
            unit("Ash Hound", 1, 4),
        ],
        p1={"wounds": 2},
        discard={"foam-wing": 1},
        rage=2,
        options={"reaction_windows": "never"},
        chimera=NAMED,
    )


def effect(what: str, on: str, **more: Any) -> dict[str, Any]:
    return {"do": "effect", "what": what, "on": on, **more}


SAID: list[tuple[str, dict[str, Any]]] = [
    # units that enter
    ("Ember Lancer enters, three two, stalk", {"do": "enter", "name": "Ember Lancer", "attack": 3, "life": 2, "text": "stalk"}),
    ("Frost Wolf enters 2 3 1", {"do": "enter", "name": "Frost Wolf", "attack": 2, "life": 3, "recover": 1}),
    ("Frost Wolf comes into play, 2/3", {"do": "enter", "name": "Frost Wolf", "attack": 2, "life": 3}),
    ("Gilder enters, attack one, life two, recover zero", {"do": "enter", "name": "Gilder", "attack": 1, "life": 2, "recover": 0}),
    ("I play Hammer Knight, 4 3, unit guard and terrifying 1", {"do": "enter", "name": "Hammer Knight", "attack": 4, "life": 3, "text": "unit guard, terrifying 1"}),
    ("Masked Wolf enters exhausted, 2 2", {"do": "enter", "name": "Masked Wolf", "attack": 2, "life": 2, "exhausted": True}),
    ("Blood Puppet enters on the Chimera's battlefield, 0 2", {"do": "enter", "name": "Blood Puppet", "attack": 0, "life": 2, "onto": "chimera"}),
    ("Iron Worker enters at place 1, 2 2", {"do": "enter", "name": "Iron Worker", "attack": 2, "life": 2, "at": 1}),
    # attacks
    ("attack the Chimera with the right hound", {"do": "attack", "units": ["u3"], "target": "chimera"}),
    ("attack Brine Jaw with the left Ash Hound", {"do": "attack", "units": ["u1"], "target": "a1"}),
    ("the first unit attacks the Silt Maw", {"do": "attack", "units": ["u1"], "target": "a4"}),
    ("attack the chimera with the first hound and the second hound", {"do": "attack", "units": ["u1", "u3"], "target": "chimera"}),
    # damage, wounds, healing
    ("two damage to the left aspect", effect("damage", "a1", n=2)),
    ("Deal 3 damage to Kelp Ward", effect("damage", "a2", n=3)),
    ("Silt Maw takes one damage", effect("damage", "a4", n=1)),
    ("1 damage to the rightmost aspect, by a dice power", effect("damage", "a4", n=1, source="dice")),
    ("two damage to the chimera", effect("damage", "chimera", n=2)),
    ("two damage to Brine Jaw as a reaction", effect("damage", "a1", n=2, timing="reaction")),
    ("two damage to Brine Jaw from the left ash hound", effect("damage", "a1", n=2, source="ability", by="u1")),
    ("two damage to Brine Jaw, exhausting the right hound", effect("damage", "a1", n=2, source="ability", by="u3", cost=True)),
    ("one damage to me", effect("damage", "p1", n=1)),
    ("one wound on Kelp Ward", effect("wound", "a2", n=1)),
    ("Ember Lancer gets 2 wounds", effect("wound", "u2", n=2)),
    ("heal 1 wound from Ember Lancer", effect("heal", "u2", n=1)),
    ("heal my phoenixborn by two", effect("heal", "p1", n=2)),
    ("remove one wound from Brine Jaw", effect("heal", "a1", n=1)),
    # exhausting, leaving
    ("exhaust Brine Jaw", effect("exhaust", "a1")),
    ("Silt Maw is exhausted", effect("exhaust", "a4")),
    ("two exhaustion tokens on the fourth aspect", effect("exhaust", "a4", n=2)),
    ("ready the Lancer", effect("ready", "u2")),
    ("unexhaust Kelp Ward", effect("ready", "a2")),
    ("destroy the second aspect", effect("destroy", "a2")),
    ("Silt Maw is destroyed", effect("destroy", "a4")),
    ("discard the middle unit", effect("discard", "u2")),
    ("remove Brine Jaw from the game", effect("remove", "a1")),
    ("return the Ember Lancer to my hand", effect("to-hand", "u2")),
    ("the lancer leaves the battle", effect("remove-from-battle", "u2")),
    # tokens, spells, keywords
    ("put two status tokens on Ember Lancer", effect("add-status", "u2", n=2)),
    ("take a status token from Kelp Ward", effect("take-status", "a2")),
    ("attach Hypnotize to the Lancer", effect("attach", "u2", word="Hypnotize")),
    ("detach Iron Will from the first ash hound", effect("detach", "u1", word="Iron Will")),
    ("Ember Lancer gains unit guard until end of turn", effect("grant", "u2", word="unit guard")),
    ("the right hound gets +2 attack", effect("attack", "u3", n=2)),
    ("Kelp Ward loses defender", effect("lose", "a2", word="defender")),
    # all of something
    ("one damage to all units", {"do": "area", "what": "damage", "n": 1, "units": "both"}),
    ("2 damage to each aspect", {"do": "area", "what": "damage", "n": 2, "units": "facing"}),
    ("all units of mine take 1 damage", {"do": "area", "what": "damage", "n": 1, "units": "own"}),
    ("destroy all units as a law", {"do": "area", "what": "destroy", "law": True}),
    ("exhaust every unexhausted unit", {"do": "area", "what": "exhaust-unexhausted"}),
    ("1 damage to all conjurations", {"do": "area", "what": "damage", "n": 1, "type": "conjuration"}),
    # the Chimera, dice, piles
    ("the chimera draws two cards", {"do": "make-draw", "n": 2}),
    ("Chimera draws 2 cards or takes one damage each", {"do": "make-draw", "n": 2, "instead": 1}),
    ("the Chimera takes no side action", {"do": "hinder", "what": "no-side-action"}),
    ("the chimera can't guard", {"do": "hinder", "what": "cannot-guard"}),
    ("exhaust the ultimate", {"do": "hinder", "what": "exhaust-ultimate"}),
    ("look at the Chimera's hand", {"do": "make-hand"}),
    ("the Chimera chooses to discard", {"do": "for-chimera", "choice": "To discard"}),
    ("my dice: three power, two class, five basic", {"do": "dice", "power": 3, "classes": 2, "basic": 5}),
    ("place a die on the Ember Lancer", {"do": "place-die", "on": "u2"}),
    ("I search my draw pile for Frost Bite", {"do": "search", "pile": "draw", "found": "Frost Bite"}),
    ("search my discard pile", {"do": "search", "pile": "discard"}),
    ("copy the abilities of Silt Maw to Ember Lancer", {"do": "copy-abilities", "of": "a4", "to": "u2"}),
    ("tuck Molten Gold under the Lancer", {"do": "tuck", "card": "Molten Gold", "under": "u2"}),
    ("I meditate with two dice", {"do": "meditate", "dice": 2}),
    ("remove Foam Wing from the Chimera's discard pile", {"do": "remove-pile", "card": "foam-wing"}),
    ("the right hound gets -2 attack", effect("attack-less", "u3", n=2)),
    ("the right hound loses one attack", effect("attack-less", "u3", n=1)),
    ("Silt Maw gets minus 1 attack this turn", effect("attack-less", "a4", n=1)),
    # what is no card
    ("place two Red Rains tokens on the Chimera", {"do": "change", "what": "place-tokens", "n": 2}),
    ("turn one rage die down", {"do": "change", "what": "lower-rage"}),
    ("raise a rage die", {"do": "change", "what": "raise-rage"}),
    ("move one wound from the Lancer to Silt Maw", {"do": "move-wounds", "of": "u2", "to": "a4"}),
    # as people say it at the table
    ("a second unit comes in, Ash Pup 2/1", {"do": "enter", "name": "Ash Pup", "attack": 2, "life": 1}),
    ("a third unit joins: Dusk Stalker 1/3", {"do": "enter", "name": "Dusk Stalker", "attack": 1, "life": 3}),
    ("I take 2 damage", effect("damage", "p1", n=2)),
    ("I heal 1", effect("heal", "p1", n=1)),
    ("I take the Lancer back to my hand", effect("to-hand", "u2")),
    ("the Lancer goes back to my hand", effect("to-hand", "u2")),
    ("discard the top card of the Chimera's draw pile", {"do": "make-draw", "n": 1, "discards": True}),
    ("I rolled three basic, two power", {"do": "dice", "power": 2, "classes": 0, "basic": 3}),
    # buttons
    ("pass", {"do": "pass"}),
    ("End my turn!", {"do": "end-turn"}),
]  # fmt: skip

ASKED: list[tuple[str, str]] = [
    ("", "heard nothing"),
    ("abracadabra", "did not understand"),
    ("two damage", "did not understand"),
    ("damage to Brine Jaw", "How much damage to Brine Jaw"),
    ("two damage to the Frost Wolf", "There is no frost wolf in play"),
    ("two damage to the ash hound", "Which Ash Hound"),
    ("two damage to the hound", "Which Ash Hound"),
    ("one damage to the left", "left what"),
    ("one damage to the middle aspect", "none is in the middle"),
    ("one damage to the sixth aspect", "are only 4"),
    ("destroy the third aspect", "face down"),
    ("Kelp Ward takes damage", "How much damage to Kelp Ward"),
    ("thirty damage to Brine Jaw", "did not understand"),
    ("99 damage to Brine Jaw", "At most 30"),
    ("Frost Wolf enters", "attack and life"),
    ("Frost Wolf enters, stalk", "attack and life"),
    ("Frost Wolf enters, 3", "attack and life"),
    ("Frost Wolf enters, 3 0", "at least 1 life"),
    ("Frost Wolf enters, 30 2", "At most 20"),
    ("Frost Wolf enters, 3 2, sneaky as no other wolf", "can be no keyword"),
    ("Frost Wolf enters, 3 2, terifying 1", "Do you mean terrifying"),
    ("enters 3 2", "Which unit enters"),
    ("attack Brine Jaw", "With which units"),
    ("attack Brine Jaw with the ash hound", "Which"),
    ("attack Brine Jaw with the Brine Jaw", "in play"),
    ("attack the moon with the Ember Lancer", "There is no moon"),
    ("heal Ember Lancer", "How much"),
    ("heal 1 wound from Silt Maw", "no wounds"),
    ("ready Silt Maw", "no exhaustion token"),
    ("destroy the chimera", "cannot leave play"),
    ("destroy me", "cannot leave play"),
    ("remove the Ember Lancer from the game", "Only aspects"),
    ("put a status token on me", "bears no status tokens"),
    ("take a status token from Silt Maw", "no status token"),
    ("detach Fear from the first ash hound", "no fear on Ash Hound"),
    ("Ember Lancer gains unit gard", "Do you mean unit guard"),
    ("damage to all units", "How much to each"),
    ("the chimera draws 99 cards", "At most 10"),
    ("my dice", "How many dice show what"),
    ("my dice: eleven power", "ten dice"),
    ("remove Brine Jaw from the Chimera's discard pile", "There is no Brine Jaw"),
    ("two damage to Brine Jaw, exhausting the ember lancer", "exhausted"),
    ("destroy all units as a reaction", "Only what a card does to one card"),
    ("take a Red Rains token from the Chimera", "no Red Rains token"),
    ("ready the ultimate", "no exhaustion token"),
    ("another main action", "still to come"),
    ("move two wounds from the Lancer to Silt Maw", "has 1 wound, not 2"),
    ("x" * 201, "longer than"),
]


def test_there_are_enough_of_both() -> None:
    assert len(SAID) >= 60
    assert len(ASKED) >= 40


@pytest.mark.parametrize(("sentence", "record"), SAID, ids=[sentence for sentence, _ in SAID])
def test_a_sentence_is_the_declaration_that_was_meant(sentence: str, record: dict[str, Any]) -> None:
    state = table()
    found = spoken.understand(state, "p1", sentence)
    assert found.action is not None, found.said
    assert found.action == GAME.action({"seat": "p1", **record})
    assert found.said.strip()
    assert not any(ref in found.said.split() for ref in ("a1", "a2", "u1", "p1", "chimera"))
    state.apply(found.action)


@pytest.mark.parametrize(("sentence", "said"), ASKED, ids=[sentence[:40] or "nothing" for sentence, _ in ASKED])
def test_what_is_not_clear_is_asked_back(sentence: str, said: str) -> None:
    state = table()
    digest = state.digest()
    found = spoken.understand(state, "p1", sentence)
    assert found.action is None, found
    assert said.lower() in found.said.lower()
    assert found.said[0].isupper() or found.said[0] == "'"
    assert found.said[-1] in ".?"
    assert state.digest() == digest


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("two damage to the left aspect", "2 damage to Brine Jaw, from a spell."),
        (
            "one wound on the right hound as a reaction",
            "1 wound on Ash Hound (3 from the left), from a spell, as a reaction.",
        ),
        ("Ember Lancer enters, 3 2, stalk", "Ember Lancer comes into play: attack 3, life 2, recover 1, stalk."),
        ("the chimera draws 2 or takes 1 damage each", "The Chimera draws 2, or takes 1 damage for each it cannot."),
    ],
)
def test_it_is_read_back_in_words(sentence: str, said: str) -> None:
    assert spoken.understand(table(), "p1", sentence).said == said


def test_a_partners_card_is_named_by_its_owner() -> None:
    state = at(["brine-jaw"], [unit("Ash Hound")], partner=(["brine-jaw"], [unit("Ash Hound", wounds=1)]))
    partner = state.view(None)["seats"]["p2"]["name"]
    found = spoken.understand(state, "p1", f"heal {partner}'s ash hound by 1")
    assert found.action == GAME.action({"seat": "p1", **effect("heal", "u51", n=1)})
    own = spoken.understand(state, "p1", "two damage to the left aspect")
    assert own.action is not None
    assert own.action.on == "a1"  # type: ignore[attr-defined]


def test_with_the_sample_deck_buttons_are_understood_and_cards_are_not() -> None:
    state = GAME.new({"players": "sample", "options": {"reaction_windows": "never"}})
    while CHANCE in state.deciders():
        state.apply(state.deciders()[CHANCE].outcomes[0].action)
    assert spoken.understand(state, "p1", "one damage to the left aspect").action is None
    passed = spoken.understand(state, "p1", "I pass")
    assert passed.action == GAME.action({"do": "pass", "seat": "p1"})
