"""The Chimera's turn step by step, for a table that shows it slowly: each event with the table just after it.

Knows how views read; must never know a rule, nor change what happens.
"""

from __future__ import annotations

from typing import Any, Final

from ..contract import Event, Json, Step
from .frames import ChimeraTurn, Round
from .table import Situation
from .view import view

BEGINS: Final = ("chimera-turn", "turns-over")
"""What a person's own action may bring on that plays by itself: the Chimera's turn, the recovery phase."""

UNSEEN: Final = ("turn-begins", "turn-ends", "passed", "mode")
"""Events that are only words; the next step says enough."""


class Watched(list[Event]):
    """The log of an action that keeps the table after each event."""

    def __init__(self, s: Situation) -> None:
        super().__init__()
        self._s = s
        self._plays_itself = plays_itself(s)
        self.steps: list[Step] = []

    def append(self, event: Event) -> None:
        """Say what happened, and look at the table."""
        super().append(event)
        self._plays_itself = self._plays_itself or event.kind in BEGINS
        if self._plays_itself and event.kind not in UNSEEN:
            self.steps.append(Step(len(self), event.text, seen(self._s, event)))


def plays_itself(s: Situation) -> bool:
    """Whether the Chimera's turn, or a phase between turns, is under way."""
    base = s.stack[0]
    between = isinstance(base, Round) and base.phase in ("recovery", "end")
    return between or any(isinstance(frame, ChimeraTurn) for frame in s.stack)


def seen(s: Situation, event: Event) -> dict[str, Json]:
    """The view while an event is told: the card it is about, the battle it declares, nobody asked anything."""
    found: dict[str, Any] = view(s)
    found["asked"], found["prompt"] = {}, ""
    data = event.data
    card = data.get("card")
    found["about"] = card if isinstance(card, str) else ""
    if event.kind == "attack" and data.get("attackers"):
        found["battle"] = {
            "by": "chimera",
            "side": data["side"],
            "attackers": list(data["attackers"]),
            "attacker": data["attackers"][0],
            "target": data["target"],
            "guard": "",
            "step": "declare",
        }
    elif event.kind in ("blocked", "guarded") and found["battle"] is not None:
        found["battle"] = {**found["battle"], "attacker": data["attacker"], "guard": data["card"]}
    return found
