"""Whatever reaches a game as JSON, only a `GameError` comes back, and what is accepted can be played."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation.games import GameError, State

from tests.games.playouts import SCALE, explained, load, names, pick, somewhere, through_json

RULESETS = pytest.mark.parametrize("name", names())
SOME = settings(max_examples=60 * SCALE, deadline=None, suppress_health_check=[HealthCheck.too_slow])

LEAF = (
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**70)
    | st.integers(-1, 101)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "p1", "p2", "p4", "chance", "table", "top", "FIRE", "ylem", "vara", "é" * 50, "x" * 5000])
)
JSON = st.recursive(
    LEAF,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value inside a JSON value, outermost first."""
    found = [path] if path else []
    if isinstance(value, dict):
        found += [place for key, inner in value.items() for place in places(inner, (*path, key))]
    elif isinstance(value, list):
        found += [place for index, inner in enumerate(value) for place in places(inner, (*path, index))]
    return found


@st.composite
def spoiled(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value of which one to three places were replaced, removed, doubled or exchanged."""
    value = through_json(value)
    for _ in range(draw(st.integers(1, 3))):
        where = places(value)
        if not where:
            return draw(JSON)
        *path, last = draw(st.sampled_from(where))
        inner = value
        for key in path:
            inner = inner[key]
        match draw(st.sampled_from(["leaf", "json", "near", "remove", "add"])):
            case "leaf":
                inner[last] = draw(LEAF)
            case "json":
                inner[last] = draw(JSON)
            case "near" if isinstance(inner[last], int):
                inner[last] = int(inner[last]) + draw(st.sampled_from([-1, 1, 10]))
            case "remove":
                del inner[last]
            case _ if isinstance(inner, dict):
                inner[draw(st.text(max_size=8))] = draw(LEAF)
            case _:
                inner.append(inner[last])
    return value


def plays_on(state: State, seed: int) -> None:
    """A state that was accepted is a state like any other."""
    game, rng = state.game, Random(seed)
    for _ in range(12):
        position = state.position()
        assert game.from_position(through_json(position)).digest() == state.digest()
        deciders = state.deciders()
        assert (state.outcome() is None) == bool(deciders)
        for seat in (*state.seats, None):
            view = state.view(seat)
            game.picture(view, state.legal_actions(seat) if seat else ())
        if not deciders:
            return
        assert all(state.legal_actions(seat) for seat in deciders)
        state.apply(pick(state, rng))


@RULESETS
@SOME
@given(data=st.data())
def test_any_json_as_an_action_is_an_action_or_a_game_error(name: str, data: st.DataObject) -> None:
    game = load(name)
    state = somewhere(name, data.draw(st.integers(0, 7)), data.draw(st.integers(0, 60)))
    legal = [game.record(action) for seat in state.deciders() for action in state.legal_actions(seat)]
    record = data.draw(JSON | spoiled(data.draw(st.sampled_from(legal))) if legal else JSON)
    digest = state.digest()
    try:
        action = game.action(record)
    except GameError as error:
        explained(error)
        return
    assert game.action(through_json(game.record(action))) == action
    refusal = state.check(action)
    try:
        state.apply(action)
    except GameError:
        assert refusal is not None
        assert state.digest() == digest
    else:
        assert refusal is None
        plays_on(state, 1)


@RULESETS
@SOME
@given(data=st.data())
def test_any_json_as_a_position_is_a_playable_position_or_a_game_error(name: str, data: st.DataObject) -> None:
    game = load(name)
    state = somewhere(name, data.draw(st.integers(0, 7)), data.draw(st.integers(0, 200)))
    position = data.draw(JSON | spoiled(state.position()))
    try:
        accepted = game.from_position(position)
    except GameError as error:
        explained(error)
        return
    plays_on(accepted, 2)


@RULESETS
@SOME
@given(data=st.data())
def test_any_json_as_a_configuration_starts_a_playable_game_or_is_a_game_error(name: str, data: st.DataObject) -> None:
    game = load(name)
    keys = [option.key for option in game.options()]
    options = st.dictionaries(st.sampled_from(keys), JSON, max_size=3) if keys else JSON
    near = st.fixed_dictionaries(
        {},
        optional={"seats": LEAF | st.integers(2, 4), "options": options, "rounds": LEAF, "track": LEAF, "kings": JSON},
    )
    try:
        state = game.new(data.draw(near | JSON))
    except GameError as error:
        explained(error)
        return
    plays_on(state, 3)


def endless(depth: int) -> Any:
    """A list in a list in a list."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@RULESETS
@pytest.mark.parametrize(
    "bad",
    [json.loads('"\\ud800"'), endless(200), endless(5000)],
    ids=["half a character", "deep nesting", "endless nesting"],
)
def test_what_json_can_say_and_nobody_can_write_is_refused_everywhere(name: str, bad: Any) -> None:
    game = load(name)
    state = game.new({})
    position = state.position()
    for where in [*places(position)[:30], ("nowhere",)]:
        spoilt = through_json(position)
        inner = spoilt
        for key in where[:-1]:
            inner = inner[key]
        inner[where[-1]] = bad
        with pytest.raises(GameError):
            game.from_position(spoilt)
    for config in ({"seats": bad}, {"options": {"x": bad}}, {"options": bad}, {"nothing": bad}):
        with pytest.raises(GameError):
            game.new(config)
    for record in ({"do": bad}, {"do": "correct", "seat": "table", "path": ["seats"], "value": {"p1": bad}}):
        with pytest.raises(GameError):
            game.action(record)
