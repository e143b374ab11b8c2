"""Kimera: positions, builds and packs by somebody who means no good are refused, or they can be played to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import CHANCE, BadConfig, BadData, BadPosition, State
from immolation.games.kimera.cards import rider_builder

from tests.games.outsider.battle import GAME

NASTY: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 7, 99, 10**30, 1.5, "", "p1", "p2", "p3", "chance", "table", "crack-1", "scar-6"),
    *(
        [],
        {},
        ["p1"],
        ["p1", "p1"],
        ["crack-1"],
        ["crack-1", "crack-1"],
        {"p1": 1},
        [[]],
        {"": {}},
        "\ud7ff",
        "x" * 999,
    ),
)


def step(state: State, rng: Random) -> bool:
    """Any choice of anybody who is asked; False at the end."""
    asked = state.deciders()
    if not asked:
        return False
    seat = rng.choice(list(asked))
    found = asked[seat].outcomes if seat == CHANCE else ()
    action = rng.choice([one.action for one in found] if found else list(state.legal_actions(seat)))
    state.apply(action)
    return True


def walked(seed: int) -> tuple[State, Random]:
    """A situation in the middle of some battle, teams and gems of every kind included."""
    rng = Random(seed)
    riders = {
        f"p{number}": {
            "type": kind,
            "traits": {"heavy_melee": 3, "intensity": 5, "acuity": 3, "evade": 1, "discipline": 4, "recovery": 2},
            "gems": dict.fromkeys(rng.sample(["pyrrhic", "sanative", "heroic", "etheric", "zealous"], 2), 5),
        }
        for number, kind in enumerate(rng.sample(["drako", "kolossus", "kiron", "hermes", "siroko"], 4), 1)
    }
    sides = {"red": ["p1", "p3"], "blue": ["p2", "p4"]} if seed % 2 else None
    state = GAME.new(
        {"seats": 4, "riders": riders, "options": {"starting_points": 400}, **({"teams": sides} if sides else {})}
    )
    for _ in range(rng.randrange(20, 260)):
        step(state, rng)
    return state, rng


def mutated(whole: Any, rng: Random) -> Any:
    """One place of a tree of JSON, anywhere in it, set to something nasty, taken away or doubled."""
    places: list[tuple[Any, Any]] = []

    def visit(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], dict | list):
                visit(node[key])

    visit(whole)
    node, key = rng.choice(places)
    how = rng.randrange(4)
    if how == 0:
        del node[key]
    elif how == 1 and isinstance(node, list):
        node.append(node[key])
    elif how == 2 and type(node[key]) is int:
        node[key] += rng.choice((-1, 1))
    else:
        node[key] = rng.choice(NASTY)
    return whole


@pytest.mark.parametrize("seed", range(4))
def test_a_spoilt_position_is_refused_in_words_or_can_be_played(seed: int) -> None:
    refused = played = 0
    for number in range(12):
        state, rng = walked(100 * seed + number)
        for _ in range(4):
            spoilt = msgspec.json.decode(msgspec.json.encode(state.position()))
            for _ in range(rng.choice((1, 1, 2))):
                spoilt = mutated(spoilt, rng)
            try:
                made = GAME.from_position(spoilt)
            except BadPosition as error:
                refused += bool(str(error))
                continue
            played += 1
            for _ in range(25):
                for seat in (*made.seats, None):
                    GAME.picture(made.view(seat))
                if not step(made, rng):
                    break
                again = GAME.from_position(made.position())
                assert again.digest() == made.digest()
    assert refused > 10
    assert played > 2


@pytest.mark.rule("KM-COST-03", "KM-TRAIT-03", "KM-COST-04")
def test_a_spoilt_build_has_faults_and_begins_no_battle() -> None:
    rng = Random(4)
    whole = {"type": "kiron", "name": "Ann", "traits": {"armor": 4}, "runes": {"power": 2}, "gems": {"heroic": 1}}
    faults = 0
    for _ in range(300):
        spoilt = mutated(msgspec.json.decode(msgspec.json.encode(whole)), rng)
        checked = rider_builder.check(spoilt)
        begin = {"seats": 2, "riders": {"p1": spoilt}}
        if checked.legal:
            assert GAME.new(begin).view(None)["seats"]["p1"]["potence"] == checked.potence
            continue
        faults += 1
        assert all(fault.rule.startswith("KM-") and fault.key and fault.reason for fault in checked.faults)
        with pytest.raises(BadConfig, match="p1"):
            GAME.new(begin)
    assert faults > 100


def test_a_spoilt_pack_is_refused_with_its_file(tmp_path: Path) -> None:
    rows = [
        'cards = [{ id = "a", value = 7, symbols = ["bolt"], effect = "crack" }]',
        'cards = [{ id = "a", value = 3, symbols = ["volt"], effect = "crack" }]',
        'cards = [{ id = "a", value = 3, symbols = ["bolt", "bolt", "area", "trial"], effect = "crack" }]',
        'cards = [{ id = "a", value = 3, symbols = [], effect = "crack" }]',
        'cards = [{ id = "a", value = 3, symbols = ["bolt"], effect = "curse" }]',
        'cards = [{ id = "a", value = 3, symbols = ["bolt"], effect = "crack", count = -1 }]',
        'cards = [{ id = "a", value = 3, symbols = ["bolt"], effect = "crack", worth = 1 }]',
        'cards = [{ id = "a", value = nan, symbols = ["bolt"], effect = "crack" }]',
        "cards = []",
        "cards = 3",
        '[rider.ann]\ntype = "dragon"',
        '[rider.ann]\ntype = "kiron"\ntraits = { armor = 7 }',
        '[rider.ann]\ntype = "kiron"\ngems = { ruby = 1 }',
        "surprise = 1",
        "cards = [",
    ]
    for number, row in enumerate(rows):
        file = tmp_path / f"pack{number}.toml"
        file.write_text(row)
        with pytest.raises(BadData, match=f"pack{number}.toml"):
            games.load("kimera", pack=str(file))
