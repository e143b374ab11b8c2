"""Reads a position: the shape of every key, defaults for what is left out. Hands the result to `legality`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..contract import BadConfig, BadPosition, Json
from . import frames, legality, omega_index
from .actions import Cards, Score
from .arena import GONE, IN_BOX, OFF, ON_TILE, STONES_IN_ALL, Pile
from .components import Focus, King, king, king_keys
from .geometry import COUNT, walls
from .options import shown
from .settings import Settings, check_track, settings
from .situation import NOBODY, ArenaSituation

Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]
Line = Annotated[int, Meta(ge=0, le=9)]
Stones = Annotated[int, Meta(ge=0, le=STONES_IN_ALL)]
Gems = Annotated[int, Meta(ge=0, le=40)]
Kind = TypeVar("Kind")


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a position."""

    king: str | UnsetType | None = UNSET
    form: Literal["king", "revenant"] = "king"
    tile: Tile | UnsetType | None = UNSET
    level: Annotated[int, Meta(ge=1, le=3)] = 1
    wounds: Annotated[int, Meta(ge=0, le=4)] = 0
    bloodstones: Stones | UnsetType = UNSET
    ylem_taken: Annotated[int, Meta(ge=0, le=35)] = 0


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
    bloodstone: bool = False


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


KEYS: Final = (
    "ruleset",
    "track",
    "rounds",
    "countdown",
    "options",
    "seats",
    "walls",
    "items",
    "ascended_die",
    "bloodstones_aside",
    "exhausted",
    "dials",
    "war",
    "omega_stone",
    "round",
    "start",
    "turn",
    "last",
    "steps",
    "dead",
    "sheets",
    "hands",
    "stack",
)
"""Every key of a position; only ``seats`` must be given."""

TURN_FRAMES: Final = (
    frames.Absorbing,
    frames.ChoosingState,
    frames.RollingYlem,
    frames.Acting,
    frames.Resting,
    frames.TurnOver,
)


def read(given: Mapping[str, Json], standing: bool = False) -> ArenaSituation:
    """The situation that a position describes. Raises BadPosition naming the key.

    ``standing``: let miniatures stand on items, for a caller that has them taken at once.
    """
    if not isinstance(given, Mapping):
        raise BadPosition(f"A position is a table of keys, not {shown(given)}.")
    for key in given:
        if key not in KEYS:
            raise BadPosition(f"There is no key {shown(key)} in a position; there are {', '.join(KEYS)}.")
    if given.get("ruleset", "ascended-kings") != "ascended-kings":
        raise BadPosition(f"ruleset: this is Ascended Kings, not {shown(given['ruleset'])}.")
    seats = _table(given, "seats")
    made = _settings(given, len(seats))
    facts = {seat: _convert(value, SeatFacts, f"seats.{seat}") for seat, value in seats.items()}
    for seat in facts:
        if seat not in made.seats:
            raise BadPosition(f"seats: {len(facts)} players are {', '.join(made.seats)}; there is no {shown(seat)}.")
    s = ArenaSituation(made, _kings(facts, made))
    _dials(s, _convert(given.get("dials", {}), Dials, "dials"))
    _board(s, given)
    _stack(s, given)
    _seats(s, facts, given)
    _progress(s, given)
    legality.insist(s, standing)
    return s


def _settings(given: Mapping[str, Json], count: int) -> Settings:
    try:
        check_track(given.get("track", "arena"))
        return settings(count, given.get("rounds"), given.get("countdown", True), given.get("options"))
    except BadConfig as error:
        raise BadPosition(str(error)) from None


def _kings(facts: Mapping[str, SeatFacts], made: Settings) -> tuple[King | None, ...]:
    named = [facts[seat].king for seat in made.seats]
    for seat, key in zip(made.seats, named, strict=True):
        if isinstance(key, str) and key not in king_keys():
            raise BadPosition(f"seats.{seat}.king: there is no King {shown(key)}; there are {', '.join(king_keys())}.")
    rest = iter([key for key in king_keys() if key not in named])
    keys = [next(rest) if key is UNSET else key for key in named]
    chosen = [key for key in keys if key is not None]
    if made.rules.setup_unique_kings and len(set(chosen)) < len(chosen):
        raise BadPosition("seats: no two players can have the same King (AK-COMP-02).")
    return tuple(king(key) if isinstance(key, str) else None for key in keys)


def _dials(s: ArenaSituation, dials: Dials) -> None:
    if dials.round is not UNSET:
        s.arena.round_dial = dials.round
    if s.arena.round_dial == 0:
        s.arena.event_dial = 0 if dials.event is UNSET else dials.event
        return
    s.arena.event_dial = omega_index.flames(s.arena)[0] if dials.event is UNSET else dials.event
    length = len(omega_index.icons(s.arena.rules, omega_index.side(s.arena)))
    if s.arena.event_dial >= length:
        raise BadPosition(f"dials.event: this side of the event dial has {length} icons, from 0.")


def _board(s: ArenaSituation, given: Mapping[str, Json]) -> None:
    arena = s.arena
    strips = _convert(given.get("walls", {}), Walls, "walls")
    arena.walls = walls(strips.top, strips.right, strips.bottom, strips.left)
    for key, value in _table(given, "items").items():
        if not isinstance(key, str) or not key.isdecimal() or len(key) > 2 or not 0 <= int(key) < COUNT:
            raise BadPosition(f"items: {shown(key)} is no tile; tiles are 00 to 99.")
        facts = _convert(value, PileFacts, f"items.{key}")
        pile = Pile(**{name: getattr(facts, name) for name in Pile._fields})
        if int(key) in arena.piles:
            raise BadPosition(f"items: tile {int(key):02d} is named twice.")
        if any(pile):
            arena.piles[int(key)] = pile
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
    arena.exhausted = frozenset(_convert(given.get("exhausted", []), list[Focus], "exhausted"))
    arena.war = _convert(given.get("war", False), bool, "war")
    omega = _convert(given.get("omega_stone"), Tile | None, "omega_stone")
    arena.omega = OFF if omega is None else omega


def _seats(s: ArenaSituation, facts: Mapping[str, SeatFacts], given: Mapping[str, Json]) -> None:
    arena = s.arena
    for seat, name in enumerate(s.settings.seats):
        fact = facts[name]
        tile = s.settings.start_tiles[seat] if fact.tile is UNSET else fact.tile
        if tile is not None:
            blocker = arena.occupant(tile)
            if blocker is not None:
                raise BadPosition(f"seats.{name}.tile: {tile:02d} is taken by {s.settings.seats[blocker]}.")
            arena.occupied |= 1 << tile
        arena.tiles[seat] = OFF if tile is None else tile
        arena.revenant[seat] = fact.form == "revenant"
        s.levels[seat], s.wounds[seat], s.taken[seat] = fact.level, fact.wounds, fact.ylem_taken
    _bloodstones(s, [facts[name].bloodstones for name in s.settings.seats], given.get("bloodstones_aside"))


def _bloodstones(s: ArenaSituation, named: list[int | UnsetType], aside: Json) -> None:
    """Deal out the Bloodstones that nobody mentions: 1 to each living seat, then what cannot be set aside any more."""
    arena = s.arena
    left = STONES_IN_ALL - sum(pile.bloodstones for pile in arena.piles.values())
    left -= sum(stones for stones in named if not isinstance(stones, UnsetType))
    arena.stones = [0 if isinstance(stones, UnsetType) else stones for stones in named]
    placing = [name == frames.placing(s.stack) for name in s.settings.seats]  # has its stone set aside by now
    there = [s.alive(seat) or placing[seat] for seat in range(len(named))]
    open_seats = [seat for seat, stones in enumerate(named) if isinstance(stones, UnsetType) and there[seat]]
    for seat in open_seats:
        arena.stones[seat] = 1 if left > 0 else 0
        left -= arena.stones[seat]
    back = sum(revenant for seat, revenant in enumerate(arena.revenant) if there[seat])
    most = max(0, STONES_IN_ALL - len(named) - back)
    keep = aside if type(aside) is int and 0 <= aside <= most else most
    takers = [seat for seat in open_seats if arena.revenant[seat] and not placing[seat]] + open_seats
    while left > keep and takers:
        arena.stones[takers[0]] += 1
        takers = takers[1:] or open_seats[:1]
        left -= 1
    arena.aside = left


def _stack(s: ArenaSituation, given: Mapping[str, Json]) -> None:
    stack = _convert(given.get("stack", [{"at": "choose-state"}]), list[frames.AnyFrame], "stack")
    s.stack = list(stack)
    if not s.stack or len(s.stack) > 4:
        raise BadPosition(f"stack: 1 to 4 decision points, not {len(s.stack)}.")


def _progress(s: ArenaSituation, given: Mapping[str, Json]) -> None:
    s.start = _seat_named(s, given.get("start", "p1"), "start")
    default = s.settings.seats[s.start] if isinstance(s.stack[0], TURN_FRAMES) else None
    s.turn = _number(s, given, "turn", default)
    previous = s.settings.seats[s.turn - 1] if s.turn != NOBODY and (s.turn != s.start or s.arena.war) else None
    if isinstance(s.stack[0], (frames.EndOfRound, frames.PlacingOmega)):
        previous = s.settings.seats[s.start - 1]  # who has the last turn of a round
    s.last = _number(s, given, "last", previous)
    played = max(0, s.settings.rounds - s.arena.round_dial)
    s.round = _convert(given.get("round", played + 1), Annotated[int, Meta(ge=1, le=9999)], "round")
    s.steps = _convert(given.get("steps", 0), Annotated[int, Meta(ge=0, le=9999)], "steps")
    aside = _convert(given.get("bloodstones_aside", max(0, s.arena.aside)), Stones, "bloodstones_aside")
    if aside != s.arena.aside:
        found = STONES_IN_ALL - s.arena.aside + aside
        raise BadPosition(f"bloodstones_aside: there are {STONES_IN_ALL} Bloodstones in all, not {found} (AK-COMP-12).")
    _dead(s, given)
    _scores(s, given)


def _dead(s: ArenaSituation, given: Mapping[str, Json]) -> None:
    off = [seat for seat, tile in enumerate(s.arena.tiles) if tile == OFF]
    owed = s.arena.aside
    waiting = [seat for seat in off if s.settings.seats[seat] != frames.placing(s.stack)]
    usual = [{"seat": s.settings.seats[seat], "bloodstone": seat in waiting[:owed]} for seat in off]
    for entry in _convert(given.get("dead", usual), list[Dead], "dead"):
        seat = s.seat(entry.seat)
        if seat is None:
            raise BadPosition(f"dead: there is no seat {shown(entry.seat)}.")
        s.dead.append((seat, entry.bloodstone))


def _scores(s: ArenaSituation, given: Mapping[str, Json]) -> None:
    for name, value in _table(given, "sheets").items():
        sheet = _convert(value, SheetFacts, f"sheets.{name}")
        s.sheets[_seat_named(s, name, "sheets")] = Score(name, sheet.transmutations, sheet.ylem)
    for name, value in _table(given, "hands").items():
        hand = _convert(value, HandFacts, f"hands.{name}")
        fields = (hand.level3, hand.level2, hand.level1, hand.lancea, hand.curse, hand.other)
        s.shown[_seat_named(s, name, "hands")] = Cards(name, *fields)


# --- reading one value -----------------------------------------------------------------------------------


def _convert(value: Json, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, _, below = str(error).partition(" - at `$")
        raise BadPosition(f"{where}{below.rstrip('`')}: {what[:200]}.") from None


def _table(given: Mapping[str, Json], key: str) -> Mapping[Any, Json]:
    value = given.get(key, {})
    if not isinstance(value, Mapping):
        raise BadPosition(f"{key}: a table, not {shown(value)}.")
    return value


def _seat_named(s: ArenaSituation, name: object, key: str) -> int:
    seat = s.seat(name) if isinstance(name, str) else None
    if seat is None:
        raise BadPosition(f"{key}: there is no seat {shown(name)}; there are {', '.join(s.settings.seats)}.")
    return seat


def _number(s: ArenaSituation, given: Mapping[str, Json], key: str, default: str | None) -> int:
    name = given.get(key, default)
    return NOBODY if name is None else _seat_named(s, name, key)
