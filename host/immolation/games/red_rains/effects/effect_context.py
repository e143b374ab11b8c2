"""Carries out lists of effects one by one; `EffectContext` is all that an effect sees of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NoReturn

from msgspec.structs import replace

from ...contract import Json
from ...engine import UNHEARD, report
from ..facts.card_in_play import CardInPlay
from ..facts.situation import Log, Situation
from ..frames import AnyFrame, Ask, Nature, Resolving
from . import targeting
from .effect import NOTHING, AnswerAwaited, AnyTarget, Condition, Effects, UnderWay

SPELL: Final = "ready_spell"
"""A ready spell of the player's: the host does not see it, and says what is to be done with it."""


class EffectContext:
    """One effect under way."""

    __slots__ = ("frame", "log", "s")

    def __init__(self, s: Situation, frame: Resolving, log: Log) -> None:
        self.s = s
        self.frame = frame
        self.log = log

    # --- what is known ---

    @property
    def side(self) -> str:
        """The seat that is concerned: the player opposite (RR-REV-03)."""
        return self.frame.side

    @property
    def source(self) -> CardInPlay | None:
        """The card whose effect it is, wherever it is by now; None for a row, an Ultimate, the fatigued card."""
        return self.s.in_play_or_leaving(self.frame.source) if self.frame.source else None

    @property
    def nature(self) -> Nature:
        """``side`` is a dice power effect (RR-TURN-07)."""
        return self.frame.nature

    @property
    def result(self) -> int:
        """The number that the effect before came to."""
        return self.frame.result

    @property
    def answers(self) -> tuple[int | str, ...]:
        """The answers and rolls since this effect began, in the order it asked."""
        return self.frame.answers

    @property
    def rule(self) -> str:
        """The rule that has this list done, for events."""
        return self.frame.rule

    def amount(self, n: int | str) -> int:
        """Return an amount as a number; ``all`` is 99."""
        return targeting.amount(self.s, self.frame, n)

    def targets(self, target: AnyTarget) -> list[CardInPlay]:
        """The cards it concerns, in order; never ``picked``."""
        return targeting.find_targets(self.s, self.frame, target)

    def pickable(self, target: AnyTarget) -> list[CardInPlay]:
        """For ``picked``: among whom the player picks; elsewhere the same as `targets`."""
        wanted = targeting.as_target(target)
        return targeting.pickable(self.s, self.frame, wanted) if wanted.of == "picked" else self.targets(wanted)

    def choose(self, target: AnyTarget, prompt: str) -> list[CardInPlay]:
        """The cards a target names; the player picks where it says ``picked``, or where the option leaves a unit
        without a side to them (RR-TGT-07). Empty where there is none to pick.

        Call it first in ``do``: it is carried out again once the player has picked.
        """
        wanted = targeting.as_target(target)
        if not targeting.is_picked(self.s, wanted):
            return targeting.find_targets(self.s, self.frame, wanted)
        able = targeting.pickable(self.s, self.frame, wanted)
        spells = [SPELL] if SPELL in wanted.among and self.s.settings.players == "printed" else []
        asked = min(wanted.count, len(able) + len(spells))
        chosen = [str(answer) for answer in self.answers[:asked]]
        if len(chosen) < asked:
            options = [body.ref for body in able if body.ref not in chosen] + spells
            self.ask("pick", prompt, options, "RR-TGT-07" if wanted.of == "unit" else "RR-LAW-01")
        return [body for body in able if body.ref in chosen]

    def holds(self, condition: Condition) -> bool:
        """Whether a condition holds."""
        return targeting.condition_holds(self.s, self.frame, condition)

    # --- waiting ---

    def ask(self, kind: str, prompt: str, options: Sequence[str], rule: str = "RR-LAW-01") -> NoReturn:
        """Let the player opposite choose; the option comes back as the next of `answers`.

        ``options`` (1 to 40): references of cards, dice levels (``power``, ``class``, ``basic``), ``yes`` and ``no``,
        numbers as text, or places (``hand``, ``spellboard``, ``deck_top``); the first is what a clock takes. Even a
        single option is asked for; do not ask where there is nothing to choose.
        """
        self.s.push(
            Ask(
                seat=self.frame.side,
                kind=kind,
                prompt=prompt,
                options=tuple(options),
                rule=rule,
                about=self.frame.source,
            )
        )
        raise AnswerAwaited

    def roll(self, kind: Literal["rage", "behaviour", "dice"], n: int = 1) -> NoReturn:
        """Roll dice; the next of `answers` is, for ``rage``, how many of ``n`` turned to power; for ``behaviour``,
        the face; for ``dice``, text ``"power class"``: how many of the player's ``n`` dice show which.

        Roll only dice there are: at least one.
        """
        seat = self.frame.side if kind == "dice" else ""
        self.s.ask_dice(kind, self.frame.rule, n, seat)
        raise AnswerAwaited

    def draw(self) -> NoReturn:
        """Take the top card of the Chimera's draw pile; its id is the next of `answers`."""
        self.s.ask_card("draw", rule=self.frame.rule)
        raise AnswerAwaited

    def then(self, effects: Effects, result: int | None = None) -> NoReturn:
        """Do another list in place of this effect; its last result is the result of this effect."""
        frame = replace(self.frame, effects=effects, answers=(), waiting=False)
        if result is not None:
            frame = replace(frame, result=result)
        self.under_way(frame)

    def under_way(self, frame: AnyFrame) -> NoReturn:
        """Lay a frame on top that carries out this effect; the effect is over when the frame is."""
        self.s.push(frame)
        raise UnderWay

    # --- saying ---

    def report(self, kind: str, text: str, *rules: str, **data: Json) -> None:
        """Say what happened; the rule that has this list done is named after ``rules``."""
        if self.log is UNHEARD:
            return
        named = (*rules, self.frame.rule) if self.frame.rule not in rules else rules
        report(self.log, kind, named, text, **data)


def resolve(
    s: Situation,
    effects: Effects,
    side: str,
    *,
    nature: Nature,
    rule: str,
    source: str = "",
    attacker: str = "",
) -> None:
    """Queue a list of effects, if there is anything in it."""
    if len(effects):
        s.queue(
            Resolving(
                effects=effects,
                side=side,  # type: ignore[arg-type]
                nature=nature,
                rule=rule,
                source=source,
                attacker=attacker,
            )
        )


def step_resolving(s: Situation, frame: Resolving, log: Log) -> None:
    """Do the first effect of the list, or go on after it."""
    if not frame.effects:
        s.pop(result=frame.result, revealed=frame.revealed)
        return
    effect = frame.effects[0]
    if frame.waiting:
        _done(s, frame, frame.result)
        return
    depth = len(s.stack)
    try:
        done = effect.do(EffectContext(s, frame, log))
    except AnswerAwaited:
        assert len(s.stack) == depth + 1, "an effect that asks lays one question on top"
    except UnderWay:
        s.stack[depth - 1] = replace(frame, waiting=True, result=0, answers=())
    else:
        _done(s, s.stack[-1], done)  # type: ignore[arg-type]


def _done(s: Situation, frame: Resolving, result: int) -> None:
    """Take the first effect off the list; one that could not be done at all gives way to its ``else``."""
    effect, rest = frame.effects[0], frame.effects[1:]
    if not result and not effect.judges_itself:
        rest = (*effect.otherwise, *rest)
    if not rest and s.settings.uninterrupted and not s.due:
        s.pop(result=result, revealed=frame.revealed)
        return
    steps = Effects(rest) if rest else NOTHING
    s.stack[-1] = replace(frame, effects=steps, waiting=False, answers=(), result=result)
