"""Positions in and out, corrections, configurations: whatever cannot be is refused with its key."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from immolation.games import BadConfig, BadData, BadPosition
from immolation.games.red_rains.position import from_json

from tests.games.pages import blocks, chapter, page
from tests.games.playouts import through_json
from tests.games.red_rains.table import BELL, GAME, aspect, at, body, chimera_turn, do, down, gone, pack, refused, unit


def test_the_shortest_position_is_p1s_turn_against_nothing() -> None:
    state = GAME.from_position({"chimera": BELL, "seats": {"p1": {}}})
    assert list(state.deciders()) == ["p1"]
    assert through_json(state.position()) == state.position()


def test_an_aspect_may_be_given_by_its_name_alone() -> None:
    state = GAME.from_position({"chimera": BELL, "seats": {"p1": {"facing": ["tolling-eye", {"blood": 1}]}}})
    first, second = state.position()["seats"]["p1"]["facing"]
    assert (first["up"], first["status"], second["up"]) == (True, 2, False)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": {}}, "seats"),
        ({"seats": {"p2": {}}}, "seats"),
        ({"seats": {"p1": {"units": [{"attack": 1}]}}}, "seats.p1.units.0.name"),
        ({"seats": {"p1": {"units": [unit("U", life=2, wounds=2)]}}}, "RR-BASE-03"),
        ({"seats": {"p1": {"units": [unit("U")] * 6}}}, "holds 5 units"),
        ({"seats": {"p1": {"facing": ["nobody"]}}}, "no aspect 'nobody'"),
        ({"seats": {"p1": {"facing": ["silt-maw"] * 4}}}, "only 3 copies of silt-maw"),
        ({"seats": {"p1": {"facing": [{"blood": 7}]}}}, "unseen aspects with blood 7"),
        ({"seats": {"p1": {"facing": [{"blood": 1, "wounds": 1}]}}}, "carries nothing"),
        ({"seats": {"p1": {"wounds": 18}}}, "seats.p1.wounds"),
        ({"seats": {"p1": {}}, "rage": 5}, "RR-RAGE-04"),
        ({"seats": {"p1": {}}, "rage": 11}, "rage"),
        ({"seats": {"p1": {}}, "discard": {"silt-maw": 4}}, "only 3 copies"),
        ({"seats": {"p1": {}}, "phase": 4}, "phase"),
        ({"seats": {"p1": {}}, "stack": []}, "stack"),
        (
            {
                "seats": {"p1": {}},
                "stack": [{"at": "round"}, {"at": "player-turn", "seat": "p1", "main": False, "side": False}],
            },
            "nobody decides",
        ),
        ({"seats": {"p1": {}}, "stack": [{"at": "round"}, {"at": "nothing"}]}, "stack"),
        ({"seats": {"p1": {}}, "stack": [{"at": "round"}, {"at": "roll", "kind": "guard"}]}, "stack.1"),
        ({"seats": {"p1": {}}, "level": "S9"}, "level"),
        ({"seats": {"p1": {}}, "options": {"rage_dice": 0}}, "rage_dice"),
        ({"seats": {"p1": {}}, "colour": 1}, "colour"),
        ({"seats": {"p1": {"units": [unit("U", text="shiny when it attacks")]}}}, "shiny"),
    ],
)
def test_what_no_table_could_show_is_refused_with_its_key(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.from_position({"chimera": BELL, **wrong})
    assert said in str(caught.value)


def test_a_position_in_the_middle_of_an_attack_goes_on_from_there() -> None:
    state = at(["silt-maw"], [unit("U1", life=9)])
    chimera_turn(state)
    again = GAME.from_position(through_json(state.position()))
    assert again.deciders() == state.deciders()
    for one in (state, again):
        do(one, "answer", option="u1")
    assert again.digest() == state.digest()
    assert body(again, "u1").wounds == 4


def test_a_battle_can_be_written_down_by_hand() -> None:
    stack = [
        {"at": "round", "next": 0},
        {"at": "chimera-turn", "side": "p1", "step": "end", "mode": "attack"},
        {"at": "attack", "side": "p1", "attackers": ["a1"], "target": "p1", "guards": ["u1"], "step": "fight"},
        {"at": "window", "seat": "p1", "about": "battle", "ref": "a1"},
    ]
    state = at(["silt-maw"], [unit("U1", life=9)], stack=stack)
    do(state, "go-on")
    assert body(state, "u1").wounds == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"behaviour": [{"phase": 1, "rows": []}, {"phase": 2, "rows": []}, {"phase": 3, "rows": []}]},
            "no row for face 1",
        ),
        ({"behaviour": []}, "phases 1, 2 and 3"),
        ({"chimera": {"life": 9, "ultimate_value": 3, "setup": [9, 9]}}, "blood 9"),
        ({"aspects": [{"id": "x", "enter": [{"do": "explode"}]}]}, "no effect 'explode'"),
        ({"aspects": [{"id": "x", "enter": [{"do": "damage"}]}]}, "target"),
        ({"aspects": [{"id": "x", "keywords": ["shiny"]}]}, "x.keywords"),
        ({"aspects": [{"id": "x"}, {"id": "x"}]}, "two cards have this id"),
        ({"aspects": [{"id": "x", "status": [{"do": "reveal"}]}]}, "x.status_pips"),
        ({"aspects": []}, "aspects"),
        ({"name": 7}, "name"),
    ],
)
def test_a_pack_with_a_mistake_is_refused_with_key_and_reason(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData) as caught:
        GAME.new({"chimera": {**BELL, **change}})
    assert said in str(caught.value)
    assert str(caught.value).startswith("pack: ")


def test_a_face_covered_twice_is_refused() -> None:
    twice = pack()
    twice["behaviour"][0]["rows"][0]["faces"] = [1, 2, 3, 4, 5]
    with pytest.raises(BadData, match=r"pack: behaviour.phase 1: face 5 is covered twice"):
        GAME.new({"chimera": twice})


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"seats": 3}, "seats"),
        ({"chimera": "nobody"}, "there is no Chimera 'nobody'"),
        ({"chimera": BELL, "aspects": "fury"}, "no aspect set 'fury'"),
        ({"level": 1}, "level"),
        ({"players": "robots"}, "players"),
        ({"life": 0.5}, "life"),
        ({"options": {"nothing": 1}}, "no option 'nothing'"),
        ({"options": {"recovery_order": ["wounds"]}}, "recovery_order"),
        ({"track": "full"}, "no setting 'track'"),
    ],
)
def test_a_config_with_a_mistake_is_refused(config: dict[str, Any], said: str) -> None:
    with pytest.raises((BadConfig, BadData)) as caught:
        GAME.new(config)
    assert said in str(caught.value)


def test_declarations_that_cannot_be_are_refused_with_their_rule() -> None:
    state = at(["silt-maw"], [unit("U")], p1={"battlefield": 1})
    assert refused(state, "effect", what="damage", on="u9") == "TABLE"
    assert refused(state, "effect", what="exhaust", on="u1", n=13) == "TABLE"
    assert refused(state, "effect", what="heal", on="u1") == "TABLE"
    assert refused(state, "effect", what="destroy", on="chimera") == "TABLE"
    assert refused(state, "examine", card="u1") == "RR-INFO-03"
    assert refused(state, "enter", name="U", again="u7") == "RR-MISC-04"
    assert refused(state, "answer", option="yes") == "TABLE"
    assert refused(state, "hand-done") == "TABLE"
    assert refused(state, "effect", "p3", what="damage", on="u1") == "TABLE"


def test_declarations_name_their_fields_only_where_people_declare() -> None:
    state = at(["silt-maw"], [unit("U")])
    named = {declaration.do for declaration in state.declarations("p1")}
    assert {"enter", "effect", "area", "make-draw", "dice", "hinder", "meditate"} <= named
    for declaration in state.declarations("p1"):
        for field in declaration.fields:
            assert field.meaning
    sample = GAME.new({"chimera": BELL, "players": "sample"})
    assert sample.declarations("p1") == []


@pytest.mark.parametrize("players", ["sample", "fair"])
def test_nobody_declares_what_the_sample_deck_does_not_do(players: str) -> None:
    """What no form and no list offers is refused as well, also of the seat whose turn it is."""
    state = at(["silt-maw"], [unit("U")], p1={"dice": {"basic": 3}}, players=players)
    assert refused(state, "effect", what="damage", on="chimera", n=30) == "TABLE"
    assert refused(state, "enter", name="U", attack=20, life=20) == "TABLE"
    assert refused(state, "area", what="destroy", units="facing") == "TABLE"
    assert refused(state, "make-draw", n=5) == "TABLE"
    assert refused(state, "change", what="take-tokens") == "TABLE"
    assert refused(state, "dice", power=9, classes=0, basic=0) == "TABLE"
    assert refused(state, "meditate", dice=3) == "TABLE"


def test_in_a_campaign_a_win_leads_to_the_next_level_and_the_last_one_ends_it() -> None:
    made = pack(chimera={"setups": {"S1": [1], "S2": [1, 1], "S3": [1, 1, 1]}, "threat": None})
    del made["chimera"]["threat"]
    state = at([], [unit("U", attack=9)], p1={"wounds": 5}, chimera=made, campaign=True, level="S2", stage=2,
               chimera_card={"wounds": 23}, phase=3, red_rains=2)  # fmt: skip
    events = do(state, "attack", units=["u1"], target="chimera")
    assert state.outcome() is None
    assert "level" in [event.kind for event in events]
    view = state.view(None)
    assert (view["level"], view["chimera"]["wounds"], view["chimera"]["phase"], view["seats"]["p1"]["wounds"]) == (
        "S3",
        0,
        1,
        0,
    )
    assert [card["blood"] for card in view["seats"]["p1"]["facing"]] == [1, 1, 1]
    again = GAME.from_position(through_json(state.position()))
    assert again.digest() == state.digest()


@pytest.mark.parametrize("cards", [[aspect("silt-maw"), down(1)], []])
def test_the_board_shows_both_battlefields_and_a_light_from_attacker_to_target(cards: list[dict[str, Any]]) -> None:
    state = at(cards, [unit("U1"), unit("U2")], rage=2, red_rains=3)
    picture = GAME.picture(state.view(None), state.legal_actions("p1"))
    assert {piece.tile for piece in picture.pieces if piece.sensed} == {*range(10, 10 + len(cards)), 80, 81}
    fire = next(layer for layer in picture.layers if layer.effect == "fire")
    assert fire.tiles == (0, 1)
    rains = next(layer for layer in picture.layers if layer.effect == "gem")
    assert rains.tiles == (5, 6, 7)
    gestures = {(gesture.off, gesture.on) for gesture in picture.gestures if not gesture.back}
    assert gestures == {((), (82,)), ((80,), ()), ((81,), ())}
    if cards:
        must = at([aspect("silt-maw")], [unit("U1"), unit("U2")])
        chimera_turn(must)
        way = next(layer for layer in GAME.picture(must.view(None)).layers if layer.effect == "path")
        assert (way.way[0], way.way[-1]) == (10, 90)


def test_a_unit_that_leaves_does_not_move_the_tokens_beside_it() -> None:
    state = at([], [unit("U1"), unit("U2"), unit("U3")])
    do(state, "effect", what="discard", on="u2", source="ability")
    assert sorted(GAME.picture(state.view(None)).occupied) == [80, 82]
    do(state, "enter", name="U4")
    assert sorted(GAME.picture(state.view(None)).occupied) == [80, 82, 83]


def test_the_examples_of_the_page_can_be_set_up_and_played_on() -> None:
    section = chapter(page("red-rains"), "A position, key by key")
    state = GAME.from_position(json.loads(blocks(section, "json")[0]))
    do(state, "answer", option="yes")
    assert body(state, "u3").wounds == 4
    assert gone(state, "a1")
    GAME.from_position(json.loads(re.search(r"The shortest one: `(.*)`\.", section)[1]))  # type: ignore[index]
    for key in state.position():
        assert f"`{key}`" in section, key


def test_what_a_position_says_like_a_config_is_a_key_of_configs() -> None:
    assert {*from_json.SHARED} <= {"options", *(option.key for option in GAME.config_keys())}
