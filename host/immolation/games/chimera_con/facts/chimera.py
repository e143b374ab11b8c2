"""Compute a Chimera's numbers: support, totals, synergy, flight, what fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..cards.pack import Ability, Pack, Stat, joins
from ..options import HouseRules
from .con_facts import NO_CARD, ConFacts

STATS: Final = ("health", "might", "speed", "magic")
HEAD_TO_REAR: Final = (0, 1, 2)


def supported(pack: Pack, rules: HouseRules, parts: Sequence[str]) -> tuple[bool, bool, bool]:
    """Whether head, body and rear are supported: no smaller part lies below them (CC-SIZE-01, CC-SIZE-03).

    Which lower parts are looked at is opt:unsupported_test; the rear is always supported.
    """
    head, body, rear = (pack.size[card] if card != NO_CARD else 9 for card in parts)
    if rules.unsupported_test == "next_part_only":
        return (head <= body, body <= rear, True)
    return (head <= body and head <= rear, body <= rear, True)


def printed_totals(s: ConFacts, parts: Sequence[str]) -> tuple[int, int, int, int]:
    """Health, Might, Speed and Magic: the sum over the supported parts (CC-STAT-01, CC-SIZE-04, CC-PETR-01)."""
    health = might = speed = magic = 0
    for card, counts in zip(parts, supported(s.pack, s.rules, parts), strict=True):
        if counts and card != NO_CARD:
            stats = s.pack.stats[card]
            health += stats[0]
            might += stats[1]
            speed += stats[2]
            magic += stats[3]
    return health, might, speed, magic


def totals(s: ConFacts, seat: str) -> tuple[int, int, int, int]:
    """The totals as they count now (CC-STAT-04)."""
    return totals_with(s, seat, s.players[seat].parts)


def totals_with(s: ConFacts, seat: str, parts: Sequence[str]) -> tuple[int, int, int, int]:
    """A seat's totals with these parts: Might and Speed of the poisoned are halved (CC-POIS-01, CC-POIS-02)."""
    health, might, speed, magic = printed_totals(s, parts)
    if s.players[seat].poisonous:
        extra = 1 if s.rules.poison_rounding == "up" else 0
        might, speed = (might + extra) // 2, (speed + extra) // 2
    return health, might, speed, magic


def total(s: ConFacts, seat: str, stat: Stat) -> int:
    """One of the totals that dice are rolled with."""
    return totals(s, seat)[STATS.index(stat)]


def health(s: ConFacts, seat: str) -> int:
    """The Health total."""
    return printed_totals(s, s.players[seat].parts)[0]


def dice_for(s: ConFacts, stat_total: int, extra: int = 0) -> int:
    """Count the d6 to roll: as many as the total (CC-STAT-03); with 0, as opt:zero_dice says (CC-STAT-04)."""
    return max(0, (stat_total or s.rules.zero_dice) + extra)


def synergy(s: ConFacts, seat: str, ability: Ability, part: str) -> int:
    """Dice that a Special Action gains: 1 for each other part whose creature shares its type (CC-SPEC-02, CC-SPEC-03).

    ``part`` is the own part it is printed on, anything else where it is not printed on the own Chimera. Types that
    parts share among themselves give nothing. A Standard Action gains none (CC-SPEC-01).
    """
    return synergy_with(s.pack, s.rules, s.players[seat].parts, ability, part)


def synergy_with(pack: Pack, rules: HouseRules, parts: Sequence[str], ability: Ability, part: str) -> int:
    """The `synergy` that these parts would give."""
    if ability.kind != "special":
        return 0
    counts = supported(pack, rules, parts)
    found = 0
    for place in HEAD_TO_REAR:
        if parts[place] == NO_CARD or (part == PLACES[place] and not rules.synergy_source_counts):
            continue
        if not counts[place] and not rules.unsupported_types_count:
            continue
        found += ability.type in pack.creature(parts[place]).types
    return found


PLACES: Final = ("head", "body", "rear")


def can_fly(s: ConFacts, seat: str) -> bool:
    """True if it benefits from an Airborne tag (CC-AIR-01, CC-AIR-07); the Unsupported does not (CC-SIZE-05)."""
    parts = s.players[seat].parts
    counts = supported(s.pack, s.rules, parts)
    if s.rules.unsupported_airborne == "whole_chimera" and not all(counts):
        return False
    return any(card != NO_CARD and holds and s.pack.flies(card) for card, holds in zip(parts, counts, strict=True))


def fits(s: ConFacts, card: str, parts: Sequence[str]) -> bool:
    """True if a card can be joined to these parts, the one of its own place left out (CC-BUILD-02, opt:fits)."""
    own = s.pack.creature(card)
    for place in HEAD_TO_REAR:
        if place == s.pack.place[card] or parts[place] == NO_CARD:
            continue
        other = s.pack.creature(parts[place])
        if not joins(own, other):
            return False
        if s.rules.fits == "same_type" and not set(own.types) & set(other.types):
            return False
    return True
