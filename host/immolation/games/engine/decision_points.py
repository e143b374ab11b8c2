"""The record of a decision point: who is asked, in which words, what may be answered, what each answer does.

A ruleset has one `DecisionPoint` for each kind of frame that may lie on its stack, in one table; `StackState` asks
and answers by it. ``S`` is the ruleset's state, ``F`` the kind of frame, ``A`` a kind of action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..contract import CHANCE, Action, Decision, Outcome, Refusal
from .events import EventLog

S = TypeVar("S")
F = TypeVar("F")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Handler(Generic[S, F, A]):
    """Carries one kind of action out, and refuses it where rules do."""

    do: Callable[[S, F, A, EventLog], object]
    check: Callable[[S, F, A], Refusal | None] | None = None
    """None if the action, by a seat that is awaited, is allowed; without it every one is."""

    by_seat: bool = False
    """True where both take, in place of the frame, the number that the seat has in the ``numbers`` of the facts."""


Handlers = Mapping[type[Action], Handler[Any, Any, Any]]
"""Kind of action -> what it does."""


def stay(s: Any, frame: Any, log: EventLog) -> bool:
    """Settles nothing: somebody must decide."""
    return False


def nobody(s: Any, frame: Any) -> tuple[str, ...]:
    """Awaits no seat."""
    return ()


def chance_alone(s: Any, frame: Any) -> tuple[str, ...]:
    """Awaits dice or a draw."""
    return (CHANCE,)


def anywhere(s: Any, frame: Any, place: int) -> None:
    """Refuses nothing."""


def no_actions(s: Any, frame: Any, seat: str) -> tuple[Action, ...]:
    """Lists nothing."""
    return ()


def no_outcomes(s: Any, frame: Any) -> tuple[Outcome, ...]:
    """Chance brings nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class DecisionPoint(Generic[S, F]):
    """Settles, asks about and answers one kind of frame."""

    settle: Callable[[S, F, EventLog], bool | tuple[str, ...] | None] = stay
    """Carries out what needs no decision, and the new top of the stack is settled next; False if somebody must decide,
    and then nothing has changed. Where it has found out who, it may return those seats, as `seats` would, in its place.
    """

    seats: Callable[[S, F], tuple[str, ...]] = nobody
    """Whose answer is awaited, the most urgent first; ``(CHANCE,)`` where dice or a draw are due."""

    ask: Callable[[S, F, str], Decision] | None = None
    """Why a seat is asked, in words for a person; for chance with its outcomes."""

    actions: Callable[[S, F, str], Sequence[Action]] = no_actions
    """What a seat that is awaited may answer."""

    outcomes: Callable[[S, F], tuple[Outcome, ...]] = no_outcomes
    """What chance may bring, where it is awaited."""

    handlers: Handlers = field(default_factory=dict)
    """The answers of seats."""

    chance: Handlers = field(default_factory=dict)
    """The answers of chance. A seat can never give one of these, nor chance one of `handlers`."""

    refusals: Mapping[type[Action], Callable[[S, F], Refusal | None]] = field(default_factory=dict)
    """Why an action that is no answer here is refused, where a rule says more than that it is not asked."""

    validate: Callable[[S, F, int], None] = anywhere
    """Refuses such a frame of a position where it could not lie at ``place`` of the stack, counted from the bottom:
    BadPosition with the key. The ruleset calls it, once the facts of a position are read."""

    filtered: bool = False
    """True where ``actions`` may list what a handler's check refuses; such actions are left out."""


def answered(kind: type[A], do: Callable[[S, F, A, EventLog], object], check: Any = None) -> Handlers:
    """The handlers of a decision point that has one kind of answer."""
    return {kind: Handler(do, check)}
