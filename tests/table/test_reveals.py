"""What shows a hidden card is never taken back without consent: every ruleset names the events that do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games.ascended_kings.actions import Show
from immolation.table.history import HistoryEntry
from immolation.table.undo import reveals

from tests.games.playouts import SETUPS, walk
from tests.games.toy import Deal, Play, Roll, ToyRace
from tests.saved.names import literals

from .conftest import OpenTable
from .test_table import TYPED

HIDING = ("ascended-kings", "chimera-con", "kimera", "red-rains")
"""Rulesets with hidden cards."""

GAMES = 6
"""Random games a ruleset."""


def texts(value: Any) -> Iterator[str]:
    """Every piece of text in a view, without the lists of what cards say and of what nobody has seen yet."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key not in ("cards", "unseen"):
                yield key
                yield from texts(below)
    elif isinstance(value, list | tuple):
        for below in value:
            yield from texts(below)
    elif isinstance(value, str):
        yield value


def cards_of(state: Any) -> frozenset[str]:
    """The ids of all cards of a game that may lie hidden."""
    match state.game.name:
        case "red-rains":
            return frozenset(state.facts.pack.deck)
        case "chimera-con":
            return frozenset(card.id for card in (*state.facts.pack.creatures, *state.facts.pack.cheats))
        case "ascended-kings":
            return frozenset(card.key for card in state.game.pack.cards)
    return frozenset(card.id for card in state.game.pack.cards)


def seen(state: games.State, cards: frozenset[str]) -> dict[str | None, set[str]]:
    """The cards that each seat, and everybody, sees."""
    return {seat: cards & set(texts(state.view(seat))) for seat in (*state.seats, None)}


@pytest.mark.parametrize("ruleset", HIDING)
def test_whatever_shows_somebody_a_card_needs_consent_to_be_taken_back(ruleset: str) -> None:
    shown = 0
    for seed in range(GAMES):
        setups = [setup for setup in SETUPS[ruleset] if ruleset != "ascended-kings" or "track" in setup]
        config = setups[seed % len(setups)]
        state = games.load(ruleset).new(config)
        cards = cards_of(state)
        before = seen(state, cards)
        for action, events in walk(state, Random(seed)):
            after = seen(state, cards)
            new = {seat: after[seat] - before[seat] for seat in after if after[seat] - before[seat]}
            before = after
            if new and not any(event.kind == "corrected" for event in events):
                shown += 1
                done = HistoryEntry(1, action, "host", tuple(events), "")
                assert reveals(state.game, [done]), (action, new, [event.kind for event in events])
    assert shown > 20


@pytest.mark.parametrize("ruleset", games.names())
def test_each_kind_that_reveals_is_an_event_of_its_ruleset(ruleset: str) -> None:
    assert games.load(ruleset).reveals <= literals(ruleset)


async def test_a_card_played_from_a_hand_is_taken_back_once_all_agree(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyRace, "reveals", frozenset({"dashed"}))
    table = await open_table(**TYPED)
    for action in (Deal("chance", "dash"), Deal("chance", "blank"), Roll("chance", 1), Play("p1")):
        await table.decide(action)
    assert not await table.undo(by="p1")
    assert table.state_record().consent == ("p2",)
    assert await table.consent("p2", True)
    assert await table.undo(by="p1")  # a roll shows nothing that was hidden


async def test_a_card_shown_of_the_own_will_is_taken_back_once_all_agree(open_table: OpenTable) -> None:
    hands = {"p1": {"tile": 44}, "p2": {"tile": 45, "hand": ["albedo-1"]}}
    position = {"track": "full", "seats": hands, "turn": "p1", "stack": [{"at": "active"}]}
    table = await open_table(game="ascended-kings", position=position, **TYPED)
    hidden = table.history.digest
    await table.decide(Show("p2", "albedo-1"))
    shown = table.history.digest
    assert not await table.undo(by="p2")
    assert (table.history.digest, table.state_record().consent) == (shown, ("p1",))
    assert await table.consent("p1", True)
    assert table.history.digest == hidden
