"""Pays with the dice of a player, where the host counts them."""

from __future__ import annotations

from ...engine import report
from ..battle import stats
from ..facts.card_in_play import DICE, CardInPlay, Seat
from ..facts.situation import Log, Situation


def payable(s: Situation, seat: Seat) -> int:
    """Active dice the seat may spend; basic ones not while an aspect forbids it."""
    assert seat.dice is not None
    total = seat.dice["power"] + seat.dice["class"]
    return total if forbidden(s, seat.ref, "no_basic_dice") else total + seat.dice["basic"]


def relies(s: Situation, seat: Seat) -> bool:
    """Whether the host's count of dice is what lies on the table: with the sample deck; with printed cards only where
    the option says so, for people spend dice on cards that the host does not see (RR-DICE-05)."""
    return seat.dice is not None and (seat.cards is not None or s.settings.rules.declared_dice == "trusted")


def uncounted(seat: Seat, log: Log) -> None:
    """The count that the player declared holds no more (RR-DICE-05)."""
    seat.dice = None
    text = f"The dice of {seat.name} are counted no longer, until they are declared again."
    report(log, "dice-uncounted", "RR-DICE-05", text, seat=seat.ref)


def forbidden(s: Situation, side: str, name: str, kind: str = "") -> CardInPlay | None:
    """The aspect that forbids the player opposite something now."""
    for body in s.seats_of[side].facing:
        if body.card is not None and body.up:
            for modifier in body.card.ongoing:
                if modifier.do == name and (not kind or not modifier.kinds or kind in modifier.kinds):
                    active = (modifier.while_ or "unexhausted") != "exhausted"
                    if modifier.while_ == "always" or stats.has_exhaustion(s, body) != active:
                        return body
    return None


def spend(seat: Seat, n: int, basic: bool) -> None:
    """Move dice to the exhausted pool, the lowest first."""
    assert seat.dice is not None
    for level in ("basic", "class", "power") if basic else ("class", "power"):
        paid = min(n, seat.dice[level])
        seat.dice[level] -= paid
        seat.dice["exhausted"] += paid
        n -= paid


def lower(seat: Seat, level: str) -> None:
    """An active die drops one level: power to class, class to basic."""
    assert seat.dice is not None
    seat.dice[level] -= 1
    seat.dice[DICE[DICE.index(level) + 1]] += 1
