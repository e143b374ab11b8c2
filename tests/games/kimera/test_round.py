"""The round before the battle: recovery, numbers said, Initiative prepared, hands, the reveal, leaders, Charges."""

from __future__ import annotations

import pytest
from immolation.games import BadConfig, BadPosition
from immolation.games.kimera import actions as act

from tests.games.kimera.table import GAME, Table, at, new, rider

RECOVERY = [{"at": "recovery"}]
TEAMS = {"red": ["p1", "p3"], "blue": ["p2", "p4"]}


# --- the sequence -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-SEQ-01")
def test_a_round_runs_through_its_phases_in_order() -> None:
    table = new(seats=4, teams=TEAMS)
    met = [table.moment]

    def see() -> None:
        if met[-1] != table.moment:
            met.append(table.moment)

    table.free()
    see()
    table.done("prepare")
    see()
    table.prepare(3, 0, 0, 0)
    see()
    table.hands()
    see()
    while table.moment not in ("turn", "tie-roll"):
        if table.asked == ["chance"]:
            table.state.apply(table.state.legal_actions("chance")[0])
        else:
            table.do(table.asked[0], "done")
        see()
    while table.moment == "turn":
        table.do(table.asked[0], "stand-down")
    see()
    steps = [
        "recovery",
        "announce",
        "prepare",
        "resource",
        "maneuver",
        "lay-out",
        "share",
        "charge",
        "turn",
        "recovery",
    ]
    assert [moment for moment in met if moment != "maneuver"] == [moment for moment in steps if moment != "maneuver"]
    assert table.view["round"] == 2
    assert table.no("p1", "hold") == "TABLE"  # out of phase


@pytest.mark.rule("KM-SEQ-02")
def test_hands_are_kept_or_go_under_the_option() -> None:
    for kept in (True, False):
        table = at(rider(hand=["scar-5"], initiative=1), rider(), options={"hand_kept": kept})
        table.do("p1", "stand-down")
        assert table.moment == "recovery"
        assert table.hand("p1") == (["scar-5"] if kept else [])
    assert all(facts["hand_count"] == 0 for facts in new(seats=3).view["seats"].values())


# --- recovery ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-REC-01", "KM-REC-06")
def test_each_rider_recovers_once_and_a_free_recovery_is_one_point() -> None:
    table = at(rider("kiron", balance=4), rider("kiron", balance=9), stack=RECOVERY)
    table.do("p1", "recover", how="free")
    assert table.balance("p1") == 5
    assert table.no("p1", "recover", how="free") == "KM-SEQ-01"
    table.do("p2", "recover", how="free")
    assert table.moment == "prepare"
    assert table.balance("p2") == 9


@pytest.mark.rule("KM-REC-02", "KM-REC-05")
def test_a_full_recovery_adds_each_card_up_to_the_recovery_trait() -> None:
    one = rider("kiron", ["scar-5", "rend-3", "crack-1"], recovery=4, acuity=6, balance=2)
    table = at(one, rider(), stack=RECOVERY).do("p1", "recover", how="full")
    assert table.no("p1", "done") == "KM-REC-02"
    for card in ("scar-5", "rend-3", "crack-1"):
        table.do("p1", "discard", card=card)
    assert table.balance("p1") == 2 + 4 + 3 + 1  # no free point on top (KM-REC-06)
    assert table.asked == ["p2"]
    empty = at(rider(), rider(), stack=RECOVERY)
    assert empty.no("p1", "recover", how="full") == "KM-REC-02"
    allowed = at(rider("kiron", balance=3), rider(), stack=RECOVERY, options={"full_recovery_min_cards": 0})
    assert allowed.do("p1", "recover", how="full").balance("p1") == 3


@pytest.mark.rule("KM-REC-03")
def test_a_full_recovery_gives_up_every_attack_but_not_heals_and_holds() -> None:
    hand = ["scar-5", "crack-5", "crack-6", "stagger-5"]
    one = rider(hand=hand, initiative=6, full_recovery=True, gems={"sanative": 1})
    two = rider(wounds=["rend-1"])
    table = at(one, two)
    for how in ("heavy-melee", "free-melee", "grapple"):
        assert table.no("p1", "attack", how=how, target="p2") == "KM-REC-03"
    assert {record["do"] for record in map(GAME.record, table.state.legal_actions("p1"))} == {
        "stand-down", "hold", "heal",
    }  # fmt: skip
    heals = at(one, two, options={"full_recovery_bars": "attacks_and_heals"})
    assert heals.no("p1", "heal", target="p2") == "KM-REC-03"
    turns = at(one, rider(initiative=1), options={"full_recovery_bars": "all_own_turns"})
    assert turns.asked == ["p2"]
    again = at(one | {"initiative": 0}, rider(initiative=1)).do("p2", "stand-down")
    assert not again.seat("p1")["full_recovery"]  # until the next Recovery phase


@pytest.mark.rule("KM-REC-04")
@pytest.mark.parametrize(("how", "gained"), [("card_value_capped", 3), ("recovery_trait", 3), ("one", 1)])
def test_a_partial_recovery_discards_exactly_one_card(how: str, gained: int) -> None:
    one = rider("kiron", ["scar-5", "crack-1"], balance=2)
    table = at(one, rider(), stack=RECOVERY, options={"partial_recovery": how})
    assert table.no("p1", "recover", how="partial") == "KM-REC-04"
    assert table.no("p1", "recover", how="free", card="scar-5") == "KM-REC-06"
    table.do("p1", "recover", how="partial", card="scar-5")
    assert table.balance("p1") == 2 + gained
    assert table.view["discard"] == ["scar-5"]
    assert not table.seat("p1")["full_recovery"]
    low = at(one, rider(), stack=RECOVERY, options={"partial_recovery": how})
    low.do("p1", "recover", how="partial", card="crack-1")
    assert low.balance("p1") == 2 + (3 if how == "recovery_trait" else 1)


@pytest.mark.rule("KM-REC-07")
def test_recovery_stops_at_full_balance() -> None:
    table = at(rider("kiron", ["scar-5"], balance=8), rider(), stack=RECOVERY)
    assert table.do("p1", "recover", how="partial", card="scar-5").balance("p1") == 9
    free = at(rider("kiron", ["scar-5"], balance=8), rider(), stack=RECOVERY, options={"balance_cap": "none"})
    assert free.do("p1", "recover", how="partial", card="scar-5").balance("p1") == 11


@pytest.mark.rule("KM-TYPE-07")
def test_a_kolossus_regenerates_beyond_its_recovery_trait() -> None:
    one = rider("kolossus", ["scar-5"], recovery=2, balance=3)
    table = at(one, rider(), stack=RECOVERY).do("p1", "recover", how="partial", card="scar-5")
    assert table.balance("p1") == 3 + 2 + 1
    full = at(one, rider(), stack=RECOVERY).do("p1", "recover", how="full").do("p1", "discard", card="scar-5")
    assert full.balance("p1") == 3 + 2 + 1
    assert at(one, rider(), stack=RECOVERY).do("p1", "recover", how="free").balance("p1") == 5
    capped = at(one, rider(), stack=RECOVERY, options={"regeneration_always": False})
    assert capped.do("p1", "recover", how="free").balance("p1") == 4


@pytest.mark.rule("KM-GRP-06")
def test_nobody_recovers_in_a_grapple_but_a_kolossus_gains_one() -> None:
    table = at(rider("kiron", ["scar-5"], balance=2, holds="p2"), rider("kolossus", balance=2), rider(), stack=RECOVERY)
    assert table.asked == ["p3"]
    assert (table.balance("p1"), table.balance("p2")) == (2, 3)


# --- Initiative -------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-INIT-01")
def test_each_leader_with_teammates_may_say_one_number_that_binds_nobody() -> None:
    table = new(seats=4, teams=TEAMS).free()
    assert table.asked == ["p1"]
    silence, *numbers = table.state.legal_actions("p1")
    assert (silence, len(numbers)) == (act.Done("p1"), 100), "nobody must say one"
    table.do("p1", "announce", number=42)
    assert table.view["spoken"] == {"p1": 42}
    assert table.asked == ["p2"]
    assert table.no("p1", "announce", number=3) == "KM-SEQ-01"
    table.do("p2", "done")
    assert table.moment == "prepare"
    assert table.view["spoken"] == {"p1": 42}
    assert new(seats=3).free().moment == "prepare"  # nobody to speak to


@pytest.mark.rule("KM-INIT-02", "KM-INIT-05", "KM-BAL-02")
def test_prepared_balance_is_spent_when_it_is_revealed() -> None:
    table = at(rider("kiron", heavy_melee=3), rider("kiron"), stack=[{"at": "prepare"}], options={"initiative_max": 0})
    table.prepare(4, 9).hands()
    assert (table.balance("p1"), table.initiative("p1")) == (5, 4 + 1)  # Blitzkrieg
    assert (table.balance("p2"), table.initiative("p2")) == (0, 9 + 1)
    table.done("turn")
    assert table.asked == ["p2"]
    assert table.no("p2", "attack", how="free-melee", target="p1") == "KM-BAL-02"
    assert not table.listed("p2", "attack")


@pytest.mark.rule("KM-INIT-03")
def test_the_die_shows_at_most_six_and_no_more_than_balance() -> None:
    table = at(rider(balance=9), rider(balance=2), stack=[{"at": "prepare"}])
    assert table.no("p1", "prepare", amount=7) == "KM-INIT-03"
    assert table.no("p2", "prepare", amount=3) == "KM-INIT-03"
    assert [record["amount"] for record in table.listed("p2", "prepare")] == [0, 1, 2]
    high = at(rider(balance=9), rider(), stack=[{"at": "prepare"}], options={"initiative_max": 0})
    assert len(high.listed("p1", "prepare")) == 10


@pytest.mark.rule("KM-INIT-04")
def test_nobody_reads_anothers_die_before_the_reveal() -> None:
    seen = []
    for amount in (1, 5):
        table = at(rider(hand=["scar-5"] * 1), rider(), rider(), stack=[{"at": "prepare"}])
        assert table.asked == ["p1", "p2", "p3"]
        table.do("p2", "prepare", amount=amount)
        assert table.asked == ["p1", "p3"]
        event = table.events[0]
        assert str(amount) not in event.seen_by("p1").text
        assert event.seen_by("p2").data["amount"] == amount
        assert table.state.view("p2")["own"]["prepared"] == amount
        seen.append([table.state.view("p1"), table.view, event.seen_by(None)])
    assert seen[0] == seen[1]


# --- hands ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-TAC-01")
def test_hands_are_adjusted_in_descending_initiative_without_showing_it() -> None:
    riders = [rider(hand=["scar-5"], discipline=2), rider(discipline=1), rider(discipline=1)]
    for order, revealed in (("committed_initiative", 0), ("reveal_first", 5)):
        table = at(*riders, stack=[{"at": "prepare"}], options={"resource_order": order}).prepare(2, 5, 2)
        drawn = []
        while table.moment == "resource":
            assert table.initiative("p2") == revealed
            table.do("chance", "draw", card=table.listed("chance", "draw")[0]["card"])
            drawn.append(next(event.data["seat"] for event in table.events if event.kind == "drawn"))
        assert drawn == ["p2", "p1", "p3"]  # ties by seat


@pytest.mark.rule("KM-TAC-02")
def test_hands_become_exactly_discipline() -> None:
    short = rider("hermes", ["scar-5", "crack-5"], discipline=3)
    long = rider("kiron", ["rend-1", "rend-2", "rend-3", "rend-4"], discipline=2)
    table = at(short, long, stack=[{"at": "resource", "order": ["p1", "p2"]}])
    table.draws("rend-5", "rend-6", "crack-1")
    assert len(table.hand("p1")) == 5
    secret = table.events[0]
    assert "Crack 1" in secret.seen_by("p1").text
    assert "crack-1" not in secret.seen_by("p2").text
    assert table.asked == ["p2"]
    assert table.no("p2", "done") == "TABLE"
    table.do("p2", "discard", card="rend-1").do("p2", "discard", card="rend-4")
    assert table.hand("p2") == ["rend-2", "rend-3"]
    assert table.moment != "resource"


@pytest.mark.rule("KM-TAC-03")
def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    table = at(rider(discipline=2), rider(discipline=0), stack=[{"at": "resource"}], deck=["scar-5"])
    assert [record["card"] for record in table.listed("chance", "draw")] == ["scar-5"]
    table.draws("scar-5")
    assert table.kinds()[-1] == "reshuffled"
    assert table.view["discard"] == []
    assert len(table.listed("chance", "draw")) == 53
    assert table.no("chance", "draw", card="scar-5") == "TABLE"
    dry = at(
        rider(hand=["a", "a"], discipline=6), rider(discipline=0), stack=[{"at": "resource"}],
        cards=[{"id": "a", "value": 1, "symbols": ["bolt"], "effect": "crack", "count": 2}],
    )  # fmt: skip
    assert dry.moment != "resource"  # nothing is left to draw


# --- the maneuver step ------------------------------------------------------------------------------------


@pytest.mark.rule("KM-TAC-04", "KM-TYPE-10")
def test_all_reveal_at_once_and_a_kiron_gains_one() -> None:
    table = at(rider("kiron", discipline=0), rider("drako", discipline=0), stack=[{"at": "prepare"}])
    table.do("p1", "prepare", amount=2)
    assert (table.initiative("p1"), table.initiative("p2")) == (0, 0)
    table.do("p2", "prepare", amount=3)
    assert (table.initiative("p1"), table.initiative("p2")) == (3, 3)
    held = at(rider("kiron", discipline=0), rider(holds="p1", discipline=0), rider(), stack=[{"at": "prepare"}])
    assert held.asked == ["p3"]
    held.prepare(1).hands()
    assert held.initiative("p1") == 0


@pytest.mark.rule("KM-TAC-05")
def test_each_activation_costs_one_initiative_and_one_card_in_descending_initiative() -> None:
    one = rider(hand=["rend-1", "rend-2", "rend-3"], initiative=2, gems={"heroic": 2, "zealous": 1})
    two = rider("kiron", ["rend-4"], initiative=4, gems={"heroic": 1})
    table = at(one, two, stack=[{"at": "maneuver"}])
    assert table.asked == ["p2"]
    table.do("p2", "done")
    table.do("p1", "activate", what="shield", gem="heroic", card="rend-2")
    assert table.initiative("p1") == 1
    assert table.hand("p1") == ["rend-1", "rend-3"]
    assert table.seat("p1")["shield"] == {"gem": "heroic", "card": "rend-2"}
    assert table.no("p1", "activate", what="weapon", gem="heroic", card="rend-2") == "TABLE"
    assert table.no("p1", "activate", what="weapon", gem="abyssal", card="rend-1") == "KM-GEM-01"
    table.do("p1", "activate", what="edge", gem="zealous", card="rend-1")
    assert table.initiative("p1") == 0
    assert table.moment != "maneuver"  # nothing left to pay with


# --- leaders ----------------------------------------------------------------------------------------------


def led(initiative: int = 3, **keys: object) -> Table:
    """Red is p1, p3, p5 with p1 leading; blue is p2 and p4."""
    red = [rider(hand=hand, team="red") for hand in (["rend-1"], ["rend-2", "rend-3"], ["rend-4"])]
    blue = [rider(team="blue", balance=0), rider(team="blue", balance=0)]
    red[0]["initiative"] = initiative
    riders = [red[0], blue[0], red[1], blue[1], red[2]]
    return at(*riders, stack=[{"at": "leadership"}], **keys)  # type: ignore[arg-type]


@pytest.mark.rule("KM-TAC-06")
def test_each_side_has_one_leader_and_names_a_new_one_after_a_defeat() -> None:
    assert led().view["leaders"] == {"red": "p1", "blue": "p2"}
    with pytest.raises(BadPosition, match=r"leaders: red: 'p2' is not one of .*KM-TAC-06"):
        led(leaders={"red": "p2"})
    with pytest.raises(BadConfig, match="KM-TAC-06"):
        GAME.new({"seats": 4, "teams": TEAMS, "leaders": {"red": "p2"}})
    table = new(seats=5, teams={"red": ["p1", "p3", "p5"], "blue": ["p2", "p4"]})
    table.do("p1", "surrender")
    assert table.moment == "name-leader"
    assert table.no("p3", "lead", who="p2") == "KM-TAC-06"
    table.do("p3", "lead", who="p5")
    assert table.view["leaders"]["red"] == "p5"
    for how, leader in (("next_seat", "p3"), ("none", None)):
        other = new(seats=5, teams={"red": ["p1", "p3", "p5"], "blue": ["p2", "p4"]}, options={"leader_lost": how})
        assert other.do("p1", "surrender").view["leaders"]["red"] == leader


@pytest.mark.rule("KM-TAC-07")
def test_a_leader_with_teammates_lays_out_as_many_cards_as_its_initiative() -> None:
    table = led()
    assert table.moment == "lay-out"
    table.draws("scar-5", "crack-6", "bash-5")
    assert table.view["pool"] == ["bash-5", "crack-6", "scar-5"]
    assert table.moment == "share"
    lone = at(rider(initiative=3), rider(initiative=2), stack=[{"at": "leadership"}])
    assert not lone.view["pool"]
    assert lone.moment in ("charge", "turn")
    revealed = led(1, options={"leader_pool_size": "revealed_initiative"})
    assert revealed.draws("scar-5").moment == "share"


@pytest.mark.rule("KM-TAC-08")
def test_members_exchange_one_for_one_in_the_leaders_order() -> None:
    table = led().draws("scar-5", "crack-6", "bash-5")
    assert table.no("p1", "grant", to="p2") == "KM-TAC-08"
    table.do("p1", "grant", to="p3")
    assert table.asked == ["p3"]
    assert table.no("p3", "exchange", take="rend-5", give="rend-2") == "KM-TAC-08"
    assert table.no("p3", "exchange", take="scar-5", give="rend-4") == "TABLE"
    table.do("p3", "exchange", take="scar-5", give="rend-2").do("p3", "exchange", take="bash-5", give="rend-3")
    assert sorted(table.hand("p3")) == ["bash-5", "scar-5"]
    table.do("p3", "done")
    assert table.no("p1", "grant", to="p3") == "KM-TAC-08"
    table.do("p1", "grant", to="p1").do("p1", "exchange", take="crack-6", give="rend-1")
    assert table.hand("p1") == ["crack-6"]
    assert table.moment != "share"  # nothing is left
    assert table.view["discard"] == ["rend-1", "rend-2", "rend-3"]


@pytest.mark.rule("KM-TAC-09")
def test_a_leader_may_refuse_everybody_and_the_rest_is_discarded() -> None:
    table = led().draws("scar-5", "crack-6", "bash-5").do("p1", "done")
    assert table.view["discard"] == ["bash-5", "crack-6", "scar-5"]
    assert table.view["pool"] == []
    deck = led(options={"leader_pool_rest": "deck"}).draws("scar-5", "crack-6", "bash-5")
    before = deck.view["deck"]
    deck.do("p1", "done")
    assert deck.view["discard"] == []
    assert deck.view["deck"] == before + 3


# --- charges ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-CHG-01", "KM-CHG-03")
def test_a_charge_turns_up_to_two_balance_into_initiative_until_the_end_of_the_round() -> None:
    one = rider("drako", ["sever-3", "scar-5"], balance=2, initiative=1)
    table = at(one, rider(), stack=[{"at": "charge"}])
    assert table.no("p1", "charge", card="scar-5", amount=1) == "KM-CHG-01"
    table.do("p1", "charge", card="sever-3", amount=2)
    assert (table.balance("p1"), table.initiative("p1")) == (0, 3)
    assert table.view["discard"] == ["sever-3"]
    assert table.no("p1", "attack", how="free-melee", target="p2") == "KM-BAL-02"
    poor = at(rider(hand=["sever-3"], balance=1), rider(), stack=[{"at": "charge"}])
    assert poor.no("p1", "charge", card="sever-3", amount=2) == "KM-CHG-01"
    table.do("p1", "stand-down")
    assert table.initiative("p1") == 0


@pytest.mark.rule("KM-CHG-02", "KM-TYPE-08")
def test_a_charge_belongs_to_a_declaration_or_to_the_leadership_step() -> None:
    one = rider("kiron", ["rend-1", "scar-5", "crack-5"], balance=5, initiative=1)
    table = at(one, rider(initiative=1), stack=[{"at": "turn", "seat": "p1"}])
    assert not table.listed("p1", "attack")
    table.do("p1", "charge", card="rend-1", amount=2)
    assert (table.initiative("p1"), table.balance("p1")) == (3, 3)
    assert table.no("p1", "hold") == "KM-CHG-02"
    assert table.no("p1", "stand-down") == "KM-CHG-02"
    table.do("p1", "attack", how="heavy-melee", target="p2")
    assert table.initiative("p1") == 2
    useless = at(rider("kiron", ["rend-1"], balance=1, initiative=1), rider(initiative=4, off=True, balance=0))
    useless.do("p2", "stand-down")
    assert useless.no("p1", "charge", card="rend-1", amount=1) == "KM-CHG-02"
    barred = at(one | {"full_recovery": True}, rider(initiative=1), stack=[{"at": "turn", "seat": "p1"}])
    assert barred.no("p1", "charge", card="rend-1", amount=2) == "KM-REC-03"
    assert table.no("p2", "charge", card="rend-1", amount=1) == "KM-SEQ-01"


@pytest.mark.rule("KM-CHG-02")
def test_others_may_charge_during_a_declaration_under_the_options() -> None:
    one = rider("kolossus", ["scar-5", "crack-5"], initiative=3)
    two = rider("drako", ["sever-3"], initiative=1)
    table = at(one, two, rider(), options={"charge_who": "declarer_and_target"})
    table.do("p1", "attack", how="heavy-melee", target="p2")
    assert table.asked == ["p2"]
    assert table.initiative("p1") == 3  # not committed yet
    table.do("p2", "charge", card="sever-3", amount=2)
    assert table.asked == ["p1"]
    assert table.view["attack"] is None  # the attack falls: no longer superior
    assert table.initiative("p1") == 3
    after = at(one, two, options={"charge_window": "after_checks", "charge_who": "declarer_and_target"})
    after.do("p1", "attack", how="heavy-melee", target="p2").do("p1", "done")
    (passed,) = [event for event in after.events if event.kind == "passed"]
    assert (passed.data, passed.rules) == ({"seat": "p1"}, ("KM-CHG-02",))
    after.do("p2", "charge", card="sever-3", amount=2)
    assert after.step == "symbols"
    assert after.initiative("p1") == 2
    early = at(one | {"hand": ["scar-5", "sever-3"]}, two | {"hand": []}, options={"charge_window": "after_checks"})
    assert early.no("p1", "charge", card="sever-3", amount=1) == "KM-CHG-02"


@pytest.mark.rule("KM-CHG-01", "KM-CHG-02", "KM-TYPE-14")
def test_the_last_balance_may_be_charged_after_the_checks_but_for_what_a_free_melee_costs() -> None:
    options = {"charge_window": "after_checks"}
    for kind, left in (("sinister", 0), ("kolossus", 1)):
        one = rider(kind, ["sever-3", "rend-6"], initiative=3, balance=2)
        table = at(one, rider(initiative=1), options=options).do("p1", "attack", how="free-melee", target="p2")
        if left:
            assert table.no("p1", "charge", card="sever-3", amount=2) == "KM-CHG-02"
        table.do("p1", "charge", card="sever-3", amount=2 - left)
        assert table.balance("p1") == left
