"""Where two cards of the Chimera's meet, or a card meets a limit: the corners that a table argues about."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import State

from tests.games.red_rains.table import (
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


def wounds(state: State, *who: str) -> list[int]:
    return [body(state, ref).wounds for ref in who]


def on(state: State, ref: str) -> dict[str, int]:
    return body(state, ref).attached


def count(state: State, card: str) -> int:
    return sum(1 for each in state.view(None)["seats"]["p1"]["facing"] if each.get("card") == card)


def rains(state: State) -> int:
    return table(state).red_rains


# --- the horde -------------------------------------------------------------------------------------------


@rule("RR-BTL-06", "RR-BTL-07")
def test_a_horde_aspect_that_joins_is_declared_too_and_what_it_summons_joins_as_well() -> None:
    state = at(["rainwalker", "charging-horde"], [], chimera="lordswall", aspects="horde")
    events = chimera_turn(state)
    joined = [event.data["attackers"] for event in only(events, "horde")]
    assert joined == [["a2"], ["a3"]]  # Charging Horde with its leader, then the Rainwalker that it summoned
    assert wounds(state, "p1") == [1 + 3 + 1]
    assert refs(state) == ["a2"]  # the Rainwalkers exhausted and were destroyed
    assert body(state, "a2").exhaustion == 1


@rule("RR-BTL-06", "RR-BLK-01")
def test_each_of_a_horde_may_be_blocked_by_one_unit_of_its_own() -> None:
    state = at(["charging-horde", "rainwalker"], [unit("U1", 0, 9), unit("U2", 0, 9)], chimera="lordswall")
    chimera_turn(state)
    assert options_of(state) == ["no", "u1", "u2"]
    run(state, answers=["u1"])
    assert options_of(state) == ["no", "u2"]
    run(state, answers=["u2"])
    assert wounds(state, "u1", "u2", "p1") == [3, 1, 1]  # nobody was left for the Rainwalker that joined last
    assert [body(state, ref).exhaustion for ref in ("u1", "u2")] == [1, 0]  # who counters a Rainwalker stays fresh


@rule("RR-TURN-09")
def test_an_exhausted_horde_aspect_stays_at_home() -> None:
    state = at(["rainwalker", aspect("charging-horde", exhaustion=1)], chimera="lordswall")
    assert not only(chimera_turn(state), "horde")
    assert wounds(state, "p1") == [1]


@rule("RR-MISC-01", "RR-MISC-06")
def test_no_more_rainwalkers_join_than_there_are_copies() -> None:
    walkers = [aspect("rainwalker", exhaustion=2)] * 7
    state = at(["charging-horde", *walkers], chimera="lordswall")
    events = chimera_turn(state)
    assert not only(events, "summoned")
    assert wounds(state, "p1") == [3]


@rule("RR-MISC-01")
def test_a_summon_onto_a_full_battlefield_brings_nothing() -> None:
    walkers = [aspect("rainwalker", exhaustion=2)] * 4
    state = at(["charging-horde", *["flanking-strike"] * 3, *["heartpierce"] * 2, *walkers], chimera="lordswall")
    events = chimera_turn(state)
    assert [event.rules for event in only(events, "full")] == [("RR-MISC-01",)]
    assert len(refs(state)) == 10


@rule("RR-LAW-10", "RR-BASE-04")
def test_a_rainwalker_that_is_exhausted_by_an_effect_is_destroyed_without_blood() -> None:
    state = at(["rainwalker"], chimera="lordswall")
    do(state, "effect", what="exhaust", on="a1")
    run(state)
    assert gone(state, "a1")
    assert wounds(state, "chimera") == [0]


# --- destroyed in its own attack -------------------------------------------------------------------------


@rule("RR-BASE-01", "RR-BASE-04", "RR-BTL-08")
def test_an_aspect_that_kills_and_is_killed_does_what_it_does_after_a_kill() -> None:
    state = at(["hunting-instincts"], [unit("U1", attack=3, life=4)], chimera="viros", p1={"guard_used": True})
    events = chimera_turn(state, answers=["yes"])
    assert gone(state, "a1")
    assert gone(state, "u1")
    assert (rains(state), wounds(state, "chimera")) == (1, [2])
    assert not [event for event in only(events, "exhausted") if event.data["card"] == "a1"]


@rule("RR-BTL-08")
def test_who_stood_beside_a_killer_answers_although_the_killer_fell() -> None:
    state = at(["vampiric-roots", "overgrowth"], [unit("U1", attack=3, life=4)], chimera="neverset", aspects="thorn",
               p1={"guard_used": True}, chimera_card={"wounds": 9})  # fmt: skip
    chimera_turn(state, answers=["yes"])
    assert gone(state, "a1")
    assert wounds(state, "p1") == [1]
    assert wounds(state, "chimera") == [9 + 2 - 2]  # blood first, then what the roots drink


@rule("RR-BTL-08")
def test_overgrowth_two_places_away_does_not_answer() -> None:
    row: list[Any] = ["vampiric-roots", aspect("explosive-pods", exhaustion=1), "overgrowth"]
    weak = [unit("U1", attack=0, life=1)]
    state = at(row, weak, chimera="neverset", aspects="thorn", p1={"guard_used": True})
    chimera_turn(state, answers=["no"])
    assert gone(state, "u1")
    assert wounds(state, "p1") == [0]


@rule("RR-BASE-04")
def test_a_kill_by_a_counter_counts_as_a_kill() -> None:
    state = at(["hunting-instincts"], [unit("U1", attack=1, life=2)], chimera="viros")
    do(state, "attack", units=["u1"], target="a1")
    run(state)
    assert gone(state, "u1")
    assert rains(state) == 1


@rule("RR-MISC-02", "RR-BASE-04")
def test_regenerate_comes_back_from_its_own_attack_without_its_tokens() -> None:
    state = at([aspect("regenerate", wounds=0)], [unit("U1", attack=1, life=9)], chimera="viros", aspects="shadow",
               p1={"guard_used": True})  # fmt: skip
    events = chimera_turn(state, answers=["yes"], rage=0)
    back = body(state, "a1")
    assert (back.wounds, back.exhaustion) == (0, 1)  # by its own text; the attack's token was for the card that left
    assert wounds(state, "chimera") == [1]
    assert "returned" in kinds(events)


@rule("RR-ABIL-03")
def test_an_exhausted_regenerate_stays_destroyed() -> None:
    state = at([aspect("regenerate", exhaustion=1)], chimera="viros", aspects="shadow")
    do(state, "effect", what="destroy", on="a1")
    run(state, rage=0)
    assert gone(state, "a1")


@rule("RR-RAGE-02")
def test_regenerate_without_a_basic_rage_die_has_nothing_to_roll() -> None:
    state = at(["regenerate"], chimera="viros", aspects="shadow", rage=4)
    do(state, "effect", what="destroy", on="a1")
    events = run(state, rage=1)
    assert gone(state, "a1")
    assert rains(state) == 1  # the one die it re-rolled was the last basic one
    assert "rage-full" in kinds(events)


@rule("RR-BASE-04")
def test_a_discarded_aspect_bleeds_the_chimera_but_was_not_destroyed() -> None:
    state = at(["skeletal-wall"], chimera="lordswall", aspects="death")
    do(state, "effect", what="discard", on="a1")
    run(state)
    assert count(state, "rainwalker") == 0
    assert wounds(state, "chimera") == [1]


# --- status tokens ---------------------------------------------------------------------------------------


@rule("RR-TIME-03", "RR-TURN-02")
def test_ballistic_seeds_answer_each_token_their_own_side_loses() -> None:
    state = at([aspect("photosynthesize", exhaustion=1, status=1), "ballistic-seeds",
                aspect("allure", exhaustion=1, status=1), aspect("scarlet-seed", status=1)],
               [unit("U1", life=9)], chimera="neverset", aspects="bloom")  # fmt: skip
    chimera_turn(state, answers=["p1", "u1", "1", "u1"])
    assert wounds(state, "p1", "u1") == [1, 2]
    assert rains(state) == 1
    assert count(state, "scarlet-seed") == 0


@rule("RR-TIME-03", "RR-ABIL-03")
def test_exhausted_ballistic_seeds_answer_nothing() -> None:
    state = at([aspect("photosynthesize", exhaustion=1), aspect("ballistic-seeds", exhaustion=1)],
               chimera="neverset", aspects="bloom")  # fmt: skip
    chimera_turn(state)
    assert wounds(state, "p1") == [0]
    assert table(state).rage == 1


@rule("RR-TURN-02", "RR-ABIL-06")
def test_neversets_side_action_may_take_the_last_token_of_what_was_just_revealed() -> None:
    state = at([down(1)], chimera="neverset", aspects="thorn")
    chimera_turn(state, face=8, shows=["explosive-pods"])
    assert body(state, "a1").status == 2
    seed = at([aspect("scarlet-seed", status=2), down(1)], chimera="neverset", aspects="thorn")
    chimera_turn(seed, face=8, shows=["vine-whip"])
    assert rains(seed) == 1  # one token in the status step, the last one by the side action
    assert count(seed, "scarlet-seed") == 0


@rule("RR-TURN-02")
def test_without_any_status_token_that_side_action_does_nothing() -> None:
    state = at([down(1)], chimera="neverset", aspects="thorn")
    events = chimera_turn(state, face=9, shows=["vine-whip"])
    assert "status" not in kinds(events)
    assert asked(state) == "turn"


@rule("RR-REV-04")
def test_what_a_status_ability_summons_to_the_right_has_its_own_status_step_still_to_come() -> None:
    state = at([aspect("unending-forces", exhaustion=1, status=1)], chimera="lordswall", aspects="death")
    events = chimera_turn(state)
    assert len(only(events, "summoned")) == 1
    assert wounds(state, "p1") == [1]  # the Rainwalker can attack at once


# --- reveals ---------------------------------------------------------------------------------------------

NOTHING_TO_HIT = [
    ("viros", "fury", "whiplash", 1),
    ("frostwild", "mighty", "wild-throw", 1),
    ("neverset", "thorn", "vine-whip", 1),
    ("shadowreck", "lair", "silksteel", 1),
]


@rule("RR-TGT-06", "RR-REV-03")
@pytest.mark.parametrize(("chimera", "which", "card", "blood"), NOTHING_TO_HIT, ids=[row[2] for row in NOTHING_TO_HIT])
def test_an_enter_ability_without_any_unit_does_nothing(chimera: str, which: str, card: str, blood: int) -> None:
    state = at([down(blood)], chimera=chimera, aspects=which)
    chimera_turn(state, face=1, shows=[card])
    assert asked(state) == "turn"
    assert wounds(state, "p1") == [0]
    assert on(state, "p1") == {}


@rule("RR-TGT-05", "RR-REV-03")
@pytest.mark.parametrize(
    ("chimera", "which", "card", "hit"),
    [("viros", "fury", "whiplash", "damaged"), ("neverset", "thorn", "vine-whip", "attached"),
     ("shadowreck", "lair", "silksteel", "attached"), ("frostwild", "mighty", "wild-throw", "moved")],
)  # fmt: skip
def test_an_enter_ability_skips_who_cannot_be_chosen(chimera: str, which: str, card: str, hit: str) -> None:
    units = [unit("U1", text="untargetable"), unit("U2", life=9)]
    state = at([down(1)], units, chimera=chimera, aspects=which)
    events = chimera_turn(state, face=1, shows=[card])
    assert [event.data["card"] for event in only(events, hit)] == ["u2"]


@rule("RR-TURN-07", "RR-TURN-15")
def test_lunge_does_the_side_action_of_a_row_and_what_stops_side_actions_stops_it() -> None:
    for hindered in (False, True):
        state = at([down(2)], chimera="shadowreck", aspects="horror")
        if hindered:
            do(state, "hinder", what="no-dice-power")
        do(state, "end-turn")
        do(state, "roll-rage", "chance", power=0)
        do(state, "roll-die", "chance", face=1)
        do(state, "show", "chance", card="lunge")
        events = do(state, "roll-die", "chance", face=12)  # 12 and 3 are 12 at most: one Red Rains token
        assert rains(state) == (0 if hindered else 1)
        assert ("side-stopped" in kinds(events)) is hindered


@rule("RR-TURN-16", "RR-TURN-07")
def test_what_lunge_does_is_a_dice_power() -> None:
    units = [unit("U1", text="dice protected"), unit("U2")]
    state = at([down(2)], units, chimera="shadowreck", aspects="horror")
    do(state, "end-turn")
    do(state, "roll-rage", "chance", power=0)
    do(state, "roll-die", "chance", face=1)
    do(state, "show", "chance", card="lunge")
    do(state, "roll-die", "chance", face=7)  # row 10: Webbed
    assert (on(state, "u1"), on(state, "u2")) == ({}, {"webbed": 1})


@rule("RR-ATK-03", "RR-REV-06")
def test_a_revealed_aspect_without_an_icon_does_not_attack() -> None:
    state = at([down(1)], chimera="neverset", aspects="bloom", phase=3)
    events = chimera_turn(state, face=4, shows=["ballistic-seeds"])
    assert not only(events, "attack")
    assert [event.rules for event in only(events, "no-attack")] == [("RR-ATK-03",)]


# --- retreat ---------------------------------------------------------------------------------------------


@rule("RR-TIME-04", "RR-REV-01", "RR-REV-04")
def test_what_retreated_is_known_loses_everything_and_comes_up_again_with_its_ability() -> None:
    state = at([aspect("panic", wounds=2, exhaustion=2, status=0)], chimera="shadowreck", aspects="horror",
               first="chimera", p1={"dice": {"power": 2, "class": 0, "basic": 0, "exhausted": 0}})  # fmt: skip
    pass_turn(state, until=lambda state: table(state).round == 2)
    back = body(state, "a1")
    assert (back.up, back.wounds, back.exhaustion) == (False, 0, 0)
    card = state.view(None)["seats"]["p1"]["facing"][0]
    assert (card["up"], card["name"]) == (False, "Panic")
    assert refused(state, "effect", what="damage", on="a1", n=1) == "RR-BASE-05"


@rule("RR-TOK-01", "RR-TIME-04")
def test_a_retreating_aspect_still_brings_its_token_in_recovery() -> None:
    state = at([aspect("lunge", exhaustion=2)], chimera="shadowreck", aspects="horror", first="chimera", level="S1")
    pass_turn(state, until=lambda state: table(state).round == 2)
    assert rains(state) == 1


# --- limits of alterations -------------------------------------------------------------------------------


@rule("RR-TGT-06")
def test_stun_lies_once_on_a_card_and_there_are_six() -> None:
    state = at([down(1)], [unit("U1", attached={"stun": 1}), unit("U2")], chimera="frostwild", phase=1)
    chimera_turn(state, face=10, shows=["storm-bolt"])
    assert (on(state, "u1"), on(state, "u2"), wounds(state, "p1")) == ({"stun": 1}, {"stun": 1}, [1])
    full = [unit(f"U{n}", attached={"stun": 1}) for n in range(1, 6)]
    state = at([down(1)], [*full, unit("U6")], chimera="frostwild", p1={"battlefield": 6, "attached": {"stun": 1}})
    chimera_turn(state, face=1, shows=["storm-bolt"])
    assert on(state, "u6") == {}
    assert wounds(state, "p1") == [1]  # no Stun is left: what the card says otherwise


@rule("RR-ULT-04")
def test_an_ultimate_puts_down_as_many_stuns_as_there_are_from_left_to_right() -> None:
    units = [unit(f"U{n}", life=9) for n in range(1, 6)]
    state = at([aspect("avalanche", exhaustion=2, attached={}), down(2)], units, chimera="frostwild", phase=2,
               red_rains=2, rage=4, p1={"life": 40, "attached": {}})  # fmt: skip
    chimera_turn(state, rage=1, face=1, until=lambda state: asked(state) == "roll-behaviour")
    assert [on(state, f"u{n}") for n in range(1, 6)] == [{"stun": 1}] * 5
    assert on(state, "p1") == {"stun": 1}


@rule("RR-ABIL-03", "RR-TURN-09")
def test_a_stunned_unit_neither_blocks_nor_attacks_nor_counters() -> None:
    state = at(["avalanche"], [unit("U1", attached={"stun": 1})], chimera="frostwild")
    assert not [action for action in state.legal_actions("p1") if getattr(action, "units", ()) == ("u1",)]
    assert refused(state, "attack", units=["u1"], target="a1") == "RR-TURN-09"
    chimera_turn(state)
    assert wounds(state, "p1") == [4]


@rule("RR-GRD-03")
def test_a_stunned_phoenixborn_guards_all_the_same() -> None:
    state = at(["galeforce"], [unit("U1", life=9)], chimera="frostwild", p1={"attached": {"stun": 1}})
    chimera_turn(state, answers=["1"])
    assert options_of(state) == ["no", "p1"]


@rule("RR-BASE-03")
def test_vigor_runs_out_at_six() -> None:
    state = at([down(2), aspect("avalanche", exhaustion=1, attached={"vigor": 5})], chimera="frostwild",
               aspects="mighty", phase=3)  # fmt: skip
    events = chimera_turn(state, face=6, shows=["giants-might"])
    assert on(state, "a1") == {"vigor": 1}  # its own ability asked for three, the row for one more
    assert [event.data["copies"] for event in only(events, "attached")] == [1]


@rule("RR-ULT-03", "RR-MISC-02")
def test_alterations_on_what_leaves_go_back_to_the_supply() -> None:
    state = at([], [unit("U1", attached={"bleed": 3})], chimera="neverset", aspects="thorn")
    do(state, "effect", what="destroy", on="u1")
    assert "u1" not in str(state.view(None)["seats"]["p1"]["units"])
    again = at([down(1)], [unit("U2")], chimera="neverset", aspects="thorn")
    chimera_turn(again, face=10, shows=["vine-whip"])
    assert on(again, "u1") == {"bleed": 2}  # the side action's and the aspect's: Bleed has no limit on one card
    chimera_turn(again)
    assert wounds(again, "u1") == [2]


@rule("RR-TGT-05")
def test_weave_passes_over_webs_and_silksteel_tears_the_leftmost_one() -> None:
    units = [unit("U1"), unit("U2", attached={"webbed": 1}), unit("U3", attached={"webbed": 1})]
    state = at([down(1)], units, chimera="shadowreck", aspects="lair")
    chimera_turn(state, face=11, shows=["silksteel"])
    assert not gone(state, "u2")  # the row's Webbed came first: now the leftmost web is on U1
    assert gone(state, "u1")


@rule("RR-LAW-06", "RR-TGT-05")
def test_crushing_grip_lies_on_the_leftmost_unit_that_can_be_meant() -> None:
    state = at(["crushing-grip"], [unit("U1", text="untargetable"), unit("U2"), unit("U3")], chimera="frostwild")
    tired = [card["exhausted"] for card in state.view(None)["seats"]["p1"]["units"]]
    assert tired == [False, True, False]
    state = at(["crushing-grip"], [unit("U1", text="untargetable", exhaustion=1), unit("U2")], chimera="frostwild")
    assert [card["exhausted"] for card in state.view(None)["seats"]["p1"]["units"]] == [True, False]


# --- own cards of the players ----------------------------------------------------------------------------


@rule("RR-LAW-01")
def test_constrict_asks_for_a_card_that_is_not_exhausted_yet() -> None:
    state = at([down(2)], [unit("U1", exhaustion=1), unit("U2")], chimera="viros", aspects="shadow")
    chimera_turn(state, face=1, shows=["constrict"])
    assert options_of(state) == ["u2", "p1"]
    run(state, answers=["p1"])
    assert (body(state, "p1").exhaustion, body(state, "u2").exhaustion) == (1, 0)
    nobody = at([down(2)], [unit("U1", exhaustion=1)], chimera="viros", aspects="shadow", p1={"exhaustion": 1})
    chimera_turn(nobody, face=1, shows=["constrict"])
    assert asked(nobody) == "turn"


@rule("RR-ABIL-02", "RR-TIME-01")
def test_glare_keeps_action_and_reaction_spells_away_while_it_is_fresh() -> None:
    state = at(["glare"], [unit("U1")], chimera="viros", aspects="shadow")
    assert refused(state, "effect", what="damage", on="a1", source="spell") == "RR-ABIL-07"
    do(state, "effect", what="exhaust", on="a1", source="ability")
    do(state, "effect", what="damage", on="a1", source="spell")
    assert wounds(state, "a1") == [1]


@rule("RR-DICE-03")
def test_as_many_dice_drop_as_there_are() -> None:
    dice = {"power": 0, "class": 1, "basic": 3, "exhausted": 0}
    state = at([down(2)], chimera="viros", p1={"dice": dice})
    chimera_turn(state, face=7, shows=["iron-scales"])
    assert table(state).seats_of["p1"].dice == {"power": 0, "class": 0, "basic": 4, "exhausted": 0}
    state = at([down(2)], chimera="viros", p1={"dice": {**dice, "class": 0}})
    events = chimera_turn(state, face=7, shows=["iron-scales"])
    assert "dice-lowered" not in kinds(events)
    assert "revealed" in kinds(events)


@rule("RR-LAW-01", "RR-DICE-03")
def test_who_has_too_few_dice_to_lower_exactly_two_takes_the_damage() -> None:
    state = at([down(2)], chimera="frostwild", phase=3,
               p1={"dice": {"power": 1, "class": 0, "basic": 3, "exhausted": 0}})  # fmt: skip
    chimera_turn(state, face=8, shows=["shockwave"])
    assert wounds(state, "p1") == [1]
    assert table(state).seats_of["p1"].dice == {"power": 1, "class": 0, "basic": 3, "exhausted": 0}


@rule("RR-LAW-01", "RR-DICE-03")
@pytest.mark.parametrize(("said", "wounds_"), [("2", 0), ("0", 1)])
def test_who_finds_no_two_dice_on_the_table_takes_the_damage_after_all(said: str, wounds_: int) -> None:
    state = at([down(2)], chimera="frostwild", phase=3)
    chimera_turn(state, face=8, shows=["shockwave"])
    assert asked(state) == "choose"
    do(state, "answer", option=options_of(state)[0])
    assert options_of(state) == ["2", "0"]
    run(state, answers=[said], shows=["shockwave"])
    assert wounds(state, "p1") == [wounds_]


@rule("RR-LAW-01")
def test_who_has_no_card_to_discard_takes_the_damage() -> None:
    state = at([aspect("withering-rot", exhaustion=1)], chimera="neverset", aspects="thorn")
    chimera_turn(state)
    do(state, "answer", option=options_of(state)[0])
    run(state, answers=["0"])
    assert wounds(state, "p1") == [1]


@rule("RR-DICE-03")
def test_the_die_that_leaves_the_game_is_an_exhausted_one_only_when_no_other_is_left() -> None:
    for dice, left in (
        ({"power": 0, "class": 0, "basic": 1, "exhausted": 4}, {"power": 0, "class": 0, "basic": 0, "exhausted": 4}),
        ({"power": 0, "class": 0, "basic": 0, "exhausted": 4}, {"power": 0, "class": 0, "basic": 0, "exhausted": 3}),
    ):
        state = at([down(2)], chimera="frostwild", phase=3, red_rains=2, rage=4, p1={"dice": dice})
        chimera_turn(state, rage=1, face=1, until=lambda state: asked(state) == "roll-behaviour")
        assert table(state).seats_of["p1"].dice == left


@rule("RR-TGT-07", "RR-LAW-01")
def test_a_wound_that_falls_to_people_may_go_to_the_phoenixborn_although_there_is_a_unit() -> None:
    state = at([down(2)], [unit("U1"), unit("U2")], chimera="lordswall", phase=2)
    chimera_turn(state, face=7, shows=["flanking-strike"])
    assert options_of(state) == ["p1", "u2"]
    run(state, answers=["p1"])
    assert wounds(state, "p1", "u1", "u2") == [1, 0, 0]


@rule("RR-BASE-03")
def test_a_placed_wound_kills_and_the_next_pick_does_not_offer_the_dead() -> None:
    state = at([aspect("crimson-pyre", exhaustion=1), aspect("rainwalker", exhaustion=1)],
               [unit("U1", life=1), unit("U2", life=9)], chimera="lordswall", aspects="death")  # fmt: skip
    chimera_turn(state)
    assert options_of(state) == ["u1", "u2", "p1"]
    run(state, answers=["u1"])
    assert gone(state, "u1")
    assert options_of(state) == ["u2", "p1"]


# --- fatigue in the middle of things ---------------------------------------------------------------------


@rule("RR-FAT-01", "RR-FAT-04")
def test_an_effect_that_adds_the_last_aspect_fatigues_and_is_carried_out_all_the_same() -> None:
    state = at([aspect("broodmother", exhaustion=1, status=1)], chimera="shadowreck", aspects="lair",
               discard={"silksteel": 3, "weave": 3, "neurotoxin": 3, "unfathomable": 3, "unbreakable": 3,
                        "broodmother": 1})  # fmt: skip
    assert state.view(None)["chimera"]["pile"] == 1
    events = chimera_turn(state, face=1, shows=["broodmother"])
    said = kinds(events)
    assert said.index("aspect-added") < said.index("fatigued") < said.index("pile-shuffled")
    assert state.view(None)["chimera"]["fatigued"]
    assert len(refs(state)) == 2
    assert "revealed" in said  # and the turn went on with a Roll


@rule("RR-FAT-03", "RR-ULT-04")
def test_an_ultimate_may_add_its_aspect_from_the_shuffled_discard_pile() -> None:
    state = at([down(2)], chimera="viros", phase=3, red_rains=2, rage=4,
               discard={"rampage": 3, "hunting-instincts": 3, "firebelly": 3, "frozen-fear": 3, "whiplash": 3,
                        "iron-scales": 2})  # fmt: skip
    chimera_turn(state, rage=1, face=1, until=lambda state: asked(state) == "roll-behaviour")
    assert len(refs(state)) == 2
    assert sum(state.view(None)["chimera"]["discard"].values()) == 0


# --- two players -----------------------------------------------------------------------------------------


@rule("RR-TURN-12", "RR-ULT-04")
def test_an_ultimate_strikes_both_players_and_its_aspects_come_on_both_sides() -> None:
    state = at([down(2)], [unit("U1", life=9)], partner=([down(2)], [unit("U51", life=9)]), chimera="viros",
               phase=1, red_rains=2, rage=4)  # fmt: skip
    do(state, "end-turn")
    do(state, "end-turn", "p2")
    run(state, rage=1, until=lambda state: asked(state) == "roll-behaviour")
    assert wounds(state, "u1", "u51", "p1", "p2") == [1, 1, 1, 1]


@rule("RR-TURN-12")
def test_a_trigger_concerns_its_own_side_only() -> None:
    state = at([aspect("photosynthesize", exhaustion=1, status=1)], partner=(["ballistic-seeds"], []),
               chimera="neverset", aspects="bloom")  # fmt: skip
    do(state, "end-turn")
    do(state, "end-turn", "p2")
    run(state)
    assert wounds(state, "p1", "p2") == [0, 0]


# --- what alterations and the fatigued card of other packs may do ------------------------------------------

SHELL: dict[str, Any] = {
    "id": "shell",
    "kind": "alteration",
    "copies": 2,
    "modifiers": [{"do": "damage_taken_max", "n": 1}],
}
CHAINS: dict[str, Any] = {"id": "chains", "kind": "alteration", "copies": 2, "modifiers": [{"do": "cannot_guard"}]}


@rule("RR-MISC-02")
def test_an_alteration_may_shield_its_bearer_while_it_lies_there() -> None:
    shelled = aspect("brine-jaw", attached={"shell": 1})
    state = at([shelled], [unit("U1", attack=9, life=9)], chimera=pack(conjured=[SHELL]))
    do(state, "attack", units=["u1"], target="a1")
    run(state)
    assert wounds(state, "a1") == [1]


@rule("RR-GRD-01", "RR-GRD-02")
def test_an_alteration_may_keep_a_phoenixborn_from_guarding() -> None:
    state = at(["bell-tongue"], [unit("U1", life=9)], chimera=pack(conjured=[CHAINS]), p1={"attached": {"chains": 1}})
    chimera_turn(state)
    assert asked(state) == "counter"


@rule("RR-FAT-03")
def test_the_fatigued_card_may_strengthen_the_aspects() -> None:
    made = pack(fatigued={"on_become": [], "ongoing": ["no_draw", {"do": "attack", "n": 2}]})
    for fatigued, attack in ((False, 3), (True, 5)):
        state = at(["brine-jaw"], [unit("U1", attack=1)], chimera=made, fatigued=fatigued, empties=int(fatigued))
        view = state.view(None)["seats"]["p1"]
        assert (view["facing"][0]["attack"], view["units"][0]["attack"]) == (attack, 1)
