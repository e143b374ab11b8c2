"""Verbs that hold other effects: conditions, choices, repetition, a roll of the behaviour die."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, field
from msgspec.structs import replace

from ..chimera import chimera_turn
from ..frames import Resolving
from ..rounds.dice_payment import relies
from .dice_verbs import DiscardCards, LowerDie
from .effect import NOTHING, Amount, Condition, Effect, Effects
from .effect_context import EffectContext

MOST_REPEATS = 20


class If(Effect, frozen=True, tag="if"):
    """Does one list or the other."""

    judges_itself: ClassVar[bool] = True
    condition: Condition
    then: Effects = field(default_factory=lambda: NOTHING)

    def do(self, run: EffectContext) -> int:
        """Carry out the list that the condition chooses; return what it came to."""
        return run.then(self.then if run.holds(self.condition) else self.otherwise)


class Repeat(Effect, frozen=True, tag="repeat"):
    """Does a list several times, targets found afresh each time."""

    times: Amount
    effects: Effects

    def do(self, run: EffectContext) -> int:
        """Carry out the list so many times; return what the last time came to."""
        times = min(MOST_REPEATS, run.amount(self.times))
        return run.then(Effects(self.effects * times)) if times and len(self.effects) else 0


class Choose(Effect, frozen=True, tag="choose"):
    """The opposing player takes one list that can be carried out."""

    options: Annotated[tuple[Effects, ...], Meta(min_length=1, max_length=6)]

    def do(self, run: EffectContext) -> int:
        """Let the player choose among the lists that can be carried out; return what the chosen one came to."""
        able = [list_ for list_ in self.options if all(possible(step, run) for step in list_)]
        if not able:
            return 0
        if len(able) == 1:
            return run.then(able[0])
        words = [f"{number}: {said(list_, run)}" for number, list_ in enumerate(able, 1)]
        options = [word if len(word) <= 40 else word[:37].rstrip() + "..." for word in words]
        if not run.answers:
            cut = options != words
            prompt = f"The Chimera leaves you the choice. {'; '.join(words) + '.' if cut else ''}".strip()
            return run.ask("choose", prompt[:240], options)
        number = str(run.answers[0]).split(":")[0]
        at = int(number) - 1 if number.isdecimal() and len(number) < 3 else 0
        chosen = able[at if 0 <= at < len(able) else 0]
        return run.then(_or_else(chosen, [list_ for list_ in able if list_ is not chosen]))


def _or_else(chosen: Effects, others: list[Effects]) -> Effects:
    """A single effect that turns out not to be possible after all gives way to the next list.

    Where dice and cards lie uncounted, people say only then that they have none.
    """
    if len(chosen) != 1 or chosen[0].otherwise:
        return chosen
    return Effects([replace(chosen[0], otherwise=others[0])])


def possible(step: Effect, run: EffectContext) -> bool:
    """Whether an effect could be carried out as a choice wants it: completely."""
    own = run.s.seats_of[run.side]
    if isinstance(step, LowerDie) and step.exact:
        return not relies(run.s, own) or own.above_basic >= run.amount(step.n)
    if isinstance(step, DiscardCards):
        return own.cards is None or any(own.cards.values())
    return True


def said(effects: Effects, run: EffectContext) -> str:
    """A list of effects in words, for a button."""
    return run.s.pack.words.say(effects).rstrip(".")


class RollBehaviour(Effect, frozen=True, tag="roll_behaviour"):
    """Rolls the behaviour die; the list for the parity, or the side action alone of that row, is done."""

    add: Annotated[int, Meta(ge=0, le=99)] = 0
    max: Annotated[int, Meta(ge=1, le=100)] = 100
    even: Effects = field(default_factory=lambda: NOTHING)
    odd: Effects = field(default_factory=lambda: NOTHING)
    side_of_row: bool = False

    def do(self, run: EffectContext) -> int:
        """Roll the behaviour die and carry out the list of its face; return what it came to."""
        if not run.answers:
            return run.roll("behaviour")
        face = int(run.answers[-1])
        reached = min(self.max, run.s.pack.die, face + self.add)
        more = f", with {self.add} added {reached}" if self.add else ""
        run.report("behaviour-rolled", f"The behaviour die shows {face}{more}.", "RR-TURN-06", face=face)
        if not self.side_of_row:
            return run.then(self.odd if face % 2 else self.even)
        if chimera_turn.side_action_stopped(run.s, run.side):
            run.report("side-stopped", "The side action of the row is stopped.", "RR-TURN-15", face=reached)
            return 0
        row = run.s.pack.rows[run.s.phase, reached]
        frame: Resolving = replace(run.frame, effects=row.side, answers=(), waiting=False, nature="side")
        return run.under_way(frame)
