"""What printed cards do that is done to no card, and wounds that go from one card to another."""

from __future__ import annotations

import pytest
from immolation.games import State

from tests.games.red_rains.table import GAME, asked, at, body, do, refused, table, unit

rule = pytest.mark.rule


def back(state: State) -> State:
    """The same state from its position."""
    read = GAME.from_position(state.position())
    assert read.digest() == state.digest()
    return read


@rule("RR-TOK-02", "RR-TOK-03", "RR-TOK-04")
def test_tokens_that_a_card_places_bring_the_ultimate_like_any() -> None:
    state = at(["kelp-ward"], [unit("U")], red_rains=1)
    value = state.view(None)["chimera"]["ultimate"]
    do(state, "change", what="place-tokens", n=2)
    assert table(back(state)).red_rains == 3
    events = do(state, "change", what="place-tokens", n=value - 3)
    assert "ultimate" in [event.kind for event in events]


@rule("RR-TOK-06")
def test_tokens_that_a_card_takes_trigger_nothing() -> None:
    state = at(["kelp-ward"], [unit("U")], red_rains=2)
    (event,) = do(state, "change", what="take-tokens", n=5)
    assert (event.kind, event.data["removed"], table(state).red_rains) == ("red-rains-removed", 2, 0)
    assert refused(state, "change", what="take-tokens") == "TABLE"


@rule("RR-RAGE-01", "RR-RAGE-03", "RR-RAGE-04")
def test_rage_dice_are_turned_down_and_raised() -> None:
    state = at(["kelp-ward"], [unit("U")], rage=3)
    do(state, "change", what="lower-rage", n=2)
    assert table(back(state)).rage == 1
    do(state, "change", what="raise-rage", n=2)
    assert table(state).rage == 3
    do(state, "change", what="raise-rage", n=2)
    assert (table(state).rage, table(state).red_rains) == (0, 1), "all show power: they turn back, and a token comes"
    assert refused(state, "change", what="lower-rage") == "TABLE"


@rule("RR-TOK-05")
def test_the_ultimate_is_readied() -> None:
    state = at(["kelp-ward"], [unit("U")])
    assert refused(state, "change", what="ready-ultimate") == "TABLE"
    do(state, "hinder", what="exhaust-ultimate")
    do(state, "change", what="ready-ultimate")
    assert table(state).ultimate_exhaustion == 0


def test_a_further_main_action_is_another_attack() -> None:
    state = at(["kelp-ward"], [unit("U1"), unit("U2")])
    assert refused(state, "change", what="main-again") == "TABLE"
    do(state, "attack", units=["u1"], target="chimera")
    while asked(state) != "turn":
        seat, decision = next(iter(state.deciders().items()))
        state.apply(decision.outcomes[0].action if decision.outcomes else state.legal_actions(seat)[0])
    assert refused(state, "attack", units=["u2"], target="chimera")
    do(state, "change", what="main-again")
    assert back(state).check(GAME.action({"do": "attack", "seat": "p1", "units": ["u2"], "target": "chimera"})) is None


def test_attack_that_a_card_lowers_comes_back_with_the_next_turn_and_is_never_below_nothing() -> None:
    state = at(["kelp-ward"], [unit("U", 3, 4)])
    do(state, "effect", what="attack-less", on="u1", n=2)
    assert attack_of(back(state)) == 1
    do(state, "effect", what="attack-less", on="u1", n=5)
    assert attack_of(state) == 0
    do(state, "end-turn")
    assert attack_of(state) == 3


def attack_of(state: State) -> int:
    return int(state.view(None)["seats"]["p1"]["units"][0]["attack"])


@rule("RR-BASE-03")
def test_wounds_that_are_moved_destroy_what_has_enough_of_them() -> None:
    state = at([{"card": "kelp-ward"}], [unit("U1", life=4, wounds=3), unit("U2", life=3)])
    assert refused(state, "move-wounds", of="u1", to="u2", n=4) == "TABLE"
    assert refused(state, "move-wounds", of="u1", to="u1") == "TABLE"
    do(state, "move-wounds", of="u1", to="u2", n=2)
    assert (body(state, "u1").wounds, body(state, "u2").wounds) == (1, 2)
    events = do(state, "move-wounds", of="u1", to="u2")
    assert "destroyed" in [event.kind for event in events]
    assert [each.ref for each in table(back(state)).seats_of["p1"].units] == ["u1"]
