"""Chimera Con: what an action is and what fits where, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE

from tests.games.outsider.con_table import PARTS, Card, Con, blow, card, chimera, table, whole

TWO = whole("two", (9, 1, 1, 1))


def built(hand: list[Card], **options: Any) -> Con:
    """p1 builds of these cards; p2 is ready."""
    con = table({"hand": [one["id"] for one in hand]}, {"hand": chimera("two")}, at="build", cards=hand + TWO,
                turn=None, options=options)  # fmt: skip
    return con.do("p2", "build", head="two-head", body="two-body", rear="two-rear")


@pytest.mark.rule("CC-BUILD-02", "CC-BUILD-04")
@pytest.mark.parametrize(
    ("fits", "whole_one", "partial"),
    [
        ([], True, False),
        (["beast"], True, False),
        (["spirit"], False, True),
        (["a"], True, False),
        (["b"], False, True),
    ],
)
def test_a_head_that_fits_only_some(fits: list[str], whole_one: bool, partial: bool) -> None:
    """Families or types: body and rear are beasts of the family a."""
    con = built([card("x-head", "head", fits=fits), card("a-body", "body"), card("a-rear", "rear")])
    assert con.may("p1", "build", head="x-head", body="a-body", rear="a-rear") == whole_one
    assert con.may("p1", "build", head="", body="a-body", rear="a-rear") == partial


@pytest.mark.rule("CC-BUILD-02", "CC-BUILD-04")
def test_what_is_turned_up_must_fit_as_well() -> None:
    heads = [card("x-head", "head", fits=["spirit"]), card("y-head", "head")]
    decks = {"creature": {"x-head": 1, "y-head": 1}, "cheat": {"trapdoor": 4, "loud-whistle": 4}}
    partial = {"head": "", "body": "two-body", "rear": "two-rear"}
    con = table({"parts": partial}, {}, at="search", cards=heads + TWO, decks=decks, turn=None)
    con.comes("x-head")
    assert con.seat("p1")["parts"]["head"] is None
    con.comes("y-head")
    assert con.part("p1", "head") == "y-head"
    assert con.view["decks"]["creature"] == 1


@pytest.mark.rule("CC-BUILD-02")
def test_parts_of_one_type_where_the_house_asks_for_it() -> None:
    hand = [card("a-head", "head", types=["beast"]), card("b-body", "body", types=["beast", "spirit"]),
            card("c-rear", "rear", types=["spirit"]), card("d-rear", "rear", types=["beast"])]  # fmt: skip
    free, strict = built(hand), built(hand, fits="same_type")
    assert free.may("p1", "build", head="a-head", body="b-body", rear="c-rear")
    assert not strict.may("p1", "build", head="a-head", body="b-body", rear="c-rear")
    assert strict.may("p1", "build", head="a-head", body="b-body", rear="d-rear")


@pytest.mark.rule("CC-BUILD-02", "CC-SUB-01", "CC-MUT-01")
@pytest.mark.parametrize(("at", "do"), [("substitute", "substitute"), ("action", "mutate")])
def test_a_part_that_does_not_fit_is_not_put_in(at: str, do: str) -> None:
    cards = [*TWO, card("x-head", "head", fits=["spirit"]), card("y-head", "head", fits=["two"])]
    con = table({"parts": chimera("two"), "hand": ["x-head", "y-head"]}, {}, at=at, cards=cards)
    assert not con.may("p1", do, card="x-head")
    assert con.may("p1", do, card="y-head")


@pytest.mark.rule("CC-MUT-01", "CC-ACT-01")
def test_a_mutation_is_the_action() -> None:
    cards = [*TWO, *whole("new", (5, 1, 1, 1))]
    con = table({"parts": chimera("two"), "hand": ["new-body", "new-head"]}, {}, cards=cards)
    con.do("p1", "mutate", card="new-body")
    assert con.market == ["two-body"]
    assert con.part("p1", "body") == "new-body"
    assert con.hand("p1") == ["new-head"]
    assert con.asked["p1"].kind == "discard"
    assert not con.may("p1", "mutate", card="new-head")


@pytest.mark.rule("CC-STD-01", "CC-ACT-02", "CC-STAT-02")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_standard_action_that_every_chimera_has(allowed: bool) -> None:
    """Might against Speed, no die of synergy though all parts are beasts."""
    cards = mixed(4, 2, 3)
    con = table({"parts": chimera("m")}, {"parts": chimera("two")}, cards=cards + TWO, options={"open_attack": allowed})
    assert con.may("p1", "attack", part="open", target="p2") == allowed
    if allowed:
        con.do("p1", "attack", part="open", target="p2").nobody_cheats()
        assert con.need["attack"] == 9
        con.dice(*[1] * 9).nobody_cheats().dice(6, 6, 6).nobody_cheats()
        assert con.seat("p1")["damage"] == 9, "it is countered"


def mixed(*might: int, **action: Any) -> list[Card]:
    """Three beasts with this Might, Speed 2 and Magic 5 each."""
    return [card(f"m-{part}", part, (9, number, 2, 5), **action) for part, number in zip(PARTS, might, strict=True)]


@pytest.mark.rule("CC-SPEC-01", "CC-SPEC-02", "CC-STD-01", "CC-STAT-02")
@pytest.mark.parametrize(
    ("kind", "attack", "defend", "ours", "theirs"),
    [
        ("standard", "might", "speed", 6, 3),
        ("special", "might", "speed", 6 + 2, 3),
        ("special", "magic", "magic", 15 + 2, 3),
        ("special", "speed", "might", 6 + 2, 3),
        ("standard", "magic", "magic", 15, 3),
    ],
)
def test_an_action_names_both_stats_and_only_a_special_one_has_synergy(
    kind: str, attack: str, defend: str, ours: int, theirs: int
) -> None:
    cards = mixed(2, 2, 2, action=blow(kind, attack, defend))
    con = table({"parts": chimera("m")}, {"parts": chimera("two")}, cards=cards + TWO)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats()
    assert con.need["attack"] == ours
    con.dice(*[1] * ours).nobody_cheats()
    assert con.need["defence"] == theirs


@pytest.mark.rule("CC-SPEC-04")
def test_synergy_is_offered_and_may_be_declined() -> None:
    cards = mixed(2, 2, 2, action=blow("special", "might", "speed"))
    con = table({"parts": chimera("m")}, {"parts": chimera("two")}, cards=cards + TWO)
    assert con.may("p1", "attack", part="head", target="p2", synergy=True)
    assert con.may("p1", "attack", part="head", target="p2", synergy=False)


@pytest.mark.rule("CC-SPEC-05", "CC-SPEC-06")
@pytest.mark.parametrize(("dice", "worked"), [((6, 6, 5), True), ((6, 6, 4), False)])
def test_synergy_dice_help_the_requirement_and_one_roll_serves_for_both(dice: tuple[int, ...], worked: bool) -> None:
    """Might 1 and two dice of synergy against a requirement of 17."""
    claw = blow("special", "might", "speed", requires={"stat": "might", "at_least": 17})
    con = table({"parts": chimera("m")}, {"parts": chimera("two")}, cards=mixed(1, 0, 0, action=claw) + TWO)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats().dice(*dice).nobody_cheats()
    assert (CHANCE in con.asked) == worked
    if worked:
        con.dice(1, 1, 1).nobody_cheats()
        assert con.seat("p2")["damage"] == 17 - 3


@pytest.mark.rule("CC-SPEC-05", "CC-NEG-01")
def test_an_ability_that_is_no_attack() -> None:
    mend = {"name": "Mend", "kind": "special", "type": "beast", "effects": [{"do": "heal", "n": 4}],
            "requires": {"stat": "magic", "at_least": 40}}  # fmt: skip
    for dice, damage in (([6] * 6 + [1] * 11, 1), ([1] * 17, 5)):
        con = table(
            {"parts": chimera("m"), "damage": 5}, {"parts": chimera("two")}, cards=mixed(1, 1, 1, action=mend) + TWO
        )
        con.do("p1", "attack", part="head", target="").nobody_cheats().dice(*dice).nobody_cheats()
        assert con.seat("p1")["damage"] == damage
        assert con.asked["p1"].kind == "discard"
