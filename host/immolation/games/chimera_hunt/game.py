"""Chimera Hunt as a `Game`: begins hunts, reads positions, draws pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, get_args

from ..contract import BadConfig, Decision, Json, Option
from ..engine import HouseGame, actions_of, current, known_keys
from ..house_rules import read as read_rules
from ..house_rules import shown
from . import labels, picture
from .facts import Boon
from .nights import begin, fresh, night
from .options import HouseRules
from .pack import Pack
from .position import read, validate
from .state import HuntState

BOONS: Final[tuple[str, ...]] = get_args(Boon)
CAMPAIGNS: Final = ("none", "standard", "heroic")


class ChimeraHunt(HouseGame):
    """Chimera Hunt for 1 to 4 people."""

    name: ClassVar[str] = "chimera-hunt"
    title: ClassVar[str] = "Chimera Hunt"
    cooperative: ClassVar[bool] = True
    house_rules: ClassVar[Any] = HouseRules
    actions: ClassVar[Any] = actions_of(HuntState)

    def __init__(self, pack: Pack, earlier: Sequence[ChimeraHunt] = ()) -> None:
        self.pack = pack
        self._earlier = earlier

    def earlier(self) -> Sequence[ChimeraHunt]:
        """The hunt with the life that levels and Chimeras had before."""
        return self._earlier

    def is_open(self, decision: Decision) -> bool:
        """Always: nothing is hidden, so whoever is about to be hit sees in light what may be done."""
        return True

    def config_keys(self) -> Sequence[Option]:
        """The keys beside the house rules: how many play, what is hunted, how hard, the boon of a campaign."""
        known = self.pack.chimeras
        names = tuple(chimera.name for chimera in known.values())
        levels = tuple(f"{'Standard' if level[0] == 'S' else 'Heroic'} {level[1:]}" for level in self.pack.levels)
        return (
            Option("seats", "How many play; one person moves two hunters.", 2, (1, 2, 3, 4), rule="HUNT-SET-01"),
            Option("chimera", "What is hunted.", "viros", tuple(known), rule="HUNT-SET-05", titles=names),
            Option("level", "How hard it is.", "S1", tuple(self.pack.levels), rule="HUNT-SET-08", titles=levels),
            Option(
                "boon",
                "What the night before has won.",
                "none",
                BOONS,
                rule="HUNT-CAMP-02",
                titles=tuple(labels.BOONS[boon] for boon in BOONS),
            ),
            Option(
                "campaign",
                "Six nights, one Chimera each.",
                "none",
                CAMPAIGNS,
                rule="HUNT-CAMP-01",
                titles=("no, one night", "standard", "heroic"),
            ),
        )

    def new(self, config: Mapping[str, Json] | None = None) -> HuntState:
        """The start of a hunt: ``seats`` 1 to 4 (2), ``chimera``, ``level``, ``boon``, ``options``.

        Raises BadConfig naming the key.
        """
        given = self.config(config)
        known = self.config_keys()
        known_keys(given, known)
        found: dict[str, Any] = {}
        for option in known:
            value = given.get(option.key, option.default)
            if not any(value == choice and type(value) is type(choice) for choice in option.choices):
                there = ", ".join(map(str, option.choices))
                raise BadConfig(f"{option.key}: choose {there}, not {shown(value)}.")
            found[option.key] = value
        rules = read_rules(given.get("options") or {}, HouseRules)
        if found["campaign"] != "none":
            found["chimera"], found["level"] = night(self.pack, found["campaign"], 1)
        state = HuntState(self, self.pack, fresh(self.pack, found.pop("seats"), found, rules))
        begin(state)
        return state

    def from_position(self, position: Mapping[str, Json]) -> HuntState:
        """The state that a position describes, see docs/rulesets/chimera-hunt.md. Raises BadPosition naming the key."""
        state = HuntState(self, self.pack, read(self.pack, current(self, position)))
        validate(state)
        log: list[Any] = []
        state.settle(log)
        state.begun = tuple(log)
        return state

    picture = staticmethod(picture.picture)
    label = staticmethod(labels.label)
