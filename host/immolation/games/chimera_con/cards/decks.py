"""Draw from the two face-down decks: what may come off them, and the Discard Pile shuffled in; the draw is chance's."""

from __future__ import annotations

from msgspec.structs import replace

from ...contract import Outcome
from ...engine import EventLog, report
from ..actions import Deck, DrawCard, card_drawn
from ..facts.con_facts import ConFacts, Pile, name_of
from ..frames import Drawing


def outcomes(s: ConFacts, deck: Deck) -> tuple[Outcome, ...]:
    """Return what may lie on top of a deck, each card weighted by its copies left (CC-DRAW-03)."""
    left = s.decks[deck]
    return tuple([card_drawn(card, left[card]) for card in s.pack.printed[deck] if card in left])


def refill(s: ConFacts, deck: Deck, log: EventLog) -> bool:
    """Shuffle the Discard Pile into an empty deck (CC-DRAW-03, opt:deck_empty). False if there is nothing to draw."""
    if s.decks[deck]:
        return True
    if not can_draw(s, deck):
        return False
    creatures, cheats = s.discard.creatures, s.discard.cheats
    if deck == "creature":
        s.shuffle_in(deck, creatures)
        s.discard = Pile((), cheats)
    else:
        s.shuffle_in(deck, cheats)
        s.discard = Pile(creatures)
    text = f"The discarded {deck} cards are shuffled into a new deck."
    report(log, "deck-refilled", ("CC-DRAW-03",), text, deck=deck)
    return True


def can_draw(s: ConFacts, deck: Deck) -> bool:
    """True if a card of this deck can be drawn."""
    pile = s.discard.creatures if deck == "creature" else s.discard.cheats
    return bool(s.decks[deck] or (pile and s.rules.deck_empty == "shuffle_discard"))


def begin_drawing(s: ConFacts, seat: str, deck: Deck, cards: int) -> None:
    """Chance is to draw cards for a seat, one by one (CC-DRAW-03)."""
    s.stack.append(Drawing(seat, deck, cards))


def settle_drawing(s: ConFacts, frame: Drawing, log: EventLog) -> bool:
    """Give up where both deck and Discard Pile are empty."""
    if refill(s, frame.deck, log):
        return False
    s.stack.pop()
    report(log, "nothing-to-draw", ("CC-DRAW-03",), f"There is no {frame.deck} card left to draw.", deck=frame.deck)
    return True


def do_draw_card(s: ConFacts, frame: Drawing, action: DrawCard, log: EventLog) -> None:
    """A card goes from the deck to a hand; only its owner sees it."""
    seat = frame.seat
    s.draw(frame.deck, action.card)
    s.give(seat, action.card)
    _dealt(log, s, seat, frame.deck, action.card)
    if frame.left > 1:
        s.stack[-1] = replace(frame, left=frame.left - 1)
    else:
        s.stack.pop()


def _dealt(log: EventLog, s: ConFacts, seat: str, deck: Deck, card: str) -> None:
    name = name_of(seat)
    own = {"text": f"{name} draws {s.pack.title(card)}.", "card": card}
    text = f"{name} draws a {deck} card."
    report(log, "drawn", ("CC-DRAW-03",), text, {seat: own}, seat=seat, deck=deck)
