"""Why a bot advises an action, and what decided a game: the evaluation's own parts, in words that exist."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.bots import reasons
from immolation.bots.reasons import MOST_TOLD, decisive
from immolation.games import CHANCE, State
from immolation.table import players
from immolation.table.history import ActionHistory, HistoryEntry
from immolation.table.past_positions import PastPositions
from msgspec.structs import replace

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("ascended-kings", {"seats": 3, "track": "arena"}),
    ("ascended-kings", {"seats": 3, "track": "full"}),
    ("chimera-con", {"seats": 3}),
    ("chimera-hunt", {"seats": 3}),
    ("cinders", {"seats": 3}),
    ("kimera", {"seats": 4, "teams": {"a": ["p1", "p2"], "b": ["p3", "p4"]}}),
    ("red-rains", {"seats": 2}),
]
EACH = pytest.mark.parametrize(("ruleset", "config"), GAMES, ids=lambda of: of if isinstance(of, str) else "")

ACTIONS = 240


def course(ruleset: str, config: dict[str, Any]) -> Iterator[State]:
    """Situations of a game by chance."""
    state, rng = games.load(ruleset).new(config), Random(7)
    for _ in range(ACTIONS):
        deciders = state.deciders()
        if not deciders:
            return
        yield state
        who, decision = next(iter(deciders.items()))
        state.advance(decision.drawn(rng) if who == CHANCE else rng.choice(state.legal_actions(who)))


@EACH
def test_the_features_are_all_that_the_evaluation_adds_up(ruleset: str, config: dict[str, Any]) -> None:
    usual = bots.evaluation(ruleset)
    assert usual is not None
    weighs = (usual, *usual.by_level.values())
    seen: set[str] = set()
    for number, state in enumerate(course(ruleset, config)):
        if number % 3:
            continue
        for weighed, seat in product(weighs, state.seats):
            assert weighed.features is not None
            found = weighed.features(state, seat)
            assert set(found) <= set(weighed.words)
            assert sum(found.values()) == pytest.approx(weighed.evaluate(state, seat))
            seen |= {name for name, worth in found.items() if worth}
    assert len(seen) >= 3, "a game moves more than one of them"


@EACH
def test_reasons_are_few_are_words_of_the_ruleset_and_read_no_hidden_card(ruleset: str, config: dict[str, Any]) -> None:
    weighed = bots.evaluation(ruleset)
    assert weighed is not None
    told = 0
    for number, state in enumerate(course(ruleset, config)):
        seat = next(iter(state.deciders()))
        if seat == CHANCE or number % 10 or len(state.legal_actions(seat)) < 2:
            continue
        action, imagine = state.legal_actions(seat)[-1], partial(state.sample, seat)
        found = bots.why(state, seat, action, Random(3), imagine)
        assert set(found.gains) <= {gain for gain, _ in weighed.words.values()}
        assert set(found.costs) <= {cost for _, cost in weighed.words.values()}
        assert max(len(found.gains), len(found.costs)) <= MOST_TOLD
        other = state.sample(seat, Random(9))  # what the seat cannot tell from the truth
        assert bots.why(other, seat, action, Random(3), imagine) == found
        told += bool(found.gains or found.costs)
    assert told, "something is said about some action"


def test_who_runs_into_a_corner_is_told_what_it_costs() -> None:
    burning = [tile for tile in range(100) if tile % 10 == 2 and tile not in (2, 12)]  # a wall beside two columns
    game = games.load("cinders")
    state = game.from_position({"seats": {"p1": 12, "p2": 88}, "burning": burning})
    inside, outside = (game.action({"do": "run", "seat": "p1", "tile": tile}) for tile in (11, 13))
    imagine = partial(state.sample, "p1")
    assert bots.why(state, "p1", inside, Random(1), imagine) == bots.Reasons(), "nothing speaks for it"
    assert "keeps more room" in bots.why(state, "p1", outside, Random(1), imagine).gains


def test_an_action_that_wins_says_so_first() -> None:
    game = games.load("cinders")
    state = game.from_position({"seats": {"p1": 13, "p2": 0}, "burning": [1, 10]})
    imagine = partial(state.sample, "p1")
    found = [bots.why(state, "p1", game.action({"do": "run", "seat": "p1", "tile": tile}), Random(1), imagine)
             for tile in (11, 14)]  # fmt: skip
    assert found[0].gains[0] == "wins the game", "the other is shut in"
    assert "wins the game" not in found[1].gains


def test_a_feature_without_words_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = games.load("cinders").new({"seats": 2})
    usual = bots.evaluation("cinders")
    assert usual is not None
    for words in ({"ways": usual.words["ways"]}, {}):
        monkeypatch.setattr(reasons, "evaluation", lambda name, words=words: replace(usual, words=words))
        for action in state.legal_actions("p1"):
            found = bots.why(state, "p1", action, Random(1), partial(state.sample, "p1"))
            assert {*found.gains, *found.costs} <= {said for pair in words.values() for said in pair}


async def test_a_table_explains_its_advice_and_gives_it_without_a_reason_where_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = games.load("cinders").new({"seats": 2})
    action = state.legal_actions("p1")[-1]
    found = await players.explain(state, "p1", action, 1)
    assert found.gains or found.costs
    monkeypatch.setattr(bots, "why", lambda *_: 1 / 0)
    assert await players.explain(state, "p1", action, 1) == bots.Reasons()


def test_the_moments_are_the_greatest_changes_each_exchange_once() -> None:
    chances = [0.5] * 100
    for number, chance in ((20, 0.7), (50, 0.3), (51, 0.45), (80, 0.9)):
        chances[number:] = [chance] * (100 - number)
    found = decisive(chances, "p2")
    assert [(one.number, one.before, one.after) for one in found] == [(20, 50, 70), (50, 70, 45), (80, 45, 90)]
    assert {one.seat for one in found} == {"p2"}
    chances[40], chances[60:64] = 0.01, [0.9] * 4
    assert decisive(chances, "p2") == found, "what does not last decides nothing"
    assert decisive([0.5, 0.5, 0.5], "p1") == []


def test_a_game_that_is_over_says_what_decided_it_and_one_that_goes_on_does_not() -> None:
    game = games.load("cinders")
    history, rng = ActionHistory(game, {"seats": 2}), Random(2)
    while deciders := history.state.deciders():
        assert PastPositions(history).course(tuple(history.entries), []).decided == []
        action = rng.choice(history.state.legal_actions(next(iter(deciders))))
        state, events, digest = history.attempt(action)
        history.extend(HistoryEntry(history.number + 1, action, action.seat, events, digest), state)
    found = PastPositions(history).course(tuple(history.entries), []).decided
    assert 1 <= len(found) <= 3
    result = history.state.outcome()
    assert result is not None
    for one in found:
        assert one.seat == result.winners[0]
        assert one.before != one.after
        assert one.text == history.entries[one.number - 1].events[0].text


def test_the_course_of_a_game_is_told_also_where_its_evaluation_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    history, rng = ActionHistory(games.load("cinders"), {"seats": 2}), Random(2)
    while deciders := history.state.deciders():
        action = rng.choice(history.state.legal_actions(next(iter(deciders))))
        state, events, digest = history.attempt(action)
        history.extend(HistoryEntry(history.number + 1, action, action.seat, events, digest), state)
    monkeypatch.setattr(bots, "chance", lambda *_: 1 / 0)
    found = PastPositions(history).course(tuple(history.entries), [])
    assert (found.count, found.decided) == (len(history.entries), [])
