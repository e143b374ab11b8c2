"""Rage dice: raised, rolled, turned back; the rains that do not wait."""

from __future__ import annotations

import pytest

from tests.games.red_rains.table import GAME, aspect, at, chimera_turn, do, down, only, pack, pass_turn, table

rule = pytest.mark.rule


@rule("RR-RAGE-01")
def test_five_rage_dice_start_basic_and_stay_as_they_are_between_turns() -> None:
    state = GAME.new({})
    assert state.view(None)["chimera"]["rage"] == {"power": 0, "basic": 5}
    state = at([down(1), down(1)], chimera=pack(rows={}))
    chimera_turn(state, rage=1)
    chimera_turn(state, rage=1)
    assert state.view(None)["chimera"]["rage"] == {"power": 2, "basic": 3}
    few = at([down(1)], options={"rage_dice": 2})
    assert few.view(None)["chimera"]["rage"] == {"power": 0, "basic": 2}


@rule("RR-RAGE-01")
def test_half_of_the_faces_of_a_rage_die_show_power() -> None:
    state = at([down(1)], chimera=pack(rows={"main": [{"do": "reroll_rage", "n": 2}]}))
    do(state, "end-turn")
    assert [outcome.weight for outcome in state.deciders()["chance"].outcomes] == [1, 1]
    do(state, "roll-rage", "chance", power=0)
    do(state, "roll-die", "chance", face=1)
    assert [outcome.weight for outcome in state.deciders()["chance"].outcomes] == [1, 2, 1]


@rule("RR-RAGE-03")
def test_raising_turns_basic_dice_without_a_roll_and_does_nothing_without_one() -> None:
    rows = {"side": [{"do": "raise_rage", "n": 2}]}
    state = at([down(1)], chimera=pack(rows=rows))
    events = chimera_turn(state, rage=0)
    assert table(state).rage == 2
    assert len(only(events, "rage-rolled")) == 1
    stuck = at([down(1)], rage=5, options={"rage_token_rule": "per_raise"}, chimera=pack(rows=rows))
    chimera_turn(stuck)
    assert (table(stuck).rage, table(stuck).red_rains) == (5, 0)


@rule("RR-RAGE-04", "RR-TOK-02")
@pytest.mark.parametrize("by", ["roll", "raise"])
def test_all_dice_at_power_place_a_token_and_turn_back(by: str) -> None:
    rows = {"side": [{"do": "raise_rage", "n": 1}]} if by == "raise" else {}
    state = at([down(1)], rage=4, chimera=pack(rows=rows))
    chimera_turn(state, rage=1 if by == "roll" else 0)
    assert (table(state).rage, table(state).red_rains) == (0, 1)


@rule("RR-RAGE-04")
def test_a_raise_beyond_the_last_basic_die_goes_on_with_those_turned_back() -> None:
    state = at([down(1)], rage=4, chimera=pack(rows={"side": [{"do": "raise_rage", "n": 3}]}))
    chimera_turn(state)
    assert (table(state).rage, table(state).red_rains) == (2, 1)


@rule("RR-RAGE-04", "RR-TOK-02")
def test_by_the_option_each_die_raised_brings_a_token_but_no_roll_does() -> None:
    option = {"rage_token_rule": "per_raise"}
    state = at([down(1)], options=option, chimera=pack(rows={"side": [{"do": "raise_rage", "n": 2}]}))
    chimera_turn(state, rage=1)
    assert (table(state).rage, table(state).red_rains) == (3, 2)


@rule("RR-RAGE-05")
def test_a_pass_with_an_aspect_face_down_raises_a_die() -> None:
    state = at([down(1)], rage=2, chimera=pack(rows={}))
    do(state, "pass")
    assert table(state).rage == 3
    full = at([down(1)], rage=4, chimera=pack(rows={}))
    do(full, "pass")
    assert (table(full).rage, table(full).red_rains) == (0, 1)


@rule("RR-RAGE-05")
def test_nothing_is_raised_without_one_or_by_ending_the_turn_or_if_switched_off() -> None:
    state = at([aspect("silt-maw", exhaustion=1)], rage=2)
    pass_turn(state)
    assert table(state).rage == 2
    state = at([down(1)], rage=2, chimera=pack(rows={}))
    do(state, "end-turn")
    assert table(state).rage == 2
    state = at([down(1)], rage=2, options={"rains_do_not_wait": False}, chimera=pack(rows={}))
    do(state, "pass")
    assert table(state).rage == 2


@rule("RR-RAGE-05")
def test_only_the_battlefield_that_faces_the_passing_player_counts() -> None:
    state = at([aspect("silt-maw", exhaustion=1)], partner=([down(1)], []), chimera=pack(rows={}))
    do(state, "pass")
    assert table(state).rage == 0
    do(state, "pass", "p2")
    assert table(state).rage == 1
