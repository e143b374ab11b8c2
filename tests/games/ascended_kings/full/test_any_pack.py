"""Packs at random: whatever somebody writes can be played and saved, and no gem and no card is lost."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, Action, Game, State

from tests.games.ascended_kings.full import random_packs
from tests.games.ascended_kings.full.card_table import Table

STEPS = 60


def lying(position: dict[str, Any]) -> int:
    """All cards: in piles, hands, slots, and those being cast that are not laid off yet."""
    piles = sum(sum(deck.values()) for pile in ("draw", "discard") for deck in position[pile].values())
    held = sum(len(seat["hand"]) + (seat["inscription"] is not None) for seat in position["seats"].values())
    return int(piles + held)


def chosen(state: State, rng: Random) -> Action:
    """Cards above all, else anything."""
    asked = state.deciders()
    seat = rng.choice(sorted(asked))
    if seat == CHANCE:
        outcomes = asked[seat].outcomes
        return rng.choices(outcomes, [outcome.weight for outcome in outcomes])[0].action
    actions = list(state.legal_actions(seat))
    assert actions
    for action in actions:
        assert state.check(action) is None
    cards = [action for action in actions if type(action).__name__ in ("Cast", "Activate", "Instant", "Pass")]
    return rng.choice(cards if cards and rng.random() < 0.8 else actions)


@pytest.mark.rule("AK-COMP-12", "AK-CARD-03", "AK-CARD-07")
@pytest.mark.parametrize("seed", range(16))
def test_whatever_a_pack_says_is_played(seed: int) -> None:
    rng = Random(seed)
    cards = random_packs.pack(rng)
    game: Game = random_packs.game(cards)
    state = game.from_position(random_packs.position(rng, cards))
    table = Table(state, game)
    whole = lying(state.position())
    for _ in range(STEPS):
        if state.outcome() is not None:
            break
        action = chosen(state, rng)
        position = state.position()
        assert game.from_position(position).position() == position
        state.apply(action)
        assert table.total() == table.gems
        cast = [frame for frame in state.position()["stack"] if frame["at"] == "casting"]
        assert lying(state.position()) in (whole, whole - len(cast))
        for viewer in (*state.seats, None):
            state.view(viewer)
