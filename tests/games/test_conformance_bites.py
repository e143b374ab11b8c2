"""The conformance suite finds what it is there for: each ruleset here breaks one promise, and one test says so."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

import pytest
from immolation.games import Action, Event, Gesture, IllegalAction, Picture

from tests.games import test_conformance as suite
from tests.games import toy
from tests.games.toy import Roll, Run, ToyRace, ToyState


class Tells(ToyState):
    """Shows everybody every card."""

    def view(self, seat: str | None) -> dict[str, Any]:
        view = super().view(seat)
        view["seats"] = {name: {**facts, "card": self.here.seats[name].card} for name, facts in view["seats"].items()}
        return view


class Hints(ToyState):
    """Asks only those who hold a trip, so that silence tells what a hand holds."""

    def deciders(self) -> dict[str, Any]:
        asked = super().deciders()
        if self.here.phase != "react":
            return asked
        return {seat: why for seat, why in asked.items() if self.here.seats[seat].card == "trip"} or asked


class Forgets(ToyState):
    """Leaves the die out of its position while somebody runs."""

    def position(self) -> dict[str, Any]:
        return {**super().position(), "pips": min(1, self.here.pips)}


class Dreams(ToyState):
    """Rolls dice of its own."""

    def apply(self, action: Action) -> list[Event]:
        if isinstance(action, Roll):
            action = Roll(action.seat, random.randint(1, 3))
        return super().apply(action)


class Clings(ToyState):
    """Hands itself out as its copy."""

    def copy(self) -> Self:
        return self


class Stumbles(ToyState):
    """Has begun before it refuses."""

    def apply(self, action: Action) -> list[Event]:
        if self.check(action):
            self.here.round += 1
        return super().apply(action)


class Promises(ToyState):
    """Lists an action that it then refuses."""

    def check(self, action: Action) -> Any:
        if isinstance(action, Run) and action.tile % 10 == 5:
            return toy.Refusal("TOY-03", "Not to column 5.")
        return super().check(action)

    def apply(self, action: Action) -> list[Event]:
        if refusal := self.check(action):
            raise IllegalAction(refusal)
        return super().apply(action)


class Mute(ToyState):
    """Says what happened without saying why."""

    def apply(self, action: Action) -> list[Event]:
        return [Event(event.kind, (), event.text, event.data, event.secret) for event in super().apply(action)]


class Guesses(ToyState):
    """Samples a state in which the seat itself holds another card."""

    def sample(self, seat: str, rng: Random) -> Self:
        other = super().sample(seat, rng)
        other.here.seats[seat].card = None
        return other


class Misleads(ToyRace):
    """Lights the tile beside the one that is meant."""

    def picture(self, view: Mapping[str, Any], actions: Sequence[Action] = ()) -> Picture:
        picture = super().picture(view, actions)
        wrong = tuple(Gesture(g.action, g.off, tuple(tile ^ 1 for tile in g.on)) for g in picture.gestures)
        return Picture(picture.pieces, picture.layers, wrong)


class Meddles(ToyRace):
    """Writes into the view it draws."""

    def picture(self, view: Mapping[str, Any], actions: Sequence[Action] = ()) -> Picture:
        view["seats"]["p1"]["tile"] ^= 1
        return super().picture(view, actions)


PROMISES: dict[type[ToyState] | type[ToyRace], Callable[[str, int], None]] = {
    Tells: suite.test_what_a_seat_sees_is_the_same_in_every_state_it_cannot_tell_apart,
    Hints: suite.test_what_a_seat_sees_is_the_same_in_every_state_it_cannot_tell_apart,
    Guesses: suite.test_what_a_seat_sees_is_the_same_in_every_state_it_cannot_tell_apart,
    Forgets: suite.test_a_state_made_from_its_position_goes_on_like_the_original,
    Dreams: suite.test_the_same_choices_make_the_same_game_whatever_global_randomness_does,
    Clings: suite.test_a_copy_stays_as_it_was_while_its_original_goes_on,
    Stumbles: suite.test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing,
    Promises: suite.test_every_legal_action_is_accepted_and_touches_only_the_state_it_is_applied_to,
    Mute: suite.test_events_say_what_happened_and_which_rule_made_it_happen,
    Misleads: suite.test_a_gesture_is_what_the_sensors_see_when_its_action_is_taken,
    Meddles: suite.test_the_picture_is_a_pure_function_of_the_view,
}


@pytest.mark.parametrize("broken", PROMISES, ids=lambda broken: broken.__name__)
def test_a_broken_promise_is_found(broken: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(ToyRace):
        state: ClassVar[type[ToyState]] = broken if issubclass(broken, ToyState) else ToyState

    game = Broken if issubclass(broken, ToyState) else broken
    monkeypatch.setattr(toy, "load", game)
    found = 0
    for seed in range(4):
        try:
            PROMISES[broken](ToyRace.name, seed)
        except (AssertionError, ValueError):  # a refusal where none was due is a GameError
            found += 1
    assert found, f"{broken.__name__}: {broken.__doc__} Nothing noticed."
