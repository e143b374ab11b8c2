"""What chance brings: which dice and draws are refused, and where each comes to lie. Decides nothing by itself."""

from __future__ import annotations

from msgspec.structs import replace

from ..contract import CHANCE, Action, Refusal
from . import asking, building, cheating, decks, effects, frames, market
from .actions import DrawCard, RollDice, RollDie
from .situation import Log, Situation


def check(s: Situation, action: Action) -> Refusal | None:
    """Refuse what is not due: more dice than are to be rolled (CC-STAT-03), a card that is not there (CC-DRAW-03)."""
    dice = asking.dice_due(s)
    if isinstance(action, RollDice) and dice:
        if len(action.values) <= dice:
            return None
        return Refusal("CC-STAT-03", f"{dice} dice are still to be rolled, not {len(action.values)}.")
    if isinstance(action, RollDie) and dice:
        return None
    if not isinstance(action, DrawCard) or dice:
        return asking.out_of_place(s, action)
    if any(outcome.action == action for outcome in asking.outcomes(s)):
        return None
    return Refusal("CC-DRAW-03", f"The card '{action.card}' is not among those that may be drawn.")


def do(s: Situation, action: Action, log: Log) -> None:
    """Hand the dice or the card to what waits for it."""
    top = s.stack[-1]
    if isinstance(action, RollDice):
        _roll(s, action.values, log)
    elif isinstance(action, RollDie):
        _roll(s, (action.value,), log)
    elif isinstance(action, DrawCard):
        if isinstance(top, frames.Drawing):
            decks.do_draw_card(s, top, action, log)
        elif isinstance(top, frames.Redrawing):
            building.do_redrawn(s, top, action, log)
        elif isinstance(top, frames.Searching):
            building.do_turn_up(s, top, action, log)
        elif isinstance(top, frames.Resolving):
            effects.do_steal(s, top, action, log)


def _roll(s: Situation, values: tuple[int, ...], log: Log) -> None:
    """Dice fall where they are due: for a cheat, in a contest, in attack or in defence (CC-STAT-03)."""
    top = s.stack[-1]
    if isinstance(top, frames.CheatRoll):
        cheating.do_roll(s, top, RollDie(CHANCE, values[0]), log)
    elif isinstance(top, frames.Contest):
        own = market.roller(top)
        dice = tuple((*each, *values) if place == own else each for place, each in enumerate(top.dice))
        s.stack[-1] = replace(top, dice=dice)
    elif isinstance(top, frames.Attacking) and top.stage == "attack":
        s.stack[-1] = replace(top, attack=(*top.attack, *values))
    elif isinstance(top, frames.Attacking):
        s.stack[-1] = replace(top, defence=(*top.defence, *values))
