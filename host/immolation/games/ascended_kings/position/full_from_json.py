"""Reads a position of the full track: mats, hands, piles, supply; defaults for what is left out.

What is not named is where it would be at the start: gems in the supply, cards in their draw piles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...contract import BadConfig, BadPosition, Json
from ...engine import read_record
from ...house_rules import shown
from .. import frames
from ..components import components
from ..facts.arena import seat_id
from ..facts.full_situation import HIDDEN, FullSituation
from ..facts.mat import ARIA, EGIS, KINDS, NONE, PYRE, UNKNOWN, YLEM, Mat, held
from ..full.cards.card import DECKS
from ..full.cards.pack import Pack
from ..full.cards.piles import more
from ..full.rounds import scoring
from ..options import FullRules
from ..settings import Settings, settings
from . import full_validation
from .from_json import (
    Stones,
    Tile,
    check_keys,
    check_seats,
    read_bloodstones,
    read_board,
    read_dials,
    read_facts,
    read_kings,
    read_progress,
    read_settings,
    read_tiles,
    read_value,
    seat_named,
    table,
)

Transmuted = Literal["ylem", "aria", "egis", "pyre"]

BIT: Final[dict[Transmuted, int]] = {"ylem": 1 << YLEM, "aria": 1 << ARIA, "egis": 1 << EGIS, "pyre": 1 << PYRE}

CARDS: Final = ("host", "printed")
"""Who keeps the cards: the host, or people with the printed ones."""

YLEM_PRICE: Final = 7
"""What an Ylem costs with an empty Ylem Pool (AK-YLEM-02)."""


class PoolFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A Gemstone Pool."""

    aria: Annotated[int, Meta(ge=0, le=15)] = 0
    egis: Annotated[int, Meta(ge=0, le=15)] = 0
    pyre: Annotated[int, Meta(ge=0, le=15)] = 0
    dire: Annotated[int, Meta(ge=0, le=15)] = 0


class SlotFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A card in the Inscription slot."""

    card: str | None = None
    """None for a printed card that only its owner has seen."""

    known: bool | UnsetType = UNSET
    filled: bool | UnsetType = UNSET


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a position."""

    king: str | UnsetType | None = UNSET
    form: Literal["king", "revenant"] = "king"
    tile: Tile | UnsetType | None = UNSET
    level: Annotated[int, Meta(ge=1, le=3)] = 1
    bloodstones: Stones | UnsetType = UNSET
    pool: PoolFacts = msgspec.field(default_factory=PoolFacts)
    ylem: Annotated[int, Meta(ge=0, le=5)] = 0
    transmuted: list[Transmuted] = []
    prismatic: Annotated[int, Meta(ge=0, le=3)] = 0
    hand: Annotated[list[str], Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=200)] = []
    revealed: Annotated[list[str], Meta(max_length=200)] = []
    """Cards of the hand that everybody has seen."""

    inscription: str | SlotFacts | None = None


class PileFacts(msgspec.Struct, forbid_unknown_fields=True):
    """Draw or discard piles: deck -> card -> copies."""

    ascendant: dict[str, Annotated[int, Meta(ge=0, le=999)]] | UnsetType = UNSET
    revenant: dict[str, Annotated[int, Meta(ge=0, le=999)]] | UnsetType = UNSET


KEYS: Final = (
    "ruleset",
    "track",
    "cards",
    "pack",
    "rounds",
    "countdown",
    "options",
    "seats",
    "walls",
    "items",
    "ascended_die",
    "bloodstones_aside",
    "supply",
    "draw",
    "discard",
    "dials",
    "war",
    "omega_stone",
    "round",
    "start",
    "turn",
    "last",
    "steps",
    "dead",
    "shielded",
    "inscription_used",
    "sheets",
    "hands",
    "stack",
)
"""Every key of a position; only ``seats`` must be given."""


def read(given: Mapping[str, Json], pack: Pack, standing: bool = False) -> FullSituation:
    """The situation that a position describes, with the cards of ``pack``. Raises BadPosition naming the key.

    ``standing``: let miniatures stand on items, for a caller that has them taken at once.
    """
    given = check_keys(given, KEYS)
    facts = read_facts(given, SeatFacts)

    def agreed() -> Settings:
        if given.get("track", "full") != "full":
            raise BadConfig(f"track: this is the full track, not {shown(given['track'])}.")
        return settings(len(facts), given.get("rounds"), given.get("countdown", True), given.get("options"), FullRules)

    made = read_settings(agreed)
    check_seats(facts, made)
    if given.get("pack", pack.name) != pack.name:
        raise BadPosition(f"pack: the game has the cards of {shown(pack.name)}, not {shown(given['pack'])}.")
    if given.get("cards", "host") not in CARDS:
        raise BadPosition(f"cards: 'host' or 'printed', not {shown(given['cards'])}.")
    each = [facts[seat] for seat in made.seats]
    s = FullSituation(made, read_kings([fact.king for fact in each], made), pack, given.get("cards") == "printed")
    read_dials(s, given)
    read_board(s, given)
    s.stack = _stack(each, given)
    read_tiles(s, [fact.tile for fact in each])
    s.arena.revenant = [fact.form == "revenant" for fact in each]
    for seat, fact in enumerate(each):
        _mat(s, seat, fact)
        _hand(s, seat, fact)
    read_bloodstones(s, [fact.bloodstones for fact in each], given.get("bloodstones_aside"))
    read_progress(s, given)
    for name in read_record(given.get("shielded", []), list[str], "shielded"):
        s.shielded |= 1 << seat_named(s, name, "shielded")
    s.inscription_used = read_record(given.get("inscription_used", False), bool, "inscription_used")
    _piles(s, given)
    _supply(s, given)
    _score(s)
    full_validation.validate(s, standing)
    return s


def _stack(facts: list[SeatFacts], given: Mapping[str, Json]) -> list[frames.Frame]:
    """The stack, dice in rising order; what 1 Ylem costs on a roll is by the Ylem Pool unless said (AK-YLEM-02)."""
    raw = given.get("stack", [{"at": "choose-state"}])
    prices = {seat_id(seat): YLEM_PRICE - fact.ylem for seat, fact in enumerate(facts)}
    if isinstance(raw, list):
        raw = [
            {"threshold": prices.get(str(frame.get("seat")), YLEM_PRICE), **frame}
            if isinstance(frame, Mapping) and frame.get("at") == "allocate"
            else frame
            for frame in raw
        ]
    found = read_record(raw, list[frames.FullFrame], "stack")
    if not found or len(found) > full_validation.DEEPEST:
        raise BadPosition(f"stack: 1 to {full_validation.DEEPEST} decision points, not {len(found)}.")
    return [
        msgspec.structs.replace(frame, dice=tuple(sorted(frame.dice)))
        if isinstance(frame, frames.Allocating)
        else frame
        for frame in found
    ]


# --- mats and hands --------------------------------------------------------------------------------------


def _mat(s: FullSituation, seat: int, fact: SeatFacts) -> None:
    mat: Mat = s.mats[seat]
    name = s.settings.seats[seat]
    mat.level = fact.level
    mat.core, mat.dire = (fact.pool.aria, fact.pool.egis, fact.pool.pyre), fact.pool.dire
    mat.ylem = fact.ylem
    if len(set(fact.transmuted)) < len(fact.transmuted):
        raise BadPosition(f"seats.{name}.transmuted: each Transmutation is completed once at most (AK-TRANS-01).")
    for what in fact.transmuted:
        mat.transmuted |= BIT[what]
    mat.prismatic = fact.prismatic
    slot = SlotFacts(fact.inscription) if isinstance(fact.inscription, str) else fact.inscription
    if slot is None:
        return
    where = f"seats.{name}.inscription"
    if slot.card is None:
        if not s.printed:
            raise BadPosition(f"{where}: say which card it is.")
        mat.inscription, prismatic = UNKNOWN, False
    else:
        mat.inscription = card_named(s, slot.card, where)
        prismatic = s.pack.cards[mat.inscription].inscribe == "prismatic"
    mat.known = prismatic if slot.known is UNSET else slot.known
    mat.filled = prismatic if slot.filled is UNSET else slot.filled


def _hand(s: FullSituation, seat: int, fact: SeatFacts) -> None:
    where = f"seats.{s.settings.seats[seat]}.hand"
    if s.printed:
        if not isinstance(fact.hand, int) and fact.hand:
            raise BadPosition(f"{where}: people keep their printed cards; give the number of cards.")
        s.hands[seat] = (HIDDEN,) * (fact.hand if isinstance(fact.hand, int) else 0)
    elif isinstance(fact.hand, int):
        if fact.hand:
            raise BadPosition(f"{where}: a list of cards, not {fact.hand}.")
    else:
        s.hands[seat] = tuple(sorted(card_named(s, key, where) for key in fact.hand))
    where = f"seats.{s.settings.seats[seat]}.revealed"
    s.revealed[seat] = tuple(sorted(card_named(s, key, where) for key in fact.revealed))


def card_named(s: FullSituation, key: str, where: str) -> int:
    """The place of a card in the pack. Raises BadPosition naming ``where``."""
    card = s.pack.by_key.get(key)
    if card is None:
        raise BadPosition(f"{where}: there is no card {shown(key)} in the pack {shown(s.pack.name)}.")
    return card.index


# --- piles and supply ------------------------------------------------------------------------------------


def _piles(s: FullSituation, given: Mapping[str, Json]) -> None:
    """Both piles of both decks; what is in no hand, slot, play or named pile is in the pile left out."""
    drawn = read_record(given.get("draw", {}), PileFacts, "draw")
    thrown = read_record(given.get("discard", {}), PileFacts, "discard")
    if s.printed and drawn != PileFacts():
        raise BadPosition("draw: where people keep printed cards nobody knows what is left; leave it out.")
    for deck, title in enumerate(DECKS):
        left = s.pack.full_deck(deck)
        for card in _elsewhere(s):
            if s.pack.cards[card].deck == deck:
                left = more(left, card, -1)
        named = {"draw": getattr(drawn, title), "discard": getattr(thrown, title)}
        found = {
            key: None if value is UNSET else _pile(s, value, deck, f"{key}.{title}") for key, value in named.items()
        }
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
        s.draw[deck] = rest if found["draw"] is None else found["draw"]
        hidden = sum(
            s.hands[seat].count(HIDDEN) + (s.mats[seat].inscription == UNKNOWN)
            for seat in range(len(s.hands))
            if s.deck_of(seat) == deck
        )
        if hidden > sum(s.draw[deck]):
            left_over = f"{sum(s.draw[deck])} of the {title} deck are left"
            raise BadPosition(f"seats: {hidden} printed cards lie in hands and slots, and {left_over} (AK-COMP-07).")
        s.discard[deck] = rest if found["discard"] is None else found["discard"]


def _elsewhere(s: FullSituation) -> list[int]:
    """Every card that lies in no pile: hands, slots, and cards that are being cast."""
    found = [card for hand in s.hands for card in hand if card != HIDDEN]
    found += [mat.inscription for mat in s.mats if mat.inscription not in (NONE, UNKNOWN)]
    for place, key in frames.cards_in_play(s.stack).items():
        card = s.pack.cards[card_named(s, key, f"stack.{place}.card")]
        if card.ability is None:
            raise BadPosition(f"stack.{place}.card: {card.name} has no Focus Ability to cast (AK-CARD-01).")
        found.append(card.index)
    return found


def _pile(s: FullSituation, value: dict[str, int], deck: int, where: str) -> tuple[int, ...]:
    pile = list(s.pack.no_cards)
    for key, count in value.items():
        card = card_named(s, key, where)
        if s.pack.cards[card].deck != deck:
            raise BadPosition(f"{where}: {shown(key)} is of the other deck.")
        pile[card] = count
    return tuple(pile)


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


def _supply(s: FullSituation, given: Mapping[str, Json]) -> None:
    """What is on no mat and no tile; what the position says of it must agree (AK-COMP-12)."""
    named = table(given, "supply")
    for key in named:
        if key not in KINDS:
            raise BadPosition(f"supply: there is no gem {shown(key)}; there are {', '.join(KINDS)}.")
    for kind, name in enumerate(KINDS):
        total = components().supply[name]
        used = sum(held(mat)[kind] for mat in s.mats) + s.arena.lying(name)
        left = read_value(named.get(name, total - used), Annotated[int, Meta(ge=-999, le=999)], f"supply.{name}")
        if left + used != total or left < 0:
            raise BadPosition(
                f"supply.{name}: there are {total} {name.title()} gems in all, not {max(0, left) + used} (AK-COMP-12)."
            )
        s.supply[kind] = left
