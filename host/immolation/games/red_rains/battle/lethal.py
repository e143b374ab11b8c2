"""Stops play before a step that would destroy a player's card, so that people can prevent it or answer (RR-DMG-03)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..facts.card_in_play import CHIMERA
from ..facts.situation import Log, Situation
from ..frames import Working

Settle = Callable[[Situation, Log], object]
"""Carries out the step that the frame on top is due for."""


def falling(s: Situation, settle: Settle) -> tuple[str, ...]:
    """Players' cards that the step under way would destroy, by the option those of the Chimera's side as well."""
    twin, log = s.copy(), Log()
    settle(twin, log)
    every = s.settings.rules.lethal_stop == "every"
    refs = [str(event.data["card"]) for event in log if event.kind in ("destroyed", "fallen")]
    bodies = [body for ref in refs if (body := s.body(ref)) is not None]
    return tuple(body.ref for body in bodies if every or body.home != CHIMERA)


def stop(s: Situation, settle: Settle, warned: tuple[str, ...] = ()) -> bool:
    """Lay a stop on top where the step would destroy a card that nobody has been warned of; whether it did."""
    top = s.stack[-1]
    if not (isinstance(top, Working) and top.may_destroy and s.settings.windows):
        return False
    if s.settings.rules.lethal_stop == "never":
        return False
    found = falling(s, settle)
    if set(found) <= set(warned):
        return False
    first = next(ref for ref in found if ref not in warned)
    body = s.in_play(first)
    seat: Any = body.side or next(iter(s.seats_of))
    others = (ref for ref in found if ref not in warned)
    s.ask_reaction(seat, "lethal", first, (*warned, *others))
    return True
