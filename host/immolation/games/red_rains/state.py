"""Applies actions and settles what follows: the `State` of Red Rains."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Self

from ..contract import CHANCE, Action, Correct, Declaration, Json, Refusal, Understood
from ..engine import StackState
from . import chance, stale_questions
from .battle.damage import named
from .chimera import piles, red_rains_tokens
from .decision_points import DECLARED, POINTS
from .display.turn_recorder import TurnRecorder
from .display.view import view as public_view
from .facts.situation import Log, Situation, report
from .frames import Frame, PlayerTurn
from .player_effects import declaration_forms, sentences, units_and_effects
from .position.to_json import check_correct, do_correct, write_position
from .rounds import campaign, rounds

MOST_STEPS: Final = 20_000
"""Steps between two decisions; no game needs a hundredth of it, and a pack that loops must end."""


class RedRainsState(Situation, StackState):
    """One situation of Red Rains."""

    __slots__ = ("game",)

    points = POINTS
    interrupts = DECLARED
    recorder = TurnRecorder

    @property
    def seats(self) -> tuple[str, ...]:
        """The players; the Chimera is nobody's seat."""
        return self.settings.seats

    def copy(self) -> Self:
        """An independent state."""
        cls = type(self)
        twin = cls.__new__(cls)
        twin.game = self.game
        self.copy_of(twin)
        return twin

    def sample(self, seat: str, rng: Random) -> Self:
        """A copy: what nobody knows is not decided before it is seen, so nothing is hidden from anybody."""
        return self.copy()

    # --- who may do what ---

    def name_of(self, seat: str) -> str:
        """What people call a seat."""
        return named(self.seats_of[seat].body)

    def may_interrupt(self, action: Action) -> bool:
        """Who is asked may declare; so may the partner, see `may_declare`."""
        return action.seat != CHANCE and (action.seat in self.awaited() or self.may_declare(action.seat))

    def may_declare(self, seat: str) -> bool:
        """Whether a player may declare what a card does though the table waits for the partner: in anybody's turn, with
        printed cards. Outside of turns players resolve theirs one after another (RR-TIME-05)."""
        awaited = self.awaited()
        if self.settings.players != "printed" or seat not in self.seats_of or CHANCE in awaited:
            return False
        return seat in awaited or units_and_effects.in_turns(self)

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now; nothing with the sample deck, which the host plays itself."""
        return declaration_forms.declarations(self, seat) if self.may_declare(seat) else []

    def understand(self, seat: str, words: str) -> Understood | None:
        """A sentence about printed cards, where ``seat`` may declare what they do."""
        return sentences.understand(self, seat, words) if self.may_declare(seat) else None

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Why this seat may not act now at all (RR-MISC-05)."""
        if CHANCE in awaited:
            return Refusal("TABLE", f"The dice and cards come first: {self.deciders()[CHANCE].prompt}")
        rule = "RR-MISC-05" if any(isinstance(frame, PlayerTurn) for frame in self.stack) else "TABLE"
        return Refusal(rule, f"The table waits for {' and '.join(map(self.name_of, awaited))}.")

    def out_of_place(self, frame: Frame, action: Action) -> Refusal:
        """Why this kind of action does not answer what its seat is asked."""
        if action.seat == CHANCE:
            return chance.other_kind(self.points[type(frame)].outcomes(self, frame))
        if type(action) in POINTS[PlayerTurn].handlers:
            return Refusal("RR-MISC-05", "Main and side actions are taken in the own turn only.")
        return super().out_of_place(frame, action)

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        return check_correct(self, action)

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right."""
        do_correct(self, action, log)

    # --- doing it ---

    def carry_out(self, action: Action, log: Log) -> None:
        """Do a legal action and what follows; a correction sets nothing going by itself."""
        if isinstance(action, Correct):
            self.do_correct(action, log)
            self._forget()
            return
        before = list(self.stack)
        super().carry_out(action, log)
        if any(frame is self.stack[-1] for frame in before) and stale_questions.is_stale(self):
            stale_questions.ask_again(self)
        self.place_cards()

    def settle(self, log: Log) -> None:
        """Carry out whatever asks nobody, until somebody must decide; what a step queued follows it at once."""
        continuous = self.settings.rules.ultimate_recheck == "continuous"
        points = self.points
        for _ in range(MOST_STEPS):
            if self.ending is not None and not self._end(log):
                return
            self._lay_queued()
            if continuous and red_rains_tokens.ultimate_overdue(self):
                red_rains_tokens.begin_ultimate(self, log)
                self._lay_queued()
            frame = self.stack[-1]
            if not points[type(frame)].settle(self, frame, log):
                return
        self.decide(False, "TABLE", "This pack goes round in circles without an end.")
        self._end(log)

    def _lay_queued(self) -> None:
        if self.due:
            self.stack += reversed(self.due)
            self.due = []

    def _end(self, log: Log) -> bool:
        """The game is decided; in a campaign the next level may follow, and then True."""
        over = self.ending
        assert over is not None
        self.ending = None
        self.due = []
        if over.won and campaign.next_stage(self, log):
            return True
        self.stack = [over]
        self.result = rounds.result_of(self, over.won, over.reason, over.rule)
        piles.gather(self)
        text = f"The game is over: {'the players win' if over.won else 'the Chimera wins'}."
        report(log, "game-over", over.rule, text, winners=list(self.seats) if over.won else [])
        return False

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """The table: nobody knows more than anybody else."""
        return public_view(self, self.deciders())

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/red-rains.md."""
        return write_position(self)
