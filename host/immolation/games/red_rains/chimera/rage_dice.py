"""The rage dice: rolled, raised, turned back when all of them show power (RR-RAGE-01 to RR-RAGE-05)."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine import report
from ..facts.situation import Log, Situation
from ..frames import Raising
from . import red_rains_tokens


def basic_dice(s: Situation) -> int:
    """Count the rage dice that show basic."""
    return s.settings.rules.rage_dice - s.rage


def step_raising(s: Situation, frame: Raising, log: Log) -> None:
    """Raise one die; the token that it may bring, and an Ultimate, come before the next (RR-RAGE-04, RR-TOK-03)."""
    if not frame.n or not basic_dice(s):
        s.pop(result=frame.done)
        return
    s.stack[-1] = replace(frame, n=frame.n - 1, done=frame.done + 1)
    raise_one(s, log)


def raise_one(s: Situation, log: Log) -> None:
    """Turn a basic die to power without rolling it (RR-RAGE-03); there is one."""
    s.rage += 1
    text = f"A rage die is raised: {s.rage} of {s.settings.rules.rage_dice} show power."
    report(log, "rage-raised", "RR-RAGE-03", text, power=s.rage)
    if s.settings.rules.rage_token_rule == "per_raise":
        report(log, "rage-token", ("RR-RAGE-04", "RR-TOK-02"), "The raised die brings a Red Rains token.")
        red_rains_tokens.place(s, 1)
    _full(s, log)


def turn_to_power(s: Situation, n: int, log: Log) -> None:
    """``n`` of the rolled dice turned to power (RR-TURN-05)."""
    s.rage = min(s.settings.rules.rage_dice, s.rage + n)
    _full(s, log)


def _full(s: Situation, log: Log) -> None:
    """The moment all rage dice show power: a token is placed, all turn back to basic (RR-RAGE-04)."""
    if basic_dice(s) or s.settings.rules.rage_token_rule != "all_power_reset":
        return
    s.rage = 0
    text = "All rage dice show power: they turn back to basic, and a Red Rains token is placed."
    report(log, "rage-full", ("RR-RAGE-04", "RR-TOK-02"), text, power=0)
    red_rains_tokens.place(s, 1)
