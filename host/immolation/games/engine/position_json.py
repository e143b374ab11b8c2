"""Read records from JSON that somebody gave, and refuse what is wrong in one sentence that names the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from ..contract import BadPosition, Game, Json, json_flaw
from ..house_rules import shown
from ..json_complaints import plain
from .facts import HIDDEN, Encoded

Kind = TypeVar("Kind")

LONGEST_PLACE = 60
LONGEST_REASON = 200
"""Characters of msgspec's complaint that a sentence repeats; it may quote a value of any length."""


def current(game: Game, position: object) -> dict[str, Json]:
    """A position that somebody gave, in today's edition of its game; a table of its own, to be changed at will.

    Raises BadPosition where it is no JSON or of another ruleset.
    """
    flaw = json_flaw(position)
    if flaw:
        raise BadPosition(f"position: {flaw}.")
    if not isinstance(position, Mapping):
        raise BadPosition(f"A position is a table of keys, not {shown(position)}.")
    if position.get("ruleset", game.name) != game.name:
        raise BadPosition(f"ruleset: this is {game.title}, not {shown(position['ruleset'])}.")
    return dict(game.edition(position).position(position))


def read_record(value: object, kind: type[Kind], where: str, error: type[ValueError] = BadPosition) -> Kind:
    """``value`` as ``kind``. Raises ``error`` with ``where``, the key below it and the reason.

    >>> read_record({"p1": [3, "four"]}, dict[str, list[int]], "dice")
    Traceback (most recent call last):
    immolation.games.contract.errors.BadPosition: dice.p1[1]: it must be a whole number, not text.
    """
    try:
        return _converted(value, kind)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as wrong:
        below, what = _fault(value, kind, wrong)
    place, reason = f"{where}{below[:LONGEST_PLACE]}".lstrip("."), plain(what)[:LONGEST_REASON]
    raise error(f"{place}: {reason}." if place else f"{reason[:1].upper()}{reason[1:]}.")


def read_facts(position: Mapping[str, Json], kind: type[Kind]) -> Kind:
    """A whole position as ``kind``. Raises BadPosition with the key and the reason."""
    keys = [key for key in cast("type[msgspec.Struct]", kind).__struct_encode_fields__ if not key.startswith(HIDDEN)]
    for key in position:
        if key not in keys:
            raise BadPosition(f"There is no key {shown(key)} in a position; there are {', '.join(keys)}.")
    return read_record(position, kind, "")


def ordered_seats(position: Mapping[str, Json], fewest: int, most: int) -> dict[str, Json]:
    """Return what a position says of each seat, p1 first. Raises BadPosition unless they are p1, p2 and so on."""
    seats = position.get("seats")
    if not isinstance(seats, Mapping) or not fewest <= len(seats) <= most:
        raise BadPosition(f"seats: a table of {fewest} to {most} seats, p1, p2 and so on, not {shown(seats)}.")
    names = [f"p{number}" for number in range(1, len(seats) + 1)]
    for seat in seats:
        if seat not in names:
            raise BadPosition(f"seats: {len(seats)} seats are {', '.join(names)}; there is no {shown(seat)}.")
    return {seat: seats[seat] for seat in names}


def without_null(facts: Json, key: str) -> Json:
    """A table without a key that says nothing."""
    if isinstance(facts, Mapping) and facts.get(key, ...) is None:
        return {name: value for name, value in facts.items() if name != key}
    return facts


def need(holds: object, where: str, reason: str) -> None:
    """Refuse a position unless a fact holds: BadPosition with the key and the reason."""
    if not holds:
        raise BadPosition(f"{where}: {reason}.")


def _converted(value: object, kind: Any) -> Any:
    return msgspec.convert(value, kind, dec_hook=decode_hook)


def decode_hook(kind: type[Any], value: object) -> Any:
    """Read an `Encoded` value, for msgspec."""
    if issubclass(kind, Encoded):
        return kind.from_json(value)
    raise msgspec.ValidationError(f"Object contains unknown field of the kind `{kind.__name__}`")


def _fault(value: object, kind: Any, wrong: Exception) -> tuple[str, str]:
    """The place below ``value`` that is wrong, and why. msgspec does not name the keys of tables; this finds them."""
    what, _, below = str(wrong).partition(" - at `$")
    below = below.rstrip("`")
    if "[...]" in below:
        for name, inner, hint in _parts(value, kind):
            try:
                _converted(inner, hint)
            except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as deeper:
                place, reason = _fault(inner, hint, deeper)
                return name + place, reason
    return below, what


def _parts(value: object, kind: Any) -> Iterator[tuple[str, object, Any]]:
    """Yield what lies in a table, list or record, with its name and its type."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _parts(value, args[0])
    elif origin in (Union, UnionType):
        for each in args:
            yield from _parts(value, each)
    elif isinstance(value, Mapping) and isinstance(origin, type) and issubclass(origin, Mapping):
        for key, inner in value.items():
            yield f".{key}", inner, args[1]
    elif isinstance(value, (list, tuple)) and origin in (list, tuple, set):
        for place, inner in enumerate(value):
            yield (
                f"[{place}]",
                inner,
                args[place if origin is tuple and args[-1] is not ... and place < len(args) else 0],
            )
    elif isinstance(value, Mapping) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = _hints(kind)
        for name, key in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
            if key in value:
                yield f".{key}", value[key], hints[name]


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of a record's fields, with what is annotated."""
    return get_type_hints(kind, include_extras=True)
