"""One Character Mat: gems in both pools, sockets, the Inscription slot, and pure functions of it."""

from __future__ import annotations

from functools import cache, lru_cache
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


def capacity(level: int) -> int:
    """Spaces of the Gemstone Pool for Core and Dire gems together: 9, 12, 15 (AK-POOL-01, AK-ACTIVE-05)."""
    return 6 + 3 * level


def dice(level: int) -> int:
    """Focus Dice of a Latent State: 2, 3, 4 (AK-LATENT-03)."""
    return level + 1


def room(mat: Mat) -> int:
    """Free spaces of the Gemstone Pool; sockets lie outside it (AK-POOL-01, AK-POOL-02, AK-POOL-06)."""
    return 6 + 3 * mat.level - mat.aria - mat.egis - mat.pyre - mat.dire


def ylem_room(mat: Mat) -> int:
    """Free spaces of the Ylem Pool (AK-YLEM-01)."""
    return YLEM_SPACES - mat.ylem


def threshold(mat: Mat) -> int:
    """The total of dice that buys 1 Ylem: 7 to 3 for 0 to 4 in the pool; 2 stands for a full pool (AK-YLEM-02)."""
    return 7 - mat.ylem


def prismatic_done(mat: Mat) -> int:
    """Completed Prismatic Transmutations; a filled Prismatic Inscription is one (AK-INSC-12)."""
    return mat.prismatic + mat.filled


def core_done(mat: Mat) -> int:
    """Completed Core Transmutations; neither the Ylem nor a Prismatic one counts (AK-TRANS-04, AK-TRANS-09)."""
    return (mat.transmuted & 0b111).bit_count()


def completed(mat: Mat) -> int:
    """Completed Transmutations of every kind, for the score (AK-SCORE-01, AK-SCORE-07)."""
    return mat.transmuted.bit_count() + mat.prismatic + mat.filled


def socketed(mat: Mat) -> tuple[int, int, int, int, int]:
    """Gems in sockets and on the Prismatic Inscription, in the order of the supply."""
    every = mat.prismatic + mat.filled
    bits = mat.transmuted
    return (
        SOCKETS * (bits & 1) + every,
        SOCKETS * (bits >> 1 & 1) + every,
        SOCKETS * (bits >> 2 & 1) + every,
        SOCKETS * (bits >> 3),
        0,
    )


def held(mat: Mat) -> tuple[int, int, int, int, int]:
    """Every gem on the mat, pools and sockets, in the order of the supply (AK-COMP-12)."""
    aria, egis, pyre, ylem, _ = socketed(mat)
    return (mat.aria + aria, mat.egis + egis, mat.pyre + pyre, mat.ylem + ylem, mat.dire)


@cache
def fits(core: Core, incoming: Core, spaces: int) -> tuple[Core, ...]:
    """Every Core pool that may result when ``incoming`` meets ``core`` in a pool with ``spaces`` for Core gems.

    What has room enters. Beyond that each gem kept pays for itself with another that goes back, gem by gem, and what
    is not wanted is not taken (AK-POOL-03). With fewer ``spaces`` than Core gems the surplus is forced out, the owner
    choosing which (AK-POOL-05). Sorted: most Aria first, then most Egis.
    """
    most = tuple(have + new for have, new in zip(core, incoming, strict=True))
    total = min(sum(most), max(0, spaces))
    return tuple(
        (aria, egis, total - aria - egis)
        for aria in range(min(most[0], total), -1, -1)
        for egis in range(min(most[1], total - aria), -1, -1)
        if total - aria - egis <= most[2]
    )


@cache
def takes(count: int, supply: Core) -> tuple[Core, ...]:
    """Every way to take ``count`` Core gems of choice; all that are left where the supply has fewer (AK-COMP-10)."""
    return fits((0, 0, 0), supply, count)


@lru_cache(10_000)
def gems(aria: int = 0, egis: int = 0, pyre: int = 0, ylem: int = 0, dire: int = 0) -> str:
    """Gems for a sentence: "2 Aria and 1 Egis", "nothing"."""
    counts = zip((aria, egis, pyre, ylem, dire), KINDS, strict=True)
    return listed([f"{count} {kind.title()}" for count, kind in counts if count]) or "nothing"


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
