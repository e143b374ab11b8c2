"""Lists every way to turn a roll of Focus Dice into gems, and how likely each roll is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, Literal, NamedTuple

from ...board.geometry import tiles as bits
from ...facts.mat import Core

Face = Literal["aria", "egis", "pyre", "any_core"]
"""What a result of 1 to 6 gives."""

Chart = tuple[Face, Face, Face, Face, Face, Face]
"""Result 1 to 6 -> what it gives (AK-DICE-01)."""

Dice = tuple[int, ...]
"""A roll in rising order; the order of dice means nothing."""

CHART: Final[Chart] = ("aria", "aria", "egis", "pyre", "pyre", "any_core")
_CORE: Final = ("aria", "egis", "pyre")
_YLEM: Final = 3
_GROUP: Final = re.compile(r"([1-6](?:\s*\+\s*[1-6])*)\s+(aria|egis|pyre|ylem)")


class Gained(NamedTuple):
    """The gems that the dice of one roll give."""

    aria: int = 0
    egis: int = 0
    pyre: int = 0
    ylem: int = 0

    @property
    def core(self) -> Core:
        """Without the Ylem."""
        return (self.aria, self.egis, self.pyre)


class Group(NamedTuple):
    """Dice added into one result, and the gem taken for it."""

    dice: Dice
    gem: str


Four = tuple[int, int, int, int]
"""Aria, Egis, Pyre, Ylem: a `Gained` without its names."""

_Counts = tuple[int, int, int, int, int, int]
"""How many dice show 1 to 6."""


# --- allocating ------------------------------------------------------------------------------------------


@cache
def allocations(dice: Dice, threshold: int, ylem_room: int, chart: Chart = CHART) -> tuple[Gained, ...]:
    """Everything a roll may give, the richest first; dice may stay unused (AK-DICE-01 to AK-DICE-06).

    A die counts once, alone or in one sum (AK-DICE-02, AK-DICE-03). A sum up to 6 gives what the chart says, a sum
    that reaches ``threshold`` may be 1 Ylem instead, without change (AK-DICE-04, AK-DICE-05); the price is the same for
    every Ylem of the roll (AK-DICE-06). ``ylem_room``: Ylem that the pool can still take.
    """
    base = len(dice) + 1
    found = _reachable(_counts(dice), threshold, chart, base)
    found &= (1 << base**3 * (max(0, ylem_room) + 1)) - 1
    return tuple(sorted((_gained(place, base) for place in bits(found)), key=_richness, reverse=True))


def _richness(gained: Gained) -> tuple[int, int, int, int, int]:
    """Ylem counts double: it is what one die alone rarely buys."""
    return (sum(gained) + gained.ylem, gained.ylem, gained.pyre, gained.egis, gained.aria)


@cache
def witness(
    dice: Dice, gained: tuple[int, int, int, int], threshold: int, chart: Chart = CHART
) -> tuple[Group, ...] | None:
    """One way in which the dice give exactly that, None if there is none; dice in no group stay unused."""
    base = len(dice) + 1
    if not all(0 <= count < base for count in gained):
        return None
    wanted = _place(gained, base)
    counts = _counts(dice)
    if not _reachable(counts, threshold, chart, base) >> wanted & 1:
        return None
    found: list[Group] = []
    while any(counts):
        rest, group = next(_choices(counts, wanted, threshold, chart, base))
        if group is not None:
            found.append(group)
            wanted -= _stride(group.gem, base)
        counts = rest
    return tuple(found)


def written(groups: tuple[Group, ...]) -> str:
    """Groups as an action names them: ``1+3 pyre, 5 ylem``."""
    return ", ".join(f"{'+'.join(map(str, group.dice))} {group.gem}" for group in groups)


def grouped(text: str) -> tuple[Group, ...] | None:
    """The groups that `written` writes, each with its dice in rising order; None if the text says no such thing."""
    found: list[Group] = []
    for part in text.lower().split(","):
        match = _GROUP.fullmatch(part.strip())
        if match is None:
            return None
        found.append(Group(tuple(sorted(map(int, match[1].split("+")))), match[2]))
    return tuple(found)


def gained(groups: tuple[Group, ...]) -> Gained:
    """The gems of these groups."""
    gems = [group.gem for group in groups]
    return Gained(gems.count("aria"), gems.count("egis"), gems.count("pyre"), gems.count("ylem"))


def left_over(dice: Dice, groups: tuple[Group, ...]) -> Dice | None:
    """The dice that are in no group, None if a group names dice that were not rolled (AK-DICE-03)."""
    left = list(dice)
    for group in groups:
        for value in group.dice:
            if value not in left:
                return None
            left.remove(value)
    return tuple(left)


def mirrors(dice: Dice, least: int = 2) -> bool:
    """True if all dice show the same and there are at least ``least`` of them (AK-DICE-09)."""
    return len(dice) >= least and dice[0] == dice[-1]


# A set of results is one number: bit ``aria + base * egis + base**2 * pyre + base**3 * ylem`` stands for one result,
# where ``base`` is one more than there are dice. Adding a gem to each result of a set is one shift, so that even
# twelve dice are looked through in milliseconds.


@cache
def _reachable(counts: _Counts, threshold: int, chart: Chart, base: int) -> int:
    """Every result of these dice as a set of bits."""
    first = _first(counts)
    if first is None:
        return 1
    found = _reachable(_without(counts, (first,)), threshold, chart, base)  # that die stays unused
    for group in _groups(first, threshold, chart):
        if _has(counts, group.dice):
            rest = _reachable(_without(counts, group.dice), threshold, chart, base)
            found |= rest << _stride(group.gem, base)
    return found


def _choices(
    counts: _Counts, wanted: int, threshold: int, chart: Chart, base: int
) -> Iterator[tuple[_Counts, Group | None]]:
    """Yield each use of the lowest die that lets the others still give the rest of ``wanted``; using it comes first."""
    first = _first(counts)
    assert first is not None
    for group in _groups(first, threshold, chart):
        if _has(counts, group.dice) and wanted >= _stride(group.gem, base):
            rest = _without(counts, group.dice)
            if _reachable(rest, threshold, chart, base) >> (wanted - _stride(group.gem, base)) & 1:
                yield rest, group
    rest = _without(counts, (first,))
    if _reachable(rest, threshold, chart, base) >> wanted & 1:
        yield rest, None


@cache
def _groups(lowest: int, threshold: int, chart: Chart) -> tuple[Group, ...]:
    """Every group of dice with that lowest value which gives a gem that no part of it gives.

    A larger group for the same gem only wastes dice, and dice may stay unused anyway: so these are enough.
    """
    return tuple(group for group in _every_group(threshold, chart) if group.dice[0] == lowest)


@cache
def _every_group(threshold: int, chart: Chart) -> tuple[Group, ...]:
    found: list[Group] = []
    for size in range(1, 8):  # seven dice always reach 7, the highest threshold
        for dice in _rising(size):
            total = sum(dice)
            if total > len(chart) and total - dice[0] >= threshold:
                continue  # it gives Ylem alone, and so does a part of it
            for gem in (*_CORE, "ylem"):
                if gives(total, gem, threshold, chart) and not any(
                    group.gem == gem and _has(_counts(dice), group.dice) for group in found
                ):
                    found.append(Group(dice, gem))
    return tuple(found)


def gives(total: int, gem: str, threshold: int, chart: Chart) -> bool:
    """True if a result may be taken as that gem (AK-DICE-01, AK-DICE-04, AK-DICE-05)."""
    if gem == "ylem":
        return total >= threshold
    return total <= len(chart) and chart[total - 1] in (gem, "any_core")


def _rising(size: int) -> Iterator[Dice]:
    """Every roll of ``size`` dice, in rising order."""
    return combinations_with_replacement(range(1, 7), size)


@cache
def _counts(dice: Dice) -> _Counts:
    return (dice.count(1), dice.count(2), dice.count(3), dice.count(4), dice.count(5), dice.count(6))


def _first(counts: _Counts) -> int | None:
    """The lowest value among the dice."""
    return next((value for value, count in enumerate(counts, 1) if count), None)


def _has(counts: _Counts, dice: Dice) -> bool:
    one, two, three, four, five, six = _counts(dice)
    return (
        counts[0] >= one
        and counts[1] >= two
        and counts[2] >= three
        and counts[3] >= four
        and counts[4] >= five
        and counts[5] >= six
    )


def _without(counts: _Counts, dice: Dice) -> _Counts:
    one, two, three, four, five, six = _counts(dice)
    return counts[0] - one, counts[1] - two, counts[2] - three, counts[3] - four, counts[4] - five, counts[5] - six


def _stride(gem: str, base: int) -> int:
    return base**_YLEM if gem == "ylem" else base ** _CORE.index(gem)


def _place(gained: Four, base: int) -> int:
    return sum(count * base**power for power, count in enumerate(gained))


def _gained(place: int, base: int) -> Gained:
    place, aria = divmod(place, base)
    place, egis = divmod(place, base)
    ylem, pyre = divmod(place, base)
    return Gained(aria, egis, pyre, ylem)


# --- rolling ---------------------------------------------------------------------------------------------


@cache
def rolls(focus: int, ascended: Dice = ()) -> tuple[tuple[Dice, int], ...]:
    """Every roll of ``focus`` Focus Dice, with the Ascended Die if ``ascended`` names its faces, and its weight.

    The weights are exact: out of ``6 ** focus``, times the faces of the Ascended Die (AK-COMP-05, AK-LAST-02).
    """
    if not ascended:
        return tuple((dice, _ways(dice)) for dice in _rising(focus))
    weights: dict[Dice, int] = {}
    for dice, ways in rolls(focus):
        for face in ascended:
            whole = tuple(sorted((*dice, face)))
            weights[whole] = weights.get(whole, 0) + ways
    return tuple(sorted(weights.items()))


def _ways(dice: Dice) -> int:
    """In how many orders these values may fall."""
    return factorial(len(dice)) // prod(factorial(count) for count in _counts(dice))
