"""Check a rider's design: what it costs, what it is worth, what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from ...contract import BadData, Json
from ...house_rules import shown
from ...pack_files import read_entry
from .components import CATEGORIES, GEMS, HIGHEST_TRAIT, LISTED_LEVELS, RUNES, TRAITS, Rider, Trait

TRAIT_PRICE: Final = 3
"""Points for each level: 3 times the new level (KM-COST-01)."""

RUNE_PRICE: Final = 2
"""Points for each level of a rune or gem: 2 times the new level (KM-COST-02)."""

STARTING_POINTS: Final = 200
"""The default of the option ``starting_points``."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a design."""

    rule: str
    """The rule it breaks, e.g. ``KM-COST-04``."""

    key: str
    """Where: ``traits.armor``, ``runes.power``, ``gems``, ``points``."""

    reason: str
    """One sentence for whoever builds the rider."""

    def __str__(self) -> str:
        return f"{self.key}: {self.reason.rstrip('.')} ({self.rule})."


class Check(msgspec.Struct, frozen=True):
    """The cost and worth of a design, and every fault in it."""

    cost: int
    """Skill points paid for all levels."""

    points: int
    """Skill points available."""

    potence: int
    balance: int
    """Full Balance of the undamaged Kimera by bought traits and the Sovereign rune."""

    faults: tuple[Fault, ...]

    @property
    def legal(self) -> bool:
        """True if nothing is wrong."""
        return not self.faults

    @property
    def left(self) -> int:
        """Points still to be spent; below 0 if there are too few."""
        return self.points - self.cost


def price(level: int, kind: Literal["trait", "rune", "gem"], start: int = 0) -> int:
    """Points to raise a trait, rune or gem from ``start`` to ``level``, each level paid (KM-COST-01, KM-COST-02)."""
    each = TRAIT_PRICE if kind == "trait" else RUNE_PRICE
    return each * (level * (level + 1) - start * (start + 1)) // 2


def cost(rider: Rider) -> int:
    """Skill points for all levels of a design."""
    return (
        sum(price(level, "trait") for level in rider.traits.values())
        + sum(price(level, "rune") for level in rider.runes.values())
        + sum(price(level, "gem") for level in rider.gems.values())
    )


def potence(rider: Rider) -> int:
    """The sum of all levels, not of their costs (KM-POT-01)."""
    return sum(rider.traits.values()) + sum(rider.runes.values()) + sum(rider.gems.values())


def balance(traits: Mapping[Trait, int], sovereign: int = 0) -> int:
    """The highest trait of each category, added up, plus the Sovereign rune's Balance (KM-BAL-01)."""
    return sum(max(traits.get(trait, 0) for trait in group) for group in CATEGORIES.values()) + sovereign


def sovereign_balance(level: int) -> int:
    """Return what a Sovereign rune of that level adds to full Balance: the best of what it has reached (KM-RUNE-15)."""
    return max((row.amount for row in RUNES["sovereign"][:level] if row.verb == "balance"), default=0)


def check(rider: Rider | Mapping[str, Json], points: int = STARTING_POINTS, rune_gem_max: int = LISTED_LEVELS) -> Check:
    """Return what a design costs and every rule it breaks; ``rider`` as a record or as a table of its keys.

    ``points``: skill points available. Never raises for a bad design: what cannot be read is a fault as well.
    """
    if not isinstance(rider, Rider):
        read = _readable(rider)
        if isinstance(read, Fault):
            return Check(0, points, 0, 0, (read,))
        rider = read
    faults = [*level_faults(rider, rune_gem_max)]
    spent = cost(rider)
    if spent > points:
        faults.append(Fault("KM-COST-04", "points", f"The design costs {spent} points; {points} are available."))
    full = balance(rider.traits, sovereign_balance(rider.runes.get("sovereign", 0)))
    return Check(spent, points, potence(rider), full, tuple(faults))


def level_faults(rider: Rider, rune_gem_max: int = LISTED_LEVELS) -> list[Fault]:
    """Find levels out of range, runes and gems that do not exist; points do not count here (KM-COST-03)."""
    faults = [
        Fault("KM-TRAIT-03", f"traits.{trait}", f"A trait is bought from 0 to {HIGHEST_TRAIT}, not {level}.")
        for trait, level in rider.traits.items()
        if not 0 <= level <= HIGHEST_TRAIT
    ]
    for kind, levels, known in (("runes", rider.runes, RUNES.keys()), ("gems", rider.gems, GEMS.keys())):
        one = kind[:-1]
        for key, level in levels.items():
            if key not in known:
                faults.append(
                    Fault("KM-COST-03", f"{kind}.{key[:40]}", f"There is no such {one}; there are {', '.join(known)}.")
                )
            elif not 0 <= level <= rune_gem_max:
                faults.append(
                    Fault("KM-COST-03", f"{kind}.{key}", f"A {one} is bought from 0 to {rune_gem_max}, not {level}.")
                )
    return faults


def _readable(given: object) -> Rider | Fault:
    """The design in a table of keys, or the first thing in it that is no design."""
    if isinstance(given, Mapping):
        for kind, rule, top in (("traits", "KM-TRAIT-03", HIGHEST_TRAIT), ("runes", "KM-COST-03", HIGHEST_TRAIT)):
            table = given.get(kind)
            for key, level in table.items() if isinstance(table, Mapping) else ():
                if type(level) is int and not 0 <= level <= top:
                    return Fault(rule, f"{kind}.{str(key)[:40]}", f"A level is 0 to {top}, not {shown(level)}.")
                if kind == "traits" and key not in TRAITS:
                    return Fault(
                        "KM-TRAIT-01",
                        f"traits.{str(key)[:40]}",
                        f"There is no such trait; there are {', '.join(TRAITS)}.",
                    )
    try:
        return read_entry(given, Rider, "rider")
    except BadData as error:
        said = str(error).removeprefix("rider: ")
        key, colon, reason = said.partition(": ")
        return Fault("KM-TRAIT-01", key if colon else "rider", reason if colon else said)
