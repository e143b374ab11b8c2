"""Reveals, attacks of the Chimera, blocks, guards, and whom claws and jaws find."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.red_rains.table import (
    GAME,
    asked,
    aspect,
    at,
    body,
    chimera_turn,
    do,
    down,
    gone,
    kinds,
    only,
    options_of,
    pack,
    pass_turn,
    refs,
    refused,
    run,
    table,
    unit,
)

rule = pytest.mark.rule
REVEAL: dict[str, Any] = {"main": [{"do": "reveal"}]}
STRIKE: dict[str, Any] = {"main": [{"do": "attack", "unit": "leftmost"}]}


# --- reveals ---------------------------------------------------------------------------------------------


@rule("RR-REV-01")
def test_a_reveal_turns_up_the_leftmost_face_down_aspect_in_its_slot() -> None:
    state = at(["bell-tongue", down(3), down(3)], chimera=pack(rows=REVEAL))
    chimera_turn(state, shows=["silt-maw"])
    assert refs(state) == ["a1", "a2", "a3"]
    assert [body(state, ref).up for ref in refs(state)] == [True, True, False]


@rule("RR-REV-01")
def test_only_cards_with_the_blood_on_the_back_can_come_up() -> None:
    state = at([down(3)], chimera=pack(rows=REVEAL))
    do(state, "end-turn")
    run(state, until=lambda state: asked(state) == "reveal")
    assert [action.card for action in state.legal_actions("chance")] == ["brine-jaw", "silt-maw"]  # type: ignore[attr-defined]
    assert refused(state, "show", "chance", card="foam-wing") == "TABLE"


@rule("RR-REV-02")
@pytest.mark.parametrize(("card", "tokens"), [("tolling-eye", 2), ("foam-wing", 0)])
def test_a_revealed_aspect_has_as_many_status_tokens_as_pips(card: str, tokens: int) -> None:
    state = at([down(1)], [unit("U")], chimera=pack(rows=REVEAL))
    chimera_turn(state, shows=[card])
    assert body(state, "a1").status == tokens


@rule("RR-REV-03", "RR-REV-04")
def test_tokens_come_before_the_enter_ability_and_status_waits_for_the_next_turn() -> None:
    both = {"id": "both", "attack": 1, "life": 2, "icon": "none", "blood": 9, "status_pips": 1,
            "status": [{"do": "damage", "target": "phoenixborn", "n": 3}],
            "enter": [{"do": "damage", "target": "phoenixborn", "n": 1}]}  # fmt: skip
    state = at([down(9)], chimera=pack(both, rows=REVEAL))
    said = kinds(chimera_turn(state, shows=["both"]))
    assert said.index("revealed") < said.index("status-tokens") < said.index("damaged")
    assert body(state, "p1").wounds == 1
    chimera_turn(state)
    assert body(state, "p1").wounds == 4


@rule("RR-REV-05")
def test_two_reveals_turn_up_two_and_one_without_anything_does_nothing() -> None:
    rows = {"main": [{"do": "reveal"}, {"do": "reveal"}]}
    state = at([down(2), down(2), down(2)], [unit("U")], chimera=pack(rows=rows))
    chimera_turn(state, shows=["bell-tongue", "kelp-ward"])
    assert [body(state, ref).up for ref in refs(state)] == [True, True, False]
    state = at([down(2)], chimera=pack(rows=rows))
    events = chimera_turn(state, shows=["bell-tongue"])
    assert only(events, "nothing-to-reveal")
    assert not only(events, "attack")
    state = at([down(2)], chimera=pack(rows=rows), options={"reveal_none": "attack_leftmost"})
    assert only(chimera_turn(state, shows=["bell-tongue"]), "attack")


@rule("RR-REV-06", "RR-ATK-02")
def test_revealing_is_not_attacking_unless_the_row_orders_it() -> None:
    state = at([down(3)], chimera=pack(rows=REVEAL))
    assert not only(chimera_turn(state, shows=["silt-maw"]), "attack")
    rows = {"main": [{"do": "reveal"}, {"do": "attack", "unit": "revealed"}]}
    state = at(["bell-tongue", down(3)], chimera=pack(rows=rows))
    events = chimera_turn(state, shows=["silt-maw"])
    assert [event.data["attackers"] for event in only(events, "attack")] == [["a2"]]
    state = at(["bell-tongue", down(3)], chimera=pack(rows={"main": [{"do": "reveal"}, *STRIKE["main"]]}))
    assert only(chimera_turn(state, shows=["silt-maw"]), "attack")[0].data["attackers"] == ["a1"]


# --- declaring an attack ---------------------------------------------------------------------------------


@rule("RR-ATK-01")
def test_an_attack_has_one_attacker_though_more_could() -> None:
    state = at(["silt-maw", "silt-maw"])
    events = chimera_turn(state)
    assert len(only(events, "attack")) == 1
    assert [body(state, ref).exhaustion for ref in ("a1", "a2")] == [1, 0]


@rule("RR-ATK-03")
def test_a_named_attacker_that_cannot_attack_means_no_attack() -> None:
    rows = {"main": [{"do": "reveal"}, {"do": "attack", "unit": "revealed"}]}
    idle = {"id": "idle", "attack": 1, "life": 2, "icon": "none", "blood": 9}
    state = at(["silt-maw", down(9)], chimera=pack(idle, rows=rows))
    assert not only(chimera_turn(state, shows=["idle"]), "attack")
    instead = {"specified_attacker_unable": "leftmost_instead"}
    state = at(["silt-maw", down(9)], chimera=pack(idle, rows=rows), options=instead)
    assert only(chimera_turn(state, shows=["idle"]), "attack")[0].data["attackers"] == ["a1"]


@rule("RR-ATK-04", "RR-ATK-05", "RR-ATK-06")
@pytest.mark.parametrize(("card", "target"), [("bell-tongue", "u1"), ("kelp-ward", "u3"), ("silt-maw", "p1")])
def test_the_icon_says_who_is_attacked(card: str, target: str) -> None:
    state = at([card], [unit("U1"), unit("U2"), unit("U3")])
    assert only(chimera_turn(state), "attack")[0].data["target"] == target


@rule("RR-ATK-07")
def test_after_its_attack_the_attacker_has_an_exhaustion_token_and_stays_behind_next_time() -> None:
    state = at(["silt-maw", "brine-jaw"])
    chimera_turn(state)
    assert body(state, "a1").exhaustion == 1
    assert only(chimera_turn(state), "attack")[0].data["attackers"] == ["a2"]


# --- blocks ----------------------------------------------------------------------------------------------


@rule("RR-BLK-01", "RR-BLK-03")
def test_the_attacked_player_may_assign_one_blocker_or_none() -> None:
    state = at(["silt-maw"], [unit("U1"), unit("U2")])
    chimera_turn(state)
    assert asked(state) == "block"
    assert options_of(state) == ["no", "u1", "u2"]
    through = state.copy()
    run(through, answers=["no"])
    assert body(through, "p1").wounds == 4
    run(state, answers=["u1"])
    assert asked(state) == "turn"  # no second blocker is asked for
    assert body(state, "p1").wounds == 0


@rule("RR-BLK-02")
def test_only_unexhausted_units_block() -> None:
    state = at(["silt-maw"], [unit("U1", exhaustion=1)])
    chimera_turn(state)
    assert asked(state) == "turn"
    assert body(state, "p1").wounds == 4
    state = at(["silt-maw"], [unit("U1", exhaustion=1), unit("U2")])
    chimera_turn(state)
    assert options_of(state) == ["no", "u2"]


@rule("RR-BLK-04", "RR-BASE-01")
def test_a_blocker_battles_in_place_of_the_phoenixborn_and_counters_unasked() -> None:
    state = at(["silt-maw"], [unit("U1", attack=1, life=5)])
    chimera_turn(state, answers=["u1"])
    assert (body(state, "u1").wounds, body(state, "a1").wounds, body(state, "p1").wounds) == (4, 1, 0)


@rule("RR-BLK-04", "RR-GRD-05")
@pytest.mark.parametrize(("card", "units"), [("silt-maw", ("u1",)), ("bell-tongue", ("u2",))])
def test_by_the_option_blockers_and_guards_are_asked_whether_they_counter(card: str, units: tuple[str]) -> None:
    state = at([card], [unit("U1", life=9), unit("U2", life=9, text="unit guard")],
               options={"block_and_guard_counter": "optional"})  # fmt: skip
    chimera_turn(state, answers=units)
    assert asked(state) == "counter"
    run(state, answers=["no"])
    assert body(state, "a1").wounds == 0


@rule("RR-BLK-05")
def test_unblocked_the_phoenixborn_is_battled_and_does_not_counter() -> None:
    for counters, wounds in ((False, 0), (True, 1)):
        state = at(["brine-jaw"], p1={"attack": 1}, options={"phoenixborn_counters": counters})
        chimera_turn(state)
        assert body(state, "p1").wounds == 3
        assert body(state, "a1").wounds == wounds


@rule("RR-BLK-06")
def test_an_attack_on_the_phoenixborn_is_blocked_not_guarded() -> None:
    state = at(["silt-maw"], [unit("U1", text="unit guard")])
    chimera_turn(state)
    assert asked(state) == "block"
    assert "p1" not in options_of(state)
    state = at(["silt-maw"], [unit("U1", text="unit guard", exhaustion=1)])
    chimera_turn(state)
    assert asked(state) == "turn"  # the Phoenixborn cannot guard itself


# --- guards ----------------------------------------------------------------------------------------------


@rule("RR-GRD-01", "RR-GRD-10")
def test_an_attacked_unit_is_guarded_by_unit_guards_and_the_phoenixborn_alone_never_by_itself() -> None:
    units = [unit("U1", text="unit guard"), unit("U2"), unit("U3", text="unit guard")]
    state = at(["bell-tongue"], units)
    chimera_turn(state)
    assert asked(state) == "guard"
    assert options_of(state) == ["no", "u3", "p1"]


@rule("RR-GRD-02", "RR-GRD-06")
def test_a_phoenixborn_guards_once_a_round() -> None:
    state = at(["bell-tongue", "bell-tongue"], [unit("U1", life=9)])
    chimera_turn(state, answers=["p1"])
    assert body(state, "p1").wounds == 2
    assert body(state, "p1").exhaustion == 0
    assert body(state, "a1").wounds == 0
    assert state.view(None)["seats"]["p1"]["guard_used"]
    chimera_turn(state)
    assert asked(state) == "counter"  # nobody is left to guard


@rule("RR-GRD-03")
def test_a_phoenixborn_guards_even_while_exhausted_a_unit_does_not() -> None:
    state = at(["bell-tongue"], [unit("U1"), unit("U2", text="unit guard", exhaustion=1)], p1={"exhaustion": 2})
    chimera_turn(state)
    assert options_of(state) == ["no", "p1"]


@rule("RR-GRD-04", "RR-GRD-05")
def test_the_guard_battles_and_counters_and_the_target_takes_no_part() -> None:
    state = at(["bell-tongue"], [unit("U1", attack=9), unit("U2", attack=1, life=4, text="unit guard")])
    chimera_turn(state, answers=["u2"])
    assert (body(state, "u1").wounds, body(state, "u2").wounds, body(state, "a1").wounds) == (0, 2, 1)
    assert (body(state, "u1").exhaustion, body(state, "u2").exhaustion) == (0, 1)


@rule("RR-GRD-08")
@pytest.mark.parametrize("reset", ["round_start", "recovery_phase"])
def test_the_guard_is_back_in_the_next_round(reset: str) -> None:
    state = at([aspect("silt-maw", exhaustion=2)], p1={"guard_used": True}, options={"guard_reset": reset})
    assert table(state).seats_of["p1"].guard_used
    pass_turn(state)
    assert table(state).round == 2
    assert not table(state).seats_of["p1"].guard_used


@rule("RR-GRD-09")
def test_an_unguarded_target_may_counter_if_it_is_unexhausted() -> None:
    state = at(["bell-tongue"], [unit("U1", attack=2, life=3)], p1={"guard_used": True})
    chimera_turn(state)
    assert asked(state) == "counter"
    silent = state.copy()
    run(silent, answers=["no"])
    assert (body(silent, "a1").wounds, body(silent, "u1").exhaustion) == (0, 0)
    run(state, answers=["yes"])
    assert (body(state, "a1").wounds, body(state, "u1").exhaustion) == (2, 1)
    tired = at(["bell-tongue"], [unit("U1", attack=2, exhaustion=1)], p1={"guard_used": True})
    chimera_turn(tired)
    assert asked(tired) == "turn"
    assert (body(tired, "u1").wounds, body(tired, "a1").wounds) == (2, 0)


@rule("RR-GRD-06")
def test_by_the_option_a_guarding_phoenixborn_counters() -> None:
    state = at(["bell-tongue"], [unit("U1")], p1={"attack": 2}, options={"phoenixborn_counters": True})
    chimera_turn(state, answers=["p1"])
    assert body(state, "a1").wounds == 2


# --- targets ---------------------------------------------------------------------------------------------


@rule("RR-TGT-01")
@pytest.mark.parametrize("shield", ["untargetable", "unattackable"])
@pytest.mark.parametrize(("card", "shielded", "target"), [("bell-tongue", 0, "u2"), ("kelp-ward", 2, "u2")])
def test_who_cannot_be_attacked_is_skipped_inward(shield: str, card: str, shielded: int, target: str) -> None:
    units = [unit(f"U{n}", text=shield if n - 1 == shielded else "") for n in (1, 2, 3)]
    state = at([card], units)
    assert only(chimera_turn(state), "attack")[0].data["target"] == target


@rule("RR-TGT-02", "RR-TGT-03")
def test_without_any_unit_to_attack_a_claw_finds_the_phoenixborn_and_blockers_answer() -> None:
    state = at(["bell-tongue"], [])
    assert only(chimera_turn(state), "attack")[0].data["target"] == "p1"
    state = at(["bell-tongue"], [unit("U1", text="untargetable"), unit("U2", text="untargetable")])
    events = chimera_turn(state)
    assert only(events, "attack")[0].rules == ("RR-ATK-01", "RR-TGT-02", "RR-TGT-03")
    assert asked(state) == "block"


@rule("RR-TGT-03")
def test_by_the_option_such_an_attack_is_guarded() -> None:
    state = at(["bell-tongue"], [unit("U1", text="untargetable, unit guard")],
               options={"redirected_attack": "as_unit_attack"})  # fmt: skip
    chimera_turn(state)
    assert asked(state) == "guard"
    assert options_of(state) == ["no", "u1"]


@rule("RR-TGT-04")
def test_a_unit_that_is_no_aspect_attacks_the_phoenixborn() -> None:
    state = at([{"name": "Blood Puppet", "attack": 1, "life": 2}], [unit("U1")])
    assert only(chimera_turn(state), "attack")[0].data["target"] == "p1"


@rule("RR-TGT-05")
def test_an_effect_on_the_leftmost_or_rightmost_skips_inward_too() -> None:
    shielded = [unit("U1", text="untargetable"), unit("U2"), unit("U3", text="untargetable")]
    for card in ("foam-wing", "undertow-limb"):
        state = at([down(1 if card == "foam-wing" else 2)], shielded, chimera=pack(rows=REVEAL))
        chimera_turn(state, shows=[card])
        hit = body(state, "u2")
        assert hit.wounds + hit.exhaustion == 1


@rule("RR-TGT-06")
def test_an_effect_that_finds_no_unit_does_nothing() -> None:
    state = at([down(1)], [unit("U1", text="untargetable")], chimera=pack(rows=REVEAL))
    chimera_turn(state, shows=["foam-wing"])
    assert (body(state, "u1").wounds, body(state, "p1").wounds) == (0, 0)
    state = at([down(1)], [], chimera=pack(rows=REVEAL), options={"effect_without_target": "phoenixborn"})
    chimera_turn(state, shows=["foam-wing"])
    assert body(state, "p1").wounds == 1


@rule("RR-TGT-07")
@pytest.mark.parametrize(("side", "hit"), [("leftmost_legal", "u2"), ("rightmost_legal", "u3")])
def test_a_unit_without_side_is_the_leftmost_legal_one(side: str, hit: str) -> None:
    tick = {"id": "tick", "attack": 1, "life": 3, "status_pips": 1, "icon": "none",
            "status": [{"do": "damage", "target": "unit", "n": 1}]}  # fmt: skip
    units = [unit("U1", text="untargetable"), unit("U2"), unit("U3"), unit("U4", text="untargetable")]
    state = at(["tick"], units, chimera=pack(tick), options={"unit_without_side": side})
    chimera_turn(state)
    assert [ref for ref in ("u1", "u2", "u3", "u4") if body(state, ref).wounds] == [hit]


@rule("RR-TGT-07")
def test_by_the_option_the_player_chooses_the_unit() -> None:
    tick = {"id": "tick", "attack": 1, "life": 3, "status_pips": 1, "icon": "none",
            "status": [{"do": "damage", "target": "unit", "n": 1}]}  # fmt: skip
    state = at(["tick"], [unit("U1", text="untargetable"), unit("U2"), unit("U3")], chimera=pack(tick),
               options={"unit_without_side": "player_chooses"})  # fmt: skip
    chimera_turn(state)
    assert options_of(state) == ["u2", "u3"]
    run(state, answers=["u3"])
    assert body(state, "u3").wounds == 1


# --- battles ---------------------------------------------------------------------------------------------


@rule("RR-BASE-01")
def test_the_attackers_damage_comes_first_and_a_destroyed_blocker_counters_all_the_same() -> None:
    state = at(["undertow-limb"], [unit("U1", attack=4, life=2)], p1={"guard_used": True})
    events = chimera_turn(state, answers=["yes"])
    destroyed = [event.data["card"] for event in only(events, "destroyed")]
    assert destroyed == ["u1", "a1"]


@rule("RR-BASE-01")
def test_by_the_option_both_are_dealt_at_the_same_time() -> None:
    state = at(["undertow-limb"], [unit("U1", attack=4, life=2)], p1={"guard_used": True},
               options={"damage_model": "simultaneous"})  # fmt: skip
    events = chimera_turn(state, answers=["yes"])
    said = [event.kind for event in events if event.kind in ("damaged", "destroyed")]
    assert said == ["damaged", "damaged", "destroyed", "destroyed"]


@rule("RR-BASE-02")
@pytest.mark.parametrize("exhausts", [True, False])
def test_a_players_unit_that_countered_is_exhausted(exhausts: bool) -> None:
    state = at(["brine-jaw"], [unit("U1", life=9)], options={"counter_exhausts_player_units": exhausts})
    chimera_turn(state, answers=["u1"])
    assert body(state, "u1").exhaustion == int(exhausts)


@rule("RR-BASE-03", "RR-BASE-04")
def test_wounds_equal_to_life_destroy_and_blood_goes_to_the_chimera_as_wounds() -> None:
    state = at(["silt-maw"], [unit("U1", attack=2, life=5)])
    chimera_turn(state, answers=["u1"])
    assert gone(state, "a1")
    assert not gone(state, "u1")
    assert table(state).discard == {"silt-maw": 1}
    assert body(state, "chimera").wounds == 3
    plain = at(["silt-maw"], [unit("U1", attack=2, life=5)], options={"aspect_destroyed": "discard"})
    chimera_turn(plain, answers=["u1"])
    assert body(plain, "chimera").wounds == 0


@rule("RR-BASE-03")
def test_the_fall_of_a_phoenixborn_or_the_chimera_ends_the_game() -> None:
    state = at(["silt-maw"], p1={"life": 4})
    chimera_turn(state)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((), "RR-BASE-03")
    state = at(["silt-maw"], [unit("U1", attack=24)])
    do(state, "attack", units=["u1"], target="chimera")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)
    two = at(["silt-maw"], partner=(["bell-tongue"], []), p1={"life": 1})
    do(two, "end-turn")
    do(two, "end-turn", "p2")
    run(two)
    assert two.outcome() is not None
    assert two.outcome().winners == ()  # type: ignore[union-attr]


@rule("RR-ATK-07")
def test_an_attacker_that_its_own_kill_exhausts_still_receives_the_token_of_its_attack() -> None:
    weary = {"id": "weary", "attack": 3, "life": 3, "icon": "jaw", "blood": 1,
             "triggers": {"on_kill": [{"do": "exhaust", "target": "self", "n": 1}]}}  # fmt: skip
    state = at(["weary"], [unit("U", attack=0, life=1)], chimera=pack(weary))
    chimera_turn(state, answers=["u1"])
    assert body(state, "a1").exhaustion == 2


def test_two_cards_that_would_read_the_same_are_told_apart_by_whose_battlefield_they_are_on() -> None:
    state = at(["silt-maw", "bell-tongue"], [unit("Ox")], partner=(["silt-maw"], [unit("Ox")]))
    view = state.view("p1")
    said = {GAME.label(action, view) for action in state.legal_actions("p1")}
    assert {
        "Attack silt-maw (1, Ashwarden) with Ox (1, Ashwarden)",
        "Attack bell-tongue (2) with Ox (1, Ashwarden)",
    } <= said
    assert GAME.label(GAME.action({"do": "bolt", "seat": "p1", "target": "a51"}), view).endswith(
        "silt-maw (1, Rimecaller)"
    )
