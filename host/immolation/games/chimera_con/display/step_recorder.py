"""Keep the table as it stood at each step of a round's end, so that people see it before the next one begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...contract import Event, Json, Step
from ...engine import Recorder

ENDS: Final = frozenset(("eliminated", "round-won", "round-lost", "merchant", "market-closes"))
"""Events after which the table looks different at once, and which are worth being seen: an action that brings one
about is shown step by step (CC-WIN-01, CC-WIN-04, CC-MERCH-06, CC-MKT-05)."""

SHOWN: Final = ENDS | {"rolled", "hit", "missed", "damaged", "replaced", "unpetrified", "merchant-tied", "greedy"}
"""Events that lead to those: the last strike, what it did, who lost what, who is Merchant next."""


STAYS: Final = {"eliminated": 4, "round-won": 4, "round-lost": 4, "merchant": 2}
"""Event -> how many times the pace it stays, since there is much to read."""


class StepRecorder(Recorder):
    """The log of an action that looks at the table after each event."""

    def __init__(self, look: Callable[[], dict[str, Json]]) -> None:
        """``look`` gives the public view."""
        super().__init__(look)
        self._steps: list[tuple[str, Step]] = []

    def append(self, event: Event) -> None:
        """Say what happened, and look."""
        super().append(event)
        if event.kind in SHOWN:
            self._steps.append((event.kind, Step(len(self), event.text, self.look(), STAYS.get(event.kind, 1))))

    @property
    def steps(self) -> Sequence[Step]:
        """The steps up to the last that ends something; none where nothing ends."""
        last = max((place for place, (kind, _) in enumerate(self._steps, 1) if kind in ENDS), default=0)
        return [step for _, step in self._steps[:last]]
