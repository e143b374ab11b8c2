"""Run the Battle phase: who has the highest Initiative, ties, and what a rider does with an opportunity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import CHANCE, Action, Outcome, Refusal
from ...engine import EventLog, answered, report
from ...engine.chance import among, chance_point
from ...engine.decision_points import stay
from ...house_rules import shown
from .. import actions as act
from .. import frames
from ..battle import attack, healing
from ..battle.superiority import tie_power
from ..cards.card_play import take
from ..decision_points import Ask, Points, point
from ..facts.balance import spend_initiative
from ..facts.battle_facts import BattleFacts, Mount
from .leadership import charges, check_charge, do_charge

HOLD: Final = 1
"""Initiative for an opportunity that is held (KM-WAIT-01)."""


NO_TARGET: Final = "no target"
"""`Decision.about` of a turn in which everybody can see that a rider can only hold or stand down."""


# --- who acts ---------------------------------------------------------------------------------------------


def able(s: BattleFacts, mount: Mount) -> bool:
    """True for a rider who may still act this round: alive, with Initiative, not standing down (KM-TURN-05)."""
    if mount.defeated or mount.initiative < 1 or mount.stands_down:
        return False
    return not (mount.full_recovery and s.settings.rules.full_recovery_bars == "all_own_turns")


def battling_step(s: BattleFacts, frame: frames.Battling, log: EventLog) -> bool:
    """The highest Initiative acts; after a hold another one first (KM-TURN-01, KM-WAIT-01, KM-END-01)."""
    ready = [seat for seat, mount in s.mounts.items() if able(s, mount)]
    if not ready:
        s.stack[-1] = frames.Ending(tuple(seat for seat in s.living() if s.grapplers(seat)))
        report(log, "battle-ends", ("KM-END-01",), "Nobody can or wants to act: the Battle phase ends.")
        return True
    mode = s.settings.rules.hold_mode
    waiting = frame.waiting if mode != "highest_again" else ()
    candidates = [seat for seat in ready if seat not in waiting] or ready
    if candidates is ready or mode == "next_other":  # next_other passes over the holder once, then all count again
        s.stack[-1] = frames.Battling()
    highest = max([s.mounts[seat].initiative for seat in candidates])
    tied = tuple([seat for seat in candidates if s.mounts[seat].initiative == highest])
    _settle_tie(s, tied, log)
    return True


def _settle_tie(s: BattleFacts, tied: tuple[str, ...], log: EventLog) -> None:
    """Phasing goes first and Stagger last among opponents; a team's leader chooses among its own (KM-TURN-03, -04)."""
    first = tied
    if len(tied) > 1:
        powers = {seat: tie_power(s, s.mounts[seat], True) for seat in tied}
        first = tuple(
            seat for seat in tied if all(s.friends(seat, other) or powers[other] <= powers[seat] for other in tied)
        )
    _hand_over(s, first or tied, log)


def _hand_over(s: BattleFacts, tied: tuple[str, ...], log: EventLog) -> None:
    if len(tied) == 1:
        s.stack.append(frames.Acting(tied[0]))
        report(log, "turn", ("KM-TURN-01",), f"It is {s.name(tied[0])}'s opportunity.", seat=tied[0])
    elif all(s.friends(tied[0], other) for other in tied):
        s.stack.append(frames.Choosing(tied))
    else:
        s.stack.append(frames.Rolling(tied))
        said = " and ".join(s.name(seat) for seat in tied)
        report(log, "tied", ("KM-TURN-02",), f"{said} are tied and roll.", seats=list(tied))


# --- ties -------------------------------------------------------------------------------------------------


def rolling_step(s: BattleFacts, frame: frames.Rolling, log: EventLog) -> bool:
    """The highest total of D6 and Discipline goes first; further ties roll again (KM-TURN-02)."""
    if len(frame.rolls) < len(frame.riders):
        return False
    totals = {seat: frame.rolls[seat] + s.mounts[seat].trait("discipline") for seat in frame.riders}
    best = max(totals.values())
    winners = tuple(seat for seat in frame.riders if totals[seat] == best)
    said = ", ".join(f"{s.name(seat)} {total}" for seat, total in totals.items())
    report(log, "tie-totals", ("KM-TURN-02",), f"D6 and Discipline: {said}.", totals=totals)
    s.stack.pop()
    _hand_over(s, winners, log)
    return True


def _rolls_next(frame: frames.Rolling) -> str:
    return next(seat for seat in frame.riders if seat not in frame.rolls)


def _rolling_draws(s: BattleFacts, frame: frames.Rolling) -> tuple[Outcome, ...]:
    rider = _rolls_next(frame)
    return tuple(Outcome(act.Roll(CHANCE, rider, value), 1) for value in range(1, 7))


def _who_rolls(s: BattleFacts, frame: frames.Rolling) -> str:
    return f"Roll a D6 for {s.name(_rolls_next(frame))}."


def _no_roll(s: BattleFacts, frame: frames.Rolling, action: Action) -> Refusal:
    return Refusal("TABLE", f"Chance is asked for something else: {_who_rolls(s, frame)}")


def _rolling_do(s: BattleFacts, frame: frames.Rolling, action: act.Roll, log: EventLog) -> None:
    s.top(rolls={**frame.rolls, action.rider: action.value})
    text = f"{s.name(action.rider)} rolls {action.value}."
    report(log, "rolled", ("KM-TURN-02",), text, seat=action.rider, value=action.value)


def _choosing_check(s: BattleFacts, frame: frames.Choosing, action: act.First) -> Refusal | None:
    if action.who not in frame.riders:
        return Refusal("KM-TURN-03", f"{shown(action.who)} is not tied; choose {' or '.join(frame.riders)}.")
    return None


def _choosing_do(s: BattleFacts, frame: frames.Choosing, action: act.First, log: EventLog) -> None:
    s.stack.pop()
    text = f"The leader lets {s.name(action.who)} act first."
    report(log, "first", ("KM-TURN-03",), text, seat=action.who)
    _hand_over(s, (action.who,), log)


# --- an opportunity ---------------------------------------------------------------------------------------


def _acting_ask(s: BattleFacts, frame: frames.Acting, seat: str) -> Ask:
    if frame.charged:
        return Ask("Declare the attack you charged for.", "KM-CHG-02")
    mount, said = s.mounts[seat], "Attack, heal, hold or stand down."
    if s.settings.rules.decline != "stand_down" or healing.kinds(s, mount):
        return Ask(said, "KM-TURN-06")
    barred = mount.full_recovery or mount.balance < 1  # Balance is regained between battles alone
    return Ask(said, "KM-TURN-06", about=NO_TARGET if barred or _reaches_nobody(s, mount) else "", courtesy=barred)


def _reaches_nobody(s: BattleFacts, mount: Mount) -> bool:
    """True if everybody can see that a rider cannot attack now, whatever its hand holds.

    No target is in reach, and a Charge could not help: the last Balance is needed for the attack.
    """
    charges_help = mount.balance > 1 and s.settings.rules.charge_window == "before_checks"
    return not charges_help and not any(attack.in_reach(s, mount).values())


def acting_options(s: BattleFacts, frame: frames.Acting, seat: str) -> Sequence[Action]:
    """Return what a rider may do with its opportunity; after a Charge an attack alone (KM-CHG-02)."""
    mount = s.mounts[seat]
    attacks: list[Action] = [*attack.declarable(s, mount)]
    charging = [charge for charge in _charges(s, mount) if _leads_to_attack(s, mount, charge)]
    if frame.charged:
        return [*attacks, *charging]
    last = _declining(s, seat)
    others: list[Action] = [act.Hold(seat)] if isinstance(last, act.StandDown) else []
    return [last, *others, *attacks, *healing.declarable(s, mount), *charging]


def _declining(s: BattleFacts, seat: str) -> Action:
    """No rider is obliged to attack (KM-TURN-06)."""
    return act.StandDown(seat) if s.settings.rules.decline == "stand_down" else act.Hold(seat)


def _charges(s: BattleFacts, mount: Mount) -> list[act.Charge]:
    if s.settings.rules.charge_window != "before_checks" or mount.full_recovery:
        return []
    return charges(s, mount)


def _leads_to_attack(s: BattleFacts, mount: Mount, charge: act.Charge) -> bool:
    """True if an attack can be declared after this Charge, at once or after further ones (KM-CHG-02)."""
    hand, balance, initiative = mount.hand, mount.balance, mount.initiative
    mount.hand = hand[:]
    take(mount, (charge.card,))
    mount.balance -= charge.amount
    mount.initiative += charge.amount
    try:
        return attack.any_declarable(s, mount) or any(
            _leads_to_attack(s, mount, further) for further in _charges(s, mount) if further.card >= charge.card
        )
    finally:
        mount.hand, mount.balance, mount.initiative = hand, balance, initiative


def _acting_check(s: BattleFacts, frame: frames.Acting, action: Action) -> Refusal | None:
    mount = s.mounts[action.seat]
    if isinstance(action, act.Attack):
        return attack.check(s, mount, action)
    if isinstance(action, act.Charge):
        if s.settings.rules.charge_window != "before_checks":
            return Refusal("KM-CHG-02", "Charges come after the checks here: declare the attack first.")
        if mount.full_recovery:
            return Refusal("KM-REC-03", f"{s.name(mount.seat)} gave up its attacks for a full recovery.")
        refusal = check_charge(s, mount, action)
        if refusal is None and not _leads_to_attack(s, mount, action):
            refusal = Refusal("KM-CHG-02", "A Charge in battle is part of declaring an attack; none would be possible.")
        return refusal
    if frame.charged:
        return Refusal("KM-CHG-02", "A Charge was played for an attack; declare it.")
    if isinstance(action, act.Heal):
        return healing.check(s, mount, action)
    if isinstance(action, act.StandDown) and s.settings.rules.decline != "stand_down":
        return Refusal("KM-TURN-06", "Whoever does not want to act holds, for 1 Initiative.")
    return None


def _acting_do(s: BattleFacts, frame: frames.Acting, action: Action, log: EventLog) -> None:
    mount = s.mounts[action.seat]
    name = s.name(action.seat)
    if isinstance(action, act.Charge):
        do_charge(s, mount, action, log)
        s.top(charged=True)
        return
    if isinstance(action, act.Attack):
        attack.declare(s, mount, action, log)
        return
    s.stack.pop()
    if isinstance(action, act.Heal):
        s.stack[-1] = frames.Battling()
        healing.declare(s, mount, action, log)
    elif isinstance(action, act.Hold):
        spend_initiative(s, mount, HOLD, ("KM-WAIT-01",), log, "holds")
        below = s.stack[-1]
        assert isinstance(below, frames.Battling)
        s.stack[-1] = frames.Battling((*(seat for seat in below.waiting if seat != action.seat), action.seat))
    else:
        mount.stands_down = True
        report(log, "stood-down", ("KM-TURN-06",), f"{name} stands down for this round.", seat=action.seat)


POINTS: Final[Points] = {
    frames.Battling: point(battling_step),
    frames.Rolling: chance_point(
        "tie-roll", _who_rolls, "KM-TURN-02", _rolling_draws,
        answered(act.Roll, _rolling_do, among(_rolling_draws, _no_roll)), settle=rolling_step,
    ),
    frames.Choosing: point(
        stay, lambda s, f: (s.speaker(s.settings.teams[f.riders[0]]),),
        Ask("Say which of your tied riders acts first.", "KM-TURN-03"),
        lambda s, f, seat: [act.First(seat, rider) for rider in f.riders],
        _choosing_check, _choosing_do, kinds=(act.First,),
    ),
    frames.Acting: point(
        stay, lambda s, f: (f.seat,), _acting_ask, acting_options, _acting_check, _acting_do,
        kinds=(act.Attack, act.Heal, act.Hold, act.StandDown, act.Charge),
        default=lambda s, f, seat: None if f.charged else _declining(s, seat),
    ),
}  # fmt: skip
