"""Every decision point of Chimera Con: who is asked, in which words, what may be answered, what each answer does.

One record for each kind of frame; the rules behind them are in the modules they name. Cheats, which anybody may play
at almost any of them, are in `moments` and `cheating`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ..contract import CHANCE, Action, Decision, Outcome, Refusal
from ..engine import DecisionPoint, EventLog, Handler, answered
from ..engine.chance import Outcomes, among, asks_chance, chance_point
from ..engine.decision_points import Handlers
from . import actions as act
from . import frames
from .cards import decks
from .cheats import cheating, effects, telling
from .facts.con_facts import ConFacts, name_of
from .rounds import attack, building, market, turn

# --- dice ------------------------------------------------------------------------------------------------


class Dice(NamedTuple):
    """Dice that a kind of frame waits for."""

    due: Callable[[Any], int]
    """How many are still to be rolled."""

    who: Callable[[Any], str]
    """Whose they are."""

    rule: Callable[[Any], str]


DICE: Final[dict[type[frames.Frame], Dice]] = {
    frames.Attacking: Dice(
        attack.dice_due,
        lambda frame: frame.seat if frame.stage == "attack" else frame.target,
        lambda frame: "CC-ATK-01",
    ),
    frames.Contest: Dice(market.dice_due, lambda frame: frame.seats[market.roller(frame)], market.contest_rule),
    frames.CheatRoll: Dice(cheating.dice_due, lambda frame: frame.seat, lambda frame: "CC-CHEAT-03"),
}
"""Kind of frame -> its dice, which fall one by one or several at once (CC-STAT-03)."""


def dice_due(frame: frames.Frame) -> int:
    """Return how many dice the roll that is due still needs; 0 where none is due."""
    dice = DICE.get(type(frame))
    return dice.due(frame) if dice is not None else 0


def _chance_rolls(s: ConFacts, frame: frames.Frame) -> tuple[str, ...]:
    return (CHANCE,) if DICE[type(frame)].due(frame) else ()


def _ask_dice(s: ConFacts, frame: frames.Frame, seat: str) -> Decision:
    dice = DICE[type(frame)]
    due = dice.due(frame)
    prompt = f"Roll for {name_of(dice.who(frame))}: {due} {'die' if due == 1 else 'dice'} to go."
    return Decision("roll-die", prompt, dice.rule(frame), None, "none", act.DIE)


def _one_of_six(s: ConFacts, frame: frames.Frame) -> tuple[Outcome, ...]:
    return act.DIE


def _check_dice(s: ConFacts, frame: frames.Frame, action: act.RollDice) -> Refusal | None:
    """Refuse more dice than are to be rolled (CC-STAT-03)."""
    due = dice_due(frame)
    if len(action.values) <= due:
        return None
    return Refusal("CC-STAT-03", f"{due} dice are still to be rolled, not {len(action.values)}.")


def _rolled(do: Callable[[ConFacts, Any, tuple[int, ...], EventLog], None]) -> Handlers:
    return {
        act.RollDie: Handler(lambda s, frame, action, log: do(s, frame, (action.value,), log)),
        act.RollDice: Handler(lambda s, frame, action, log: do(s, frame, action.values, log), _check_dice),
    }


# --- cards that chance draws -----------------------------------------------------------------------------


def _none_such(s: ConFacts, frame: frames.Frame, action: Any) -> Refusal:
    return Refusal("CC-DRAW-03", f"The card '{action.card}' is not among those that may be drawn.")


def _drawing(
    settle: Callable[[ConFacts, Any, EventLog], bool],
    rule: str,
    prompt: Callable[[ConFacts, Any], str],
    outcomes: Outcomes,
    do: Callable[[ConFacts, Any, act.DrawCard, EventLog], None],
) -> DecisionPoint[Any, Any]:
    """Make the decision point of a card off a deck.

    The host alone draws it, also where all will see it: the cards that may come tell what hands hold.
    """
    drawn = answered(act.DrawCard, do, among(outcomes, _none_such))
    return chance_point("draw-card", prompt, rule, outcomes, drawn, settle=settle, face_down=True)


def _off_creatures(s: ConFacts, frame: frames.Frame) -> tuple[Outcome, ...]:
    return decks.outcomes(s, "creature")


# --- the steps of a turn ---------------------------------------------------------------------------------


def _on_turn(s: ConFacts, frame: frames.Frame) -> tuple[str, ...]:
    return (s.on_turn,)


def _says(
    kind: str, prompt: str, rule: str, default: Callable[[str], Action] = act.Done, clock: str = "turn"
) -> Callable[..., Decision]:
    """A question whose words are always the same."""
    return lambda s, frame, seat: Decision(kind, prompt, rule, default(seat), clock)


DRAWS: Final = ("up to 2 cards of either deck", "one more card of either deck", "a third creature card")
"""Cards drawn in this step -> what may still be drawn."""


def _ask_draw(s: ConFacts, frame: frames.DrawStep, seat: str) -> Decision:
    drawn = frame.creature + frame.cheat
    more = f"{DRAWS[drawn]}, or go on"
    default: Action = act.Done(seat)
    if turn.check_draw_done(s, frame, act.Done(seat)) is not None:  # a table that draws two or none
        wish = act.Draw(seat, "creature")
        default = wish if turn.check_draw(s, frame, wish) is None else act.Draw(seat, "cheat")
    return Decision("draw", f"Draw {more}.", "CC-DRAW-02" if drawn == 2 else "CC-DRAW-01", default)


def _held(s: ConFacts, seat: str) -> list[str]:
    """The creature cards of a hand, each once."""
    return list(dict.fromkeys(s.players[seat].creatures))


def _take_action(s: ConFacts, frame: frames.ActionStep, seat: str) -> Sequence[Action]:
    mutations = [act.Mutate(seat, card) for card in _held(s, seat)]
    return [*attack.listed(s, frame, seat), *mutations, act.TakeOff(seat), act.Land(seat), act.Done(seat)]


def _ask_discard(s: ConFacts, frame: frames.DiscardStep, seat: str) -> Decision:
    over = sum(turn.surplus(s, seat))
    default: Action = act.Done(seat)
    prompt = "Discard what you like, then end the Discard step."
    if over:
        prompt = f"Discard {over} {'card' if over == 1 else 'cards'} above the limit of {s.rules.hand_limit}."
        default = turn.discards(s, seat)[0]
    return Decision("discard", prompt, "CC-CHEAT-06" if frame.seat else "CC-DISC-01", default)


def _drawn_enough(s: ConFacts, frame: frames.SubstituteStep) -> Refusal:
    return Refusal("CC-DRAW-02", "You have drawn your cards; a third follows two creature cards only.")


def _still_taking(s: ConFacts, frame: frames.Market) -> Refusal:
    return Refusal("CC-GREED-01", "Getting greedy waits until everybody has decided about taking a card.")


def _no_action_step(s: ConFacts, frame: frames.DiscardStep) -> Refusal | None:
    if not frame.skipped:
        return None
    return Refusal("CC-SUB-03", "A part of another family was put in: this turn has no Action step.")


# --- building, market, attacks, cheats -------------------------------------------------------------------


def _ask_build(s: ConFacts, frame: frames.Building, seat: str) -> Decision:
    first = building.builds(s, seat)[0]
    return Decision("build", "Build your Chimera of a head, a body and a rear.", "CC-BUILD-01", first)


def _in_attack(s: ConFacts, frame: frames.Attacking) -> tuple[str, ...]:
    return (frame.seat,) if frame.stage == "petrify" else _chance_rolls(s, frame)


def _ask_in_attack(s: ConFacts, frame: frames.Attacking, seat: str) -> Decision:
    if seat == CHANCE:
        return _ask_dice(s, frame, seat)
    prompt = f"Which part of {name_of(frame.target)} turns to stone?"
    return Decision("petrify", prompt, "CC-PETR-01", act.ChoosePart(seat, "body"), "window")


QUESTIONS: Final = {
    "reroll_own_die": "Which die do you roll again?",
    "end_petrify": "Which part turns back to flesh?",
    "steal_random_card": "Out of whose hand do you take a card?",
    "take_from_market": "Which card do you take out of the Market Pile?",
    "replace_part": "Which card do you graft on?",
}
"""What an effect does -> what its player is asked."""

_ask_stolen = asks_chance(
    "draw-card",
    lambda s, frame: f"Draw a card out of the hand of {name_of(frame.who)}.",
    "CC-CHEAT-02",
    effects.stolen,
    face_down=True,
)


def _ask_choice(s: ConFacts, frame: frames.Resolving, seat: str) -> Decision:
    if seat == CHANCE:
        return _ask_stolen(s, frame, seat)
    effect = effects.effect_of(s, frame)
    assert effect is not None
    default = effects.choices(s, seat, effect)[0]
    return Decision("choose", QUESTIONS[effect.do], "CC-CHEAT-02", default, "window")


def _choices(s: ConFacts, frame: frames.Resolving, seat: str) -> Sequence[Action]:
    effect = effects.effect_of(s, frame)
    return effects.choices(s, seat, effect) if effect else []


def _check_choice(s: ConFacts, frame: frames.Resolving, action: Action) -> Refusal | None:
    allowed = _choices(s, frame, action.seat)
    if action in allowed:
        return None
    if not any(isinstance(action, type(each)) for each in allowed):
        return Refusal("TABLE", f"That is not what is asked. {_ask_choice(s, frame, action.seat).prompt}")
    return Refusal("TABLE", f"{s.pack.title(frame.card)} does not allow that choice.")


# --- the table -------------------------------------------------------------------------------------------

_LAND = Handler(turn.do_land, turn.check_land)
_NEXT_STEP = Handler(turn.do_next_step)

_EFFECT: Final[DecisionPoint[Any, Any]] = DecisionPoint(
    effects.settle_effect,
    lambda s, frame: (CHANCE if frame.who else frame.seat,),
    _ask_choice,
    _choices,
    effects.stolen,
    handlers={
        act.ChooseSeat: Handler(effects.do_choose_seat, _check_choice),
        act.ChooseCard: Handler(effects.do_choose_card, _check_choice),
        act.ChooseDie: Handler(effects.do_choose_die, _check_choice),
        act.ChoosePart: Handler(effects.do_choose_part, _check_choice),
    },
    chance=answered(act.DrawCard, effects.do_steal, among(effects.stolen, _none_such)),
)

POINTS: Final[dict[type[frames.Frame], DecisionPoint[Any, Any]]] = {
    frames.Dealing: DecisionPoint(building.settle_dealing),
    frames.Drawing: _drawing(
        decks.settle_drawing,
        "CC-DRAW-03",
        lambda s, frame: f"Draw a {frame.deck} card for {name_of(frame.seat)}.",
        lambda s, frame: decks.outcomes(s, frame.deck),
        decks.do_draw_card,
    ),
    frames.Building: DecisionPoint(
        building.settle_building,
        building.builders,
        _ask_build,
        lambda s, frame, seat: building.builds(s, seat),
        handlers={
            act.Build: Handler(building.do_build, building.check_build),
            act.Redraw: Handler(building.do_redraw, building.check_redraw),
        },
    ),
    frames.Redrawing: _drawing(
        building.settle_redrawing,
        "CC-BUILD-03",
        lambda s, frame: f"Draw a creature card for {name_of(frame.seat)}.",
        _off_creatures,
        building.do_redrawn,
    ),
    frames.Searching: _drawing(
        building.settle_searching,
        "CC-BUILD-04",
        lambda s, frame: f"Turn up a creature card for {name_of(building.searcher(s))}.",
        _off_creatures,
        building.do_turn_up,
    ),
    frames.DealingCheats: DecisionPoint(building.settle_cheats),
    frames.Contest: DecisionPoint(
        market.settle_contest, _chance_rolls, _ask_dice, outcomes=_one_of_six, chance=_rolled(market.do_roll)
    ),
    frames.DrawStep: DecisionPoint(
        turn.settle_draw,
        _on_turn,
        _ask_draw,
        lambda s, frame, seat: [act.Draw(seat, "creature"), act.Draw(seat, "cheat"), act.Land(seat), act.Done(seat)],
        handlers={
            act.Draw: Handler(turn.do_draw, turn.check_draw),
            act.Land: _LAND,
            act.Done: Handler(turn.do_next_step, turn.check_draw_done),
        },
        filtered=True,
    ),
    frames.SubstituteStep: DecisionPoint(
        seats=_on_turn,
        ask=_says("substitute", "Replace one part, or go on.", "CC-SUB-01"),
        actions=lambda s, frame, seat: [*(act.Substitute(seat, card) for card in _held(s, seat)), act.Done(seat)],
        handlers={act.Substitute: Handler(turn.do_substitute, turn.check_substitute), act.Done: _NEXT_STEP},
        refusals={act.Draw: _drawn_enough},
        filtered=True,
    ),
    frames.ActionStep: DecisionPoint(
        seats=_on_turn,
        ask=_says("action", "Take your action, or go on.", "CC-ACT-01"),
        actions=_take_action,
        handlers={
            act.Attack: Handler(attack.do_attack, attack.check_attack),
            act.Mutate: Handler(turn.do_mutate, turn.check_mutate),
            act.TakeOff: Handler(turn.do_take_off, turn.check_take_off),
            act.Land: _LAND,
            act.Done: _NEXT_STEP,
        },
        filtered=True,
    ),
    frames.DiscardStep: DecisionPoint(
        seats=lambda s, frame: (frame.seat or s.turn,),
        ask=_ask_discard,
        actions=lambda s, frame, seat: [*turn.discards(s, seat), act.Done(seat)],
        handlers={
            act.Discard: Handler(turn.do_discard, turn.check_discard),
            act.Done: Handler(turn.do_discard_done, turn.check_discard_done),
        },
        refusals=dict.fromkeys((act.Attack, act.Mutate, act.TakeOff, act.Land), _no_action_step),
        filtered=True,
    ),
    frames.TurnEnd: DecisionPoint(turn.settle_turn_end),
    frames.Market: DecisionPoint(
        market.settle_market,
        lambda s, frame: frame.order[:1],
        _says("take", "Take one card of the Market Pile, or none.", "CC-MKT-03"),
        lambda s, frame, seat: [*(act.Take(seat, card) for card in dict.fromkeys(market.cards(s))), act.Done(seat)],
        handlers={act.Take: Handler(market.do_take, market.check_take), act.Done: Handler(market.do_take_none)},
        refusals=dict.fromkeys((act.GetGreedy, act.BeSatisfied), _still_taking),
    ),
    frames.Greedy: DecisionPoint(
        market.settle_greedy,
        market.asked,
        _says(
            "greedy",
            "Get greedy: swap your hand with what is left of the Market Pile?",
            "CC-GREED-01",
            act.BeSatisfied,
            "window",
        ),
        lambda s, frame, seat: [act.BeSatisfied(seat), act.GetGreedy(seat)],
        handlers={act.GetGreedy: Handler(market.do_say), act.BeSatisfied: Handler(market.do_say)},
    ),
    frames.Attacking: DecisionPoint(
        attack.settle_attack,
        _in_attack,
        _ask_in_attack,
        lambda s, frame, seat: [act.ChoosePart(seat, part) for part in ("head", "body", "rear")],
        _one_of_six,
        handlers=answered(act.ChoosePart, attack.do_petrify),
        chance=_rolled(attack.do_roll),
    ),
    frames.CheatRoll: DecisionPoint(
        cheating.settle_roll, _chance_rolls, _ask_dice, outcomes=_one_of_six, chance=_rolled(cheating.do_roll)
    ),
    frames.Resolving: _EFFECT,
    frames.CarryingOut: _EFFECT,
    frames.Telling: DecisionPoint(
        seats=lambda s, frame: (frame.seat,),
        ask=telling.ask,
        actions=lambda s, frame, seat: [act.Done(seat)],
        handlers={
            act.Done: Handler(lambda s, frame, action, log: s.stack.pop()),
            act.CarryOut: Handler(telling.do_carry_out, telling.check_carry_out),
        },
    ),
    frames.Over: DecisionPoint(),
}
"""Every kind of frame."""
