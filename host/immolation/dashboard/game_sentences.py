"""Says what a game says in another language: its sentences are recognised by their templates in a catalogue.

Rules speak English and know no catalogue. A ruleset's catalogue has each of their sentences once, with holes for what
changes: ``{name}`` for a name or a phrase, ``{number:d}`` for a whole number. What no template fits stays English,
whole: a sentence is never shown half in one language and half in another.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

PEOPLE = frozenset({"who", "other"})
"""Holes for whoever plays: what people are called is left alone, whatever else it may mean."""

NAMED = frozenset({"unit", "foe", "third", "spell", "typed"})
"""Holes for what people may have named or typed themselves: what is not known there stays as they wrote it, if it is
no sentence."""

THE_HOST = frozenset({"The host", "the host"})
"""What the host is called, who acts without a seat: words to translate, not the name of a player."""

TOLD = frozenset({"whole"})
"""Holes for a whole sentence, or several, whose last full stop was left out."""

REASONS = frozenset({"given_reason"})
"""Holes for what people gave as a reason, in their own words, however long."""

PLACES = frozenset({"correction", "corrected"})
"""Holes for a place of a position and for what stands there, as `games.correcting` says them."""

WINDOWS = frozenset({"kinds"})
"""Holes for kinds of questions that somebody lets pass, one after the other."""

PLACE = re.compile(r"(?P<thing>.+?)(?: \((?P<around>.+)\))?(?: of (?P<owner>.+))?")
CARD = re.compile(r"(?P<thing>.+) \((?P<around>[^()]+)\)")
"""A place among cards that are nobody's."""

OF = "{thing} of {owner}"
"""How places tell whose they are, among the words for them."""

CARDS = frozenset(
    {
        "discard",
        "ascendant",
        "revenant",
        "pile",
        "cards",
        "hand",
        "deck",
        "spoken",
        "pool",
        "supply",
        "attached",
        "gems",
        "runes",
        "leaders",
    }
)
"""Places whose keys are cards, gems and the like, by their printed names, or sides as people named them."""

COUNTED = re.compile(r"(?P<thing>.+?) (?P<number>\d+)")

TYPED = re.compile(r"(?!.*[.:;?!] ).{1,60}")
"""What people may have named or typed: short, and on one line."""

UNKNOWN = re.compile(r"\b[a-z]{2,} [a-z]")
"""Two words in small letters: what fills a hole is a phrase then, and no name."""


SENTENCES = re.compile(r"[.!?](\s|$)")
"""What fills a hole is a whole sentence, or several."""

HOLDS_SENTENCES = re.compile(r"(?:^|[.:;!?] |„)\{(\w+)\}(?=$|[.“]| [A-ZÄÖÜ{])")
"""Holes beside which a sentence may begin and end."""


_NONE: Mapping[str, str] = MappingProxyType({})


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

    def __init__(
        self, entries: Mapping[str, str], places: Mapping[str, str] = _NONE, windows: Mapping[str, str] = _NONE
    ) -> None:
        """``entries``: English message -> message, with the same holes; ``places``: key of a position -> word;
        ``windows``: kind of a question -> what it is called.
        """
        self._places, self._windows = places, windows
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
        if any(SENTENCES.search(part) and name not in template.holds | PEOPLE | REASONS for name, part in said.items()):
            return None
        parts = {name: self._part(name, part) for name, part in said.items()}
        return None if None in parts.values() else template.shown.format(**parts)

    def _part(self, hole: str, said: str) -> str | None:
        """What fills a hole: a phrase in this language, or a name as it is; None for a phrase that is not known."""
        if hole in PEOPLE:
            return self._filled(said) or (self._exact.get(said) if said in THE_HOST else None) or said
        if hole in REASONS:
            return said
        if hole in PLACES:
            return self._place(said) if hole == "correction" else self._value(said)
        if hole in WINDOWS:
            return ", ".join(self.window(kind) for kind in said.split(", "))
        if hole in TOLD:
            whole = self.say(f"{said}.")
            return whole.removesuffix(".") if whole is not None else self.say(said)
        known = self.say(said)
        if known is None and hole in NAMED:
            return said if TYPED.fullmatch(said) else None
        return known or (None if UNKNOWN.search(said) else said)

    def window(self, kind: str) -> str:
        """A kind of question in this language, and what it is about by its name; as it is where it is not known."""
        named, colon, about = kind.partition(": ")
        if kind in self._windows:
            return self._windows[kind]
        return f"{self._windows.get(named, named)}{colon}{self._exact.get(about, about)}"

    def _place(self, said: str) -> str | None:
        """A place of a position, such as "aria (gems) of Player 1"; None where a key of it is not known."""
        found = CARD.fullmatch(said)
        if found is None or found["around"].rpartition(", ")[2] not in CARDS:  # a card's name may hold an "of"
            found = PLACE.fullmatch(said)
        thing, around = (found["thing"], found["around"]) if found is not None else (said, None)
        owner = found.groupdict().get("owner") if found is not None else None
        inner = around.split(", ") if around else []
        words = [self._key(thing), *map(self._key, inner)]
        if words[0] is None and inner and inner[-1] in CARDS:
            words[0] = self._owner(thing.title().replace(" Of ", " of "))
        known = [word for word in words if word is not None]
        if len(known) < len(words):
            return None
        inside = f" ({', '.join(known[1:])})" if known[1:] else ""
        thing = f"{known[0]}{inside}"
        return self._places[OF].format(thing=thing, owner=self._owner(owner)) if owner else thing

    def _owner(self, said: str) -> str:
        return self._exact.get(said) or self._filled(said) or said

    def _key(self, said: str) -> str | None:
        """A key of a position; a name, which begins with a capital letter, is known to the game or is left."""
        counted = COUNTED.fullmatch(said)
        if said in self._places:
            return self._places[said]
        if counted is not None and counted["thing"] in self._places:
            return f"{self._places[counted['thing']]} {counted['number']}"
        return self._owner(said) if said[:1].isupper() else self._exact.get(said)

    def _value(self, said: str) -> str | None:
        """Translate a value of a position: a number, yes or no, a name, a word; None for what is not known."""
        return said if re.fullmatch(r"-?\d+", said) else self._key(said)
