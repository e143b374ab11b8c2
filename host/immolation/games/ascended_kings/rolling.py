"""What chance may say on either track: which starts, dials and numbers there are; knows no question."""

from __future__ import annotations

from ..contract import Action, Refusal
from . import actions as act
from . import opening
from .situation import Situation


def check(s: Situation, action: Action) -> Refusal | None:
    """None if chance may show this, whatever asked for it; what dice can show at all the actions themselves say."""
    if isinstance(action, act.DrawStart):
        return opening.check_draw_start(s, action)
    if isinstance(action, act.TurnEventDial):
        return opening.check_turn_event_dial(s, action)
    return None
