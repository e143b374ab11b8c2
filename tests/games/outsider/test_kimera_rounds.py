"""Kimera: recovery, Initiative, hands, equipment and leaders where their rules meet, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import Battle, rider

FULL = 9


def recover(mount: dict[str, Any], how: str, *cards: str, **keys: Any) -> Battle:
    battle = Battle(mount, rider(prepared=None), stack=[{"at": "recovery"}], **keys)
    if how == "partial":
        return battle.do("p1", "recover", how=how, card=cards[0])
    battle.do("p1", "recover", how=how)
    for card in cards:
        battle.do("p1", "discard", card=card)
    if battle.asked == {"p1": "full-recovery"}:
        battle.do("p1", "done")
    return battle


@pytest.mark.rule("KM-REC-04", "KM-REC-05", "KM-REC-07", "KM-TYPE-07")
@pytest.mark.parametrize(
    ("kind", "balance", "recovery", "card", "after"),
    [
        ("kiron", 2, 3, "rend-6", 5),  # no more than Recovery
        ("kiron", 2, 3, "rend-2", 4),
        ("kiron", 2, 0, "rend-6", 2),
        ("kiron", 8, 3, "rend-6", 9),  # no more than full Balance
        ("kolossus", 2, 3, "rend-6", 6),
        ("kolossus", 2, 0, "rend-6", 3),
        ("kolossus", 8, 3, "rend-6", 9),
        ("kolossus", 9, 3, "rend-6", 9),
    ],
)
def test_partial_recovery(kind: str, balance: int, recovery: int, card: str, after: int) -> None:
    battle = recover(rider(kind, card, balance=balance, recovery=recovery), "partial", card)
    assert battle.stands("p1") == (after, 0, False)
    assert battle.view["discard"] == [card]


@pytest.mark.rule("KM-REC-04")
@pytest.mark.parametrize(("setting", "after"), [("card_value_capped", 3), ("recovery_trait", 5), ("one", 2)])
def test_readings_of_partial_recovery(setting: str, after: int) -> None:
    battle = recover(rider("kiron", "rend-2", balance=1, recovery=4, armor=5), "partial", "rend-2",
                     options={"partial_recovery": setting})  # fmt: skip
    assert battle.seat("p1")["balance"] == after


@pytest.mark.rule("KM-REC-06", "KM-TYPE-07")
@pytest.mark.parametrize(
    ("kind", "always", "gain"), [("kiron", True, 1), ("kolossus", True, 2), ("kolossus", False, 1)]
)
def test_free_recovery(kind: str, always: bool, gain: int) -> None:
    battle = recover(rider(kind, "rend-2", balance=1), "free", options={"regeneration_always": always})
    assert battle.seat("p1")["balance"] == 1 + gain


@pytest.mark.rule("KM-REC-02", "KM-REC-05", "KM-DMG-03")
def test_full_recovery_caps_each_card_and_ends_off_balance() -> None:
    battle = recover(rider("kiron", "rend-6", "crack-1", balance=0, off=True, armor=6), "full", "rend-6", "crack-1")
    assert battle.stands("p1") == (4, 0, False)
    assert battle.seat("p1")["full_recovery"]


@pytest.mark.rule("KM-REC-02")
def test_full_recovery_takes_a_card() -> None:
    battle = Battle(rider("kiron", balance=1), rider("kiron", "rend-1", balance=1), stack=[{"at": "recovery"}])
    battle.refused("p1", "recover", how="full")
    free = Battle(
        rider("kiron", balance=1), rider(), stack=[{"at": "recovery"}], options={"full_recovery_min_cards": 0}
    )
    free.do("p1", "recover", how="full")
    assert free.seat("p1")["full_recovery"]


@pytest.mark.rule("KM-REC-02")
def test_full_recovery_once_begun_discards() -> None:
    battle = Battle(rider("kiron", "rend-1", balance=1), rider(), stack=[{"at": "recovery"}])
    battle.do("p1", "recover", how="full")
    battle.refused("p1", "done")


@pytest.mark.rule("KM-REC-03")
@pytest.mark.parametrize(
    ("setting", "kinds"),
    [
        ("attacks", {"heal", "hold", "stand-down"}),
        ("attacks_and_heals", {"hold", "stand-down"}),
        ("all_own_turns", None),
    ],
)
def test_what_full_recovery_gives_up(setting: str, kinds: set[str] | None) -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-5", "crack-6", "rend-6", initiative=3, full_recovery=True, wounds=["bash-1"],
              gems={"sanative": 1, "eldritch": 4}),
        rider("kiron", "crack-4", initiative=1),
        options={"full_recovery_bars": setting},
    )  # fmt: skip
    if kinds is None:
        assert battle.asked == {"p2": "turn"}
        return
    assert battle.asked == {"p1": "turn"}
    assert {battle.state.game.record(one)["do"] for one in battle.state.legal_actions("p1")} == kinds
    for how in ("heavy-melee", "free-melee", "bolt", "grapple"):
        assert battle.refused("p1", "attack", how=how, target="p2") == "KM-REC-03"


@pytest.mark.rule("KM-REC-03", "KM-RES-04")
def test_who_recovered_fully_still_defends_and_breaks_out() -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-6", initiative=3), rider("kolossus", "rend-3", full_recovery=True)
    )
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-6",))
    assert {one["how"] for one in battle.offers("p2", "defend")} == {"intercept", "evade", "none"}


@pytest.mark.rule("KM-REC-03")
def test_the_ban_ends_with_the_next_recovery() -> None:
    battle = Battle(rider("kiron", full_recovery=True), rider(), stack=[{"at": "recovery"}])
    battle.do("p1", "recover", how="free")
    assert not battle.seat("p1")["full_recovery"]


@pytest.mark.rule("KM-GRP-06", "KM-GRP-08", "KM-REC-06")
@pytest.mark.parametrize("how", ["full", "partial"])
def test_nobody_in_a_grapple_recovers_by_cards(how: str) -> None:
    battle = Battle(
        rider("kiron", "rend-1", balance=3, holds="p2"), rider("kolossus", "rend-2", balance=3),
        rider("kiron", "rend-3", balance=3), stack=[{"at": "recovery"}],
    )  # fmt: skip
    for seat, card in (("p1", "rend-1"), ("p2", "rend-2")):
        if seat in battle.asked:
            battle.refused(seat, "recover", how=how, **({"card": card} if how == "partial" else {}))
            battle.do(seat, "recover", how="free")
    assert battle.asked == {"p3": "recovery"}
    assert [battle.seat(seat)["balance"] for seat in ("p1", "p2")] == [3, 4]


@pytest.mark.rule("KM-INIT-03", "KM-INIT-05", "KM-BAL-02")
def test_how_much_may_be_prepared() -> None:
    battle = Battle(rider(balance=8), rider(balance=4), stack=[{"at": "prepare"}])
    assert [one["amount"] for one in battle.offers("p1", "prepare")] == list(range(7))
    assert [one["amount"] for one in battle.offers("p2", "prepare")] == list(range(5))
    battle.refused("p1", "prepare", amount=7)
    battle.refused("p2", "prepare", amount=5)
    free = Battle(rider(balance=8), rider(balance=4), stack=[{"at": "prepare"}], options={"initiative_max": 0})
    assert [one["amount"] for one in free.offers("p1", "prepare")] == list(range(9))


@pytest.mark.rule("KM-INIT-05", "KM-BAL-02")
def test_who_prepared_everything_cannot_attack() -> None:
    hand = ("crack-5", "rend-6", "rend-5", "crack-6")
    battle = Battle(rider("sinister", *hand, balance=0, initiative=6, gems={"eldritch": 4}), rider())
    for how in ("heavy-melee", "free-melee", "bolt", "grapple"):
        assert battle.refused("p1", "attack", how=how, target="p2") == "KM-BAL-02"


@pytest.mark.rule("KM-GRP-08", "KM-INIT-02", "KM-TYPE-10")
def test_in_a_grapple_nothing_is_prepared_or_gained() -> None:
    battle = Battle(
        rider("kiron", discipline=0, holds="p2"), rider("kiron", discipline=0), rider("kiron", discipline=0),
        stack=[{"at": "prepare"}],
    )  # fmt: skip
    assert battle.asked == {"p3": "prepare"}
    battle.do("p3", "prepare", amount=1)
    assert [battle.seat(seat)["initiative"] for seat in ("p1", "p2", "p3")] == [0, 0, 2]


@pytest.mark.rule("KM-TYPE-10", "KM-TAC-04")
def test_blitzkrieg_exceeds_the_die() -> None:
    battle = Battle(rider("kiron", discipline=0), rider("drako", discipline=0), stack=[{"at": "prepare"}])
    battle.do("p1", "prepare", amount=6).do("p2", "prepare", amount=6)
    assert [battle.seat(seat)["initiative"] for seat in ("p1", "p2")] == [7, 6]
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-TAC-01", "KM-TAC-02")
def test_hands_are_adjusted_in_the_order_of_the_secret_dice() -> None:
    battle = Battle(
        rider("kolossus", "rend-1", prepared=1, discipline=2),
        rider("kolossus", "crack-1", "crack-2", "crack-3", prepared=4, discipline=1),
        rider("kolossus", prepared=4, discipline=1),
        stack=[{"at": "resource"}],
    )
    for card in ("crack-3", "crack-1"):
        assert battle.asked == {"p2": "resource"}
        battle.refused("p2", "done")
        battle.do("p2", "discard", card=card)
    assert "Player 3" in battle.state.deciders()["chance"].prompt
    battle.do("chance", "draw", card="sever-1")
    assert "Player 1" in battle.state.deciders()["chance"].prompt
    battle.do("chance", "draw", card="sever-2")
    assert [battle.seat(seat)["hand_count"] for seat in ("p1", "p2", "p3")] == [2, 1, 1]


@pytest.mark.rule("KM-TAC-03")
def test_an_empty_deck_is_the_discard_pile_shuffled() -> None:
    battle = Battle(
        rider(prepared=0, discipline=3), rider(prepared=0, discipline=0), stack=[{"at": "resource"}],
        deck=["rend-1"],
    )  # fmt: skip
    assert [one.action.card for one in battle.state.deciders()["chance"].outcomes] == ["rend-1"]  # type: ignore[attr-defined]
    battle.draws("rend-1")
    assert len(battle.state.deciders()["chance"].outcomes) == 53
    assert battle.view["discard"] == []
    battle.draws("rend-2", "rend-3")
    assert battle.seat("p1")["hand_count"] == 3


@pytest.mark.rule("KM-TAC-05", "KM-SHD-02", "KM-SHD-03", "KM-EDGE-02", "KM-WPN-02")
def test_equipment_costs_a_card_and_a_point_each() -> None:
    hand = ("rend-1", "rend-2", "rend-3", "rend-4", "rend-5", "rend-6")
    battle = Battle(
        rider("kolossus", *hand, initiative=4, gems={"heroic": 4, "zealous": 4}), rider(initiative=6),
        stack=[{"at": "maneuver"}],
    )  # fmt: skip
    battle.do("p1", "activate", what="shield", gem="heroic", card="rend-1")
    assert battle.stands("p1") == (9, 3, False)
    battle.refused("p1", "activate", what="shield", gem="zealous", card="rend-2")
    battle.do("p1", "activate", what="edge", gem="zealous", card="rend-2")
    battle.refused("p1", "activate", what="edge", gem="zealous", card="rend-3")
    battle.do("p1", "activate", what="edge", gem="heroic", card="rend-3")
    battle.do("p1", "activate", what="weapon", gem="heroic", card="rend-4")
    facts = battle.seat("p1")
    assert facts["initiative"] == 0
    assert facts["hand_count"] == 2
    assert [one["card"] for one in facts["edges"]] == ["rend-2", "rend-3"]
    assert facts["shield"]["card"] == "rend-1"
    assert battle.asked != {"p1": "maneuver"}, "without Initiative nothing more is activated"


@pytest.mark.rule("KM-TAC-05")
def test_equipment_is_activated_in_descending_initiative() -> None:
    equipped = {"gems": {"heroic": 4}}
    battle = Battle(
        rider("kolossus", "rend-1", initiative=2, **equipped), rider("kolossus", "rend-2", initiative=4, **equipped),
        rider("kolossus", "rend-3", initiative=0, **equipped), stack=[{"at": "maneuver"}],
    )  # fmt: skip
    assert battle.asked == {"p2": "maneuver"}
    battle.do("p2", "done")
    assert battle.asked == {"p1": "maneuver"}
    battle.do("p1", "done")
    assert set(battle.asked.values()) == {"charge"}, "p3 has no Initiative to activate anything with"


RED = {"team": "red"}


@pytest.mark.rule("KM-TAC-07")
@pytest.mark.parametrize(("setting", "cards"), [("current_initiative", 2), ("revealed_initiative", 4)])
def test_a_leader_lays_out_what_is_left_after_equipment(setting: str, cards: int) -> None:
    battle = Battle(
        rider(initiative=2, revealed=4, **RED), rider(**RED), rider(team="blue"), stack=[{"at": "leadership"}],
        options={"leader_pool_size": setting},
    )  # fmt: skip
    drawn = 0
    while "chance" in battle.asked:
        drawn += 1
        battle.do("chance", "draw", card=f"crack-{drawn}")
    assert drawn == cards


@pytest.mark.rule("KM-TAC-08", "KM-TAC-09")
@pytest.mark.parametrize("rest", ["discard", "deck"])
def test_an_exchange_keeps_hands_in_size(rest: str) -> None:
    battle = Battle(
        rider("kolossus", "rend-1", initiative=3, **RED), rider("kolossus", "rend-2", "rend-3", **RED),
        rider("kolossus", "rend-4", **RED), rider("kolossus", team="blue"),
        stack=[{"at": "leadership"}], options={"leader_pool_rest": rest},
    )  # fmt: skip
    battle.draws("crack-1", "crack-2", "crack-3")
    assert {one["to"] for one in battle.offers("p1", "grant")} == {"p1", "p2", "p3"}
    battle.do("p1", "grant", to="p2")
    assert battle.asked == {"p2": "exchange"}
    battle.do("p2", "exchange", take="crack-2", give="rend-3")
    battle.refused("p2", "exchange", take="crack-2", give="rend-2")
    battle.do("p2", "exchange", take="crack-3", give="rend-2")
    battle.do("p2", "done")
    assert sorted(battle.state.view("p2")["own"]["hand"]) == ["crack-2", "crack-3"]
    battle.do("p1", "done")
    assert battle.seat("p3")["hand_count"] == 1
    assert set(battle.view["discard"]) == ({"crack-1", "rend-2", "rend-3"} if rest == "discard" else set())


@pytest.mark.rule("KM-TAC-06", "KM-TAC-07")
def test_a_leader_alone_lays_out_nothing() -> None:
    team = {"red": {"team": "red"}, "blue": {"team": "blue"}}
    battle = Battle(
        rider(initiative=3, **team["red"]), rider(defeated=True, balance=0, **team["red"]), rider(**team["blue"]),
        stack=[{"at": "leadership"}],
    )  # fmt: skip
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-INIT-01")
def test_a_leader_says_one_number_that_binds_nobody() -> None:
    battle = Battle(rider(**RED), rider(**RED), rider(team="blue"), rider(team="blue"), stack=[{"at": "announce"}])
    assert battle.asked == {"p1": "announce"}
    battle.refused("p2", "announce", number=1)
    battle.do("p1", "announce", number=6)
    assert battle.view["spoken"] == {"p1": 6}
    assert battle.asked == {"p3": "announce"}
    battle.do("p3", "done")
    assert set(battle.asked.values()) == {"prepare"}
    battle.do("p1", "prepare", amount=0)
