"""Prefers some choices of the arena to others, by what a small neural network learned from games (`make learn`).

The network sees `NAMES`, numbers that tell where a choice leads, all from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from operator import mul
from typing import Any, Final, NamedTuple

import msgspec

from immolation.games.ascended_kings.actions import Bridge, EndTurn, Kill, Place, Step
from immolation.games.ascended_kings.board.geometry import EDGES, SIDE, king_distance, mask_of
from immolation.games.ascended_kings.board.omega_index import FLIP_AT
from immolation.games.contract import Json

from .arena_weights import STONE_KORU, ArenaWeights, worth
from .features import ArenaFeatures

Choice = EndTurn | Kill | Bridge | Step | Place
"""Names the kinds of action that the network compares."""

RIVALS: Final = 3
LYING: Final = 3
"""So many rivals, in the order of their turns, and so many Bloodstones on tiles, the nearest first, are looked at."""

FAR: Final = 2 * SIDE
"""The distance to what is not there."""

NO_RIVAL: Final = (-1, 0, 0, 0, FAR, FAR, FAR)
NO_STONE: Final = (FAR, FAR, SIDE - 1, 0)
"""Stand for a rival, and for a Bloodstone, that there is not."""

OFF_BOARD: Final = -50.0
"""Stands for the worth of a tile where a miniature is off the board."""

MOST_GAIN: Final = 3.0
"""Limits how much better or worse a tile may weigh than the present one, in hundreds."""

NAMES: Final = (
    *("seats", "war", "rounds left", "Bloodstones set aside", "off the board", "turns left in the round", "flames"),
    *("Bloodstones", "revenant", "wounds", "die", "steps", "ended", "rivals beside"),
    *("burns", "warm", "rim", "dire", "off centre", "to Omega Stone"),
    *(f"lines to Fire Wall {wall}" for wall in range(len(EDGES))),
    "near Omega Stone",
    *(
        f"{name} of rival {rival}"
        for rival in range(RIVALS)
        for name in ("Bloodstones", "revenant", "wounds", "die", "distance", "way", "to Bloodstone")
    ),
    *("Bloodstones of rivals", "most Bloodstones of a rival", "lead"),
    *(
        f"{name} Bloodstones {pile}"
        for pile in range(LYING)
        for name in ("to", "rival to", "off centre of", "count of")
    ),
    *("Bloodstones lying", "to Ylem", "to core", "to die", "to dire"),
    *(f"near {name} of rival {rival}" for rival in range(RIVALS) for name in ("distance", "way", "to Bloodstone")),
    *(f"near {name} Bloodstones {pile}" for pile in range(LYING) for name in ("to", "rival to")),
    *("near Ylem", "near die"),
    *("kills", "bridges", "returns", "weighs most", "weighs more"),
)
"""Name the numbers that tell of a choice, in order. Distances are king moves; what is called near is one divided by one
more than a distance. The way of a rival leads to the Omega Stone, or from the middle while there is none. Flames are
the rolls of the Immolation Die, of four, after which the blue flame burns. The lead is in Koru, without what nobody
sees. The last two are what the weights say."""


class Network(msgspec.Struct, frozen=True):
    """One hidden layer of rectified units beside a direct one."""

    names: tuple[str, ...]
    hidden: tuple[tuple[float, ...], ...]
    """Weights of each unit, one for each name."""

    bias: tuple[float, ...]
    out: tuple[float, ...]
    direct: tuple[float, ...]

    def preference(self, facts: Sequence[float]) -> float:
        """Return how much a choice is preferred; only comparisons of choices of one decision mean anything."""
        total: float = sum(map(mul, self.direct, facts))
        for weights, bias, out in zip(self.hidden, self.bias, self.out, strict=True):
            unit = sum(map(mul, weights, facts), bias)
            if unit > 0:
                total += out * unit
        return total


@cache
def learned() -> Network:
    """Return what was learned from games."""
    text = resources.files(__package__).joinpath("arena_network.json").read_bytes()
    return msgspec.json.decode(text, type=Network)


class _Rival(NamedTuple):
    """A rival as it stands after a choice."""

    tile: int | None
    stones: int
    wounds: int
    die: bool
    revenant: bool
    level: int
    alive: bool = True

    @property
    def koru(self) -> int:
        """The Koru that everybody sees."""
        return _koru(self.stones, never_killed=self.alive and not self.revenant, level=self.level)

    def killed(self) -> _Rival:
        """The same rival, just killed."""
        return self._replace(tile=None, stones=0, wounds=0, die=False, alive=False)


class Outlook:
    """One decision of a seat, read once for all its choices."""

    def __init__(self, view: Mapping[str, Json], seen: ArenaFeatures, weights: ArenaWeights) -> None:
        seats: Mapping[str, Any] = view["seats"]
        names = list(seats)
        at = names.index(seen.seat)
        self._seen, self._weights, self._own = seen, weights, seats[seen.seat]
        self._rivals = {name: _rival(seats[name]) for name in [*names[at + 1 :], *names[:at]][:RIVALS]}
        self._moment = (len(names), seen.war, _rounds_left(view), view["bloodstones_aside"])
        self._away = len(view["dead"]) + len(view["returning"])
        self._round = ((names.index(view["start"]) - at - 1) % len(names), _flames(view))
        self._lying = {pile["tile"]: pile["bloodstones"] for pile in view["items"] if pile.get("bloodstones")}
        self._here = OFF_BOARD if seen.tile is None else worth(seen, seen.tile, weights)

    def after(self, choice: Choice, weighs_most: bool) -> list[float]:
        """Return the numbers of `NAMES` for a choice; ``weighs_most``: the weights would take it."""
        seen, own, rivals, lying = self._seen, self._own, dict(self._rivals), dict(self._lying)
        tile = seen.tile if isinstance(choice, EndTurn | Kill) else choice.tile
        assert tile is not None
        carries = seen.carries + (lying.pop(tile, 0) if tile != seen.tile else 0)
        if isinstance(choice, Kill):
            victim = rivals[choice.who]
            rivals[choice.who] = victim.killed()
            if victim.tile is not None and victim.stones:
                lying[victim.tile] = lying.get(victim.tile, 0) + victim.stones
        bit, strewn = 1 << tile, mask_of(lying)
        others = [rival.tile for rival in rivals.values() if rival.tile is not None]
        steps = 0 if isinstance(choice, Place) else seen.steps + isinstance(choice, Step)
        revenant = _is_revenant(own)
        omega = seen.distance(seen.omega, tile)
        found = [*self._moment, self._away + isinstance(choice, Kill), *self._round]
        found += [carries, revenant, seen.wounds, bool(own["die"] or bit & seen.die), steps]
        found += [isinstance(choice, EndTurn | Place), sum(king_distance(tile, other) == 1 for other in others)]
        found += [bool(bit & mask) for mask in (seen.fire.fire_mask, seen.warm, seen.rim, seen.dire)]
        found += [_off_centre(tile), omega, *_lines(seen, tile), _near(omega)]
        near: list[float] = []
        for rival in rivals.values():
            distances = self._distances(tile, rival.tile, strewn)
            found += [rival.stones, rival.revenant, rival.wounds, rival.die, *distances]
            near += map(_near, distances)
        missing = RIVALS - len(rivals)
        found += NO_RIVAL * missing
        near += [_near(FAR)] * 3 * missing
        stones = [rival.stones for rival in rivals.values()]
        koru = _koru(carries, never_killed=not revenant, level=own["level"])
        found += [sum(stones), max(stones), koru - max(rival.koru for rival in rivals.values())]
        for pile in _piles(tile, lying, others):
            found += pile
            near += [_near(pile[0]), _near(pile[1])]
        goals = [seen.distance(mask & ~bit, tile) for mask in (seen.ylem, seen.core, seen.die, seen.dire)]
        found += [sum(lying.values()), *goals, *near, _near(goals[0]), _near(goals[2])]
        more = 0.0 if tile == seen.tile else (worth(seen, tile, self._weights) - self._here) / 100
        kinds = [isinstance(choice, kind) for kind in (Kill, Bridge, Place)]
        return [*found, *kinds, weighs_most, max(-MOST_GAIN, min(MOST_GAIN, more))]

    def _distances(self, tile: int, rival: int | None, strewn: int) -> tuple[float, float, float]:
        """Return how far a rival is from a tile, on its way, and from the nearest Bloodstone on a tile."""
        if rival is None:
            return FAR, FAR, FAR
        seen = self._seen
        way = seen.distance(seen.omega, rival) if seen.omega else _off_centre(rival)
        return king_distance(tile, rival), way, seen.distance(strewn, rival)


def _piles(tile: int, lying: Mapping[int, int], rivals: Sequence[int]) -> Sequence[Sequence[float]]:
    """List the nearest Bloodstones on tiles: how far, how far from the nearest rival and the middle, how many."""
    found = sorted(
        (
            king_distance(tile, there),
            min((king_distance(rival, there) for rival in rivals), default=FAR),
            _off_centre(there),
            count,
        )
        for there, count in lying.items()
    )
    return [*found[:LYING], *[NO_STONE] * (LYING - len(found))]


def _rival(facts: Mapping[str, Any]) -> _Rival:
    return _Rival(
        facts["tile"], facts["bloodstones"], facts["wounds"], facts["die"], _is_revenant(facts), facts["level"]
    )


def _lines(seen: ArenaFeatures, tile: int) -> list[int]:
    """Count the lines from a tile to each Fire Wall, or to beyond the edge where none burns; the nearest first."""
    row, column = divmod(tile, SIDE)
    fire = seen.fire
    top, left = -1 if fire.top is None else fire.top, -1 if fire.left is None else fire.left
    right, bottom = SIDE if fire.right is None else fire.right, SIDE if fire.bottom is None else fire.bottom
    return sorted((row - top, right - column, bottom - row, column - left))


def _near(away: float) -> float:
    return 1 / (1 + away)


def _off_centre(tile: int) -> float:
    """Return how far a tile is from the middle of the board, 0.5 to 4.5."""
    middle = (SIDE - 1) / 2
    return max(abs(tile // SIDE - middle), abs(tile % SIDE - middle))


def _is_revenant(facts: Mapping[str, Any]) -> bool:
    return bool(facts["form"] != "king")


def _koru(stones: int, *, never_killed: bool, level: int) -> int:
    """Count the Koru that everybody sees (AK-SCORE-01): Bloodstones, never killed, levels."""
    return STONE_KORU * stones + 10 * never_killed + 5 * level


def _rounds_left(view: Mapping[str, Json]) -> int:
    """Count the fields of the round dial before Omega; -1 in the war, and where there is no dial."""
    dials = view["dials"]
    shown = dials and dials["round"]
    if view["war"] or not shown:
        return -1
    left: int = len(shown["back"]) - 1 - shown["index"]
    return left if dials["side"] == "back" else left + len(shown["front"])


def _flames(view: Mapping[str, Json]) -> int:
    """Count the rolls of the Immolation Die that bring the blue flame at the end of this round (AK-ROUND-05)."""
    dials = view["dials"]
    if view["war"] or not dials:
        return 0
    event, turned = dials["event"], dials["round"]["shows"] - 1 <= FLIP_AT
    icons = event["back" if turned else "front"]
    return sum(icons[(event["index"] + roll) % len(icons)] == "FIRE" for roll in range(1, len(EDGES) + 1))
