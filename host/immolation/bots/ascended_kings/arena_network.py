"""Prefers some choices of the arena to others, by what a small neural network learned from games (`make learn`).

The network sees `NAMES`, numbers that tell where a choice leads, all from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import chain
from math import prod
from operator import mul
from typing import Any, Final, NamedTuple

import msgspec

from immolation.games.ascended_kings.actions import Bridge, EndTurn, Kill, Place, Pyrokinesis, Step
from immolation.games.ascended_kings.board.geometry import EDGES, SIDE, SURROUNDING, king_distance, mask_of, tiles
from immolation.games.ascended_kings.board.omega_index import FLIP_AT
from immolation.games.contract import Json

from .arena_mat import STEPS, STRIKE, STRIKE_IN_WAR, TRANSMUTATIONS, YLEM
from .arena_weights import ARENA, OMEGA_KORU, STONE_KORU, ArenaWeights, worth
from .features import ArenaFeatures, pushed_back, read_features

Choice = EndTurn | Kill | Bridge | Step | Place | Pyrokinesis
"""Names the kinds of action that the network compares."""

RIVALS: Final = 3
LYING: Final = 3
"""So many rivals, in the order of their turns, and so many Bloodstones on tiles, the nearest first, are looked at."""

REACHES: Final = 2, 3, 5
"""List the distances, in king moves, within which rivals are counted."""

FAR: Final = 2 * SIDE
"""The distance to what is not there."""

NO_RIVAL: Final = (-1, 0, 0, 0, FAR, FAR, FAR, FAR, 0)
NO_STONE: Final = (FAR, FAR, SIDE - 1, 0)
"""Stand for a rival, and for a Bloodstone, that there is not."""

AHEAD: Final = 3
"""Limits how many steps of a rival are foreseen."""

EXTRA: Final = tuple(5 * done + ylem for done in TRANSMUTATIONS for ylem in YLEM)
"""List the Koru that a modest mat may add (AK-SCORE-01); each entry is equally likely."""

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
        for name in ("Bloodstones", "revenant", "wounds", "die", "distance", "way", "to Bloodstone", "line", "beside")
    ),
    *("Bloodstones of rivals", "most Bloodstones of a rival", "lead", "rivals ahead"),
    *("prey beside", "prey near", "carried beside", "carried near", "first at Omega Stone", "free beside"),
    *(f"rivals within {reach}" for reach in REACHES),
    *(
        f"{name} Bloodstones {pile}"
        for pile in range(LYING)
        for name in ("to", "rival to", "off centre of", "count of")
    ),
    *("Bloodstones lying", "to Ylem", "to core", "to die", "to dire"),
    *(f"near {name} of rival {rival}" for rival in range(RIVALS) for name in ("distance", "way", "to Bloodstone")),
    *(f"near {name} Bloodstones {pile}" for pile in range(LYING) for name in ("to", "rival to")),
    *("near Ylem", "near die"),
    *(f"to where rival {rival} heads" for rival in range(RIVALS)),
    *("wins with the Omega Stone", *(f"wins if rival {rival} takes it" for rival in range(RIVALS))),
    *("takes the Omega Stone", "wins by it", "may take it", *(f"rival {rival} may take it" for rival in range(RIVALS))),
    *("loses to who takes it", "struck", "struck carried"),
    *("pushes", "kills", "bridges", "returns", "weighs most", "weighs more"),
)
"""Name the numbers that tell of a choice, in order. Distances are king moves; what is called near is one divided by one
more than a distance, and prey and what is carried near is Bloodstones times that, added up over rivals. The way of a
rival leads to the Omega Stone, or from the middle while there is none; its line counts the lines to the nearest Fire
Wall, or to beyond the edge, and beside it are others but the seat itself. Free beside are tiles to step on. A rival
heads where three steps would take it by the weights of `ARENA`. The lead and who is ahead are in Koru, without what
nobody sees, and wins are how often this seat wins by them, with what modest mats add, if it or a rival takes the Omega
Stone now; it or a rival may take it as often as a modest mat allows the steps there. Struck is how often rivals kill
this seat in their next turns if they come beside it as soon as they can and stay, and struck carried the Bloodstones
that this costs. Flames are the rolls of the Immolation Die, of four, after which the blue flame burns. First at the
Omega Stone is how much further the nearest rival with a Bloodstone is. The last two are what the weights say."""


class Network(msgspec.Struct, frozen=True):
    """Two hidden layers of rectified units beside a direct one."""

    names: tuple[str, ...]
    hidden: tuple[tuple[float, ...], ...]
    """Weights of each unit of the first layer, one for each name."""

    bias: tuple[float, ...]
    second: tuple[tuple[float, ...], ...]
    """Weights of each unit of the second layer, one for each unit of the first."""

    second_bias: tuple[float, ...]
    out: tuple[float, ...]
    direct: tuple[float, ...]

    def preference(self, facts: Sequence[float]) -> float:
        """Return how much a choice is preferred; only comparisons of choices of one decision mean anything."""
        first = _units(self.hidden, self.bias, facts)
        second = _units(self.second, self.second_bias, first)
        found: float = sum(map(mul, self.direct, facts)) + sum(map(mul, self.out, second))
        return found


def _units(weights: Sequence[Sequence[float]], bias: Sequence[float], facts: Sequence[float]) -> list[float]:
    """Return what one layer of rectified units passes on."""
    return [max(0.0, sum(map(mul, unit, facts), start)) for unit, start in zip(weights, bias, strict=True)]


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
    heads: int | None
    """Where it would stand after some steps."""

    @property
    def koru(self) -> int:
        """The Koru that everybody sees; who is off the board was killed (AK-SCORE-06)."""
        return _koru(self.stones, never_killed=self.tile is not None and not self.revenant, level=self.level)

    def killed(self) -> _Rival:
        """The same rival, just killed."""
        return self._replace(tile=None, heads=None, stones=0, wounds=0, die=False)


class Outlook:
    """One decision of a seat, read once for all its choices."""

    def __init__(self, view: Mapping[str, Json], seen: ArenaFeatures, weights: ArenaWeights) -> None:
        seats: Mapping[str, Any] = view["seats"]
        names = list(seats)
        at = names.index(seen.seat)
        own = seats[seen.seat]
        self._seen, self._weights = seen, weights
        self._revenant, self._die, self._level = _is_revenant(own), bool(own["die"]), own["level"]
        self._rivals = {name: _rival(view, name) for name in [*names[at + 1 :], *names[:at]][:RIVALS]}
        self._moment = (len(names), seen.war, _rounds_left(view), view["bloodstones_aside"])
        self._away = len(view["dead"]) + len(view["returning"])
        self._round = ((names.index(view["start"]) - at - 1) % len(names), _flames(view))
        self._lying = {pile["tile"]: pile["bloodstones"] for pile in view["items"] if pile.get("bloodstones")}
        self._here = OFF_BOARD if seen.tile is None else worth(seen, seen.tile, weights)

    def after(self, choice: Choice, weighs_most: bool) -> list[float]:
        """Return the numbers of `NAMES` for a choice; ``weighs_most``: the weights would take it."""
        rivals, lying = dict(self._rivals), dict(self._lying)
        seen = pushed_back(self._seen, choice.edge) if isinstance(choice, Pyrokinesis) else self._seen
        tile = choice.tile if isinstance(choice, Bridge | Step | Place) else seen.tile
        assert tile is not None
        carries = seen.carries + (lying.pop(tile, 0) if tile != seen.tile else 0)
        if isinstance(choice, Kill):
            victim = rivals[choice.who]
            rivals[choice.who] = victim.killed()
            if victim.tile is not None and victim.stones:
                lying[victim.tile] = lying.get(victim.tile, 0) + victim.stones
        bit = 1 << tile
        there = [rival.tile for rival in rivals.values() if rival.tile is not None]
        found = [*self._moment, self._away + isinstance(choice, Kill), *self._round]
        found += [carries, self._revenant, seen.wounds, self._die or bool(bit & seen.die)]
        found.append(0 if isinstance(choice, Place) else seen.steps + isinstance(choice, Step))
        found += [isinstance(choice, EndTurn | Place), _beside(tile, there)]
        found += [bool(bit & mask) for mask in (seen.fire.fire_mask, seen.warm, seen.rim, seen.dire)]
        omega = seen.distance(seen.omega, tile)
        found += [_off_centre(tile), omega, *_lines(seen, tile), _near(omega)]
        ways = [self._ways(tile, rival.tile, mask_of(lying)) for rival in rivals.values()]
        for rival, way in zip(rivals.values(), ways, strict=True):
            found += [rival.stones, rival.revenant, rival.wounds, rival.die, *way]
            found += (FAR, 0) if rival.tile is None else (_lines(seen, rival.tile)[0], _beside(rival.tile, there))
        missing = RIVALS - len(rivals)
        own = _koru(carries, never_killed=not self._revenant, level=self._level)
        found += NO_RIVAL * missing + _standing(own, rivals.values())
        found += self._chances(seen, tile, carries, rivals.values())
        piles = _piles(tile, lying, there)
        goals = [seen.distance(mask & ~bit, tile) for mask in (seen.ylem, seen.core, seen.die, seen.dire)]
        found += [*chain.from_iterable(piles), sum(lying.values()), *goals]
        distances = chain(*ways, [FAR] * 3 * missing, *(pile[:2] for pile in piles), goals[:3:2])
        found += map(_near, distances)
        heads = (FAR if rival.heads is None else king_distance(tile, rival.heads) for rival in rivals.values())
        wins = _reckoning(own, rivals.values())
        found += [*heads, *[FAR] * missing, *wins, *[0] * missing]
        found += self._endings(tile, carries, wins, rivals.values())
        struck = 1 - prod(1 - self._strikes(rival, tile, carries) for rival in rivals.values())
        found += [struck, struck * carries]
        stays = isinstance(choice, EndTurn | Kill)
        more = 0.0 if stays else (worth(seen, tile, self._weights) - self._here) / 100
        kinds = [isinstance(choice, kind) for kind in (Pyrokinesis, Kill, Bridge, Place)]
        return [*found, *kinds, weighs_most, max(-MOST_GAIN, min(MOST_GAIN, more))]

    @staticmethod
    def _chances(seen: ArenaFeatures, tile: int, carries: int, rivals: Collection[_Rival]) -> list[float]:
        """Return what is there to hunt, what is there to lose, who comes first, and who is near."""
        there = {rival.tile: rival.stones for rival in rivals if rival.tile is not None}
        away = {other: king_distance(tile, other) for other in there}
        armed = [seen.distance(seen.omega, other) for other, stones in there.items() if stones]
        return [
            sum(stones for other, stones in there.items() if away[other] == 1),
            sum(stones * _near(away[other]) for other, stones in there.items()),
            carries * _beside(tile, there),
            carries * sum(map(_near, away.values())),
            min(armed, default=FAR) - seen.distance(seen.omega, tile) if seen.war else 0,
            (SURROUNDING[tile] & seen.fire.safe_mask & ~mask_of(there)).bit_count(),
            *(sum(distance <= reach for distance in away.values()) for reach in REACHES),
        ]

    def _endings(self, tile: int, carries: int, wins: Sequence[float], rivals: Collection[_Rival]) -> list[float]:
        """Return whether the game ends here and is won, how likely this seat and each rival end it in a turn, and how
        likely that is lost.
        """
        omega, distance = self._seen.omega, self._seen.distance
        ends = bool(carries and omega >> tile & 1)
        own = _reached(distance(omega, tile)) if carries else 0.0
        theirs = [
            0.0 if rival.tile is None or not rival.stones else _reached(distance(omega, rival.tile)) for rival in rivals
        ]
        kept = prod(1 - chance * (1 - won) for chance, won in zip(theirs, wins[1:], strict=True))
        return [ends, ends * wins[0], own, *theirs, *[0] * (RIVALS - len(theirs)), 1 - kept]

    def _strikes(self, rival: _Rival, tile: int, carries: int) -> float:
        """Return how likely a rival kills who stands on a tile in its next turn."""
        if rival.tile is None:
            return 0.0
        strike = (STRIKE_IN_WAR if self._seen.war else STRIKE) * (1 + carries / 2)
        comes = max(0, king_distance(rival.tile, tile) - 1)
        return 1 - sum((1 - strike) ** max(0, steps + 1 - comes) for steps in STEPS) / len(STEPS)

    def _ways(self, tile: int, rival: int | None, strewn: int) -> tuple[float, float, float]:
        """Return how far a rival is from a tile, on its way, and from the nearest Bloodstone on a tile."""
        if rival is None:
            return FAR, FAR, FAR
        seen = self._seen
        way = seen.distance(seen.omega, rival) if seen.omega else _off_centre(rival)
        return king_distance(tile, rival), way, seen.distance(strewn, rival)


def _standing(own: int, rivals: Collection[_Rival]) -> tuple[int, ...]:
    """Return Bloodstones of all rivals and of the foremost, the lead in Koru, and how many rivals are ahead."""
    stones, theirs = [rival.stones for rival in rivals], [rival.koru for rival in rivals]
    return sum(stones), max(stones), own - max(theirs), sum(koru > own for koru in theirs)


def _reckoning(own: int, rivals: Collection[_Rival]) -> list[float]:
    """Return how often this seat would win by Koru as they are if it, or each rival, took the Omega Stone now."""
    theirs = [rival.koru for rival in rivals]
    taken = ([koru + OMEGA_KORU * (at == taker) for at, koru in enumerate(theirs)] for taker in range(len(theirs)))
    return [_wins(own + OMEGA_KORU, theirs), *(_wins(own, others) for others in taken)]


@cache
def _beats(more: int) -> float:
    """Return how often a mat adds less than so many Koru; as many count half."""
    return sum((extra < more) + (extra <= more) for extra in EXTRA) / (2 * len(EXTRA))


def _wins(own: int, others: Sequence[int]) -> float:
    """Return how often so many Koru win against others, with what modest mats add to each; as many count half."""
    return sum(prod(_beats(own + extra - other) for other in others) for extra in EXTRA) / len(EXTRA)


def _heads(view: Mapping[str, Json], name: str) -> int | None:
    """Return where a miniature would stand after some steps if it went to what lies about, as greedy ones do."""
    seen = read_features(view, name)
    if seen.tile is None:
        return None
    taken = mask_of((seen.tile, *seen.others.values())) | (0 if seen.carries else seen.omega)
    tile, best = seen.tile, worth(seen, seen.tile, ARENA)
    for _ in range(AHEAD):
        free = tiles(SURROUNDING[tile] & seen.fire.safe_mask & ~taken)
        value, there = max(((worth(seen, one, ARENA), -one) for one in free), default=(best, 0))
        if value <= best:
            break
        tile, best = -there, value
    return tile


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


def _rival(view: Mapping[str, Json], name: str) -> _Rival:
    seats: Mapping[str, Any] = view["seats"]
    facts = seats[name]
    standing = facts["tile"], facts["bloodstones"], facts["wounds"], facts["die"]
    return _Rival(*standing, _is_revenant(facts), facts["level"], _heads(view, name))


def _beside(tile: int, others: Iterable[int]) -> int:
    return sum(king_distance(tile, other) == 1 for other in others)


def _lines(seen: ArenaFeatures, tile: int) -> list[int]:
    """Count the lines from a tile to each Fire Wall, or to beyond the edge where none burns; the nearest first."""
    row, column = divmod(tile, SIDE)
    fire = seen.fire
    top, left = -1 if fire.top is None else fire.top, -1 if fire.left is None else fire.left
    right, bottom = SIDE if fire.right is None else fire.right, SIDE if fire.bottom is None else fire.bottom
    return sorted((row - top, right - column, bottom - row, column - left))


@cache
def _reached(away: int) -> float:
    """Return how often a modest mat allows so many steps in a turn."""
    return sum(steps >= away for steps in STEPS) / len(STEPS)


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
