"""The Chimera's turn: the status step, the three modes, the behaviour row."""

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
    kinds,
    only,
    pack,
    pass_turn,
    run,
    table,
    unit,
)

rule = pytest.mark.rule
STATUS = {"status": [{"do": "raise_rage", "n": 1}], "status_pips": 2, "attack": 1, "life": 3, "icon": "claw_left"}
TICK = {"id": "tick", **STATUS}
TOCK = {"id": "tock", **STATUS}


@rule("RR-TURN-01", "RR-TURN-04")
def test_status_comes_first_and_then_one_mode_only() -> None:
    state = at(["tolling-eye", down(2)], chimera=pack(rows={"main": []}))
    events = chimera_turn(state, face=1)
    said = kinds(events)
    assert said.index("status") < said.index("mode") < said.index("behaviour")
    assert [event.data["mode"] for event in only(events, "mode")] == ["roll"]
    assert not only(events, "attack")


@rule("RR-TURN-02")
def test_status_abilities_go_from_left_to_right_each_finished_first() -> None:
    state = at(["tolling-eye", "bell-tongue", "pearl-spine"])
    events = chimera_turn(state)
    said = [(event.kind, event.data.get("card")) for event in events]
    first = said.index(("status", "a1"))
    second = said.index(("status", "a3"))
    damage = next(place for place, event in enumerate(events) if event.kind == "damaged")
    assert first < damage < second
    assert body(state, "p1").wounds >= 1


@rule("RR-TURN-02")
def test_an_exhausted_aspect_resolves_its_status_ability_and_stays_exhausted() -> None:
    state = at([aspect("tolling-eye", exhaustion=1)])
    chimera_turn(state)
    assert body(state, "p1").wounds == 1
    assert body(state, "a1").exhaustion == 1
    other = at([aspect("tolling-eye", exhaustion=1)], options={"status_exhausted": "skip"})
    chimera_turn(other)
    assert body(other, "p1").wounds == 0


@rule("RR-TURN-02")
def test_an_aspect_revealed_to_the_right_in_the_status_step_has_its_turn_one_to_the_left_has_not() -> None:
    caller = {"id": "caller", **STATUS, "status": [{"do": "reveal"}]}
    for facing, resolved in (([aspect("caller"), down(1)], 2), ([down(1), aspect("caller")], 1)):
        state = at(facing, chimera=pack(caller, rows={"main": []}))
        events = chimera_turn(state, shows=["tolling-eye"])
        walked = [event.data["card"] for event in only(events, "status")]
        assert len(walked) == resolved  # the walk is over the live board, from left to right and never back
        assert len(set(walked)) == len(walked)
        snapshot = at(facing, chimera=pack(caller, rows={"main": []}), options={"status_order": "snapshot"})
        assert len(only(chimera_turn(snapshot, shows=["tolling-eye"]), "status")) == 1


@rule("RR-TURN-02")
def test_each_aspect_resolves_at_most_once_though_it_still_has_tokens() -> None:
    state = at([aspect("tick", exhaustion=1), aspect("tock", exhaustion=1)], chimera=pack(TICK, TOCK))
    events = chimera_turn(state)
    assert [event.data["card"] for event in only(events, "status")] == ["a1", "a2"]
    assert [body(state, ref).status for ref in ("a1", "a2")] == [1, 1]


@rule("RR-TURN-13")
def test_an_aspect_without_status_token_is_passed_over() -> None:
    state = at([aspect("tick", status=0), aspect("tock", status=1)], chimera=pack(TICK, TOCK))
    assert [event.data["card"] for event in only(chimera_turn(state), "status")] == ["a2"]
    other = at([aspect("tick", status=0)], chimera=pack(TICK), options={"status_no_token": "resolve"})
    assert [event.data["card"] for event in only(chimera_turn(other), "status")] == ["a1"]


@rule("RR-TURN-02")
def test_what_is_for_the_last_token_waits_for_it() -> None:
    last = {**STATUS, "id": "last", "status": [{"do": "damage", "target": "phoenixborn", "n": 3, "when": "last"}]}
    state = at([aspect("last", exhaustion=1)], chimera=pack(last))
    chimera_turn(state)
    assert (body(state, "a1").status, body(state, "p1").wounds) == (1, 0)
    chimera_turn(state)
    assert (body(state, "a1").status, body(state, "p1").wounds) == (0, 3)


@rule("RR-TURN-03")
def test_the_mode_is_judged_after_the_status_step() -> None:
    adder = {"id": "adder", **STATUS, "status": [{"do": "add_aspects", "n": 1}]}
    state = at(["adder"], chimera=pack(adder, rows={"main": []}))
    events = chimera_turn(state)
    assert [event.data["mode"] for event in only(events, "mode")] == ["roll"]
    revealer = {"id": "revealer", **STATUS, "status": [{"do": "reveal"}]}
    state = at([aspect("revealer", exhaustion=1), down(2)], chimera=pack(revealer))
    events = chimera_turn(state, shows=["bell-tongue"])
    assert [event.data["mode"] for event in only(events, "mode")] == ["attack"]


@rule("RR-TURN-04")
def test_a_face_down_aspect_makes_it_roll_though_others_could_attack() -> None:
    state = at(["bell-tongue", "silt-maw", down(1)], chimera=pack(rows={"main": []}))
    events = chimera_turn(state)
    assert only(events, "behaviour")
    assert not only(events, "attack")


@rule("RR-TURN-05", "RR-RAGE-02")
def test_one_basic_rage_die_is_rolled_before_the_behaviour_die() -> None:
    state = at([down(1)], rage=2, chimera=pack(rows={"main": []}))
    do(state, "end-turn")
    assert asked(state) == "roll-rage"
    assert [action.power for action in state.legal_actions("chance")] == [0, 1]  # type: ignore[attr-defined]
    do(state, "roll-rage", "chance", power=1)
    assert table(state).rage == 3
    assert asked(state) == "roll-behaviour"


@rule("RR-RAGE-02")
def test_without_a_basic_die_the_rage_roll_is_skipped() -> None:
    options = {"rage_token_rule": "per_raise"}
    state = at([down(1)], rage=5, options=options, chimera=pack(rows={"main": []}))
    do(state, "end-turn")
    assert asked(state) == "roll-behaviour"
    any_die = at([down(1)], rage=5, options={**options, "no_basic_rage_die": "roll_any"}, chimera=pack(rows={}))
    do(any_die, "end-turn")
    assert asked(any_die) == "roll-rage"
    do(any_die, "roll-rage", "chance", power=0)
    assert table(any_die).rage == 4


@rule("RR-TURN-06")
def test_the_row_of_the_current_phase_is_done_whole_side_actions_first() -> None:
    rows = {"side": [{"do": "damage", "target": "phoenixborn", "n": 1}], "main": [{"do": "reveal"}]}
    state = at([down(2), down(2)], chimera=pack(rows=rows))
    said = kinds(chimera_turn(state, shows=["bell-tongue"]))
    assert said.index("damaged") < said.index("revealed")
    other = at([down(2), down(2)], chimera=pack(rows={**rows, "order": "main_first"}))
    said = kinds(chimera_turn(other, shows=["bell-tongue"]))
    assert said.index("revealed") < said.index("damaged")


@rule("RR-TURN-06")
@pytest.mark.parametrize(("phase", "tokens"), [(1, 0), (2, 1), (3, 0)])
def test_each_phase_has_its_own_row_for_a_face(phase: int, tokens: int) -> None:
    state = at([down(2)], phase=phase)
    chimera_turn(state, face=9, shows=["bell-tongue"], answers=["no"])
    assert table(state).red_rains == tokens


@rule("RR-TURN-06")
def test_the_behaviour_die_has_twelve_faces_unless_the_option_or_the_pack_says_otherwise() -> None:
    state = at([down(1)], chimera=pack(rows={}))
    do(state, "end-turn")
    do(state, "roll-rage", "chance", power=0)
    assert len(state.legal_actions("chance")) == 12
    small = pack(behaviour_die=6)
    small["behaviour"] = [{"phase": phase, "rows": [{"faces": [1, 2, 3, 4, 5, 6]}]} for phase in (1, 2, 3)]
    state = at([down(1)], chimera=small)
    do(state, "end-turn")
    do(state, "roll-rage", "chance", power=0)
    assert len(state.legal_actions("chance")) == 6


@rule("RR-TURN-08", "RR-TURN-09")
def test_the_leftmost_unit_that_can_attack_attacks() -> None:
    state = at([aspect("brine-jaw", exhaustion=1), "silt-maw", "brine-jaw"])
    events = chimera_turn(state)
    assert only(events, "attack")[0].data["attackers"] == ["a2"]


@rule("RR-TURN-09")
@pytest.mark.parametrize(
    "unable",
    [
        {"card": "silt-maw", "exhaustion": 1},
        {"card": "idle"},
        {"card": "silt-maw", "lasting": {"cannot_attack": 0}},
    ],
)
def test_who_is_exhausted_forbidden_or_without_icon_is_passed_over(unable: dict[str, Any]) -> None:
    idle = {"id": "idle", "attack": 1, "life": 2, "icon": "none"}
    state = at([unable, "brine-jaw"], chimera=pack(idle))
    assert only(chimera_turn(state), "attack")[0].data["attackers"] == ["a2"]


@rule("RR-TURN-10")
def test_the_chimera_passes_when_nothing_is_face_down_and_nobody_can_attack() -> None:
    state = at([aspect("silt-maw", exhaustion=1)])
    events = chimera_turn(state)
    assert [event.data["mode"] for event in only(events, "mode")] == ["pass"]
    assert table(state).passes == 1


@rule("RR-TURN-11")
def test_the_phase_ends_when_all_pass_one_after_another_only() -> None:
    state = at([aspect("silt-maw", exhaustion=1)])
    events = pass_turn(state)
    assert only(events, "turns-over")
    state = at([aspect("silt-maw", exhaustion=1)])
    events = chimera_turn(state)  # the Chimera passes, the player did something
    events += chimera_turn(state)
    assert not only(events, "turns-over")
    events = do(state, "pass")
    assert only(events, "turns-over")


@rule("RR-TURN-11")
def test_a_chimera_that_passed_looks_again_unless_passes_stick() -> None:
    for sticky, mode in ((False, "attack"), (True, "pass")):
        state = at([aspect("silt-maw", exhaustion=1)], options={"pass_sticky": sticky})
        chimera_turn(state)
        do(state, "effect", what="ready", on="a1")
        assert only(chimera_turn(state), "mode")[0].data["mode"] == mode


@rule("RR-TURN-12")
def test_with_two_players_the_chimera_turns_against_one_after_the_other() -> None:
    state = at(["silt-maw"], [], partner=(["brine-jaw"], []))
    do(state, "end-turn")
    assert state.view(None)["turn"] == "p2"
    events = do(state, "end-turn", "p2") + run(state)
    attacks = only(events, "attack")
    assert [(event.data["attackers"], event.data["target"]) for event in attacks] == [(["a1"], "p1"), (["a51"], "p2")]
    assert (body(state, "p1").wounds, body(state, "p2").wounds) == (4, 3)


@rule("RR-TURN-12", "RR-REV-03")
def test_a_reveal_and_its_ability_concern_the_battlefield_and_player_opposite() -> None:
    state = at(
        [down(1)], [unit("U")], partner=([down(1)], [unit("V")]), chimera=pack(rows={"main": [{"do": "reveal"}]})
    )
    do(state, "end-turn")
    do(state, "end-turn", "p2")
    run(state, shows=["foam-wing", "foam-wing"])
    assert (body(state, "u1").wounds, body(state, "u51").wounds) == (1, 1)
    assert [body(state, ref).up for ref in ("a1", "a51")] == [True, True]


@rule("RR-TURN-14")
def test_who_must_attack_attacks_in_place_of_the_roll() -> None:
    state = at(["silt-maw", aspect("brine-jaw", lasting={"must_attack": 0}), down(1)], chimera=pack(rows={}))
    events = chimera_turn(state)
    assert only(events, "attack")[0].data["attackers"] == ["a2"]
    assert not only(events, "behaviour")
    assert not only(events, "rage-rolled")
    assert only(chimera_turn(state), "behaviour")  # exhausted by now, and the obligation is over
    ignored = at([aspect("brine-jaw", lasting={"must_attack": 0}), down(1)], options={"must_attack": "ignored"},
                 chimera=pack(rows={}))  # fmt: skip
    assert only(chimera_turn(ignored), "behaviour")


@rule("RR-TURN-14")
def test_one_that_must_attack_and_cannot_changes_nothing() -> None:
    state = at([aspect("brine-jaw", exhaustion=1, lasting={"must_attack": 0}), down(1)], chimera=pack(rows={}))
    assert only(chimera_turn(state), "behaviour")


@rule("RR-TURN-12", "RR-TURN-14")
def test_the_second_players_obligation_outlasts_the_chimeras_turn_against_the_first() -> None:
    obliged = aspect("brine-jaw", lasting={"must_attack": 0})
    state = at([down(1)], partner=([obliged, down(1)], []), chimera=pack(rows={}))
    do(state, "end-turn")
    events = do(state, "end-turn", "p2") + run(state)
    assert [event.data["side"] for event in only(events, "mode")] == ["p1", "p2"]
    assert only(events, "attack")[0].data["attackers"] == ["a51"]
    assert "must_attack" not in body(state, "a51").lasting


SIDE = {"side": [{"do": "damage", "target": "phoenixborn", "n": 2}], "main": [{"do": "reveal"}]}


@rule("RR-TURN-15", "RR-TURN-07")
@pytest.mark.parametrize("hindrance", ["no-side-action", "no-dice-power"])
def test_what_stops_side_actions_or_dice_powers_stops_the_rows_side_action_alone(hindrance: str) -> None:
    state = at([down(2), down(2)], chimera=pack(rows=SIDE))
    do(state, "hinder", what=hindrance)
    events = chimera_turn(state, shows=["bell-tongue"])
    assert only(events, "side-stopped")
    assert body(state, "p1").wounds == 0
    assert body(state, "a1").up
    chimera_turn(state, shows=["bell-tongue"])  # for one turn only
    assert body(state, "p1").wounds == 2


@rule("RR-TURN-15")
def test_whoever_plays_alone_is_meant_whatever_number_a_position_gives() -> None:
    state = at([down(2), down(2)], chimera=pack(rows=SIDE), chimera_card={"lasting": {"no_side_action": 2}})
    assert only(chimera_turn(state, shows=["bell-tongue"]), "side-stopped")
    assert not only(chimera_turn(state, shows=["bell-tongue"]), "side-stopped")


@rule("RR-TURN-12", "RR-TURN-15")
@pytest.mark.parametrize(
    ("by", "wounds"), [(["p1"], {"p1": 0, "p2": 2}), (["p2"], {"p1": 2, "p2": 0}), (["p1", "p2"], {"p1": 0, "p2": 0})]
)
def test_with_two_players_a_hindrance_concerns_the_turn_against_whoever_lays_it(
    by: list[str], wounds: dict[str, int]
) -> None:
    state = at([down(1), down(1)], partner=([down(1), down(1)], []), chimera=pack(rows=SIDE))
    for seat in ("p1", "p2"):
        if seat in by:
            do(state, "hinder", seat, what="no-side-action")
        do(state, "end-turn", seat)
    run(state)
    assert {seat: body(state, seat).wounds for seat in ("p1", "p2")} == wounds
    assert GAME.from_position(state.position()).digest() == state.digest()
    do(state, "end-turn")
    do(state, "end-turn", "p2")
    run(state)  # for one turn only
    assert {seat: body(state, seat).wounds for seat in ("p1", "p2")} == {seat: n + 2 for seat, n in wounds.items()}


@rule("RR-TURN-15")
def test_by_the_option_only_dice_powers_stop_it_and_status_abilities_are_neither() -> None:
    option = {"side_action_nature": "dice_power_only"}
    state = at([down(2)], chimera=pack(rows=SIDE), options=option)
    do(state, "hinder", what="no-side-action")
    chimera_turn(state, shows=["bell-tongue"])
    assert body(state, "p1").wounds == 2
    state = at([aspect("tolling-eye", exhaustion=1)])
    do(state, "hinder", what="no-dice-power")
    chimera_turn(state)
    assert body(state, "p1").wounds == 1


@rule("RR-TURN-16", "RR-TURN-07")
def test_a_side_action_skips_a_unit_protected_from_dice_powers_an_enter_ability_does_not() -> None:
    rows = {"side": [{"do": "damage", "target": "leftmost", "n": 1}], "main": [{"do": "reveal"}]}
    state = at([down(1), down(1)], [unit("U1", text="dice protected"), unit("U2")], chimera=pack(rows=rows))
    chimera_turn(state, shows=["foam-wing"])
    assert (body(state, "u1").wounds, body(state, "u2").wounds) == (1, 1)


# --- status tokens, the first player token ---------------------------------------------------------------


QUIET = {"id": "quiet", "attack": 0, "life": 2, "icon": "none", "blood": 1, "status_pips": 2,
         "status": [{"do": "damage", "target": "phoenixborn", "n": 1},
                    {"do": "damage", "target": "phoenixborn", "n": 3, "when": "last"}]}  # fmt: skip


@rule("RR-TURN-17")
def test_a_status_ability_takes_a_token_off_first() -> None:
    state = at(["quiet"], chimera=pack(QUIET))
    events = chimera_turn(state)
    assert kinds(events)[2:4] == ["status-token", "status"]
    assert only(events, "status-token")[0].rules == ("RR-TURN-17",)
    assert (body(state, "a1").status, body(state, "p1").wounds) == (1, 1)
    chimera_turn(state)
    assert (body(state, "a1").status, body(state, "p1").wounds) == (0, 5)
    chimera_turn(state)
    assert body(state, "p1").wounds == 5


@rule("RR-TURN-17")
def test_by_the_option_only_an_ability_that_says_so_takes_tokens_off() -> None:
    state = at(
        ["quiet", aspect("tolling-eye", exhaustion=9)], chimera=pack(QUIET), options={"status_token_use": "as_printed"}
    )
    for _ in range(3):
        chimera_turn(state)
    assert (body(state, "a1").status, body(state, "a2").status) == (2, 0)
    assert body(state, "p1").wounds == 3 + 2


@rule("RR-TURN-18")
@pytest.mark.parametrize("first", ["players", "chimera"])
def test_who_holds_the_token_in_round_1_is_an_option_and_it_passes_each_round(first: str) -> None:
    options = {"first_player": first, "reaction_windows": "never"}
    state = GAME.new(
        {"chimera": pack(rows={"main": [{"do": "reveal"}]}), "life": 90, "players": "printed", "options": options}
    )
    assert table(state).first == first
    begins = {"players": ["turn-begins", "chimera-turn"], "chimera": ["chimera-turn", "turn-begins"]}[first]
    events = run(state, until=lambda state: table(state).round == 2)
    while table(state).round == 1:
        events += do(state, "pass")
        events += run(state)
    assert [kind for kind in kinds(events) if kind in begins][:2] == begins
    assert table(state).first != first
