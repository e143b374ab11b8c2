"""Who is asked now and in which words, with the default when a clock runs out; knows no consequence."""

from __future__ import annotations

from typing import Final

from ..contract import CHANCE, Action, Decision, Refusal
from ..house_rules import shown
from . import chance, declared, plays
from .actions import Answer, EndTurn, GoOn, HandDiscard, HandDone, Pass
from .frames import Ask, Card, ChimeraTurn, EndOfRound, Frame, Handling, Over, PlayerTurn, Rest, Roll, Round, Window
from .harm import named
from .table import Situation

CARDS: Final = {
    "reveal": "Turn the leftmost face-down aspect over: which one is it?",
    "draw": "Draw the top card of the Chimera's pile: which one is it?",
    "blood": "Take the top card of the Chimera's pile, face down: which blood value is on its back?",
    "set-aside": "Set the top card of the Chimera's pile aside: which one is it?",
}


MOMENTS: Final = {
    "reveal": ("is revealed", "RR-REV-03"),
    "declared": ("is declared as attacker", "RR-BTL-08"),
    "battle": ("is about to do battle", "RR-BTL-07"),
}
"""What a window is about -> how it is said, and its rule."""


def waits(frame: Frame) -> bool:
    """Whether somebody, or chance, decides at this frame."""
    kind = type(frame)
    if kind in WAITING:
        return True
    if kind is PlayerTurn:
        return frame.main or frame.side  # type: ignore[attr-defined,no-any-return]
    return kind is Handling and not (frame.left or frame.answers)  # type: ignore[attr-defined]


WAITING: Final = frozenset({Roll, Card, Ask, Window, EndOfRound, Rest, Over})
"""Frames at which play always stops."""

DICE_OR_CARDS: Final = frozenset({Roll, Card})
IN_SEATS: Final = frozenset({PlayerTurn, Ask, Window, EndOfRound, Rest, Handling})


def asked(s: Situation) -> tuple[str, ...]:
    """The seats that may act now."""
    top = s.stack[-1]
    kind = type(top)
    if kind in DICE_OR_CARDS:
        return (CHANCE,)
    if kind in IN_SEATS:
        return (top.seat,)  # type: ignore[attr-defined]
    return ()


def may_tell(s: Situation, seat: str) -> bool:
    """Whether a player may declare what a card does though the table waits for the partner: in anybody's turn, with
    printed cards. Outside of turns players resolve theirs one after another (RR-TIME-05)."""
    if s.settings.players != "printed" or seat not in s.seats_of or asked(s) == (CHANCE,):
        return False
    return seat in asked(s) or declared.in_turns(s)


def deciders(s: Situation) -> dict[str, Decision]:
    """Who may act now, with prompt, rule and default."""
    return {seat: _decision(s, seat) for seat in asked(s)}


def _decision(s: Situation, seat: str) -> Decision:
    top = s.stack[-1]
    if isinstance(top, Roll):
        return Decision(f"roll-{top.kind}", _dice(s, top), top.rule, None, "none", chance.outcomes(s))
    if isinstance(top, Card):
        return Decision(top.kind, CARDS[top.kind], top.rule, None, "none", chance.outcomes(s))
    if isinstance(top, PlayerTurn):
        return _turn(s, top)
    if isinstance(top, Ask):
        return Decision(top.kind, top.prompt, top.rule, Answer(seat, live(s, top)[0]), "window")
    if isinstance(top, Window):
        about = s.known(top.ref)
        what = named(about) if about is not None else "that"
        said, rule = MOMENTS[top.about]
        said = f"{what} {said}"
        return Decision("reaction", f"{said}. Any reaction?", rule, GoOn(seat), "window")
    if isinstance(top, EndOfRound):
        prompt = "The round ends: declare what your cards do now, then go on."
        return Decision("end-of-round", prompt, "RR-TIME-04", GoOn(seat), "window")
    if isinstance(top, Rest):
        return Decision("rest", *_rests(s, s.stack[-2]), GoOn(seat), "turn" if _prepares(s.stack[-2]) else "none")
    prompt = "The Chimera's hand lies open: declare what the effect discards, then go on."
    return Decision("hand", prompt, "RR-HAND-02", HandDone(seat), "window")


def _prepares(below: Frame) -> bool:
    """Whether a round begins: that takes the seat's own time; any other rest lasts as long as the table likes."""
    return isinstance(below, Round) and below.phase == "prepare"


def _rests(s: Situation, below: Frame) -> tuple[str, str]:
    """What goes on when a seat says so, and by which rule."""
    if _prepares(below):
        return f"Round {s.round}: see to your dice and cards, then go on.", "RR-BASE-09"
    if isinstance(below, Round) and below.phase == "recovery":
        return "The recovery phase goes on.", "RR-BASE-06"
    if isinstance(below, ChimeraTurn):
        against = named(s.seats_of[below.side].body)
        return f"{named(s.chimera)} takes its turn against {against}.", "RR-TURN-01"
    return "Play goes on from here.", "TABLE"


def _dice(s: Situation, top: Roll) -> str:
    if top.kind == "rage":
        return "Roll one basic rage die." if top.n == 1 else f"Roll {top.n} basic rage dice: how many show power?"
    if top.kind == "behaviour":
        return "Roll the behaviour die."
    if top.kind == "guard":
        return f"Roll for the Chimera's guard: {s.settings.rules.guard_roll_min} or more guards."
    return f"Roll {top.n} dice for {named(s.seats_of[top.seat].body)}."


def _turn(s: Situation, top: PlayerTurn) -> Decision:
    if top.main:
        return Decision("turn", _main(s, top), "RR-TURN-11", Pass(top.seat))
    seat = s.seats_of[top.seat]
    if seat.cards is None:
        prompt = f"Take a side action with {named(seat.body)}, or end the turn."
    else:
        prompt = "Spend a die on a side action, or end the turn."
    return Decision("turn", prompt, "RR-TURN-11", EndTurn(top.seat))


def _main(s: Situation, top: PlayerTurn) -> str:
    """What a main action may be: with the sample deck, what there is to do it with."""
    seat = s.seats_of[top.seat]
    if seat.cards is None or seat.dice is None:
        return f"Take a turn with {named(seat.body)}, or pass."
    pays = len(seat.units) < seat.battlefield and seat.dice["exhausted"] < sum(seat.dice.values())
    if any(not unit.exhaustion for unit in seat.units):
        return "Attack, bring up a unit, or pass." if pays else "Attack, or pass."
    return "Bring up a unit for its dice, or pass." if pays else "No unit is ready and no other can come: pass."


def live(s: Situation, ask: Ask) -> list[str]:
    """The options of a question without cards that a reaction has taken out of play since it was asked."""
    found = [option for option in ask.options if not _is_ref(option) or s.body(option) is not None]
    return found or list(ask.options)


def _is_ref(option: str) -> bool:
    return option[:1] in ("a", "u") and option[1:].isdecimal()


def legal(s: Situation, seat: str) -> list[Action]:
    """Every concrete action of a seat now."""
    if seat not in asked(s):
        return []
    top = s.stack[-1]
    if seat == CHANCE:
        return [outcome.action for outcome in chance.outcomes(s)]
    if isinstance(top, PlayerTurn):
        return plays.turn_actions(s, top)
    if isinstance(top, Ask):
        return [Answer(seat, option) for option in live(s, top)]
    if isinstance(top, Handling):
        return [*(HandDiscard(seat, card) for card in sorted(s.hand or {})), HandDone(seat)]
    return [GoOn(seat)]


# --- refusals of the game's order ------------------------------------------------------------------------


def not_asked(s: Situation, action: Action) -> Refusal:
    """Why this seat may not act now at all."""
    if action.seat not in s.seats_of and action.seat != CHANCE:
        return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(s.seats_of)}.")
    waiting = asked(s)
    if waiting == (CHANCE,):
        return Refusal("TABLE", f"The dice and cards come first: {_decision(s, CHANCE).prompt}")
    names = " and ".join(named(s.seats_of[seat].body) for seat in waiting)
    rule = "RR-MISC-05" if any(isinstance(frame, PlayerTurn) for frame in s.stack) else "TABLE"
    return Refusal(rule, f"The table waits for {names}.")


def out_of_place(s: Situation, action: Action) -> Refusal:
    """Why this kind of action does not answer what its seat is asked."""
    top = s.stack[-1]
    turn_action = isinstance(action, plays.IN_TURN)
    if turn_action and not isinstance(top, PlayerTurn):
        return Refusal("RR-MISC-05", "Main and side actions are taken in the own turn only.")
    return Refusal("TABLE", f"That is not what is asked. {_decision(s, action.seat).prompt}")
