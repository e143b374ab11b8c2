"""Finds what is printed on the cards of a pack: keywords with numbers, lists of effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from ..effects.effect import Effect, Effects
from .card_records import Aspect, Chimera, Keyword, Level, PackFile

_NUMBERED: Final = re.compile(r"([a-z_]+)(?: (\d{1,2}))?")


def keyword(each: str | Keyword) -> Keyword:
    """A keyword as a record, whether it is written as a word ("defender", "terrifying 2") or as a table."""
    if isinstance(each, Keyword):
        return each
    match = _NUMBERED.fullmatch(each)
    if match is None:
        return Keyword(each)
    return Keyword(match[1], int(match[2] or 0))


def keywords_of(card: Aspect) -> Mapping[str, int]:
    """Keyword -> number, as the card prints them."""
    return _numbers(card.keywords)


@lru_cache(1000)
def _numbers(keywords: tuple[str | Keyword, ...]) -> Mapping[str, int]:
    return {word.name: word.n for word in map(keyword, keywords)}


def lists_of(file: PackFile) -> Iterator[tuple[str, Effects]]:
    """Every list of effects of a pack with its place."""
    for card in (*file.aspects, *file.conjured):
        yield f"{card.id}.status", card.status
        yield f"{card.id}.enter", card.enter
        for trigger, effects in card.triggers.items():
            yield f"{card.id}.triggers.{trigger}", effects
    for behaviour in file.behaviour:
        for row in behaviour.rows:
            where = f"behaviour.phase {behaviour.phase}, faces {list(row.faces)}"
            yield f"{where}.side", row.side
            yield f"{where}.main", row.main
    for ultimate in file.ultimate:
        yield f"ultimate.phase {ultimate.phase}", ultimate.effects
    yield "fatigued.on_become", file.fatigued.on_become


def nested_parts(value: object) -> Iterator[Any]:
    """Every effect, target, condition and amount within, however deep, the outer ones first."""
    if isinstance(value, Effects):
        for step in value:
            yield from nested_parts(step)
    elif isinstance(value, (Effect, msgspec.Struct)):
        yield value
        for field in value.__struct_fields__:
            yield from nested_parts(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from nested_parts(each)
    else:
        yield value


def named_cards(card: Aspect) -> list[str]:
    """Conjured cards that the effects of a card name, each once, in order (RR-INFO-04)."""
    lists = (card.status, card.enter, *card.triggers.values())
    found = [getattr(step, "card", "") for effects in lists for step in nested_parts(effects)]
    return [name for name in dict.fromkeys(found) if name]


def sets(file: PackFile) -> tuple[str, ...]:
    """The aspect sets, the usual one first; one "" where there is one deck only."""
    return file.sets or tuple(dict.fromkeys(each.set for each in file.aspects if each.set)) or ("",)


def of_set(file: PackFile, aspects: str) -> Iterator[Aspect]:
    """The aspects of a set; those that name none belong to each."""
    return (each for each in file.aspects if not each.set or not aspects or each.set == aspects)


def setup(chimera: Chimera, level: Level) -> tuple[int, ...]:
    """Blood values of the first aspects, left to right; 0 for any."""
    laid = chimera.setups.get(level) or chimera.setup
    return laid or (0,) * (chimera.threat or 3)
