"""Keeps the table as it stood at each step of the Chimera's turn and of the End of Round, so that people can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..contract import Event, Step
from ..engine import Recorder

SILENT: Final = frozenset(("moved", "returned", "picked-up", "laid", "gave", "banked", "gem", "rested"))
"""Events that people have made themselves, or that are shown with another one."""


class StepRecorder(Recorder):
    """The log of an action that looks at the table after each event."""

    stays = {"ultimate": 3, "over": 3, "fell": 2, "woke": 2, "round": 4}

    def append(self, event: Event) -> None:
        """Say what happened, and look; a new round begins with the count of life, souls, rains and rage."""
        super().append(event)
        if event.kind not in SILENT:
            self.note(event, **({"count": True} if event.kind == "round" else {}))

    @property
    def steps(self) -> Sequence[Step]:
        """All of them, if there are at least two; a single one is what everybody sees at once."""
        return self.noted if len(self.noted) > 1 else []
