"""Moves cards between draw piles, discard piles, hands and slots.

A pile is copies by card place; a hand is cards in rising order. Where people keep printed cards a hand only has a size,
and what counts as the draw pile is everything nobody has seen: hands, face-down inscriptions and the pile itself.
"""

from __future__ import annotations

from bisect import insort

from ....contract import Refusal
from ....house_rules import shown
from ...facts.full_situation import HIDDEN, FullSituation
from ...facts.mat import NONE, UNKNOWN
from ...facts.reporting import replaced
from .card import Card

Pile = tuple[int, ...]


def more(pile: Pile, card: int, count: int = 1) -> Pile:
    """The pile with ``count`` more copies of a card, or fewer where it is negative."""
    made = list(pile)
    made[card] += count
    return tuple(made)


def hold(s: FullSituation, seat: int, card: int, seen: bool = False) -> None:
    """A card comes into a hand; HIDDEN where a printed one was drawn. A printed one that was seen is hidden again.

    ``seen``: everybody has seen it on its way and remembers.
    """
    hand = list(s.hands[seat])
    if seen and card != HIDDEN:
        s.revealed = replaced(s.revealed, seat, tuple(sorted((*s.revealed[seat], card))))
    if s.printed and card != HIDDEN:
        unsee(s, card, 1)
        card = HIDDEN
    insort(hand, card)
    s.hands = replaced(s.hands, seat, tuple(hand))


def lose(s: FullSituation, seat: int, card: int, face_down: bool = False) -> None:
    """A card leaves a hand; the caller says where it goes. HIDDEN for a printed one that stays face down.

    ``face_down``: nobody sees which, so that it might be any that had been seen. Raises ValueError if it is not there.
    """
    if s.revealed[seat]:
        seen = list(s.revealed[seat])
        if face_down or card == HIDDEN:
            seen = []
        elif card in seen:
            seen.remove(card)
        s.revealed = replaced(s.revealed, seat, tuple(seen))
    hand = list(s.hands[seat])
    if s.printed and card != HIDDEN:
        unsee(s, card, -1)
        card = HIDDEN
    hand.remove(card)
    s.hands = replaced(s.hands, seat, tuple(hand))


def lose_all(s: FullSituation, seat: int) -> list[int]:
    """The whole hand goes to its discard pile (AK-REV-02); which cards those are, as far as the host knows."""
    thrown = [card for card in s.hands[seat] if card != HIDDEN]
    for card in thrown:
        discard(s, card)
    s.hands, s.revealed = replaced(s.hands, seat, ()), replaced(s.revealed, seat, ())
    return thrown


def unsee(s: FullSituation, card: int, count: int) -> None:
    """Of printed cards: one more copy that nobody sees, or with -1 one that everybody sees now."""
    deck = s.pack.cards[card].deck
    s.draw = replaced(s.draw, deck, more(s.draw[deck], card, count))


def impossible(s: FullSituation, seat: int, card: int, in_slot: bool = False) -> Refusal | None:
    """Say why a printed card cannot be in that hand, or face down in that slot; None if it can.

    It is of another deck, every copy lies where all can see it or is known to be in other hands, or everybody knows
    the whole hand and it is not among those cards.
    """
    named = s.pack.cards[card]
    if named.deck != s.deck_of(seat):
        form = "Revenant" if s.arena.revenant[seat] else "King"
        return Refusal("AK-CARD-03", f"{named.name} is of the other deck; {s.arena.names[seat]} is a {form}.")
    elsewhere = sum(seen.count(card) for other, seen in enumerate(s.revealed) if other != seat or in_slot)
    if s.draw[named.deck][card] <= elsewhere:
        return Refusal("AK-COMP-07", f"Every {named.name} of the deck lies where all can see it.")
    seen = s.revealed[seat]
    if not in_slot and card not in seen and len(seen) >= len(s.hands[seat]):
        return Refusal("AK-CARD-04", f"Everybody has seen the cards in that hand; {named.name} is not among them.")
    return None


def pile_size(s: FullSituation, deck: int) -> int:
    """Cards left in a draw pile; everybody can count them."""
    left = sum(s.draw[deck])
    if s.printed:
        for seat, hand in enumerate(s.hands):
            if s.deck_of(seat) == deck:
                left -= len(hand) + (s.mats[seat].inscription == UNKNOWN)
    return max(0, left)


def discard(s: FullSituation, card: int) -> None:
    """A card goes face up to the pile of the deck printed on its back (AK-CARD-03)."""
    deck = s.pack.cards[card].deck
    s.discard = replaced(s.discard, deck, more(s.discard[deck], card))


def holds(s: FullSituation, seat: int, card: int) -> bool:
    """True if the card may be in that hand: it is, or the hand is printed and a copy may be left."""
    return (HIDDEN if s.printed else card) in s.hands[seat]


def named(s: FullSituation, seat: int, key: str, rule: str) -> Card | Refusal:
    """The card called ``key`` if it is, or of printed cards may be, in that hand; ``rule`` refuses otherwise."""
    card = s.pack.by_key.get(key)
    if card is None:
        return Refusal("TABLE", f"There is no card {shown(key)} in the pack {s.pack.name}.")
    if not holds(s, seat, card.index):
        return Refusal(rule, f"{card.name} is not in your hand.")
    return (impossible(s, seat, card.index) if s.printed else None) or card


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
