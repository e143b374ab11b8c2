"""Clauses of rules that no other test would miss, were their code not there; `tests/mutation` takes it out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kimera.table import INITIATE, INTERCEPT, Table, at, new, rider

RECOVERY = [{"at": "recovery"}]
OFF: dict[str, Any] = {"balance": 0, "off": True}
THREE = ["rend-1", "bash-1", "sever-1"]


def points(table: Table) -> dict[str, int]:
    """What each seat has earned; the battle is over."""
    result = table.state.outcome()
    assert result is not None
    return {seat: int(sheet["total"]) for seat, sheet in result.scores.items()}


@pytest.mark.rule("KM-POT-02")
def test_the_fallen_of_the_winning_team_share_but_are_worth_nothing_to_it() -> None:
    flat = {"type": "kiron", "traits": {"heavy_melee": 5, "armor": 2}}  # Potence 7
    one = {"type": "kiron", "traits": {"heavy_melee": 3}}
    red, blue = {**one, "team": "red"}, {**flat, "team": "blue"}
    table = at(red, red, blue, blue, leaders={"red": "p1"}, stack=RECOVERY)
    for seat in ("p3", "p2", "p4"):
        table.do(seat, "surrender")
    assert points(table) == {"p1": 7, "p2": 7, "p3": 0, "p4": 0}


@pytest.mark.rule("KM-POT-02")
def test_who_still_stands_when_a_battle_is_broken_off_is_worth_nothing() -> None:
    flat = {"type": "kiron", "traits": {"heavy_melee": 5, "armor": 2}}  # Potence 7
    fallen, standing = ({**flat, "team": "blue", "defeated": True}, {**flat, "team": "blue", "wounds": ["rend-1"]})
    one = rider(team="red", initiative=1)
    table = at(one, fallen, standing, rounds=3, round=3).do("p1", "stand-down")
    assert points(table) == {"p1": 7, "p2": 0, "p3": 0}


@pytest.mark.rule("KM-BAL-01")
@pytest.mark.parametrize(("level", "more"), [(0, 0), (1, 1), (3, 3), (5, 5)])
def test_a_sovereign_rune_adds_to_full_balance(level: int, more: int) -> None:
    runes = {"sovereign": level} if level else {}
    assert at(rider(runes=runes), rider()).seat("p1")["full_balance"] == 9 + more
    config = {"type": "kiron", "traits": {"evade": 2, "armor": 3}, "runes": runes}
    assert new(seats=2, riders={"p1": config}).balance("p1") == 5 + more


@pytest.mark.rule("KM-CARD-04", "KM-RES-05", "KM-RES-06")
@pytest.mark.parametrize(("how", "trait"), [("evade", "evade"), ("intercept", "intercept")])
def test_in_defence_too_a_card_counts_at_most_its_trait(how: str, trait: str) -> None:
    two = rider("kiron", [INTERCEPT, "rend-4", "bash-2"], **{trait: 3})
    table = at(rider(hand=[INITIATE, "stagger-6"], initiative=5, heavy_melee=6), two)
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",))
    table.do("p2", "defend", how=how, **({"card": INTERCEPT} if how == "intercept" else {}))
    table.play("p2", "rend-4", "bash-2")
    assert "6 against 5" in next(event.text for event in table.events if event.kind == "attack-hits")


@pytest.mark.rule("KM-SEQ-02")
def test_what_was_kept_buys_balance_in_the_next_recovery_phase() -> None:
    one = rider("kiron", ["scar-5", "rend-2", "crack-1"], initiative=1, balance=2)
    table = at(one, rider()).do("p1", "stand-down")
    assert (table.view["round"], table.moment) == (2, "recovery")
    assert sorted(table.hand("p1")) == ["crack-1", "rend-2", "scar-5"]
    partial = Table(table.state.copy()).do("p1", "recover", how="partial", card="rend-2")
    assert partial.balance("p1") == 2 + 2
    table.do("p1", "recover", how="full").do("p1", "discard", card="rend-2").do("p1", "discard", card="crack-1")
    assert table.balance("p1") == 2 + 2 + 1


@pytest.mark.rule("KM-REC-06")
def test_the_free_point_comes_on_top_of_nothing() -> None:
    one = rider("kiron", ["rend-2", "crack-1"], balance=3)
    partial = at(one, rider(), stack=RECOVERY).do("p1", "recover", how="partial", card="rend-2")
    assert partial.balance("p1") == 3 + 2
    full = at(one, rider(), stack=RECOVERY).do("p1", "recover", how="full").do("p1", "discard", card="rend-2")
    full.do("p1", "done")
    assert full.balance("p1") == 3 + 2
    assert at(one, rider(), stack=RECOVERY).do("p1", "recover", how="free").balance("p1") == 3 + 1


@pytest.mark.rule("KM-TAC-04", "KM-INIT-02")
def test_the_reveal_tells_all_how_much_each_prepared() -> None:
    table = at(rider("drako"), rider("drako"), rider("drako"), stack=[{"at": "prepare"}]).prepare(4, 0, 2)
    while table.moment == "resource":
        table.hands()
    told = {event.data["seat"]: event for event in table.events if event.kind == "revealed"}
    assert {seat: (event.data["initiative"], event.data["balance"]) for seat, event in told.items()} == {
        "p1": (4, 5), "p2": (0, 9), "p3": (2, 7),
    }  # fmt: skip
    assert all(str(event.data["initiative"]) in event.seen_by(None).text for event in told.values())
    assert [table.initiative(seat) for seat in ("p1", "p2", "p3")] == [4, 0, 2]


@pytest.mark.rule("KM-SUP-04")
def test_a_lead_of_one_and_in_the_air_of_none_is_enough_though_the_commitment_takes_it() -> None:
    for kind, lead in (("kiron", 1), ("drako", 0)):
        one = rider(kind, ["rend-5", INITIATE, "stagger-6"], initiative=2 + lead, gems={"pyrrhic": 2})
        table = at(one, rider("kiron", initiative=2), stack=[{"at": "turn", "seat": "p1"}])
        table.do("p1", "attack", how="bolt", target="p2")
        assert (table.initiative("p1"), table.initiative("p2")) == (1 + lead, 2)
        assert table.step == "symbols"


def blast(gem: str, how: str, *foes: dict[str, Any], **flags: Any) -> Table:
    """p1 makes an area attack of Intensity 4 on p2; p3 and on are others."""
    symbol = {"bolt": "rend-5", "wrack": "scar-6"}[how]
    one = rider(hand=[symbol, INITIATE, "crack-3"], initiative=6, intensity=4, gems={gem: 5}, team="red")
    table = at(one, *foes, stack=[{"at": "turn", "seat": "p1"}])
    return table.attack("p1", how, "p2", (symbol, INITIATE, "crack-3"), area=True, **flags)


@pytest.mark.rule("KM-AE-03")
def test_nobody_above_or_below_the_centre_is_affected() -> None:
    foes = [rider(team="blue", initiative=initiative) for initiative in (2, 1, 2, 3, 0)]
    table = blast("pyrrhic", "bolt", *foes)
    asked: list[str] = []
    while table.moment == "defend":
        asked += table.asked
        table.defend(asked[-1])
    assert asked == ["p2", "p4"]
    assert [table.balance(f"p{seat}") for seat in range(2, 7)] == [9 - 4, 9, 9 - 2, 9, 9]


@pytest.mark.rule("KM-AE-03")
def test_who_is_affected_is_settled_at_the_declaration() -> None:
    foes = [rider(team="blue", initiative=initiative) for initiative in (3, 3, 1)]
    table = blast("phoebian", "bolt", *foes, suppression=True).defend("p2")
    assert table.initiative("p2") == 0  # by now at another Initiative than p3, and below p4
    table.defend("p3")
    assert [table.initiative(seat) for seat in ("p2", "p3", "p4")] == [0, 1, 1]
    assert table.moment != "defend"


@pytest.mark.rule("KM-ATK-07")
def test_an_area_attack_is_made_on_an_area_alone_and_suppression_suppresses() -> None:
    hand = ["rend-5", "scar-6", INITIATE, "crack-3"]
    top = {"gem_levels": "top_only"}
    for gem, how, flags in (
        ("pyrrhic", "bolt", {"area": True}),
        ("thundering", "bolt", {"area": True, "suppression": True}),
        ("eldritch", "wrack", {"area": True}),
    ):
        one = rider(hand=hand, initiative=6, gems={gem: 5})
        table = at(one, rider(initiative=1), stack=[{"at": "turn", "seat": "p1"}], options=top)
        found = [record for record in table.listed("p1", "attack") if record["how"] in ("bolt", "wrack", "trial")]
        assert [{key: record[key] for key in ("how", *flags)} for record in found] == [{"how": how, **flags}]
        for less in flags:
            rest = {key: value for key, value in flags.items() if key != less}
            assert table.no("p1", "attack", how=how, target="p2", **rest) == "KM-GEM-03"


@pytest.mark.rule("KM-EDGE-01", "KM-SHD-01", "KM-WPN-01", "KM-TAC-05")
@pytest.mark.parametrize(("what", "zone"), [("edge", "edges"), ("shield", "shield"), ("weapon", "weapons")])
def test_an_activation_lays_a_card_of_the_hand_on_the_scroll_for_one_initiative(what: str, zone: str) -> None:
    one = rider(hand=["rend-2", "crack-1"], initiative=3, gems={"heroic": 4})
    table = at(one, rider(), stack=[{"at": "maneuver", "order": ["p1"]}])
    table.do("p1", "activate", what=what, gem="heroic", card="rend-2")
    laid = table.seat("p1")[zone]
    assert (laid if zone == "shield" else laid[0]) == {"gem": "heroic", "card": "rend-2"}
    assert (table.hand("p1"), table.initiative("p1"), table.balance("p1")) == (["crack-1"], 2, 9)
    assert table.view["discard"] == []
    others = {"edges", "shield", "weapons"} - {zone}
    assert not any(table.seat("p1")[other] for other in others)


@pytest.mark.rule("KM-CARD-02")
def test_a_card_played_for_a_symbol_shows_that_one_alone_and_adds_no_value() -> None:
    one = rider(hand=["crack-1", "rend-5", "stagger-6", "rend-2"], initiative=5, gems={"pyrrhic": 2}, acuity=6)
    table = at(one, rider("kiron", [INTERCEPT, "bash-2", "crack-3"], intercept=6))
    table.do("p1", "attack", how="bolt", target="p2")
    plays = {tuple(record["cards"]) for record in table.listed("p1", "play")}
    assert plays == {("crack-1", "stagger-6"), ("rend-5", "crack-1"), ("rend-5", "stagger-6")}
    assert table.no("p1", "play", cards=["crack-1", "crack-1"]) == "KM-CARD-02"
    table.play("p1", "rend-5", "stagger-6")
    assert table.value == 0
    table.play("p1", "rend-2")
    assert table.value == 2
    table.do("p2", "defend", how="intercept", card=INTERCEPT)
    assert table.view["attack"]["defence"]["value"] == 0
    assert table.no("p2", "play", cards=[INTERCEPT]) == "TABLE"
    table.play("p2", "bash-2", "crack-3")
    assert "2 against 5" in next(event.text for event in table.events if event.kind == "attack-fails")
    left = {*table.hand("p1"), *table.hand("p2")}
    assert left == {"crack-1"}


@pytest.mark.rule("KM-TYPE-10")
@pytest.mark.parametrize("number", [1, 2, 7])
def test_blitzkrieg_comes_in_every_round(number: int) -> None:
    riders = rider("kiron"), rider("kolossus")
    table = at(*riders, round=number, stack=[{"at": "prepare"}]).prepare(3, 3).hands()
    assert [table.initiative(seat) for seat in ("p1", "p2")] == [4, 3]
    assert table.balance("p1") == 9 - 3


@pytest.mark.rule("KM-DMG-09", "KM-HEAL-04")
def test_a_damage_card_needs_healing_of_its_own_value() -> None:
    one = rider(hand=["stagger-5", "bash-1"], initiative=3, gems={"sanative": 1})
    for wounds, gone in ((["crack-2", "rend-4"], ["crack-2", "rend-4"]), (["crack-3", "rend-4"], ["crack-3"])):
        table = at(one, rider("kiron", wounds=wounds)).do("p1", "heal", target="p2")
        table.play("p1", "stagger-5").play("p1", "bash-1")  # 5 and 1
        for card in gone:
            table.do("p1", "remove", card=card)
        assert table.wounds("p2") == [card for card in wounds if card not in gone]
        assert table.moment != "heal"
    none = at(one, rider("kiron", wounds=["rend-6", "scar-6"])).do("p1", "heal", target="p2")
    none.play("p1", "stagger-5").play("p1", "bash-1").do("p1", "remove", card="scar-6")
    assert (none.wounds("p2"), none.moment != "heal") == (["rend-6"], True)


@pytest.mark.rule("KM-RES-12")
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("wins", [True, False])
def test_all_cards_of_an_attack_are_discarded_whoever_wins(wins: bool, full: bool) -> None:
    one = rider(hand=["rend-5", INITIATE, "stagger-6" if wins else "crack-1", "bash-1"], initiative=5,
                gems={"pyrrhic": 2}, acuity=6)  # fmt: skip
    two = rider("kiron", [INTERCEPT, "bash-2", "sever-1"], intercept=6)
    if full:  # nothing that the attack does shows on the target
        two["balance"] = at(one, two).seat("p2")["full_balance"]
    table = at(one, two)
    value = "stagger-6" if wins else "crack-1"
    table.attack("p1", "bolt", "p2", ("rend-5", INITIATE), (value,))
    table.do("p2", "defend", how="intercept", card=INTERCEPT).play("p2", "bash-2")
    assert ("attack-hits" in table.kinds()) is wins
    assert sorted(table.view["discard"]) == sorted(["rend-5", INITIATE, value, INTERCEPT, "bash-2"])
    assert (table.hand("p1"), table.hand("p2")) == (["bash-1"], ["sever-1"])


@pytest.mark.rule("KM-EFF-09", "KM-EFF-04", "KM-RUNE-03")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_scarred_rune_and_a_crushed_gem_count_two_lower_and_never_below_nothing(level: int) -> None:
    scar = {"card": "scar-1", "pick": "savagery"}
    crush = {"card": "crush-1", "pick": "heroic"}
    runes, gems = {"savagery": level, "power": level}, {"heroic": level}
    table = at(rider(runes=runes, gems=gems, wounds=[scar, crush]), rider())
    assert table.trait("p1", "free_melee") == 3 + (level == 3)
    assert table.trait("p1", "intensity") == 3 + level
    assert table.seat("p1")["skills"] == {}
    assert [power["power"] for power in table.seat("p1")["powers"]] == ["weapon"] * (level == 3)


@pytest.mark.rule("KM-CHG-03", "KM-END-06")
def test_what_a_charge_brought_is_lost_with_the_rest_and_no_balance_comes_back() -> None:
    one = rider("drako", ["sever-3"], balance=5, initiative=2)
    table = at(one, rider(), stack=[{"at": "charge"}]).do("p1", "charge", card="sever-3", amount=2)
    assert (table.balance("p1"), table.initiative("p1")) == (3, 4)
    while table.moment != "recovery":
        table.do(table.asked[0], "stand-down" if table.moment == "turn" else "done")
    assert (table.balance("p1"), table.initiative("p1")) == (3, 0)


@pytest.mark.rule("KM-EDGE-03")
@pytest.mark.parametrize(("how", "symbols"), [("bolt", ("rend-5", INITIATE)), ("grapple", ("crack-6", INITIATE))])
def test_an_edge_cuts_in_melee_alone(how: str, symbols: tuple[str, ...]) -> None:
    gems = {"pyrrhic": 4, "zealous": 1}  # a Bolt and two Edges
    one = rider(hand=[*symbols, "stagger-6"], initiative=6, gems=gems, edges=[{"gem": "zealous", "card": "rend-1"}])
    table = at(one, rider("kiron", balance=9, initiative=3)).attack("p1", how, "p2", symbols, ("stagger-6",))
    table.defend("p2")
    assert "edge" not in table.kinds()
    assert table.initiative("p2") == (0 if how == "grapple" else 3)
    assert table.balance("p2") == (9 if how == "grapple" else 9 - 3)


@pytest.mark.rule("KM-WPN-03", "KM-WPN-04")
def test_a_weapon_serves_until_it_is_used_and_then_no_more() -> None:
    hand = [INITIATE, "stagger-6", "sever-6", "crush-6"]
    one = rider(hand=hand, initiative=6, gems={"heroic": 4}, weapons=[{"gem": "heroic", "card": "sever-5"}])
    table = at(one, rider("kiron", **OFF))
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2").do("p1", "done")
    while table.moment != "turn":
        table.state.apply(table.state.legal_actions(table.asked[0])[0])
    assert [gear["card"] for gear in table.seat("p1")["weapons"]] == ["sever-5"]  # it was not used
    table.attack("p1", "heavy-melee", "p2", ("sever-6",), ("crush-6",)).defend("p2")
    table.do("p1", "use-weapon", gem="heroic")
    assert table.seat("p1")["weapons"] == []
    assert "sever-5" in table.wounds("p2")


@pytest.mark.rule("KM-SEQ-01", "KM-TAC-05")
def test_who_can_activate_something_is_asked_between_the_reveal_and_the_battle() -> None:
    one = rider(hand=["rend-2", "crack-1", "bash-1"], gems={"heroic": 1})
    table = at(one, rider(hand=["rend-3", "bash-2", "scar-1"]), stack=[{"at": "prepare"}]).prepare(3, 1)
    table.hands()
    assert "revealed" in table.kinds()
    assert (table.moment, table.asked) == ("maneuver", ["p1"])
    assert table.initiative("p1") == 3
    table.do("p1", "done")
    assert table.moment in ("charge", "turn")


@pytest.mark.rule("KM-INIT-01")
def test_the_number_of_a_leader_is_heard_by_all_and_nobody_need_say_one() -> None:
    teams = {"red": ["p1", "p3"], "blue": ["p2", "p4"]}
    table = new(seats=4, teams=teams).free()
    assert (table.moment, len(table.asked)) == ("announce", 1)
    first = table.asked[0]
    silent = Table(table.state.copy()).do(first, "done")
    assert first not in silent.view["spoken"]
    table.do(first, "announce", number=17)
    (event,) = [event for event in table.events if event.kind == "announced"]
    for seat in (*table.state.seats, None):
        assert "17" in event.seen_by(seat).text
        assert event.seen_by(seat).data["number"] == 17
        assert table.state.view(seat)["spoken"] == {first: 17}
    second = table.asked[0]
    assert (table.moment, second != first) == ("announce", True)
    assert table.no(first, "announce", number=3) == "KM-SEQ-01"
    table.do(second, "done")
    assert table.moment == "prepare"
    table.do(first, "prepare", amount=0)  # whatever was said


@pytest.mark.rule("KM-SUP-05", "KM-RES-08")
@pytest.mark.parametrize("how", ["evade", "intercept"])
def test_who_wards_an_attack_off_has_struck_nobody(how: str) -> None:
    one = rider(hand=[INITIATE, "bash-1"], initiative=5, balance=7)
    two = rider("kolossus", [INTERCEPT, "rend-4", "sever-4"], initiative=2, intensity=5, evade=6, intercept=6)
    table = at(one, two).attack("p1", "heavy-melee", "p2", (INITIATE,), ("bash-1",))
    table.defend("p2", how, ("rend-4", "sever-4"), card=INTERCEPT if how == "intercept" else "")
    assert "attack-fails" in table.kinds()
    assert (table.balance("p1"), table.initiative("p1"), table.wounds("p1")) == (7 - 1, 5 - 1, [])
    assert (table.initiative("p2"), table.off("p1")) == (2, False)


@pytest.mark.rule("KM-ATK-08", "KM-DMG-05", "KM-DMG-06")
@pytest.mark.parametrize(
    ("how", "symbols", "picker"),
    [
        ("heavy-melee", (INITIATE,), "p1"),
        ("free-melee", (), "p1"),
        ("bolt", ("rend-5", INITIATE), "p2"),
        ("wrack", ("scar-6", INITIATE), "p1"),
        ("trial", ("bash-5", INITIATE), "p1"),
    ],
)
def test_armor_counts_double_against_a_bolt_alone(how: str, symbols: tuple[str, ...], picker: str) -> None:
    one = rider(hand=[*symbols, "stagger-6"], initiative=6, intensity=5, gems={"pyrrhic": 3})
    table = at(one, rider("kiron", **OFF, armor=3)).attack("p1", how, "p2", symbols, ("stagger-6",))
    table.defend("p2").draws("crack-1", "crack-2", "crack-3", "crack-4", "bash-1")  # 5 hits against 3, or 6
    assert table.asked == [picker]
