"""Makes decision points of chance: dice and draws, asked for in a sentence and held to what they can bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..contract import Action, Decision, Outcome, Refusal
from .decision_points import DecisionPoint, Handlers, anywhere, chance_alone, stay

Outcomes = Callable[[Any, Any], tuple[Outcome, ...]]
"""What may come, from the facts and the frame."""

Prompt = str | Callable[[Any, Any], str]


def asks_chance(
    kind: str, prompt: Prompt, rule: str, outcomes: Outcomes, face_down: bool = False
) -> Callable[[Any, Any, str], Decision]:
    """Return how chance is asked. ``face_down``: the outcomes would tell what somebody holds; the host alone draws."""

    def ask(s: Any, frame: Any, seat: str) -> Decision:
        said = prompt if isinstance(prompt, str) else prompt(s, frame)
        return Decision(kind, said, rule, None, "none", outcomes(s, frame), face_down=face_down)

    return ask


def chance_point(
    kind: str,
    prompt: Prompt,
    rule: str,
    outcomes: Outcomes,
    handlers: Handlers,
    *,
    settle: Any = stay,
    face_down: bool = False,
    validate: Callable[[Any, Any, int], None] = anywhere,
) -> DecisionPoint[Any, Any]:
    """A decision point at which nobody but chance is asked."""
    ask = asks_chance(kind, prompt, rule, outcomes, face_down)
    return DecisionPoint(settle, chance_alone, ask, outcomes=outcomes, chance=handlers, validate=validate)


def among(
    outcomes: Outcomes, refusal: Callable[[Any, Any, Action], Refusal]
) -> Callable[[Any, Any, Any], Refusal | None]:
    """Refuse what is none of the outcomes."""

    def check(s: Any, frame: Any, action: Action) -> Refusal | None:
        known = any(outcome.action == action for outcome in outcomes(s, frame))
        return None if known else refusal(s, frame, action)

    return check
