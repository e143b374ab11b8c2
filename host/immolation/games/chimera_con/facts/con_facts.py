"""Hold what lies on the table at one moment: players, piles, Merchant, decision points.

Decks are multisets, kept as the number of copies left of each card. Hands and piles are sorted lists of card numbers,
see `pack`.
"""

from __future__ import annotations

from bisect import insort
from typing import Final, Self

from ...contract import Event, Json, Result
from ..cards.pack import Pack
from ..frames import Frame
from ..options import HouseRules

Log = list[Event]
NOBODY: Final = -1
NO_CARD: Final = -1


class Player:
    """One seat's Chimera, hand and points."""

    __slots__ = (
        "airborne", "alive", "cheats", "creatures", "damage", "negative", "parts", "points", "poisonous",
    )  # fmt: skip

    def __init__(self) -> None:
        self.parts: list[int] = [NO_CARD, NO_CARD, NO_CARD]
        """Head, body, rear."""
        self.creatures: list[int] = []
        self.cheats: list[int] = []
        self.damage = 0
        """Damage taken (CC-HP-01)."""
        self.poisonous = False
        self.negative = False
        self.airborne = False
        self.alive = True
        """Not eliminated in this round."""
        self.points = 0

    def copy(self) -> Player:
        """An independent player."""
        twin: Player = Player.__new__(Player)
        twin.parts = self.parts.copy()
        twin.creatures = self.creatures.copy()
        twin.cheats = self.cheats.copy()
        twin.damage = self.damage
        twin.poisonous = self.poisonous
        twin.negative = self.negative
        twin.airborne = self.airborne
        twin.alive = self.alive
        twin.points = self.points
        return twin

    @property
    def built(self) -> bool:
        """True with at least one part in play."""
        return self.parts != [NO_CARD, NO_CARD, NO_CARD]


class ConFacts:
    """One moment of a game. The rules' modules change it; `copy` is cheap."""

    __slots__ = (
        "cheat_deck", "cheat_discard", "creature_deck", "creature_discard", "market", "market_cheats", "merchant",
        "merchant_turns", "pack", "players", "quiet", "result", "round", "rules", "seats", "stack", "turn", "written",
    )  # fmt: skip

    def __init__(self, pack: Pack, rules: HouseRules, count: int) -> None:
        """A table with full decks and empty hands."""
        self.pack = pack
        self.rules = rules
        self.seats: tuple[str, ...] = tuple(seat_id(seat) for seat in range(count))
        self.players = [Player() for _ in range(count)]
        self.creature_deck = list(pack.creature_copies)
        self.cheat_deck = list(pack.cheat_copies)
        self.creature_discard: list[int] = []
        self.cheat_discard: list[int] = []
        self.market: list[int] = []
        self.market_cheats: list[int] = []
        self.merchant = NOBODY
        self.merchant_turns = 0
        """Turns the Merchant has finished as Merchant (CC-MKT-01)."""
        self.turn = NOBODY
        self.round = 1
        self.stack: list[Frame] = []
        self.quiet: list[int] = []
        """Who has let the moment pass without a cheat, in order of seats."""
        self.result: Result | None = None
        self.written: Json = None
        """Cards written for this position, as they were given; None without."""

    def copy(self) -> Self:
        """An independent situation."""
        cls = type(self)
        twin = cls.__new__(cls)
        twin.pack = self.pack
        twin.rules = self.rules
        twin.seats = self.seats
        twin.players = [player.copy() for player in self.players]
        twin.creature_deck = self.creature_deck.copy()
        twin.cheat_deck = self.cheat_deck.copy()
        twin.creature_discard = self.creature_discard.copy()
        twin.cheat_discard = self.cheat_discard.copy()
        twin.market = self.market.copy()
        twin.market_cheats = self.market_cheats.copy()
        twin.merchant = self.merchant
        twin.merchant_turns = self.merchant_turns
        twin.turn = self.turn
        twin.round = self.round
        twin.stack = self.stack.copy()
        twin.quiet = self.quiet.copy()
        twin.result = self.result
        twin.written = self.written
        return twin

    def become(self, other: ConFacts) -> None:
        """Take over everything of ``other``."""
        for name in ConFacts.__slots__:
            setattr(self, name, getattr(other, name))

    # --- seats ---

    def seat(self, name: object) -> int:
        """The number of a seat, NOBODY if there is none of that name."""
        return self.seats.index(name) if isinstance(name, str) and name in self.seats else NOBODY

    def living(self) -> list[int]:
        """Seats still in the round."""
        return [seat for seat, player in enumerate(self.players) if player.alive]

    def in_order(self, first: int) -> list[int]:
        """All seats in the order of turns, ``first`` first (CC-MERCH-05, opt:turn_order)."""
        count = len(self.seats)
        step = 1 if self.rules.turn_order == "seat_order" else -1
        return [(first + step * place) % count for place in range(count)]

    def after(self, seat: int) -> int:
        """The next seat in order that is still in the round; NOBODY if there is none."""
        return next((other for other in self.in_order(seat)[1:] if self.players[other].alive), NOBODY)

    # --- cards ---

    def text(self, card: int) -> str:
        """The id of a creature card; empty for none."""
        return self.pack.ids[card] if card != NO_CARD else ""

    def put_in_market(self, card: int) -> None:
        """A creature card comes to lie in the Market Pile; a petrified one stays so (CC-PETR-03)."""
        insort(self.market, card)

    def put_in_discard(self, card: int) -> None:
        """A creature card comes to lie in the Discard Pile, where Petrify ends (CC-PETR-03)."""
        insort(self.creature_discard, card & ~1)


def seat_id(seat: int) -> str:
    """The name of a seat."""
    return f"p{seat + 1}"


def name_of(seat: int) -> str:
    """A seat's name in sentences."""
    return f"Player {seat + 1}"


def report(
    log: Log,
    kind: str,
    rules: tuple[str, ...],
    text: str,
    secret: dict[str, dict[str, Json]] | None = None,
    **data: Json,
) -> None:
    """Write down what happened."""
    log.append(Event(kind, rules, text, data, secret or {}))
