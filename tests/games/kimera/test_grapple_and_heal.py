"""Grapples from the hold to the breakout, and heals of every kind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kimera.table import INITIATE, Table, at, rider

GRAPPLE = "crack-6"


def grappled(*others: dict[str, Any], options: dict[str, Any] | None = None, **two: Any) -> Table:
    """p1 has grappled p2, who did not defend."""
    one = rider("kolossus", [GRAPPLE, INITIATE, "stagger-6"], initiative=6)
    table = at(one, rider("kiron", **{"initiative": 2, **two}), *others, options=options or {})
    return table.attack("p1", "grapple", "p2", (GRAPPLE, INITIATE), ("stagger-6",)).defend("p2")


# --- the hold ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-GRP-01")
def test_a_grapple_needs_its_symbol_and_an_initiate() -> None:
    table = at(rider(hand=[GRAPPLE, "sunder-6"], initiative=6), rider())
    assert table.no("p1", "attack", how="grapple", target="p2") == "KM-GRP-01"
    one = at(rider(hand=["rend-1", INITIATE], initiative=6), rider()).do("p1", "attack", how="grapple", target="p2")
    assert one.no("p1", "play", cards=[INITIATE, "rend-1"]) == "KM-CARD-01"
    one.play("p1", "rend-1", INITIATE)


@pytest.mark.rule("KM-GRP-02")
def test_a_grapple_is_resolved_like_an_attack_by_heavy_melee_in_melee_range() -> None:
    hand = [GRAPPLE, INITIATE, "stagger-6"]
    near = at(rider(hand=hand, initiative=3), rider(initiative=2))
    assert near.no("p1", "attack", how="grapple", target="p2") == "KM-RNG-01"
    table = at(rider(hand=hand, initiative=6, heavy_melee=4), rider("kiron", ["bash-6"], initiative=2))
    table.attack("p1", "grapple", "p2", (GRAPPLE, INITIATE), ("stagger-6",))
    assert (table.value, table.initiative("p1")) == (4, 5)
    strong = at(rider(hand=hand, initiative=6, heavy_melee=2), rider("kiron", ["bash-6"], initiative=2))
    strong.attack("p1", "grapple", "p2", (GRAPPLE, INITIATE), ("stagger-6",)).defend("p2", "evade", ("bash-6",))
    assert strong.seat("p1")["holds"] is None
    assert strong.balance("p1") == 8
    bolt = at(rider(hand=hand, initiative=3), rider(initiative=2), options={"grapple_range": "bolt"})
    bolt.do("p1", "attack", how="grapple", target="p2")
    acute = at(
        rider(hand=hand, initiative=6, acuity=5), rider(hand=["rend-4"]), options={"grapple_trait": "acuity"}
    ).attack("p1", "grapple", "p2", (GRAPPLE, INITIATE), ("stagger-6",))
    assert acute.value == 5


@pytest.mark.rule("KM-GRP-03")
def test_both_go_to_zero_initiative_and_nobody_is_struck() -> None:
    table = grappled(rider(initiative=1))
    assert (table.initiative("p1"), table.initiative("p2")) == (0, 0)
    assert table.seat("p1")["holds"] == "p2"
    assert table.seat("p2")["held_by"] == ["p1"]
    assert table.balance("p2") == 9
    assert grappled(rider(initiative=1), options={"grapple_damage": "intensity"}).balance("p2") == 6


@pytest.mark.rule("KM-GRP-04")
def test_one_target_each_but_many_may_hold_the_same() -> None:
    third = rider("drako", ["rend-1", INITIATE.replace("scar", "sever"), "bash-6"], initiative=5)
    table = grappled(third, rider(initiative=1))
    table.attack("p3", "grapple", "p2", ("rend-1", "sever-5"), ("bash-6",)).defend("p2")
    assert table.seat("p2")["held_by"] == ["p1", "p3"]
    with pytest.raises(ValueError, match="holds"):
        at(rider(holds="p2"), rider(holds="p1"), rider())


@pytest.mark.rule("KM-GRP-05")
@pytest.mark.parametrize(
    ("house", "lost"),
    [({}, [3, 3, 3]), ({"grapple_spread": "automatic_half"}, [3, 1, 1]), ({"grapple_friends": "spared"}, [3, 3, 0])],
)
def test_a_ranged_strike_hits_everyone_in_the_grapple(house: dict[str, str], lost: list[int]) -> None:
    one = rider(hand=["scar-6", INITIATE], initiative=6, team="red", gems={"pyrrhic": 1})
    foes = rider("kiron", team="blue"), rider("kiron", team="green", holds="p2")
    table = at(one, *foes, rider("kiron", team="red", holds="p2"), options=house)
    table.attack("p1", "wrack", "p2", ("scar-6", INITIATE)).defend("p2")
    assert [9 - table.balance(who) for who in ("p2", "p3", "p4")] == lost
    melee = at(rider(hand=["rend-1"], initiative=6, team="red"), *foes, rider(team="red"))
    melee.attack("p1", "free-melee", "p2", values=("rend-1",)).defend("p2")
    assert melee.balance("p3") == 9


@pytest.mark.rule("KM-GRP-08", "KM-TYPE-10")
def test_a_grapple_lasts_into_the_next_round_at_zero_initiative() -> None:
    table = breakout(["rend-1"], ["crush-3", "crack-2"])
    table.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3", "crack-2"])
    assert table.seat("p1")["holds"] == "p2"
    assert table.view["round"] == 2
    assert table.asked == ["p3"]  # no recovery
    table.free()
    assert table.asked == ["p3"]  # no Initiative to prepare
    table.prepare(0).hands()
    assert table.initiative("p2") == 0
    charge = at(rider("kiron", ["rend-1"], holds="p2"), rider(), rider(), stack=[{"at": "charge", "order": ["p1"]}])
    assert charge.moment != "charge"


@pytest.mark.rule("KM-GEM-12")
def test_a_grapple_by_a_gem_uses_acuity_and_the_range_of_a_wrack() -> None:
    one = rider(hand=[GRAPPLE, INITIATE, "stagger-6"], initiative=3, acuity=5, heavy_melee=1, gems={"etheric": 4})
    table = at(one, rider(hand=["rend-4"], initiative=2))
    table.attack("p1", "grapple", "p2", (GRAPPLE, INITIATE), ("stagger-6",), gem=True)
    assert table.value == 5
    plain = at(one, rider(hand=["rend-4"], initiative=2), options={"gem_grapple": "as_grapple"})
    assert plain.no("p1", "attack", how="grapple", target="p2", gem=True) == "KM-RNG-01"


# --- the breakout -----------------------------------------------------------------------------------------


def breakout(held: list[str], holding: list[str], options: dict[str, Any] | None = None, **facts: Any) -> Table:
    """The End phase: p1 (Balance 5) holds p2 (Balance 5); p3 looks on."""
    one = rider("drako", holding, **{"balance": 5, "holds": "p2", **facts.get("one", {})})
    two = rider("kiron", held, **{"balance": 5, **facts.get("two", {})})
    return at(one, two, facts.get("three", rider("kiron")), stack=[{"at": "end"}], options=options or {})


@pytest.mark.rule("KM-END-02")
def test_both_sides_lay_grapple_cards_in_secret() -> None:
    table = breakout(["rend-1", "sunder-6"], ["crush-3", "crack-2"])
    assert table.asked == ["p2", "p1"]
    assert table.no("p2", "commit", cards=["sunder-6"]) == "KM-END-02"
    assert table.no("p2", "commit", cards=["crush-3"]) == "TABLE"
    other = breakout(["rend-1", "sunder-6"], ["crush-3", "crack-2"])
    table.do("p2", "commit", cards=["rend-1"])
    other.do("p2", "commit", cards=[])
    assert table.state.view("p1") == other.state.view("p1")
    assert [event.seen_by("p1") for event in table.events] == [event.seen_by("p1") for event in other.events]
    assert table.state.view("p2")["own"]["laid"] == ["rend-1"]


@pytest.mark.rule("KM-END-03")
@pytest.mark.parametrize(("compare", "free"), [("count", False), ("value", True)])
def test_more_grapple_cards_decide(compare: str, free: bool) -> None:
    table = breakout([GRAPPLE], ["crush-3", "crack-2"], {"grapple_compare": compare})
    table.do("p2", "commit", cards=[GRAPPLE]).do("p1", "commit", cards=["crush-3", "crack-2"])
    assert (table.seat("p1")["holds"] is None) == free
    assert {GRAPPLE, "crush-3", "crack-2"} <= set(table.view["discard"])
    won = breakout(["rend-1", "bash-1"], ["crush-3"])
    won.do("p2", "commit", cards=["rend-1", "bash-1"]).do("p1", "commit", cards=["crush-3"])
    assert won.seat("p1")["holds"] is None
    two = breakout(["rend-1", "bash-1"], ["crush-3"], three=rider("drako", ["crack-2"], holds="p2"))
    two.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3"])
    two.do("p3", "commit", cards=["crack-2"])
    assert two.seat("p2")["held_by"] == ["p1", "p3"]  # grapplers are added together


@pytest.mark.rule("KM-END-04", "KM-END-05")
@pytest.mark.parametrize(("own", "theirs", "free"), [(2, 2, True), (3, 2, True), (1, 2, False)])
def test_on_a_tie_both_sides_spend_balance_and_the_grappled_needs_as_much(own: int, theirs: int, free: bool) -> None:
    table = breakout(["rend-1"], ["crush-3"])
    table.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3"])
    assert table.asked == ["p2", "p1"]
    assert table.no("p1", "bid", amount=6) == "KM-END-04"
    table.do("p1", "bid", amount=theirs)
    assert str(theirs) not in str(table.events[0].seen_by("p2").text)
    table.do("p2", "bid", amount=own)
    assert (table.balance("p2"), table.balance("p1")) == (5 - own, 5 - theirs)
    assert (table.seat("p1")["holds"] is None) == free


@pytest.mark.rule("KM-END-05")
def test_balance_may_be_spent_in_turns_under_the_option() -> None:
    table = breakout(["rend-1"], ["crush-3"], {"grapple_bid": "alternate"})
    table.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3"])
    assert table.asked == ["p1"]  # equal Balance would free the grappled
    table.do("p1", "spend")
    assert table.asked == ["p2"]
    table.do("p2", "spend").do("p1", "done")
    assert table.seat("p1")["holds"] is None
    assert (table.balance("p1"), table.balance("p2")) == (4, 4)


@pytest.mark.rule("KM-EFF-02", "KM-END-04")
def test_a_staggered_side_loses_the_tie_at_once() -> None:
    hurt = {"wounds": ["stagger-1"]}
    held = breakout(["rend-1"], ["crush-3"], two=hurt)
    held.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3"])
    assert held.seat("p1")["holds"] == "p2"
    assert held.balance("p1") == 5
    freed = breakout(["rend-1"], ["crush-3"], one=hurt)
    freed.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3"])
    assert freed.seat("p1")["holds"] is None
    assert freed.balance("p2") == 5
    both = breakout(["rend-1"], ["crush-3"], one=hurt, two={"wounds": ["stagger-2"]})
    both.do("p2", "commit", cards=["rend-1"]).do("p1", "commit", cards=["crush-3"])
    assert both.moment == "bid"
    one_of_two = breakout(["rend-1", "bash-1"], ["crush-3"], one=hurt, three=rider("kiron", ["crack-2"], holds="p2"))
    one_of_two.do("p2", "commit", cards=["rend-1", "bash-1"]).do("p1", "commit", cards=["crush-3"])
    one_of_two.do("p3", "commit", cards=["crack-2"])
    assert one_of_two.moment == "bid"  # as a side they are not staggered
    spent = at(
        rider(holds="p2"), rider(wounds=["stagger-1"]), rider(),
        stack=[{"at": "bid", "seat": "p2", "grapplers": ["p1"]}],
    )  # fmt: skip
    spent.do("p2", "bid", amount=2).do("p1", "bid", amount=2)
    assert spent.seat("p1")["holds"] == "p2"


@pytest.mark.rule("KM-GRP-07")
def test_a_grappler_without_a_card_lets_go() -> None:
    table = breakout(["rend-1"], ["crush-3"]).do("p2", "commit", cards=[]).do("p1", "commit", cards=[])
    assert table.seat("p1")["holds"] is None
    assert breakout([], []).seat("p1")["holds"] is None
    tied = breakout(["rend-1"], ["crush-3"], {"grapple_none_played": "tie"})
    tied.do("p2", "commit", cards=[]).do("p1", "commit", cards=[])
    assert tied.moment == "bid"


@pytest.mark.rule("KM-END-01", "KM-END-06")
def test_all_initiative_is_lost_when_nobody_wants_to_act() -> None:
    table = at(rider(initiative=5), rider(initiative=3)).do("p1", "stand-down").do("p2", "stand-down")
    assert (table.initiative("p1"), table.initiative("p2"), table.view["round"]) == (0, 0, 2)


# --- heals ------------------------------------------------------------------------------------------------

SANATIVE = {"sanative": 5}


def heal(*hand: str, options: dict[str, Any] | None = None, two: dict[str, Any] | None = None, **one: Any) -> Table:
    """p1 with this hand may heal p2, who carries damage cards of 3 and 4."""
    hurt = two or rider(wounds=["crack-3", "rend-4"], initiative=1)
    healer = rider("kiron", list(hand), initiative=4, gems=one.pop("gems", {"sanative": 1}), **one)
    return at(healer, hurt, options=options or {})


@pytest.mark.rule("KM-HEAL-01", "KM-HEAL-05")
def test_a_heal_costs_one_initiative_needs_a_gem_and_no_superiority() -> None:
    table = at(
        rider("kiron", ["stagger-5", "bash-2"], initiative=4, gems={"sanative": 1}),
        rider(initiative=4, wounds=["crack-3"]),
        rider(),
        stack=[{"at": "turn", "seat": "p1"}],
    )
    assert table.no("p1", "heal", target="p3") == "KM-HEAL-03"
    assert table.no("p1", "heal", target="p9") == "KM-HEAL-05"
    table.do("p1", "heal", target="p2")
    assert table.initiative("p1") == 3
    bare = heal("stagger-5", "bash-2", gems={})
    assert bare.no("p1", "heal", target="p2") == "KM-HEAL-01"
    assert heal("stagger-5", "bash-2", gems={}, options={"heal_needs_gem": False}).listed("p1", "heal")
    own = at(rider("kiron", ["stagger-5", "bash-2"], initiative=4, gems=SANATIVE, wounds=["crack-1"]), rider())
    assert own.do("p1", "heal", target="p1").moment == "heal"


@pytest.mark.rule("KM-HEAL-02", "KM-CARD-06")
def test_an_initiate_card_and_at_least_one_more_and_the_first_counts_too() -> None:
    assert heal("stagger-5").no("p1", "heal", target="p2") == "KM-HEAL-02"
    assert heal("sunder-6", "rend-5").no("p1", "heal", target="p2") == "KM-HEAL-02"
    table = heal("stagger-5", "bash-2", "rend-1").do("p1", "heal", target="p2").play("p1", "stagger-5")
    assert table.no("p1", "done") == "KM-HEAL-02"
    assert table.view["heal"]["value"] == 5
    table.play("p1", "bash-2")
    assert table.view["heal"]["value"] == 7
    without = heal("stagger-5", "bash-2", "rend-1", options={"healing_initiate_counts": False})
    without.do("p1", "heal", target="p2").play("p1", "stagger-5").play("p1", "bash-2")
    assert without.view["heal"]["value"] == 2


@pytest.mark.rule("KM-HEAL-03")
def test_any_number_of_cards_and_of_damage_cards() -> None:
    hand = ("stagger-5", "bash-1", "rend-1", "scar-1", "sever-1")
    two = rider(wounds=["crack-2", "rend-2", "bash-3"])
    table = heal(*hand, two=two).do("p1", "heal", target="p2").play("p1", "stagger-5")
    for card in hand[1:]:
        table.play("p1", card)
    assert table.view["heal"]["value"] == 9
    for card in ("crack-2", "rend-2", "bash-3"):
        table.do("p1", "remove", card=card)
    assert table.wounds("p2") == []


@pytest.mark.rule("KM-HEAL-04")
def test_the_total_must_reach_what_is_removed() -> None:
    seven = heal("stagger-5", "bash-2").do("p1", "heal", target="p2").play("p1", "stagger-5").play("p1", "bash-2")
    seven.do("p1", "remove", card="crack-3").do("p1", "remove", card="rend-4")
    assert seven.wounds("p2") == []
    six = heal("stagger-5", "bash-1").do("p1", "heal", target="p2").play("p1", "stagger-5").play("p1", "bash-1")
    six.do("p1", "remove", card="crack-3")
    assert six.wounds("p2") == ["rend-4"]
    assert six.view["heal"] is None  # 3 left: not enough for a 4
    big = heal("stagger-5", "bash-1", recovery=1, runes={"sovereign": 2})
    big.do("p1", "heal", target="p2").play("p1", "stagger-5").play("p1", "bash-1")
    assert big.view["heal"]["value"] == 6 + 2
    assert big.no("p1", "remove", card="bash-1") == "KM-HEAL-03"
    low = heal("stagger-5", "bash-1", recovery=1, options={"heal_cap": "recovery"})
    low.do("p1", "heal", target="p2").play("p1", "stagger-5").play("p1", "bash-1")
    assert low.view["heal"] is None  # worth 2


@pytest.mark.rule("KM-HEAL-06")
def test_the_effect_of_a_removed_card_ends_at_once() -> None:
    table = heal("stagger-5", "bash-2").do("p1", "heal", target="p2").play("p1", "stagger-5").play("p1", "bash-2")
    assert table.trait("p2", "armor") == 1
    table.do("p1", "remove", card="crack-3")
    assert table.trait("p2", "armor") == 3
    table.do("p1", "done")
    assert table.wounds("p2") == ["rend-4"]


@pytest.mark.rule("KM-HEAL-07")
def test_a_lingering_heal_lies_face_down_on_the_scroll() -> None:
    table = heal("stagger-5", "bash-4", "rend-1", gems={"sanative": 3})
    table.do("p1", "heal", target="p2", lingering=True).play("p1", "stagger-5")
    assert table.no("p1", "play", cards=["bash-4", "rend-1"]) == "KM-HEAL-07"
    table.play("p1", "bash-4")
    assert table.seat("p2")["lingering"] == 1
    assert "bash-4" not in str([table.state.view("p2")["seats"], table.events[0].seen_by("p2")])
    assert table.state.view("p1")["own"]["lingering"] == [{"on": "p2", "cards": ["bash-4"]}]
    assert table.view["discard"] == ["stagger-5"]
    two = heal("stagger-5", "bash-4", "rend-1", gems={"sanative": 3}, options={"lingering_cards": 2})
    two.do("p1", "heal", target="p2", lingering=True).play("p1", "stagger-5").play("p1", "bash-4", "rend-1")
    assert two.seat("p2")["lingering"] == 1


def struck(lingering: list[dict[str, Any]], card: str, **maker: Any) -> Table:
    """p2 with these lingering heals, made by p1, takes this card."""
    one = rider(hand=[INITIATE, "stagger-6"], initiative=5, intensity=1, **maker)
    two = rider("kiron", balance=0, off=True, lingering=lingering)
    table = at(one, two).attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2")
    return table.draws(card)


@pytest.mark.rule("KM-HEAL-08")
def test_higher_damage_breaks_through_and_the_heal_is_gone() -> None:
    table = struck([{"by": "p1", "cards": ["bash-4"]}], "crack-5")
    assert table.wounds("p2") == ["crack-5"]
    assert table.seat("p2")["lingering"] == 0
    assert "bash-4" in table.view["discard"]


@pytest.mark.rule("KM-HEAL-09")
def test_equal_or_lower_damage_is_stopped_and_both_cards_go() -> None:
    for card in ("crack-4", "crack-3"):
        table = struck([{"by": "p1", "cards": ["bash-4"]}], card)
        assert table.wounds("p2") == []
        assert {"bash-4", card} <= set(table.view["discard"])
    sovereign = struck([{"by": "p1", "cards": ["bash-4"]}], "crack-6", runes={"sovereign": 4})
    assert sovereign.wounds("p2") == []  # 4 + 2
    both = struck([{"by": "p1", "cards": ["bash-1"]}, {"by": "p1", "cards": ["bash-4"]}], "crack-4")
    assert (both.wounds("p2"), both.seat("p2")["lingering"]) == ([], 0)


@pytest.mark.rule("KM-HEAL-10")
def test_an_area_heal_needs_its_symbol_and_reaches_friends_at_the_same_initiative() -> None:
    def prepared(share: str, hand: list[str]) -> Table:
        healer = rider("kiron", hand, initiative=4, gems=SANATIVE, team="red")
        friend = rider(team="red", wounds=["crack-3", "rend-3"], initiative=1)
        other = rider(team="red", wounds=["crack-2", "rend-4"], initiative=1)
        foe = rider(team="blue", wounds=["bash-2"], initiative=1)
        return at(healer, friend, other, foe, options={"heal_area_share": share})

    hand = ["stagger-5", "scar-3", "bash-1"]
    assert prepared("full", ["stagger-5", "bash-1", "rend-1"]).no("p1", "heal", target="p2", area=True) == "KM-HEAL-10"
    for share, left in (("half_down", 3), ("full", 6)):
        table = prepared(share, hand).do("p1", "heal", target="p2", area=True).play("p1", "stagger-5", "scar-3")
        table.play("p1", "bash-1")
        assert table.view["heal"]["left"] == 6
        table.do("p1", "remove", card="crack-3").do("p1", "remove", card="rend-3")
        assert table.view["heal"]["queue"] == ["p3"]
        assert table.view["heal"]["left"] == left
        if share == "half_down":
            assert table.no("p1", "remove", card="rend-4") == "KM-HEAL-04"
        table.do("p1", "remove", card="crack-2")
        assert table.wounds("p4") == ["bash-2"]


@pytest.mark.rule("KM-HEAL-01", "KM-HEAL-03", "KM-HEAL-10", "KM-HEAL-07")
def test_what_a_heal_costs_and_reaches_is_told_before_it_is_declared() -> None:
    one = rider(hand=[INITIATE, "bash-1", "rend-2"], initiative=3, gems={"sanative": 4}, team="red")
    two = rider(initiative=3, wounds=["crack-4", "bash-6"], team="red")
    table = at(one, two, rider(team="blue"), stack=[{"at": "turn", "seat": "p1"}])
    told = table.state.view("p1")["forecast"]
    plain = next(one for one in told if one["action"]["do"] == "heal" and not one["action"]["lingering"])
    assert plain["cost"] == {"initiative": 1, "balance": 0, "symbols": ["initiate"], "cards": "at least 1 more"}
    assert plain["best"] == 5 + 1 + 2
    assert plain["known"] == ["Your hand comes to 8 at most.", "Player 2: Bash 6 needs 6, Crack 4 needs 4."]
    lasting = next(one for one in told if one["action"].get("lingering"))
    assert lasting["cost"]["cards"] == "1 card face down"
    assert lasting["best"] == 2
    alone = {"healing_initiate_counts": False}
    weak = at(one, two, rider(team="blue"), stack=[{"at": "turn", "seat": "p1"}], options=alone)
    known = next(one for one in weak.state.view("p1")["forecast"] if one["action"]["do"] == "heal")["known"]
    assert known == [
        "Your hand comes to 3 at most.",
        "Player 2: Bash 6 is out of reach at 6, Crack 4 is out of reach at 4.",
    ]


@pytest.mark.rule("KM-HEAL-02", "KM-HEAL-03", "KM-HEAL-07")
def test_a_forecast_tells_all_cards_a_heal_will_ask_for() -> None:
    """So that they can be chosen with its declaration: what stands for a symbol, and how many more."""
    forecast = heal("stagger-5", "bash-2", "rend-1", gems={"sanative": 3}).state.view("p1")["forecast"]
    told = {one["action"]["lingering"]: one["plays"] for one in forecast if one["action"]["do"] == "heal"}
    assert told[False] == {"symbols": [["initiate", ["stagger-5"]]], "least": 1, "most": 2}
    assert told[True] == {"symbols": [["initiate", ["stagger-5"]]], "least": 1, "most": 1}
