"""Every decision point of the full track: those of both tracks, and what only mats, cards and Focus Dice ask.

Who is asked, in which words, what may be answered, what each answer does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from ...contract import CHANCE, Action, Decision, Refusal
from ...engine import DecisionPoint, Handler, need
from ...engine.decision_points import Handlers, chance_alone
from .. import actions as act
from .. import frames
from ..battle import death
from ..decision_points import DICE, SHARED, Point, ask_to_act, by_seat, of_catalogue, of_frame, on_board, on_turn
from ..facts.arena import OFF
from ..facts.full_situation import FullSituation
from ..facts.pools import gems
from ..facts.reporting import Log, counted, report
from ..rounds import end_of_round
from ..rounds.war import do_cards
from . import frames as full_frames
from .battle import attack, instant_powers, returns, stakes, windows, wounds
from .cards import casting, draws, effects, inscriptions, reveals
from .mats import dice_allocation, gem_flow, transmutations
from .rounds import active_state, dealing, scoring, turn_steps

# --- handlers --------------------------------------------------------------------------------------------


def _roll(s: FullSituation, frame: frames.Frame, action: Any, log: Log) -> None:
    """Dice have fallen; of some people see first what they show (AK-INST-06)."""
    if not frame.reacted_to or not windows.offer_rolled(s, action.value):
        _come_about(s, frame, action, log)
        return
    ask = DICE[type(frame)].ask
    assert ask is not None, "dice are asked for"
    rules = (ask(s, frame, CHANCE).rule, "AK-INST-06")
    report(log, "rolled", rules, stakes.rolled(s, action.value, frame), {"value": action.value})


def _come_about(s: FullSituation, frame: frames.Frame, action: Action, log: Log) -> None:
    """Carry out what dice show; most percentile rolls people may react to afterwards."""
    DICE[type(frame)].chance[type(action)].do(s, frame, action, log)
    if type(action) is act.RollPercentile and frame.phase != "opening":
        windows.offer(s, "percentile")


def _settle_rolled(s: FullSituation, frame: full_frames.Rolled, log: Log) -> bool:
    """Nobody reacts any more: what the dice show comes about (AK-INST-06)."""
    s.stack.pop()
    below = s.stack[-1]
    due = type(DICE[type(below)].outcomes(s, below)[0].action)
    _come_about(s, below, due(CHANCE, frame.value), log)  # type: ignore[call-arg]
    return True


def _validate_rolled(s: FullSituation, frame: full_frames.Rolled, place: int) -> None:
    """Dice lie on a roll that people may react to, and show what they can (AK-INST-06)."""
    below = s.stack[place - 1]
    fits = below.reacted_to and below.waits
    need(fits, f"stack.{place}", "that lies on a Roll for Ylem, on the Omega Stone's or on one of the End of Round")
    shows = [getattr(outcome.action, "value", 0) for outcome in DICE[type(below)].outcomes(s, below)]
    need(frame.value in shows, f"stack.{place}.value", "the Immolation Die shows 1 to 4 (AK-COMP-05)")


def _rolled_here(point: Point) -> Point:
    """Dice of both tracks with the windows of this one."""
    rolls = (act.RollImmolation, act.RollPercentile)
    chance = {
        kind: Handler(_roll, handler.check) if kind in rolls else handler for kind, handler in point.chance.items()
    }
    return replace(point, chance=chance)


def _settle_turn(s: FullSituation, frame: frames.TurnOver, log: Log) -> bool | tuple[str, ...]:
    """Every Ylem Shield ends with the turn (AK-ABIL-14); then the dead return, and play goes on."""
    if windows.offer_turn_end(s, frame):
        return True
    s.shielded = 0
    end_of_round.settle_turn(s, frame, log)
    following = s.stack[-1]  # the next turn has begun, most often; it is taken to its first question at once
    return turn_steps.settle_generating(s, following, log) if type(following) is full_frames.Generating else True


def _settle_window(s: FullSituation, frame: full_frames.Window, log: Log) -> bool | tuple[str, ...]:
    """Egis gained in it blocks at once (AK-DEF-05); it closes once nobody is left to wait for (AK-INST-06)."""
    if type(s.stack[-2]) is full_frames.Wounding:
        wounds.block(s, log)
        s.opened = None
    if s.opened is None:
        s.asked = windows.awaited(s, frame)
    s.opened = None
    if s.asked:
        return s.asked
    s.stack.pop()
    return True


# --- seats and questions ---------------------------------------------------------------------------------


def _window(s: FullSituation, frame: full_frames.Window, seat: str) -> Decision:
    own = s.numbers[seat]
    kind = frame.kind
    prompt = f"{stakes.happening(s, kind)} Use an Instant Power, or pass."
    courtesy = seat not in stakes.touched(s, kind)
    return Decision(kind, prompt, "AK-INST-06", s.catalogue[own].passing, "window", courtesy=courtesy)


def _latent(s: FullSituation, frame: full_frames.Latent, seat: str) -> Decision:
    return _to_rest(s.arena.names[s.turn], seat)


@lru_cache(1_000)
def _to_rest(name: str, seat: str) -> Decision:
    return Decision(
        "latent", f"Transmute and inscribe with {name}, or end the turn.", "AK-LATENT-06", act.EndTurn(seat)
    )


def _discarding(s: FullSituation, frame: full_frames.Discarding, seat: str) -> Decision:
    own = s.numbers[seat]
    over = len(s.hands[own]) - turn_steps.HAND_LIMIT
    prompt = f"Discard {counted(over, 'card')}; one with an Instant Power may be used for it."
    return Decision("discard", prompt, "AK-TURN-07", turn_steps.discard_actions(s, own)[0], "window")


def _dropping(s: FullSituation, frame: full_frames.Dropping, seat: str) -> Decision:
    own = s.numbers[seat]
    prompt = f"Discard {counted(min(frame.count, len(s.hands[own])), 'card')} of your choice."
    return Decision("discard", prompt, "AK-CARD-07", turn_steps.discard_actions(s, own)[0], "window")


def _keeping_gems(s: FullSituation, frame: full_frames.KeepingGems, seat: str) -> Decision:
    own = s.numbers[seat]
    name, first = s.arena.names[own], gem_flow.keep_gems_actions(s, own, frame)[0]
    if frame.dire:
        prompt = f"{counted(frame.dire, 'wound')} for {name}: choose the Core gems that stay."
        return Decision("keep-gems", prompt, "AK-POOL-05", first, "window")
    brought = gems(frame.aria, frame.egis, frame.pyre)
    prompt = f"{brought} for a full pool: choose the Core gems that {name} keeps."
    return Decision("keep-gems", prompt, "AK-POOL-03", first, "window")


def _taking(s: FullSituation, frame: full_frames.Taking, seat: str) -> Decision:
    ways = gem_flow.take_actions(s, frame)
    prompt = f"Take {counted(frame.count, 'Core gem')} for {s.arena.names[s.numbers[seat]]}."
    return Decision("take", prompt, frame.why, ways[len(ways) // 2], "turn")


def _allocating(s: FullSituation, frame: full_frames.Allocating, seat: str) -> Decision:
    rolled = ", ".join(map(str, frame.dice))
    name = s.arena.names[s.numbers[seat]]
    prompt = f"Turn the dice of {name} into gems: {rolled}; 1 Ylem costs {frame.threshold}."
    return Decision("allocate", prompt, "AK-DICE-01", dice_allocation.allocate_actions(s, frame)[0])


def _shielding(s: FullSituation, frame: full_frames.Shielding, seat: str) -> Decision:
    own = s.numbers[seat]
    prompt = f"Raise the Ylem Shield of {s.arena.names[own]} for the turn of {s.arena.names[s.turn]}, or pass."
    return Decision("shield", prompt, "AK-ABIL-12", s.catalogue[own].passing, "window")


def _rolling_focus(s: FullSituation, frame: full_frames.RollingFocus, seat: str) -> Decision:
    count, name = frame.dice + frame.ascended, s.arena.names[s.numbers[frame.seat]]
    prompt = f"Roll {counted(count, 'die') if count == 1 else f'{count} dice'} for {name}."
    rule = "AK-INST-04" if frame.instant else "AK-LATENT-03"
    return Decision("roll-focus", prompt, rule, None, "none", dice_allocation.outcomes(s, frame))


def _drawing(s: FullSituation, frame: full_frames.Drawing, seat: str) -> Decision:
    prompt = f"{s.arena.names[s.numbers[frame.seat]]} draws a card."
    return Decision("draw-card", prompt, frame.why, None, "none", draws.outcomes(s, frame), face_down=True)


# --- answers ---------------------------------------------------------------------------------------------


def _active(s: FullSituation, frame: frames.Acting, seat: str) -> Sequence[Action]:
    own = s.numbers[seat]
    made = s.catalogue[own]
    if s.arena.tiles[own] == OFF:
        return [made.end_turn]
    found = active_state.actions(s, own)
    found += attack.actions(s, own)
    found += casting.actions(s, own)
    found.append(made.end_turn)
    return found


def _rest(s: FullSituation, frame: full_frames.Latent, seat: str) -> Sequence[Action]:
    own = s.numbers[seat]
    found = transmutations.actions(s, own)
    found += inscriptions.actions(s, own)
    found.append(s.catalogue[own].end_turn)
    return found


def _pass_or_add(s: FullSituation, frame: full_frames.Window, seat: str) -> Sequence[Action]:
    own = s.numbers[seat]
    passing = s.catalogue[own].passing
    return [passing, *attack.more_actions(s, own)] if type(s.stack[-2]) is full_frames.Attacking else (passing,)


def _listed(actions: Callable[[FullSituation, int], Sequence[Action]]) -> Callable[[Any, Any, str], Sequence[Action]]:
    """Adapt a list of actions that depends on the seat alone."""
    return lambda s, frame, seat: actions(s, s.numbers[seat])


def _of_frame(actions: Callable[[FullSituation, Any], Sequence[Action]]) -> Callable[[Any, Any, str], Sequence[Action]]:
    """Adapt a list of actions that depends on the frame alone."""
    return lambda s, frame, seat: actions(s, frame)


# --- the points ------------------------------------------------------------------------------------------

END_TURN: Final = by_seat(turn_steps.do_end_turn)
DISCARD: Final[Handlers] = {act.Discard: by_seat(turn_steps.do_discard, turn_steps.check_discard)}

ACTIVE: Final[Handlers] = {
    act.Step: on_board(active_state.do_step, active_state.check_step),
    act.Attack: on_board(attack.do, attack.check),
    act.Cast: on_board(casting.do_cast, casting.check_cast),
    act.Activate: on_board(casting.do_activate, casting.check_activate),
    act.LevelUp: on_board(active_state.do_level_up, active_state.check_level_up),
    act.Draw: on_board(active_state.do_draw, active_state.check_draw),
    act.Bridge: on_board(active_state.do_bridge, active_state.check_bridge),
    act.Pyrokinesis: on_board(active_state.do_pyrokinesis, active_state.check_pyrokinesis),
    act.Heal: on_board(active_state.do_heal, active_state.check_heal),
    act.Prism: on_board(active_state.do_prism, active_state.check_prism),
}
"""What only the Active State allows (AK-LATENT-05)."""

LATENT: Final[Handlers] = {
    act.Transmute: by_seat(transmutations.do_transmute, transmutations.check_transmute),
    act.Untransmute: by_seat(transmutations.do_untransmute, transmutations.check_untransmute),
    act.Inscribe: by_seat(inscriptions.do_inscribe, inscriptions.check_inscribe),
    act.Uninscribe: by_seat(inscriptions.do_uninscribe, inscriptions.check_uninscribe),
    act.Cycle: by_seat(inscriptions.do_cycle, inscriptions.check_cycle),
}
"""What only the Latent State allows (AK-LATENT-06)."""


def _in_latent(s: Any, frame: full_frames.Latent) -> Refusal:
    return Refusal("AK-LATENT-05", f"In the Latent State nothing of the Active State can be done. {_prompt(s, frame)}")


def _in_active(s: Any, frame: frames.Acting) -> Refusal:
    return Refusal("AK-LATENT-06", f"In the Active State nothing of the Latent State can be done. {_prompt(s, frame)}")


def _prompt(s: Any, frame: frames.Frame) -> str:
    """Return what the player on turn is asked."""
    ask = POINTS[type(frame)].ask
    return "" if ask is None else ask(s, frame, s.settings.seats[s.turn]).prompt


POINTS: Final[dict[type[frames.Frame], Point]] = {
    **SHARED,
    **{kind: _rolled_here(point) for kind, point in DICE.items()},
    frames.TurnOver: DecisionPoint(_settle_turn),
    full_frames.Dealing: DecisionPoint(dealing.settle, validate=dealing.validate),
    full_frames.Generating: DecisionPoint(turn_steps.settle_generating),
    full_frames.Shielding: DecisionPoint(
        turn_steps.settle_shielding,
        turn_steps.shielders, _shielding, of_catalogue("passing"),
        handlers={act.Pass: Handler(turn_steps.do_pass)}, validate=turn_steps.validate_shielding,
    ),
    frames.Acting: DecisionPoint(
        seats=on_turn, ask=ask_to_act, actions=_active, handlers={**ACTIVE, act.EndTurn: END_TURN},
        refusals=dict.fromkeys(LATENT, _in_active),
    ),
    full_frames.Latent: DecisionPoint(
        turn_steps.settle_latent, on_turn, _latent, _rest, handlers={**LATENT, act.EndTurn: END_TURN},
        refusals=dict.fromkeys(ACTIVE, _in_latent), validate=turn_steps.validate_latent,
    ),
    full_frames.Discarding: DecisionPoint(
        turn_steps.settle_discarding, on_turn, _discarding, _listed(turn_steps.discard_actions), handlers=DISCARD
    ),
    full_frames.Dropping: DecisionPoint(
        turn_steps.settle_dropping, of_frame, _dropping, _listed(turn_steps.discard_actions), handlers=DISCARD,
        validate=effects.validate_dropping,
    ),
    full_frames.Window: DecisionPoint(
        _settle_window, windows.awaited, _window, _pass_or_add,
        handlers={
            act.Pass: Handler(windows.do_pass),
            act.Attack: by_seat(attack.do_more, attack.check_more),
        },
    ),
    full_frames.Rolled: DecisionPoint(_settle_rolled, validate=_validate_rolled),
    full_frames.Attacking: DecisionPoint(attack.settle, validate=attack.validate),
    full_frames.Wounding: DecisionPoint(wounds.settle, validate=wounds.validate),
    full_frames.Casting: DecisionPoint(casting.settle_casting, validate=casting.validate),
    full_frames.Returning: DecisionPoint(returns.settle, validate=returns.validate),
    full_frames.Drawing: DecisionPoint(
        draws.settle, chance_alone, _drawing, outcomes=draws.outcomes,
        chance={act.DrawCard: Handler(draws.do, draws.check)},
    ),
    full_frames.RollingFocus: DecisionPoint(
        seats=chance_alone, ask=_rolling_focus, outcomes=dice_allocation.outcomes,
        chance={act.RollFocus: Handler(dice_allocation.do_roll, dice_allocation.check_roll)},
        validate=dice_allocation.validate_roll,
    ),
    full_frames.Allocating: DecisionPoint(
        seats=of_frame, ask=_allocating, actions=_of_frame(dice_allocation.allocate_actions),
        handlers={act.Allocate: by_seat(dice_allocation.do_allocate, dice_allocation.check_allocate)},
        validate=dice_allocation.validate_dice,
    ),
    full_frames.KeepingGems: DecisionPoint(
        seats=of_frame, ask=_keeping_gems,
        actions=lambda s, frame, seat: gem_flow.keep_gems_actions(s, s.numbers[seat], frame),
        handlers={act.KeepGems: by_seat(gem_flow.do_keep_gems, gem_flow.check_keep_gems)},
        validate=gem_flow.validate_keeping,
    ),
    full_frames.Taking: DecisionPoint(
        seats=of_frame, ask=_taking, actions=_of_frame(gem_flow.take_actions),
        handlers={act.Take: by_seat(gem_flow.do_take, gem_flow.check_take)},
    ),
    frames.Driven: replace(SHARED[frames.Driven], validate=effects.validate_driven),
    frames.RollingReturn: replace(_rolled_here(DICE[frames.RollingReturn]), validate=returns.validate_step),
    frames.Placing: replace(SHARED[frames.Placing], validate=returns.validate_step),
    frames.Scoring: DecisionPoint(scoring.settle),
    frames.BreakingTie: replace(
        SHARED[frames.BreakingTie], actions=_listed(scoring.hands),
        handlers={act.Cards: by_seat(do_cards, scoring.check_cards)},
    ),
}  # fmt: skip
"""Every kind of frame of the full track."""

INTERRUPTS: Final[Handlers] = {
    act.Instant: by_seat(instant_powers.do, instant_powers.check),
    act.Shield: by_seat(turn_steps.do_shield, turn_steps.check_shield),
    act.ReturnEarly: by_seat(death.do_return_early, death.check_return_early),
    act.Show: by_seat(reveals.do, reveals.check),
}
"""What seats may do without being awaited (AK-INST-01, AK-ABIL-12, AK-REV-10, AK-CARD-04)."""
