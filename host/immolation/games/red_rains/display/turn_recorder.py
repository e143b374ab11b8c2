"""Records the Chimera's turn step by step, for a table that shows it slowly: each event with the view just after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...contract import Event, Json, Step
from ...engine import Recorder

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


class TurnRecorder(Recorder):
    """The log of an action that keeps the table after each event."""

    def __init__(self, look: Callable[[], dict[str, Json]]) -> None:
        """``look`` gives the public view."""
        super().__init__(look)
        before: dict[str, Any] = look()
        self._plays_itself = before["moment"] in ("recovery", "end") or "chimera-turn" in before["stack"]
        self._last = ""

    def append(self, event: Event) -> None:
        """Say what happened, and look at the table."""
        super().append(event)
        self._plays_itself = self._plays_itself or event.kind in BEGINS
        if not self._plays_itself or (event.kind in UNSEEN and event.data.get("mode") != "pass"):
            return
        before, self._last = self._last, event.kind
        if self.noted and before in FOLLOWS.get(event.kind, ()):
            self._last = before
            return
        if self.noted and before in OVERTAKES.get(event.kind, ()):
            self.noted.pop()
        self.noted.append(Step(len(self), event.text, seen(self.look(), event)))


def seen(found: dict[str, Any], event: Event) -> dict[str, Json]:
    """The view while an event is told: the card it is about, the battle it declares, nobody asked anything."""
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
