"""Every house rule of Red Rains, the usual ruling and the others side by side, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import DOWN, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule

LEFT = aspect("left", "claw_left", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
CALM = aspect("calm", "none", 1, 4)
BITE = [{"do": "damage", "target": "phoenixborn", "n": 1}]
EYE = aspect("eye", "none", 1, 4, status_pips=2, status=BITE)
PUPPET = {"name": "Blood Puppet", "attack": 2, "life": 2, "owner": "p1", "ref": "u9"}


def born(table: Rains) -> int:
    return int(table.born()["wounds"])


def recover(table: Rains) -> Rains:
    table.log = []
    table.do("pass").dice()
    while table.asked == "end-of-round":
        table.do("go-on").dice()
    return table


@rule("RR-RAGE-02")
@pytest.mark.parametrize(("ruling", "asked"), [("skip", "roll-behaviour"), ("roll_any", "roll-rage")])
def test_no_basic_rage_die(ruling: str, asked: str) -> None:
    options = {"no_basic_rage_die": ruling, "rage_token_rule": "per_raise"}
    table = solo(deck(CALM), [DOWN], rage=5, options=options).do("end-turn")
    assert table.asked == asked
    if asked == "roll-rage":
        table.do("roll-rage", "chance", power=0)
        assert table.chimera["rage"] == {"power": 4, "basic": 1}


@rule("RR-RAGE-04")
@pytest.mark.parametrize(("ruling", "tokens", "power"), [("all_power_reset", 1, 0), ("per_raise", 2, 5)])
def test_when_rage_brings_tokens(ruling: str, tokens: int, power: int) -> None:
    row = {"main": [{"do": "raise_rage", "n": 2}]}
    table = solo(deck(CALM, rows=row), [DOWN], rage=3, options={"rage_token_rule": ruling}).turn()
    assert (table.chimera["red_rains"], table.chimera["rage"]["power"]) == (tokens, power)


@rule("RR-RAGE-04", "RR-RAGE-03")
def test_raising_all_is_all_that_show_basic_once() -> None:
    row = {"main": [{"do": "raise_rage", "n": "all"}]}
    table = solo(deck(CALM, rows=row), [DOWN], rage=1).turn()
    assert (table.chimera["red_rains"], table.chimera["rage"]["power"]) == (1, 0)


@rule("RR-RAGE-01", "RR-RAGE-04")
def test_how_many_rage_dice_there_are() -> None:
    table = solo(deck(CALM), [DOWN], rage=1, options={"rage_dice": 2}).turn(power=1)
    assert (table.chimera["red_rains"], table.chimera["rage"]) == (1, {"power": 0, "basic": 2})


@rule("RR-RAGE-05")
@pytest.mark.parametrize(("ruling", "power"), [(True, 1), (False, 0)])
def test_whether_the_rains_wait(ruling: bool, power: int) -> None:
    table = solo(deck(CALM), [DOWN], options={"rains_do_not_wait": ruling}).do("pass")
    assert table.chimera["rage"]["power"] == power


@rule("RR-TURN-02")
@pytest.mark.parametrize(("ruling", "hurt"), [("resolve", 1), ("skip", 0)])
def test_status_of_the_exhausted(ruling: str, hurt: int) -> None:
    table = solo(deck(EYE), [{"card": "eye", "exhaustion": 1}], options={"status_exhausted": ruling}).turn()
    assert born(table) == hurt
    assert table.card("a1")["exhaustion"] == 1


@rule("RR-TURN-13")
@pytest.mark.parametrize(("ruling", "hurt"), [("skip", 0), ("resolve", 1)])
def test_status_without_a_token(ruling: str, hurt: int) -> None:
    assert born(solo(deck(EYE), [{"card": "eye", "status": 0}], options={"status_no_token": ruling}).turn()) == hurt


OPENER = aspect("opener", "none", 1, 4, status_pips=1, status=[{"do": "reveal"}])


@rule("RR-TURN-02", "RR-REV-04", "RR-TURN-03")
@pytest.mark.parametrize(
    ("ruling", "facing", "hurt"),
    [
        ("live_left_to_right", ["opener", DOWN], 1),
        ("snapshot", ["opener", DOWN], 0),
        ("live_left_to_right", [DOWN, "opener"], 0),
        ("snapshot", [DOWN, "opener"], 0),
    ],
)
def test_an_aspect_revealed_in_the_status_step(ruling: str, facing: list[Any], hurt: int) -> None:
    """What is turned up to the right has its turn in the same walk; the walk never goes back."""
    table = solo(deck(OPENER, EYE), facing, options={"status_order": ruling}).turn(shows=["eye"])
    assert born(table) == hurt
    assert table.told("mode", "behaviour") == ["mode"]  # nothing is face down any more: no Roll


@rule("RR-TURN-14")
@pytest.mark.parametrize(
    ("ruling", "kinds"), [("replaces_mode", ["mode", "attack"]), ("ignored", ["mode", "behaviour"])]
)
def test_an_aspect_that_must_attack(ruling: str, kinds: list[str]) -> None:
    """The second aspect is obliged; the first is further left and is not, and something is face down."""
    table = solo(
        deck(JAW, LEFT), ["left", {"card": "jaw", "lasting": {"must_attack": 0}}, DOWN], options={"must_attack": ruling}
    )
    table.turn(shows=["left"])
    assert table.told("mode", "attack", "behaviour") == kinds
    if ruling == "replaces_mode":
        assert born(table) == 2
        table.turn(shows=["left"])
        assert "behaviour" in table.told()


@rule("RR-TURN-14", "RR-TURN-09")
def test_who_must_attack_and_cannot_changes_nothing() -> None:
    obliged = {"card": "jaw", "lasting": {"must_attack": 0}, "exhaustion": 1}
    assert "behaviour" in solo(deck(JAW), [obliged, DOWN]).turn(shows=["jaw"]).told()


@rule("RR-TURN-15", "RR-TURN-07")
@pytest.mark.parametrize(
    ("ruling", "what", "hurt"),
    [
        ("side_action_and_dice_power", "no-side-action", 0),
        ("side_action_and_dice_power", "no-dice-power", 0),
        ("dice_power_only", "no-side-action", 1),
        ("dice_power_only", "no-dice-power", 0),
    ],
)
def test_what_stops_a_side_action(ruling: str, what: str, hurt: int) -> None:
    """The status ability is neither, the main action follows, and the next turn is free again."""
    pack = deck(CALM, EYE, rows={"side": BITE, "main": [{"do": "reveal"}]})
    table = solo(pack, ["eye", DOWN, DOWN], options={"side_action_nature": ruling}).do("hinder", what=what)
    table.turn(shows=["calm"])
    assert born(table) == 1 + hurt
    assert table.card("a2")["card"] == "calm"
    table.turn(shows=["calm"])
    assert born(table) == 1 + hurt + 1 + 1


@rule("RR-REV-05")
@pytest.mark.parametrize(("ruling", "hurt"), [("nothing", 0), ("attack_leftmost", 2)])
def test_a_second_reveal_that_finds_nothing(ruling: str, hurt: int) -> None:
    row = {"main": [{"do": "reveal"}, {"do": "reveal"}]}
    table = solo(deck(JAW, CALM, rows=row), ["jaw", DOWN], options={"reveal_none": ruling}).turn(shows=["calm"])
    assert born(table) == hurt


@rule("RR-ATK-03")
@pytest.mark.parametrize(("ruling", "hurt"), [("no_attack", 0), ("leftmost_instead", 2)])
def test_a_named_attacker_that_cannot(ruling: str, hurt: int) -> None:
    row = {"main": [{"do": "reveal"}, {"do": "attack", "unit": "revealed"}]}
    table = solo(deck(JAW, CALM, rows=row), ["jaw", DOWN], options={"specified_attacker_unable": ruling})
    assert born(table.turn(shows=["calm"])) == hurt


@rule("RR-BASE-01")
@pytest.mark.parametrize("ruling", ["attacker_first", "simultaneous"])
def test_a_counter_of_the_dead_counts_either_way(ruling: str) -> None:
    table = solo(deck(JAW), [{"card": "jaw", "wounds": 3}], [unit(life=2)], options={"damage_model": ruling})
    table.turn().answer("u1")
    assert table.gone("u1")
    assert table.gone("a1")
    order = table.told("damaged", "destroyed")
    assert order.index("destroyed") == (1 if ruling == "attacker_first" else 2)


@rule("RR-BLK-05", "RR-GRD-06")
@pytest.mark.parametrize(("ruling", "hurt"), [(False, 0), (True, 2)])
def test_whether_a_phoenixborn_counters(ruling: bool, hurt: int) -> None:
    p1 = {"attack": 2}
    table = solo(deck(JAW), ["jaw"], p1=p1, options={"phoenixborn_counters": ruling}).turn()
    if table.asked == "counter":
        table.answer("yes")
    assert (born(table), table.card("a1")["wounds"]) == (2, hurt)
    assert table.born()["exhaustion"] == 0
    table = solo(deck(LEFT), ["left"], [unit(life=9)], p1=p1, options={"phoenixborn_counters": ruling}).turn()
    table.answer("p1")
    assert (born(table), table.card("a1")["wounds"], table.born()["guard_used"]) == (2, hurt, True)


@rule("RR-BASE-02")
@pytest.mark.parametrize(("ruling", "tired"), [(True, 1), (False, 0)])
def test_whether_countering_tires(ruling: bool, tired: int) -> None:
    table = solo(deck(JAW), ["jaw"], [unit(life=9)], options={"counter_exhausts_player_units": ruling})
    assert table.turn().answer("u1").card("u1")["exhaustion"] == tired


@rule("RR-BLK-04", "RR-GRD-05")
def test_whether_a_blocker_may_hold_back() -> None:
    table = solo(deck(JAW), ["jaw"], [unit(life=9)], options={"block_and_guard_counter": "optional"})
    table.turn().answer("u1")
    assert table.asked == "counter"
    table.answer("no")
    assert (table.card("a1")["wounds"], table.card("u1")["wounds"], table.card("u1")["exhaustion"]) == (0, 2, 0)


@rule("RR-GRD-08")
@pytest.mark.parametrize(("ruling", "still"), [("round_start", True), ("recovery_phase", False)])
def test_when_the_guard_comes_back(ruling: str, still: bool) -> None:
    """In the middle of recovery an aspect is being added; by the next round it is back either way."""
    table = solo(deck(CALM), ["calm"], p1={"guard_used": True}, first="chimera", options={"guard_reset": ruling})
    table.do("pass")
    assert (table.asked, table.born()["guard_used"]) == ("blood", still)
    table.dice()
    assert (table.state.view(None)["round"], table.born()["guard_used"]) == (2, False)


@rule("RR-TGT-03", "RR-TGT-02")
@pytest.mark.parametrize(("ruling", "asked"), [("as_phoenixborn_attack", "block"), ("as_unit_attack", "guard")])
def test_how_a_fallen_back_attack_is_answered(ruling: str, asked: str) -> None:
    units = [unit(text="unattackable, unit guard", life=9)]
    table = solo(deck(LEFT), ["left"], units, options={"redirected_attack": ruling}).turn()
    assert (table.asked, sorted(table.offered())) == (asked, ["no", "u1"])


@rule("RR-TGT-06")
@pytest.mark.parametrize(("ruling", "hurt"), [("no_effect", 0), ("phoenixborn", 1)])
def test_an_effect_that_finds_no_unit(ruling: str, hurt: int) -> None:
    row = {"main": [{"do": "damage", "target": "leftmost", "n": 1}]}
    assert born(solo(deck(CALM, rows=row), [DOWN], options={"effect_without_target": ruling}).turn()) == hurt


@rule("RR-TGT-07")
@pytest.mark.parametrize(
    ("ruling", "hit"), [("leftmost_legal", "u2"), ("rightmost_legal", "u3"), ("player_chooses", "")]
)
def test_a_unit_without_a_side(ruling: str, hit: str) -> None:
    row = {"main": [{"do": "damage", "target": "unit", "n": 1}]}
    units = [unit(text="untargetable"), unit(), unit(), unit(text="untargetable")]
    table = solo(deck(CALM, rows=row), [DOWN], units, options={"unit_without_side": ruling}).turn()
    if not hit:
        assert sorted(table.offered()) == ["u2", "u3"]
        table.answer("u3")
        hit = "u3"
    assert [ref for ref in ("u1", "u2", "u3", "u4") if table.card(ref)["wounds"]] == [hit]


@rule("RR-BTL-02", "RR-BTL-01")
@pytest.mark.parametrize(("ruling", "tokens"), [("none", 0), ("one_token", 1)])
def test_what_an_attacker_that_left_battle_pays(ruling: str, tokens: int) -> None:
    options = {"left_battle_exhaustion": ruling, "reaction_windows": "always"}
    table = solo(deck(JAW), ["jaw"], [unit(life=9)], options=options).turn().answer("u1")
    table.do("effect", what="remove-from-battle", on="a1").do("go-on").dice()
    assert (table.card("a1")["exhaustion"], table.card("u1")["wounds"], table.card("a1")["wounds"]) == (tokens, 0, 0)


def few(copies: int, **more: Any) -> dict[str, Any]:
    return {**deck(**more), "aspects": [aspect("one", "none", copies=copies)]}


@rule("RR-FAT-01")
@pytest.mark.parametrize(("needed", "fatigued"), [(1, True), (2, False), (0, True)])
def test_how_often_the_pile_runs_out_before_fatigue(needed: int, fatigued: bool) -> None:
    pack = few(3)
    del pack["fatigued"]["empties_needed"]
    table = solo(pack, [], discard={"one": 2}, options={"fatigue_after_empties": needed})
    assert table.do("make-draw", n=1).dice().chimera["fatigued"] == fatigued


@rule("RR-FAT-04", "RR-LAW-23")
@pytest.mark.parametrize(
    ("ruling", "drawn", "added"), [("immediately", 3, 4), ("when_aspects_are_added", 0, 4), ("never", 0, 2)]
)
def test_when_the_discard_pile_is_shuffled_in(ruling: str, drawn: int, added: int) -> None:
    options = {"draw_pile_refill": ruling}
    table = solo(few(3), [], discard={"one": 2}, options=options).do("make-draw", n=1).dice()
    assert table.chimera["pile"] == drawn
    row = {"main": [{"do": "add_aspects", "n": 2}]}
    table = solo(few(4, rows=row), [DOWN, DOWN], discard={"one": 2}, options=options).turn()
    assert len(table.born()["facing"]) == added


@rule("RR-LAW-23")
@pytest.mark.parametrize(("ruling", "pile", "out"), [("draw_pile", 1, 0), ("removed_again", 0, 1)])
def test_where_removed_aspects_stay_that_were_not_needed(ruling: str, pile: int, out: int) -> None:
    row = {"main": [{"do": "add_aspects", "n": 2}]}
    table = solo(few(4, rows=row), [DOWN], removed={"one": 3}, options={"removed_leftover": ruling}).turn()
    assert len(table.born()["facing"]) == 3
    assert (table.chimera["pile"], table.state.position()["out"]) == (pile, out)


@rule("RR-LAW-03")
@pytest.mark.parametrize(("ruling", "hurt", "fatigued"), [("per_card", 1, True), ("all_or_nothing", 2, False)])
def test_a_draw_of_more_than_there_is(ruling: str, hurt: int, fatigued: bool) -> None:
    table = (
        solo(few(3), [], discard={"one": 2}, options={"partial_draw": ruling}).do("make-draw", n=2, instead=1).dice()
    )
    assert (table.chimera["wounds"], table.chimera["fatigued"]) == (hurt, fatigued)


@rule("RR-HAND-05")
@pytest.mark.parametrize(("ruling", "fatigued"), [(False, False), (True, True)])
def test_whether_a_hand_empties_the_pile(ruling: bool, fatigued: bool) -> None:
    table = solo(few(3), [], options={"hand_triggers_fatigue": ruling}).do("make-hand").dice()
    assert table.chimera["fatigued"] == fatigued


@rule("RR-TOK-04")
@pytest.mark.parametrize(("ruling", "phase", "tokens"), [("one_at_a_time", 3, 0), ("batch", 2, 5)])
def test_how_a_heap_of_tokens_is_placed(ruling: str, phase: int, tokens: int) -> None:
    row = {"main": [{"do": "place_red_rains", "n": 10}]}
    table = solo(deck(CALM, rows=row), [DOWN], options={"token_placement": ruling}).turn()
    assert (table.chimera["phase"], table.chimera["red_rains"]) == (phase, tokens)


@rule("RR-ULT-02", "RR-TOK-05")
@pytest.mark.parametrize(("ruling", "left"), [("effective_value", 0), ("printed_value", 2)])
def test_how_many_tokens_an_ultimate_removes(ruling: str, left: int) -> None:
    row = {"main": [{"do": "place_red_rains", "n": 1}]}
    card = {"exhaustion": 2}
    table = solo(deck(CALM, rows=row), [DOWN], red_rains=6, chimera_card=card, options={"ultimate_removed": ruling})
    table.turn()
    assert (table.chimera["phase"], table.chimera["red_rains"]) == (2, left)


@rule("RR-TOK-06")
@pytest.mark.parametrize(("ruling", "phase"), [("only_on_placing", 1), ("continuous", 2)])
def test_a_value_that_falls_to_the_tokens(ruling: str, phase: int) -> None:
    card = {"exhaustion": 1}
    table = solo(deck(CALM), ["calm"], red_rains=5, chimera_card=card, options={"ultimate_recheck": ruling})
    table.do("effect", what="ready", on="chimera")
    assert table.chimera["phase"] == phase
    if phase == 1:  # the next token looks again
        row = {"main": [{"do": "place_red_rains", "n": 1}]}
        assert solo(deck(CALM, rows=row), [DOWN], red_rains=5).turn().chimera["phase"] == 2


@rule("RR-ULT-09")
@pytest.mark.parametrize(("ruling", "exhaustion"), [("lost", 0), ("move_to_chimera", 1)])
def test_exhaustion_on_an_ultimate_card_that_goes(ruling: str, exhaustion: int) -> None:
    row = {"main": [{"do": "place_red_rains", "n": 1}]}
    table = solo(
        deck(CALM, rows=row), [DOWN], red_rains=5, ultimate_exhaustion=1, options={"ultimate_card_tokens": ruling}
    )
    table.turn()
    assert (table.chimera["exhaustion"], table.chimera["ultimate_exhaustion"]) == (exhaustion, 0)


@rule("RR-TOK-01")
@pytest.mark.parametrize(("each", "tokens"), [(0, 0), (1, 2), (2, 4)])
def test_tokens_for_each_aspect(each: int, tokens: int) -> None:
    table = solo(deck(CALM), ["calm", "calm"], first="chimera", options={"recovery_tokens_per_aspect": each})
    assert recover(table).chimera["red_rains"] == tokens


@rule("RR-TOK-07")
@pytest.mark.parametrize(("ruling", "tokens"), [("exhaustion_tokens", 2), ("none", 4)])
def test_tokens_that_leave_in_recovery(ruling: str, tokens: int) -> None:
    card = {"exhaustion": 2}
    table = solo(
        deck(CALM), [], red_rains=4, chimera_card=card, first="chimera", options={"recovery_token_removal": ruling}
    )
    assert recover(table).chimera["red_rains"] == tokens


@rule("RR-BASE-06")
def test_recovery_in_another_order() -> None:
    order = ["status", "tokens", "replenish", "dice", "exhaustion", "remove_tokens", "wounds"]
    table = solo(deck(EYE), [{"card": "eye", "status": 0}], first="chimera", options={"recovery_order": order})
    kinds = recover(table).told("status-tokens", "recovery-tokens", "aspect-added")
    assert kinds == ["status-tokens", "recovery-tokens", "aspect-added", "aspect-added"]


@rule("RR-BASE-07")
@pytest.mark.parametrize(("ruling", "cards"), [("threat_minus_aspects", 3), ("fixed_count", 5)])
def test_how_many_aspects_recovery_adds(ruling: str, cards: int) -> None:
    table = solo(deck(CALM), ["calm", "calm"], first="chimera", options={"replenish": ruling})
    assert len(recover(table).born()["facing"]) == cards


@rule("RR-LAW-15")
@pytest.mark.parametrize(("ruling", "cards"), [("add_slot", 3), ("discard", 2)])
def test_a_puppet_onto_a_full_battlefield(ruling: str, cards: int) -> None:
    pack = deck(CALM, chimera={"battlefield_size": 2, "threat": 2})
    table = solo(pack, ["calm", DOWN], options={"full_chimera_battlefield": ruling})
    table.do("enter", name="Blood Puppet", onto="chimera")
    assert len(table.born()["facing"]) == cards


@rule("RR-LAW-09")
def test_the_guard_roll_with_other_dice() -> None:
    options = {"guard_roll_die": 6, "guard_roll_min": 5}
    for face, wounds in ((4, 0), (5, 1)):
        table = solo(deck(CALM), ["calm"], [unit(life=9)], options=options).do("attack", units=["u1"], target="a1")
        assert len(table.state.deciders()["chance"].outcomes) == 6
        assert table.dice(face=face).chimera["wounds"] == wounds


@rule("RR-LAW-09")
@pytest.mark.parametrize(("limit", "asked"), [(0, "roll-guard"), (2, "roll-guard"), (1, "turn")])
def test_how_often_the_chimera_guards(limit: int, asked: str) -> None:
    table = solo(deck(CALM), ["calm"], [unit(life=9)], guards=1, options={"chimera_guards_per_round": limit})
    assert table.do("attack", units=["u1"], target="a1").asked == asked


@rule("RR-BTL-07", "RR-BTL-08")
@pytest.mark.parametrize(
    ("ruling", "order"), [("after_each_step", ["damaged", "blocked"]), ("after_both_steps", ["blocked", "damaged"])]
)
def test_when_effects_of_being_declared_resolve(ruling: str, order: list[str]) -> None:
    burner = aspect("burner", "jaw", 0, 4, triggers={"on_attack": [{"do": "damage", "target": "rightmost", "n": 1}]})
    table = solo(deck(burner), ["burner"], [unit(life=9), unit(life=9)], options={"declaration_triggers": ruling})
    table.turn().answer("u1")
    assert table.told("damaged", "blocked")[:2] == order


@rule("RR-BASE-04")
@pytest.mark.parametrize(("ruling", "wounds"), [("discard_and_blood", 1), ("discard", 0)])
def test_what_blood_does(ruling: str, wounds: int) -> None:
    table = solo(deck(CALM), ["calm"], options={"aspect_destroyed": ruling}).do("effect", what="destroy", on="a1")
    assert (table.chimera["wounds"], table.chimera["discard"]) == (wounds, {"calm": 1})


@rule("RR-TURN-11")
@pytest.mark.parametrize(("ruling", "mode"), [(False, "attack"), (True, "pass")])
def test_a_chimera_that_passed(ruling: bool, mode: str) -> None:
    table = solo(deck(JAW), [{"card": "jaw", "exhaustion": 1}], options={"pass_sticky": ruling}).turn()
    table.do("effect", what="ready", on="a1").turn()
    modes = [event.data["mode"] for event in table.log if event.kind == "mode"]
    assert modes == [mode]


@rule("RR-BTL-08")
def test_whose_waiting_effects_come_first() -> None:
    burner = aspect("burner", "jaw", 0, 4, triggers={"on_attack": [{"do": "damage", "target": "leftmost", "n": 1}]})
    for ruling, asked in (("active_player_first", "block"), ("first_player_first", "reaction")):
        options = {"simultaneous_order": ruling, "reaction_windows": "always"}
        table = solo(deck(burner), ["burner"], [unit(life=9)], options=options).turn()
        assert table.asked == asked
        assert table.card("u1")["wounds"] == (1 if asked == "block" else 0)


@rule("RR-TURN-12")
def test_options_hold_for_both_of_two() -> None:
    table = pair(deck(CALM), ([DOWN], []), ([DOWN], []), options={"rains_do_not_wait": False})
    table.do("pass", "p1").do("pass", "p2")
    assert table.chimera["rage"]["power"] == 0
