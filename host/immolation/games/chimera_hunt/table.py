"""The table that the rules work on: the facts with what follows from them, and what comes next."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from ..ascended_kings.board import geometry
from ..ascended_kings.board.geometry import SURROUNDING, Walls, king_distance
from ..contract import Game, Result
from ..engine import EventLog, StackState, report
from .facts import EDGES, Aspect, Hunt, Hunter
from .frames import AnyFrame, Edge, Nightfall, Over
from .pack import AspectKind, Chimera, Level, Mark, Pack

OUTWARD: Final[dict[Edge, int]] = {"top": -10, "right": 1, "bottom": 10, "left": -1}
"""From a tile to the next one toward an edge."""

COLOURS: Final = (0x2979FF, 0x76FF03, 0xFFEE58, 0xFF80AB)
"""Of the hunters: blue, green, yellow, pink."""

NIGHTS: Final = 6
LOSSES: Final = 3
"""Of a campaign: its nights, and how many may be lost (HUNT-CAMP-01)."""

DRY_AIR: Final = 2
"""How much higher the Ultimate value is with that boon (HUNT-CAMP-02)."""


@lru_cache(maxsize=4096)
def walls_at(lines: tuple[int, int, int, int]) -> Walls:
    """The Fire Walls that have advanced so many lines each."""
    top, right, bottom, left = lines
    return geometry.walls(top=top, right=9 - right, bottom=9 - bottom, left=left)


_DEPTHS: Final[dict[Edge, tuple[int, ...]]] = {
    "top": tuple(tile // 10 for tile in range(geometry.COUNT)),
    "right": tuple(9 - tile % 10 for tile in range(geometry.COUNT)),
    "bottom": tuple(9 - tile // 10 for tile in range(geometry.COUNT)),
    "left": tuple(tile % 10 for tile in range(geometry.COUNT)),
}


def depth(tile: int, edge: Edge) -> int:
    """Lines between a tile and an edge of the board."""
    return _DEPTHS[edge][tile]


@lru_cache(maxsize=4096)
def _beside(lines: tuple[int, int, int, int]) -> tuple[tuple[Edge, ...], ...]:
    """Tile -> the walls orthogonally beside it; none beside one that burns."""
    fire, ahead = walls_at(lines).fire_mask, tuple(zip(EDGES, lines, strict=True))
    return tuple(
        () if fire >> tile & 1 else tuple(edge for edge, line in ahead if depth(tile, edge) == line + 1)
        for tile in range(geometry.COUNT)
    )


def order(aspect: Aspect) -> tuple[int, int]:
    """Sorts aspects clockwise from the top left corner (HUNT-SET-07)."""
    along = aspect.place if aspect.wall in ("top", "right") else -aspect.place
    return EDGES.index(aspect.wall), along


@lru_cache(maxsize=8192)
def _stands(lines: tuple[int, int, int, int], places: tuple[tuple[Edge, int], ...]) -> dict[tuple[Edge, int], int]:
    """Wall and place -> tile of the aspects there; a place that a crossing wall covers slides (HUNT-SET-06)."""
    fire = walls_at(lines)
    found: dict[tuple[Edge, int], int] = {}
    taken: set[tuple[Edge, int]] = set()
    for wall, place in places:
        span = fire.columns if wall in ("top", "bottom") else fire.rows
        ahead = lines[EDGES.index(wall)]
        open_to = (each for each in span if (wall, each) not in taken)
        at = min(open_to, key=lambda each: (abs(each - place), each), default=place)
        taken.add((wall, at))
        row, column = {"top": (ahead, at), "right": (at, 9 - ahead), "bottom": (9 - ahead, at), "left": (at, ahead)}[
            wall
        ]
        found[wall, place] = 10 * row + column
    return found


class Awake(NamedTuple):
    """An aspect that is in play, with its data and tile."""

    facts: Aspect
    kind: AspectKind
    tile: int


class HuntTable(StackState):
    """One situation of the hunt; `state.HuntState` makes a `State` of it."""

    over = "The hunt is over."

    def __init__(self, game: Game, pack: Pack, hunt: Hunt) -> None:
        self.game, self.pack = game, pack
        self.lay(hunt)

    def lay(self, hunt: Hunt) -> None:
        """Go on with these facts."""
        self.hunt, self.stack, self.result = hunt, hunt.stack, None
        top = self.stack[-1]
        if isinstance(top, Over):
            self.result = result_of(self, top)

    @property
    def facts(self) -> HuntTable:
        """The table itself, which the rules work on."""
        return self

    # --- who and what --------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """``p1`` to ``p4``; one person alone is ``p1``."""
        return tuple(f"p{number}" for number in range(1, self.hunt.seats + 1))

    @property
    def chimera(self) -> Chimera:
        """The Chimera that is hunted."""
        return self.pack.chimeras[self.hunt.chimera]

    @property
    def level(self) -> Level:
        """The numbers of the level."""
        return self.pack.levels[self.hunt.level]

    @property
    def threat(self) -> int:
        """Aspects on the walls at the start of a round (HUNT-SET-05)."""
        return min(8, self.level.threat[len(self.hunt.hunters) - 2])

    @property
    def ultimate(self) -> int:
        """Red Rains that bring an Ultimate (HUNT-RAIN-02)."""
        return self.level.ultimate[len(self.hunt.hunters) - 2] + DRY_AIR * (self.hunt.boon == "dry air")

    def owner(self, number: int) -> str:
        """The seat that moves a hunter: its own, or that of a person alone (HUNT-SET-01)."""
        return "p1" if self.hunt.seats == 1 else f"p{number}"

    def hunter(self, number: int) -> Hunter:
        """A hunter by number."""
        return self.hunt.hunters[number - 1]

    def standing(self) -> list[tuple[int, Hunter, int]]:
        """Every hunter who has not fallen: number, facts, tile."""
        return [(at, each, each.tile) for at, each in enumerate(self.hunt.hunters, 1) if each.tile is not None]

    def kind_of(self, aspect: Aspect) -> AspectKind:
        """The data of an aspect on the table."""
        return self.chimera.aspects[aspect.name]

    # --- where ---------------------------------------------------------------------------------------------

    @property
    def fire(self) -> Walls:
        """The Fire Walls."""
        return walls_at(self.hunt.walls)

    def in_fire(self, tile: int) -> bool:
        """True under a Fire Wall or behind one."""
        return bool(self.fire.fire_mask >> tile & 1)

    def beside(self, tile: int) -> tuple[Edge, ...]:
        """The walls orthogonally beside a tile of the arena."""
        return _beside(self.hunt.walls)[tile]

    @property
    def taken(self) -> int:
        """The tiles with a miniature or a Rainwalker, as a mask."""
        mask = 1 << self.hunt.body
        for hunter in self.hunt.hunters:
            if hunter.tile is not None:
                mask |= 1 << hunter.tile
        for tile in self.hunt.walkers:
            mask |= 1 << tile
        return mask

    @property
    def free(self) -> int:
        """The tiles of the arena on which nothing stands, as a mask."""
        return self.fire.safe_mask & ~self.taken

    def near(self, tile: int, but: int = 0) -> list[int]:
        """The hunters next to a tile by number, hunter ``but`` left out."""
        return [number for number, _, at in self.standing() if number != but and SURROUNDING[tile] >> at & 1]

    def tile_of(self, aspect: Aspect) -> int:
        """Return the tile on which an aspect stands."""
        return self._tiles_of_aspects()[aspect.wall, aspect.place]

    def _tiles_of_aspects(self) -> dict[tuple[Edge, int], int]:
        return _stands(self.hunt.walls, tuple([(each.wall, each.place) for each in self.hunt.aspects]))

    def awake(self) -> list[Awake]:
        """The aspects in play, in order (HUNT-CHIM-04)."""
        kinds, stand = self.chimera.aspects, self._tiles_of_aspects()
        return [
            Awake(each, kinds[each.name], stand[each.wall, each.place])
            for each in self.hunt.aspects
            if each.state != "asleep"
        ]

    def first(self, state: str) -> Aspect | None:
        """The first aspect that is asleep, ready or spent (HUNT-SET-07)."""
        return next((each for each in self.hunt.aspects if each.state == state), None)

    def driven(self) -> list[Edge]:
        """The walls that carry an aspect awake (HUNT-END-03)."""
        found = {each.wall for each in self.hunt.aspects if each.state != "asleep"}
        return [edge for edge in EDGES if edge in found]

    def aimed(self, mark: Mark) -> int | None:
        """Return whom a claw or the jaws take: a hunter by number; None if nobody stands (HUNT-AIM-01)."""
        body = self.hunt.body

        def rank(each: tuple[int, Hunter, int]) -> tuple[int, int, int]:
            number, hunter, tile = each
            worth = {"left": tile % 10, "right": -(tile % 10), "jaws": -hunter.bloodstones}[mark]
            return worth, king_distance(body, tile), number

        found = min(self.standing(), key=rank, default=None)
        return None if found is None else found[0]

    # --- what comes next -----------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """The hunt, or this night of it, is over."""
        return isinstance(self.stack[0], Over | Nightfall)

    def then(self, *frames: AnyFrame) -> None:
        """Let these happen next, in this order; nothing happens any more once the hunt is over."""
        if not self.ended:
            self.stack.extend(reversed(frames))

    def finish(self, rule: Literal["HUNT-WIN-01", "HUNT-WIN-02", "HUNT-FALL-02"], log: EventLog) -> None:
        """End the hunt, or a night of a campaign that goes on (HUNT-CAMP-01)."""
        if self.ended:
            return
        hunt, won = self.hunt, rule == "HUNT-WIN-01"
        last = hunt.night == NIGHTS if won else hunt.losses == LOSSES
        if hunt.campaign == "none" or last:
            over = Over(rule)
            self.stack[:] = [over]
            self.result = result_of(self, over)
        else:
            self.stack[:] = [Nightfall(rule)]
        report(log, "over", rule, reason(self, rule), won=won)


def reason(s: HuntTable, rule: str) -> str:
    """Say in a sentence how a hunt ended."""
    if rule == "HUNT-WIN-01":
        return f"{s.chimera.name} is dead, in round {s.hunt.round}."
    return "The arena is ash." if rule == "HUNT-WIN-02" else "A hunter fell, and no soul was left."


def result_of(s: HuntTable, over: Over) -> Result:
    """Return how it all ended, with a score (HUNT-WIN-03)."""
    hunt = s.hunt
    full, won = full_life(s.pack, hunt), over.rule == "HUNT-WIN-01"
    sheet = {"life taken": 100 * (full - min(full, hunt.life)) // full}
    if won:
        sheet |= {"souls left": 10 * max(0, hunt.souls), "rounds left": 5 * max(0, hunt.options.rounds - hunt.round)}
    said = reason(s, over.rule)
    if hunt.campaign != "none":
        sheet["nights"] = 100 * (hunt.night - 1 + won) - 20 * (hunt.losses + (not won))
        said = f"{said} The campaign is {'won' if won else 'lost'}."
    scores = {seat: {**sheet, "total": sum(sheet.values())} for seat in s.seats}
    return Result(s.seats if won else (), said, over.rule, scores)


def full_life(pack: Pack, hunt: Hunt) -> int:
    """The life with which the Chimera began: the level's and its own (HUNT-SET-08)."""
    own = pack.chimeras[hunt.chimera].life
    extra = own.standard if hunt.level.startswith("S") else own.heroic
    return max(1, pack.levels[hunt.level].life[len(hunt.hunters) - 2] + extra * len(hunt.hunters) // 2)
