"""The Leadership step of the Tactical phase: cards laid out and exchanged, Charges; and who leads after a defeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import Action, Refusal
from ...engine import EventLog, report
from ...engine.decision_points import stay
from ...house_rules import shown
from .. import actions as act
from .. import frames
from ..cards.card_play import distinct, missing, shows, take
from ..cards.components import card_name
from ..decision_points import Ask, Points, drawing_point, point
from ..facts.battle_facts import BattleFacts, Mount
from .tactical import deck_outcomes

CHARGED: Final = 2
"""Balance that one Charge may turn into Initiative (KM-CHG-01)."""


# --- cards laid out ---------------------------------------------------------------------------------------


def leading_step(s: BattleFacts, frame: frames.Leading, log: EventLog) -> bool:
    """Each leader with a teammate lays out as many cards as its Initiative; one without draws nothing (KM-TAC-07)."""
    if not frame.order:
        s.stack[-1] = frames.Charging(s.by_initiative(s.living()))
        return True
    seat = frame.order[0]
    s.top(order=frame.order[1:])
    mount = s.mounts[seat]
    count = mount.revealed if s.settings.rules.leader_pool_size == "revealed_initiative" else mount.initiative
    if s.mates(seat) and count:
        s.stack.append(frames.Laying(seat, count))
    return True


def _laying_step(s: BattleFacts, frame: frames.Laying, log: EventLog) -> bool:
    if frame.left and s.restock(log):
        return False
    members = tuple(seat for seat in s.living() if s.friends(seat, frame.leader))
    s.stack[-1] = frames.Sharing(frame.leader, members)
    return True


def laying_do(s: BattleFacts, frame: frames.Laying, action: act.Draw, log: EventLog) -> None:
    """A card face up in front of the leader (KM-TAC-07)."""
    s.deck.remove(action.card)
    s.pool.append(action.card)
    s.top(left=frame.left - 1)
    text = f"{s.name(frame.leader)} lays out {card_name(action.card)}."
    report(log, "laid-out", ("KM-TAC-07",), text, seat=frame.leader, card=action.card)


def sharing_step(s: BattleFacts, frame: frames.Sharing, log: EventLog) -> bool:
    """Put away what nobody took, and what lies in the place of what was taken (KM-TAC-09)."""
    if frame.members and s.pool:
        return False
    rest = [*s.pool, *s.given]
    if rest:
        if s.settings.rules.leader_pool_rest == "deck":
            s.put_back(rest)
        else:
            s.discard += rest
        text = f"{len(rest)} cards of {s.name(frame.leader)}'s are put away."
        report(log, "pool-closed", ("KM-TAC-09",), text, seat=frame.leader, cards=rest)
    s.pool.clear()
    s.given.clear()
    s.stack.pop()
    return True


def _sharing_check(s: BattleFacts, frame: frames.Sharing, action: Action) -> Refusal | None:
    if isinstance(action, act.Grant) and action.to not in frame.members:
        said = f"{shown(action.to)} is not of the team or has had access; there are {', '.join(frame.members)}."
        return Refusal("KM-TAC-08", said)
    return None


def sharing_do(s: BattleFacts, frame: frames.Sharing, action: Action, log: EventLog) -> None:
    """In the leader's order; the leader may refuse anybody by closing (KM-TAC-08, KM-TAC-09)."""
    if isinstance(action, act.Grant):
        s.top(members=tuple(member for member in frame.members if member != action.to))
        s.stack.append(frames.Exchanging(action.to))
        text = f"{s.name(frame.leader)} lets {s.name(action.to)} exchange cards."
        report(log, "granted", ("KM-TAC-08",), text, seat=frame.leader, to=action.to)
    else:
        s.top(members=())


def _exchanging_step(s: BattleFacts, frame: frames.Exchanging, log: EventLog) -> bool:
    if s.pool and s.mounts[frame.seat].hand:
        return False
    s.stack.pop()
    return True


def _exchanging_options(s: BattleFacts, frame: frames.Exchanging, seat: str) -> Sequence[Action]:
    own = list(distinct(s.mounts[seat].hand))
    return [act.Done(seat), *(act.Exchange(seat, take, give) for take in distinct(s.pool) for give in own)]


def _exchanging_check(s: BattleFacts, frame: frames.Exchanging, action: Action) -> Refusal | None:
    if not isinstance(action, act.Exchange):
        return None
    if action.take not in s.pool:
        return Refusal("KM-TAC-08", f"{card_name(action.take)} does not lie in front of the leader.")
    return missing(s, s.mounts[action.seat], (action.give,))


def exchanging_do(s: BattleFacts, frame: frames.Exchanging, action: Action, log: EventLog) -> None:
    """One for one, so that hands keep their size (KM-TAC-08)."""
    if not isinstance(action, act.Exchange):
        s.stack.pop()
        return
    mount = s.mounts[action.seat]
    take(mount, (action.give,))
    s.given.append(action.give)
    s.pool.remove(action.take)
    mount.hand += (action.take,)
    text = f"{s.name(action.seat)} takes {card_name(action.take)} and puts {card_name(action.give)} in its place."
    report(log, "exchanged", ("KM-TAC-08",), text, seat=action.seat, take=action.take, give=action.give)


# --- charges ----------------------------------------------------------------------------------------------


def may_charge(s: BattleFacts, mount: Mount) -> Refusal | None:
    """None if a Charge could do something; the hand is not looked at (KM-CHG-01, KM-GRP-08)."""
    if s.grappled(mount.seat) or mount.balance < 1:
        held = s.grappled(mount.seat)
        why = "is in a grapple and stays at 0 Initiative" if held else "has no Balance to turn into Initiative"
        return Refusal("KM-GRP-08" if held else "KM-CHG-01", f"{s.name(mount.seat)} {why}.")
    return None


def check_charge(s: BattleFacts, mount: Mount, action: act.Charge) -> Refusal | None:
    """None if this card can be played as this Charge (KM-CHG-01, KM-TYPE-08)."""
    refusal = may_charge(s, mount) or missing(s, mount, (action.card,))
    if refusal is not None:
        return refusal
    if not shows(s, mount, action.card, "charge"):
        return Refusal("KM-CHG-01", f"{card_name(action.card)} shows no Charge symbol.")
    if not 1 <= action.amount <= min(CHARGED, mount.balance):
        return Refusal("KM-CHG-01", f"A Charge turns 1 to {CHARGED} Balance; there is {mount.balance}.")
    return None


def charges(s: BattleFacts, mount: Mount) -> list[act.Charge]:
    """Every Charge that could be played now."""
    if may_charge(s, mount) is not None:
        return []
    cards = [card for card in distinct(mount.hand) if shows(s, mount, card, "charge")]
    amounts = range(1, min(CHARGED, mount.balance) + 1)
    return [act.Charge(mount.seat, card, amount) for card in cards for amount in amounts]


def do_charge(s: BattleFacts, mount: Mount, action: act.Charge, log: EventLog) -> None:
    """Balance becomes Initiative until the end of the round (KM-CHG-01, KM-CHG-03)."""
    take(mount, (action.card,))
    s.discard.append(action.card)
    mount.balance -= action.amount
    mount.initiative += action.amount
    text = (
        f"{s.name(mount.seat)} charges with {card_name(action.card)}: {action.amount} Balance become Initiative "
        f"{mount.initiative}; Balance {mount.balance}."
    )
    report(
        log, "charged", ("KM-CHG-01",), text,
        seat=mount.seat, card=action.card, amount=action.amount, initiative=mount.initiative, balance=mount.balance,
    )  # fmt: skip


def _charging_step(s: BattleFacts, frame: frames.Charging, log: EventLog) -> bool:
    if not frame.order:
        s.stack[-1] = frames.Battling()
        report(log, "battle-begins", ("KM-SEQ-01",), "The Battle phase begins.")
        return True
    return pass_over(s, frame)


def pass_over(s: BattleFacts, frame: frames.InOrder) -> bool:
    """Go on where the next rider plainly cannot charge."""
    mount = s.mounts[frame.order[0]]
    if mount.hand and may_charge(s, mount) is None:
        return False
    s.top(order=frame.order[1:])
    return True


def _charging_do(s: BattleFacts, frame: frames.Charging, action: Action, log: EventLog) -> None:
    if isinstance(action, act.Charge):
        do_charge(s, s.mounts[action.seat], action, log)
    else:
        s.top(order=frame.order[1:])


# --- a new leader -----------------------------------------------------------------------------------------


def lose_leader(s: BattleFacts, side: str, log: EventLog) -> None:
    """A side whose leader was defeated gets a new one (KM-TAC-06)."""
    how = s.settings.rules.leader_lost
    left = [seat for seat in s.settings.sides[side] if s.mounts[seat].alive]
    if how == "none" or not left:
        return
    if len(left) == 1 or how == "next_seat":
        _lead(s, side, left[0], log)
    else:
        s.stack.append(frames.Naming(side))


def _lead(s: BattleFacts, side: str, seat: str, log: EventLog) -> None:
    s.leaders[side] = seat
    report(log, "leader", ("KM-TAC-06",), f"{s.name(seat)} leads {side} now.", seat=seat, team=side)


def _naming_options(s: BattleFacts, frame: frames.Naming, seat: str) -> Sequence[Action]:
    return [act.Lead(seat, other) for other in s.settings.sides[frame.team] if s.mounts[other].alive]


def _naming_check(s: BattleFacts, frame: frames.Naming, action: act.Lead) -> Refusal | None:
    if action not in _naming_options(s, frame, action.seat):
        return Refusal("KM-TAC-06", f"{shown(action.who)} is no living rider of {frame.team}.")
    return None


def _naming_do(s: BattleFacts, frame: frames.Naming, action: act.Lead, log: EventLog) -> None:
    s.stack.pop()
    _lead(s, frame.team, action.who, log)


POINTS: Final[Points] = {
    frames.Leading: point(leading_step),
    frames.Laying: drawing_point(
        _laying_step, lambda s, f, seat: Ask(f"Lay out a card for {s.name(f.leader)}.", "KM-TAC-07"), laying_do,
        lambda s, f: deck_outcomes(s),
    ),
    frames.Sharing: point(
        sharing_step, lambda s, f: (f.leader,), Ask("Say who may exchange cards next, or close.", "KM-TAC-08"),
        lambda s, f, seat: [act.Done(seat), *(act.Grant(seat, member) for member in f.members)],
        _sharing_check, sharing_do, kinds=(act.Grant, act.Done),
    ),
    frames.Exchanging: point(
        _exchanging_step, lambda s, f: (f.seat,),
        Ask("Take cards and put as many of your own in their place.", "KM-TAC-08"),
        _exchanging_options, _exchanging_check, exchanging_do, kinds=(act.Exchange, act.Done),
        default=lambda s, f, seat: act.Done(seat),
    ),
    frames.Charging: point(
        _charging_step, lambda s, f: f.order[:1],
        Ask("Play Charges to turn Balance into Initiative, or go on.", "KM-CHG-02"),
        lambda s, f, seat: [act.Done(seat), *charges(s, s.mounts[seat])],
        lambda s, f, action: check_charge(s, s.mounts[action.seat], action) if isinstance(action, act.Charge) else None,
        _charging_do, kinds=(act.Charge, act.Done), default=lambda s, f, seat: act.Done(seat),
    ),
    frames.Naming: point(
        stay, lambda s, f: (s.speaker(f.team),),
        lambda s, f, seat: Ask(f"Name the new leader of {f.team}.", "KM-TAC-06", "window"),
        _naming_options, _naming_check, _naming_do, kinds=(act.Lead,),
    ),
}  # fmt: skip
