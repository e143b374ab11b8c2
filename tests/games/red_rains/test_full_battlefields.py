"""Units that come into play, or back into it, where no slot is free (RR-MISC-01)."""

from __future__ import annotations

import pytest
from immolation.games import State

from tests.games.playouts import through_json
from tests.games.red_rains.table import (
    GAME,
    aspect,
    at,
    body,
    chimera_turn,
    do,
    gone,
    kinds,
    only,
    pack,
    refs,
    run,
    table,
    unit,
)

rule = pytest.mark.rule

FULL = {"battlefield_size": 2, "threat": 2}
"""A Chimera whose battlefield has room for two aspects."""

DROP = {"id": "drop", "kind": "aspect", "copies": 3, "attack": 1, "life": 1, "icon": "jaw", "blood": 0}
PHOENIX = {"id": "phoenix", "attack": 1, "life": 1, "icon": "jaw", "blood": 1, "status_pips": 2,
           "status": [{"do": "damage", "target": "phoenixborn"}],
           "triggers": {"on_destroyed": [{"do": "re_enter"}]}}  # fmt: skip


def whole(state: State) -> None:
    """What is left on the table is what its position says."""
    assert GAME.from_position(through_json(state.position())).digest() == state.digest()


@rule("RR-MISC-01")
def test_a_new_unit_comes_and_is_discarded() -> None:
    state = at([], [unit("U1"), unit("U2")], p1={"battlefield": 2})
    events = do(state, "enter", name="Third")
    assert kinds(events) == ["full", "discarded", "left"]
    assert [event.rules[0] for event in events] == ["RR-MISC-01", "RR-MISC-01", "RR-BASE-04"]
    assert {event.data["card"] for event in events} == {"u3"}
    assert events[-1].data["owner"] == "p1"
    assert [card["name"] for card in state.view(None)["seats"]["p1"]["units"]] == ["U1", "U2"]
    whole(state)


@rule("RR-MISC-01")
def test_a_unit_put_down_on_the_board_is_offered_though_there_is_no_room() -> None:
    state = at([], [unit("U1")], p1={"battlefield": 1})
    assert GAME.action({"do": "enter", "seat": "p1"}) in state.legal_actions("p1")


@rule("RR-MISC-01", "RR-MISC-04")
def test_a_unit_that_returns_is_discarded_and_is_the_same_no_more() -> None:
    state = at([], [unit("U1"), unit("U2")], p1={"battlefield": 2})
    do(state, "effect", what="return", on="u1")
    do(state, "enter", name="Third")
    assert kinds(do(state, "enter", again="u1")) == ["full", "discarded", "left"]
    assert [card["name"] for card in state.view(None)["seats"]["p1"]["units"]] == ["U2", "Third"]
    assert table(state).aside == []
    whole(state)


@rule("RR-MISC-01", "RR-BASE-04")
def test_an_aspect_that_returns_is_discarded_too_and_its_blood_does_not_count() -> None:
    state = at(["silt-maw", "brine-jaw"], chimera=pack(DROP_CALLER, conjured=[DROP], chimera=FULL))
    do(state, "effect", what="return", on="a1")
    do(state, "correct", "table", path=["seats", "p1", "facing", "1"], value={"card": "kelp-ward"})
    events = do(state, "enter", again="a1")
    assert kinds(events) == ["full", "discarded"]
    assert refs(state) == ["a2", "a3"]
    assert table(state).discard == {"silt-maw": 1}
    assert body(state, "chimera").wounds == 0
    whole(state)


@rule("RR-MISC-01", "RR-LAW-15", "RR-LAW-17")
def test_a_unit_for_any_battlefield_takes_no_room_from_an_aspect_that_returns() -> None:
    state = at(["silt-maw", "brine-jaw"], chimera=pack(chimera=FULL))
    do(state, "effect", what="return", on="a1")
    do(state, "enter", name="Blood Puppet", onto="chimera")
    do(state, "enter", again="a1")
    do(state, "enter", name="Blood Puppet", onto="chimera")
    assert [card["kind"] for card in state.view(None)["seats"]["p1"]["facing"]] == ["aspect", "unit", "aspect", "unit"]
    whole(state)


@rule("RR-MISC-01", "RR-LAW-15")
def test_by_the_option_a_unit_for_any_battlefield_is_discarded_as_well() -> None:
    state = at(["silt-maw", "brine-jaw"], chimera=pack(chimera=FULL), options={"full_chimera_battlefield": "discard"})
    assert kinds(do(state, "enter", name="Blood Puppet", onto="chimera")) == ["full", "discarded", "left"]
    assert refs(state) == ["a1", "a2"]
    whole(state)


DROP_CALLER = {"id": "caller", "attack": 1, "life": 2, "icon": "none", "blood": 1, "status_pips": 1,
               "status": [{"do": "summon", "card": "drop", "n": 2, "else": [{"do": "place_red_rains"}]}]}  # fmt: skip


@rule("RR-MISC-01")
def test_each_summoned_aspect_that_finds_no_room_is_discarded_and_can_be_summoned_again() -> None:
    state = at(["caller"], chimera=pack(DROP_CALLER, conjured=[DROP], chimera=FULL))
    events = chimera_turn(state)
    assert len(only(events, "summoned")) == 1
    assert [event.data["name"] for event in only(events, "discarded")] == ["drop"]
    assert table(state).discard == {}  # conjured cards have no place in that pile
    assert table(state).red_rains == 0  # some of it could be done
    do(state, "effect", what="destroy", on="a2")
    do(state, "effect", what="add-status", on="a1")
    assert len(only(chimera_turn(state), "summoned")) == 1
    whole(state)


@rule("RR-MISC-04", "RR-MISC-06")
def test_a_conjured_aspect_set_aside_is_no_copy_for_another_summons() -> None:
    shriek = {"id": "shriek", "attack": 1, "life": 1, "icon": "none", "blood": 1,
              "triggers": {"on_destroyed": [{"do": "summon", "card": "drop"}]}}  # fmt: skip
    state = at([aspect("drop"), "shriek"], chimera=pack(shriek, conjured=[{**DROP, "copies": 1}]))
    do(state, "effect", what="return", on="a1")
    assert not only(do(state, "effect", what="destroy", on="a2"), "summoned")
    do(state, "enter", again="a1")
    assert refs(state) == ["a1"]
    whole(state)


@rule("RR-MISC-01", "RR-MISC-02")
@pytest.mark.parametrize("full", [False, True])
def test_a_destroyed_aspect_comes_back_without_any_tokens_or_not_at_all(full: bool) -> None:
    chimera = pack({**PHOENIX, "triggers": {"on_destroyed": [*([{"do": "summon", "card": "drop"}] if full else []),
                                                             {"do": "re_enter"}]}},
                   conjured=[DROP], chimera=FULL)  # fmt: skip
    state = at(["phoenix", "silt-maw"], chimera=chimera)
    events = do(state, "effect", what="destroy", on="a1")
    run(state)
    assert body(state, "chimera").wounds == 1  # of its destruction, whatever came after
    if full:
        assert gone(state, "a1")
        assert kinds(events)[-2:] == ["full", "discarded"]
        assert table(state).discard == {"phoenix": 1}
    else:
        assert (body(state, "a1").status, table(state).discard) == (0, {})
    whole(state)


@rule("RR-MISC-02")
def test_an_aspect_that_returns_has_no_status_tokens() -> None:
    state = at(["tolling-eye"])
    assert body(state, "a1").status == 2
    do(state, "effect", what="return", on="a1")
    events = do(state, "enter", again="a1")
    assert (body(state, "a1").status, only(events, "status-tokens")) == (0, [])


@rule("RR-MISC-01")
def test_a_unit_of_the_sample_deck_is_paid_for_and_discarded() -> None:
    dice = {"power": 0, "class": 0, "basic": 3, "exhausted": 7}
    p1 = {"battlefield": 1, "dice": dice, "cards": {"Ash Hound": 2}}
    state = at(["silt-maw"], [unit("U")], p1=p1, players="sample")
    play = GAME.action({"do": "play", "seat": "p1", "card": "Ash Hound"})
    assert play not in state.legal_actions("p1")  # the list leaves out what helps nobody
    events = state.apply(play)
    assert kinds(events)[:3] == ["full", "discarded", "left"]
    seat = table(state).seats_of["p1"]
    assert (seat.cards, seat.dice, len(seat.units)) == (
        {"Ash Hound": 1},
        {**dice, "basic": 2, "exhausted": 8},
        1,
    )
