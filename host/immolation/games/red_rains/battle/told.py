"""Names the keywords that the host does not play: text on cards, answered by people when it matters (RR-ABIL-11)."""

from __future__ import annotations

from collections.abc import Iterable

from ..facts.card_in_play import TOLD, CardInPlay, named
from ..facts.situation import Situation
from . import stats


def words(body: CardInPlay) -> list[str]:
    """Such keywords on a card, active or not, as they were said: ``ambush 1``."""
    found = {word.removeprefix(TOLD): n for word, n in body.every_word.items() if word.startswith(TOLD)}
    return [f"{word} {n}" if n else word for word, n in found.items()]


def active(s: Situation, body: CardInPlay) -> list[str]:
    """Those whose text is active (RR-ABIL-03)."""
    return words(body) if body.up and not stats.exhausted(s, body) else []


def reminder(bodies: Iterable[CardInPlay]) -> str:
    """One sentence on what people must say themselves; empty where there is nothing."""
    said = [f"{named(body)} has {', '.join(found)}" for body in bodies if (found := words(body))]
    return f" {'; '.join(said)}: say what it does." if said else ""
