"""Riders: traits, costs, Potence, full Balance, what runes and gems grant, and what a builder says of a mistake."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.games import BadConfig
from immolation.games.kimera.cards import components, rider_builder

from tests.games.kimera.table import GAME, at, new, rider


@pytest.mark.rule("KM-TRAIT-01")
def test_nine_traits_in_three_categories_make_up_balance() -> None:
    assert [len(group) for group in components.CATEGORIES.values()] == [3, 3, 3]
    for category in components.CATEGORIES.values():
        for trait in category:
            assert rider_builder.check({"type": "kiron", "traits": {trait: 4}}).balance == 4
    fault = rider_builder.check({"type": "kiron", "traits": {"speed": 2}}).faults[0]
    assert (fault.rule, fault.key) == ("KM-TRAIT-01", "traits.speed")


@pytest.mark.rule("KM-TRAIT-02", "KM-TRAIT-03")
def test_levels_go_from_0_to_6_and_effects_may_lift_them_above() -> None:
    table = at(rider("drako", free_melee=6, runes={"savagery": 5}), rider(), stack=[{"at": "recovery"}])
    assert table.trait("p1", "free_melee") == 6 + 2 + 3
    assert table.seat("p1")["bought"]["free_melee"] == 6
    for level in (7, -1):
        fault = rider_builder.check({"type": "drako", "traits": {"armor": level}}).faults[0]
        assert (fault.rule, fault.key) == ("KM-TRAIT-03", "traits.armor")
    with pytest.raises(BadConfig, match=r"riders: p1: traits.armor.*KM-TRAIT-03"):
        GAME.new({"riders": {"p1": {"type": "drako", "traits": {"armor": 7}}}})


@pytest.mark.rule("KM-COST-01", "KM-COST-02")
def test_each_level_is_paid_three_or_two_times_its_number() -> None:
    assert rider_builder.price(4, "trait", start=2) == 9 + 12
    assert rider_builder.price(3, "rune") == rider_builder.price(3, "gem") == 2 + 4 + 6
    design = components.Rider("kiron", "K", {"armor": 4}, {"power": 3}, {"heroic": 1})
    assert rider_builder.cost(design) == (3 + 6 + 9 + 12) + (2 + 4 + 6) + 2


@pytest.mark.rule("KM-COST-03")
def test_runes_and_gems_are_bought_to_5_or_6_under_the_option() -> None:
    six = {"type": "kiron", "runes": {"power": 6}}
    assert rider_builder.check(six).faults[0].rule == "KM-COST-03"
    assert rider_builder.check(six, rune_gem_max=6).legal
    assert rider_builder.check({"type": "kiron", "gems": {"ruby": 1}}).faults[0].key == "gems.ruby"
    with pytest.raises(BadConfig, match=r"runes.power.*KM-COST-03"):
        GAME.new({"riders": {"p1": six}})
    GAME.new({"riders": {"p1": six}, "options": {"rune_gem_max": 6}})


@pytest.mark.rule("KM-COST-04", "KM-POT-02")
def test_every_player_of_a_team_spends_earned_points_on_the_own_rider() -> None:
    dear = {"type": "kiron", "traits": {"heavy_melee": 6, "intensity": 6, "evade": 6, "armor": 3}}
    cost = rider_builder.check(dear).cost
    assert cost > 200
    team = {"seats": 3, "teams": {"red": ["p1", "p2"], "blue": ["p3"]}, "riders": {"p1": dear, "p2": dear}}
    earned = cost - 200
    made = new(**team, earned={"p1": earned, "p2": earned + 1})
    assert made.seat("p1")["potence"] == made.seat("p2")["potence"] == 21
    with pytest.raises(BadConfig, match=rf"riders: p2: .*costs {cost} points; {cost - 1} are available.*KM-COST-04"):
        GAME.new({**team, "earned": {"p1": earned, "p2": earned - 1}})
    with pytest.raises(BadConfig, match=r"riders: p2: .*200 are available"):
        GAME.new({**team, "earned": {"p1": earned}})
    for wrong, said in (({"p9": 1}, "p9"), ({"p1": -1}, "p1"), ({"p1": True}, "p1"), ([1], "table of seats")):
        with pytest.raises(BadConfig, match=f"^earned: .*{said}"):
            GAME.new({**team, "earned": wrong})
    assert "earned" in {option.key for option in GAME.config_keys()}


@pytest.mark.rule("KM-COST-04")
def test_a_design_over_its_points_is_refused_with_both_numbers() -> None:
    dear = {"type": "kiron", "traits": {"heavy_melee": 6, "intensity": 6, "evade": 6, "armor": 5}}
    checked = rider_builder.check(dear)
    assert (checked.cost, checked.points, checked.left) == (234, 200, -34)
    assert [fault.rule for fault in checked.faults] == ["KM-COST-04"]
    with pytest.raises(BadConfig, match=r"riders: p2: points: .*234.*200.*KM-COST-04"):
        GAME.new({"riders": {"p2": dear}})
    GAME.new({"riders": {"p2": dear}, "options": {"starting_points": 234}})
    with pytest.raises(BadConfig, match="KM-COST-04"):
        GAME.new({"riders": {"p2": dear}, "options": {"starting_points": 233}})


@pytest.mark.rule("KM-COST-03", "KM-COST-04")
def test_everything_wrong_with_a_design_is_said_at_once() -> None:
    dear = {
        "type": "kiron",
        "traits": {"heavy_melee": 6, "intensity": 6, "evade": 6, "armor": 6},
        "gems": {"heroic": 6},
    }
    with pytest.raises(BadConfig, match=r"p2: gems\.heroic: .*KM-COST-03.* points: .*KM-COST-04"):
        GAME.new({"riders": {"p2": dear}})


@pytest.mark.rule("KM-POT-01")
def test_potence_counts_levels_not_costs() -> None:
    names = components.TRAITS
    traits: dict[Any, int] = dict(zip(names, (4, 3, 5, 2, 2, 4, 3, 3, 2), strict=True))
    design = components.Rider("kiron", "K", traits, {"power": 2}, {"abyssal": 3})
    assert rider_builder.potence(design) == 33
    table = at({"type": "kiron", "traits": traits, "runes": {"power": 2}, "gems": {"abyssal": 3}}, rider())
    assert table.seat("p1")["potence"] == 33


@pytest.mark.rule("KM-BAL-01")
def test_full_balance_is_the_best_of_each_category_by_bought_levels() -> None:
    values = (4, 2, 5, 3, 3, 1, 2, 4, 2)
    traits = dict(zip(components.TRAITS, values, strict=True))
    plain = {"type": "sinister", "traits": traits, "runes": {"power": 5}}
    assert rider_builder.check(plain).balance == 12
    assert at(plain, rider()).seat("p1")["full_balance"] == 12
    assert at(plain, rider()).balance("p1") == 12
    effective = at(plain, rider(), options={"balance_traits": "effective"})
    assert effective.seat("p1")["full_balance"] == (5 + 1 + 5) + 3 + 4
    assert new(seats=2).balance("p1") == new(seats=2).seat("p1")["full_balance"]
    assert new(seats=2, options={"start_balance": "zero"}).balance("p1") == 0


@pytest.mark.rule("KM-LORE-01")
def test_a_kimera_obeys_its_own_rider_for_the_whole_battle() -> None:
    table = new(seats=2)
    types = [table.seat(seat)["type"] for seat in ("p1", "p2")]
    assert table.no("p2", "recover", how="free") == "KM-SEQ-01"
    table.free()
    assert [table.seat(seat)["type"] for seat in ("p1", "p2")] == types
    assert all(action.seat == "p1" for action in table.state.legal_actions("p1"))


def test_six_sample_riders_one_of_each_type_within_200_points() -> None:
    riders = components.default_pack().riders
    assert sorted(one.type for one in riders.values()) == sorted(get_args(components.Type))
    for one in riders.values():
        assert rider_builder.check(one).faults == ()


@given(
    st.fixed_dictionaries(
        {"type": st.sampled_from(get_args(components.Type))},
        optional={
            "traits": st.dictionaries(st.sampled_from(components.TRAITS), st.integers(-1, 7)),
            "runes": st.dictionaries(st.sampled_from([*components.RUNES, "x"]), st.integers(-1, 7)),
            "gems": st.dictionaries(st.sampled_from([*components.GEMS, "x"]), st.integers(-1, 7)),
        },
    )
)
def test_the_builder_and_a_new_battle_agree_on_every_design(design: dict[str, Any]) -> None:
    checked = rider_builder.check(design)
    if checked.legal:
        state = GAME.new({"seats": 2, "riders": {"p1": design}})
        assert state.view(None)["seats"]["p1"]["full_balance"] == checked.balance
        assert checked.cost <= 200
    else:
        assert all(fault.rule.startswith("KM-") and fault.key and fault.reason for fault in checked.faults)
        with pytest.raises(BadConfig, match=r"KM-"):
            GAME.new({"seats": 2, "riders": {"p1": design}})


@pytest.mark.parametrize("given", [None, 3, [], {}, {"type": 3}, {"type": "kiron", "traits": []}, {"x": 1}])
def test_what_is_no_design_at_all_is_a_fault_not_an_exception(given: Any) -> None:
    assert not rider_builder.check(given).legal


# --- runes ------------------------------------------------------------------------------------------------

RUNE_LEVELS = [
    pytest.param(rune, number, row, marks=pytest.mark.rule(row.rule), id=row.rule)
    for rune, levels in components.RUNES.items()
    for number, row in enumerate(levels, 1)
]
BEST = {
    # rune -> (trait, bonus by level, skill by level): what the list shows up to that level, the best of each kind
    "rending": ("heavy_melee", (1, 1, 2, 2, 3), (0, 1, 1, 2, 2)),
    "savagery": ("free_melee", (1, 1, 2, 2, 3), (0, 1, 1, 2, 2)),
    "power": ("intensity", (1, 2, 3, 4, 5), (0, 0, 0, 0, 0)),
    "deflection": ("intercept", (1, 1, 2, 2, 3), (0, 1, 1, 2, 2)),
    "celeric": ("evade", (1, 1, 2, 2, 3), (0, 1, 1, 2, 2)),
    "insightful": ("acuity", (1, 1, 2, 2, 3), (0, 1, 1, 2, 2)),
    "focus": ("discipline", (1, 2, 3, 4, 5), (0, 0, 0, 0, 0)),
    "adamant": ("armor", (1, 2, 3, 4, 5), (0, 0, 0, 0, 0)),
    "endurance": ("recovery", (1, 2, 3, 4, 5), (0, 0, 0, 0, 0)),
}
SOVEREIGN = {"balance": (1, 1, 3, 3, 5), "card_values": (0, 1, 1, 2, 2)}


@pytest.mark.parametrize(("rune", "level", "row"), RUNE_LEVELS)
def test_every_rune_level(rune: str, level: int, row: components.RuneLevel) -> None:
    table = at(rider("kiron", runes={rune: level}), rider("kiron"))
    mine, plain = table.seat("p1"), table.seat("p2")
    if rune == "sovereign":
        assert mine["full_balance"] - plain["full_balance"] == SOVEREIGN["balance"][level - 1]
        assert mine["card_values"] == SOVEREIGN["card_values"][level - 1]
        return
    trait, bonus, skill = BEST[rune]
    for other in components.TRAITS:
        assert mine["traits"][other] - plain["traits"][other] == (bonus[level - 1] if other == trait else 0)
    assert mine["skills"] == ({trait: skill[level - 1]} if skill[level - 1] else {})


@pytest.mark.parametrize(
    "rune",
    [
        pytest.param(rune, marks=pytest.mark.rule(f"KM-RUNE-{number:02d}"))
        for number, rune in enumerate([*BEST, "sovereign"], 6)
    ],
)
def test_every_rune_strengthens_its_own_trait_in_five_levels(rune: str) -> None:
    assert len(components.RUNES[rune]) == 5
    table = at(rider("kiron", runes={rune: 5}), rider("kiron"))
    mine, plain = table.seat("p1"), table.seat("p2")
    changed = [trait for trait in components.TRAITS if mine["traits"][trait] != plain["traits"][trait]]
    assert changed == ([] if rune == "sovereign" else [BEST[rune][0]])
    assert (mine["full_balance"] == plain["full_balance"]) == (rune != "sovereign")


@pytest.mark.rule("KM-RUNE-01", "KM-RUNE-03")
def test_a_rune_works_by_itself_and_its_best_level_counts_not_the_sum() -> None:
    design = rider("kiron", heavy_melee=2, runes={"rending": 5})
    assert at(design, rider()).trait("p1", "heavy_melee") == 2 + 2 + 3
    assert at(design, rider()).seat("p1")["skills"] == {"heavy_melee": 2}
    summed = at(design, rider(), options={"rune_stack": "sum_all"})
    assert summed.trait("p1", "heavy_melee") == 2 + 2 + (1 + 2 + 3)
    assert summed.seat("p1")["skills"] == {"heavy_melee": 3}


# --- gems -------------------------------------------------------------------------------------------------

GEM_LEVELS = [
    pytest.param(gem, number, row, marks=pytest.mark.rule(row.rule), id=row.rule)
    for gem, levels in components.GEMS.items()
    for number, row in enumerate(levels, 1)
]
PRINTED = {
    "pyrrhic": "wrack, bolt, trial, edge, area bolt",
    "abyssal": "shield, suppression wrack, weapon, suppression bolt, edge",
    "phoebian": "suppression wrack, edge, suppression bolt, weapon, area suppression bolt",
    "thundering": "suppression bolt, weapon, bolt, edge, area suppression bolt",
    "eldritch": "shield, wrack, trial, bolt, area wrack",
    "zealous": "edge, resist_suppression, shield, weapon, heal",
    "heroic": "weapon, shield, heal, edge, trial",
    "sanative": "heal, shield, lingering heal, area heal, suppression trial",
    "etheric": "shield, trial, suppression wrack, grapple, bolt",
}


def words(power: dict[str, Any]) -> str:
    flags = [flag for flag in ("area", "suppression", "lingering") if power[flag]]
    return " ".join([*flags, power["power"]])


ALL_CARDS = ["scar-5", "rend-5", "scar-6", "bash-5", "crack-6", "crack-4", "crack-5", "stagger-6"]


@pytest.mark.parametrize(("gem", "level", "row"), GEM_LEVELS)
def test_every_gem_level_grants_its_power_and_one_less_does_not(gem: str, level: int, row: Any) -> None:
    power = PRINTED[gem].split(", ")[level - 1]
    for bought in (level, level - 1):
        hurt = rider(wounds=["expose-3"], initiative=1)
        mate = rider(team="red", wounds=["rend-3"], initiative=1)
        mine = rider("kiron", ALL_CARDS, gems={gem: bought} if bought else {}, initiative=9, team="red")
        table = at(mine, hurt, mate)
        maneuver = at(mine, hurt, mate, stack=[{"at": "maneuver"}])
        kind = power.split()[-1]
        flags = {flag: True for flag in ("area", "suppression", "lingering") if flag in power.split()}
        if kind in ("edge", "shield", "weapon"):
            offered = {"what": kind, "gem": gem} in [
                {"what": record["what"], "gem": record["gem"]} for record in maneuver.listed("p1", "activate")
            ]
        elif kind == "heal":
            names = ("area", "lingering")
            offered = any(
                all(record.get(name, False) == flags.get(name, False) for name in names)
                for record in table.listed("p1", "heal")
            )
        elif kind == "resist_suppression":
            offered = "resist_suppression" in [each["power"] for each in table.seat("p1")["powers"]]
        else:
            names = ("area", "suppression")
            offered = any(
                record["how"] == kind
                and all(record[name] == flags.get(name, False) for name in names)
                and (kind != "grapple" or record["gem"])
                for record in table.listed("p1", "attack")
            )
        assert offered == (bought == level), (power, bought)


@pytest.mark.parametrize(
    "gem",
    [pytest.param(gem, marks=pytest.mark.rule(f"KM-GEM-{number:02d}")) for number, gem in enumerate(PRINTED, 4)],
)
def test_every_gem_has_its_five_powers(gem: str) -> None:
    table = at(rider(gems={gem: 5}), rider())
    assert ", ".join(words(power) for power in table.seat("p1")["powers"]) == PRINTED[gem]


@pytest.mark.rule("KM-GEM-01", "KM-GEM-02")
def test_a_gem_grants_every_level_it_has_reached_or_the_last_alone_under_the_option() -> None:
    mine = rider(gems={"eldritch": 3}, initiative=2)
    assert [power["power"] for power in at(mine, rider()).seat("p1")["powers"]] == ["shield", "wrack", "trial"]
    last = at(mine, rider(), options={"gem_levels": "top_only"})
    assert [power["power"] for power in last.seat("p1")["powers"]] == ["trial"]
    none = at(rider(hand=["rend-5", "scar-5"], initiative=5), rider(), stack=[{"at": "maneuver"}])
    assert none.moment == "charge"  # without a gem there is nothing to activate
    assert none.done("turn").no("p1", "attack", how="bolt", target="p2") == "KM-ATK-07"


@pytest.mark.rule("KM-GEM-03")
def test_a_power_is_used_exactly_as_printed() -> None:
    hand = ["rend-5", "scar-5", "crack-5"]  # bolt, initiate, initiate: no area
    table = at(rider(hand=hand, gems={"thundering": 5}, initiative=5), rider(initiative=1))
    assert table.no("p1", "attack", how="bolt", target="p2", area=True, suppression=True) == "KM-AE-01"
    offered = [(record["how"], record["suppression"]) for record in table.listed("p1", "attack")]
    assert ("bolt", True) in offered
    assert ("bolt", False) in offered  # level 3
    level1 = at(rider(hand=hand, gems={"thundering": 1}, initiative=5), rider(initiative=1))
    assert level1.no("p1", "attack", how="bolt", target="p2") == "KM-GEM-03"
    assert level1.no("p1", "attack", how="heavy-melee", target="p2", area=True) == "KM-GEM-03"
