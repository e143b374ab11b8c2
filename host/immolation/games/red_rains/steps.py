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

UNSEEN: Final = ("turn-begins", "turn-ends", "passed", "mode", "left", "guard-used")
"""Events that are only words, or seen in what the next step shows; that the Chimera passes nothing else shows."""

OVERTAKES: Final[dict[str, tuple[str, ...]]] = {
    "attack": ("chimera-turn",),
    "mode": ("chimera-turn",),
    "status-token": ("chimera-turn",),
    "status": ("status-token",),
    "damaged": ("counters",),
    "destroyed": ("damaged", "wound-tokens"),
    "rage-full": ("rage-raised",),
    "ultimate": ("red-rains",),
}
"""Event -> those just before it that need no step of their own: it shows what they did, and more."""

FOLLOWS: Final[dict[str, tuple[str, ...]]] = {
    "status-tokens": ("revealed", "summoned", "status-tokens"),
    "exhausted": ("damaged", "destroyed", "attack", "exhausted", "no-battle"),
    "wound-tokens": ("destroyed", "discarded"),
    "red-rains": ("rage-full", "rage-token"),
    "red-rains-removed": ("ultimate",),
    "healed": ("turns-over", "healed"),
    "readied": ("turns-over", "healed", "readied"),
    "dice-exhausted": ("turns-over", "healed", "readied"),
}
"""Event -> those after which it needs no step of its own: it is what always comes of them."""


class Watched(list[Event]):
    """The log of an action that keeps the table after each event."""

    def __init__(self, s: Situation) -> None:
        super().__init__()
        self._s = s
        self._plays_itself = plays_itself(s)
        self._last = ""
        self.steps: list[Step] = []

    def append(self, event: Event) -> None:
        """Say what happened, and look at the table."""
        super().append(event)
        self._plays_itself = self._plays_itself or event.kind in BEGINS
        if not self._plays_itself or (event.kind in UNSEEN and event.data.get("mode") != "pass"):
            return
        before, self._last = self._last, event.kind
        if self.steps and before in FOLLOWS.get(event.kind, ()):
            self._last = before
            return
        if self.steps and before in OVERTAKES.get(event.kind, ()):
            self.steps.pop()
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
