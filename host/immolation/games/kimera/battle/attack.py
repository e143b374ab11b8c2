"""An attack from its declaration to its last target: checks, Commitment, the attacker's cards, whose turn to defend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...contract import Action, Refusal
from ...engine import EventLog, report
from ...house_rules import shown
from .. import actions as act
from .. import frames
from ..actions import How
from ..cards.card_play import (
    VALUE_CARDS,
    assignments,
    can_show,
    check_skills,
    check_symbols,
    check_values,
    choices,
    contribution,
    fewest,
    listed,
    shows,
    skill_value,
    take,
)
from ..cards.components import Symbol, Trait, card_name
from ..decision_points import Ask, Points, point
from ..facts.balance import pay, spend_initiative
from ..facts.battle_facts import BattleFacts, Mount
from ..facts.effective_traits import Standing
from ..rounds.leadership import charges, check_charge, do_charge, pass_over
from . import damage, defence
from .defence import RANGED, no_card
from .superiority import column, in_range, open_columns, superior

COMMITMENT: Final = 1
"""Initiative for an attack (KM-TURN-05)."""

FREE_MELEE: Final = 1
"""Balance for a Free Melee (KM-ATK-03)."""

RULES: Final[dict[str, str]] = {
    "heavy-melee": "KM-ATK-02",
    "free-melee": "KM-ATK-03",
    "bolt": "KM-ATK-05",
    "wrack": "KM-ATK-05",
    "trial": "KM-ATK-05",
    "grapple": "KM-GRP-01",
}


@lru_cache(maxsize=128)
def _symbols(how: How, area: bool, further: Symbol | None) -> tuple[Symbol, ...]:
    found: list[Symbol] = []
    if how in RANGED or how == "grapple":
        found.append(how)
    if how != "free-melee":
        found.append("initiate")
    if area:
        found.append("area")
    if further:
        found.append(further)
    return tuple(found)


def symbols(s: BattleFacts, how: How, area: bool, suppression: bool) -> tuple[Symbol, ...]:
    """The symbols an attack asks for, each on its own card (KM-ATK-02, -05, -06, KM-GRP-01, KM-AE-01)."""
    further = s.settings.rules.suppression_symbol if suppression else "none"
    return _symbols(how, area, None if further == "none" else further)


def trait(s: BattleFacts, how: How, gem: bool) -> Trait:
    """Return the trait that caps the value cards of an attack (KM-TRAIT-02, KM-GRP-02, KM-GEM-12)."""
    if how == "heavy-melee":
        return "heavy_melee"
    if how == "free-melee":
        return "free_melee"
    if how == "grapple" and not (gem and s.settings.rules.gem_grapple == "acuity_wrack_range"):
        return s.settings.rules.grapple_trait
    return "acuity"


# --- declaration ------------------------------------------------------------------------------------------


Kind = tuple[How, bool, bool, bool]
"""An attack: how, suppression, area, by gem."""


def _kinds(s: BattleFacts, mount: Mount) -> tuple[Kind, ...]:
    """Attacks that the Kimera owns (KM-ATK-01, KM-ATK-07, KM-GEM-03)."""
    return _owned(mount.standing, s.settings.rules.ranged_needs_gem)


@lru_cache(maxsize=512)
def _owned(standing: Standing, ranged_needs_gem: bool) -> tuple[Kind, ...]:
    found: dict[Kind, None] = {
        ("heavy-melee", False, False, False): None,
        ("free-melee", False, False, False): None,
        ("grapple", False, False, False): None,
    }
    for power in standing.powers:
        what = power.what
        if what.power in RANGED:
            found[what.power, what.suppression, what.area, False] = None
        elif what.power == "grapple":
            found["grapple", False, False, True] = None
    if not ranged_needs_gem:
        found |= dict.fromkeys([("bolt", False, False, False), ("wrack", False, False, False)])
        found["trial", False, False, False] = None
    return tuple(found)


def owns(s: BattleFacts, mount: Mount, how: How, suppression: bool, area: bool, gem: bool) -> bool:
    """True if the Kimera has this attack of its own or by a gem (KM-ATK-07, KM-GEM-03)."""
    return (how, suppression, area, gem) in _kinds(s, mount)


def check(s: BattleFacts, mount: Mount, action: act.Attack) -> Refusal | None:
    """None if the attack may be declared (KM-RES-01)."""
    return _unfit(s, mount) or _no_target(s, mount, action.target) or _not_possible(s, mount, action)


def _unfit(s: BattleFacts, mount: Mount) -> Refusal | None:
    """Say why a rider may not attack at all, None if it may: KM-REC-03, KM-BAL-02, KM-TURN-05."""
    name = s.name(mount.seat)
    if mount.full_recovery:
        return Refusal("KM-REC-03", f"{name} gave up its attacks this round for a full recovery.")
    if mount.balance < 1 or mount.initiative < COMMITMENT:
        rule, short = ("KM-BAL-02", "Balance") if mount.balance < 1 else ("KM-TURN-05", "Initiative")
        return Refusal(rule, f"{name} has 0 {short} and may not attack.")
    return None


def _no_target(s: BattleFacts, mount: Mount, target: str) -> Refusal | None:
    if target not in s.mounts:
        return Refusal("KM-RES-01", f"There is no rider {shown(target)}; there are {', '.join(s.living())}.")
    if not s.mounts[target].alive:
        return Refusal("KM-RES-01", f"{s.name(target)} is defeated.")
    if s.friends(mount.seat, target):
        return Refusal("KM-RES-01", f"{s.name(target)} is on {s.name(mount.seat)}'s own side.")
    return None


def _not_possible(s: BattleFacts, mount: Mount, action: act.Attack) -> Refusal | None:
    """Powers, superiority, range, cards, in this order."""
    kind = (action.how, action.suppression, action.area, action.gem)
    if kind not in _kinds(s, mount):
        rule = "KM-GEM-03" if action.how not in RANGED or mount.standing.granted(action.how) else "KM-ATK-07"
        return Refusal(rule, f"No gem of {s.name(mount.seat)} grants {_words(*kind)}.")
    target = s.mounts[action.target]
    refusal = superior(s, mount, target) or in_range(s, mount, target, action.how, action.gem)
    if refusal is not None:
        return refusal
    needed = symbols(s, action.how, action.area, action.suppression)
    if not can_show(s, mount, needed, spare=fewest(s)):
        rule = "KM-AE-01" if action.area else RULES[action.how]
        if can_show(s, mount, needed):
            return Refusal("KM-RES-03", f"This attack needs {VALUE_CARDS} cards for value beside its symbols.")
        one_card = all(any(shows(s, mount, card, symbol) for card in mount.hand) for symbol in needed)
        return Refusal(
            "KM-CARD-01" if one_card else rule,
            f"{_words(*kind).capitalize()} needs {' and '.join(needed)} on cards of their own; the hand has not.",
        )
    return None


def _words(how: How, suppression: bool, area: bool, gem: bool) -> str:
    words = ["area" if area else "", "suppression" if suppression else "", "gem" if gem else "", how.replace("-", " ")]
    return " ".join(word for word in words if word)


def _candidates(s: BattleFacts, mount: Mount) -> Iterator[act.Attack]:
    reached = in_reach(s, mount)
    for kind in _kinds(s, mount) if reached else ():
        targets = [seat for seat, kinds in reached.items() if kind in kinds]
        how, suppression, area, gem = kind
        if targets and can_show(s, mount, symbols(s, how, area, suppression), spare=fewest(s)):
            for target in targets:
                yield act.Attack(mount.seat, how, target, suppression, area, gem)


def declarable(s: BattleFacts, mount: Mount) -> list[act.Attack]:
    """Every attack that may be declared."""
    return list(_candidates(s, mount))


def any_declarable(s: BattleFacts, mount: Mount) -> bool:
    """True if some attack may be declared."""
    return next(_candidates(s, mount), None) is not None


def in_reach(s: BattleFacts, mount: Mount) -> dict[str, list[Kind]]:
    """Target -> attacks for which superiority and range allow it, cards left aside: what everybody may see."""
    if _unfit(s, mount) is not None or not mount.alive:
        return {}
    columns = [(kind, column(s, kind[0], kind[3])) for kind in _kinds(s, mount)]
    found: dict[str, list[Kind]] = {}
    for seat, target in s.mounts.items():
        lower = target.initiative <= mount.initiative  # else it is not superior, and no words are made for it
        if lower and target.alive and not s.friends(mount.seat, seat) and superior(s, mount, target) is None:
            reached = open_columns(mount, target)
            found[seat] = [kind for kind, column in columns if column in reached]
    return found


def reach(s: BattleFacts, mount: Mount) -> dict[str, list[str]]:
    """Return the same in words."""
    return {seat: [_words(*kind) for kind in kinds] for seat, kinds in in_reach(s, mount).items()}


def declare(s: BattleFacts, mount: Mount, action: act.Attack, log: EventLog) -> None:
    """The target is named; under options of KM-CHG-02 others may charge before the checks are final (KM-RES-01)."""
    frame = frames.Attacking(
        mount.seat, action.target, action.how, action.suppression, action.area, action.gem, "declaration"
    )
    words = _words(action.how, action.suppression, action.area, action.gem)
    text = f"{s.name(mount.seat)} declares {words} on {s.name(action.target)}."
    report(
        log, "attack-declared", ("KM-RES-01", RULES[action.how]), text,
        seat=mount.seat, target=action.target, how=action.how, suppression=action.suppression, area=action.area,
        gem=action.gem,
    )  # fmt: skip
    s.stack[-1] = frame
    rules = s.settings.rules
    order = [mount.seat] if rules.charge_window == "after_checks" else []
    if rules.charge_who == "declarer_and_target":
        order.append(action.target)
    elif rules.charge_who == "any_rider":
        order += [seat for seat in s.living() if seat != mount.seat]
    if order:
        s.stack.append(frames.Countering(tuple(order)))


# --- charges of others while it is being declared ---------------------------------------------------------


def _countering_step(s: BattleFacts, frame: frames.Countering, log: EventLog) -> bool:
    if not frame.order:
        s.stack.pop()
        return True
    return pass_over(s, frame)


def _keeps_symbols(s: BattleFacts, mount: Mount, card: str) -> bool:
    """The declaring rider may not charge with a card its attack cannot do without."""
    attack = s.attack()
    if attack.attacker != mount.seat:
        return True
    needed = symbols(s, attack.how, attack.area, attack.suppression)
    return can_show(s, mount, needed, without=(card,), spare=fewest(s))


def _counter_charges(s: BattleFacts, mount: Mount) -> list[act.Charge]:
    found = [charge for charge in charges(s, mount) if _keeps_symbols(s, mount, charge.card)]
    attack = s.attack()
    if mount.seat == attack.attacker and attack.how == "free-melee" and not mount.has("battle-grace"):
        found = [charge for charge in found if charge.amount <= mount.balance - FREE_MELEE]
    return found


def _countering_check(s: BattleFacts, frame: frames.Countering, action: Action) -> Refusal | None:
    if not isinstance(action, act.Charge):
        return None
    mount = s.mounts[action.seat]
    refusal = check_charge(s, mount, action)
    if refusal is None and action not in _counter_charges(s, mount):
        return Refusal("KM-CHG-02", "The declared attack could not be made after this Charge.")
    return refusal


def _countering_do(s: BattleFacts, frame: frames.Countering, action: Action, log: EventLog) -> None:
    if isinstance(action, act.Charge):
        do_charge(s, s.mounts[action.seat], action, log)
    else:
        mount = s.mounts[action.seat]
        report(log, "passed", ("KM-CHG-02",), f"{s.name(mount.seat)} plays no Charge for now.", seat=mount.seat)
        s.top(order=frame.order[1:])


# --- commitment and the attacker's cards ------------------------------------------------------------------


def _commit(s: BattleFacts, frame: frames.Attacking, log: EventLog) -> None:
    """1 Initiative before any card; who is hit by an area attack is fixed now (KM-RES-02, KM-AE-03, KM-SUP-04)."""
    mount, target = s.mounts[frame.attacker], s.mounts[frame.target]
    if s.settings.rules.charge_window == "before_checks":
        refusal = superior(s, mount, target) or in_range(s, mount, target, frame.how, frame.gem)
        if refusal is not None:
            report(log, "attack-falls", (refusal.rule, "KM-CHG-02"), f"The attack falls: {refusal.reason}")
            s.stack[-1] = frames.Acting(frame.attacker)
            return
    queue = targets(s, frame)
    s.stack[-2] = frames.Battling()
    spend_initiative(s, mount, COMMITMENT, ("KM-RES-02", "KM-TURN-05"), log, "commits")
    needed = symbols(s, frame.how, frame.area, frame.suppression)
    if frame.how == "free-melee":
        if mount.has("battle-grace"):
            text = f"{s.name(mount.seat)} pays no Balance for a Free Melee."
            report(log, "battle-grace", ("KM-TYPE-14",), text, seat=mount.seat)
        else:
            pay(s, mount, FREE_MELEE, ("KM-ATK-03",), log, "pays")
    s.top(step="symbols" if needed else "values", queue=queue)


def targets(s: BattleFacts, frame: frames.Attacking) -> tuple[str, ...]:
    """Return whom an attack is made on as things stand, the centre first (KM-AE-03)."""
    return (frame.target, *_secondary(s, frame)) if frame.area else (frame.target,)


def _secondary(s: BattleFacts, frame: frames.Attacking) -> tuple[str, ...]:
    """Others at the centre's Initiative, foes alone; and friends locked in a grapple with a target (KM-AE-03, -05)."""
    level = s.mounts[frame.target].initiative
    foes = [
        seat
        for seat in s.living()
        if seat != frame.target and s.mounts[seat].initiative == level and not s.friends(frame.attacker, seat)
    ]
    if s.settings.rules.grapple_friends == "spared":
        return tuple(foes)
    hit = [frame.target, *foes]
    locked = [other for seat in hit for other in s.locked_with(seat) if s.friends(frame.attacker, other)]
    return (*foes, *(seat for seat in s.living() if seat in locked and seat != frame.attacker))


def attacking_step(s: BattleFacts, frame: frames.Attacking, log: EventLog) -> bool:
    """Go on with the attack until somebody has to choose."""
    mount = s.mounts[frame.attacker]
    if frame.step == "declaration":
        _commit(s, frame, log)
    elif frame.step == "symbols":
        return False
    elif frame.step == "values":
        if mount.hand:
            return False
        s.top(step="skills")
    elif frame.step == "skills":
        if mount.hand and mount.standing.skills[trait(s, frame.how, frame.gem)]:
            return False
        text = f"{s.name(mount.seat)} attacks with {frame.value}."
        report(log, "attack-value", ("KM-RES-03",), text, seat=mount.seat, value=frame.value)
        s.top(step="targets")
    elif frame.queue:
        _next_target(s, frame, log)
    else:
        s.discard += frame.played
        s.stack.pop()
        report(log, "attack-over", ("KM-RES-12",), "The attack is over; its cards are discarded.")
    return True


def _next_target(s: BattleFacts, frame: frames.Attacking, log: EventLog) -> None:
    seat, rest = frame.queue[0], frame.queue[1:]
    s.top(queue=rest)
    victim = s.mounts[seat]
    if not victim.alive:
        return
    if seat in frame.caught:
        text = f"{s.name(seat)} is struck along, without a defence of its own."
        report(log, "caught", ("KM-AE-04" if frame.area else "KM-GRP-05",), text, seat=seat)
        damage.begin(s, seat, log)
        return
    s.stack.append(frames.Defending(seat))
    if s.settings.rules.exposed_defence == "skipped" and damage.exposed(s, victim) is not None:
        defence.go_without(s, victim, log)


def _attacking_ask(s: BattleFacts, frame: frames.Attacking, seat: str) -> Ask:
    if frame.step == "symbols":
        needed = symbols(s, frame.how, frame.area, frame.suppression)
        return Ask(f"Play a card for {', then '.join(needed)}.", RULES[frame.how])
    if frame.step == "values":
        return Ask("Play up to 2 cards for value.", "KM-RES-03")
    most = s.mounts[seat].standing.skills[trait(s, frame.how, frame.gem)]
    return Ask(f"Play up to {most} skill cards.", "KM-RUNE-04")


def _attacking_options(s: BattleFacts, frame: frames.Attacking, seat: str) -> Sequence[Action]:
    mount = s.mounts[seat]
    if frame.step == "symbols":
        found = assignments(s, mount, symbols(s, frame.how, frame.area, frame.suppression))
        return [act.Play(seat, cards) for cards in found]
    if frame.step == "values":
        return [act.Play(seat, cards) for cards in choices(mount.hand, fewest(s), VALUE_CARDS)]
    return [
        act.Play(seat, cards) for cards in choices(mount.hand, 0, mount.standing.skills[trait(s, frame.how, frame.gem)])
    ]


def _attacking_check(s: BattleFacts, frame: frames.Attacking, action: act.Play) -> Refusal | None:
    mount = s.mounts[action.seat]
    if frame.step == "symbols":
        return check_symbols(s, mount, action.cards, symbols(s, frame.how, frame.area, frame.suppression))
    if frame.step == "values":
        return check_values(s, mount, action.cards)
    return check_skills(s, mount, action.cards, trait(s, frame.how, frame.gem))


def attacking_do(s: BattleFacts, frame: frames.Attacking, action: act.Play, log: EventLog) -> None:
    """Symbols, then value, then skill; every card lies there until the attack is over (KM-RES-03, KM-RES-12)."""
    mount = s.mounts[action.seat]
    name = s.name(action.seat)
    used = trait(s, frame.how, frame.gem)
    value = frame.value
    if frame.step == "symbols":
        needed = symbols(s, frame.how, frame.area, frame.suppression)
        said = ", ".join(f"{card_name(card)} for {symbol}" for card, symbol in zip(action.cards, needed, strict=True))
        report(
            log, "symbols-played", ("KM-CARD-01",), f"{name} plays {said}.", seat=mount.seat, cards=list(action.cards)
        )
        step = "values"
    elif frame.step == "values":
        value += sum([contribution(s, mount, card, used) for card in action.cards])
        text = f"{name} plays {listed(action.cards)} for value: {value}."
        report(log, "value-played", ("KM-CARD-04",), text, seat=mount.seat, cards=list(action.cards), value=value)
        step = "skills"
    else:
        value += len(action.cards) * skill_value(s, mount, used)
        text = f"{name} plays {listed(action.cards)} by skill: {value}."
        report(log, "skill-played", ("KM-RUNE-04",), text, seat=mount.seat, cards=list(action.cards), value=value)
        step = "targets"
        text = f"{name} attacks with {value}."
        report(log, "attack-value", ("KM-RES-03",), text, seat=mount.seat, value=value)
    take(mount, action.cards)
    s.top(step=step, value=value, played=(*frame.played, *action.cards))


POINTS: Final[Points] = {
    frames.Attacking: point(
        attacking_step, lambda s, f: (f.attacker,), _attacking_ask, _attacking_options, _attacking_check, attacking_do,
        kinds=(act.Play,), default=lambda s, f, seat: None if f.step == "symbols" else no_card(s, f.step, seat),
    ),
    frames.Countering: point(
        _countering_step, lambda s, f: f.order[:1],
        Ask("Play a Charge while the attack is being declared, or go on.", "KM-CHG-02", "window"),
        lambda s, f, seat: [act.Done(seat), *_counter_charges(s, s.mounts[seat])],
        _countering_check, _countering_do, kinds=(act.Charge, act.Done), courtesy=True,
        default=lambda s, f, seat: act.Done(seat),
    ),
}  # fmt: skip
