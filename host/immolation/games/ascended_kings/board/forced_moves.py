"""Moves miniatures and Dire as cards do: swaps, pushes, pulls, other moves, Dire Transfer.

Each rule is here once for both tracks: the arena track calls it for a declared card (`declared_cards`), the full track
for a card that it resolves itself.
"""

from __future__ import annotations

from ...contract import Refusal
from ..battle.death import move
from ..facts.arena import OFF, seat_id
from ..facts.reporting import Log, counted, report
from ..facts.situation import Situation
from ..frames import Driven
from . import movement
from .geometry import EVERY, Edge, direction, line_mask
from .items import lift, put, supply

# --- Sun & Sky -------------------------------------------------------------------------------------------


def swap_places(s: Situation, seat: int, who: int, log: Log) -> None:
    """Sun & Sky: two exchange tiles, also into fire (AK-INDEX-11), and take what lies there (AK-INDEX-10)."""
    arena = s.arena
    here, there = arena.tiles[seat], arena.tiles[who]
    text = f"{arena.heads[seat]} on {arena.number(here)} and {arena.names[who]} on {arena.number(there)} change places."
    seats = [seat_id(seat), seat_id(who)]
    report(log, "swapped", ("AK-INDEX-10", "AK-ESC-09"), text, {"seats": seats, "tiles": [there, here]})
    lift(arena, who)
    move(s, seat, there, log)  # nobody has been standing on Dire (AK-GEM-01), so neither finds any
    move(s, who, here, log)
    price = arena.rules.index_swap_into_fire_wounds
    burnt = [other for other in (seat, who) if price and arena.walls.fire_mask >> arena.tiles[other] & 1]
    by = seat_id(seat) if arena.rules.kill_separation_fire_credit == "caster" else ""
    s.deal(dict.fromkeys(burnt, price), "swapped", log, by=by)


# --- Separation ------------------------------------------------------------------------------------------


def push_refusal(s: Situation, seat: int, who: int, tiles: int) -> Refusal | None:
    """None if Separation moves that opponent at all, or drives it against a Fire Wall (AK-INDEX-15 to AK-INDEX-17)."""
    arena = s.arena
    if not direction(arena.tiles[seat], arena.tiles[who]):
        return Refusal("AK-INDEX-15", f"{arena.names[who]} is not in a straight line from {arena.names[seat]}.")
    way = movement.pushed_way(arena, seat, who, tiles)
    if not way and not _against_wall(s, seat, who):
        return Refusal("AK-INDEX-15", f"{arena.names[who]} cannot be pushed: the next tile is taken or off the board.")
    return through_omega(s, who, way)


def push_away(s: Situation, seat: int, who: int, tiles: int, log: Log) -> None:
    """Separation: away from the caster, stopping on a strip; each strip tile entered is 1 wound (AK-INDEX-16).

    One who stands on a strip and is pushed outward stays and is wounded all the same (AK-INDEX-17).
    """
    arena = s.arena
    way = movement.pushed_way(arena, seat, who, tiles)
    text = f"{arena.heads[seat]} pushes {arena.names[who]} {counted(len(way), 'tile')}."
    report(log, "pushed", ("AK-INDEX-15",), text, {"seat": seat_id(seat), "who": seat_id(who), "tiles": list(way)})
    blocked = arena.rules.index_separation_blocked_on_wall_wounds if not way else 0
    if blocked:
        text = f"{arena.heads[who]} is pressed against the Fire Wall."
        report(log, "push-blocked", ("AK-INDEX-17",), text, {"seat": seat_id(who)})
    s.stack.append(Driven(seat_id(who), seat_id(seat), way, "pushed", blocked))


def _against_wall(s: Situation, caster: int, who: int) -> bool:
    """True if ``who`` stands on a strip and the push points out of the arena through it (AK-INDEX-17).

    Along the strip the board's edge only stops the push, like the edge of any other tile (AK-INDEX-15).
    """
    arena = s.arena
    way = direction(arena.tiles[caster], arena.tiles[who]) or (0, 0)
    outward: dict[Edge, bool] = {"top": way[0] < 0, "right": way[1] > 0, "bottom": way[0] > 0, "left": way[1] < 0}
    for edge, points_out in outward.items():
        line = arena.walls.line(edge)
        if points_out and line is not None and line_mask(edge, line) >> arena.tiles[who] & 1:
            return True
    return False


# --- Conjunction -----------------------------------------------------------------------------------------


def pull_refusal(s: Situation, seat: int, who: int, tiles: int | None) -> Refusal | None:
    """None for an opponent in sight who can be drawn nearer (AK-INDEX-12). ``tiles`` None pulls all the way."""
    arena = s.arena
    one, other = arena.names[seat], arena.names[who]
    if not movement.in_sight(arena, seat, who):
        return Refusal("AK-INDEX-12", f"Another character stands between {one} and {other}.")
    refusal: Refusal | None = None
    for way in movement.pulled_ways(arena, seat, who, tiles):
        refusal = through_omega(s, who, way)
        if refusal is None:
            return None
    return refusal or Refusal("AK-INDEX-12", f"{other} is already next to {one} or cannot be drawn any nearer.")


def pulls(s: Situation, seat: int, who: int, tiles: int | None) -> dict[int, tuple[int, ...]]:
    """Return where a pull may end -> the tiles entered on the way; several where the caster picks (AK-INDEX-12)."""
    found: dict[int, tuple[int, ...]] = {}
    for way in movement.pulled_ways(s.arena, seat, who, tiles):
        if through_omega(s, who, way) is None:
            found.setdefault(way[-1], way)
    return found


def pull_near(s: Situation, seat: int, who: int, way: tuple[int, ...], log: Log) -> None:
    """Conjunction: toward the caster, taking what lies on every tile on the way (AK-INDEX-12, AK-GEM-06)."""
    arena = s.arena
    text = f"{arena.heads[seat]} draws {arena.names[who]} {counted(len(way), 'tile')} nearer."
    report(log, "pulled", ("AK-INDEX-12",), text, {"seat": seat_id(seat), "who": seat_id(who), "tiles": list(way)})
    s.stack.append(Driven(seat_id(who), seat_id(seat), way, "moved"))


# --- Dire Transfer ---------------------------------------------------------------------------------------


def dire_tiles(s: Situation) -> int:
    """The tiles where Dire Transfer may leave Dire: no Omega Stone, no Fire Wall, none behind one (AK-INDEX-08)."""
    arena = s.arena
    shut = arena.walls.strip_mask if arena.rules.index_dire_transfer_behind_fire else arena.walls.fire_mask
    return EVERY & ~shut & ~(1 << arena.omega if arena.omega != OFF else 0)


def dire_tile_refusal(s: Situation, seat: int, tile: int) -> Refusal | None:
    """Say why Dire Transfer may not name a tile, None if it may; who stands on it is given the Dire (AK-INDEX-07)."""
    arena = s.arena
    where = arena.number(tile)
    if arena.tiles[seat] == tile:
        return Refusal("AK-INDEX-07", f"Tile {where} is the caster's own; Dire Transfer gives the Dire away.")
    if dire_tiles(s) >> tile & 1 or (arena.walls.strip_mask >> tile & 1 and arena.occupied >> tile & 1):
        return None
    if tile == arena.omega:
        return Refusal("AK-INDEX-08", f"No Dire may be put on the Omega Stone's tile {where}.")
    if arena.walls.strip_mask >> tile & 1:
        return Refusal("AK-INDEX-08", f"No Dire may be put on a Fire Wall, and one lies on {where}.")
    return Refusal("AK-INDEX-08", f"No Dire may be put behind a Fire Wall, where {where} lies.")


def transfer_dire(s: Situation, seat: int, tile: int, count: int, log: Log) -> None:
    """Dire from the caster's mat goes to a tile, or to the opponent who stands there (AK-INDEX-07).

    The caller has taken it off the mat; until it lies on the tile, or is dealt as a wound, it counts to the supply.
    """
    arena = s.arena
    where = arena.number(tile)
    who = arena.occupant(tile)
    whom = f"to {arena.names[who]} on {where}" if who is not None else f"on {where}"
    text = f"{arena.heads[seat]} transfers {count} Dire {whom}."
    report(log, "dire-transferred", ("AK-INDEX-07",), text, {"seat": seat_id(seat), "tile": tile, "count": count})
    if who is None:
        supply(arena, "dire", -count)
        put(arena, tile, dire=count)
    else:
        s.deal({who: count}, "dire-transfer", log, by=seat_id(seat))


# --- any forced move -------------------------------------------------------------------------------------


def settle_driven(s: Situation, frame: Driven, log: Log) -> bool:
    """Enter the next tile of a forced move, take what is there (AK-GEM-06) and the wound of its fire (AK-INDEX-16).

    Who dies on the way dies on that tile and goes no further. By house rule the fire wounds of the whole way come in
    one batch on its last tile.
    """
    s.stack.pop()
    arena = s.arena
    seat = s.numbers[frame.seat]
    if arena.tiles[seat] == OFF:
        return True
    credit = arena.rules.kill_separation_fire_credit == "caster"
    by = frame.by if credit and frame.by != frame.seat else ""
    if not frame.way:
        s.deal({seat: frame.wounds} if frame.wounds else {}, frame.cause, log, by=by)
        return True
    tile, rest = frame.way[0], frame.way[1:]
    burning = arena.walls.fire_mask >> tile & 1
    later = burning if arena.rules.index_pushed_fire_wounds == "batch" else 0
    s.stack.append(Driven(frame.seat, frame.by, rest, frame.cause, frame.wounds + later))
    text = f"{arena.heads[seat]} is moved to {arena.number(tile)}."
    report(
        log, "moved", ("AK-MOVE-12", "AK-ESC-09"), text, {"seat": frame.seat, "tile": tile, "from": arena.tiles[seat]}
    )
    dire = move(s, seat, tile, log)
    if burning and not later:
        s.deal({seat: 1 + dire}, frame.cause, log, by=by)
    elif dire:
        s.deal({seat: dire}, "dire-tile", log)
    return True


def through_omega(s: Situation, who: int, way: tuple[int, ...]) -> Refusal | None:
    """Nobody without a Bloodstone may be moved onto or through the Omega Stone's tile (AK-WAR-10)."""
    shut = movement.closed(s.arena, who)
    for tile in way:
        if shut >> tile & 1:
            return movement.barred(s.arena, who, tile)
    return None
