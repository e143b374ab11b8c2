"""Says who is asked at each kind of frame, in which words, and what each answer does: `POINTS`.

Every rule itself is in the module that its row of `POINTS` names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from ..contract import Action, Decision, Refusal
from ..engine import DecisionPoint, Handler, answered, chance_alone, report
from ..engine.decision_points import Handlers
from ..house_rules import shown
from . import actions as act
from . import chance, frames
from .battle import attack, damage, lethal, told
from .chimera import battlefield, chimera_turn, piles, rage_dice, red_rains_tokens
from .effects import effect_context
from .facts.card_in_play import named
from .facts.situation import Log, Situation
from .player_effects import decks, effects_on_cards, pile_effects, table_effects, told_effects, unit_entering
from .position import stack_validation as valid
from .rounds import player_turn, rounds, side_actions

# --- what goes on by itself ------------------------------------------------------------------------------

Step = Callable[[Situation, Any, Log], None]


def _going_on(step: Step, validate: Callable[[Situation, Any, int], None] = valid.in_a_process) -> Any:
    """A frame at which nobody decides."""
    return DecisionPoint(step, validate=validate)


# --- who is asked ----------------------------------------------------------------------------------------


def _its_seat(s: Situation, frame: Any) -> tuple[str, ...]:
    return (frame.seat,)


# --- dice and cards --------------------------------------------------------------------------------------


def _ask_dice(s: Situation, frame: frames.Roll, seat: str) -> Decision:
    whose = named(s.seats_of[frame.seat]) if frame.kind == "dice" else ""
    return _roll(frame.kind, frame.n, frame.rule, chance.sides(s, frame), s.settings.rules.guard_roll_min, whose)


@lru_cache(1000)
def _roll(kind: str, n: int, rule: str, sides: int, least: int, whose: str) -> Decision:
    """Ask for dice; made once, for a search rolls the same ones again and again."""
    return Decision(f"roll-{kind}", _dice(kind, n, least, whose), rule, None, "none", chance.fall(kind, n, sides))


def _dice(kind: str, n: int, least: int, whose: str) -> str:
    if kind == "rage":
        return "Roll one basic rage die." if n == 1 else f"Roll {n} basic rage dice: how many show power?"
    if kind == "behaviour":
        return "Roll the behaviour die."
    if kind == "guard":
        return f"Roll for the Chimera's guard: {least} or more guards."
    return f"Roll {n} dice for {whose}."


CARDS: Final = {
    "reveal": "Turn the leftmost face-down aspect over: which one is it?",
    "draw": "Draw the top card of the Chimera's pile: which one is it?",
    "blood": "Take the top card of the Chimera's pile, face down: which blood value is on its back?",
    "set-aside": "Set the top card of the Chimera's pile aside: which one is it?",
}
"""Which card becomes known -> how chance is asked for it."""


def _tells(
    answer: Callable[[Any], int | str], check: Callable[[Situation, Any, Any], Refusal | None]
) -> Handler[Situation, Any, Any]:
    """Dice or a card; ``answer`` is what the frame below learns."""
    return Handler(lambda s, frame, action, log: s.pop(answer=answer(action)), check)


# --- a player's turn -------------------------------------------------------------------------------------


def _settle_turn(s: Situation, frame: frames.PlayerTurn, log: Log) -> bool:
    """End a turn that is over; one of the sample deck is, when no side action is left."""
    if frame.main or (frame.side and (s.settings.players == "printed" or player_turn.has_side_action(s, frame))):
        return False
    rounds.end_player_turn(s, frame, log)
    return True


def _ask_turn(s: Situation, frame: frames.PlayerTurn, seat: str) -> Decision:
    if frame.main:
        return _turn(_main(s, frame), act.Pass, seat)
    own = s.seats_of[seat]
    if own.cards is None:
        prompt = f"Take a side action with {named(own)}, or end the turn."
    else:
        prompt = "Spend a die on a side action, or end the turn."
    return _turn(prompt, act.EndTurn, seat)


@lru_cache(1000)
def _turn(prompt: str, default: type[act.Pass | act.EndTurn], seat: str) -> Decision:
    """Ask for an action; made once for all turns in which the same can be done."""
    return Decision("turn", prompt, "RR-TURN-11", default(seat))


def _main(s: Situation, frame: frames.PlayerTurn) -> str:
    """Say what a main action may be: with the sample deck, what there is to do it with."""
    seat = s.seats_of[frame.seat]
    if seat.cards is None or seat.dice is None:
        return f"Take a turn with {named(seat)}, or pass."
    pays = len(seat.units) < seat.battlefield and seat.dice["exhausted"] < sum(seat.dice.values())
    for unit in seat.units:
        if not unit.exhaustion:
            return "Attack, bring up a unit, or pass." if pays else "Attack, or pass."
    return "Bring up a unit for its dice, or pass." if pays else "No unit is ready and no other can come: pass."


# --- questions -------------------------------------------------------------------------------------------


def _options(s: Situation, frame: frames.Ask) -> Sequence[str]:
    """The options without cards that a reaction has taken out of play since the question was asked."""
    return [option for option in frame.options if not _is_ref(option) or s.body(option) is not None] or frame.options


def _is_ref(option: str) -> bool:
    return option[:1] in ("a", "u") and option[1:].isdecimal()


def _check_answer(s: Situation, frame: frames.Ask, action: act.Answer) -> Refusal | None:
    options = _options(s, frame)
    if action.option in options:
        return None
    return Refusal("TABLE", f"{shown(action.option)} is not offered here.")


def _do_answer(s: Situation, frame: frames.Ask, action: act.Answer, log: Log) -> None:
    s.pop(answer=action.option)


# --- pauses ----------------------------------------------------------------------------------------------

MOMENTS: Final = {
    "reveal": ("is revealed", "RR-REV-03"),
    "declared": ("is declared as attacker", "RR-BTL-08"),
    "battle": ("is about to do battle", "RR-BTL-07"),
    "text": ("has fought", "RR-ABIL-11"),
}
"""What a window is about -> how it is said, and its rule."""


def _ask_window(s: Situation, frame: frames.Window, seat: str) -> Decision:
    about = s.in_play_or_leaving(frame.ref)
    what = named(about) if about is not None else "that"
    bodies = [body for ref in frame.falling or (frame.ref,) if (body := s.in_play_or_leaving(ref)) is not None]
    if frame.about == "lethal":
        names = " and ".join(map(named, bodies)) or what
        prompt = f"{names} will be destroyed now. Is anything prevented, redirected or done before?"
        return Decision("reaction", prompt + told.reminder(bodies), "RR-DMG-03", act.GoOn(seat), "window")
    said, rule = MOMENTS[frame.about]
    card = named(about) if about is not None else ""
    below = s.stack[-2] if len(s.stack) > 1 else None
    if frame.about in ("battle", "text") and isinstance(below, frames.Attack):
        refs = dict.fromkeys((*below.attackers, *below.guards, below.foe, below.target))
        bodies = [body for ref in refs if (body := s.body(ref)) is not None]
    prompt = f"{what} {said}. Any reaction?{told.reminder(bodies)}"
    return Decision("reaction", prompt, rule, act.GoOn(seat), "window", about=card)


def _ask_end_of_round(s: Situation, frame: frames.EndOfRound, seat: str) -> Decision:
    prompt = "The round ends: declare what your cards do now, then go on." + told.reminder(s.seats_of[seat].units)
    return Decision("end-of-round", prompt, "RR-TIME-04", act.GoOn(seat), "window")


def _ask_rest(s: Situation, frame: frames.Rest, seat: str) -> Decision:
    """A round that begins takes the seat's own time; any other rest lasts as long as the table likes."""
    below, clock = s.stack[-2], "none"
    prompt, rule = "Play goes on from here.", "TABLE"
    phase = below.phase if isinstance(below, frames.Round) else ""
    if isinstance(below, frames.ChimeraTurn):
        against = named(s.seats_of[below.side])
        prompt, rule = f"{named(s.chimera)} takes its turn against {against}.", "RR-TURN-01"
    elif phase == "prepare":
        prompt, rule, clock = f"Round {s.round}: see to your dice and cards, then go on.", "RR-BASE-09", "turn"
    elif phase == "recovery":
        prompt, rule = "The recovery phase goes on.", "RR-BASE-06"
    return Decision("rest", prompt, rule, act.GoOn(seat), clock)


def _do_go_on(s: Situation, frame: frames.Halt, action: act.GoOn, log: Log) -> None:
    rule = _PAUSED[type(frame)](s, frame, action.seat).rule
    report(log, "let-go-on", rule, f"{named(s.seats_of[action.seat])} lets it go on.", seat=action.seat)
    s.stack.pop()
    if isinstance(frame, frames.Window) and frame.about == "lethal" and not lethal.stop(s, settle_top, frame.falling):
        settle_top(s, log)


_PAUSED: Final[dict[type[frames.Halt], Callable[[Situation, Any, str], Decision]]] = {
    frames.EndOfRound: _ask_end_of_round,
    frames.Window: _ask_window,
    frames.Rest: _ask_rest,
}


def _pause(kind: type[frames.Halt], validate: Callable[[Situation, Any, int], None]) -> DecisionPoint[Any, Any]:
    """A seat lets play go on."""
    return DecisionPoint(
        seats=_its_seat,
        ask=_PAUSED[kind],
        actions=lambda s, frame, seat: [act.GoOn(seat)],
        handlers=answered(act.GoOn, _do_go_on),
        validate=validate,
    )


# --- the made-up hand ------------------------------------------------------------------------------------


def _with_hand(s: Situation, frame: frames.Handling) -> tuple[str, ...]:
    return () if frame.left or frame.answers else (frame.seat,)


def _settle_handling(s: Situation, frame: frames.Handling, log: Log) -> bool:
    if _with_hand(s, frame):
        return False
    battlefield.step_handling(s, frame, log)
    return True


def _ask_hand(s: Situation, frame: frames.Handling, seat: str) -> Decision:
    prompt = "The Chimera's hand lies open: declare what the effect discards, then go on."
    return Decision("hand", prompt, "RR-HAND-02", act.HandDone(seat), "window")


# --- the tables ------------------------------------------------------------------------------------------

POINTS: Final[dict[type[frames.Frame], DecisionPoint[Any, Any]]] = {
    frames.Round: _going_on(rounds.step_round, valid.round_lowest),
    frames.PlayerTurn: DecisionPoint(
        _settle_turn,
        lambda s, frame: (frame.seat,) if frame.main or frame.side else (),
        _ask_turn,
        lambda s, frame, seat: player_turn.turn_actions(s, frame),
        handlers={
            act.AttackWith: Handler(player_turn.do_attack, player_turn.check_attack),
            act.Play: Handler(player_turn.do_play, player_turn.check_play),
            act.Pass: Handler(player_turn.do_pass, player_turn.check_pass),
            act.EndTurn: Handler(player_turn.do_end_turn, player_turn.check_end_turn),
            act.Bolt: Handler(side_actions.do_bolt, side_actions.check_bolt),
            act.ShakeOff: Handler(side_actions.do_shake_off, side_actions.check_shake_off),
            act.Meditate: Handler(side_actions.do_meditate, side_actions.check_meditate),
        },
        validate=valid.player_turn,
    ),
    frames.ChimeraTurn: _going_on(chimera_turn.step_chimera_turn, valid.in_turns),
    frames.EndOfRound: _pause(frames.EndOfRound, valid.at_the_end),
    frames.Preparing: _going_on(rounds.step_preparing, valid.preparing),
    frames.Resolving: _going_on(effect_context.step_resolving, valid.resolving),
    frames.Revealing: _going_on(battlefield.step_revealing),
    frames.Adding: _going_on(battlefield.step_adding, valid.adding),
    frames.Drawing: _going_on(battlefield.step_drawing),
    frames.Handling: DecisionPoint(
        _settle_handling,
        _with_hand,
        _ask_hand,
        lambda s, frame, seat: [*(act.HandDiscard(seat, card) for card in sorted(s.hand or {})), act.HandDone(seat)],
        handlers={
            act.HandDiscard: Handler(pile_effects.do_hand_discard, pile_effects.check_hand_discard),
            act.HandDone: Handler(pile_effects.do_hand_done),
        },
        validate=valid.in_a_process,
    ),
    frames.Raising: _going_on(rage_dice.step_raising),
    frames.PlacingTokens: _going_on(red_rains_tokens.step_placing),
    frames.Ultimating: _going_on(red_rains_tokens.step_ultimate),
    frames.Attack: _going_on(attack.step_attack, valid.attack),
    frames.Dying: _going_on(damage.step_dying),
    frames.FatigueSets: _going_on(piles.step_fatigue),
    frames.Roll: DecisionPoint(
        seats=chance_alone,
        ask=_ask_dice,
        outcomes=chance.rolls,
        chance={
            act.RollRage: _tells(attrgetter("power"), chance.check_roll),
            act.RollDie: _tells(attrgetter("face"), chance.check_roll),
            act.RollDice: _tells(lambda action: f"{action.power} {action.classes}", chance.check_roll),
        },
        validate=valid.roll,
    ),
    frames.Card: DecisionPoint(
        seats=chance_alone,
        ask=lambda s, frame, seat: Decision(
            frame.kind, CARDS[frame.kind], frame.rule, None, "none", chance.cards(s, frame)
        ),
        outcomes=chance.cards,
        chance={
            act.Show: _tells(attrgetter("card"), chance.check_card),
            act.Back: _tells(attrgetter("blood"), chance.check_card),
        },
        validate=valid.card,
    ),
    frames.Ask: DecisionPoint(
        seats=_its_seat,
        ask=lambda s, frame, seat: Decision(
            frame.kind, frame.prompt, frame.rule, act.Answer(seat, _options(s, frame)[0]), "window"
        ),
        actions=lambda s, frame, seat: [act.Answer(seat, option) for option in _options(s, frame)],
        handlers=answered(act.Answer, _do_answer, _check_answer),
        validate=valid.ask,
    ),
    frames.Window: _pause(frames.Window, valid.window),
    frames.Rest: _pause(frames.Rest, valid.rest),
    frames.Over: DecisionPoint(validate=valid.nowhere),
}
"""Every kind of frame."""


def settle_top(s: Situation, log: Log) -> object:
    """Carry out the step that the frame on top is due for."""
    return POINTS[type(s.stack[-1])].settle(s, s.stack[-1], log)


def _declared(
    do: Callable[[Situation, str, Any, Log], None], check: Callable[[Situation, str, Any], Refusal | None] | None = None
) -> Handler[Any, Any, Any]:
    """Make the handler of something that a seat declares, whatever frame is on top."""

    def carry_out(s: Situation, frame: frames.Frame, action: Action, log: Log) -> None:
        do(s, action.seat, action, log)
        if not log:
            report(log, "no-effect", "TABLE", "That changes nothing.", seat=action.seat)

    return Handler(carry_out, None if check is None else lambda s, frame, action: check(s, action.seat, action))


DECLARED: Final[Handlers] = {
    act.Enter: _declared(unit_entering.do_enter, unit_entering.check_enter),
    act.Effect: _declared(effects_on_cards.do_effect, effects_on_cards.check_effect),
    act.Area: _declared(effects_on_cards.do_area, effects_on_cards.check_area),
    act.MakeDraw: _declared(pile_effects.do_make_draw),
    act.MakeHand: _declared(pile_effects.do_make_hand, pile_effects.check_make_hand),
    act.ForChimera: _declared(told_effects.do_for_chimera, told_effects.check_for_chimera),
    act.CopyAbilities: _declared(told_effects.do_copy, told_effects.check_copy),
    act.Search: _declared(told_effects.do_search),
    act.Tuck: _declared(told_effects.do_tuck, told_effects.check_tuck),
    act.Examine: _declared(told_effects.do_examine, told_effects.check_examine),
    act.PlaceDie: _declared(told_effects.do_place_die, told_effects.check_place_die),
    act.Dice: _declared(told_effects.do_dice),
    act.Hinder: _declared(told_effects.do_hinder, told_effects.check_hinder),
    act.Change: _declared(table_effects.do_change, table_effects.check_change),
    act.MoveWounds: _declared(table_effects.do_move_wounds, table_effects.check_move_wounds),
    act.Deck: _declared(decks.do_deck, decks.check_deck),
    act.RemovePile: _declared(pile_effects.do_remove_pile, pile_effects.check_remove_pile),
}
"""What people declare that printed cards do."""
