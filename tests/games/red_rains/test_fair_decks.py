"""The decks that make a fair fight of each level: made of the lines of the sample deck, ordered by strength."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.bots.search.rollout import sample_outcome
from immolation.games import CHANCE, Action, State
from immolation.games.contract import Correct
from immolation.games.red_rains.cards import sample_deck
from immolation.games.red_rains.cards.card_records import LEVELS
from immolation.games.red_rains.cards.pack_reading import names
from immolation.games.red_rains.state import RedRainsState
from immolation.table.history import HistoryEntry
from immolation.table.journal.journal_records import Header
from immolation.table.journal.journal_replay import start as replay_start

GAME = games.load("red-rains")
PLAIN = {
    "Ash Hound": 3,
    "Shield Bearer": 3,
    "Ember Lancer": 3,
    "Grove Giant": 2,
    "Dusk Stalker": 2,
    "Iron Herald": 2,
}

BEGUN: list[dict[str, Any]] = [
    {"players": "fair", "chimera": chimera, "level": level, "seats": seats}
    for chimera, level, seats in (("viros", "S1", 2), ("neverset", "H3", 1))
]


def worth(deck: dict[str, int]) -> int:
    units = sample_deck.DECK
    return sum(copies * (units[name].attack + units[name].life) for name, copies in deck.items())


def test_the_plain_deck_is_what_it_was() -> None:
    assert sample_deck.deck() == PLAIN
    assert GAME.new({"players": "sample", "level": "H3"}).position()["seats"]["p1"]["cards"] == PLAIN


def test_each_exchange_makes_a_deck_better_at_the_same_price() -> None:
    decks = [sample_deck.deck(strength) for strength in range(-30, 46)]
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
        bare: dict[str, Any] = {key: {"facing": []} for key in position["seats"]}
        again = GAME.from_position({**{key: position[key] for key in ("chimera", "level", "players")}, "seats": bare})
        assert again.position()["seats"]["p1"]["cards"] == position["seats"]["p1"]["cards"], "goes without saying"


@pytest.mark.parametrize("earlier", [False, True])
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("chimera", [*names(), "usual"])
def test_every_level_has_a_deck_that_the_lines_can_make(chimera: str, seats: int, earlier: bool) -> None:
    for level in LEVELS:
        assert -30 <= sample_deck.strength(chimera, level, seats, earlier=earlier) <= 45


@pytest.mark.parametrize("seats", [1, 2])
def test_a_pack_that_nobody_measured_is_met_with_the_usual_deck(seats: int) -> None:
    assert sample_deck.fair("my-own", "H1", seats) == sample_deck.fair("usual", "H1", seats)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("chimera", names())
def test_how_a_fair_fight_begins_says_which_decks_it_goes_on_with(chimera: str, seats: int) -> None:
    """A journal is played by the first game that begins as it does: a campaign must not meet other decks later on."""
    for half in (LEVELS[:3], LEVELS[3:]):
        decks = [
            [sample_deck.fair(chimera, level, seats, earlier=earlier) for level in half] for earlier in (False, True)
        ]
        for start in range(3):
            today, then = (each[start:] for each in decks)
            assert today[0] != then[0] or today == then


def earlier_game(config: dict[str, Any], actions: int) -> tuple[State, list[Action]]:
    """A game begun with the decks of before, as far as it went."""
    state = GAME.earlier()[0].new(config)
    rng = Random(3)
    taken: list[Action] = []
    while len(taken) < actions and (deciders := state.deciders()):
        seat, decision = next(iter(deciders.items()))
        options = state.legal_actions(seat)
        taken.append(sample_outcome(decision, rng) if seat == CHANCE else rng.choice(options))
        state.apply(taken[-1])
    return state, taken


@pytest.mark.parametrize("config", BEGUN, ids=lambda config: f"{config['chimera']}-{config['level']}-{config['seats']}")
def test_a_journal_that_was_begun_with_other_decks_goes_on_with_them(config: dict[str, Any], tmp_path: Path) -> None:
    start = GAME.earlier()[0].new(config)
    assert GAME.new(config).digest() != start.digest()
    header = Header("red-rains", config, 1, {}, start.digest(), 0)
    state, taken = earlier_game(config, 60)
    history = replay_start(tmp_path / "then.journal", header, GAME)
    for action in taken:
        after, events, digest = history.attempt(action)
        history.extend(HistoryEntry(history.number + 1, action, "p1", events, digest), after)
    assert history.digest == state.digest()


def test_a_correction_keeps_the_decks_that_a_campaign_was_begun_with() -> None:
    state = GAME.earlier()[0].new({"players": "fair", "campaign": True, "level": "S1"})
    while CHANCE in state.deciders():
        state.apply(sample_outcome(state.deciders()[CHANCE], Random(1)))
    assert isinstance(state, RedRainsState)
    state.apply(Correct("table", ("red_rains",), 2))
    assert state.facts.settings.earlier_decks
    assert state.copy().facts.settings.earlier_decks
    assert state.reread(state.position()).settings.earlier_decks


def test_a_saved_position_of_a_fair_fight_keeps_its_cards() -> None:
    position = GAME.earlier()[0].new(BEGUN[0]).position()
    again = GAME.from_position(position)
    assert again.position() == position
    assert again.position() != GAME.new(BEGUN[0]).position()
