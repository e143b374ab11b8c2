"""Measures of Cinders."""

from __future__ import annotations

from typing import Final

from immolation.games import State
from immolation.simulate.measures import Measures


class CindersMeasures(Measures):
    """Nothing beyond what suits every ruleset."""

    endings = {"CI-WIN-01": "the last run"}

    @staticmethod
    def last_round(state: State, counted: int, actions: int) -> int:
        """Every run is a round, and the next one is counted when nobody can run any more."""
        return min(counted, actions)


MEASURES: Final = CindersMeasures
