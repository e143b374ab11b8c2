"""Facts of Chimera Hunt: everything on the table, as records whose JSON is the position."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, field

from ..engine import Facts
from .frames import Choosing, Edge, Place, Stack
from .options import HouseRules

EDGES: Final[tuple[Edge, ...]] = ("top", "right", "bottom", "left")
"""Clockwise from the top: the order of walls and of the Immolation Die's faces."""

Gem = Literal["aria", "egis", "pyre", "ylem"]
GEM_OF: Final[dict[Edge, Gem]] = {"top": "pyre", "right": "egis", "bottom": "aria", "left": "ylem"}
"""The gem that a wall gives (HUNT-DRAW-01)."""

Level = Literal["S1", "S2", "S3", "H1", "H2", "H3"]
Boon = Literal["none", "soul", "gem", "dry air"]

Tile = Annotated[int, Meta(ge=0, le=99)]
Few = Annotated[int, Meta(ge=0, le=99)]
Line = Annotated[int, Meta(ge=0, le=6)]

GEMS: Final = 2
"""Gems a hunter holds at most (HUNT-DRAW-01)."""

WOUNDS: Final = 4
"""Wounds at which a hunter falls (HUNT-FALL-01)."""

STONES: Final = 4
"""Bloodstones in the game (HUNT-SET-04)."""


class Hunter(Facts):
    """One hunter and what it holds."""

    tile: Tile | None = None
    """None for one who has fallen."""

    wounds: Annotated[int, Meta(ge=0, lt=WOUNDS)] = 0
    bloodstones: Annotated[int, Meta(ge=0, le=STONES)] = 0
    gems: Annotated[list[Gem], Meta(max_length=GEMS)] = []
    stunned: bool = False
    webbed: bool = False
    bleeding: bool = False
    done: bool = False
    """Has had its turn of this round."""


class Aspect(Facts):
    """One aspect of the Chimera on a wall."""

    name: Annotated[str, Meta(max_length=40)]
    wall: Edge
    place: Place
    state: Literal["asleep", "ready", "spent"] = "asleep"


class Hunt(Facts):
    """The whole situation; nothing is hidden."""

    hunters: Annotated[list[Hunter], Meta(min_length=2, max_length=4)]
    life: Few
    """Of the Chimera."""

    souls: Annotated[int, Meta(ge=-1, le=99)]
    """Left; -1 once somebody fell with none left."""

    ruleset: Literal["chimera-hunt"] = "chimera-hunt"
    options: HouseRules = field(default_factory=HouseRules)
    seats: Annotated[int, Meta(ge=1, le=4)] = 2
    chimera: str = "viros"
    level: Level = "S1"
    boon: Boon = "none"
    campaign: Literal["none", "standard", "heroic"] = "none"
    night: Annotated[int, Meta(ge=1, le=6)] = 1
    losses: Annotated[int, Meta(ge=0, le=3)] = 0
    """Nights of this campaign that were lost (HUNT-CAMP-01)."""

    round: Annotated[int, Meta(ge=1, le=99)] = 1
    phase: Annotated[int, Meta(ge=1, le=3)] = 1
    rains: Few = 0
    rage: Annotated[int, Meta(ge=0, le=4)] = 0
    body: Tile = 44
    walls: tuple[Line, Line, Line, Line] = (0, 0, 0, 0)
    """How many lines each has advanced, in the order of `EDGES`."""

    aspects: Annotated[list[Aspect], Meta(max_length=8)] = []
    """Clockwise from the top left corner (HUNT-SET-07)."""

    pile: dict[str, Annotated[int, Meta(ge=0, le=3)]] = {}
    """Aspects still to come, by name."""

    bloodstones: Annotated[list[Tile], Meta(max_length=STONES)] = []
    """The tiles on which they lie, one entry a stone, in order."""

    walkers: Annotated[list[Tile], Meta(max_length=8)] = []
    seeds: Annotated[list[Tile], Meta(max_length=4)] = []
    stack: Stack = field(default_factory=lambda: [Choosing()])
