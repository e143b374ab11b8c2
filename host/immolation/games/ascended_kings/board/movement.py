"""Computes where a miniature may go: steps, steps in fire, Ylem Bridge, what a push does."""

from __future__ import annotations

from ...contract import Refusal
from ..facts.arena import OFF, Arena, seat_id
from .geometry import (
    ADJACENT,
    EDGES,
    SIDE,
    SURROUNDING,
    line_mask,
    line_of_sight,
    nearest,
    push,
    straight_distance_squared,
    tiles,
)

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Numbers as a sentence says them; more are written as digits."""


def closed(arena: Arena, seat: int) -> int:
    """The mask of the Omega Stone's tile where ``seat`` carries no Bloodstone (AK-MOVE-11, AK-WAR-10, AK-WAR-13)."""
    return 1 << arena.omega if arena.omega != OFF and not arena.stones[seat] else 0


def squeezed(arena: Arena, tile: int) -> int:
    """The diagonal tiles that lie behind two occupied neighbours, where house rules forbid squeezing (AK-MOVE-04)."""
    near = ADJACENT[tile] & arena.occupied
    mask = 0
    for other in tiles(SURROUNDING[tile] & ~ADJACENT[tile]):
        both = ADJACENT[tile] & ADJACENT[other]
        if near & both == both:
            mask |= 1 << other
    return mask


def steps(arena: Arena, seat: int, diagonal: bool | None = None) -> int:
    """The mask of tiles that one Aria Movement can reach (AK-MOVE-02, AK-MOVE-03).

    Adjacent or diagonal; ``diagonal`` is None where only people see the mat that allows it. From a safe tile only safe
    tiles (AK-MOVE-05). In fire: out of it if the character surely can (AK-MOVE-07), else along the strip too
    (AK-MOVE-08), not behind a wall that crosses it (AK-MOVE-10). A King surely can by an adjacent tile, a Revenant
    by a surrounding one (AK-TRANS-11).
    """
    here = arena.tiles[seat]
    if here == OFF:
        return 0
    near = ADJACENT[here] if diagonal is False else SURROUNDING[here]
    free = near & ~arena.occupied
    if arena.omega != OFF:
        free &= ~closed(arena, seat)
    if not arena.rules.movement_diagonal_squeeze:
        free &= ~squeezed(arena, here)
    safe = free & arena.walls.safe_mask
    if not arena.walls.fire_mask >> here & 1:
        return safe
    if safe if arena.revenant[seat] or diagonal is not None else safe & ADJACENT[here]:
        return safe
    return safe | free & along(arena, here)


def along(arena: Arena, tile: int) -> int:
    """The tiles next to ``tile`` on a strip that both lie on (AK-MOVE-08, AK-MOVE-10)."""
    mask = 0
    for edge in EDGES:
        line = arena.walls.line(edge)
        if line is not None and line_mask(edge, line) >> tile & 1:
            mask |= line_mask(edge, line)
    if not arena.rules.fire_allow_move_behind_perpendicular:
        mask &= ~arena.walls.behind_mask
    return mask & ADJACENT[tile]


def steps_apart(one: int, other: int, diagonal: bool | None) -> str:
    """Say in words how many steps lie between two tiles; ``diagonal`` as in `steps`."""
    rows, columns = abs(one // SIDE - other // SIDE), abs(one % SIDE - other % SIDE)
    count = rows + columns if diagonal is False else max(rows, columns)
    return f"{COUNTS[count] if count < len(COUNTS) else count} steps"


def step_refusal(arena: Arena, seat: int, tile: int, diagonal: bool | None = None, cost: str = "") -> Refusal | None:
    """Say why ``seat`` may not step to ``tile`` (0..99), None if it may; ``diagonal`` as in `steps`.

    ``cost``: what the sentence about a tile too far away adds about a step, such as " and costs 1 Aria".
    """
    here = arena.tiles[seat]
    if steps(arena, seat, diagonal) >> tile & 1:
        return None
    name, where = arena.names[seat], arena.number(tile)
    if not SURROUNDING[here] >> tile & 1:
        away = steps_apart(here, tile, diagonal)
        reason = f"Tile {where} is {away} from {arena.number(here)}, where {name} stands; a step goes to a neighbouring"
        return Refusal("AK-MOVE-03", f"{reason} tile{cost}.")
    if diagonal is False and not ADJACENT[here] >> tile & 1:
        reason = (
            f"Only with a completed Aria Transmutation can {name} step diagonally from {arena.number(here)} to {where}."
        )
        return Refusal("AK-MOVE-03", reason)
    blocker = arena.occupant(tile)
    if blocker is not None:
        return Refusal("AK-MOVE-04", f"Tile {where} is occupied by {arena.names[blocker]}; choose a free tile.")
    if closed(arena, seat) >> tile & 1:
        return Refusal("AK-MOVE-11", f"Only who carries a Bloodstone may enter the Omega Stone's tile {where}.")
    if not arena.rules.movement_diagonal_squeeze and squeezed(arena, here) >> tile & 1:
        return Refusal("AK-MOVE-04", f"House rules forbid squeezing between two miniatures to {where}.")
    if not arena.walls.fire_mask >> here & 1:
        return Refusal("AK-MOVE-05", f"Tile {where} is covered in fire; {name} may not walk into it.")
    if arena.walls.behind_mask >> tile & 1:
        return Refusal("AK-MOVE-10", f"Tile {where} lies behind a Fire Wall.")
    if not along(arena, here) >> tile & 1:
        return Refusal("AK-MOVE-08", f"Tile {where} burns and is not next along the same Fire Wall.")
    return Refusal("AK-MOVE-07", f"{name} can step out of the fire and so may not walk on in it to {where}.")


def left_behind(arena: Arena, seat: int, tile: int) -> list[int]:
    """Opponents adjacent now and no longer after a step to ``tile``: each asks 1 Egis of a King (AK-ESC-01 to 05).

    Nobody asks a Revenant (AK-ESC-07) or one who stands in fire (AK-ESC-08); the dead ask nothing (AK-ESC-10).
    Whether a King's Egis Transmutation is complete only the table knows.
    """
    here = arena.tiles[seat]
    if arena.revenant[seat] or arena.walls.fire_mask >> here & 1:
        return []
    lost = ADJACENT[here] & ~ADJACENT[tile] & arena.occupied
    return [other for other, at in enumerate(arena.tiles) if at != OFF and lost >> at & 1] if lost else []


def bridges(arena: Arena, seat: int) -> int:
    """The mask of tiles that Ylem Bridge can reach: any with Ylem and no other miniature (AK-ABIL-03 to 06).

    Where house rules leave Ylem in the fire, on a strip too, but never behind one: who is there is dead (AK-FIRE-05).
    """
    if arena.tiles[seat] == OFF:
        return 0
    mask = 0
    for tile, pile in arena.piles.items():
        if pile.ylem:
            mask |= 1 << tile
    return mask & ~arena.occupied & ~closed(arena, seat) & ~arena.walls.behind_mask


def bridge_refusal(arena: Arena, seat: int, tile: int) -> Refusal | None:
    """Say why Ylem Bridge may not take ``seat`` to ``tile``, None if it may."""
    where = arena.number(tile)
    pile = arena.piles.get(tile)
    if pile is None or not pile.ylem:
        return Refusal("AK-ABIL-03", f"No Ylem lies on {where}; a bridge ends on Ylem.")
    blocker = arena.occupant(tile)
    if blocker is not None:
        return Refusal(
            "AK-ABIL-05", f"Tile {where} is occupied by {arena.names[blocker]}; a bridge ends on a free tile."
        )
    if closed(arena, seat) >> tile & 1:
        return Refusal("AK-ABIL-06", f"Only who carries a Bloodstone may bridge to the Omega Stone's tile {where}.")
    if arena.walls.behind_mask >> tile & 1:
        return Refusal("AK-FIRE-05", f"Tile {where} lies behind a Fire Wall, where nobody lives.")
    return None


def in_sight(arena: Arena, seat: int, other: int) -> bool:
    """True if nobody else stands between the two (AK-INDEX-01 to AK-INDEX-04)."""
    return tile_in_sight(arena, seat, arena.tiles[other])


def tile_in_sight(arena: Arena, seat: int, tile: int) -> bool:
    """True if nobody stands between ``seat`` and a tile; fire, gems and whoever is on the tile do not (AK-INDEX-04)."""
    one = arena.tiles[seat]
    between = arena.occupied & ~(1 << one) & ~(1 << tile)
    return line_of_sight(one, tile, between, arena.rules.los_diamond_halfwidth)


def barred(arena: Arena, who: int, tile: int) -> Refusal | None:
    """Say why no card may put ``who`` on ``tile``, None if one may: the Omega Stone, a miniature, behind a wall."""
    where = arena.number(tile)
    blocker = arena.occupant(tile)
    if blocker is not None:
        return Refusal("TABLE", f"Tile {where} is occupied by {arena.names[blocker]}.")
    if closed(arena, who) >> tile & 1:
        return Refusal(
            "AK-WAR-10", f"{arena.names[who]} carries no Bloodstone and may not come to the Omega Stone on {where}."
        )
    if arena.walls.behind_mask >> tile & 1:
        return Refusal("AK-INDEX-15", f"Tile {where} lies behind a Fire Wall; nobody can be moved beyond one.")
    return None


def pushed_way(arena: Arena, caster: int, who: int, count: int) -> tuple[int, ...]:
    """The tiles Separation drives ``who`` over, ended by a miniature, a strip or the board's edge (AK-INDEX-15)."""
    return _open_way(arena, push(arena.tiles[who], arena.tiles[caster], count))


def pulled_ways(arena: Arena, caster: int, who: int, count: int | None) -> list[tuple[int, ...]]:
    """The ways Conjunction may draw ``who``, each step to a tile nearest to the caster as the crow flies (AK-INDEX-12).

    They end adjacent to the caster, on the tile there that is nearest to the original one, or after ``count`` steps;
    ended early by a miniature. Several where tiles are equally near: the caster picks. Empty if no tile is nearer.
    """
    end = arena.tiles[caster]
    ways: list[tuple[int, ...]] = []
    growing: list[tuple[int, ...]] = [()]
    while growing:
        way = growing.pop()
        here = way[-1] if way else arena.tiles[who]
        nearer = 0 if len(way) == count else _nearer(arena, here, end)
        if nearer:
            growing += [(*way, tile) for tile in tiles(nearer)]
        elif way:
            ways.append(way)
    return sorted(ways)


def _nearer(arena: Arena, here: int, end: int) -> int:
    """The free tiles around ``here`` nearest to ``end``, where the caster stands, if they are nearer than ``here``."""
    free = SURROUNDING[here] & ~arena.occupied & ~arena.walls.behind_mask
    found = nearest(end, free)
    first = next(iter(tiles(found)), here)
    return found if straight_distance_squared(first, end) < straight_distance_squared(here, end) else 0


def _open_way(arena: Arena, way: tuple[int, ...]) -> tuple[int, ...]:
    """``way`` up to the first tile with a miniature or behind a wall; nothing moves beyond a strip."""
    shut = arena.occupied | arena.walls.behind_mask
    for place, tile in enumerate(way):
        if shut >> tile & 1:
            return way[:place]
    return way


def seats_of(seats: list[int]) -> list[str]:
    """Seat numbers as the seat ids of events."""
    return [seat_id(seat) for seat in seats]
