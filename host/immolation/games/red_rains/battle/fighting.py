"""Battles one after another: who meets whom, the damage, the exhaustion after it (RR-BTL-*, RR-BASE-01)."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine import UNHEARD, report
from ..effects import targeting
from ..facts.card_in_play import CHIMERA, CardInPlay, named
from ..facts.situation import Log, Situation
from ..frames import Ask, Attack
from . import damage, defence, stats, told, triggers


def fight(s: Situation, frame: Attack, log: Log) -> None:
    """Settle whom the next attacker battles, and whether that one counters."""
    if frame.now >= len(frame.attackers):
        s.stack[-1] = replace(frame, step="over", answers=())
        return
    ref = frame.attackers[frame.now]
    attacker = defence.in_battle(s, frame, ref)
    if attacker is None:
        gone = s.in_play_or_leaving(ref)
        who = named(gone) if gone is not None else "The attacker"
        text = f"{who} has left battle: it deals no damage, and nothing counters it."
        report(log, "left-battle", ("RR-BTL-01", "RR-BTL-02", "RR-BTL-03"), text, card=ref)
        still = s.body(ref)
        if still is not None and s.settings.rules.left_battle_exhaustion == "one_token":
            damage.exhaust(s, still, 1, log, "RR-BTL-02")
        s.stack[-1] = replace(frame, now=frame.now + 1, answers=())
        return
    guard = frame.guards[frame.now] if frame.now < len(frame.guards) else ""
    foe = opponent(s, frame)
    guarded = bool(guard) and foe is not None and foe.ref == guard
    if guard and not guarded and foe is not None:
        text = f"The blocker or guard is gone: {named(attacker)} battles {named(foe)}."
        report(log, "guard-gone", "RR-BTL-04", text, card=ref, foe=foe.ref)
    if foe is None or not foe.up:
        text = f"The target of {named(attacker)} has left play: the battle ends without damage."
        report(log, "no-battle", "RR-BTL-05", text, card=ref)
        s.stack[-1] = replace(frame, step="counter", foe="", counters=False, killed=False, answers=())
        return
    counters = can_counter(s, foe)
    if counters and frame.by == "chimera" and foe.kind != "phoenixborn":
        optional = not guarded or s.settings.rules.block_and_guard_counter == "optional"
        if optional and not frame.answers:
            options = ("yes", "no")
            prompt = f"{named(foe)} battles {named(attacker)}. Does it counter?"
            rule = "RR-GRD-09" if not guarded else "RR-BLK-04"
            s.push(Ask(seat=frame.side, kind="counter", prompt=prompt, options=options, rule=rule, about=ref))
            return
        counters = not optional or frame.answers[0] == "yes"
    if guarded and foe.kind == "phoenixborn" and not defence.answers_as_phoenixborn(s, frame):
        s.seats_of[frame.side].guard_used = True
        text = f"{named(foe)} has guarded and cannot guard again this round."
        report(log, "guard-used", ("RR-GRD-06", "RR-GRD-07"), text, seat=frame.side)
    if s.settings.uninterrupted:
        _battle(s, frame, attacker, foe, counters, log)
    else:
        s.stack[-1] = replace(frame, step="damage", foe=foe.ref, counters=counters, answers=())


def opponent(s: Situation, frame: Attack) -> CardInPlay | None:
    """The card that the attacker battles now: its blocker or guard, or without one the first target (RR-BTL-04)."""
    guard = frame.guards[frame.now] if frame.now < len(frame.guards) else ""
    return (_still(s, guard) if guard else None) or _still(s, frame.target)


def _still(s: Situation, ref: str) -> CardInPlay | None:
    """A card that has not left play since it was declared; one that returned is in no battle (RR-MISC-03)."""
    body = s.body(ref)
    return None if body is not None and "left_battle" in body.lasting else body


def can_counter(s: Situation, foe: CardInPlay) -> bool:
    """Unexhausted units counter, aspects always (RR-LAW-10, RR-LAW-12); a Phoenixborn does not (RR-BLK-05)."""
    if foe.kind == "chimera":
        return False
    if foe.kind == "phoenixborn":
        return s.settings.rules.phoenixborn_counters
    return not stats.exhausted(s, foe)


def strength(s: Situation, body: CardInPlay, against: CardInPlay) -> int:
    """Attack value in this battle: Tame lessens that of whoever fights its bearer."""
    tame = targeting.keyword(s, against, "tame")
    return max(0, stats.attack(s, body) - (tame or 0))


def deal_damage(s: Situation, frame: Attack, log: Log) -> None:
    """The attacker deals its attack value, a countering unit its own (RR-BASE-01)."""
    attacker, foe = s.body(frame.attackers[frame.now]), s.body(frame.foe)
    if attacker is None or foe is None:
        s.stack[-1] = replace(frame, step="counter", foe="", counters=False, killed=False)
        return
    _battle(s, frame, attacker, foe, frame.counters, log)


def _battle(s: Situation, frame: Attack, attacker: CardInPlay, foe: CardInPlay, counters: bool, log: Log) -> None:
    """The attacker battles; ``counters``: whether the other one counters."""
    plain = not (attacker.has_words or foe.has_words)  # then no keyword is looked for
    if plain:
        hit, back = stats.attack(s, attacker), stats.attack(s, foe)
        feeble = first = foe_first = False
    else:
        hit, back = strength(s, attacker, foe), strength(s, foe, attacker)
        feeble = targeting.keyword(s, attacker, "feeble") is not None
        first = targeting.keyword(s, attacker, "quick_strike") is not None
        foe_first = counters and targeting.keyword(s, foe, "quick_strike") is not None and not first
    near: list[CardInPlay] = []
    if "neighbour_kill" in s.pack.occasions:
        near = triggers.neighbours(s, foe if frame.by == "player" else attacker)
    if foe_first:
        damage.deal(s, attacker, back, log, "RR-BASE-01", by=foe)
        if not damage.has_left_play(s, attacker):
            damage.deal(s, foe, hit, log, "RR-BASE-01", by=attacker)
    else:
        together = s.settings.rules.damage_model == "simultaneous" or frame.by == "player"
        together = together and counters and not first
        damage.deal(s, foe, hit, log, "RR-BASE-01", by=attacker, judge=not together)
        if counters and first and damage.has_left_play(s, foe):
            counters = False
            text = f"{named(attacker)} strikes first: {named(foe)} cannot counter any more."
            report(log, "no-counter", "RR-BASE-01", text, card=foe.ref)
        if counters:
            if log is not UNHEARD:
                report(log, "counters", _counter_rule(frame, foe), f"{named(foe)} counters.", card=foe.ref)
            damage.deal(s, attacker, back, log, "RR-BASE-01", by=foe)
        if together:
            damage.check_destroyed(s, foe, log, attacker)
    killed = damage.has_left_play(s, foe)
    if not plain:
        _overkill(s, attacker, foe, log)
        if counters:
            _overkill(s, foe, attacker, log)
    tiring = counters and not feeble  # said now: an attacker that falls here is forgotten when the counter is over
    if s.settings.uninterrupted and not killed and not s.due and s.ending is None:
        _after_battle(s, frame, foe, tiring, log)
        return
    s.stack[-1] = replace(frame, step="counter", foe=foe.ref, counters=tiring, killed=killed, answers=())
    if killed and frame.by == "chimera":
        triggers.trigger(s, attacker, "on_kill", attacker=attacker.ref)
        triggers.trigger_those(s, near, "neighbour_kill", attacker.ref)
    elif frame.by == "player" and counters and damage.has_left_play(s, attacker):
        triggers.trigger(s, foe, "on_kill", attacker=foe.ref)
        triggers.trigger_those(s, near, "neighbour_kill", foe.ref)


def _overkill(s: Situation, by: CardInPlay, gone: CardInPlay, log: Log) -> None:
    """Deal the Overkill of a card that destroyed a unit in battle to whoever controlled that unit (RR-ABIL-12)."""
    n = targeting.keyword(s, by, "overkill")
    if n and by.home != gone.home and damage.has_left_play(s, gone) and not damage.has_left_play(s, by):
        damage.deal(s, s.chimera if gone.home == CHIMERA else s.seats_of[gone.side], n, log, "RR-ABIL-12", by=by)


def _counter_rule(frame: Attack, foe: CardInPlay) -> tuple[str, ...]:
    if foe.home == CHIMERA:
        return ("RR-LAW-10",)
    return ("RR-GRD-05", "RR-BLK-04") if frame.guards and foe.ref in frame.guards else ("RR-GRD-09",)


def after(s: Situation, frame: Attack, log: Log) -> None:
    """After a battle: a player's unit that countered is exhausted (RR-BASE-02), an aspect never (RR-LAW-11), nor who is
    alert (RR-ABIL-12). First people say what keywords did that the host does not play (RR-ABIL-11)."""
    foe = s.body(frame.foe) if frame.foe else None
    if frame.foe and not frame.told and s.settings.windows:
        fought = [body for body in (s.body(frame.attackers[frame.now]), foe) if body is not None]
        if active := [body.ref for body in fought if told.active(s, body)]:
            s.stack[-1] = replace(frame, told=True)
            s.ask_reaction(frame.side, "text", active[0])
            return
    _after_battle(s, frame, foe, frame.counters, log)


def _after_battle(s: Situation, frame: Attack, foe: CardInPlay | None, counters: bool, log: Log) -> None:
    """Exhaust whom the battle exhausts, and go on to the next one; the last of them ends the attack."""
    if counters and foe is not None and foe.kind == "unit" and foe.home != CHIMERA:
        tires = s.settings.rules.counter_exhausts_player_units
        if tires and targeting.keyword(s, foe, "alert") is None:
            damage.exhaust(s, foe, 1, log, "RR-BASE-02")
    still = _still(s, frame.attackers[frame.now])
    if still is not None and still.home == (CHIMERA if frame.by == "chimera" else frame.side):
        rule = "RR-ATK-07" if frame.by == "chimera" else "RR-BASE-01"
        damage.exhaust(s, still, 1, log, rule)
    if s.settings.uninterrupted and not s.due and frame.now + 1 >= len(frame.attackers):
        s.pop(result=1)
        return
    s.stack[-1] = replace(
        frame, step="fight", now=frame.now + 1, foe="", counters=False, killed=False, told=False, answers=()
    )
