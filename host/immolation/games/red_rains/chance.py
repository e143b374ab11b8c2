"""Lists what dice and face-down cards may bring, with weights, and refuses what they cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import comb, factorial

from ..contract import CHANCE, Outcome, Refusal
from .actions import Back, RollDice, RollDie, RollRage, Show
from .cards import sample_deck
from .chimera import piles
from .facts.situation import Situation
from .frames import Card, Roll


@cache
def rage(n: int) -> tuple[Outcome, ...]:
    """Return the outcomes of ``n`` rage dice, by how many show power: three of six faces do (RR-RAGE-01)."""
    return tuple(Outcome(RollRage(CHANCE, power), comb(n, power)) for power in range(n + 1))


@cache
def die(sides: int) -> tuple[Outcome, ...]:
    """The faces of a die, all alike."""
    return tuple(Outcome(RollDie(CHANCE, face), 1) for face in range(1, sides + 1))


@cache
def dice(n: int) -> tuple[Outcome, ...]:
    """Return the outcomes of ``n`` dice of a player, by how many show power and class."""
    one, other, rest = sample_deck.FACES
    found: list[Outcome] = []
    for power in range(n + 1):
        for classes in range(n - power + 1):
            basic = n - power - classes
            ways = factorial(n) // (factorial(power) * factorial(classes) * factorial(basic))
            found.append(Outcome(RollDice(CHANCE, power, classes), ways * one**power * other**classes * rest**basic))
    return tuple(found)


def rolls(s: Situation, frame: Roll) -> tuple[Outcome, ...]:
    """Return every outcome of the dice that are rolled."""
    return fall(frame.kind, frame.n, sides(s, frame))


def sides(s: Situation, frame: Roll) -> int:
    """Return the faces of the die that is rolled, where it is one with numbers."""
    return s.pack.die if frame.kind == "behaviour" else s.settings.rules.guard_roll_die


def fall(kind: str, n: int, sides: int) -> tuple[Outcome, ...]:
    """Return every outcome of so many dice of a kind, those with numbers of so many sides."""
    if kind == "rage":
        return rage(n)
    return dice(n) if kind == "dice" else die(sides)


def cards(s: Situation, frame: Card) -> tuple[Outcome, ...]:
    """Return every card, or back, that may come."""
    if frame.kind == "blood":
        return _backs(tuple(piles.backs(s).items()))
    return _shown(tuple(_weights(s, frame).items()))


@lru_cache(4000)
def _backs(weights: tuple[tuple[int, int], ...]) -> tuple[Outcome, ...]:
    return tuple(Outcome(Back(CHANCE, blood), weight) for blood, weight in weights)


@lru_cache(4000)
def _shown(weights: tuple[tuple[str, int], ...]) -> tuple[Outcome, ...]:
    return tuple(Outcome(Show(CHANCE, card), weight) for card, weight in weights)


def _weights(s: Situation, frame: Card) -> Mapping[str, int]:
    """Card -> weight with which it comes."""
    if frame.kind != "reveal":
        return piles.weights(s)
    body = s.body(frame.ref)
    return piles.face_down_weights(s, body.blood) if body is not None else {}


def check_roll(s: Situation, frame: Roll, action: RollRage | RollDie | RollDice) -> Refusal | None:
    """Whether the dice can show that."""
    due = rolls(s, frame)
    for outcome in due:
        if outcome.action == action:
            return None
    if type(action) is not type(due[0].action):
        return other_kind(due)
    if isinstance(action, RollRage):
        return Refusal("RR-RAGE-01", f"Of {frame.n} rage dice 0 to {frame.n} show power, not {action.power}.")
    if isinstance(action, RollDie):
        return Refusal(frame.rule, f"The die shows 1 to {len(due)}, not {action.face}.")
    return Refusal("TABLE", f"{frame.n} dice are rolled, not {action.power + action.classes} or more.")


def check_card(s: Situation, frame: Card, action: Show | Back) -> Refusal | None:
    """Whether that card, or back, can come."""
    if (frame.kind == "blood") != isinstance(action, Back):
        return other_kind(cards(s, frame))
    if action.blood in piles.backs(s) if isinstance(action, Back) else action.card in _weights(s, frame):
        return None
    if isinstance(action, Back):
        return Refusal("TABLE", f"No card with blood {action.blood} can come from the draw pile.")
    where = "under that back" if frame.kind == "reveal" else "on the draw pile"
    return Refusal("TABLE", f"{action.card[:40]} cannot lie {where}.")


def other_kind(due: Sequence[Outcome]) -> Refusal:
    """Other dice or cards are waited for."""
    meant = (due[0].action.__doc__ or "").partition("\n")[0].partition(" (RR-")[0].rstrip(".")
    return Refusal("TABLE", f"The dice or cards come first: {meant}.")
