"""Takes what lies on the own tile, at every moment of the game (AK-GEM-01)."""

from __future__ import annotations

from ...board.items import Spawned, claim, supply, take
from ...components import CORE
from ...facts.arena import OFF
from ...facts.full_situation import FullSituation
from ...facts.mat import YLEM_SPACES
from ...facts.reporting import Log
from ..battle.wounds import deal
from . import gem_flow


def collect(s: FullSituation, seat: int, log: Log) -> bool:
    """Take what lies on the own tile in the order of AK-GEM-08, until all is taken or somebody must choose first.

    Bloodstones and the Ascended Die always (AK-GEM-05, AK-GEM-07), Ylem as far as it has room (AK-GEM-02), Core gems
    by substitution or not, but never left there (AK-GEM-03), Dire as wounds (AK-GEM-04). True if anything was taken.
    """
    arena = s.arena
    pile = arena.piles.get(arena.tiles[seat])
    if pile is None:
        return False
    taken = False
    depth = len(s.stack)
    for group in arena.rules.gem_collect_order:
        if len(s.stack) > depth:
            break  # somebody chooses what to keep; what else lies here comes after that
        if group == "bloodstones":
            if pile.bloodstones or pile.die:
                claim(arena, seat, log)
                taken = True
        elif group == "ylem":
            if pile.ylem:
                taken |= _ylem(s, seat, pile.ylem, log)
        elif group == "core":
            if pile.aria or pile.egis or pile.pyre:
                for gem in CORE:
                    count: int = getattr(pile, gem)
                    take(arena, seat, gem, count, log, "AK-GEM-01", "AK-GEM-03")
                    supply(arena, gem, count)
                gem_flow.gain(s, seat, log, "AK-GEM-03", pile.aria, pile.egis, pile.pyre, told=True)
                taken = True
        elif pile.dire:
            take(arena, seat, "dire", pile.dire, log, "AK-GEM-04")
            supply(arena, "dire", pile.dire)
            deal(s, {seat: pile.dire}, "dire-tile", log)
            taken = True
    return taken


def _ylem(s: FullSituation, seat: int, lying: int, log: Log) -> bool:
    count = min(lying, YLEM_SPACES - s.mats[seat].ylem)
    if count <= 0:
        return False
    take(s.arena, seat, "ylem", count, log, "AK-GEM-01", "AK-GEM-02")
    supply(s.arena, "ylem", count)
    gem_flow.gain(s, seat, log, "AK-GEM-01", ylem=count, told=True)
    return True


def sweep(s: FullSituation, log: Log) -> bool:
    """Whoever stands on something takes it, at any point of the game (AK-GEM-01). True if anything was taken."""
    arena = s.arena
    piles = arena.piles
    pending = s.stack[-1].holds_pickup
    for seat, tile in enumerate(arena.tiles):
        if tile == OFF or tile not in piles or tile == arena.omega:
            continue
        if pending:
            if piles[tile].ylem and _ylem(s, seat, piles[tile].ylem, log):
                return True
        elif collect(s, seat, log):
            return True
    return False


def receive(s: FullSituation, got: Spawned, log: Log) -> None:
    """Move what appears under a miniature to its pools, Dire as a wound (AK-PROX-05, AK-EVENT-04, AK-KILL-05)."""
    assert got.seat is not None
    gem_flow.gain(s, got.seat, log, "AK-PROX-05", got.aria, got.egis, got.pyre, got.ylem, told=True)
    if got.dire:
        deal(s, {got.seat: got.dire}, "dire-tile", log)
