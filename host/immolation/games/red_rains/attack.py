"""An attack of either side, from its declaration to the exhaustion of its attackers.

The Chimera's attacks are answered by people (RR-BLK-*, RR-GRD-*); attacks on the Chimera are answered by its laws,
which `laws` holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from . import harm, laws, stats, targeting
from .frames import Ask, Attack, Resolving, Window
from .harm import named
from .table import CHIMERA, Body, Log, Seat, Situation, report

PLACES: Final = ("leftmost", "rightmost", "rightmost-aspect")
"""How an instruction names an attacker by its place."""

# --- declaring -------------------------------------------------------------------------------------------


def ordered(s: Situation, side: str, unit: str, frame: Resolving, log: Log) -> Attack | None:
    """The attack that an instruction orders, or None where its unit cannot attack (RR-ATK-02, RR-ATK-03)."""
    able = targeting.attackers(s, side)
    if unit == "rightmost-aspect":
        able = [body for body in able if stats.is_aspect(body)]
    if unit in ("revealed", "self"):
        ref = frame.revealed if unit == "revealed" else frame.source
        body = s.body(ref) if ref else None
        if body is None or body not in able:
            who = named(body) if body is not None else "The specified unit"
            report(log, "no-attack", "RR-ATK-03", f"{who} cannot attack.", card=ref)
            if s.settings.rules.specified_attacker_unable != "leftmost_instead" or not able:
                return None
            body = able[0]
    elif able:
        named_so = [body for body in able if body.card is not None and body.card.id == unit]
        if unit not in PLACES and not named_so:
            report(log, "no-attack", "RR-ATK-03", f"No {unit.replace('-', ' ').title()} can attack.", side=side)
            if s.settings.rules.specified_attacker_unable != "leftmost_instead":
                return None
        body = able[-1] if unit.startswith("rightmost") else named_so[0] if named_so else able[0]
    else:
        return None
    return declared(s, body, log)


def declared(s: Situation, body: Body, log: Log) -> Attack:
    """One attacker is declared, and its target found (RR-ATK-01)."""
    target, fallen_back = targeting.attacked(s, body)
    rules = ["RR-ATK-01"]
    if fallen_back:
        rules += ["RR-TGT-02", "RR-TGT-03"]
        text = f"{named(body)} attacks {named(target)}, for it can target no unit."
    else:
        rules.append(_rule_of(body))
        text = f"{named(body)} attacks {named(target)}."
    report(log, "attack", tuple(rules), text, attackers=[body.ref], target=target.ref, side=body.side)
    return Attack(side=body.side, attackers=(body.ref,), target=target.ref)  # type: ignore[arg-type]


def _rule_of(body: Body) -> str:
    if body.kind != "aspect" or body.card is None:
        return "RR-TGT-04"
    return {"claw_left": "RR-ATK-04", "claw_right": "RR-ATK-05"}.get(body.card.icon, "RR-ATK-06")


def in_battle(s: Situation, frame: Attack, ref: str) -> Body | None:
    """An attacker that has not left battle: in play, unexhausted, on its side (RR-BTL-01, RR-BTL-02)."""
    body = s.body(ref)
    if body is None or not body.up or stats.exhausted(s, body) or "left_battle" in body.lasting:
        return None
    home = CHIMERA if frame.by == "chimera" else frame.side
    return body if body.home == home else None


# --- step by step ----------------------------------------------------------------------------------------


def step_attack(s: Situation, frame: Attack, log: Log) -> None:
    """One step of an attack."""
    if frame.step in ("declare", "defended"):
        _declared(s, _horde(s, frame, log) if frame.step == "declare" else frame)
    elif frame.step == "defend":
        _defend(s, frame, log)
    elif frame.step == "reaction":
        s.put(replace(frame, step="fight"))
        if s.settings.windows:
            s.push(Window(seat=frame.side, about="battle", ref=frame.attackers[0]))
    elif frame.step == "fight":
        _fight(s, frame, log)
    elif frame.step == "damage":
        _damage(s, frame, log)
    elif frame.step == "counter":
        _after(s, frame, log)
    else:
        _over(s, frame, log)


def _declared(s: Situation, frame: Attack) -> None:
    """A declaration step is over: what waited for it resolves, now or after both steps (RR-BTL-07).

    The Chimera's effects come first in its own turn; by the option the attacked player's do where the players hold the
    first player token (RR-BTL-08), and are asked for before them.
    """
    first = frame.step == "declare"
    if first and not frame.heard:
        for body in s.units():  # whoever left an earlier battle of this turn is in this one
            body.lasting.pop("left_battle", None)
    due = first == (s.settings.rules.declaration_triggers == "after_each_step")
    players_first = s.settings.rules.simultaneous_order == "first_player_first" and s.first == "players"
    if due and players_first and frame.by == "chimera" and s.settings.windows and not frame.heard:
        s.put(replace(frame, heard=True))
        s.push(Window(seat=frame.side, about="declared", ref=frame.attackers[0]))
        return
    s.put(replace(frame, step="defend" if first else "reaction", answers=()))
    if due:
        _declaration_triggers(s, frame.attackers)


def _declaration_triggers(s: Situation, attackers: Sequence[str]) -> None:
    """What attackers and those next to them do on being declared, once all are declared (RR-BTL-07), from left to right
    (RR-BTL-08)."""
    for field in s.fields.values():
        for body in [each for each in field if each.ref in attackers]:
            harm.trigger(s, body, "on_attack", attacker=body.ref)
            harm.trigger_those(s, harm.near(s, body), "neighbour_attack", body.ref)


def _defend(s: Situation, frame: Attack, log: Log) -> None:
    """The blockers or guards of all attackers are declared in one step of their own (RR-BTL-06)."""
    if frame.by == "player":
        laws.defend(s, frame, log)
        return
    if not frame.guards and not frame.answers:
        joined = _horde(s, frame, log)  # whoever the declaration brought along
        if joined is not frame:
            s.put(joined)
            if s.settings.rules.declaration_triggers == "after_each_step":
                _declaration_triggers(s, joined.attackers[len(frame.attackers) :])
                return
            frame = joined
    guards = list(frame.guards)
    if frame.answers:
        guards.append(str(frame.answers[0]) if frame.answers[0] != "no" else "")
        if guards[-1]:
            _say_guard(s, frame, guards[-1], frame.attackers[len(guards) - 1], log)
    while len(guards) < len(frame.attackers):
        attacker = in_battle(s, frame, frame.attackers[len(guards)])
        able = defenders(s, frame, attacker, guards) if attacker is not None else []
        if able:
            s.put(replace(frame, guards=tuple(guards), answers=()))
            s.push(_question(s, frame, attacker, able))  # type: ignore[arg-type]
            return
        guards.append("")
    s.put(replace(frame, step="defended", guards=tuple(guards), answers=()))


def _horde(s: Situation, frame: Attack, log: Log) -> Attack:
    """All other unexhausted Horde units join a Horde attack of the Chimera's, on the same target."""
    if frame.by == "player":
        return frame
    first = s.body(frame.attackers[0])
    if first is None or stats.keyword(s, first, "horde") is None:
        return frame
    others = [
        body.ref
        for body in targeting.attackers(s, frame.side)
        if body.ref not in frame.attackers and stats.keyword(s, body, "horde") is not None
    ]
    if not others:
        return frame
    names = ", ".join(named(s.body(ref)) for ref in others)  # type: ignore[arg-type]
    report(log, "horde", "RR-ATK-02", f"The horde joins the attack: {names}.", attackers=others, side=frame.side)
    return replace(frame, attackers=(*frame.attackers, *others))


def answers_as_phoenixborn(s: Situation, frame: Attack) -> bool:
    """Whether the attack is answered by blockers (RR-BLK-06) or by guards; a fall-back by blockers (RR-TGT-03)."""
    if frame.target != frame.side:
        return False
    if s.settings.rules.redirected_attack == "as_phoenixborn_attack":
        return True
    first = s.known(frame.attackers[0])
    return first is None or first.card is None or first.card.icon == "jaw"


def defenders(s: Situation, frame: Attack, attacker: Body, taken: list[str]) -> list[Body]:
    """Who may block or guard this attacker, left to right; the Phoenixborn last.

    Blockers are unexhausted units (RR-BLK-02); guards are the Phoenixborn, once a round and even exhausted
    (RR-GRD-02, RR-GRD-03), and unexhausted units with Unit Guard (RR-GRD-01), never the target itself (RR-GRD-10).
    """
    seat = s.seats_of[frame.side]
    found: list[Body] = []
    blocks = answers_as_phoenixborn(s, frame)
    for unit in seat.units:
        if unit.ref in taken or stats.exhausted(s, unit) or not strong_enough(s, unit, attacker):
            continue
        if blocks:
            if "cannot_block" not in unit.keywords and "cannot_block" not in unit.lasting:
                found.append(unit)
        elif unit.ref != frame.target and stats.keyword(s, unit, "unit_guard") is not None and not barred(unit):
            found.append(unit)
    if not blocks and seat.name not in (frame.target, *taken) and may_guard(s, seat):
        found.append(seat.body)
    return found


def barred(body: Body) -> bool:
    """Whether an effect or its own text keeps a card from guarding."""
    return "cannot_guard" in body.keywords or "cannot_guard" in body.lasting


def may_guard(s: Situation, seat: Seat) -> bool:
    """A Phoenixborn guards once a round, even exhausted, unless an aspect forbids it (RR-GRD-02, RR-GRD-03)."""
    if seat.guard_used or barred(seat.body):
        return False
    if any(True for _ in stats.own_modifiers(s, seat.body, "cannot_guard")):
        return False
    for modifier in stats.facing_modifiers(s, seat.name, "cannot_guard"):
        if stats.concerns(s, seat.name, modifier, seat.body):
            return False
    return True


def strong_enough(s: Situation, unit: Body, attacker: Body) -> bool:
    """Terrifying asks for more attack, Gigantic for more life than its number of whoever blocks or guards."""
    terrifying = stats.keyword(s, attacker, "terrifying")
    if terrifying is not None and stats.attack(s, unit) <= terrifying:
        return False
    gigantic = stats.keyword(s, attacker, "gigantic")
    return gigantic is None or stats.life(s, unit) > gigantic


def _question(s: Situation, frame: Attack, attacker: Body, able: list[Body]) -> Ask:
    blocks = answers_as_phoenixborn(s, frame)
    target = s.known(frame.target)
    on = named(target) if target is not None else "its target"
    if blocks:
        prompt = f"{named(attacker)} attacks {on}. Who blocks?"
        return Ask(seat=frame.side, kind="block", prompt=prompt, options=("no", *(b.ref for b in able)),
                   rule="RR-BLK-01", about=attacker.ref)  # fmt: skip
    prompt = f"{named(attacker)} attacks {on}. Who guards?"
    return Ask(seat=frame.side, kind="guard", prompt=prompt, options=("no", *(b.ref for b in able)),
               rule="RR-GRD-01", about=attacker.ref)  # fmt: skip


def _say_guard(s: Situation, frame: Attack, ref: str, attacker: str, log: Log) -> None:
    body, against = s.body(ref), s.known(attacker)
    if body is None or against is None:
        return
    if answers_as_phoenixborn(s, frame):
        report(log, "blocked", "RR-BLK-04", f"{named(body)} blocks {named(against)}.", card=ref, attacker=attacker)
    else:
        report(log, "guarded", "RR-GRD-04", f"{named(body)} guards against {named(against)}.",
               card=ref, attacker=attacker)  # fmt: skip


# --- fighting --------------------------------------------------------------------------------------------


def _fight(s: Situation, frame: Attack, log: Log) -> None:
    """Whom the next attacker battles, and whether that counters."""
    if frame.now >= len(frame.attackers):
        s.put(replace(frame, step="over", answers=()))
        return
    ref = frame.attackers[frame.now]
    attacker = in_battle(s, frame, ref)
    if attacker is None:
        gone = s.known(ref)
        who = named(gone) if gone is not None else "The attacker"
        text = f"{who} has left battle: it deals no damage, and nothing counters it."
        report(log, "left-battle", ("RR-BTL-01", "RR-BTL-02", "RR-BTL-03"), text, card=ref)
        still = s.body(ref)
        if still is not None and s.settings.rules.left_battle_exhaustion == "one_token":
            harm.exhaust(s, still, 1, log, "RR-BTL-02")
        s.put(replace(frame, now=frame.now + 1, answers=()))
        return
    guard = frame.guards[frame.now] if frame.now < len(frame.guards) else ""
    foe = _still(s, guard) if guard else None
    guarded = foe is not None
    if guard and foe is None:
        foe = _still(s, frame.target)
        if foe is not None:
            text = f"The blocker or guard is gone: {named(attacker)} battles {named(foe)}."
            report(log, "guard-gone", "RR-BTL-04", text, card=ref, foe=foe.ref)
    if foe is None and not guard:
        foe = _still(s, frame.target)
    if foe is None or not foe.up:
        text = f"The target of {named(attacker)} has left play: the battle ends without damage."
        report(log, "no-battle", "RR-BTL-05", text, card=ref)
        s.put(replace(frame, step="counter", foe="", counters=False, killed=False, answers=()))
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
    if guarded and foe.kind == "phoenixborn" and not answers_as_phoenixborn(s, frame):
        s.seats_of[frame.side].guard_used = True
        text = f"{named(foe)} has guarded and cannot guard again this round."
        report(log, "guard-used", ("RR-GRD-06", "RR-GRD-07"), text, seat=frame.side)
    s.put(replace(frame, step="damage", foe=foe.ref, counters=counters, answers=()))


def _still(s: Situation, ref: str) -> Body | None:
    """A card that has not left play since it was declared; one that returned is in no battle (RR-MISC-03)."""
    body = s.body(ref)
    return None if body is not None and "left_battle" in body.lasting else body


def can_counter(s: Situation, foe: Body) -> bool:
    """Unexhausted units counter, aspects always (RR-LAW-10, RR-LAW-12); a Phoenixborn does not (RR-BLK-05)."""
    if foe.kind == "chimera":
        return False
    if foe.kind == "phoenixborn":
        return s.settings.rules.phoenixborn_counters
    return not stats.exhausted(s, foe)


def strength(s: Situation, body: Body, against: Body) -> int:
    """Attack value in this battle: Tame lessens that of whoever fights its bearer."""
    tame = stats.keyword(s, against, "tame")
    return max(0, stats.attack(s, body) - (tame or 0))


def _damage(s: Situation, frame: Attack, log: Log) -> None:
    """The attacker deals its attack value, a countering unit its own (RR-BASE-01)."""
    attacker, foe = s.body(frame.attackers[frame.now]), s.body(frame.foe)
    if attacker is None or foe is None:
        s.put(replace(frame, step="counter", foe="", counters=False, killed=False))
        return
    hit, back = strength(s, attacker, foe), strength(s, foe, attacker)
    feeble = stats.keyword(s, attacker, "feeble") is not None
    first = stats.keyword(s, attacker, "quick_strike") is not None
    foe_first = frame.counters and stats.keyword(s, foe, "quick_strike") is not None and not first
    counters, killed = frame.counters, False
    near = harm.near(s, foe if frame.by == "player" else attacker)
    if foe_first:
        harm.damage(s, attacker, back, log, "RR-BASE-01", by=foe)
        if not harm.gone(s, attacker):
            harm.damage(s, foe, hit, log, "RR-BASE-01", by=attacker)
    else:
        together = s.settings.rules.damage_model == "simultaneous" or frame.by == "player"
        together = together and counters and not first
        harm.damage(s, foe, hit, log, "RR-BASE-01", by=attacker, judge=not together)
        if counters and first and harm.gone(s, foe):
            counters = False
            text = f"{named(attacker)} strikes first: {named(foe)} cannot counter any more."
            report(log, "no-counter", "RR-BASE-01", text, card=foe.ref)
        if counters:
            report(log, "counters", _counter_rule(frame, foe), f"{named(foe)} counters.", card=foe.ref)
            harm.damage(s, attacker, back, log, "RR-BASE-01", by=foe)
        if together:
            harm.judged(s, foe, log, attacker)
    killed = harm.gone(s, foe)
    tiring = counters and not feeble  # said now: an attacker that falls here is forgotten when the counter is over
    s.put(replace(frame, step="counter", counters=tiring, killed=killed))
    if killed and frame.by == "chimera":
        harm.trigger(s, attacker, "on_kill", attacker=attacker.ref)
        harm.trigger_those(s, near, "neighbour_kill", attacker.ref)
    elif frame.by == "player" and counters and harm.gone(s, attacker):
        harm.trigger(s, foe, "on_kill", attacker=foe.ref)
        harm.trigger_those(s, near, "neighbour_kill", foe.ref)


def _counter_rule(frame: Attack, foe: Body) -> tuple[str, ...]:
    if foe.home == CHIMERA:
        return ("RR-LAW-10",)
    return ("RR-GRD-05", "RR-BLK-04") if frame.guards and foe.ref in frame.guards else ("RR-GRD-09",)


def _after(s: Situation, frame: Attack, log: Log) -> None:
    """After a battle: a player's unit that countered is exhausted (RR-BASE-02), an aspect never (RR-LAW-11)."""
    foe = s.body(frame.foe) if frame.foe else None
    tires = s.settings.rules.counter_exhausts_player_units and frame.counters
    if tires and foe is not None and foe.kind == "unit" and foe.home != CHIMERA:
        harm.exhaust(s, foe, 1, log, "RR-BASE-02")
    s.put(replace(frame, step="fight", now=frame.now + 1, foe="", counters=False, killed=False, answers=()))
    still = _still(s, frame.attackers[frame.now])
    if still is not None and still.home == (CHIMERA if frame.by == "chimera" else frame.side):
        rule = "RR-ATK-07" if frame.by == "chimera" else "RR-BASE-01"
        harm.exhaust(s, still, 1, log, rule)


def _over(s: Situation, frame: Attack, log: Log) -> None:
    s.pop(result=1)
