"""Read the text of a card aloud: everybody hears it, and its player is asked to carry it out (CC-TOLD-01)."""

from __future__ import annotations

from ...engine import EventLog, report
from ..cards.pack import PARTS, Part, stone
from ..facts.con_facts import NO_CARD, ConFacts, name_of
from ..frames import Telling


def words(s: ConFacts, card: str) -> str:
    """Return what is printed on a card in words; nothing on most creatures."""
    return str(s.pack.facts[card].get("text", ""))


def told_parts(s: ConFacts, seat: str) -> list[Part]:
    """The places of a Chimera whose card has a text that counts (CC-TOLD-01, CC-PETR-02)."""
    player = s.players[seat]
    laid = zip(PARTS, player.parts, strict=True) if s.pack.told and player.alive else ()
    return [part for part, card in laid if card != NO_CARD and not stone(card) and words(s, card)]


def read_aloud(s: ConFacts, seat: str, card: str, log: EventLog) -> None:
    """Everybody hears the text, and its player carries it out."""
    s.stack.append(Telling(seat, card))
    text = f"{name_of(seat)} reads {s.pack.title(card)} aloud: {words(s, card)}"
    report(log, "told", ("CC-TOLD-01",), text, seat=seat, card=card)
