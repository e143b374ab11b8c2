"""Keep the table as it stood at each step of a round's end, so that people see it before the next one begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import Event, Step
from ...engine import Recorder

ENDS: Final = frozenset(("eliminated", "round-won", "round-lost", "merchant", "market-closes"))
"""Events after which the table looks different at once, and which are worth being seen: an action that brings one
about is shown step by step (CC-WIN-01, CC-WIN-04, CC-MERCH-06, CC-MKT-05)."""

SHOWN: Final = ENDS | {"rolled", "hit", "missed", "damaged", "replaced", "unpetrified", "merchant-tied", "greedy"}
"""Events that lead to those: the last strike, what it did, who lost what, who is Merchant next."""


class StepRecorder(Recorder):
    """The log of an action that looks at the table after each event."""

    stays = {"eliminated": 4, "round-won": 4, "round-lost": 4, "merchant": 2}

    def append(self, event: Event) -> None:
        """Say what happened, and look."""
        super().append(event)
        if event.kind in SHOWN:
            self.note(event)

    @property
    def steps(self) -> Sequence[Step]:
        """The steps up to the last that ends something; none where nothing ends."""
        ends = [place for place, step in enumerate(self.noted, 1) if self[step.events - 1].kind in ENDS]
        return self.noted[: max(ends, default=0)]
