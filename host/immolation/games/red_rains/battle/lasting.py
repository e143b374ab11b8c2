"""Gives cards words and values for a while, and ends them by themselves (RR-ABIL-09, RR-ABIL-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine import report
from ..facts.card_in_play import LOST, ROUND, SPELL, TOLD, VALUES, CardInPlay, Given, named
from ..facts.situation import Log, Situation
from . import damage

TURN = "turn"
"""Until the turn ends."""

HINDERS = ("no_side_action", "no_dice_power", "cannot_guard")
"""What may be forbidden to the Chimera itself."""


def give(body: CardInPlay, words: Mapping[str, int], until: str, by: str = "") -> None:
    """Give a card keywords and values until the turn ends, the round ends, ``by`` leaves it, or a card leaves play."""
    if until != TURN:
        body.given = (*body.given, *(Given(word=word, n=n, until=until, by=by) for word, n in words.items()))
        return
    for word, n in words.items():
        counted = word.removesuffix("_less") in VALUES
        body.last({word: min(20, body.lasting.get(word, 0) + n) if counted else n})


def take(body: CardInPlay, word: str, until: str, by: str = "") -> None:
    """Take a keyword away for as long."""
    own = body.take_away(word)
    if own is not None:
        give(body, {LOST + word: own}, until, by)


def hinder(s: Situation, word: str, side: str) -> None:
    """Forbid the Chimera something until the end of its turn against ``side``, the one whom it concerns (RR-TURN-12).

    The number of the word says whom: the sum of 1 for the first seat and 2 for the second; 0 is everybody.
    """
    own = _number(s, side)
    n = s.chimera.lasting.get(word, own)
    s.chimera.last({word: n and n | own})


def hindered(s: Situation, word: str, side: str) -> bool:
    """Whether that is forbidden to the Chimera now where it faces ``side``."""
    n, own = s.chimera.lasting.get(word), _number(s, side)
    return n is not None and (not n or not own or bool(n & own))


def hindered_against_others(s: Situation, side: str) -> dict[str, int]:
    """What stays forbidden once the Chimera's turn against ``side`` is over, empty for everybody."""
    own = _number(s, side) if side else 0
    left = {word: s.chimera.lasting.get(word, 0) & ~own for word in HINDERS} if own else {}
    return {word: n for word, n in left.items() if n}


def _number(s: Situation, side: str) -> int:
    """A seat in the number of a word that hinders the Chimera; 0 for one who plays alone."""
    seats = [*s.seats_of]
    return 1 << seats.index(side) if len(seats) > 1 else 0


def end_with_round(s: Situation, log: Log) -> None:
    """End all that was given until the end of the round."""
    _end(s, log, lambda body, each: each.until == ROUND)


def end_what_is_over(s: Situation, log: Log) -> None:
    """End all that came from a spell that is no longer there, or from a card that left play."""
    if any(body.given for body in _bodies(s)):
        _end(s, log, lambda body, each: not _lasts(s, body, each))


def _lasts(s: Situation, body: CardInPlay, each: Given) -> bool:
    if each.until == SPELL:
        return each.by in body.spells
    if each.until == ROUND:
        return True
    source = s.body(each.until)
    return source is not None and source.up


def _bodies(s: Situation) -> tuple[CardInPlay, ...]:
    return (*s.units(), *s.seats_of.values(), s.chimera)


def _end(s: Situation, log: Log, over: Callable[[CardInPlay, Given], bool]) -> None:
    for body in _bodies(s):
        ended = [each for each in body.given if over(body, each)]
        if ended:
            body.end(ended)
            text = f"Over for {named(body)}: {', '.join(map(said, ended))}."
            report(log, "ended", "RR-ABIL-10", text, card=body.ref, words=[each.word for each in ended])
    damage.check_all_destroyed(s, log)


def words_of(word: str, n: int) -> str:
    """A keyword or value as people write it: ``2 more attack``, ``armored 1``, ``no stalk``, ``prevents 2 damage``."""
    if word.startswith(LOST):
        return f"no {words_of(word.removeprefix(LOST), 0)}"
    if word.removesuffix("_less") in VALUES:
        return f"{n} {'less' if word.endswith('_less') else 'more'} {word.removesuffix('_less')}"
    if word == "prevent":
        return f"prevents {n} of the next damage"
    name = word.removeprefix(TOLD).replace("_", " ")
    if word in HINDERS:
        return name
    return f"{name} {n}" if n else name


def said(each: Given) -> str:
    """Say in words what was given, and by which card."""
    return words_of(each.word, each.n) + (f" from {each.by}" if each.by else "")
