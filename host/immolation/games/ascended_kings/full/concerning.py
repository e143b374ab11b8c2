"""Whom a reaction window asks: who is touched by what comes next, and may hold a card that matters to it (AK-INST-06).

All of it follows from what lies open: sizes of hands, cards that everybody has seen, cards of the pack that nobody has.
What a hand hides changes nothing, so that being asked tells nothing (AK-CARD-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .. import fire
from ..arena import proximity, seat_id, tile_of_roll
from ..end_of_round import edge_of
from ..frames import EndOfRound, PlacingOmega, WindowKind
from ..geometry import line_mask
from .card import Instant
from .frames import Attacking, Casting, Rolled, Wounding
from .situation import FullSituation

FOR_ALL: Final[frozenset[WindowKind]] = frozenset(("turn-end", "rolled", "percentile", "end-of-round"))
"""Windows between two steps of the game, where any holder may want to be first; the others are about somebody."""


def asks(s: FullSituation, seat: int, kind: WindowKind) -> bool:
    """True if a window of this kind asks the seat: what comes next may touch it, and a card that it may hold matters.

    A card that is cast may touch its caster as well. Focus Dice that were rolled wait for their owner anyway, who may
    use Instant Powers before allocating them.
    """
    if kind == "focus-dice":
        return False
    about = kind in FOR_ALL or touches(s, seat, kind) or (kind == "target" and seat == s.turn)
    return about and any(_matters(s, seat, kind, it) for it in _powers(s, seat))


def touches(s: FullSituation, seat: int, kind: WindowKind) -> bool:
    """True if what comes next, once the window of this kind closes, touches that seat's mat, miniature or hand."""
    own = seat_id(seat)
    if kind == "draw":
        return seat == s.turn
    for place in range(len(s.stack) - 1, -1, -1):
        frame = s.stack[place]
        if isinstance(frame, Attacking):
            return frame.who == own
        if isinstance(frame, Wounding):
            return frame.wounds.get(own, 0) > 0
        if isinstance(frame, Casting):
            return own in frame.targets
        if isinstance(frame, Rolled):
            return _struck(s, seat, place, frame.value)
    return False


def _struck(s: FullSituation, seat: int, place: int, value: int) -> bool:
    """True if the roll overruns the seat with a Fire Wall (AK-FIRE-05), or puts gems under it (AK-EVENT-04)."""
    below = s.stack[place - 1]
    tile = s.arena.tiles[seat]
    if isinstance(below, EndOfRound) and below.next == "roll":
        edge = edge_of(s, value)
        line = s.arena.walls.line(edge)
        stands = line is not None and s.alive(seat) and line_mask(edge, line) >> tile & 1
        return bool(stands) and fire.deadlock(s.arena, edge) is None
    if isinstance(below, PlacingOmega):
        return False
    return tile == proximity(s.arena, tile_of_roll(s.arena.rules.board_orientation)[value])


def _matters(s: FullSituation, seat: int, kind: WindowKind, power: Instant) -> bool:
    """True if that Instant Power could change what comes next for the seat; blocking takes Egis (AK-DEF-05)."""
    if kind == "attack":
        return bool(power.egis or power.core or power.dice)
    if power.cancel:
        return s.mats[seat].dire > 0 or kind in ("wounds", "pickup")
    return True


def _powers(s: FullSituation, seat: int) -> Iterator[Instant]:
    """Every Instant Power that the seat may hold as far as everybody knows.

    That is of cards seen on their way to its hand, and if it holds one that nobody has seen, of all cards of its deck
    (AK-CARD-03) but those that lie open.
    """
    cards, seen = s.pack.cards, s.revealed[seat]
    for card in seen:
        power = cards[card].instant
        if power is not None:
            yield power
    if len(seen) >= len(s.hands[seat]):
        return
    deck = s.deck_of(seat)
    for card, copies in enumerate(s.pack.full_deck(deck)):
        power = cards[card].instant
        if power is not None and copies > _open(s, deck, card):
            yield power


def _open(s: FullSituation, deck: int, card: int) -> int:
    """Copies of a card that lie where everybody sees them, or were seen on their way to a hand."""
    key = s.pack.cards[card].key
    return (
        s.discard[deck][card]
        + sum(seen.count(card) for seen in s.revealed)
        + sum(mat.known and mat.inscription == card for mat in s.mats)
        + sum(isinstance(frame, Casting) and frame.card == key for frame in s.stack)
    )
