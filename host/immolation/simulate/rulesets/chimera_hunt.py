"""Measures of Chimera Hunt: deeds, what takes the Chimera's life, falls, and how the hunt ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from immolation import games
from immolation.games import Action, Event, State
from immolation.games.chimera_hunt import ChimeraHunt
from immolation.games.contract import Json
from immolation.simulate.measures import Measures

DEEDS: Final = "deeds"
DAMAGE: Final = "life taken by"
ENDS: Final = "ends"
FALLS: Final = "falls"
ULTIMATES: Final = "Ultimates"
HELD: Final = "walls held"
SHORT: Final = "charges that fall short"
KINDS: Final = {"gem": "draw", "rested": "rest", "banked": "bank", "laid": "lay", "gave": "give", "leapt": "leap"}
COUNTED: Final = {"fell": FALLS, "ultimate": ULTIMATES, "held": HELD, "short": SHORT}


class HuntMeasures(Measures):
    """Counts how hunters spend their turns, and what kills the Chimera."""

    tables: ClassVar[tuple[int, ...]] = (2, 3, 4)
    endings = {
        "HUNT-WIN-01": "the death of the Chimera",
        "HUNT-WIN-02": "the arena turning to ash",
        "HUNT-FALL-02": "a fall with no soul left",
    }

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.counts = {DEEDS: {}, DAMAGE: {}, ENDS: {}}
        self.numbers = {FALLS: 0, ULTIMATES: 0, HELD: 0, SHORT: 0}

    def see(self, state: State, action: Action, events: Sequence[Event]) -> None:
        """Count what the events say."""
        for event in events:
            if event.kind == "struck":
                self.count(DEEDS, str(event.data["what"]))
            elif event.kind == "gem" and "HUNT-DRAW-01" not in event.rules:
                continue
            elif event.kind in KINDS:
                self.count(DEEDS, KINDS[event.kind])
            elif event.kind == "egis":
                self.count(DEEDS, "egis")
            elif event.kind == "hurt":
                self.count(DAMAGE, str(event.data["by"]), int(event.data["wounds"]))
            elif event.kind == "over":
                self.count(ENDS, {"HUNT-WIN-01": "won", "HUNT-WIN-02": "ash"}.get(event.rules[0], "no soul left"))
            elif event.kind in COUNTED:
                self.numbers[COUNTED[event.kind]] += 1

    def groups(self, view: Mapping[str, Json]) -> dict[str, dict[str, str]]:
        """By Chimera and level."""
        return {seat: {"chimera": view["chimera"], "level": view["level"]} for seat in view["seats"]}

    @staticmethod
    def vary(config: Mapping[str, Any], seats: Sequence[str], rng: Random) -> dict[str, Any]:
        """A Chimera, where the config names none."""
        if "chimera" in config or config.get("campaign", "none") != "none":
            return {}
        return {"chimera": rng.choice(_chimeras())}


@cache
def _chimeras() -> tuple[str, ...]:
    """The Chimeras of the ruleset itself."""
    game = games.load("chimera-hunt")
    assert isinstance(game, ChimeraHunt)
    return tuple(game.pack.chimeras)


MEASURES: Final = HuntMeasures
