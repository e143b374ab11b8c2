"""Ascended Kings as a `Game`: makes states and pictures on either track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..contract import BadConfig, BadPosition, Decision, Json, Option
from ..editions import Edition
from ..engine import HouseGame, actions_of, current
from ..house_rules import shown
from . import settings
from .display import labels, picture
from .edition import ARENA, FULL
from .facts.arena import Arena
from .facts.full_situation import FullArena
from .full.cards import pack as packs
from .full.state import FullState, FullTrack
from .full.state import state_from as full_state_from
from .options import FullRules, HouseRules
from .position.full_from_json import count_rest
from .rounds import opening
from .settings import CARDS, Track, read_config, track_of
from .state import ArenaState, ArenaTrack, state_from


class AscendedKings(HouseGame):
    """Ascended Kings for 2 to 4 players: the arena track, where people keep their mats, or the full one."""

    name: ClassVar[str] = "ascended-kings"
    title: ClassVar[str] = "Ascended Kings"
    first_config: ClassVar[Mapping[str, Json]] = {"track": "full"}
    actions: ClassVar[Any] = actions_of(ArenaState, FullState)
    renamed: ClassVar[Mapping[str, str]] = {"recede": "pyrokinesis", "fit": "keep-gems"}
    walks: ClassVar[frozenset[str]] = frozenset({"step"})
    followed: ClassVar[Mapping[str, frozenset[str]]] = {
        "keep-gems": frozenset({"choose-state", "latent"}),
        "allocate": frozenset({"latent"}),
    }
    reveals: ClassVar[frozenset[str]] = frozenset({
        "activated", "activation-cancelled", "cast", "cycled", "discarded", "hand-discarded", "hand-shown",
        "inscribed", "inscription-taken", "instant", "shown", "uninscribed",
    })  # fmt: skip

    def __init__(self, track: Track = "arena", pack: packs.Pack | None = None) -> None:
        """``track``: what games and positions are on that do not say; ``pack``: the cards of the full track."""
        self.track = track
        self._pack = pack

    @property
    def pack(self) -> packs.Pack:
        """The cards of the full track; the pack that ships with the rules unless another was loaded."""
        if self._pack is None:
            self._pack = packs.load_pack()
        return self._pack

    def new(self, config: Mapping[str, Json] | None = None) -> ArenaState | FullState:
        """The start of a game. Raises BadConfig naming the key.

        ``config``: ``seats`` 2 to 4 (3), ``track`` ("arena" or "full"), ``rounds`` 1 to 20 (by AK-OMEGA-03),
        ``countdown`` (True), ``kings`` (seat -> King, or "choose"), ``options`` (see `options`),
        ``reading`` ("as-played", or "literal"); on the full track ``cards`` as well: "host", or
        "printed" where people keep printed cards in hand.
        """
        given = self.config(config)
        state: ArenaState | FullState
        if track_of(given.get("track", self.track)) == "arena":
            made, kings = read_config(given, "arena", HouseRules)
            state = ArenaState(self, ArenaTrack(settings=made, arena=made.empty_board(Arena, kings)))
        else:
            made, kings = read_config(given, "full", FullRules)
            cards = given.get("cards", "host")
            if cards not in CARDS:
                raise BadConfig(f'cards: choose "host" or "printed", not {shown(cards)}.')
            arena = made.empty_board(FullArena, kings)
            pack = self.pack.played(made.rules)
            state = FullState(self, FullTrack(settings=made, arena=arena, pack=pack, printed=cards == "printed"))
            count_rest(state.facts)
        opening.open_game(state.facts)
        return state

    def from_position(self, position: Mapping[str, Json]) -> ArenaState | FullState:
        """The state that a position describes; only ``seats`` must be given. Raises BadPosition naming the key."""
        given = current(self, position)
        try:
            track = track_of(given.get("track", self.track))
        except BadConfig as error:
            raise BadPosition(str(error)) from None
        return state_from(self, given) if track == "arena" else full_state_from(self, given, self.pack)

    def is_open(self, decision: Decision) -> bool:
        """The Ascended Die lies before everybody, and so do wounds (AK-LAST-03, AK-WOUND-02)."""
        return decision.clock != "window" or decision.kind in ("absorb", "survive")

    picture = staticmethod(picture.picture)
    label = staticmethod(labels.label)

    def config_keys(self) -> Sequence[Option]:
        """Seats, track, rounds, countdown, Kings, whose cards."""
        return settings.config_keys(self.track)

    def rules_for(self, config: Mapping[str, Json]) -> type[HouseRules]:
        """Return the house rules of the track that a config names, else of the game's."""
        return FullRules if config.get("track", self.track) == "full" else HouseRules

    def edition(self, given: Mapping[str, Json]) -> Edition:
        """The changes of either track."""
        track = given.get("track", self.track) if isinstance(given, Mapping) else self.track
        return FULL if track == "full" else ARENA
