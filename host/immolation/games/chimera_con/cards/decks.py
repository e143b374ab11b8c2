"""Draw from the two face-down decks: what may come off them, and the Discard Pile shuffled in; the draw is chance's."""

from __future__ import annotations

from bisect import insort

from ...contract import Outcome
from ..actions import Deck, DrawCard, card_drawn
from ..facts.con_facts import ConFacts, Log, name_of, report
from ..frames import Drawing


def outcomes(s: ConFacts, deck: Deck) -> tuple[Outcome, ...]:
    """What may lie on top of a deck, each card weighted by its copies left (CC-DRAW-03)."""
    if deck == "creature":
        return tuple(card_drawn(s.pack.ids[2 * card], left) for card, left in enumerate(s.creature_deck) if left)
    return tuple(card_drawn(s.pack.cheat_ids[card], left) for card, left in enumerate(s.cheat_deck) if left)


def refill(s: ConFacts, deck: Deck, log: Log) -> bool:
    """Shuffle the Discard Pile into an empty deck (CC-DRAW-03, opt:deck_empty). False if there is nothing to draw."""
    left, pile = _of(s, deck)
    if any(left):
        return True
    if not pile or s.rules.deck_empty == "no_draw":
        return False
    for card in pile:
        left[card // 2 if deck == "creature" else card] += 1
    pile.clear()
    report(
        log, "deck-refilled", ("CC-DRAW-03",), f"The discarded {deck} cards are shuffled into a new deck.", deck=deck
    )
    return True


def can_draw(s: ConFacts, deck: Deck) -> bool:
    """True if a card of this deck can be drawn."""
    left, pile = _of(s, deck)
    return any(left) or (bool(pile) and s.rules.deck_empty == "shuffle_discard")


def _of(s: ConFacts, deck: Deck) -> tuple[list[int], list[int]]:
    return (s.creature_deck, s.creature_discard) if deck == "creature" else (s.cheat_deck, s.cheat_discard)


def settle_drawing(s: ConFacts, frame: Drawing, log: Log) -> bool:
    """Give up where both deck and Discard Pile are empty."""
    if refill(s, frame.deck, log):
        return False
    s.stack.pop()
    report(log, "nothing-to-draw", ("CC-DRAW-03",), f"There is no {frame.deck} card left to draw.", deck=frame.deck)
    return True


def do_draw_card(s: ConFacts, frame: Drawing, action: DrawCard, log: Log) -> None:
    """A card goes from the deck to a hand; only its owner sees it."""
    seat = s.seat(frame.seat)
    player = s.players[seat]
    if frame.deck == "creature":
        card = s.pack.number[action.card]
        s.creature_deck[card // 2] -= 1
        insort(player.creatures, card)
    else:
        card = s.pack.cheat_number[action.card]
        s.cheat_deck[card] -= 1
        insort(player.cheats, card)
    _dealt(log, s, seat, frame.deck, action.card)
    if frame.left > 1:
        s.stack[-1] = Drawing(frame.seat, frame.deck, frame.left - 1)
    else:
        s.stack.pop()


def _dealt(log: Log, s: ConFacts, seat: int, deck: Deck, card: str) -> None:
    name = name_of(seat)
    own = {"text": f"{name} draws {s.pack.title(card)}.", "card": card}
    text = f"{name} draws a {deck} card."
    report(log, "drawn", ("CC-DRAW-03",), text, {s.seats[seat]: own}, seat=s.seats[seat], deck=deck)
