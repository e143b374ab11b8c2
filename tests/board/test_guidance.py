"""Putting the board right: one pair at a time, in words and light, with both ways out, and never longer than needed."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.board.guidance import Guidance, corrections, guide
from immolation.games import TABLE, Correct

from tests.board.open_field import Field, FieldState
from tests.games.toy import ToyRace


def field(**tiles: int | None) -> FieldState:
    return Field().from_position({"tiles": tiles})


def lead(state: FieldState, occupied: set[int], before: Guidance | None = None, **more: Any) -> Guidance | None:
    return guide(state.game.picture(state.view(None)), frozenset(occupied), before=before, **more)


def test_a_wrong_place_is_told_in_one_sentence_and_lit_from_here_to_there() -> None:
    guidance = lead(field(p1=45, p2=77), {42, 77})
    assert guidance is not None
    assert guidance.sentence == "Move Vara from 42 to 45."
    assert guidance.pairs == ((42, 45),)
    lights = {layer.effect: layer.tiles for layer in guidance.layers}
    assert lights == {"path": (42, 43, 44, 45), "blink": (42,), "target": (45,)}
    assert next(layer.way for layer in guidance.layers if layer.effect == "path") == (42, 43, 44, 45)


def test_next_to_each_other_needs_no_way() -> None:
    guidance = lead(field(p1=45), {44})
    assert guidance is not None
    assert [layer.effect for layer in guidance.layers] == ["blink", "target"]


def test_a_missing_miniature_is_asked_for_by_name() -> None:
    guidance = lead(field(p1=5, p2=77), {77})
    assert guidance is not None
    assert guidance.sentence == "Put Vara on 05."
    assert [layer.effect for layer in guidance.layers] == ["target"]


def test_one_too_many_is_taken_off() -> None:
    guidance = lead(field(p1=5), {5, 60})
    assert guidance is not None
    assert guidance.sentence == "Take the miniature off 60."
    assert [layer.effect for layer in guidance.layers] == ["blink"]


def test_only_one_pair_is_lit_and_all_are_listed() -> None:
    guidance = lead(field(p1=11, p2=88), {10, 85})
    assert guidance is not None
    assert guidance.pairs == ((10, 11), (85, 88))
    assert {tile for layer in guidance.layers for tile in layer.tiles} == {10, 11}


def test_it_leaves_by_itself_when_board_and_game_agree() -> None:
    state = field(p1=45, p2=77)
    assert lead(state, {42, 77}) is not None
    assert lead(state, {45, 77}) is None


def test_lifting_what_one_was_asked_to_move_does_not_change_what_is_asked() -> None:
    state = field(p1=15, p2=88)
    first = lead(state, {11, 85})
    assert first is not None
    assert first.pairs[0] == (85, 88)
    in_hand = lead(state, {11}, before=first)
    assert in_hand is not None
    assert in_hand.sentence == "Put Zhoth on 88."
    done = lead(state, {11, 88}, before=in_hand)
    assert done is not None
    assert done.sentence == "Move Vara from 11 to 15."


def test_a_dead_sensor_is_never_asked_about() -> None:
    assert lead(field(p1=45), {45, 3}, ignore=frozenset({3})) is None
    assert lead(field(p1=45), set(), ignore=frozenset({45})) is None


# --- the way out "the board is right" -------------------------------------------------------------------------


def follow(state: FieldState, occupied: set[int]) -> tuple[Correct, ...] | None:
    return corrections(state.game, state, frozenset(occupied))


def test_the_game_follows_a_miniature_that_was_moved() -> None:
    state = field(p1=45, p2=77)
    answer = follow(state, {42, 77})
    assert answer == (Correct(TABLE, ("tiles", "p1"), 42),)
    for correct in answer:
        state.apply(correct)
    assert state.game.picture(state.view(None)).occupied == {42, 77}


def test_the_game_follows_several_at_once_and_changes_nothing_itself() -> None:
    state = field(p1=45, p2=77, p3=3)
    before = state.digest()
    answer = follow(state, {42, 70, 3})
    assert answer is not None
    assert state.digest() == before
    assert {(correct.path[-1], correct.value) for correct in answer} == {("p1", 42), ("p2", 70)}


def test_the_game_follows_a_miniature_that_left() -> None:
    assert follow(field(p1=45, p2=77), {77}) == (Correct(TABLE, ("tiles", "p1"), None),)


def test_nothing_to_correct_is_no_correction() -> None:
    assert follow(field(p1=45), {45}) == ()


def test_where_it_is_not_clear_who_came_people_say_it() -> None:
    assert follow(field(p1=45, p2=None, p3=None), {45, 60}) is None


@pytest.mark.parametrize("occupied", [{2}, {2, 5, 50}])
def test_what_a_ruleset_cannot_follow_is_left_to_people(occupied: set[int]) -> None:
    """In the race no miniature can leave and none can join."""
    state = ToyRace().new({"seats": 2})
    assert corrections(state.game, state, frozenset(occupied)) is None


def test_a_real_ruleset_is_followed_through_its_own_corrections() -> None:
    state = ToyRace().new({"seats": 2})
    answer = corrections(state.game, state, frozenset({13, 5}))
    assert answer == (Correct(TABLE, ("seats", "p1", "tile"), 13),)
