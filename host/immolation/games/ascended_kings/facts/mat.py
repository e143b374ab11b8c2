"""One Character Mat: gems in both pools, sockets, the Inscription slot."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from ...contract import BadPosition, Json
from ...engine import Codec, Mark, PlacedFacts, read_record
from ...house_rules import shown
from ..components import Focus

ARIA: Final = 0
EGIS: Final = 1
PYRE: Final = 2
YLEM: Final = 3
DIRE: Final = 4
"""Kinds of gems as places in the supply; the Core gems come first."""

KINDS: Final[tuple[Focus, ...]] = ("aria", "egis", "pyre", "ylem", "dire")
"""Kind of gem -> its name, in the order of the supply."""

Core = tuple[int, int, int]
"""Aria, Egis, Pyre."""

YLEM_SPACES: Final = 5
"""Spaces of an Ylem Pool (AK-YLEM-01)."""

SOCKETS: Final = 3
"""Gems a completed Transmutation holds (AK-TRANS-01)."""

TOP_LEVEL: Final = 3
"""AK-ACTIVE-04."""

NONE: Final = -1
"""No card in the Inscription slot."""

UNKNOWN: Final = -2
"""A printed card that only its owner has seen lies in the Inscription slot."""

Transmutation = Literal["ylem", "aria", "egis", "pyre"]
BIT: Final[dict[Transmutation, int]] = {"ylem": 1 << YLEM, "aria": 1 << ARIA, "egis": 1 << EGIS, "pyre": 1 << PYRE}
Spaces = Annotated[int, Meta(ge=0, le=15)]


def card_named(s: Any, key: str, where: str) -> int:
    """The place of a card in the pack. Raises BadPosition naming ``where``."""
    card = s.pack.by_key.get(key)
    if card is None:
        raise BadPosition(f"{where}: there is no card {shown(key)} in the pack {shown(s.pack.name)}.")
    return int(card.index)


def names_of(transmuted: int) -> list[str]:
    """Completed Core and Ylem Transmutations by name."""
    return [what for what, bit in BIT.items() if transmuted & bit]


def _transmuted(value: Json, where: str, s: object) -> int:
    named = read_record(value, list[Transmutation], where)
    if len(set(named)) < len(named):
        raise BadPosition(f"{where}: each Transmutation is completed once at most (AK-TRANS-01).")
    return sum(BIT[what] for what in named)


def _slot(key: Json, where: str, s: Any) -> int:
    if key is not None:
        return card_named(s, read_record(key, str, where), where.removesuffix(".card"))
    if not s.printed:
        raise BadPosition(f"{where.removesuffix('.card')}: say which card it is.")
    return UNKNOWN


TRANSMUTED: Final = Codec(lambda mask, s: names_of(mask), _transmuted)
SLOT: Final = Codec(lambda card, s: s.pack.cards[card].key if card >= 0 else None, _slot)


class Mat(PlacedFacts):
    """Everything on one Character Mat; as it begins, at level 1 and empty (AK-SETUP-05, AK-SETUP-08).

    The side that is up is the arena's to know (`Arena.revenant`).
    """

    level: Annotated[int, Meta(ge=1, le=3)] = 1
    aria: Spaces = field(name="pool.aria", default=0)
    egis: Spaces = field(name="pool.egis", default=0)
    pyre: Spaces = field(name="pool.pyre", default=0)
    dire: Spaces = field(name="pool.dire", default=0)
    """Wounds (AK-WOUND-01)."""

    ylem: Annotated[int, Meta(ge=0, le=5)] = 0
    """In the Ylem Pool; socketed Ylem does not count (AK-YLEM-04)."""

    transmuted: Annotated[int, TRANSMUTED] = 0
    """Completed Core and Ylem Transmutations: bit ``1 << ARIA`` to ``1 << YLEM``."""

    prismatic: Annotated[int, Meta(ge=0, le=3)] = 0
    """Completed Prismatic Transmutations of a Revenant's mat."""

    inscription: Annotated[int, SLOT, Mark.OWN] = field(name="inscription.card", default=NONE)
    """The card in the slot as its place in the pack, NONE or UNKNOWN."""

    known: bool = field(name="inscription.known", default=False)
    """True if everybody knows the inscribed card: it lies face up, or has been turned up once (AK-INSC-10)."""

    filled: bool = field(name="inscription.filled", default=False)
    """True while the inscribed Prismatic Inscription carries its three gems (AK-INSC-12)."""

    def lay_out(self, table: dict[str, Json], whole: Any) -> None:
        """The mat; an empty slot is null."""
        super().lay_out(table, whole)
        if not self.inscribed:
            table["inscription"] = None

    @property
    def inscribed(self) -> bool:
        """True if a card lies in the slot."""
        return self.inscription != NONE

    @property
    def core(self) -> Core:
        """Aria, Egis and Pyre in the Gemstone Pool."""
        return (self.aria, self.egis, self.pyre)

    @core.setter
    def core(self, core: Core) -> None:
        self.aria, self.egis, self.pyre = core

    def of(self, kind: int) -> int:
        """Count the gems of a kind (ARIA to DIRE) in the pools."""
        return (self.aria, self.egis, self.pyre, self.ylem, self.dire)[kind]

    def done(self, kind: int) -> bool:
        """True if the Transmutation of ARIA, EGIS, PYRE or YLEM is completed (AK-TRANS-07)."""
        return self.transmuted >> kind & 1 == 1
