"""The Laws of the Chimera: how it defends itself, and effects that were written for another game."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import State

from tests.games.red_rains.table import (
    Cards,
    asked,
    aspect,
    at,
    body,
    do,
    down,
    gone,
    only,
    pack,
    refused,
    run,
    table,
    unit,
)

rule = pytest.mark.rule
WALL = {"id": "wall", "attack": 1, "life": 9, "icon": "jaw", "keywords": ["defender"]}
TOWER = {"id": "tower", "attack": 3, "life": 9, "icon": "jaw", "keywords": ["defender"]}
PACK = pack(WALL, TOWER)


def attack(state: State, target: str, *units: str, guard: int = 1, **fields: Any) -> list[str]:
    """p1 attacks; who blocked or guarded each attacker, "" for nobody."""
    events = do(state, "attack", "p1", units=list(units or ("u1",)), target=target, **fields) + run(state, guard=guard)
    met = {event.data["attacker"]: event.data["card"] for event in only(events, "blocked") + only(events, "guarded")}
    if any(event.data["guards"] for event in only(events, "guard-roll")):
        return ["chimera"]
    return [met.get(ref, "") for ref in units or ("u1",)]


# --- blocks and guards -----------------------------------------------------------------------------------


@rule("RR-LAW-01")
def test_the_player_whose_effect_it_is_chooses_for_the_chimera() -> None:
    state = at(["silt-maw"])
    events = do(state, "for-chimera", options=["lose 2 dice", "take 2 damage"], choice="take 2 damage")
    assert events[0].data["seat"] == "p1"
    assert refused(state, "for-chimera", options=["a", "b"], choice="c") == "RR-LAW-01"
    assert refused(state, "for-chimera", "p2", options=["a", "b"], choice="a") == "TABLE"


@rule("RR-LAW-04")
def test_a_forced_block_falls_to_the_first_eligible_unit_without_a_defender() -> None:
    facing: Cards = [aspect("silt-maw", exhaustion=1), "brine-jaw", "silt-maw"]
    state = at(facing, [unit("U", life=9)])
    assert attack(state.copy(), "chimera") == [""]
    assert attack(state.copy(), "chimera", forced=True) == ["a2"]
    with_wall = at([*facing, "wall"], [unit("U", life=9)], chimera=PACK)
    assert attack(with_wall, "chimera", forced=True) == ["a4"]
    threatening = at(facing, [unit("U", life=9, text="threatening")])
    assert attack(threatening, "chimera") == ["a2"]


@rule("RR-LAW-05")
def test_a_unit_that_chooses_its_blocker_names_any_eligible_unit() -> None:
    state = at(["wall", "silt-maw", aspect("brine-jaw", exhaustion=1)], [unit("U", life=9)], chimera=PACK)
    assert attack(state.copy(), "chimera", block="a2") == ["a2"]
    assert refused(state, "attack", units=["u1"], target="chimera", block="a3") == "RR-LAW-05"
    assert refused(state, "attack", units=["u1"], target="a1", block="a2") == "RR-LAW-05"


@rule("RR-LAW-06")
def test_only_the_leftmost_unexhausted_defender_blocks_one_for_each_attacker() -> None:
    facing: Cards = ["silt-maw", aspect("wall", exhaustion=1), "tower", "wall"]
    state = at(facing, [unit("U1", life=9), unit("U2", life=9), unit("U3", life=9)], chimera=PACK)
    assert attack(state, "chimera", "u1", "u2", "u3") == ["a3", "a4", ""]


@rule("RR-LAW-06")
def test_defenders_guard_aspects_but_no_active_defender_and_no_foreign_unit() -> None:
    puppet = {"name": "Blood Puppet", "attack": 1, "life": 9}
    state = at(["silt-maw", "wall", "tower", puppet, aspect("wall", exhaustion=1)], [unit("U")], chimera=PACK)
    assert attack(state.copy(), "a1") == ["a2"]
    assert attack(state.copy(), "a2") == [""]
    assert attack(state.copy(), "a4") == [""]
    assert attack(state.copy(), "a5") == ["a2"]  # its text is inactive while it is exhausted


@rule("RR-LAW-07")
@pytest.mark.parametrize("word", ["bypass", "stalk"])
def test_who_cannot_be_guarded_against_meets_no_guard_and_no_roll(word: str) -> None:
    state = at(["silt-maw", "wall"], [unit("U", text=word)], chimera=PACK)
    events = do(state, "attack", units=["u1"], target="a1")
    assert only(events, "no-guard")
    assert asked(state) == "turn"
    assert body(state, "a1").wounds == 1


@rule("RR-LAW-08")
@pytest.mark.parametrize(("word", "guard"), [("terrifying 1", "a3"), ("gigantic 8", "a2"), ("terrifying 5", "")])
def test_a_defender_that_may_not_guard_leaves_it_to_the_next(word: str, guard: str) -> None:
    state = at(["silt-maw", "wall", "tower"], [unit("U", text=word)], chimera=PACK)
    assert attack(state, "a1", guard=1) == [guard]


@rule("RR-LAW-09")
@pytest.mark.parametrize(("face", "guards"), [(8, False), (9, True), (12, True)])
def test_without_a_defender_the_chimera_rolls_to_guard(face: int, guards: bool) -> None:
    state = at(["brine-jaw"], [unit("U", attack=2, life=9)])
    do(state, "attack", units=["u1"], target="a1")
    assert asked(state) == "roll-guard"
    run(state, guard=face)
    assert (body(state, "chimera").wounds, body(state, "a1").wounds) == ((2, 0) if guards else (0, 2))
    assert body(state, "u1").wounds == (0 if guards else 3)  # the Chimera does not counter


@rule("RR-LAW-09")
def test_it_does_not_roll_for_a_defender_a_foreign_unit_or_beyond_its_limit() -> None:
    puppet = {"name": "Blood Puppet", "attack": 0, "life": 9}
    for facing, options in (([{"card": "wall"}], {}), ([puppet], {}), (["brine-jaw"], {"chimera_guards_per_round": 1})):
        state = at(facing, [unit("U")], chimera=PACK, guards=1, options=options)
        do(state, "attack", units=["u1"], target="a1")
        assert asked(state) == "turn"
    state = at(["brine-jaw"], [unit("U")], options={"guard_roll_die": 6, "guard_roll_min": 2})
    do(state, "attack", units=["u1"], target="a1")
    assert len(state.legal_actions("chance")) == 6
    run(state, guard=2)
    assert body(state, "chimera").wounds == 1
    state = at(["brine-jaw"], [unit("U")])
    do(state, "hinder", what="cannot-guard")
    do(state, "attack", units=["u1"], target="a1")
    assert asked(state) == "turn"


@rule("RR-LAW-10", "RR-LAW-11")
def test_an_unexhausted_aspect_always_counters_and_is_not_exhausted_by_it() -> None:
    state = at(["kelp-ward"], [unit("U1", life=9), unit("U2", life=9)])
    attack(state, "a1", "u1", "u2")
    assert [body(state, ref).wounds for ref in ("u1", "u2", "a1")] == [1, 1, 2]
    assert body(state, "a1").exhaustion == 0
    blocking = at(["wall"], [unit("U1", life=9)], chimera=PACK)
    attack(blocking, "chimera")
    assert (body(blocking, "u1").wounds, body(blocking, "a1").exhaustion) == (1, 0)


@rule("RR-LAW-12", "RR-ABIL-03")
def test_an_exhausted_aspect_neither_counters_nor_blocks() -> None:
    state = at([aspect("wall", exhaustion=1)], [unit("U1", life=9)], chimera=PACK)
    attack(state.copy(), "a1")
    assert attack(state, "chimera") == [""]
    assert body(state, "u1").wounds == 0


# --- what things count as --------------------------------------------------------------------------------


@rule("RR-LAW-13")
@pytest.mark.parametrize("kind", ["unit", "ally", "conjuration"])
def test_aspects_are_allies_conjurations_and_units_at_once(kind: str) -> None:
    units = [unit("Ally"), unit("Conjuration", text="conjuration")]
    state = at(["kelp-ward", down(1)], units)
    do(state, "area", what="damage", n=1, type=kind)
    assert body(state, "a1").wounds == 1
    assert body(state, "u1").wounds == int(kind != "conjuration")
    assert body(state, "u2").wounds == int(kind != "ally")


@rule("RR-LAW-14")
def test_the_chimera_is_a_legal_target_where_a_phoenixborn_is_and_attacks_may_go_at_it() -> None:
    state = at(["silt-maw"], [unit("U", attack=2)])
    events = do(state, "effect", what="damage", on="chimera", n=2)
    assert events[0].rules == ("RR-LAW-14",)
    do(state, "effect", what="exhaust", on="chimera", n=1)
    attack(state, "chimera")
    assert (body(state, "chimera").wounds, body(state, "chimera").exhaustion) == (4, 1)


@rule("RR-LAW-15", "RR-MISC-01")
def test_a_unit_put_onto_the_chimeras_battlefield_always_finds_room() -> None:
    small = pack(chimera={"battlefield_size": 3})
    state = at(["silt-maw", down(1), "brine-jaw"], chimera=small)
    do(state, "enter", name="Blood Puppet", onto="chimera")
    facing = state.view(None)["seats"]["p1"]["facing"]
    assert [card["name"] for card in facing] == ["silt-maw", "", "brine-jaw", "Blood Puppet"]
    refuse = at(["silt-maw", down(1), "brine-jaw"], chimera=small, options={"full_chimera_battlefield": "discard"})
    assert do(refuse, "enter", name="Blood Puppet", onto="chimera")[0].kind == "full"


@rule("RR-LAW-15", "RR-LAW-17")
def test_its_extra_slot_takes_no_room_from_aspects() -> None:
    small = pack(chimera={"battlefield_size": 3}, rows={"main": [{"do": "add_aspects", "n": 2}]})
    state = at(["silt-maw", down(1)], chimera=small)
    do(state, "enter", name="Blood Puppet", onto="chimera")
    do(state, "end-turn")
    run(state)
    assert len(state.view(None)["seats"]["p1"]["facing"]) == 4


# --- two players -----------------------------------------------------------------------------------------


@rule("RR-LAW-18", "RR-LAW-19")
def test_an_effect_on_all_units_reaches_the_own_side_and_the_one_facing_it() -> None:
    state = at(["kelp-ward", down(1)], [unit("U")], partner=(["kelp-ward"], [unit("V")]))
    do(state, "area", what="damage", n=1)
    assert [body(state, ref).wounds for ref in ("a1", "u1", "a51", "u51")] == [1, 1, 0, 0]
    do(state, "end-turn")
    do(state, "area", "p2", what="damage", n=1)
    assert [body(state, ref).wounds for ref in ("a1", "u1", "a51", "u51")] == [1, 1, 1, 1]


@rule("RR-LAW-20")
def test_kneel_exhausts_the_unexhausted_alone() -> None:
    state = at(["kelp-ward", aspect("silt-maw", exhaustion=1), down(1)], [unit("U"), unit("T", exhaustion=2)],
               partner=(["kelp-ward"], [unit("V")]))  # fmt: skip
    do(state, "area", what="exhaust-unexhausted")
    assert [body(state, ref).exhaustion for ref in ("a1", "a2", "a3", "u1", "u2", "a51", "u51")] == [
        1,
        1,
        0,
        1,
        2,
        0,
        0,
    ]


@rule("RR-LAW-21")
def test_an_instruction_to_all_players_to_draw_concerns_the_chimera_once() -> None:
    state = at(partner=((), ()))
    events = do(state, "make-draw", n=2) + run(state)
    assert "RR-LAW-21" in events[0].rules
    assert sum(table(state).discard.values()) == 2


@rule("RR-LAW-22")
def test_a_law_reaches_nothing_beside_a_partners_side() -> None:
    state = at(["kelp-ward"], [unit("U")], partner=(["kelp-ward"], [unit("V")]))
    events = do(state, "area", what="exhaust", n=1, law=True)
    assert {event.rules for event in events} == {("RR-LAW-22",)}
    assert [body(state, ref).exhaustion for ref in ("a1", "u1", "a51", "u51")] == [1, 1, 0, 0]


@rule("RR-TURN-12", "RR-BTL-06")
def test_a_player_attacks_the_battlefield_opposite_only() -> None:
    state = at(["kelp-ward"], [unit("U")], partner=(["silt-maw"], []))
    targets = {action.target for action in state.legal_actions("p1") if hasattr(action, "units")}  # type: ignore[attr-defined]
    assert targets == {"a1", "chimera"}
    assert refused(state, "attack", units=["u1"], target="a51") == "TABLE"


@rule("RR-BASE-05")
def test_face_down_aspects_cannot_be_attacked_targeted_or_wounded() -> None:
    state = at([down(1)], [unit("U")])
    assert refused(state, "attack", units=["u1"], target="a1") == "RR-BASE-05"
    assert refused(state, "effect", what="damage", on="a1") == "RR-BASE-05"
    do(state, "area", what="destroy")
    assert not gone(state, "a1")
    assert gone(state, "u1")
