"""Chimera Con by an examiner: size and support, totals, conditions and Health, above all where two of them meet."""

from __future__ import annotations

import itertools

import pytest

from .con_table import blow, card, chimera, table, trick, whole

SIZES = ("normal", "large", "very_large")

FOE = whole("foe", (9, 1, 1, 1))
SELF = {"parts": chimera("self")}
OTHER = {"parts": chimera("foe")}


@pytest.mark.rule("CC-SIZE-01", "CC-SIZE-02", "CC-SIZE-03", "CC-SIZE-04", "CC-STAT-01")
@pytest.mark.parametrize("sizes", list(itertools.product(SIZES, repeat=3)), ids="-".join)
def test_support_of_every_mix_of_sizes(sizes: tuple[str, str, str]) -> None:
    numbers = ((1, 2, 3, 4), (10, 20, 30, 5), (7, 6, 5, 9))
    cards = [card(f"self-{p}", p, n, size=z) for p, n, z in zip(("head", "body", "rear"), numbers, sizes, strict=True)]
    con = table(SELF, OTHER, cards=[*cards, *FOE])
    rank = [SIZES.index(size) for size in sizes]
    firm = [all(rank[upper] <= lower for lower in rank[upper + 1 :]) for upper in range(3)]
    wanted = tuple(sum(n[stat] for n, holds in zip(numbers, firm, strict=True) if holds) for stat in range(4))
    assert con.totals("p1") == wanted
    assert [part["supported"] for part in con.seat("p1")["parts"].values()] == firm
    assert firm[2], "the rear is always supported"


@pytest.mark.rule("CC-SIZE-02")
@pytest.mark.parametrize(("test", "speed"), [("any_lower_part_smaller", 4), ("next_part_only", 4)])
def test_a_head_over_a_bigger_body_over_a_smaller_rear(test: str, speed: int) -> None:
    """Head normal, body Large, rear normal: only the body hangs in the air, however it is tested."""
    sizes = ("normal", "large", "normal")
    cards = [card(f"self-{p}", p, size=z) for p, z in zip(("head", "body", "rear"), sizes, strict=True)]
    con = table(SELF, OTHER, cards=[*cards, *FOE], options={"unsupported_test": test})
    assert con.totals("p1") == (12, 4, speed, 4)


@pytest.mark.rule("CC-SIZE-02")
def test_a_large_head_over_a_very_large_body_over_a_normal_rear() -> None:
    """The head's next part is bigger, but the rear is smaller: it depends on what is compared."""
    sizes = ("large", "very_large", "normal")
    cards = [card(f"self-{p}", p, size=z) for p, z in zip(("head", "body", "rear"), sizes, strict=True)]
    assert table(SELF, OTHER, cards=[*cards, *FOE]).totals("p1") == (6, 2, 2, 2)
    nextly = table(SELF, OTHER, cards=[*cards, *FOE], options={"unsupported_test": "next_part_only"})
    assert nextly.totals("p1") == (12, 4, 4, 4)


@pytest.mark.rule("CC-SIZE-05", "CC-AIR-07")
def test_one_unsupported_part_grounds_the_whole_chimera_or_only_its_own_tag() -> None:
    cards = [
        card("self-head", "head", size="large"), card("self-body", "body"),
        card("self-rear", "rear", keywords=["airborne"]),
    ]  # fmt: skip
    con = table(SELF, OTHER, cards=[*cards, *FOE])
    assert not con.seat("p1")["can_fly"]
    assert con.refused("p1", "take-off") == "CC-AIR-07"
    con = table(SELF, OTHER, cards=[*cards, *FOE], options={"unsupported_airborne": "tagged_part"})
    assert con.may("p1", "take-off")


@pytest.mark.rule("CC-SIZE-04", "CC-HP-01", "CC-HP-02", "CC-SUB-01")
def test_a_substitute_that_takes_the_support_away_may_be_deadly() -> None:
    """A new rear of more Health leaves two Large parts in the air: 3 x 8 Health become 9, and 10 damage is enough."""
    cards = [*whole("self", (8, 2, 2, 2), size="large"), card("self-tail", "rear", (9, 2, 2, 2)), *FOE]
    hurt = {"parts": chimera("self"), "hand": ["self-tail"], "damage": 10}
    con = table(hurt, OTHER, OTHER | {"parts": chimera("third")}, cards=[*cards, *whole("third")], at="substitute")
    con.do("p1", "substitute", card="self-tail")
    assert not con.seat("p1")["alive"]
    assert "CC-HP-02" in con.rules()
    assert con.discard == sorted(["self-head", "self-body", "self-tail"])
    assert con.market == ["self-rear"]


@pytest.mark.rule("CC-POIS-01", "CC-POIS-02", "CC-SIZE-04")
@pytest.mark.parametrize(("rounding", "might", "speed"), [("down", 2, 3), ("up", 3, 4)])
def test_poison_halves_the_total_of_the_supported_parts_only(rounding: str, might: int, speed: int) -> None:
    """Might 3 + 2 and Speed 4 + 3 of body and rear; the unsupported head of 9 and 9 plays no part in the half."""
    cards = [
        card("self-head", "head", (5, 9, 9, 9), size="very_large"), card("self-body", "body", (5, 3, 4, 1)),
        card("self-rear", "rear", (5, 2, 3, 2)),
    ]  # fmt: skip
    con = table(SELF | {"poisonous": True}, OTHER, cards=[*cards, *FOE], options={"poison_rounding": rounding})
    assert con.totals("p1") == (10, might, speed, 3)


@pytest.mark.rule("CC-POIS-03", "CC-POIS-01", "CC-CTR-01", "CC-STAT-04")
def test_a_poisoned_chimera_rolls_fewer_dice_in_attack_and_defence_and_never_fewer_twice() -> None:
    cards = [*whole("self", (9, 3, 3, 3), action=blow("special", "might", "speed", "poisonous")), *FOE]
    con = table(SELF | {"poisonous": True}, OTHER | {"poisonous": True}, cards=cards)
    con.do("p1", "attack", part="head", target="p2", synergy=False)
    assert con.need["attack"] == 4  # 9 halved
    con.dice(6, 6, 6, 6).nobody_cheats()
    assert con.need["defence"] == 1  # 3 halved
    con.dice(1)
    assert con.seat("p2")["speed"] == 1, "a second poison changes nothing"
    assert con.seat("p2")["damage"] == 23


@pytest.mark.rule("CC-PETR-01", "CC-SIZE-04", "CC-NEG-03", "CC-PETR-03")
def test_petrify_negative_and_support_meet_in_one_new_part() -> None:
    """A petrified body of 5 counts 10; put in while Negative it deals 10, and 10 too where it is unsupported."""
    cards = [*whole("self", (8, 2, 2, 2)), card("stone-body", "body", (5, 1, 1, 1)), *FOE]
    holder = SELF | {"hand": ["stone-body+petrified"], "negative": True, "damage": 3}
    con = table(holder, OTHER, cards=cards).do("p1", "mutate", card="stone-body+petrified")
    assert con.totals("p1")[0] == 8 + 10 + 8
    assert con.seat("p1")["damage"] == 13
    assert con.part("p1", "body") == "stone-body+petrified"
    cards[3]["size"] = "large"
    cards = [one | {"health": 12} if one["id"] == "self-rear" else one for one in cards]
    con = table(holder, OTHER, cards=cards).do("p1", "mutate", card="stone-body+petrified")
    assert con.totals("p1")[0] == 8 + 0 + 12
    assert con.seat("p1")["damage"] == 13


@pytest.mark.rule("CC-NEG-03", "CC-HP-02")
def test_a_new_part_while_negative_is_judged_by_the_new_health() -> None:
    """Damage 9 of 12 Health: a part of 6 instead of 3 makes 15 of 15, and that is the end."""
    cards = [card("self-head", "head", (3, 1, 1, 1)), card("self-body", "body", (4, 1, 1, 1)),
             card("self-rear", "rear", (5, 1, 1, 1)), card("self-skull", "head", (6, 1, 1, 1)),
             card("self-crown", "head", (5, 1, 1, 1)), *FOE, *whole("third")]  # fmt: skip
    for new, alive in (("self-skull", False), ("self-crown", False)):
        hurt = SELF | {"hand": [new], "damage": 9, "negative": True}
        con = table(hurt, OTHER, {"parts": chimera("third")}, cards=cards)
        assert con.do("p1", "mutate", card=new).seat("p1")["alive"] is alive
    hurt = SELF | {"hand": ["self-crown"], "damage": 8, "negative": True}
    con = table(hurt, OTHER, {"parts": chimera("third")}, cards=cards).do("p1", "mutate", card="self-crown")
    assert (con.seat("p1")["alive"], con.seat("p1")["left"]) == (True, 1)


@pytest.mark.rule("CC-NEG-03")
def test_by_the_other_reading_the_whole_new_health_is_dealt() -> None:
    cards = [*whole("self", (4, 1, 1, 1)), card("self-skull", "head", (6, 1, 1, 1)), *FOE, *whole("third")]
    hurt = SELF | {"hand": ["self-skull"], "negative": True}
    seats = (hurt, OTHER, {"parts": chimera("third")})
    con = table(*seats, cards=cards, options={"negative_swap": "new_total_health"})
    assert not con.do("p1", "mutate", card="self-skull").seat("p1")["alive"]
    assert table(*seats, cards=cards).do("p1", "mutate", card="self-skull").seat("p1")["damage"] == 6


@pytest.mark.rule("CC-PETR-01", "CC-PETR-02", "CC-AIR-07", "CC-SPEC-02")
def test_stone_loses_its_action_and_its_wings_but_not_its_types_and_stats() -> None:
    bite = blow("special", "magic", "speed", type="beast")
    cards = [card("self-head", "head", action=bite), card("self-body", "body", keywords=["airborne"], action=bite),
             card("self-rear", "rear"), *FOE]  # fmt: skip
    stony = {"parts": ["self-head", "self-body+petrified", "self-rear"]}
    con = table(stony, OTHER, cards=cards)
    assert con.totals("p1") == (24, 6, 6, 6)
    assert con.refused("p1", "attack", part="body", target="p2") == "CC-PETR-02"
    assert con.refused("p1", "take-off") == "CC-AIR-07"
    con.do("p1", "attack", part="head", target="p2")
    assert con.need["attack"] == 6 + 2, "the petrified body is still a beast"


@pytest.mark.rule("CC-PETR-01", "CC-HP-02", "CC-WIN-01")
def test_flesh_again_may_be_the_end_of_a_chimera() -> None:
    """Stone doubled a body of 8; when a cheat turns it back, 24 damage is as much as 24 Health."""
    cards = [*whole("self", (8, 2, 2, 2)), *FOE]
    stony = {"parts": ["self-head", "self-body+petrified", "self-rear"], "damage": 24, "hand": ["chisel"]}
    con = table(stony, OTHER, cards=cards, cheats=[trick("chisel", {"do": "end_petrify", "parts": 1})])
    con.do("p1", "cheat", card="chisel").do("p1", "choose-part", part="body")
    assert con.seat("p2")["points"] == 1
    assert con.view["round"] == 2


@pytest.mark.rule("CC-NEG-01")
def test_the_negative_cannot_heal_by_a_cheat_nor_by_an_action() -> None:
    mend = blow("special", None, None, effects=[{"do": "heal", "n": 5}])
    cards = [card("self-head", "head", action=mend), card("self-body", "body"), card("self-rear", "rear"), *FOE]
    hurt = SELF | {"damage": 6, "negative": True, "hand": ["herbal-poultice"]}
    con = table(hurt, OTHER, cards=cards).do("p1", "cheat", card="herbal-poultice")
    assert con.seat("p1")["damage"] == 6
    con.do("p1", "attack", part="head").nobody_cheats()
    assert con.seat("p1")["damage"] == 6
    con = table(SELF | {"damage": 6}, OTHER, cards=cards).do("p1", "attack", part="head")
    assert con.nobody_cheats().seat("p1")["damage"] == 1
