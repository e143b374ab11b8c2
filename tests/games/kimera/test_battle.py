"""The Battle phase: who acts, superiority and range, holding, attacks, cards, defences, comparisons, specials."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE
from immolation.games.kimera import actions

from tests.games.kimera.table import GAME, INITIATE, INITIATE2, INTERCEPT, Table, at, rider

ALL = ["scar-5", "rend-5", "scar-6", "bash-5", "crack-6", "crack-4", "crack-5", "stagger-6"]
GEMS = {"eldritch": 4}


# --- order ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-TURN-01")
def test_the_highest_initiative_acts_and_is_found_anew_after_every_action() -> None:
    table = at(rider(hand=ALL, initiative=5), rider(initiative=2), rider(initiative=1))
    for left in (4, 3):
        assert table.asked == ["p1"]
        table.attack("p1", "free-melee", "p3").defend("p3")
        assert table.initiative("p1") == left
    assert table.asked == ["p1"]


@pytest.mark.rule("KM-TURN-02")
def test_opponents_tied_for_the_highest_roll_and_add_discipline() -> None:
    table = at(rider(discipline=3, initiative=4), rider(discipline=5, initiative=4), rider(initiative=1))
    assert table.moment == "tie-roll"
    table.roll("p1", 6).roll("p2", 3)
    assert table.asked == ["p1"]  # 9 to 8
    again = at(rider(discipline=3, initiative=4), rider(discipline=5, initiative=4))
    again.roll("p1", 6).roll("p2", 4)
    assert again.moment == "tie-roll"
    assert again.roll("p1", 1).roll("p2", 1).asked == ["p2"]
    three = at(*(rider(discipline=level, initiative=4) for level in (3, 3, 2)))
    three.roll("p1", 5).roll("p2", 5).roll("p3", 1)
    assert [record["rider"] for record in three.listed("chance", "roll")] == ["p1"] * 6
    assert three.roll("p1", 1).roll("p2", 2).asked == ["p2"]  # p3 rolls no more


@pytest.mark.rule("KM-TURN-03")
def test_the_leader_chooses_among_tied_riders_of_the_team() -> None:
    riders = [rider(team="red", initiative=4), rider(team="red", initiative=4), rider(team="blue", initiative=1)]
    table = at(*riders, leaders={"red": "p2"})
    assert table.asked == ["p2"]
    assert table.no("p2", "first", who="p3") == "KM-TURN-03"
    table.do("p2", "first", who="p1")
    assert table.asked == ["p1"]
    assert table.moment == "turn"


@pytest.mark.rule("KM-TURN-04", "KM-TYPE-17")
def test_phasing_goes_first_and_a_staggered_kimera_last() -> None:
    assert at(rider(initiative=3), rider("siroko", initiative=3)).asked == ["p2"]
    assert at(rider(initiative=3, wounds=["stagger-1"]), rider(initiative=3)).asked == ["p2"]
    both = at(rider(initiative=3), rider("siroko", initiative=3, wounds=["stagger-1"]))
    assert both.moment == "tie-roll"  # its powers cancel
    two = at(rider("siroko", initiative=3), rider("siroko", initiative=3))
    assert two.moment == "tie-roll"
    prevails = at(
        rider(initiative=3), rider("siroko", initiative=3, wounds=["stagger-1"]), options={"tie_powers_cancel": False}
    )
    assert prevails.asked == ["p1"]


@pytest.mark.rule("KM-TURN-05", "KM-END-01")
def test_without_initiative_nobody_acts_and_the_battle_ends() -> None:
    last = at(rider(hand=ALL, initiative=1, gems=GEMS), rider())
    last.attack("p1", "wrack", "p2", ("scar-6", "scar-5")).defend("p2")
    assert last.moment == "recovery"  # its last point is spent
    table = at(rider(hand=ALL), rider(hand=["rend-1"]))
    assert table.moment == "recovery"
    assert table.view["round"] == 2
    quiet = at(rider(initiative=2), rider(initiative=1)).do("p1", "stand-down").do("p2", "stand-down")
    assert quiet.moment == "recovery"


@pytest.mark.rule("KM-TURN-06")
def test_nobody_must_attack() -> None:
    table = at(rider(hand=ALL, initiative=5), rider(initiative=2)).do("p1", "stand-down")
    assert table.asked == ["p2"]
    assert table.initiative("p1") == 5
    only = at(rider(hand=ALL, initiative=5), rider(), options={"decline": "hold_only"})
    assert only.no("p1", "stand-down") == "KM-TURN-06"
    assert only.listed("p1", "hold")


@pytest.mark.rule("KM-WAIT-01")
def test_a_hold_costs_one_and_lets_the_next_rider_act() -> None:
    table = at(rider(initiative=5), rider(hand=ALL, initiative=3), rider(initiative=1)).do("p1", "hold")
    assert table.initiative("p1") == 4
    assert table.asked == ["p2"]
    table.attack("p2", "free-melee", "p3").defend("p3")
    assert table.asked == ["p1"]
    table.do("p1", "hold")
    assert table.initiative("p1") == 3
    assert table.asked == ["p2"]


@pytest.mark.rule("KM-WAIT-01")
@pytest.mark.parametrize(
    ("mode", "order"),
    [
        ("next_other", ["p1", "p2", "p1"]),  # 5 3 2; 4 3 2; 4 2 2: the holder again
        ("all_others", ["p1", "p2", "p3", "p1"]),
        ("highest_again", ["p1", "p1"]),
    ],
)
def test_who_is_next_after_a_hold(mode: str, order: list[str]) -> None:
    table = at(rider(initiative=5), rider(initiative=3), rider(initiative=2), options={"hold_mode": mode})
    if mode == "next_other":
        table = at(rider(initiative=5), rider(initiative=3), rider(initiative=2))  # the default
    for who in order[:-1]:
        assert table.asked == [who]
        table.do(who, "hold")
    assert table.asked == order[-1:]


@pytest.mark.rule("KM-WAIT-01", "KM-TURN-06")
def test_the_holder_counts_again_whatever_the_next_rider_does_with_its_opportunity() -> None:
    riders = rider(initiative=5), rider(hand=ALL, initiative=3), rider(initiative=2)
    assert at(*riders).do("p1", "hold").do("p2", "stand-down").asked == ["p1"]
    kept = at(*riders, options={"hold_mode": "all_others"}).do("p1", "hold").do("p2", "stand-down")
    assert kept.asked == ["p3"]


@pytest.mark.rule("KM-WAIT-01", "KM-TURN-02", "KM-END-01")
def test_a_hold_meets_ties_and_a_rider_who_is_left_alone() -> None:
    table = at(rider(initiative=4), rider(initiative=2), rider(initiative=2)).do("p1", "hold")
    assert table.moment == "tie-roll"  # the others are tied, below the holder
    table.roll("p2", 1).roll("p3", 6)
    assert table.asked == ["p3"]
    assert table.do("p3", "hold").asked == ["p1"]
    alone = at(rider(initiative=2), rider())
    assert alone.do("p1", "hold").asked == ["p1"]  # nobody else can act
    assert alone.do("p1", "hold").view["round"] == 2


# --- before a declaration ---------------------------------------------------------------------------------


def foreseen(table: Table, who: str, **action: Any) -> dict[str, Any]:
    """What a rider is told of one action before it is declared."""
    told = table.state.view(who)["forecast"]
    found: dict[str, Any] = next(one for one in told if action.items() <= one["action"].items())
    return found


@pytest.mark.rule("KM-RES-01", "KM-RES-02", "KM-ATK-03", "KM-DMG-04")
def test_what_an_attack_costs_and_may_bring_is_told_before_it_is_declared() -> None:
    one = rider("sinister", ["scar-5", "rend-5", "crack-6"], initiative=5, heavy_melee=4, intensity=3, balance=4)
    two = rider("drako", ["rend-4"], initiative=2, wounds=["expose-1"])
    three = rider("kolossus", initiative=1, balance=0, off=True, armor=2, wounds=["rend-1", "bash-1", "sever-1"])
    four = rider("drako", ["rend-3"], initiative=1, balance=2)
    table = at(one, two, three, four)
    heavy = foreseen(table, "p1", how="heavy-melee", target="p2")
    assert heavy["cost"] == {"initiative": 1, "balance": 0, "symbols": ["initiate"], "cards": "up to 2 for value"}
    assert heavy["best"] == 8  # two cards, each capped by 4
    assert "Player 2 is Exposed and can make no defence." in heavy["known"]
    assert "A hit: Balance of Player 2 9 to 5." in heavy["known"]  # Bloodlust adds 1 to the Intensity of 3
    assert "At equal values the attack hits." in heavy["known"]
    assert "A failed attack costs no Balance." in heavy["known"]
    assert foreseen(table, "p1", how="free-melee", target="p2")["cost"]["balance"] == 0  # Battle-grace
    last = foreseen(table, "p1", how="heavy-melee", target="p3")["known"]
    assert "Player 3 cannot defend." in last
    assert "A hit: 4 hits on Player 3 against Armor 2, Player 1 picks: the last damage card." in last
    falls = foreseen(table, "p1", how="heavy-melee", target="p4")["known"]
    assert "A hit: Balance of Player 4 2 to 0, Off-Balance." in falls
    assert "forecast" not in table.state.view("p2")
    assert "forecast" not in table.view
    kolossus = at(rider(hand=["scar-5"], initiative=5, balance=4), rider())
    free = foreseen(kolossus, "p1", how="free-melee")
    assert free["cost"]["balance"] == 1
    assert "It leaves 3 Balance." in free["known"][0]


@pytest.mark.rule("KM-GRP-05", "KM-EDGE-03", "KM-WPN-04", "KM-RES-01")
def test_grapples_edges_and_weapons_are_told_before_a_declaration() -> None:
    cards = at(rider(), rider()).view["cards"]
    hand = [*(card for card, facts in cards.items() if "wrack" in facts["symbols"]), "scar-5"]
    gear = {"gems": {"eldritch": 3, "zealous": 4}, "edges": ["sever-6"], "weapons": ["bash-6"]}
    one = rider(hand=hand, initiative=6, **gear)
    table = at(one, rider(balance=0, off=True, holds="p3"), rider(team="b", balance=4), rider(initiative=1))
    heavy = foreseen(table, "p1", how="heavy-melee", target="p2")["known"]
    assert heavy[2].startswith(
        "A hit: 3 hits on Player 2 against Armor 3, Player 2 picks, or a weapon card as the damage card; the"
    )
    wrack = foreseen(table, "p1", how="wrack", target="p2")["known"]
    assert "A hit strikes Player 3 as well, in the same grapple." in wrack
    assert not [said for said in heavy if "in the same grapple" in said]


@pytest.mark.rule("KM-RES-01", "KM-SPR-01", "KM-SPR-02", "KM-SHD-05", "KM-AE-06")
def test_what_is_foretold_of_an_attack_is_what_then_happens() -> None:
    """Every forecast of a hit that names numbers is held against the numbers after it."""
    seen = set()
    cards = at(rider(), rider()).view["cards"]
    hand = [card for card, facts in cards.items() if facts["value"] in (2, 5)]
    gems = {"phoebian": 3, "eldritch": 5, "zealous": 1}
    mine = rider("siroko", hand, initiative=6, acuity=6, heavy_melee=6, free_melee=6, gems=gems)
    foes = [
        rider("kiron", initiative=2, balance=2, gems={"heroic": 2}, shield="sever-3"),
        rider("drako", balance=5, holds="p4", team="far"),
        rider("drako", initiative=0, balance=3, team="near"),
        rider("kolossus", initiative=2, balance=6),
    ]
    table = at(mine, *foes)
    for told in table.state.view("p1")["forecast"]:
        for said in told["known"]:
            match = re.search(r"A hit: (Balance|Initiative) of Player (\d) (\d+) to (\d+)", said)
            if match is None:
                continue
            battle = Table(table.state.copy())
            battle.events = battle.state.apply(GAME.action(told["action"]))
            while battle.asked and battle.moment in ("attack", "defend"):
                who = battle.asked[0]
                plays = battle.state.legal_actions(who)
                best = max(plays, key=lambda one: len(getattr(one, "cards", ())) if who == "p1" else 0)
                battle.state.apply(best if who == "p1" else plays[0])
            what, whom, before, after = match[1].lower(), f"p{match[2]}", int(match[3]), int(match[4])
            assert table.seat(whom)[what] == before
            assert battle.seat(whom)[what] == after, said
            seen.add((told["action"]["how"], told["action"]["suppression"], told["action"]["area"], what))
    assert {("wrack", True, False, "initiative"), ("wrack", False, True, "balance")} <= seen
    assert ("heavy-melee", False, False, "balance") in seen


# --- superiority and range --------------------------------------------------------------------------------


def open_to(mover: str, versus: str, lead: int) -> set[str]:
    one = rider(mover, ALL, initiative=2 + lead, gems=GEMS)
    table = at(one, rider(versus, initiative=2), stack=[{"at": "turn", "seat": "p1"}])
    return {record["how"] for record in table.listed("p1", "attack")}


AIR, GROUND = "hermes", "kolossus"
NEAR, ALL_KINDS = {"bolt", "wrack"}, {"bolt", "wrack", "trial", "heavy-melee", "free-melee", "grapple"}


@pytest.mark.rule("KM-SUP-01", "KM-SUP-02", "KM-RNG-01", "KM-RNG-03")
@pytest.mark.parametrize("versus", [AIR, GROUND])
def test_what_a_ground_kimera_may_do_at_each_lead(versus: str) -> None:
    expected = {-1: set(), 0: set(), 1: NEAR, 2: ALL_KINDS, 3: ALL_KINDS, 6: ALL_KINDS}
    assert {lead: open_to(GROUND, versus, lead) for lead in expected} == expected


@pytest.mark.rule("KM-SUP-01", "KM-SUP-03", "KM-RNG-02", "KM-RNG-03")
@pytest.mark.parametrize("versus", [AIR, GROUND])
def test_what_an_air_kimera_may_do_at_each_lead(versus: str) -> None:
    expected = {-1: set(), 0: {"bolt"}, 1: NEAR, 2: ALL_KINDS, 3: ALL_KINDS, 6: ALL_KINDS}
    assert {lead: open_to(AIR, versus, lead) for lead in expected} == expected


@pytest.mark.rule("KM-SUP-02", "KM-SUP-03", "KM-RNG-01", "KM-RNG-02", "KM-RNG-03")
def test_a_refusal_names_superiority_or_range() -> None:
    turn = [{"at": "turn", "seat": "p1"}]
    ground = at(rider(GROUND, ALL, initiative=2, gems=GEMS), rider(initiative=2), rider(initiative=3), stack=turn)
    assert ground.no("p1", "attack", how="bolt", target="p2") == "KM-SUP-02"
    assert ground.no("p1", "attack", how="bolt", target="p3") == "KM-RNG-03"
    near = at(rider(GROUND, ALL, initiative=3, gems=GEMS), rider(initiative=2), stack=turn)
    assert near.no("p1", "attack", how="heavy-melee", target="p2") == "KM-RNG-01"
    air = at(rider(AIR, ALL, initiative=3, gems=GEMS), rider(initiative=2), stack=turn)
    assert air.no("p1", "attack", how="trial", target="p2") == "KM-RNG-02"
    assert air.no("p1", "attack", how="bolt", target="p1") == "KM-RES-01"


@pytest.mark.rule("KM-SUP-04")
def test_initiative_is_compared_before_the_commitment() -> None:
    table = at(rider(GROUND, ALL, initiative=3), rider(initiative=1))
    table.do("p1", "attack", how="heavy-melee", target="p2")
    assert (table.initiative("p1"), table.initiative("p2")) == (2, 1)
    assert table.step == "symbols"


@pytest.mark.rule("KM-SUP-05")
def test_the_target_only_defends() -> None:
    table = at(rider(hand=ALL[:4], initiative=5), rider(hand=ALL[4:], initiative=2))
    table.attack("p1", "free-melee", "p2")
    assert {type(action).__name__ for action in table.state.legal_actions("p2")} == {"Defend"}
    assert table.no("p2", "attack", how="free-melee", target="p1") == "TABLE"


@pytest.mark.rule("KM-SUP-06")
@pytest.mark.parametrize(
    ("attacker", "target", "house", "open_"),
    [
        (rider("hermes"), rider("siroko"), {}, False),
        (rider("siroko"), rider("siroko"), {}, True),
        (rider("siroko"), rider("drako"), {}, True),
        (rider("hermes", wounds=["stagger-1"]), rider("drako"), {}, False),
        (rider("hermes"), rider("siroko", wounds=["stagger-2"]), {}, True),
        (rider("hermes"), rider("siroko"), {"siroko_equal_initiative": "no_effect"}, True),
        (rider("kolossus"), rider("drako", wounds=["stagger-1"]), {}, False),
    ],
)
def test_phasing_and_stagger_at_equal_initiative(
    attacker: dict[str, Any], target: dict[str, Any], house: dict[str, str], open_: bool
) -> None:
    one = attacker | {"hand": ["rend-5", "scar-5"], "initiative": 3, "gems": GEMS}
    table = at(one, target | {"initiative": 3}, stack=[{"at": "turn", "seat": "p1"}], options=house)
    if open_:
        table.do("p1", "attack", how="bolt", target="p2")
        assert table.initiative("p1") == 2
    else:
        rule = table.no("p1", "attack", how="bolt", target="p2")
        assert rule == ("KM-SUP-02" if attacker["type"] == "kolossus" else "KM-SUP-06")


# --- kinds of attack --------------------------------------------------------------------------------------


@pytest.mark.rule("KM-ATK-01")
def test_there_are_five_types_of_attack_and_the_grapple() -> None:
    table = at(rider(hand=ALL, initiative=6, gems=GEMS), rider(initiative=1))
    assert {record["how"] for record in table.listed("p1", "attack")} == ALL_KINDS


def fight(
    *hand: str, how: str = "heavy-melee", initiative: int = 5, two: dict[str, Any] | None = None, **one: Any
) -> Table:
    """p1 with this hand has declared an attack on p2."""
    keys = {key: one.pop(key) for key in ("options", "kind") if key in one}
    kind = keys.pop("kind", "kolossus")
    table = at(rider(kind, list(hand), initiative=initiative, **one), two or rider("kiron"), **keys)
    return table.do("p1", "attack", how=how, target="p2")


@pytest.mark.rule("KM-ATK-02", "KM-TRAIT-02")
def test_a_heavy_melee_needs_an_initiate_card() -> None:
    table = fight(INITIATE, "rend-4", heavy_melee=2)
    assert table.no("p1", "play", cards=[]) == "KM-CARD-01"
    table.play("p1", INITIATE).play("p1", "rend-4")
    assert table.value == 2
    none = at(rider(hand=["rend-5"], initiative=5), rider())
    assert none.no("p1", "attack", how="heavy-melee", target="p2") == "KM-ATK-02"


@pytest.mark.rule("KM-ATK-03")
def test_a_free_melee_costs_balance_and_no_symbol() -> None:
    table = fight("rend-5", how="free-melee", free_melee=4)
    assert table.balance("p1") == 8
    assert table.step == "values"
    table.play("p1", "rend-5")
    assert table.value == 4


@pytest.mark.rule("KM-ATK-04", "KM-EDGE-03", "KM-WPN-04")
def test_a_free_melee_has_no_use_of_edges_or_weapons() -> None:
    gear = {"edges": ["rend-1"], "weapons": ["rend-2"], "gems": {"zealous": 4}}
    table = at(rider(hand=["rend-5"], initiative=5, **gear), rider("kiron", balance=0, off=True, initiative=3))
    table.attack("p1", "free-melee", "p2", values=("rend-5",)).defend("p2")
    assert table.moment == "hits"  # no weapon is offered
    table.draws("crack-1", "crack-2", "crack-3")
    table.do(table.asked[0], "pick", card="crack-1")
    assert table.initiative("p2") == 3


@pytest.mark.rule("KM-ATK-05", "KM-CARD-01")
@pytest.mark.parametrize(("how", "card"), [("bolt", "rend-5"), ("wrack", "scar-6"), ("trial", "bash-5")])
def test_a_ranged_attack_needs_its_symbol_and_another_initiate(how: str, card: str) -> None:
    table = at(rider(hand=[card, INITIATE, "rend-4"], initiative=6, acuity=3, gems=GEMS), rider())
    table.do("p1", "attack", how=how, target="p2")
    assert table.no("p1", "play", cards=[INITIATE, card]) == "KM-CARD-01"
    table.play("p1", card, INITIATE).play("p1", "rend-4")
    assert table.value == 3  # Acuity
    bare = at(rider(hand=[card, "sunder-6"], initiative=6, gems=GEMS), rider())
    assert bare.no("p1", "attack", how=how, target="p2") == "KM-ATK-05"


@pytest.mark.rule("KM-CARD-01")
def test_two_symbols_never_come_from_one_card() -> None:
    both = {"bolt": "crack-1", "wrack": "sever-2", "trial": "rend-3"}
    for how, card in both.items():
        table = at(rider(hand=[card, "sunder-6"], initiative=6, gems=GEMS), rider())
        assert table.no("p1", "attack", how=how, target="p2") == "KM-CARD-01"
        table = fight(card, INITIATE, how=how, gems=GEMS, initiative=6)
        assert table.no("p1", "play", cards=[card, card]) == "KM-CARD-02"
        assert [list(record["cards"]) for record in table.listed("p1", "play")] == [[card, INITIATE]]


@pytest.mark.rule("KM-ATK-06", "KM-AE-01")
def test_an_area_attack_needs_a_third_card_for_area() -> None:
    hand = ["rend-5", INITIATE, "crack-3"]
    table = at(rider(hand=hand, initiative=5, gems={"pyrrhic": 5}), rider())
    table.do("p1", "attack", how="bolt", target="p2", area=True).play("p1", *hand)
    assert table.moment == "defend" or table.initiative("p1") == 4
    bare = at(rider(hand=["rend-5", "crack-4", "sunder-6"], initiative=5, gems={"pyrrhic": 5}), rider())
    assert bare.no("p1", "attack", how="bolt", target="p2", area=True) in ("KM-AE-01", "KM-CARD-01")


@pytest.mark.rule("KM-ATK-07")
def test_ranged_attacks_come_from_gems() -> None:
    hand = ["rend-5", "scar-6", "bash-5", INITIATE]
    bare = at(rider(hand=hand, initiative=6), rider())
    assert bare.no("p1", "attack", how="wrack", target="p2") == "KM-ATK-07"
    free = at(rider(hand=hand, initiative=6), rider(), options={"ranged_needs_gem": False})
    assert {"bolt", "wrack", "trial"} <= {record["how"] for record in free.listed("p1", "attack")}


@pytest.mark.rule("KM-ATK-08")
def test_armor_counts_double_against_a_bolt() -> None:
    for how, card, picker in (("bolt", "rend-5", "p2"), ("wrack", "scar-6", "p1")):
        one = rider(hand=[card, INITIATE, "stagger-6"], initiative=6, intensity=5, gems=GEMS)
        table = at(one, rider("kiron", balance=0, off=True, armor=3))
        table.attack("p1", how, "p2", (card, INITIATE), ("stagger-6",)).defend("p2")
        table.draws("crack-1", "crack-2", "crack-3", "crack-4", "bash-1")
        assert table.asked == [picker]


# --- cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-CARD-02", "KM-CARD-03")
def test_a_card_serves_for_one_thing_until_it_was_discarded() -> None:
    table = fight(INITIATE, "stagger-6").play("p1", INITIATE)
    assert table.no("p1", "play", cards=[INITIATE]) == "TABLE"
    assert table.no("p1", "play", cards=["stagger-6", "stagger-6"]) == "KM-CARD-02"
    assert INITIATE not in table.hand("p1")
    assert INITIATE not in table.view["discard"]
    table.play("p1", "stagger-6").defend("p2")
    assert INITIATE in table.view["discard"]


@pytest.mark.rule("KM-CARD-04")
def test_a_card_counts_at_most_the_trait() -> None:
    assert (
        fight(INITIATE, "stagger-5", "rend-2", two=rider(hand=["rend-1"]), heavy_melee=3)
        .play("p1", INITIATE)
        .play("p1", "stagger-5", "rend-2")
        .value
        == 3 + 2
    )


@pytest.mark.rule("KM-CARD-05", "KM-RUNE-02", "KM-RUNE-15")
def test_sovereign_raises_the_card_before_the_effective_trait_caps_it() -> None:
    two = rider(hand=["rend-1"])
    strong = fight(INITIATE, "stagger-6", two=two, heavy_melee=6, runes={"rending": 1, "sovereign": 2})
    assert strong.play("p1", INITIATE).play("p1", "stagger-6").value == 7
    low = fight(INITIATE, "rend-2", two=two, heavy_melee=2, runes={"sovereign": 2})
    assert low.play("p1", INITIATE).play("p1", "rend-2").value == 2
    hurt = fight(INITIATE, "stagger-6", two=two, heavy_melee=4, wounds=["sever-1"])
    assert hurt.play("p1", INITIATE).play("p1", "stagger-6").value == 3
    war_shod = fight(INITIATE, "stagger-6", two=two, kind="kiron", heavy_melee=3)
    assert war_shod.play("p1", INITIATE).play("p1", "stagger-6").value == 5


@pytest.mark.rule("KM-RUNE-04")
def test_skill_allows_cards_beyond_two_that_add_two_each() -> None:
    two = rider(hand=["rend-1"])
    hand = (INITIATE, "stagger-5", "rend-3", "sever-6", "bash-6")
    table = fight(*hand, two=two, heavy_melee=4, runes={"rending": 2}).play("p1", INITIATE)
    assert table.no("p1", "play", cards=["stagger-5", "rend-3", "sever-6"]) == "KM-RES-03"
    table.play("p1", "stagger-5", "rend-3")
    assert table.no("p1", "play", cards=["sever-6", "bash-6"]) == "KM-RUNE-04"
    table.play("p1", "sever-6")
    assert table.value == 5 + 3 + 2
    capped = fight(
        *hand, two=two, heavy_melee=4, runes={"rending": 2}, options={"skill_card_value": "min_of_2_and_bonus"}
    )
    capped.play("p1", INITIATE).play("p1", "stagger-5", "rend-3").play("p1", "sever-6")
    assert capped.value == 5 + 3 + 1


@pytest.mark.rule("KM-RUNE-05")
def test_a_skill_helps_its_own_trait_alone() -> None:
    two = rider(hand=["sunder-5", "rend-1", "rend-2", "rend-3"], runes={"celeric": 2})
    table = fight("rend-4", "bash-4", "scar-4", how="free-melee", two=two, runes={"rending": 4})
    table.play("p1", "rend-4", "bash-4")
    assert table.moment == "defend"  # no skill cards in a Free Melee
    table.do("p2", "defend", how="intercept", card="sunder-5").play("p2", "rend-1", "rend-2")
    assert table.view["attack"] is None  # Evade skill adds nothing to an Intercept
    evades = fight("rend-4", "bash-4", "scar-4", how="free-melee", two=two)
    evades.play("p1", "rend-4").do("p2", "defend", how="evade").play("p2", "rend-1", "rend-2")
    assert evades.view["attack"]["defence"]["step"] == "skills"
    evades.play("p2", "rend-3")
    assert "attack-fails" in evades.kinds()  # 3 against 1 + 2 + 2


# --- resolution -------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-RES-01", "KM-RES-02")
def test_declaration_then_one_initiative_before_any_card() -> None:
    table = at(rider(hand=[INITIATE], initiative=3, team="red"), rider(), rider(team="red"))
    for target in ("p3", "p9", "p1"):
        assert table.no("p1", "attack", how="free-melee", target=target) == "KM-RES-01"
    table.do("p1", "attack", how="heavy-melee", target="p2")
    assert table.initiative("p1") == 2
    assert table.hand("p1") == [INITIATE]


@pytest.mark.rule("KM-RES-03")
def test_up_to_two_cards_for_value_or_exactly_two() -> None:
    table = fight(INITIATE, "rend-1", "rend-2", "rend-3").play("p1", INITIATE)
    assert [len(record["cards"]) for record in table.listed("p1", "play")] == [0, 1, 1, 1, 2, 2, 2]
    two = {"value_cards": "exactly_2"}
    exact = fight(INITIATE, "rend-1", "rend-2", "rend-3", options=two).play("p1", INITIATE)
    assert exact.no("p1", "play", cards=["rend-1"]) == "KM-RES-03"
    assert {len(record["cards"]) for record in exact.listed("p1", "play")} == {2}
    short = at(rider(hand=[INITIATE, "rend-1"], initiative=5), rider(), options=two)
    assert short.no("p1", "attack", how="heavy-melee", target="p2") == "KM-RES-03"


@pytest.mark.rule("KM-RES-04")
def test_the_defender_sees_the_attack_and_chooses_one_defence() -> None:
    table = fight(INITIATE, "stagger-6", two=rider(hand=[INTERCEPT, "rend-1", "rend-2"]), heavy_melee=4)
    table.play("p1", INITIATE).play("p1", "stagger-6")
    assert table.state.view("p2")["attack"]["value"] == 4
    assert "4" in table.state.deciders()["p2"].prompt
    assert table.no("p2", "play", cards=["rend-1"]) == "KM-RES-04"
    table.do("p2", "defend", how="evade")
    assert table.no("p2", "defend", how="intercept", card=INTERCEPT) == "KM-RES-04"


def defended(*hand: str, attack: str = "stagger-6", kind: str = "kiron", **facts: Any) -> Table:
    """p1 attacks with 3 (Heavy Melee 3), p2 is about to defend."""
    options = facts.pop("options", {})
    one = rider("kolossus", [INITIATE, attack], initiative=5)
    table = at(one, rider(kind, list(hand), **facts), options=options)
    return table.attack("p1", "heavy-melee", "p2", (INITIATE,), (attack,))


@pytest.mark.rule("KM-RES-05")
def test_an_intercept_needs_a_symbol_card_and_costs_no_balance() -> None:
    table = defended(INTERCEPT, "rend-4", "bash-4", intercept=2)
    assert table.no("p2", "defend", how="intercept", card="bash-4") == "KM-RES-05"
    assert table.no("p2", "defend", how="evade", card=INTERCEPT) == "KM-RES-06"
    table.defend("p2", "intercept", ("rend-4", "bash-4"), INTERCEPT)
    fails = next(event for event in table.events if event.kind == "attack-fails")
    assert fails.data["defence"] == 2 + 2
    assert table.balance("p2") == 9


@pytest.mark.rule("KM-RES-06")
def test_an_evade_costs_one_balance_and_needs_some() -> None:
    table = defended("rend-4", "bash-4", evade=3).defend("p2", "evade", ("rend-4", "bash-4"))
    assert next(event for event in table.events if event.kind == "attack-fails").data["defence"] == 6
    assert table.balance("p2") == 8
    poor = defended("rend-4", balance=0)
    assert poor.no("p2", "defend", how="evade") == "KM-RES-06"
    assert defended("rend-4", balance=0, options={"evade_without_balance": "free"}).listed("p2", "defend")[1]


@pytest.mark.rule("KM-RES-07")
def test_no_defence_is_worth_nothing() -> None:
    table = defended("rend-4").defend("p2")
    assert next(event for event in table.events if event.kind == "attack-hits").data["defence"] == 0
    unable = defended(balance=0)  # nobody is asked
    assert next(event for event in unable.events if event.kind == "attack-hits").data["defence"] == 0
    high = defended("rend-4", options={"no_defence_value": 5}).defend("p2")
    assert "attack-fails" in high.kinds()


@pytest.mark.rule("KM-RES-08")
def test_a_failed_attack_costs_one_balance_down_to_zero() -> None:
    table = defended("rend-4", "bash-4").defend("p2", "evade", ("rend-4", "bash-4"))
    assert table.balance("p1") == 8
    for option, off in (("zero_no_off", False), ("off_balance", True)):
        one = rider("kolossus", [], balance=1, initiative=5)
        poor = at(one, rider(hand=["rend-4"]), options={"failed_attack_floor": option})
        poor.attack("p1", "free-melee", "p2").defend("p2", "evade", ("rend-4",))
        assert (poor.balance("p1"), poor.off("p1")) == (0, off)


@pytest.mark.rule("KM-RES-09")
def test_a_success_takes_balance_by_intensity_or_deals_damage_to_one_who_is_off() -> None:
    table = defended("rend-4").defend("p2")
    assert table.balance("p2") == 9 - 3
    off = defended("rend-4", balance=0, off=True).defend("p2")
    assert off.moment == "hits"


@pytest.mark.rule("KM-RES-10", "KM-RES-11")
@pytest.mark.parametrize(
    ("attacker", "defender", "wins"),
    [("sinister", "kolossus", True), ("kiron", "drako", True), ("drako", "hermes", False), ("drako", "kiron", False)],
)
def test_a_tie_of_values_goes_to_an_attacker_on_the_ground(attacker: str, defender: str, wins: bool) -> None:
    for costs in (True, False):
        one = rider(attacker, [INITIATE, "rend-3"], initiative=5, intensity=2)
        table = at(one, rider(defender, ["bash-3"]), options={"lost_tie_costs": costs})
        table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("rend-3",)).defend("p2", "evade", ("bash-3",))
        assert ("attack-hits" in table.kinds()) == wins
        paid = 1 if costs and not wins and attacker != "sinister" else 0
        assert table.balance("p1") == 9 - paid


@pytest.mark.rule("KM-RES-12")
def test_all_cards_of_an_attack_are_discarded_when_it_is_over() -> None:
    table = defended(INTERCEPT, "rend-4")
    assert table.view["discard"] == []
    table.defend("p2", "intercept", ("rend-4",), INTERCEPT)
    assert table.view["discard"] == sorted([INITIATE, "stagger-6", INTERCEPT, "rend-4"])


# --- the six types ----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-TYPE-01")
def test_three_types_fly_and_three_walk() -> None:
    types = ["drako", "kolossus", "kiron", "hermes", "sinister", "siroko"]
    table = at(*(rider(kind) for kind in types), stack=[{"at": "recovery"}])
    moves = [facts["move"] for facts in table.view["seats"].values()]
    assert moves == ["air", "ground", "ground", "air", "ground", "air"]


@pytest.mark.parametrize(
    ("kind", "trait", "amount"),
    [
        pytest.param("drako", "free_melee", 2, marks=pytest.mark.rule("KM-TYPE-03")),
        pytest.param("drako", "intensity", 1, marks=pytest.mark.rule("KM-TYPE-04")),
        pytest.param("kolossus", "intercept", 2, marks=pytest.mark.rule("KM-TYPE-06")),
        pytest.param("kiron", "heavy_melee", 2, marks=pytest.mark.rule("KM-TYPE-09")),
        pytest.param("hermes", "discipline", 2, marks=pytest.mark.rule("KM-TYPE-12")),
        pytest.param("hermes", "intensity", 1, marks=pytest.mark.rule("KM-TYPE-13")),
        pytest.param("sinister", "free_melee", 2, marks=pytest.mark.rule("KM-TYPE-15")),
        pytest.param("sinister", "intensity", 1, marks=pytest.mark.rule("KM-TYPE-16")),
        pytest.param("siroko", "evade", 2, marks=pytest.mark.rule("KM-TYPE-18")),
    ],
)
def test_the_bonus_of_a_type(kind: str, trait: str, amount: int) -> None:
    assert at(rider(kind), rider()).trait("p1", trait) == 3 + amount


@pytest.mark.rule("KM-TYPE-02", "KM-GRP-01")
def test_a_drako_grapples_with_any_card_others_with_the_symbol() -> None:
    hand = ["sunder-6", INITIATE]
    fight(*hand, how="grapple", kind="drako").play("p1", *hand)
    other = at(rider(hand=hand, initiative=5), rider())
    assert other.no("p1", "attack", how="grapple", target="p2") == "KM-GRP-01"
    alone = at(rider("drako", ["sunder-6", "rend-6"], initiative=5), rider())
    assert alone.no("p1", "attack", how="grapple", target="p2") == "KM-GRP-01"


@pytest.mark.rule("KM-TYPE-05")
def test_a_kolossus_intercepts_with_any_card() -> None:
    assert defended("rend-5", kind="kiron").no("p2", "defend", how="intercept", card="rend-5") == "KM-RES-05"
    assert defended("rend-5", kind="kolossus").do("p2", "defend", how="intercept", card="rend-5")


@pytest.mark.rule("KM-TYPE-11")
def test_a_hermes_plays_any_card_as_bolt_wrack_or_trial_but_not_as_initiate() -> None:
    for how in ("bolt", "wrack", "trial"):
        table = fight("sunder-6", INITIATE, how=how, kind="hermes", gems=GEMS, initiative=6)
        table.play("p1", "sunder-6", INITIATE)
        bare = at(rider("hermes", ["sunder-6", "rend-6"], initiative=6, gems=GEMS), rider())
        assert bare.no("p1", "attack", how=how, target="p2") == "KM-ATK-05"


@pytest.mark.rule("KM-TYPE-14")
def test_a_sinister_pays_nothing_for_a_free_melee_or_a_failure() -> None:
    table = at(rider("sinister", ["rend-1"], balance=1, initiative=5), rider(hand=["rend-4"]))
    table.attack("p1", "free-melee", "p2").defend("p2", "evade", ("rend-4",))
    assert "attack-fails" in table.kinds()
    assert table.balance("p1") == 1


@pytest.mark.rule("KM-TYPE-17")
def test_phasing_does_not_cover_ties_of_attack_against_defence() -> None:
    table = at(rider("siroko", [INITIATE, "rend-3"], initiative=5), rider("kiron", ["bash-3"]))
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("rend-3",)).defend("p2", "evade", ("bash-3",))
    assert "attack-fails" in table.kinds()


@pytest.mark.rule("KM-TYPE-19")
def test_a_siroko_evades_for_nothing_even_at_zero_balance() -> None:
    table = defended("rend-4", kind="siroko", balance=0).defend("p2", "evade", ("rend-4",))
    assert "attack-fails" in table.kinds()
    assert table.balance("p2") == 0


@pytest.mark.rule("KM-BAL-02")
def test_at_zero_balance_no_attack_may_be_declared() -> None:
    table = at(rider("sinister", [*ALL], balance=0, initiative=9, gems=GEMS), rider())
    for how in ("heavy-melee", "free-melee", "bolt", "grapple"):
        assert table.no("p1", "attack", how=how, target="p2") == "KM-BAL-02"
    assert not table.listed("p1", "attack")
    assert INITIATE2 == "sever-6"


def test_the_default_of_every_decision_is_the_first_of_its_actions() -> None:
    """Told without looking for the others where that takes long; it must still be the same one."""
    for seed in range(3):
        state, rng = GAME.new({"seats": 3}), Random(seed)
        for _ in range(250):
            asked = state.deciders()
            if not asked:
                break
            for seat, decision in asked.items():
                if seat != CHANCE:
                    assert decision.default == state.legal_actions(seat)[0], decision
            seat = rng.choice(list(asked))
            state.apply(rng.choice(list(state.legal_actions(seat))))


def test_a_card_that_is_not_in_the_deck_is_not_drawn() -> None:
    seats = {"p1": {"traits": {"discipline": 2}, "hand": ["rend-6"], "prepared": 0}, "p2": {"prepared": 0}}
    state = GAME.from_position({"seats": seats, "stack": [{"at": "resource", "order": ["p1"]}]})
    assert list(state.deciders()) == [CHANCE]
    refusal = state.check(actions.Draw(CHANCE, "rend-6"))
    assert refusal is not None
    assert refusal.rule == "TABLE"
    assert state.check(actions.Draw(CHANCE, "no card")) is not None
    assert state.check(actions.Draw(CHANCE, "rend-5")) is None
    assert state.check(actions.Roll(CHANCE, "p1", 3)) is not None
