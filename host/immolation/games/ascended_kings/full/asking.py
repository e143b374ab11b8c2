"""Who is asked now and in which words, with the default when a clock runs out; knows no consequence."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from ...contract import CHANCE, Action, Decision, Outcome, Refusal
from ...house_rules import shown
from .. import frames as shared
from .. import opening
from ..actions import ChooseKing, ChooseState
from ..arena import counted, seat_id
from ..death import CAUSES, placing_choices
from ..decision_points import DICE
from ..end_of_round import edge_of
from ..frames import Frame
from ..geometry import tiles
from . import allocating, concerning, drawing, fitting, frames, turning, windows
from .actions import catalogue
from .mat import gems
from .rulings import RULINGS
from .situation import FullSituation

ROLLS: Final[frozenset[type[Frame]]] = frozenset((*DICE, frames.RollingFocus, frames.Drawing))
"""Decision points of chance."""

OF_TURN: Final[frozenset[type[Frame]]] = frozenset(
    (shared.Acting, shared.ChoosingState, frames.Latent, frames.Discarding)
)
"""Decision points of the player on turn."""

OF_SEAT: Final[frozenset[type[Frame]]] = frozenset(
    (frames.KeepingGems, frames.Taking, frames.Allocating, frames.Dropping, shared.Placing)
)
"""Decision points that name their seat."""

CHANCE_ONLY: Final = (CHANCE,)


def outcomes(s: FullSituation) -> tuple[Outcome, ...]:
    """What chance may bring now; empty if chance is not due."""
    top = s.stack[-1]
    if isinstance(top, frames.RollingFocus):
        return allocating.outcomes(s, top)
    if isinstance(top, frames.Drawing):
        return drawing.outcomes(s, top)
    point = DICE.get(type(top))
    return () if point is None else point.outcomes(s, top)


def asked(s: FullSituation) -> tuple[str, ...]:
    """The seats that are awaited now, the most urgent first; the same as the keys of `deciders`."""
    top = s.stack[-1]
    kind = type(top)
    seats = s.settings.seats
    if kind in OF_TURN:
        return (seats[s.turn],)
    if kind in ROLLS:
        return CHANCE_ONLY
    if kind is frames.Window:
        return tuple([seats[seat] for seat in windows.waits_for(s, top)])  # type: ignore[arg-type]
    if kind in OF_SEAT:
        return (top.seat,)  # type: ignore[attr-defined]
    if isinstance(top, frames.Shielding):
        return tuple([seats[seat] for seat in turning.shielders(s, top)])
    if isinstance(top, shared.Absorbing):
        return (seats[s.arena.die],)
    if isinstance(top, shared.ChoosingKing):
        return (seats[opening.chooser(s)],)
    if isinstance(top, shared.BreakingTie):
        return tuple(seat for seat in top.seats if seats.index(seat) not in s.shown)
    return ()


def deciders(s: FullSituation, seats: tuple[str, ...]) -> dict[str, Decision]:
    """Who is awaited, the ``seats`` of `asked`, each with prompt, rule and default."""
    top = s.stack[-1]
    if seats is CHANCE_ONLY:
        return {CHANCE: _chance(s, top)}
    if isinstance(top, frames.Window):
        prompt = f"{_happening(s, top)} Use an Instant Power, or pass."
        return {seat: _window(s, seat, top, prompt) for seat in seats}
    made = DECISIONS.get(type(top))
    return {} if made is None else {seat: made(s, s.number(seat), top) for seat in seats}


# --- chance ----------------------------------------------------------------------------------------------


def _chance(s: FullSituation, top: Frame) -> Decision:
    due = outcomes(s)
    if isinstance(top, frames.RollingFocus):
        count = top.dice + top.ascended
        prompt = f"Roll {counted(count, 'die') if count == 1 else f'{count} dice'} for {_name(s, top.seat)}."
        return Decision("roll-focus", prompt, "AK-INST-04" if top.instant else "AK-LATENT-03", None, "none", due)
    if isinstance(top, frames.Drawing):
        prompt = f"{_name(s, top.seat)} draws a card."
        return Decision("draw-card", prompt, top.why, None, "none", due, face_down=True)
    ask = DICE[type(top)].ask
    assert ask is not None, "dice are asked for"
    return ask(s, top, CHANCE)


# --- seats -----------------------------------------------------------------------------------------------


def _name(s: FullSituation, seat: str) -> str:
    return s.arena.name(s.number(seat))


def _acting(s: FullSituation, seat: int, _: Frame) -> Decision:
    return _to_act(s.arena.name(seat), len(s.catalogue), seat)


@lru_cache(1_000)
def _to_act(name: str, seats: int, seat: int) -> Decision:
    return Decision("active", f"Act with {name}, or end the turn.", "AK-ACTIVE-03", catalogue(seats)[seat].end_turn)


def _choosing(s: FullSituation, seat: int, _: Frame) -> Decision:
    return _to_choose(s.arena.name(seat), len(s.catalogue), seat)


@lru_cache(1_000)
def _to_choose(name: str, seats: int, seat: int) -> Decision:
    prompt = f"Choose the state of {name} for this turn."
    return Decision("choose-state", prompt, "AK-TURN-05", catalogue(seats)[seat].latent)


def _latent(s: FullSituation, seat: int, _: Frame) -> Decision:
    return _to_rest(s.arena.name(seat), len(s.catalogue), seat)


@lru_cache(1_000)
def _to_rest(name: str, seats: int, seat: int) -> Decision:
    prompt = f"Transmute and inscribe with {name}, or end the turn."
    return Decision("latent", prompt, "AK-LATENT-06", catalogue(seats)[seat].end_turn)


def _discarding(s: FullSituation, seat: int, _: Frame) -> Decision:
    over = len(s.hands[seat]) - turning.HAND_LIMIT
    prompt = f"Discard {counted(over, 'card')}; one with an Instant Power may be used for it."
    return Decision("discard", prompt, "AK-TURN-07", _first_discard(s, seat), "window")


def _dropping(s: FullSituation, seat: int, top: frames.Dropping) -> Decision:
    prompt = f"Discard {counted(min(top.count, len(s.hands[seat])), 'card')} of your choice."
    return Decision("discard", prompt, "AK-CARD-07", _first_discard(s, seat), "window")


def _first_discard(s: FullSituation, seat: int) -> Action:
    """Thrown away when the clock runs out."""
    return turning.discard_actions(s, seat)[0]


def _window(s: FullSituation, seat: str, top: frames.Window, prompt: str) -> Decision:
    passing = s.catalogue[s.number(seat)].passing
    touched = concerning.touches(s, s.number(seat), top.kind)
    return Decision(top.kind, prompt, "AK-INST-06", passing, "window", courtesy=not touched)


def _happening(s: FullSituation, top: frames.Window) -> str:
    """What a window is about, from what lies below it."""
    below = s.stack[-2]
    if isinstance(below, frames.Attacking):
        return f"{_name(s, below.seat)} attacks {_name(s, below.who)} with {below.pyre} Pyre."
    if isinstance(below, frames.Wounding):
        hit = [f"{counted(count, 'wound')} for {_name(s, seat)}" for seat, count in below.wounds.items() if count]
        words = " Egis gained now still blocks." if s.rules.defence_late_egis else " Egis gained now comes too late."
        late = words if hit and below.cause == "attack" else ""
        return f"{', '.join(hit) or 'No wounds'} {CAUSES[below.cause][1]}.{late}"
    if isinstance(below, frames.Casting):
        at = ", ".join(_name(s, seat) for seat in below.targets)
        return f"{_name(s, below.seat)} plays {s.pack.by_key[below.card].name}{f' at {at}' if at else ''}."
    if isinstance(below, frames.Rolled):
        return rolled(s, below.value, s.stack[-3])
    if isinstance(below, frames.Allocating):
        return f"{_name(s, below.seat)} has rolled {', '.join(map(str, below.dice))}."
    return _SAID[top.kind]


def rolled(s: FullSituation, value: int, asked_by: Frame) -> str:
    """What dice show that somebody may react to, as a sentence."""
    if isinstance(asked_by, shared.EndOfRound) and asked_by.next == "roll":
        return f"The Immolation Die shows {value}: the {edge_of(s, value)} side."
    return f"The percentile dice show {value:02d}."


_SAID: Final[dict[str, str]] = {
    "attack": "An attack is announced.",
    "target": "A card is announced.",
    "focus-dice": "Focus Dice are rolled.",
    "percentile": "The percentile dice are rolled.",
    "wounds": "Wounds are about to be placed.",
    "pickup": "A Dire gem is about to be taken.",
    "end-of-round": "The End of Round goes on.",
    "draw": "A card is drawn; the Focus Dice are next.",
    "rolled": "Dice lie on the table.",
    "turn-end": "The turn is over; dice and cards are next.",
}


def _keeping_gems(s: FullSituation, seat: int, top: frames.KeepingGems) -> Decision:
    first = fitting.keep_gems_actions(s, seat, top)[0]
    if top.dire:
        prompt = f"{counted(top.dire, 'wound')} for {s.arena.name(seat)}: choose the Core gems that stay."
        return Decision("keep-gems", prompt, "AK-POOL-05", first, "window")
    name, brought = s.arena.name(seat), gems(top.aria, top.egis, top.pyre)
    prompt = f"{brought} for a full pool: choose the Core gems that {name} keeps."
    return Decision("keep-gems", prompt, "AK-POOL-03", first, "window")


def _taking(s: FullSituation, seat: int, top: frames.Taking) -> Decision:
    ways = fitting.take_actions(s, top)
    prompt = f"Take {counted(top.count, 'Core gem')} for {s.arena.name(seat)}."
    return Decision("take", prompt, top.why, ways[len(ways) // 2], "turn")


def _allocating(s: FullSituation, seat: int, top: frames.Allocating) -> Decision:
    rolled = ", ".join(map(str, top.dice))
    prompt = f"Turn the dice of {s.arena.name(seat)} into gems: {rolled}; 1 Ylem costs {top.threshold}."
    return Decision("allocate", prompt, "AK-DICE-01", allocating.allocate_actions(s, top)[0])


def _shielding(s: FullSituation, seat: int, _: Frame) -> Decision:
    prompt = f"Raise the Ylem Shield of {s.arena.name(seat)} for the turn of {s.arena.name(s.turn)}, or pass."
    return Decision("shield", prompt, "AK-ABIL-12", s.catalogue[seat].passing, "window")


def _absorbing(s: FullSituation, seat: int, _: Frame) -> Decision:
    prompt = f"{s.arena.name(seat)} holds the Ascended Die: absorb it now, or keep it?"
    return Decision("absorb", prompt, "AK-LAST-03", s.catalogue[seat].keep_die, "window")


def _placing(s: FullSituation, seat: int, top: shared.Placing) -> Decision:
    free = placing_choices(s, top)
    tile = top.tile if free >> top.tile & 1 else next(tiles(free))
    prompt = f"Choose where {s.arena.name(seat)} returns."
    return Decision("place", prompt, "AK-PROX-07", s.catalogue[seat].places[tile])


def _choosing_king(s: FullSituation, seat: int, _: Frame) -> Decision:
    first = ChooseKing(seat_id(seat), opening.free_kings(s)[0])
    return Decision("choose-king", "Choose your King.", "AK-SETUP-03", first)


def _tie(s: FullSituation, seat: int, _: Frame) -> Decision:
    prompt = f"Show the hand of {s.arena.name(seat)}: cards by Power Level."
    return Decision("tie-break", prompt, "AK-SCORE-03", None, "none")


DECISIONS: Final[dict[type[Frame], Callable[[FullSituation, int, Any], Decision]]] = {
    shared.Acting: _acting,
    shared.ChoosingState: _choosing,
    shared.Absorbing: _absorbing,
    shared.Placing: _placing,
    shared.ChoosingKing: _choosing_king,
    shared.BreakingTie: _tie,
    frames.Latent: _latent,
    frames.Discarding: _discarding,
    frames.Dropping: _dropping,
    frames.KeepingGems: _keeping_gems,
    frames.Taking: _taking,
    frames.Allocating: _allocating,
    frames.Shielding: _shielding,
}
"""Decision point -> what its seats are asked."""


# --- refusals of the game's order ------------------------------------------------------------------------


def not_asked(s: FullSituation, action: Action) -> Refusal:
    """Why this seat may not act now at all."""
    if action.seat != CHANCE and action.seat not in s.settings.seats:
        return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(s.settings.seats)}.")
    waiting = asked(s)
    if waiting is CHANCE_ONLY:
        return Refusal("TABLE", f"The dice come first: {_chance(s, s.stack[-1]).prompt}")
    names = " and ".join(_name(s, seat) for seat in waiting)
    if s.turn >= 0 and s.seat(action.seat) != s.turn and type(s.stack[-1]) in OF_TURN:
        return Refusal("AK-DEF-01", f"It is the turn of {names}; you can only react.")
    return Refusal("TABLE", f"The table waits for {names}.")


def out_of_place(s: FullSituation, action: Action) -> Refusal:
    """Why this kind of action does not answer what its seat is asked."""
    top = s.stack[-1]
    prompt = deciders(s, (action.seat,) if action.seat != CHANCE else CHANCE_ONLY)[action.seat].prompt
    if isinstance(top, shared.ChoosingState):
        return Refusal("AK-TURN-05", f"First choose Latent or Active. {prompt}")
    if isinstance(action, ChooseState):
        return Refusal("AK-TURN-05", f"There is exactly one state in a turn. {prompt}")
    asked_by = RULINGS[type(action)].frames if type(action) in RULINGS else ()
    if isinstance(top, frames.Latent) and shared.Acting in asked_by:
        return Refusal("AK-LATENT-05", f"In the Latent State nothing of the Active State can be done. {prompt}")
    if isinstance(top, shared.Acting) and frames.Latent in asked_by:
        return Refusal("AK-LATENT-06", f"In the Active State nothing of the Latent State can be done. {prompt}")
    return Refusal("TABLE", f"That is not what is asked. {prompt}")
