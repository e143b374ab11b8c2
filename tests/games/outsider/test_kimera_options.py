"""Kimera: the other readings of the open points, each against the default, from the rulebook's list of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import GAME, Battle, rider

OFF: dict[str, Any] = {"balance": 0, "off": True, "armor": 0}


def fight(target: dict[str, Any], options: dict[str, Any], kind: str = "kolossus", **facts: Any) -> Battle:
    """p1 strikes p2 with 3, Intensity 2; p2 is about to answer if it may."""
    facts = {"initiative": 5, "intensity": 2, **facts}
    battle = Battle(rider(kind, "crack-5", "rend-3", **facts), target, options=options)
    return battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",))


def undefended(battle: Battle, seat: str = "p2") -> Battle:
    return battle.do(seat, "defend", how="none") if battle.asked == {seat: "defend"} else battle


@pytest.mark.rule("KM-BAL-01")
@pytest.mark.parametrize(("setting", "full"), [("bought", 3 + 3 + 3), ("effective", 5 + 3 + 6)])
def test_which_traits_make_balance(setting: str, full: int) -> None:
    """A Hermes with 3 of everything, Rending 4 (Heavy Melee +2) and Focus 1 beside its own +2 Discipline."""
    facts = rider("hermes", runes={"rending": 4, "focus": 1}, initiative=1)
    assert Battle(facts, rider(), options={"balance_traits": setting}).seat("p1")["full_balance"] == full


@pytest.mark.rule("KM-BAL-01", "KM-SEQ-02")
@pytest.mark.parametrize(("setting", "share"), [("max", 1), ("zero", 0)])
def test_balance_of_the_first_round(setting: str, share: int) -> None:
    view = GAME.new({"seats": 2, "options": {"start_balance": setting}}).view(None)
    for facts in view["seats"].values():
        assert facts["balance"] == share * facts["full_balance"]


@pytest.mark.rule("KM-REC-07")
@pytest.mark.parametrize(("setting", "after"), [("max_balance", 9), ("none", 11)])
def test_whether_recovery_stops_at_full_balance(setting: str, after: int) -> None:
    battle = Battle(
        rider("kiron", "rend-6", balance=8), rider(), stack=[{"at": "recovery"}], options={"balance_cap": setting}
    )
    assert battle.do("p1", "recover", how="partial", card="rend-6").seat("p1")["balance"] == after


@pytest.mark.rule("KM-REC-07")
def test_recovery_takes_nothing_away() -> None:
    battle = Battle(rider("kiron", balance=12), rider(), stack=[{"at": "recovery"}])
    assert battle.do("p1", "recover", how="free").seat("p1")["balance"] == 12


@pytest.mark.rule("KM-SEQ-02")
@pytest.mark.parametrize(("kept", "count"), [(True, 1), (False, 0)])
def test_whether_hands_are_kept(kept: bool, count: int) -> None:
    battle = Battle(rider("kiron", "rend-1", initiative=1), rider(), options={"hand_kept": kept})
    battle.do("p1", "stand-down")
    assert battle.view["round"] == 2
    assert battle.seat("p1")["hand_count"] == count
    assert ("rend-1" in battle.view["discard"]) != kept


@pytest.mark.rule("KM-TAC-01", "KM-INIT-04")
@pytest.mark.parametrize(("setting", "shown"), [("committed_initiative", 0), ("reveal_first", 4)])
def test_whether_the_dice_are_shown_before_hands_are_adjusted(setting: str, shown: int) -> None:
    battle = Battle(
        rider(discipline=1), rider(discipline=1), stack=[{"at": "prepare"}], options={"resource_order": setting}
    )
    battle.do("p1", "prepare", amount=2).do("p2", "prepare", amount=4)
    assert battle.seat("p2")["initiative"] == shown
    assert "Player 2" in battle.state.deciders()["chance"].prompt


@pytest.mark.rule("KM-TURN-06")
@pytest.mark.parametrize(("setting", "offered"), [("stand_down", True), ("hold_only", False)])
def test_how_to_decline(setting: str, offered: bool) -> None:
    battle = Battle(rider(initiative=2), rider(initiative=1), options={"decline": setting})
    assert bool(battle.offers("p1", "stand-down")) == offered
    assert battle.offers("p1", "hold")


@pytest.mark.rule("KM-RES-03")
@pytest.mark.parametrize(("setting", "one"), [("up_to_2", True), ("exactly_2", False)])
def test_how_many_cards_for_value(setting: str, one: bool) -> None:
    hand = ("crack-5", "rend-3", "bash-3")
    battle = Battle(rider("kolossus", *hand, initiative=5), rider("kiron", "sever-3"), options={"value_cards": setting})
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",))
    if one:
        battle.play("p1", "rend-3")
        assert battle.asked == {"p2": "defend"}
    else:
        assert battle.refused("p1", "play", cards=["rend-3"]) == "KM-RES-03"
        battle.play("p1", "rend-3", "bash-3")


@pytest.mark.rule("KM-ATK-07")
@pytest.mark.parametrize(("needs", "hows"), [(True, set()), (False, {"bolt", "wrack", "trial"})])
def test_whether_ranged_attacks_need_a_gem(needs: bool, hows: set[str]) -> None:
    hand = ("rend-5", "scar-6", "bash-5", "crack-5")
    battle = Battle(rider("kolossus", *hand, initiative=5), rider(), options={"ranged_needs_gem": needs})
    ranged = {one["how"] for one in battle.offers("p1", "attack")} - {"heavy-melee", "free-melee", "grapple"}
    assert ranged == hows


@pytest.mark.rule("KM-SPR-01")
@pytest.mark.parametrize(
    ("symbol", "cards"), [("none", ("scar-6", "crack-5")), ("area", ("scar-6", "crack-5", "crack-3"))]
)
def test_a_symbol_for_suppression(symbol: str, cards: tuple[str, ...]) -> None:
    battle = Battle(
        rider("kolossus", "scar-6", "crack-5", "crack-3", "rend-3", initiative=5, gems={"phoebian": 1}), rider(),
        options={"suppression_symbol": symbol},
    )  # fmt: skip
    battle.do("p1", "attack", how="wrack", target="p2", suppression=True)
    if len(cards) == 3:
        battle.refused("p1", "play", cards=list(cards[:2]))
    assert battle.play("p1", *cards).view["attack"]["step"] == "values"


@pytest.mark.rule("KM-AE-04")
@pytest.mark.parametrize("setting", ["each_separately", "primary_only"])
def test_who_defends_against_an_area(setting: str) -> None:
    hand = ("rend-5", "crack-5", "crack-1", "rend-3")
    battle = Battle(
        rider("kolossus", *hand, initiative=5, intensity=4, gems={"pyrrhic": 5}), rider("kiron", "bash-1", evade=4),
        rider("kiron", "bash-4", evade=4), options={"ae_defence": setting},
    )  # fmt: skip
    battle.attack("p1", "bolt", "p2", hand[:2] + hand[2:3], hand[3:], area=True).do("p2", "defend", how="none")
    if setting == "each_separately":
        assert battle.asked == {"p3": "defend"}
        battle.do("p3", "defend", how="none")
    assert [battle.seat(seat)["balance"] for seat in ("p2", "p3")] == [5, 7]


@pytest.mark.rule("KM-RES-08")
@pytest.mark.parametrize(("setting", "off"), [("zero_no_off", False), ("off_balance", True)])
def test_a_failed_free_melee_at_no_balance(setting: str, off: bool) -> None:
    battle = Battle(
        rider("kolossus", "rend-3", initiative=5, balance=1), rider("kiron", "bash-4", evade=4),
        options={"failed_attack_floor": setting},
    )  # fmt: skip
    battle.attack("p1", "free-melee", "p2", ("rend-3",)).do("p2", "defend", how="evade").play("p2", "bash-4")
    assert battle.stands("p1") == (0, 4, off)


@pytest.mark.rule("KM-RES-07")
@pytest.mark.parametrize(("value", "hits"), [(0, True), (2, True), (3, True), (4, False)])
def test_a_value_without_defence(value: int, hits: bool) -> None:
    battle = undefended(fight(rider("kiron"), {"no_defence_value": value}))
    assert ("attack-hits" in battle.happened()) == hits


@pytest.mark.rule("KM-SPR-03", "KM-SPR-02", "KM-SPR-04")
@pytest.mark.parametrize(
    ("options", "target", "expected"),
    [
        ({}, {"initiative": 1}, (9, 0, False)),
        ({"suppression_excess": "balance"}, {"initiative": 1}, (7, 0, False)),
        ({}, {"initiative": 0}, (8, 0, False)),
        ({}, {"initiative": 0, "balance": 0}, (0, 0, True)),
        ({"suppression_zero_balance": "nothing"}, {"initiative": 0, "balance": 0}, (0, 0, False)),
    ],
)
def test_suppression_beyond_initiative(options: Any, target: dict[str, Any], expected: Any) -> None:
    battle = Battle(
        rider("kolossus", "scar-6", "crack-5", "rend-3", initiative=5, intensity=3, gems={"phoebian": 1}),
        rider(**target), options=options,
    )  # fmt: skip
    battle.attack("p1", "wrack", "p2", ("scar-6", "crack-5"), ("rend-3",), suppression=True)
    assert undefended(battle).stands("p2") == expected


@pytest.mark.rule("KM-DMG-03")
@pytest.mark.parametrize(
    ("setting", "after_damage", "after_recovery"),
    [("balance_above_zero", True, False), ("end_of_round", True, True), ("after_damage", False, True)],
)
def test_when_off_balance_ends(setting: str, after_damage: bool, after_recovery: bool) -> None:
    options = {"off_balance_clears": setting}
    battle = undefended(fight(rider(**OFF), options, intensity=1)).draws("bash-1")
    assert battle.seat("p2")["off"] == after_damage
    rests = Battle(rider("kiron", **OFF), rider(), stack=[{"at": "recovery"}], options=options)
    rests.do("p1", "recover", how="free")
    assert rests.seat("p1")["off"] == after_recovery


@pytest.mark.rule("KM-EDGE-04", "KM-SHD-04")
def test_edges_and_shields_otherwise() -> None:
    edged: dict[str, Any] = {"edges": ["sever-1"], "gems": {"zealous": 1}}
    quiet = undefended(fight(rider(initiative=0), {"edge_zero_initiative": "nothing"}, **edged))
    assert quiet.stands("p2") == (7, 0, False)
    shielded = rider(shield="bash-1", gems={"heroic": 2})
    assert undefended(fight(shielded, {})).stands("p2")[0] == 8
    assert undefended(fight(shielded, {"shield_reduces_balance_loss": False})).stands("p2")[0] == 7
    struck = undefended(
        fight(rider(shield="bash-1", gems={"heroic": 2}, **OFF), {"shield_reduces_balance_loss": False})
    )
    struck.draws("scar-1")
    assert struck.damage("p2") == ["scar-1"], "of 2 hits the shield stops one all the same"


@pytest.mark.rule("KM-GRP-02", "KM-GEM-12")
@pytest.mark.parametrize(
    ("options", "gem", "value", "reaches"),
    [
        ({}, False, 2, False),
        ({"grapple_trait": "acuity"}, False, 5, False),
        ({"grapple_trait": "free_melee"}, False, 4, False),
        ({"grapple_range": "bolt"}, False, 2, True),
        ({}, True, 5, True),
        ({"gem_grapple": "as_grapple"}, True, 2, False),
    ],
)
def test_grapples_by_trait_and_range(options: dict[str, Any], gem: bool, value: int, reaches: bool) -> None:
    """Heavy Melee 2, Free Melee 4, Acuity 5; a target one lower is in reach of a Wrack but not of a blow."""
    mine = rider("kolossus", "crack-6", "crack-5", "rend-6", initiative=3, heavy_melee=2, free_melee=4, acuity=5,
                 gems={"etheric": 4})  # fmt: skip
    battle = Battle(mine, rider("kiron", "bash-1"), rider(initiative=2, stands_down=True), options=options)
    near = {one["target"] for one in battle.offers("p1", "attack") if one["how"] == "grapple" and one["gem"] == gem}
    assert ("p3" in near) == reaches
    battle.attack("p1", "grapple", "p2", ("crack-6", "crack-5"), ("rend-6",), gem=gem)
    assert battle.view["attack"]["value"] == value


@pytest.mark.rule("KM-END-05", "KM-END-04")
def test_balance_spent_in_turns() -> None:
    battle = Battle(
        rider("kiron", "crack-6", balance=2), rider("kiron", "crack-2", balance=3, holds="p1"), rider(),
        stack=[{"at": "end"}], options={"grapple_bid": "alternate"},
    )  # fmt: skip
    battle.do("p1", "commit", cards=["crack-6"]).do("p2", "commit", cards=["crack-2"])
    spent = {"p1": 0, "p2": 0}
    while "raise" in battle.asked.values():
        (seat,) = battle.asked
        if battle.offers(seat, "spend"):
            battle.do(seat, "spend")
            spent[seat] += 1
        else:
            battle.do(seat, "done")
    assert battle.seat("p1")["balance"] == 2 - spent["p1"]
    assert battle.seat("p2")["balance"] == 3 - spent["p2"]
    assert (battle.seat("p2")["holds"] is None) == (spent["p1"] >= spent["p2"])


@pytest.mark.rule("KM-HEAL-04")
@pytest.mark.parametrize(("cap", "value"), [("none", 9), ("acuity", 4), ("recovery", 2), ("discipline", 6)])
def test_what_caps_a_heal(cap: str, value: int) -> None:
    mine = rider(
        "kolossus", "crack-5", "rend-4", initiative=1, gems={"sanative": 1}, acuity=2, recovery=1, discipline=3
    )
    battle = Battle(mine, rider(wounds=["scar-1"]), options={"heal_cap": cap})
    battle.do("p1", "heal", target="p2").play("p1", "crack-5").play("p1", "rend-4")
    worth = {event.kind: event.data for event in battle.log}["heal-value"]["value"]
    assert worth == value


@pytest.mark.rule("KM-HEAL-01")
def test_heals_without_gems() -> None:
    battle = Battle(rider("kolossus", "crack-5", "rend-4", initiative=1), rider(wounds=["scar-1"]),
                    options={"heal_needs_gem": False})  # fmt: skip
    assert [(one["area"], one["lingering"]) for one in battle.offers("p1", "heal")] == [(False, False)]


@pytest.mark.rule("KM-HEAL-07")
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_lingering_heals_of_more_cards(cards: int) -> None:
    values = ("rend-1", "bash-1", "scar-1")[:cards]
    battle = Battle(
        rider("kolossus", "crack-5", "rend-6", *values, initiative=5, gems={"sanative": 3}, team="red"),
        rider(**OFF, team="red"),
        rider("kolossus", "stagger-6", "sever-3", initiative=3, intensity=1, team="blue"),
        options={"lingering_cards": cards},
    )
    battle.do("p1", "heal", target="p2", lingering=True).play("p1", "crack-5").play("p1", *values).do(
        "p1", "stand-down"
    )
    battle.attack("p3", "heavy-melee", "p2", ("stagger-6",), ("sever-3",))
    battle.draws({1: "crush-1", 2: "crush-2", 3: "crush-3"}[cards])
    assert battle.damage("p2") == [], f"{cards} cards of 1 wait with {cards}"


@pytest.mark.rule("KM-CHG-02")
@pytest.mark.parametrize(
    ("setting", "asked"),
    [("declaring_rider", {"p1": "attack"}), ("declarer_and_target", {"p2"}), ("any_rider", {"p2", "p3"})],
)
def test_who_may_charge_while_an_attack_is_declared(setting: str, asked: Any) -> None:
    """p2 charges itself out of reach: 3 against 3 is no Heavy Melee any more."""
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=3), rider("kiron", "rend-1", initiative=1),
        rider("kiron", "rend-2"), options={"charge_who": setting},
    )  # fmt: skip
    battle.do("p1", "attack", how="heavy-melee", target="p2")
    if setting == "declaring_rider":
        assert battle.asked == asked
        return
    seen = set()
    while "declaration" in battle.asked.values():
        (seat,) = battle.asked
        seen.add(seat)
        if seat == "p2" and battle.offers("p2", "charge"):
            battle.do("p2", "charge", card="rend-1", amount=2)
        else:
            battle.do(seat, "done")
    assert seen >= asked
    assert battle.asked == {"p1": "turn"}
    assert battle.stands("p1") == (9, 3, False), "no Initiative is committed to an attack that falls"


@pytest.mark.rule("KM-POT-03")
@pytest.mark.parametrize("most", [1, 2, 6])
def test_how_many_damage_cards_defeat(most: int) -> None:
    wounds = ["sever-1", "sever-2", "sever-3", "sever-4", "sever-6"][: most - 1]
    battle = undefended(fight(rider(**OFF, wounds=wounds), {"defeat_wounds": most}, intensity=1)).draws("bash-1")
    outcome = battle.state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)
