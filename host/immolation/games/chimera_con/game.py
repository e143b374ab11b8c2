"""Chimera Con as a `Game`: makes states and pictures; every rule is in the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..contract import Action, BadConfig, Json, Option
from ..editions import Edition
from ..engine import HouseGame, actions_of, current
from ..house_rules import READING, shown
from ..house_rules import read as read_rules
from .cards.pack import PARTS, Pack
from .display import labels, picture
from .edition import EDITION
from .facts.con_facts import ConFacts, SeatFacts
from .options import FEWEST, KEYS, MOST, HouseRules
from .position.from_json import read
from .rounds import rounds
from .state import ConState


class ChimeraCon(HouseGame):
    """Chimera Con for 2 to 6 players, with the cards of one pack."""

    name: ClassVar[str] = "chimera-con"
    title: ClassVar[str] = "Chimera Con"
    house_rules: ClassVar[Any] = HouseRules
    latest: ClassVar[Edition] = EDITION
    actions: ClassVar[Any] = actions_of(ConState)
    reveals: ClassVar[frozenset[str]] = frozenset({
        "attached", "borrows", "built", "cheat", "discarded", "eliminated", "greedy", "hand-redrawn",
        "replaced", "turned-up",
    })  # fmt: skip

    steps: ClassVar[frozenset[str]] = frozenset({"draw", "substitute", "action"})

    def __init__(self, pack: Pack, *, endless: bool = False) -> None:
        self.pack = pack
        self.endless = endless
        """Whether a round without an attack goes on, as before CC-WIN-05; its positions know nothing of that rule."""

    def earlier(self) -> Sequence[ChimeraCon]:
        """Chimera Con without CC-WIN-05."""
        return () if self.endless else (ChimeraCon(self.pack, endless=True),)

    def new(self, config: Mapping[str, Json] | None = None) -> ConState:
        """The start of a game.

        ``config``: ``seats`` 2 to 6 (3), ``options``, which may also stand beside ``seats``, ``reading`` ("as-played",
        or "literal").

        Raises BadConfig naming the key.
        """
        given = self.config(config)
        chosen = given.get("options")
        beside = {key: given.pop(key) for key in list(given) if key in KEYS}
        for key in given:
            if key not in ("seats", "options"):
                raise BadConfig(
                    f"There is no setting {shown(key)}; there are seats, reading, options, and the options' own keys."
                )
        if isinstance(chosen, Mapping) or chosen is None:
            chosen = {**self.endings, **(chosen or {}), **beside}
        rules = read_rules(chosen, HouseRules)
        count = check_seats(given.get("seats", 3), rules, self.pack)
        facts = ConFacts(players={f"p{n + 1}": SeatFacts() for n in range(count)}, rules=rules, pack=self.pack)
        rounds.begin_round(facts, [])
        state = ConState(self, facts)
        state.settle([])
        return state

    def from_position(self, position: Mapping[str, Json]) -> ConState:
        """The state that a position describes; only ``seats`` must be given. Raises BadPosition naming the key."""
        return ConState.resumed(self, read(self.pack, self.completed(current(self, position))))

    @property
    def endings(self) -> dict[str, Json]:
        """Return the option, with its value, that positions of before CC-WIN-05 do not have; nothing today."""
        return {"turns_without_attack": 0} if self.endless else {}

    def completed(self, position: Mapping[str, Json]) -> Mapping[str, Json]:
        """Add that option to a position."""
        options = position.get("options", {})
        return {**position, "options": {**self.endings, **options}} if isinstance(options, Mapping) else position

    picture = staticmethod(picture.picture)

    def label(self, action: Action, view: Mapping[str, Json]) -> str:
        """Return the text of a button for this action."""
        return labels.label(self.pack, action, view)

    def config_keys(self) -> Sequence[Option]:
        """Return what a config holds besides the house rules: how many play."""
        return (Option("seats", "How many play", 3, tuple(range(FEWEST, MOST + 1)), rule="CC-SETUP-01"), READING)


def check_seats(count: object, rules: HouseRules, pack: Pack) -> int:
    """Check how many play (CC-SETUP-01, opt:players), with cards enough for all. Raises BadConfig naming the key."""
    low, high = rules.players
    if type(count) is not int or not low <= count <= high:
        raise BadConfig(f"seats: this table is for {low} to {high} players, not {shown(count)}.")
    need = 6 * count
    creatures = sum(pack.copies[card] for card in pack.printed["creature"])
    if creatures < need:
        raise BadConfig(f"seats: {count} players draw {need} creature cards; the pack has {creatures}.")
    for part in PARTS:
        there = sum(pack.copies[card.id] for card in pack.creatures if card.part == part)
        if there < count:
            raise BadConfig(f"seats: {count} players need a {part} each; the pack has {there}.")
    cheats = sum(pack.copies[card] for card in pack.printed["cheat"])
    if cheats < 3 * count:
        raise BadConfig(f"seats: {count} players draw {3 * count} cheats; the pack has {cheats}.")
    return count
