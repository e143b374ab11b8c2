"""Facts: records of what lies on the table, whose JSON is the position.

A field is spelled once, with its JSON name, its range and its default; the record does the rest::

    class Rider(Facts):
        balance: Annotated[int, Meta(ge=0)] = 0
        hand: tuple[str, ...] = ()
        down: bool = field(name="stands_down", default=False)
        seat: str = derived("seat", "")

- `Facts.to_json` writes it, `position_json.read_record` reads it back and refuses what is wrong with the key and the
  reason, ``==`` compares it.
- `Facts.copy` gives an independent twin fast enough for search: the record itself is copied in C, then those fields
  that can be changed in place (lists, sets, dicts, other facts) are copied after it. What is frozen is shared, so what
  seldom changes is cheapest as a tuple, or as a ``Mapping`` that is replaced and never written to.
- `derived` is for what follows from the other facts, or from where the record lies: copied along, neither written nor
  read. Whoever reads a position fills it in.
- `Encoded` is for a value that rules want in another shape than its JSON has.
- `Mark` says with the field what its writer and corrections must know: ``Annotated[tuple[str, ...], Mark.OWN]``.

A `facts_state.FactsState` holds the record of a whole situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter, methodcaller
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, Union, get_args, get_origin, get_type_hints

import msgspec

from ..contract import Json

Copier = Callable[[Any], Any]

_copied: Copier = msgspec.Struct.__copy__  # type: ignore[attr-defined]
"""The record alone, in C."""

HIDDEN = " "
"""Begins the JSON name of a derived field, which no writer puts out."""


def derived(name: str, default: Any) -> Any:
    """A field ``name`` that follows from other facts, or from where the record lies; ``default`` cannot be changed in
    place.

    It is copied with the record (the same object, where it is not itself facts), but is no part of its JSON.
    """
    return msgspec.field(name=HIDDEN + name, default=default)


class Mark(Enum):
    """A mark on a field for its writer and for corrections, said where it is declared."""

    GROWS = "grows"
    """A correction may name it, or a key of its table, where it is not there yet."""

    COUNTED = "counted"
    """Cards that lie nowhere else, counted where a position leaves them out. A correction leaves it out unless it names
    it, so that a card put somewhere else comes off its deck."""

    SECRET = "secret"
    """Not everybody may read it."""

    OWN = "own"
    """Secret, but the seat that it lies below may read it."""

    IF_ANY = "if any"
    """Left out of a position where it holds nothing."""

    EITHER = "either"
    """A record says one of the fields with this mark; a correction that names one takes the others away."""

    COURSE = "course"
    """Marks the stack of frames: a correction that names it sets it; after any other correction it is asked anew."""


class Encoded:
    """A value of facts whose JSON has another shape than what rules work with, such as a pile sorted by kinds of card.

    It is never changed in place, so copies share it. ``from_json`` raises ValueError with a reason; the reader adds
    the key.
    """

    __slots__ = ()

    def to_json(self) -> Json:
        """The value as JSON."""
        raise NotImplementedError

    @classmethod
    def from_json(cls, value: Json) -> Self:
        """The value that `to_json` wrote."""
        raise NotImplementedError


class Facts(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """Base of every record of a situation."""

    def copy(self) -> Self:
        """An independent twin."""
        twin: Self = _copied(self)
        copiers = _COPIERS.get(type(self))
        for name, copier in _copiers(type(self)) if copiers is None else copiers:
            setattr(twin, name, copier(getattr(self, name)))
        return twin

    def to_json(self) -> dict[str, Json]:
        """Every field by its JSON name, as plain lists, dicts and values; derived ones are left out."""
        return self.to_json_without(NOTHING)

    def to_json_without(self, unsaid: frozenset[str]) -> dict[str, Json]:
        """The same without some JSON names, for what goes without saying."""
        kind = type(self)
        names, values, dicts, lists, others, sparse = _PLANS.get((kind, unsaid)) or _plan(kind, unsaid)
        found: dict[str, Json] = dict(zip(names, values(self), strict=False))
        for name in dicts:
            found[name] = {**found[name]}
        for name in lists:
            found[name] = [*found[name]]
        for name, write in others:
            value = found[name]
            if value is msgspec.UNSET:
                del found[name]
            elif value is not None:
                found[name] = write(value)
        for name in sparse:
            if not found[name]:
                del found[name]
        return found


NOTHING: Final[frozenset[str]] = frozenset()


def as_json(value: Any) -> Json:
    """Anything that facts or frames hold, as JSON."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (Facts, Encoded)):
        return value.to_json()
    if isinstance(value, dict):
        return {str(key): as_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [as_json(each) for each in value]
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=methodcaller("to_json")))


def fields_json(record: Any, *names: str) -> dict[str, Json]:
    """These attributes of a record as JSON, by their names. Each is named, so that no new one is shown unasked."""
    return {name: as_json(getattr(record, name)) for name in names}


class _Plan(NamedTuple):
    """A plan to write the records of one kind."""

    names: tuple[str, ...]
    """JSON names of all that is written."""

    values: Callable[[Any], tuple[Any, ...]]
    dicts: tuple[str, ...]
    """Those of them that are copied as tables, and as lists."""

    lists: tuple[str, ...]
    others: tuple[tuple[str, Copier], ...]
    """Those that are neither nor plain values, with what makes JSON of them unless they are None or UNSET."""

    sparse: tuple[str, ...]
    """Those left out where they hold nothing."""


_PLANS: dict[tuple[type[Facts], frozenset[str]], _Plan] = {}


def _plan(kind: type[Facts], unsaid: frozenset[str]) -> _Plan:
    hints = get_type_hints(kind)
    fields = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    pairs = [(key, name) for key, name in fields if not name.startswith(HIDDEN) and name not in unsaid]
    writers = {name: write for key, name in pairs if (write := writer_of(hints[key])) is not None}
    sure = [(name, writers[name]) for key, name in pairs if name in writers and get_origin(hints[key]) not in UNIONS]
    dicts = tuple(name for name, write in sure if write is dict)
    lists = tuple(name for name, write in sure if write is list)
    others = tuple((name, write) for name, write in writers.items() if name not in dicts + lists)
    names = tuple(name for _, name in pairs)
    sparse = tuple(name for name in names if name in _own_names(kind, Mark.IF_ANY))
    found = _PLANS[kind, unsaid] = _Plan(names, _getter([key for key, _ in pairs]), dicts, lists, others, sparse)
    return found


def _getter(keys: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Make a function that returns these attributes as a tuple; `attrgetter` returns one alone as itself."""
    if len(keys) > 1:
        return attrgetter(*keys)
    return lambda facts: tuple(getattr(facts, key) for key in keys)


UNIONS: Final = (Union, UnionType)


def writer_of(hint: Any) -> Copier | None:
    """Make the writer of a type to JSON; None where it is JSON already. Nothing is written for None and UNSET."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return writer_of(args[0])
    if hint in (str, int, bool, type(None), msgspec.UnsetType) or origin is Literal:
        return None
    if isinstance(hint, type) and issubclass(hint, (Facts, Encoded)):
        return methodcaller("to_json")
    if isinstance(origin, type) and issubclass(origin, Mapping) and (args[0] is str or get_origin(args[0]) is Literal):
        inner = _inner(args[1])
        return dict if inner is None else _dict_copier(inner)
    if origin is list or (origin is tuple and args[-1] is ...):
        inner = _inner(args[0])
        return list if inner is None else _list_copier(inner)
    if origin in UNIONS:
        writers = [writer_of(kind) for kind in args if kind not in (type(None), msgspec.UnsetType)]
        if len(writers) == 1 and writers[0] is not None:
            return writers[0]
        return as_json if any(writers) or msgspec.UnsetType in args else None
    return as_json


def _inner(hint: Any) -> Copier | None:
    """The same for what lies in a table or list, where None may be."""
    write = writer_of(hint)
    return write if write is None or get_origin(hint) not in UNIONS else as_json


_COPIERS: dict[type[Facts], tuple[tuple[str, Copier], ...]] = {}


def _copiers(kind: type[Facts]) -> tuple[tuple[str, Copier], ...]:
    found = _COPIERS.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        made = ((name, _copier(hints[name])) for name in kind.__struct_fields__)
        found = _COPIERS[kind] = tuple((name, copier) for name, copier in made if copier is not None)
    return found


def _copier(hint: Any) -> Copier | None:
    """Make the function that copies a value of this type; None where it can be shared."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _copier(args[0])
    if origin is list:
        return _list_copier(_copier(args[0]))
    if origin is set:
        return set.copy
    if origin is dict:
        return _dict_copier(_copier(args[1]))
    if isinstance(hint, type) and issubclass(hint, Facts):
        return hint.copy if _copiers(hint) or hint.copy is not Facts.copy else _copied
    if origin is Union or type(hint).__name__ == "UnionType":
        return _copier_of_union(args)
    return None


def _list_copier(inner: Copier | None) -> Copier:
    return list.copy if inner is None else lambda value: list(map(inner, value))


def _dict_copier(inner: Copier | None) -> Copier:
    return dict.copy if inner is None else lambda value: {key: inner(each) for key, each in value.items()}


def _copier_of_union(kinds: tuple[Any, ...]) -> Copier | None:
    """At most one kind of a union may need copying, such as ``Shield | None``."""
    found = [(kind, copier) for kind in kinds if (copier := _copier(kind)) is not None]
    if not found:
        return None
    if len(found) > 1:
        raise TypeError(f"Facts: one of {kinds} can be changed in place, not several; give each its own field.")
    (kind, copier) = found[0]
    concrete = get_origin(get_args(kind)[0] if get_origin(kind) is Annotated else kind) or kind
    return lambda value: copier(value) if isinstance(value, concrete) else value


# --- marks -----------------------------------------------------------------------------------------------------


@cache
def marked(kind: type[Facts], *marks: Mark) -> frozenset[str]:
    """Return the JSON names with one of these marks in a record and in all that lies in it.

    Of a name that is a way (see `placed`) it is the first step, or the first below a seat.
    """
    found = {name.partition("*.")[2].partition(".")[0] or name.partition(".")[0] for name in _own_names(kind, *marks)}
    for hint in get_type_hints(kind).values():
        for inner in _facts_in(hint):
            found |= marked(inner, *marks)
    return frozenset(found)


def _own_names(kind: type[Facts], *marks: Mark) -> list[str]:
    """The JSON names of the fields of one record that bear one of these marks."""
    hints = get_type_hints(kind, include_extras=True)
    fields = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return [name for key, name in fields if any(mark in marks for mark in _metadata(hints[key]))]


def _metadata(hint: Any) -> Iterator[Any]:
    """Everything that `Annotated` says of a type and of what lies in it."""
    yield from getattr(hint, "__metadata__", ())
    for inner in get_args(hint):
        yield from _metadata(inner)


def _facts_in(hint: Any) -> Iterator[type[Facts]]:
    """The kinds of record that lie in a value of this type."""
    if isinstance(hint, type) and issubclass(hint, Facts):
        yield hint
    for inner in get_args(hint):
        yield from _facts_in(inner)
