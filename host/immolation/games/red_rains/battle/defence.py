"""Answers to an attack of the Chimera's: which cards may block or guard, and what is asked (RR-BLK-*, RR-GRD-*)."""

from __future__ import annotations

from ...engine import report
from ..effects import targeting
from ..facts.card_in_play import CHIMERA, CardInPlay, Seat, named
from ..facts.situation import Log, Situation
from ..frames import Ask, Attack
from . import stats


def in_battle(s: Situation, frame: Attack, ref: str) -> CardInPlay | None:
    """An attacker that has not left battle: in play, unexhausted, on its side (RR-BTL-01, RR-BTL-02)."""
    body = s.body(ref)
    if body is None or not body.up or stats.exhausted(s, body) or "left_battle" in body.lasting:
        return None
    home = CHIMERA if frame.by == "chimera" else frame.side
    return body if body.home == home else None


def answers_as_phoenixborn(s: Situation, frame: Attack) -> bool:
    """Whether the attack is answered by blockers (RR-BLK-06) or by guards; a fall-back by blockers (RR-TGT-03)."""
    if frame.target != frame.side:
        return False
    if s.settings.rules.redirected_attack == "as_phoenixborn_attack":
        return True
    first = s.in_play_or_leaving(frame.attackers[0])
    return first is None or first.card is None or first.card.icon == "jaw"


def defenders(s: Situation, frame: Attack, attacker: CardInPlay, taken: list[str]) -> list[CardInPlay]:
    """Return the cards that may block or guard this attacker, left to right; the Phoenixborn last.

    Blockers are unexhausted units (RR-BLK-02); guards are the Phoenixborn, once a round and even exhausted
    (RR-GRD-02, RR-GRD-03), and unexhausted units with Unit Guard (RR-GRD-01), never the target itself (RR-GRD-10).
    """
    seat = s.seats_of[frame.side]
    found: list[CardInPlay] = []
    blocks = answers_as_phoenixborn(s, frame)
    scares = attacker.has("terrifying") or attacker.has("gigantic")
    for unit in seat.units:
        if unit.ref in taken or stats.exhausted(s, unit) or (scares and not strong_enough(s, unit, attacker)):
            continue
        if blocks:
            if not unit.has("cannot_block"):
                found.append(unit)
        elif (
            unit.ref != frame.target
            and targeting.keyword(s, unit, "unit_guard") is not None
            and not may_not_guard(unit)
        ):
            found.append(unit)
    if not blocks and seat.ref not in (frame.target, *taken) and may_guard(s, seat):
        found.append(seat)
    return found


def may_not_guard(body: CardInPlay) -> bool:
    """Whether an effect or its own text keeps a card from guarding."""
    return body.has("cannot_guard")


def may_guard(s: Situation, seat: Seat) -> bool:
    """A Phoenixborn guards once a round, even exhausted, unless an aspect forbids it (RR-GRD-02, RR-GRD-03)."""
    if seat.guard_used or may_not_guard(seat):
        return False
    if seat.attached and any(True for _ in stats.own_modifiers(s, seat, "cannot_guard")):
        return False
    for modifier in stats.facing_modifiers(s, seat.ref, "cannot_guard"):
        if stats.concerns(s, seat.ref, modifier, seat):
            return False
    return True


def strong_enough(s: Situation, unit: CardInPlay, attacker: CardInPlay) -> bool:
    """Terrifying asks for more attack, Gigantic for more life than its number of whoever blocks or guards."""
    terrifying = targeting.keyword(s, attacker, "terrifying")
    if terrifying is not None and stats.attack(s, unit) <= terrifying:
        return False
    gigantic = targeting.keyword(s, attacker, "gigantic")
    return gigantic is None or stats.life(s, unit) > gigantic


def question(s: Situation, frame: Attack, attacker: CardInPlay, able: list[CardInPlay]) -> Ask:
    """Ask which card blocks (RR-BLK-01) or guards (RR-GRD-01); none does if the clock runs out (RR-BLK-03)."""
    blocks = answers_as_phoenixborn(s, frame)
    target = s.in_play_or_leaving(frame.target)
    on = named(target) if target is not None else "its target"
    if blocks:
        prompt = f"{named(attacker)} attacks {on}. Who blocks?"
        return Ask(seat=frame.side, kind="block", prompt=prompt, options=("no", *(b.ref for b in able)),
                   rule="RR-BLK-01", about=attacker.ref)  # fmt: skip
    prompt = f"{named(attacker)} attacks {on}. Who guards?"
    return Ask(seat=frame.side, kind="guard", prompt=prompt, options=("no", *(b.ref for b in able)),
               rule="RR-GRD-01", about=attacker.ref)  # fmt: skip


def report_defender(s: Situation, frame: Attack, ref: str, attacker: str, log: Log) -> None:
    """Report who blocks (RR-BLK-04) or guards (RR-GRD-04)."""
    body, against = s.body(ref), s.in_play_or_leaving(attacker)
    if body is None or against is None:
        return
    if answers_as_phoenixborn(s, frame):
        report(log, "blocked", "RR-BLK-04", f"{named(body)} blocks {named(against)}.", card=ref, attacker=attacker)
    else:
        report(log, "guarded", "RR-GRD-04", f"{named(body)} guards against {named(against)}.",
               card=ref, attacker=attacker)  # fmt: skip
