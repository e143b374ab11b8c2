"""The tables of the full track: which action answers which decision point, which function checks and which does it.

Owns no rule: each is in the module that its table names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ...contract import CHANCE, Action, Refusal
from .. import actions as both
from .. import death, displacing, end_of_round, opening, turn
from .. import frames as shared
from ..arena import Log
from ..frames import Frame
from ..war import do_cards
from . import (
    acting,
    allocating,
    attacking,
    casting,
    dealing,
    drawing,
    fitting,
    frames,
    inscribing,
    instants,
    returning,
    scoring,
    showing,
    transmuting,
    turning,
    windows,
    wounding,
)
from . import actions as act
from .situation import FullSituation

Check = Callable[[FullSituation, int, Any], Refusal | None]
Do = Callable[[FullSituation, int, Any, Log], None]


class Ruling(NamedTuple):
    """When an action is due, what refuses it, what carries it out."""

    frames: tuple[type[Frame], ...]
    """The decision points it answers."""

    do: Do
    check: Check | None = None


ACTING: Final = (shared.Acting,)
LATENT: Final = (frames.Latent,)
WINDOW: Final = (frames.Window,)

RULINGS: Final[dict[type[Action], Ruling]] = {
    both.ChooseKing: Ruling((shared.ChoosingKing,), opening.do_choose_king, opening.check_choose_king),
    both.Absorb: Ruling((shared.Absorbing,), turn.do_absorb),
    both.KeepDie: Ruling((shared.Absorbing,), turn.do_keep_die),
    both.ChooseState: Ruling((shared.ChoosingState,), turn.do_choose_state),
    both.Step: Ruling(ACTING, acting.do_step, acting.check_step),
    act.Attack: Ruling(ACTING, attacking.do, attacking.check),
    act.Cast: Ruling(ACTING, casting.do_cast, casting.check_cast),
    act.Activate: Ruling(ACTING, casting.do_activate, casting.check_activate),
    act.LevelUp: Ruling(ACTING, acting.do_level_up, acting.check_level_up),
    act.Draw: Ruling(ACTING, acting.do_draw, acting.check_draw),
    both.Bridge: Ruling(ACTING, acting.do_bridge, acting.check_bridge),
    both.Pyrokinesis: Ruling(ACTING, acting.do_pyrokinesis, acting.check_pyrokinesis),
    act.Heal: Ruling(ACTING, acting.do_heal, acting.check_heal),
    act.Prism: Ruling(ACTING, acting.do_prism, acting.check_prism),
    both.EndTurn: Ruling((shared.Acting, frames.Latent), turning.do_end_turn),
    act.Transmute: Ruling(LATENT, transmuting.do_transmute, transmuting.check_transmute),
    act.Untransmute: Ruling(LATENT, transmuting.do_untransmute, transmuting.check_untransmute),
    act.Inscribe: Ruling(LATENT, inscribing.do_inscribe, inscribing.check_inscribe),
    act.Uninscribe: Ruling(LATENT, inscribing.do_uninscribe, inscribing.check_uninscribe),
    act.Cycle: Ruling(LATENT, inscribing.do_cycle, inscribing.check_cycle),
    act.Discard: Ruling((frames.Discarding, frames.Dropping), turning.do_discard, turning.check_discard),
    act.Pass: Ruling((frames.Window, frames.Shielding), windows.do_pass),
    act.Take: Ruling((frames.Taking,), fitting.do_take, fitting.check_take),
    act.KeepGems: Ruling((frames.KeepingGems,), fitting.do_keep_gems, fitting.check_keep_gems),
    act.Allocate: Ruling((frames.Allocating,), allocating.do_allocate, allocating.check_allocate),
    both.Place: Ruling((shared.Placing,), death.do_place, death.check_place),
    both.Cards: Ruling((shared.BreakingTie,), do_cards, scoring.check_cards),
}
"""What seats do when it is theirs to do it."""

ANY_TIME: Final[dict[type[Action], Ruling]] = {
    act.Instant: Ruling((), instants.do, instants.check),
    act.Shield: Ruling((), turning.do_shield, turning.check_shield),
    both.ReturnEarly: Ruling((), death.do_return_early, death.check_return_early),
    act.Show: Ruling((), showing.do, showing.check),
}
"""What seats may do without being awaited (AK-INST-01, AK-ABIL-12, AK-REV-10, AK-CARD-04)."""

PERCENTILE: Final[dict[type[Frame], Callable[[FullSituation, both.RollPercentile, Log], object]]] = {
    shared.RollingFirstYlem: opening.do_first_ylem,
    shared.RollingYlem: turn.do_roll_ylem,
    shared.EndOfRound: end_of_round.do_roll_event,
    shared.RollingReturn: death.do_roll_return,
    shared.PlacingOmega: end_of_round.do_place_omega,
}
"""What a percentile roll is for."""

REACTED_TO: Final = (shared.RollingYlem, shared.EndOfRound, shared.PlacingOmega)
"""Rolls that something follows from which nobody decides: people may react to what they show (AK-INST-06)."""

DICE: Final[dict[type[Action], Callable[[FullSituation, Any, Log], object]]] = {
    act.DrawCard: drawing.do,
    act.RollFocus: allocating.do_roll,
    both.RollImmolation: end_of_round.do_roll_immolation,
    both.TurnEventDial: opening.do_turn_event_dial,
    both.DrawStart: opening.do_draw_start,
}
"""What chance brings, percentile rolls apart."""


def settle_turn(s: FullSituation, frame: shared.TurnOver, log: Log) -> bool:
    """Every Ylem Shield ends with the turn (AK-ABIL-14); then the dead return, and play goes on."""
    if windows.offer_turn_end(s, frame):
        return True
    s.shielded = 0
    return end_of_round.settle_turn(s, frame, log)


def settle_window(s: FullSituation, frame: frames.Window, log: Log) -> bool:
    """Egis gained in it blocks at once (AK-DEF-05); it closes once nobody is left to wait for (AK-INST-06)."""
    wounding.block(s, log)
    return windows.settle(s, frame, log)


def settle_rolled(s: FullSituation, frame: frames.Rolled, log: Log) -> bool:
    """Nobody reacts any more: what the dice show comes about (AK-INST-06)."""
    s.stack.pop()
    below = s.stack[-1]
    if isinstance(below, shared.EndOfRound) and below.next == "roll":
        end_of_round.do_roll_immolation(s, both.RollImmolation(CHANCE, frame.value), log)
    else:
        PERCENTILE[type(below)](s, both.RollPercentile(CHANCE, frame.value), log)
        windows.offer(s, "percentile")
    return True


AUTOMATIC: Final[dict[type[Frame], Callable[[FullSituation, Any, Log], bool]]] = {
    frames.Window: settle_window,
    frames.Rolled: settle_rolled,
    frames.Attacking: attacking.settle,
    frames.Wounding: wounding.settle,
    frames.Casting: casting.settle_casting,
    frames.Drawing: drawing.settle,
    frames.Dropping: turning.settle_dropping,
    frames.Returning: returning.settle,
    frames.Dealing: dealing.settle,
    frames.Generating: turning.settle_generating,
    frames.Shielding: turning.settle_shielding,
    frames.Latent: turning.settle_latent,
    frames.Discarding: turning.settle_discarding,
    shared.TurnOver: settle_turn,
    shared.EndOfRound: end_of_round.settle_round,
    shared.Driven: displacing.settle_driven,
    shared.Scoring: scoring.settle,
}
"""What goes on by itself when it comes to lie on top; False where somebody must decide next."""
