"""The board's facts: walls, miniatures, gems, Bloodstones, the Ascended Die, the Omega Stone, both dials and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_type_hints

from msgspec import Meta, defstruct, field

from ...contract import BadPosition, Json
from ...engine import Codec, Mark, PlacedFacts, derived, need, read_record
from ...house_rules import shown
from ..board.geometry import COUNT, EDGES, SIDE, Walls, walls
from ..components import Focus, King, king, king_keys
from ..options import HouseRules, Orientation
from .reporting import sentence

OFF: Final = -1
"""No tile: a miniature off the board, an Omega Stone not in play."""

IN_BOX: Final = -1
"""The Ascended Die before a Last King takes it."""

ON_TILE: Final = -2
"""The Ascended Die lies on a tile; its pile says which."""

GONE: Final = -3
"""The Ascended Die is out of the game for good."""

UNLIMITED: Final = 99

LONGEST: Final = 20
"""Rounds on both sides of the Omega Index together (AK-OMEGA-02)."""

STONES_IN_ALL: Final = 4
"""Bloodstones in the game (AK-COMP-04)."""

STOCK: Final[dict[Focus, int]] = {"aria": 0, "egis": 1, "pyre": 2, "ylem": 3, "dire": 4}
"""A gem's place in lists of counts."""

Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]
Line = Annotated[int, Meta(ge=0, le=SIDE - 1)]
Stones = Annotated[int, Meta(ge=0, le=STONES_IN_ALL)]
Gems = Annotated[int, Meta(ge=0, le=40)]


class Pile(NamedTuple):
    """The items on one tile; no limit to their height (AK-PROX-06)."""

    bloodstones: Stones = 0
    die: Annotated[int, Meta(ge=0, le=1)] = 0
    ylem: Gems = 0
    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    dire: Gems = 0

    @property
    def gems(self) -> int:
        """The number of gems of any kind."""
        return self.ylem + self.aria + self.egis + self.pyre + self.dire


EMPTY: Final = Pile()

_PLACE: Final = {name: place for place, name in enumerate(Pile._fields)}


# --- how facts stand in a position -------------------------------------------------------------------------


@cache
def seat_id(seat: int) -> str:
    """Seat 0 is ``p1``."""
    return f"p{seat + 1}"


def seat_named(s: Any, name: object, where: str) -> int:
    """The number of a seat. Raises BadPosition naming ``where``."""
    seat: int | None = s.seat(name) if isinstance(name, str) else None
    if seat is None:
        raise BadPosition(f"{where}: there is no seat {shown(name)}; there are {', '.join(s.settings.seats)}.")
    return seat


def _tile(value: Json, where: str, s: object = None) -> int:
    return OFF if value is None else read_record(value, Tile, where)


def _king(key: Json, where: str, s: object) -> King | None:
    if key is not None and key not in king_keys():
        raise BadPosition(f"{where}: there is no King {shown(key)}; there are {', '.join(king_keys())}.")
    return None if key is None else king(key)


def either(no: str, yes: str) -> Codec:
    """Return the codec of a flag that a position writes as one of two words."""

    def read(value: Json, where: str, s: object) -> bool:
        need(value in (no, yes), where, f"{no!r} or {yes!r}, not {shown(value)}")
        return bool(value == yes)

    return Codec(lambda flag, s: yes if flag else no, read)


_STRIPS: Final = defstruct("Walls", [(edge, Line | None, None) for edge in EDGES], forbid_unknown_fields=True)


def _walls(value: Json, where: str, s: object) -> Walls:
    strips = read_record(value, _STRIPS, where)
    return walls(*(getattr(strips, edge) for edge in ("top", "right", "bottom", "left")))


def items(piles: Mapping[int, Pile]) -> list[dict[str, int]]:
    """The items on tiles, JSON-ready, by tile: records with their ``tile`` and the counts above 0."""
    return [
        {"tile": tile, **{name: count for name, count in zip(pile._fields, pile, strict=True) if count}}
        for tile, pile in sorted(piles.items())
    ]


_COUNTS: Final = defstruct(
    "Pile",
    [(name, hint, 0) for name, hint in get_type_hints(Pile, include_extras=True).items()],
    forbid_unknown_fields=True,
)


def _items(value: Json, where: str, s: object) -> dict[int, Pile]:
    piles: dict[int, Pile] = {}
    for tile, counts in _records(value):
        if type(tile) is not int or not 0 <= tile < COUNT:
            raise BadPosition(f"items: {shown(tile)} is no tile; tiles are 0 to 99.")
        if tile in piles:
            raise BadPosition(f"items: tile {tile:02d} is named twice.")
        found = read_record(counts, _COUNTS, f"items.{tile:02d}")
        piles[tile] = Pile(*(getattr(found, name) for name in Pile._fields))
    return {tile: pile for tile, pile in piles.items() if any(pile)}


def _records(value: Json) -> Iterator[tuple[Json, Json]]:
    """Tile and what lies there, of records with their ``tile``, or of a table by tile, in digits or as a number."""
    if isinstance(value, Mapping):
        for key, counts in value.items():
            digits = isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) <= 2
            yield (int(key) if digits else key), counts
        return
    if not isinstance(value, list | tuple):
        raise BadPosition(f"items: a list of records with their tile, not {shown(value)}.")
    for number, record in enumerate(value):
        if not isinstance(record, Mapping) or "tile" not in record:
            raise BadPosition(f'items.{number}: a record with its tile, as in {{"tile": 35, "ylem": 1}}.')
        yield record["tile"], {key: count for key, count in record.items() if key != "tile"}


_DIE: Final = {IN_BOX: None, ON_TILE: "tile", GONE: "gone"}


def _die(value: Json, where: str, s: Any) -> int:
    for place, name in _DIE.items():
        if value == name:
            return place
    if value not in s.settings.seats:
        raise BadPosition(f"{where}: null, a seat, 'tile' or 'gone', not {shown(value)}.")
    return seat_named(s, value, where)


OPTIONS: Final = Codec(lambda rules, s: rules.values(), lambda value, where, s: s.settings.rules)
SEAT: Final = Codec(lambda seat, s: seat_id(seat), lambda name, where, s: seat_named(s, name, where))
TILE: Final = Codec(lambda tile, s: None if tile == OFF else tile, _tile)
KING: Final = Codec(lambda king, s: None if king is None else king.key, _king)
FORM: Final = either("king", "revenant")
WALLS: Final = Codec(lambda walls, s: {edge: walls.line(edge) for edge in EDGES}, _walls)
ITEMS: Final = Codec(lambda piles, s: items(piles), _items)
DIE: Final = Codec(lambda die, s: seat_id(die) if die >= 0 else _DIE[die], _die)
FOCUSES: Final = Codec(
    lambda gems, s: sorted(gems),
    lambda value, where, s: frozenset(read_record(value, list[Focus], where)),
)


class Arena(PlacedFacts, kw_only=True):
    """One situation on the board. Seats are numbers 0 to 3 in turn order of the first round."""

    rules: Annotated[HouseRules, OPTIONS] = field(name="options")
    rounds: int
    """What the round dial starts at, 1 to 20 (AK-OMEGA-03)."""

    countdown: bool = True
    kings: tuple[Annotated[King | None, KING], ...] = field(name="seats.*.king")
    walls: Annotated[Walls, WALLS] = walls()
    """No wall covers a tile at the start (AK-SETUP-01)."""

    tiles: tuple[Annotated[int, TILE], ...] = field(name="seats.*.tile", default=(OFF,))
    """Seat -> tile of its miniature, OFF while it is dead."""

    occupied: int = derived("occupied", 0)
    """Mask of the tiles with a miniature."""

    revenant: tuple[Annotated[bool, FORM], ...] = field(name="seats.*.form", default=(False,))
    stones: tuple[Stones, ...] = field(name="seats.*.bloodstones", default=(1,))
    """Seat -> Bloodstones on its mat (AK-SETUP-05)."""

    names: tuple[str, ...] = derived("names", ())
    """Seat -> the character as a sentence calls it: "Vara", "the Aria Revenant", "Engur" (AK-COMP-03).

    Where a King may be taken twice (AK-COMP-02), those of one name are numbered: "Vara 1", "Vara 2".
    """

    heads: tuple[str, ...] = derived("heads", ())
    """Seat -> the same at the head of a sentence: "The Aria Revenant"."""

    aside: Stones = field(name="bloodstones_aside", default=0)
    """Bloodstones set aside at setup and not yet handed out."""

    piles: Annotated[Mapping[int, Pile], ITEMS, Mark.GROWS] = field(name="items", default={})
    """Tile -> what lies on it; no empty piles."""

    strewn: int = derived("strewn", 0)
    """Mask of the tiles where something lies."""

    die: Annotated[int, DIE] = field(name="ascended_die", default=IN_BOX)
    """The seat that holds the Ascended Die, or IN_BOX, ON_TILE, GONE."""

    exhausted: Annotated[frozenset[Focus], FOCUSES] = frozenset()
    """Gems of which people say that the supply is empty."""

    supply: list[int] | None = derived("supply", None)
    """Gems in the general supply in the order of `STOCK`; None where people keep it on the table."""

    war: bool = False
    omega: Annotated[int, TILE] = field(name="omega_stone", default=OFF)
    """Tile of the Omega Stone."""

    round_dial: Annotated[int, Meta(ge=0, le=LONGEST)] = field(name="dials.round", default=LONGEST)
    """20 to 1 as shown; 0 is Omega."""

    event_dial: Annotated[int, Meta(ge=0, le=35)] = field(name="dials.event", default=0)
    """Icons from the top of the current side, from 0."""

    # --- names for people ---

    def rename(self) -> None:
        """Work out `names` and `heads` anew: whenever somebody gets a King or turns Revenant."""
        self.names = tuple(map(self._name, range(len(self.kings))))
        self.heads = tuple(map(sentence, self.names))

    def _name(self, seat: int) -> str:
        king = self.kings[seat]
        if king is None:
            return f"Player {seat + 1}"
        revenant = self.revenant[seat]
        name = king.revenant if revenant else self.rules.data_king_names.get(king.key, king.name)
        if self.kings.count(king) == 1:
            return name
        forms = list(zip(self.kings, self.revenant, strict=True))
        alike = forms.count((king, revenant))
        return f"{name} {forms[: seat + 1].count((king, revenant))}" if alike > 1 else name

    def number(self, tile: int) -> str:
        """The number printed on a tile: "07" (AK-COMP-15)."""
        return in_digits(self.rules.board_orientation)[tile]

    # --- questions ---

    def occupant(self, tile: int) -> int | None:
        """The seat whose miniature stands on ``tile``."""
        return self.tiles.index(tile) if self.occupied >> tile & 1 else None

    def living(self) -> list[int]:
        """The seats whose miniature is on the board (AK-DEATH-01)."""
        return [seat for seat, tile in enumerate(self.tiles) if tile != OFF]

    def lying(self, gem: Focus) -> int:
        """Count the gems of a kind on the board."""
        place = _PLACE[gem]
        return sum([pile[place] for pile in self.piles.values()])


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


@cache
def in_digits(orientation: Orientation) -> tuple[str, ...]:
    """Tile -> the number printed on it, in two digits."""
    return tuple(f"{number:02d}" for number in printed(orientation))
