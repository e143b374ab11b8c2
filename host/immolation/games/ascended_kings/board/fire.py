"""Places and moves the Fire Walls: both deadlocks, what they burn and whom they hurt."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..facts.arena import OFF, Arena
from ..facts.reporting import Log, report
from .geometry import (
    ADJACENT,
    OPPOSITE,
    SIDE,
    SURROUNDING,
    Edge,
    Walls,
    first_line,
    line_before,
    line_mask,
    mask_of,
    next_line,
    tiles,
)
from .items import burn

LEAST_EXPOSED: Final = 3
"""Lines that always stay free between two opposite strips (AK-FIRE-08)."""

LEAST_LONE: Final = 1
"""Lines a lone strip leaves free where a missing wall does not count as the edge: somebody must be able to stand."""

Blast = tuple[int, int]
"""A tile and the number of Pyre gems that explode on it."""


class Advance(NamedTuple):
    """The result of moving a strip."""

    moved: bool
    """True if it left a line behind it, so that somebody may have been overrun."""

    blasts: tuple[Blast, ...] = ()


# --- moving ----------------------------------------------------------------------------------------------


def entered(walls: Walls, edge: Edge) -> int | None:
    """The line that the strip of ``edge`` enters when its number is rolled (AK-FIRE-01, AK-FIRE-02)."""
    line = walls.line(edge)
    return first_line(edge) if line is None else next_line(edge, line)


def exposed(walls: Walls, edge: Edge, line: int) -> int:
    """Count the lines between the strip of ``edge`` on ``line`` and the opposite strip, or the opposite edge."""
    other = walls.line(OPPOSITE[edge])
    if other is None:
        other = SIDE if edge in ("top", "left") else -1
    return abs(other - line) - 1


class Deadlock(NamedTuple):
    """The reason why a Fire Wall does not move."""

    rule: str
    reason: str


def deadlock(arena: Arena, edge: Edge) -> Deadlock | None:
    """Say why the strip of ``edge`` cannot enter its next line, None if it can.

    Parallel Deadlock keeps 3 lines free (AK-FIRE-08), against the bare edge as well (AK-FIRE-10); the other pair of
    walls does not matter (AK-FIRE-09). Bloodstone Deadlock holds wherever on the line the stone lies (AK-FIRE-11),
    also against a first placement (AK-FIRE-13). Carried stones never block (AK-FIRE-12).
    """
    line = entered(arena.walls, edge)
    lone = arena.walls.line(OPPOSITE[edge]) is None
    free = 0 if line is None else exposed(arena.walls, edge, line)
    least = LEAST_LONE if lone and not arena.rules.fire_absent_wall_counts_as_edge else LEAST_EXPOSED
    if line is None or free < least:
        against = "the edge" if lone else f"the {OPPOSITE[edge]} Fire Wall"
        rule = "AK-FIRE-10" if lone else "AK-FIRE-08"
        reason = f"The {edge} Fire Wall is in Parallel Deadlock: fewer than {least} lines would stay free of {against}."
        return Deadlock(rule, reason)
    placing = arena.walls.line(edge) is None
    if placing and not arena.rules.fire_bloodstone_blocks_placement:
        return None
    there = line_mask(edge, line)
    for tile, pile in sorted(arena.piles.items()):  # the same words however the tiles were filled
        if pile.bloodstones and there >> tile & 1:
            rule = "AK-FIRE-13" if placing else "AK-FIRE-11"
            where = arena.number(tile)
            return Deadlock(rule, f"The {edge} Fire Wall is in Bloodstone Deadlock: a Bloodstone lies on {where}.")
    return None


def advance(arena: Arena, edge: Edge, log: Log) -> Advance:
    """Move the strip of ``edge`` one line inward, or place it on its outermost line (AK-FIRE-01 to AK-FIRE-03).

    Burns what lies on the line it enters (AK-FIRE-15 to AK-FIRE-19); who stands there stays on top of the strip.
    In deadlock nothing moves (AK-FIRE-14). Explosions and deaths are the caller's next steps (AK-FIRE-07).
    """
    stuck = deadlock(arena, edge)
    if stuck is not None:
        report(log, "wall-deadlocked", (stuck.rule, "AK-FIRE-14"), stuck.reason, {"edge": edge})
        return Advance(False)
    before, line = arena.walls.line(edge), entered(arena.walls, edge)
    if line is None:
        raise AssertionError(f"The {edge} Fire Wall was free to move, but there is no line for it.")
    arena.walls = arena.walls.moved(edge, line)
    kind = "row" if edge in ("top", "bottom") else "column"
    if before is None:
        text = f"A Fire Wall flares up along the {edge} edge."
        report(log, "wall-placed", ("AK-FIRE-01", "AK-COMP-17"), text, {"edge": edge, "line": line})
        if not arena.rules.fire_placement_triggers_crossing:
            return Advance(False)
    else:
        text = f"The {edge} Fire Wall advances to {kind} {line}."
        report(log, "wall-advanced", ("AK-FIRE-02",), text, {"edge": edge, "line": line})
    there = line_mask(edge, line)
    blasts = []
    for tile in sorted(tile for tile in arena.piles if there >> tile & 1):
        pyre = burn(arena, tile, log, edge)
        if pyre:
            blasts.append((tile, pyre))
    return Advance(before is not None, tuple(blasts))


def recedable(arena: Arena, seat: int) -> tuple[Edge, ...]:
    """The strips that Pyrokinesis of ``seat`` can push back (AK-ABIL-08 to AK-ABIL-10).

    In the strip, or orthogonally next to it; never one that lies on its outermost line.
    """
    tile = arena.tiles[seat]
    if tile == OFF:
        return ()
    near = ADJACENT[tile] | 1 << tile
    return tuple([edge for edge, strip in arena.walls.advanced if near & strip])


def recede(arena: Arena, edge: Edge, log: Log) -> None:
    """Pyrokinesis: the strip of ``edge`` moves one line back toward its edge and burns nothing (AK-ABIL-08)."""
    line = arena.walls.line(edge)
    back = None if line is None else line_before(edge, line)
    if back is None:
        raise AssertionError(f"The {edge} Fire Wall cannot recede.")
    arena.walls = arena.walls.moved(edge, back)
    kind = "row" if edge in ("top", "bottom") else "column"
    report(
        log,
        "wall-receded",
        ("AK-ABIL-08",),
        f"The {edge} Fire Wall recedes to {kind} {back}.",
        {"edge": edge, "line": back},
    )


# --- hurting ---------------------------------------------------------------------------------------------

Wounds = dict[int, int]
"""Seat -> wounds; only seats that take some."""


def explosions(arena: Arena, blasts: tuple[Blast, ...], log: Log) -> Wounds:
    """Each exploding Pyre wounds every character on the 8 surrounding tiles once (AK-FIRE-16).

    Several add up; fire and walls shield nobody. Egis is no help (AK-FIRE-17), nobody earns a bonus (AK-KILL-06).
    """
    wounds: Wounds = {}
    for tile, pyre in blasts:
        near = SURROUNDING[tile]
        hit = [seat for seat, at in enumerate(arena.tiles) if at != OFF and near >> at & 1]
        for seat in hit:
            wounds[seat] = wounds.get(seat, 0) + pyre
        struck = f" and strikes {_listed(arena, hit)}" if hit else " and strikes nobody"
        text = f"{pyre} Pyre on {arena.number(tile)} explodes{struck}."
        report(
            log,
            "pyre-exploded",
            ("AK-FIRE-16",),
            text,
            {"tile": tile, "count": pyre, "seats": [f"p{seat + 1}" for seat in hit]},
        )
    return wounds


def overrun(arena: Arena, edge: Edge) -> list[int]:
    """The seats that the strip of ``edge``, just advanced, has left behind it: certain death (AK-FIRE-05)."""
    line = arena.walls.line(edge)
    before = None if line is None else line_before(edge, line)
    if before is None:
        return []
    left = line_mask(edge, before)
    return [seat for seat, tile in enumerate(arena.tiles) if tile != OFF and left >> tile & 1]


def fire_wounds(arena: Arena) -> Wounds:
    """1 wound for everyone who stands in any strip, whichever moved and also if none did (AK-FIRE-04)."""
    walls = arena.walls
    crossings = _crossings(walls)
    found: Wounds = {}
    for seat, tile in enumerate(arena.tiles):
        if tile != OFF and walls.strip_mask >> tile & 1:
            found[seat] = arena.rules.fire_crossing_wounds if crossings >> tile & 1 else 1
    return found


def _crossings(walls: Walls) -> int:
    rows = [line_mask(edge, line) for edge in ("top", "bottom") if (line := walls.line(edge)) is not None]
    columns = [line_mask(edge, line) for edge in ("left", "right") if (line := walls.line(edge)) is not None]
    return mask_of(tile for row in rows for column in columns for tile in tiles(row & column))


def blue_flame(arena: Arena) -> Wounds:
    """Exactly 1 wound for everyone in or orthogonally next to a strip (AK-EVENT-02); none without one (AK-EVENT-05)."""
    strip = arena.walls.strip_mask
    return {seat: 1 for seat, tile in enumerate(arena.tiles) if tile != OFF and (ADJACENT[tile] | 1 << tile) & strip}


def _listed(arena: Arena, seats: list[int]) -> str:
    names = [arena.names[seat] for seat in seats]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
