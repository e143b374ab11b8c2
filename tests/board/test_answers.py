"""Answers by a touch, by lifting several tokens together, and by lifting a miniature twice."""

from __future__ import annotations

from typing import Any

from immolation import games
from immolation.board.move_recognition import Ambiguous, InHand, InSync, Recognized, recognize
from immolation.games import State

KINGS = games.load("ascended-kings")
RAINS = games.load("red-rains")


def verdict(state: State, occupied: set[int], touched: set[int], twice: frozenset[int] = frozenset()) -> Any:
    """What a pattern means to whoever is asked."""
    candidates = [action for seat in state.deciders() for action in state.legal_actions(seat)]
    found = recognize(state.game, state, candidates, frozenset(occupied), frozenset(touched), twice=twice)
    return [state.game.record(action) for action in found.actions] if isinstance(found, Recognized) else found


def acting(state: State, do: str = "active") -> State:
    """The same once the state is chosen and dice have fallen."""
    state.apply(next(action for action in state.legal_actions("p1") if getattr(action, "state", "") == do))
    while "chance" in state.deciders():
        state.apply(state.deciders()["chance"].outcomes[77].action)
    return state


def kings(**given: Any) -> State:
    return KINGS.from_position({"seats": {"p1": {"tile": 44, "level": 2}, "p2": {"tile": 88}}, "turn": "p1", **given})


def test_the_own_miniature_chooses_the_state_on_one_of_two_lit_tiles() -> None:
    state = kings()
    picture = KINGS.picture(state.view(None), state.legal_actions("p1"))
    lit = {gesture.on[0]: gesture.action for gesture in picture.gestures}
    assert {getattr(action, "state", "") for action in lit.values()} == {"active", "latent"}
    assert len({layer.effect for layer in picture.layers if {*layer.tiles} & {*lit}}) == 2, "rings and breath"
    for tile, action in lit.items():
        assert verdict(state, {tile, 88}, {44, tile}) == [KINGS.record(action)]
        assert verdict(state, {44, 88}, {44, tile}) == [KINGS.record(action)], "it was there and is back"
    assert isinstance(verdict(state, {88}, {44}), InHand)
    assert verdict(state, {44, 88}, {44}) == InSync(), "lifted and put back says nothing"


def test_a_turn_ends_when_the_miniature_is_lifted_twice_and_not_when_it_is_lifted_once() -> None:
    state = acting(kings())
    assert verdict(state, {44, 88}, {44}) == InSync()
    assert verdict(state, {44, 88}, {44}, frozenset({44})) == [{"do": "end-turn", "seat": "p1"}]


def test_a_fire_wall_is_pushed_back_where_its_light_is_touched() -> None:
    state = acting(kings(walls={"top": 3}))
    pushes = [action for action in state.legal_actions("p1") if KINGS.record(action)["do"] == "pyrokinesis"]
    picture = KINGS.picture(state.view(None), state.legal_actions("p1"))
    (gesture,) = [gesture for gesture in picture.gestures if gesture.action in pushes]
    assert gesture.on == (34,)
    assert verdict(state, {34, 88}, {44, 34}) == [{"do": "pyrokinesis", "seat": "p1", "edge": "top"}]


def printed() -> State:
    """Two units of printed cards, and a card of the Chimera's that they can attack."""
    state = RAINS.new({"seats": 1, "players": "printed"})
    while not any(getattr(action, "target", "")[:1] == "a" for action in state.legal_actions("p1")):
        seat, decision = next(iter(state.deciders().items()))
        units = state.view(None)["seats"]["p1"]["units"]
        enters = [one for one in state.legal_actions(seat) if RAINS.record(one)["do"] == "enter" and len(units) < 2]
        due = decision.outcomes[0].action if seat == "chance" else decision.default
        state.apply(enters[0] if enters else due or state.legal_actions(seat)[0])
    return state


def test_an_attack_lifts_its_unit_and_its_target_together() -> None:
    state = printed()
    gestures = RAINS.picture(state.view(None), state.legal_actions("p1")).gestures
    standing = {*RAINS.picture(state.view(None)).occupied}
    (unit, *_) = sorted(standing & {80, 81})
    attacks = [
        gesture for gesture in gestures if RAINS.record(gesture.action)["do"] == "attack" and unit in gesture.off
    ]
    on_card = min((gesture for gesture in attacks if gesture.off == gesture.on), key=lambda gesture: len(gesture.off))
    assert len(on_card.off) == 2
    assert isinstance(verdict(state, standing - {unit}, {unit}), Ambiguous), "it may have left: that is asked"
    assert isinstance(verdict(state, standing - {*on_card.off}, {*on_card.off}), InHand)
    assert verdict(state, standing, {*on_card.off}) == [RAINS.record(on_card.action)]
    assert verdict(state, standing, {unit}) == InSync(), "a unit lifted and put back does nothing"
    on_chimera = min((gesture for gesture in attacks if gesture.on == (40,)), key=lambda gesture: len(gesture.off))
    assert verdict(state, standing - {*on_chimera.off} | {40}, {*on_chimera.off, 40}) == [
        RAINS.record(on_chimera.action)
    ]
