"""Evaluation of Ascended Kings' full track for a seat, in Koru: what counts at the end, and the way there.

Weights over what lies open on mats and board, and hands by their size; the printed count is AK-SCORE-01. It reads an
imagined `FullState` itself, for a view of each of the thousands that a search imagines would take most of its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from immolation.games.ascended_kings.board.geometry import SIDE, Walls, tiles
from immolation.games.ascended_kings.facts.arena import OFF, Pile, seat_id
from immolation.games.ascended_kings.facts.full_situation import FullSituation
from immolation.games.ascended_kings.facts.mat import SOCKETS, Mat
from immolation.games.ascended_kings.facts.pools import completed
from immolation.games.ascended_kings.frames import Acting, ChoosingState
from immolation.games.ascended_kings.full.rounds.scoring import sheet
from immolation.games.ascended_kings.full.state import FullState
from immolation.games.ascended_kings.rounds.war import koru

from .features import rim, warm

STONE: Final = 15.0
NEVER_KILLED: Final = 10.0
COMPLETED: Final = 5.0
LEVEL: Final = 5.0
YLEM: Final = 1.0
"""As they are counted at the end."""

POWER: Final = 3.0
"""Worth of what a completed Transmutation gives on the way: dice, actions, abilities."""

TOWARDS: Final = 0.7
"""A gem that a Transmutation still open can use."""

GEM: Final = 0.5
"""Any other core gem in the pool."""

CARD: Final = 0.9
INSCRIBED: Final = 1.5
DIE: Final = 4.0
WOUND: Final = -9.0
"""All wounds up to the lethal one; the first hurt little, the last ones most."""

DEAD: Final = -14.0
"""Off the board: the return costs gems, cards and the place."""

# --- the board ---

MARCH: Final = -1.6
"""Each step that a carrier of Bloodstones still has to the Omega Stone in the war, which is worth 25."""

ENTERS: Final = 120.0
"""The Omega Stone where the own turn can still take it and wins by that, divided by one more than the steps to it:
more than a walk through the fire and all its gems are worth."""

DRAWN: Final[tuple[tuple[int, float], ...]] = ((0, 4.8), (1, 2.4), (2, 1.5), (3, 0.5), (4, 0.5), (5, 0.5))
"""Place in a `Pile`, and the worth of what lies there, divided by one more than the steps to it."""

PREY: Final = 0.7
PREY_IN_WAR: Final = 7.0
"""An opponent with Bloodstones, divided by one more than the steps there."""

BEHIND: Final = -24.0
STRIP: Final = -7.0
DIRE: Final = -3.0
FLAME: Final = -0.7
EDGE: Final = -0.25
"""Standing behind a Fire Wall, under one, on Dire, in reach of the blue flame, where a wall comes next."""

# --- death ---

STRUCK: Final = 0.75
"""Chance that whoever moves next makes an attack that the open mats call deadly, and kills."""

LATER: Final = 0.3
"""The same for whoever has to wait for a turn."""

SHORT: Final = 0.45
"""Factor on that chance for each Pyre and each step that the attacker is short of."""

SCALE: Final = 14.0


class Hunting(NamedTuple):
    """Weighs that a seat can kill its rivals. That they can kill it always counts whole."""

    everybody: bool
    """Whether each rival counts, or the foremost alone."""

    share: tuple[float, float, float]
    """Factor beside one rival, two, three."""


NOVICE: Final = Hunting(True, (1.0, 1.0, 1.0))
"""Counts a kill of any rival. Easy and `greedy` have it."""

SKILLED: Final = Hunting(False, (1.0, 1.0, 1.0))
"""Counts a kill of the foremost rival alone, which sets back whoever would win. Medium has it."""

EXPERT: Final = Hunting(False, (1.0, 0.3, 0.0))
"""Counts it less beside two rivals and not at all beside three: it helps the others as much, and the gems kept for it
complete no Transmutation. Hard has it."""


def evaluate(state: FullState, seat: str, hunting: Hunting) -> float:
    """The own mat and place, less the best rival's mat, and who can kill whom; 0 is even."""
    s = state.facts
    own, mats = s.settings.seats.index(seat), s.mats
    value = _mat(s, own, mats[own]) + _place(s, own)
    rivals = {rival: _mat(s, rival, mat) for rival, mat in enumerate(mats) if rival != own}
    return value - max(rivals.values()) + _tension(s, own, rivals, hunting)


def features(state: FullState, seat: str, hunting: Hunting) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name."""
    s = state.facts
    own, arena = s.settings.seats.index(seat), s.arena
    mat = s.mats[own]
    rivals = {rival: _mat(s, rival, other) for rival, other in enumerate(s.mats) if rival != own}
    king, whole = not arena.revenant[own], _mat(s, own, mat)
    fire = _dangers(arena.walls)[arena.tiles[own]] if arena.tiles[own] != OFF else 0.0
    stones, die = STONE * arena.stones[own], DIE * (arena.die == own)
    if arena.tiles[own] == OFF:
        gems, cards, wounds = YLEM * mat.ylem, 0.0, DEAD
    else:
        gems, cards = _gems(mat, king), CARD * len(s.hands[own]) + INSCRIBED * (mat.inscription >= 0)
        wounds = WOUND * (mat.dire / (2 + mat.level)) ** 2
    return {
        "stones": stones,
        "die": die,
        "gems": gems,
        "cards": cards,
        "wounds": wounds,
        "mat": whole - stones - die - gems - cards - wounds,
        "fire": fire,
        "place": _place(s, own) - fire,
        "rival": -max(rivals.values()),
        "threat": _tension(s, own, rivals, hunting),
    }


def _mat(s: FullSituation, seat: int, mat: Mat) -> float:
    arena = s.arena
    king = not arena.revenant[seat]
    value = STONE * arena.stones[seat] + LEVEL * mat.level
    if arena.die == seat:
        value += DIE
    if king:
        value += NEVER_KILLED
    if arena.tiles[seat] == OFF:
        return value + DEAD + YLEM * mat.ylem
    value += (
        (COMPLETED + POWER) * completed(mat) + CARD * len(s.hands[seat]) + WOUND * (mat.dire / (2 + mat.level)) ** 2
    )
    if mat.inscription >= 0:
        value += INSCRIBED
    return value + _gems(mat, king)


def _gems(mat: Mat, king: bool) -> float:
    """Gems in the pools: most where they complete something (AK-TRANS-02)."""
    done, aria, egis, pyre = mat.transmuted, mat.aria, mat.egis, mat.pyre
    value = YLEM * mat.ylem + GEM * (aria + egis + pyre)
    if not done >> 3:
        value += TOWARDS * min(SOCKETS, mat.ylem)
    if king:
        if not done & 1:
            value += TOWARDS * min(SOCKETS, aria)
        if not done >> 1 & 1:
            value += TOWARDS * min(SOCKETS, egis)
        if not done >> 2 & 1:
            value += TOWARDS * min(SOCKETS, pyre)
        return value
    return value + TOWARDS * (min(1, aria) + min(1, egis) + min(1, pyre))


# --- death -----------------------------------------------------------------------------------------------


def _tension(s: FullSituation, own: int, rivals: Mapping[int, float], hunting: Hunting) -> float:
    """Weigh who can kill whom; ``rivals``: each with the worth of its mat."""
    prey = rivals if hunting.everybody else (max(rivals, key=rivals.__getitem__),)
    share = hunting.share[len(rivals) - 1]
    hunts = share * sum([_threat(s, own, rival) for rival in prey]) if share else 0.0
    return hunts - sum([_threat(s, rival, own) for rival in rivals])


def _threat(s: FullSituation, who: int, whom: int) -> float:
    """Weigh an attack of ``who`` on ``whom``: the gems for the way, then for the kill, as mats show them."""
    arena = s.arena
    start, end = arena.tiles[who], arena.tiles[whom]
    if start == OFF or end == OFF:
        return 0.0
    mat, prey = s.mats[who], s.mats[whom]
    if not mat.pyre:
        return 0.0
    wanting = prey.egis + 2 + prey.level - prey.dire - mat.pyre
    rows, columns = abs(start // SIDE - end // SIDE), abs(start % SIDE - end % SIDE)
    walk = (max(rows, columns) if s.diagonal(who) else rows + columns) - 1
    if walk and not s.diagonal(who) and rows and columns and s.reach(who):
        walk -= 1
    short = max(0, wanting) + max(0, walk - mat.aria)
    if short > MOST_SHORT:
        return 0.0
    top = s.stack[0]
    soon = type(top) is Acting or type(top) is ChoosingState if s.turn == who else _next(s, who)
    loss = -DEAD + STONE * arena.stones[whom] + (COMPLETED + POWER) * completed(prey)
    if not arena.revenant[whom]:
        loss += NEVER_KILLED
    return (STRUCK if soon else LATER) * loss * SHARE[short]


MOST_SHORT: Final = 5
SHARE: Final = tuple(SHORT**short for short in range(MOST_SHORT + 1))


def _next(s: FullSituation, seat: int) -> bool:
    """True if the turn of ``seat`` comes next, as far as one can say before a round has ended."""
    count = len(s.mats)
    return s.turn < 0 or (s.turn + 1) % count == seat


# --- the board -------------------------------------------------------------------------------------------


def _place(s: FullSituation, seat: int) -> float:
    arena = s.arena
    tile = arena.tiles[seat]
    if tile == OFF:
        return 0.0
    value = _dangers(arena.walls)[tile]
    if arena.war and arena.stones[seat] and arena.omega != OFF:
        steps = DISTANCE[tile][arena.omega]
        return value + MARCH * steps + (ENTERS / (1 + steps) if _wins_now(s, seat) else 0.0)
    away = DISTANCE[tile]
    for where, pile in arena.piles.items():
        value += _pile(pile) / (1 + away[where])
    prey = PREY_IN_WAR if arena.war else PREY
    for other, there in enumerate(arena.tiles):
        if other != seat and there != OFF and arena.stones[other]:
            value += prey / (1 + away[there])
    return value


def _wins_now(s: FullSituation, seat: int) -> bool:
    """Whether a seat is on turn, has the gems for the way to the Omega Stone, and wins by the Koru if it takes it."""
    if s.turn != seat or type(s.stack[0]) is not Acting:
        return False
    here, omega = s.arena.tiles[seat], s.arena.omega
    walk = abs(here // SIDE - omega // SIDE) + abs(here % SIDE - omega % SIDE)
    if (DISTANCE[here][omega] if s.diagonal(seat) else walk) > s.mats[seat].aria:
        return False
    points = [koru(s, who, seat_id(seat), sheet(s, who))["total"] for who in range(len(s.mats))]
    return points.pop(seat) > max(points)


DISTANCE: Final = tuple(
    tuple(max(abs(one // SIDE - other // SIDE), abs(one % SIDE - other % SIDE)) for other in range(SIDE * SIDE))
    for one in range(SIDE * SIDE)
)
"""Tile -> tile -> king moves between them."""


@lru_cache(4_000)
def _pile(pile: Pile) -> float:
    """Weigh a pile for somebody on its tile; each kind counts once, for pools are small."""
    return sum(worth for place, worth in DRAWN if pile[place]) + (DIRE if pile.dire else 0.0)


@lru_cache(4_000)
def _dangers(fire: Walls) -> tuple[float, ...]:
    """Tile -> the cost of the fire there, 0 or below."""
    near, edge = warm(fire), rim(fire)
    found = [0.0] * (SIDE * SIDE)
    for mask, worth in ((fire.behind_mask, BEHIND), (fire.strip_mask, STRIP), (near, FLAME), (edge, EDGE)):
        for tile in tiles(mask):
            found[tile] += worth
    return tuple(found)
