"""Fatigue, draws and the made-up hand; Red Rains tokens, Ultimates; the recovery phase."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from immolation.games import State

from tests.games.red_rains.table import (
    BELL,
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
    pack,
    pass_turn,
    refs,
    refused,
    run,
    table,
    unit,
)

rule = pytest.mark.rule
DECK = {each["id"]: 3 for each in BELL["aspects"]}
QUIET = pack(fatigued={"on_become": []})


def piled(left: dict[str, int], discard: dict[str, int] | None = None, **more: Any) -> State:
    """A table whose draw pile holds just these cards; the others are in the discard pile or were removed."""
    discard = discard or {}
    removed = {card: n for card in DECK if (n := DECK[card] - left.get(card, 0) - discard.get(card, 0)) > 0}
    for facing in more.get("facing", ()):
        name = facing if isinstance(facing, str) else facing.get("card")
        if name:
            removed[name] = removed.get(name, 0) - 1
    removed = {card: n for card, n in removed.items() if n > 0}
    more = {"chimera": QUIET, **more}
    return at(removed=removed, discard=discard, **more)


# --- fatigue ---------------------------------------------------------------------------------------------


@rule("RR-FAT-01", "RR-FAT-03", "RR-FAT-04")
def test_the_last_card_leaving_the_pile_fatigues_at_once_and_the_discard_pile_is_shuffled_in() -> None:
    state = piled({"silt-maw": 1}, {"foam-wing": 2}, chimera=None)
    events = do(state, "make-draw", n=1) + run(state)
    said = kinds(events)
    assert said.index("pile-empty") < said.index("fatigued") < said.index("pile-shuffled")
    assert table(state).fatigued
    assert table(state).red_rains == 2  # what the fatigued card of the pack says once
    assert (table(state).pile, table(state).discard) == (3, {})


@rule("RR-FAT-01")
@pytest.mark.parametrize(("option", "fatigued"), [(1, True), (2, False)])
def test_how_often_the_pile_must_run_out_is_an_option(option: int, fatigued: bool) -> None:
    plain = pack(fatigued={"empties_needed": None})
    state = piled({"silt-maw": 1}, {"foam-wing": 1}, chimera=plain, options={"fatigue_after_empties": option})
    do(state, "make-draw", n=1)
    run(state)
    assert table(state).fatigued is fatigued


@rule("RR-FAT-01")
def test_with_two_players_the_pile_must_run_out_twice() -> None:
    plain = pack(fatigued={"empties_needed": None, "on_become": []})
    state = piled({"silt-maw": 1}, {"foam-wing": 1}, chimera=plain, partner=((), ()))
    do(state, "make-draw", n=1)
    run(state)
    assert not table(state).fatigued
    do(state, "make-draw", n=2)
    run(state)
    assert table(state).fatigued


@rule("RR-FAT-01")
def test_fatigue_lasts_and_does_not_come_twice() -> None:
    state = piled({"silt-maw": 1}, {"foam-wing": 1}, fatigued=True, empties=1)
    do(state, "make-hand")
    run(state)
    events = do(state, "hand-done")
    assert not only(events, "fatigued")
    assert table(state).fatigued


@rule("RR-FAT-02")
def test_the_fatigued_card_is_no_card_of_the_pile() -> None:
    state = GAME.new({"chimera": BELL})
    run(state)
    facts = state.view(None)["chimera"]
    assert sum(facts["unseen"].values()) == sum(DECK.values())
    assert "fatigued" not in facts["unseen"]


@rule("RR-FAT-03")
def test_the_ongoing_part_of_the_fatigued_card_holds_from_then_on() -> None:
    wounding = pack(fatigued={"on_become": [], "ongoing": ["wound_per_discard"]})
    for fatigued, wounds in ((True, 2), (False, 0)):
        state = piled({"silt-maw": 3}, chimera=wounding, fatigued=fatigued, empties=int(fatigued))
        do(state, "make-hand")
        run(state)
        do(state, "hand-discard", card="silt-maw")
        do(state, "hand-discard", card="silt-maw")
        do(state, "hand-done")
        assert body(state, "chimera").wounds == wounds
        assert table(state).discard == {"silt-maw": 2}


@rule("RR-FAT-04", "RR-LAW-02")
def test_a_fatigued_chimera_draws_nothing_but_aspects_are_added_all_the_same() -> None:
    state = piled({"silt-maw": 3}, fatigued=True, empties=1)
    events = do(state, "make-draw", n=2) + run(state)
    assert table(state).discard == {}
    assert only(events, "cannot-draw")
    rows = {"main": [{"do": "add_aspects", "n": 1}]}
    state = piled({"silt-maw": 3}, chimera=pack(rows=rows), fatigued=True, empties=1, facing=[down(3)])
    chimera_turn(state)
    assert len(refs(state)) == 2


@rule("RR-FAT-04")
@pytest.mark.parametrize(("refill", "pile"), [("immediately", 2), ("when_aspects_are_added", 0), ("never", 0)])
def test_when_the_discard_pile_is_shuffled_in_is_an_option(refill: str, pile: int) -> None:
    state = piled({"silt-maw": 1}, {"foam-wing": 1}, options={"draw_pile_refill": refill})
    do(state, "make-draw", n=1)
    run(state)
    assert table(state).pile == pile


# --- draws and the made-up hand --------------------------------------------------------------------------


@rule("RR-HAND-01", "RR-LAW-02")
def test_cards_it_draws_go_straight_to_its_discard_pile() -> None:
    state = at(chimera=QUIET)
    do(state, "make-draw", n=2)
    run(state, shows=["silt-maw", "foam-wing"])
    assert table(state).discard == {"silt-maw": 1, "foam-wing": 1}
    assert table(state).hand is None


@rule("RR-HAND-02", "RR-LAW-02")
@pytest.mark.parametrize(("pile", "hand"), [(3, 3), (5, 5), (7, 5)])
def test_the_top_five_cards_or_all_of_them_serve_as_its_hand(pile: int, hand: int) -> None:
    left = {"silt-maw": 3, "foam-wing": min(3, pile - 3), "brine-jaw": max(0, pile - 6)}
    state = piled(left)
    do(state, "make-hand")
    run(state)
    assert sum((table(state).hand or {}).values()) == hand
    assert asked(state) == "hand"


@rule("RR-HAND-03", "RR-HAND-04")
def test_what_the_effect_leaves_goes_back_on_top_in_random_order() -> None:
    state = at(chimera=QUIET)
    do(state, "make-hand")
    run(state, shows=["silt-maw", "silt-maw", "foam-wing", "kelp-ward", "brine-jaw"])
    assert refused(state, "hand-discard", card="pearl-spine") == "TABLE"
    do(state, "hand-discard", card="silt-maw")
    do(state, "hand-done")
    assert table(state).discard == {"silt-maw": 1}
    assert table(state).hand is None
    do(state, "make-draw", n=1)
    outcomes = state.deciders()["chance"].outcomes
    assert {outcome.action.card: outcome.weight for outcome in outcomes} == {  # type: ignore[attr-defined]
        "brine-jaw": 1, "foam-wing": 1, "kelp-ward": 1, "silt-maw": 1,
    }  # fmt: skip


@rule("RR-HAND-05")
def test_setting_aside_is_no_draw_it_works_while_fatigued_and_empties_nothing() -> None:
    state = piled({"silt-maw": 3}, {"foam-wing": 1}, fatigued=False)
    events = do(state, "make-hand") + run(state) + do(state, "hand-done")
    assert not only(events, "pile-empty")
    assert (table(state).pile, table(state).discard) == (3, {"foam-wing": 1})
    tired = piled({"silt-maw": 3}, fatigued=True, empties=1)
    do(tired, "make-hand")
    run(tired)
    assert table(tired).hand == {"silt-maw": 3}


@rule("RR-HAND-05", "RR-HAND-04")
def test_a_hand_discarded_whole_empties_the_pile_when_the_effect_is_over() -> None:
    state = piled({"silt-maw": 2})
    do(state, "make-hand")
    run(state)
    events = do(state, "hand-discard", card="silt-maw") + do(state, "hand-discard", card="silt-maw")
    assert not only(events, "pile-empty")
    events = do(state, "hand-done")
    assert kinds(events)[:2] == ["hand-back", "pile-empty"]
    assert table(state).fatigued
    assert table(state).pile == 2  # the two, shuffled in again


@rule("RR-HAND-05")
def test_by_the_option_a_pile_emptied_into_the_hand_counts() -> None:
    state = piled({"silt-maw": 2}, options={"hand_triggers_fatigue": True})
    do(state, "make-hand")
    run(state)
    assert table(state).fatigued


@rule("RR-LAW-03")
def test_abundance_deals_damage_for_draws_that_a_fatigued_chimera_cannot_make() -> None:
    state = piled({"silt-maw": 3}, fatigued=True, empties=1)
    do(state, "make-draw", n=2, instead=1)
    run(state)
    assert (body(state, "chimera").wounds, table(state).discard) == (2, {})


@rule("RR-LAW-03")
def test_with_one_card_left_it_draws_that_is_fatigued_and_damaged_for_the_other() -> None:
    state = piled({"silt-maw": 1})
    do(state, "make-draw", n=2, instead=1)
    run(state)
    assert table(state).fatigued
    assert body(state, "chimera").wounds == 1
    assert (table(state).pile, table(state).discard) == (1, {})
    whole = piled({"silt-maw": 1}, options={"partial_draw": "all_or_nothing"})
    do(whole, "make-draw", n=2, instead=1)
    run(whole)
    assert (body(whole, "chimera").wounds, table(whole).pile) == (2, 1)


# --- Red Rains tokens ------------------------------------------------------------------------------------


PLACE = {"main": [{"do": "place_red_rains", "n": 1}]}


@rule("RR-TOK-02", "RR-TOK-03")
def test_tokens_count_towards_one_total_and_reaching_the_value_brings_the_ultimate() -> None:
    state = at([down(1)], red_rains=3, chimera=pack(rows=PLACE))
    assert not only(chimera_turn(state), "ultimate")
    assert table(state).red_rains == 4
    assert only(chimera_turn(state), "ultimate")
    assert table(state).red_rains == 0


@rule("RR-TOK-04")
def test_tokens_are_placed_one_at_a_time_and_all_of_them() -> None:
    rows = {"main": [{"do": "place_red_rains", "n": 4}]}
    state = at([down(1)], red_rains=3, chimera=pack(rows=rows))
    events = chimera_turn(state)
    assert len(only(events, "ultimate")) == 1
    assert table(state).red_rains == 2
    batch = at([down(1)], red_rains=3, chimera=pack(rows=rows), options={"token_placement": "batch"})
    said = kinds(chimera_turn(batch))
    assert said.count("red-rains") == 1
    assert table(batch).red_rains == 2


@rule("RR-TOK-04")
def test_the_rest_of_the_tokens_may_bring_another_ultimate_of_the_next_phase() -> None:
    rows = {"main": [{"do": "place_red_rains", "n": 9}]}
    state = at([down(1)], red_rains=1, chimera=pack(rows=rows))
    events = chimera_turn(state)
    assert [event.data["phase"] for event in only(events, "ultimate")] == [1, 2]
    assert (table(state).phase, table(state).red_rains) == (3, 0)


@rule("RR-TOK-05")
def test_exhaustion_on_the_chimera_or_its_ultimate_card_raises_the_value() -> None:
    state = at([down(1)], red_rains=5, chimera_card={"exhaustion": 1}, chimera=pack(rows=PLACE))
    do(state, "hinder", what="exhaust-ultimate")
    assert state.view(None)["chimera"]["ultimate"] == 7
    assert not only(chimera_turn(state), "ultimate")
    assert only(chimera_turn(state), "ultimate")


@rule("RR-TOK-06")
@pytest.mark.parametrize(("recheck", "comes"), [("only_on_placing", False), ("continuous", True)])
def test_a_fall_of_the_value_by_itself_brings_nothing_unless_the_option_says_so(recheck: str, comes: bool) -> None:
    state = at(red_rains=5, chimera_card={"exhaustion": 1}, options={"ultimate_recheck": recheck})
    events = do(state, "effect", what="ready", on="chimera", source="ability")
    assert bool(only(events, "ultimate")) is comes


# --- Ultimates -------------------------------------------------------------------------------------------


@rule("RR-ULT-01", "RR-ULT-03", "RR-ULT-04", "RR-ULT-05")
def test_the_four_steps_of_an_ultimate_in_order() -> None:
    puppet = {"name": "Blood Puppet", "attack": 1, "life": 2, "exhaustion": 1}
    state = at([puppet, down(1)], [unit("U")], red_rains=4, chimera=pack(rows=PLACE))
    said = kinds(chimera_turn(state))
    steps = [said.index(kind) for kind in ("ultimate", "red-rains-removed", "discarded", "damaged", "phase")]
    assert steps == sorted(steps)
    assert gone(state, "a1")
    assert table(state).phase == 2


@rule("RR-ULT-02", "RR-TOK-05")
@pytest.mark.parametrize(("removed", "left"), [("effective_value", 1), ("printed_value", 2)])
def test_as_many_tokens_go_as_the_value_says(removed: str, left: int) -> None:
    two = pack(rows={"main": [{"do": "place_red_rains", "n": 2}]})
    options = {"ultimate_removed": removed, "token_placement": "batch"}
    state = at([down(1)], red_rains=5, chimera_card={"exhaustion": 1}, options=options, chimera=two)
    chimera_turn(state)
    assert table(state).red_rains == left


@rule("RR-ULT-03")
def test_foreign_units_and_spells_go_on_every_battlefield() -> None:
    puppet = {"name": "Blood Puppet", "attack": 1, "life": 2, "exhaustion": 1}
    state = at([aspect("silt-maw", spells={"Fear": "p1"}), down(1)], red_rains=4, partner=([puppet], []),
               chimera=pack(rows={"side": PLACE["main"]}))  # fmt: skip
    do(state, "end-turn")
    do(state, "end-turn", "p2")
    events = run(state)
    assert gone(state, "a51")
    assert body(state, "a1").spells == {}
    assert len(only(events, "discarded")) == 2


@rule("RR-ULT-03")
@pytest.mark.parametrize(("where", "stays"), [("chimera_card_too", {}), ("battlefields", {"Dread": "p1"})])
def test_whether_spells_on_the_chimera_card_go_with_those_on_its_battlefields(
    where: str, stays: dict[str, str]
) -> None:
    state = at([aspect("silt-maw", spells={"Fear": "p1"}), down(1)], red_rains=4, chimera=pack(rows=PLACE),
               chimera_card={"spells": {"Dread": "p1"}}, options={"ultimate_foreign": where})  # fmt: skip
    chimera_turn(state)
    assert (body(state, "chimera").spells, body(state, "a1").spells) == (stays, {})


@rule("RR-ULT-08")
def test_what_the_chimera_owns_stays_through_an_ultimate() -> None:
    state = at(["kelp-ward", down(1)], red_rains=4, chimera=pack(rows=PLACE))
    chimera_turn(state)
    assert refs(state) == ["a1", "a2"]


@rule("RR-ULT-06")
def test_in_phase_three_the_cards_stay_and_the_ultimate_may_come_again() -> None:
    state = at(
        [down(1)],
        red_rains=4,
        phase=3,
        p1={"life": 40},
        chimera=pack(rows={"main": [{"do": "place_red_rains", "n": 5}]}),
    )
    for times in (1, 2):
        assert only(chimera_turn(state), "ultimate")
        assert (table(state).phase, body(state, "p1").wounds) == (3, 4 * times)


@rule("RR-ULT-07")
def test_the_row_under_way_is_carried_out_and_the_next_roll_uses_the_next_table() -> None:
    made = pack()
    made["behaviour"] = [
        {"phase": 1, "rows": [{"faces": list(range(1, 13)), "main": [
            {"do": "place_red_rains", "n": 1}, {"do": "damage", "target": "phoenixborn", "n": 1}]}]},
        {"phase": 2, "rows": [{"faces": list(range(1, 13)), "main": [
            {"do": "damage", "target": "phoenixborn", "n": 5}]}]},
        {"phase": 3, "rows": [{"faces": list(range(1, 13))}]},
    ]  # fmt: skip
    state = at([down(1)], red_rains=4, chimera=made)
    chimera_turn(state)
    assert body(state, "p1").wounds == 1
    chimera_turn(state)
    assert body(state, "p1").wounds == 6


@rule("RR-ULT-09")
@pytest.mark.parametrize(("option", "kept"), [("lost", 1), ("move_to_chimera", 2)])
def test_exhaustion_on_the_chimera_outlasts_an_ultimate_that_on_its_card_goes(option: str, kept: int) -> None:
    state = at([down(1)], red_rains=6, chimera_card={"exhaustion": 1}, ultimate_exhaustion=1,
               options={"ultimate_card_tokens": option}, chimera=pack(rows=PLACE))  # fmt: skip
    assert only(chimera_turn(state), "ultimate")
    assert (body(state, "chimera").exhaustion, table(state).ultimate_exhaustion) == (kept, 0)


# --- recovery --------------------------------------------------------------------------------------------


def late(*cards: Any, **more: Any) -> State:
    """The Chimera holds the first player token, so that the next round begins with p1."""
    return at(*cards, first="chimera", **more)


def recover(state: State, **forced: Any) -> list[Any]:
    """p1 passes, the Chimera has nothing to do: the recovery phase runs."""
    return pass_turn(state, **forced)


@rule("RR-BASE-06")
def test_the_recovery_phase_runs_in_its_order() -> None:
    state = late([aspect("tolling-eye", exhaustion=1, wounds=1, status=0)], [unit("U", wounds=2, recover=1)],
               red_rains=1, chimera_card={"exhaustion": 1})  # fmt: skip
    events = recover(state)
    said = kinds(events)[kinds(events).index("turns-over") :]
    steps = [
        said.index(kind)
        for kind in ("healed", "red-rains-removed", "readied", "aspect-added", "recovery-tokens", "status-tokens")
    ]
    assert steps == sorted(steps)
    assert (body(state, "u1").wounds, body(state, "a1").wounds) == (1, 0)
    assert (body(state, "a1").exhaustion, body(state, "a1").status) == (0, 2)


@rule("RR-BASE-06")
def test_the_order_of_recovery_is_an_option() -> None:
    order = ["status", "tokens", "replenish", "dice", "exhaustion", "remove_tokens", "wounds"]
    state = late([aspect("tolling-eye", exhaustion=1, status=0)], [unit("U", wounds=2, recover=1)],
               options={"recovery_order": order})  # fmt: skip
    said = kinds(recover(state))
    assert (
        said.index("status-tokens") < said.index("recovery-tokens") < said.index("aspect-added") < said.index("healed")
    )


@rule("RR-BASE-06")
def test_one_exhaustion_token_leaves_each_card() -> None:
    state = late([aspect("silt-maw", exhaustion=2)], [unit("U", exhaustion=3)], p1={"exhaustion": 2},
               ultimate_exhaustion=2)  # fmt: skip
    recover(state)
    assert [body(state, ref).exhaustion for ref in ("a1", "u1", "p1")] == [1, 2, 1]
    assert table(state).ultimate_exhaustion == 1


@rule("RR-BASE-07")
def test_aspects_are_added_face_down_at_the_right_end_up_to_the_threat_value() -> None:
    state = late([aspect("silt-maw", exhaustion=2)])
    recover(state)
    assert [body(state, ref).up for ref in refs(state)] == [True, False, False]
    crowded = late([aspect("silt-maw", exhaustion=2)] * 3 + [aspect("brine-jaw", exhaustion=2)])
    recover(crowded)
    assert len(refs(crowded)) == 4
    fixed = late([aspect("silt-maw", exhaustion=2)], options={"replenish": "fixed_count"})
    recover(fixed)
    assert len(refs(fixed)) == 4


@rule("RR-BASE-05", "RR-BASE-07")
def test_face_down_aspects_count_towards_the_threat_but_bring_no_token() -> None:
    state = late([aspect("silt-maw", exhaustion=2), down(1)], passes=1)
    recover(state)
    assert (len(refs(state)), table(state).red_rains) == (3, 1)


@rule("RR-TOK-01", "RR-LAW-16", "RR-LAW-17")
def test_a_token_for_each_face_up_aspect_and_none_for_other_units() -> None:
    puppet = {"name": "Blood Puppet", "attack": 1, "life": 2, "exhaustion": 2}
    facing = [aspect("silt-maw", exhaustion=2), aspect("brine-jaw", exhaustion=2), puppet]
    state = late(facing)
    recover(state)
    assert table(state).red_rains == 2
    assert len(refs(state)) == 4  # two aspects and the puppet, filled up to three aspects
    double = late(facing, options={"recovery_tokens_per_aspect": 2})
    recover(double)
    assert table(double).red_rains == 4


@rule("RR-TOK-01")
def test_without_aspects_no_token_is_placed() -> None:
    state = late([])
    recover(state)
    assert table(state).red_rains == 0


@rule("RR-TOK-07")
def test_tokens_leave_in_recovery_for_exhaustion_on_the_chimera_and_its_ultimate() -> None:
    for option, left in (("exhaustion_tokens", 1), ("none", 4)):
        state = late([], red_rains=4, chimera_card={"exhaustion": 1}, ultimate_exhaustion=2,
                   options={"recovery_token_removal": option})  # fmt: skip
        recover(state)
        assert table(state).red_rains == left
        assert (body(state, "chimera").exhaustion, table(state).ultimate_exhaustion) == (0, 1)


@rule("RR-TOK-07")
def test_no_more_tokens_leave_than_there_are() -> None:
    state = late([], red_rains=1, chimera_card={"exhaustion": 3})
    recover(state)
    assert table(state).red_rains == 0


@rule("RR-LAW-23")
def test_removed_aspects_are_shuffled_when_too_few_are_left() -> None:
    three = {"foam-wing": 3}
    copies = {"foam-wing": 3, "silt-maw": 1}
    small = pack(fatigued={"on_become": []})
    small["aspects"] = [{**each, "copies": copies.get(each["id"], 0)} for each in small["aspects"]]
    for leftover, pile in (("draw_pile", 1), ("removed_again", 0)):
        state = late([], removed=three, chimera=small, options={"removed_leftover": leftover})
        assert table(state).pile == 1
        events = recover(state)
        assert [event.data["blood"] for event in only(events, "aspect-added")] == [3, 1, 1]
        assert only(events, "removed-shuffled")
        assert table(state).pile == pile
        assert table(state).out == 1 - pile


@rule("RR-DICE-01", "RR-BASE-06")
def test_dice_on_cards_exhaust_in_recovery() -> None:
    dice = {"power": 2, "class": 0, "basic": 0, "exhausted": 1}
    state = late([], [unit("U", dice=1)], p1={"dice": dice})
    recover(state)
    assert body(state, "u1").dice_count == 0
    assert table(state).seats_of["p1"].dice == {**dice, "exhausted": 2}


@rule("RR-BASE-08")
@pytest.mark.parametrize("kept", [False, True])
def test_the_active_dice_of_the_sample_deck_exhaust_in_recovery_or_are_kept(kept: bool) -> None:
    dice = {"power": 2, "class": 1, "basic": 0, "exhausted": 7}
    state = late([], [unit("U", dice=2)], p1={"dice": {**dice, "exhausted": 5}, "cards": {}}, players="sample",
                 options={"recovery_dice": "kept" if kept else "exhausted"})  # fmt: skip
    events = do(state, "pass") + run(state, until=lambda state: asked(state) == "roll-dice")
    assert [event.rules for event in only(events, "dice-exhausted")] == ([] if kept else [("RR-BASE-08",)])
    assert only(events, "dice-returned")[0].rules == ("RR-BASE-08",)
    own = table(state).seats_of["p1"].name
    assert only(events, "dice-returned")[0].text == f"2 dice on U go to the exhausted pool of {own}."
    assert state.deciders()["chance"].prompt.startswith(f"Roll {7 if kept else 10} dice")


@rule("RR-LAW-03")
def test_an_emptying_that_does_not_fatigue_yet_lets_the_other_card_come_from_the_new_pile() -> None:
    plain = pack(fatigued={"empties_needed": None, "on_become": []})
    state = piled({"silt-maw": 1}, {"foam-wing": 2}, chimera=plain, partner=((), ()))
    do(state, "make-draw", n=2, instead=1)
    run(state, shows=["silt-maw", "foam-wing"])
    assert body(state, "chimera").wounds == 0
    assert not table(state).fatigued
    assert (table(state).pile, table(state).discard) == (2, {"foam-wing": 1})


@rule("RR-HAND-03", "RR-FAT-02")
def test_chance_weighs_cards_as_a_shuffled_deck_with_the_backs_seen_would() -> None:
    copies = {"silt-maw": 2, "brine-jaw": 1, "foam-wing": 1, "tolling-eye": 1}
    small = pack()
    small["aspects"] = [{**each, "copies": copies.get(each["id"], 0)} for each in small["aspects"]]
    state = at([down(3), down(1)], chimera=small)
    do(state, "make-draw", n=1)
    told = {outcome.action.card: outcome.weight for outcome in state.deciders()["chance"].outcomes}  # type: ignore[attr-defined]
    blood = {"silt-maw": 3, "brine-jaw": 3, "foam-wing": 1, "tolling-eye": 1}
    deck = [card for card, n in copies.items() for _ in range(n)]
    seen = Counter(
        order[2] for order in permutations(deck) if (blood[order[0]], blood[order[1]]) == (3, 1)
    )  # the first two lie face down, the third is drawn
    total, weights = sum(seen.values()), sum(told.values())
    assert {card: n * weights for card, n in seen.items()} == {card: told[card] * total for card in told}


@rule("RR-TOK-01", "RR-TOK-04")
def test_so_many_tokens_at_once_that_nobody_counts_them_leave_a_position_that_can_be_read() -> None:
    ultimate = [{"phase": phase, "effects": [{"do": "roll_behaviour"}]} for phase in (1, 2, 3)]
    made = pack(chimera={"battlefield_size": 10}, ultimate=ultimate)
    made["aspects"] = [{**each, "copies": 20} for each in made["aspects"]]
    facing, options = 10 * ["brine-jaw"], {"recovery_tokens_per_aspect": 9}
    stack = [{"at": "round", "phase": "recovery", "next": 5}]
    state = at(facing, partner=(facing, []), chimera=made, options=options, stack=stack)
    do(state, "go-on")
    assert list(state.deciders()) == ["chance"], "the Ultimate rolls, and the rest of the tokens wait"
    assert GAME.from_position(state.position()).digest() == state.digest()
