"""Asks what is waited for again after something on the table changed: who may block now, which dice there are now."""

from __future__ import annotations

from msgspec.structs import replace

from .battle import defence, fighting
from .decision_points import POINTS
from .facts.situation import Situation
from .frames import Ask, Attack, Question, Rest, Working


def is_stale(s: Situation) -> bool:
    """Whether the question on top was made from facts that may be others by now."""
    if len(s.stack) < 2 or not isinstance(s.stack[-1], Question):
        return False
    below = s.stack[-2]
    return isinstance(below, Working) and below.asks_again


def ask_again(s: Situation) -> None:
    """Put the question on top again from the facts of now; where nothing is asked any more, play rests and a seat
    lets it go on."""
    top, below = s.stack[-1], s.stack[-2]
    if isinstance(top, Ask) and isinstance(below, Attack):
        s.stack[-1] = _answered_now(s, below, top)
        return
    twin = s.copy()
    twin.stack.pop()
    POINTS[type(below)].settle(twin, below, [])
    asks = isinstance(twin.stack[-1], Question) and twin.stack[:-1] == s.stack[:-1]
    s.stack[-1] = twin.stack[-1] if asks else rest_frame(s)


def at_rest(s: Situation) -> Situation:
    """The same facts with play at rest where the question on top would be stale: they need not fit it."""
    if not is_stale(s):
        return s
    twin = s.copy()
    twin.stack[-1] = rest_frame(s)
    return twin


def resume(s: Situation, before: Situation) -> None:
    """Put the question that was on top ``before`` play came to rest from the facts of now."""
    if is_stale(before):
        s.stack[-1] = before.stack[-1]
        ask_again(s)


def rest_frame(s: Situation) -> Rest:
    """Play rests until a seat lets it go on: the one that the question on top, or the frame there, is about."""
    concerned = (getattr(frame, name, "") for frame in reversed(s.stack) for name in ("seat", "side"))
    seat = next((seat for seat in concerned if seat in s.seats_of), next(iter(s.seats_of)))
    return Rest(seat=seat)  # type: ignore[arg-type]


def _answered_now(s: Situation, frame: Attack, ask: Ask) -> Ask:
    """Ask anew which cards may block or guard, or whether the unit in battle may counter; ``no`` may stand alone."""
    nobody = replace(ask, options=("no",))
    if ask.kind == "counter":
        foe = fighting.opponent(s, frame)
        return replace(ask, options=("yes", "no")) if foe is not None and fighting.can_counter(s, foe) else nobody
    guards = list(frame.guards)
    attacker = defence.in_battle(s, frame, frame.attackers[len(guards)])
    able = defence.defenders(s, frame, attacker, guards) if attacker is not None else []
    return defence.question(s, frame, attacker, able) if attacker is not None and able else nobody
