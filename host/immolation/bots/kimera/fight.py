"""Estimates what riders of Kimera can still do to each other, and what an attack under way brings.

Reads an imagined state, and of its hands the own one alone; others are a number of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from immolation.games.kimera import frames
from immolation.games.kimera.battle import attack
from immolation.games.kimera.cards.components import Symbol
from immolation.games.kimera.facts.battle_facts import BattleFacts, Mount

from . import odds
from .assault import CARD, Hand, unknown
from .fighters import BEFORE_CARDS, BEFORE_DICE, Fighter, profile, threat

INITIATIVE: Final = 1.0
"""A point that a suppression or a grapple takes away."""

HELD: Final = -3.0
"""In a grapple, on either end."""

PLAN: Final = 0.85
"""Share of what an own rider can still do this round that counts before it is done."""

FEAR: Final = 0.5
"""Share of what a rival can still do this round that counts, spread over those it may turn against."""


# --- all together -----------------------------------------------------------------------------------------


def fight(
    s: BattleFacts, own: Mount, rival_weights: Mapping[str, float], riders: tuple[Fighter, ...], foresight: float
) -> float:
    """Weigh what the own side can still do this round, less what it must fear.

    ``rival_weights`` are the weights of each seat's loss, ``riders`` all that are left; ``foresight`` is the share that
    counts before Initiative is known.
    """
    going = under_way(s)
    attacker = "" if going is None else going.attacker
    mates, foes = _sides(s.settings.teams[own.seat], riders)
    base = type(s.stack[0])
    plan, fear = (foresight * PLAN, foresight * FEAR) if base in BEFORE_DICE else (PLAN, FEAR)
    found = 0.0
    for mate in mates:
        if going is not None and mate.seat == attacker:
            found += brings(s, own, going, rival_weights)
        elif mate.able:
            known = mate.seat == own.seat and base not in BEFORE_CARDS
            cards = odds.hand_of(s, own, own.hand) if known else mate.cards
            best = 0.0
            for foe, _ in foes:
                if foe.least <= mate.reach:  # else it threatens nothing
                    best = max(best, threat(mate, foe, rival_weights[foe.seat], cards))
            found += plan * best
            if best:
                found += mate.geared
    for foe, feared in foes:
        if going is not None and foe.seat == attacker:
            if s.friends(going.target, own.seat):
                found -= brings(s, own, going)
        elif foe.able:
            found -= fear * feared
    return found


@lru_cache(maxsize=1 << 12)
def _sides(side: str, riders: tuple[Fighter, ...]) -> tuple[list[Fighter], list[tuple[Fighter, float]]]:
    """Return the own riders, and the others with what is to be feared of each.

    Reads nothing of the own hand, so that the cache holds for the many actions that change that alone.
    """
    mates = [rider for rider in riders if rider.team == side]
    return mates, [(foe, _feared(foe, mates, riders)) for foe in riders if foe.team != side]


def _feared(foe: Fighter, mates: Sequence[Fighter], riders: Sequence[Fighter]) -> float:
    """Weigh what a rival is likely to do to the own side: it turns against those whom it can cost most."""
    ours = [threat(foe, mate, 1.0, foe.cards) for mate in mates if mate.least <= foe.reach]
    if not any(ours):
        return 0.0
    everybody = sum(ours)
    for other in riders:
        if other.least <= foe.reach and other.team != foe.team and other not in mates:
            everybody += threat(foe, other, 1.0, foe.cards)
    return sum([each * each for each in ours]) / everybody


# --- an attack under way ----------------------------------------------------------------------------------


def under_way(s: BattleFacts) -> frames.Attacking | None:
    """Return the attack under way; None where there is none, or its damage is already being dealt."""
    found = None
    for frame in s.stack:
        if type(frame) is frames.Attacking:
            found = frame
        elif found is not None and type(frame) not in (frames.Defending, frames.Countering):
            return None
    return found


def brings(
    s: BattleFacts, own: Mount, frame: frames.Attacking, rival_weights: Mapping[str, float] | None = None
) -> float:
    """Weigh what the attack under way and those after it are expected to bring, on the main target and beside it.

    ``rival_weights`` are the weights of each seat's loss; None: 1 each.
    """
    striker, top = s.mounts[frame.attacker], s.stack[-1]
    follow = PLAN if s.friends(own.seat, striker.seat) else FEAR
    value, cards = _reached(s, own, striker, frame)
    targets = frame.queue if frame.step != "declaration" else (frame.target,)
    if isinstance(top, frames.Defending):
        targets = (top.seat, *targets)
    found = -CARD * (len(striker.hand) - len(cards))
    for seat in dict.fromkeys(targets):
        target, rival_weight = s.mounts[seat], 1.0 if rival_weights is None else rival_weights[seat]
        if not target.alive:
            continue
        fails, parried = (0.0, 0) if seat in frame.caught else _held(s, own, striker, target, value)
        shield = target.shield is not None
        all_out = profile(striker).against(profile(target), shield, s.settings.rules.defeat_wounds, rival_weight)
        if seat != frame.target:
            change = all_out.struck(target.balance, target.off, len(target.wounds))[0] / 2
            found += (1 - fails) * rival_weight * change * (-1 if s.friends(seat, striker.seat) else 1)
            continue
        lead = striker.initiative - target.initiative - (frame.step == "declaration")
        victim = (len(target.hand), target.balance, target.off, len(target.wounds))
        if frame.how == "grapple":
            after = follow * all_out.worth(lead, cards, striker.balance, *victim)
            gain = INITIATIVE * (rival_weight * target.initiative - striker.initiative) + HELD
            found += (1 - fails) * gain + fails * (after - 1)
        elif frame.suppression:
            after = follow * all_out.worth(lead, cards, striker.balance, *victim)
            lost = min(target.initiative, max(0, all_out.intensity - shield))
            longer = follow * all_out.worth(lead + lost, cards, striker.balance, *victim)
            found += (1 - fails) * (rival_weight * INITIATIVE * (lost or 0.5) + longer)
            found += fails * (after - 1)
        else:
            found += all_out.made(value, fails, lead, cards, striker.balance, *victim, parried=parried, follow=follow)
    return found


def _reached(s: BattleFacts, own: Mount, striker: Mount, frame: frames.Attacking) -> tuple[int, Hand]:
    """Return the attack value to expect, and the cards that the attacker has left then."""
    extra = striker.standing.card_values
    if frame.step == "targets":
        return frame.value, odds.hand_of(s, own, own.hand) if striker is own else unknown(len(striker.hand), extra)
    trait = attack.trait(s, frame.how, frame.gem)
    needed: Sequence[Symbol] = ()
    if frame.step in ("declaration", "symbols"):
        needed = attack.symbols(s, frame.how, frame.area, frame.suppression)
    if striker is own:
        cards = odds.hand_of(s, own, odds.after_symbols(s, own, needed))
    else:
        cards = unknown(max(0, len(striker.hand) - len(needed)), extra)
    have = 0 if frame.step == "skills" else odds.VALUE_CARDS
    cap = striker.trait(trait)
    skilled = max(0, min(len(cards) - have, striker.standing.skills[trait]))
    added = sum([min(cap, card) for card in cards[:have]]) + odds.SKILL * skilled
    return frame.value + added, cards[have : len(cards) - skilled]


def _held(s: BattleFacts, own: Mount, striker: Mount, target: Mount, value: int) -> tuple[float, int]:
    """Return the chance that the target holds the attack off, and the cards that takes, 0 where it is not known."""
    ties = striker.machine.move == "air"
    top = s.stack[-1]
    guard, hand, some = profile(target).guard, len(target.hand), target.balance > 0
    if not isinstance(top, frames.Defending) or top.seat != target.seat:
        return odds.defence_chance(guard, hand, some, value, ties), 0
    if target is not own:
        return odds.defence_chance(guard, hand, some, value - top.value, ties), 0
    if not top.how:
        return 0.0, 0  # nothing is done against it yet
    needed = value - top.value + (0 if ties else 1)
    if needed <= 0:
        return 1.0, 0
    used = odds.cards_for(s, own, top.how, needed, 0 if top.step == "skills" else odds.VALUE_CARDS)
    return float(used > 0), used
