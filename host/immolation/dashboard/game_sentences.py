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

NAMED = frozenset({"unit", "foe", "third", "spell", "typed"})
"""Holes for what people may have named or typed themselves: what is not known there stays as they wrote it, if it is
no sentence."""

TYPED = re.compile(r"(?!.*[.:;?!] ).{1,60}")
"""What people may have named or typed: short, and on one line."""

UNKNOWN = re.compile(r"\b[a-z]{2,} [a-z]")
"""Two words in small letters: what fills a hole is a phrase then, and no name."""


SENTENCES = re.compile(r"[.!?](\s|$)")
"""What fills a hole is a whole sentence, or several."""

HOLDS_SENTENCES = re.compile(r"(?:^|[.:;!?] |„)\{(\w+)\}(?=$|[.“]| [A-ZÄÖÜ{])")
"""Holes beside which a sentence may begin and end."""


class Template(NamedTuple):
    """One sentence of a game."""

    fits: re.Pattern[str]
    shown: str
    literal: int
    """Letters outside of its holes: of several that fit, the one that says most itself is meant."""

    holds: frozenset[str]
    """Holes that whole sentences may fill."""


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
                holds = frozenset(HOLDS_SENTENCES.findall(shown))
                found.append(Template(re.compile(fits), shown, literal, holds))
        self._templates = sorted(found, key=lambda one: -one.literal)

    def say(self, said: str) -> str | None:
        """A sentence or a phrase in this language, several line by line; None if none of it is known."""
        if "\n" in said:
            lines = said.split("\n")
            shown = [self.say(line) for line in lines]
            return "\n".join(new or old for new, old in zip(shown, lines, strict=True)) if any(shown) else None
        return self._exact.get(said) or self._filled(said)

    def _filled(self, said: str) -> str | None:
        for template in self._templates:
            found = template.fits.fullmatch(said)
            shown = self._fill(template, found.groupdict()) if found is not None else None
            if shown is not None:
                return shown
        return None

    def _fill(self, template: Template, said: Mapping[str, str]) -> str | None:
        """A template filled; None where a part is not known, or sentences would stand within a sentence."""
        if any(SENTENCES.search(part) and name not in template.holds | PEOPLE for name, part in said.items()):
            return None
        parts = {name: self._part(name, part) for name, part in said.items()}
        return None if None in parts.values() else template.shown.format(**parts)

    def _part(self, hole: str, said: str) -> str | None:
        """What fills a hole: a phrase in this language, or a name as it is; None for a phrase that is not known."""
        if hole in PEOPLE:
            return self._filled(said) or said
        known = self.say(said)
        if known is None and hole in NAMED:
            return said if TYPED.fullmatch(said) else None
        return known or (None if UNKNOWN.search(said) else said)
