"""Keeps which questions people are not asked: those they let pass, with one answer, or answered in advance."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from immolation.games import CHANCE, Action, Decision, State

from .records import Planned

PASSING = frozenset(("pass", "done", "go-on", "be-satisfied", "keep-die"))
"""Types of actions with which a window is let pass, and that may be remembered."""

REMEMBERED = PASSING | {"stand-down"}
"""Types of actions that may be remembered for what a question is about."""


def is_passing(action: Action) -> bool:
    """Whether an action does nothing but let play go on."""
    return action.__struct_config__.tag in PASSING


def is_remembered(decision: Decision, passes: Collection[str]) -> bool:
    """Whether somebody who lets these kinds of windows pass lets this one pass."""
    default = decision.default
    if default is None or default.__struct_config__.tag not in REMEMBERED:
        return False
    known = f"{decision.kind}: {decision.about}" if decision.about else decision.kind
    return known in passes or (decision.kind in passes and is_passing(default))


def only_answer(state: State, seat: str) -> Action | None:
    """Return the one thing a seat can do where everybody knows that it can do no other; None where it has a choice.

    A seat that knows more than the others is asked all the same: how fast it is done would tell what it holds.
    """
    actions = state.legal_actions(seat)
    if len(actions) != 1 or state.declarations(seat) or state.view(seat) != state.view(None):
        return None
    return actions[0]


class Plans:
    """Answers of seats in advance: each is given once its question is asked, and else forgotten."""

    def __init__(self) -> None:
        self._planned: dict[str, tuple[Sequence[Planned], str]] = {}
        """Seat -> what it will do, and who said so."""

    def make(self, seat: str, planned: Sequence[Planned], by: str) -> None:
        """Keep what a seat will do next; instead of what it said before."""
        self._planned.pop(seat, None)
        if planned:
            self._planned[seat] = (planned, by)

    def next_answer(self, state: State, seat: str, decision: Decision) -> tuple[Action, str] | None:
        """Return the answer that a seat has given already, and who said so; None where people must be asked.

        An answer that does not fit what is asked, or may not be given any more, is forgotten with those after it.
        """
        planned, by = self._planned.pop(seat, ((), ""))
        if not planned or planned[0].kind != decision.kind or state.check(planned[0].action) is not None:
            return None
        self.make(seat, planned[1:], by)
        return planned[0].action, by

    def on_action(self, action: Action) -> None:
        """Forget what others planned before somebody did something that they could not know; dice they expect."""
        if action.seat != CHANCE and not is_passing(action):
            for seat in [seat for seat in self._planned if seat != action.seat]:
                del self._planned[seat]

    def clear(self) -> None:
        """Forget all of it."""
        self._planned.clear()
