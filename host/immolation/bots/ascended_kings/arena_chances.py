"""Estimates how likely a seat is to win the arena from where a step or the end of its turn leads.

The estimate is a sum of small decision trees over `NAMES`, learned from games by `make learn` (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import exp
from typing import Any, Final

import msgspec

from immolation.games.ascended_kings.actions import EndTurn, Step
from immolation.games.ascended_kings.board.geometry import SIDE, king_distance, tiles
from immolation.games.contract import Json

from .arena_weights import STONE_KORU
from .features import ArenaFeatures

RIVALS: Final = 3
LYING: Final = 3
"""So many rivals, in the order of their turns, and so many Bloodstones on tiles, the nearest first, are looked at."""

NOBODY: Final = (-1, 0, 0, 0, 0, 2 * SIDE, 2 * SIDE)
NOTHING: Final = (2 * SIDE, 2 * SIDE, SIDE - 1)
"""Stand for a rival, and for a Bloodstone, that there is not."""

NAMES: Final = (
    *("seats", "war", "rounds left", "Bloodstones set aside", "off the board"),
    *("Bloodstones", "level", "revenant", "wounds", "die", "steps", "ended"),
    *("behind", "strip", "warm", "rim", "dire", "off centre", "to Omega Stone"),
    *(
        f"{name} of rival {rival}"
        for rival in range(RIVALS)
        for name in ("Bloodstones", "revenant", "wounds", "level", "die", "distance", "way")
    ),
    *("Bloodstones of rivals", "lead"),
    *(f"{name} Bloodstone {stone}" for stone in range(LYING) for name in ("to", "rival to", "off centre of")),
    *("Bloodstones lying", "to Ylem", "to core", "to die", "to dire", "edges near"),
)
"""Name the numbers that tell of a moment, in order. Distances are king moves. The way of a rival leads to the Omega
Stone, or from the middle while there is none; the lead is in Koru, without what nobody sees."""

Facts = Sequence[float]
"""The numbers of `NAMES`."""


class Tree(msgspec.Struct, frozen=True):
    """One decision tree. Below 0 a branch is the leaf ``~branch``."""

    fact: tuple[int, ...]
    most: tuple[float, ...]
    """At each fork which of the facts decides, and up to what value ``yes`` is taken."""

    yes: tuple[int, ...]
    no: tuple[int, ...]
    leaf: tuple[float, ...]

    def value(self, facts: Facts) -> float:
        """Return the leaf that ``facts`` lead to."""
        at = 0
        while at >= 0:
            at = self.yes[at] if facts[self.fact[at]] <= self.most[at] else self.no[at]
        return self.leaf[~at]


class Chances(msgspec.Struct, frozen=True):
    """Trees whose sum is the logarithm of the odds to win."""

    names: tuple[str, ...]
    trees: tuple[Tree, ...]

    def of(self, facts: Facts) -> float:
        """Return the chance to win, from 0 to 1."""
        return 1 / (1 + exp(-sum(tree.value(facts) for tree in self.trees)))


@cache
def learned() -> Chances:
    """Return what was learned from games."""
    text = resources.files(__package__).joinpath("arena_chances.json").read_bytes()
    return msgspec.json.decode(text, type=Chances)


class Outlook:
    """One choice of a seat on the board, read once for all tiles it might lead to."""

    def __init__(self, view: Mapping[str, Json], seen: ArenaFeatures) -> None:
        seats: Mapping[str, Any] = view["seats"]
        names = list(seats)
        at = names.index(seen.seat)
        self._seen, self._own = seen, seats[seen.seat]
        self._rivals = [seats[name] for name in (*names[at + 1 :], *names[:at])][:RIVALS]
        self._omega = view.get("omega_stone")
        away = len(view["dead"]) + len(view["returning"])
        self._before = (len(names), seen.war, _rounds_left(view), view["bloodstones_aside"], away)
        self._goals = [self._way(rival["tile"]) for rival in self._rivals]
        self._most = max(_koru(rival, rival["bloodstones"]) for rival in self._rivals)

    def after(self, action: Step | EndTurn) -> list[float]:
        """Return the numbers of `NAMES` as they would be after a step, the turn going on, or at the end of the turn."""
        seen, own, ended = self._seen, self._own, isinstance(action, EndTurn)
        tile, steps = (own["tile"], seen.steps) if isinstance(action, EndTurn) else (action.tile, seen.steps + 1)
        bit = 1 << tile
        carries = seen.carries + (1 if bit & seen.bloodstones else 0)
        die = own["die"] or bit & seen.die
        dangers = (seen.fire.behind_mask, seen.fire.strip_mask, seen.warm, seen.rim, seen.dire)
        facts: list[float] = [*self._before, carries, own["level"], _is_revenant(own), seen.wounds, bool(die)]
        facts += [steps, ended, *(bool(bit & mask) for mask in dangers), _off_centre(tile)]
        facts.append(2 * SIDE if self._omega is None else king_distance(tile, self._omega))
        for rival, way in zip(self._rivals, self._goals, strict=True):
            facts += [rival["bloodstones"], _is_revenant(rival), rival["wounds"], rival["level"], rival["die"]]
            facts += [2 * SIDE if rival["tile"] is None else king_distance(tile, rival["tile"]), way]
        facts += NOBODY * (RIVALS - len(self._rivals))
        facts += [sum(rival["bloodstones"] for rival in self._rivals), _koru(own, carries) - self._most]
        stones = self._stones(tile)
        for stone in stones:
            facts += stone
        facts += NOTHING * (LYING - len(stones))
        facts.append(len(stones))
        facts += [seen.distance(mask & ~bit, tile) for mask in (seen.ylem, seen.core, seen.die, seen.dire)]
        row, column = divmod(tile, SIDE)
        facts.append(sum(edge < 2 for edge in (row, SIDE - 1 - row, column, SIDE - 1 - column)))
        return facts

    def _stones(self, tile: int) -> Sequence[Facts]:
        """List the nearest Bloodstones elsewhere: how far, how far the nearest rival has it, how far off the centre."""
        rivals = self._seen.others.values()
        found = sorted(
            (
                king_distance(tile, stone),
                min((king_distance(rival, stone) for rival in rivals), default=2 * SIDE),
                _off_centre(stone),
            )
            for stone in tiles(self._seen.bloodstones)
            if stone != tile
        )
        return found[:LYING]

    def _way(self, tile: int | None) -> float:
        if tile is None:
            return 2 * SIDE
        return _off_centre(tile) if self._omega is None else king_distance(tile, self._omega)


def _off_centre(tile: int) -> float:
    """Return how far a tile is from the middle of the board, 0.5 to 4.5."""
    middle = (SIDE - 1) / 2
    return max(abs(tile // SIDE - middle), abs(tile % SIDE - middle))


def _is_revenant(facts: Mapping[str, Any]) -> bool:
    return bool(facts["form"] != "king")


def _koru(facts: Mapping[str, Any], stones: int) -> int:
    """Count the Koru that everybody sees (AK-SCORE-01): Bloodstones, never killed, levels."""
    return STONE_KORU * stones + (0 if _is_revenant(facts) else 10) + 5 * int(facts["level"])


def _rounds_left(view: Mapping[str, Json]) -> int:
    """Count the fields of the round dial before Omega; -1 in the war, and where there is no dial."""
    dials = view["dials"]
    shown = dials and dials["round"]
    if view["war"] or not shown:
        return -1
    left: int = len(shown["back"]) - 1 - shown["index"]
    return left if dials["side"] == "back" else left + len(shown["front"])
