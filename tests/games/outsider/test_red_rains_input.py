"""Input from outside that cannot be: forms, actions, positions, packs. Refused whole, in words that lead to it."""

from __future__ import annotations

import copy
import itertools
import math
from typing import Any

import pytest
from immolation import games
from immolation.games import BadAction, BadConfig, BadData, BadPosition, Declaration, Field, GameError

from .rains import DOWN, GAME, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule

LEFT = aspect("left", "claw_left", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
CALM = aspect("calm", "none", 1, 4)


# --- the forms that a page makes of declarations -------------------------------------------------------------


def values(field: Field) -> list[Any]:
    if field.type == "number":
        return [field.low, field.high]
    if field.type == "flag":
        return [True, False]
    return list(field.choices) or ["Something"]


def filled(declaration: Declaration) -> list[dict[str, Any]]:
    """Only what must be there; everything with each value; each optional field alone."""
    must = {field.name: values(field)[0] for field in declaration.fields if not field.optional}
    found = [must]
    found += [{**must, field.name: value} for field in declaration.fields for value in values(field)]
    longest = max((len(values(field)) for field in declaration.fields), default=0)
    turns = [itertools.cycle(values(field)) for field in declaration.fields]
    names = [field.name for field in declaration.fields]
    found += [dict(zip(names, map(next, turns), strict=True)) for _ in range(longest)]
    return found


@rule("RR-LAW-13", "RR-INFO-03", "RR-ABIL-05")
@pytest.mark.parametrize("rich", [False, True])
def test_a_form_filled_as_it_says_is_an_action_and_refused_only_by_a_rule(rich: bool) -> None:
    table = solo(deck(CALM), ["calm", DOWN], [unit()], discard={"calm": 1}) if rich else solo(deck(), [])
    offered = table.state.declarations("p1")
    assert {one.do for one in offered} >= {"enter", "effect", "area", "make-draw", "tuck", "search", "meditate"}
    for declaration in offered:
        for fields in filled(declaration):
            action = GAME.action({"do": declaration.do, "seat": "p1", **fields})
            refusal = table.state.check(action)
            twin = table.state.copy()
            if refusal is None:
                assert twin.apply(action)
            else:
                assert len(refusal.reason) > 10, (declaration.do, fields)
            assert GAME.from_position(table.state.position()).digest() == table.state.digest()


# --- numbers that nobody counts any more ---------------------------------------------------------------------


def again(table: Rains) -> Rains:
    """What can be played can be written down and read."""
    assert GAME.from_position(table.state.position()).digest() == table.state.digest()
    return table


@rule("RR-BASE-03")
def test_a_fall_from_the_greatest_height_can_be_written_down() -> None:
    p1 = {"life": 99, "wounds": 98}
    row = {"main": [{"do": "damage", "target": "phoenixborn", "n": 99}]}
    table = again(solo(deck(CALM, rows=row), [DOWN], p1=p1).turn())
    assert table.state.outcome() is not None
    table = solo(deck(CALM), [DOWN], chimera_card={"life": 999, "wounds": 990})
    again(table.do("effect", what="damage", on="chimera", n=30))
    assert table.state.outcome() is not None


@rule("RR-TOK-04", "RR-DICE-02", "RR-LAW-09", "RR-BASE-02")
def test_heaps_of_tokens_dice_and_guards_can_be_written_down() -> None:
    heap = [{"do": "place_red_rains", "n": 99}, {"do": "exhaust", "target": "phoenixborn", "n": 99}]
    table = solo(deck(CALM, rows={"main": heap}, chimera={"ultimate_value": 99}), [DOWN], red_rains=98)
    again(table.turn())
    table = solo(deck(CALM), ["calm"], [unit(life=9)], guards=99)
    again(table.do("attack", units=["u1"], target="a1").dice(face=12))
    table = solo(deck(CALM), ["calm"], [unit()]).do("place-die", on="u1", dice=10)
    assert table.refused("place-die", on="u1", dice=1) == "RR-DICE-02"
    again(table)


@rule("RR-ATK-02", "RR-TGT-04")
@pytest.mark.parametrize(("face", "attacker"), [(3, "u8"), (5, "a1")])
def test_leftmost_is_any_unit_and_the_rightmost_of_lordswall_an_aspect(face: int, attacker: str) -> None:
    """A puppet at either end: the left one attacks where the leftmost unit does, the right one is passed over."""
    puppet = {"name": "Blood Puppet", "attack": 1, "life": 2, "owner": "p1"}
    facing = [{**puppet, "ref": "u8"}, DOWN, {"card": "heartpierce", "ref": "a1"}, {**puppet, "ref": "u9"}]
    table = Rains("lordswall", {"p1": {"facing": facing, "units": [unit(life=9)]}})
    table.turn(face=face, shows=["thunderclap"])
    assert table.state.view(None)["battle"]["attacker"] == attacker


@rule("RR-TIME-03")
@pytest.mark.parametrize("on", ["p1", "chimera"])
@pytest.mark.parametrize("what", ["add-status", "take-status", "destroy", "discard", "remove", "return"])
def test_who_bears_no_status_tokens_and_never_leaves_is_spared_both(on: str, what: str) -> None:
    assert solo(deck(CALM), ["calm"], [unit()]).refused("effect", what=what, on=on) == "TABLE"


# --- packs -------------------------------------------------------------------------------------------------------

GONE = object()
ROWS = ("behaviour", 0, "rows", 0)
FIRST = ("aspects", 0)

MISTAKES: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("name",), GONE, "name"),
    (("name",), 3, "name"),
    (("name",), "x" * 61, "name"),
    (("nonsense",), 1, "nonsense"),
    (("chimera",), GONE, "chimera"),
    (("chimera", "life"), 0, "chimera.life"),
    (("chimera", "life"), 1.5, "chimera.life"),
    (("chimera", "life"), True, "chimera.life"),
    (("chimera", "life"), 10**30, "chimera.life"),
    (("chimera", "life"), math.nan, "chimera.life"),
    (("chimera", "ultimate_value"), 0, "chimera.ultimate_value"),
    (("chimera", "threat"), 7, "chimera.threat|setup"),
    (("chimera", "battlefield_size"), 0, "chimera.battlefield_size"),
    (("chimera", "setup"), [9], "chimera.setup"),
    (("chimera", "setup"), [0, 1], "chimera.setup"),
    (("chimera", "setups"), {"S9": [1]}, "chimera.setups"),
    (("chimera", "setups"), {"H2": [1] * 7}, "chimera.setups.H2"),
    (("aspects",), [], "aspects"),
    ((*FIRST, "id"), "filler-1", "filler-1"),
    ((*FIRST, "id"), "Left Claw", "aspects.0.*id"),
    ((*FIRST, "life"), 0, "left.*life"),
    ((*FIRST, "attack"), "many", "left.*attack"),
    ((*FIRST, "icon"), "tail", "left.*icon"),
    ((*FIRST, "keywords"), ["flying"], "left.keywords"),
    ((*FIRST, "keywords"), ["terrifying"], "left.keywords"),
    ((*FIRST, "status"), [{"do": "raise_rage"}], "left.status_pips"),
    ((*FIRST, "enter"), [{"do": "explode"}], "left.*enter.*explode"),
    ((*FIRST, "enter"), [{"do": "damage", "n": 1}], "left.*enter.*target"),
    ((*FIRST, "enter"), [{"do": "damage", "target": "nobody", "n": 1}], "left.*enter.*nobody"),
    ((*FIRST, "enter"), [{"do": "damage", "target": "leftmost", "n": -1}], "left.*enter.*n"),
    ((*FIRST, "enter"), [{"do": "damage", "target": "leftmost", "n": True}], "left.*enter.*n"),
    ((*FIRST, "enter"), [{"do": "summon", "card": "ghost"}], "left.enter.*ghost"),
    ((*FIRST, "enter"), [{"do": "reveal", "loudly": True}], "left.*enter.*loudly"),
    ((*FIRST, "enter"), "damage", "left.*enter"),
    ((*FIRST, "triggers"), {"on_monday": []}, "left.*triggers"),
    ((*FIRST, "ongoing"), [{"do": "dance"}], "left.*ongoing"),
    (("behaviour",), [], "behaviour"),
    (("behaviour", 0, "phase"), 2, "behaviour.*phases"),
    ((*ROWS, "faces"), list(range(1, 12)), "behaviour.phase 1: no row for face 12"),
    ((*ROWS, "faces"), list(range(1, 14)), "behaviour.phase 1: a d12 has no face 13"),
    ((*ROWS, "faces"), [*range(1, 13), 5], "behaviour.phase 1: face 5 is covered twice"),
    ((*ROWS, "faces"), [], "behaviour.phase 1"),
    ((*ROWS, "order"), "random", "behaviour.*order"),
    ((*ROWS, "main"), [{"do": "attack", "unit": "ghost"}], "behaviour.*main.*ghost"),
    ((*ROWS, "main"), [{"do": "repeat", "times": 3}], "behaviour.*main.*effects"),
    (("behaviour_die",), 20, "behaviour.phase 1: no row for face 13"),
    (("ultimate", 0, "phase"), 3, "ultimate.*phases"),
    (("ultimate", 0, "effects"), [{"do": "explode"}], "ultimate.*explode"),
    (("fatigued", "ongoing"), ["fly"], "fatigued.ongoing"),
    (("fatigued", "empties_needed"), 0, "fatigued.empties_needed"),
    (("conjured",), [{"id": "pup"}], "conjured.*pup"),
    (("conjured",), [{"id": "left", "kind": "aspect"}], "left"),
]


@rule("RR-TURN-06", "RR-BASE-07")
@pytest.mark.parametrize(("path", "value", "said"), MISTAKES)
def test_a_pack_with_a_mistake_is_refused_by_every_door(path: tuple[str | int, ...], value: Any, said: str) -> None:
    pack: Any = copy.deepcopy(deck(LEFT))
    place = pack
    for key in path[:-1]:
        place = place[key]
    if value is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with pytest.raises(BadData, match=said):
        games.load("red-rains", pack=pack)
    with pytest.raises(BadConfig, match=said):
        GAME.new({"chimera": pack})
    with pytest.raises(BadPosition, match=said):
        GAME.from_position({"chimera": pack, "seats": {"p1": {}}})


@rule("RR-TURN-06")
def test_rows_of_another_die_are_a_matter_of_the_option() -> None:
    pack = deck(LEFT)
    for card in pack["behaviour"]:
        card["rows"][0]["faces"] = list(range(1, 7))
    game = games.load("red-rains", pack=pack)
    with pytest.raises(GameError, match=r"no row for face 7"):
        game.new({})
    state = game.new({"players": "printed", "options": {"behaviour_die_sides": 6}})
    assert state.view(None)["chimera"]["die"] == 6


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
        ({"seats": {"p1": {"units": [{"name": "Bear", "text": "flies"}]}}}, r"units\.0\.text"),
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
        ({"stack": TURN[:1]}, r"stack\.0"),
        ({"stack": [*TURN, *TURN]}, r"stack\.2"),
        ({"stack": [TURN[0], {"at": "player-turn", "seat": "p2"}]}, r"stack\.1"),
        ({"stack": [TURN[0], {"at": "player-turn", "seat": "p1", "main": False, "side": False}]}, r"stack\.1"),
        ({"stack": [TURN[0], CHIMERAS]}, r"stack\.1"),
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
