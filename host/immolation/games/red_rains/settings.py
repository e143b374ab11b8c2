"""Holds what is agreed before a game: level, players, house rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..contract import BadConfig
from ..house_rules import shown
from .cards.card_records import Level
from .cards.sample_deck import EDITION
from .options import HouseRules

LIFE = 18
"""Of a Phoenixborn, where nobody says: printed ones have 15 to 20."""

BATTLEFIELD = 5
"""Units a Phoenixborn's battlefield holds, where nobody says."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one game, which never change during it; every copy of its state shares them."""

    seats: tuple[str, ...]
    level: Level
    campaign: bool
    """Levels follow one another, as far as 3."""

    players: str
    """``sample``: the host knows every card; ``fair``: so it does, and the deck is as strong as the level asks;
    ``printed``: people declare from printed cards."""

    rules: HouseRules

    decks: int = EDITION
    """The edition of the decks of a fair fight, from 1; see `sample_deck`."""

    windows: bool = field(init=False, compare=False)
    """Whether play stops for declared reactions."""

    uninterrupted: bool = field(init=False, compare=False)
    """Whether one step follows another with nothing between them: then those that decide nothing are left out."""

    def __post_init__(self) -> None:
        """Find out once what is asked at every step."""
        printed, chosen = self.players == "printed", self.rules.reaction_windows
        windows = chosen == "always" or (chosen == "printed" and printed)
        continuous = self.rules.ultimate_recheck == "continuous"
        object.__setattr__(self, "windows", windows)
        object.__setattr__(self, "uninterrupted", not (printed or windows or continuous))

    @property
    def empties_needed(self) -> int:
        """The number of times the draw pile must run out for fatigue (RR-FAT-01)."""
        return self.rules.fatigue_after_empties or len(self.seats)


def number(value: object, key: str, low: int, high: int) -> int:
    """A whole number in a range. Raises BadConfig naming the key."""
    if type(value) is not int or not low <= value <= high:
        raise BadConfig(f"{key}: a whole number from {low} to {high}, not {shown(value)}.")
    return value
