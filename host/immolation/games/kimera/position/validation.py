"""Validate a position; raises BadPosition with the key and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ...engine import need
from ...house_rules import shown
from .. import frames
from ..battle import damage
from ..cards.card_play import missing, shows
from ..facts.battle_facts import BattleFacts, Mount
from ..rounds import battle_phase
from . import validation_battle

BASES: Final = (
    frames.Recovering,
    frames.Announcing,
    frames.Preparing,
    frames.Adjusting,
    frames.Maneuvering,
    frames.Leading,
    frames.Charging,
    frames.Battling,
    frames.Ending,
    frames.Over,
)
"""Frames that lie lowest: the steps of a round."""

_STRUCK: Final = (frames.Attacking, frames.Edging)

PARENTS: Final[dict[type[frames.Frame], tuple[type[frames.Frame], ...]]] = {
    frames.Discarding: (frames.Recovering,),
    frames.Laying: (frames.Leading,),
    frames.Sharing: (frames.Leading,),
    frames.Exchanging: (frames.Sharing,),
    frames.Rolling: (frames.Battling,),
    frames.Choosing: (frames.Battling,),
    frames.Acting: (frames.Battling,),
    frames.Attacking: (frames.Battling,),
    frames.Healing: (frames.Battling,),
    frames.Countering: (frames.Attacking,),
    frames.Defending: (frames.Attacking,),
    frames.Edging: (frames.Attacking,),
    frames.Arming: _STRUCK,
    frames.Hitting: _STRUCK,
    frames.Picking: _STRUCK,
    frames.Maiming: _STRUCK,
    frames.Breaking: (frames.Ending,),
    frames.Bidding: (frames.Ending,),
    frames.Raising: (frames.Ending,),
}
"""What a frame may lie on; a team may name its leader on anything."""

SECRET: Final = (frames.Recovering, frames.Announcing, frames.Preparing)
"""Steps before Initiative is revealed."""


def validate_position(s: BattleFacts) -> None:
    """Refuse what cannot be. Raises BadPosition naming the key."""
    for mount in s.mounts.values():
        _mount(s, mount)
    _grapples(s)
    _layers(s)
    over = isinstance(s.stack[0], frames.Over)
    need(over == (s.result is not None), "result", "given exactly when the stack says that the battle is over")
    rounds = s.rounds
    need(not rounds or s.round <= rounds, "round", f"the battle is broken off after {rounds} rounds")
    sides = {s.settings.teams[seat] for seat in s.living()}
    need(sides, "seats", "somebody must be left in the battle")
    need(over or len(sides) > 1, "seats", "with one side left the battle is over (KM-POT-03)")
    need(
        not (s.pool or s.given) or any(isinstance(f, (frames.Laying, frames.Sharing)) for f in s.stack) or over,
        "pool",
        "a leader's cards lie there in the Leadership step alone (KM-TAC-07)",
    )
    _secrets(s)
    for frame in s.stack:
        for key in ("order", "members", "riders", "waiting", "queue", "caught", "grapplers", "passed"):
            _seats(s, getattr(frame, key, ()), key)
        for key in ("seat", "leader", "attacker", "target", "victim", "by"):
            if hasattr(frame, key):
                (_known if key in _may_have_fallen(frame) else _living)(s, getattr(frame, key), f"stack: {key}")
        check = _CHECKS.get(type(frame))
        if check is not None:
            check(s, frame)


def _mount(s: BattleFacts, mount: Mount) -> None:
    where = f"seats.{mount.seat}"
    if not mount.alive:
        need(not (mount.hand or mount.holds), where, "a defeated Kimera has no hand and holds nobody (KM-POT-03)")
        bare = s.settings.rules.defeated_scroll == "stays" or not damage.scroll(mount)
        need(bare, where, "the cards on a defeated Kimera's Scroll are discarded (KM-POT-04)")
        need(
            not (mount.balance or mount.initiative or mount.off or mount.prepared),
            where,
            "a defeated Kimera has neither Balance nor Initiative (KM-POT-03)",
        )
        return
    most = s.settings.rules.defeat_wounds
    need(len(mount.wounds) < most, f"{where}.wounds", f"with {most} damage cards it would be defeated (KM-POT-03)")
    if mount.off and s.settings.rules.off_balance_clears == "balance_above_zero":
        need(mount.balance == 0, f"{where}.off", "Off-Balance ends as soon as Balance is above 0 (KM-DMG-03)")
    cards = s.settings.rules.lingering_cards
    for heal in mount.lingering:
        need(heal.by in s.mounts, f"{where}.lingering", f"by: there is no seat {shown(heal.by)}")
        need(len(heal.cards) == cards, f"{where}.lingering", f"cards: one is made of {cards} (KM-HEAL-07)")
    for wound in mount.wounds:
        once = s.settings.cards[wound.card].effect in ("expose", "sunder")
        need(once or not wound.spent, f"{where}.wounds", f"{wound.card}: spent: only Expose and Sunder are")


def _grapples(s: BattleFacts) -> None:
    """Refuse grapples that cannot be: one target each, nobody in a ring, all at 0 Initiative (KM-GRP-03, KM-GRP-04)."""
    for seat, mount in s.mounts.items():
        if not mount.holds:
            continue
        where = f"seats.{seat}.holds"
        _living(s, mount.holds, where)
        need(not s.friends(seat, mount.holds), where, f"{mount.holds} is on the same side")
        seen = [seat]
        other: str | None = mount.holds
        while other:
            need(other not in seen, where, "Kimera cannot hold one another in a ring")
            seen.append(other)
            other = s.mounts[other].holds
        for end in (seat, mount.holds):
            need(s.mounts[end].initiative == 0, f"seats.{end}.initiative", "0 while in a grapple (KM-GRP-03)")


def _layers(s: BattleFacts) -> None:
    need(isinstance(s.stack[0], BASES), "stack", "the lowest decision point is a step of the round")
    for below, frame in zip(s.stack, s.stack[1:], strict=False):
        allowed = PARENTS.get(type(frame))
        if isinstance(frame, frames.Naming):
            need(frame is s.stack[-1], "stack", "name-leader lies on top")
            need(not isinstance(below, frames.Over), "stack", "nothing lies on over")
        else:
            tag = frame.__struct_config__.tag
            need(
                allowed and isinstance(below, allowed), "stack", f"{tag} does not lie on {below.__struct_config__.tag}"
            )


def _secrets(s: BattleFacts) -> None:
    """Initiative is prepared in secret and then revealed (KM-INIT-04, KM-TAC-04)."""
    base = s.stack[0]
    hidden = isinstance(base, SECRET) or (
        isinstance(base, frames.Adjusting) and s.settings.rules.resource_order != "reveal_first"
    )
    for seat in s.living():
        mount = s.mounts[seat]
        if hidden:
            need(mount.initiative == 0, f"seats.{seat}.initiative", "0 before it is revealed; see prepared")
        if mount.prepared is None:
            continue
        where = f"seats.{seat}.prepared"
        prepares = isinstance(base, (frames.Preparing, frames.Adjusting)) and hidden
        need(prepares, where, "Initiative is secret from the prepare step to the reveal alone (KM-INIT-04)")
        need(mount.prepared <= mount.balance, where, "no more than Balance (KM-INIT-03)")
        limit = s.settings.rules.initiative_max
        need(not limit or mount.prepared <= limit, where, f"the die shows at most {limit} (KM-INIT-03)")
        need(not mount.prepared or not s.grappled(seat), where, "0 while in a grapple (KM-GRP-08)")


def _may_have_fallen(frame: frames.Frame) -> tuple[str, ...]:
    """Return the fields of a frame whose seats may be defeated while it goes on: an attack goes on with its other
    targets, an Edge finds nobody there.
    """
    if isinstance(frame, frames.Attacking) and frame.step == "targets":
        return ("target",)
    return ("victim",) if isinstance(frame, frames.Edging) else ()


def _known(s: BattleFacts, seat: str, where: str) -> None:
    need(seat in s.mounts, where, f"there is no seat {shown(seat)}; there are {', '.join(s.mounts)}")


def _living(s: BattleFacts, seat: str, where: str) -> None:
    _known(s, seat, where)
    need(s.mounts[seat].alive, where, f"{seat} is defeated")


def _seats(s: BattleFacts, seats: Iterable[str], key: str) -> None:
    found = tuple(seats)
    for seat in found:
        need(seat in s.mounts, f"stack: {key}", f"there is no seat {shown(seat)}")
        if key not in ("queue", "caught"):
            _living(s, seat, f"stack: {key}")
    need(len(set(found)) == len(found), f"stack: {key}", "a seat is named twice")


# --- one function for each frame that needs one -----------------------------------------------------------


def _announcing(s: BattleFacts, frame: frames.Announcing) -> None:
    for seat in frame.order:
        need(s.speaker(s.settings.teams[seat]) == seat, "stack: order", f"{seat} leads no side (KM-INIT-01)")


def _tied(s: BattleFacts, frame: frames.Rolling | frames.Choosing) -> None:
    need(len(frame.riders) > 1, "stack: riders", "a tie has two riders at least")
    level = {s.mounts[seat].initiative for seat in frame.riders}
    need(len(level) == 1, "stack: riders", "the tied have the same Initiative (KM-TURN-02)")
    for seat in frame.riders:
        need(battle_phase.able(s, s.mounts[seat]), "stack: riders", f"{seat} cannot act")


def _rolling(s: BattleFacts, frame: frames.Rolling) -> None:
    for seat in frame.rolls:
        need(seat in frame.riders, "stack: rolls", f"{shown(seat)} is not tied")
    _tied(s, frame)


def _choosing(s: BattleFacts, frame: frames.Choosing) -> None:
    same = all(s.friends(frame.riders[0], seat) for seat in frame.riders)
    need(same, "stack: riders", "the leader chooses among riders of one side (KM-TURN-03)")
    _tied(s, frame)


def _acting(s: BattleFacts, frame: frames.Acting) -> None:
    need(
        battle_phase.able(s, s.mounts[frame.seat]),
        "stack: seat",
        f"{frame.seat} cannot act: no Initiative (KM-TURN-05)",
    )
    need(battle_phase.acting_options(s, frame, frame.seat), "stack: charged", "no attack could follow (KM-CHG-02)")


def _led(s: BattleFacts, frame: Any) -> None:
    members = getattr(frame, "members", ())
    ours = all(s.friends(frame.leader, seat) for seat in members)
    need(ours, "stack: members", "members of the leader's side alone (KM-TAC-08)")


def _exchanging(s: BattleFacts, frame: frames.Exchanging) -> None:
    below = s.stack[s.stack.index(frame) - 1]
    leader = getattr(below, "leader", frame.seat)
    need(s.friends(leader, frame.seat), "stack: seat", "members of the leader's side alone (KM-TAC-08)")


def _breaking(s: BattleFacts, frame: frames.Breaking) -> None:
    sides = (frame.seat, *s.grapplers(frame.seat))
    need(len(sides) > 1, "stack: seat", f"nobody holds {frame.seat}")
    for seat, cards in frame.cards.items():
        need(seat in sides, "stack: cards", f"{shown(seat)} is not in this grapple")
        mount = s.mounts[seat]
        held = missing(s, mount, cards) is None and all(shows(s, mount, card, "grapple") for card in cards)
        need(held, "stack: cards", f"{seat} lays Grapple cards out of the own hand (KM-END-02)")


def _spending(s: BattleFacts, frame: Any) -> None:
    need(frame.grapplers, "stack: grapplers", "somebody holds on")
    for seat in frame.grapplers:
        need(s.mounts[seat].holds == frame.seat, "stack: grapplers", f"{seat} does not hold {frame.seat}")
    for seat, amount in getattr(frame, "bids", {}).items():
        need(seat in (frame.seat, *frame.grapplers), "stack: bids", f"{shown(seat)} is not in this grapple")
        need(amount <= s.mounts[seat].balance, "stack: bids", f"{seat} has no {amount} Balance (KM-END-04)")


def _naming(s: BattleFacts, frame: frames.Naming) -> None:
    need(frame.team in s.settings.sides, "stack: team", f"there is no side {shown(frame.team)}")
    alive = any(s.mounts[seat].alive for seat in s.settings.sides[frame.team])
    need(alive, "stack: team", f"nobody of {frame.team} is left")


_CHECKS: Final[dict[type[frames.Frame], Callable[[BattleFacts, Any], None]]] = {
    frames.Announcing: _announcing,
    frames.Rolling: _rolling,
    frames.Choosing: _choosing,
    frames.Acting: _acting,
    frames.Laying: _led,
    frames.Sharing: _led,
    frames.Exchanging: _exchanging,
    frames.Breaking: _breaking,
    frames.Bidding: _spending,
    frames.Raising: _spending,
    frames.Naming: _naming,
    **validation_battle.CHECKS,
}
