"""Find out what cards in a hand can be played for: symbols, value, skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from ...contract import Refusal
from ..facts.battle_facts import BattleFacts, Mount
from ..facts.settings import Settings
from .components import Symbol, Trait, card_name

VALUE_CARDS = 2
"""Cards for value in an attack or defence, before skill (KM-RES-03)."""


def shows(s: BattleFacts, mount: Mount, card: str, symbol: Symbol) -> bool:
    """True if the rider may play the card as that symbol: printed, or any card (KM-TYPE-02, -05, -08, -11)."""
    return symbol in s.settings.cards[card].symbols or symbol in mount.machine.wild


def assignments(s: BattleFacts, mount: Mount, symbols: Sequence[Symbol]) -> list[tuple[str, ...]]:
    """Every way to play these symbols, each from a card of its own, in their order (KM-CARD-01)."""
    return list(_assignments(s.settings, mount.hand, mount.machine.wild, tuple(symbols)))


@lru_cache(maxsize=4096)
def _assignments(
    settings: Settings, hand: tuple[str, ...], wild: tuple[Symbol, ...], symbols: tuple[Symbol, ...]
) -> tuple[tuple[str, ...], ...]:
    found: dict[tuple[str, ...], None] = {}
    fitting = _fitting(settings, hand, wild, symbols)

    def go(depth: int, used: tuple[int, ...]) -> None:
        if depth == len(symbols):
            found[tuple([hand[n] for n in used])] = None
            return
        for n in fitting[depth]:
            if n not in used:
                go(depth + 1, (*used, n))

    go(0, ())
    return tuple(found)


def _fitting(
    settings: Settings, hand: tuple[str, ...], wild: tuple[Symbol, ...], symbols: tuple[Symbol, ...]
) -> list[list[int]]:
    """For each symbol the places in a hand of the cards that show it, as `shows` says."""
    printed = [settings.cards[card].symbols for card in hand]
    return [[n for n, shown in enumerate(printed) if symbol in shown or symbol in wild] for symbol in symbols]


def can_show(
    s: BattleFacts, mount: Mount, symbols: Sequence[Symbol], without: Sequence[str] = (), spare: int = 0
) -> bool:
    """True if the hand, less the cards ``without``, can play these symbols and keep ``spare`` cards."""
    hand = mount.hand
    if without:
        kept = list(hand)
        for card in without:
            kept.remove(card)
        hand = tuple(kept)
    if len(hand) < len(symbols) + spare:
        return False
    return _can_show(s.settings, hand, mount.machine.wild, tuple(symbols))


@lru_cache(maxsize=1 << 12)
def _can_show(settings: Settings, hand: tuple[str, ...], wild: tuple[Symbol, ...], symbols: tuple[Symbol, ...]) -> bool:
    fitting = _fitting(settings, hand, wild, symbols)

    def go(depth: int, used: int) -> bool:
        if depth == len(symbols):
            return True
        return any(not used >> n & 1 and go(depth + 1, used | 1 << n) for n in fitting[depth])

    return go(0, 0)


REMEMBERED = 3
"""Choices of so many cards are few enough to be kept."""


@lru_cache(maxsize=4096)
def _choices(hand: tuple[str, ...], least: int, most: int) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(chosen for size in range(least, most + 1) for chosen in combinations(hand, size)))


def choices(hand: Sequence[str], least: int, most: int) -> tuple[tuple[str, ...], ...]:
    """Every choice of ``least`` to ``most`` cards, in a stable order."""
    found = _choices if most <= REMEMBERED else _choices.__wrapped__
    return found(tuple(sorted(hand)), min(least, len(hand)), min(most, len(hand)))


def contribution(s: BattleFacts, mount: Mount, card: str, trait: Trait | None) -> int:
    """Return what a card counts for value: printed and Sovereign, at most the effective trait (KM-CARD-04, KM-CARD-05).

    ``trait`` None leaves it uncapped.
    """
    value = s.value(card) + mount.standing.card_values
    return value if trait is None else min(value, mount.trait(trait))


def skill_value(s: BattleFacts, mount: Mount, trait: Trait) -> int:
    """Return what a skill card adds: 2 (KM-RUNE-04)."""
    if s.settings.rules.skill_card_value == "flat_2":
        return 2
    return min(2, mount.standing.bonus[trait])


def missing(s: BattleFacts, mount: Mount, cards: Sequence[str]) -> Refusal | None:
    """None if all these cards are in the hand, each as often as it is named (KM-CARD-02)."""
    left = list(mount.hand)
    for card in cards:
        if card not in left:
            if card in mount.hand:
                return Refusal("KM-CARD-02", f"{card_name(card)} is played for one thing only.")
            return Refusal("TABLE", f"{card_name(card)} is not in {s.name(mount.seat)}'s hand.")
        left.remove(card)
    return None


def take(mount: Mount, cards: Sequence[str]) -> None:
    """Out of the hand."""
    kept = list(mount.hand)
    for card in cards:
        kept.remove(card)
    mount.hand = tuple(kept)


def distinct(hand: Sequence[str]) -> Iterator[str]:
    """Every card of a hand once, in a stable order."""
    return iter(dict.fromkeys(sorted(hand)))


def listed(cards: Sequence[str]) -> str:
    """Cards for a sentence."""
    return ", ".join(map(card_name, cards)) if cards else "no card"


def fewest(s: BattleFacts) -> int:
    """Fewest cards for value (KM-RES-03)."""
    return VALUE_CARDS if s.settings.rules.value_cards == "exactly_2" else 0


def check_symbols(s: BattleFacts, mount: Mount, cards: Sequence[str], needed: Sequence[Symbol]) -> Refusal | None:
    """None if each card can be played for the symbol at its place (KM-CARD-01)."""
    if len(cards) != len(needed):
        said = f"{len(needed)} cards are played, for {' and '.join(needed)}, each its own; not {len(cards)}."
        return Refusal("KM-CARD-01", said)
    refusal = missing(s, mount, cards)
    if refusal is not None:
        return refusal
    for card, symbol in zip(cards, needed, strict=True):
        if not shows(s, mount, card, symbol):
            return Refusal("KM-CARD-01", f"{card_name(card)} cannot be played for {symbol}.")
    return None


def check_values(s: BattleFacts, mount: Mount, cards: Sequence[str]) -> Refusal | None:
    """None for up to two cards, or exactly two (KM-RES-03)."""
    if len(cards) > VALUE_CARDS:
        return Refusal("KM-RES-03", f"At most {VALUE_CARDS} cards are played for value, not {len(cards)}.")
    if len(cards) < min(fewest(s), len(mount.hand)):
        return Refusal("KM-RES-03", f"Exactly {VALUE_CARDS} cards are played for value, not {len(cards)}.")
    return missing(s, mount, cards)


def check_skills(s: BattleFacts, mount: Mount, cards: Sequence[str], for_trait: Trait) -> Refusal | None:
    """None for as many cards as the skill of that trait allows (KM-RUNE-04, KM-RUNE-05)."""
    most = mount.standing.skills[for_trait]
    if len(cards) > most:
        return Refusal(
            "KM-RUNE-04", f"The skill in {for_trait.replace('_', ' ')} allows {most} cards, not {len(cards)}."
        )
    return missing(s, mount, cards)
