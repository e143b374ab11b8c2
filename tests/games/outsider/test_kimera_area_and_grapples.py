"""Kimera: area attacks, grapples and what spreads through them, where their rules meet, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import Battle, rider

BOLT = ("rend-5", "crack-5", "crack-1")
"""Bolt, Initiate and Area."""

PYRRHIC = {"gems": {"pyrrhic": 5}}
RED, BLUE, GREEN = {"team": "red"}, {"team": "blue"}, {"team": "green"}


def pass_by(battle: Battle, *seats: str) -> Battle:
    """These do not defend, in this order, as far as they are asked."""
    for seat in seats:
        if battle.asked == {seat: "defend"}:
            battle.do(seat, "defend", how="none")
    return battle


def area_bolt(*others: dict[str, Any], kind: str = "kolossus", value: str = "rend-3", **facts: Any) -> Battle:
    """p1 makes an area Bolt worth 3 with p2 as its centre."""
    facts = {"initiative": 4, "intensity": 5, "gems": {"pyrrhic": 5}, "team": "red"} | facts
    keys = {"options": facts.pop("options")} if "options" in facts else {}
    battle = Battle(rider(kind, *BOLT, value, **facts), *others, **keys)
    return battle.attack("p1", "bolt", "p2", BOLT, (value,), area=True)


def balances(battle: Battle) -> list[int]:
    return [facts["balance"] for facts in battle.view["seats"].values()]


@pytest.mark.rule("KM-AE-03", "KM-AE-05", "KM-AE-06")
def test_an_area_attack_reaches_the_same_initiative_and_spares_friends() -> None:
    battle = area_bolt(
        rider(initiative=1, **BLUE),
        rider(initiative=1, **BLUE),
        rider(initiative=1, **RED),
        rider(initiative=2, **BLUE),
    )
    pass_by(battle, "p2", "p3")
    assert balances(battle) == [9, 4, 7, 9, 9]


@pytest.mark.rule("KM-AE-02", "KM-AE-03")
def test_the_attacker_s_own_initiative_is_no_target() -> None:
    """Commitment takes p1 to the Initiative of its targets; it does not hit itself."""
    battle = area_bolt(rider(initiative=3, **BLUE), rider(initiative=3, **BLUE), initiative=4)
    pass_by(battle, "p2", "p3")
    assert balances(battle) == [9, 4, 7]


@pytest.mark.rule("KM-AE-04", "KM-RES-06", "KM-RES-08", "KM-RES-10")
def test_each_target_of_an_area_attack_defends_and_ties_by_its_own_kind() -> None:
    """An Air attacker worth 3: the centre ties it by evasion and wins, p3 intercepts with 2, p4 does nothing."""
    battle = area_bolt(
        rider("kiron", "bash-3", **BLUE), rider("kiron", "sunder-5", "bash-2", **BLUE), rider("siroko", **BLUE),
        kind="hermes", intensity=4,
    )  # fmt: skip
    assert battle.asked == {"p2": "defend"}
    battle.do("p2", "defend", how="evade").play("p2", "bash-3")
    assert battle.seat("p2")["balance"] == 8
    assert battle.seat("p1")["balance"] == 8, "a lost tie against the centre costs the attacker"
    battle.do("p3", "defend", how="intercept", card="sunder-5").play("p3", "bash-2")
    battle.do("p4", "defend", how="none")
    assert balances(battle) == [8, 8, 7, 7]


@pytest.mark.rule("KM-AE-04")
@pytest.mark.parametrize(("setting", "left"), [("primary_only", 9), ("each", 7)])
def test_who_evades_a_secondary_attack_costs_the_attacker_only_if_said(setting: str, left: int) -> None:
    battle = area_bolt(
        rider(**BLUE), rider("kiron", "bash-4", evade=4, **BLUE), rider("kiron", "bash-5", evade=4, **BLUE),
        options={"ae_failure_cost": setting},
    )  # fmt: skip
    battle.do("p2", "defend", how="none")
    battle.do("p3", "defend", how="evade").play("p3", "bash-4")
    battle.do("p4", "defend", how="evade").play("p4", "bash-5")
    assert balances(battle) == [left, 4, 8, 8]


@pytest.mark.rule("KM-AE-07", "KM-DMG-05")
def test_the_victim_picks_on_a_secondary_target() -> None:
    weak = {"balance": 0, "off": True, "armor": 0}
    battle = area_bolt(rider("kiron", **weak, **BLUE), rider("kiron", **weak, **BLUE))
    battle.draws("bash-1", "bash-2", "bash-3", "bash-4", "bash-5")
    assert battle.asked == {"p1": "pick-damage"}
    battle.do("p1", "pick", card="bash-5").draws("sever-1", "sever-2")
    assert battle.asked == {"p3": "pick-damage"}
    battle.do("p3", "pick", card="sever-1")
    assert (battle.damage("p2"), battle.damage("p3")) == (["bash-5"], ["sever-1"])
    assert {"bash-1", "sever-2", *BOLT, "rend-3"} <= set(battle.view["discard"])


@pytest.mark.rule("KM-AE-06", "KM-SHD-04", "KM-GEM-09")
@pytest.mark.parametrize(("setting", "left"), [("halve_then_reduce", 8), ("reduce_then_halve", 7)])
def test_halving_and_a_shield(setting: str, left: int) -> None:
    shield: dict[str, Any] = {"shield": "bash-1", "gems": {"heroic": 2}}
    battle = area_bolt(rider(**BLUE), rider(**shield, **BLUE), intensity=5, options={"ae_order": setting})
    pass_by(battle, "p2", "p3")
    assert balances(battle) == [9, 4, left]


@pytest.mark.rule("KM-AE-06", "KM-SPR-02", "KM-SHD-05")
def test_area_suppression_halves_and_a_shield_makes_it_nothing() -> None:
    shield: dict[str, Any] = {"shield": "bash-1", "gems": {"heroic": 2}}
    facts = {"gems": {"phoebian": 5}}
    battle = Battle(
        rider("kolossus", *BOLT, "rend-3", initiative=5, intensity=4, **facts),
        rider(initiative=3), rider(initiative=3), rider(initiative=3, **shield), rider(),
    )  # fmt: skip
    battle.attack("p1", "bolt", "p2", BOLT, ("rend-3",), area=True, suppression=True)
    pass_by(battle, "p2", "p3", "p4")
    assert [battle.seat(seat)["initiative"] for seat in ("p2", "p3", "p4")] == [0, 1, 3]
    assert balances(battle) == [9, 9, 9, 9, 9]


@pytest.mark.rule("KM-EFF-05", "KM-AE-04")
def test_an_exposed_secondary_target_cannot_defend() -> None:
    battle = area_bolt(rider(**BLUE), rider("kiron", "sunder-5", "bash-6", wounds=["expose-1"], **BLUE))
    battle.do("p2", "defend", how="none")
    assert battle.refused("p3", "defend", how="intercept", card="sunder-5") == "KM-EFF-05"
    battle.do("p3", "defend", how="none")
    assert balances(battle) == [9, 4, 7]
    assert battle.seat("p3")["wounds"][0]["spent"]
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-AE-05", "KM-GRP-05")
@pytest.mark.parametrize("setting", ["struck", "spared"])
def test_a_friend_grappled_with_a_target_is_one_more_secondary_target(setting: str) -> None:
    """p4 holds p2; p5 is a friend outside the grapple. Nobody is struck twice."""
    battle = area_bolt(
        rider(**BLUE), rider(**BLUE), rider(holds="p2", **RED), rider(**RED), options={"grapple_friends": setting}
    )
    pass_by(battle, "p2", "p3", "p4")
    assert balances(battle) == [9, 4, 7, 7 if setting == "struck" else 9, 9]


@pytest.mark.rule("KM-AE-05")
def test_a_friend_grappled_with_a_secondary_target_is_caught_too() -> None:
    battle = area_bolt(rider(**BLUE), rider(**BLUE), rider(holds="p3", **RED), rider(**RED))
    pass_by(battle, "p2", "p3", "p4")
    assert balances(battle) == [9, 4, 7, 7, 9]


GROUP = (rider(holds="p3", **BLUE), rider(**GREEN), rider(holds="p3", **RED), rider(**BLUE))
"""p2 and p4 hold p3, p5 stands beside."""


def plain_bolt(target: str, *others: dict[str, Any], symbol: str = "bolt", **facts: Any) -> Battle:
    keys = {"options": facts.pop("options")} if "options" in facts else {}
    own = {"bolt": "rend-5", "wrack": "scar-6", "trial": "bash-5"}[symbol]
    facts = {"initiative": 4, "intensity": 3, "gems": {"pyrrhic": 4}, "team": "red"} | facts
    battle = Battle(rider("kolossus", own, "crack-5", "rend-3", **facts), *others, **keys)
    return battle.attack("p1", symbol, target, (own, "crack-5"), ("rend-3",))


@pytest.mark.rule("KM-GRP-05")
@pytest.mark.parametrize("target", ["p2", "p3"])
@pytest.mark.parametrize("symbol", ["bolt", "wrack", "trial"])
def test_a_ranged_attack_strikes_the_whole_grapple(target: str, symbol: str) -> None:
    battle = pass_by(plain_bolt(target, *GROUP, symbol=symbol), target)
    assert balances(battle) == [9, 6, 6, 6, 9]
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-GRP-05")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"grapple_friends": "spared"}, [9, 6, 6, 9, 9]),
        ({"grapple_spread": "automatic_half"}, [9, 8, 6, 8, 9]),
    ],
)
def test_readings_of_a_grapple_that_is_struck(options: dict[str, str], expected: list[int]) -> None:
    assert balances(pass_by(plain_bolt("p3", *GROUP, options=options), "p3")) == expected


@pytest.mark.rule("KM-GRP-05", "KM-RES-09")
def test_an_attack_that_misses_does_not_spread() -> None:
    battle = plain_bolt("p3", rider(holds="p3", **BLUE), rider("kiron", "bash-4", evade=4, **GREEN))
    battle.do("p3", "defend", how="evade").play("p3", "bash-4")
    assert balances(battle) == [8, 9, 8]


@pytest.mark.rule("KM-GRP-05")
def test_a_blow_does_not_spread() -> None:
    battle = Battle(rider("kolossus", "crack-5", "rend-3", initiative=4, **RED), *GROUP)
    battle.attack("p1", "heavy-melee", "p3", ("crack-5",), ("rend-3",))
    assert balances(pass_by(battle, "p3")) == [9, 9, 6, 9, 9]


@pytest.mark.rule("KM-GRP-05", "KM-DMG-04", "KM-ATK-08", "KM-SHD-04")
def test_who_is_caught_in_a_grapple_is_struck_as_it_stands() -> None:
    """Off: hits against double Armor; shielded: one less; at 2: Off now."""
    battle = plain_bolt(
        "p2",
        rider(**BLUE),
        rider("kiron", holds="p2", balance=0, off=True, armor=1, **GREEN),
        rider(holds="p2", shield="bash-1", gems={"heroic": 2}, team="white"),
        rider(holds="p2", balance=2, team="black"),
    )
    pass_by(battle, "p2").draws("sever-1", "sever-2", "sever-3")
    assert battle.asked == {"p1": "pick-damage"}, "3 hits against 2 times 1 Armor"
    battle.do("p1", "pick", card="sever-3")
    assert balances(battle) == [9, 6, 0, 7, 0]
    assert battle.seat("p5")["off"]


@pytest.mark.rule("KM-GRP-05", "KM-SPR-02", "KM-SPR-04")
def test_suppression_of_a_grapple_takes_a_point_from_everybody_in_it() -> None:
    battle = Battle(
        rider("kolossus", "scar-6", "crack-5", "rend-3", initiative=4, gems={"phoebian": 1}, **RED),
        rider(balance=0, holds="p3", **BLUE), rider(balance=1, **GREEN), rider(balance=5, holds="p3", **RED),
    )  # fmt: skip
    battle.attack("p1", "wrack", "p3", ("scar-6", "crack-5"), ("rend-3",), suppression=True)
    pass_by(battle, "p3")
    assert balances(battle) == [9, 0, 0, 4]
    assert [battle.seat(seat)["off"] for seat in ("p2", "p3", "p4")] == [True, False, False]


@pytest.mark.rule("KM-GRP-01", "KM-GRP-02", "KM-GRP-03")
def test_a_grapple_takes_all_initiative_and_strikes_nobody() -> None:
    battle = Battle(
        rider("kolossus", "crack-6", "crack-5", "rend-3", initiative=5), rider(initiative=3, balance=0, off=True),
        rider(initiative=1),
    )  # fmt: skip
    battle.attack("p1", "grapple", "p2", ("crack-6", "crack-5"), ("rend-3",))
    assert battle.seat("p1")["holds"] == "p2"
    assert battle.seat("p2")["held_by"] == ["p1"]
    assert [battle.seat(seat)["initiative"] for seat in ("p1", "p2", "p3")] == [0, 0, 1]
    assert battle.damage("p2") == []
    assert battle.asked == {"p3": "turn"}


@pytest.mark.rule("KM-GRP-02", "KM-RES-08")
def test_a_grapple_that_fails_costs_balance() -> None:
    battle = Battle(
        rider("kolossus", "crack-6", "crack-5", "rend-3", initiative=5), rider("kiron", "bash-4", evade=4, initiative=3)
    )
    battle.attack("p1", "grapple", "p2", ("crack-6", "crack-5"), ("rend-3",))
    battle.do("p2", "defend", how="evade").play("p2", "bash-4")
    assert battle.seat("p1")["holds"] is None
    assert (battle.stands("p1"), battle.stands("p2")) == ((8, 4, False), (8, 3, False))


@pytest.mark.rule("KM-GRP-04", "KM-GRP-03")
def test_many_hold_one_and_who_is_held_may_hold_another() -> None:
    battle = Battle(
        rider("kolossus", "crack-6", "crack-5", "rend-3", initiative=5, **RED), rider(holds="p3", **BLUE), rider(**RED),
        rider(initiative=1, **GREEN),
    )  # fmt: skip
    battle.attack("p1", "grapple", "p2", ("crack-6", "crack-5"), ("rend-3",))
    pass_by(battle, "p2")
    assert [battle.seat(seat)["holds"] for seat in ("p1", "p2", "p3")] == ["p2", "p3", None]


@pytest.mark.rule("KM-TYPE-02", "KM-GRP-01")
def test_a_drako_grapples_with_any_card() -> None:
    battle = Battle(rider("drako", "bash-6", "crack-5", initiative=5), rider(initiative=3))
    battle.do("p1", "attack", how="grapple", target="p2")
    battle.refused("p1", "play", cards=["crack-5", "bash-6"])
    battle.play("p1", "bash-6", "crack-5")


@pytest.mark.rule("KM-GRP-03", "KM-SHD-01", "KM-EDGE-03")
@pytest.mark.parametrize(("setting", "left"), [("none", 9), ("intensity", 6)])
def test_whether_a_grapple_strikes(setting: str, left: int) -> None:
    battle = Battle(
        rider("kolossus", "crack-6", "crack-5", "rend-3", initiative=5), rider(initiative=3),
        options={"grapple_damage": setting},
    )  # fmt: skip
    battle.attack("p1", "grapple", "p2", ("crack-6", "crack-5"), ("rend-3",))
    assert pass_by(battle, "p2").stands("p2") == (left, 0, False)
