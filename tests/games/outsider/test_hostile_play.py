"""Games by dice under any house rules: they end, nothing goes negative, nothing is lost, any moment can be resumed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, BadConfig, IllegalAction, Option, State

from tests.games.outsider.board import GAME

EDGES = ["top", "right", "bottom", "left"]
IN_THE_BOX = {"ylem": 35, "aria": 40, "egis": 40, "pyre": 40, "dire": 25}
MOST_ACTIONS = 20_000


def value(option: Option, rng: Random) -> Any:
    """Some value of an option, its default or another."""
    if option.choices:
        return rng.choice(option.choices)
    default = option.default
    if option.key == "setup.start_tiles":
        return dict(zip(EDGES, rng.sample(range(100), 4), strict=True))
    if option.key == "setup.seats":
        return {str(count): rng.sample(EDGES, count) for count in (2, 3, 4)}
    if option.key == "fire.immolation_edges":
        return dict(zip("1234", rng.sample(EDGES, 4), strict=True))
    if option.key.startswith("omega.event_dial"):
        icons = ["FIRE", "YLEM", "PYRE", "PYRE2", "YLEM_DIRE"]
        return ["FIRE", *rng.choices(icons, k=rng.randrange(12))]
    if isinstance(default, list):
        return rng.sample(default, len(default))
    if option.key == "data.king_names":
        return {"vara": "Queen of Storms"}
    if isinstance(default, dict):
        return {name: rng.randrange(20) for name in default}
    if isinstance(default, float):
        return rng.choice([0.0, 0.25, 0.5])
    assert option.low is not None
    assert option.high is not None
    return rng.randint(option.low, min(option.high, option.low + 4))


def a_game(rng: Random) -> State:
    while True:
        options = {option.key: value(option, rng) for option in GAME.options() if rng.random() < 0.4}
        config = {"seats": rng.choice([2, 3, 4]), "rounds": rng.choice([1, 2, 3]), "options": options}
        try:
            return GAME.new(config)
        except BadConfig:
            continue  # choices that do not go together


def declared(state: State, seat: str, rng: Random) -> dict[str, Any] | None:
    """Something ``seat`` may declare, with any values of its fields."""
    kinds = state.declarations(seat)
    if not kinds:
        return None
    kind = rng.choice(kinds)
    fields = {
        field.name: rng.choice(field.choices) if field.choices else rng.randint(field.low, field.high)
        for field in kind.fields
    }
    return {"do": kind.do, "seat": seat, **fields}


def holds(state: State) -> None:
    """What must be true of every board."""
    view = state.view(None)
    people, piles, walls = view["seats"].values(), view["items"], view["walls"]
    stones = view["bloodstones_aside"] + sum(seat["bloodstones"] for seat in people)
    assert stones + sum(pile.get("bloodstones", 0) for pile in piles) == 4
    assert view["bloodstones_aside"] >= 0
    assert sum(pile.get("die", 0) for pile in piles) + sum(seat["die"] for seat in people) <= 1
    assert all(count > 0 for pile in piles for kind, count in pile.items() if kind != "tile")
    for gem, most in IN_THE_BOX.items():
        assert sum(pile.get(gem, 0) for pile in piles) <= most
    tiles = [seat["tile"] for seat in people if seat["tile"] is not None]
    assert len(set(tiles)) == len(tiles), "two miniatures on one tile"
    assert all(0 <= seat["wounds"] < seat["lethal"] for seat in people)
    for near, far in (("top", "bottom"), ("left", "right")):
        if walls[near] is not None and walls[far] is not None:
            assert walls[far] - walls[near] > 3, "three lines stay free"
    assert not view["war"] or set(walls.values()) == {None}


def resumed(state: State) -> None:
    """A journey through JSON changes nothing."""
    again = GAME.from_position(json.loads(json.dumps(state.position())))
    assert again.position() == state.position()
    assert again.digest() == state.digest()
    assert again.view(None) == state.view(None)
    assert again.deciders() == state.deciders()


@pytest.mark.rule("AK-COMP-12", "AK-COMP-01", "AK-FIRE-08", "AK-ABIL-05", "AK-DEATH-07")
@pytest.mark.parametrize("seed", range(10))
def test_a_game_of_chance_moves_and_declarations_ends_and_loses_nothing(seed: int) -> None:
    rng = Random(seed)
    state = a_game(rng)
    for _ in range(MOST_ACTIONS):
        asked = state.deciders()
        if not asked:
            break
        if rng.random() < 0.1:
            holds(state)
        if rng.random() < 0.01:
            resumed(state)
        said = declared(state, rng.choice(state.seats), rng) if rng.random() < 0.25 else None
        if said is not None:
            action, before = GAME.action(said), state.digest()
            refusal = state.check(action)
            if refusal is None:
                state.apply(action)
                continue
            assert refusal.reason.endswith((".", "?"))
            with pytest.raises(IllegalAction):
                state.apply(action)
            assert state.digest() == before
        seat = rng.choice(list(asked))
        listed = [outcome.action for outcome in asked[seat].outcomes] if seat == CHANCE else state.legal_actions(seat)
        state.apply(rng.choice(listed))
    assert not state.deciders(), "the game ends"
    result = state.outcome()
    assert result is not None
    assert result.winners
    holds(state)
    resumed(state)
