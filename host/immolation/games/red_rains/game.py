"""Makes states and pictures: the `Game` of Red Rains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..contract import Decision, Json, Option
from ..editions import Edition
from ..engine import HouseGame, actions_of, current, known_keys
from .cards import sample_deck
from .cards.pack_reading import WrittenPack
from .config import config_keys, open_game, read_pack, read_settings
from .display import labels, picture
from .edition import EDITION
from .facts.situation import Situation
from .options import HouseRules
from .position.from_json import read_position
from .state import RedRainsState


class RedRains(HouseGame):
    """One or two players against a Chimera that takes its own turns."""

    name: ClassVar[str] = "red-rains"
    title: ClassVar[str] = "Red Rains"
    cooperative: ClassVar[bool] = True
    house_rules: ClassVar[Any] = HouseRules
    latest: ClassVar[Edition] = EDITION
    actions: ClassVar[Any] = actions_of(RedRainsState)
    reveals: ClassVar[frozenset[str]] = frozenset({
        "aspect-added", "drawn", "entered", "examined", "hand", "hand-discard", "revealed", "searched",
    })  # fmt: skip

    def __init__(self, pack: WrittenPack | None = None, decks: int = sample_deck.EDITION) -> None:
        self.pack = pack
        """The Chimera that people wrote, which plays where a config or a position names none."""

        self.decks = decks
        """The edition of the decks with which fair fights are fought."""

    def earlier(self) -> Sequence[RedRains]:
        """Red Rains with the decks that fair fights had before, the latest first."""
        return [RedRains(self.pack, decks) for decks in range(self.decks - 1, 0, -1)]

    def new(self, config: Mapping[str, Json] | None = None) -> RedRainsState:
        """The start of a game. Raises BadConfig naming the key, BadData for a mistake in a pack.

        ``config``: ``seats`` 1 or 2 (1), ``chimera`` (a name, "viros", or a pack as a table; the pack the game was
        loaded with), ``aspects`` (its aspect set), ``level`` ("S1" to "H3"), ``campaign`` (False), ``players``
        ("sample", "fair" or "printed"), ``life`` of each Phoenixborn (18), ``chimera_life``, ``battlefield`` (5),
        ``options`` (see `options`), ``reading`` ("as-played", or "literal").
        """
        given = self.config(config)
        known_keys(given, self.config_keys())
        made = read_settings(given, decks=self.decks)
        s = Situation(settings=made, pack=read_pack(given, made, self.pack), seats_of={})
        open_game(s, given)
        state = RedRainsState(self, s)
        state.settle([])
        s.place_cards()
        return state

    def from_position(self, position: Mapping[str, Json]) -> RedRainsState:
        """The state that a position describes. Raises BadPosition naming the key."""
        found = read_position(current(self, position), self.pack, decks=self.decks)
        return RedRainsState(self, found)

    def is_open(self, decision: Decision) -> bool:
        """Whatever the host knows lies open on the table; hands are of paper."""
        return True

    picture = staticmethod(picture.picture)
    label = staticmethod(labels.label)

    def config_keys(self) -> Sequence[Option]:
        """Seats, Chimera, level, players."""
        return config_keys(self.pack)
