"""Carries out the recovery phase, step by step in the order of the option (RR-BASE-06)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...engine import report
from ..battle import damage, stats
from ..chimera import battlefield, red_rains_tokens
from ..facts.card_in_play import named
from ..facts.situation import Log, Situation
from ..options import RecoveryStep
from . import dice_payment
from .campaign import level_now


def _wounds(s: Situation, log: Log) -> None:
    for body in s.units():
        if body.up:
            damage.heal(s, body, stats.recover(s, body), log, "RR-BASE-06")


def _remove_tokens(s: Situation, log: Log) -> None:
    """As many Red Rains tokens go as exhaustion tokens lie on the Chimera and its Ultimate card (RR-TOK-07)."""
    if s.settings.rules.recovery_token_removal == "none":
        return
    taken = min(s.red_rains, s.chimera.exhaustion + s.ultimate_exhaustion)
    if taken:
        s.red_rains -= taken
        text = f"{taken} Red Rains tokens leave the exhausted Chimera: {s.red_rains} left."
        report(log, "red-rains-removed", "RR-TOK-07", text, removed=taken, tokens=s.red_rains)


def _exhaustion(s: Situation, log: Log) -> None:
    for body in (*s.units(), *(seat for seat in s.seats_of.values()), s.chimera):
        if body.up:
            damage.ready(s, body, 1, log, "RR-BASE-06")
    if s.ultimate_exhaustion:
        s.ultimate_exhaustion -= 1
        report(log, "readied", "RR-BASE-06", "1 exhaustion token leaves the Ultimate card.", card="ultimate", tokens=1)


def _dice(s: Situation, log: Log) -> None:
    """Dice on cards exhaust; so do those of the sample deck. Players see to their own, so nobody counts them now."""
    for body in [*s.units(), *(seat for seat in s.seats_of.values()), s.chimera]:
        damage.return_dice(s, body, log, "RR-BASE-08")
    for seat in s.seats_of.values():
        if seat.dice is None:
            continue
        if not dice_payment.relies(s, seat):
            dice_payment.uncounted(seat, log)
        elif seat.cards is not None and s.settings.rules.recovery_dice == "exhausted":
            n = sum(seat.dice.values()) - seat.dice["exhausted"]
            seat.dice = {"power": 0, "class": 0, "basic": 0, "exhausted": sum(seat.dice.values())}
            if n:
                text = f"{n} dice of {named(seat)} are exhausted."
                report(log, "dice-exhausted", "RR-BASE-08", text, seat=seat.ref, dice=n)


def _replenish(s: Situation, log: Log) -> None:
    """Aspects are added face down up to the threat value; units that are none take no place (RR-LAW-17)."""
    threat = s.pack.threat(level_now(s))
    for side in red_rains_tokens.sides_in_order(s):
        there = sum(1 for body in s.seats_of[side].facing if body.kind == "aspect")
        n = threat - there if s.settings.rules.replenish == "threat_minus_aspects" else threat
        if n > 0:
            battlefield.add(s, side, n)


def _tokens(s: Situation, log: Log) -> None:
    """Red Rains tokens for aspects (RR-TOK-01); units that are none do not count (RR-LAW-16)."""
    every = s.settings.rules.recovery_tokens_aspects == "all"
    aspects = sum(1 for body in s.units() if body.kind == "aspect" and (body.up or every))
    n = aspects * s.settings.rules.recovery_tokens_per_aspect
    if n:
        there = "1 aspect is" if aspects == 1 else f"{aspects} aspects are"
        how = "on the battlefield" if every else "face up"
        text = f"{there} {how}: {n} Red Rains {'token is' if n == 1 else 'tokens are'} placed."
        report(log, "recovery-tokens", ("RR-TOK-01", "RR-LAW-16"), text, tokens=n)
        red_rains_tokens.place(s, n)


def _status_tokens(s: Situation, log: Log) -> None:
    for seat in s.seats_of.values():
        for body in seat.facing:
            if body.up and body.kind == "aspect":
                battlefield.place_status_tokens(body, log, "RR-BASE-06")


STEPS: Final[dict[RecoveryStep, Callable[[Situation, Log], None]]] = {
    "wounds": _wounds,
    "remove_tokens": _remove_tokens,
    "exhaustion": _exhaustion,
    "dice": _dice,
    "replenish": _replenish,
    "tokens": _tokens,
    "status": _status_tokens,
}
"""What each step of the recovery phase does."""
