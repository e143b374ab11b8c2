"""Draws cards: chance brings them, only their owner sees them (AK-CARD-03 to AK-CARD-05)."""

from __future__ import annotations

from ....contract import CHANCE, Outcome, Refusal
from ....house_rules import shown
from ... import actions as act
from ...facts.arena import seat_id
from ...facts.full_situation import HIDDEN, FullSituation
from ...facts.reporting import Log, replaced, report, report_secret
from ..frames import Drawing
from . import piles
from .card import DECKS


def begin(s: FullSituation, seat: int, count: int, why: str) -> None:
    """Let a seat draw ``count`` cards from the deck of its form (AK-CARD-03). ``why``: the rule that draws."""
    if count > 0:
        s.stack.append(Drawing(seat_id(seat), count, why))


def possible(s: FullSituation, seat: int) -> bool:
    """True if there is a card for this seat to draw (AK-CARD-05)."""
    deck = s.deck_of(seat)
    left = piles.pile_size(s, deck) > 0 if s.printed else any(s.draw[deck])
    return left or (s.rules.deck_exhausted == "reshuffle" and any(s.discard[deck]))


def settle(s: FullSituation, frame: Drawing, log: Log) -> bool | tuple[str, ...]:
    """See to the deck: an empty one takes its discard pile back, or the draw is skipped (AK-CARD-05).

    Printed cards come straight into the hand of whoever draws them.
    """
    seat = s.numbers[frame.seat]
    deck = s.arena.revenant[seat]
    if not any(s.draw[deck]) or (s.printed and not piles.pile_size(s, deck)):
        title = DECKS[deck].title()
        if not any(s.discard[deck]) or s.rules.deck_exhausted == "skip":
            s.stack.pop()
            text = f"No {title} card is left for {s.arena.names[seat]} to draw."
            report(log, "draw-skipped", ("AK-CARD-05", frame.why), text, {"seat": frame.seat, "count": frame.count})
            return True
        both = zip(s.draw[deck], s.discard[deck], strict=True)
        s.draw = replaced(s.draw, deck, tuple(one + other for one, other in both))
        s.discard = replaced(s.discard, deck, s.pack.no_cards)
        text = f"The {title} deck is empty; its discard pile is shuffled and becomes the new one."
        report(log, "reshuffled", ("AK-CARD-05",), text, {"deck": DECKS[deck], "count": piles.pile_size(s, deck)})
    if not s.printed:
        return (CHANCE,)
    _drawn(s, frame, HIDDEN, log)
    return True


def outcomes(s: FullSituation, frame: Drawing) -> tuple[Outcome, ...]:
    """Every card that may lie on top, weighted by its copies: a face-down deck has contents, but no order."""
    deck = s.arena.revenant[s.numbers[frame.seat]]
    return s.pack.on_top(deck, s.draw[deck])


def check(s: FullSituation, frame: Drawing, action: act.DrawCard) -> Refusal | None:
    """None if that card is in the draw pile."""
    card = s.pack.by_key.get(action.card)
    deck = s.arena.revenant[s.numbers[frame.seat]]
    if card is None:
        return Refusal("TABLE", f"There is no card {shown(action.card)} in the pack {s.pack.name}.")
    if not s.draw[deck][card.index]:
        return Refusal("AK-CARD-03", f"{card.name} is not in the {DECKS[deck].title()} draw pile.")
    return None


def do(s: FullSituation, frame: Drawing, action: act.DrawCard, log: Log) -> None:
    """The card comes into the hand of its owner, who alone sees which it is (AK-CARD-04)."""
    card = s.pack.by_key[action.card]
    s.draw = replaced(s.draw, card.deck, piles.more(s.draw[card.deck], card.index, -1))
    _drawn(s, frame, card.index, log)


def _drawn(s: FullSituation, frame: Drawing, card: int, log: Log) -> None:
    """One card more in hand, HIDDEN for a printed one; the rest of the draw stays on the stack."""
    s.stack.pop()
    if frame.count > 1:
        s.stack.append(Drawing(frame.seat, frame.count - 1, frame.why))
    seat = s.numbers[frame.seat]
    piles.hold(s, seat, card)
    arena = s.arena
    name, deck, hand = arena.heads[seat], DECKS[arena.revenant[seat]], len(s.hands[seat])
    text = f"{name} draws a card; {hand} in hand."
    secret = {}
    if card != HIDDEN:
        drawn = s.pack.cards[card]
        secret = {frame.seat: {"text": f"{name} draws {drawn.name}.", "card": drawn.key}}
    report_secret(
        log, "drawn", (frame.why, "AK-CARD-03"), text, secret, {"seat": frame.seat, "deck": deck, "hand": hand}
    )
