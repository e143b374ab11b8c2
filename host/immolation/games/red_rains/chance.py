"""What dice and face-down cards may bring, with weights; which answer each outcome is for the frame below."""

from __future__ import annotations

from functools import cache
from math import comb, factorial

from ..contract import CHANCE, Action, Outcome, Refusal
from . import piles, sample
from .actions import Back, RollDice, RollDie, RollRage, Show
from .frames import Card, Roll
from .table import Situation


@cache
def rage(n: int) -> tuple[Outcome, ...]:
    """How many of ``n`` rage dice show power: three of six faces do (RR-RAGE-01)."""
    return tuple(Outcome(RollRage(CHANCE, power), comb(n, power)) for power in range(n + 1))


@cache
def die(sides: int) -> tuple[Outcome, ...]:
    """The faces of a die, all alike."""
    return tuple(Outcome(RollDie(CHANCE, face), 1) for face in range(1, sides + 1))


@cache
def dice(n: int) -> tuple[Outcome, ...]:
    """How many of ``n`` dice of a player show power and class."""
    one, other, rest = sample.FACES
    found: list[Outcome] = []
    for power in range(n + 1):
        for classes in range(n - power + 1):
            basic = n - power - classes
            ways = factorial(n) // (factorial(power) * factorial(classes) * factorial(basic))
            found.append(Outcome(RollDice(CHANCE, power, classes), ways * one**power * other**classes * rest**basic))
    return tuple(found)


def outcomes(s: Situation) -> tuple[Outcome, ...]:
    """What chance may bring now; empty if chance is not due."""
    top = s.stack[-1]
    if isinstance(top, Roll):
        if top.kind == "rage":
            return rage(top.n)
        if top.kind == "behaviour":
            return die(s.pack.die)
        if top.kind == "guard":
            return die(s.settings.rules.guard_roll_die)
        return dice(top.n)
    if isinstance(top, Card):
        if top.kind == "blood":
            return tuple(Outcome(Back(CHANCE, blood), count) for blood, count in piles.backs(s).items())
        if top.kind == "reveal":
            body = s.body(top.ref)
            found = piles.hidden(s, body.blood) if body is not None else {}
        else:
            found = piles.weights(s)
        return tuple(Outcome(Show(CHANCE, card), weight) for card, weight in found.items())
    return ()


def check(s: Situation, action: Action) -> Refusal | None:
    """Whether an outcome is one that may come."""
    due = outcomes(s)
    if any(outcome.action == action for outcome in due):
        return None
    top = s.stack[-1]
    assert isinstance(top, (Roll, Card))
    kind = type(due[0].action)
    if not isinstance(action, kind):
        return Refusal("TABLE", f"The dice or cards come first: {kind.__doc__}".split("\n")[0])
    if isinstance(action, RollRage) and isinstance(top, Roll):
        return Refusal("RR-RAGE-01", f"Of {top.n} rage dice 0 to {top.n} show power, not {action.power}.")
    if isinstance(action, RollDie):
        return Refusal(top.rule, f"The die shows 1 to {len(due)}, not {action.face}.")
    if isinstance(action, RollDice) and isinstance(top, Roll):
        return Refusal("TABLE", f"{top.n} dice are rolled, not {action.power + action.classes} or more.")
    if isinstance(action, Back):
        return Refusal("TABLE", f"No card with blood {action.blood} can come from the draw pile.")
    assert isinstance(action, Show)
    where = "under that back" if isinstance(top, Card) and top.kind == "reveal" else "on the draw pile"
    return Refusal("TABLE", f"{action.card[:40]} cannot lie {where}.")


def answer(action: Action) -> int | str:
    """What an outcome tells the frame below."""
    if isinstance(action, RollRage):
        return action.power
    if isinstance(action, RollDie):
        return action.face
    if isinstance(action, RollDice):
        return f"{action.power} {action.classes}"
    if isinstance(action, Back):
        return action.blood
    assert isinstance(action, Show)
    return action.card
