"""The setup of the full track after the dials: three cards and three Core gems each (AK-SETUP-06, AK-SETUP-08)."""

from __future__ import annotations

from ..arena import Log
from ..frames import Dealing, RollingFirstYlem
from . import drawing, fitting
from .situation import FullSituation

CARDS = 3
GEMS = 3


def settle(s: FullSituation, frame: Dealing, log: Log) -> bool:
    """Deal to the next seat in turn order, then let each choose its gems openly; then the first Ylem is rolled."""
    order = s.in_round_order()
    if frame.step == "gems" and s.rules.setup_gem_choice_order == "reverse":
        order.reverse()
    if frame.done < len(order):
        seat = order[frame.done]
        s.stack[-1] = Dealing(frame.step, frame.done + 1)
        if frame.step == "cards":
            drawing.begin(s, seat, CARDS, "AK-SETUP-06")
        else:
            fitting.take_any(s, seat, GEMS, log, "AK-SETUP-08")
    else:
        s.stack[-1] = Dealing("gems") if frame.step == "cards" else RollingFirstYlem()
    return True
