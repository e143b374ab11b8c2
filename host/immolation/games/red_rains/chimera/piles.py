"""The Chimera's draw pile, discard pile and made-up hand; fatigue (RR-FAT-*, RR-HAND-*).

Nobody knows the order of the deck: cards nobody has seen are one pool, of which the face-down aspects show their
blood values. Which card comes is for chance to say, with the weights `weights` gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from ...engine import report
from ..battle import damage
from ..effects.effect_context import resolve
from ..facts.situation import Log, Situation
from ..frames import FatigueSets


def face_down_by_blood(s: Situation) -> dict[int, int]:
    """Blood value -> face-down aspects on the battlefields that nobody has seen."""
    found: dict[int, int] = {}
    for seat in s.seats_of.values():
        for body in seat.facing:
            if not body.up and body.card is None:
                found[body.blood] = found.get(body.blood, 0) + 1
    return found


def by_blood(s: Situation, cards: Mapping[str, int]) -> dict[int, int]:
    """Blood value -> cards."""
    found: dict[int, int] = {}
    printed = s.pack.blood
    for card, count in cards.items():
        if count:
            blood = printed[card]
            found[blood] = found.get(blood, 0) + count
    return found


def backs(s: Situation) -> dict[int, int]:
    """Blood value -> cards in the draw pile, of those on top where some are known to lie there."""
    if s.top:
        return dict(sorted(by_blood(s, s.top).items()))
    found = by_blood(s, s.pool)
    for blood, count in face_down_by_blood(s).items():
        found[blood] = found.get(blood, 0) - count
    return {blood: left for blood, left in sorted(found.items()) if left > 0}


def weights(s: Situation) -> dict[str, int]:
    """Card -> weight with which it lies on top of the draw pile."""
    if s.top:
        return {card: count for card, count in sorted(s.top.items()) if count}
    pile, pool = backs(s), by_blood(s, s.pool)
    scale = lcm(*pool.values()) if pool else 1
    found: dict[str, int] = {}
    for card, count in sorted(s.pool.items()):
        blood = s.pack.blood[card]
        weight = count * pile.get(blood, 0) * (scale // pool[blood]) if count else 0
        if weight:
            found[card] = weight
    return found


def face_down_weights(s: Situation, blood: int) -> dict[str, int]:
    """Card -> weight for a face-down aspect with this blood value; what is known to lie on the pile is none of it."""
    top, printed = s.top, s.pack.blood
    left = [(card, count - top.get(card, 0)) for card, count in s.pool.items() if printed[card] == blood]
    return {card: count for card, count in sorted(left) if count > 0}


def _less(cards: dict[str, int], card: str) -> None:
    cards[card] -= 1
    if not cards[card]:
        del cards[card]


def _more(cards: dict[str, int], card: str, n: int = 1) -> None:
    cards[card] = cards.get(card, 0) + n


def remove_drawn(s: Situation, card: str) -> None:
    """A card leaves the draw pile, seen by all; `check_empty` looks whether it was the last."""
    _less(s.pool, card)
    if s.top:
        _less(s.top, card)


def remove_revealed(s: Situation, card: str) -> None:
    """A face-down aspect turned out to be this card."""
    _less(s.pool, card)


def discard(s: Situation, card: str, log: Log, from_pile: bool = False) -> None:
    """A card of the Chimera's goes to its discard pile; a fatigued one may suffer for it (pack data)."""
    s.to_discard(card)
    if from_pile and s.fatigued and any(each.do == "wound_per_discard" for each in s.pack.fatigue):
        damage.place_wounds(s, s.chimera, 1, log, "RR-FAT-03")


def check_empty(s: Situation, log: Log) -> None:
    """The draw pile may have run out: fatigue, then the discard pile is shuffled in (RR-FAT-01, RR-FAT-04).

    Nothing happens while cards are set aside as a hand (RR-HAND-05).
    """
    if s.pile or (s.hand is not None and not s.settings.rules.hand_triggers_fatigue):
        return
    s.empties = min(s.empties + 1, 99)
    report(log, "pile-empty", "RR-FAT-01", "The Chimera's draw pile has run out.", empties=s.empties)
    needed = s.pack.file.fatigued.empties_needed or s.settings.empties_needed
    if not s.fatigued and s.empties >= needed:
        s.fatigued = True
        report(log, "fatigued", ("RR-FAT-01", "RR-FAT-02"), "The Chimera is fatigued for the rest of the game.")
        s.queue(FatigueSets())
    if s.settings.rules.draw_pile_refill == "immediately" and s.hand is None:
        _refill(s, log)


def _refill(s: Situation, log: Log) -> None:
    if not s.discard:
        return
    count = sum(s.discard.values())
    for card, copies in s.discard.items():
        _more(s.pool, card, copies)
    s.discard = {}
    s.top = {}
    text = f"The discard pile is shuffled into a new draw pile of {count}."
    report(log, "pile-shuffled", "RR-FAT-04", text, cards=count)


def refill_to_add(s: Situation, log: Log) -> bool:
    """See to it that an aspect can be added: from the pile, else the discard pile, else the removed (RR-LAW-23)."""
    if s.pile:
        return True
    if s.discard and s.settings.rules.draw_pile_refill != "never":
        _refill(s, log)
        return True
    if s.removed or s.out:
        for card, copies in s.removed.items():
            _more(s.pool, card, copies)
        count = sum(s.removed.values()) + s.out
        s.removed = {}
        s.out = 0
        text = f"Too few aspects are left: the {count} removed from the game are shuffled and used."
        report(log, "removed-shuffled", "RR-LAW-23", text, cards=count)
        return True
    return False


def gather(s: Situation) -> None:
    """The game is over: what was on its way somewhere is put where it belongs."""
    for body in (*s.dying, *s.aside):
        if body.card is not None and body.card.id in s.pack.aspects:
            s.to_discard(body.card.id)
    for card, copies in (s.hand or {}).items():
        _more(s.pool, card, copies)
    s.pool = dict(sorted(s.pool.items()))
    s.dying, s.aside, s.hand, s.top = [], [], None, {}


def can_draw(s: Situation) -> bool:
    """A fatigued Chimera draws nothing, whether its fatigued card says so or not (RR-FAT-04)."""
    return not s.fatigued and s.pile > 0


def step_fatigue(s: Situation, frame: FatigueSets, log: Log) -> None:
    """Carry out what the fatigued card says once (RR-FAT-03)."""
    s.pop()
    side = next(iter(s.seats_of))
    resolve(s, s.pack.file.fatigued.on_become, side, nature="fatigue", rule="RR-FAT-03")
