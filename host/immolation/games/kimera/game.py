"""Kimera as a `Game`: makes states and pictures; every rule is in the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..contract import Json, Option
from ..editions import Edition
from ..engine import EventLog, HouseGame, actions_of, current
from .cards.components import Pack
from .display import labels, picture
from .edition import EDITION
from .options import HouseRules
from .position.from_json import read
from .rounds import opening, recovery
from .rounds.opening import battle_from
from .state import KimeraState


class KimeraGame(HouseGame):
    """Kimera, The War Machines of Mars, for 2 to 6 riders."""

    name: ClassVar[str] = "kimera"
    title: ClassVar[str] = "Kimera, The War Machines of Mars"
    house_rules: ClassVar[Any] = HouseRules
    latest: ClassVar[Edition] = EDITION
    actions: ClassVar[Any] = actions_of(KimeraState)
    reveals: ClassVar[frozenset[str]] = frozenset({
        "activated", "balance-regained", "charged", "defence", "discarded", "exchanged", "grapple-cards",
        "heal-value", "hit-drawn", "laid-out", "lingering-heal", "revealed", "skill-played", "symbols-played",
        "tie-totals", "value-played", "weapon-used",
    })  # fmt: skip

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def new(self, config: Mapping[str, Json] | None = None) -> KimeraState:
        """The start of a battle. Raises BadConfig naming the key.

        ``config``: ``seats`` 2 to 6 (3), ``teams`` (side -> seats), ``leaders`` (side -> seat), ``riders`` (seat ->
        design or sample), ``rounds`` (60, 0 for no limit), ``cards`` (a deck for the occasion), ``options``,
        ``reading`` ("as-played", or "literal").
        """
        state = KimeraState(self, battle_from(self.config(config), self.pack))
        log: EventLog = []
        recovery.begin_round(state.facts, log)
        state.settle(log)
        return state

    def from_position(self, position: Mapping[str, Json]) -> KimeraState:
        """The state that a position describes; only ``seats`` must be given. Raises BadPosition naming the key."""
        return KimeraState.resumed(self, read(current(self, position), self.pack))

    picture = staticmethod(picture.picture)
    label = staticmethod(labels.label)

    def config_keys(self) -> Sequence[Option]:
        """Seats, teams, leaders, riders, rounds, cards."""
        return opening.config_keys(self.pack)
