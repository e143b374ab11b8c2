"""Reads what a position says about the board and the moment, on either track.

Each track reads its own seats and stack with what is here, then validates all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...contract import BadConfig, BadPosition, Json
from ...engine import read_record
from ...house_rules import shown
from .. import frames
from ..actions import Cards, Score
from ..board import omega_index
from ..board.geometry import COUNT, walls
from ..components import Focus, King, king, king_keys
from ..facts.arena import GONE, IN_BOX, OFF, ON_TILE, STONES_IN_ALL, Pile
from ..facts.situation import NOBODY, Fallen, Situation
from ..settings import Settings

Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]
Line = Annotated[int, Meta(ge=0, le=9)]
Stones = Annotated[int, Meta(ge=0, le=STONES_IN_ALL)]
Gems = Annotated[int, Meta(ge=0, le=40)]


class PileFacts(msgspec.Struct, forbid_unknown_fields=True):
    """What lies on one tile of a position."""

    bloodstones: Stones = 0
    die: Annotated[int, Meta(ge=0, le=1)] = 0
    ylem: Gems = 0
    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    dire: Gems = 0


class Walls(msgspec.Struct, forbid_unknown_fields=True):
    """The line of each strip; None beside the board."""

    top: Line | None = None
    right: Line | None = None
    bottom: Line | None = None
    left: Line | None = None


class Dials(msgspec.Struct, forbid_unknown_fields=True):
    """The Omega Index."""

    round: Annotated[int, Meta(ge=0, le=omega_index.LONGEST)] | UnsetType = UNSET
    event: Annotated[int, Meta(ge=0, le=35)] | UnsetType = UNSET


class Dead(msgspec.Struct, forbid_unknown_fields=True):
    """One who has died and is not back."""

    seat: str
    bloodstone: bool | None = None
    """None: as the order of the deaths has it (AK-REV-11, AK-REV-12)."""

    early: bool = False
    """Steps 1 to 6 of the return have begun before the turn is over (AK-REV-10)."""


class SheetFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A score sheet already declared."""

    transmutations: Annotated[int, Meta(ge=0, le=5)]
    ylem: Annotated[int, Meta(ge=0, le=5)]


class HandFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A hand already shown in a tie."""

    level3: Annotated[int, Meta(ge=0, le=30)] = 0
    level2: Annotated[int, Meta(ge=0, le=30)] = 0
    level1: Annotated[int, Meta(ge=0, le=30)] = 0
    lancea: Annotated[int, Meta(ge=0, le=1)] = 0
    curse: Annotated[int, Meta(ge=0, le=1)] = 0
    other: Annotated[int, Meta(ge=0, le=30)] = 0


Facts = TypeVar("Facts")


read_value: Final[Callable[[object, Any, str], Any]] = read_record
"""`read_record` for kinds that are no classes, such as ``Annotated[int, Meta(ge=0)]`` or ``Tile | None``."""


def check_keys(given: object, keys: tuple[str, ...]) -> Mapping[str, Json]:
    """The position as a table of known keys. Raises BadPosition."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"A position is a table of keys, not {shown(given)}.")
    for key in given:
        if key not in keys:
            raise BadPosition(f"There is no key {shown(key)} in a position; there are {', '.join(keys)}.")
    if given.get("ruleset", "ascended-kings") != "ascended-kings":
        raise BadPosition(f"ruleset: this is Ascended Kings, not {shown(given['ruleset'])}.")
    return given


def read_settings(make: Callable[[], Settings]) -> Settings:
    """Settings of a position: what a config refuses a position refuses. Raises BadPosition."""
    try:
        return make()
    except BadConfig as error:
        raise BadPosition(str(error)) from None


def read_facts(given: Mapping[str, Json], kind: type[Facts]) -> dict[str, Facts]:
    """Every entry of ``seats`` as a record. Raises BadPosition naming the key."""
    return {seat: read_record(value, kind, f"seats.{seat}") for seat, value in table(given, "seats").items()}


def check_seats(facts: Mapping[str, object], made: Settings) -> None:
    """The entries of ``seats`` are p1, p2... Raises BadPosition."""
    for seat in facts:
        if seat not in made.seats:
            raise BadPosition(f"seats: {len(facts)} players are {', '.join(made.seats)}; there is no {shown(seat)}.")


def read_kings(named: list[str | UnsetType | None], made: Settings) -> tuple[King | None, ...]:
    """The Kings of the seats; who is not named takes the next free one in the box's order. Raises BadPosition."""
    for seat, key in zip(made.seats, named, strict=True):
        if isinstance(key, str) and key not in king_keys():
            raise BadPosition(f"seats.{seat}.king: there is no King {shown(key)}; there are {', '.join(king_keys())}.")
    rest = iter([key for key in king_keys() if key not in named])
    keys = [next(rest) if key is UNSET else key for key in named]
    chosen = [key for key in keys if key is not None]
    if made.rules.setup_unique_kings and len(set(chosen)) < len(chosen):
        raise BadPosition("seats: no two players can have the same King (AK-COMP-02).")
    return tuple(king(key) if isinstance(key, str) else None for key in keys)


def read_dials(s: Situation, given: Mapping[str, Json]) -> None:
    """Both dials of the Omega Index. Raises BadPosition."""
    dials = read_record(given.get("dials", {}), Dials, "dials")
    if dials.round is not UNSET:
        s.arena.round_dial = dials.round
    if s.arena.round_dial == 0:
        s.arena.event_dial = 0 if dials.event is UNSET else dials.event
        return
    s.arena.event_dial = omega_index.flames(s.arena)[0] if dials.event is UNSET else dials.event
    length = len(omega_index.icons(s.arena.rules, omega_index.side(s.arena)))
    if s.arena.event_dial >= length:
        raise BadPosition(f"dials.event: this side of the event dial has {length} icons, from 0.")


def read_board(s: Situation, given: Mapping[str, Json]) -> None:
    """Walls, items, the Ascended Die, the Omega Stone. Raises BadPosition naming the key."""
    arena = s.arena
    strips = read_record(given.get("walls", {}), Walls, "walls")
    arena.walls = walls(strips.top, strips.right, strips.bottom, strips.left)
    named: set[int] = set()
    for tile, value in _items(given):
        if tile in named:
            raise BadPosition(f"items: tile {tile:02d} is named twice.")
        named.add(tile)
        facts = read_record(value, PileFacts, f"items.{tile:02d}")
        pile = Pile(**{name: getattr(facts, name) for name in Pile._fields})
        if any(pile):
            arena.piles[tile] = pile
    die = given.get("ascended_die")
    lying = sum(pile.die for pile in arena.piles.values())
    if die is None and lying and "ascended_die" not in given:
        die = "tile"
    if die is not None and die not in ("tile", "gone") and die not in s.settings.seats:
        raise BadPosition(f"ascended_die: null, a seat, 'tile' or 'gone', not {shown(die)}.")
    if lying != (1 if die == "tile" else 0):
        raise BadPosition(f"ascended_die: {shown(die)} does not agree with {lying} of them in items.")
    places = {None: IN_BOX, "tile": ON_TILE, "gone": GONE}
    arena.die = places[die] if die in places else s.settings.seats.index(die)
    arena.exhausted = frozenset(read_record(given.get("exhausted", []), list[Focus], "exhausted"))
    arena.war = read_record(given.get("war", False), bool, "war")
    omega = read_value(given.get("omega_stone"), Tile | None, "omega_stone")
    arena.omega = OFF if omega is None else omega


def _items(given: Mapping[str, Json]) -> Iterator[tuple[int, Json]]:
    """Tile and what lies there, of records with their ``tile``, or of a table by tile, in digits or as a number."""
    value = given.get("items", [])
    if isinstance(value, Mapping):
        for key, facts in value.items():
            digits = isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) <= 2
            yield _tile(int(key) if digits else key), facts
        return
    if not isinstance(value, list | tuple):
        raise BadPosition(f"items: a list of records with their tile, not {shown(value)}.")
    for number, record in enumerate(value):
        if not isinstance(record, Mapping) or "tile" not in record:
            raise BadPosition(f'items.{number}: a record with its tile, as in {{"tile": 35, "ylem": 1}}.')
        yield _tile(record["tile"]), {key: count for key, count in record.items() if key != "tile"}


def _tile(value: Json) -> int:
    if type(value) is not int or not 0 <= value < COUNT:
        raise BadPosition(f"items: {shown(value)} is no tile; tiles are 0 to 99.")
    return value


def read_tiles(s: Situation, named: list[int | UnsetType | None]) -> None:
    """Where the miniatures stand; on their starting tiles unless named. Raises BadPosition where two share a tile."""
    arena = s.arena
    for seat, name in enumerate(s.settings.seats):
        given = named[seat]
        tile = s.settings.start_tiles[seat] if isinstance(given, UnsetType) else given
        if tile is not None:
            blocker = arena.occupant(tile)
            if blocker is not None:
                raise BadPosition(f"seats.{name}.tile: {tile:02d} is taken by {s.settings.seats[blocker]}.")
            arena.occupied |= 1 << tile
        arena.tiles[seat] = OFF if tile is None else tile


def read_bloodstones(s: Situation, named: list[int | UnsetType], aside: Json) -> None:
    """Deal out the Bloodstones that nobody mentions: 1 to each living seat, then what cannot be set aside any more."""
    arena = s.arena
    left = STONES_IN_ALL - sum(pile.bloodstones for pile in arena.piles.values())
    left -= sum(stones for stones in named if not isinstance(stones, UnsetType))
    carried = [0 if isinstance(stones, UnsetType) else stones for stones in named]
    placing = [name == frames.placing(s.stack) for name in s.settings.seats]  # has its stone set aside by now
    there = [s.alive(seat) or placing[seat] for seat in range(len(named))]
    open_seats = [seat for seat, stones in enumerate(named) if isinstance(stones, UnsetType) and there[seat]]
    for seat in open_seats:
        carried[seat] = 1 if left > 0 else 0
        left -= carried[seat]
    back = sum(revenant for seat, revenant in enumerate(arena.revenant) if there[seat])
    most = max(0, STONES_IN_ALL - len(named) - back)
    keep = aside if type(aside) is int and 0 <= aside <= most else most
    takers = [seat for seat in open_seats if arena.revenant[seat] and not placing[seat]] + open_seats
    while left > keep and takers:
        carried[takers[0]] += 1
        takers = takers[1:] or open_seats[:1]
        left -= 1
    arena.stones, arena.aside = carried, left


def read_progress(s: Situation, given: Mapping[str, Json]) -> None:
    """Whose turn it is, rounds, who is dead, what is scored. Raises BadPosition."""
    s.start = seat_named(s, given.get("start", "p1"), "start")
    default = s.settings.seats[s.start] if s.stack[0].phase == "turn" else None
    s.turn = _number(s, given, "turn", default)
    previous = s.settings.seats[s.turn - 1] if s.turn != NOBODY and (s.turn != s.start or s.arena.war) else None
    if s.stack[0].phase == "round":
        previous = s.settings.seats[s.start - 1]  # who has the last turn of a round
    s.last = _number(s, given, "last", previous)
    played = max(0, s.settings.rounds - s.arena.round_dial)
    s.round = read_value(given.get("round", played + 1), Annotated[int, Meta(ge=1, le=9999)], "round")
    s.steps = read_value(given.get("steps", 0), Annotated[int, Meta(ge=0, le=9999)], "steps")
    aside = read_value(given.get("bloodstones_aside", max(0, s.arena.aside)), Stones, "bloodstones_aside")
    if aside != s.arena.aside:
        found = STONES_IN_ALL - s.arena.aside + aside
        raise BadPosition(f"bloodstones_aside: there are {STONES_IN_ALL} Bloodstones in all, not {found} (AK-COMP-12).")
    _read_dead(s, given)
    _read_scores(s, given)


def _read_dead(s: Situation, given: Mapping[str, Json]) -> None:
    usual = [{"seat": name} for name, tile in zip(s.settings.seats, s.arena.tiles, strict=True) if tile == OFF]
    left = s.arena.aside
    for entry in read_record(given.get("dead", usual), list[Dead], "dead"):
        seat = s.seat(entry.seat)
        if seat is None:
            raise BadPosition(f"dead: there is no seat {shown(entry.seat)}.")
        due = left > 0 and entry.seat != frames.placing(s.stack) if entry.bloodstone is None else entry.bloodstone
        left -= due
        s.dead.append(Fallen(seat, due, entry.early))


def _read_scores(s: Situation, given: Mapping[str, Json]) -> None:
    for name, value in table(given, "sheets").items():
        sheet = read_record(value, SheetFacts, f"sheets.{name}")
        s.sheets[seat_named(s, name, "sheets")] = Score(name, sheet.transmutations, sheet.ylem)
    for name, value in table(given, "hands").items():
        hand = read_record(value, HandFacts, f"hands.{name}")
        fields = (hand.level3, hand.level2, hand.level1, hand.lancea, hand.curse, hand.other)
        s.shown[seat_named(s, name, "hands")] = Cards(name, *fields)


# --- reading one value -----------------------------------------------------------------------------------


def table(given: Mapping[str, Json], key: str) -> Mapping[Any, Json]:
    """A key of a position that holds a table, empty if left out. Raises BadPosition."""
    value = given.get(key, {})
    if not isinstance(value, Mapping):
        raise BadPosition(f"{key}: a table, not {shown(value)}.")
    return value


def seat_named(s: Situation, name: object, key: str) -> int:
    """The number of a seat. Raises BadPosition naming ``key``."""
    seat = s.seat(name) if isinstance(name, str) else None
    if seat is None:
        raise BadPosition(f"{key}: there is no seat {shown(name)}; there are {', '.join(s.settings.seats)}.")
    return seat


def _number(s: Situation, given: Mapping[str, Json], key: str, default: str | None) -> int:
    name = given.get(key, default)
    return NOBODY if name is None else seat_named(s, name, key)
