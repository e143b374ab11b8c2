"""The Chimera's turn as somebody reads the rules who has never seen the engine: attacks, moments between, tokens."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import DOWN, aspect, deck, solo, unit

rule = pytest.mark.rule

LEFT = aspect("left", "claw_left", 2, 4)
RIGHT = aspect("right", "claw_right", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
ALWAYS = {"reaction_windows": "always"}


@rule("RR-BTL-04", "RR-BLK-05")
def test_a_blocker_that_dies_before_the_fight_leaves_the_phoenixborn_who_does_not_counter() -> None:
    table = solo(deck(JAW), ["jaw"], [unit(life=2)], options=ALWAYS).turn().answer("u1")
    assert table.asked == "reaction"
    table.do("effect", what="destroy", on="u1").do("go-on").dice()
    assert table.born()["wounds"] == 2
    assert table.card("a1")["wounds"] == 0
    assert table.card("a1")["exhaustion"] == 1


@rule("RR-BTL-03", "RR-GRD-07")
def test_a_guard_is_unspent_when_the_attacker_is_exhausted_before_the_battle() -> None:
    table = solo(deck(LEFT), ["left"], [unit()], options=ALWAYS).turn().answer("p1")
    table.do("effect", what="exhaust", on="a1").do("go-on").dice()
    assert not table.born()["guard_used"]
    assert table.born()["wounds"] == table.card("u1")["wounds"] == 0
    assert table.card("a1")["exhaustion"] == 1  # that of the reaction: who left battle takes none of its own


@rule("RR-BTL-05", "RR-ATK-07")
def test_a_target_that_leaves_before_its_battle_costs_the_attacker_its_token_all_the_same() -> None:
    table = solo(deck(LEFT), ["left"], [unit(), unit()], options=ALWAYS).turn().answer("no")
    table.do("effect", what="destroy", on="u1").do("go-on").dice()
    assert table.card("u2")["wounds"] == table.born()["wounds"] == 0
    assert table.card("a1")["exhaustion"] == 1


@rule("RR-TGT-02", "RR-TGT-03", "RR-BLK-02")
def test_units_that_cannot_be_attacked_may_block_the_attack_that_fell_back() -> None:
    table = solo(deck(LEFT), ["left"], [unit(text="untargetable"), unit(text="untargetable")]).turn()
    assert (table.asked, table.offered()) == ("block", ["no", "u1", "u2"])
    assert table.answer("u1").card("u1")["wounds"] == 2
    assert table.card("a1")["wounds"] == 1


@rule("RR-TGT-01", "RR-ABIL-03")
def test_protection_is_text_and_an_exhausted_card_has_none_that_is_active() -> None:
    table = solo(deck(LEFT), ["left"], [unit(text="untargetable"), unit(text="untargetable", exhaustion=1)]).turn()
    assert table.state.view(None)["battle"]["target"] == "u2"
    inexhaustible = unit(text="inexhaustible: untargetable", exhaustion=1)
    table = solo(deck(LEFT), ["left"], [inexhaustible, unit()]).turn()
    assert table.state.view(None)["battle"]["target"] == "u2"


@rule("RR-GRD-01", "RR-GRD-10", "RR-ABIL-02")
def test_a_unit_guard_that_may_not_guard_is_not_offered_nor_the_target_nor_a_definition_line() -> None:
    row = [unit(text="unit guard"), unit(text="unit guard, cannot guard"), unit(text="unit guard"), unit(text="X = 3")]
    assert solo(deck(LEFT), ["left"], row).turn().offered() == ["no", "u3", "p1"]
    assert solo(deck(LEFT), ["left"], row, p1={"text": "cannot guard"}).turn().offered() == ["no", "u3"]


@rule("RR-MISC-03", "RR-BTL-02")
def test_a_unit_that_left_one_battle_is_a_whole_target_in_the_next() -> None:
    row = {"main": [{"do": "attack", "unit": "leftmost"}, {"do": "attack", "unit": "leftmost"}]}
    two = [LEFT, aspect("other", "claw_left", 1, 4)]
    table = solo(deck(*two, rows=row), ["left", "other", DOWN], [unit(life=5)], options=ALWAYS).turn().answer("no")
    table.do("effect", what="return", on="u1").do("enter", again="u1").do("go-on").dice()
    assert table.card("u1")["wounds"] == 0
    assert table.asked == "guard"  # the second attack finds it again
    table.answer("no").do("go-on").dice().answer("no")
    assert table.card("u1")["wounds"] == 1


@rule("RR-BTL-07", "RR-BTL-08")
def test_who_holds_the_first_player_token_resolves_first_by_the_option() -> None:
    fiery = aspect("fiery", "jaw", 1, 2, triggers={"on_attack": [{"do": "damage", "target": "phoenixborn", "n": 3}]})
    for first, order, asked_first in (
        ("players", "first_player_first", True),
        ("chimera", "first_player_first", False),
        ("players", "active_player_first", False),
    ):
        options = {**ALWAYS, "simultaneous_order": order}
        table = solo(deck(fiery), ["fiery"], [], first=first, options=options).turn()
        assert table.asked == "reaction"
        assert table.born()["wounds"] == (0 if asked_first else 3)
        table.do("effect", what="destroy", on="a1", timing="reaction").do("go-on").dice()
        assert table.born()["wounds"] == (0 if asked_first else 3)


@rule("RR-TURN-02", "RR-REV-04")
def test_the_status_step_goes_from_left_to_right_and_never_back() -> None:
    caller = aspect("caller", "none", status_pips=1, status=[{"do": "reveal"}])
    hurt = aspect("hurt", "none", status_pips=1, status=[{"do": "damage", "target": "phoenixborn", "n": 1}])
    for facing, wounds in ((["caller", DOWN], 1), ([DOWN, "caller"], 0)):
        given = [{"card": "caller", "status": 1} if one == "caller" else one for one in facing]
        table = solo(deck(caller, hurt), given).turn(shows=["hurt"])
        assert table.born()["wounds"] == wounds


@rule("RR-RAGE-04", "RR-TOK-03", "RR-ULT-07", "RR-TURN-05")
def test_a_rage_roll_that_brings_the_ultimate_is_over_before_the_behaviour_die_of_the_new_phase() -> None:
    pack = deck(
        ultimate=[{"phase": n, "effects": [{"do": "damage", "target": "phoenixborn", "n": n}]} for n in (1, 2, 3)]
    )
    for phase in pack["behaviour"]:
        phase["rows"][0]["main"] = [{"do": "wound_token", "target": "phoenixborn", "n": 10 * phase["phase"] - 9}]
    table = solo(pack, [DOWN], rage=4, red_rains=4, p1={"life": 60}).turn(power=1)
    assert table.chimera["phase"] == 2
    assert table.chimera["rage"]["power"] == 0
    assert table.chimera["red_rains"] == 0
    assert table.born()["wounds"] == 1 + 11


@rule("RR-ULT-03", "RR-ULT-08", "RR-BASE-04")
def test_an_ultimate_throws_out_what_others_own_and_no_blood_counts_for_it() -> None:
    row = {"side": [{"do": "place_red_rains", "n": 1}], "main": []}
    table = solo(deck(JAW, rows=row), ["jaw", DOWN, unit("Blood Puppet")], [unit()], red_rains=4)
    table.do("effect", what="attach", on="a1", word="Fear").turn()
    assert table.gone("a3")
    assert table.card("a1")["spells"] == []
    assert table.chimera["wounds"] == 0
    assert not table.gone("u1")


@rule("RR-TOK-04", "RR-TOK-05", "RR-ULT-02", "RR-ULT-09")
def test_tokens_are_placed_one_at_a_time_against_a_value_that_exhaustion_raises() -> None:
    row = {"main": [{"do": "place_red_rains", "n": 9}]}
    raised: dict[str, Any] = {"chimera_card": {"exhaustion": 1}, "ultimate_exhaustion": 1}
    table = solo(deck(rows=row), [DOWN], red_rains=4, **raised).turn()
    # The third makes 7 of 7; the Ultimate card goes with its token, and the other 6 make 6 of 6.
    assert table.told("ultimate") == ["ultimate", "ultimate"]
    assert (table.chimera["red_rains"], table.chimera["phase"]) == (0, 3)
    assert (table.chimera["exhaustion"], table.chimera["ultimate_exhaustion"]) == (1, 0)


@rule("RR-TURN-14", "RR-TURN-11", "RR-ATK-07")
def test_who_must_attack_does_so_in_place_of_the_roll_and_only_once() -> None:
    table = solo(deck(JAW), ["jaw", DOWN])
    table.do("effect", what="grant", on="a1", word="must attack").turn()
    assert "rage-rolled" not in table.told()
    assert table.born()["wounds"] == 2
    assert "rage-rolled" in table.turn().told()


@rule("RR-LAW-10", "RR-LAW-11", "RR-BASE-01")
def test_an_aspect_counters_each_of_two_attackers_and_stays_fresh() -> None:
    table = solo(deck(aspect("wall", "jaw", 1, 9)), ["wall"], [unit(attack=1), unit(attack=1)])
    table.do("attack", units=["u1", "u2"], target="a1").dice(face=1)
    assert [table.card(ref)["wounds"] for ref in ("u1", "u2")] == [1, 1]
    assert (table.card("a1")["wounds"], table.card("a1")["exhaustion"]) == (2, 0)
    assert [table.card(ref)["exhaustion"] for ref in ("u1", "u2")] == [1, 1]


@rule("RR-RAGE-05", "RR-RAGE-04", "RR-TURN-11")
def test_a_pass_with_an_aspect_face_down_may_bring_the_ultimate_by_itself() -> None:
    strong = [{"phase": 1, "effects": [{"do": "damage", "target": "phoenixborn", "n": 4}]}]
    pack = deck(ultimate=[*strong, *({"phase": n, "effects": []} for n in (2, 3))])
    table = solo(pack, [DOWN], rage=4, red_rains=4).do("pass")
    assert table.born()["wounds"] == 4
    assert table.chimera["phase"] == 2
