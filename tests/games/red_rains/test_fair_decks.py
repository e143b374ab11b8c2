"""The decks that make a fair fight of each level: made of the lines of the sample deck, ordered by strength."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, Action, BadPosition, State
from immolation.games.contract import Correct
from immolation.games.red_rains.cards import sample_deck
from immolation.games.red_rains.cards.card_records import LEVELS
from immolation.games.red_rains.cards.pack_reading import names
from immolation.games.red_rains.game import RedRains
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

CAMPAIGN = {"players": "fair", "chimera": "frostwild", "level": "S1", "seats": 1, "campaign": True}
WRITTEN: list[tuple[dict[str, Any], str]] = [
    (BEGUN[0], "cf3c178671088488"),
    (BEGUN[1], "56278062ae09e9e5"),
    (CAMPAIGN, "e2d0096cc03d949e"),
    (BEGUN[0], "a52c1aabe8de3dec"),
    (BEGUN[1], "e48ff41396ae4138"),
    (CAMPAIGN, "9d5ef39bc063d8ab"),
]
"""How fair fights began in the first two editions of their decks."""


def worth(deck: dict[str, int]) -> int:
    units = sample_deck.DECK
    return sum(copies * (units[name].attack + units[name].life) for name, copies in deck.items())


def test_the_plain_deck_is_what_it_was() -> None:
    assert sample_deck.deck() == PLAIN
    assert GAME.new({"players": "sample", "level": "H3"}).position()["seats"]["p1"]["cards"] == PLAIN


def test_each_exchange_makes_a_deck_better_at_the_same_price() -> None:
    decks = [sample_deck.deck(strength) for strength in range(-30, 61)]
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


EDITIONS = range(1, sample_deck.EDITION + 1)
BEFORE = EDITIONS[:-1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("chimera", [*names(), "usual"])
def test_every_level_has_a_deck_that_the_lines_can_make(chimera: str, seats: int, edition: int) -> None:
    for level in LEVELS:
        assert -30 <= sample_deck.strength(chimera, level, seats, edition) <= 60


@pytest.mark.parametrize("seats", [1, 2])
def test_a_pack_that_nobody_measured_is_met_with_the_usual_deck(seats: int) -> None:
    assert sample_deck.fair("my-own", "H1", seats) == sample_deck.fair("usual", "H1", seats)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("chimera", names())
def test_how_a_fair_fight_begins_says_which_decks_it_goes_on_with(chimera: str, seats: int) -> None:
    """A journal is played by the first game that begins as it does: a campaign must not meet other decks later on.

    Editions that positions do not say are told by their decks, the others by the position."""
    for level in LEVELS:
        config = {"players": "fair", "chimera": chimera, "level": level, "seats": seats, "campaign": True}
        digests = [each.new(config).digest() for each in (GAME, *GAME.earlier())]
        on = LEVELS[LEVELS.index(level) :][: 4 - int(level[1])]
        decks = [[sample_deck.fair(chimera, each, seats, edition) for each in on] for edition in reversed(EDITIONS)]
        for one, other in combinations(range(len(digests)), 2):
            assert digests[one] != digests[other] or decks[one] == decks[other]


def earlier_game(edition: int, config: dict[str, Any], actions: int) -> tuple[State, list[Action]]:
    """A game begun with the decks of before, as far as it went."""
    state = RedRains(decks=edition).new(config)
    rng = Random(3)
    taken: list[Action] = []
    while len(taken) < actions and (deciders := state.deciders()):
        seat, decision = next(iter(deciders.items()))
        options = state.legal_actions(seat)
        taken.append(decision.drawn(rng) if seat == CHANCE else rng.choice(options))
        state.apply(taken[-1])
    return state, taken


def test_the_decks_of_before_are_all_there_the_latest_first() -> None:
    assert [each.decks for each in GAME.earlier()] == [*reversed(BEFORE)]
    assert not RedRains(decks=1).earlier()


@pytest.mark.parametrize("edition", BEFORE)
@pytest.mark.parametrize("config", BEGUN, ids=lambda config: f"{config['chimera']}-{config['level']}-{config['seats']}")
def test_a_journal_that_was_begun_with_other_decks_goes_on_with_them(
    config: dict[str, Any], edition: int, tmp_path: Path
) -> None:
    state, taken = earlier_game(edition, config, 60)
    start = RedRains(decks=edition).new(config)
    assert GAME.new(config).digest() != start.digest()
    header = Header("red-rains", config, 1, {}, start.digest(), 0)
    history = replay_start(tmp_path / "then.journal", header, GAME)
    for action in taken:
        after, events, digest = history.attempt(action)
        history.extend(HistoryEntry(history.number + 1, action, "p1", events, digest), after)
    assert history.digest == state.digest()


@pytest.mark.parametrize(("config", "digest"), WRITTEN, ids=lambda value: str(value)[:16])
def test_a_journal_from_before_positions_said_their_decks_is_still_found(
    config: dict[str, Any], digest: str, tmp_path: Path
) -> None:
    header = Header("red-rains", config, 1, {}, digest, 0)
    history = replay_start(tmp_path / "then.journal", header, GAME)
    assert "decks" not in history.state.position()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_correction_keeps_the_decks_that_a_campaign_was_begun_with(edition: int) -> None:
    state = RedRains(decks=edition).new({"players": "fair", "campaign": True, "level": "S1"})
    while CHANCE in state.deciders():
        state.apply(state.deciders()[CHANCE].drawn(Random(1)))
    assert isinstance(state, RedRainsState)
    state.apply(Correct("table", ("red_rains",), 2))
    assert state.facts.settings.decks == edition
    assert state.copy().facts.settings.decks == edition
    assert state.reread(state.position()).settings.decks == edition


@pytest.mark.parametrize("edition", BEFORE)
def test_a_saved_position_of_a_fair_fight_keeps_its_cards(edition: int) -> None:
    position = RedRains(decks=edition).new(BEGUN[0]).position()
    again = GAME.from_position(position)
    said = position.get("decks", sample_deck.EDITION)
    assert again.position() == {**position, "decks": said}, "and the next level's decks, today's where it does not say"
    assert again.position() != GAME.new(BEGUN[0]).position()


def test_a_position_says_which_decks_its_campaign_goes_on_with() -> None:
    position = GAME.new({"players": "fair", "campaign": True}).position()
    state = GAME.from_position({**position, "decks": 1})
    assert isinstance(state, RedRainsState)
    assert state.facts.settings.decks == 1
    assert "decks" not in GAME.new({"players": "sample"}).position()


@pytest.mark.parametrize("decks", [0, sample_deck.EDITION + 1, True, "3"])
def test_decks_that_there_are_not_are_refused(decks: Any) -> None:
    with pytest.raises(BadPosition, match="decks"):
        GAME.from_position({**GAME.new({"players": "fair"}).position(), "decks": decks})
