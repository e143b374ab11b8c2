"""Applies actions and settles what follows: the `State` of Red Rains."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Self

from ..contract import CHANCE, Action, Correct, Declaration, Json, Refusal, Understood
from ..correcting import why
from ..engine import EventLog, FactsState, Handler, report
from ..engine.decision_points import stay
from . import chance, decision_points, stale_questions
from .battle import lasting, lethal
from .chimera import piles, red_rains_tokens
from .decision_points import DECLARED, POINTS
from .display.turn_recorder import TurnRecorder
from .display.view import view as public_view
from .facts.card_in_play import named
from .facts.situation import Situation
from .frames import Frame, PlayerTurn, Question
from .player_effects import declaration_forms
from .position import corrections
from .position.from_json import read_position, write_position
from .rounds import campaign, rounds
from .spoken import sentences

MOST_STEPS: Final = 20_000
"""Steps between two decisions; no game needs a hundredth of it, and a pack that loops must end."""


SETTLE: Final = {kind: None if point.settle is stay else point.settle for kind, point in POINTS.items()}
"""Kind of frame -> its step; None where somebody is asked anyway."""


class RedRainsState(FactsState[Situation]):
    """One situation of Red Rains."""

    points = POINTS
    interrupts = DECLARED
    recorder = TurnRecorder

    @property
    def seats(self) -> tuple[str, ...]:
        """The players; the Chimera is nobody's seat."""
        return self.facts.settings.seats

    def sample(self, seat: str, rng: Random) -> Self:
        """A copy: what nobody knows is not decided before it is seen, so nothing is hidden from anybody."""
        return self.copy()

    # --- who may do what ---

    def name_of(self, seat: str) -> str:
        """Return what people call a seat."""
        return named(self.facts.seats_of[seat])

    def may_interrupt(self, action: Action) -> bool:
        """Tell whether this seat may declare now: it is asked, or it is the partner; see `may_declare`."""
        return self.may_declare(action.seat)

    def may_declare(self, seat: str) -> bool:
        """Whether a player may declare what a card does though the table waits for the partner: in anybody's turn, with
        printed cards. Outside of turns players resolve theirs one after another (RR-TIME-05)."""
        awaited = self.awaited()
        if self.facts.settings.players != "printed" or seat not in self.seats or CHANCE in awaited:
            return False
        return seat in awaited or self.facts.in_turns

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """Return what ``seat`` may declare now; nothing with the sample deck, which the host plays itself."""
        return declaration_forms.declarations(self.facts, seat) if self.may_declare(seat) else []

    def understand(self, seat: str, words: str) -> Understood | None:
        """A sentence about printed cards, where ``seat`` may declare what they do."""
        return sentences.understand(self.facts, seat, words) if self.may_declare(seat) else None

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Say why this seat may not act now at all (RR-MISC-05)."""
        if CHANCE in awaited:
            return Refusal("TABLE", f"The dice and cards come first: {self.deciders()[CHANCE].prompt}")
        rule = "RR-MISC-05" if any(isinstance(frame, PlayerTurn) for frame in self.facts.stack) else "TABLE"
        return Refusal(rule, f"The table waits for {' and '.join(map(self.name_of, awaited))}.")

    def out_of_place(self, frame: Frame, action: Action) -> Refusal:
        """Say why this kind of action does not answer what its seat is asked."""
        if action.seat == CHANCE:
            return chance.other_kind(self.points[type(frame)].outcomes(self.facts, frame))
        if type(action) in POINTS[PlayerTurn].handlers:
            return Refusal("RR-MISC-05", "Main and side actions are taken in the own turn only.")
        if type(action) in DECLARED:
            return Refusal("TABLE", "The host plays the sample deck; only what printed cards do is declared.")
        return super().out_of_place(frame, action)

    # --- doing it ---

    def carry_out(self, action: Action, log: EventLog, handler: Handler[Any, Any, Any] | None = None) -> None:
        """Do a legal action and what follows; a correction sets nothing going by itself."""
        if type(action) is Correct:
            log += why(self, action)
            self.do_correct(action, log)
            self._forget()
            return
        s = self.facts
        before = s.stack[:]
        super().carry_out(action, log, handler)
        stack = s.stack
        top, place = stack[-1], len(stack) - 1  # what was there before still lies in its place
        if place < len(before) and top is before[place] and isinstance(top, Question) and stale_questions.is_stale(s):
            stale_questions.ask_again(s)
            self._forget()
        if s.entered:
            s.place_cards()

    def settle(self, log: EventLog) -> tuple[str, ...] | None:
        """Carry out whatever asks nobody, until somebody must decide; what a step queued follows it at once.

        Returns whose answer is awaited.
        """
        s = self.facts
        continuous = s.settings.rules.ultimate_recheck == "continuous"
        printed = s.settings.players == "printed"
        for _ in range(MOST_STEPS):
            if s.ending is not None and not _end(s, log):
                return None
            due = s.due
            if due:  # as `lay_queued`, which is called nowhere so often
                s.stack += due if len(due) == 1 else due[::-1]
                due.clear()
            if continuous and red_rains_tokens.ultimate_overdue(s):
                red_rains_tokens.begin_ultimate(s, log)
                s.lay_queued()
            frame = s.stack[-1]
            if printed:
                lasting.end_what_is_over(s, log)
                if s.due or lethal.stop(s, decision_points.settle_top):
                    continue
            step = SETTLE[type(frame)]
            if step is None or step(s, frame, log) is False:
                return tuple(POINTS[type(frame)].seats(s, frame))
        s.decide(False, "TABLE", "This pack goes round in circles without an end.")
        _end(s, log)
        return None

    # --- positions and what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """The table: nobody knows more than anybody else."""
        return public_view(self.facts, self.deciders())

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/red-rains.md."""
        return write_position(self.facts)

    def corrected(self, action: Correct) -> Situation:
        """The facts with one thing set right. Raises BadPosition."""
        return corrections.corrected(self.facts, action)

    def reread(self, position: dict[str, Json]) -> Situation:
        """The facts of a position."""
        return read_position(position, decks=self.facts.settings.decks)


def _end(s: Situation, log: EventLog) -> bool:
    """The game is decided; in a campaign the next level may follow, and then True."""
    over = s.ending
    assert over is not None
    s.ending = None
    s.due = []
    if over.won and campaign.next_stage(s, log):
        return True
    s.stack = [over]
    s.result = rounds.result_of(s, over.won, over.reason, over.rule)
    piles.gather(s)
    text = f"The game is over: {'the players win' if over.won else 'the Chimera wins'}."
    report(log, "game-over", over.rule, text, winners=list(s.settings.seats) if over.won else [])
    return False
