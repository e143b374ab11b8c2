"""Measures of Chimera Con: turns, fights, cheats, Markets, and which families win rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from immolation import games
from immolation.games import Action, Event, State
from immolation.games.chimera_con import ChimeraCon
from immolation.games.contract import Json
from immolation.simulate.measures import Measures

TURNS: Final = "turns a round"
ATTACKS: Final = "attacks a round"
MARKETS: Final = "Market Phases"
DRAWN: Final = "rounds nobody won"
BLOWS: Final = "attacks"
CHEATS: Final = "cheats"
CONDITIONS: Final = "conditions"
WINNERS: Final = "families in Chimeras that won a round"
ENDS: Final = {"missed": "defended", "ability-failed": "requirement missed", "damaged": "hit"}
STATES: Final = {"poisoned": "Poisonous", "negated": "Negative", "petrified": "petrified", "took-off": "Airborne"}


class ChimeraConMeasures(Measures):
    """Counts how long rounds are, how attacks end, which cheats are played, whose parts are left standing."""

    endings = {"CC-WIN-02": "the last point that somebody needed"}

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.counts = {BLOWS: {}, CHEATS: {}, CONDITIONS: {}, WINNERS: {}}
        self._turns = self._attacks = 0
        self._rounds = 0
        self._families: dict[str, tuple[str, ...]] = {}
        self.numbers = {TURNS: 0, ATTACKS: 0, MARKETS: 0, DRAWN: 0}
        self._look(state)

    def see(self, state: State, action: Action, events: Sequence[Event]) -> None:
        """Count what the events say; a round's Chimeras are gone when it is over, so they are noted before."""
        changed = False
        for event in events:
            match event.kind:
                case "turn-begins":
                    self._turns += 1
                case "attack-declared":
                    self._attacks += 1
                case "market-opens":
                    self.numbers[MARKETS] += 1
                case "cheat":
                    self.count(CHEATS, str(event.data["card"]))
                case "missed" | "ability-failed":
                    self.count(BLOWS, ENDS[event.kind])
                case "damaged" if "CC-ATK-03" in event.rules:
                    self.count(BLOWS, ENDS[event.kind])
                case "round-won" | "round-lost":
                    self._rounds += 1
                    self.numbers[DRAWN] += event.kind == "round-lost"
                    for family in self._families.get(str(event.data.get("seat")), ()):
                        self.count(WINNERS, family)
            if event.kind in STATES:
                self.count(CONDITIONS, STATES[event.kind])
            changed |= event.kind in ("built", "attached", "replaced")
        if changed:
            self._look(state)
        rounds = max(1, self._rounds)
        self.numbers[TURNS] = round(self._turns / rounds, 2)
        self.numbers[ATTACKS] = round(self._attacks / rounds, 2)

    def groups(self, view: Mapping[str, Json]) -> dict[str, dict[str, str]]:
        """None: hardly two Chimeras are alike; `WINNERS` counts the families instead."""
        return {seat: {} for seat in view["seats"]}

    @staticmethod
    def called(item: str) -> str:
        """A cheat by the name on its card, all else as it is called anywhere."""
        return _cheats().get(item) or Measures.called(item)

    def _look(self, state: State) -> None:
        for seat, facts in state.view(None)["seats"].items():
            families = tuple(dict.fromkeys(part["family"] for part in facts["parts"].values() if part))
            if families:
                self._families[seat] = families


@cache
def _cheats() -> dict[str, str]:
    """The cheats of the ruleset itself -> their names."""
    game = games.load("chimera-con")
    assert isinstance(game, ChimeraCon)
    return {card.id: card.name for card in game.pack.cheats}


MEASURES: Final = ChimeraConMeasures
