"""Kimera as the rulebook tells it, where two of its rules meet."""

from __future__ import annotations

import pytest

from tests.games.outsider.battle import Battle, rider

HIT = "stagger-6"
START, BOLT, WRACK, AREA = "scar-5", "rend-5", "scar-6", "stagger-4"


@pytest.mark.rule("KM-AE-06", "KM-SHD-04", "KM-AE-03")
def test_a_shield_takes_its_point_after_an_area_attack_was_halved() -> None:
    one = rider("hermes", BOLT, START, AREA, HIT, initiative=4, intensity=4, gems={"pyrrhic": 5})
    shielded = rider(shield="crack-1", gems={"abyssal": 1}, initiative=2)
    battle = Battle(one, rider(initiative=2), shielded, rider(initiative=1))
    battle.attack("p1", "bolt", "p2", (BOLT, START, AREA), (HIT,), area=True)
    battle.do("p2", "defend", how="none").do("p3", "defend", how="none")
    assert [battle.stands(seat)[0] for seat in ("p2", "p3", "p4")] == [9 - 5, 9 - (5 // 2 - 1), 9]


@pytest.mark.rule("KM-AE-07", "KM-DMG-05")
def test_who_is_hit_on_the_side_picks_although_the_hits_exceed_its_armor() -> None:
    one = rider("hermes", BOLT, START, AREA, HIT, initiative=4, intensity=5, gems={"pyrrhic": 5})
    first, second = (rider(balance=0, off=True, armor=0, initiative=2) for _ in range(2))
    battle = Battle(one, first, second)
    battle.attack("p1", "bolt", "p2", (BOLT, START, AREA), (HIT,), area=True)
    battle.draws("crack-1", "crack-2", "crack-3", "crack-5", "crack-6", "bash-6")
    assert battle.asked == {"p1": "pick-damage"}, "the centre's damage is the attacker's to pick"
    battle.do("p1", "pick", card="bash-6").draws("sever-1", "bash-5", "rend-6")
    assert battle.asked == {"p3": "pick-damage"}
    assert battle.damage("p2") == ["bash-6"]


@pytest.mark.rule("KM-ATK-08", "KM-EFF-01", "KM-DMG-10")
def test_cracked_armor_doubled_against_a_bolt_is_cracked_before_it_is_doubled() -> None:
    one = rider("kiron", BOLT, START, HIT, initiative=4, intensity=2, gems={"pyrrhic": 2})
    hurt = rider(balance=0, off=True, armor=3, wounds=["crack-1"])
    battle = Battle(one, hurt).attack("p1", "bolt", "p2", (BOLT, START), (HIT,))
    battle.draws("bash-5", "rend-6")
    assert battle.asked == {"p2": "pick-damage"}, "2 hits against (3 - 2) x 2: a tie, and the ground wins it"
    battle = Battle(one, {**hurt, "wounds": ["crack-1", "crack-2"]}).attack("p1", "bolt", "p2", (BOLT, START), (HIT,))
    battle.draws("bash-5", "rend-6")
    assert battle.asked == {"p1": "pick-damage"}, "two Cracks leave no Armor to double"


@pytest.mark.rule("KM-TYPE-17", "KM-EFF-02", "KM-DMG-07")
@pytest.mark.parametrize(
    ("attacker", "victim", "staggered", "picks"),
    [
        ("kolossus", "siroko", (), "p2"),
        ("kolossus", "siroko", ("p2",), "p1"),
        ("siroko", "kolossus", (), "p1"),
        ("siroko", "kolossus", ("p1",), "p2"),
        ("siroko", "siroko", (), "p1"),
        ("kolossus", "kolossus", ("p2",), "p1"),
        ("drako", "drako", ("p1",), "p2"),
    ],
)
def test_ties_of_hits_between_phasing_stagger_and_the_table(
    attacker: str, victim: str, staggered: tuple[str, ...], picks: str
) -> None:
    wounds = {seat: ["stagger-1" if seat == "p1" else "stagger-2"] for seat in staggered}
    level = 2 if attacker == "drako" else 3  # a Drako has 1 more
    one = rider(attacker, START, HIT, initiative=5, intensity=level, wounds=wounds.get("p1", []))
    other = rider(victim, balance=0, off=True, armor=3, wounds=wounds.get("p2", []))
    battle = Battle(one, other).attack("p1", "heavy-melee", "p2", (START,), (HIT,))
    if battle.asked == {"p2": "defend"}:  # a Siroko may evade for nothing
        battle.do("p2", "defend", how="none")
    battle.draws("crack-1", "bash-5", "rend-6")
    assert battle.asked == {picks: "pick-damage"}


@pytest.mark.rule("KM-TYPE-17", "KM-RES-10", "KM-RES-11")
def test_phasing_does_not_win_a_tie_of_values_and_the_lost_tie_costs() -> None:
    battle = Battle(rider("siroko", START, "rend-3", initiative=5), rider("siroko", "sunder-3"))
    battle.attack("p1", "heavy-melee", "p2", (START,), ("rend-3",)).do("p2", "defend", how="evade").play(
        "p2", "sunder-3"
    )
    assert "attack-fails" in battle.happened()
    assert battle.stands("p1") == (8, 4, False)


@pytest.mark.rule("KM-EFF-05", "KM-AE-04")
def test_expose_is_spent_by_the_next_attack_and_the_one_after_it_can_be_defended() -> None:
    one = rider("kiron", START, "sever-6", HIT, initiative=6)
    battle = Battle(one, rider("siroko", "expose-6", wounds=["expose-2"]))
    battle.attack("p1", "heavy-melee", "p2", (START,), ()).do("p2", "defend", how="none")
    assert "exposed" in battle.happened()
    assert battle.seat("p2")["wounds"][0]["spent"]
    battle.attack("p1", "heavy-melee", "p2", ("sever-6",), (HIT,))
    assert battle.asked == {"p2": "defend"}


@pytest.mark.rule("KM-WPN-04", "KM-HEAL-09", "KM-HEAL-08")
@pytest.mark.parametrize(("weapon", "stopped"), [("sever-3", True), ("sever-4", True), ("sever-5", False)])
def test_a_weapon_card_meets_a_lingering_heal_like_any_damage(weapon: str, stopped: bool) -> None:
    one = rider("kiron", START, HIT, initiative=5, weapons=[weapon], gems={"heroic": 1})
    held = rider(balance=0, off=True, lingering=[{"cards": ["crack-4"], "by": "p2"}])
    battle = Battle(one, held).attack("p1", "heavy-melee", "p2", (START,), (HIT,))
    battle.do("p1", "use-weapon", gem="heroic")
    assert battle.damage("p2") == ([] if stopped else [weapon])
    assert battle.seat("p2")["lingering"] == 0
    assert ("crack-4" in battle.view["discard"], weapon in battle.view["discard"]) == (True, stopped)
    assert battle.seat("p1")["weapons"] == []


@pytest.mark.rule("KM-ATK-04", "KM-WPN-04", "KM-EDGE-03")
def test_a_free_melee_on_one_who_is_off_draws_hits_whatever_lies_on_the_scroll() -> None:
    one = rider("sinister", HIT, initiative=5, weapons=["sever-3"], edges=["rend-1"], gems={"heroic": 1, "zealous": 1})
    battle = Battle(one, rider(balance=0, off=True, initiative=2))
    battle.attack("p1", "free-melee", "p2", (HIT,))
    assert battle.asked == {"chance": "hits"}
    battle.draws("bash-5", "bash-6", "rend-6", "crack-1")
    assert battle.stands("p2")[1] == 2, "no suppression by the Edge"


@pytest.mark.rule("KM-EDGE-03", "KM-SHD-04", "KM-SPR-02", "KM-DMG-02")
def test_an_edge_strikes_through_a_shield_that_stops_the_blow_itself() -> None:
    one = rider("kiron", START, HIT, initiative=4, intensity=1, edges=["rend-1"], gems={"zealous": 1})
    battle = Battle(one, rider(balance=1, shield="crack-1", gems={"abyssal": 1}))
    battle.attack("p1", "heavy-melee", "p2", (START,), (HIT,)).do("p2", "defend", how="none")
    assert battle.stands("p2") == (0, 0, False), "at 0 Initiative the point costs 1 Balance, and exactly 0 is not Off"


@pytest.mark.rule("KM-CHG-01", "KM-CHG-02", "KM-BAL-02", "KM-SUP-04")
def test_a_charge_that_would_leave_no_balance_cannot_be_for_an_attack() -> None:
    kiron = rider("kiron", "crack-6", START, HIT, balance=2, initiative=1)
    battle = Battle(kiron, rider("drako"))
    amounts = {one["amount"] for one in battle.offers("p1", "charge")}
    assert amounts == {1}, "with 2 no Balance is left to attack with"
    assert battle.refused("p1", "charge", card="crack-6", amount=2) == "KM-CHG-02"
    battle.do("p1", "charge", card="crack-6", amount=1)
    assert battle.stands("p1") == (1, 2, False)
    assert battle.refused("p1", "hold") == "KM-CHG-02"
    battle.attack("p1", "heavy-melee", "p2", (START,), (HIT,))


@pytest.mark.rule("KM-ATK-03", "KM-RES-08", "KM-DMG-01")
def test_a_free_melee_with_the_last_point_may_fail_for_nothing_more() -> None:
    battle = Battle(rider("drako", "crack-1", balance=1, initiative=3), rider("kolossus", "rend-3", "crack-3"))
    battle.attack("p1", "free-melee", "p2", ("crack-1",))
    battle.do("p2", "defend", how="intercept", card="rend-3").play("p2", "crack-3")
    assert battle.stands("p1") == (0, 2, False), "nothing is left to lose, and only strikes put a Kimera Off"
    assert battle.offers("p1", "attack") == []


@pytest.mark.rule("KM-GRP-05", "KM-DMG-04", "KM-RES-09")
def test_a_ranged_hit_spreads_through_a_grapple_at_full_intensity_and_asks_nobody_else() -> None:
    archer = rider("hermes", BOLT, START, HIT, initiative=4, intensity=3, gems={"pyrrhic": 2}, team="red")
    friend = rider(team="red", holds="p3", hand=["sunder-6"])
    battle = Battle(archer, friend, rider(team="blue"), rider(team="blue", balance=2, holds="p2"), rider(team="blue"))
    battle.attack("p1", "bolt", "p3", (BOLT, START), (HIT,)).do("p3", "defend", how="none")
    assert [battle.stands(seat) for seat in ("p2", "p3", "p4", "p5")] == [
        (5, 0, False), (5, 0, False), (0, 0, True), (9, 0, False),
    ]  # fmt: skip


@pytest.mark.rule("KM-GRP-05", "KM-RES-07")
def test_a_ranged_attack_that_fails_spreads_to_nobody() -> None:
    archer = rider("hermes", BOLT, START, "crack-1", initiative=4, gems={"pyrrhic": 2})
    battle = Battle(archer, rider("kolossus", HIT, "rend-6", holds="p3"), rider())
    battle.attack("p1", "bolt", "p2", (BOLT, START), ("crack-1",)).do("p2", "defend", how="evade").play("p2", HIT)
    assert [battle.stands(seat)[0] for seat in ("p1", "p2", "p3")] == [8, 8, 9]


@pytest.mark.rule("KM-EFF-04", "KM-GEM-03", "KM-TAC-05")
def test_a_crushed_gem_grants_less_but_what_is_active_stays() -> None:
    one = rider("kiron", START, HIT, initiative=5, intensity=3)
    other = rider("hermes", BOLT, "sever-5", balance=0, off=True, initiative=3, armor=0, gems={"abyssal": 4})
    battle = Battle(one, {**other, "shield": "crack-1"}, rider("kolossus", initiative=1))
    battle.attack("p1", "heavy-melee", "p2", (START,), (HIT,)).do("p2", "defend", how="none")
    battle.draws("crush-5", "crush-6").do("p1", "pick", card="crush-6")
    powers = [(power["power"], power["suppression"]) for power in battle.seat("p2")["powers"]]
    assert powers == [("shield", False), ("wrack", True)]
    assert battle.seat("p2")["shield"] is not None


@pytest.mark.rule("KM-EFF-09", "KM-RUNE-12", "KM-TAC-02")
def test_a_scarred_focus_rune_makes_its_rider_discard_in_the_next_resource_step() -> None:
    scarred = rider(
        "kolossus", "crack-1", "crack-2", "crack-3", "crack-4", discipline=2, runes={"focus": 2},
        wounds=[{"card": "scar-1", "pick": "focus"}], prepared=3,
    )  # fmt: skip
    battle = Battle(scarred, rider("drako", "bash-1", "bash-2", "bash-3", prepared=1), stack=[{"at": "resource"}])
    assert battle.asked == {"p1": "resource"}
    battle.do("p1", "discard", card="crack-1").do("p1", "discard", card="crack-2")
    assert battle.seat("p1")["hand_count"] == 2
    assert battle.stands("p1")[:2] == (6, 3), "and now everybody has revealed"


@pytest.mark.rule("KM-CARD-05", "KM-EFF-08", "KM-RUNE-15")
def test_a_bashed_driver_caps_what_sovereign_lifts() -> None:
    one = rider("kolossus", START, HIT, initiative=5, heavy_melee=6)
    bashed = rider("drako", "crack-1", "crack-6", evade=5, runes={"sovereign": 4}, wounds=["bash-1"])
    battle = Battle(one, bashed).attack("p1", "heavy-melee", "p2", (START,), (HIT,))
    battle.do("p2", "defend", how="evade").play("p2", "crack-1", "crack-6")
    failed = next(event for event in battle.log if event.kind in ("attack-hits", "attack-fails"))
    assert (failed.data["attack"], failed.data["defence"]) == (6, 3 + 3), "1 + 2 and 6 + 2, each at most Evade 5 - 2"
    assert failed.kind == "attack-hits", "the tie is won by the attacker on the ground"


@pytest.mark.rule("KM-TYPE-07", "KM-GRP-06", "KM-REC-07")
def test_a_kolossus_in_a_grapple_gains_one_but_never_above_its_full_balance() -> None:
    full = 9
    battle = Battle(
        rider("kolossus", balance=full, holds="p2"), rider("drako", balance=4), rider("drako"),
        stack=[{"at": "recovery"}],
    )  # fmt: skip
    assert battle.asked == {"p3": "recovery"}
    assert [battle.stands(seat)[0] for seat in ("p1", "p2")] == [full, 4]


@pytest.mark.rule("KM-WAIT-01", "KM-TURN-01", "KM-END-01")
def test_two_who_hold_wait_each_other_down_to_nothing_and_the_round_ends() -> None:
    battle = Battle(rider(initiative=2), rider("drako", initiative=1))
    battle.do("p1", "hold")
    assert battle.asked == {"p2": "turn"}, "the other one, although both have 1"
    battle.do("p2", "hold").do("p1", "hold")
    assert battle.view["round"] == 2


@pytest.mark.rule("KM-HEAL-04", "KM-HEAL-06", "KM-CARD-06", "KM-EFF-07")
def test_a_healed_rend_gives_intensity_back_for_the_next_attack_of_the_round() -> None:
    healer = rider("kiron", START, "crack-1", "sever-6", HIT, initiative=5, wounds=["rend-6"], gems={"sanative": 1})
    battle = Battle(healer, rider())
    assert battle.seat("p1")["traits"]["intensity"] == 1
    battle.do("p1", "heal", target="p1").play("p1", START).play("p1", "crack-1").do("p1", "done")
    battle.do("p1", "remove", card="rend-6")
    assert battle.seat("p1")["traits"]["intensity"] == 3
    battle.attack("p1", "heavy-melee", "p2", ("sever-6",), (HIT,)).do("p2", "defend", how="none")
    assert battle.stands("p2")[0] == 6


@pytest.mark.rule("KM-POT-03", "KM-TAC-06", "KM-EDGE-03")
def test_a_defeat_by_a_blow_with_an_edge_can_be_kept_while_the_new_leader_is_named() -> None:
    one = rider("kiron", START, HIT, initiative=5, edges=["rend-1"], gems={"zealous": 1}, team="red", armor=9 - 3)
    dying = rider(balance=0, off=True, wounds=["sever-1", "sever-2", "sever-3"], team="blue", armor=0)
    battle = Battle(one, dying, rider(team="blue"), rider(team="blue"))
    battle.attack("p1", "heavy-melee", "p2", (START,), (HIT,)).draws("crack-1", "crack-2", "bash-6")
    battle.do("p1", "pick", card="bash-6")
    assert battle.asked == {"p3": "name-leader"}
    assert not battle.seat("p2")["alive"]
    battle.do("p3", "lead", who="p3")
    assert battle.view["leaders"]["blue"] == "p3"


@pytest.mark.rule("KM-POT-03", "KM-AE-04", "KM-TAC-06")
def test_a_defeat_in_the_middle_of_an_area_attack_does_not_stop_the_rest_of_it() -> None:
    one = rider("hermes", BOLT, START, AREA, HIT, initiative=4, intensity=3, gems={"pyrrhic": 5}, team="red")
    dying = rider(balance=0, off=True, wounds=["sever-1", "sever-2", "sever-3"], team="blue")
    battle = Battle(one, dying, rider(team="blue"), rider(team="blue"))
    battle.attack("p1", "bolt", "p2", (BOLT, START, AREA), (HIT,), area=True)
    battle.draws("crack-1", "crack-2", "crack-3", "bash-6").do("p2", "pick", card="bash-6")
    assert not battle.seat("p2")["alive"]
    assert battle.asked == {"p3": "name-leader"}, "the leader is lost, and the attack waits"
    battle.do("p3", "lead", who="p4").do("p3", "defend", how="none").do("p4", "defend", how="none")
    assert [battle.stands(seat)[0] for seat in ("p3", "p4")] == [7, 7]
