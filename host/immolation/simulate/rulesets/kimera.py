"""Measures of Kimera: attacks and what came of them, damage, defeats, how the battle ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from immolation.games import Action, Event, State
from immolation.games.kimera.cards.components import KIMERA, default_pack
from immolation.simulate.measures import Measures

ATTACKS: Final = "attacks"
DAMAGE: Final = "damage cards"
DEFEATS: Final = "defeats"
RECOVERIES: Final = "recoveries"
ENDS: Final = "ended by"
LAST_ROUND: Final = "the last round"
DEFEAT_OF_ALL: Final = "defeat of all others"
DEFEAT_RULE: Final = "KM-POT-03"


class KimeraMeasures(Measures):
    """Attacks by kind and result, damage by effect, defeats by type, recoveries, the end."""

    endings = {DEFEAT_RULE: "the defeat of all others", "TABLE": "the end of the last round"}

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.counts = {ENDS: {}, ATTACKS: {}, DAMAGE: {}, DEFEATS: {}}
        self.numbers = {DEFEATS: 0, DAMAGE: 0}
        self._types = {seat: facts["type"] for seat, facts in state.view(None)["seats"].items()}

    def see(self, state: State, action: Action, events: Sequence[Event]) -> None:
        """Count what the events say."""
        how = getattr(action, "how", "")
        for event in events:
            if event.kind == "attack-declared":
                self.count(ATTACKS, event.data["how"])
            elif event.kind in ("attack-hits", "attack-fails"):
                self.count(ATTACKS, event.kind.replace("attack-", "that "))
            elif event.kind == "full-recovery":
                self.count(RECOVERIES, "full")
            elif event.kind == "balance-regained" and how in ("partial", "free"):
                self.count(RECOVERIES, how)
            elif event.kind == "damaged":
                self.count(DAMAGE, event.data["effect"])
                self.numbers[DAMAGE] += 1
            elif event.kind == "defeated":
                self.count(DEFEATS, self._types[event.data["seat"]])
                self.numbers[DEFEATS] += 1
            elif event.kind == "game-over":
                self.count(ENDS, DEFEAT_OF_ALL if DEFEAT_RULE in event.rules else LAST_ROUND)

    @staticmethod
    def called(item: str) -> str:
        """A type of Kimera by its name, all else as it is called anywhere."""
        return item.capitalize() if item in KIMERA else Measures.called(item)

    @staticmethod
    def vary(config: Mapping[str, Any], seats: Sequence[str], rng: Random) -> dict[str, Any]:
        """Sample riders drawn for the seats unless the config names some: else a type would always sit alike."""
        if config.get("riders"):
            return {}
        riders = sorted(default_pack().riders)
        return {"riders": dict(zip(seats, rng.sample(riders, len(seats)), strict=True))}

    @classmethod
    def even(cls, config: Mapping[str, Any], seats: Sequence[str], rng: Random) -> dict[str, Any]:
        """One sample rider for all seats: who rides which of two decides more games than how well."""
        if config.get("riders"):
            return {}
        return {"riders": dict.fromkeys(seats, rng.choice(sorted(default_pack().riders)))}


MEASURES: Final = KimeraMeasures
