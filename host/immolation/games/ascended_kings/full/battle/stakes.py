"""Says whom a reaction window concerns, and what it is about in words (AK-INST-06).

A window asks who is touched by what comes next and may hold a card that matters to it. All of it follows from what lies
open: sizes of hands, cards that everybody has seen, cards of the pack that nobody has. What a hand hides changes
nothing, so that being asked tells nothing (AK-CARD-04).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

from ...battle.death import CAUSES
from ...board import fire
from ...board.geometry import line_mask
from ...board.items import proximity
from ...facts.arena import seat_id, tile_of_roll
from ...facts.full_situation import ASCENDANT, REVENANT, FullSituation
from ...facts.reporting import counted
from ...facts.situation import NOBODY
from ...frames import EndOfRound, Frame, PlacingOmega, WindowKind
from ...rounds.end_of_round import edge_of
from ..cards.card import Instant
from ..frames import Allocating, Attacking, Casting, Rolled, Wounding

FOR_ALL: Final[frozenset[WindowKind]] = frozenset(("turn-end", "rolled", "percentile", "end-of-round"))
"""Windows between two steps of the game, where any holder may want to be first; the others are about somebody."""


def concerned(s: FullSituation, kind: WindowKind) -> Sequence[str]:
    """List the seats that a window of this kind is about: whom what comes next may touch; a card also its caster."""
    if kind in FOR_ALL:
        return s.settings.seats
    return (*touched(s, kind), seat_id(s.turn)) if kind == "target" else touched(s, kind)


def touched(s: FullSituation, kind: WindowKind) -> Sequence[str]:
    """List the seats whose mat, miniature or hand is touched once the window of this kind closes."""
    if kind == "draw":
        return () if s.turn == NOBODY else (seat_id(s.turn),)
    for frame in reversed(s.stack):
        touches = TOUCHED.get(type(frame))
        if touches is not None:
            return touches(s, frame)
    return ()


def _struck(s: FullSituation, frame: Rolled) -> Sequence[str]:
    """List the seats that the roll overruns with a Fire Wall (AK-FIRE-05), or puts gems under (AK-EVENT-04)."""
    arena, below = s.arena, s.stack[0]
    if type(below) is EndOfRound and below.next == "roll":
        edge = edge_of(s, frame.value)
        line = arena.walls.line(edge)
        mask = 0 if line is None else line_mask(edge, line) & arena.occupied
        if not mask or fire.deadlock(arena, edge) is not None:
            return ()
        return [seat_id(seat) for seat in arena.living() if mask >> arena.tiles[seat] & 1]
    if type(below) is PlacingOmega:
        return ()
    seat = arena.occupant(proximity(arena, tile_of_roll(arena.rules.board_orientation)[frame.value]))
    return () if seat is None else (seat_id(seat),)


TOUCHED: Final[dict[type[Frame], Callable[[FullSituation, Any], Sequence[str]]]] = {
    Attacking: lambda s, frame: (frame.who,),
    Wounding: lambda s, frame: [seat for seat, count in frame.wounds.items() if count > 0],
    Casting: lambda s, frame: frame.targets,
    Rolled: _struck,
}
"""Kind of frame -> the seats that it touches."""


def may_hold(s: FullSituation, seat: int, kind: WindowKind, lying: list[int]) -> bool:
    """True if an Instant Power that the seat may hold, as far as everybody knows, matters to the window.

    That is of cards seen on their way to its hand, and if it holds one that nobody has seen, of all cards of its deck
    (AK-CARD-03) but those that lie open: where everybody sees them, or seen on their way to a hand. ``lying``: what
    `lying_open` says.
    """
    seen = s.revealed[seat]
    for card in seen:
        power = s.pack.cards[card].instant
        if power is not None and _matters(s, seat, kind, power):
            return True
    if len(seen) >= len(s.hands[seat]):
        return False
    deck = REVENANT if s.arena.revenant[seat] else ASCENDANT
    discarded = s.discard[deck]
    plain = kind != "attack"  # all but what cancels matters then
    for card, copies, power in s.pack.instants[deck]:
        hidden = copies - discarded[card]
        if hidden <= 0 or (lying and hidden <= lying.count(card)):
            continue
        if (plain and not power.cancel) or _matters(s, seat, kind, power):
            return True
    return False


def _matters(s: FullSituation, seat: int, kind: WindowKind, power: Instant) -> bool:
    """True if that Instant Power could change what comes next for the seat; blocking takes Egis (AK-DEF-05)."""
    if kind == "attack":
        return bool(power.egis or power.core or power.dice)
    return not power.cancel or s.mats[seat].dire > 0 or kind in ("wounds", "pickup")


def lying_open(s: FullSituation) -> list[int]:
    """Every card that everybody has seen and that lies in no pile: in hands, inscribed, or being resolved."""
    found = list(chain.from_iterable(s.revealed))
    for mat in s.mats:
        if mat.known:
            found += (mat.inscription,)
    stack = s.stack
    if len(stack) > 1 and type(stack[1]) is Casting:  # a card is played in the Active State, and in nothing else
        found.append(s.pack.by_key[stack[1].card].index)
    return found


# --- in words --------------------------------------------------------------------------------------------


def happening(s: FullSituation, kind: WindowKind) -> str:
    """Say what a window that lies on top is about, from what lies below it."""
    below = s.stack[-2]
    words = WORDS.get(type(below))
    return _SAID[kind] if words is None else words(s, below)


def rolled(s: FullSituation, value: int, asked_by: Frame) -> str:
    """Say in a sentence what dice show that somebody may react to."""
    if type(asked_by) is EndOfRound and asked_by.next == "roll":
        return f"The Immolation Die shows {value}: the {edge_of(s, value)} side."
    return f"The percentile dice show {value:02d}."


def _wounds(s: FullSituation, frame: Wounding) -> str:
    hit = [f"{counted(count, 'wound')} for {_name(s, seat)}" for seat, count in frame.wounds.items() if count]
    words = " Egis gained now still blocks." if s.rules.defence_late_egis else " Egis gained now comes too late."
    late = words if hit and frame.cause == "attack" else ""
    return f"{', '.join(hit) or 'No wounds'} {CAUSES[frame.cause][1]}.{late}"


def _card(s: FullSituation, frame: Casting) -> str:
    at = ", ".join(_name(s, seat) for seat in frame.targets)
    return f"{_name(s, frame.seat)} plays {s.pack.by_key[frame.card].name}{f' at {at}' if at else ''}."


def _dice(s: FullSituation, frame: Allocating) -> str:
    return f"{_name(s, frame.seat)} has rolled {', '.join(map(str, frame.dice))}."


def _name(s: FullSituation, seat: str) -> str:
    return s.arena.names[s.numbers[seat]]


WORDS: Final[dict[type[Frame], Callable[[FullSituation, Any], str]]] = {
    Attacking: lambda s, frame: f"{_name(s, frame.seat)} attacks {_name(s, frame.who)} with {frame.pyre} Pyre.",
    Wounding: _wounds,
    Casting: _card,
    Rolled: lambda s, frame: rolled(s, frame.value, s.stack[0]),
    Allocating: _dice,
}
"""What is under way -> a sentence about it."""

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
