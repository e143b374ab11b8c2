"""Read what lies in the box: Kimera, damage effects, ranges, rune and gem levels, cards, sample riders, packs.

A file with a mistake is refused with its name, the key and the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from ...contract import BadData
from ...pack_files import pack_table, read_entry

DATA: Final = Path(__file__).parents[1] / "data"

Trait = Literal[
    "heavy_melee", "free_melee", "intensity", "evade", "intercept", "acuity", "discipline", "armor", "recovery"
]
"""The nine traits (KM-TRAIT-01)."""

TRAITS: Final[tuple[Trait, ...]] = get_args(Trait)

CATEGORIES: Final[dict[str, tuple[Trait, ...]]] = {
    "prowess": TRAITS[0:3],
    "acumen": TRAITS[3:6],
    "spirit": TRAITS[6:9],
}
"""Category -> its traits; matters for Balance alone (KM-TRAIT-01)."""

Symbol = Literal["initiate", "intercept", "bolt", "wrack", "trial", "area", "charge", "grapple"]

Effect = Literal["crack", "stagger", "sever", "crush", "expose", "sunder", "rend", "bash", "scar", "told"]

Type = Literal["drako", "kolossus", "kiron", "hermes", "sinister", "siroko"]

Move = Literal["air", "ground"]
PowerName = Literal["bolt", "wrack", "trial", "grapple", "edge", "shield", "weapon", "heal", "resist_suppression"]

HIGHEST_TRAIT: Final = 6
"""The highest level a trait can be bought to (KM-TRAIT-03)."""

LISTED_LEVELS: Final = 5
"""Levels that the tables of runes and gems list; a sixth, where an option allows it, brings nothing new."""

MOST_COPIES: Final = 54
"""Copies of one card in a deck."""


class Kimera(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One type of war machine (KM-TYPE-01)."""

    name: str
    move: Move
    colour: int
    """Of its marker, 0xRRGGBB."""

    bonus: dict[Trait, int] = {}
    wild: tuple[Symbol, ...] = ()
    """Symbols any card may be played as."""

    specials: tuple[Literal["regeneration", "blitzkrieg", "battle-grace", "phasing"], ...] = ()


class DamageEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of one kind of damage card (KM-EFF-*)."""

    rule: str
    bonus: dict[Trait, int] = {}
    special: Literal["", "stagger", "crush", "expose", "sunder", "scar"] = ""


class RuneLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level of a rune: a verb, a trait, a number that it adds."""

    rule: str
    verb: Literal["bonus", "skill", "balance", "card_values"]
    amount: int
    trait: Trait | None = None


class GemLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The power that one level of a gem grants."""

    rule: str
    power: PowerName
    suppression: bool = False
    area: bool = False
    lingering: bool = False


class _Rune(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[RuneLevel, ...]


class _Gem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[GemLevel, ...]


class _Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rune: dict[str, _Rune]
    gem: dict[str, _Gem]


class Ranges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns open at a lead of 0, 1, 2 and more (KM-RNG-01, KM-RNG-02)."""

    ground: tuple[tuple[str, ...], ...]
    air: tuple[tuple[str, ...], ...]


class _Machines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: dict[Type, Kimera]
    effect: dict[Effect, DamageEffect]
    range: Ranges


Text = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]


Told = Annotated[str, Meta(max_length=300)]
"""Words that are read aloud and carried out by the players."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of card: a value, one to three different symbols, one damage effect."""

    id: Text
    value: Annotated[int, Meta(ge=1, le=6)]
    symbols: Annotated[tuple[Symbol, ...], Meta(min_length=1, max_length=3)]
    effect: Effect
    count: Annotated[int, Meta(ge=1, le=MOST_COPIES)] = 1
    text: Told = ""
    """Its effect as a damage card in words, where its effect is ``told`` (KM-TOLD-01)."""


TraitLevel = Annotated[int, Meta(ge=0, le=HIGHEST_TRAIT)]
Level = Annotated[int, Meta(ge=0, le=HIGHEST_TRAIT)]


class Rider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rider's design: the Kimera and the levels bought for it; what is not named is at 0."""

    type: Type
    name: Text = "Rider"
    traits: Mapping[Trait, TraitLevel] = {}
    runes: Mapping[str, Level] = {}
    gems: Mapping[str, Level] = {}
    text: Told = ""
    """Further abilities of the rider, in words (KM-TOLD-02)."""


class Pack(msgspec.Struct, frozen=True):
    """A deck and the sample riders that go with it."""

    cards: tuple[Card, ...]
    riders: dict[str, Rider]


class _PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[dict[str, Any]] | None = None
    rider: dict[str, dict[str, Any]] | None = None


@cache
def _machines() -> _Machines:
    return msgspec.toml.decode((DATA / "kimera.toml").read_bytes(), type=_Machines)


@cache
def _levels() -> _Levels:
    return msgspec.toml.decode((DATA / "levels.toml").read_bytes(), type=_Levels)


@lru_cache(maxsize=1024)
def card_name(key: str) -> str:
    """Return what people call a card: its effect and its number.

    >>> card_name("crush-6")
    'Crush 6'
    """
    return key.replace("-", " ").title()


def effect_of(key: Effect) -> DamageEffect:
    """Return what a damage card with that effect does."""
    return _machines().effect[key]


def ranges(move: Move) -> tuple[tuple[str, ...], ...]:
    """The columns open to a move type at a lead of 0, 1, 2 and more."""
    found: tuple[tuple[str, ...], ...] = getattr(_machines().range, move)
    return found


KIMERA: Final[Mapping[Type, Kimera]] = _machines().type
RUNES: Final[Mapping[str, tuple[RuneLevel, ...]]] = {key: rune.levels for key, rune in _levels().rune.items()}
"""Rune -> what each of its levels adds, the first level first."""

GEMS: Final[Mapping[str, tuple[GemLevel, ...]]] = {key: gem.levels for key, gem in _levels().gem.items()}
"""Gem -> the power of each of its levels, the first level first."""


# --- reading packs ---------------------------------------------------------------------------------------


def cards_from(given: object, where: str, count_range: tuple[int, int] = (1, 400)) -> tuple[Card, ...]:
    """The cards in a list of tables. Raises BadData naming ``where``, the card, the key and the reason."""
    if not isinstance(given, (list, tuple)):
        raise BadData(f"{where}: cards: a list of cards, not {type(given).__name__}.")
    found: dict[str, Card] = {}
    for number, table in enumerate(given, 1):
        named = table.get("id") if isinstance(table, Mapping) else None
        place = f"{where}: card {named[:40] if isinstance(named, str) else number}"
        card = read_entry(table, Card, place)
        if card.id in found:
            raise BadData(f"{place}: id: is used twice; give one entry a `count` instead.")
        if len(set(card.symbols)) < len(card.symbols):
            raise BadData(f"{place}: symbols: one symbol stands twice on the card.")
        if (card.effect == "told") != bool(card.text):
            raise BadData(f"{place}: text: a card has words to be read aloud exactly where its effect is told.")
        found[card.id] = card
    total = sum(card.count for card in found.values())
    if not count_range[0] <= total <= count_range[1]:
        raise BadData(f"{where}: cards: a deck has {count_range[0]} to {count_range[1]} cards, not {total}.")
    return tuple(found.values())


def read_pack(given: object, file: str) -> Pack:
    """A pack of cards and riders; what it leaves out is the default's. Raises BadData: file, key, reason."""
    made = read_entry(given, _PackFile, file)
    usual = default_pack() if made.cards is None or made.rider is None else None
    cards = cards_from(made.cards, file) if made.cards is not None else usual.cards if usual else ()
    riders = usual.riders if usual else {}
    if made.rider is not None:
        riders = {key: read_entry(table, Rider, f"{file}: rider {key[:40]}") for key, table in made.rider.items()}
        if not riders:
            raise BadData(f"{file}: rider: a pack with riders has at least one.")
    return Pack(cards, riders)


@cache
def default_pack() -> Pack:
    """The deck of 54 and the six sample riders."""
    cards, riders = (pack_table(DATA / f"{name}.toml")[0] for name in ("cards", "riders"))
    return read_pack({**cards, **riders}, "kimera/data")
