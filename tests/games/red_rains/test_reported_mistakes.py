"""What people report about a Chimera played by a machine: each mistake is a test of its own."""

from __future__ import annotations

import pytest

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
    refused,
    run,
    table,
    unit,
)

rule = pytest.mark.rule
ALWAYS = {"reaction_windows": "always"}
WALL = {"id": "wall", "attack": 2, "life": 9, "icon": "jaw", "keywords": ["defender"]}


@rule("RR-RAGE-05")
def test_1_passing_with_face_down_aspects_raises_a_rage_die_and_places_no_token() -> None:
    state = at([down(1)], rage=1, chimera=pack(rows={}))
    do(state, "pass")
    assert (table(state).rage, table(state).red_rains) == (2, 0)


@rule("RR-ULT-05", "RR-TURN-06")
def test_2_the_behaviour_card_changes_with_the_phase() -> None:
    state = at([down(1)], red_rains=4, chimera=pack(rows={"main": [{"do": "place_red_rains", "n": 1}]}))
    chimera_turn(state)
    assert table(state).phase == 2
    events = chimera_turn(state)
    assert only(events, "behaviour")[0].data["phase"] == 2


@rule("RR-ATK-03")
def test_3_a_revealed_aspect_that_a_reaction_removed_does_not_attack() -> None:
    rows = {"main": [{"do": "reveal"}, {"do": "attack", "unit": "revealed"}]}
    for how in ("destroy", "discard", "remove"):
        state = at([down(3), down(1)], chimera=pack(rows=rows), options=ALWAYS)
        chimera_turn(state, shows=["silt-maw"])
        assert asked(state) == "reaction"
        do(state, "effect", what=how, on="a1", timing="reaction")
        assert gone(state, "a1")
        events = do(state, "go-on")
        assert only(events, "no-attack")
        assert body(state, "p1").wounds == 0


@rule("RR-REV-04")
def test_3_an_aspect_that_a_reaction_removed_has_no_enter_ability_either() -> None:
    state = at([down(1), down(1)], [unit("U")], chimera=pack(rows={"main": [{"do": "reveal"}]}), options=ALWAYS)
    chimera_turn(state, shows=["foam-wing"])
    do(state, "effect", what="destroy", on="a1", timing="reaction")
    do(state, "go-on")
    assert body(state, "u1").wounds == 0


@rule("RR-LAW-04", "RR-LAW-12")
def test_4_a_threatening_attacker_is_blocked_by_one_that_is_no_defender_never_by_an_exhausted_one() -> None:
    state = at([aspect("brine-jaw", exhaustion=1), "silt-maw"], [unit("U", text="threatening", life=9)])
    events = do(state, "attack", units=["u1"], target="chimera")
    assert [event.data["card"] for event in only(events, "blocked")] == ["a2"]
    tired = at([aspect("brine-jaw", exhaustion=1)], [unit("U", text="threatening")])
    events = do(tired, "attack", units=["u1"], target="chimera")
    assert not only(events, "blocked")
    assert body(tired, "chimera").wounds == 1


@rule("RR-LAW-07", "RR-LAW-09")
def test_5_no_guard_where_none_may_be_and_a_guard_where_one_must_be() -> None:
    stalker = at(["brine-jaw"], [unit("U", text="stalk")])
    do(stalker, "attack", units=["u1"], target="a1")
    assert body(stalker, "a1").wounds == 1
    marked = at(["brine-jaw", "wall"], [unit("U")], chimera=pack(WALL))
    do(marked, "effect", what="grant", on="a1", word="cannot be guarded")
    events = do(marked, "attack", units=["u1"], target="a1")
    assert not only(events, "guarded")
    plain = at(["brine-jaw", "wall"], [unit("U")], chimera=pack(WALL))
    assert only(do(plain, "attack", units=["u1"], target="a1"), "guarded")


@rule("RR-BASE-01", "RR-LAW-06")
def test_6_a_defender_that_guards_is_in_the_battle_and_its_tame_counts() -> None:
    tame = {**WALL, "id": "tame", "keywords": ["defender", "tame 1"]}
    state = at(["brine-jaw", "tame"], [unit("U", attack=3, life=9)], chimera=pack(tame))
    do(state, "attack", units=["u1"], target="a1")
    assert (body(state, "a2").wounds, body(state, "u1").wounds) == (2, 2)


@rule("RR-FAT-04", "RR-BASE-07")
def test_7_aspects_are_added_though_the_deck_runs_out_in_recovery() -> None:
    removed = {each["id"]: 3 for each in BELL["aspects"] if each["id"] not in ("silt-maw", "foam-wing")}
    state = at([], first="chimera", removed=removed, discard={"foam-wing": 3, "silt-maw": 2},
               chimera=pack(fatigued={"on_become": []}))  # fmt: skip
    events = pass_turn(state)
    assert len(only(events, "aspect-added")) == 3
    assert table(state).fatigued


@rule("RR-FAT-01")
def test_8_fatigue_comes_in_the_middle_of_a_round() -> None:
    removed = {each["id"]: 3 for each in BELL["aspects"] if each["id"] != "silt-maw"}
    rows = {"main": [{"do": "add_aspects", "n": 1}]}
    state = at([down(3)], removed=removed, discard={"silt-maw": 1}, chimera=pack(rows=rows))
    events = chimera_turn(state)
    assert only(events, "fatigued")
    assert asked(state) == "turn"


@rule("RR-BASE-05", "RR-LAW-20")
def test_9_face_down_aspects_are_not_in_play_and_come_unexhausted() -> None:
    state = at([down(1), "kelp-ward"], first="chimera")
    do(state, "area", what="exhaust-unexhausted")
    assert [body(state, ref).exhaustion for ref in ("a1", "a2")] == [0, 1]
    two = at([aspect("silt-maw", exhaustion=2)], first="chimera")
    pass_turn(two)
    assert [card["exhaustion"] for card in two.position()["seats"]["p1"]["facing"]] == [1, 0, 0]


@rule("RR-HAND-01", "RR-HAND-02", "RR-LAW-02")
def test_10_effects_on_hand_and_draw_work_against_one_without_a_hand() -> None:
    state = at()
    do(state, "make-hand")
    run(state)
    card = next(iter(table(state).hand or {}))
    do(state, "hand-discard", card=card)
    do(state, "hand-done")
    do(state, "make-draw", n=1)
    run(state)
    assert sum(table(state).discard.values()) == 2


@rule("RR-LAW-14", "RR-TOK-05")
def test_11_the_chimera_can_be_exhausted() -> None:
    state = at()
    before = state.view(None)["chimera"]["ultimate"]
    do(state, "effect", what="exhaust", on="chimera")
    assert state.view(None)["chimera"]["ultimate"] == before + 1


def test_12_everything_can_be_set_right_an_aspect_flipped_back_included() -> None:
    state = at(["silt-maw", "brine-jaw"], [unit("U")])
    for path, value in (
        (["seats", "p1", "facing", "0"], {"up": False}),
        (["seats", "p1", "facing", "1", "card"], "kelp-ward"),
        (["seats", "p1", "facing", "1", "wounds"], 2),
        (["red_rains"], 3),
        (["rage"], 4),
        (["seats", "p1", "units", "0", "exhaustion"], 1),
        (["seats", "p1", "units", "1"], {"name": "Forgotten", "attack": 1, "life": 1}),
        (["seats", "p1", "guard_used"], True),
        (["discard", "foam-wing"], 2),
    ):
        do(state, "correct", "table", path=path, value=value)
    position = state.position()["seats"]["p1"]
    assert [card["up"] for card in position["facing"]] == [False, True]
    assert [card["name"] for card in position["units"]] == ["U", "Forgotten"]
    assert (table(state).red_rains, table(state).rage, table(state).discard) == (3, 4, {"foam-wing": 2})
    assert refused(state, "correct", "table", path=["rage"], value=9) == "TABLE"
    assert refused(state, "correct", "p1", path=["rage"], value=1) == "TABLE"
    events = do(state, "attack", units=["u1"], target="a2") if state.check(
        GAME.action({"do": "attack", "seat": "p1", "units": ["u1"], "target": "a2"})) is None else []  # fmt: skip
    assert events == []  # u1 is exhausted by the correction


@rule("RR-BTL-06", "RR-LAW-06")
def test_13_blockers_are_assigned_in_the_order_of_the_battlefield() -> None:
    state = at(["wall"], [unit("U1", life=9), unit("U2", life=9)], chimera=pack(WALL))
    events = do(state, "attack", units=["u2", "u1"], target="chimera")
    assert [event.data["attacker"] for event in only(events, "blocked")] == ["u1"]
    threatening = at(["wall"], [unit("U1", life=9), unit("U2", life=9, text="threatening")], chimera=pack(WALL))
    events = do(threatening, "attack", units=["u1", "u2"], target="chimera")
    assert [event.data["attacker"] for event in only(events, "blocked")] == ["u2"]  # it must be met first


@rule("RR-TURN-02")
def test_14_a_status_token_that_leaves_is_said_with_how_many_are_left() -> None:
    state = at([aspect("tolling-eye", exhaustion=1)])
    events = chimera_turn(state)
    said = only(events, "status-token")
    assert [event.text for event in said] == ["A status token leaves tolling-eye: 1 left."]


def test_every_step_of_a_turn_is_said_in_words_with_its_rule() -> None:
    state = at(["tolling-eye", down(3)], [unit("U")])
    events = chimera_turn(state, face=11, shows=["silt-maw"], answers=["no"])
    assert {"status", "mode", "rage-rolled", "behaviour", "revealed", "attack", "damaged", "exhausted"} <= set(
        kinds(events)
    )
    assert all(event.text.endswith(".") and event.rules for event in events)
