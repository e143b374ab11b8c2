"""Gives and takes keywords and values for a while, as players declare (RR-ABIL-09, RR-ABIL-10)."""

from __future__ import annotations

from typing import Final

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import Effect
from ..battle import damage, lasting, stats
from ..facts.card_in_play import VALUES, CardInPlay, named
from ..facts.keywords import gifts
from ..facts.situation import Log, Situation

CHANGES: Final = ("grant", "lose", *VALUES, *(f"{value}-less" for value in VALUES))
"""What gives or takes a keyword or a value for a while."""

MOST_GIVEN: Final = 30
"""Things that one card is given for longer than a turn."""


def check_change(s: Situation, body: CardInPlay, action: Effect) -> Refusal | None:
    """The card it lasts with is in play, and the card has room for it, or has the keyword that it loses."""
    if action.until not in ("turn", "round"):
        source = s.body(action.until)
        if source is None or not source.up:
            return Refusal("RR-ABIL-10", "While which card is in play does that last?")
    if len(body.given) >= MOST_GIVEN:
        return Refusal("TABLE", f"{named(body)} has been given {MOST_GIVEN} things already.")
    if action.what not in ("grant", "lose"):
        return None
    found, wrong = gifts(action.word)
    if wrong or not found:
        return Refusal("TABLE", f"{shown(action.word)} can be no keyword.")
    if action.what == "lose":
        missing = [word for word in found if not body.has(word)]
        if missing:
            name = lasting.words_of(missing[0], 0)
            return Refusal("TABLE", f"{named(body)} does not have {name}.")
    return None


def give(s: Situation, body: CardInPlay, action: Effect, log: Log) -> None:
    """Give or take keywords and values until the turn or the round ends, or while a card is in play."""
    until = action.until
    rule = "RR-ABIL-09" if until == lasting.TURN else "RR-ABIL-10"
    source = s.body(until) if until not in ("turn", "round") else None
    by = "" if source is None else named(source)[:40]
    if action.what == "lose":
        found, _ = gifts(action.word)
        for word in found:
            lasting.take(body, word, until, by)
        text = f"{named(body)} loses: {in_words(found)}{_until(until, by)}."
        report(log, "lost", (rule, "RR-ABIL-02"), text, card=body.ref, words=list(found))
        return
    value = action.what.replace("-", "_")
    found = gifts(action.word)[0] if action.what == "grant" else {value: min(action.n, 20)}
    lasting.give(body, found, until, by)
    if action.what == "grant":
        text = f"{named(body)} is given: {in_words(found)}{_until(until, by)}."
        report(log, "granted", (rule, "RR-ABIL-06"), text, card=body.ref, words=list(found))
    else:
        now = {"attack": stats.attack, "life": stats.life, "recover": stats.recover}[value.removesuffix("_less")](
            s, body
        )
        text = f"{named(body)} has {value.removesuffix('_less')} {now}{_until(until, by) or ' this turn'}."
        report(log, f"{value.removesuffix('_less')}-value", rule, text, card=body.ref, attack=stats.attack(s, body))
    damage.check_all_destroyed(s, log)


def in_words(found: dict[str, int]) -> str:
    """Return keywords and values as people read them."""
    return ", ".join(lasting.words_of(word, n) for word, n in found.items() if not word.startswith("inexhaustible:"))


def _until(until: str, by: str) -> str:
    if until == "turn":
        return ""
    return " until the round ends" if until == "round" else f" while {by} is in play"
