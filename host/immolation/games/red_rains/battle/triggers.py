"""Queues what cards do on an occasion: an attack, a kill, a destruction, the end of a turn or round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..effects.effect_context import resolve
from ..facts.card_in_play import CHIMERA, CardInPlay
from ..facts.situation import Situation
from . import stats


def trigger(s: Situation, body: CardInPlay, name: str, attacker: str = "") -> None:
    """Queue what a card, and alterations on it, do on such an occasion; exhausted text is inactive (RR-ABIL-03)."""
    if name not in s.pack.occasions:
        return
    if body.card is not None and body.up and body.card.triggers:
        effects = body.card.triggers.get(name)  # type: ignore[call-overload]
        if effects is not None and ("inexhaustible" in body.keywords or not stats.exhausted(s, body)):
            resolve(s, effects, body.side, nature="trigger", rule=RULE_OF[name], source=body.ref, attacker=attacker)
    if not body.attached:
        return
    side = body.side or next(iter(s.seats_of))
    for key, copies in sorted(body.attached.items()):
        card = s.pack.conjured.get(key)
        if card is not None and card.triggers:
            effects = card.triggers.get(name)  # type: ignore[call-overload]
            if effects is not None:
                for _ in range(copies):
                    resolve(s, effects, side, nature="trigger", rule=RULE_OF[name], source=body.ref, attacker=attacker)


RULE_OF: Final = {
    "on_attack": "RR-BTL-07",
    "on_kill": "RR-BTL-08",
    "on_destroyed": "RR-BASE-04",
    "neighbour_attack": "RR-BTL-07",
    "neighbour_kill": "RR-BTL-08",
    "status_lost": "RR-TIME-03",
    "turn_end": "RR-TIME-03",
    "round_end": "RR-TIME-04",
}
"""Trigger -> the rule that says when it resolves."""


def trigger_all(s: Situation, side: str, name: str) -> None:
    """Queue what every aspect on a battlefield does on such an occasion, left to right (RR-BTL-08)."""
    if name in s.pack.occasions:
        for body in s.seats_of[side].facing:
            trigger(s, body, name)


def neighbours(s: Situation, body: CardInPlay) -> list[CardInPlay]:
    """A card of the Chimera's and those next to it, left to right; nothing of a player's."""
    if body.home != CHIMERA or body.side not in s.seats_of:
        return []
    line = s.seats_of[body.side].facing
    if body not in line:
        return []
    at = line.index(body)
    return line[max(0, at - 1) : at + 2]


def trigger_those(s: Situation, bodies: Iterable[CardInPlay], name: str, attacker: str = "") -> None:
    """Queue what these do on such an occasion, as on what the attacker did, left to right (RR-BTL-08)."""
    if name in s.pack.occasions:
        for body in bodies:
            trigger(s, body, name, attacker=attacker)
