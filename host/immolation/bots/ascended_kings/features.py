"""Features of the arena from one seat, read from its view, as masks of tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from immolation.games.ascended_kings.board import geometry
from immolation.games.ascended_kings.board.geometry import (
    EDGES,
    Edge,
    Walls,
    grow,
    king_distance,
    line_before,
    line_mask,
    next_line,
    reach,
    walls,
)
from immolation.games.contract import Json

_FAR = 2 * geometry.SIDE
"""Further than any tile of the board: the distance to something that is not there."""

_LYING = ("bloodstones", "ylem", "aria", "egis", "pyre", "dire", "die")
"""Kinds of things on tiles, as the view calls them."""


@dataclass(frozen=True, slots=True)
class ArenaFeatures:
    """One moment as a bot weighs it. All masks are of tiles."""

    seat: str
    tile: int | None
    """Where the own miniature stands, None while it is off the board."""

    carries: int
    """Bloodstones on the own mat."""

    wounds: int
    steps: int
    """Steps taken this turn."""

    war: bool
    """True during the Omega War."""

    fire: Walls
    warm: int
    """Tiles the blue flame would reach: under a strip or adjacent to one (AK-EVENT-02)."""

    rim: int
    """Tiles that the next advance of some wall would cover."""

    bloodstones: int
    ylem: int
    core: int
    dire: int
    die: int
    omega: int
    """The Omega Stone's tile."""

    prey: int
    """Tiles of opponents who carry Bloodstones."""

    stones: Mapping[str, int]
    """Seat -> Bloodstones on its mat."""

    others: Mapping[str, int]
    """Opponent on the board -> its tile."""

    @property
    def own_mask(self) -> int:
        """The own tile as a mask; 0 while off the board."""
        return 0 if self.tile is None else 1 << self.tile

    def in_reach(self, tile: int) -> bool:
        """True if an attack from ``tile`` reaches somebody with Bloodstones (AK-ATK-01)."""
        return any(self.stones[other] and king_distance(tile, there) == 1 for other, there in self.others.items())

    def distance(self, mask: int, tile: int | None = None) -> int:
        """King moves from ``tile`` (by default the own) to the nearest tile of ``mask``; far if there is none."""
        start = self.tile if tile is None else tile
        if mask and start is not None:
            for away, reached in enumerate(_within(start)):
                if mask & reached:
                    return away
        return _FAR


@cache
def _within(tile: int) -> tuple[int, ...]:
    """Tiles that are at most 0, 1, 2 ... king moves away, as masks."""
    return tuple(reach(tile, steps) for steps in range(geometry.SIDE))


def read_features(view: Mapping[str, Json], seat: str) -> ArenaFeatures:
    """The view of one seat of Ascended Kings as masks."""
    seats: Mapping[str, Any] = view["seats"]
    own = seats[seat]
    fire = walls(**{edge: view["walls"].get(edge) for edge in EDGES})
    here = None if own["tile"] is None else 1 << own["tile"]
    lying = dict.fromkeys(_LYING, 0)
    for pile in view["items"]:
        bit = 1 << pile["tile"]
        if bit != here:
            for kind, count in pile.items():
                if count and kind in lying:
                    lying[kind] |= bit

    omega = view.get("omega_stone")
    others = {name: facts for name, facts in seats.items() if name != seat}
    return ArenaFeatures(
        seat=seat,
        tile=own["tile"],
        carries=own["bloodstones"],
        wounds=own["wounds"],
        steps=view["steps"],
        war=bool(view["war"]),
        fire=fire,
        warm=warm(fire),
        rim=rim(fire),
        bloodstones=lying["bloodstones"],
        ylem=lying["ylem"],
        core=lying["aria"] | lying["egis"] | lying["pyre"],
        dire=lying["dire"],
        die=lying["die"],
        omega=0 if omega is None else 1 << omega,
        prey=geometry.mask_of(
            facts["tile"] for facts in others.values() if facts["tile"] is not None and facts["bloodstones"]
        ),
        stones={name: facts["bloodstones"] for name, facts in seats.items()},
        others={name: facts["tile"] for name, facts in others.items() if facts["tile"] is not None},
    )


def pushed_back(seen: ArenaFeatures, edge: Edge) -> ArenaFeatures:
    """The same moment with one Fire Wall a line further out (AK-ABIL-08)."""
    number = seen.fire.line(edge)
    fire = seen.fire.moved(edge, None if number is None else line_before(edge, number))
    return replace(seen, fire=fire, warm=warm(fire), rim=rim(fire))


def warm(fire: Walls) -> int:
    """Tiles the blue flame reaches: under a strip or adjacent to one (AK-EVENT-02)."""
    return grow(fire.strip_mask) & fire.safe_mask | fire.strip_mask


def rim(fire: Walls) -> int:
    """Tiles that the next advance of some wall covers."""
    mask = 0
    for edge in EDGES:
        number = fire.line(edge)
        entered = geometry.first_line(edge) if number is None else next_line(edge, number)
        if entered is not None:
            mask |= line_mask(edge, entered)
    return mask & fire.safe_mask
