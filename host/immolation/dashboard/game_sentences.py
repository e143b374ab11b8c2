"""Says what a game says in another language: its sentences are recognised by their templates in a catalogue.

Rules speak English and know no catalogue. A ruleset's catalogue has each of their sentences once, with holes for what
changes: ``{name}`` for a name or a phrase, ``{number:d}`` for a whole number. What no template fits stays English,
whole: a sentence is never shown half in one language and half in another.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import NamedTuple

PEOPLE = frozenset({"who", "other"})
"""Holes for whoever plays: what people are called is left alone, whatever else it may mean."""

UNKNOWN = re.compile(r"\b[a-z]{2,} [a-z]")
"""Two words in small letters: what fills a hole is a phrase then, and no name."""


class Template(NamedTuple):
    """One sentence of a game."""

    fits: re.Pattern[str]
    shown: str
    literal: int
    """Letters outside of its holes: of several that fit, the one that says most itself is meant."""


def pattern(message: str) -> tuple[str, int]:
    """A message's template as a regular expression, and how many letters stand outside of its holes.

    >>> pattern("Round {number:d} begins.")
    ('Round\\\\ (?P<number>[0-9]+)\\\\ begins\\\\.', 14)
    """
    parts, literal = [], 0
    for said, name, kind, _ in string.Formatter().parse(message):
        parts.append(re.escape(said))
        literal += len(said)
        if name is not None:
            parts.append(f"(?P<{name}>{'[0-9]+' if kind == 'd' else '.+?'})")
    return "".join(parts), literal


class Sentences:
    """The sentences of one game in one language."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        """``entries``: English message -> message, with the same holes."""
        self._exact = {said: shown for said, shown in entries.items() if "{" not in said}
        found = []
        for said, shown in entries.items():
            if "{" in said:
                fits, literal = pattern(said)
                found.append(Template(re.compile(fits, re.DOTALL), shown, literal))
        self._templates = sorted(found, key=lambda one: -one.literal)

    def say(self, said: str) -> str | None:
        """A sentence or a phrase in this language; None if it is not known."""
        return self._exact.get(said) or self._filled(said)

    def _filled(self, said: str) -> str | None:
        for template in self._templates:
            found = template.fits.fullmatch(said)
            if found is None:
                continue
            parts = {name: self._part(name, part) for name, part in found.groupdict().items()}
            if None not in parts.values():
                return template.shown.format(**parts)
        return None

    def _part(self, hole: str, said: str) -> str | None:
        """What fills a hole: a phrase in this language, or a name as it is; None for a phrase that is not known."""
        if hole in PEOPLE:
            return self._filled(said) or said
        return self.say(said) or (None if UNKNOWN.search(said) else said)
