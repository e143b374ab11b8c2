"""What a strike does: Balance, Off-Balance, hits, damage cards, suppression, area, equipment, defeat and the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.kimera.table import GAME, INITIATE, Table, at, hit, new, rider

GEMS = {"eldritch": 4}


# --- Balance ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-DMG-01")
def test_balance_stops_at_zero_and_the_kimera_is_off_without_hits() -> None:
    table = hit(rider("kiron", balance=2))
    assert (table.balance("p2"), table.off("p2"), table.wounds("p2")) == (0, True, [])
    assert table.moment == "turn"


@pytest.mark.rule("KM-DMG-02")
def test_exactly_zero_is_not_off_but_the_next_strike_makes_it_so() -> None:
    table = at(rider(hand=["rend-1", "rend-2"], initiative=6, intensity=3), rider("kiron", balance=3))
    table.attack("p1", "free-melee", "p2", values=("rend-1",)).defend("p2")
    assert (table.balance("p2"), table.off("p2")) == (0, False)
    table.attack("p1", "free-melee", "p2", values=("rend-2",)).defend("p2")
    assert (table.off("p2"), table.wounds("p2")) == (True, [])


@pytest.mark.rule("KM-DMG-03")
def test_off_balance_ends_above_zero_or_as_the_option_says() -> None:
    def recovered(how: str) -> Table:
        two = rider("kiron", balance=0, off=True)
        table = at(two, rider(), stack=[{"at": "recovery"}], options={"off_balance_clears": how})
        return table.do("p1", "recover", how="free")

    assert not recovered("balance_above_zero").off("p1")
    assert recovered("end_of_round").off("p1")
    ended = at(
        rider("kiron", balance=0, off=True), rider(initiative=1), options={"off_balance_clears": "end_of_round"}
    ).do("p2", "stand-down")
    assert not ended.off("p1")
    damaged = hit(
        rider("kiron", balance=0, off=True), "crack-1", intensity=1, options={"off_balance_clears": "after_damage"}
    )
    assert (damaged.off("p2"), damaged.wounds("p2")) == (False, ["crack-1"])


OFF: dict[str, Any] = {"balance": 0, "off": True}


@pytest.mark.rule("KM-DMG-04")
def test_hits_are_as_many_as_intensity() -> None:
    table = hit(rider("kiron", **OFF), intensity=4)
    assert table.asked == ["chance"]
    table.draws("crack-1", "crack-2", "crack-3")
    assert table.moment == "hits"
    assert table.draws("crack-4").moment == "pick-damage"
    assert table.view["hits"] == ["crack-1", "crack-2", "crack-3", "crack-4"]


@pytest.mark.rule("KM-DMG-05", "KM-DMG-06")
def test_armor_decides_who_picks() -> None:
    drawn = ("crack-1", "crack-2", "crack-3")
    assert hit(rider("kiron", armor=2, **OFF), *drawn).asked == ["p1"]
    assert hit(rider("kiron", armor=4, **OFF), *drawn).asked == ["p2"]


@pytest.mark.rule("KM-DMG-07", "KM-TYPE-17", "KM-EFF-02")
@pytest.mark.parametrize(
    ("attacker", "victim", "hurt", "picker"),
    [
        ("kolossus", "kiron", [], "p2"),
        ("drako", "kiron", [], "p2"),
        ("kolossus", "hermes", [], "p1"),
        ("drako", "hermes", [], "p1"),
        ("kolossus", "siroko", [], "p2"),
        ("siroko", "kiron", [], "p1"),
        ("siroko", "siroko", [], "p1"),
        ("kolossus", "kiron", ["stagger-1"], "p1"),
        ("kolossus", "siroko", ["stagger-1"], "p1"),
    ],
)
def test_ties_of_hits_against_armor(attacker: str, victim: str, hurt: list[str], picker: str) -> None:
    one = rider(attacker, [INITIATE, "stagger-6"], initiative=5, intensity=2 if attacker == "drako" else 3)
    table = at(one, rider(victim, armor=3, wounds=hurt, **OFF))
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2")
    assert table.draws("crack-1", "crack-2", "crack-3").asked == [picker]


@pytest.mark.rule("KM-DMG-08")
def test_exactly_one_hit_becomes_the_damage_card() -> None:
    table = hit(rider("kiron", armor=2, **OFF), "crack-1", "bash-2", "rend-3")
    assert table.no("p1", "pick", card="scar-1") == "KM-DMG-08"
    table.do("p1", "pick", card="bash-2")
    assert table.wounds("p2") == ["bash-2"]
    none = hit(rider("kiron", **OFF), intensity=0)
    assert (none.wounds("p2"), none.moment) == ([], "turn")
    assert "no-hits" in none.kinds()


@pytest.mark.rule("KM-DMG-09")
def test_the_card_stays_on_the_scroll_and_the_other_hits_are_discarded() -> None:
    table = hit(rider("kiron", armor=2, wounds=["rend-1"], **OFF), "crack-1", "bash-2", "rend-3")
    table.do("p1", "pick", card="bash-2")
    assert table.seat("p2")["wounds"][1] == {"card": "bash-2", "value": 2, "effect": "bash", "pick": "", "spent": False}
    assert {"crack-1", "rend-3"} <= set(table.view["discard"])
    assert "bash-2" not in table.view["discard"]


@pytest.mark.rule("KM-DMG-10")
def test_effects_add_up_and_never_go_below_zero() -> None:
    assert at(rider(armor=5, wounds=["crack-1", "crack-2"]), rider()).trait("p1", "armor") == 1
    assert at(rider(armor=1, wounds=["crack-1", "crack-2"]), rider()).trait("p1", "armor") == 0


# --- effects ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "changes"),
    [
        pytest.param("crack-1", {"armor": -2}, marks=pytest.mark.rule("KM-EFF-01")),
        pytest.param("sever-1", {"heavy_melee": -1, "free_melee": -1}, marks=pytest.mark.rule("KM-EFF-03")),
        pytest.param("rend-1", {"intensity": -2}, marks=pytest.mark.rule("KM-EFF-07")),
        pytest.param("bash-1", {"evade": -2}, marks=pytest.mark.rule("KM-EFF-08")),
        ("expose-1", {}),
    ],
)
def test_what_a_damage_card_lowers(card: str, changes: dict[str, int]) -> None:
    table = hit(rider("kiron", **OFF), card, intensity=1)
    whole = hit(rider("kiron", **OFF), intensity=1)
    for trait, level in table.seat("p2")["traits"].items():
        assert level == whole.trait("p2", trait) + changes.get(trait, 0)


@pytest.mark.rule("KM-EFF-02")
@pytest.mark.parametrize(
    ("one", "two", "hits"),
    [([], ["stagger-1"], True), (["stagger-1"], [], False), (["stagger-1"], ["stagger-2"], True)],
)
def test_a_staggered_kimera_loses_ties_of_attack_and_defence(one: list[str], two: list[str], hits: bool) -> None:
    attacker = rider("kolossus", [INITIATE, "rend-3"], initiative=5, wounds=one)
    table = at(attacker, rider("kiron", ["bash-3"], wounds=two))
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("rend-3",)).defend("p2", "evade", ("bash-3",))
    assert ("attack-hits" in table.kinds()) == hits
    air = at(rider("drako", [INITIATE, "rend-3"], initiative=5), rider("kiron", ["bash-3"], wounds=["stagger-1"]))
    air.attack("p1", "heavy-melee", "p2", (INITIATE,), ("rend-3",)).defend("p2", "evade", ("bash-3",))
    assert "attack-hits" in air.kinds()


@pytest.mark.rule("KM-EFF-04", "KM-EFF-09")
@pytest.mark.parametrize(
    ("card", "kind", "keys"), [("crush-1", "gems", ("heroic", "eldritch")), ("scar-1", "runes", ("power", "focus"))]
)
def test_crush_and_scar_cost_one_gem_or_rune_two_levels(card: str, kind: str, keys: tuple[str, str]) -> None:
    two = rider("kiron", armor=0, **OFF, **{kind: {keys[0]: 3, keys[1]: 2}})
    table = hit(two, card, intensity=1)
    assert table.moment == "pick-part"
    assert table.asked == ["p1"]  # it chose the card
    assert table.no("p1", "part", what="sanative").startswith("KM-EFF")
    before = table.seat("p2")
    table.do("p1", "part", what=keys[0])
    after = table.seat("p2")
    if kind == "gems":
        assert [power["power"] for power in before["powers"] if power["gem"] == "heroic"] == [
            "weapon",
            "shield",
            "heal",
        ]
        assert [power["power"] for power in after["powers"] if power["gem"] == "heroic"] == ["weapon"]
        assert len([power for power in after["powers"] if power["gem"] == "eldritch"]) == 2
    else:
        assert (before["traits"]["intensity"], after["traits"]["intensity"]) == (3 + 3, 3 + 1)
        assert after["traits"]["discipline"] == 3 + 2
    victim = hit(two, card, intensity=1, options={"crush_scar_pick": "victim"})
    assert victim.asked == ["p2"]
    single = hit(rider("kiron", **OFF, **{kind: {keys[0]: 1}}), card, intensity=1)
    assert single.seat("p2")["wounds"][0]["pick"] == keys[0]
    none = hit(rider("kiron", **OFF), card, intensity=1)
    assert none.seat("p2")["wounds"][0]["pick"] == ""
    defends = hit(rider("kiron", armor=6, **OFF, **{kind: {keys[0]: 3, keys[1]: 2}}), card, intensity=1)
    assert defends.asked == ["p2"]


@pytest.mark.rule("KM-EFF-05")
def test_an_exposed_kimera_cannot_defend_against_the_next_attack_once() -> None:
    for how, left in (("stay_spent", ["expose-1"]), ("discard", [])):
        one = rider(hand=["rend-1", "rend-2"], initiative=6)
        two = rider("kiron", ["sunder-6", "bash-6"], wounds=["expose-1"])
        table = at(one, two, options={"one_shot_effects": how})
        table.attack("p1", "free-melee", "p2", values=("rend-1",))
        assert table.no("p2", "defend", how="intercept", card="sunder-6") == "KM-EFF-05"
        assert table.no("p2", "defend", how="evade") == "KM-EFF-05"
        assert table.state.deciders()["p2"].rule == "KM-EFF-05"
        assert "is Exposed" in table.state.deciders()["p2"].prompt
        table.defend("p2")
        assert "exposed" in table.kinds()
        assert table.balance("p2") == 6
        assert table.wounds("p2") == left
        table.attack("p1", "free-melee", "p2", values=("rend-2",))
        assert table.moment == "defend"
    twice = at(one, two | {"wounds": ["expose-1", "expose-2"]})
    for card in ("rend-1", "rend-2"):
        twice.attack("p1", "free-melee", "p2", values=(card,))
        assert twice.no("p2", "defend", how="evade") == "KM-EFF-05"
        twice.defend("p2")
    assert twice.moment == "turn"


@pytest.mark.rule("KM-EFF-05", "KM-RES-07")
def test_nobody_is_asked_whom_nothing_could_defend_or_where_the_table_skips_the_exposed() -> None:
    one = rider(hand=["rend-1"], initiative=6)
    bare = at(one, rider("kiron", balance=0, wounds=["expose-1"]))
    skipped = at(one, rider("kiron", ["bash-6"], wounds=["expose-1"]), options={"exposed_defence": "skipped"})
    for table in (bare, skipped):
        table.attack("p1", "free-melee", "p2", values=("rend-1",))
        assert table.moment == "turn"
        assert "exposed" in table.kinds()
        assert table.seat("p2")["wounds"][0]["spent"]


@pytest.mark.rule("KM-EFF-05")
def test_a_position_may_stand_where_the_exposed_is_asked() -> None:
    one = rider(hand=["rend-1"], initiative=6)
    asked = at(one, rider("kiron", ["bash-6"], wounds=["expose-1"])).attack(
        "p1", "free-melee", "p2", values=("rend-1",)
    )
    again = GAME.from_position(asked.state.position())
    assert again.position() == asked.state.position()
    assert list(again.deciders()) == ["p2"]


@pytest.mark.rule("KM-EFF-06")
def test_sunder_destroys_a_weapon_or_a_shield() -> None:
    gear = {"weapons": ["rend-1"], "shield": "rend-2", "gems": {"heroic": 2}}
    two = rider("kiron", armor=0, **OFF, **gear)
    both = hit(two, "sunder-1", intensity=2)  # the shield takes 1
    assert both.moment == "pick-part"
    assert {record["what"] for record in both.listed("p1", "part")} == {"weapon:heroic", "shield"}
    both.do("p1", "part", what="shield")
    assert both.seat("p2")["shield"] is None
    assert both.seat("p2")["weapons"]
    assert both.seat("p2")["wounds"][0]["spent"]
    assert "rend-2" in both.view["discard"]
    one = hit(rider("kiron", **OFF, weapons=["rend-1"], gems={"heroic": 1}), "sunder-1", intensity=1)
    assert one.seat("p2")["weapons"] == []
    none = hit(rider("kiron", **OFF), "sunder-1", intensity=1)
    assert none.seat("p2")["wounds"][0]["spent"]
    gone = hit(
        rider("kiron", **OFF, weapons=["rend-1"], gems={"heroic": 1}),
        "sunder-1",
        intensity=1,
        options={"one_shot_effects": "discard"},
    )
    assert gone.wounds("p2") == []


# --- suppression ------------------------------------------------------------------------------------------


def suppressed(intensity: int = 3, options: dict[str, Any] | None = None, **two: Any) -> Table:
    """p1 has hit p2 with a Suppression Bolt."""
    one = rider(hand=["rend-5", INITIATE], initiative=6, intensity=intensity, gems={"thundering": 1})
    table = at(one, rider("kiron", **two), options=options or {})
    return table.attack("p1", "bolt", "p2", ("rend-5", INITIATE), suppression=True).defend("p2")


@pytest.mark.rule("KM-SPR-01", "KM-RES-09")
def test_suppression_takes_initiative_and_no_balance() -> None:
    table = suppressed(2, initiative=4)
    assert (table.initiative("p2"), table.balance("p2")) == (2, 9)
    symbol = at(
        rider(hand=["rend-5", INITIATE], initiative=6, gems={"thundering": 1}),
        rider(),
        options={"suppression_symbol": "wrack"},
    )
    assert symbol.no("p1", "attack", how="bolt", target="p2", suppression=True) == "KM-ATK-05"


@pytest.mark.rule("KM-SPR-02")
def test_at_zero_initiative_suppression_costs_exactly_one_balance_even_through_a_shield() -> None:
    assert suppressed(5).balance("p2") == 8
    shielded = suppressed(2, shield="rend-1", gems={"heroic": 2})
    assert (shielded.balance("p2"), shielded.initiative("p2")) == (8, 0)
    assert suppressed(0).balance("p2") == 8


@pytest.mark.rule("KM-SPR-03")
def test_initiative_never_falls_below_zero_and_the_excess_is_lost() -> None:
    table = suppressed(5, initiative=2)
    assert (table.initiative("p2"), table.balance("p2")) == (0, 9)
    paid = suppressed(5, {"suppression_excess": "balance"}, initiative=2)
    assert (paid.initiative("p2"), paid.balance("p2")) == (0, 6)
    nothing = suppressed(2, initiative=2, shield="rend-1", gems={"heroic": 2})
    assert (nothing.initiative("p2"), nothing.balance("p2")) == (2, 9)


@pytest.mark.rule("KM-SPR-04")
def test_suppression_never_wounds() -> None:
    table = suppressed(5, balance=0, off=True)
    assert (table.wounds("p2"), table.moment) == ([], "turn")
    assert suppressed(5, balance=0).off("p2")
    assert not suppressed(5, {"suppression_zero_balance": "nothing"}, balance=0).off("p2")


@pytest.mark.rule("KM-GEM-09")
def test_resist_suppression_takes_two_and_adds_to_a_shield() -> None:
    assert suppressed(3, initiative=4, gems={"zealous": 2}).initiative("p2") == 3
    assert suppressed(5, initiative=4, gems={"zealous": 3}, shield="rend-1").initiative("p2") == 3
    assert suppressed(3, {"resist_suppression": 3}, initiative=4, gems={"zealous": 2}).initiative("p2") == 4
    assert hit(rider("kiron", gems={"zealous": 2})).balance("p2") == 6  # a plain strike is not resisted


# --- area -------------------------------------------------------------------------------------------------


def area(*others: dict[str, Any], options: dict[str, Any] | None = None, intensity: int = 5, value: str = "") -> Table:
    """p1 of red has made an area Bolt on p2, whose Initiative is 2; it is about to be defended."""
    hand = ["rend-5", INITIATE, "crack-3", *([value] if value else [])]
    one = rider(hand=hand, initiative=6, intensity=intensity, team="red", gems={"pyrrhic": 5})
    table = at(one, *others, options=options or {})
    values = (value,) if value else ()
    return table.attack("p1", "bolt", "p2", tuple(hand[:3]), values, area=True)


BLUE = {"team": "blue", "initiative": 2}


@pytest.mark.rule("KM-AE-02")
def test_the_centre_must_be_inferior_and_in_range() -> None:
    hand = ["rend-5", INITIATE, "crack-3"]
    one = rider(hand=hand, initiative=3, gems={"pyrrhic": 5})
    table = at(one, rider(initiative=3), rider(initiative=2), stack=[{"at": "turn", "seat": "p1"}])
    assert table.no("p1", "attack", how="bolt", target="p2", area=True) == "KM-SUP-02"
    table.do("p1", "attack", how="bolt", target="p3", area=True)


@pytest.mark.rule("KM-AE-03", "KM-AE-06")
def test_everybody_at_the_centres_initiative_suffers_others_half() -> None:
    table = area(rider(**BLUE), rider(**BLUE), rider(team="blue", initiative=1))
    for who in ("p2", "p3"):
        table.defend(who)
    assert [table.balance(who) for who in ("p2", "p3", "p4")] == [9 - 5, 9 - 2, 9]
    shielded = {"shield": "rend-1", "gems": {"heroic": 2}}
    for order, lost in (("halve_then_reduce", 1), ("reduce_then_halve", 2)):
        table = area(rider(**BLUE), rider(**BLUE, **shielded), options={"ae_order": order}).defend("p2").defend("p3")
        assert table.balance("p3") == 9 - lost


@pytest.mark.rule("KM-AE-04")
def test_each_target_defends_and_only_the_centre_costs_the_attacker() -> None:
    others = rider("kiron", **BLUE), rider("kiron", ["bash-6"], **BLUE)
    for cost, balance in (("primary_only", 9), ("each", 8)):
        table = area(*others, options={"ae_failure_cost": cost}, value="rend-1").defend("p2")
        table.defend("p3", "evade", ("bash-6",))
        assert (table.balance("p2"), table.balance("p3"), table.balance("p1")) == (4, 8, balance)
    first = area(rider("kiron", ["bash-6"], **BLUE), rider("kiron", **BLUE), value="rend-1")
    first.defend("p2", "evade", ("bash-6",)).defend("p3")
    assert (first.balance("p1"), first.balance("p3")) == (8, 7)
    once = area(*others, options={"ae_defence": "primary_only"}, value="rend-1").defend("p2")
    assert (once.moment, once.balance("p3")) == ("recovery", 7) or once.balance("p3") == 7


@pytest.mark.rule("KM-AE-05")
def test_friends_are_spared_unless_they_are_grappled_with_a_target() -> None:
    free = area(rider(**BLUE), rider(team="red", initiative=2)).defend("p2")
    assert free.balance("p3") == 9
    still = {"team": "blue", "initiative": 0}
    held = [rider(**still), rider(team="red", holds="p2"), rider(team="red")]
    table = area(*held).defend("p2")
    assert table.asked == ["p3"]
    table.defend("p3")
    assert [table.balance(who) for who in ("p2", "p3", "p4")] == [4, 7, 9]
    spared = area(*held, options={"grapple_friends": "spared"}).defend("p2")
    assert spared.balance("p3") == 9


@pytest.mark.rule("KM-AE-07")
def test_a_secondary_victim_always_picks_its_damage() -> None:
    other = rider("kiron", armor=0, **OFF, **BLUE)
    table = area(rider("kiron", **BLUE), other).defend("p2").defend("p3")
    table.draws("crack-1", "bash-2")
    assert table.asked == ["p3"]
    assert "KM-AE-07" in table.rules("hits")


# --- equipment --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "KM-EDGE-01", "KM-EDGE-02", "KM-EDGE-05", "KM-SHD-01", "KM-SHD-02", "KM-SHD-03", "KM-WPN-01", "KM-WPN-02"
)
def test_one_of_each_for_each_gem_and_one_shield_in_all() -> None:
    gems = {"heroic": 4, "zealous": 4}  # each grants a weapon, a shield and an Edge
    hand = ["rend-1", "rend-2", "rend-3", "rend-4", "bash-1", "bash-2", "bash-3"]
    table = at(rider(hand=hand, initiative=7, gems=gems), rider(), stack=[{"at": "maneuver"}])
    table.do("p1", "activate", what="edge", gem="heroic", card="rend-1")
    assert table.no("p1", "activate", what="edge", gem="heroic", card="rend-2") == "KM-EDGE-02"
    table.do("p1", "activate", what="edge", gem="zealous", card="rend-2")
    table.do("p1", "activate", what="shield", gem="zealous", card="rend-3")
    assert table.no("p1", "activate", what="shield", gem="heroic", card="rend-4") == "KM-SHD-02"
    table.do("p1", "activate", what="weapon", gem="heroic", card="rend-4")
    assert table.no("p1", "activate", what="weapon", gem="heroic", card="bash-1") == "KM-WPN-02"
    table.do("p1", "activate", what="weapon", gem="zealous", card="bash-1")
    assert table.initiative("p1") == 2
    mine = table.seat("p1")
    assert [gear["card"] for gear in mine["edges"]] == ["rend-1", "rend-2"]
    assert mine["shield"]["card"] == "rend-3"
    assert [gear["card"] for gear in mine["weapons"]] == ["rend-4", "bash-1"]


def edged(options: dict[str, Any] | None = None, edges: int = 1, **two: Any) -> Table:
    gear = {"edges": ["rend-1", "rend-2"][:edges], "gems": {"heroic": 4, "zealous": 1}}
    one = rider(hand=[INITIATE, "stagger-6"], initiative=6, intensity=3, **gear)
    table = at(one, rider("kiron", **two), options=options or {})
    return table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2")


@pytest.mark.rule("KM-EDGE-03")
def test_an_edge_adds_one_suppression_to_a_heavy_melee() -> None:
    table = edged(balance=6, initiative=2)
    assert (table.balance("p2"), table.initiative("p2")) == (3, 1)
    missed = at(
        rider(hand=[INITIATE], initiative=6, edges=["rend-1"], gems={"zealous": 1}),
        rider("kiron", ["bash-6"], initiative=2),
    )
    missed.attack("p1", "heavy-melee", "p2", (INITIATE,)).defend("p2", "evade", ("bash-6",))
    assert missed.initiative("p2") == 2


@pytest.mark.rule("KM-EDGE-04")
def test_the_point_of_an_edge_follows_the_suppression_rules() -> None:
    table = edged(balance=6)
    assert table.balance("p2") == 6 - 3 - 1
    assert edged({"edge_zero_initiative": "nothing"}, balance=6).balance("p2") == 3
    off = edged(**OFF, initiative=2).draws("crack-1", "crack-2", "crack-3")
    off.do("p2", "pick", card="crack-1")
    assert (off.wounds("p2"), off.initiative("p2")) == (["crack-1"], 1)


@pytest.mark.rule("KM-EDGE-05")
def test_edges_add_up() -> None:
    assert edged(edges=2, initiative=3).initiative("p2") == 1
    assert edged({"edges_stack": False}, edges=2, initiative=3).initiative("p2") == 2


@pytest.mark.rule("KM-EDGE-03", "KM-SHD-05")
def test_a_shield_does_not_stop_the_point_of_an_edge() -> None:
    shielded = {"shield": "rend-3", "gems": {"heroic": 2}, "initiative": 2}
    table = edged(**shielded)
    assert (table.balance("p2"), table.initiative("p2")) == (9 - 2, 1)
    assert edged({"edge_vs_shield": "reduced"}, **shielded).initiative("p2") == 2


@pytest.mark.rule("KM-SHD-04")
def test_a_shield_takes_one_from_a_damaging_strike() -> None:
    shielded = {"shield": "rend-3", "gems": {"heroic": 2}}
    assert hit(rider("kiron", **shielded)).balance("p2") == 9 - 2
    assert hit(rider("kiron", **shielded), options={"shield_reduces_balance_loss": False}).balance("p2") == 9 - 3
    off = hit(rider("kiron", **shielded, **OFF), options={"shield_reduces_balance_loss": False})
    assert off.draws("crack-1", "crack-2").moment == "pick-damage"


@pytest.mark.rule("KM-SHD-05")
def test_a_shield_takes_two_from_suppression_down_to_zero() -> None:
    shielded = {"shield": "rend-3", "gems": {"heroic": 2}}
    assert suppressed(3, initiative=4, **shielded).initiative("p2") == 3
    assert suppressed(1, initiative=4, **shielded).initiative("p2") == 4
    assert hit(rider("kiron", **shielded), intensity=1).balance("p2") == 9


def armed(options: dict[str, Any] | None = None, **two: Any) -> Table:
    one = rider(hand=[INITIATE, "stagger-6"], initiative=6, intensity=2, weapons=["sever-5"], gems={"heroic": 1})
    table = at(one, rider("kiron", **two), options=options or {})
    return table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2")


@pytest.mark.rule("KM-WPN-04")
def test_a_weapon_card_becomes_the_damage_card() -> None:
    table = armed(**OFF, armor=6)
    assert table.moment == "weapon"
    assert table.no("p1", "use-weapon", gem="zealous") == "KM-WPN-04"
    table.do("p1", "use-weapon", gem="heroic")
    assert table.wounds("p2") == ["sever-5"]
    assert table.seat("p1")["weapons"] == []
    declined = armed(**OFF).do("p1", "done")
    assert declined.moment == "hits"
    assert declined.seat("p1")["weapons"]
    assert armed().balance("p2") == 7  # never in the place of a loss of Balance
    any_hit = armed({"weapon_override": "any_hit"})
    assert any_hit.moment == "weapon"
    assert any_hit.do("p1", "use-weapon", gem="heroic").wounds("p2") == ["sever-5"]
    assert any_hit.balance("p2") == 9
    suppression = at(
        rider(hand=["rend-5", INITIATE], initiative=6, weapons=["sever-5"], gems={"thundering": 2}),
        rider("kiron", **OFF, initiative=3),
    )
    suppression.attack("p1", "bolt", "p2", ("rend-5", INITIATE), suppression=True).defend("p2")
    assert suppression.moment != "weapon"


@pytest.mark.rule("KM-WPN-03", "KM-END-06", "KM-END-07")
def test_equipment_goes_at_the_end_of_the_round_weapons_by_their_option() -> None:
    gear = {"edges": ["rend-1"], "shield": "rend-2", "weapons": ["rend-3"], "gems": {"heroic": 4}}
    one = rider(initiative=1, **gear)
    table = at(one, rider()).do("p1", "stand-down")
    mine = table.seat("p1")
    assert (mine["edges"], mine["shield"], mine["weapons"], mine["initiative"]) == ([], None, [], 0)
    assert table.view["discard"] == ["rend-1", "rend-2", "rend-3"]
    for paid in (True, False):
        kept = at(one, rider(), options={"weapon_end": "upkeep"}).do("p1", "stand-down").free()
        assert [weapon["card"] for weapon in kept.seat("p1")["weapons"]] == ["rend-3"]
        kept.prepare(3, 0).hands()
        assert kept.asked == ["p1"]
        if paid:
            kept.do("p1", "upkeep", gem="heroic")
            assert kept.initiative("p1") == 2
            assert kept.no("p1", "upkeep", gem="heroic") == "KM-WPN-03"
        kept.do("p1", "done")
        assert bool(kept.seat("p1")["weapons"]) == paid


# --- defeat and the end -----------------------------------------------------------------------------------


@pytest.mark.rule("KM-POT-03")
def test_the_fourth_damage_card_or_giving_up_defeats() -> None:
    three = ["rend-1", "bash-1", "sever-1"]
    table = at(
        rider(hand=[INITIATE, "stagger-6"], initiative=5, intensity=1), rider("kiron", wounds=three, **OFF), rider()
    )
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2").draws("crack-1")
    assert not table.seat("p2")["alive"]
    assert table.wounds("p2") == [*three, "crack-1"]
    more = hit(rider("kiron", wounds=three, **OFF), "crack-1", intensity=1, options={"defeat_wounds": 5})
    assert more.seat("p2")["alive"]
    over = new(seats=2).do("p1", "surrender")
    result = over.state.outcome()
    assert result is not None
    assert (result.winners, result.rule, result.reason) == (("p2",), "KM-POT-03", "Every other Kimera is defeated.")
    assert over.events[-1].text.startswith("The battle is over: every other Kimera is defeated. ")
    assert hit(rider("kiron", hand=["rend-4"], **OFF)).no("p2", "surrender") == "KM-POT-03"  # hits are due
    assert [each.do for each in new(seats=3).state.declarations("p3")] == ["surrender"]
    left = new(seats=3).do("p1", "surrender")
    assert left.asked == ["p2"]
    assert left.no("p1", "surrender") == "KM-POT-03"


def fallen(**keys: Any) -> Table:
    """p2 carries three damage cards and all kinds of equipment, and takes the fourth."""
    gems = {"zealous": 4}
    gear = {"edges": ["rend-3"], "weapons": ["sunder-2"], "shield": "scar-6"}
    two = rider("kiron", ["bash-4"], wounds=["rend-1", "bash-1", "sever-1"], gems=gems, **gear, **OFF)
    table = at(rider(hand=[INITIATE, "stagger-6"], initiative=5, intensity=2), two, rider(), **keys)
    return table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2").draws("crack-1")


@pytest.mark.rule("KM-POT-04")
def test_the_scroll_of_the_defeated_stays_face_up_and_is_out_of_the_game() -> None:
    table = fallen()
    told = next(event for event in table.events if event.kind == "scroll-stays")
    assert told.rules == ("KM-POT-04",)
    assert set(told.data["cards"]) == {"rend-1", "bash-1", "sever-1", "crack-1", "rend-3", "sunder-2", "scar-6"}
    assert table.wounds("p2") == ["rend-1", "bash-1", "sever-1", "crack-1"]
    facts = table.seat("p2")
    assert (facts["shield"]["card"], facts["edges"][0]["card"], facts["weapons"][0]["card"]) == (
        "scar-6",
        "rend-3",
        "sunder-2",
    )
    gone = table.state.position()
    assert not set(told.data["cards"]) & set(gone["deck"] + gone["discard"])
    assert "bash-4" in gone["discard"]  # the hand is no part of the Scroll
    assert GAME.from_position(gone).position() == gone


@pytest.mark.rule("KM-POT-04", "KM-TAC-03")
def test_a_deck_made_anew_has_no_card_of_the_fallen_unless_the_table_discards_them() -> None:
    for setting, back in (("stays", False), ("discarded", True)):
        table = fallen(options={"defeated_scroll": setting}, deck=["crack-1"])
        assert ("scroll-discarded" in table.kinds()) == back
        table.do("p1", "stand-down").free().prepare(0, 0)
        assert table.moment == "resource"
        assert ("sever-1" in {one["card"] for one in table.listed("chance", "draw")}) == back


@pytest.mark.rule("KM-POT-04", "KM-HEAL-07")
def test_lingering_heals_on_the_scroll_of_the_fallen_are_turned_face_up() -> None:
    laid = [{"by": "p3", "cards": ["crack-4"]}]
    seats = rider(initiative=3), rider(team="red", lingering=laid), rider(team="red")
    table = at(*seats, stack=[{"at": "battle"}])
    assert table.seat("p2")["lingering_cards"] == []
    table.do("p2", "surrender")
    assert table.seat("p2")["lingering_cards"] == ["crack-4"]
    for _ in range(20):
        seen = table.state.sample("p1", Random(7)).position()
        assert seen["seats"]["p2"]["lingering"] == laid
    made = table.state.position()
    assert made["seats"]["p2"]["lingering"] == laid
    assert "crack-4" not in made["discard"]


@pytest.mark.rule("KM-POT-02")
def test_the_potence_of_the_defeated_is_shared_among_the_winners() -> None:
    flat = {"traits": {"heavy_melee": 5, "armor": 2}}  # Potence 7
    red = [{"type": "kiron", "traits": {"heavy_melee": 1}, "team": "red"} for _ in range(3)]
    loser = {"type": "kiron", **flat, "team": "blue"}
    table = at(red[0], red[1], red[2], loser, leaders={"red": "p2"}, stack=[{"at": "recovery"}])
    table.do("p4", "surrender")
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.reason) == (("p1", "p2", "p3"), "Every Kimera of the other sides is defeated.")
    assert {seat: sheet["total"] for seat, sheet in result.scores.items()} == {"p1": 2, "p2": 3, "p3": 2, "p4": 0}


def test_a_battle_is_broken_off_after_the_agreed_rounds() -> None:
    one = rider(initiative=1, wounds=["rend-1"])
    table = at(one, rider(), rounds=3, round=3).do("p1", "stand-down")
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule, result.reason) == (("p2",), "TABLE", "The last round is over.")
    draw = at(rider(initiative=1), rider(), rounds=3, round=3).do("p1", "stand-down").state.outcome()
    assert draw is not None
    assert draw.winners == ("p1", "p2")
