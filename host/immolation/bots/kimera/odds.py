"""Odds of an attack of Kimera under way: what hands may hold against what is open.

Each unseen card has a value from 1 to 6, all equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from immolation.games.kimera.cards.components import Symbol, Trait
from immolation.games.kimera.facts.battle_facts import BattleFacts, Mount
from immolation.games.kimera.facts.settings import Settings

HIGHEST: Final = 6
"""The highest printed value."""

VALUE_CARDS: Final = 2
SKILL: Final = 2
"""Value that a skill card adds."""

INTERCEPTS: Final = 1 / 3
"""Share of the default deck that shows an Intercept symbol."""

DEFENDS: Final = 0.9
"""Share of the attacks that a rider who can defend does defend against."""


class Guard(NamedTuple):
    """The numbers a Kimera defends itself with, its hand and its Balance left aside."""

    evade: int
    intercept: int
    evade_skill: int
    intercept_skill: int
    card_values: int
    any_intercepts: bool
    """Plays any card as an Intercept (KM-TYPE-05)."""

    evades_free: bool
    """Pays no Balance for an Evade (KM-TYPE-19)."""


def guard_of(mount: Mount) -> Guard:
    """The guard of a Kimera as it stands."""
    standing = mount.standing
    traits, skills = standing.traits, standing.skills
    return Guard(
        traits["evade"],
        traits["intercept"],
        skills["evade"],
        skills["intercept"],
        standing.card_values,
        "intercept" in mount.machine.wild,
        "phasing" in mount.machine.specials,
    )


@cache
def best_two(hand: int, cap: int, extra: int = 0) -> tuple[float, ...]:
    """The chance of each total that the two best of ``hand`` unknown cards reach, each counting at most ``cap``.

    ``extra`` is added to each card's printed value first, as the Sovereign rune does.
    """
    totals = [0.0] * (2 * cap + 1)
    if hand == 0 or cap == 0:
        totals[0] = 1.0
        return tuple(totals)

    def below(high: int, low: int) -> float:
        """No card above ``high`` and at most one above ``low``."""
        if high < 0 or low < 0:
            return 0.0
        low = min(low, high)
        return float(low**hand + hand * (high - low) * low ** (hand - 1)) / float(HIGHEST**hand)

    for high in range(1, HIGHEST + 1):
        for low in range(high + 1) if hand == 1 else range(1, high + 1):
            if hand == 1:
                chance = 1 / HIGHEST if low == 0 else 0.0
            else:
                chance = below(high, low) - below(high, low - 1)
                if low < high:
                    chance -= below(high - 1, low) - below(high - 1, low - 1)
            total = min(cap, high + extra) + (min(cap, low + extra) if low else 0)
            totals[total] += chance
    return tuple(totals)


def reaches(hand: int, cap: int, extra: int, needed: int) -> float:
    """The chance that the two best of ``hand`` unknown cards reach at least ``needed``."""
    if needed <= 0:
        return 1.0
    return sum(best_two(hand, cap, extra)[needed:])


@lru_cache(maxsize=1 << 16)
def defence_chance(guard: Guard, hand: int, balance: bool, value: int, wins_ties: bool) -> float:
    """The chance that a rider whose hand nobody sees holds off an attack of ``value``; ``balance``: has some left."""
    needed = value if wins_ties else value + 1
    if needed <= 0:
        return 1.0

    def stands(cards: int, cap: int, skill: int) -> float:
        spare = max(0, min(cards - VALUE_CARDS, skill))
        return reaches(cards, cap, guard.card_values, needed - SKILL * spare)

    evade = stands(hand, guard.evade, guard.evade_skill) if balance or guard.evades_free else 0.0
    blocks = stands(hand - 1, guard.intercept, guard.intercept_skill) if hand else 0.0
    has_symbol = 1.0 if guard.any_intercepts else 1 - (1 - INTERCEPTS) ** hand
    return DEFENDS * max(evade, has_symbol * blocks + (1 - has_symbol) * evade)


# --- a hand one sees --------------------------------------------------------------------------------------


def hand_of(s: BattleFacts, mount: Mount, cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the values of known cards, with what Sovereign adds, the highest first."""
    return _hand(s.settings, cards, mount.standing.card_values)


@lru_cache(maxsize=1 << 12)
def _hand(settings: Settings, cards: tuple[str, ...], extra: int) -> tuple[int, ...]:
    return tuple(sorted([settings.cards[card].value + extra for card in cards], reverse=True))


def printed(s: BattleFacts, cards: tuple[str, ...]) -> int:
    """Add up the values printed on cards."""
    return _printed(s.settings, cards)


@lru_cache(maxsize=1 << 12)
def _printed(settings: Settings, cards: tuple[str, ...]) -> int:
    return sum(_hand(settings, cards, 0))


def after_symbols(s: BattleFacts, mount: Mount, symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """Return a hand without the cards, the least valuable that fit, that pay for the symbols asked for."""
    return _after(s.settings, mount.hand, mount.machine.wild, tuple(symbols)) if symbols else mount.hand


@lru_cache(maxsize=1 << 12)
def _after(
    settings: Settings, hand: tuple[str, ...], wild: tuple[Symbol, ...], symbols: tuple[Symbol, ...]
) -> tuple[str, ...]:
    cards = settings.cards
    left = sorted(hand, key=lambda card: cards[card].value)
    fitting = {one: [card for card in left if one in wild or one in cards[card].symbols] for one in symbols}
    for symbol in sorted(symbols, key=lambda one: len(fitting[one])):
        shown = [card for card in left if symbol in wild or symbol in cards[card].symbols] or left
        if shown:
            left.remove(shown[0])
    return tuple(left)


def cards_for(s: BattleFacts, mount: Mount, trait: Trait, needed: int, have: int) -> int:
    """Return how many cards of a known hand, the best first, reach ``needed``; 0 if all together do not."""
    cap, skilled = mount.trait(trait), mount.standing.skills[trait]
    total = 0
    for count, card in enumerate(hand_of(s, mount, mount.hand)[: have + skilled], 1):
        total += min(cap, card) if count <= have else SKILL
        if total >= needed:
            return count
    return 0
