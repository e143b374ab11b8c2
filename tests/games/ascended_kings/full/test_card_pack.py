"""Card packs: what the default one holds, how a pack of one's own is read, and every mistake said with its place."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from immolation.games import BadData
from immolation.games.ascended_kings.full.cards.card import COUNTABLE, EFFECTS, Ability, Card, Target
from immolation.games.ascended_kings.full.cards.pack import DEFAULT_PACK, CardEntry, default_pack, load_pack

from tests.games.pages import blocks, packs

PACK = default_pack()
FOCI = ("aria", "egis", "pyre", "ylem", "dire")


def deck(number: int) -> list[Card]:
    return [card for card in PACK.cards if card.deck == number]


# --- the pack that ships ---------------------------------------------------------------------------------


@pytest.mark.rule("AK-COMP-07")
@pytest.mark.parametrize("number", [0, 1])
def test_each_deck_has_nine_cards_a_focus_and_seven_special_ones(number: int) -> None:
    count: Counter[str | None] = Counter()
    for card in deck(number):
        count[card.focus] += card.copies
    assert {focus: count[focus] for focus in FOCI} == dict.fromkeys(FOCI, 9)
    assert count[None] == 7
    assert sum(PACK.decks[number]) == 52


@pytest.mark.rule("AK-COMP-07", "AK-CARD-01")
@pytest.mark.parametrize("number", [0, 1])
def test_three_titles_a_focus_at_each_power_level(number: int) -> None:
    for focus in FOCI:
        cards = [card for card in deck(number) if card.focus == focus]
        assert Counter(card.level for card in cards) == {1: 3, 2: 3, 3: 3}
        assert len({card.title for card in cards}) == 3
    for card in deck(number):
        assert card.price == card.level
        assert card.focus is None or card.instant is not None


@pytest.mark.rule("AK-COMP-08", "AK-CARD-06")
def test_the_special_cards_by_name() -> None:
    ascendant = {card.title: card.copies for card in deck(0) if card.focus is None}
    assert ascendant == {"Pneuma Mundus": 3, "Prismatic Inscription": 3, "Lancea of Aeterna": 1}
    revenant = Counter[str]()
    for card in deck(1):
        if card.focus is None:
            revenant[card.title] += card.copies
            assert not card.glyph
    assert revenant == {"The Traverse": 3, "Break Transmutation": 3, "Revenant Curse": 1}
    assert sorted(card.key for card in deck(1) if card.title == "The Traverse") == [
        "the-traverse-1",
        "the-traverse-2",
        "the-traverse-3",
    ]


@pytest.mark.rule("AK-INDEX-06")
def test_both_decks_say_the_same_of_an_ability_of_one_name() -> None:
    for card in deck(0):
        twin = PACK.by_key.get(f"revenant-{card.key}")
        assert (twin is None) == (card.focus is None)
        if twin is not None:
            assert (twin.ability, twin.instant, twin.name) == (card.ability, card.instant, card.name)


def test_what_the_rulebook_does_not_give_is_marked() -> None:
    house = {card.title for card in PACK.cards if card.source == "house"}
    assert {"Albedo", "Viriditas", "Rubedo", "Citrinitas"} <= house
    given = {card.name for card in deck(0) if card.source == "rulebook"}
    assert {"Dire Transfer 2", "Egis Bound 2", "Sun & Sky 2", "Calcination 3", "Lancea of Aeterna"} <= given
    assert all(card.text for card in PACK.cards)


@pytest.mark.rule("AK-INDEX-18")
def test_unknown_abilities_can_be_left_out() -> None:
    for card, bare in zip(PACK.cards, PACK.bare.cards, strict=True):
        assert bare.instant == card.instant
        assert bare.ability == (None if card.source == "house" else card.ability)


# --- packs of one's own ----------------------------------------------------------------------------------

SMALL: dict[str, Any] = {
    "format": 1,
    "name": "Three cards",
    "ascendant": 3,
    "revenant": 1,
    "card": [
        {
            "key": "ward",
            "deck": "both",
            "title": "Ward",
            "focus": "egis",
            "level": 2,
            "instant": {"egis": 2},
            "ability": {"target": "self", "effects": [{"do": "gain", "egis": 1}]},
        },
        {
            "key": "spear",
            "deck": "ascendant",
            "title": "Spear",
            "copies": 2,
            "ability": {"target": "sight", "inherit": True, "effects": [{"do": "wound", "count": 2}]},
        },
    ],
}


def small(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    pack = copy.deepcopy(SMALL)
    change(pack)
    return pack


def written(tmp_path: Path, pack: dict[str, Any]) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in pack.items()))
    return path


def toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(one) for one in value) + "]"
    return json.dumps(value)


def test_a_pack_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    pack = load_pack(written(tmp_path, SMALL))
    assert [card.key for card in pack.cards] == ["ward", "revenant-ward", "spear"]
    assert [sum(pack.decks[number]) for number in (0, 1)] == [3, 1]
    ward, twin, spear = pack.cards
    assert (ward.price, ward.glyph, twin.glyph, spear.level, spear.price) == (2, False, True, 0, 0)
    assert load_pack(str(written(tmp_path, SMALL))) == pack
    assert load_pack(SMALL) == pack


def card(number: int, **keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda pack: pack["card"][number].update(keys)


def ability(**keys: Any) -> Callable[[dict[str, Any]], object]:
    return card(1, ability={"target": "any", "effects": [{"do": "wound", "count": 1}], **keys})


def effect(do: str, target: str = "any", **keys: Any) -> Callable[[dict[str, Any]], object]:
    return ability(target=target, effects=[{"do": do, **keys}])


MISTAKES: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (lambda pack: pack.update(format=2), "format", "this host reads format 1"),
    (lambda pack: pack.pop("name"), "name", "is missing"),
    (lambda pack: pack.update(colour="red"), "colour", "there is no such key"),
    (lambda pack: pack.pop("ascendant"), "ascendant", "has 3 cards, and a deck has 52"),
    (lambda pack: pack.update(ascendant=4), "ascendant", "has 3 cards, and the pack says 4"),
    (card(1, copies=3), "ascendant", "has 4 cards, and the pack says 3"),
    (card(1, copies=0), "card 'spear': copies", ">= 1"),
    (card(1, copies=10**30), "card 'spear': copies", ""),
    (card(1, copies=1.5), "card 'spear': copies", "int"),
    (card(1, key="Spear!"), "card 'Spear!': key", "small letters"),
    (card(1, key="ward"), "card 'ward': key", "another card 'ward'"),
    (card(1, deck="king"), "card 'spear': deck", "king"),
    (card(1, title=""), "card 'spear': title", "length"),
    (card(1, focus="aria"), "card 'spear': level", "Power Level 1, 2 or 3"),
    (card(1, level=2), "card 'spear': level", "Special Card"),
    (card(1, price=9), "card 'spear': price", "<= 5"),
    (card(1, glyph=True), "card 'spear': glyph", "Revenant deck"),
    (card(1, inscribe="prismatic"), "card 'spear': ability", "Prismatic Inscription has none"),
    (card(0, inscribe="prismatic"), "card 'ward': inscribe", "Ascendant"),
    (card(1, power=3), "card 'spear': 'power'", "there is no such key"),
    (lambda pack: pack["card"][1].pop("title"), "card 'spear': title", "is missing"),
    (lambda pack: pack["card"][1].pop("key"), "card 2: key", "is missing"),
    (lambda pack: pack["card"].append("spear"), "card 3:", "object"),
    (card(1, instant={}), "card 'spear': instant", "is empty"),
    (card(1, instant={"egis": 1, "dice": 1}), "card 'spear': instant", "one of the three"),
    (card(1, instant={"cancel": -1}), "instant.cancel", ">= 0"),
    (ability(target="diagonal"), "ability.target", "diagonal"),
    (ability(effects=[]), "ability.effects", "length >= 1"),
    (effect("explode"), "ability.effects[0].do", "there is no effect 'explode'; there are gain, "),
    (effect("wound"), "ability.effects[0].count", "is missing"),
    (effect("wound", count=1, colour=1), "ability.effects[0].'colour'", "no such key"),
    (effect("wound", "self", count=1), "ability: effects[0]", "wound needs an opponent, and the target is self"),
    (effect("swap", "self"), "ability: effects[0]", "swap needs an opponent"),
    (effect("push", "self", tiles=1), "ability: effects[0]", "push needs an opponent"),
    (effect("swap", "all"), "ability: effects[0]", "happens to one opponent"),
    (effect("give-dire", "self"), "ability: effects[0]", "needs an opponent or a tile"),
    (effect("give-dire", "all"), "ability: effects[0]", "one opponent"),
    (effect("spawn", ylem=1), "ability: effects[0]", "spawn needs a tile"),
    (effect("gain"), "ability: effects[0]", "gain names no gem"),
    (effect("steal", "self", pyre=1), "ability: effects[0]", "steal needs an opponent"),
    (effect("convert", of="pyre", into="pyre", count=1), "ability: effects[0]", "changes nothing"),
    (effect("convert", of="dire", into="pyre", count=1), "ability.effects[0].of", "dire"),
    (effect("gain", pyre=1, per="caster.luck"), "ability: effects[0]: per", "nobody can count 'luck'"),
    (effect("gain", "self", pyre=1, per="target.dire"), "ability: effects[0]: per", "no target to count on"),
    (effect("gain", pyre=1, most=3), "ability: effects[0]: most", "no per"),
    (effect("lose", "any", ylem=1, chooses="target"), "ability: effects[0]", "for core of the target"),
    (ability(when=["caster.dire > 1"]), "ability: when", "no condition"),
    (ability(target="self", when=["target.dire >= 1"]), "ability: when", "self is the target"),
    (ability(target="self", sight=True), "ability: sight", "the target is self"),
    (ability(target="adjacent", range=2), "ability: range", "1 away already"),
    (ability(tile="too"), "ability: effects[0]", "wound cannot happen to a tile"),
    (ability(tile="only"), "ability: tile", "no effect puts anything on a tile"),
    (ability(target="all", tile="too"), "ability: tile", "names no tile"),
    (ability(target="any", inherit=True, effects=[{"do": "swap"}]), "ability: inherit", "no effect wounds"),
    (
        ability(effects=[{"do": "steal", "core": 1}, {"do": "break-transmutation"}]),
        "ability: effects",
        "2 parts of the card ask for a gem, Transmutation or wall",
    ),
    (
        ability(effects=[{"do": "pull", "tiles": "all"}, {"do": "move", "tiles": 1}]),
        "ability: effects",
        "2 parts of the card ask for a tile",
    ),
]


@pytest.mark.parametrize(("change", "where", "reason"), MISTAKES)
def test_a_mistake_is_refused_with_file_card_key_and_reason(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], where: str, reason: str
) -> None:
    with pytest.raises(BadData) as caught:
        load_pack(written(tmp_path, small(change)))
    said = str(caught.value)
    assert said.startswith("mine.toml: ")
    assert where in said
    assert reason in said


def test_a_printed_number_of_cards_is_checked_by_focus() -> None:
    pack = msgspec.toml.decode(DEFAULT_PACK.read_bytes())
    wrong = next(card for card in pack["card"] if card["key"] == "sun-and-sky-1")
    wrong["focus"] = "egis"
    with pytest.raises(BadData, match="8 Aria cards, and a deck has 9"):
        load_pack(pack)
    assert load_pack({**pack, "ascendant": 52, "revenant": 52}).by_key["sun-and-sky-1"].focus == "egis"


@pytest.mark.parametrize("content", [b"format = ", b"\xff\xfe", b"[[card]]\n[card]\n", b"x = [" * 3000])
def test_what_is_no_toml_is_said(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(BadData, match=r"broken\.toml"):
        load_pack(path)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for source in (tmp_path / "nothing.toml", tmp_path, "\0", "/dev/zero", 7, ["pack.toml"]):
        with pytest.raises(BadData):
            load_pack(source)
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * 1_000_001)
    with pytest.raises(BadData, match="too long"):
        load_pack(long)


# --- what outsiders read, and what nobody expects --------------------------------------------------------

PAGE = packs("Ascended Kings: card packs")


def test_the_example_of_the_page_is_a_pack() -> None:
    example = blocks(PAGE, "toml")[0]
    pack = load_pack({**msgspec.toml.decode(example), "ascendant": 1, "revenant": 1})
    assert [card.key for card in pack.cards] == ["sun-and-sky-2", "revenant-sun-and-sky-2"]


def test_the_page_names_every_word() -> None:
    keys = [field.name for kind in (CardEntry, Ability) for field in msgspec.structs.fields(kind)]
    for word in (*EFFECTS, *COUNTABLE, *get_args(Target), *keys):
        assert f"`{word}`" in PAGE or f'"{word}"' in PAGE, word


HOSTILE: list[Any] = [None, True, -1, 10**40, 1.5, float("nan"), "", "x" * 5000, [], [[]], {}, {"a": {"b": []}}]


@pytest.mark.parametrize("value", HOSTILE, ids=repr)
def test_any_value_anywhere_is_read_or_refused(value: Any) -> None:
    whole: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        for key in list(part) if isinstance(part, dict) else range(len(part)):
            whole.append((part, key))
            if isinstance(part[key], (dict, list)):
                walk(part[key])

    pack = copy.deepcopy(SMALL)
    walk(pack)
    said: list[str] = []
    for part, key in whole:
        kept, part[key] = part[key], value
        try:
            load_pack(pack)
        except BadData as error:
            said.append(str(error))
        part[key] = kept
    assert said
    assert max(len(one) for one in said) < 1000
    assert load_pack(pack) == load_pack(SMALL)
