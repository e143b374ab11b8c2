"""Decide whether it is the moment that a cheat card names (CC-CHEAT-01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..facts.con_facts import ConFacts
from ..frames import MARKETS
from ..rounds import turn
from ..rounds.attack import on_top
from . import effects


def own_roll(s: ConFacts, seat: str) -> bool:
    """Own dice lie on the table and still count."""
    return bool(effects.own_dice(s, seat))


def before_own_attack_roll(s: ConFacts, seat: str) -> bool:
    """The own attack is declared and not rolled yet."""
    attack = on_top(s)
    return attack is not None and attack.stage == "declared" and attack.seat == seat


def before_own_defence(s: ConFacts, seat: str) -> bool:
    """An attack on this seat whose defence is not rolled yet."""
    attack = on_top(s)
    if attack is None or attack.target != seat:
        return False
    return attack.stage == "declared" or (attack.stage == "attack-rolled" and attack.defence_need < 0)


def before_other_attack_roll(s: ConFacts, seat: str) -> bool:
    """Somebody else's attack is declared and not rolled yet."""
    attack = on_top(s)
    return attack is not None and attack.stage == "declared" and attack.seat != seat


def attacked_before_dice(s: ConFacts, seat: str) -> bool:
    """An attack on this seat is declared and not rolled yet."""
    attack = on_top(s)
    return attack is not None and attack.stage == "declared" and attack.target == seat


def before_damage(s: ConFacts, seat: str) -> bool:
    """An attack under way may still damage this seat, or be countered."""
    attack = on_top(s)
    if attack is None or attack.stage == "petrify" or not attack.target:
        return False
    return seat in (attack.seat, attack.target)


TIMINGS: Final[dict[str, Callable[[ConFacts, str], bool]]] = {
    "any time": lambda s, seat: True,
    "any time but the Market Phase": lambda s, seat: not isinstance(s.stack[0], MARKETS),
    "in your Action step": turn.acts,
    "at the end of any turn": lambda s, seat: turn.is_ending(s),
    "after any roll of your own": own_roll,
    "before you roll to attack": before_own_attack_roll,
    "before you roll in defence": before_own_defence,
    "before another player rolls to attack": before_other_attack_roll,
    "after an attack on you is declared, before dice": attacked_before_dice,
    "before you take damage of an attack": before_damage,
    "as its text says": lambda s, seat: True,
}
"""Timing printed on a card -> whether it is that moment for a seat (CC-CHEAT-01)."""
