"""Defence of the Chimera: blockers, guards and the guard roll (RR-LAW-04 to RR-LAW-12)."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine import UNHEARD, report
from ..effects import targeting
from ..facts.card_in_play import CHIMERA, CardInPlay, named
from ..facts.situation import Log, Situation
from ..frames import Attack
from . import defence, lasting, stats

UNGUARDABLE = ("bypass", "stalk")
"""Keywords of an attacker that cannot be guarded against (RR-LAW-07)."""


def defend(s: Situation, frame: Attack, log: Log) -> None:
    """Block or guard for the Chimera, all attackers in one step (RR-BTL-06)."""
    if frame.target == CHIMERA:
        _block(s, frame, log)
    else:
        _guard(s, frame, log)


def eligible(
    s: Situation, frame: Attack, attacker: CardInPlay, taken: list[str], defenders_only: bool
) -> list[CardInPlay]:
    """Unexhausted units of the Chimera that could meet this attacker, left to right."""
    barred = "cannot_block" if frame.target == CHIMERA else "cannot_guard"
    return [
        body
        for body in s.seats_of[frame.side].facing
        if body.up
        and not stats.exhausted(s, body)
        and body.ref not in taken
        and body.ref != frame.target
        and not body.has(barred)
        and (not defenders_only or targeting.keyword(s, body, "defender") is not None)
        and defence.strong_enough(s, body, attacker)
    ]


def _block(s: Situation, frame: Attack, log: Log) -> None:
    """One Defender for each attacker (RR-LAW-06); a forced block takes others too (RR-LAW-04); a named one any
    (RR-LAW-05). The named one is taken first, then attackers that force a block are met, then the others."""
    order = [s.body(ref) for ref in frame.attackers]
    may = frame.forced or frame.block or any(body is not None and body.has("threatening") for body in order)
    if not may and not any(body.has("defender") for body in s.seats_of[frame.side].facing):
        s.stack[-1] = replace(frame, step="defended", guards=("",) * len(order), answers=())
        return
    found: dict[str, str] = {}
    there = [body for body in order if body is not None]
    forced = [body for body in there if frame.forced or targeting.keyword(s, body, "threatening") is not None]
    others = [body for body in there if body not in forced]
    chooser = [body for body in order[:1] if body is not None and frame.block]
    for attacker in dict.fromkeys((*chooser, *forced, *others)):
        if defence.in_battle(s, frame, attacker.ref) is None:
            continue
        taken = [ref for ref in found.values() if ref]
        named_block = s.body(frame.block) if frame.block and attacker.ref == frame.attackers[0] else None
        if named_block is not None and named_block in eligible(s, frame, attacker, taken, False):
            found[attacker.ref] = named_block.ref
            _report_defender(log, "blocked", "RR-LAW-05", named_block, attacker)
            continue
        able = eligible(s, frame, attacker, taken, True)
        if able:
            found[attacker.ref] = able[0].ref
            _report_defender(log, "blocked", "RR-LAW-06", able[0], attacker)
        elif attacker in forced:
            rest = eligible(s, frame, attacker, taken, False)
            if rest:
                found[attacker.ref] = rest[0].ref
                _report_defender(log, "blocked", "RR-LAW-04", rest[0], attacker)
    guards = tuple(found.get(ref, "") for ref in frame.attackers)
    s.stack[-1] = replace(frame, step="defended", guards=guards, answers=())


def _guard(s: Situation, frame: Attack, log: Log) -> None:
    """The leftmost Defender that can guards an aspect that is no active Defender itself (RR-LAW-06, RR-LAW-08); else
    the Chimera rolls (RR-LAW-09). One guard meets all attackers of the attack."""
    if frame.answers:
        face = int(frame.answers[0])
        success = face >= s.settings.rules.guard_roll_min
        if success:
            s.guards = min(s.guards + 1, 99)
        guards = (CHIMERA if success else "",) * len(frame.attackers)
        if log is not UNHEARD:
            text = f"Guard roll {face}: the Chimera {'itself guards' if success else 'does not guard'}."
            report(log, "guard-roll", "RR-LAW-09", text, face=face, guards=success)
        s.stack[-1] = replace(frame, step="defended", guards=guards, answers=())
        return
    target = s.body(frame.target)
    attackers = [body for ref in frame.attackers if (body := defence.in_battle(s, frame, ref)) is not None]
    none = replace(frame, step="defended", guards=("",) * len(frame.attackers), answers=())
    if target is None or not attackers or target.kind != "aspect":
        s.stack[-1] = none
        return
    if any(targeting.keyword(s, body, name) is not None for name in UNGUARDABLE for body in attackers):
        text = f"{named(attackers[0])} cannot be guarded against: there is no guard and no roll."
        report(log, "no-guard", "RR-LAW-07", text, card=frame.target)
        s.stack[-1] = none
        return
    if target.has("cannot_be_guarded"):
        report(log, "no-guard", "RR-LAW-07", f"{named(target)} cannot be guarded.", card=frame.target)
        s.stack[-1] = none
        return
    if targeting.keyword(s, target, "defender") is not None:
        s.stack[-1] = none
        return
    able = eligible(s, frame, attackers[0], [], True)
    able = [body for body in able if all(defence.strong_enough(s, body, each) for each in attackers)]
    if able:
        for attacker in attackers:
            _report_defender(log, "guarded", ("RR-LAW-06", "RR-LAW-08"), able[0], attacker)
        s.stack[-1] = replace(none, guards=(able[0].ref,) * len(frame.attackers))
        return
    limit = s.settings.rules.chimera_guards_per_round
    if (limit and s.guards >= limit) or lasting.hindered(s, "cannot_guard", frame.side):
        s.stack[-1] = none
        return
    s.ask_dice("guard", "RR-LAW-09")


def _report_defender(log: Log, kind: str, rules: str | tuple[str, ...], body: CardInPlay, attacker: CardInPlay) -> None:
    if log is UNHEARD:
        return
    verb = "blocks" if kind == "blocked" else "guards against"
    text = f"{named(body)} {verb} {named(attacker)}."
    report(log, kind, rules, text, card=body.ref, attacker=attacker.ref)
