"""Makes the form of a declared action from its record: ranges, choices and what may be left out stand there already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta
from msgspec.structs import fields

from ..contract import Action, Declaration, Field


def form(
    kind: type[Action],
    label: str,
    rule: str = "TABLE",
    choices: Mapping[str, Sequence[str]] | None = None,
    **asked: str,
) -> Declaration:
    """The declaration of an action. ``asked``: field -> its meaning; ``choices``: field -> what it may be, where its
    type does not say."""
    known = choices or {}
    made = [_field(kind, name, meaning, tuple(known.get(name, ()))) for name, meaning in asked.items()]
    return Declaration(str(kind.__struct_config__.tag), label, tuple(made), rule)


def _field(kind: type[Action], name: str, meaning: str, choices: tuple[str, ...]) -> Field:
    hint, limits, optional = _types(kind)[name]
    choices = choices or tuple(each for each in get_args(hint) if each)
    if choices:
        return Field(name, "choice", meaning, choices, optional=optional)
    if hint is int:
        assert limits is not None, "a number has a range"
        return Field(name, "number", meaning, low=int(limits.ge or 0), high=int(limits.le or 0), optional=optional)
    return Field(name, "flag" if hint is bool else "text", meaning, optional=optional)


@cache
def _types(kind: type[Action]) -> dict[str, tuple[Any, Meta | None, bool]]:
    """Field -> its type, its limits, and whether it may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: (*_plain(hints[each.name]), each.default is not NODEFAULT) for each in fields(kind)}


def _plain(hint: Any) -> tuple[Any, Meta | None]:
    """Split a type into what it is without None and limits, and its limits."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    return get_args(hint) if get_origin(hint) is Annotated else (hint, None)
