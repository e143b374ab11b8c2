"""Who is asked now and in which words, with the default when a clock runs out; knows no consequence."""

from __future__ import annotations

from typing import Final

from ..contract import CHANCE, Action, Decision, Declaration, Field, Outcome, Refusal
from ..house_rules import shown
from . import attack, building, cheating, decks, effects, frames, market, turn, windows
from .actions import (
    DIE,
    Attack,
    BeSatisfied,
    ChoosePart,
    Discard,
    Done,
    Draw,
    GetGreedy,
    Land,
    Mutate,
    Pass,
    TakeOff,
)
from .situation import NOBODY, Situation, name_of

# --- chance ----------------------------------------------------------------------------------------------


def dice_due(s: Situation) -> int:
    """How many dice the roll that is due still needs; 0 where none is due."""
    top = s.stack[-1]
    if isinstance(top, frames.Attacking):
        if top.stage == "attack":
            return max(0, top.attack_need - len(top.attack))
        return max(0, top.defence_need - len(top.defence)) if top.stage == "defence" else 0
    if isinstance(top, frames.CheatRoll):
        return 1 if not top.die else 0
    if isinstance(top, frames.Contest) and (place := market.roller(top)) >= 0:
        return top.need[place] - len(top.dice[place])
    return 0


def outcomes(s: Situation) -> tuple[Outcome, ...]:
    """What chance may bring now; empty if chance is not due."""
    top = s.stack[-1]
    if isinstance(top, frames.Drawing):
        return decks.outcomes(s, top.deck)
    if isinstance(top, frames.Redrawing):
        return decks.outcomes(s, "creature")
    if isinstance(top, frames.Searching):
        return building.turned_up(s)
    if isinstance(top, frames.Resolving):
        return effects.stolen(s, top) if top.who else ()
    return DIE if dice_due(s) else ()


def _chance(s: Situation) -> Decision:
    top = s.stack[-1]
    due = outcomes(s)
    if isinstance(top, frames.Drawing):
        rule, prompt = "CC-DRAW-03", f"Draw a {top.deck} card for {name_of(s.seat(top.seat))}."
    elif isinstance(top, frames.Redrawing):
        rule, prompt = "CC-BUILD-03", f"Draw a creature card for {name_of(s.seat(top.seat))}."
    elif isinstance(top, frames.Searching):
        rule, prompt = "CC-BUILD-04", f"Turn up a creature card for {name_of(building.searcher(s))}."
    elif isinstance(top, frames.Resolving):
        rule, prompt = "CC-CHEAT-02", f"Draw a card out of the hand of {name_of(s.seat(top.who))}."
    else:
        rule, who = _roll(s, top)
        prompt = f"Roll for {name_of(s.seat(who))}: {dice_due(s)} {'die' if dice_due(s) == 1 else 'dice'} to go."
    if dice_due(s):
        return Decision("roll-die", prompt, rule, None, "none", due)
    # also where the card itself is shown to all: what is left in a deck tells what the hands hold
    return Decision("draw-card", prompt, rule, None, "none", due, face_down=True)


def _roll(s: Situation, top: frames.Frame) -> tuple[str, str]:
    if isinstance(top, frames.Attacking):
        return "CC-ATK-01", top.seat if top.stage == "attack" else top.target
    if isinstance(top, frames.Contest):
        return "CC-MERCH-04" if top.about == "merchant" else "CC-GREED-04", top.seats[market.roller(top)]
    assert isinstance(top, frames.CheatRoll)
    return "CC-CHEAT-03", top.seat


# --- seats -----------------------------------------------------------------------------------------------


def main(s: Situation) -> list[int]:
    """Whose answer the game waits for, beside cheats."""
    top = s.stack[-1]
    if isinstance(top, (frames.DrawStep, frames.SubstituteStep, frames.ActionStep)):
        return [s.turn]
    if isinstance(top, frames.DiscardStep):
        return [s.seat(top.seat) if top.seat else s.turn]
    if isinstance(top, frames.Building):
        return building.builders(s, top)
    if isinstance(top, frames.Market):
        return [s.seat(top.order[0])] if top.order else []
    if isinstance(top, frames.Greedy):
        return market.asked(s, top)
    if isinstance(top, frames.Attacking):
        return [s.seat(top.seat)] if top.stage == "petrify" else []
    if isinstance(top, frames.Resolving):
        return [s.seat(top.seat)]
    return []


def asked(s: Situation) -> list[str]:
    """The seats that may act now, the most urgent first; the same as the keys of `deciders`."""
    if outcomes(s):
        return [CHANCE]
    first = main(s)
    rest = [seat for seat in cheating.onlookers(s, s.stack[-1]) if seat not in first]
    return [s.seats[seat] for seat in (*first, *rest)]


def deciders(s: Situation) -> dict[str, Decision]:
    """Who may act now, with prompt, rule and default."""
    if outcomes(s):
        return {CHANCE: _chance(s)}
    first = main(s)
    found = {s.seats[seat]: _asked(s, seat) for seat in first}
    others = [seat for seat in cheating.onlookers(s, s.stack[-1]) if seat not in first]
    if not others:
        return found
    awaited = cheating.awaited(s, s.stack[-1])
    prompt = f"{_moment(s)} Do you cheat?"
    for seat in others:
        name = s.seats[seat]
        urgent = seat in awaited
        clock = "window" if urgent else "none"
        courtesy = not (urgent and (cheating.concerns(s, seat) or windows.at_stake(s, seat)))
        found[name] = Decision("cheat", prompt, "CC-CHEAT-01", Pass(name), clock, courtesy=courtesy)
    return found


def _moment(s: Situation) -> str:
    """What is going on, for those who are asked whether they cheat."""
    top = s.stack[-1]
    if isinstance(top, frames.Attacking):
        ability = attack.ability_of(s, top)
        who = name_of(s.seat(top.seat))
        at = f" against {name_of(s.seat(top.target))}" if top.target else ""
        dice = {
            "declared": "",
            "attack-rolled": f" and rolls {sum(top.attack)}",
            "defence-rolled": f", {sum(top.attack)} against {sum(top.defence)}: "
            + (f"a hit by {ahead}" if (ahead := sum(top.attack) - sum(top.defence)) > 0 else "a miss"),
            "petrify": " and hits",
        }
        return f"{who} uses {ability.name}{at}{dice[top.stage]}."
    if isinstance(top, frames.Contest):
        rolls = ", ".join(f"{name_of(s.seat(n))} {sum(d)}" for n, d in zip(top.seats, top.dice, strict=True))
        return f"The rolls are {rolls}."
    if isinstance(top, frames.CheatRoll):
        return f"{s.pack.title(top.card)} fails with a 1."
    if isinstance(top, frames.MARKETS):
        return "The Market Phase is on."
    if isinstance(top, frames.DiscardStep) and top.seat:
        return f"{name_of(s.seat(top.seat))} discards."
    step = "is over" if isinstance(top, frames.TurnEnd) else f"is in its {_STEP.get(type(top), 'next')} step"
    return f"The turn of {name_of(s.turn)} {step}."


_STEP: Final = {
    frames.DrawStep: "Draw",
    frames.SubstituteStep: "Substitute",
    frames.ActionStep: "Action",
    frames.DiscardStep: "Discard",
}


def _asked(s: Situation, seat: int) -> Decision:
    top, name = s.stack[-1], s.seats[seat]
    done = Done(name)
    if isinstance(top, frames.DrawStep):
        drawn = top.creature + top.cheat
        more = "a third creature card, or go on" if drawn == 2 else "up to 2 cards of either deck, or go on"
        default: Action = done
        if turn.check_done(s, seat, done) is not None:  # a table that draws two or none
            wish = Draw(name, "creature")
            default = wish if turn.check_draw(s, seat, wish) is None else Draw(name, "cheat")
        return Decision("draw", f"Draw {more}.", "CC-DRAW-02" if drawn == 2 else "CC-DRAW-01", default)
    if isinstance(top, frames.SubstituteStep):
        return Decision("substitute", "Replace one part, or go on.", "CC-SUB-01", done)
    if isinstance(top, frames.ActionStep):
        return Decision("action", "Take your action, or go on.", "CC-ACT-01", done)
    if isinstance(top, frames.DiscardStep):
        return _discard(s, seat, top)
    if isinstance(top, frames.Building):
        first = building.builds(s, seat)[0]
        return Decision("build", "Build your Chimera of a head, a body and a rear.", "CC-BUILD-01", first)
    if isinstance(top, frames.Market):
        return Decision("take", "Take one card of the Market Pile, or none.", "CC-MKT-03", done)
    if isinstance(top, frames.Greedy):
        prompt = "Get greedy: swap your hand with what is left of the Market Pile?"
        return Decision("greedy", prompt, "CC-GREED-01", BeSatisfied(name), "window")
    if isinstance(top, frames.Attacking):
        prompt = f"Which part of {name_of(s.seat(top.target))} turns to stone?"
        return Decision("petrify", prompt, "CC-PETR-01", ChoosePart(name, "body"), "window")
    assert isinstance(top, frames.Resolving)
    effect = effects.effect_of(s, top)
    assert effect is not None
    prompt = {
        "reroll_own_die": "Which die do you roll again?",
        "end_petrify": "Which part turns back to flesh?",
        "steal_random_card": "Out of whose hand do you take a card?",
        "take_from_market": "Which card do you take out of the Market Pile?",
        "replace_part": "Which card do you graft on?",
    }[effect.do]
    return Decision("choose", prompt, "CC-CHEAT-02", effects.choices(s, seat, effect)[0], "window")


def _discard(s: Situation, seat: int, top: frames.DiscardStep) -> Decision:
    over = sum(turn.surplus(s, seat))
    default: Action = Done(s.seats[seat])
    prompt = "Discard what you like, then end the Discard step."
    if over:
        prompt = f"Discard {over} {'card' if over == 1 else 'cards'} above the limit of {s.rules.hand_limit}."
        default = discards(s, seat)[0]
    return Decision("discard", prompt, "CC-CHEAT-06" if top.seat else "CC-DISC-01", default)


def discards(s: Situation, seat: int) -> list[Action]:
    """Every card that may be discarded, surplus kinds first."""
    player, name = s.players[seat], s.seats[seat]
    held = [s.pack.ids[card] for card in dict.fromkeys(player.creatures)]
    held += [s.pack.cheat_ids[card] for card in dict.fromkeys(player.cheats)]
    ways = [(card, turn.goes_to(s, seat, card)) for card in held]
    ways.sort(key=lambda way: way[1] != ("market",))
    return [Discard(name, card, to) for card, tos in ways for to in tos]  # type: ignore[arg-type]


# --- refusals of the game's order, declarations ----------------------------------------------------------


OF_THE_ACTION_STEP: Final = (Attack, Mutate, TakeOff, Land)
"""What is done in the Action step (CC-ACT-01)."""


def not_asked(s: Situation, action: Action) -> Refusal:
    """Why this seat may not act now at all."""
    if action.seat != CHANCE and s.seat(action.seat) == NOBODY:
        return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(s.seats)}.")
    waiting = asked(s)
    if waiting == [CHANCE]:
        return Refusal("TABLE", f"Dice and draws come first: {_chance(s).prompt}")
    names = " and ".join(name_of(s.seat(seat)) for seat in waiting)
    rule = "CC-TURN-01" if isinstance(s.stack[-1], frames.TURN_STEPS) else "TABLE"
    return Refusal(rule, f"The table waits for {names}.")


def out_of_place(s: Situation, action: Action) -> Refusal:
    """Why this kind of action does not answer what its seat is asked."""
    decision = deciders(s)[action.seat]
    top = s.stack[-1]
    if isinstance(top, frames.SubstituteStep) and isinstance(action, Draw):
        return Refusal("CC-DRAW-02", "You have drawn your cards; a third follows two creature cards only.")
    if isinstance(top, frames.DiscardStep) and top.skipped and isinstance(action, OF_THE_ACTION_STEP):
        return Refusal("CC-SUB-03", "A part of another family was put in: this turn has no Action step.")
    if isinstance(top, frames.Market) and isinstance(action, GetGreedy | BeSatisfied):
        return Refusal("CC-GREED-01", "Getting greedy waits until everybody has decided about taking a card.")
    rule = "CC-TURN-01" if isinstance(top, frames.TURN_STEPS) and action.seat != CHANCE else "TABLE"
    return Refusal(rule, f"That is not what is asked. {decision.prompt}")


def declarations(s: Situation, seat: str) -> list[Declaration]:
    """Several dice at once, for people who roll a handful."""
    due = dice_due(s)
    if seat != CHANCE or due < 2:
        return []
    values = Field("values", "text", f"What the dice show, up to {due} numbers from 1 to 6.")
    return [Declaration("roll-dice", "The dice show", (values,), "CC-STAT-03")]
