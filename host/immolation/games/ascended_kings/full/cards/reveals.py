"""Shows a card of the own hand to everybody, because its owner wants to (AK-CARD-04)."""

from __future__ import annotations

from ....contract import Refusal
from ... import actions as act
from ...facts.full_situation import HIDDEN, FullSituation
from ...facts.reporting import Log, replaced, report
from . import piles
from .card import Card


def unseen(s: FullSituation, seat: int) -> list[Card]:
    """Cards of the hand that not everybody has seen, each once; of a printed hand every card that may be one."""
    hidden = list(s.hands[seat])
    if len(hidden) <= len(s.revealed[seat]):
        return []
    if s.printed:
        return [card for card in s.pack.cards if piles.impossible(s, seat, card.index) is None]
    for card in s.revealed[seat]:
        hidden.remove(card)
    return [s.pack.cards[card] for card in dict.fromkeys(hidden) if card != HIDDEN]


def check(s: FullSituation, seat: int, action: act.Show) -> Refusal | None:
    """None for a card in hand that not everybody has seen (AK-CARD-04)."""
    card = piles.named(s, seat, action.card, "AK-CARD-04")
    if isinstance(card, Refusal):
        return card
    if card not in unseen(s, seat):
        return Refusal("AK-CARD-04", f"Everybody has seen {card.name} in your hand already.")
    return None


def do(s: FullSituation, seat: int, action: act.Show, log: Log) -> None:
    """From now on everybody knows the card; it stays in hand (AK-CARD-04)."""
    card = s.pack.by_key[action.card]
    s.revealed = replaced(s.revealed, seat, tuple(sorted((*s.revealed[seat], card.index))))
    text = f"{s.arena.heads[seat]} shows everybody a card of the own hand: {card.name}."
    report(log, "shown", ("AK-CARD-04",), text, {"seat": action.seat, "card": card.key})
