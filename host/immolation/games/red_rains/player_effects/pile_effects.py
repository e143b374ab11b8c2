"""Carries out declared effects on the Chimera's piles: draws, the made-up hand, removals (RR-HAND-*)."""

from __future__ import annotations

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import HandDiscard, HandDone, MakeDraw, MakeHand, RemovePile
from ..chimera import piles
from ..facts.situation import Log, Situation
from ..frames import Drawing, Handling


def do_make_draw(s: Situation, seat: str, action: MakeDraw, log: Log) -> None:
    """The Chimera draws; with two players an instruction to all concerns it and the acting player (RR-LAW-21)."""
    if action.discards:
        text = f"To be discarded from the Chimera's draw pile: {action.n}."
        report(log, "make-discard", "RR-HAND-06", text, cards=action.n)
    else:
        report(log, "make-draw", ("RR-LAW-03", "RR-LAW-21"), f"The Chimera is to draw {action.n}.", cards=action.n)
    s.queue(Drawing(n=action.n, instead=action.instead, discarding=action.discards))


def check_make_hand(s: Situation, seat: str, action: MakeHand) -> Refusal | None:
    """One made-up hand at a time."""
    return Refusal("RR-HAND-02", "The Chimera has a made-up hand already.") if s.hand is not None else None


def do_make_hand(s: Situation, seat: str, action: MakeHand, log: Log) -> None:
    """Set aside the top five cards, fatigued or not (RR-HAND-05)."""
    s.hand = {}
    report(log, "make-hand", ("RR-HAND-02", "RR-HAND-05"), "An effect concerns the Chimera's hand.", seat=seat)
    s.queue(Handling(seat=seat))  # type: ignore[arg-type]


def check_hand_discard(s: Situation, seat: str, action: HandDiscard) -> Refusal | None:
    """The card is in the made-up hand."""
    if not s.hand or not s.hand.get(action.card):
        return Refusal("TABLE", f"{shown(action.card)} is not in the Chimera's hand.")
    return None


def do_hand_discard(s: Situation, seat: str, action: HandDiscard, log: Log) -> None:
    """Discard a card of the Chimera's hand that an effect shows; it is not returned (RR-HAND-04)."""
    assert s.hand is not None
    s.hand[action.card] -= 1
    if not s.hand[action.card]:
        del s.hand[action.card]
    name = s.pack.cards[action.card].name or action.card
    report(log, "hand-discard", "RR-HAND-04", f"{name} is discarded from the Chimera's hand.", aspect=action.card)
    piles.discard(s, action.card, log, from_pile=True)


def do_hand_done(s: Situation, seat: str, action: HandDone, log: Log) -> None:
    """The rest goes back on top in random order (RR-HAND-03); only now is the pile judged (RR-HAND-05)."""
    assert s.hand is not None
    hand, s.hand = s.hand, None
    for card, copies in hand.items():
        s.pool[card] = s.pool.get(card, 0) + copies
    s.pool = dict(sorted(s.pool.items()))
    s.top = dict(sorted(hand.items()))
    count = sum(hand.values())
    text = f"{count} cards go back on top of the draw pile in random order."
    report(log, "hand-back", "RR-HAND-03", text, cards=count)
    s.pop()
    if not s.pile:
        piles.check_empty(s, log)


def check_remove_pile(s: Situation, seat: str, action: RemovePile) -> Refusal | None:
    """The card is in the Chimera's discard pile."""
    if not s.discard.get(action.card):
        return Refusal("TABLE", f"{shown(action.card)} is not in the Chimera's discard pile.")
    return None


def do_remove_pile(s: Situation, seat: str, action: RemovePile, log: Log) -> None:
    """A card of the discard pile leaves the game."""
    s.discard[action.card] -= 1
    if not s.discard[action.card]:
        del s.discard[action.card]
    s.removed[action.card] = s.removed.get(action.card, 0) + 1
    name = s.pack.cards[action.card].name or action.card
    report(log, "removed", "RR-LAW-23", f"{name} is removed from the game.", aspect=action.card)
