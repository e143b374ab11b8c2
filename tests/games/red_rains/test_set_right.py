"""Corrections and reactions while something is asked, and positions at rest between two steps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation.games import State
from immolation.games.red_rains.cards import pack_reading as packs

from tests.games.playouts import SCALE, pick, through_json
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
    options_of,
    pack,
    refused,
    run,
    table,
    unit,
)

rule = pytest.mark.rule

PRINTED = {"reaction_windows": "always"}


def correct(state: State, path: str, value: Any) -> None:
    do(state, "correct", "table", path=path.split("."), value=value)
    again = GAME.from_position(through_json(state.position()))
    assert again.digest() == state.digest()
    assert again.deciders() == state.deciders()


def test_what_is_under_way_is_set_right_where_dice_are_due() -> None:
    """Who was awaited before is not who is asked now; the game had stopped in the middle of the correction."""
    state = GAME.new({"players": "sample"})
    assert list(state.deciders()) == ["chance"]
    correct(state, "stack", [{"at": "round", "next": 1}, {"at": "player-turn", "seat": "p1", "main": False}])
    assert list(state.deciders()) == ["p1"]


# --- whose turn it is ------------------------------------------------------------------------------------


def turns(state: State, n: int) -> list[str]:
    """Whose turns follow: everybody ends it at once."""
    found: list[str] = []
    while len(found) < n:
        seat, decision = next(iter(state.deciders().items()))
        if decision.kind == "turn":
            found.append(seat)
            events = do(state, "end-turn", seat)
        else:
            events = state.apply(state.legal_actions(seat)[0])
        found += [f"chimera {event.data['side']}" for event in only(events, "chimera-turn")]
    return found[:n]


@rule("RR-TURN-18", "RR-TURN-11")
@pytest.mark.parametrize("first", ["players", "chimera"])
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("path", ["first", "round"])
@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_a_correction_of_the_token_in_the_middle_of_a_round_gives_nobody_two_turns(
    first: str, players: int, path: str, played: int
) -> None:
    state = at(["silt-maw"], first=first, partner=((), ()) if players == 2 else None)
    plain = state.copy()
    turns(state, played)
    turns(plain, played)
    other = {"players": "chimera", "chimera": "players"}[first]
    correct(state, path, other if path == "first" else 3)
    assert turns(state, 6) == turns(plain, 6)
    assert state.position()["first"] == (other if path == "first" else first)


@rule("RR-TURN-18")
def test_the_corrected_token_decides_the_next_round() -> None:
    state = at([aspect("silt-maw", exhaustion=5)])
    correct(state, "first", "chimera")
    assert "first" in state.position()["stack"][0]
    do(state, "pass")
    run(state)
    assert (table(state).round, table(state).first) == (2, "players")
    assert "first" not in state.position()["stack"][0]


@rule("RR-TIME-05", "RR-TURN-18")
def test_a_correction_at_the_end_of_a_round_asks_nobody_twice() -> None:
    stack = [{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}]
    gate = {"id": "gate", "attack": 1, "life": 2, "icon": "none", "blood": 1,
            "triggers": {"round_end": [{"do": "damage", "target": "phoenixborn", "n": 1}]}}  # fmt: skip
    state = at(["gate"], stack=stack, options=PRINTED, chimera=pack(gate))
    correct(state, "first", "chimera")
    do(state, "go-on")
    assert (asked(state), body(state, "p1").wounds) == ("turn", 1)


# --- what is asked ---------------------------------------------------------------------------------------


def block_asked(**more: Any) -> State:
    state = at(["silt-maw"], [unit("U1"), unit("U2", exhaustion=1)], **more)
    chimera_turn(state)
    assert options_of(state) == ["no", "u1"]
    return state


@rule("RR-BLK-02")
def test_a_unit_corrected_to_exhausted_is_no_longer_offered_as_a_blocker() -> None:
    state = block_asked()
    correct(state, "seats.p1.units.0.exhaustion", 1)
    assert options_of(state) == ["no"]
    refused(state, "answer", option="u1")


@rule("RR-BLK-02")
def test_a_unit_corrected_to_unexhausted_is_offered_from_now_on() -> None:
    state = block_asked()
    correct(state, "seats.p1.units.1.exhaustion", 0)
    assert options_of(state) == ["no", "u1", "u2"]
    do(state, "answer", option="u2")
    assert body(state, "p1").wounds == 0


@rule("RR-BLK-02", "RR-TIME-01")
def test_a_unit_that_a_reaction_exhausts_while_blockers_are_asked_is_no_longer_offered() -> None:
    state = block_asked(options=PRINTED)
    do(state, "effect", what="exhaust", on="u1", timing="reaction")
    assert options_of(state) == ["no"]
    do(state, "effect", what="ready", on="u2", timing="reaction")
    assert options_of(state) == ["no", "u2"]


@rule("RR-GRD-02", "RR-GRD-01")
def test_a_guard_that_is_corrected_to_used_is_no_longer_offered() -> None:
    state = at(["bell-tongue"], [unit("U1"), unit("U2", text="unit guard")])
    chimera_turn(state)
    assert options_of(state) == ["no", "u2", "p1"]
    correct(state, "seats.p1.guard_used", True)
    assert options_of(state) == ["no", "u2"]
    correct(state, "seats.p1.units.1.text", {})
    assert options_of(state) == ["no", "u2"]  # tables merge: it has its text still
    correct(state, "seats.p1.units.1.exhaustion", 1)
    assert options_of(state) == ["no"]


@rule("RR-GRD-09")
def test_a_target_corrected_to_exhausted_may_no_longer_counter() -> None:
    state = at(["bell-tongue"], [unit("U1", life=9)], p1={"guard_used": True})
    chimera_turn(state)
    assert (asked(state), options_of(state)) == ("counter", ["yes", "no"])
    correct(state, "seats.p1.units.0.exhaustion", 1)
    assert options_of(state) == ["no"]
    correct(state, "seats.p1.units.0.exhaustion", 0)
    assert options_of(state) == ["yes", "no"]


def effect_asked(*units: dict[str, Any], **effect: Any) -> State:
    picker = {"id": "picker", "attack": 0, "life": 2, "icon": "none", "blood": 1, "status_pips": 2, "status": [effect]}
    state = at(["picker"], units, chimera=pack(picker))
    chimera_turn(state)
    return state


@rule("RR-LAW-01")
def test_whom_an_effect_may_pick_is_asked_anew() -> None:
    target = {"of": "picked", "only": "unexhausted", "among": ["all_units"]}
    state = effect_asked(unit("U1"), unit("U2"), unit("U3", exhaustion=1), do="exhaust", target=target)
    assert options_of(state) == ["u1", "u2"]
    correct(state, "seats.p1.units.2.exhaustion", 0)
    assert options_of(state) == ["u1", "u2", "u3"]
    correct(state, "seats.p1.units.0.exhaustion", 2)
    assert options_of(state) == ["u2", "u3"]


@rule("RR-LAW-01")
def test_where_nothing_is_left_to_ask_play_rests_until_the_seat_goes_on() -> None:
    target = {"of": "picked", "only": "unexhausted", "among": ["all_units"]}
    state = effect_asked(unit("U1"), do="exhaust", target=target)
    correct(state, "seats.p1.units.0.exhaustion", 1)
    assert (asked(state), list(state.deciders())) == ("rest", ["p1"])
    correct(state, "seats.p1.units.0.exhaustion", 0)
    do(state, "go-on")
    assert (asked(state), options_of(state)) == ("pick", ["u1"])


@rule("RR-REV-01")
def test_an_aspect_named_by_a_correction_while_its_card_is_due_is_that_card() -> None:
    state = at([down(3)], chimera=pack(rows={"main": [{"do": "reveal"}]}))
    do(state, "end-turn")
    run(state, until=lambda state: asked(state) == "reveal")
    correct(state, "seats.p1.facing.0.card", "silt-maw")
    assert asked(state) == "rest"
    events = do(state, "go-on")
    assert only(events, "revealed")[0].data["aspect"] == "silt-maw"


@rule("RR-BASE-08")
def test_dice_corrected_while_they_are_to_be_rolled_are_rolled_as_they_are_now() -> None:
    state = GAME.new({})
    assert asked(state) == "roll-dice"
    correct(state, "seats.p1.dice.exhausted", 3)
    assert state.deciders()["chance"].prompt.startswith("Roll 3 dice")
    correct(state, "seats.p1.dice", {"exhausted": 0, "power": 3})
    assert asked(state) == "rest"
    do(state, "go-on")
    assert (asked(state), table(state).seats_of["p1"].dice["power"]) == ("turn", 3)  # type: ignore[index]


def test_a_corrected_stack_is_taken_as_it_is() -> None:
    state = block_asked()
    ask = {**state.position()["stack"][-1], "prompt": "And who blocks now?"}
    correct(state, f"stack.{len(state.position()['stack']) - 1}", ask)
    assert state.deciders()["p1"].prompt == "And who blocks now?"


# --- at rest ---------------------------------------------------------------------------------------------


@rule("RR-TURN-01")
def test_a_position_may_stand_at_the_beginning_of_the_chimeras_turn() -> None:
    state = at(["tolling-eye"], stack=[{"at": "round", "next": 0}, {"at": "chimera-turn", "side": "p1"}])
    assert (asked(state), state.deciders()["p1"].rule) == ("rest", "RR-TURN-01")
    assert state.deciders()["p1"].clock == "none"
    assert body(state, "a1").status == 2  # nothing has been played yet
    assert kinds(do(state, "go-on"))[1:3] == ["status", "damaged"]
    assert asked(state) == "turn"


@rule("RR-BASE-06")
def test_a_position_may_stand_in_recovery_before_any_of_its_steps() -> None:
    tired = [aspect("silt-maw", exhaustion=1)]
    state = at(tired, [unit("U", life=9, wounds=3, recover=1)], stack=[{"at": "round", "phase": "recovery", "next": 2}])
    assert (asked(state), state.deciders()["p1"].rule) == ("rest", "RR-BASE-06")
    digest = state.digest()
    assert GAME.from_position(through_json(state.position())).digest() == digest
    events = do(state, "go-on")
    assert "healed" not in kinds(events)
    assert "readied" in kinds(events)


@pytest.mark.parametrize("phase", ["setup", "prepare", "turns", "recovery", "end"])
def test_a_position_may_stand_before_any_phase(phase: str) -> None:
    state = at([], stack=[{"at": "round", "phase": phase}])
    assert asked(state) == "rest"
    do(state, "go-on")
    assert asked(state) != "rest"


@rule("RR-BASE-09")
def test_where_the_chimera_goes_first_each_player_prepares_before_it() -> None:
    quick = {"reaction_windows": "always", "first_player": "chimera"}
    state = GAME.new({"seats": 2, "players": "printed", "options": quick})
    run(state)
    assert (asked(state), list(state.deciders())) == ("rest", ["p1"])
    decision = state.deciders()["p1"]
    assert (decision.rule, decision.clock) == ("RR-BASE-09", "turn")  # rolling and drawing take their time
    assert refused(state, "effect", what="damage", on="chimera", timing="reaction") == "RR-TIME-01"
    do(state, "dice", power=1, classes=2, basic=3)
    do(state, "go-on")
    assert list(state.deciders()) == ["p2"]
    events = do(state, "go-on", "p2")
    assert kinds(events)[:2] == ["let-go-on", "chimera-turn"]


@rule("RR-BASE-09")
@pytest.mark.parametrize(
    ("stop", "first", "stops"),
    [("chimera_first", "players", False), ("always", "players", True), ("never", "chimera", False)],
)
def test_the_stop_for_preparation_is_an_option(stop: str, first: str, stops: bool) -> None:
    options = {"prepare_stop": stop, "first_player": first, "reaction_windows": "always"}
    state = GAME.new({"players": "printed", "options": options})
    run(state, until=lambda state: asked(state) != "blood")
    assert (asked(state) == "rest") is stops


@rule("RR-TURN-11")
def test_a_pass_after_passes_that_were_set_right_ends_the_phase() -> None:
    state = at(["silt-maw"])
    correct(state, "passes", 2)
    events = do(state, "pass")
    assert table(state).passes <= 2
    assert "chimera-turn" not in kinds(events)


# --- anything, at any moment -----------------------------------------------------------------------------


def wrong(rng: Random, state: State) -> tuple[list[str], Any]:
    """Something that somebody might find wrong on the table, and what they say it is."""
    position = state.position()
    seat = rng.choice(sorted(position["seats"]))
    side, line = position["seats"][seat], rng.choice(("units", "facing"))
    at = str(rng.randrange(len(side[line]) or 1))
    card = ["seats", seat, line, at]
    return rng.choice(
        [
            (["first"], rng.choice(("players", "chimera"))),
            (["round"], rng.randint(1, 5)),
            (["rage"], rng.randint(0, 4)),
            (["passes"], rng.randint(0, 2)),
            ([*card, "exhaustion"], rng.randint(0, 2)),
            ([*card, "wounds"], rng.randint(0, 2)),
            (card, {"up": rng.random() < 0.5}),
            (["seats", seat, line], side[line][:-1]),
            (["seats", seat, line], side[line][1:]),
            (["seats", seat, "guard_used"], rng.random() < 0.5),
            (["seats", seat, "dice"], rng.choice((None, {"power": 1, "class": 1, "basic": 1, "exhausted": 1}))),
            (["seats", seat, "facing", at, "card"], rng.choice(sorted(table(state).pack.deck))),
            (["seats", seat, "units", str(len(side["units"]))], {"name": "Forgotten", "attack": 1, "life": 2}),
            (["seats", seat, "battlefield"], rng.randint(1, 6)),
        ]
    )


@pytest.mark.parametrize("seed", range(5 * SCALE))
def test_whatever_is_set_right_the_game_goes_on_and_its_position_is_whole(seed: int) -> None:
    rng = Random(seed)
    chimera = rng.choice(packs.names())
    options = {"most_rounds": 4, "prepare_stop": "always", "first_player": rng.choice(("players", "chimera"))}
    players = rng.choice(("printed", "sample"))
    state: State = GAME.new({"chimera": chimera, "life": 60, "seats": rng.choice((1, 2)), "players": players,
                             "options": options})  # fmt: skip
    corrected = 0
    for _ in range(250):
        if not state.deciders():
            break
        action = pick(state, rng)
        if rng.random() < 0.4:
            path, value = wrong(rng, state)
            action = GAME.action({"do": "correct", "seat": "table", "path": path, "value": value})
            digest = state.digest()
            if state.check(action) is not None:
                assert state.digest() == digest
                continue
            corrected += 1
        state.apply(action)
        again = GAME.from_position(through_json(state.position()))
        assert (again.digest(), again.deciders()) == (state.digest(), state.deciders())
        assert again.view(None) == state.view(None)
    assert corrected > 20
