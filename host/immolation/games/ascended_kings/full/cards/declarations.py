"""Lists what seats may declare because only they see it: printed cards by name, printed hands in a tie, a card to show.

Costs, targets and effects of a declared card are checked like those of any other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....contract import Declaration, Field
from ... import frames
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import UNKNOWN
from ...rounds.declarations import hand_shown
from .. import frames as full_frames
from ..battle import windows, wounds
from . import piles, reveals
from .card import Card

TILE: Final = Field(
    "tile", "tile", "The target tile, or where something ends, if asked for.", low=0, high=99, optional=True
)
CHOICE: Final = Field(
    "choice", "text", "A colour, a number, a Transmutation or a Fire Wall, if asked for.", optional=True
)


def declarations(s: FullSituation, seat: str) -> list[Declaration]:
    """Return what ``seat`` may declare now, each with its fields; only to show a card unless cards are printed ones."""
    own = s.seat(seat)
    if own is None or s.result is not None:
        return []
    shown = reveals.unseen(s, own)
    meaning = "The card everybody sees; it stays in your hand."
    show = [Declaration("show", "Show everybody a card", (_named(shown, meaning),), "AK-CARD-04")] if shown else []
    return [*_printed(s, own), *show] if s.printed else show


def _printed(s: FullSituation, own: int) -> list[Declaration]:
    """Return what may be declared of printed cards, by their name."""
    top = s.stack[-1]
    if isinstance(top, frames.BreakingTie):
        return hand_shown(s, own, top)
    cards = _possible(s, own)
    asked = ASKED.get(type(top))
    found = asked(s, own, top, cards) if asked is not None else []
    if s.hands[own] and windows.refusal(s, own) is None:
        found += _instant(s, own, cards)
    return found


def _possible(s: FullSituation, own: int, in_slot: bool = False) -> list[Card]:
    """Return the cards that may still be in that hand, or face down in that slot."""
    return [card for card in s.pack.cards if piles.impossible(s, own, card.index, in_slot) is None]


def _named(cards: list[Card], meaning: str) -> Field:
    return Field("card", "choice", meaning, tuple(card.key for card in cards))


def _who(s: FullSituation, own: int) -> Field:
    others = tuple(seat_id(other) for other in s.arena.living() if other != own)
    return Field("who", "seat", "The target, if the card asks for an opponent.", others, optional=True)


def _active(s: FullSituation, own: int, frame: frames.Acting, cards: list[Card]) -> list[Declaration]:
    if s.turn != own or not s.alive(own):
        return []
    able = [card for card in cards if card.ability is not None]
    found: list[Declaration] = []
    ready = [card for card in able if card.price <= s.mats[own].ylem]
    if s.hands[own] and ready:
        fields = (_named(ready, "The card you play."), _who(s, own), TILE, CHOICE)
        found.append(Declaration("cast", "Cast a card", fields, "AK-CARD-07"))
    if s.mats[own].inscription == UNKNOWN and not s.inscription_used:
        able = [card for card in _possible(s, own, in_slot=True) if card.ability is not None]
        fields = (_named(able, "The card in your slot."), _who(s, own), TILE, CHOICE)
        found.append(Declaration("activate", "Activate the inscription", fields, "AK-INSC-09"))
    return found


def _latent(s: FullSituation, own: int, frame: full_frames.Latent, cards: list[Card]) -> list[Declaration]:
    if s.turn != own or not s.alive(own):
        return []
    found: list[Declaration] = []
    if s.hands[own] and not s.mats[own].inscribed:
        face_up = tuple(card.key for card in cards if card.inscribe)
        meaning = "A Prismatic Inscription by its name; left out for a card face down."
        fields = (Field("card", "choice", meaning, face_up, optional=True),) if face_up else ()
        found.append(Declaration("inscribe", "Inscribe a card", fields, "AK-INSC-01"))
    if s.hands[own] and cards:
        turned = [card for card in cards if card.cycle]
        if turned:
            fields = (_named(turned, "The card you discard."),)
            found.append(Declaration("cycle", "Discard a Prismatic Inscription to draw", fields, "AK-INSC-14"))
    if s.mats[own].inscription == UNKNOWN:
        field = _named(_possible(s, own, in_slot=True), "The card in your slot.")
        found.append(Declaration("uninscribe", "Take the inscribed card back", (field,), "AK-INSC-05"))
    return found


def _instant(s: FullSituation, own: int, cards: list[Card]) -> list[Declaration]:
    powers = [card for card in cards if card.instant is not None]
    if not powers:
        return []
    dire, due = s.mats[own].dire, wounds.due(s, own)
    fields = [_named(powers, "The card you discard.")]
    if dire:
        fields.append(Field("remove", "number", "Dire gems to remove from your pool.", low=0, high=dire, optional=True))
    if due:
        fields.append(Field("cancel", "number", "Wounds about to hit you to cancel.", low=0, high=due, optional=True))
    return [Declaration("instant", "Use an Instant Power", tuple(fields), "AK-INST-01")]


def _discard(
    s: FullSituation, own: int, frame: full_frames.Discarding | full_frames.Dropping, cards: list[Card]
) -> list[Declaration]:
    """Whoever must throw a card away names it."""
    mine = s.numbers[getattr(frame, "seat", s.settings.seats[s.turn])] == own
    if not (mine and cards and s.hands[own]):
        return []
    return [Declaration("discard", "Throw a card away", (_named(cards, "Which card."),), "AK-TURN-07")]


ASKED: Final[dict[type[frames.Frame], Callable[[FullSituation, int, Any, list[Card]], list[Declaration]]]] = {
    frames.Acting: _active,
    full_frames.Latent: _latent,
    full_frames.Discarding: _discard,
    full_frames.Dropping: _discard,
}
"""Decision point -> what a seat may declare of its printed cards."""
