"""House rules of any ruleset: declared once as a record, read from a config, listed for people. Knows no ruleset.

A ruleset's record derives from `HouseRules`; each field has a type, a default and `about` it::

    class HouseRules(house_rules.HouseRules, frozen=True, forbid_unknown_fields=True):
        zero_dice: Annotated[int, about("CC-STAT-04", "Dice rolled with a stat of 0.", ge=0, le=1)] = 0
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from .contract import BadConfig, Json, Option

LONGEST_SHOWN = 40
"""Characters of a wrong value that a sentence repeats."""


def about(rule: str, meaning: str, **limits: Any) -> Meta:
    """What an option is for, the rule that leaves it open, and the limits of its value."""
    return Meta(description=meaning, extra={"rule": rule}, **limits)


def shown(value: object) -> str:
    """A wrong value for a sentence, cut where it grows long."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # lists nested without end, numbers of thousands of digits
        text = type(value).__name__
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every point that the rules leave open."""

    def flaw(self) -> tuple[str, str] | None:
        """The key of an option that types alone allow but no game, and the reason; None if there is none."""
        return None

    def values(self) -> dict[str, Json]:
        """Every option by its key, JSON-ready."""
        return msgspec.to_builtins(self, str_keys=True)  # type: ignore[no-any-return]


Rules = TypeVar("Rules", bound=HouseRules)


_DEFAULTS: dict[type[HouseRules], HouseRules] = {}


def default(kind: type[Rules]) -> Rules:
    """The house rules as the rulebook has them, made once."""
    made = _DEFAULTS.get(kind)
    if not isinstance(made, kind):
        made = _DEFAULTS[kind] = kind()
    return made


def read(values: object, kind: type[Rules]) -> Rules:
    """The house rules that a table of keys describes. Raises BadConfig naming the key."""
    if not isinstance(values, Mapping):
        raise BadConfig(f"options: expected a table of keys and values, not {shown(values)}.")
    if not values:
        return default(kind)
    try:
        rules: Rules = msgspec.convert(dict(values), kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadConfig(_explained(str(error))) from None
    flaw = rules.flaw()
    if flaw is not None:
        raise BadConfig(f"options: {flaw[0]}: {flaw[1]}.")
    return rules


def _explained(error: str) -> str:
    unknown = re.search(r"unknown field `([^`]*)`", error)
    if unknown:
        return f"options: there is no option {shown(unknown[1])}."
    what, _, where = error.partition(" - at `$.")
    return f"options: {where.rstrip('`')[:60]}: {what[:200]}." if where else f"options: {what[:200]}."


@cache
def options(kind: type[HouseRules]) -> tuple[Option, ...]:
    """Every option with its meaning, default, choices, limits and rule."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = default(kind).values()
    found: list[Option] = []
    for field in msgspec.structs.fields(kind):
        type_, meta = get_args(hints[field.name])
        key = field.encode_name
        choices: tuple[Json, ...] = ()
        if get_origin(type_) is Literal:
            choices = get_args(type_)
        elif type_ is bool:
            choices = (False, True)
        found.append(
            Option(
                key=key,
                meaning=meta.description,
                default=defaults[key],
                choices=choices,
                low=int(meta.ge) if type_ in (int, float) and meta.ge is not None else None,
                high=int(meta.le) if type_ is int and meta.le is not None else None,
                rule=meta.extra["rule"],
            )
        )
    return tuple(found)
