"""Hold what lies on the table at one moment: players, piles, Merchant, decision points. Its JSON is the position.

A card is its id, with ``+petrified`` behind it where that is so; a seat is ``p1``, ``p2`` and so on. Hands, piles and
decks are never changed in place but replaced, so that copies share them.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, UnsetType, field

from ...contract import Json, Result
from ...engine import Encoded, Facts, Mark, derived
from ..actions import Deck
from ..cards.pack import PARTS, Pack, flesh
from ..frames import Frame
from ..options import HouseRules

NO_CARD: Final = ""
LONGEST_ID: Final = 60
MOST_IN_PILE: Final = 1000

Text = Annotated[str, Meta(max_length=LONGEST_ID)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Left = Annotated[int, Meta(ge=0, le=20)]


def _texts(value: Json, most: int) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(
        isinstance(card, str) and len(card) <= LONGEST_ID for card in value
    ):
        raise ValueError("it must be a list of cards")
    if len(value) > most:
        raise ValueError(f"it must be a list with {most} entries at most")
    return tuple(value)


class BodyParts(tuple[str, ...], Encoded):
    """Head, body and rear of a Chimera; a part that is not there is empty."""

    __slots__ = ()

    def to_json(self) -> dict[str, str]:
        """Part -> card."""
        return dict(zip(PARTS, self, strict=True))

    @classmethod
    def from_json(cls, value: Json) -> BodyParts:
        """From part -> card, or from a list of the three."""
        if isinstance(value, Mapping):
            if not set(value) <= set(PARTS):
                raise ValueError("it must be a table of head, body and rear")
            value = [value.get(part, NO_CARD) for part in PARTS]
        found = cls(_texts(value, len(PARTS)))
        if len(found) != len(PARTS):
            raise ValueError("it must be a head, a body and a rear")
        return found

    def with_part(self, place: int, card: str) -> BodyParts:
        """These parts with another card in a place."""
        return BodyParts((*self[:place], card, *self[place + 1 :]))


NOTHING: Final = BodyParts((NO_CARD, NO_CARD, NO_CARD))


class Pile(Encoded):
    """Cards of both kinds, each in the order of the pack. In JSON the cheats follow the creature cards."""

    __slots__ = ("cheats", "creatures")

    def __init__(self, creatures: tuple[str, ...] = (), cheats: tuple[str, ...] = ()) -> None:
        self.creatures = creatures
        self.cheats = cheats

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and (self.creatures, self.cheats) == (other.creatures, other.cheats)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.creatures) + len(self.cheats)

    def __iter__(self) -> Iterator[str]:
        yield from self.creatures
        yield from self.cheats

    def __contains__(self, card: object) -> bool:
        return card in self.creatures or card in self.cheats

    def to_json(self) -> list[str]:
        """The creature cards, then the cheats."""
        return [*self.creatures, *self.cheats]

    @classmethod
    def from_json(cls, value: Json) -> Pile:
        """Cards that no pack has sorted yet; see `sorted_by`."""
        return cls(_texts(value, MOST_IN_PILE))

    def sorted_by(self, pack: Pack) -> Pile:
        """The same cards in the order of the pack, each with its kind."""
        return Pile().plus(self, pack)

    def plus(self, cards: Iterable[str], pack: Pack) -> Pile:
        """With more cards."""
        creatures, cheats = list(self.creatures), list(self.cheats)
        for card in cards:
            insort(creatures if card in pack.number else cheats, card, key=pack.order.__getitem__)
        return Pile(tuple(creatures), tuple(cheats))

    def minus(self, card: str) -> Pile:
        """Without one copy of a card."""
        if card in self.creatures:
            at = self.creatures.index(card)
            return Pile(self.creatures[:at] + self.creatures[at + 1 :], self.cheats)
        at = self.cheats.index(card)
        return Pile(self.creatures, self.cheats[:at] + self.cheats[at + 1 :])


EMPTY: Final = Pile()


class SeatFacts(Facts):
    """One seat's Chimera, hand and points."""

    parts: BodyParts = NOTHING
    hand: Annotated[Pile, Mark.SECRET] = EMPTY
    damage: Count = 0
    """Damage taken (CC-HP-01)."""

    poisonous: bool = False
    negative: bool = False
    airborne: bool = False
    eliminated: bool = False
    """In this round."""

    points: Annotated[int, Meta(ge=0, le=99)] = 0

    @property
    def alive(self) -> bool:
        """Still in the round."""
        return not self.eliminated

    @property
    def creatures(self) -> tuple[str, ...]:
        """The creature cards of the hand."""
        return self.hand.creatures

    @property
    def cheats(self) -> tuple[str, ...]:
        """The cheats of the hand."""
        return self.hand.cheats

    @property
    def built(self) -> bool:
        """True with at least one part in play."""
        return self.parts != NOTHING


class ConFacts(Facts, kw_only=True):
    """One moment of a game."""

    ruleset: Literal["chimera-con"] = "chimera-con"
    rules: HouseRules = field(name="options", default=HouseRules())
    cards: Any | UnsetType = UNSET
    """Cards written for this position, as they were given."""

    players: dict[str, SeatFacts] = field(name="seats")
    decks: Annotated[dict[Deck, Mapping[str, Left]], Mark.GROWS, Mark.COUNTED, Mark.SECRET] = {}
    """Copies left of each card; nobody knows their order."""

    discard: Pile = EMPTY
    market: Pile = EMPTY
    merchant: str | None = None
    merchant_turns: Annotated[int, Meta(ge=0, le=2)] = 0
    """Turns the Merchant has finished as Merchant (CC-MKT-01)."""

    calm: Annotated[int, Meta(ge=0)] = 0
    """Turns that have ended since the last attack of the round (CC-WIN-05)."""

    turn: str | None = None
    round: Annotated[int, Meta(ge=1, le=9999)] = 1
    quiet: tuple[Text, ...] = ()
    """Who has let the moment pass without a cheat, in order of seats."""

    stack: Annotated[list[Frame], Mark.SECRET] = []
    pack: Pack = derived("pack", None)
    result: Result | None = derived("result", None)

    # --- seats ---

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order."""
        return tuple(self.players)

    @property
    def on_turn(self) -> str:
        """The seat whose turn it is, once turns are taken."""
        assert self.turn is not None, "before the first turn nobody is asked for one"
        return self.turn

    def living(self) -> list[str]:
        """Seats still in the round."""
        return [seat for seat, player in self.players.items() if not player.eliminated]

    def in_order(self, first: str | None) -> list[str]:
        """All seats in the order of turns, ``first`` first (CC-MERCH-05, opt:turn_order)."""
        seats = list(self.players)
        at = seats.index(first) if first is not None else 0
        if self.rules.turn_order == "seat_order":
            return seats[at:] + seats[:at]
        return [*reversed(seats[: at + 1]), *reversed(seats[at + 1 :])]

    def after(self, seat: str | None) -> str:
        """The next seat in order that is still in the round."""
        return next(other for other in self.in_order(seat)[1:] if self.players[other].alive)

    # --- cards ---

    def draw(self, deck: Deck, card: str) -> None:
        """A card comes off a deck."""
        counts = dict(self.decks[deck])
        counts[card] -= 1
        if not counts[card]:
            del counts[card]
        self.decks[deck] = counts

    def shuffle_in(self, deck: Deck, cards: Iterable[str]) -> None:
        """Cards go back into a deck."""
        counts = dict(self.decks[deck])
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        self.decks[deck] = counts

    def give(self, seat: str, *cards: str) -> None:
        """Cards come into a hand."""
        player = self.players[seat]
        player.hand = player.hand.plus(cards, self.pack)

    def lose(self, seat: str, card: str) -> None:
        """A card leaves a hand."""
        player = self.players[seat]
        player.hand = player.hand.minus(card)

    def put_in_market(self, *cards: str) -> None:
        """Cards come to lie in the Market Pile; a petrified one stays so (CC-PETR-03)."""
        self.market = self.market.plus(cards, self.pack)

    def put_in_discard(self, *cards: str) -> None:
        """Cards come to lie in the Discard Pile, where Petrify ends (CC-PETR-03)."""
        self.discard = self.discard.plus(map(flesh, cards), self.pack)


def name_of(seat: str | None) -> str:
    """A seat's name in sentences."""
    return f"Player {(seat or '')[1:]}"
