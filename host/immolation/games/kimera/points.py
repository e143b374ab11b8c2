"""What a decision point is made of; the modules of the steps fill these in, `state` brings them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..contract import Action, Outcome, Refusal
from .frames import Frame
from .situation import Log, Situation


@dataclass(frozen=True, slots=True)
class Ask:
    """Why a seat is asked."""

    prompt: str
    rule: str
    clock: str = "turn"


def nobody(s: Situation, frame: Any) -> tuple[str, ...]:
    """Asks no seat."""
    return ()


def no_options(s: Situation, frame: Any, seat: str) -> list[Action]:
    """Nothing to choose."""
    return []


@dataclass(frozen=True, slots=True)
class Point:
    """How one kind of frame is asked about and answered. Every function takes the situation and the frame."""

    step: Callable[[Situation, Any, Log], bool]
    """Goes on by itself as far as it can; True if it changed the stack, so that the new top is looked at."""

    asked: Callable[[Situation, Any], tuple[str, ...]] = nobody
    """Seats that may answer, the most urgent first."""

    ask: Callable[[Situation, Any, str], Ask] | None = None
    options: Callable[[Situation, Any, str], Sequence[Action]] = no_options
    """Every answer of a seat; the first is its default."""

    check: Callable[[Situation, Any, Any], Refusal | None] | None = None
    """None if the answer, by a seat that is asked, is allowed."""

    do: Callable[[Situation, Any, Any, Log], None] | None = None
    draws: Callable[[Situation, Any], tuple[Outcome, ...]] | None = None
    """What chance may bring, where chance is due."""

    kinds: tuple[type[Action], ...] = ()
    """The kinds of action that answer it."""

    default: Callable[[Situation, Any, str], Action | None] | None = None
    """The first of the options, where it can be told without looking for the others; None where it cannot."""

    def first(self, s: Situation, frame: Any, seat: str) -> Action | None:
        """The default of a seat: the first of its options."""
        found = self.default(s, frame, seat) if self.default is not None else None
        return found or next(iter(self.options(s, frame, seat)), None)


Points = dict[type[Frame], Point]
"""Kind of frame -> how it is asked and answered."""
