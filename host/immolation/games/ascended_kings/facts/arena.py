"""The board's facts: walls, miniatures, gems, Bloodstones, the Ascended Die, the Omega Stone, both dials and names."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ...contract import Event, Json
from ...engine import UNHEARD
from ..board.geometry import COUNT, SIDE, Walls, walls
from ..components import Focus, King
from ..options import HouseRules, Orientation

OFF: Final = -1
"""No tile: a miniature off the board, an Omega Stone not in play."""

IN_BOX: Final = -1
"""The Ascended Die before a Last King takes it."""

ON_TILE: Final = -2
"""The Ascended Die lies on a tile; its pile says which."""

GONE: Final = -3
"""The Ascended Die is out of the game for good."""

UNLIMITED: Final = 99

STONES_IN_ALL: Final = 4
"""Bloodstones in the game (AK-COMP-04)."""

STOCK: Final[dict[Focus, int]] = {"aria": 0, "egis": 1, "pyre": 2, "ylem": 3, "dire": 4}
"""A gem's place in lists of counts."""

Log = list[Event]


def report(log: Log, kind: str, rules: tuple[str, ...], text: str, **data: Json) -> None:
    """Add one event to ``log``; the sentence gets its capital letter here."""
    if log is UNHEARD:
        return
    log.append(Event(kind, rules, text[0].upper() + text[1:], data))


def report_secret(
    log: Log, kind: str, rules: tuple[str, ...], text: str, secret: dict[str, dict[str, Json]], **data: Json
) -> None:
    """Like `report`, with more for the seats in ``secret``: facts of their own, ``text`` among them."""
    if log is UNHEARD:
        return
    for told in secret.values():
        if "text" in told:
            told["text"] = told["text"][0].upper() + told["text"][1:]
    log.append(Event(kind, rules, text[0].upper() + text[1:], data, secret))


def counted(number: int, thing: str) -> str:
    """``1 Bloodstone``, ``2 Bloodstones``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


class Pile(NamedTuple):
    """What lies on one tile; no limit to its height (AK-PROX-06)."""

    bloodstones: int = 0
    die: int = 0
    ylem: int = 0
    aria: int = 0
    egis: int = 0
    pyre: int = 0
    dire: int = 0

    @property
    def gems(self) -> int:
        """How many gems of any kind."""
        return self.ylem + self.aria + self.egis + self.pyre + self.dire


EMPTY: Final = Pile()


class Arena:
    """One situation on the board. Seats are numbers 0 to 3 in turn order of the first round."""

    __slots__ = (
        "aside",
        "countdown",
        "die",
        "event_dial",
        "exhausted",
        "kings",
        "occupied",
        "omega",
        "piles",
        "revenant",
        "round_dial",
        "rules",
        "stones",
        "supply",
        "tiles",
        "walls",
        "war",
    )

    def __init__(self, rules: HouseRules, kings: tuple[King | None, ...], rounds: int, countdown: bool) -> None:
        """An empty board for as many seats as ``kings`` has, with the Omega Index set to ``rounds`` (1..20)."""
        count = len(kings)
        self.rules = rules
        self.kings = kings
        self.walls: Walls = walls()
        """No wall covers a tile at the start (AK-SETUP-01)."""
        self.tiles: list[int] = [OFF] * count
        """Seat -> tile of its miniature, OFF while it is dead."""
        self.occupied = 0
        """Mask of the tiles with a miniature."""
        self.revenant: list[bool] = [False] * count
        self.stones: list[int] = [1] * count
        """Seat -> Bloodstones on its mat (AK-SETUP-05)."""
        self.aside = STONES_IN_ALL - count
        """Bloodstones set aside at setup and not yet handed out."""
        self.piles: dict[int, Pile] = {}
        """Tile -> what lies on it; no empty piles."""
        self.die = IN_BOX
        """The seat that holds the Ascended Die, or IN_BOX, ON_TILE, GONE."""
        self.exhausted: frozenset[Focus] = frozenset()
        """Gems of which people say that the supply is empty."""
        self.supply: list[int] | None = None
        """Gems in the general supply in the order of `STOCK`; None where people keep it on the table."""
        self.war = False
        self.omega = OFF
        """Tile of the Omega Stone."""
        self.round_dial = rounds
        """20 to 1 as shown; 0 is Omega."""
        self.event_dial = 0
        """Icons from the top of the current side, from 0."""
        self.countdown = countdown

    def copy(self) -> Arena:
        """An independent arena."""
        twin = Arena.__new__(Arena)
        twin.rules = self.rules
        twin.kings = self.kings
        twin.walls = self.walls
        twin.tiles = self.tiles[:]
        twin.occupied = self.occupied
        twin.revenant = self.revenant[:]
        twin.stones = self.stones[:]
        twin.aside = self.aside
        twin.piles = self.piles.copy()
        twin.die = self.die
        twin.exhausted = self.exhausted
        twin.supply = None if self.supply is None else self.supply[:]
        twin.war = self.war
        twin.omega = self.omega
        twin.round_dial = self.round_dial
        twin.event_dial = self.event_dial
        twin.countdown = self.countdown
        return twin

    # --- names for people ---

    def name(self, seat: int) -> str:
        """The character as a sentence calls it: "Vara", "the Aria Revenant", "Engur" (AK-COMP-03)."""
        king = self.kings[seat]
        if king is None:
            return seat_id(seat)
        if self.revenant[seat]:
            return king.revenant
        return self.rules.data_king_names.get(king.key, king.name)

    def number(self, tile: int) -> str:
        """The number printed on a tile: "07" (AK-COMP-15)."""
        return f"{printed(self.rules.board_orientation)[tile]:02d}"

    # --- questions ---

    def occupant(self, tile: int) -> int | None:
        """The seat whose miniature stands on ``tile``."""
        return self.tiles.index(tile) if self.occupied >> tile & 1 else None

    def living(self) -> list[int]:
        """The seats whose miniature is on the board (AK-DEATH-01)."""
        return [seat for seat, tile in enumerate(self.tiles) if tile != OFF]

    def lying(self, gem: Focus) -> int:
        """How many gems of a kind lie on the board."""
        return sum(int(getattr(pile, gem)) for pile in self.piles.values())


def seat_id(seat: int) -> str:
    """Seat 0 is ``p1``."""
    return f"p{seat + 1}"


@cache
def tile_of_roll(orientation: Orientation) -> tuple[int, ...]:
    """Percentile roll -> tile, row 0 at the top and column 0 at the left (AK-COMP-09, AK-COMP-15)."""
    tens, units = (part.split("=")[1] for part in orientation.split(","))

    def place(number: int) -> int:
        at = {tens: number // SIDE, units: number % SIDE}
        row = (
            at["row_from_top"]
            if "row_from_top" in at
            else SIDE - 1 - at["row_from_bottom"]
            if "row_from_bottom" in at
            else 0
        )
        column = at["col_from_left"] if "col_from_left" in at else SIDE - 1 - at["col_from_right"]
        return SIDE * row + column

    return tuple(place(number) for number in range(COUNT))


@cache
def printed(orientation: Orientation) -> tuple[int, ...]:
    """Tile -> the number printed on it; the inverse of `tile_of_roll`."""
    rolls = tile_of_roll(orientation)
    return tuple(rolls.index(tile) for tile in range(COUNT))
