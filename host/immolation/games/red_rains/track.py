"""Red Rains as a `State`: who may act, which function carries each action out, what goes on by itself.

Owns the tables that tie actions and frames to rules; every rule itself is in the module named by its table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ..contract import (
    CHANCE,
    Action,
    Correct,
    Decision,
    Declaration,
    Event,
    IllegalAction,
    Json,
    Refusal,
    Result,
    State,
    Step,
)
from ..house_rules import shown
from . import actions as act
from . import (
    anew,
    asking,
    attack,
    battlefield,
    campaign,
    chance,
    chimera_turn,
    course,
    declared,
    declared_piles,
    declared_table,
    forms,
    frames,
    harm,
    piles,
    plays,
    rage,
    side_actions,
    tokens,
)
from .harm import named
from .position import check_correct, do_correct, write
from .resolving import step_resolving
from .steps import Watched
from .table import Log, Situation, report
from .view import view as public_view

Check = Callable[[Situation, Any, Any], Refusal | None]
Do = Callable[[Situation, Any, Any, Log], None]

STEPS: Final[dict[type[frames.Frame], Callable[[Situation, Any, Log], None]]] = {
    frames.Round: course.step_round,
    frames.PlayerTurn: course.step_player_turn,
    frames.ChimeraTurn: chimera_turn.step_chimera_turn,
    frames.Preparing: course.step_preparing,
    frames.Resolving: step_resolving,
    frames.Revealing: battlefield.step_revealing,
    frames.Adding: battlefield.step_adding,
    frames.Drawing: battlefield.step_drawing,
    frames.Handling: battlefield.step_handling,
    frames.Raising: rage.step_raising,
    frames.PlacingTokens: tokens.step_placing,
    frames.Ultimating: tokens.step_ultimate,
    frames.Attack: attack.step_attack,
    frames.Dying: harm.step_dying,
    frames.FatigueSets: piles.step_fatigue,
}
"""What goes on by itself when it comes to lie on top."""

MOST_STEPS: Final = 20_000
"""Steps between two decisions; no game needs a hundredth of it, and a pack that loops must end."""


class Ruling(NamedTuple):
    """What refuses an action, what carries it out."""

    do: Do
    check: Check | None = None


IN_TURN: Final[dict[type[Action], Ruling]] = {
    act.AttackWith: Ruling(plays.do_attack, plays.check_attack),
    act.Play: Ruling(plays.do_play, plays.check_play),
    act.Pass: Ruling(plays.do_pass, plays.check_pass),
    act.EndTurn: Ruling(plays.do_end_turn, plays.check_end_turn),
    act.Bolt: Ruling(side_actions.do_bolt, side_actions.check_bolt),
    act.ShakeOff: Ruling(side_actions.do_shake_off, side_actions.check_shake_off),
    act.Meditate: Ruling(side_actions.do_meditate, side_actions.check_meditate),
}
"""Main and side actions, with the frame of the turn."""

DECLARED: Final[dict[type[Action], Ruling]] = {
    act.Enter: Ruling(declared.do_enter, declared.check_enter),
    act.Effect: Ruling(declared.do_effect, declared.check_effect),
    act.Area: Ruling(declared.do_area, declared.check_area),
    act.MakeDraw: Ruling(declared_piles.do_make_draw),
    act.MakeHand: Ruling(declared_piles.do_make_hand, declared_piles.check_make_hand),
    act.ForChimera: Ruling(declared_table.do_for_chimera, declared_table.check_for_chimera),
    act.CopyAbilities: Ruling(declared_table.do_copy, declared_table.check_copy),
    act.Search: Ruling(declared_table.do_search),
    act.Tuck: Ruling(declared_table.do_tuck, declared_table.check_tuck),
    act.Examine: Ruling(declared_table.do_examine, declared_table.check_examine),
    act.PlaceDie: Ruling(declared_table.do_place_die, declared_table.check_place_die),
    act.Dice: Ruling(declared_table.do_dice),
    act.Hinder: Ruling(declared_table.do_hinder, declared_table.check_hinder),
    act.RemovePile: Ruling(declared_piles.do_remove_pile, declared_piles.check_remove_pile),
}
"""What people declare, with the seat that declares it."""

IN_HAND: Final[dict[type[Action], Ruling]] = {
    act.HandDiscard: Ruling(declared_piles.do_hand_discard, declared_piles.check_hand_discard),
    act.HandDone: Ruling(declared_piles.do_hand_done),
}
"""While cards serve as the Chimera's hand."""


class RedRainsState(Situation, State):
    """One situation of Red Rains."""

    __slots__ = ("game",)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players; the Chimera is nobody's seat."""
        return self.settings.seats

    def copy(self) -> RedRainsState:
        """An independent state."""
        twin: RedRainsState = object.__new__(RedRainsState)
        twin.game = self.game
        self.copy_of(twin)
        return twin

    def sample(self, seat: str, rng: Random) -> RedRainsState:
        """A copy: what nobody knows is not decided before it is seen, so nothing is hidden from anybody."""
        return self.copy()

    # --- who may do what ---

    def deciders(self) -> dict[str, Decision]:
        """Who is asked, and why; see `asking`."""
        return asking.deciders(self)

    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every concrete action of ``seat`` now."""
        return asking.legal(self, seat)

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now."""
        return forms.declarations(self, seat)

    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action."""
        top = self.stack[-1]
        if isinstance(action, Correct):
            return check_correct(self, action)
        if isinstance(top, frames.Over):
            return Refusal("TABLE", "The game is over.")
        tells = type(action) in DECLARED and asking.may_tell(self, action.seat)
        if not tells and action.seat not in asking.asked(self):
            return asking.not_asked(self, action)
        if action.seat == CHANCE:
            return chance.check(self, action)
        kind = type(action)
        if kind in DECLARED:
            check = DECLARED[kind].check
            return check(self, action.seat, action) if check else None
        if kind in IN_TURN and isinstance(top, frames.PlayerTurn):
            check = IN_TURN[kind].check
            return check(self, top, action) if check else None
        if isinstance(top, frames.Handling) and kind in IN_HAND:
            check = IN_HAND[kind].check
            return check(self, action.seat, action) if check else None
        if isinstance(top, frames.Ask) and isinstance(action, act.Answer):
            options = asking.live(self, top)
            if action.option not in options:
                return Refusal("TABLE", f"{shown(action.option)} is none of {', '.join(options)[:120]}.")
            return None
        if isinstance(top, (frames.Window, frames.EndOfRound, frames.Rest)) and isinstance(action, act.GoOn):
            return None
        return asking.out_of_place(self, action)

    # --- doing it ---

    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows by itself. Raises IllegalAction, and then nothing has changed."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        log: Log = []
        self._apply(action, log)
        return log

    def unfold(self, action: Action) -> Sequence[Step]:
        """What plays by itself, event by event; nothing where only a person acts. Raises IllegalAction."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        twin = self.copy()
        log = Watched(twin)
        twin._apply(action, log)
        return log.steps

    def _apply(self, action: Action, log: Log) -> None:
        top = self.stack[-1]
        kind = type(action)
        before = list(self.stack)
        if isinstance(action, Correct):
            do_correct(self, action, log)
            return
        if action.seat == CHANCE:
            self.pop(answer=chance.answer(action))
        elif kind in DECLARED:
            DECLARED[kind].do(self, action.seat, action, log)
            if not log:
                report(log, "no-effect", "TABLE", "That changes nothing.", seat=action.seat)
        elif kind in IN_TURN:
            IN_TURN[kind].do(self, top, action, log)
        elif kind in IN_HAND:
            IN_HAND[kind].do(self, action.seat, action, log)
        elif isinstance(action, act.Answer):
            self.pop(answer=action.option)
        else:
            rule = asking.deciders(self)[action.seat].rule
            text = f"{named(self.seats_of[action.seat].body)} lets it go on."
            report(log, "let-go-on", rule, text, seat=action.seat)
            self.stack.pop()
        self._settle(log)
        if any(frame is self.stack[-1] for frame in before) and anew.is_stale(self):
            anew.ask_anew(self)
        self.place_all()

    def _settle(self, log: Log) -> None:
        """Carry out whatever lies on top and asks nobody, until somebody must decide."""
        continuous = self.settings.rules.ultimate_recheck == "continuous"
        for _ in range(MOST_STEPS):
            if self.ending is not None and not self._end(log):
                return
            if self.due:
                self.stack += reversed(self.due)
                self.due = []
            if continuous and tokens.overdue(self):
                tokens.begin(self, log)
                continue
            top = self.stack[-1]
            if asking.waits(top):
                if self._nothing_to_do(top):
                    continue
                return
            STEPS[type(top)](self, top, log)
        self.ending = frames.Over(won=False, rule="TABLE", reason="This pack goes round in circles without an end.")
        self._end(log)

    def _nothing_to_do(self, top: frames.Frame) -> bool:
        """A turn of the sample deck ends by itself when no side action is left."""
        if not isinstance(top, frames.PlayerTurn) or top.main or self.settings.players != "sample":
            return False
        if plays.has_side_action(self, top):
            return False
        self.put(frames.PlayerTurn(seat=top.seat, main=False, side=False))
        return True

    def _end(self, log: Log) -> bool:
        """The game is decided; in a campaign the next level may follow, and then True."""
        over = self.ending
        assert over is not None
        self.ending = None
        self.due = []
        if over.won and campaign.next_stage(self, log):
            return True
        self.stack = [over]
        piles.gathered(self)
        report(log, "game-over", over.rule, _closing(over), winners=list(self.seats) if over.won else [])
        self.result = course.result_of(self, over)
        return False

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """The table: nobody knows more than anybody else."""
        return public_view(self)

    def outcome(self) -> Result | None:
        """None while the game goes on."""
        return self.result

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/red-rains.md."""
        return write(self)


def _closing(over: frames.Over) -> str:
    return "The game is over: the players win." if over.won else "The game is over: the Chimera wins."
