"""Deals three cards and three Core gems to each player after the dials are set (AK-SETUP-06, AK-SETUP-08)."""

from __future__ import annotations

from ....engine import need
from ...facts.full_situation import FullSituation
from ...facts.reporting import Log
from ...frames import RollingFirstYlem
from ..cards import draws
from ..frames import Dealing
from ..mats import gem_flow

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
            draws.begin(s, seat, CARDS, "AK-SETUP-06")
        else:
            gem_flow.take_any(s, seat, GEMS, log, "AK-SETUP-08")
    else:
        s.stack[-1] = Dealing("gems") if frame.step == "cards" else RollingFirstYlem()
    return True


def validate(s: FullSituation, frame: Dealing, place: int) -> None:
    """No more seats have theirs than there are."""
    seats = len(s.settings.seats)
    need(frame.done <= seats, f"stack.{place}", f"there are {seats} seats")
