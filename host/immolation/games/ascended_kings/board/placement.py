"""Computes where a returning Revenant and the Omega Stone may be put."""

from __future__ import annotations

from ..facts.arena import Arena
from .geometry import COUNT, EVERY, SURROUNDING, king_distance, omega_tile, tiles
from .movement import closed


def choices(arena: Arena, seat: int, tile: int) -> int:
    """The mask of tiles where ``seat`` may return when the dice, out of the fire, named ``tile``.

    That tile or one around it, free and not in fire (AK-PROX-07, AK-PROX-08); if all are taken, one around those
    who take them (AK-PROX-09). The Omega Stone's tile needs a Bloodstone (AK-REV-13). Should even that leave
    nothing, the nearest free tiles out of the fire, and at the very last any free tile.
    """
    shut = arena.occupied
    if arena.rules.rev_placement_respects_omega:
        shut |= closed(arena, seat)
    open_tiles = arena.walls.safe_mask & ~shut
    near = SURROUNDING[tile] | 1 << tile
    found = near & open_tiles
    if found:
        return found
    for blocked in tiles(near & arena.occupied):
        found |= SURROUNDING[blocked] & open_tiles
    return found or _nearest(tile, open_tiles) or _nearest(tile, EVERY & ~shut)


def _nearest(tile: int, among: int) -> int:
    """The tiles of ``among`` with the fewest king's moves to ``tile``."""
    best = min((king_distance(tile, other) for other in tiles(among)), default=COUNT)
    mask = 0
    for other in tiles(among):
        if king_distance(tile, other) == best:
            mask |= 1 << other
    return mask


def omega_place(arena: Arena, roll: int) -> int | None:
    """The tile of the Omega Stone for a roll (AK-WAR-05, AK-WAR-06); None if someone stands there (AK-WAR-07)."""
    tile = omega_tile(roll)
    return None if arena.occupied >> tile & 1 else tile
