"""Declare the house rules of a ruleset once; read them from a config, list them for people.

A ruleset's record derives from `HouseRules`; each field has a type and a default::

    class HouseRules(house_rules.HouseRules, frozen=True, forbid_unknown_fields=True):
        zero_dice: Annotated[int, Meta(ge=0, le=1)] = 0
        value_cards: Literal["up_to_2", "exactly_2"] = "up_to_2"

Words for people stand in the ``rules.toml`` of its package, in a row a field::

    [[option]]
    key = "value_cards"
    meaning = "Cards for value in an attack or defence."
    default = "up_to_2"
    choices = ["up_to_2", "exactly_2"]
    literal = "exactly_2"
    reading = "The source asks for 2 cards; the default takes fewer as well, because the runes call 2 a limit."
    rules = ["KM-RES-03"]

``literal`` and ``reading`` where the default departs from a sentence of the source: the value that follows it to the
letter, and one sentence. Those values together are the preset ``{"reading": "literal"}`` of a config. ``titles`` where
the choices are no words people know, see `Option`. The first of ``rules`` is the one that leaves the option open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from .contract import BadConfig, BadData, Json, Option
from .json_complaints import plain

LONGEST_SHOWN = 40
"""Characters of a wrong value that a sentence repeats."""

AS_PLAYED: Final = "as-played"
LITERAL: Final = "literal"
READINGS: Final = (AS_PLAYED, LITERAL)
"""Presets of a ruleset's options: its defaults, or the sources to the letter."""

READING: Final = Option(
    "reading",
    "How the source is read where the usual way departs from a sentence of it: as played, or to the letter",
    AS_PLAYED,
    READINGS,
    titles=("as it is played", "to the letter"),
)
"""The preset as a config gives it, for `Game.config_keys`."""


def shown(value: object) -> str:
    """A wrong value for a sentence, cut where it grows long."""
    if value is None or isinstance(value, bool):  # as JSON has them, in which they were written
        return "null" if value is None else "true" if value else "false"
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
    where, what = error.partition(" - at `")[2].removeprefix("key` in `").removeprefix("$."), plain(error)[:200]
    return f"options: {where.rstrip('`')[:60]}: {what}." if where else f"options: {what}."


def _insist_on_reading(reading: object) -> None:
    if reading not in READINGS:
        raise BadConfig(f"reading: choose {' or '.join(READINGS)}, not {shown(reading)}.")


def check_settings(given: Iterable[str], known: Sequence[str], listed: Sequence[str]) -> None:
    """Refuse a config with other keys than the ``known``. Raises BadConfig, which lists those that people may write."""
    for key in given:
        if key not in known:
            raise BadConfig(f"There is no setting {shown(key)}; there are {', '.join(listed)}.")


def only_seats(config: object) -> Mapping[str, Json]:
    """The config of a ruleset that is set up by its number of seats alone. Raises BadConfig naming any other key.

    The reading may be named, as of every ruleset: nothing here is open.

        >>> only_seats({"seats": 3, "reading": "literal", "options": {}})["seats"]
        3
        >>> only_seats({"wind": 1})
        Traceback (most recent call last):
        immolation.games.contract.errors.BadConfig: There is no setting 'wind'; there are seats, options, reading.
    """
    given = {} if config is None else config
    if not isinstance(given, Mapping):
        raise BadConfig(f"config: a table of settings and values, not {shown(given)}.")
    known = ("seats", "options", "reading")
    check_settings(given, known, known)
    _insist_on_reading(given.get("reading", AS_PLAYED))
    read(given.get("options") or {}, HouseRules)
    return given


def preset(kind: type[HouseRules], reading: object) -> dict[str, Json]:
    """The options that a reading sets apart from the defaults. Raises BadConfig for a reading that does not exist."""
    _insist_on_reading(reading)
    if reading == AS_PLAYED:
        return {}
    return {option.key: option.literal for option in options(kind) if option.reading}


def with_reading(config: Any, kind: type[HouseRules]) -> Any:
    """A config with its ``reading`` as options; single options that it gives as well go before those of the reading.

    What is no config is left as it is. Raises BadConfig for a reading that does not exist.

        >>> from immolation.games.chimera_con.options import HouseRules as Rules
        >>> made = with_reading({"seats": 3, "reading": "literal", "options": {"greedy_per_player": 2}}, Rules)
        >>> made["options"]["draw_mix"], made["options"]["greedy_per_player"], "reading" in made
        ('two_or_none', 2, False)
    """
    if not isinstance(config, Mapping) or "reading" not in config:
        return config
    made = dict(config)
    given = made.get("options")
    values = preset(kind, made.pop("reading"))
    if given is None or isinstance(given, Mapping):
        made["options"] = {**values, **(given or {})}
    return made


def read_as(found: Iterable[Option], reading: object) -> tuple[Option, ...]:
    """Options with the values of a reading for defaults, for a form in which that reading is chosen."""
    literal = reading == LITERAL
    return tuple(
        msgspec.structs.replace(option, default=option.literal) if literal and option.reading else option
        for option in found
    )


class _Row(msgspec.Struct):
    """The words of an option in ``rules.toml``; its default and choices are there for readers."""

    key: str
    meaning: str
    rules: Annotated[tuple[str, ...], Meta(min_length=1)]
    literal: Json = None
    reading: str = ""
    titles: tuple[str, ...] = ()


class _Options(msgspec.Struct):
    option: list[_Row]


@cache
def _rows(package: str) -> dict[str, _Row]:
    """The rows of a ruleset's options, by key. Raises BadData where one is amiss."""
    try:
        rows = msgspec.toml.decode((files(package) / "rules.toml").read_bytes(), type=_Options).option
    except (OSError, msgspec.DecodeError) as error:
        raise BadData(f"{package.rpartition('.')[2]}/rules.toml: {error}.") from None
    return {row.key: row for row in rows}


@cache
def options(kind: type[HouseRules]) -> tuple[Option, ...]:
    """Every option with its meaning, default, choices, limits and rule. Raises BadData where one has no row."""
    package = str(import_module(kind.__module__).__package__)
    rows = _rows(package)
    hints = get_type_hints(kind, include_extras=True)
    defaults = default(kind).values()
    found: list[Option] = []
    for field in msgspec.structs.fields(kind):
        hint, key = hints[field.name], field.encode_name
        type_, limits = get_args(hint) if get_origin(hint) is Annotated else (hint, Meta())
        row = rows.get(key)
        if row is None:
            raise BadData(f"{package.rpartition('.')[2]}/rules.toml: there is no [[option]] with the key '{key}'.")
        choices: tuple[Json, ...] = ()
        if get_origin(type_) is Literal:
            choices = get_args(type_)
        elif type_ is bool:
            choices = (False, True)
        found.append(
            Option(
                key=key,
                meaning=row.meaning,
                default=defaults[key],
                choices=choices,
                low=int(limits.ge) if type_ in (int, float) and limits.ge is not None else None,
                high=int(limits.le) if type_ is int and limits.le is not None else None,
                rule=row.rules[0],
                reading=row.reading,
                literal=row.literal,
                titles=row.titles,
            )
        )
    return tuple(found)


def departures(rules: HouseRules) -> list[list[str]]:
    """Each house rule that is not as usual: its key, what it is about, and what holds, in words for people."""
    usual, values = default(type(rules)).values(), rules.values()
    told = []
    for option in options(type(rules)):
        value = values[option.key]
        if value != usual[option.key]:
            titled = len(option.titles) == len(option.choices) and value in option.choices
            words = "yes" if value is True else "no" if value is False else str(value).replace("_", " ")
            told.append(
                [
                    option.key,
                    option.meaning.removesuffix("."),
                    option.titles[option.choices.index(value)] if titled else words,
                ]
            )
    return told
