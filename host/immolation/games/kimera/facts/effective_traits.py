"""Compute what a Kimera is worth right now: effective traits, skills, powers, from design, damage and house rules.

What the same design is worth under the same damage is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..cards import rider_builder
from ..cards.components import GEMS, KIMERA, RUNES, TRAITS, Effect, GemLevel, Rider, Trait, effect_of
from ..options import HouseRules

LOST_LEVELS: Final = 2
"""Levels that Crush takes from a gem and Scar from a rune (KM-EFF-04, KM-EFF-09)."""

Hurt = tuple[Effect, str]
"""A damage effect at work, with the gem or rune it was put on, or ``""``."""


@dataclass(frozen=True, slots=True)
class Power:
    """A power that a gem grants now."""

    gem: str
    what: GemLevel


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """The numbers that rules read; the same object for the same design, house rules and damage of one battle."""

    traits: Mapping[Trait, int]
    """Effective traits: bought, type special, rune bonus, damage; never below 0 (KM-TRAIT-03, KM-DMG-10)."""

    bonus: Mapping[Trait, int]
    """Rune bonuses alone, for the option ``skill_card_value``."""

    skills: Mapping[Trait, int]
    """Cards beyond the limit of two (KM-RUNE-04, KM-RUNE-05)."""

    card_values: int
    """What Sovereign adds to every own card played for value (KM-RUNE-15)."""

    full_balance: int
    powers: tuple[Power, ...]
    staggered: bool

    def granted(self, power: str) -> tuple[str, ...]:
        """The gems that grant a power now, each named once."""
        return tuple(dict.fromkeys(each.gem for each in self.powers if each.what.power == power))


class Standings:
    """Remembers the standing of one design under one set of house rules by what hurts it."""

    __slots__ = ("_found", "design", "rules")

    def __init__(self, design: Rider, rules: HouseRules) -> None:
        self.design = design
        self.rules = rules
        self._found: dict[tuple[Hurt, ...], Standing] = {}

    def under(self, hurts: tuple[Hurt, ...]) -> Standing:
        """The standing while these effects are at work."""
        found = self._found.get(hurts)
        if found is None:
            found = self._found[hurts] = standing(self.design, hurts, self.rules)
        return found


def standing(design: Rider, hurts: tuple[Hurt, ...], rules: HouseRules) -> Standing:
    """Everything that follows from a design, its damage and the house rules (KM-CARD-05, KM-DMG-10)."""
    machine = KIMERA[design.type]
    bonus, skills, balance, card_values = _runes(design, hurts, rules)
    traits: dict[Trait, int] = {}
    for trait in TRAITS:
        level = design.traits.get(trait, 0) + machine.bonus.get(trait, 0) + bonus[trait]
        traits[trait] = max(0, level + sum(effect_of(effect).bonus.get(trait, 0) for effect, _ in hurts))
    base = traits if rules.balance_traits == "effective" else design.traits
    return Standing(
        traits=traits,
        bonus=bonus,
        skills=skills,
        card_values=card_values,
        full_balance=rider_builder.balance(base, balance),
        powers=_powers(design, hurts, rules),
        staggered=any(effect == "stagger" for effect, _ in hurts),
    )


def level(bought: int, key: str, effect: Effect, hurts: tuple[Hurt, ...]) -> int:
    """The level of a gem or rune under Crush or Scar, never below 0 (KM-EFF-04, KM-EFF-09)."""
    return max(0, bought - LOST_LEVELS * sum(hurt == (effect, key) for hurt in hurts))


def _runes(
    design: Rider, hurts: tuple[Hurt, ...], rules: HouseRules
) -> tuple[dict[Trait, int], dict[Trait, int], int, int]:
    """Bonuses, skills, Balance, card values: of each rune the best of each kind it has reached (KM-RUNE-03)."""
    bonus: dict[Trait, int] = dict.fromkeys(TRAITS, 0)
    skills: dict[Trait, int] = dict.fromkeys(TRAITS, 0)
    balance = card_values = 0
    join = sum if rules.rune_stack == "sum_all" else max
    for rune, bought in design.runes.items():
        reached = RUNES[rune][: level(bought, rune, "scar", hurts)]
        kinds = {(row.verb, row.trait) for row in reached}
        for verb, trait in sorted(kinds, key=str):
            amount = join([row.amount for row in reached if (row.verb, row.trait) == (verb, trait)])
            if verb == "bonus" and trait:
                bonus[trait] += amount
            elif verb == "skill" and trait:
                skills[trait] += amount
            elif verb == "balance":
                balance += amount
            else:
                card_values += amount
    return bonus, skills, balance, card_values


def _powers(design: Rider, hurts: tuple[Hurt, ...], rules: HouseRules) -> tuple[Power, ...]:
    """Return what the gems grant: every level reached, or the last alone (KM-GEM-02)."""
    found: list[Power] = []
    for gem, bought in design.gems.items():
        reached = GEMS[gem][: level(bought, gem, "crush", hurts)]
        if rules.gem_levels == "top_only":
            reached = reached[-1:]
        found += [Power(gem, row) for row in reached]
    return tuple(found)
