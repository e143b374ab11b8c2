"""Where cards lie: draw piles, discard piles, hands, slots; moving one from here to there. Knows no card's text.

A pile is copies by card place; a hand is cards in rising order. A hand of printed cards only has a size.
"""

from __future__ import annotations

from bisect import insort

from .mat import NONE, UNKNOWN
from .situation import HIDDEN, FullSituation

Pile = tuple[int, ...]


def more(pile: Pile, card: int, count: int = 1) -> Pile:
    """The pile with ``count`` more copies of a card, or fewer where it is negative."""
    return (*pile[:card], pile[card] + count, *pile[card + 1 :])


def hold(s: FullSituation, seat: int, card: int) -> None:
    """A card comes into a hand; ``card`` may be HIDDEN."""
    hand = list(s.hands[seat])
    insort(hand, HIDDEN if s.printed else card)
    s.hands[seat] = tuple(hand)


def lose(s: FullSituation, seat: int, card: int) -> None:
    """A card leaves a hand; the caller says where it goes. Raises ValueError if it is not there."""
    hand = list(s.hands[seat])
    hand.remove(HIDDEN if s.printed else card)
    s.hands[seat] = tuple(hand)


def discard(s: FullSituation, card: int) -> None:
    """A card goes face up to the pile of the deck printed on its back (AK-CARD-03)."""
    deck = s.pack.cards[card].deck
    s.discard[deck] = more(s.discard[deck], card)


def holds(s: FullSituation, seat: int, card: int) -> bool:
    """True if the card may be in that hand: it is, or the hand is printed and a copy may be left."""
    return (HIDDEN if s.printed else card) in s.hands[seat]


def clear_slot(s: FullSituation, seat: int) -> int:
    """Take the card out of the Inscription slot and say which it was; its gems must be gone already."""
    mat = s.mats[seat]
    card = mat.inscription
    mat.inscription, mat.known = NONE, False
    return card


def discard_inscription(s: FullSituation, seat: int) -> int:
    """The inscribed card goes to its discard pile; NONE if there was none, UNKNOWN if nobody but its owner knew it."""
    card = clear_slot(s, seat)
    if card not in (NONE, UNKNOWN):
        discard(s, card)
    return card
