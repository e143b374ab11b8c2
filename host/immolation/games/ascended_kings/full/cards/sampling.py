"""Samples a situation that one seat cannot tell from this one: hidden cards are dealt anew."""

from __future__ import annotations

from random import Random

from ...facts.full_situation import HIDDEN, FullSituation
from ...facts.mat import NONE, UNKNOWN
from ...facts.reporting import replaced
from . import inscriptions
from .card import DECKS


def sample(s: FullSituation, seat: str, rng: Random) -> None:
    """Deal anew what ``seat`` cannot know, each deal equally likely by what lies open (AK-CARD-04).

    The seat keeps its own hand and inscription; what everybody has seen stays where it is. Face-down inscriptions of
    others get cards that may lie there (AK-INSC-02, AK-INSC-03), then hands and draw piles share the rest. Printed
    cards nobody knows: nothing is dealt; nor at the end of a game, when hands have been counted.
    """
    own = s.seat(seat)
    if s.printed or s.stack[0].phase == "ending":
        return
    for deck in range(len(DECKS)):
        _deal(s, own, deck, rng)


def _deal(s: FullSituation, own: int | None, deck: int, rng: Random) -> None:
    """Deal what nobody but its holders knows of one deck."""
    others = [other for other in range(len(s.hands)) if other != own and s.deck_of(other) == deck]
    unseen = [card for card, copies in enumerate(s.draw[deck]) for _ in range(copies)]
    slots: list[int] = []
    wanted: dict[int, int] = {}
    for other in others:
        hidden = list(s.hands[other])
        for card in s.revealed[other]:
            hidden.remove(card)
        unseen += [card for card in hidden if card != HIDDEN]
        wanted[other] = len(hidden)
        mat = s.mats[other]
        if mat.inscription not in (NONE, UNKNOWN) and not mat.known:
            unseen.append(mat.inscription)
            slots.append(other)
    unseen.sort()
    for other in slots:
        card = rng.choice([card for card in unseen if _may_lie_hidden(s, other, card)])
        unseen.remove(card)
        s.mats[other].inscription = card
    rng.shuffle(unseen)
    for other in others:
        dealt = [unseen.pop() for _ in range(wanted[other])]
        s.hands = replaced(s.hands, other, tuple(sorted((*s.revealed[other], *dealt))))
    left = list(s.pack.no_cards)
    for card in unseen:
        left[card] += 1
    s.draw = replaced(s.draw, deck, tuple(left))


def _may_lie_hidden(s: FullSituation, seat: int, card: int) -> bool:
    """True if the card may lie face down in that slot; a Prismatic Inscription lies face up (AK-INSC-11)."""
    if s.pack.cards[card].inscribe == "prismatic":
        return False
    return not s.rules.inscription_enforce_legality or inscriptions.fits(s, seat, card)
