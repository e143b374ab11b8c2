"""Kimera: every worked case of the rulebook's checklist, played as it is told there."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games.kimera.cards import rider_builder

from tests.games.outsider.battle import Battle, rider


def traits(*levels: int) -> dict[str, int]:
    names = "heavy_melee free_melee intensity evade intercept acuity discipline armor recovery"
    return dict(zip(names.split(), levels, strict=True))


def undefended(battle: Battle, seat: str) -> Battle:
    """The defender does not defend, if it is asked at all."""
    return battle.do(seat, "defend", how="none") if battle.asked == {seat: "defend"} else battle


def strike(
    intensity: int, *, initiative: int = 3, kind: str = "kolossus", target: dict[str, Any], **facts: Any
) -> Battle:
    """A Heavy Melee worth 3 that nobody answers."""
    battle = Battle(rider(kind, "crack-5", "rend-6", initiative=initiative, intensity=intensity, **facts), target)
    return undefended(battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-6",)), "p2")


@pytest.mark.rule("KM-COST-01")
def test_a_trait_from_2_to_4_costs_21() -> None:
    low, high = (rider_builder.check({"type": "drako", "traits": {"armor": level}}).cost for level in (2, 4))
    assert high - low == 9 + 12


@pytest.mark.rule("KM-COST-02")
def test_power_up_to_3_costs_12() -> None:
    assert rider_builder.check({"type": "drako", "runes": {"power": 3}}).cost == 12


@pytest.mark.rule("KM-POT-01")
def test_potence_is_the_sum_of_levels() -> None:
    design = {
        "type": "siroko",
        "traits": traits(4, 3, 5, 2, 2, 4, 3, 3, 2),
        "runes": {"power": 2},
        "gems": {"abyssal": 3},
    }
    assert rider_builder.check(design).potence == 33


@pytest.mark.rule("KM-BAL-01")
def test_balance_is_the_best_of_each_category() -> None:
    assert rider_builder.check({"type": "hermes", "traits": traits(4, 2, 5, 3, 3, 1, 2, 4, 2)}).balance == 12


@pytest.mark.rule("KM-CARD-01")
def test_one_card_is_not_two_symbols() -> None:
    battle = Battle(rider("kolossus", "crack-1", "rend-5", initiative=3, gems={"eldritch": 4}), rider())
    battle.do("p1", "attack", how="bolt", target="p2")
    battle.refused("p1", "play", cards=["crack-1", "crack-1"])
    alone = Battle(rider("kolossus", "crack-1", "rend-6", "sever-3", initiative=3, gems={"eldritch": 4}), rider())
    assert alone.refused("p1", "attack", how="wrack", target="p2") != ""
    only = Battle(rider("kolossus", "crack-1", "rend-6", initiative=3, gems={"eldritch": 4}), rider())
    assert only.refused("p1", "attack", how="bolt", target="p2").startswith("KM-")


@pytest.mark.rule("KM-CARD-04")
def test_a_five_and_a_two_with_three() -> None:
    battle = Battle(rider("kolossus", "crack-5", "stagger-5", "sever-2", initiative=3, heavy_melee=3), rider())
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("stagger-5", "sever-2"))
    assert battle.view["attack"]["value"] == 5


@pytest.mark.rule("KM-TYPE-07", "KM-REC-04")
def test_the_kolossus_regenerates_beyond_its_recovery() -> None:
    mount = rider("kolossus", "rend-5", balance=3, heavy_melee=6, recovery=2)
    battle = Battle(mount, rider(), stack=[{"at": "recovery"}]).do("p1", "recover", how="partial", card="rend-5")
    assert battle.stands("p1") == (6, 0, False)


@pytest.mark.rule("KM-TYPE-14")
def test_a_sinister_fails_for_nothing() -> None:
    battle = Battle(
        rider("sinister", "sever-2", balance=1, initiative=3),
        rider("kolossus", "sunder-6", "rend-6"),
    )
    battle.attack("p1", "free-melee", "p2", ("sever-2",))
    battle.do("p2", "defend", how="intercept", card="sunder-6").play("p2", "rend-6")
    assert "attack-fails" in battle.happened()
    assert battle.stands("p1") == (1, 2, False)


@pytest.mark.rule("KM-REC-02")
def test_full_recovery_adds_five_three_and_one() -> None:
    mount = rider("kiron", "crack-5", "crack-3", "crack-1", balance=2, heavy_melee=6, recovery=4)
    battle = Battle(mount, rider(), stack=[{"at": "recovery"}]).do("p1", "recover", how="full")
    for card in ("crack-5", "crack-3", "crack-1"):
        assert battle.asked == {"p1": "full-recovery"}
        battle.do("p1", "discard", card=card)
    if battle.asked == {"p1": "full-recovery"}:
        battle.do("p1", "done")
    assert battle.stands("p1") == (10, 0, False)


@pytest.mark.rule("KM-INIT-02")
def test_four_of_nine_are_prepared() -> None:
    battle = Battle(rider("kolossus"), rider("kolossus"), stack=[{"at": "prepare"}])
    battle.do("p1", "prepare", amount=4).do("p2", "prepare", amount=0)
    while "chance" in battle.asked:
        battle.do("chance", "draw", card=battle.state.position()["deck"][0])
    assert battle.stands("p1") == (5, 4, False)


@pytest.mark.rule("KM-TAC-02", "KM-TYPE-12")
def test_a_hermes_draws_up_to_its_effective_discipline() -> None:
    battle = Battle(
        rider("hermes", "crack-1", "crack-2", prepared=0), rider(prepared=0, discipline=0), stack=[{"at": "resource"}]
    )
    for card in ("rend-1", "rend-2", "rend-3"):
        assert list(battle.asked) == ["chance"]
        battle.do("chance", "draw", card=card)
    assert battle.seat("p1")["hand_count"] == 5
    assert "chance" not in battle.asked


@pytest.mark.rule("KM-TAC-07")
def test_three_cards_for_two_teammates() -> None:
    team = {"team": "red"}
    battle = Battle(
        rider(initiative=3, **team), rider(**team), rider(**team), rider(team="blue"), stack=[{"at": "leadership"}]
    )
    battle.draws("crack-1", "crack-2", "crack-3")
    assert battle.view["pool"] == ["crack-1", "crack-2", "crack-3"]
    assert "chance" not in battle.asked


@pytest.mark.rule("KM-TURN-02")
def test_nine_goes_before_eight() -> None:
    battle = Battle(rider(initiative=4, discipline=3), rider(initiative=4, discipline=5))
    battle.do("chance", "roll", rider="p1", value=6).do("chance", "roll", rider="p2", value=3)
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-SUP-04")
def test_initiative_is_compared_before_it_is_spent() -> None:
    battle = Battle(rider("kiron", "crack-5", "rend-6", initiative=3), rider(initiative=1))
    battle.do("p1", "attack", how="heavy-melee", target="p2")
    assert battle.stands("p1") == (9, 2, False)


@pytest.mark.rule("KM-WAIT-01")
def test_five_holds_and_holds_again() -> None:
    battle = Battle(rider(initiative=5), rider("kolossus", "crack-5", initiative=3))
    battle.do("p1", "hold")
    assert battle.stands("p1")[1] == 4
    assert battle.asked == {"p2": "turn"}
    battle.do("p2", "hold")
    assert battle.asked == {"p1": "turn"}
    battle.do("p1", "hold")
    assert battle.stands("p1")[1] == 3


@pytest.mark.rule("KM-ATK-08")
@pytest.mark.parametrize(("how", "picker"), [("bolt", "p2"), ("wrack", "p1")])
def test_a_bolt_meets_double_armor(how: str, picker: str) -> None:
    cards = {"bolt": "rend-5", "wrack": "scar-6"}
    battle = Battle(
        rider("kolossus", cards[how], "crack-5", "rend-6", initiative=3, intensity=5, gems={"eldritch": 4}),
        rider("kolossus", balance=0, off=True, armor=3),
    )
    battle.attack("p1", how, "p2", (cards[how], "crack-5"), ("rend-6",))
    undefended(battle, "p2").draws("bash-1", "bash-2", "bash-3", "bash-4", "bash-5")
    assert battle.asked == {picker: "pick-damage"}


@pytest.mark.rule("KM-DMG-01")
def test_two_balance_against_three() -> None:
    battle = strike(3, target=rider(balance=2))
    assert battle.stands("p2") == (0, 0, True)
    assert battle.damage("p2") == []


@pytest.mark.rule("KM-DMG-02")
def test_exactly_to_zero_and_once_more() -> None:
    battle = strike(3, target=rider(balance=3))
    assert battle.stands("p2") == (0, 0, False)
    again = strike(1, target=rider(balance=0))
    assert again.stands("p2") == (0, 0, True)
    assert again.damage("p2") == []


@pytest.mark.rule("KM-DMG-10", "KM-EFF-01")
def test_two_cracks_leave_armor_1_of_5() -> None:
    assert Battle(rider(initiative=1), rider(armor=5, wounds=["crack-1", "crack-2"])).seat("p2")["traits"]["armor"] == 1


@pytest.mark.rule("KM-SPR-02")
def test_a_shield_brings_suppression_to_nothing_and_a_point_is_lost_all_the_same() -> None:
    target = rider(balance=4, gems={"heroic": 2}, shield="bash-1")
    attacker = rider("kolossus", "crush-1", "crack-5", "rend-6", initiative=2, intensity=2, gems={"phoebian": 1})
    battle = Battle(attacker, target)
    battle.attack("p1", "wrack", "p2", ("crush-1", "crack-5"), ("rend-6",), suppression=True)
    assert undefended(battle, "p2").stands("p2") == (3, 0, False)


@pytest.mark.rule("KM-EFF-02", "KM-END-04")
@pytest.mark.parametrize(("staggered", "held"), [("p2", True), ("p1", False)])
def test_a_staggered_side_loses_the_tie_of_a_breakout(staggered: str, held: bool) -> None:
    facts: dict[str, dict[str, Any]] = {"p1": {"holds": "p2"}, "p2": {}}
    facts[staggered]["wounds"] = ["stagger-6"]
    battle = Battle(
        rider("kolossus", "crack-6", **facts["p1"]), rider("kolossus", "crack-2", **facts["p2"]), stack=[{"at": "end"}]
    )
    assert set(battle.asked.values()) == {"breakout"}
    battle.do("p1", "commit", cards=["crack-6"]).do("p2", "commit", cards=["crack-2"])
    assert (battle.seat("p1")["holds"] == "p2") == held
    assert "bid" not in battle.asked.values()
    recovered = {"p1": 9, "p2": 9}
    assert {seat: battle.seat(seat)["balance"] for seat in recovered} == recovered


@pytest.mark.rule("KM-END-05")
def test_equal_bids_set_the_grappled_free_and_both_have_paid() -> None:
    battle = Battle(rider("kolossus", "crack-6", holds="p2"), rider("kolossus", "crack-2"), stack=[{"at": "end"}])
    battle.do("p1", "commit", cards=["crack-6"]).do("p2", "commit", cards=["crack-2"])
    assert battle.asked == {"p1": "bid", "p2": "bid"}
    battle.do("p1", "bid", amount=2).do("p2", "bid", amount=2)
    assert battle.seat("p1")["holds"] is None
    assert battle.seat("p1")["balance"] == battle.seat("p2")["balance"] == 7


@pytest.mark.rule("KM-CHG-02")
def test_a_kiron_charges_into_range() -> None:
    battle = Battle(rider("kiron", "rend-6", "crack-5", "scar-6", initiative=1, balance=5), rider(initiative=1))
    battle.do("chance", "roll", rider="p1", value=6).do("chance", "roll", rider="p2", value=1)
    assert battle.asked == {"p1": "turn"}
    assert battle.refused("p1", "attack", how="heavy-melee", target="p2").startswith("KM-")
    battle.do("p1", "charge", card="rend-6", amount=2)
    assert battle.stands("p1") == (3, 3, False)
    battle.do("p1", "attack", how="heavy-melee", target="p2")
    assert battle.stands("p1") == (3, 2, False)


@pytest.mark.rule("KM-GRP-06")
@pytest.mark.parametrize(("kind", "after"), [("kolossus", 3), ("kiron", 2)])
def test_in_a_grapple_a_kolossus_alone_recovers(kind: str, after: int) -> None:
    battle = Battle(rider(holds="p2", balance=4), rider(kind, balance=2), stack=[{"at": "recovery"}])
    for seat in ("p1", "p2"):
        if battle.asked == {seat: "recovery"}:
            battle.do(seat, "recover", how="free")
    assert battle.seat("p2")["balance"] == after


@pytest.mark.rule("KM-AE-06")
def test_five_is_two_for_a_secondary_target() -> None:
    attacker = rider(
        "kolossus", "rend-5", "crack-1", "crack-5", "rend-6", initiative=3, intensity=5, gems={"pyrrhic": 5}
    )
    battle = Battle(attacker, rider(), rider())
    battle.attack("p1", "bolt", "p2", ("rend-5", "crack-5", "crack-1"), ("rend-6",), area=True)
    undefended(undefended(battle, "p2"), "p3")
    assert battle.seat("p2")["balance"] == 4
    assert battle.seat("p3")["balance"] == 7


@pytest.mark.rule("KM-HEAL-04")
@pytest.mark.parametrize(("values", "removed"), [(("crack-5", "sever-2"), 2), (("crack-5", "crush-1"), 1)])
def test_seven_heals_three_and_four(values: tuple[str, str], removed: int) -> None:
    wounds = ["bash-3", "bash-4"]
    battle = Battle(
        rider("kolossus", *values, initiative=3, gems={"sanative": 1}), rider(wounds=wounds),
    )  # fmt: skip
    battle.do("p1", "heal", target="p2").play("p1", values[0]).play("p1", values[1])
    if removed == 2:
        battle.do("p1", "remove", card="bash-4")
    else:
        assert {one["card"] for one in battle.offers("p1", "remove")} == {"bash-3", "bash-4"}
    battle.do("p1", "remove", card="bash-3")
    assert len(battle.damage("p2")) == 2 - removed
    assert not battle.offers("p1", "remove")


@pytest.mark.rule("KM-HEAL-09", "KM-HEAL-08")
@pytest.mark.parametrize(("hit", "damage"), [("bash-4", []), ("bash-3", []), ("bash-5", ["bash-5"])])
def test_a_lingering_four_meets_a_damage_card(hit: str, damage: list[str]) -> None:
    battle = strike(1, target=rider(balance=0, off=True, lingering=[{"cards": ["rend-4"], "by": "p2"}]))
    battle.draws(hit)
    assert battle.damage("p2") == damage
    assert battle.seat("p2")["lingering"] == 0
    assert {"rend-4"} <= set(battle.view["discard"])


@pytest.mark.rule("KM-EDGE-03")
def test_an_edge_takes_initiative_on_top() -> None:
    battle = strike(3, initiative=4, gems={"zealous": 1}, edges=["bash-1"], target=rider(balance=6, initiative=2))
    assert battle.stands("p2") == (3, 1, False)


@pytest.mark.rule("KM-WPN-04")
def test_a_weapon_card_is_the_damage_card() -> None:
    battle = strike(3, gems={"heroic": 1}, weapons=["sever-5"], target=rider(balance=0, off=True))
    assert battle.asked == {"p1": "weapon"}
    battle.do("p1", "use-weapon", gem="heroic")
    assert battle.damage("p2") == ["sever-5"]
    assert battle.seat("p1")["weapons"] == []


@pytest.mark.rule("KM-GEM-03")
def test_no_area_symbol_no_area_bolt() -> None:
    battle = Battle(rider("kolossus", "rend-5", "crack-5", "rend-6", initiative=3, gems={"thundering": 5}), rider())
    battle.refused("p1", "attack", how="bolt", target="p2", suppression=True, area=True)
    battle.do("p1", "attack", how="bolt", target="p2", suppression=True)
    other = Battle(rider("kolossus", "rend-5", "crack-5", "rend-6", initiative=3, gems={"thundering": 2}), rider())
    other.refused("p1", "attack", how="bolt", target="p2")
