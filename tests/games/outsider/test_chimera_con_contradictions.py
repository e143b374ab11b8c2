"""Chimera Con: positions, packs and options that contradict the rulebook or themselves are refused, with the place."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import BadConfig, BadData, BadPosition

from tests.games.outsider.con_table import GAME, Card, blow, chimera, table, whole

CARDS = [
    *whole("hit", (6, 2, 2, 2), action=blow("standard", "might", "speed")),
    *whole("two", (9, 1, 1, 1)),
    *whole("fly", keywords=["airborne"]),
]
ATTACK = {"at": "attack", "seat": "p1", "target": "p2", "part": "head"}
HIGH: Card = {"parts": chimera("fly"), "airborne": True}


def contradiction(p1: Card | None = None, p2: Card | None = None, **keys: Any) -> str:
    seats = {"parts": chimera("hit"), **(p1 or {})}, {"parts": chimera("two"), **(p2 or {})}
    with pytest.raises(BadPosition) as caught:
        table(*seats, cards=CARDS, **keys)
    said = str(caught.value)
    assert said.endswith(".")
    return said


@pytest.mark.rule("CC-HP-02", "CC-WIN-02", "CC-WIN-04", "CC-AIR-07", "CC-BUILD-01")
@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"damage": 18}, "seats.p1.damage"),
        ({"points": 3}, "seats.p1.points"),
        ({"airborne": True}, "seats.p1.airborne"),
        ({"parts": ["fly-head+petrified", "hit-body", "hit-rear"], "airborne": True}, "seats.p1.airborne"),
        ({"eliminated": True}, "seats.p1.parts"),
        ({"parts": ["hit-body", "hit-head", "hit-rear"]}, "seats.p1.parts"),
        ({"parts": ["hit-head", "", "hit-rear"]}, "seats.p1.parts"),
        ({"parts": ["hit-head", "hit-rear"]}, "seats.p1"),
        ({"hand": ["nobody-head"]}, "seats.p1.hand"),
        ({"hand": ["trapdoor+petrified"]}, "seats.p1.hand"),
        ({"hand": ["trapdoor"] * 5}, "trapdoor"),
        ({"damage": -1}, "seats.p1.damage"),
        ({"damage": 2.5}, "seats.p1.damage"),
        ({"poisonous": 1}, "seats.p1.poisonous"),
        ({"mood": "bad"}, "seats.p1"),
    ],
)
def test_one_seat(facts: Card, key: str) -> None:
    assert key in contradiction(facts)


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"merchant": "p7"}, "merchant"),
        ({"merchant_turns": 2}, "merchant_turns"),
        ({"turn": None}, "turn"),
        ({"round": 0}, "round"),
        ({"quiet": ["p7"]}, "quiet"),
        ({"discard": ["dune-worm-head+petrified"]}, "discard"),
        ({"decks": {"creature": {"dune-worm-head+petrified": 1}}}, "decks.creature"),
        ({"decks": {"creature": {"dune-worm-head": 3}}}, "dune-worm-head"),
        ({"market": ["nobody-head"]}, "market"),
        ({"options": {"hand_limit": -1}}, "hand_limit"),
        ({"options": {"players": [3, 6]}}, "seats"),
        ({"at": {"at": "draw", "creature": 1, "cheat": 2}}, "stack"),
        ({"at": {"at": "over"}}, "seats"),
        ({"at": {"at": "contest", "about": "greedy", "seats": ["p1", "p2"]}}, "stack"),
        ({"at": {"at": "contest", "about": "merchant", "seats": ["p1", "p7"]}}, "stack"),
        ({"at": {"at": "market", "order": ["p1", "p1"]}, "market": ["dune-worm-head"]}, "stack"),
        ({"at": {"at": "greedy", "picked": {"p1": "nothing"}}, "market": ["dune-worm-head"]}, "stack"),
        ({"at": {"at": "cheat-roll", "seat": "p1", "card": "herbal-poultice"}}, "stack"),
        ({"at": {"at": "effect", "seat": "p1", "card": "sleight-of-paw", "who": "p2"}}, "stack"),
        ({"at": {"at": "discard", "seat": "p7"}}, "stack"),
    ],
)
def test_the_table(keys: dict[str, Any], key: str) -> None:
    assert key in contradiction(**keys)


@pytest.mark.rule("CC-ACT-01", "CC-PETR-02", "CC-AIR-02", "CC-AIR-03", "CC-STAT-03")
@pytest.mark.parametrize(
    ("p1", "p2", "attack"),
    [
        ({}, {}, {"target": "p1"}),
        ({}, {}, {"target": ""}),
        ({}, {}, {"seat": "p2", "target": "p1"}),
        ({"parts": chimera("two")}, {"parts": chimera("hit")}, {}),
        ({"parts": ["hit-head+petrified", "hit-body", "hit-rear"]}, {}, {}),
        ({}, HIGH, {}),
        (HIGH, {}, {"part": "open"}),
        ({}, {}, {"stage": "attack", "attack": [1] * 7, "attack_need": 6}),
        ({}, {}, {"stage": "declared", "attack": [1]}),
        ({}, {}, {"stage": "attack-rolled", "attack": [1] * 6, "defence": [1]}),
        ({}, {}, {"stage": "petrify", "attack": [6] * 6, "defence": [1] * 3}),
        ({}, {}, {"stage": "attack", "attack": [7]}),
        ({}, {}, {"reduced": {"p7": 1}}),
    ],
)
def test_an_attack_that_could_not_be(p1: Card, p2: Card, attack: Card) -> None:
    assert contradiction(p1, p2, at={**ATTACK, **attack}).startswith("stack")


@pytest.mark.rule("CC-AIR-04")
def test_nobody_cheats_from_the_air() -> None:
    assert "CC-AIR-04" in contradiction(HIGH, at={"at": "cheat-roll", "seat": "p1", "card": "trapdoor"})


GOOD = {
    "id": "a-head",
    "family": "a",
    "types": ["beast"],
    "part": "head",
    "health": 1,
    "might": 1,
    "speed": 1,
    "magic": 1,
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"part": "tail"},
        {"health": -1},
        {"might": 99},
        {"types": []},
        {"size": "huge"},
        {"keywords": ["fireproof"]},
        {"id": "A Head"},
        {"wings": 2},
        {"action": blow("standard", "health", "speed")},
        {"action": blow("standard", "might", "speed", "sticky")},
        {"action": blow("heroic", "might", "speed")},
        {"action": blow("standard", "might", "speed", requires={"stat": "luck", "at_least": 3})},
        {"copies": 0.5},
    ],
)
def test_cards_of_a_position(wrong: Card) -> None:
    position = {"seats": {"p1": {}, "p2": {}}, "cards": {"creatures": [{**GOOD, **wrong}]}}
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position)
    assert str(caught.value).startswith("cards")


CHEAT = '[[cheats]]\nid = "x"\nname = "X"\ntext = "."\n'


@pytest.mark.parametrize(
    "text",
    [
        "creatures = []",
        "creatures = [",
        '[[creatures]]\nid = "a-head"',
        f'{CHEAT}legality = "maybe"\ntiming = "any time"\neffects = []',
        f'{CHEAT}legality = "legal"\ntiming = "at noon"\neffects = []',
        f'{CHEAT}legality = "legal"\ntiming = "any time"\neffects = [{{ do = "win" }}]',
        "[surprise]",
    ],
)
def test_packs(text: str, tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        games.load("chimera-con", pack=str(path))
    assert "mine.toml" in str(caught.value)


@pytest.mark.parametrize(
    "config",
    [
        {"options": {"points_to_win": 0}},
        {"options": {"luck": 1}},
        {"options": []},
        {"options": {"players": [6, 2]}},
        {"options": {"hand_limit": True}},
        {"seats": 4, "options": {"players": [2, 3]}},
        {"chairs": 4},
    ],
)
def test_configs(config: Card) -> None:
    with pytest.raises(BadConfig):
        GAME.new(config)
