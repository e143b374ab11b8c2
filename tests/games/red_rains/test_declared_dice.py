"""Dice of printed cards: what the host does not know it asks, and never assumes (RR-DICE-05)."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import State

from tests.games.red_rains.table import (
    asked,
    at,
    body,
    chimera_turn,
    do,
    kinds,
    only,
    options_of,
    pack,
    run,
    table,
    unit,
)

rule = pytest.mark.rule

DICE = {"power": 2, "class": 1, "basic": 1, "exhausted": 0}
STUN = {"id": "stun", "kind": "alteration", "copies": 3, "discard_by": {"lower_die": 1}}


def drained(effect: dict[str, Any], dice: dict[str, int] | None = DICE, **more: Any) -> State:
    """The Chimera's turn: a status ability does something to the dice that p1 declared some time ago."""
    eye = {"id": "eye", "attack": 0, "life": 2, "icon": "none", "blood": 1, "status_pips": 1, "status": [effect]}
    options = {"declared_dice": "confirmed", **more}
    state = at(["eye"], chimera=pack(eye), p1={"dice": dice}, options=options)
    chimera_turn(state)
    return state


def dice(state: State) -> dict[str, int] | None:
    return table(state).seats_of["p1"].dice


EFFECTS = [
    {"do": "lower_die", "n": 2},
    {"do": "lower_die", "n": 4, "exact": True},
    {"do": "exhaust_die", "n": 2},
    {"do": "remove_die", "n": 2},
    {"do": "reroll_die", "n": 2},
]


@rule("RR-DICE-05")
@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect["do"])
def test_dice_that_were_spent_meanwhile_cancel_no_effect(effect: dict[str, Any]) -> None:
    state = drained(effect, {"power": 0, "class": 0, "basic": 0, "exhausted": 10})
    assert (asked(state), options_of(state)) == ("dice", ["yes", "no"])
    assert "0 power, 0 class, 0 basic" in state.deciders()["p1"].prompt
    do(state, "answer", option="no")
    assert (asked(state), options_of(state)[0]) == ("told", str(effect["n"]))
    events = do(state, "answer", option=str(effect["n"]))
    assert only(events, "told")[0].data["done"] == effect["n"]
    assert (dice(state), asked(state)) == (None, "turn")


@rule("RR-DICE-05")
def test_a_count_that_still_holds_is_used() -> None:
    state = drained({"do": "lower_die"})
    do(state, "answer", option="yes")
    assert options_of(state) == ["class", "power"]
    do(state, "answer", option="power")
    assert dice(state) == {"power": 1, "class": 2, "basic": 1, "exhausted": 0}


@rule("RR-DICE-05")
def test_a_reroll_of_dice_that_are_still_so_is_rolled_for() -> None:
    state = drained({"do": "reroll_die", "n": 2})
    for option in ("yes", "power"):
        do(state, "answer", option=option)
    assert asked(state) == "die"
    do(state, "answer", option="class")
    do(state, "roll-dice", "chance", power=0, classes=1)
    assert dice(state) == {"power": 1, "class": 1, "basic": 2, "exhausted": 0}


@rule("RR-DICE-05")
def test_dice_declared_while_they_are_asked_about_are_what_is_asked_then() -> None:
    state = drained({"do": "lower_die"})
    do(state, "dice", power=0, classes=3, basic=0)
    assert "0 power, 3 class, 0 basic" in state.deciders()["p1"].prompt
    do(state, "answer", option="yes")
    assert dice(state) == {"power": 0, "class": 2, "basic": 1, "exhausted": 0}
    none = drained({"do": "lower_die"}, None)
    assert asked(none) == "told"
    do(none, "dice", power=1, classes=0, basic=0)
    assert asked(none) == "dice"


@rule("RR-DICE-05")
def test_a_count_taken_back_between_two_questions_is_asked_for_in_words() -> None:
    state = drained({"do": "lower_die"})
    do(state, "answer", option="yes")
    do(state, "correct", "table", path=["seats", "p1", "dice"], value=None)
    assert (asked(state), options_of(state)) == ("told", ["1", "0"])
    do(state, "answer", option="1")
    assert asked(state) == "turn"


@rule("RR-DICE-05")
def test_by_the_option_a_declared_count_is_trusted() -> None:
    state = drained({"do": "lower_die", "n": 4, "exact": True}, declared_dice="trusted")
    assert (asked(state), dice(state)) == ("turn", DICE)


@rule("RR-DICE-05")
def test_a_choice_between_effects_does_not_leave_out_one_for_an_old_count() -> None:
    choose = {"do": "choose", "options": [[{"do": "lower_die", "n": 4, "exact": True}],
                                          [{"do": "damage", "target": "phoenixborn"}]]}  # fmt: skip
    state = drained(choose)
    assert asked(state) == "choose"
    do(state, "answer", option=options_of(state)[0])
    do(state, "answer", option="yes")
    assert body(state, "p1").wounds == 1  # they are as declared: too few, and the other is done


@rule("RR-DICE-05", "RR-BASE-08")
def test_after_recovery_nobody_counts_declared_dice_any_more() -> None:
    state = at([], [unit("U", dice=1)], p1={"dice": DICE}, options={"declared_dice": "confirmed"})
    do(state, "pass")
    run(state)
    assert (table(state).round, dice(state)) == (2, None)


@rule("RR-DICE-04", "RR-DICE-05")
@pytest.mark.parametrize(
    ("declared", "n", "then"),
    [(None, 3, None), (DICE, 3, None), (DICE, 2, {"power": 4, "class": 0, "basic": 0, "exhausted": 0})],
)
def test_meditation_turns_as_many_dice_as_the_player_says(
    declared: dict[str, int] | None, n: int, then: dict[str, int] | None
) -> None:
    state = at([], p1={"dice": declared}, options={"declared_dice": "confirmed"})
    events = do(state, "meditate", dice=n)
    told = only(events, "meditated")[0]
    assert told.data["dice"] == n
    assert f"{n} dice" in told.text
    assert dice(state) == then


@rule("RR-DICE-05", "RR-DICE-02")
def test_dice_are_placed_as_the_player_says() -> None:
    state = at([], [unit("U")], p1={"dice": DICE}, options={"declared_dice": "confirmed"})
    do(state, "place-die", on="u1", dice=6)
    assert (body(state, "u1").dice_count, dice(state)) == (6, None)
    do(state, "place-die", on="u1", dice=1)
    assert body(state, "u1").dice_count == 7


@rule("RR-DICE-05")
def test_what_is_shaken_off_is_paid_with_the_dice_there_are() -> None:
    spent = {"power": 0, "class": 0, "basic": 0, "exhausted": 10}
    state = at([], [unit("U", attached={"stun": 1})], p1={"dice": spent}, chimera=pack(conjured=[STUN]),
               options={"declared_dice": "confirmed"})  # fmt: skip
    assert "dice-uncounted" in kinds(do(state, "shake-off", card="stun", on="u1"))
    assert (body(state, "u1").attached, dice(state), asked(state)) == ({}, None, "turn")
