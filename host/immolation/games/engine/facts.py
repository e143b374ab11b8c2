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

A `facts_state.FactsState` holds the record of a whole situation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, methodcaller
from types import UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin, get_type_hints

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
        for name, copier in _copiers(type(self)):
            setattr(twin, name, copier(getattr(self, name)))
        return twin

    def to_json(self) -> dict[str, Json]:
        """Every field by its JSON name, as plain lists, dicts and values; derived ones are left out."""
        names, values, writers = _written(type(self))
        found = dict(zip(names, values(self), strict=True))
        for name, write in writers:
            value = found[name]
            if value is msgspec.UNSET:
                del found[name]
            elif value is not None:
                found[name] = write(value)
        return found


def _plain(value: Any) -> Json:
    """Anything that facts hold, as JSON."""
    if isinstance(value, (Facts, Encoded)):
        return value.to_json()
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [_plain(each) for each in value]
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=methodcaller("to_json")))


Writers = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], tuple[tuple[str, Copier], ...]]
_WRITTEN: dict[type[Facts], Writers] = {}


def _written(kind: type[Facts]) -> Writers:
    """JSON names of what is written, what gets the values of all of them, and how those that are no plain values yet
    become so."""
    found = _WRITTEN.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        fields = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        pairs = [(key, name) for key, name in fields if not name.startswith(HIDDEN)]
        writers = tuple((name, write) for key, name in pairs if (write := _writer(hints[key])) is not None)
        names = tuple(name for _, name in pairs)
        found = _WRITTEN[kind] = (names, _getter([key for key, _ in pairs]), writers)
    return found


def _getter(keys: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of these attributes as a tuple; `attrgetter` gives one value alone as itself."""
    if len(keys) > 1:
        return attrgetter(*keys)
    return lambda facts: tuple(getattr(facts, key) for key in keys)


def _writer(hint: Any) -> Copier | None:
    """How a value of this type becomes JSON; None where it is JSON already. Nothing is written for None and UNSET."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _writer(args[0])
    if hint in (str, int, bool, type(None)) or origin is Literal:
        return None
    if isinstance(origin, type) and issubclass(origin, Mapping) and args[0] is str and _writer(args[1]) is None:
        return dict
    if origin in (list, tuple) and all(each is ... or _writer(each) is None for each in args):
        return list
    if origin is list and isinstance(args[0], type) and issubclass(args[0], Facts):
        return lambda value: [each.to_json() for each in value]
    if origin in (Union, UnionType) and all(each is msgspec.UnsetType or _writer(each) is None for each in args):
        return None if msgspec.UnsetType not in args else _plain
    return _plain


_COPIERS: dict[type[Facts], tuple[tuple[str, Copier], ...]] = {}


def _copiers(kind: type[Facts]) -> tuple[tuple[str, Copier], ...]:
    found = _COPIERS.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        made = ((name, _copier(hints[name])) for name in kind.__struct_fields__)
        found = _COPIERS[kind] = tuple((name, copier) for name, copier in made if copier is not None)
    return found


def _copier(hint: Any) -> Copier | None:
    """How a value of this type is copied; None where it can be shared."""
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
    return list.copy if inner is None else lambda value: [inner(each) for each in value]


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
