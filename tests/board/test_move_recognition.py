"""What a pattern means. Each complaint about occupancy boards that rules can answer is a test here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation import games
from immolation.board.guidance import distance, guide, pair
from immolation.board.move_recognition import (
    Ambiguous,
    InHand,
    InSync,
    OutOfSync,
    Recognized,
    recognize,
    why_not,
)
from immolation.games import Action

from tests.board.open_field import Field, FieldState, Kill, Pick, Slide, Step
from tests.games.toy import Run, ToyRace


def field(**where: Any) -> FieldState:
    """A open field with miniatures by seat; ``turn`` is p1 unless given."""
    return Field().from_position({"turn": "p1", "gems": [], "collected": {}, "steps": 9, **where})


def read(
    state: FieldState, occupied: set[int], touched: Sequence[int] = (), *, seats: Sequence[str] = ("p1",), **more: Any
) -> Any:
    candidates = [action for seat in seats for action in state.legal_actions(seat)]
    return recognize(state.game, state, candidates, frozenset(occupied), frozenset(touched), **more)


def test_nothing_changed_agrees() -> None:
    assert read(field(tiles={"p1": 44, "p2": 77}), {44, 77}) == InSync()


def test_a_step_is_the_one_action_that_gives_the_pattern() -> None:
    assert read(field(tiles={"p1": 44, "p2": 77}), {45, 77}, [44, 45]) == Recognized((Step("p1", 45),))


def test_a_legal_but_different_move_than_the_lights_proposed_is_taken_as_what_it_is() -> None:
    state = field(tiles={"p1": 44, "p2": 77})
    proposed = Step("p1", 45)
    candidates = [proposed, *(action for action in state.legal_actions("p1") if action != proposed)]
    assert recognize(state.game, state, candidates, frozenset({54, 77})) == Recognized((Step("p1", 54),))


def test_lifted_only_is_in_hand_for_its_owner() -> None:
    """D5: sliding is read as a shorter move. A miniature on its way is no move and no mistake."""
    assert read(field(tiles={"p1": 44, "p2": 77}), {77}, [44]) == InHand(44)


def test_lifting_somebody_elses_miniature_is_no_move() -> None:
    verdict = read(field(tiles={"p1": 44, "p2": 77}), {44}, [77])
    assert verdict == OutOfSync(frozenset({77}), frozenset(), ((None, 77),))


def test_lifted_and_put_back_cancels() -> None:
    """D5: ghost moves and false takebacks."""
    assert read(field(tiles={"p1": 44, "p2": 77}), {44, 77}, [44]) == InSync()


def test_a_neighbour_bumped_on_the_way_does_not_matter_once_it_stands_again() -> None:
    assert read(field(tiles={"p1": 44, "p2": 45}), {54, 45}, [44, 45, 54]) == Recognized((Step("p1", 54),))


def test_a_slide_over_three_tiles_takes_all_three_steps() -> None:
    """D5: several moves in one update must all be taken."""
    verdict = read(field(tiles={"p1": 44}), {47}, [44, 45, 46, 47])
    assert verdict == Recognized((Step("p1", 45), Step("p1", 46), Step("p1", 47)))


def test_of_two_ways_the_one_that_was_felt_is_taken() -> None:
    state = field(tiles={"p1": 44}, gems=[55])
    through_the_gem = read(state, {66}, [44, 55, 66])
    assert through_the_gem == Recognized((Step("p1", 55), Step("p1", 66)))
    around = field(tiles={"p1": 44}, gems=[45])
    assert read(around, {46}, [44, 35, 46]) == Recognized((Step("p1", 35), Step("p1", 46)))


def test_ways_that_end_in_different_states_are_asked_about_when_nothing_was_felt_between() -> None:
    verdict = read(field(tiles={"p1": 44}, gems=[45]), {46}, [44, 46])
    assert isinstance(verdict, Ambiguous)
    assert {choice[0] for choice in verdict.choices} >= {Step("p1", 45)}
    assert len(verdict.choices) == 2, "over the gem, or around it: two ways around it that end alike are one"


def test_ways_that_end_in_the_same_state_are_one_meaning() -> None:
    verdict = read(field(tiles={"p1": 44}), {46}, [44, 46])
    assert isinstance(verdict, Recognized)
    assert len(verdict.actions) == 2


def test_no_more_steps_than_the_rules_allow() -> None:
    assert isinstance(read(field(tiles={"p1": 44}, steps=2), {47}, [44, 45, 46, 47]), OutOfSync)
    assert isinstance(read(field(tiles={"p1": 44}), {49}, [44, 49]), OutOfSync), (
        "five steps are more than are looked for"
    )


@pytest.mark.rule("AK-MOVE-03")
def test_a_step_too_far_says_how_far_and_what_a_step_is() -> None:
    position = {"track": "full", "seats": {"p1": {"tile": 44, "pool": {"aria": 2}}, "p2": {"tile": 79}}}
    state = games.load("ascended-kings").from_position({**position, "turn": "p1", "stack": [{"at": "active"}]})
    refusal = why_not(state.game, state, state.legal_actions("p1"), 44, 4)
    assert refusal is not None
    assert refusal.rule == "AK-MOVE-03"
    assert refusal.reason == (
        "Tile 04 is four steps from 44, where Vara stands; a step goes to a neighbouring tile and costs 1 Aria."
    )
    assert why_not(state.game, state, state.legal_actions("p1"), 79, 4) is None, "nobody may move that now"
    arena = games.load("ascended-kings").from_position(
        {"seats": {"p1": {"tile": 44}, "p2": {"tile": 79}}, "stack": [{"at": "active"}]}
    )
    told = why_not(arena.game, arena, arena.legal_actions("p1"), 44, 4)
    assert told is not None
    assert "Aria" not in told.reason, "the arena counts none"


def test_two_actions_of_one_pattern_are_asked_about_unless_one_was_felt() -> None:
    """D5: promotion. Where the pattern cannot tell, people are asked; nothing is assumed."""
    state = field(tiles={"p1": 44, "p2": 77}, steps=1)
    candidates = [Pick("p1", 45, "red"), Pick("p1", 45, "blue")]
    verdict = recognize(state.game, state, candidates, frozenset({45, 77}), frozenset({44, 45}))
    assert verdict == Ambiguous(((candidates[0],), (candidates[1],)))


def test_a_miniature_taken_off_the_board_must_be_confirmed() -> None:
    """D5: an accidental lift of a piece that can be taken is not its death."""
    state = field(tiles={"p1": 44, "p2": 45})
    candidates = [*state.legal_actions("p1"), Kill("p1", 45)]
    verdict = recognize(state.game, state, candidates, frozenset({44}), frozenset({45}))
    assert verdict == Ambiguous(((Kill("p1", 45),),))


def test_a_miniature_whose_removal_was_announced_needs_no_confirmation() -> None:
    state = field(tiles={"p1": 44, "p2": 45})
    assert recognize(state.game, state, [Kill("p1", 45)], frozenset({44})) == Recognized((Kill("p1", 45),))


def test_an_intended_move_is_known_by_its_end_state_whatever_was_bumped() -> None:
    state = field(tiles={"p1": 44, "p2": 45})
    verdict = recognize(state.game, state, [Slide("p1", 99)], frozenset({99, 45}), frozenset({1, 2, 3, 45, 99}))
    assert verdict == Recognized((Slide("p1", 99),))


def test_a_bots_intention_is_not_extended_to_moves_it_did_not_intend() -> None:
    state = field(tiles={"p1": 44})
    assert isinstance(recognize(state.game, state, [Step("p1", 45)], frozenset({46})), OutOfSync)


def test_the_move_of_either_deciding_seat_is_understood() -> None:
    state = field(tiles={"p1": 44, "p2": 77}, turn="both")
    assert read(state, {44, 78}, seats=("p1", "p2")) == Recognized((Step("p2", 78),))


def test_nothing_is_assumed_past_a_roll_of_the_dice() -> None:
    state = field(tiles={"p1": 44}, dice_after=1)
    assert isinstance(read(state, {46}, [44, 45, 46]), OutOfSync)
    assert read(state, {45}, [44, 45]) == Recognized((Step("p1", 45),))


def test_two_misplaced_miniatures_are_paired_the_short_way() -> None:
    verdict = read(field(tiles={"p1": 0, "p2": 99}), {12, 97}, [0, 12, 97, 99])
    assert verdict == OutOfSync(frozenset({0, 99}), frozenset({12, 97}), ((97, 99), (12, 0)))


def test_a_dead_sensor_is_not_looked_at() -> None:
    """D5: a stuck square must not reject every move until the power is cycled."""
    state = field(tiles={"p1": 44, "p2": 77})
    assert isinstance(read(state, {44, 77, 13}), OutOfSync)
    assert read(state, {44, 77, 13}, ignore=frozenset({13})) == InSync()
    assert read(state, {45, 77, 13}, ignore=frozenset({13})) == Recognized((Step("p1", 45),))


def test_judging_changes_nothing() -> None:
    state = field(tiles={"p1": 44, "p2": 77}, gems=[45])
    before = state.digest()
    for pattern in ({46, 77}, {77}, {1, 2, 3}, set(), {47, 77}, set(range(100))):
        read(state, pattern)
    assert state.digest() == before


@given(st.frozensets(st.integers(0, 99)), st.frozensets(st.integers(0, 99)))
def test_any_pattern_gets_a_verdict_that_the_game_accepts(occupied: frozenset[int], touched: frozenset[int]) -> None:
    state = field(tiles={"p1": 44, "p2": 45}, gems=[55])
    verdict = read(state, set(occupied), tuple(touched))
    if isinstance(verdict, Recognized):
        for action in verdict.actions:
            state.apply(action)
        assert state.game.picture(state.view(None)).occupied == occupied
    elif isinstance(verdict, OutOfSync):
        assert verdict.missing == {44, 45} - occupied
        assert verdict.extra == occupied - {44, 45}


@given(st.sampled_from([1, -1, 10, -10, 11, -11, 9, -9]), st.integers(1, 4), st.frozensets(st.integers(0, 99)))
def test_every_straight_slide_is_understood(step: int, length: int, bumped: frozenset[int]) -> None:
    way = [44 + step * index for index in range(length + 1)]
    state = field(tiles={"p1": 44})
    verdict = read(state, {way[-1]}, [*way, *bumped])
    assert isinstance(verdict, Recognized)
    assert len(verdict.actions) == length


# --- a real ruleset -----------------------------------------------------------------------------------------


def race(tile: int, other: int, pips: int) -> Any:
    seats: Mapping[str, Any] = {"p1": {"tile": tile}, "p2": {"tile": other}}
    deck = {"trip": 2, "dash": 1, "blank": 2}
    return ToyRace().from_position({"seats": seats, "deck": deck, "phase": "run", "turn": "p1", "pips": pips})


def test_a_run_in_the_race_is_understood() -> None:
    state = race(2, 5, 2)
    candidates: list[Action] = list(state.legal_actions("p1"))
    assert recognize(state.game, state, candidates, frozenset({23, 5}), frozenset({2, 23})) == Recognized(
        (Run("p1", 23),)
    )
    assert isinstance(recognize(state.game, state, candidates, frozenset({33, 5})), OutOfSync)
    assert recognize(state.game, state, candidates, frozenset({5})) == InHand(2)


# --- partners -----------------------------------------------------------------------------------------------


@given(
    st.frozensets(st.integers(0, 99), max_size=5).flatmap(
        lambda one: st.tuples(
            st.just(one), st.frozensets(st.integers(0, 99).filter(lambda tile: tile not in one), max_size=5)
        )
    )
)
def test_no_other_partners_have_a_shorter_way(sets: tuple[frozenset[int], frozenset[int]]) -> None:
    missing, extra = sets
    pairs = pair(missing, extra)
    moves = [(start, end) for start, end in pairs if start is not None and end is not None]
    assert len(moves) == min(len(missing), len(extra))
    assert {end for _, end in pairs if end is not None} == missing
    assert {start for start, _ in pairs if start is not None} == extra
    assert sum(distance(*move) for move in moves) == _least(sorted(missing), sorted(extra))


def _least(missing: list[int], extra: list[int]) -> int:
    """By trying all partners."""
    if len(missing) < len(extra):
        missing, extra = extra, missing
    if not extra:
        return 0
    first, rest = extra[0], extra[1:]
    return min(distance(first, tile) + _least([other for other in missing if other != tile], rest) for tile in missing)


def test_a_board_in_heaps_is_paired_at_once() -> None:
    assert len(pair(frozenset(range(50)), frozenset(range(50, 100)))) == 50


@pytest.mark.parametrize("occupied", [frozenset({12, 97}), frozenset({0}), frozenset({0, 99, 50})])
def test_the_first_pair_of_the_verdict_is_the_one_that_is_lit(occupied: frozenset[int]) -> None:
    state = field(tiles={"p1": 0, "p2": 99})
    verdict = recognize(state.game, state, [], occupied)
    guidance = guide(state.game.picture(state.view(None)), occupied)
    assert isinstance(verdict, OutOfSync)
    assert guidance is not None
    assert guidance.pairs[0] == verdict.pairs[0]
    assert msgspec.json.decode(msgspec.json.encode(verdict.pairs), type=tuple[tuple[int | None, int | None], ...])
