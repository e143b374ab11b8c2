"""What draws a miniature on the arena track and what it shuns: the knowledge in which the levels differ there."""

from __future__ import annotations

from typing import Final

import msgspec

from immolation.games.ascended_kings.board.geometry import SIDE, king_distance

from .arena_mat import STEPS
from .features import ArenaFeatures

OMEGA_KORU: Final = 25
STONE_KORU: Final = 15
"""What the Omega Stone and a Bloodstone count at the end (AK-SCORE-01)."""


class Taste(msgspec.Struct, frozen=True):
    """Weights; only comparisons of tiles mean anything."""

    bloodstone: float = 40.0
    die: float = 20.0
    ylem: float = 12.0
    core: float = 4.0
    prey: float = 6.0
    prey_in_war: float = 60.0
    """Each kind draws to the nearest of it, shared out over one more than the steps there; prey are opponents with
    Bloodstones."""

    omega: float = 100.0
    """Each step of a carrier towards the Omega Stone, in the war."""

    strip: float = -60.0
    """Standing under a Fire Wall: a wound."""

    behind: float = -200.0
    """Behind one: death."""

    dire: float = -25.0
    flame: float = -6.0
    """In reach of the blue flame."""

    edge: float = -2.0
    """Where a wall comes next."""

    sight: int = 2 * SIDE
    """Steps beyond which nothing draws."""

    hunt: float = 0.0
    """Each Bloodstone of each opponent draws so strongly beside `prey`."""

    harry: float = 0.0
    """Each Bloodstone in reach of an attack draws so strongly while the turn surely goes on. Above 0 steps are taken
    around prey that is in reach, for an attack after each."""

    exposed: float = 0.0
    """Each own Bloodstone weighs so much on a tile in somebody's reach where the turn may end."""

    counts: bool = False
    """Whether a carrier leaves the Omega Stone alone where somebody's Bloodstones would then outweigh it."""


NEAR: Final = Taste(sight=2, flame=0.0, edge=0.0)
"""Sees what lies within two steps of where it might go, and gives no thought to where the fire comes next."""

HALFWAY: Final = Taste(sight=3, flame=0.0, edge=0.0)
"""The same within three steps."""

ARENA: Final = Taste()
"""Sees the whole arena: takes what lies about and keeps out of the fire."""

HUNTER: Final = Taste(hunt=60.0, harry=60.0, exposed=-100.0, prey_in_war=120.0, flame=-12.0, edge=-6.0, counts=True)
"""Hunts besides who carries Bloodstones, walks off with its own, and knows when the Omega Stone would win nothing."""


def worth(seen: ArenaFeatures, tile: int, taste: Taste = ARENA) -> float:
    """Weigh how much the miniature would like to stand on ``tile``; only comparisons mean anything."""
    value = harm(seen, tile, taste)
    if taste.hunt or taste.harry or taste.exposed:
        value += _others(seen, tile, taste)
    if seen.war and seen.carries and not (taste.counts and _outweighed(seen)):
        away = min(seen.distance(seen.omega, tile), taste.sight)
        return value - taste.omega * away  # whoever enters it ends the game (AK-WAR-11)
    for weight, mask in _draws(seen, taste):
        if mask and (away := seen.distance(mask, tile)) <= taste.sight:
            value += weight / (1 + away)
    return value


def harm(seen: ArenaFeatures, tile: int, taste: Taste = ARENA) -> float:
    """Weigh what speaks against standing on ``tile``, 0 or below."""
    bit, fire = 1 << tile, seen.fire
    harms = (
        (taste.behind, fire.behind_mask),
        (taste.strip, fire.strip_mask),
        (taste.dire, seen.dire),
        (taste.flame, seen.warm),
        (taste.edge, seen.rim),
    )
    return sum(weight for weight, mask in harms if bit & mask)


def _draws(seen: ArenaFeatures, taste: Taste) -> tuple[tuple[float, int], ...]:
    return (
        (taste.bloodstone, seen.bloodstones),
        (taste.die, seen.die),
        (taste.ylem, seen.ylem),
        (taste.core, seen.core),
        (taste.prey_in_war if seen.war else taste.prey, seen.prey),
    )


def _others(seen: ArenaFeatures, tile: int, taste: Taste) -> float:
    """Weigh who is near: prey, and who would make prey of this seat."""
    value, goes_on = 0.0, seen.steps < STEPS.start
    for other, there in seen.others.items():
        away, stones = king_distance(tile, there), seen.stones[other]
        value += taste.hunt * stones / (1 + away)
        if away == 1:
            value += taste.harry * stones if goes_on else taste.exposed * seen.carries
    return value


def _outweighed(seen: ArenaFeatures) -> bool:
    """True where somebody's Bloodstones would count more than the own ones and the Omega Stone."""
    most = max((seen.stones.get(other, 0) for other in seen.stones if other != seen.seat), default=0)
    return OMEGA_KORU + STONE_KORU * seen.carries <= STONE_KORU * most
