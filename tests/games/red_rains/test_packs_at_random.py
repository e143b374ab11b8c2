"""Packs put together at random: refused with a reason, or playable to the end of patience."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from immolation.games import BadConfig, BadData, State
from immolation.games.red_rains.cards.pack_reading import DATA

from tests.games.red_rains.table import BELL, GAME
from tests.games.red_rains.test_packs import played

Path = tuple[str | int, ...]
PACKS = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(DATA.glob("*.toml"))] + [BELL]
OCCASIONS = ("on_attack", "on_kill", "on_destroyed", "neighbour_attack", "neighbour_kill", "status_lost", "turn_end",
             "round_end")  # fmt: skip
TARGETS: tuple[Any, ...] = (
    "leftmost", "rightmost", "unit", "all_units", "phoenixborn", "self", "attacker", "revealed", "chimera", "own_all",
    "ready_spell", "all_units_and_phoenixborn", {"of": "picked", "among": ["all_units_and_phoenixborn"]},
    {"of": "picked", "among": ["own_all", "chimera"]}, {"of": "own_leftmost", "only": "status"},
    {"of": "leftmost", "count": 3},
)  # fmt: skip
AMOUNTS = (0, 1, 2, 5, 99, "all", "phase", "attack", "result")
NONSENSE: tuple[Any, ...] = (
    None, True, -1, 100, 10**30, 0.5, float("nan"), "", "attached stun", "x" * 300, [], {}, [[]], {"of": "picked"},
    {"do": "reveal"}, [{"do": "reveal"}],
)  # fmt: skip


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from paths(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from paths(each, (*path, index))


def get(table: Any, path: Path) -> Any:
    for key in path:
        table = table[key]
    return table


def put(table: Any, path: Path, value: Any) -> None:
    get(table, path[:-1])[path[-1]] = deepcopy(value)


def is_effects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "do" in value[0]


def changed(rng: Random, nonsense: bool) -> dict[str, Any]:
    """A pack with effects, targets and amounts that were never meant to meet, or with nonsense in some place."""
    table: dict[str, Any] = deepcopy(rng.choice(PACKS))
    for _ in range(rng.choice((1, 2, 4, 8))):
        every = list(paths(table))
        effects = [get(table, path) for path in every if is_effects(get(table, path))]
        kind = "nonsense" if nonsense else rng.choice(("effects", "target", "amount", "trigger"))
        if kind == "trigger":
            card = rng.choice(table["aspects"])
            card["triggers"] = {**card.get("triggers", {}), rng.choice(OCCASIONS): deepcopy(rng.choice(effects))}
            continue
        chosen, values = {
            "nonsense": (every, NONSENSE),
            "effects": ([path for path in every if is_effects(get(table, path))], effects),
            "target": ([path for path in every if path[-1] in ("target", "unit")], TARGETS),
            "amount": ([path for path in every if path[-1] in ("n", "times", "attack", "life", "blood")], AMOUNTS),
        }[kind]
        if chosen:
            put(table, rng.choice(chosen), rng.choice(values))
    return table


def opened(config: dict[str, Any]) -> State | str:
    """The game, or why there is none."""
    try:
        return GAME.new(config)
    except (BadData, BadConfig) as error:
        return str(error)


@pytest.mark.rule("RR-TURN-06")
@pytest.mark.parametrize("seed", range(40))
def test_a_pack_of_odd_effects_is_refused_or_plays(seed: int) -> None:
    rng = Random(seed)
    state = opened({"chimera": changed(rng, False), "players": rng.choice(("sample", "printed")), "life": 60})
    if isinstance(state, str):
        assert state.startswith(("pack: ", "seats: "))
    else:
        played(state, rng, 150)
        assert GAME.from_position(state.position()).digest() == state.digest()


@pytest.mark.parametrize("seed", range(40))
def test_nonsense_in_a_pack_is_refused_or_plays(seed: int) -> None:
    rng = Random(seed)
    state = opened({"chimera": changed(rng, True)})
    if isinstance(state, str):
        assert 10 < len(state) < 400
    else:
        played(state, rng, 60)
        assert GAME.from_position(state.position()).digest() == state.digest()
