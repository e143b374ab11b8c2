"""View of the full track, JSON-ready: the table, the mats, the own hand, of others only sizes.

This is the one place where hidden cards are left out.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...contract import Json
from ...engine import fields_json
from .. import frames
from ..facts.full_situation import HIDDEN, FullSituation
from ..facts.mat import KINDS, NONE, UNKNOWN, names_of
from ..facts.pools import capacity, completed, threshold
from ..full import frames as full_frames
from ..full.cards.card import DECKS, Card
from ..full.cards.piles import pile_size
from .view import board_view, seat_view


def view(s: FullSituation, seat: str | None, awaited: tuple[str, ...]) -> dict[str, Json]:
    """Return what ``seat`` may know, None for the public table; see docs/rulesets/ascended-kings.md for every key.

    Hands are hidden but for their size (AK-CARD-04), face-down inscriptions but for their being there (AK-INSC-04).
    """
    seats = s.settings.seats
    own = s.seat(seat) if seat is not None else None
    visible: dict[int, None] = {}
    made = board_view(s, awaited)
    made["track"] = "full"
    made["printed"] = s.printed
    made["seats"] = {name: _seat(s, number, number == own, visible) for number, name in enumerate(seats)}
    made["supply"] = dict(zip(KINDS, s.arena.supply, strict=True))
    made["decks"] = {title: _deck(s, deck, visible) for deck, title in enumerate(DECKS)}
    made["inscription_used"] = s.inscription_used
    made["chart"] = list(s.chart)
    made["under_way"] = msgspec.json.decode(msgspec.json.encode(s.stack[1:]))
    visible.update({s.pack.by_key[key].index: None for key in full_frames.cards_in_play(s.stack).values()})
    made["wounds_dealt"] = frames.wounds_dealt(s.stack)
    made["cards"] = {s.pack.cards[index].key: dict(shown(s.pack.cards[index])) for index in sorted(visible)}
    return made


def _seat(s: FullSituation, seat: int, own: bool, visible: dict[int, None]) -> dict[str, Json]:
    mat, hand, cards = s.mats[seat], s.hands[seat], s.pack.cards
    open_slot = mat.inscription not in (NONE, UNKNOWN) and (mat.known or own)
    seen = s.revealed[seat]
    visible.update(dict.fromkeys((*(card for card in hand if own and card != HIDDEN), *seen)))
    if open_slot:
        visible[mat.inscription] = None
    return {
        **seat_view(s, seat),
        **fields_json(mat, "level", "ylem", "prismatic"),
        "wounds": mat.dire,
        "pool": fields_json(mat, "aria", "egis", "pyre", "dire"),
        "capacity": capacity(mat.level),
        "threshold": threshold(mat) if mat.ylem < 5 else None,
        "transmuted": names_of(mat.transmuted),
        "completed": completed(mat),
        "hand_size": len(hand),
        "hand": s.names(hand) if own and not s.printed else None,
        "revealed": s.names(seen),
        "inscription": None
        if not mat.inscribed
        else {
            "card": cards[mat.inscription].key if open_slot else None,
            "known": mat.known,
            "filled": mat.filled,
        },
        "shielded": bool(s.shielded >> seat & 1),
    }


def _deck(s: FullSituation, deck: int, visible: dict[int, None]) -> dict[str, Json]:
    """Return how many cards are left to draw, and what lies face up on the discard pile."""
    thrown = [index for index, count in enumerate(s.discard[deck]) if count]
    visible.update(dict.fromkeys(thrown))
    pile = {s.pack.cards[index].key: s.discard[deck][index] for index in thrown}
    return {"draw": pile_size(s, deck), "discard": pile}


@lru_cache(2_000)
def shown(card: Card) -> dict[str, Json]:
    """Return what a card says, for whoever may see it."""
    return {
        **fields_json(card, "name", "title", "focus", "level", "price", "glyph", "text", "source"),
        "deck": DECKS[card.deck],
        "instant": card.instant.words if card.instant is not None else None,
        "target": card.ability.target if card.ability is not None else None,
    }
