"""Ascended Kings as a `Game`: makes states and pictures; every rule is in the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..contract import Action, Game, Json, Option, Picture
from . import labels, opening, options, picture, settings
from .actions import ArenaAction
from .settings import read_config
from .track import ArenaState, state_from


class AscendedKings(Game):
    """Ascended Kings for 2 to 4 players, on the arena track."""

    name: ClassVar[str] = "ascended-kings"
    title: ClassVar[str] = "Ascended Kings"
    actions: ClassVar[Any] = ArenaAction

    def new(self, config: Mapping[str, Json] | None = None) -> ArenaState:
        """The start of a game. Raises BadConfig naming the key.

        ``config``: ``seats`` 2 to 4 (3), ``track`` ("arena"), ``rounds`` 1 to 20 (by AK-OMEGA-03), ``countdown``
        (True), ``kings`` (seat -> King, or "choose"), ``options`` (see `options`).
        """
        made, kings = read_config(config)
        state = ArenaState(self, made, kings)
        opening.open_game(state)
        return state

    def from_position(self, position: Mapping[str, Json]) -> ArenaState:
        """The state that a position describes; only ``seats`` must be given. Raises BadPosition naming the key."""
        return state_from(self, position)

    def picture(self, view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
        """How a view looks on the board."""
        return picture.picture(view, actions)

    def label(self, action: Action, view: Mapping[str, Json]) -> str:
        """What a button for this action says."""
        return labels.label(action, view)

    def config_keys(self) -> Sequence[Option]:
        """Seats, rounds, countdown, Kings."""
        return settings.config_keys()

    def options(self) -> Sequence[Option]:
        """Every house rule."""
        return options.options(options.HouseRules)
