"""Positions and actions that cannot be: refused whole, in words that lead to the place."""

from __future__ import annotations

import math
from typing import Any

import pytest
from immolation.games import BadAction, BadConfig, BadPosition

from .rains import DOWN, GAME, aspect, deck, pair, solo, unit

rule = pytest.mark.rule


LEFT = aspect("left", "claw_left", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)


# --- positions ---------------------------------------------------------------------------------------------------

ONE: dict[str, Any] = {"facing": ["left"], "units": [{"name": "Bear", "life": 5}]}
TURN = [{"at": "round"}, {"at": "player-turn", "seat": "p1"}]
ATTACK = {"at": "attack", "side": "p1", "attackers": ["a1"], "target": "u2", "guards": [""], "step": "fight"}
ASK = {"at": "ask", "seat": "p1", "kind": "counter", "prompt": "?", "options": ["yes", "no"], "rule": "RR-GRD-09"}
CHIMERAS = {"at": "chimera-turn", "side": "p1", "step": "end"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seats": {}}, "seats"),
        ({"seats": {"p2": ONE}}, "seats"),
        ({"seats": {"p1": ONE, "p3": ONE}}, "seats"),
        ({"seats": {"p1": {"facing": ["ghost"]}}}, r"facing\.0\.card"),
        ({"seats": {"p1": {"facing": ["left"] * 4}}}, "left"),
        ({"seats": {"p1": {"facing": [{"blood": 7}]}}}, "blood 7"),
        ({"seats": {"p1": {"facing": [{"blood": 1, "up": True}]}}}, r"facing\.0\.up"),
        ({"seats": {"p1": {"facing": [{"card": "left", "wounds": 4}]}}}, r"facing\.0.*wounds"),
        ({"seats": {"p1": {"facing": [{"card": "left", "exhaustion": 49}]}}}, "exhaustion"),
        ({"seats": {"p1": {"facing": [{}]}}}, "facing"),
        ({"seats": {"p1": {"facing": [{"card": "left", "attached": {"stun": 1}}]}}}, "attached"),
        ({"seats": {"p1": {"facing": [{"card": "left", "spells": {"Fear": "p2"}}]}}}, "spells"),
        ({"seats": {"p1": {"units": [{"name": "Bear", "life": 0}]}}}, "life"),
        ({"seats": {"p1": {"units": [{"name": "Bear", "life": 2, "wounds": 2}]}}}, r"units\.0.*wounds"),
        ({"seats": {"p1": {"units": [{"name": "Bear", "text": "flies wherever it wants to"}]}}}, r"units\.0\.text"),
        ({"seats": {"p1": {"units": [{"card": "left"}]}}}, r"units\.0"),
        ({"seats": {"p1": {"units": [{"name": "A", "ref": "u1"}, {"name": "B", "ref": "u1"}]}}}, "ref"),
        ({"seats": {"p1": {"units": [{"name": "A"}] * 6}}}, "battlefield|units"),
        ({"seats": {"p1": {"life": 18, "wounds": 18}}}, "wounds"),
        ({"seats": {"p1": {"life": 1.5}}}, "life"),
        ({"seats": {"p1": {"guard_used": 1}}}, "guard_used"),
        ({"seats": {"p1": {"dice": {"power": -1}}}}, "power"),
        ({"seats": [ONE]}, "seats"),
        ({"chimera_card": {"wounds": 20}}, "wounds"),
        ({"chimera_card": {"life": math.inf}}, "life"),
        ({"phase": 4}, "phase"),
        ({"phase": True}, "phase"),
        ({"rage": 5}, "rage"),
        ({"rage": 10**40}, "rage"),
        ({"red_rains": "many"}, "red_rains"),
        ({"round": 0}, "round"),
        ({"first": "p1"}, "first"),
        ({"passes": 3}, "passes"),
        ({"stage": 2}, "stage"),
        ({"discard": {"left": 4}}, "left"),
        ({"discard": {"ghost": 1}}, "ghost"),
        ({"removed": {"left": 0}}, "removed"),
        ({"top": {"left": 9}}, "top"),
        ({"hand": {"left": 1}}, "hand"),
        ({"out": 99}, "out"),
        ({"options": {"no_such": 1}}, "no_such"),
        ({"level": "X1"}, "level"),
        ({"ruleset": "kimera"}, "ruleset"),
        ({"colour": "red"}, "colour"),
        ({"stack": []}, "stack"),
        ({"stack": [{"at": "nowhere"}]}, "stack"),
        ({"stack": TURN[1:]}, r"stack\.0"),
        ({"stack": [*TURN, {"at": "rest", "seat": "p1"}]}, r"stack\.2"),
        ({"stack": [*TURN, *TURN]}, r"stack\.2"),
        ({"stack": [TURN[0], {"at": "player-turn", "seat": "p2"}]}, r"stack\.1"),
        ({"stack": [TURN[0], {"at": "player-turn", "seat": "p1", "main": False, "side": False}]}, r"stack\.1"),
        ({"stack": [TURN[0], CHIMERAS, {"at": "rest", "seat": "p2"}]}, r"stack\.2\.seat"),
        ({"stack": [TURN[0], CHIMERAS, {**ATTACK, "attackers": ["u2"]}, ASK]}, r"stack\.2\.attackers"),
        ({"stack": [TURN[0], CHIMERAS, {**ATTACK, "attackers": []}, ASK]}, r"stack\.2\.attackers"),
        ({"stack": [TURN[0], CHIMERAS, {**ATTACK, "target": "chimera"}, ASK]}, r"stack\.2\.target"),
        ({"stack": [TURN[0], CHIMERAS, {**ATTACK, "guards": []}, ASK]}, r"stack\.2\.guards"),
        ({"stack": [TURN[0], CHIMERAS, {**ATTACK, "step": "defend"}, ASK]}, r"stack\.3"),
        ({"stack": [TURN[0], CHIMERAS, ATTACK, {**ASK, "options": []}]}, "options"),
        ({"stack": [TURN[0], CHIMERAS, ATTACK, {**ASK, "options": ["yes", "yes"]}]}, r"stack\.3\.options"),
        ({"stack": [TURN[0], CHIMERAS, ATTACK, {**ASK, "rule": "RR-NO-99"}]}, r"stack\.3\.rule"),
        ({"stack": [TURN[0], CHIMERAS, {"at": "card", "kind": "reveal", "ref": "a1"}]}, r"stack\.2"),
        ({"stack": [TURN[0], CHIMERAS, {"at": "roll", "kind": "behaviour"}]}, r"stack\.2"),
        ({"stack": [{"at": "over", "won": True, "rule": "RR-BASE-03", "reason": "So it was."}]}, r"stack\.0"),
        ({"stack": [{"at": "round", "next": 2}, TURN[1]]}, r"stack\.0\.next"),
    ],
)
def test_a_position_that_cannot_be_names_the_place(change: dict[str, Any], said: str) -> None:
    position: dict[str, Any] = {"chimera": deck(LEFT), "seats": {"p1": ONE}, **change}
    with pytest.raises(BadPosition, match=said) as caught:
        GAME.from_position(position)
    assert len(str(caught.value)) < 420


def test_a_position_that_bites_its_own_tail_is_refused() -> None:
    tail: dict[str, Any] = {"do": "repeat", "times": 2}
    tail["effects"] = [tail]
    frame = {"at": "resolving", "side": "p1", "effects": [tail]}
    with pytest.raises(BadPosition):
        GAME.from_position({"seats": {"p1": {}}, "stack": [{"at": "round"}, CHIMERAS, frame, ASK]})
    loop: dict[str, Any] = {"seats": {"p1": {}}}
    loop["options"] = loop
    with pytest.raises(BadPosition):
        GAME.from_position(loop)


# --- actions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        "pass",
        {},
        {"do": "pass"},
        {"do": "dance", "seat": "p1"},
        {"do": "pass", "seat": 1},
        {"do": "pass", "seat": "p1", "loudly": True},
        {"do": "attack", "seat": "p1", "units": "u2", "target": "a1"},
        {"do": "attack", "seat": "p1", "units": [], "target": "a1"},
        {"do": "attack", "seat": "p1", "units": [2], "target": "a1"},
        {"do": "attack", "seat": "p1", "units": ["u2"], "target": None},
        {"do": "meditate", "seat": "p1", "dice": 1.0},
        {"do": "meditate", "seat": "p1", "dice": True},
        {"do": "meditate", "seat": "p1", "dice": math.nan},
        {"do": "meditate", "seat": "p1", "dice": 10**40},
        {"do": "meditate", "seat": "p1", "dice": -1},
        {"do": "roll-die", "seat": "chance", "face": 0},
        {"do": "roll-rage", "seat": "chance", "power": 0.5},
        {"do": "enter", "seat": "p1", "life": 0},
        {"do": "enter", "seat": "p1", "name": ""},
        {"do": "enter", "seat": "p1", "exhausted": 1},
        {"do": "effect", "seat": "p1", "what": "explode", "on": "a1"},
        {"do": "effect", "seat": "p1", "what": "damage", "on": "a1", "n": 31},
        {"do": "answer", "seat": "p1", "option": "x" * 41},
        {"do": "correct", "seat": "table", "path": "rage", "value": 1},
        {"do": "answer", "seat": "p1", "option": "\ud800"},
    ],
)
def test_what_is_no_action_at_all_is_refused_before_the_state_sees_it(record: Any) -> None:
    with pytest.raises(BadAction):
        GAME.action(record)


@rule("RR-TURN-11", "RR-MISC-05")
@pytest.mark.parametrize(
    ("seat", "do", "fields"),
    [
        ("p2", "pass", {}),
        ("nobody", "pass", {}),
        ("chimera", "pass", {}),
        ("table", "pass", {}),
        ("chance", "roll-die", {"face": 1}),
        ("chance", "roll-rage", {"power": 1}),
        ("chance", "show", {"card": "left"}),
        ("p1", "roll-die", {"face": 1}),
        ("p1", "answer", {"option": "no"}),
        ("p1", "go-on", {}),
        ("p1", "hand-done", {}),
        ("p1", "hand-discard", {"card": "left"}),
        ("p1", "play", {"card": "Ash Hound"}),
        ("p1", "bolt", {"target": "a1"}),
        ("p1", "shake-off", {"card": "stun", "on": "u1"}),
        ("p1", "attack", {"units": ["u2"], "target": "a1"}),
        ("p1", "attack", {"units": ["a1"], "target": "a1"}),
        ("p1", "attack", {"units": ["u1"], "target": "p1"}),
    ],
)
def test_what_may_not_be_done_now_changes_nothing(seat: str, do: str, fields: dict[str, Any]) -> None:
    assert solo(deck(LEFT), ["left", DOWN], [unit()]).refused(do, seat, **fields)


@rule("RR-TURN-05", "RR-TURN-06", "RR-REV-01")
def test_the_dice_and_cards_take_no_orders() -> None:
    table = solo(deck(LEFT), [DOWN], rage=1, discard={"left": 3}).do("end-turn")
    for power in (2, 5, 99):
        assert table.refused("roll-rage", "chance", power=power) == "RR-RAGE-01"
    for do, fields in (("roll-die", {"face": 3}), ("show", {"card": "left"}), ("back", {"blood": 1})):
        assert table.refused(do, "chance", **fields)
    for do in ("pass", "end-turn", "meditate", "enter"):
        assert table.refused(do)
    assert table.refused("roll-rage", "p1", power=0)
    table.do("roll-rage", "chance", power=0)
    assert table.refused("roll-die", "chance", face=13)
    table = solo(deck(LEFT, rows={"main": [{"do": "reveal"}]}), [DOWN], discard={"left": 3}).do("end-turn")
    table.do("roll-rage", "chance", power=0).do("roll-die", "chance", face=1)
    assert table.refused("show", "chance", card="left")  # all three lie in the discard pile
    assert table.refused("show", "chance", card="ghost")


@rule("RR-BLK-02", "RR-BTL-06")
def test_an_answer_to_another_question_is_refused() -> None:
    table = solo(deck(JAW), ["jaw"], [unit(life=9), unit(life=9, exhaustion=1)]).turn()
    for option in ("yes", "u2", "a1", "p1", "u9", ""):
        assert table.refused("answer", option=option)
    assert table.refused("answer", "p2", option="no")
    stale = GAME.action({"do": "answer", "seat": "p1", "option": "u1"})
    table.state.apply(stale)
    before = table.state.digest()
    assert table.state.check(stale) is not None
    assert table.state.digest() == before


@rule("RR-MISC-05")
def test_two_players_do_not_answer_for_each_other() -> None:
    table = pair(deck(JAW), (["jaw"], [unit()]), (["jaw"], [unit()]))
    table.do("end-turn", "p1").do("end-turn", "p2")
    assert list(table.state.deciders()) == ["p1"]
    assert table.refused("answer", "p2", option="no")
    table.answer("no")
    assert list(table.state.deciders()) == ["p2"]
    assert table.refused("answer", "p1", option="no")


# --- settings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, -1, True, 1.0, "3", 10**30, math.nan, [], {}])
@pytest.mark.parametrize("key", ["seats", "life", "battlefield", "chimera_life"])
def test_a_setting_that_is_no_number_of_its_range_is_named(key: str, value: Any) -> None:
    with pytest.raises(BadConfig, match=f"^{key}: a whole number from"):
        GAME.new({key: value})
