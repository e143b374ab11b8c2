"""A defence against an attack, the comparison of the two, and whom a success or a failure concerns.

Knows neither how the attack was declared nor what a strike does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import Action, Refusal
from ...engine import EventLog, report
from .. import actions as act
from .. import frames
from ..cards.card_play import (
    VALUE_CARDS,
    check_skills,
    check_values,
    choices,
    contribution,
    distinct,
    fewest,
    listed,
    missing,
    shows,
    skill_value,
    take,
)
from ..cards.components import Trait, card_name
from ..decision_points import Ask, Points, point
from ..facts.balance import pay, unbalance
from ..facts.battle_facts import BattleFacts, Mount
from . import damage
from .superiority import attack_succeeds

EVADE: Final = 1
FAILURE: Final = 1
"""Balance for an Evade and for a failed attack (KM-RES-06, KM-RES-08)."""

RANGED: Final = ("bolt", "wrack", "trial")


# --- the defence ------------------------------------------------------------------------------------------


def _defending_step(s: BattleFacts, frame: frames.Defending, log: EventLog) -> bool:
    mount = s.mounts[frame.seat]
    if frame.step == "choose":
        if mount.hand or may_evade(s, mount) is None:
            return False
        if damage.exposed(s, mount) is None:
            text = f"{s.name(frame.seat)} cannot defend."
            report(log, "defence", ("KM-RES-07",), text, seat=frame.seat, how="none")
        go_without(s, mount, log)
    elif frame.step == "values":
        if mount.hand:
            return False
        s.top(step="skills")
    else:
        used: Trait = "evade" if frame.how == "evade" else "intercept"
        if mount.hand and mount.standing.skills[used]:
            return False
        compare(s, frame.seat, frame.value, log)
    return True


def go_without(s: BattleFacts, mount: Mount, log: EventLog) -> None:
    """The attack meets no defence (KM-RES-07); an Expose has done its work with it (KM-EFF-05)."""
    place = damage.exposed(s, mount)
    if place is not None:
        text = f"{s.name(mount.seat)} is exposed and makes no defence."
        report(log, "exposed", ("KM-EFF-05",), text, seat=mount.seat)
        damage.spend(s, mount, place)
    compare(s, mount.seat, s.settings.rules.no_defence_value, log)


def may_evade(s: BattleFacts, mount: Mount) -> Refusal | None:
    """None if the Kimera can pay for an Evade; a Siroko pays nothing (KM-RES-06, KM-TYPE-19)."""
    if mount.has("phasing") or mount.balance >= EVADE or s.settings.rules.evade_without_balance == "free":
        return None
    return Refusal("KM-RES-06", f"An Evade costs {EVADE} Balance; {s.name(mount.seat)} has none.")


def _defending_ask(s: BattleFacts, frame: frames.Defending, seat: str) -> Ask:
    attack = s.attack()
    if frame.step == "choose":
        said = f"{s.name(attack.attacker)} attacks with {attack.value}"
        if damage.exposed(s, s.mounts[seat]) is not None:
            return Ask(f"{said}: {s.name(seat)} is Exposed and can make no defence.", "KM-EFF-05", "window")
        return Ask(f"{said}: intercept, evade or neither.", "KM-RES-04", "window")
    if frame.step == "values":
        return Ask("Play up to 2 cards for value.", "KM-RES-06" if frame.how == "evade" else "KM-RES-05", "window")
    return Ask("Play skill cards.", "KM-RUNE-04", "window")


def _defending_options(s: BattleFacts, frame: frames.Defending, seat: str) -> Sequence[Action]:
    mount = s.mounts[seat]
    if frame.step == "choose":
        found: list[Action] = [act.Defend(seat, "none")]
        if damage.exposed(s, mount) is not None:
            return found
        if may_evade(s, mount) is None:
            found.append(act.Defend(seat, "evade"))
        cards = [card for card in distinct(mount.hand) if shows(s, mount, card, "intercept")]
        return found + [act.Defend(seat, "intercept", card) for card in cards]
    if frame.step == "values":
        return [act.Play(seat, cards) for cards in choices(mount.hand, fewest(s), VALUE_CARDS)]
    used: Trait = "evade" if frame.how == "evade" else "intercept"
    return [act.Play(seat, cards) for cards in choices(mount.hand, 0, mount.standing.skills[used])]


def no_card(s: BattleFacts, step: str, seat: str) -> act.Play | None:
    """Play nothing for value or by skill; None where a rider must play cards (KM-RES-03)."""
    return None if step == "values" and fewest(s) else act.Play(seat, ())


def _defending_check(s: BattleFacts, frame: frames.Defending, action: Action) -> Refusal | None:
    mount = s.mounts[action.seat]
    if isinstance(action, act.Play):
        if frame.step == "choose":
            return Refusal("KM-RES-04", "Say first how to defend: intercept, evade or none.")
        if frame.step == "values":
            return check_values(s, mount, action.cards)
        return check_skills(s, mount, action.cards, "evade" if frame.how == "evade" else "intercept")
    if not isinstance(action, act.Defend) or frame.step != "choose":
        return Refusal("KM-RES-04", f"{s.name(mount.seat)} has chosen how to defend; now cards are played.")
    if action.how != "none" and damage.exposed(s, mount) is not None:
        reason = f"{s.name(mount.seat)} is Exposed: neither Intercept nor Evade against the next attack on it."
        return Refusal("KM-EFF-05", reason)
    if action.how != "intercept":
        if action.card:
            return Refusal("KM-RES-06", "Only an Intercept is played with a symbol card.")
        return may_evade(s, mount) if action.how == "evade" else None
    refusal = missing(s, mount, (action.card,))
    if refusal is None and not shows(s, mount, action.card, "intercept"):
        return Refusal("KM-RES-05", f"{card_name(action.card)} shows no Intercept symbol.")
    return refusal


def defending_do(s: BattleFacts, frame: frames.Defending, action: Action, log: EventLog) -> None:
    """Intercept or evade, then value, then skill (KM-RES-04 to KM-RES-07)."""
    mount = s.mounts[action.seat]
    name = s.name(action.seat)
    if isinstance(action, act.Defend):
        _choose_defence(s, mount, action, log)
    elif isinstance(action, act.Play):
        used: Trait = "evade" if frame.how == "evade" else "intercept"
        skilled = frame.step == "skills"
        each = skill_value(s, mount, used)
        added = sum([each if skilled else contribution(s, mount, card, used) for card in action.cards])
        value = frame.value + added
        rule = "KM-RUNE-04" if skilled else "KM-RES-06" if used == "evade" else "KM-RES-05"
        text = f"{name} plays {listed(action.cards)} {'by skill' if skilled else 'for value'}: {value}."
        kind = "skill-played" if skilled else "value-played"
        report(log, kind, (rule,), text, seat=mount.seat, cards=list(action.cards), value=value)
        take(mount, action.cards)
        s.change_attack(played=(*s.attack().played, *action.cards))
        s.top(value=value, step="skills")
        if skilled:
            compare(s, mount.seat, value, log)


def _choose_defence(s: BattleFacts, mount: Mount, action: act.Defend, log: EventLog) -> None:
    name = s.name(mount.seat)
    if action.how == "none":
        if damage.exposed(s, mount) is None:
            report(log, "defence", ("KM-RES-07",), f"{name} does not defend.", seat=mount.seat, how="none")
        go_without(s, mount, log)
    elif action.how == "evade":
        report(log, "defence", ("KM-RES-06",), f"{name} evades.", seat=mount.seat, how="evade")
        if not mount.has("phasing"):
            pay(s, mount, EVADE, ("KM-RES-06",), log, "pays")
        s.top(step="values", how="evade")
    else:
        text = f"{name} intercepts with {card_name(action.card)}."
        report(log, "defence", ("KM-RES-05",), text, seat=mount.seat, how="intercept", card=action.card)
        take(mount, (action.card,))
        s.change_attack(played=(*s.attack().played, action.card))
        s.top(step="values", how="intercept")


# --- the comparison ---------------------------------------------------------------------------------------


def compare(s: BattleFacts, seat: str, value: int, log: EventLog) -> None:
    """Compare attack value and defence value (KM-RES-08 to KM-RES-11); nobody strikes back (KM-SUP-05)."""
    s.stack.pop()  # the defence
    frame = s.attack()
    mount, victim = s.mounts[frame.attacker], s.mounts[seat]
    won, rule = attack_succeeds(s, mount, victim, frame.value, value)
    how = "hits" if won else "misses"
    text = f"{s.name(mount.seat)} {how} {s.name(seat)}: {frame.value} against {value}."
    report(
        log, "attack-hits" if won else "attack-fails", (rule, "KM-RES-11") if frame.value == value else (rule,), text,
        seat=mount.seat, target=seat, attack=frame.value, defence=value,
    )  # fmt: skip
    if not won:
        _fail(s, frame, mount, seat, frame.value == value, log)
        return
    if frame.how == "grapple":
        damage.lock(s, mount, victim, log)
        if s.settings.rules.grapple_damage == "none":
            return
    if seat == frame.target:
        _spread(s, frame, seat)
    damage.begin(s, seat, log)


def _fail(s: BattleFacts, frame: frames.Attacking, mount: Mount, seat: str, tie: bool, log: EventLog) -> None:
    """A failed attack costs the attacker 1 Balance, a Sinister none (KM-RES-08, KM-RES-11, KM-TYPE-14)."""
    rules = s.settings.rules
    if seat == frame.target and frame.area and rules.ae_defence == "primary_only":
        s.top(queue=())
    if seat != frame.target and rules.ae_failure_cost == "primary_only":
        return
    if tie and not rules.lost_tie_costs:
        return
    if mount.has("battle-grace"):
        text = f"{s.name(mount.seat)} loses no Balance for a failed attack."
        report(log, "battle-grace", ("KM-TYPE-14",), text, seat=mount.seat)
    elif mount.balance == 0 and rules.failed_attack_floor == "off_balance":
        unbalance(s, mount, ("KM-RES-08",), log)
    else:
        pay(s, mount, FAILURE, ("KM-RES-11" if tie else "KM-RES-08",), log, "pays for the failed attack")


def _spread(s: BattleFacts, frame: frames.Attacking, seat: str) -> None:
    """A ranged attack that strikes somebody in a grapple strikes everyone in it (KM-GRP-05)."""
    rules = s.settings.rules
    if frame.area:
        if rules.ae_defence == "primary_only":
            s.change_attack(caught=frame.queue)
        return
    caught = struck_along(s, frame, seat)
    if caught:
        s.change_attack(queue=(*caught, *frame.queue), caught=caught)


def struck_along(s: BattleFacts, frame: frames.Attacking, seat: str) -> tuple[str, ...]:
    """Return who is struck with a target because it is locked in a grapple with it; ranged attacks alone do so
    (KM-GRP-05).
    """
    if frame.how not in RANGED or frame.area:
        return ()
    caught = [other for other in s.locked_with(seat) if other != frame.attacker]
    if s.settings.rules.grapple_friends == "spared":
        caught = [other for other in caught if not s.friends(frame.attacker, other)]
    return tuple(caught)


POINTS: Final[Points] = {
    frames.Defending: point(
        _defending_step, lambda s, f: (f.seat,), _defending_ask, _defending_options, _defending_check, defending_do,
        kinds=(act.Defend, act.Play),
        default=lambda s, f, seat: (
            act.Defend(seat, "none") if f.step == "choose" else no_card(s, f.step, seat)
        ),
    ),
}  # fmt: skip
