"""Weighs moves, deeds and free acts of Chimera Hunt by what they do at once, without a look at the dice.

One life of the Chimera is 10.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from immolation.games import Action
from immolation.games.ascended_kings.board.geometry import SURROUNDING, king_distance
from immolation.games.chimera_hunt import actions as act
from immolation.games.chimera_hunt.chimera import FURY, course, rush
from immolation.games.chimera_hunt.facts import EDGES, GEM_OF, Gem
from immolation.games.chimera_hunt.facts import GEMS as MOST_GEMS
from immolation.games.chimera_hunt.hunters import DRIED, Blow
from immolation.games.chimera_hunt.moving import waiting
from immolation.games.chimera_hunt.table import Awake, HuntTable, depth

LIFE: Final = 10.0
HURT: Final = (0.0, 3.0, 8.0, 22.0, 22.0, 22.0, 22.0)
"""Cost of so many wounds: a soul at the fourth, which is near at the third."""

GEMS: Final[dict[Gem, float]] = {"pyre": 6.0, "egis": 7.0, "aria": 12.0, "ylem": 4.0}
SECOND: Final = 3.0
"""Loss of worth of a gem that the hunter holds already."""

SPRINT: Final = 4.0
BURN: Final = 5.0
"""Cost of an Aria for a sprint and of a Pyre for a strike."""

RAIN: Final = 3.0
ROOM: Final = 3.0
YLEM: Final = 3.5
"""Worth of a bank: for each Red Rain dried, early or late, and for room for another gem; and the cost of its Ylem."""

STONE: Final = 2.5
SEED: Final = 5.0
PAIR: Final = 6.0
"""Cost of no longer holding a second Bloodstone."""

HELD: Final = 16.0
LINE: Final = 2.0
"""Worth of a Bloodstone before the one driven wall: the life it takes until it is moved, the lines it keeps."""

IN_FIRE: Final = 6.0
BY_DRIVEN: Final = 1.0
BY_WALKER: Final = 3.0
FAR: Final = 0.5
KEEP: Final = 2.0
REACH: Final = 4
"""Worth of each tile further from the body, and the distance from which it cannot reach a hunter."""

SHORT: Final = 1.0
LEAPT: Final = 5.0
"""Cost of a charge that falls short, and of a leap out of one."""

CRASHED: Final = 20.0
"""Gain of a leap that lets the body crash."""

BURNS: Final = 16.0
LATER: Final = 0.6
"""Worth of the Chimera's body standing in the fire after the last turn of a round, and the factor a turn earlier."""

BLEED: Final = 6.0
WEB: Final = 5.0
WALKER: Final = 7.0
WIN: Final = 1e6
AWAKE: Final = 5.0
"""Cost of an aspect in play beside its attack: a Red Rain each round, and a wall that is driven."""


class Glance:
    """A situation with what all the moves and deeds of a turn need of it, worked out once."""

    def __init__(self, s: HuntTable) -> None:
        self.s = s
        hunt = s.hunt
        self.awake: list[Awake] = s.awake()
        self.driven = {*s.driven()}
        self.burns = BURNS * LATER ** max(0, len(waiting(s)) - 1)
        self.ready = s.first("ready")
        self.strikes_next = 0.45 + 0.07 * (hunt.phase - 1) if s.first("asleep") is not None else 1.0
        self.tight = 1.0 + max(0, hunt.rains + len(self.awake) - s.ultimate + 3) * 0.5

    def place(self, number: int) -> float:
        """Weigh the tile a hunter stands on, apart from the `threat`."""
        s, hunt = self.s, self.s.hunt
        tile = s.hunter(number).tile
        assert tile is not None, "it stands"
        value = -BY_DRIVEN * sum(edge in self.driven for edge in s.beside(tile)) - IN_FIRE * s.in_fire(tile)
        nearest = min((king_distance(tile, each.tile) for each in self.awake), default=9)
        value += KEEP * min(REACH, king_distance(tile, hunt.body)) - FAR * nearest
        return value - BY_WALKER * any(SURROUNDING[tile] >> walker & 1 for walker in hunt.walkers)

    def threat(self) -> float:
        """Weigh what the attack that comes next costs, as the hunters stand now."""
        if self.ready is None:
            return 0.0
        s, kind, phase = self.s, self.s.kind_of(self.ready), self.s.hunt.phase
        aimed = s.aimed(kind.mark)
        if aimed is None:
            return 0.0
        way, number = course(s, aimed)
        hunter = s.hunter(number)
        assert hunter.tile is not None, "who is aimed at stands"
        cost = SHORT
        if SURROUNDING[hunter.tile] >> way[-1] & 1:
            cost = HURT[min(6, hunter.wounds + kind.strength + FURY[phase - 1])] - HURT[hunter.wounds] + 1
            if "aria" in hunter.gems and len(way) > 1:
                cost = min(cost, -CRASHED if self._crashes(way[-1], hunter.tile) else LEAPT)
            elif "egis" in hunter.gems:
                cost *= 0.3
        return self.strikes_next * (cost + self.burns * (s.in_fire(s.hunt.body) - s.in_fire(way[-1])))

    def _crashes(self, body: int, tile: int) -> bool:
        """Whether the Chimera's body, once on ``body``, runs on into the fire if the hunter leaves ``tile``."""
        hunt = self.s.hunt
        kept, hunt.body = hunt.body, body
        crashes = rush(self.s, tile)[1]
        hunt.body = kept
        return crashes

    def deed(self, number: int, action: Action, found: Mapping[int, Blow]) -> float:
        """Weigh a deed; ``found`` are the hunter's `blows`."""
        hunter, value = self.s.hunter(number), 0.0
        match action:
            case act.Strike(tile=tile):
                value = self.strike(found[tile])
            case act.DrawGem(wall=wall):
                gem = GEM_OF[wall]
                value = GEMS[gem] - SECOND * (gem in hunter.gems)
            case act.Rest():
                value = HURT[hunter.wounds] - HURT[max(0, hunter.wounds - 2)] + BLEED * hunter.bleeding
                value += WEB * hunter.webbed
        if hunter.bleeding and not isinstance(action, act.Rest):
            value -= HURT[hunter.wounds + 1] - HURT[hunter.wounds]
        return value

    def strike(self, blow: Blow) -> float:
        """Weigh a strike."""
        s, hunt = self.s, self.s.hunt
        if blow.what == "walker":
            return WALKER
        cost = BURN * blow.pyre
        if blow.aspect is None:
            return WIN if blow.damage >= hunt.life else LIFE * blow.damage - cost
        kind = s.kind_of(blow.aspect)
        value = LIFE * min(kind.blood, hunt.life - 1) + AWAKE * self.tight + 2.0
        value += 2.0 * bool(hunt.walls[EDGES.index(blow.aspect.wall)])
        return value + 2.0 * kind.strength * (blow.aspect.state == "ready") - cost

    def free(self, number: int, action: Action) -> float:
        """Weigh a free act; below 0 it is better not done."""
        s, hunt, hunter = self.s, self.s.hunt, self.s.hunter(number)
        match action:
            case act.Bank(wall=wall):
                dried = RAIN * min(DRIED, hunt.rains)
                room = ROOM * (len(hunter.gems) == MOST_GEMS)
                return 2.5 * bool(hunt.walls[EDGES.index(wall)]) + dried + room - YLEM
            case act.Lay(tile=tile):
                return self.holds(tile) - (STONE if hunter.bloodstones == 1 else PAIR)
            case act.Give(hunter=other):
                if hunter.bloodstones != 1 or s.hunter(other).bloodstones != 1:
                    return -9.0
                safe = _safe(s, other) - _safe(s, number)
                return 2.5 + safe - 2 * s.hunter(other).wounds / 3
        return -9.0

    def holds(self, tile: int) -> float:
        """Weigh a Bloodstone on a tile by the driven walls that nothing else holds."""
        hunt, value = self.s.hunt, 0.0
        for edge, line in zip(EDGES, hunt.walls, strict=True):
            if edge not in self.driven or depth(tile, edge) != line + 1:
                continue
            if any(depth(other, edge) == line + 1 for other in hunt.bloodstones if other != tile):
                continue
            value += (HELD * hunt.options.held_wounds + LINE * line) / len(self.driven)
        return value


def _safe(s: HuntTable, number: int) -> int:
    """Gems that keep a hunter from being hit."""
    gems = s.hunter(number).gems
    return gems.count("egis") + gems.count("aria")
