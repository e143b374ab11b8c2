"""What every ruleset promises the host, held against games played by random choices to the end."""

from __future__ import annotations

import random
from pathlib import Path
from random import Random
from typing import Any

import embers
import msgspec
import pytest
from immolation import games
from immolation.games import CHANCE, TABLE, Action, Correct, Event, GameError, IllegalAction, State, rulebook

from tests.games import toy
from tests.games.playouts import (
    CLOSELY,
    FIRST,
    SCALE,
    closely,
    explained,
    follow,
    load,
    names,
    new,
    pick,
    reached,
    through_json,
    walk,
)

RULESETS = pytest.mark.parametrize("name", names())
GAMES = pytest.mark.parametrize("seed", range(FIRST, FIRST + 6 * SCALE))
LAYERS = 16  # as many as a board holds; see immolation_board.wire


def rule_ids(name: str) -> set[str]:
    if name == toy.ToyRace.name:
        return {"TABLE", *toy.RULES}
    if name == embers.Embers.name:
        rules = Path(str(embers.__file__)).with_name("rules.toml")
        return {"TABLE", *rulebook.read(rules.read_bytes(), "embers", [])}
    return {"TABLE", *rulebook.load(name)}


def now_and_then(name: str, seed: int, share: float) -> list[State]:
    """Copies of some situations of one game: all of its first ten and its end, and this share of the others.

    Fewer of both where a run looks at only some moments of its games closely.
    """
    rng = Random(-seed)
    found: list[State] = []
    last: State | None = None
    for number, state in enumerate(reached(name, seed)):
        last = state
        if number < 10 * CLOSELY or rng.random() < share * CLOSELY:
            found.append(state.copy())
    assert last is not None
    return [*found, last]


# --- a game runs ----------------------------------------------------------------------------------------


@RULESETS
@GAMES
def test_somebody_decides_until_the_game_is_over(name: str, seed: int) -> None:
    ids, moments = rule_ids(name), Random(-seed)
    for state in reached(name, seed):
        deciders = state.deciders()
        assert (state.outcome() is not None) == (not deciders)
        if deciders and not closely(moments):
            continue
        assert state.view(None)["over"] == (not deciders)
        assert CHANCE not in deciders or len(deciders) == 1
        for seat in (*state.seats, CHANCE, TABLE):
            legal = state.legal_actions(seat)
            out_of_turn = seat in state.seats and CHANCE not in deciders
            assert legal if seat in deciders else out_of_turn or not legal, seat
        for seat, decision in deciders.items():
            legal = list(state.legal_actions(seat))
            assert all(action.seat == seat for action in legal)
            assert len(set(legal)) == len(legal)
            assert decision.rule in ids
            assert decision.prompt.strip()
            assert decision.clock in ("turn", "window", "none")
            assert decision.default is None or decision.default in legal
            if seat == CHANCE:
                assert [outcome.action for outcome in decision.outcomes] == legal
                assert all(outcome.weight >= 1 for outcome in decision.outcomes)
            else:
                assert not decision.outcomes


@RULESETS
@GAMES
def test_the_end_names_its_winners_its_rule_and_a_score_sheet_that_adds_up(name: str, seed: int) -> None:
    state = new(name, seed)
    for _ in follow(state, name, seed):
        pass
    result = state.outcome()
    assert result is not None
    assert set(result.winners) <= set(state.seats)
    assert result.rule in rule_ids(name)
    assert result.reason.strip()
    for seat, sheet in result.scores.items():
        assert seat in state.seats
        lines = [value for line, value in sheet.items() if line not in ("total", "tiebreak")]
        assert sum(lines) in (0, sheet["total"])


@RULESETS
@GAMES
def test_events_say_what_happened_and_which_rule_made_it_happen(name: str, seed: int) -> None:
    ids = rule_ids(name)
    state = new(name, seed)
    for _action, events in follow(state, name, seed):
        for event in events:
            assert event.rules
            assert set(event.rules) <= ids, event
            assert event.text.strip()
            assert event.kind.strip()
            assert set(event.secret) <= set(state.seats)


# --- nothing is lost on the way ---------------------------------------------------------------------------


@RULESETS
@GAMES
def test_actions_events_and_positions_survive_json(name: str, seed: int) -> None:
    game, state, moments = load(name), new(name, seed), Random(-seed)
    for action, events in follow(state, name, seed):
        if not closely(moments):
            continue
        assert game.action(through_json(game.record(action))) == action
        for event in events:
            assert msgspec.convert(through_json(event), Event) == event
        position = state.position()
        assert through_json(position) == position
        again = game.from_position(through_json(position))
        assert again.digest() == state.digest()
        assert again.position() == position


@RULESETS
@GAMES
def test_a_state_made_from_its_position_goes_on_like_the_original(name: str, seed: int) -> None:
    game, state, rng, moments = load(name), new(name, seed), Random(seed), Random(-seed)
    while state.deciders():
        if not closely(moments):
            state.apply(pick(state, rng))
            continue
        again = game.from_position(through_json(state.position()))
        assert again.deciders() == state.deciders()
        for seat in (*state.seats, CHANCE):
            assert again.legal_actions(seat) == state.legal_actions(seat)
            assert again.view(seat) == state.view(seat)
        action = pick(state, rng)
        assert again.apply(action) == state.apply(action)
        assert again.digest() == state.digest()
    assert game.from_position(through_json(state.position())).outcome() == state.outcome()


@RULESETS
@GAMES
def test_the_same_choices_make_the_same_game_whatever_global_randomness_does(name: str, seed: int) -> None:
    def digests(disturbance: int) -> list[str]:
        state, moments = new(name, seed), Random(-seed)
        found: list[str] = []
        for _ in walk(state, Random(seed)):
            random.seed(disturbance + len(found))
            if closely(moments):
                found.append(state.digest())
            random.random()
        return [*found, state.digest()]

    before = random.getstate()
    try:
        assert digests(1) == digests(1_000_000)
    finally:
        random.setstate(before)


@RULESETS
@GAMES
def test_a_replay_of_the_actions_gives_the_same_events_and_digests(name: str, seed: int) -> None:
    game, state, moments = load(name), new(name, seed), Random(-seed)
    journal = [
        (through_json(game.record(action)), events, state.digest() if closely(moments) else None)
        for action, events in follow(state, name, seed)
    ]
    again = new(name, seed)
    for record, events, digest in journal:
        assert again.apply(game.action(record)) == events
        assert digest is None or again.digest() == digest
    assert again.digest() == state.digest()


# --- legal and illegal ------------------------------------------------------------------------------------


@RULESETS
@GAMES
def test_every_legal_action_is_accepted_and_touches_only_the_state_it_is_applied_to(name: str, seed: int) -> None:
    rng = Random(seed)
    for state in now_and_then(name, seed, 0.04):
        digest = state.digest()
        for seat in (*state.seats, CHANCE):  # out of turn as well
            legal = list(state.legal_actions(seat))
            assert len(set(legal)) == len(legal)
            for action in rng.sample(legal, min(25, len(legal))):
                assert state.check(action) is None, action
                other = state.copy()
                other.apply(action)
                assert state.digest() == digest


@RULESETS
@GAMES
def test_to_advance_does_what_applying_does_and_says_nothing(name: str, seed: int) -> None:
    for state in now_and_then(name, seed, 0.04):
        told, quiet = state.copy(), state.copy()
        for (action, _), _ in zip(walk(told, Random(seed)), range(12), strict=False):
            quiet.advance(action)
            assert quiet.digest() == told.digest()
            assert quiet.deciders() == told.deciders()


def mutated(record: dict[str, Any], seats: tuple[str, ...], rng: Random) -> dict[str, Any]:
    """An action's record with one field turned into something else of its kind."""
    key = rng.choice([key for key in record if key != "do"])
    value = record[key]
    if key == "seat":
        value = rng.choice((*seats, CHANCE, TABLE, "nobody"))
    elif isinstance(value, bool):
        value = not value
    elif isinstance(value, int):
        value = rng.choice((value + 1, value - 1, rng.randrange(100), -1, 10**6))
    elif isinstance(value, str):
        value = rng.choice((*seats, "", "nobody"))
    return {**record, key: value}


@RULESETS
@GAMES
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(name: str, seed: int) -> None:
    rng, ids, game = Random(seed), rule_ids(name), load(name)
    met: list[Action] = []
    refused = 0
    for state in now_and_then(name, seed, 0.1):
        met += [action for seat in state.deciders() for action in state.legal_actions(seat)][:3]
        tried = [mutated(game.record(rng.choice(met)), state.seats, rng) for _ in range(10)]
        tried += [game.record(rng.choice(met)) for _ in range(5)]
        digest, views = state.digest(), [state.view(seat) for seat in (*state.seats, None)]
        for record in tried:
            try:
                action = game.action(record)
            except games.BadAction as error:
                explained(error)
                continue
            refusal = state.check(action)
            if refusal is None:
                state.copy().apply(action)
            else:
                refused += 1
                assert refusal.rule in ids
                assert refusal.reason.strip()
                with pytest.raises(IllegalAction) as caught:
                    state.apply(action)
                assert caught.value.refusal == refusal
            assert state.digest() == digest
            assert [state.view(seat) for seat in (*state.seats, None)] == views
    assert refused


@RULESETS
@GAMES
def test_a_correction_keeps_to_positions_that_can_be_and_a_refused_one_changes_nothing(name: str, seed: int) -> None:
    rng, game = Random(seed), load(name)
    for state in now_and_then(name, seed, 0.05):
        digest, position = state.digest(), state.position()
        for _ in range(10):
            path, value = _somewhere_in(position, rng)
            value = rng.choice((value, None, -1, 3, 44, "p2", [], {}, True))
            action = Correct(TABLE, path, value)
            other = state.copy()
            try:
                other.apply(action)
            except GameError as error:
                explained(error)
                assert other.digest() == digest
            else:
                assert game.from_position(through_json(other.position())).digest() == other.digest()
        assert state.digest() == digest


def _somewhere_in(position: Any, rng: Random) -> tuple[tuple[str, ...], Any]:
    """A path into a position and what stands there; now and then one that leads nowhere."""
    path: list[str] = []
    while isinstance(position, dict) and position and rng.random() < 0.9:
        key = rng.choice(sorted(position))
        path.append(key)
        position = position[key]
    return (*path, *(["nowhere"] if rng.random() < 0.1 else [])), position


@RULESETS
@GAMES
def test_a_copy_stays_as_it_was_while_its_original_goes_on(name: str, seed: int) -> None:
    moments = Random(-seed)
    kept = [(state.copy(), state.digest(), state.view(None)) for state in reached(name, seed) if closely(moments)]
    for copy, digest, view in kept:
        assert copy.digest() == digest
        assert copy.view(None) == view


@RULESETS
@GAMES
def test_two_copies_go_the_same_way_and_leave_their_original_behind(name: str, seed: int) -> None:
    for state in now_and_then(name, seed, 0.02):
        one, other = state.copy(), state.copy()
        digest = state.digest()
        for (action, events), _ in zip(walk(one, Random(seed)), range(5), strict=False):
            assert other.apply(action) == events
            assert one.digest() == other.digest()
        assert state.digest() == digest


# --- secrets ----------------------------------------------------------------------------------------------


@RULESETS
@GAMES
def test_what_a_seat_sees_is_the_same_in_every_state_it_cannot_tell_apart(name: str, seed: int) -> None:
    rng, game = Random(seed), load(name)
    for state in now_and_then(name, seed, 0.05):
        digest = state.digest()
        for seat in state.seats:
            other = state.sample(seat, rng)
            assert other.view(seat) == state.view(seat)
            assert other.view(None) == state.view(None)
            assert other.legal_actions(seat) == state.legal_actions(seat)
            shown = {who: decision for who, decision in state.deciders().items() if who != CHANCE}
            theirs = {who: decision for who, decision in other.deciders().items() if who != CHANCE}
            assert list(theirs) == list(shown)
            assert theirs.get(seat) == shown.get(seat)
            assert game.from_position(through_json(other.position())).digest() == other.digest()
        assert state.digest() == digest


@RULESETS
def test_a_sampled_state_can_be_played_to_its_end(name: str) -> None:
    for state in now_and_then(name, 1, 0.01)[:8]:
        other = state.sample(state.seats[0], Random(1))
        for _ in walk(other, Random(2)):
            pass
        assert other.outcome() is not None


@RULESETS
@GAMES
def test_views_are_json_say_what_the_host_relies_on_and_belong_to_the_caller(name: str, seed: int) -> None:
    for state in now_and_then(name, seed, 0.1):
        digest = state.digest()
        for seat in (*state.seats, None):
            view = state.view(seat)
            assert through_json(view) == view
            assert view["ruleset"] == state.game.name
            assert list(view["seats"]) == list(state.seats)
            assert view["turn"] is None or view["turn"] in state.seats
            assert isinstance(view["round"], int)
            for facts in view["seats"].values():
                assert facts["name"].strip()
                assert 0 <= facts["colour"] <= 0xFFFFFF
            view["seats"].clear()
            view.clear()
        assert state.digest() == digest
        assert state.view(None)["seats"]


@RULESETS
@GAMES
def test_an_event_keeps_one_seats_facts_from_all_others(name: str, seed: int) -> None:
    state = new(name, seed)
    for _action, events in follow(state, name, seed):
        for event in events:
            for seat in (*state.seats, None):
                seen = event.seen_by(seat)
                assert not seen.secret
                if seat not in event.secret:
                    assert (seen.text, seen.data) == (event.text, event.data)


# --- the board --------------------------------------------------------------------------------------------


@RULESETS
@GAMES
def test_the_picture_is_a_pure_function_of_the_view(name: str, seed: int) -> None:
    game = load(name)
    for state in now_and_then(name, seed, 0.1):
        for seat in (*state.seats, None):
            view = state.view(seat)
            actions = state.legal_actions(seat) if seat else ()
            before = through_json(view)
            picture = game.picture(view, actions)
            assert view == before
            assert game.picture(through_json(view), actions) == picture
            assert len(picture.layers) <= LAYERS
            sensed = [piece.tile for piece in picture.pieces if piece.sensed]
            assert len(set(sensed)) == len(sensed)
            for piece in picture.pieces:
                assert 0 <= piece.tile < 100
                assert piece.count >= 1
                assert piece.label.strip()
                assert piece.owner in ("", *state.seats)
            for layer in picture.layers:
                assert layer.tiles or layer.way
                assert all(0 <= tile < 100 for tile in (*layer.tiles, *layer.way))
                assert 0 <= layer.colour <= 0xFFFFFF
                assert 0 <= layer.priority <= 255
                assert 0 <= layer.opacity <= 255
                assert len(layer.way) <= 20


@RULESETS
@GAMES
def test_a_gesture_is_what_the_sensors_see_when_its_action_is_taken(name: str, seed: int) -> None:
    game, rng = load(name), Random(seed)
    for state in now_and_then(name, seed, 0.1):
        for seat in state.deciders():
            legal = list(state.legal_actions(seat))
            view = state.view(seat if seat in state.seats else None)
            picture = game.picture(view, legal)
            assert {gesture.action for gesture in picture.gestures} <= set(legal)
            assert len({gesture.action for gesture in picture.gestures}) == len(picture.gestures)
            for gesture in rng.sample(picture.gestures, min(8, len(picture.gestures))):
                assert set(gesture.off) <= picture.occupied
                assert not set(gesture.on) & (picture.occupied - set(gesture.off))
                assert gesture.back or set(gesture.off) != set(gesture.on)
                felt = picture.occupied if gesture.back else picture.occupied - set(gesture.off) | set(gesture.on)
                after = state.copy()
                steps = after.unfold(gesture.action)
                after.apply(gesture.action)
                seen = [
                    picture.occupied,
                    *(game.picture(step.view).occupied for step in steps),
                ]  # it may go on by itself
                assert felt in [game.picture(after.view(None)).occupied, *(seen if gesture.back else seen[1:])], gesture


@RULESETS
@GAMES
def test_no_two_gestures_of_one_moment_look_the_same(name: str, seed: int) -> None:
    game = load(name)
    for state in now_and_then(name, seed, 0.1):
        legal = [action for seat in state.deciders() for action in state.legal_actions(seat)]
        felt = [(gesture.off, gesture.on) for gesture in game.picture(state.view(None), legal).gestures if gesture.back]
        assert len({*felt}) == len(felt)


@RULESETS
@GAMES
def test_every_action_has_words_for_its_button(name: str, seed: int) -> None:
    game = load(name)
    for state in now_and_then(name, seed, 0.05):
        for seat in state.deciders():
            view = state.view(seat if seat in state.seats else None)
            labels = [game.label(action, view) for action in state.legal_actions(seat)]
            assert all(label.strip() for label in labels)
            assert len(set(labels)) == len(labels), "two buttons read the same"
