"""Everything that can be done in the arena, one record a kind; knows no rule.

The seat of every action is a seat of the game, ``chance`` for dice, ``table`` for corrections.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from ..contract import CHANCE, Action, Correct, Outcome
from .arena import seat_id
from .components import Focus
from .geometry import COUNT, EDGES, Edge

Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]
Few = Annotated[int, Meta(ge=0, le=30)]
"""A number of gems or cards that a mat or hand could hold."""


# --- chance ----------------------------------------------------------------------------------------------


class DrawStart(Action, frozen=True, tag="draw-start"):
    """The lot falls on the first starting player (AK-SETUP-02)."""

    who: str


class TurnEventDial(Action, frozen=True, tag="turn-event-dial"):
    """The event dial is turned to one of its blue flames (AK-OMEGA-07)."""

    index: Annotated[int, Meta(ge=0, le=35)]
    """Icons from the top of the side in use, from 0."""


class RollPercentile(Action, frozen=True, tag="roll-percentile"):
    """The percentile dice show a number (AK-COMP-09)."""

    value: Annotated[int, Meta(ge=0, le=99)]


class RollImmolation(Action, frozen=True, tag="roll-immolation"):
    """The Immolation Die shows a number (AK-COMP-05)."""

    value: Annotated[int, Meta(ge=1, le=4)]


# --- the players -----------------------------------------------------------------------------------------


class ChooseKing(Action, frozen=True, tag="choose-king"):
    """Take a King before the game (AK-SETUP-03)."""

    king: str


class Absorb(Action, frozen=True, tag="absorb"):
    """Absorb the Ascended Die at the start of somebody's turn (AK-LAST-03)."""


class KeepDie(Action, frozen=True, tag="keep-die"):
    """Keep the Ascended Die for now (AK-LAST-03)."""


class ChooseState(Action, frozen=True, tag="choose-state"):
    """Announce the state of this turn (AK-TURN-05)."""

    state: Literal["latent", "active"]


class Step(Action, frozen=True, tag="step"):
    """Aria Movement by one tile (AK-MOVE-02)."""

    tile: Tile


class Bridge(Action, frozen=True, tag="bridge"):
    """Ylem Bridge to a tile with Ylem (AK-ABIL-03)."""

    tile: Tile


class Pyrokinesis(Action, frozen=True, tag="pyrokinesis"):
    """Pyrokinesis: push one Fire Wall back a line (AK-ABIL-08)."""

    edge: Edge


class Kill(Action, frozen=True, tag="kill"):
    """An opponent has died of this player's attack or card (AK-ATK-01, AK-INDEX-19)."""

    who: str
    means: Literal["attack", "ability", "curse"] | None = None
    """None: an attack where one reaches, else a card.

    ``curse`` stands for Lancea of Aeterna and Revenant Curse: the Bloodstones go to the caster (AK-INDEX-20).
    """


class EndTurn(Action, frozen=True, tag="end-turn"):
    """The turn is over (AK-TURN-08)."""


class Survive(Action, frozen=True, tag="survive"):
    """The wounds just dealt did not kill."""

    wounds: Few | None = None
    """Dire gems on the mat now; None lets the tally count them."""


class Die(Action, frozen=True, tag="die"):
    """The wounds just dealt killed (AK-WOUND-02)."""


class ReturnEarly(Action, frozen=True, tag="return-early"):
    """Steps 1 to 6 of the return while the turn in which this character died goes on (AK-REV-10)."""


class Place(Action, frozen=True, tag="place"):
    """Put the returning Revenant on a tile (AK-REV-08)."""

    tile: Tile


class Score(Action, frozen=True, tag="score"):
    """What this mat is worth at the end (AK-SCORE-01)."""

    transmutations: Annotated[int, Meta(ge=0, le=5)]
    """Completed ones, the Prismatic Inscription included (AK-SCORE-07)."""

    ylem: Annotated[int, Meta(ge=0, le=5)]
    """In the Ylem Pool; Ylem in sockets does not count."""

    level: Annotated[int, Meta(ge=1, le=3)] | None = None
    """None: as the tally says."""


class Cards(Action, frozen=True, tag="cards"):
    """The hand that breaks a tie (AK-SCORE-03)."""

    level3: Few = 0
    level2: Few = 0
    level1: Few = 0
    lancea: Annotated[int, Meta(ge=0, le=1)] = 0
    curse: Annotated[int, Meta(ge=0, le=1)] = 0
    other: Few = 0


# --- declarations: what only people see ------------------------------------------------------------------


class Displace(Action, frozen=True, tag="displace"):
    """A card moved a miniature (AK-MOVE-12)."""

    who: str
    tile: Tile


class Swap(Action, frozen=True, tag="swap"):
    """Sun & Sky: the caster and another exchange tiles (AK-INDEX-10)."""

    who: str


class Push(Action, frozen=True, tag="push"):
    """Separation: another is driven straight away from the caster (AK-INDEX-15)."""

    who: str
    tiles: Annotated[int, Meta(ge=1, le=9)] = 1


class Pull(Action, frozen=True, tag="pull"):
    """Conjunction: another is drawn straight to the caster (AK-INDEX-12)."""

    who: str
    tiles: Annotated[int, Meta(ge=1, le=9)] = 1


class PlaceDire(Action, frozen=True, tag="place-dire"):
    """Dire Transfer onto a tile (AK-INDEX-07)."""

    tile: Tile


class Wounds(Action, frozen=True, tag="wounds"):
    """How many Dire gems lie on the own mat now (AK-WOUND-01)."""

    count: Few


class Level(Action, frozen=True, tag="level"):
    """The own level now (AK-ACTIVE-04)."""

    level: Annotated[int, Meta(ge=1, le=3)]


class LeaveYlem(Action, frozen=True, tag="leave-ylem"):
    """The Ylem Pool is full: Ylem just taken stays on the own tile (AK-GEM-02)."""

    count: Annotated[int, Meta(ge=1, le=35)] = 1


class TakeYlem(Action, frozen=True, tag="take-ylem"):
    """The Ylem Pool has room again: take Ylem from the own tile (AK-GEM-01)."""

    count: Annotated[int, Meta(ge=1, le=5)] = 1


class Supply(Action, frozen=True, tag="supply"):
    """The supply of a gem ran out, or has some again (AK-COMP-10)."""

    gem: Focus
    state: Literal["empty", "refilled"] = "empty"


ArenaAction = (
    DrawStart
    | TurnEventDial
    | RollPercentile
    | RollImmolation
    | ChooseKing
    | Absorb
    | KeepDie
    | ChooseState
    | Step
    | Bridge
    | Pyrokinesis
    | Kill
    | EndTurn
    | Survive
    | Die
    | ReturnEarly
    | Place
    | Score
    | Cards
    | Displace
    | Swap
    | Push
    | Pull
    | PlaceDire
    | Wounds
    | Level
    | LeaveYlem
    | TakeYlem
    | Supply
    | Correct
)


# --- made once -------------------------------------------------------------------------------------------

PERCENTILE = tuple(Outcome(RollPercentile(CHANCE, value), 1) for value in range(COUNT))
IMMOLATION = tuple(Outcome(RollImmolation(CHANCE, value), 1) for value in (1, 2, 3, 4))
EVENT_DIAL = tuple(Outcome(TurnEventDial(CHANCE, index), 1) for index in range(36))


class Catalogue:
    """The actions of one seat that are worth making only once."""

    def __init__(self, seat: int, seats: int) -> None:
        own = seat_id(seat)
        self.steps = tuple(Step(own, tile) for tile in range(COUNT))
        self.bridges = tuple(Bridge(own, tile) for tile in range(COUNT))
        self.places = tuple(Place(own, tile) for tile in range(COUNT))
        self.kills = tuple(Kill(own, seat_id(other), "attack") for other in range(seats))
        self.pyrokinesis = {edge: Pyrokinesis(own, edge) for edge in EDGES}
        self.end_turn = EndTurn(own)
        self.latent = ChooseState(own, "latent")
        self.active = ChooseState(own, "active")
        self.absorb = Absorb(own)
        self.keep_die = KeepDie(own)
        self.survive = Survive(own)
        self.die = Die(own)
        self.return_early = ReturnEarly(own)
        self.scores = tuple(Score(own, done, ylem) for done in range(6) for ylem in range(6))
        self.hands = tuple(_hands(own))


def _hands(seat: str) -> list[Cards]:
    """Every hand of at most 5 cards that count in a tie, lowest first (AK-TURN-07 allows 5 at the end of a turn)."""
    found = [
        Cards(seat, three, two, one, lancea, curse)
        for lancea in (0, 1)
        for curse in (0, 1)
        for three in range(6)
        for two in range(6)
        for one in range(6)
        if three + two + one + lancea + curse <= 5
    ]
    found.sort(key=lambda hand: (hand.lancea, hand.curse, hand.level3, hand.level2, hand.level1))
    return found


@cache
def catalogue(seats: int) -> tuple[Catalogue, ...]:
    """One `Catalogue` for each of ``seats`` seats."""
    return tuple(Catalogue(seat, seats) for seat in range(seats))
