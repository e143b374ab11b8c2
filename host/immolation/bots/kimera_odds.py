"""How an attack of Kimera under way is likely to end: what hands may hold against what is open; has no taste.

Reads views alone. Other hands are taken for cards of values 1 to 6, each as likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from immolation.games.contract import Json

HIGHEST: Final = 6
"""The highest printed value."""

VALUE_CARDS: Final = 2
SKILL: Final = 2
"""What a skill card adds."""

INTERCEPTS: Final = 1 / 3
"""Share of the default deck that shows an Intercept symbol."""

DEFENDS: Final = 0.9
"""How often a rider defends who can."""

CAPS: Final = {"heavy-melee": "heavy_melee", "free-melee": "free_melee", "grapple": "heavy_melee"}
"""Attack -> the trait that caps its value cards; all others go by Acuity."""


def trait_of(attack: Mapping[str, Json]) -> str:
    """The trait of an attack's value cards."""
    return "acuity" if attack["gem"] else CAPS.get(attack["how"], "acuity")


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
                else:
                    chance -= below(high - 1, high - 1) - below(high - 1, high - 1)
                    chance = below(high, high) - below(high, high - 1)
            total = min(cap, high + extra) + (min(cap, low + extra) if low else 0)
            totals[total] += chance
    return tuple(totals)


def reaches(hand: int, cap: int, extra: int, needed: int) -> float:
    """The chance that the two best of ``hand`` unknown cards reach at least ``needed``."""
    if needed <= 0:
        return 1.0
    return sum(best_two(hand, cap, extra)[needed:])


def known_best(
    hand: Sequence[str], facts: Mapping[str, Json], cards: Mapping[str, Json], trait: str, have: int = VALUE_CARDS
) -> int:
    """The highest value that a hand one sees can add: ``have`` value cards and then skill cards."""
    cap, extra = facts["traits"][trait], facts["card_values"]
    worths = sorted((min(cap, cards[card]["value"] + extra) for card in hand), reverse=True)
    spare = len(worths) - have
    return int(sum(worths[:have]) + SKILL * max(0, min(spare, facts["skills"].get(trait, 0))))


def after_symbols(
    hand: Sequence[str], facts: Mapping[str, Json], cards: Mapping[str, Json], symbols: Sequence[str], trait: str
) -> list[str]:
    """A hand without the cards that are worth least among those that show the symbols asked for."""
    left = sorted(hand, key=lambda card: cards[card]["value"])
    for symbol in sorted(symbols, key=lambda one: sum(one in cards[card]["symbols"] for card in left)):
        shown = [card for card in left if symbol in cards[card]["symbols"]] or left
        if shown:
            left.remove(shown[0])
    return left


def defence_chance(facts: Mapping[str, Json], value: int, wins_ties: bool) -> float:
    """The chance that a rider whose hand nobody sees holds off an attack of ``value``."""
    hand, traits, extra = facts["hand_count"], facts["traits"], facts["card_values"]
    needed = value if wins_ties else value + 1
    if needed <= 0:
        return 1.0
    skills = facts["skills"]

    def stands(cards: int, trait: str) -> float:
        spare = max(0, min(cards - VALUE_CARDS, skills.get(trait, 0)))
        return reaches(cards, traits[trait], extra, needed - SKILL * spare)

    evade = stands(hand, "evade") if facts["balance"] > 0 or facts["type"] == "siroko" else 0.0
    blocks = stands(hand - 1, "intercept") if hand else 0.0
    has_symbol = 1.0 if facts["type"] == "kolossus" else 1 - (1 - INTERCEPTS) ** hand
    return DEFENDS * max(evade, has_symbol * blocks + (1 - has_symbol) * evade)
