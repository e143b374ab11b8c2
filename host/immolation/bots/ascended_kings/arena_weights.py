"""Weighs where a miniature would like to stand on the arena track; the levels differ in these weights."""

from __future__ import annotations

from typing import Final

import msgspec

from immolation.games.ascended_kings.board.geometry import SIDE, king_distance

from .arena_mat import STEPS
from .features import ArenaFeatures

OMEGA_KORU: Final = 25
STONE_KORU: Final = 15
"""Koru of the Omega Stone and of a Bloodstone at the end (AK-SCORE-01)."""


class ArenaWeights(msgspec.Struct, frozen=True):
    """Weights of a tile; only comparisons of tiles mean anything."""

    bloodstone: float = 40.0
    die: float = 20.0
    ylem: float = 12.0
    core: float = 4.0
    prey: float = 6.0
    prey_in_war: float = 60.0
    """The nearest thing of each kind counts its weight divided by one more than the steps there. Prey are opponents
    with Bloodstones."""

    omega: float = 100.0
    """Each step of a carrier of Bloodstones nearer to the Omega Stone, in the war."""

    strip: float = -60.0
    """Standing under a Fire Wall: a wound."""

    behind: float = -200.0
    """Standing behind one: death."""

    dire: float = -25.0
    flame: float = -6.0
    """In reach of the blue flame."""

    edge: float = -2.0
    """Where a wall comes next."""

    sight: int = 2 * SIDE
    """Steps beyond which things do not count."""

    hunt: float = 0.0
    """Each Bloodstone of each opponent, divided likewise, on top of `prey`."""

    harry: float = 0.0
    """Each Bloodstone in reach of an attack while the turn surely goes on. Above 0 the bot keeps stepping around prey
    in reach, for an attack after each step."""

    guard: float = 0.0
    """Each step nearer to the Omega Stone, in the war, without a Bloodstone: who carries any must come there."""

    exposed: float = 0.0
    """Each own Bloodstone on a tile in somebody's reach where the turn may end."""

    counts: bool = False
    """Whether a carrier leaves the Omega Stone alone where somebody's Bloodstones would then outweigh it."""


NEAR: Final = ArenaWeights(sight=2, flame=0.0, edge=0.0)
"""Sees what lies within two steps of where it might go, and gives no thought to where the fire comes next."""

HALFWAY: Final = ArenaWeights(sight=3, flame=0.0, edge=0.0)
"""The same within three steps."""

ARENA: Final = ArenaWeights()
"""Sees the whole arena: takes what lies about and keeps out of the fire."""

HUNTER: Final = ArenaWeights(
    bloodstone=72.0,
    omega=160.0,
    hunt=80.0,
    harry=60.0,
    guard=8.0,
    exposed=-100.0,
    prey_in_war=120.0,
    flame=-12.0,
    edge=-6.0,
    counts=True,
)
"""Also hunts carriers of Bloodstones, in the war near the Omega Stone, keeps its own out of reach, and knows when the
Omega Stone would win nothing."""


def worth(seen: ArenaFeatures, tile: int, weights: ArenaWeights = ARENA) -> float:
    """Weigh how much the miniature would like to stand on ``tile``; only comparisons mean anything."""
    value = danger(seen, tile, weights)
    if weights.hunt or weights.harry or weights.exposed:
        value += _others(seen, tile, weights)
    if seen.war and seen.carries and not (weights.counts and _outweighed(seen)):
        away = min(seen.distance(seen.omega, tile), weights.sight)
        return value - weights.omega * away  # whoever enters it ends the game (AK-WAR-11)
    if seen.war and not seen.carries:
        value -= weights.guard * min(seen.distance(seen.omega, tile), weights.sight)
    for weight, mask in _draws(seen, weights):
        if mask and (away := seen.distance(mask, tile)) <= weights.sight:
            value += weight / (1 + away)
    return value


def danger(seen: ArenaFeatures, tile: int, weights: ArenaWeights = ARENA) -> float:
    """Weigh the dangers of standing on ``tile``; 0 or below."""
    bit, fire = 1 << tile, seen.fire
    dangers = (
        (weights.behind, fire.behind_mask),
        (weights.strip, fire.strip_mask),
        (weights.dire, seen.dire),
        (weights.flame, seen.warm),
        (weights.edge, seen.rim),
    )
    return sum(weight for weight, mask in dangers if bit & mask)


def _draws(seen: ArenaFeatures, weights: ArenaWeights) -> tuple[tuple[float, int], ...]:
    return (
        (weights.bloodstone, seen.bloodstones),
        (weights.die, seen.die),
        (weights.ylem, seen.ylem),
        (weights.core, seen.core),
        (weights.prey_in_war if seen.war else weights.prey, seen.prey),
    )


def _others(seen: ArenaFeatures, tile: int, weights: ArenaWeights) -> float:
    """Weigh who is near: prey, and who would make prey of this seat."""
    value, goes_on = 0.0, seen.steps < STEPS.start
    for other, there in seen.others.items():
        away, stones = king_distance(tile, there), seen.stones[other]
        value += weights.hunt * stones / (1 + away)
        if away == 1:
            value += weights.harry * stones if goes_on else weights.exposed * seen.carries
    return value


def _outweighed(seen: ArenaFeatures) -> bool:
    """True where somebody's Bloodstones would count more than the own ones and the Omega Stone."""
    most = max((seen.stones.get(other, 0) for other in seen.stones if other != seen.seat), default=0)
    return OMEGA_KORU + STONE_KORU * seen.carries <= STONE_KORU * most
