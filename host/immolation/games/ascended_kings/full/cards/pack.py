"""Reads a card pack's TOML into `Card` records and refuses what no deck could be.

The format is described for owners of printed cards in docs/packs.md. Whatever is wrong with a
pack is said with the file, the card, the key and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import compress
from typing import Annotated, Any, Final, Literal, NoReturn

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ....contract import LONGEST_COMPLAINT, BadData, Outcome
from ....house_rules import shown
from ....pack_files import pack_table
from ...actions import draw_card
from ...components import DATA
from ...options import FullRules, HouseRules
from . import pack_check
from .card import DECKS, EFFECTS, Card, Instant, Printed, Wound

DEFAULT_PACK: Final = DATA / "pack.toml"

FORMAT: Final = 1
"""Raised when a pack of today could no longer be read."""

DECK_SIZE: Final = 52
"""Cards of each deck: 9 of each of 5 foci and 7 Special Cards (AK-COMP-07)."""

PER_FOCUS: Final = 9
CURSE: Final = 3
"""Wounds of Lancea of Aeterna and Revenant Curse, where house rules say nothing else (AK-INDEX-19)."""

REVENANT_PREFIX: Final = "revenant-"
"""Put before the key of a card that is in both decks, for the Revenant deck's."""

_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class CardEntry(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ``[[card]]`` of a pack."""

    key: str
    deck: Literal["ascendant", "revenant", "both"]
    price: Annotated[int, Meta(ge=0, le=5)] | UnsetType = UNSET
    glyph: bool | UnsetType = UNSET


class PackEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The head of a pack's file; its cards are read one by one."""

    format: int
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    card: list[Any]
    ascendant: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Cards in that deck, where it is not the printed 52."""

    revenant: Annotated[int, Meta(ge=0, le=999)] | None = None


@dataclass(frozen=True)
class Pack:
    """Both decks. A deck is what may come, not an order: a tuple of copies by card index."""

    name: str
    cards: tuple[Card, ...]
    shipped: bool = False
    """True for the pack that ships with the rules."""

    __hash__ = object.__hash__
    """Hash by identity, which costs nothing, so that what follows from its cards is cached by the pack itself."""

    @cached_property
    def by_key(self) -> dict[str, Card]:
        """Key -> card."""
        return {card.key: card for card in self.cards}

    @cached_property
    def decks(self) -> tuple[tuple[int, ...], ...]:
        """Deck -> copies of every card of the pack in it, 0 for those of the other one."""
        return tuple(tuple(card.copies * (card.deck == deck) for card in self.cards) for deck in range(len(DECKS)))

    @cached_property
    def instants(self) -> tuple[tuple[tuple[int, int, Instant], ...], ...]:
        """Deck -> every card with an Instant Power in it, its copies and the power; those with most copies first."""
        cards = sorted(self.cards, key=lambda card: -card.copies)  # some of which are left nearly always
        return tuple(
            tuple((card.index, card.copies, card.instant) for card in cards if card.deck == deck and card.instant)
            for deck in range(len(DECKS))
        )

    @cached_property
    def _single(self) -> tuple[Outcome, ...]:
        """Card -> that it is drawn where one copy is left."""
        return tuple(draw_card(card.key, 1) for card in self.cards)

    @cached_property
    def _several(self) -> tuple[dict[int, tuple[Outcome, ...]], ...]:
        """Deck -> each card in it of which there may be more -> copies left, from 0 -> that it is drawn."""
        return tuple(
            {
                card.index: tuple(draw_card(card.key, max(1, left)) for left in range(card.copies + 1))
                for card in self.cards
                if card.deck == deck and card.copies > 1
            }
            for deck in range(len(DECKS))
        )

    def on_top(self, deck: int, pile: tuple[int, ...]) -> tuple[Outcome, ...]:
        """Every card that may lie on top of this draw pile of a deck, weighted by its copies."""
        outcomes: Sequence[Outcome] = self._single
        several = self._several[deck]
        if several:
            outcomes = list(outcomes)
            for card, by_copies in several.items():
                outcomes[card] = by_copies[pile[card]]
        return tuple(compress(outcomes, pile))

    @cached_property
    def no_cards(self) -> tuple[int, ...]:
        """An empty pile: 0 of every card of the pack."""
        return (0,) * len(self.cards)

    def played(self, rules: HouseRules) -> Pack:
        """The pack as house rules play it: ``data.cards.unknown_ability`` and the like (AK-INDEX-18, AK-INDEX-19)."""
        assert isinstance(rules, FullRules)
        pack = self if rules.data_cards_unknown_ability == "pack" else self.bare
        wounds = {"lancea": rules.data_cards_lancea_wounds, "curse": rules.data_cards_curse_wounds}
        return _sharper(pack, **wounds) if self.shipped else pack

    @cached_property
    def bare(self) -> Pack:
        """The same pack with the abilities of ``source = "house"`` left out (AK-INDEX-18)."""
        given = (msgspec.structs.replace(card, ability=None) if card.source == "house" else card for card in self.cards)
        return Pack(self.name, tuple(given), self.shipped)


@cache
def _sharper(pack: Pack, lancea: int, curse: int) -> Pack:
    """The pack with so many wounds of Lancea of Aeterna and Revenant Curse."""
    if lancea == curse == CURSE:
        return pack
    wounds = {"lancea": lancea, "curse": curse}
    return Pack(pack.name, tuple(_sharpened(card, wounds[card.tie]) if card.tie else card for card in pack.cards))


def _sharpened(card: Card, wounds: int) -> Card:
    """Lancea of Aeterna or Revenant Curse with another number of wounds."""
    ability = card.ability
    if ability is None:
        return card
    effects = tuple(
        msgspec.structs.replace(effect, count=wounds) if isinstance(effect, Wound) else effect
        for effect in ability.effects
    )
    text = card.text.replace(f"{CURSE} Dire", f"{wounds} Dire")
    return msgspec.structs.replace(card, ability=msgspec.structs.replace(ability, effects=effects), text=text)


def load_pack(source: object = None) -> Pack:
    """The pack in a file, in a mapping as a file holds it, or the one that ships with the rules for None.

    Raises BadData naming file, card, key and reason.
    """
    return default_pack() if source is None else read_pack(*pack_table(source))


@cache
def default_pack() -> Pack:
    """The pack that ships with the rules. Raises BadData if somebody broke it."""
    return replace(read_pack(*pack_table(DEFAULT_PACK)), shipped=True)


def read_pack(given: object, file: str) -> Pack:
    """The pack that a parsed file describes. Raises BadData naming ``file``, the card, the key and the reason."""
    try:
        head = msgspec.convert(given, PackEntry)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadData(f"{file}: {_explained(error)}.") from None
    if head.format != FORMAT:
        raise BadData(f"{file}: format: this host reads format {FORMAT}, not {shown(head.format)}.")
    cards: list[Card] = []
    for number, entry in enumerate(head.card, 1):
        _add(cards, entry, number, file)
    pack = Pack(head.name, tuple(cards))
    _count(pack, head, file)
    return pack


# --- one card --------------------------------------------------------------------------------------------


def _add(cards: list[Card], given: object, number: int, file: str) -> None:
    key = given.get("key") if isinstance(given, Mapping) else None
    name = f"card {shown(key)}" if isinstance(key, str) else f"card {number}"

    def refuse(reason: str) -> NoReturn:
        raise BadData(f"{file}: {name}: {reason}.")

    try:
        entry = msgspec.convert(given, CardEntry)
    except (msgspec.ValidationError, RecursionError) as error:
        refuse(_explained(error))
    reason = _card_reason(entry)
    if reason is not None:
        refuse(reason)
    for deck, deck_name in enumerate(DECKS):
        if entry.deck not in (deck_name, "both"):
            continue
        own = REVENANT_PREFIX + entry.key if entry.deck == "both" and deck else entry.key
        if any(card.key == own for card in cards):
            refuse(f"key: there is another card {shown(own)}")
        cards.append(_card(entry, len(cards), own, deck))


def _card(entry: CardEntry, index: int, key: str, deck: int) -> Card:
    revenant_focus = deck == 1 and entry.focus is not None
    return Card(
        index=index,
        key=key,
        deck=deck,
        price=entry.level if entry.price is UNSET else entry.price,
        glyph=revenant_focus if entry.glyph is UNSET else entry.glyph and deck == 1,
        name=f"{entry.title} {entry.level}" if entry.level else entry.title,
        **{name: getattr(entry, name) for name in Printed.__struct_fields__},
    )


def _card_reason(entry: CardEntry) -> str | None:
    """Say what is wrong with a card whose words are all known, as ``key: reason``; None if it is well."""
    if not _KEY.fullmatch(entry.key) or len(entry.key) > 60:
        return f"key: {shown(entry.key)} should be up to 60 small letters, digits and single hyphens"
    if entry.focus is None and entry.level:
        return f"level: a card without a focus is a Special Card and has no Power Level, not {entry.level}"
    if entry.focus is not None and not entry.level:
        return "level: a Focus card has Power Level 1, 2 or 3"
    if entry.glyph is True and entry.deck == "ascendant":
        return "glyph: only cards of the Revenant deck bear the Omega glyph"
    if entry.inscribe and (entry.deck != "ascendant" or entry.focus is not None):
        return "inscribe: a Prismatic Inscription is a Special Card of the Ascendant deck"
    if entry.inscribe and entry.ability is not None:
        return "ability: a Prismatic Inscription has none"
    if entry.instant is not None:
        reason = pack_check.instant_reason(entry.instant)
        if reason is not None:
            return f"instant: {reason}"
    if entry.ability is not None:
        reason = pack_check.ability_reason(entry.ability)
        if reason is not None:
            return f"ability: {reason}"
    return None


# --- the decks -------------------------------------------------------------------------------------------


def _count(pack: Pack, head: PackEntry, file: str) -> None:
    """Both decks hold as many cards as the pack says, if it says nothing 9 a focus and 7 Special Cards (AK-COMP-07)."""
    for deck, name in enumerate(DECKS):
        own = [card for card in pack.cards if card.deck == deck]
        total = sum(card.copies for card in own)
        said: int | None = getattr(head, name)
        if total != (DECK_SIZE if said is None else said):
            due = f"a deck has {DECK_SIZE} cards" if said is None else f"the pack says {said}"
            how = f"; a pack for another number says so with {name} = {total}" if said is None else ""
            raise BadData(f"{file}: {name}: the {name.title()} deck has {total} cards, and {due}{how}.")
        if said is not None:
            continue
        for focus in ("aria", "egis", "pyre", "ylem", "dire"):
            count = sum(card.copies for card in own if card.focus == focus)
            if count != PER_FOCUS:
                text = f"the {name.title()} deck has {count} {focus.title()} cards, and a deck has {PER_FOCUS}"
                raise BadData(f"{file}: {name}: {text}; a pack that differs says so with {name} = {total}.")


# --- complaints ------------------------------------------------------------------------------------------


def _explained(error: Exception) -> str:
    """The complaint of the reader as ``key: reason``."""
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    what, _, where = str(error).partition(" - at `$")
    where = where.rstrip("`").lstrip(".")
    tag = re.fullmatch(r"Invalid value '(.*)'", what, re.DOTALL)
    if tag and where.endswith(".do"):
        what = f"there is no effect {shown(tag[1])}; there are {', '.join(EFFECTS)}"
    missing = re.search(r"missing required field `([^`]*)`", what)
    if missing:
        where, what = f"{where}.{missing[1]}".lstrip("."), "is missing"
    unknown = re.search(r"unknown field `([^`]*)`", what)
    if unknown:
        where, what = f"{where}.{shown(unknown[1])}".lstrip("."), "there is no such key"
    what = what if len(what) <= LONGEST_COMPLAINT or tag else what[: LONGEST_COMPLAINT - 3] + "..."
    return f"{where}: {what}" if where else what
