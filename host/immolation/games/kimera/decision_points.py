"""Make the decision points of Kimera, where the first of the listed answers is the default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from ..contract import CHANCE, Action, Decision, Outcome, Refusal
from ..engine import DecisionPoint, EventLog, Handler
from ..engine.decision_points import chance_alone, no_actions, no_outcomes, nobody, stay
from .actions import Draw
from .cards.components import card_name
from .facts.battle_facts import BattleFacts
from .frames import Frame


class Ask(msgspec.Struct, frozen=True, gc=False):
    """The question to a seat, with the rule that asks it."""

    prompt: str
    rule: str
    clock: str = "turn"
    about: str = ""
    """Why hardly anything can be chosen, where everybody can see it; a pass may be remembered for that alone."""

    courtesy: bool = False


Points = dict[type[Frame], DecisionPoint[Any, Any]]
"""Kind of frame -> how it is asked and answered."""

Options = Callable[[BattleFacts, Any, str], Sequence[Action]]
Default = Callable[[BattleFacts, Any, str], Action | None]


def point(
    settle: Callable[[BattleFacts, Any, EventLog], bool] = stay,
    seats: Callable[[BattleFacts, Any], tuple[str, ...]] = nobody,
    ask: Ask | Callable[[BattleFacts, Any, str], Ask] | None = None,
    options: Options = no_actions,
    check: Callable[[BattleFacts, Any, Any], Refusal | None] | None = None,
    do: Callable[[BattleFacts, Any, Any, EventLog], None] | None = None,
    *,
    kinds: tuple[type[Action], ...] = (),
    draws: Callable[[BattleFacts, Any], tuple[Outcome, ...]] | None = None,
    default: Default | None = None,
    courtesy: bool = False,
) -> DecisionPoint[Any, Any]:
    """A decision point whose ``kinds`` of answer are checked and done by one function each.

    ``ask``: the question, made for the seat where its words are not always the same.
    ``draws``: cards that chance may bring, where it is asked. ``default``: the first of the options, where it can be
    told without listing the others; None where it cannot.
    """

    always = ask if isinstance(ask, Ask) else None

    def decision(s: BattleFacts, frame: Any, seat: str) -> Decision:
        assert ask is not None, "asked only where somebody is awaited"
        why = always or ask(s, frame, seat)  # type: ignore[operator]
        if seat == CHANCE:
            # what is left in the deck tells what hands hold
            due = () if draws is None else draws(s, frame)
            return Decision(kind_of(frame), why.prompt, why.rule, None, "none", due, face_down=True)
        first = default(s, frame, seat) if default is not None else None
        first = first or next(iter(options(s, frame, seat)), None)
        asked_kindly = courtesy or why.courtesy
        return Decision(kind_of(frame), why.prompt, why.rule, first, why.clock, courtesy=asked_kindly, about=why.about)

    return DecisionPoint(
        settle,
        seats,
        None if ask is None else decision,
        options,
        draws or no_outcomes,
        handlers={} if do is None else {kind: Handler(do, check) for kind in kinds},
        chance={} if do is None or draws is None else {Draw: Handler(do, _check_draw)},
    )


def drawing_point(
    settle: Callable[[BattleFacts, Any, EventLog], bool],
    ask: Callable[[BattleFacts, Any, str], Ask],
    do: Callable[[BattleFacts, Any, Any, EventLog], None],
    draws: Callable[[BattleFacts, Any], tuple[Outcome, ...]],
) -> DecisionPoint[Any, Any]:
    """A decision point of chance: a card of the deck."""
    return point(settle, chance_alone, ask, do=do, draws=draws)


def _check_draw(s: BattleFacts, frame: Any, action: Draw) -> Refusal | None:
    if action.card in s.deck:
        return None
    return Refusal("TABLE", f"{card_name(action.card)} is not in the deck.")


def kind_of(frame: Frame) -> str:
    """The tag of a decision point."""
    return _tag(type(frame))


@cache
def _tag(kind: type[Frame]) -> str:
    return str(kind.__struct_config__.tag)
