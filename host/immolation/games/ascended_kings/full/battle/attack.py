"""Attacks and blocks (AK-ATK, AK-DEF)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....contract import Action, Refusal
from ....engine import need
from ... import actions as act
from ...board.geometry import ADJACENT, SURROUNDING
from ...facts.arena import OFF, seat_id
from ...facts.full_situation import FullSituation
from ...facts.reporting import Log, report
from ...facts.situation import NOBODY
from ..frames import Attacking
from ..mats import gem_flow
from . import wounds
from .windows import WINDOWS, offer


def targets(s: FullSituation, seat: int) -> list[int]:
    """Living opponents in reach: adjacent, or surrounding with the Pyre Transmutation and for Revenants (AK-ATK-01).

    Fire keeps nobody from attacking or from being attacked (AK-ATK-04).
    """
    tiles = s.arena.tiles
    here = tiles[seat]
    near = SURROUNDING[here] if s.reach(seat) else ADJACENT[here]
    return [other for other, tile in enumerate(tiles) if tile != OFF and near >> tile & 1]


def actions(s: FullSituation, seat: int) -> Sequence[Action]:
    """Every attack with every amount of Pyre there is (AK-ATK-02, AK-ATK-03)."""
    pyre = s.mats[seat].pyre
    if not pyre or not SURROUNDING[s.arena.tiles[seat]] & s.arena.occupied:
        return ()
    made = s.catalogue[seat].attacks
    return [attack for other in targets(s, seat) for attack in made[other][:pyre]]


def check(s: FullSituation, seat: int, action: act.Attack) -> Refusal | None:
    """None if the opponent is in reach and the Pyre is there (AK-ATK-01, AK-ATK-02)."""
    who = s.other(action.who, seat)
    if type(who) is Refusal:
        return who
    arena, pyre = s.arena, s.mats[seat].pyre
    if who not in targets(s, seat):
        where, here = arena.number(arena.tiles[who]), arena.number(arena.tiles[seat])
        near = SURROUNDING[arena.tiles[seat]] >> arena.tiles[who] & 1
        more = "; attacking diagonally takes a completed Pyre Transmutation" if near else ""
        return Refusal("AK-ATK-01", f"{arena.names[who]} on {where} is out of reach from {here}{more}.")
    if action.pyre > pyre:
        return Refusal("AK-ATK-02", f"That takes {action.pyre} Pyre, and there is {pyre or 'none'} in your pool.")
    return None


def do(s: FullSituation, seat: int, action: act.Attack, log: Log) -> None:
    """Announce the attack: its Pyre is gone whatever comes of it (AK-ATK-02), and now the others react (AK-ATK-05)."""
    gem_flow.expend(s, seat, pyre=action.pyre)
    who = s.numbers[action.who]
    text = f"{s.arena.heads[seat]} attacks {s.arena.names[who]} with {action.pyre} Pyre."
    report(
        log, "attacked", ("AK-ATK-01", "AK-ATK-02"), text, {"seat": action.seat, "who": action.who, "pyre": action.pyre}
    )
    s.stack.append(Attacking(action.seat, action.who, action.pyre))
    offer(s, "attack")


def under_way(s: FullSituation) -> Attacking | None:
    """The attack whose window is open on top, if one is."""
    below = s.stack[-2] if len(s.stack) > 1 else None
    return below if type(below) is Attacking and s.stack[-1] is not below else None


def check_more(s: FullSituation, seat: int, action: act.Attack) -> Refusal | None:
    """None if house rules let the attacker add that Pyre to the attack under way (AK-ATK-05)."""
    frame = under_way(s)
    if frame is None or frame.seat != action.seat or frame.who != action.who:
        return Refusal("AK-ATK-05", "First the attack that is under way is settled.")
    if s.rules.attack_lock_amount:
        return Refusal("AK-ATK-05", f"The attack is announced with {frame.pyre} Pyre; no more can be added now.")
    have = s.mats[seat].pyre
    if action.pyre > have or frame.pyre + action.pyre > 40:
        return Refusal("AK-ATK-02", f"That takes {action.pyre} more Pyre, and there is {have or 'none'} in your pool.")
    return None


def fixed(s: FullSituation, action: Action) -> Refusal | None:
    """Say why the attacker, unasked, adds no Pyre to the attack under way (AK-ATK-05); None if it would not."""
    frame = under_way(s)
    if frame is None or type(action) is not act.Attack or action.seat != frame.seat:
        return None
    return check_more(s, s.numbers[action.seat], action)


def do_more(s: FullSituation, seat: int, action: act.Attack, log: Log) -> None:
    """Add Pyre to the attack under way and let the others react anew (AK-ATK-05, by house rule)."""
    frame = under_way(s)
    assert frame is not None
    gem_flow.expend(s, seat, pyre=action.pyre)
    s.stack[-2] = msgspec.structs.replace(frame, pyre=frame.pyre + action.pyre)
    s.stack[-1] = WINDOWS["attack"]
    text = f"{s.arena.heads[seat]} adds {action.pyre} Pyre to the attack: {frame.pyre + action.pyre} in all."
    report(log, "attack-raised", ("AK-ATK-05",), text, {"seat": action.seat, "who": action.who, "pyre": action.pyre})


def more_actions(s: FullSituation, seat: int) -> list[Action]:
    """The Pyre that house rules let the attacker add to the attack under way (AK-ATK-05)."""
    frame = None if s.rules.attack_lock_amount else under_way(s)
    if frame is None or frame.seat != seat_id(seat):
        return []
    made = s.catalogue[seat].attacks[s.numbers[frame.who]]
    return list(made[: min(s.mats[seat].pyre, 40 - frame.pyre)])


def settle(s: FullSituation, frame: Attacking, log: Log) -> bool:
    """The target blocks as much as it can, which is no choice (AK-DEF-04); the rest is wounds (AK-DEF-06).

    Egis gained in the window counts (AK-DEF-05). Nobody but the target is hit, whatever the levels (AK-ATK-04).
    """
    s.stack.pop()
    who = s.numbers[frame.who]
    block = min(frame.pyre, s.mats[who].egis)
    if block:
        gem_flow.expend(s, who, egis=block)
        text = f"{s.arena.heads[who]} blocks {block} of {frame.pyre} Pyre with Egis."
        report(log, "blocked", ("AK-DEF-04",), text, {"seat": frame.who, "egis": block, "pyre": frame.pyre})
    if frame.pyre > block:
        wounds.deal(s, {who: frame.pyre - block}, "attack", log, by=frame.seat)
    return True


def validate(s: FullSituation, frame: Attacking, place: int) -> None:
    """An attack of the player on turn on somebody else, both on the board (AK-ATK-01)."""
    key = f"stack.{place}"
    need(s.stack[place - 1].acting, key, "that is done in the Active State (AK-ACTIVE-07)")
    need(frame.seat != frame.who, key, "nobody attacks the own character (AK-ATK-01)")
    s.need_alive(key, frame.seat, frame.who)
    on_turn = s.turn == NOBODY or frame.seat == s.settings.seats[s.turn]
    need(on_turn, key, "that is for the player on turn (AK-ACTIVE-07)")
