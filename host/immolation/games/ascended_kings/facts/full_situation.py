"""One moment of a game on the full track: mats, supply, hands and decks beside the arena.

Seats are numbers, cards are places in the pack, gems are counts; everything is cheap to copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, Self

from ..actions import Catalogue, catalogue
from ..components import King, components
from ..frames import Frame, Latent
from ..full.cards.pack import Pack
from ..options import FullRules
from ..settings import Settings
from .mat import KINDS, Mat
from .situation import Situation

ASCENDANT: Final = 0
REVENANT: Final = 1
"""The two decks (AK-CARD-03)."""

HIDDEN: Final = -1
"""A card in a hand of printed cards: only people know which."""


_copied: Callable[[Mat], Mat] = Mat.__copy__  # type: ignore[attr-defined]
"""A mat alone, in C."""


class FullSituation(Situation):
    """The facts of one moment on the full track."""

    __slots__ = (
        "catalogue",
        "discard",
        "draw",
        "hands",
        "inscription_used",
        "mats",
        "pack",
        "printed",
        "revealed",
        "rules",
        "shielded",
        "supply",
    )

    latent_frame: ClassVar[Frame] = Latent()

    def __init__(self, settings: Settings, kings: tuple[King | None, ...], pack: Pack, printed: bool = False) -> None:
        """An empty board before the setup, every gem in the supply, every card in its draw pile."""
        super().__init__(settings, kings)
        count = len(settings.seats)
        self.catalogue: tuple[Catalogue, ...] = catalogue(count)
        assert isinstance(settings.rules, FullRules)
        self.rules = settings.rules
        """The house rules of this track."""
        self.pack = pack.played(self.rules)
        self.printed = printed
        """True where people keep printed cards in hand: only the sizes of hands are known."""
        self.mats = [Mat() for _ in range(count)]
        self.supply = [components().supply[kind] for kind in KINDS]
        """Gems in the general supply by kind: ARIA, EGIS, PYRE, YLEM, DIRE (AK-COMP-04, AK-COMP-12)."""
        self.arena.supply = self.supply
        self.hands: list[tuple[int, ...]] = [()] * count
        """Seat -> cards in rising order, a printed hand as so many times HIDDEN."""
        self.revealed: list[tuple[int, ...]] = [()] * count
        """Seat -> cards in its hand that everybody has seen on their way there (AK-INSC-05), in rising order."""
        self.draw: list[tuple[int, ...]] = [pack.full_deck(ASCENDANT), pack.full_deck(REVENANT)]
        """Deck -> copies by card place; a face-down deck has no order, only contents."""
        self.discard: list[tuple[int, ...]] = [pack.no_cards, pack.no_cards]
        self.shielded = 0
        """Mask of the seats behind an Ylem Shield this turn (AK-ABIL-12)."""
        self.inscription_used = False
        """True once the player on turn has activated an inscription (AK-INSC-08)."""

    def copy(self) -> Self:
        """An independent situation."""
        twin = type(self).__new__(type(self))
        twin._facts_of(self)
        assert twin.arena.supply is not None
        twin.supply = twin.arena.supply
        twin.catalogue = self.catalogue
        twin.rules = self.rules
        twin.pack = self.pack
        twin.printed = self.printed
        twin.mats = [_copied(mat) for mat in self.mats]
        twin.hands = self.hands[:]
        twin.revealed = self.revealed[:]
        twin.draw = self.draw[:]
        twin.discard = self.discard[:]
        twin.shielded = self.shielded
        twin.inscription_used = self.inscription_used
        return twin

    def become(self, other: FullSituation) -> None:
        """Take over every fact of another situation."""
        for name in (*Situation.__slots__, *FullSituation.__slots__):
            setattr(self, name, getattr(other, name))

    def level(self, seat: int) -> int:
        """As the mat shows."""
        return self.mats[seat].level

    def deck_of(self, seat: int) -> int:
        """The deck of the character's form (AK-CARD-03)."""
        return REVENANT if self.arena.revenant[seat] else ASCENDANT

    def diagonal(self, seat: int) -> bool:
        """True if the character moves diagonally (AK-TRANS-10, AK-TRANS-11)."""
        return self.arena.revenant[seat] or self.mats[seat].transmuted & 1 == 1

    def narrow_escape(self, seat: int) -> bool:
        """True if the character never pays an Escape Cost (AK-ESC-07)."""
        return self.arena.revenant[seat] or self.mats[seat].transmuted >> 1 & 1 == 1

    def reach(self, seat: int) -> bool:
        """True if the character attacks diagonally (AK-ATK-01)."""
        return self.arena.revenant[seat] or self.mats[seat].transmuted >> 2 & 1 == 1

    def number(self, seat: str) -> int:
        """The number of a seat that is known to exist."""
        return self.settings.seats.index(seat)
