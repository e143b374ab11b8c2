"""Chimera Con: two rules at once, worked out from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.con_table import PARTS, Card, blow, card, chimera, table, trick, whole

CLAW = blow("standard", "might", "speed")
TARGET = whole("two", (9, 1, 1, 1))


def mixed(family: str, *parts: tuple[tuple[int, int, int, int], dict[str, Any]]) -> list[Card]:
    """Head, body and rear with numbers and more of their own."""
    return [card(f"{family}-{part}", part, numbers, **more) for part, (numbers, more) in zip(PARTS, parts, strict=True)]


PLAIN: dict[str, Any] = {}


# --- support --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SIZE-01", "CC-SIZE-02", "CC-SIZE-03", "CC-SIZE-04")
@pytest.mark.parametrize("setting", ["any_lower_part_smaller", "next_part_only"])
def test_every_combination_of_sizes(setting: str) -> None:
    """27 Chimeras: a part is supported if no part below it (or the next one) is smaller; the rear always is."""
    sizes = ("normal", "large", "very_large")
    cards = [
        card(f"{place}-{part}", part, (1, 2, 3, 4), size=size) for part in PARTS for place, size in enumerate(sizes)
    ]
    for head in range(3):
        for body in range(3):
            for rear in range(3):
                below = [(body, rear), (rear,), ()] if setting == "any_lower_part_smaller" else [(body,), (rear,), ()]
                kept = [
                    all(one >= size for one in lower) for size, lower in zip((head, body, rear), below, strict=True)
                ]
                parts = [f"{size}-{part}" for size, part in zip((head, body, rear), PARTS, strict=True)]
                con = table({"parts": parts}, {"parts": chimera("two")}, cards=cards + TARGET,
                            options={"unsupported_test": setting})  # fmt: skip
                count = sum(kept)
                assert con.totals("p1") == (count, 2 * count, 3 * count, 4 * count), parts


@pytest.mark.rule("CC-SIZE-05", "CC-AIR-01", "CC-AIR-07")
@pytest.mark.parametrize(("tagged", "flies"), [("head", False), ("body", False), ("rear", False)])
def test_one_unsupported_part_grounds_the_whole_chimera(tagged: str, flies: bool) -> None:
    parts = [
        card(f"s-{part}", part, size="large" if part == "head" else "normal",
             keywords=["airborne"] if part == tagged else [])
        for part in PARTS
    ]  # fmt: skip
    con = table({"parts": chimera("s")}, {"parts": chimera("two")}, cards=parts + TARGET)
    assert con.may("p1", "take-off") == flies
    own = table({"parts": chimera("s")}, {"parts": chimera("two")}, cards=parts + TARGET,
                options={"unsupported_airborne": "tagged_part"})  # fmt: skip
    assert own.may("p1", "take-off") == (tagged != "head")


@pytest.mark.rule("CC-SIZE-04", "CC-HP-02", "CC-SUB-01", "CC-WIN-01")
def test_a_new_rear_that_holds_nothing_up_can_be_the_end() -> None:
    """Large head and body of 6 each over a rear of 6; on a normal rear of 6 only 6 are left, and 7 are hurt."""
    cards = [*whole("big", (6, 2, 2, 2), size="large"), card("big2-rear", "rear", (6, 2, 2, 2), family="big"), *TARGET]
    con = table(
        {"parts": chimera("big"), "hand": ["big2-rear"], "damage": 7},
        {"parts": chimera("two")},
        at="substitute",
        cards=cards,
    )
    con.do("p1", "substitute", card="big2-rear")
    assert con.seat("p2")["points"] == 1


@pytest.mark.rule("CC-SPEC-04", "CC-SIZE-04")
@pytest.mark.parametrize(("setting", "dice"), [(True, 2), (False, 1)])
def test_an_unsupported_part_still_gives_its_type(setting: bool, dice: int) -> None:
    """Might 1 of the rear alone, and a die of the unsupported head that shares the type."""
    parts = mixed(
        "s", ((6, 3, 1, 1), {"size": "very_large"}), ((6, 3, 1, 1), {"size": "large", "types": ["spirit"]}),
        ((6, 1, 1, 1), {"action": blow("special", "might", "speed")}),
    )  # fmt: skip
    con = table({"parts": chimera("s")}, {"parts": chimera("two")}, cards=parts + TARGET,
                options={"unsupported_types_count": setting})  # fmt: skip
    con.do("p1", "attack", part="rear", target="p2").nobody_cheats()
    assert con.need["attack"] == dice


@pytest.mark.rule("CC-SPEC-03")
@pytest.mark.parametrize(("setting", "dice"), [(False, 3), (True, 4)])
def test_whether_the_part_that_acts_counts_itself(setting: bool, dice: int) -> None:
    parts = mixed(
        "s", ((6, 1, 1, 1), {"action": blow("special", "might", "speed")}), ((6, 1, 1, 1), {"types": ["spirit"]}),
        ((6, 0, 1, 1), PLAIN),
    )  # fmt: skip
    con = table({"parts": chimera("s")}, {"parts": chimera("two")}, cards=parts + TARGET,
                options={"synergy_source_counts": setting})  # fmt: skip
    con.do("p1", "attack", part="head", target="p2").nobody_cheats()
    assert con.need["attack"] == dice


# --- conditions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-POIS-02", "CC-SPEC-02", "CC-STAT-04")
def test_synergy_comes_on_top_of_halved_might() -> None:
    parts = mixed(
        "s", ((6, 3, 1, 1), {"action": blow("special", "might", "speed")}), ((6, 2, 1, 1), PLAIN), ((6, 2, 1, 1), PLAIN)
    )
    con = table({"parts": chimera("s"), "poisonous": True}, {"parts": chimera("two")}, cards=parts + TARGET)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats()
    assert con.need["attack"] == 7 // 2 + 2
    declined = table({"parts": chimera("s"), "poisonous": True}, {"parts": chimera("two")}, cards=parts + TARGET)
    declined.do("p1", "attack", part="head", target="p2", synergy=False).nobody_cheats()
    assert declined.need["attack"] == 7 // 2


@pytest.mark.rule("CC-POIS-02", "CC-SIZE-04")
def test_what_is_halved_is_the_total_of_supported_parts() -> None:
    parts = mixed("s", ((6, 5, 5, 1), {"size": "large"}), ((6, 3, 2, 1), PLAIN), ((6, 2, 1, 1), PLAIN))
    con = table({"parts": chimera("s"), "poisonous": True}, {"parts": chimera("two")}, cards=parts + TARGET)
    assert con.totals("p1") == (12, 2, 1, 2)


@pytest.mark.rule("CC-POIS-03", "CC-POIS-04", "CC-ATK-04")
def test_poison_takes_hold_after_the_roll_and_once() -> None:
    cards = [
        *whole("snake", (6, 1, 1, 1), action=blow("special", "might", "speed", "poisonous")),
        *whole("prey", (9, 4, 2, 2)),
    ]
    con = table({"parts": chimera("snake")}, {"parts": chimera("prey")}, cards=cards)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats()
    assert con.need["attack"] == 3 + 2
    con.dice(6, 6, 6, 6, 6).nobody_cheats()
    assert con.need["defence"] == 6, "the speed that is not halved yet"
    con.dice(1, 1, 1, 1, 1, 1).nobody_cheats()
    assert con.totals("p2") == (27, 6, 3, 6)
    assert con.seat("p2")["poisonous"]


@pytest.mark.rule("CC-ATK-04", "CC-POIS-01", "CC-NEG-01", "CC-PETR-01")
@pytest.mark.parametrize("tag", ["poisonous", "negative", "petrify"])
@pytest.mark.parametrize("theirs", [[5, 5, 5], [6, 6, 6]])
def test_a_miss_and_a_tie_carry_nothing(tag: str, theirs: list[int]) -> None:
    cards = [*whole("snake", (6, 1, 1, 1), action=blow("special", "might", "speed", tag)), *TARGET]
    con = table({"parts": chimera("snake")}, {"parts": chimera("two")}, cards=cards)
    con.strike("p1", "head", "p2", [3, 3, 3, 3, 3], theirs)
    facts = con.seat("p2")
    assert not facts["poisonous"]
    assert not facts["negative"]
    assert not any(part["petrified"] for part in facts["parts"].values())
    assert con.seat("p1")["damage"] == 0, "a Special Action is not countered"


@pytest.mark.rule("CC-NEG-01")
def test_who_is_negative_heals_by_nothing() -> None:
    heal = trick("salve", {"do": "heal", "n": 3})
    con = table({"hand": ["salve"], "damage": 5, "negative": True}, {}, cheats=[heal])
    con.do("p1", "cheat", card="salve")
    assert con.seat("p1")["damage"] == 5
    assert con.discard == ["salve"]


@pytest.mark.rule("CC-NEG-02", "CC-NEG-03", "CC-PETR-01", "CC-SIZE-04")
@pytest.mark.parametrize(
    ("size", "stone", "damage"), [("normal", False, 8), ("normal", True, 16), ("very_large", False, 8)]
)
def test_the_health_printed_on_the_new_part_hurts(size: str, stone: bool, damage: int) -> None:
    """Doubled in stone, and where the part is unsupported too."""
    cards = [*whole("n", (9, 1, 1, 1)), card("n2-head", "head", (8, 1, 1, 1), family="n", size=size), *TARGET]
    new = "n2-head+petrified" if stone else "n2-head"
    con = table({"parts": chimera("n"), "hand": [new], "negative": True}, {"parts": chimera("two")}, at="substitute",
                cards=cards)  # fmt: skip
    con.do("p1", "substitute", card=new)
    assert con.seat("p1")["damage"] == damage
    assert con.seat("p1")["health"] == {"normal": 18 + damage, "very_large": 18}[size]


@pytest.mark.rule("CC-NEG-03")
def test_with_new_total_health_a_swap_is_the_end() -> None:
    cards = [*whole("n", (9, 1, 1, 1)), card("n2-head", "head", (8, 1, 1, 1), family="n"), *TARGET]
    con = table({"parts": chimera("n"), "hand": ["n2-head"], "negative": True}, {"parts": chimera("two")},
                at="substitute", cards=cards, options={"negative_swap": "new_total_health"})  # fmt: skip
    con.do("p1", "substitute", card="n2-head")
    assert con.seat("p2")["points"] == 1


@pytest.mark.rule("CC-PETR-02", "CC-AIR-07")
def test_stone_cannot_act_or_fly_and_lands_at_once() -> None:
    cards = [
        *whole("gaze", (6, 2, 2, 2), action=blow("special", "magic", "magic", "petrify", "aerial")),
        *mixed(
            "fly", ((6, 2, 2, 2), {"action": CLAW}), ((6, 2, 2, 2), {"keywords": ["airborne"]}), ((6, 2, 2, 2), PLAIN)
        ),
    ]
    con = table({"parts": chimera("gaze")}, {"parts": chimera("fly"), "airborne": True}, cards=cards)
    con.strike("p1", "head", "p2", [3] * 8, [2] * 6)
    con.do("p1", "choose-part", part="body").nobody_cheats()
    facts = con.seat("p2")
    assert not facts["airborne"]
    assert not facts["can_fly"]
    assert (facts["health"], facts["damage"]) == (24, 12)
    turn = table({"parts": ["fly-head+petrified", "fly-body", "fly-rear"]}, {"parts": chimera("gaze")}, cards=cards)
    assert not turn.may("p1", "attack", part="head", target="p2")
    assert turn.may("p1", "take-off")


@pytest.mark.rule("CC-PETR-03", "CC-SUB-02", "CC-PETR-01")
def test_stone_goes_to_the_market_and_back() -> None:
    cards = [*whole("one", (6, 2, 2, 2)), card("one2-body", "body", (4, 2, 2, 2), family="one"), *TARGET]
    con = table({"parts": ["one-head", "one-body+petrified", "one-rear"], "hand": ["one2-body"]},
                {"parts": chimera("two")}, at="substitute", cards=cards)  # fmt: skip
    con.do("p1", "substitute", card="one2-body")
    assert con.market == ["one-body+petrified"]
    back = table({"parts": ["one-head", "one2-body", "one-rear"], "hand": ["one-body+petrified"]},
                 {"parts": chimera("two")}, at="substitute", cards=cards)  # fmt: skip
    back.do("p1", "substitute", card="one-body+petrified")
    assert back.totals("p1")[0] == 24


@pytest.mark.rule("CC-PETR-03")
def test_petrify_ends_in_the_discard_pile() -> None:
    con = table({}, {}, at=[{"at": "greedy", "picked": {}}], market=["dune-worm-head+petrified"])
    con.do("p1", "be-satisfied").do("p2", "be-satisfied").nobody_cheats()
    assert con.discard == ["dune-worm-head"]


@pytest.mark.rule("CC-PETR-03")
def test_stone_twice_is_no_more_stone() -> None:
    cards = [
        *whole("gaze", (6, 2, 2, 2), action=blow("special", "magic", "magic", "petrify")),
        *whole("prey", (6, 2, 2, 0)),
    ]
    con = table({"parts": chimera("gaze")}, {"parts": ["prey-head", "prey-body+petrified", "prey-rear"]}, cards=cards)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats().dice(*[1] * 8).nobody_cheats()
    con.do("p1", "choose-part", part="body")
    assert con.seat("p2")["health"] == 24
