"""The Recovery phase: full, partial and free recovery, and the start of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import Action, Refusal
from ...engine import EventLog, report
from .. import actions as act
from .. import frames
from ..cards.card_play import contribution, distinct, missing, take
from ..cards.components import card_name
from ..decision_points import Ask, Points, point
from ..facts.balance import gain
from ..facts.battle_facts import BattleFacts, Mount

REGENERATION: Final = 1
"""Balance a Kolossus gains on top (KM-TYPE-07)."""

FREE: Final = 1
"""Balance of a free recovery (KM-REC-06)."""


def begin_round(s: BattleFacts, log: EventLog) -> None:
    """A new round starts with its Recovery phase (KM-SEQ-01)."""
    for mount in s.mounts.values():
        mount.full_recovery = mount.stands_down = False
        mount.prepared = None
        mount.revealed = 0
    s.spoken.clear()
    s.stack[:] = [frames.Recovering(tuple(s.living()))]
    report(log, "round-begins", ("KM-SEQ-01",), f"Round {s.round} begins.", round=s.round)


def _extra(s: BattleFacts, mount: Mount, free: bool) -> int:
    """Regeneration of a Kolossus (KM-TYPE-07)."""
    if not mount.has("regeneration") or (free and not s.settings.rules.regeneration_always):
        return 0
    return REGENERATION


def step(s: BattleFacts, frame: frames.Recovering, log: EventLog) -> bool:
    """Pass over those in a grapple, who recover nothing; a Kolossus gains 1 all the same (KM-GRP-06)."""
    if not frame.order:
        leaders = [seat for seat in s.leaders.values() if seat and s.mounts[seat].alive and s.mates(seat)]
        s.stack[-1] = frames.Announcing(tuple(leaders))
        return True
    mount = s.mounts[frame.order[0]]
    if not s.grappled(mount.seat):
        return False
    mount.full_recovery = mount.stands_down = False
    if mount.has("regeneration"):
        gain(s, mount, REGENERATION, ("KM-GRP-06",), log, "regenerates in the grapple")
    else:
        text = f"{s.name(mount.seat)} is in a grapple and recovers nothing."
        report(log, "no-recovery", ("KM-GRP-06",), text, seat=mount.seat)
    s.top(order=frame.order[1:])
    return True


def _options(s: BattleFacts, frame: frames.Recovering, seat: str) -> Sequence[Action]:
    hand = s.mounts[seat].hand
    found: list[Action] = [act.Recover(seat, "free")]
    if len(hand) >= s.settings.rules.full_recovery_min_cards:
        found.append(act.Recover(seat, "full"))
    return found + [act.Recover(seat, "partial", card) for card in distinct(hand)]


def _check(s: BattleFacts, frame: frames.Recovering, action: act.Recover) -> Refusal | None:
    mount = s.mounts[action.seat]
    least = s.settings.rules.full_recovery_min_cards
    if action.how == "partial":
        if not action.card:
            return Refusal("KM-REC-04", "A partial recovery discards exactly one card; name it.")
        return missing(s, mount, (action.card,))
    if action.card:
        return Refusal("KM-REC-06" if action.how == "free" else "KM-REC-02", "Only a partial recovery names its card.")
    if action.how == "full" and len(mount.hand) < least:
        return Refusal("KM-REC-02", f"A full recovery discards at least {least} card; there are {len(mount.hand)}.")
    return None


def do(s: BattleFacts, frame: frames.Recovering, action: act.Recover, log: EventLog) -> None:
    """KM-REC-01: one of the three kinds. What an earlier full recovery gave up is open again (KM-REC-03)."""
    mount = s.mounts[action.seat]
    mount.full_recovery, mount.stands_down = action.how == "full", False
    s.top(order=frame.order[1:])
    if action.how == "full":
        text = f"{s.name(mount.seat)} gives up its attacks this round for a full recovery."
        report(log, "full-recovery", ("KM-REC-02", "KM-REC-03"), text, seat=mount.seat)
        s.stack.append(frames.Discarding(mount.seat))
    elif action.how == "partial":
        _partial(s, mount, action.card, log)
    else:
        gain(s, mount, FREE + _extra(s, mount, True), ("KM-REC-06",), log, "takes a free recovery")


def _partial(s: BattleFacts, mount: Mount, card: str, log: EventLog) -> None:
    """One card for its value, at most the Recovery trait (KM-REC-04, KM-REC-05)."""
    how = s.settings.rules.partial_recovery
    amount = {
        "card_value_capped": contribution(s, mount, card, "recovery"),
        "recovery_trait": mount.trait("recovery"),
        "one": 1,
    }[how]
    take(mount, (card,))
    s.discard.append(card)
    gain(s, mount, amount + _extra(s, mount, False), ("KM-REC-04", "KM-REC-05"), log, f"discards {card_name(card)}")


# --- a full recovery, card after card ---------------------------------------------------------------------


def _full_step(s: BattleFacts, frame: frames.Discarding, log: EventLog) -> bool:
    mount = s.mounts[frame.seat]
    if mount.hand:
        return False
    _finish(s, mount, log)
    return True


def _enough(s: BattleFacts, frame: frames.Discarding) -> bool:
    return frame.count >= s.settings.rules.full_recovery_min_cards


def _full_options(s: BattleFacts, frame: frames.Discarding, seat: str) -> Sequence[Action]:
    done: list[Action] = [act.Done(seat)] if _enough(s, frame) else []
    return done + [act.Discard(seat, card) for card in distinct(s.mounts[seat].hand)]


def _full_check(s: BattleFacts, frame: frames.Discarding, action: Action) -> Refusal | None:
    if isinstance(action, act.Discard):
        return missing(s, s.mounts[action.seat], (action.card,))
    if not _enough(s, frame):
        least = s.settings.rules.full_recovery_min_cards
        return Refusal("KM-REC-02", f"A full recovery discards at least {least} card.")
    return None


def full_do(s: BattleFacts, frame: frames.Discarding, action: Action, log: EventLog) -> None:
    """Each card adds its value, at most the Recovery trait (KM-REC-02, KM-REC-05)."""
    mount = s.mounts[action.seat]
    if not isinstance(action, act.Discard):
        _finish(s, mount, log)
        return
    amount = contribution(s, mount, action.card, "recovery")
    take(mount, (action.card,))
    s.discard.append(action.card)
    s.top(count=frame.count + 1)
    gain(s, mount, amount, ("KM-REC-02", "KM-REC-05"), log, f"discards {card_name(action.card)}")


def _finish(s: BattleFacts, mount: Mount, log: EventLog) -> None:
    s.stack.pop()
    if extra := _extra(s, mount, False):
        gain(s, mount, extra, ("KM-TYPE-07",), log, "regenerates")


POINTS: Final[Points] = {
    frames.Recovering: point(
        step, lambda s, f: f.order[:1], Ask("Choose a full, partial or free recovery.", "KM-REC-01"),
        _options, _check, do, kinds=(act.Recover,), default=lambda s, f, seat: act.Recover(seat, "free"),
    ),
    frames.Discarding: point(
        _full_step, lambda s, f: (f.seat,), Ask("Discard cards to regain Balance, or finish.", "KM-REC-02"),
        _full_options, _full_check, full_do, kinds=(act.Discard, act.Done),
        default=lambda s, f, seat: act.Done(seat) if _enough(s, f) else None,
    ),
}  # fmt: skip
