"""Games to walk through for the tests of every ruleset: which there are, how they are set up, how one is walked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import embers
import msgspec
from immolation import games
from immolation.games import CHANCE, Action, BadConfig, Event, Game, GameError, State
from immolation.games.ascended_kings.actions import Step

from tests.games import toy

SCALE = int(os.environ.get("IMMOLATION_CONFORMANCE", "1"))
"""Multiplies the number of games that are walked; 1 is sized for CI, 50 for a night."""

FIRST = int(os.environ.get("IMMOLATION_CONFORMANCE_FIRST", "0"))
"""The seed of the first game, so that a long run can be done in parts."""

CLOSELY = float(os.environ.get("IMMOLATION_CONFORMANCE_CLOSELY", "1"))
"""The share of a game's moments that are looked at closely; below 1 the same time reaches more games."""

ONLY: dict[str, Any] = json.loads(os.environ.get("IMMOLATION_CONFORMANCE_ONLY", "{}"))
"""What a game's configuration must say to be walked, such as ``{"track": "full"}``; of a ruleset without, all are."""

_BLOWS = {"heavy_melee": 4, "free_melee": 4, "acuity": 4, "discipline": 5, "intensity": 1}
FIERCE: dict[str, dict[str, Any]] = {
    "p1": {"type": "drako", "name": "One", "traits": _BLOWS, "runes": {"power": 4}, "gems": {"eldritch": 4}},
    "p2": {"type": "siroko", "name": "Two", "traits": _BLOWS, "runes": {"power": 4}, "gems": {"sanative": 4}},
    "p3": {"type": "hermes", "name": "Three", "traits": _BLOWS, "runes": {"power": 4}, "gems": {"heroic": 4}},
    "p4": {"type": "kolossus", "name": "Four", "traits": _BLOWS, "runes": {"power": 4}, "gems": {"pyrrhic": 5}},
}
"""Riders of Kimera with hard blows and weak defences, so that random games see damage."""

SETUPS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "ascended-kings": (
        {"seats": 2, "rounds": 2, "track": "full"},
        {"seats": 3, "rounds": 5},
        {"seats": 4, "rounds": 2, "track": "full"},
        {"seats": 3, "rounds": 2, "track": "full"},
        {"seats": 2, "rounds": 4},
        {"seats": 2, "rounds": 3, "track": "full"},
        {"seats": 4, "rounds": 3},
        {"seats": 3, "rounds": 5, "track": "full"},
        {"seats": 3, "countdown": False},
    ),
    "chimera-con": (
        {"seats": 2, "options": {"points_to_win": 1}},
        {"seats": 3, "options": {"points_to_win": 1}},
        {"seats": 6, "options": {"points_to_win": 1}},
    ),
    "chimera-hunt": (
        {"seats": 2},
        {"seats": 1, "chimera": "mooncove", "campaign": "heroic"},
        {"seats": 4, "chimera": "lordswall", "level": "S2"},
        {"seats": 3, "chimera": "neverset", "level": "H1"},
        {"seats": 1, "chimera": "shadowreck", "boon": "gem"},
        {"seats": 3, "chimera": "frostwild", "boon": "dry air"},
    ),
    "kimera": (
        {
            "seats": 2,
            "rounds": 8,
            "riders": {seat: FIERCE[seat] for seat in ("p1", "p2")},
            "options": {"off_balance_clears": "after_damage", "defeat_wounds": 2},
        },
        {"seats": 4, "rounds": 5, "riders": FIERCE, "teams": {"red": ["p1", "p3"], "blue": ["p2", "p4"]}},
        {"seats": 6, "rounds": 2},
        {
            "seats": 3,
            "rounds": 8,
            "riders": {seat: FIERCE[seat] for seat in ("p1", "p2", "p3")},
            "options": {"off_balance_clears": "after_damage", "defeat_wounds": 1},
        },
    ),
    "red-rains": (
        {"players": "sample"},
        {"chimera": "shadowreck", "aspects": "horror", "seats": 2, "players": "sample"},
        {"chimera": "frostwild", "level": "S2", "players": "printed"},
        {"chimera": "neverset", "level": "H1", "players": "sample", "campaign": True, "chimera_life": 20},
        {"chimera": "lordswall", "seats": 2, "aspects": "death", "players": "printed"},
        {"chimera": "moon_cove", "players": "sample", "level": "H3"},
    ),
    "embers": ({"seats": 2}, {"seats": 4}),
    "toy-race": ({"seats": 2}, {"seats": 3}),
}
"""Ruleset -> configurations that show all of it; one that is not named here is walked as it comes."""

MOST_ACTIONS = 20_000
"""A game that takes longer than this by random choices is taken to be endless."""


def names() -> list[str]:
    """Every ruleset, the one that docs/writing-a-ruleset.md builds, and the one that only tests know."""
    return [*games.names(), embers.Embers.name, toy.ToyRace.name]


def load(name: str) -> Game:
    others = {embers.Embers.name: embers.load, toy.ToyRace.name: toy.load}
    return others[name]() if name in others else games.load(name)


def config(name: str, seed: int) -> dict[str, Any]:
    """A configuration of this ruleset; every second seed also turns options away from their defaults."""
    setups = SETUPS.get(name, ({},))
    setups = tuple(setup for setup in setups if ONLY.items() <= setup.items()) or setups
    chosen: dict[str, Any] = {**setups[seed % len(setups)]}
    if seed % 2:
        game, rng = load(name), Random(seed)
        listed = games.load(name, track=chosen["track"]) if "track" in chosen else game
        for option in listed.options():
            if not option.choices or rng.random() < 0.5:
                continue
            tried = {**chosen, "options": {**chosen.get("options", {}), option.key: rng.choice(option.choices)}}
            try:
                game.new(tried)
            except BadConfig:
                continue  # a choice that does not go with the ones before it
            chosen = tried
    return chosen


def new(name: str, seed: int) -> State:
    return load(name).new(config(name, seed))


def pick(state: State, rng: Random) -> Action:
    """Any action of anybody who is awaited; chance falls by its weights. Long games are hurried to their end."""
    deciders = state.deciders()
    seat = rng.choice(list(deciders))
    if seat == CHANCE:
        outcomes = deciders[CHANCE].outcomes
        return rng.choices([outcome.action for outcome in outcomes], [outcome.weight for outcome in outcomes])[0]
    actions = state.legal_actions(seat)
    hurry = HURRY.get(state.game.name)
    return rng.choice((hurry(state, seat, actions) if hurry is not None else None) or actions)


def to_the_stones(state: State, seat: str, actions: Sequence[Action]) -> list[Action]:
    """In Ascended Kings: who may take the Omega Stone goes there on the full track; by chance that takes days.

    Without a countdown only four Bloodstones in one hand begin the war: who has most goes for those that lie about.
    """
    view = state.view(None)
    own, stone = view["seats"][seat], view["omega_stone"]
    aims: list[int] = []
    if view["war"]:
        if view["track"] == "full" and stone is not None and own["bloodstones"]:
            aims = [stone]
    elif not view["countdown"] and own["bloodstones"] == max(other["bloodstones"] for other in view["seats"].values()):
        aims = [pile["tile"] for pile in view["items"] if pile.get("bloodstones")]
    if not aims or own["tile"] is None:
        return []

    def away(tile: int) -> int:
        gaps = [(abs(tile // 10 - aim // 10), abs(tile % 10 - aim % 10)) for aim in aims]
        return min(max(gap) + gap[1] for gap in gaps)

    return [step for step in actions if isinstance(step, Step) and away(step.tile) < away(own["tile"])]


HURRY: Mapping[str, Callable[[State, str, Sequence[Action]], list[Action]]] = {"ascended-kings": to_the_stones}
"""Ruleset -> the actions that bring its end nearer, if there are any; random choices alone would not."""


def walk(state: State, rng: Random) -> Iterator[tuple[Action, list[Event]]]:
    """Play ``state`` to its end by random choices, yielding after each action."""
    for _ in range(MOST_ACTIONS):
        if not state.deciders():
            return
        action = pick(state, rng)
        yield action, state.apply(action)
    raise AssertionError(f"no end after {MOST_ACTIONS} actions")


@cache
def _choices(kind: type[Game], name: str, seed: int) -> tuple[Action, ...]:
    """What is chosen in one random game, from the first action to the last; ``kind`` tells namesakes apart."""
    return tuple(action for action, _ in walk(new(name, seed), Random(seed)))


def follow(state: State, name: str, seed: int) -> Iterator[tuple[Action, list[Event]]]:
    """Like `walk` with that seed from the start of that game, without choosing all over again."""
    for action in _choices(type(state.game), name, seed):
        yield action, state.apply(action)


def reached(name: str, seed: int) -> Iterator[State]:
    """Every situation of one random game, the first and the last included; the same object each time."""
    state = new(name, seed)
    yield state
    for _ in follow(state, name, seed):
        yield state


def somewhere(name: str, seed: int, steps: int) -> State:
    """The situation after so many random actions, or the end if that comes first."""
    state = new(name, seed)
    for step, _ in enumerate(follow(state, name, seed), 1):
        if step >= steps:
            break
    return state


def closely(rng: Random) -> bool:
    """Whether this moment of a game is one of those that are looked at closely."""
    return rng.random() < CLOSELY


def explained(error: GameError) -> None:
    """An error is for people: it says something, in a line or a few."""
    assert str(error).strip()
    assert len(str(error)) < 1000, "an error that repeats what it was given"


def piles(shown: Mapping[str, Any]) -> dict[int, dict[str, int]]:
    """Tile -> what lies there, of a view or a position of Ascended Kings."""
    return {pile["tile"]: {kind: count for kind, count in pile.items() if kind != "tile"} for pile in shown["items"]}


def through_json(value: object) -> Any:
    """What is left of a value after a journey through text."""
    return msgspec.json.decode(msgspec.json.encode(value))
