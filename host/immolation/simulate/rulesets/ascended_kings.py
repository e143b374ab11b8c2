"""Measures of Ascended Kings: deaths by cause and tile, and where the Fire Walls burn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from immolation.games import Action, Event, State
from immolation.games.ascended_kings.board import geometry
from immolation.games.ascended_kings.board.geometry import EDGES
from immolation.games.ascended_kings.components import king_keys
from immolation.games.ascended_kings.rounds.war import last_round
from immolation.games.ascended_kings.state import TrackState
from immolation.simulate.measures import Measures

DEATHS: Final = "deaths"
FIRE: Final = "fire"
CAUSES: Final = "kills by cause"
OVERRUN: Final = "overrun by a Fire Wall"
OVERRUN_RULE: Final = "AK-FIRE-05"


class AscendedKingsMeasures(Measures):
    """Deaths, fire, steps and what ended the game."""

    endings = {
        "AK-WAR-11": "the Omega Stone taken with all four Bloodstones",
        "AK-SCORE-02": "the count of Koru",
        "AK-SCORE-03": "the hands of who were tied",
        "AK-SCORE-04": "a draw",
    }

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.tiles = {DEATHS: [0] * 100, FIRE: [0] * 100}
        self.counts = {CAUSES: {}}
        self.numbers = {DEATHS: 0}
        self._wounded: dict[str, str] = {}

    def see(self, state: State, action: Action, events: Sequence[Event]) -> None:
        """Count who died of what, and the tiles under fire whenever a wall has moved."""
        burning = False
        for event in events:
            if event.kind == "wounded":
                self._wounded[event.data["seat"]] = str(event.data["cause"]).replace("-", " ")
            elif event.kind == "died":
                self._died(action, event)
            elif event.kind == "survived":
                self._wounded.pop(event.data["seat"], None)
            elif event.kind in ("wall-placed", "wall-advanced"):
                burning = True
        if burning:
            lines = state.view(None)["walls"]
            for tile in geometry.tiles(geometry.walls(**{edge: lines.get(edge) for edge in EDGES}).strip_mask):
                self.mark(FIRE, tile)

    def _died(self, action: Action, event: Event) -> None:
        seat = event.data["seat"]
        wounded = self._wounded.pop(seat, None)
        dealt = wounded or str(getattr(action, "means", "") or "attack")
        cause = OVERRUN if OVERRUN_RULE in event.rules else dealt
        self.count(CAUSES, cause)
        self.mark(DEATHS, event.data["tile"])
        self.numbers[DEATHS] += 1

    @staticmethod
    def last_round(state: State, counted: int, actions: int) -> int:
        """The war's rounds are counted on to find out that the last one is over (AK-WAR-14)."""
        assert isinstance(state, TrackState)
        return min(counted, last_round(state.facts) or counted)

    @staticmethod
    def vary(config: Mapping[str, Any], seats: Sequence[str], rng: Random) -> dict[str, Any]:
        """Kings drawn for every seat unless the config names some: else a King would always sit in the same seat."""
        if config.get("kings") not in (None, "box"):
            return {}
        return {"kings": dict(zip(seats, rng.sample(sorted(king_keys()), len(seats)), strict=True))}


MEASURES: Final = AscendedKingsMeasures
