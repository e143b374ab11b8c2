"""Measures of Red Rains: Ultimates, phases, aspects beaten, how far the Chimera came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from immolation.games import Action, Event, State
from immolation.games.red_rains.state import RedRainsState
from immolation.simulate.measures import Measures

WON: Final = "won by the players"
"""1 or 0, for the players win together."""

ULTIMATES: Final = "Ultimates"
PHASE: Final = "phase at the end"
BEATEN: Final = "aspects beaten"
LEFT: Final = "the Chimera's life left, in percent"
ATTACKS: Final = "attacks by"
REVEALED: Final = "aspects revealed"
PHASES: Final = ("", "I", "II", "III")


class RedRainsMeasures(Measures):
    """Ultimates by phase, aspects revealed and beaten, attacks, the Chimera's life."""

    across = "chimera"
    endings = {"RR-BASE-03": "the fall of the Chimera or a Phoenixborn", "TABLE": "a limit of this program"}

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.counts = {ULTIMATES: {}, REVEALED: {}, ATTACKS: {}}
        self.numbers = {WON: 0, ULTIMATES: 0, PHASE: 1, BEATEN: 0, LEFT: 100}

    def see(self, state: State, action: Action, events: Sequence[Event]) -> None:
        """Count what the events say, and look at the Chimera when the game ends."""
        for event in events:
            if event.kind == "ultimate":
                self.count(ULTIMATES, f"phase {PHASES[event.data['phase']]}")
                self.numbers[ULTIMATES] += 1
            elif event.kind == "revealed":
                self.count(REVEALED, event.data["name"])
            elif event.kind == "destroyed" and event.data["card"][:1] == "a":
                self.numbers[BEATEN] += 1
            elif event.kind == "attack":
                self.count(ATTACKS, "the Chimera" if event.data["attackers"][0][:1] == "a" else "the players")
            elif event.kind == "game-over":
                self.numbers[WON] = int(bool(event.data["winners"]))
                chimera = state.view(None)["chimera"]
                self.numbers[PHASE] = chimera["phase"]
                self.numbers[LEFT] = round(100 * max(0, chimera["life"] - chimera["wounds"]) / chimera["life"])

    @staticmethod
    def last_round(state: State, counted: int, actions: int) -> int:
        """A round more is counted to find out that there were as many as there may be."""
        assert isinstance(state, RedRainsState)
        return min(counted, state.facts.settings.rules.most_rounds)


MEASURES: Final = RedRainsMeasures
