"""Fill in what a decision point of a position may leave out: dice that are due, who is to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from .. import frames
from ..cheats.effects import effect_of
from ..facts.chimera import PLACES, dice_for, total
from ..facts.con_facts import ConFacts
from ..rounds import attack, market
from . import validation


def resume(s: ConFacts, said: frozenset[str]) -> None:
    """Fill in what is left out; ``said`` holds the keys that were given of the lowest decision point.

    Raises BadPosition where an attack names an ability that is not there.
    """
    base = s.stack[0]
    if isinstance(base, frames.DiscardStep) and base.seat and base.seat != s.turn:
        s.stack.insert(0, frames.DrawStep())  # a failed cheat on another's turn
    if isinstance(base, frames.Market):
        if "order" not in said:
            s.stack[0] = replace(base, order=tuple(market.order(s)))
        elif not base.order:
            s.stack[0] = frames.Greedy(base.picked)  # all have decided
    for place, frame in enumerate(s.stack):
        complete = COMPLETED.get(type(frame))
        if complete is not None:
            s.stack[place] = complete(s, place, frame)


def _attack(s: ConFacts, place: int, frame: frames.Attacking) -> frames.Attacking:
    """The card of an attack, and how many dice are due."""
    made = frame
    if not made.card and made.part not in ("open", ""):
        parts = s.players[made.seat].parts
        made = replace(made, card=parts[PLACES.index(made.part)])
    validation.validate_ability(s, made, f"stack.{place}")
    ability = attack.ability_of(s, made)
    if made.stage == "attack" and made.attack_need < 0:
        made = attack.begin_attack_roll(s, made, ability)
    elif made.stage != "declared" and made.attack_need < 0:
        made = replace(made, attack_need=len(made.attack))
    if made.stage == "defence" and made.defence_need < 0 and ability.defend:
        need = dice_for(s, total(s, made.target, ability.defend), made.defence_bonus)
        made = replace(made, defence_need=need)
    elif made.stage in ("defence-rolled", "petrify") and made.defence_need < 0:
        made = replace(made, defence_need=len(made.defence))
    proof = {seat: max(less, made.reduced.get(seat, 0)) for seat, less in made.reduced_elemental.items()}
    return replace(made, reduced={**made.reduced, **proof})  # what works on Elemental damage works on any


def _contest(s: ConFacts, place: int, frame: frames.Contest) -> frames.Contest:
    """One die each for the lantern, the Magic of each for a swap (CC-MERCH-04, CC-GREED-04)."""
    seats = frame.seats
    if not set(seats) <= set(s.players):
        return frame
    magic = frame.about == "greedy"
    need = tuple(dice_for(s, total(s, seat, "magic")) if magic else 1 for seat in seats)
    return replace(frame, need=frame.need or need, dice=frame.dice or ((),) * len(seats))


def _resolving(s: ConFacts, place: int, frame: frames.Resolving) -> frames.Resolving:
    """Whoever is stolen from was chosen for an effect that has begun."""
    begun = frame.who and not frame.left and effect_of(s, frame) is not None
    return replace(frame, left=1) if begun else frame


COMPLETED: Final[dict[type[frames.Frame], Callable[[ConFacts, int, Any], frames.Frame]]] = {
    frames.Attacking: _attack,
    frames.Contest: _contest,
    frames.Resolving: _resolving,
}
"""Kind of frame -> what fills it in, given its place on the stack."""
