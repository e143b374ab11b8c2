"""Puts miniatures and gems on tiles and takes them off: standing, spawning, dropping, taking, burning."""

from __future__ import annotations

from typing import NamedTuple

from ..components import CORE, GEMS, Focus, components
from ..facts.arena import EMPTY, GONE, OFF, ON_TILE, STOCK, UNLIMITED, Arena, Pile, seat_id
from ..facts.reporting import Log, counted, replaced, report
from .geometry import mask_of, nearest_safe

# --- miniatures ------------------------------------------------------------------------------------------


def stand(arena: Arena, seat: int, tile: int) -> None:
    """Put a miniature on a free tile, wherever it was before; two never share one (AK-ABIL-05)."""
    here = arena.tiles[seat]
    if here != OFF:
        arena.occupied &= ~(1 << here)
    arena.tiles = replaced(arena.tiles, seat, tile)
    arena.occupied |= 1 << tile


def lift(arena: Arena, seat: int) -> None:
    """Take a miniature off the board: from now on it neither blocks nor adjoins anybody (AK-DEATH-01, AK-MOVE-13)."""
    arena.occupied &= ~(1 << arena.tiles[seat])
    arena.tiles = replaced(arena.tiles, seat, OFF)


# --- proximity, spawning, dropping -----------------------------------------------------------------------


def proximity(arena: Arena, tile: int) -> int:
    """Return where something meant for ``tile`` ends up: there, or out of the fire (AK-PROX-01 to AK-PROX-04)."""
    if arena.walls.safe_mask >> tile & 1:
        return tile
    return nearest_safe(tile, arena.walls, arena.rules.proximity_mode)


def available(arena: Arena, gem: Focus, wanted: int, tile: int) -> int:
    """Return how many of ``wanted`` gems the supply gives for ``tile`` (AK-COMP-10; a stack limit by AK-PROX-06).

    Where people keep the mats they declare a supply empty; the board alone never holds more than there are.
    """
    if gem in arena.exhausted:
        return 0
    limit = arena.rules.board_stack_limit
    room = max(0, limit - arena.piles.get(tile, EMPTY).gems) if limit and not arena.occupied >> tile & 1 else wanted
    left = components().supply[gem] - arena.lying(gem) if arena.supply is None else arena.supply[STOCK[gem]]
    return min(wanted, room, left)


def find_strewn(arena: Arena) -> None:
    """Note anew on which tiles something lies."""
    arena.strewn = mask_of(arena.piles)


def put(arena: Arena, tile: int, /, **items: int) -> None:
    """Add items to the pile on ``tile``; they join what lies there (AK-PROX-06)."""
    pile = arena.piles.get(tile, EMPTY)
    more = pile._replace(**{name: int(getattr(pile, name)) + count for name, count in items.items()})
    piles = {**arena.piles, tile: more}
    arena.strewn |= 1 << tile
    if more == EMPTY:
        del piles[tile]
        arena.strewn ^= 1 << tile
    arena.piles = piles


def supply(arena: Arena, gem: Focus, count: int) -> None:
    """Return ``count`` gems to the general supply, or take them from it where it is negative (AK-COMP-12)."""
    if arena.supply is not None:
        arena.supply[STOCK[gem]] += count


class Spawned(NamedTuple):
    """The gems that `spawn` found room for, for whoever keeps the mats."""

    seat: int | None
    """Who stands on the tile and is to get the gems; they are still in the supply."""

    ylem: int = 0
    aria: int = 0
    egis: int = 0
    pyre: int = 0
    dire: int = 0
    """Wounds to be dealt to that seat."""


def spawn(arena: Arena, roll: int, gems: dict[Focus, int], log: Log, rule: str, ylem_room: int = UNLIMITED) -> Spawned:
    """Put gems from the supply on the rolled tile (AK-PROX-02), or into the mat of who stands there (AK-PROX-05).

    ``roll``: the tile that the dice named. ``ylem_room``: how much Ylem the occupant's pool can take; the rest goes
    under the miniature (AK-ACTIVE-02, AK-EVENT-04). Dire is not dealt here: the caller asks the occupant.
    """
    tile = proximity(arena, roll)
    rules = (rule,) if tile == roll else (rule, "AK-PROX-02", "AK-PROX-03")
    where = arena.number(tile) if tile == roll else f"{arena.number(tile)}, as {arena.number(roll)} burns"
    seat = arena.occupant(tile)
    took: dict[str, int] = {}
    for gem, wanted in gems.items():
        count = available(arena, gem, wanted, tile)
        if count < wanted:
            empty = gem in arena.exhausted or (arena.supply is not None and not arena.supply[STOCK[gem]])
            short = "AK-COMP-10" if empty or not arena.rules.board_stack_limit else "AK-PROX-06"
            report(
                log,
                "nothing-left",
                (rule, short),
                f"No more {gem.title()} can appear on {where}.",
                {"gem": gem, "tile": tile},
            )
        if count <= 0:
            continue
        if seat is None:
            supply(arena, gem, -count)
            put(arena, tile, **{gem: count})
            data = {"gem": gem, "count": count, "tile": tile, "roll": roll}
            report(log, "gem-appeared", rules, f"{count} {gem.title()} appears on {where}.", data)
            continue
        kept = min(count, ylem_room) if gem == "ylem" else count
        if kept:
            who = {"gem": gem, "count": kept, "tile": tile, "roll": roll, "seat": seat_id(seat)}
            text = f"{arena.heads[seat]} receives {kept} {gem.title()} on {where}."
            report(log, "gem-received", (*rules, "AK-PROX-05"), text, who)
        if kept < count:
            supply(arena, gem, kept - count)
            put(arena, tile, ylem=count - kept)
            text = f"{count - kept} Ylem stays under {arena.names[seat]} on {where}: the pool is full."
            stays = {"gem": gem, "count": count - kept, "tile": tile, "seat": seat_id(seat)}
            report(log, "gem-stays", (*rules, "AK-ACTIVE-02"), text, stays)
        took[gem] = kept
    return Spawned(seat, **took)


def drop(arena: Arena, seat: int, tile: int, log: Log) -> None:
    """Leave a dead character's Bloodstones and Ascended Die behind (AK-DEATH-02 to 06, AK-LAST-05).

    Call it when the miniature is off the board and every wall has moved (AK-DEATH-05). Gems never drop.
    """
    stones, holds = arena.stones[seat], arena.die == seat
    if not stones and not holds:
        return
    there = proximity(arena, tile)
    moved = () if there == tile else ("AK-PROX-02", "AK-PROX-03", "AK-DEATH-05")
    if stones:
        arena.stones = replaced(arena.stones, seat, 0)
        put(arena, there, bloodstones=stones)
        verb = "drops" if stones == 1 else "drop"
        text = f"{counted(stones, 'Bloodstone')} of {arena.names[seat]} {verb} on {arena.number(there)}."
        data = {"seat": seat_id(seat), "count": stones, "tile": there, "died": tile}
        report(log, "bloodstones-dropped", ("AK-DEATH-02", *moved), text, data)
    if holds:
        arena.die = ON_TILE
        put(arena, there, die=1)
        text = f"The Ascended Die of {arena.names[seat]} drops on {arena.number(there)}."
        report(log, "die-dropped", ("AK-LAST-05", *moved), text, {"seat": seat_id(seat), "tile": there, "died": tile})
    holder = arena.occupant(there)
    if holder is not None:
        claim(arena, holder, log, "AK-DEATH-03")


# --- taking ----------------------------------------------------------------------------------------------


def claim(arena: Arena, seat: int, log: Log, *why: str) -> None:
    """Take every Bloodstone and the Ascended Die on the own tile (AK-GEM-05, AK-GEM-07; Revenants too, AK-COMP-18)."""
    tile = arena.tiles[seat]
    pile = arena.piles.get(tile, EMPTY)
    if pile.bloodstones:
        put(arena, tile, bloodstones=-pile.bloodstones)
        arena.stones = replaced(arena.stones, seat, arena.stones[seat] + pile.bloodstones)
        text = f"{arena.heads[seat]} claims {counted(pile.bloodstones, 'Bloodstone')} on {arena.number(tile)}."
        data = {"seat": seat_id(seat), "count": pile.bloodstones, "tile": tile}
        report(log, "bloodstones-claimed", (*why, "AK-GEM-05"), text, data)
    if pile.die:
        put(arena, tile, die=-1)
        arena.die = seat
        text = f"{arena.heads[seat]} takes the Ascended Die on {arena.number(tile)}."
        report(log, "die-claimed", (*why, "AK-GEM-07"), text, {"seat": seat_id(seat), "tile": tile})


def collect(arena: Arena, seat: int, log: Log, ylem_room: int = UNLIMITED) -> Pile:
    """Take what lies on the own tile, kind by kind in the order of AK-GEM-08, and say what was taken.

    Ylem beyond ``ylem_room`` stays (AK-GEM-02), Core gems never do (AK-GEM-03). After Dire the collecting stops:
    the caller deals the wounds (AK-GEM-04) and, if the character lives, collects again (AK-GEM-01).
    """
    tile = arena.tiles[seat]
    pile = arena.piles.get(tile)
    if pile is None:
        return EMPTY
    taken = EMPTY
    for group in arena.rules.gem_collect_order:
        if group == "bloodstones":
            claim(arena, seat, log)
            taken = taken._replace(bloodstones=pile.bloodstones, die=pile.die)
        elif group == "ylem":
            taken = taken._replace(ylem=take(arena, seat, "ylem", min(pile.ylem, ylem_room), log, "AK-GEM-01"))
        elif group == "core":
            for gem in CORE:
                count = take(arena, seat, gem, int(getattr(pile, gem)), log, "AK-GEM-01", "AK-GEM-03")
                taken = taken._replace(**{gem: count})
        elif pile.dire:
            taken = taken._replace(dire=take(arena, seat, "dire", pile.dire, log, "AK-GEM-04"))
            break
    return taken


def take(arena: Arena, seat: int, gem: Focus, count: int, log: Log, *rules: str) -> int:
    """Take ``count`` gems off the own tile; returns ``count``. Where they go is the caller's next step."""
    if count:
        tile = arena.tiles[seat]
        put(arena, tile, **{gem: -count})
        text = f"{arena.heads[seat]} takes {count} {gem.title()} from {arena.number(tile)}."
        data = {"seat": seat_id(seat), "gem": gem, "count": count, "tile": tile}
        report(log, "gem-taken", rules, text, data)
    return count


def burn(arena: Arena, tile: int, log: Log, edge: str) -> int:
    """A strip enters ``tile``: gems return to the supply (AK-FIRE-15), the Ascended Die is gone (AK-FIRE-18).

    Returns how many Pyre gems explode there (AK-FIRE-16); dealing the wounds comes later (AK-FIRE-07).
    """
    pile = arena.piles[tile]
    for gem in GEMS:
        count = int(getattr(pile, gem))
        supply(arena, gem, count)
        if count and gem != "pyre":
            text = f"{count} {gem.title()} on {arena.number(tile)} burns and returns to the supply."
            report(log, "gem-burned", ("AK-FIRE-15",), text, {"gem": gem, "count": count, "tile": tile, "edge": edge})
    if pile.die:
        arena.die = GONE
        text = f"The Ascended Die on {arena.number(tile)} is lost in the fire for good."
        report(log, "die-burned", ("AK-FIRE-18",), text, {"tile": tile, "edge": edge})
    put(arena, tile, die=-pile.die, **{gem: -int(getattr(pile, gem)) for gem in GEMS})
    return pile.pyre
