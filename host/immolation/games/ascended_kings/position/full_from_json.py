"""Reads a position of the full track: mats, hands, piles, supply; defaults for what is left out.

What is not named is where it would be at the start: gems in the supply, cards in their draw piles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec

from ...contract import BadPosition, Json
from ...engine import need
from ...house_rules import shown
from ..components import components
from ..facts.full_situation import HIDDEN, UNNAMED, FullArena, FullSituation
from ..facts.mat import KINDS, NONE, UNKNOWN, card_named
from ..facts.pools import held
from ..facts.reporting import replaced
from ..full import frames as full_frames
from ..full.cards.card import DECKS
from ..full.cards.pack import Pack
from ..full.cards.piles import more
from ..full.rounds import scoring
from ..options import FullRules
from . import full_validation
from .from_json import fill_facts, read_settings

YLEM_PRICE: Final = 7
"""What an Ylem costs with an empty Ylem Pool (AK-YLEM-02)."""

Kind = TypeVar("Kind", bound=FullSituation)


def read(given: Mapping[str, Json], kind: type[Kind], pack: Pack, standing: bool = False) -> Kind:
    """The situation that a position describes, with the cards of ``pack``. Raises BadPosition naming the key.

    ``standing``: let miniatures stand on items, for a caller that has them taken at once.
    """
    made = read_settings(given, FullRules)
    s = kind(settings=made, arena=made.empty_board(FullArena), pack=pack.played(made.rules))
    seats = {seat: _with_table_of_slot(facts) for seat, facts in given["seats"].items()}
    given = {**given, "seats": seats, "stack": _with_prices(given.get("stack", [{"at": "choose-state"}]), seats)}
    fill_facts(s, given)
    _stack(s)
    _slots(s, seats)
    count_rest(s)
    _score(s)
    full_validation.validate(s, standing)
    return s


def _with_table_of_slot(facts: Json) -> Json:
    """Return what a seat has, its inscription as a table where it is named in short."""
    if not isinstance(facts, Mapping) or "inscription" not in facts:
        return facts
    slot = facts["inscription"]
    if slot is None:
        return {key: value for key, value in facts.items() if key != "inscription"}
    return {**facts, "inscription": {"card": None, **slot} if isinstance(slot, Mapping) else {"card": slot}}


def _with_prices(stack: Json, seats: Mapping[str, Json]) -> Json:
    """The stack; what 1 Ylem costs on a roll is by the Ylem Pool unless said (AK-YLEM-02)."""
    if not isinstance(stack, list):
        return stack
    pools = {seat: facts.get("ylem") for seat, facts in seats.items() if isinstance(facts, Mapping)}
    prices = {seat: YLEM_PRICE - ylem for seat, ylem in pools.items() if isinstance(ylem, int)}
    return [
        {"threshold": prices.get(str(frame.get("seat")), YLEM_PRICE), **frame}
        if isinstance(frame, Mapping) and frame.get("at") == "allocate"
        else frame
        for frame in stack
    ]


def _stack(s: FullSituation) -> None:
    """Dice lie in rising order."""
    s.stack = [
        msgspec.structs.replace(frame, dice=tuple(sorted(frame.dice)))
        if isinstance(frame, full_frames.Allocating)
        else frame
        for frame in s.stack
    ]


def _slots(s: FullSituation, seats: Mapping[str, Json]) -> None:
    """A Prismatic Inscription lies face up with its gems unless a position says otherwise."""
    for seat, mat in zip(s.settings.seats, s.mats, strict=True):
        prismatic = mat.inscription >= 0 and s.pack.cards[mat.inscription].inscribe == "prismatic"
        named = seats[seat].get("inscription", ())
        mat.known = mat.known if "known" in named else prismatic
        mat.filled = mat.filled if "filled" in named else prismatic


# --- piles and supply ------------------------------------------------------------------------------------


def count_rest(s: FullSituation) -> None:
    """Put every card and gem that lies nowhere else onto its pile and into the supply. Raises BadPosition."""
    _piles(s)
    _supply(s)


def _piles(s: FullSituation) -> None:
    """Both piles of both decks; what is in no hand, slot, play or named pile is in the pile left out."""
    unknown = "where people keep printed cards nobody knows what is left; leave it out"
    need(not (s.printed and any(s.draw)), "draw", unknown)
    for deck, title in enumerate(DECKS):
        left = s.pack.decks[deck]
        for card in _elsewhere(s):
            if s.pack.cards[card].deck == deck:
                left = more(left, card, -1)
        found = {"draw": s.draw[deck] or None, "discard": s.discard[deck] or None}
        if found["draw"] is None and found["discard"] is None:
            found["discard"] = s.pack.no_cards
        known = found["draw"] or found["discard"] or s.pack.no_cards
        rest = tuple(whole - part for whole, part in zip(left, known, strict=True))
        both = found["draw"] is not None and found["discard"] is not None
        if both:
            rest = tuple(whole - part for whole, part in zip(rest, found["discard"] or (), strict=True))
        for card, count in enumerate(rest):
            if count < 0 or (both and count):
                have = s.pack.cards[card]
                raise BadPosition(
                    f"{'draw' if both else 'seats'}: there are {have.copies} of {shown(have.key)} in the {title} deck, "
                    f"not {have.copies - count} (AK-COMP-07)."
                )
        s.draw = replaced(s.draw, deck, rest if found["draw"] is None else found["draw"])
        hidden = sum(
            s.hands[seat].count(HIDDEN) + (s.mats[seat].inscription == UNKNOWN)
            for seat in range(len(s.hands))
            if s.deck_of(seat) == deck
        )
        if hidden > sum(s.draw[deck]):
            left_over = f"{sum(s.draw[deck])} of the {title} deck are left"
            raise BadPosition(f"seats: {hidden} printed cards lie in hands and slots, and {left_over} (AK-COMP-07).")
        s.discard = replaced(s.discard, deck, rest if found["discard"] is None else found["discard"])


def _elsewhere(s: FullSituation) -> list[int]:
    """Every card that lies in no pile: hands, slots, and cards that are being cast."""
    found = [card for hand in s.hands for card in hand if card != HIDDEN]
    found += [mat.inscription for mat in s.mats if mat.inscription not in (NONE, UNKNOWN)]
    for place, key in full_frames.cards_in_play(s.stack).items():
        card = s.pack.cards[card_named(s, key, f"stack.{place}.card")]
        if card.ability is None:
            raise BadPosition(f"stack.{place}.card: {card.name} has no Focus Ability to cast (AK-CARD-01).")
        found.append(card.index)
    return found


def _score(s: FullSituation) -> None:
    """At the end of a game mats and hands say what the score sheets must (AK-SCORE-01); printed hands are shown."""
    if s.stack[0].phase != "ending":
        return
    sheets, hands = s.sheets, s.shown
    s.sheets, s.shown = {}, hands if s.printed else {}
    scoring.count(s)
    omega = getattr(s.stack[0], "omega", "")
    if omega in s.settings.seats:
        scoring.show_hands(s, omega)
    if sheets and sheets != s.sheets:
        raise BadPosition("sheets: the mats say something else; leave them out (AK-SCORE-01).")
    if hands and hands != s.shown:
        raise BadPosition("hands: the cards in hand say something else; leave them out (AK-SCORE-03).")


def _supply(s: FullSituation) -> None:
    """Count what is on no mat and no tile into the supply; what the position says of it must agree (AK-COMP-12)."""
    for kind, name in enumerate(KINDS):
        total, named = components().supply[name], s.arena.supply[kind]
        used = sum(held(mat)[kind] for mat in s.mats) + s.arena.lying(name)
        left = total - used if named == UNNAMED else named
        reason = f"there are {total} {name.title()} gems in all, not {max(0, left) + used} (AK-COMP-12)"
        need(left + used == total and left >= 0, f"supply.{name}", reason)
        s.arena.supply[kind] = left
