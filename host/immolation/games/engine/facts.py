"""Facts: records of what lies on the table, whose JSON is the position; copied, written and compared in one place.

A field is spelled once, with its type and default::

    class Rider(Facts):
        balance: Annotated[int, Meta(ge=0)] = 0
        hand: list[str] = []
        stands_down: bool = False

`Facts.copy` gives an independent twin fast enough for search: the record itself is copied in C, then those fields that
can be changed in place (lists, sets, tables, other facts) are copied after it. What is frozen is shared.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Annotated, Any, Self, Union, get_args, get_origin, get_type_hints

import msgspec

from ..contract import Json

Copier = Callable[[Any], Any]


class Facts(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """Base of every record of a situation."""

    def copy(self) -> Self:
        """An independent twin."""
        twin = copy.copy(self)
        for name, copier in _copiers(type(self)):
            setattr(twin, name, copier(getattr(self, name)))
        return twin

    def to_json(self) -> dict[str, Json]:
        """Every field by its JSON name, as plain lists, tables and values."""
        return msgspec.to_builtins(self, str_keys=True)  # type: ignore[no-any-return]

    def become(self, other: Self) -> None:
        """Take over every fact of another record of this kind."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))


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
        return hint.copy
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
