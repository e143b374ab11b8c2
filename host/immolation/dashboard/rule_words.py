"""Says the rulebook of a game in another language: headings, rules by their id, house rules by their key."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

RULE = re.compile(r"[A-Z]+-[A-Z]+-\d\d\w?(?:-L\d)?")


class RuleText(NamedTuple):
    """One text of a rulebook."""

    about: str
    """The id of its rule, the key of its house rule, empty for a heading."""

    said: str
    shown: str


class RuleWords:
    """The rulebook of one ruleset in one language."""

    def __init__(self, entries: Iterable[RuleText]) -> None:
        """Remember the texts; those of rules also for whoever looks for words."""
        self._entries = {(one.about, one.said): one.shown for one in entries}
        self._read: dict[str, str] = {}
        for (about, _said), shown in self._entries.items():
            if RULE.fullmatch(about):
                self._read[about] = f"{self._read.get(about, '')} {shown.casefold()}"

    def say(self, said: str, about: str = "") -> str | None:
        """A text in this language; None where it is not translated."""
        return self._entries.get((about, said))

    def search(self, words: str) -> list[str]:
        """The ids of the rules whose texts hold every word in this language.

        >>> rules = RuleWords([RuleText("CI-RUN-02", "All it crossed burns.", "Alles, worüber sie läuft, brennt.")])
        >>> rules.search("brennt läuft"), rules.search("Wasser"), rules.search("")
        (['CI-RUN-02'], [], [])
        """
        wanted = words.casefold().split()
        return [about for about, read in self._read.items() if wanted and all(word in read for word in wanted)]
