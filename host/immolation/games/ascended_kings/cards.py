"""What cards do to the board: swaps, pushes, pulls, other moves, Dire Transfer. Knows no hand: people declare them."""

from __future__ import annotations

from ..contract import Refusal
from . import movement
from .actions import Displace, PlaceDire, Pull, Push, Swap
from .arena import OFF, Log, counted, lift, put, report, seat_id
from .death import move
from .frames import Driven
from .geometry import Edge, direction, line_mask
from .movement import barred
from .options import shown
from .situation import ArenaSituation


def check_displace(s: ArenaSituation, seat: int, action: Displace) -> Refusal | None:
    """None for a living character and a tile that it may be put on."""
    who = _anybody(s, action.who)
    return who if isinstance(who, Refusal) else barred(s.arena, who, action.tile)


def do_displace(s: ArenaSituation, seat: int, action: Displace, log: Log) -> None:
    """A card moved a miniature: no Aria, no Escape Cost, no adjacency (AK-MOVE-12, AK-ESC-09)."""
    s.stack.append(Driven(action.who, action.seat, (action.tile,), "moved"))


def check_swap(s: ArenaSituation, seat: int, action: Swap) -> Refusal | None:
    """None for a living opponent; line of sight is not needed (AK-INDEX-10)."""
    who = s.other(action.who, seat)
    return who if isinstance(who, Refusal) else None


def do_swap(s: ArenaSituation, seat: int, action: Swap, log: Log) -> None:
    """Sun & Sky: two exchange tiles, also into fire (AK-INDEX-11), and take what lies there (AK-INDEX-10)."""
    arena = s.arena
    who = s.settings.seats.index(action.who)
    here, there = arena.tiles[seat], arena.tiles[who]
    text = f"{arena.name(seat)} on {arena.number(here)} and {arena.name(who)} on {arena.number(there)} change places."
    report(log, "swapped", ("AK-INDEX-10", "AK-ESC-09"), text, seats=[action.seat, action.who], tiles=[there, here])
    lift(arena, who)
    move(s, seat, there, log)  # nobody has been standing on Dire (AK-GEM-01), so neither finds any
    move(s, who, here, log)
    price = arena.rules.index_swap_into_fire_wounds
    burnt = [other for other in (seat, who) if price and arena.walls.fire_mask >> arena.tiles[other] & 1]
    by = action.seat if arena.rules.kill_separation_fire_credit == "caster" else ""
    s.deal(dict.fromkeys(burnt, price), "swapped", log, by=by)


def check_push(s: ArenaSituation, seat: int, action: Push) -> Refusal | None:
    """None if Separation moves that opponent at all, or drives it against a Fire Wall (AK-INDEX-15 to AK-INDEX-17)."""
    who = s.other(action.who, seat)
    if isinstance(who, Refusal):
        return who
    arena = s.arena
    if not direction(arena.tiles[seat], arena.tiles[who]):
        return Refusal("AK-INDEX-15", f"{arena.name(who)} is not in a straight line from {arena.name(seat)}.")
    way = movement.pushed_way(arena, seat, who, action.tiles)
    if not way and not _against_wall(s, seat, who):
        return Refusal("AK-INDEX-15", f"{arena.name(who)} cannot be pushed: the next tile is taken or off the board.")
    return _through_omega(s, who, way)


def do_push(s: ArenaSituation, seat: int, action: Push, log: Log) -> None:
    """Separation: away from the caster, stopping on a strip; each strip tile entered is 1 wound (AK-INDEX-16).

    One who stands on a strip and is pushed outward stays and is wounded all the same (AK-INDEX-17).
    """
    arena = s.arena
    who = s.settings.seats.index(action.who)
    way = movement.pushed_way(arena, seat, who, action.tiles)
    text = f"{arena.name(seat)} pushes {arena.name(who)} {counted(len(way), 'tile')}."
    report(log, "pushed", ("AK-INDEX-15",), text, seat=action.seat, who=action.who, tiles=list(way))
    blocked = arena.rules.index_separation_blocked_on_wall_wounds if not way else 0
    if blocked:
        text = f"{arena.name(who)} is pressed against the Fire Wall."
        report(log, "push-blocked", ("AK-INDEX-17",), text, seat=action.who)
    s.stack.append(Driven(action.who, action.seat, way, "pushed", blocked))


def check_pull(s: ArenaSituation, seat: int, action: Pull) -> Refusal | None:
    """None for an opponent in a straight line and in sight (AK-INDEX-12)."""
    who = s.other(action.who, seat)
    if isinstance(who, Refusal):
        return who
    arena = s.arena
    one, other = arena.name(seat), arena.name(who)
    if not direction(arena.tiles[seat], arena.tiles[who]):
        return Refusal("AK-INDEX-12", f"{other} is not in a straight line from {one}; declare where the card moved it.")
    if not movement.in_sight(arena, seat, who):
        return Refusal("AK-INDEX-12", f"Another character stands between {one} and {other}.")
    way = movement.pulled_way(arena, seat, who, action.tiles)
    if not way:
        return Refusal("AK-INDEX-12", f"{other} is already next to {one} or cannot be drawn any nearer.")
    return _through_omega(s, who, way)


def do_pull(s: ArenaSituation, seat: int, action: Pull, log: Log) -> None:
    """Conjunction: toward the caster, taking what lies on every tile on the way (AK-INDEX-12, AK-GEM-06)."""
    arena = s.arena
    who = s.settings.seats.index(action.who)
    way = movement.pulled_way(arena, seat, who, action.tiles)
    text = f"{arena.name(seat)} draws {arena.name(who)} {counted(len(way), 'tile')} nearer."
    report(log, "pulled", ("AK-INDEX-12",), text, seat=action.seat, who=action.who, tiles=list(way))
    s.stack.append(Driven(action.who, action.seat, way, "moved"))


def settle_driven(s: ArenaSituation, frame: Driven, log: Log) -> bool:
    """Enter the next tile of a forced move and take what is there (AK-GEM-06); fire wounds come last (AK-WOUND-05)."""
    s.stack.pop()
    arena = s.arena
    seat = s.settings.seats.index(frame.seat)
    if arena.tiles[seat] == OFF:
        return True
    if not frame.way:
        credit = arena.rules.kill_separation_fire_credit == "caster"
        by = frame.by if credit and frame.by != frame.seat else ""
        s.deal({seat: frame.wounds} if frame.wounds else {}, frame.cause, log, by=by)
        return True
    tile, rest = frame.way[0], frame.way[1:]
    burning = arena.walls.fire_mask >> tile & 1
    s.stack.append(Driven(frame.seat, frame.by, rest, frame.cause, frame.wounds + burning))
    text = f"{arena.name(seat)} is moved to {arena.number(tile)}."
    report(log, "moved", ("AK-MOVE-12", "AK-ESC-09"), text, seat=frame.seat, tile=tile, **{"from": arena.tiles[seat]})
    dire = move(s, seat, tile, log)
    if dire:
        s.deal({seat: dire}, "dire-tile", log)
    return True


def check_place_dire(s: ArenaSituation, seat: int, action: PlaceDire) -> Refusal | None:
    """None for a tile that Dire Transfer may use (AK-INDEX-08)."""
    arena, tile = s.arena, action.tile
    where = arena.number(tile)
    if tile == arena.omega:
        return Refusal("AK-INDEX-08", f"No Dire may be put on the Omega Stone's tile {where}.")
    if arena.walls.strip_mask >> tile & 1 and arena.occupant(tile) is None:
        return Refusal("AK-INDEX-08", f"No Dire may be put on a Fire Wall, and one lies on {where}.")
    behind = arena.walls.behind_mask >> tile & 1
    if behind and not arena.rules.index_dire_transfer_behind_fire:
        return Refusal("AK-INDEX-08", f"No Dire may be put behind a Fire Wall, where {where} lies.")
    if arena.tiles[seat] == tile:
        return Refusal("AK-INDEX-07", f"Tile {where} is the caster's own; Dire Transfer gives the Dire away.")
    return None


def do_place_dire(s: ArenaSituation, seat: int, action: PlaceDire, log: Log) -> None:
    """Dire Transfer: one wound of the caster goes to a tile, or to the opponent who stands there (AK-INDEX-07)."""
    arena = s.arena
    s.wounds[seat] = max(0, s.wounds[seat] - 1)
    where = arena.number(action.tile)
    who = arena.occupant(action.tile)
    whom = f"to {arena.name(who)} on {where}" if who is not None else f"on {where}"
    text = f"{arena.name(seat)} transfers 1 Dire {whom}."
    report(log, "dire-transferred", ("AK-INDEX-07",), text, seat=seat_id(seat), tile=action.tile)
    if who is None:
        put(arena, action.tile, dire=1)
    else:
        s.deal({who: 1}, "dire-transfer", log, by=seat_id(seat))


# --- shared conditions -----------------------------------------------------------------------------------


def _anybody(s: ArenaSituation, who: str) -> int | Refusal:
    """The living character called ``who``: a card may also move its own caster."""
    number = s.seat(who)
    if number is None:
        return Refusal("TABLE", f"There is no seat {shown(who)}; there are {', '.join(s.settings.seats)}.")
    if not s.alive(number):
        return Refusal("AK-DEATH-08", f"{s.arena.name(number)} is not on the board.")
    return number


def _against_wall(s: ArenaSituation, caster: int, who: int) -> bool:
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


def _through_omega(s: ArenaSituation, who: int, way: tuple[int, ...]) -> Refusal | None:
    """Nobody without a Bloodstone may be moved onto or through the Omega Stone's tile (AK-WAR-10)."""
    shut = movement.closed(s.arena, who)
    for tile in way:
        if shut >> tile & 1:
            return barred(s.arena, who, tile)
    return None
