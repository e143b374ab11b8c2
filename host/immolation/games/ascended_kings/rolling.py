"""What chance may say on either track: which starts, dials and numbers there are; knows no question."""

from __future__ import annotations

from ..contract import Action, Refusal
from . import actions as act
from . import opening
from .situation import Situation


def check(s: Situation, action: Action) -> Refusal | None:
    """None if chance may show this (AK-COMP-05, AK-COMP-09), whatever asked for it."""
    if isinstance(action, act.DrawStart):
        return opening.check_draw_start(s, action)
    if isinstance(action, act.TurnEventDial):
        return opening.check_turn_event_dial(s, action)
    if isinstance(action, act.RollImmolation) and not 1 <= action.value <= 4:
        return Refusal("AK-COMP-05", f"The Immolation Die shows 1 to 4, not {action.value}.")
    if isinstance(action, act.RollPercentile) and not 0 <= action.value <= 99:
        return Refusal("AK-COMP-09", f"The percentile dice show 0 to 99, not {action.value}.")
    return None
