"""Says what a game says in another language: its sentences are recognised by their templates in a catalogue.

Rules speak English and know no catalogue. A ruleset's catalogue has each of their sentences once, with holes for what
changes: ``{name}`` for a name or a phrase, ``{number:d}`` for a whole number. What no template fits stays English.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import NamedTuple

PEOPLE = frozenset({"who", "other"})
"""Holes for whoever plays: what people are called is left alone, whatever else it may mean."""


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
            if found is not None:
                return template.shown.format(
                    **{name: self._part(name, part) for name, part in found.groupdict().items()}
                )
        return None

    def _part(self, hole: str, said: str) -> str:
        inner = self._filled(said) if hole in PEOPLE else self.say(said)
        return said if inner is None else inner
