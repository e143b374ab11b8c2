"""Counts what happens in a game, ruleset by ruleset.

To count more in a ruleset, write a subclass of `Measures`. A package that brings its ruleset along names it by an entry
point (`plugins.MEASURES`); those of our own are ``MEASURES`` in ``simulate/rulesets/<ruleset>.py``, named in
`_MODULES`. Every count it makes gets its table, its plot or its map of tiles in the report by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Final

from immolation.games import Action, Event, State, plugins
from immolation.games.contract import Json

TILES: Final = 100

_MODULES: Final[dict[str, str]] = {
    "ascended-kings": "ascended_kings",
    "chimera-con": "chimera_con",
    "chimera-hunt": "chimera_hunt",
    "cinders": "cinders",
    "kimera": "kimera",
    "red-rains": "red_rains",
}
"""Ruleset -> the module of ``rulesets`` that counts in it."""

KINDS: Final = ("king", "type", "kind", "rider", "phoenixborn", "chimera", "faction")
"""Facts of a seat in a view by which its results are grouped, where they are words."""


class Measures:
    """Counts of one game besides its winner. Made when it begins, shown every action, asked once at its end.

    This one suits every ruleset; others add to it.
    """

    tables: ClassVar[tuple[int, ...]] = ()
    """Numbers of players that a ladder of levels tells apart; empty for all there are."""

    across: ClassVar[str] = ""
    """Key of a config whose every choice is played alike often in a ladder of levels, unless the config names one."""

    endings: ClassVar[Mapping[str, str]] = {}
    """Rule -> what people call the end it brings, where the heading that it stands under does not say so."""

    def __init__(self, state: State) -> None:
        self.numbers: dict[str, float] = {}
        """Name -> one number of this game; the report shows how they are spread."""
        self.counts: dict[str, dict[str, int]] = {}
        """Chart -> item -> how often; the report shows the sum per game."""
        self.tiles: dict[str, list[int]] = {}
        """Map -> how often on each of the 100 tiles."""

    def see(self, state: State, action: Action, events: Sequence[Event]) -> None:
        """An action was taken and the game is now in ``state``."""

    def groups(self, view: Mapping[str, Json]) -> dict[str, dict[str, str]]:
        """Seat -> grouping -> group, at the end of the game: ``{"p1": {"king": "Vara"}}``."""
        found: dict[str, dict[str, str]] = {}
        for seat, facts in view["seats"].items():
            found[seat] = {kind: facts[kind] for kind in KINDS if isinstance(facts.get(kind), str) and facts[kind]}
        return found

    @staticmethod
    def vary(config: Mapping[str, Any], seats: Sequence[str], rng: Random) -> dict[str, Any]:
        """Draw for this game what a config leaves open and would otherwise favour a seat in every game."""
        return {}

    @classmethod
    def even(cls, config: Mapping[str, Any], seats: Sequence[str], rng: Random) -> dict[str, Any]:
        """Draw the same where bots are compared, so that no seat of this game is better off than another."""
        return cls.vary(config, seats, rng)

    @staticmethod
    def last_round(state: State, counted: int, actions: int) -> int:
        """Return the last round that was played of a finished game, of whose position ``state`` is one.

        Its view ``counted`` so many at the end; some rulesets count on before they see that the game is over.
        """
        return counted

    @staticmethod
    def called(item: str) -> str:
        """Return what people call an item of a chart: an identifier in words, all else as it is.

        >>> Measures.called("free-melee"), Measures.called("Ballistic Seeds")
        ('free melee', 'Ballistic Seeds')
        """
        return re.sub("[-_]", " ", item) if item.islower() else item

    def count(self, chart: str, item: str, by: int = 1) -> None:
        """Count an item of a chart."""
        items = self.counts.setdefault(chart, {})
        items[item] = items.get(item, 0) + by

    def mark(self, chart: str, tile: int, by: int = 1) -> None:
        """Count something on a tile."""
        self.tiles.setdefault(chart, [0] * TILES)[tile] += by


@cache
def of(ruleset: str) -> type[Measures]:
    """Return the measures of a ruleset."""
    module = _MODULES.get(ruleset)
    if module is None:
        return plugins.load(plugins.MEASURES, ruleset, Measures, subclass=True) or Measures
    found = import_module(f"{__package__}.rulesets.{module}").MEASURES
    assert issubclass(found, Measures), f"{module}.MEASURES"
    return found  # type: ignore[no-any-return]


def vary(
    ruleset: str, config: Mapping[str, Any], seats: Sequence[str], rng: Random, *, even: bool = False
) -> dict[str, Any]:
    """Draw what differs from game to game of a series, as keys of its config; ``even``: alike for all seats."""
    drawn = of(ruleset)
    return (drawn.even if even else drawn.vary)(config, seats, rng)
