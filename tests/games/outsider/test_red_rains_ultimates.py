"""Every Ultimate of the six Chimeras, and when one comes, worked out by hand from the table of facts."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import DOWN, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule


LEFT = aspect("left", "claw_left", 2, 4)
RIGHT = aspect("right", "claw_right", 2, 4)
CALM = aspect("calm", "none", 1, 4)
DICE = {"power": 3, "class": 2, "basic": 1, "exhausted": 4}


def wounds(table: Rains, seat: str = "p1") -> list[int]:
    return [one["wounds"] for one in table.born(seat)["units"]] + [table.born(seat)["wounds"]]


def refs(table: Rains, seat: str = "p1") -> list[str]:
    return [one["ref"] for one in table.born(seat)["units"]]


# --- Ultimates ---------------------------------------------------------------------------------------------


@rule("RR-ULT-01", "RR-ULT-02", "RR-ULT-05", "RR-TURN-06", "RR-ULT-07")
def test_an_ultimate_in_the_side_action_and_the_row_goes_on_from_the_old_card() -> None:
    """Phase I, face 12: the third token comes, everybody is hurt by one, phase II; then the Reveal of the row."""
    table = solo("viros", [{"blood": 2}, {"blood": 2}], [unit(life=5)], red_rains=2)
    table.turn(face=12, shows=["hunting-instincts"])
    assert (table.chimera["red_rains"], table.chimera["phase"]) == (0, 2)
    assert wounds(table) == [1, 1]
    assert table.card("a1")["card"] == "hunting-instincts"
    table.turn(face=7, shows=["hunting-instincts"])  # phase II: 1 damage to the Phoenixborn
    assert wounds(table) == [1, 2]


@rule("RR-ULT-04", "RR-ULT-03")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "units", "born", "left"),
    [
        ("viros", "fury", 1, [1, 1], 1, ["u1", "u2"]),
        ("viros", "fury", 2, [2, 2], 2, ["u1", "u2"]),
        ("viros", "fury", 3, [0, 0], 0, ["u1", "u2"]),
        ("frostwild", "storm", 1, [0], 0, ["u2"]),
        ("frostwild", "storm", 2, [0, 0], 3, ["u1", "u2"]),
        ("neverset", "bloom", 1, [0, 0], 0, ["u1", "u2"]),
        ("lordswall", "horde", 1, [1, 1], 0, ["u1", "u2"]),
        ("lordswall", "horde", 2, [2, 2], 0, ["u1", "u2"]),
        ("lordswall", "horde", 3, [0, 0], 0, ["u1", "u2"]),
        ("shadowreck", "lair", 1, [0], 0, ["u2"]),
        ("shadowreck", "lair", 2, [0, 0], 3, ["u1", "u2"]),
        ("moon_cove", "abyss", 1, [0], 0, ["u2"]),
        ("moon_cove", "abyss", 2, [2, 2], 0, ["u1", "u2"]),
        ("moon_cove", "abyss", 3, [0, 0], 1, ["u1", "u2"]),
    ],
)
def test_an_ultimate_hurts_whom_its_card_names(
    who: str, aspects: str, phase: int, units: list[int], born: int, left: list[str]
) -> None:
    table = ultimate(who, aspects, phase)
    assert (wounds(table), refs(table)) == ([*units, born], left)


def ultimate(who: str, aspects: str, phase: int, units: int = 2, **more: Any) -> Rains:
    """The fifth rage die turns, with two tokens on the Chimera: its Ultimate. No aspect is up, a pass ends the turn."""
    own = [unit(f"Unit {number}", life=5) for number in range(units)]
    table = solo(who, [DOWN], own, aspects=aspects, phase=phase, rage=4, red_rains=2, p1={"dice": DICE}, **more)
    table.do("pass")
    return table


@rule("RR-ULT-04", "RR-ULT-08")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "added"),
    [
        ("viros", "fury", 3, [""]),
        ("neverset", "bloom", 1, [""]),
        ("neverset", "bloom", 2, [""]),
        ("lordswall", "horde", 1, ["rainwalker"] * 2),
        ("lordswall", "horde", 2, ["rainwalker"] * 2),
        ("lordswall", "horde", 3, ["rainwalker"] * 3),
        ("moon_cove", "abyss", 3, [""]),
        ("frostwild", "storm", 1, []),
        ("shadowreck", "lair", 2, []),
    ],
)
def test_an_ultimate_brings_what_its_card_names(who: str, aspects: str, phase: int, added: list[str]) -> None:
    table = ultimate(who, aspects, phase)
    while table.asked == "blood":
        table.dice()
        break
    shown = [one.get("card", "") for one in table.born()["facing"]]
    assert shown[1 : 1 + len(added)] == added


@rule("RR-ULT-04")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "card", "bearers"),
    [
        ("frostwild", "storm", 1, "stun", ["u2", "u3", "p1"]),
        ("frostwild", "storm", 2, "stun", ["u1", "u2", "u3", "p1"]),
        ("neverset", "bloom", 1, "bleed", ["u1"]),
        ("neverset", "bloom", 2, "bleed", ["u2", "u3"]),
        ("shadowreck", "lair", 1, "webbed", ["u2", "u3"]),
        ("shadowreck", "lair", 2, "webbed", ["u1", "u2", "u3"]),
        ("moon_cove", "abyss", 1, "drowning", ["p1", "p1"]),
        ("moon_cove", "abyss", 2, "drowning", ["p1", "p1"]),
    ],
)
def test_an_ultimate_puts_on_what_its_card_names(
    who: str, aspects: str, phase: int, card: str, bearers: list[str]
) -> None:
    table = ultimate(who, aspects, phase, units=3)
    born = table.born()
    found = [one["ref"] for one in born["units"] for _ in range(one["attached"].get(card, 0))]
    assert found + ["p1"] * born["attached"].get(card, 0) == bearers


@rule("RR-ULT-06")
def test_the_last_ultimate_comes_again_and_again() -> None:
    table = solo("viros", [{"blood": 2}], phase=3, red_rains=2, rage=4)
    table.do("pass").dice()
    assert (table.chimera["phase"], table.chimera["red_rains"]) == (3, 0)
    assert len(table.born()["facing"]) == 2


@rule("RR-TOK-04", "RR-ULT-02")
def test_a_heap_of_tokens_brings_one_ultimate_after_another() -> None:
    heap = {"main": [{"do": "place_red_rains", "n": 7}]}
    pack = deck(CALM, rows=heap, chimera={"ultimate_value": 3})
    pack["ultimate"] = [
        {"phase": phase, "effects": [{"do": "damage", "target": "phoenixborn", "n": phase}]} for phase in (1, 2, 3)
    ]
    table = solo(pack, [DOWN], red_rains=2).turn()
    # 2 + 1 = 3: first; 3 more: second; 3 more: third
    assert (table.chimera["red_rains"], table.chimera["phase"]) == (0, 3)
    assert table.born()["wounds"] == 1 + 2 + 3


@rule("RR-TOK-05", "RR-ULT-02", "RR-ULT-09")
@pytest.mark.parametrize(("tokens", "fires"), [(5, False), (6, True)])
def test_exhaustion_on_both_cards_raises_the_value(tokens: int, fires: bool) -> None:
    row = {"main": [{"do": "place_red_rains", "n": 1}]}
    table = solo(
        deck(CALM, rows=row), [DOWN], red_rains=tokens, chimera_card={"exhaustion": 1}, ultimate_exhaustion=1
    ).turn()
    assert table.chimera["phase"] == (2 if fires else 1)
    assert table.chimera["red_rains"] == (0 if fires else 6)
    assert table.chimera["exhaustion"] == 1
    assert table.chimera["ultimate_exhaustion"] == (0 if fires else 1)


@rule("RR-ULT-03", "RR-LAW-15", "RR-BASE-04")
def test_foreign_cards_leave_before_the_effect_and_cost_the_chimera_no_blood() -> None:
    puppet = {"name": "Blood Puppet", "attack": 0, "life": 2, "owner": "p1"}
    table = solo("viros", [DOWN, {**puppet, "ref": "u9"}], [unit(life=5)], rage=4, red_rains=2)
    table.do("pass").dice(shows=["rampage"])
    assert table.gone("u9")
    assert table.chimera["wounds"] == 0
    kinds = table.told("discarded", "damaged", "ultimate")
    assert kinds[:2] == ["ultimate", "discarded"]


@rule("RR-ULT-03")
def test_a_players_spell_on_an_aspect_leaves_too_but_what_the_chimera_conjured_stays() -> None:
    up = {"card": "avalanche", "spells": {"Fear": "p1"}, "attached": {"vigor": 1}, "exhaustion": 1}
    table = solo("frostwild", [up, DOWN], rage=4, red_rains=2)
    table.do("pass").dice()
    assert table.card("a1")["spells"] == []
    assert table.card("a1")["attached"] == {"vigor": 1}


# --- what Ultimates take ------------------------------------------------------------------------------------


def third(who: str, **p1: Any) -> Rains:
    """The third Ultimate, by the fifth rage die."""
    units = [unit("One", exhaustion=1), unit("Two"), unit("Three")]
    table = solo(who, [DOWN], units, phase=3, rage=4, red_rains=2, p1=p1)
    return table.do("pass")


@rule("RR-ULT-04", "RR-DICE-03")
@pytest.mark.parametrize(
    ("dice", "answer", "after"),
    [
        ({"power": 1, "basic": 1, "exhausted": 3}, "basic", {"power": 1, "class": 0, "basic": 0, "exhausted": 3}),
        ({"class": 1, "exhausted": 3}, "", {"power": 0, "class": 0, "basic": 0, "exhausted": 3}),
        ({"exhausted": 3}, "", {"power": 0, "class": 0, "basic": 0, "exhausted": 2}),
        ({}, "", {"power": 0, "class": 0, "basic": 0, "exhausted": 0}),
    ],
)
def test_the_third_ultimate_of_frostwild_takes_an_active_die_if_there_is_one(
    dice: dict[str, int], answer: str, after: dict[str, int]
) -> None:
    table = third("frostwild", dice=dice)
    if answer:
        assert set(table.offered()) == {"power", "basic"}
        table.answer(answer)
    assert table.born()["dice"] == after
    # then the leftmost unit that is not exhausted is stunned
    assert [one["attached"] for one in table.born()["units"]] == [{}, {"stun": 1}, {}]


@rule("RR-ULT-04")
@pytest.mark.parametrize(("who", "cards", "then"), [("neverset", 1, "aspect-added"), ("shadowreck", 2, "attached")])
def test_a_third_ultimate_that_takes_cards(who: str, cards: int, then: str) -> None:
    table = third(who)
    assert (table.asked, table.offered()[0]) == ("told", str(cards))
    prompt = table.state.view(None)["prompt"]
    for place in ("hand", "spellboard", "deck"):
        assert place in prompt
    table.answer("0")
    assert then in table.told()


@rule("RR-ULT-04", "RR-TURN-12")
def test_an_ultimate_against_two_falls_on_the_first_player_first() -> None:
    table = pair("neverset", ([DOWN], [unit(), unit()]), ([DOWN], [unit(), unit()]), rage=4, red_rains=2)
    table.do("pass", "p1").dice()
    assert [table.card(ref)["attached"] for ref in ("u1", "u2", "u51", "u52")] == [{"bleed": 1}, {}, {"bleed": 1}, {}]
    assert [len(table.born(seat)["facing"]) for seat in ("p1", "p2")] == [2, 2]
    put = [event.data["card"] for event in table.log if event.kind == "attached"]
    assert put == ["u1", "u51"]


@rule("RR-BLK-06", "RR-GRD-01", "RR-LAW-08")
def test_terrifying_and_gigantic_aspects_choose_who_may_meet_them() -> None:
    fright = aspect("fright", "claw_left", 2, 4, keywords=["terrifying 2"])
    giant = aspect("giant", "claw_left", 2, 4, keywords=["gigantic 3"])
    units = [
        unit("Target", 0, 9),
        unit("Weak", 2, 9, "unit guard"),
        unit("Strong", 3, 3, "unit guard"),
        unit("Hale", 3, 4, "unit guard"),
    ]
    assert sorted(solo(deck(fright), ["fright"], units).turn().offered()) == ["no", "p1", "u3", "u4"]
    assert sorted(solo(deck(giant), ["giant"], units).turn().offered()) == ["no", "p1", "u2", "u4"]


@rule("RR-TGT-02", "RR-TGT-03")
def test_a_claw_without_units_falls_back_and_nobody_is_asked() -> None:
    table = solo(deck(LEFT, RIGHT), ["left"]).turn()
    assert (table.asked, table.born()["wounds"], table.card("a1")["exhaustion"]) == ("turn", 2, 1)


@rule("RR-LAW-07", "RR-BTL-06")
def test_one_that_cannot_be_guarded_against_opens_the_way_for_all_that_attack_with_it() -> None:
    ward = aspect("ward", "none", 1, 6, keywords=["defender"])
    units = [unit("Sly", 1, 9, "bypass"), unit("Plain", 1, 9)]
    table = solo(deck(CALM, ward), ["calm", "ward"], units).do("attack", units=["u1", "u2"], target="a1").dice()
    assert table.card("a1")["wounds"] + table.card("a2")["wounds"] == 2
    assert table.card("a1")["wounds"] >= 1


@rule("RR-BTL-08", "RR-BTL-07")
def test_effects_of_a_horde_resolve_from_left_to_right_whoever_was_named_first() -> None:
    def horde(card: str, where: str) -> dict[str, Any]:
        on_attack = [{"do": "damage", "target": where, "n": 1}]
        return aspect(card, "jaw", 0, 4, keywords=["horde"], triggers={"on_attack": on_attack})

    row = {"main": [{"do": "reveal"}, {"do": "attack", "unit": "revealed"}]}
    pack = deck(horde("first", "leftmost"), horde("last", "rightmost"), rows=row)
    table = solo(pack, ["first", DOWN], [unit(life=5), unit(life=5)]).turn(shows=["last"])
    assert table.state.view(None)["battle"]["attackers"] == ["a2", "a1"]
    assert [event.data["card"] for event in table.log if event.kind == "damaged"] == ["u1", "u2"]
