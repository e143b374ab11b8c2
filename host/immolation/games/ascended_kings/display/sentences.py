"""Sentences of the arena that are no words of a form: "I take a wound", "I swap places with Sera", "I am level two"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...contract import Json

_N: Final = r"(?:(?P<n>\d+)|an?|another|one more)"

_FORMS: Final = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"i am (?:at |on )?level (?P<n>\d)", "level {n}"),
        (r"(?:i )?(?:swap|change)(?: places)? with (?P<who>.+)", "sun sky change places {who}"),
        (r"(?:i )?(?:place|put|transfer) (?:an?|1) dire (?:on|to|onto) (?:tile )?(?P<n>\d+)", "dire transfer tile {n}"),
        (r"(?:i )?move (?P<who>.+?) (?:on|to|onto) (?:tile )?(?P<n>\d+)", "card moved miniature {who} {n}"),
        (r"(?:i )?kill(?:ed)? (?P<who>.+?) (?:with|by) (?:an? |my |the )?(?P<how>.+)", "killed {who} {how}"),
    )
)
_TAKEN: Final = re.compile(rf"i (?:take|receive|get|suffer) {_N} wounds?")
_HEALED: Final = re.compile(rf"i heal {_N} wounds?")


def form_words(seat: str, words: str, view: Mapping[str, Json]) -> str | None:
    """Return what a sentence of ``seat`` says in the words of a form; None if it is another sentence."""
    for sentence, sign in ((_TAKEN, 1), (_HEALED, -1)):
        match = sentence.fullmatch(words)
        if match is not None:
            return f"wounds {max(0, view['seats'][seat]['wounds'] + sign * int(match['n'] or 1))}"
    for pattern, said in _FORMS:
        match = pattern.fullmatch(words)
        if match is not None:
            return said.format(**match.groupdict())
    return None
