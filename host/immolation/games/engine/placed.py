"""Facts that lie elsewhere in the JSON than in their record: in tables, seat by seat, written in another shape.

The JSON name of a field of `PlacedFacts` is the way to it, and a `Codec` says how a value is written and read::

    class Arena(PlacedFacts):
        round_dial: int = field(name="dials.round", default=20)        # {"dials": {"round": 20}}
        tiles: tuple[Tile, ...] = field(name="seats.*.tile", default=(0,))   # {"seats": {"p1": {"tile": 44}, "p2": ...
        mats: tuple[Mat, ...] = field(name="seats.*", default=(Mat(),))      # a Mat's fields in the table of each seat
        supply: Supply = field(name=".")                               # the fields of a Supply in this table itself
        turn: Annotated[int, SEAT] = 0                                 # {"turn": "p1"}

So a search may have its facts in columns that are cheap to copy, while people read them seat by seat. `Facts.to_json`
writes them; `fill` sets what a position names in facts that stand as a game begins (`PlacedFacts.for_seats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import UNSET

from ..contract import BadPosition, Json
from ..house_rules import shown
from .facts import HIDDEN, Facts, writer_of
from .position_json import read_record

Keys = dict[str, Any]
"""The keys of a table -> the keys of the table below each, none where a value lies."""


class Codec(NamedTuple):
    """Writes and reads a value; both functions are given the facts of the whole position last."""

    write: Callable[[Any, Any], Json]
    """The value as JSON; UNSET where the key is left out."""

    read: Callable[[Json, str, Any], Any]
    """The value that JSON at this place describes. Raises BadPosition."""


class PlacedFacts(Facts):
    """Facts whose JSON names are ways through tables."""

    def to_json(self, whole: Any = None) -> dict[str, Json]:
        """Every field where its name says; ``whole`` are the facts of the position that these are part of."""
        found: dict[str, Json] = {}
        self.lay_out(found, self if whole is None else whole)
        return found

    def for_seats(self, count: int) -> None:
        """Give each of ``count`` seats what the default of a field that is told seat by seat holds for the first."""
        for key, way, _ in _places(type(self)):
            column = getattr(self, key)
            if not way:
                column.for_seats(count)
            elif "*" in way and len(column) == 1:
                first = column[0]
                setattr(
                    self, key, type(column)(first.copy() if isinstance(first, Facts) else first for _ in range(count))
                )

    def lay_out(self, table: dict[str, Json], whole: Any) -> None:
        """Write every field into ``table``, which may hold other facts already."""
        for key, way, codec in _places(type(self)):
            value = getattr(self, key)
            if len(way) == 1:
                _set(table, way[0], codec.write(value, whole))
            elif not way:
                value.lay_out(table, whole)
            else:
                _put(table.setdefault(way[0], {}), way[1:], value, codec.write, whole)


def fill(facts: PlacedFacts, position: Mapping[str, Json]) -> None:
    """Set every field that ``position`` names. Raises BadPosition with the key and the reason."""
    _refuse_unknown(position, _keys(type(facts)), "")
    _fill(facts, position, "", facts)


def _set(table: dict[str, Json], key: str, json: Json) -> None:
    if json is not UNSET:
        table[key] = json


def _put(table: dict[str, Json], way: tuple[str, ...], value: Any, write: Callable[[Any, Any], Json], s: Any) -> None:
    """Write a value at the end of a way, or one for each seat."""
    if way[0] != "*":
        _set(table, way[0], write(value, s))
        return
    for number, each in enumerate(value, 1):
        seat = table.setdefault(f"p{number}", {})
        if len(way) == 1:
            each.lay_out(seat, s)
        else:
            _set(seat, way[1], write(each, s))


def _fill(facts: Facts, table: Mapping[str, Json], where: str, s: Any) -> None:
    for key, way, codec in _places(type(facts)):
        old = getattr(facts, key)
        new = _found(old, table, way, where, codec, s)
        if new is not old:
            setattr(facts, key, new)


def _found(old: Any, table: Mapping[str, Json], way: tuple[str, ...], where: str, codec: Codec, s: Any) -> Any:
    """Read a field from ``table``; keep ``old`` where it says nothing."""
    if not way:
        _fill(old, table, where, s)
        return old
    if way[0] == "*":
        each = (
            _found(value, table.get(f"p{number}", {}), way[1:], f"{where}.p{number}", codec, s)
            for number, value in enumerate(old, 1)
        )
        return type(old)(each)
    if way[0] not in table:
        return old
    value, where = table[way[0]], f"{where}.{way[0]}".lstrip(".")
    return _found(old, value, way[1:], where, codec, s) if len(way) > 1 else codec.read(value, where, s)


def _refuse_unknown(table: Json, keys: Keys, where: str) -> None:
    if not isinstance(table, Mapping):
        raise BadPosition(f"{where}: a table, not {shown(table)}.")
    for key, value in table.items():
        below = keys.get(key, keys.get("*"))
        if below is None and where:
            raise BadPosition(f"{where}: there is no key {shown(key)}.")
        if below is None:
            raise BadPosition(f"There is no key {shown(key)} in a position; there are {', '.join(keys)}.")
        if below:
            _refuse_unknown(value, below, f"{where}.{key}".lstrip("."))


# --- what the record says ----------------------------------------------------------------------------------


@cache
def _places(kind: type[Facts]) -> tuple[tuple[str, tuple[str, ...], Codec], ...]:
    """Each field that is written: its name, the way to it, its codec."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    ways = [(key, tuple(filter(None, name.split(".")))) for key, name in names if not name.startswith(HIDDEN)]
    return tuple((key, way, _codec(_held(hints[key], way))) for key, way in ways)


def _held(hint: Any, way: tuple[str, ...]) -> Any:
    """The type of what lies at the end of a way: that of one value where each seat has one."""
    return get_args(hint)[0] if "*" in way else hint


def _codec(hint: Any) -> Codec:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        for each in args[1:]:
            if isinstance(each, Codec):
                return each
    if _is_placed(hint):
        return Codec(lambda value, s: value.to_json(s), lambda value, where, s: _record(hint, value, where, s))
    if origin in (list, tuple) and _is_placed(args[0]):
        return Codec(lambda value, s: [each.to_json(s) for each in value], _reader_of_list(origin, args[0]))
    write = writer_of(hint)
    plain = _as_it_is if write is None else (lambda value, s: None if value is None else write(value))
    return Codec(plain, lambda value, where, s: read_record(value, hint, where))


def _as_it_is(value: Any, s: Any) -> Json:
    return value


def _is_placed(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, PlacedFacts)


def _record(kind: type[PlacedFacts], value: Json, where: str, s: Any) -> PlacedFacts:
    """A record of its own within a position."""
    _refuse_unknown(value, _keys(kind), where)
    made = kind()
    _fill(made, value, where, s)
    return made


def _reader_of_list(
    listed: Callable[[Iterator[PlacedFacts]], Any], kind: type[PlacedFacts]
) -> Callable[[Json, str, Any], Any]:
    def read(value: Json, where: str, s: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise BadPosition(f"{where}: a list, not {shown(value)}.")
        return listed(_record(kind, each, f"{where}.{place}", s) for place, each in enumerate(value))

    return read


@cache
def _keys(kind: type[Facts]) -> Keys:
    """Every key that a table of these facts may have, level by level."""
    keys: Keys = {}
    hints = get_type_hints(kind)
    for key, way, _ in _places(kind):
        below = keys
        for step in way:
            below = below.setdefault(step, {})
        held = _held(hints[key], way)
        if not way or way[-1] == "*":
            below.update(_keys(held))
    return keys
