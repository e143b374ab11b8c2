"""Chimera Hunt as a `State`."""

from __future__ import annotations

from ..contract import Correct, Json, Refusal
from ..correcting import corrected, in_words
from ..engine import EventLog, report
from . import view
from .decision_points import POINTS
from .steps import StepRecorder
from .table import HuntTable


class HuntState(HuntTable):
    """One situation of Chimera Hunt."""

    points = POINTS
    recorder = StepRecorder

    def copy(self) -> HuntState:
        """An independent state."""
        return HuntState(self.game, self.pack, self.hunt.copy())

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        found = corrected(self, action)
        return found if isinstance(found, Refusal) else None

    def do_correct(self, action: Correct, log: EventLog) -> None:
        """Set one thing right."""
        made = corrected(self, action)
        assert isinstance(made, HuntState), "apply has checked it"
        self.lay(made.hunt)
        report(log, "corrected", "TABLE", in_words(action, self.view(None)), path=list(action.path))

    def name_of(self, seat: str) -> str:
        """Return what people call a seat."""
        return view.name_of(self, seat)

    def view(self, seat: str | None) -> dict[str, Json]:
        """The position, with names, tiles and what is to come; nothing is hidden."""
        return view.view(self)

    def position(self) -> dict[str, Json]:
        """As `facts.Hunt` lists it."""
        return self.hunt.to_json()
