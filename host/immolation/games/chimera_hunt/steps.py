"""Keeps the table as it stood at each step of the Chimera's turn and of the End of Round, so that people can follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..contract import Event, Json, Step
from ..engine import Recorder

SILENT: Final = frozenset(("moved", "returned", "picked-up", "laid", "gave", "banked", "gem", "rested", "round"))
"""Events that people have made themselves, or that are shown with another one."""

STAYS: Final = {"ultimate": 3, "over": 3, "fell": 2, "woke": 2, "count": 4}
"""Event -> how many times the pace it stays."""


class Watched(Recorder):
    """The log of an action that looks at the table after each event."""

    def __init__(self, look: Callable[[], dict[str, Json]]) -> None:
        """``look`` gives the public view."""
        super().__init__(look)
        self._steps: list[Step] = []

    def append(self, event: Event) -> None:
        """Say what happened, and look; a new round begins with the count of life, souls, rains and rage."""
        super().append(event)
        if event.kind == "round":
            self._steps.append(Step(len(self), event.text, {**self.look(), "count": True}, STAYS["count"]))
        elif event.kind not in SILENT:
            self._steps.append(Step(len(self), event.text, self.look(), STAYS.get(event.kind, 1)))

    @property
    def steps(self) -> Sequence[Step]:
        """All of them, if there are at least two; a single one is what everybody sees at once."""
        return self._steps if len(self._steps) > 1 else []
