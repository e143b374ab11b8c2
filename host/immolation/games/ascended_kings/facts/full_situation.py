"""One moment of a game on the full track: mats, supply, hands and decks beside the arena.

Seats are numbers, cards are places in the pack, gems are counts; everything is cheap to copy.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import UNSET, Meta, field

from ...contract import BadPosition, Json
from ...engine import Codec, Mark, derived, read_record
from ...house_rules import shown
from ..components import Focus
from ..frames import Frame
from ..full.cards.card import DECKS
from ..full.cards.pack import Pack
from ..full.frames import FullFrame, Latent
from ..full.mats.dice import CHART, Chart
from ..options import FullRules
from .arena import Arena, either, seat_id, seat_named
from .mat import KINDS, Mat, card_named
from .situation import Situation

ASCENDANT: Final = 0
REVENANT: Final = 1
"""The two decks (AK-CARD-03)."""

HIDDEN: Final = -1
"""A card in a hand of printed cards: only people know which."""

UNNAMED: Final = -1000
"""How many gems the supply has where a position does not say."""

Deck = Literal["ascendant", "revenant"]
Cards = tuple[int, ...]
Names = Annotated[list[str], Meta(max_length=200)]
HELD: Final[Any] = Names | Annotated[int, Meta(ge=0, le=200)]
"""A hand by name, or how many printed cards it has."""


def _cards(value: Json, where: str, s: FullSituation) -> Cards:
    return tuple(sorted(card_named(s, key, where) for key in read_record(value, Names, where)))


def _hand(value: Json, where: str, s: FullSituation) -> Cards:
    found: Any = read_record(value, HELD, where)
    if s.printed and not isinstance(found, int) and found:
        raise BadPosition(f"{where}: people keep their printed cards; give the number of cards.")
    if s.printed:
        return (HIDDEN,) * (found or 0)
    if isinstance(found, int) and found:
        raise BadPosition(f"{where}: a list of cards, not {found}.")
    return _cards(found or [], where, s)


def _write_piles(piles: tuple[Cards, ...], s: FullSituation) -> Json:
    """Deck -> card -> copies."""
    cards = s.pack.cards
    return {
        title: {cards[card].key: count for card, count in enumerate(pile) if count}
        for title, pile in zip(DECKS, piles, strict=True)
    }


def _piles(value: Json, where: str, s: FullSituation) -> tuple[Cards, ...]:
    """The pile of each deck, empty where it is not named."""
    named = read_record(value, dict[Deck, dict[str, Annotated[int, Meta(ge=0, le=999)]]], where)
    piles: list[Cards] = []
    for deck, title in enumerate(DECKS):
        pile = list(s.pack.no_cards) if title in named else []
        for key, count in named.get(title, {}).items():
            card = card_named(s, key, f"{where}.{title}")
            if s.pack.cards[card].deck != deck:
                raise BadPosition(f"{where}.{title}: {shown(key)} is of the other deck.")
            pile[card] = count
        piles.append(tuple(pile))
    return tuple(piles)


def _supply(value: Json, where: str, s: object) -> list[int]:
    named = read_record(value, dict[Focus, Annotated[int, Meta(ge=-999, le=999)]], where)
    return [named.get(kind, UNNAMED) for kind in KINDS]


def _seats(value: Json, where: str, s: FullSituation) -> int:
    mask = 0
    for name in read_record(value, list[str], where):
        mask |= 1 << seat_named(s, name, where)
    return mask


def _pack(name: Json, where: str, s: FullSituation) -> Pack:
    if name != s.pack.name:
        raise BadPosition(f"{where}: the game has the cards of {shown(s.pack.name)}, not {shown(name)}.")
    return s.pack


PACK: Final = Codec(lambda pack, s: pack.name, _pack)
PRINTED: Final = either("host", "printed")
CARDS: Final = Codec(lambda cards, s: s.names(cards), _cards)
HAND: Final = Codec(lambda hand, s: len(hand) if s.printed else s.names(hand), _hand)
DRAW: Final = Codec(lambda piles, s: UNSET if s.printed else _write_piles(piles, s), _piles)
DISCARD: Final = Codec(_write_piles, _piles)
SUPPLY: Final = Codec(lambda supply, s: dict(zip(KINDS, supply, strict=True)), _supply)
SEATS: Final = Codec(lambda mask, s: [seat_id(seat) for seat in range(len(s.mats)) if mask >> seat & 1], _seats)


class FullArena(Arena, kw_only=True):
    """The board of the full track, where the host keeps the supply."""

    exhausted: frozenset[Focus] = derived("exhausted", frozenset())
    supply: Annotated[list[int], SUPPLY, Mark.GROWS, Mark.COUNTED] = field(
        name="supply", default_factory=lambda: [UNNAMED] * len(KINDS)
    )
    """Gems in the general supply by kind: ARIA, EGIS, PYRE, YLEM, DIRE (AK-COMP-04, AK-COMP-12)."""


class FullSituation(Situation, kw_only=True):
    """The facts of one moment on the full track."""

    track: Literal["full"] = "full"
    printed: Annotated[bool, PRINTED] = field(name="cards", default=False)
    """True where people keep printed cards in hand: only the sizes of hands are known."""

    pack: Annotated[Pack, PACK]
    """The cards as the house rules play them."""

    arena: FullArena = field(name=".")
    mats: list[Mat] = field(name="seats.*", default_factory=lambda: [Mat()])
    hands: tuple[Annotated[Cards, HAND, Mark.OWN], ...] = field(name="seats.*.hand", default=((),))
    """Seat -> cards in rising order, a printed hand as so many times HIDDEN."""

    revealed: tuple[Annotated[Cards, CARDS], ...] = field(name="seats.*.revealed", default=((),))
    """Seat -> cards in its hand that everybody has seen on their way there (AK-INSC-05), in rising order."""

    draw: Annotated[tuple[Cards, ...], DRAW, Mark.GROWS, Mark.COUNTED, Mark.SECRET] = ((), ())
    """Deck -> copies by card place; a face-down deck has no order, only contents."""

    discard: Annotated[tuple[Cards, ...], DISCARD, Mark.GROWS] = ((), ())
    shielded: Annotated[int, SEATS] = 0
    """Mask of the seats behind an Ylem Shield this turn (AK-ABIL-12)."""

    inscription_used: bool = False
    """True once the player on turn has activated an inscription (AK-INSC-08)."""

    asked: tuple[str, ...] = derived("asked", ())
    """Whom the window on top waits for, where one is."""

    opened: Frame | None = derived("opened", None)
    """The window that has just been opened, until anything else is looked at: ``asked`` is about it already."""

    rules: FullRules = derived("rules", None)
    """The house rules of this track."""

    chart: Chart = derived("chart", CHART)
    """What each result of Focus Dice from 1 to 6 gives (AK-DICE-01)."""

    latent_frame: ClassVar[Frame] = Latent()
    frames: ClassVar[Any] = FullFrame
    deepest: ClassVar[int] = 24

    def __post_init__(self) -> None:
        """As a game begins, but for what lies nowhere else; see `position.full_from_json.count_rest`."""
        super().__post_init__()
        assert isinstance(self.settings.rules, FullRules)
        self.rules = self.settings.rules
        found = self.rules.dice_chart
        self.chart = (found["1"], found["2"], found["3"], found["4"], found["5"], found["6"])

    def names(self, cards: Cards) -> list[str]:
        """The keys of cards, without those that only people know."""
        return [self.pack.cards[card].key for card in cards if card != HIDDEN]

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
