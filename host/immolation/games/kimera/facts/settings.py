"""Hold what no battle changes: names, sides, cards; every copy of a state shares it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..cards.components import Card, Rider
from ..options import HouseRules
from .effective_traits import Standings

ROUNDS: Final = 60
"""Rounds after which a battle is broken off, if the config says nothing; the rulebook has no limit."""


class Settings:
    """The settings of one game, which never change during it; every copy of its state shares them."""

    def __init__(
        self,
        designs: Mapping[str, Rider],
        teams: Mapping[str, str],
        rules: HouseRules,
        cards: Sequence[Card],
    ) -> None:
        self.seats = tuple(designs)
        self.designs = dict(designs)
        self.names = _names(designs)
        self.teams = dict(teams)
        """Seat -> its side."""

        self.sides: dict[str, tuple[str, ...]] = {
            side: tuple(seat for seat in self.seats if teams[seat] == side) for side in dict.fromkeys(teams.values())
        }
        """Side -> its seats."""

        self.rules = rules
        self.cards = {card.id: card for card in cards}
        self.total = {card.id: card.count for card in cards}
        self.place = {card.id: place for place, card in enumerate(cards)}
        """Card -> its place in the pack, in which decks are kept."""

        self.standings = {seat: Standings(design, rules) for seat, design in designs.items()}


def _names(designs: Mapping[str, Rider]) -> dict[str, str]:
    """Seat -> a name of its own: with its player where two riders share one, the player alone where it has none."""
    said = [design.name for design in designs.values()]
    players = {seat: f"Player {seat.removeprefix('p')}" for seat in designs}
    return {
        seat: players[seat]
        if design.name in ("", seat)
        else (design.name if said.count(design.name) == 1 else f"{design.name} ({players[seat]})")
        for seat, design in designs.items()
    }
