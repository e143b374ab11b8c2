"""The decks that make a fair fight of each level: made of the lines of the sample deck, ordered by strength."""

from __future__ import annotations

import pytest
from immolation import games
from immolation.games.red_rains.cards import sample_deck
from immolation.games.red_rains.cards.card_records import LEVELS
from immolation.games.red_rains.cards.pack_reading import names

GAME = games.load("red-rains")
PLAIN = {
    "Ash Hound": 3,
    "Shield Bearer": 3,
    "Ember Lancer": 3,
    "Grove Giant": 2,
    "Dusk Stalker": 2,
    "Iron Herald": 2,
}


def worth(deck: dict[str, int]) -> int:
    units = sample_deck.DECK
    return sum(copies * (units[name].attack + units[name].life) for name, copies in deck.items())


def test_the_plain_deck_is_what_it_was() -> None:
    assert sample_deck.deck() == PLAIN
    assert GAME.new({"players": "sample", "level": "H3"}).position()["seats"]["p1"]["cards"] == PLAIN


def test_each_exchange_makes_a_deck_better_at_the_same_price() -> None:
    decks = [sample_deck.deck(strength) for strength in range(-15, 31)]
    assert {sum(deck.values()) for deck in decks} == {15}
    assert {sum(sample_deck.DECK[name].cost * copies for name, copies in deck.items()) for deck in decks} == {35}
    values = [worth(deck) for deck in decks]
    assert values == sorted(set(values)), "each is better than the one before"
    assert sample_deck.deck(99) == decks[-1], "and no line goes on for ever"
    assert sample_deck.deck(-99) == decks[0]


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("chimera", names())
def test_harder_levels_are_met_with_better_decks(chimera: str, seats: int) -> None:
    found = [
        GAME.new({"players": "fair", "chimera": chimera, "level": level, "seats": seats}).position() for level in LEVELS
    ]
    decks = [position["seats"]["p1"]["cards"] for position in found]
    assert all(
        seat["cards"] == deck
        for position, deck in zip(found, decks, strict=True)
        for seat in position["seats"].values()
    )
    assert worth(decks[0]) < worth(decks[-1])
    for position in found:
        state = GAME.from_position(position)
        assert state.position() == position
        bare = {key: {"facing": []} for key in position["seats"]}
        again = GAME.from_position({**{key: position[key] for key in ("chimera", "level", "players")}, "seats": bare})
        assert again.position()["seats"]["p1"]["cards"] == position["seats"]["p1"]["cards"], "goes without saying"


def test_a_pack_that_nobody_measured_is_met_with_the_usual_deck() -> None:
    assert sample_deck.fair("my-own", "H1") == sample_deck.fair("usual", "H1")
