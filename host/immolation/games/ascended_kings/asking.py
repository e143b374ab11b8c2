"""Who is asked now and in which words, with the default when a clock runs out; knows no consequence."""

from __future__ import annotations

from functools import cache
from typing import Final

from ..contract import CHANCE, Action, Decision, Declaration, Field, Outcome, Refusal
from ..house_rules import shown
from . import death, frames, omega_index, opening, surviving, tally, war
from .actions import (
    EVENT_DIAL,
    IMMOLATION,
    PERCENTILE,
    Bridge,
    ChooseKing,
    ChooseState,
    Displace,
    DrawStart,
    Kill,
    PlaceDire,
    Pull,
    Push,
    Recede,
    Step,
    Swap,
)
from .arena import seat_id
from .geometry import tiles
from .situation import ArenaSituation

DICE: Final[dict[type[frames.Frame], tuple[str, str]]] = {
    frames.DrawingStart: ("AK-SETUP-02", "Draw lots for the first starting player."),
    frames.TurningEventDial: ("AK-OMEGA-07", "Turn the event dial to a random blue flame."),
    frames.RollingFirstYlem: ("AK-SETUP-09", "Roll the percentile dice for the first Ylem."),
    frames.RollingYlem: ("AK-ACTIVE-01", "Roll the percentile dice for Ylem."),
    frames.PlacingOmega: ("AK-WAR-05", "Roll the percentile dice for the Omega Stone."),
    frames.RollingReturn: ("AK-REV-08", "Roll the percentile dice for where {name} returns."),
}
"""Decision points of chance: the rule that asks, and the prompt."""


@cache
def starts(seats: int) -> tuple[Outcome, ...]:
    """The lot falls on any seat (AK-SETUP-02)."""
    return tuple(Outcome(DrawStart(CHANCE, seat_id(seat)), 1) for seat in range(seats))


def outcomes(s: ArenaSituation) -> tuple[Outcome, ...]:
    """What chance may bring now; empty if chance is not due."""
    top = s.stack[-1]
    if isinstance(top, frames.EndOfRound):
        return IMMOLATION if top.next == "roll" else PERCENTILE
    if isinstance(top, frames.TurningEventDial):
        return tuple(EVENT_DIAL[place] for place in omega_index.flames(s.arena))
    if isinstance(top, frames.DrawingStart):
        return starts(len(s.settings.seats))
    return PERCENTILE if type(top) in DICE else ()


def asked(s: ArenaSituation) -> tuple[str, ...]:
    """The seats that may act now, the most urgent first; the same as the keys of `deciders`."""
    top = s.stack[-1]
    seats = s.settings.seats
    if isinstance(top, (frames.Acting, frames.ChoosingState, frames.Resting)):
        return (seats[s.turn],)
    if isinstance(top, frames.EndOfRound) or type(top) in DICE:
        return (CHANCE,)
    if isinstance(top, frames.Surviving):
        return tuple(top.wounds)
    if isinstance(top, frames.Placing):
        return (top.seat,)
    if isinstance(top, frames.Absorbing):
        return (seats[s.arena.die],)
    if isinstance(top, frames.ChoosingKing):
        return (seats[opening.chooser(s)],)
    if isinstance(top, frames.Scoring):
        return tuple(seat for number, seat in enumerate(seats) if number not in s.sheets)
    if isinstance(top, frames.BreakingTie):
        return tuple(seat for seat in top.seats if seats.index(seat) not in s.shown)
    return ()


def deciders(s: ArenaSituation) -> dict[str, Decision]:
    """Who may act now, with prompt, rule and default."""
    return {seat: _decision(s, seat) for seat in asked(s)}


def _decision(s: ArenaSituation, seat: str) -> Decision:
    top = s.stack[-1]
    if seat == CHANCE:
        return _chance(s, top)
    own = s.settings.seats.index(seat)
    made, name = s.catalogue[own], s.arena.name(own)
    if isinstance(top, frames.Acting):
        return Decision("active", f"Act with {name}, or end the turn.", "AK-ACTIVE-03", made.end_turn)
    if isinstance(top, frames.ChoosingState):
        return Decision("choose-state", f"Choose the state of {name} for this turn.", "AK-TURN-05", made.latent)
    if isinstance(top, frames.Resting):
        prompt = "Draw a card, roll your Focus Dice, take your gems, transmute and inscribe; then end the turn."
        return Decision("latent", prompt, "AK-LATENT-01", made.end_turn)
    if isinstance(top, frames.Surviving):
        wounds = top.wounds[seat]
        fatal = surviving.would_die(s, own, wounds)
        total = s.wounds[own] + wounds
        noun = "wound" if wounds == 1 else "wounds"
        prompt = f"{wounds} {noun} for {name}: {total} in all, and {s.lethal(own)} kill. Does {name} live?"
        rule = death.CAUSES[top.cause][0][0]
        return Decision("survive", prompt, rule, made.die if fatal else made.survive, "window")
    if isinstance(top, frames.Placing):
        free = death.placing_choices(s, top)
        tile = top.tile if free >> top.tile & 1 else next(tiles(free))
        prompt = f"Choose where {name} returns."
        return Decision("place", prompt, "AK-PROX-07", made.places[tile])
    if isinstance(top, frames.Absorbing):
        prompt = f"{name} holds the Ascended Die: absorb it now, or keep it?"
        return Decision("absorb", prompt, "AK-LAST-03", made.keep_die, "window")
    if isinstance(top, frames.ChoosingKing):
        first = ChooseKing(seat, opening.free_kings(s)[0])
        return Decision("choose-king", "Choose your King.", "AK-SETUP-03", first)
    if isinstance(top, frames.Scoring):
        if s.alive(own):
            prompt = f"Count the completed Transmutations and the Ylem of {name}."
            return Decision("score", prompt, "AK-SCORE-01", None, "none")
        return Decision("score", f"{name} is dead: {_of_the_dead(s, own)}.", "AK-SCORE-08", None, "none")
    return Decision("tie-break", f"Show the hand of {name}: cards by Power Level.", "AK-SCORE-03", None, "none")


def _of_the_dead(s: ArenaSituation, seat: int) -> str:
    """What counts on the mat of one who has not come back (AK-SCORE-08)."""
    if s.arena.rules.score_dead == "ylem_only":
        return "count the Ylem as it lies, and no Transmutation"
    if not war.stripped(s, seat):
        return "count the completed Transmutations and the Ylem as they lie, before the return"
    if s.arena.rules.score_dead == "as_returned":
        return "count the Ylem after steps 1 to 5 of the return, 5 at most; no Transmutation is left"
    return "count the Ylem as it lies; no Transmutation is left after the early return"


def _chance(s: ArenaSituation, top: frames.Frame) -> Decision:
    due = outcomes(s)
    if isinstance(top, frames.EndOfRound):
        if top.next == "roll":
            return Decision("roll-immolation", "Roll the Immolation Die.", "AK-ROUND-04", None, "none", due)
        gems = omega_index.ICON_NAMES[omega_index.event(s.arena)]
        return Decision("roll-percentile", f"Roll the percentile dice for {gems}.", "AK-EVENT-03", None, "none", due)
    rule, prompt = DICE[type(top)]
    if isinstance(top, frames.RollingReturn):
        prompt = prompt.format(name=s.arena.name(s.settings.seats.index(top.seat)))
    kind = {frames.DrawingStart: "draw-start", frames.TurningEventDial: "turn-event-dial"}
    return Decision(kind.get(type(top), "roll-percentile"), prompt, rule, None, "none", due)


# --- refusals of the game's order ------------------------------------------------------------------------


OF_THE_ACTIVE_STATE: Final = (Step, Bridge, Recede, Kill, Displace, Swap, Push, Pull, PlaceDire)
"""What only the Active State allows (AK-LATENT-05)."""


def not_asked(s: ArenaSituation, action: Action) -> Refusal:
    """Why this seat may not act now at all."""
    if action.seat != CHANCE and action.seat not in s.settings.seats:
        return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(s.settings.seats)}.")
    waiting = asked(s)
    if waiting == (CHANCE,):
        return Refusal("TABLE", f"The dice come first: {_chance(s, s.stack[-1]).prompt}")
    names = " and ".join(s.arena.name(s.settings.seats.index(seat)) for seat in waiting)
    rule = "AK-TURN-01" if isinstance(s.stack[-1], (frames.Acting, frames.ChoosingState, frames.Resting)) else "TABLE"
    return Refusal(rule, f"The table waits for {names}.")


def out_of_place(s: ArenaSituation, action: Action) -> Refusal:
    """Why this kind of action does not answer what its seat is asked."""
    top = s.stack[-1]
    prompt = _decision(s, action.seat).prompt
    if isinstance(top, frames.ChoosingState):
        return Refusal("AK-TURN-05", f"First choose Latent or Active. {prompt}")
    if isinstance(action, ChooseState):
        return Refusal("AK-TURN-05", f"There is exactly one state in a turn. {prompt}")
    if isinstance(top, frames.Resting) and isinstance(action, OF_THE_ACTIVE_STATE):
        return Refusal("AK-LATENT-05", "In the Latent State nothing of the Active State can be done.")
    return Refusal("TABLE", f"That is not what is asked. {prompt}")


# --- declarations ----------------------------------------------------------------------------------------


def declarations(s: ArenaSituation, seat: str) -> list[Declaration]:
    """What ``seat`` may declare now, each with its fields."""
    own = s.seat(seat)
    top = s.stack[-1]
    if own is None or isinstance(top, frames.Over):
        return []
    found: list[Declaration] = []
    if isinstance(top, frames.Acting) and own == s.turn and s.alive(own):
        found += _of_cards(s, own)
    if isinstance(top, frames.Surviving) and seat in top.wounds:
        count = Field("wounds", "number", "Dire gems on your mat now.", low=0, high=s.lethal(own) - 1)
        found.append(Declaration("survive", "I live, with these wounds", (count,), "AK-WOUND-02"))
    if isinstance(top, frames.Scoring) and own not in s.sheets:
        found.append(_SCORE)
    if isinstance(top, frames.BreakingTie) and seat in asked(s):
        found.append(CARDS)
    return found + tally.declarations(s, own)


def _of_cards(s: ArenaSituation, own: int) -> list[Declaration]:
    living = tuple(seat_id(seat) for seat in s.arena.living())
    others = tuple(seat for seat in living if seat != seat_id(own))
    tile = Field("tile", "tile", "Where to.", low=0, high=99)
    who = Field("who", "seat", "Whom.", others)
    anybody = Field("who", "seat", "Whom.", living)
    count = Field("tiles", "number", "How many tiles.", low=1, high=9)
    means = Field("means", "choice", "What killed; curse is Lancea of Aeterna or Revenant Curse.", _MEANS)
    found = [
        Declaration("displace", "A card moved a miniature", (anybody, tile), "AK-MOVE-12"),
        Declaration("place-dire", "Dire Transfer to a tile", (tile,), "AK-INDEX-07"),
    ]
    if others:
        found += [
            Declaration("kill", "My attack or card killed", (who, means), "AK-KILL-01"),
            Declaration("swap", "Sun & Sky: change places", (who,), "AK-INDEX-10"),
            Declaration("push", "Separation: push away", (who, count), "AK-INDEX-15"),
            Declaration("pull", "Conjunction: pull nearer", (who, count), "AK-INDEX-12"),
        ]
    return found


_MEANS: Final = ("attack", "ability", "curse")

_SCORE: Final = Declaration(
    "score",
    "My score sheet",
    (
        Field("transmutations", "number", "Completed Transmutations, a Prismatic Inscription included.", low=0, high=5),
        Field("ylem", "number", "Ylem in the Ylem Pool.", low=0, high=5),
        Field("level", "number", "Your level.", low=1, high=3),
    ),
    "AK-SCORE-01",
)

CARDS: Final = Declaration(
    "cards",
    "My hand",
    (
        Field("level3", "number", "Cards of Power Level 3.", low=0, high=30),
        Field("level2", "number", "Cards of Power Level 2.", low=0, high=30),
        Field("level1", "number", "Cards of Power Level 1.", low=0, high=30),
        Field("lancea", "number", "Lancea of Aeterna.", low=0, high=1),
        Field("curse", "number", "Revenant Curse.", low=0, high=1),
        Field("other", "number", "Any other card.", low=0, high=30),
    ),
    "AK-SCORE-03",
)
