"""Attacks of the Battle phase: what may be declared, what is told of it before, cards and symbols."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.kimera.table import ALL, GAME, GEMS, INITIATE, Table, at, fight, rider

# --- before a declaration --------------------------------------------------------------------------------


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


# --- superiority and range -------------------------------------------------------------------------------


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


# --- kinds of attack -------------------------------------------------------------------------------------


@pytest.mark.rule("KM-ATK-01")
def test_there_are_five_types_of_attack_and_the_grapple() -> None:
    table = at(rider(hand=ALL, initiative=6, gems=GEMS), rider(initiative=1))
    assert {record["how"] for record in table.listed("p1", "attack")} == ALL_KINDS


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


# --- cards -----------------------------------------------------------------------------------------------


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
