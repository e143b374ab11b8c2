"""Fill in what a position in the middle of an attack or a heal may leave out: whom it is still about."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from .. import frames
from ..battle import attack, healing
from ..facts.battle_facts import BattleFacts


def resume(s: BattleFacts, said: Callable[[int, str], bool]) -> None:
    """Fill in targets, recipients and what a heal is worth; ``said`` tells whether a frame of the stack names a key."""
    for place, frame in enumerate(s.stack):
        if isinstance(frame, frames.Attacking) and not frame.queue:
            s.stack[place] = _attack(s, frame, place == len(s.stack) - 1)
        elif isinstance(frame, frames.Healing) and not frame.queue:
            s.stack[place] = _heal(s, frame, said(place, "value"))


def _attack(s: BattleFacts, frame: frames.Attacking, top: bool) -> frames.Attacking:
    """All targets are to come before the attack value stands, and with nothing on top of it; else none is left."""
    begun = frame.step in ("symbols", "values", "skills") or (frame.step == "targets" and top)
    if not begun or frame.target not in s.mounts or frame.attacker not in s.mounts:
        return frame
    return replace(frame, queue=attack.targets(s, frame))


def _heal(s: BattleFacts, frame: frames.Healing, valued: bool) -> frames.Healing:
    """All recipients are to come; the cards that lie there are worth what they were played for."""
    if frame.target not in s.mounts or frame.seat not in s.mounts:
        return frame
    value = frame.value if valued else healing.worth(s, frame)
    left = frame.left or (value if frame.step == "remove" else 0)
    queue = tuple(healing.recipients(s, frame.seat, frame.target, frame.area))
    return replace(frame, queue=queue, value=value, left=left)
