"""Red Rains tokens and the Ultimates they bring (RR-TOK-*, RR-ULT-*)."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine import UNHEARD, report
from ..battle import damage
from ..effects.effect_context import resolve
from ..facts.card_in_play import CHIMERA, named
from ..facts.situation import Log, Situation
from ..frames import PlacingTokens, Ultimating

PHASES = ("", "I", "II", "III")

MOST_TOKENS = 99
"""Red Rains tokens that anybody counts."""


def ultimate_value(s: Situation) -> int:
    """The Ultimate value now: printed, and 1 more for each exhaustion token on the Chimera or its Ultimate card
    (RR-TOK-05)."""
    return s.pack.file.chimera.ultimate_value + s.chimera.exhaustion + s.ultimate_exhaustion


def ultimate_reached(s: Situation) -> bool:
    """Whether the tokens bring the Ultimate (RR-TOK-03)."""
    return s.red_rains >= ultimate_value(s)


def place(s: Situation, n: int) -> None:
    """Queue the placing of tokens (RR-TOK-04)."""
    s.queue(PlacingTokens(n=min(n, MOST_TOKENS)))


def step_placing(s: Situation, frame: PlacingTokens, log: Log) -> None:
    """Place one token and look whether it brings the Ultimate; the rest follow after it (RR-TOK-04)."""
    if not frame.n:
        s.pop(result=1)
        return
    n = 1 if s.settings.rules.token_placement == "one_at_a_time" else frame.n
    s.red_rains = min(s.red_rains + n, MOST_TOKENS)
    if log is not UNHEARD:
        noun = "A Red Rains token is" if n == 1 else f"{n} Red Rains tokens are"
        text = f"{noun} placed on the Chimera: {s.red_rains} of {ultimate_value(s)}."
        report(log, "red-rains", ("RR-TOK-02", "RR-TOK-03"), text, tokens=s.red_rains, value=ultimate_value(s))
    s.stack[-1] = replace(frame, n=frame.n - n)
    if ultimate_reached(s):
        begin_ultimate(s, log)


def begin_ultimate(s: Situation, log: Log) -> None:
    """The Ultimate is triggered at once (RR-TOK-03)."""
    text = f"The Ultimate of phase {PHASES[s.phase]} is unleashed."
    report(log, "ultimate", ("RR-TOK-03", "RR-ULT-01"), text, phase=s.phase)
    s.queue(Ultimating())


def step_ultimate(s: Situation, frame: Ultimating, log: Log) -> None:
    """The four steps in their printed order (RR-ULT-01)."""
    if frame.step == "remove":
        printed = s.pack.file.chimera.ultimate_value
        taken = ultimate_value(s) if s.settings.rules.ultimate_removed == "effective_value" else printed
        taken = min(taken, s.red_rains)
        s.red_rains -= taken
        text = f"{taken} Red Rains tokens are removed: {s.red_rains} left."
        report(log, "red-rains-removed", "RR-ULT-02", text, removed=taken, tokens=s.red_rains)
        s.stack[-1] = replace(frame, step="discard")
    elif frame.step == "discard":
        s.stack[-1] = replace(frame, step="effect")
        _foreign(s, log)
    elif frame.step == "effect":
        s.stack[-1] = replace(frame, step="advance")
        for side in sides_in_order(s):
            resolve(s, s.pack.ultimates[s.phase], side, nature="ultimate", rule="RR-ULT-04")
    else:
        s.pop()
        _advance(s, log)


def sides_in_order(s: Situation, lead: str = "") -> list[str]:
    """The seats as the Chimera goes through them, the first player first (RR-TURN-12): ``lead``, or whom the number of
    the round says."""
    return list(in_order(tuple(s.seats_of), lead, s.round))


def in_order(seats: tuple[str, ...], lead: str, number: int) -> tuple[str, ...]:
    """The same of seats in a round of this number."""
    at = seats.index(lead) if lead else (number - 1) // 2 % len(seats)
    return seats[at:] + seats[:at]


def _foreign(s: Situation, log: Log) -> None:
    """Cards on its battlefields that the Chimera does not own are discarded (RR-ULT-03); its own stay (RR-ULT-08)."""
    for seat in s.seats_of.values():
        for body in list(seat.facing):
            if body.owner != CHIMERA:
                damage.discard(s, body, log, "RR-ULT-03")
            elif body.spells:
                for spell, owner in sorted(body.spells.items()):
                    text = f"{spell} on {named(body)} goes to the discard pile of {damage.owner_name(s, owner)}."
                    report(log, "discarded", "RR-ULT-03", text, card=body.ref, owner=owner)
                body.spells = {}
    if s.settings.rules.ultimate_foreign == "battlefields":
        return
    for spell, owner in sorted(s.chimera.spells.items()):
        text = f"{spell} on the Chimera goes to the discard pile of {damage.owner_name(s, owner)}."
        report(log, "discarded", "RR-ULT-03", text, card=CHIMERA, owner=owner)
    s.chimera.spells = {}


def _advance(s: Situation, log: Log) -> None:
    """The topmost Ultimate and behaviour cards leave the game (RR-ULT-05); in phase III they stay (RR-ULT-06)."""
    if s.phase >= 3:
        text = "Phase III stays: its Ultimate may come again."
        report(log, "phase", "RR-ULT-06", text, phase=s.phase)
        return
    s.phase += 1
    if s.ultimate_exhaustion:
        lost = s.ultimate_exhaustion
        if s.settings.rules.ultimate_card_tokens == "move_to_chimera":
            s.chimera.exhaustion = min(s.chimera.exhaustion + lost, damage.MOST_EXHAUSTION)
        text = f"The {lost} exhaustion on the Ultimate card go with it."
        report(log, "ultimate-card", "RR-ULT-09", text, tokens=lost)
        s.ultimate_exhaustion = 0
    text = f"The Chimera is stronger: phase {PHASES[s.phase]}."
    report(log, "phase", ("RR-ULT-05", "RR-ULT-07"), text, phase=s.phase)


def ultimate_overdue(s: Situation) -> bool:
    """With ``ultimate_recheck = "continuous"``: a fall of the value brings the Ultimate by itself (RR-TOK-06)."""
    if s.settings.rules.ultimate_recheck != "continuous" or not ultimate_reached(s) or s.due:
        return False
    return not any(isinstance(frame, (Ultimating, PlacingTokens)) for frame in s.stack)
