"""Everything that can be done on the full track beyond what both tracks share, one record a kind; knows no rule."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from ...contract import CHANCE, Action, Correct, Outcome
from ..actions import (
    Absorb,
    Bridge,
    Cards,
    ChooseKing,
    ChooseState,
    DrawStart,
    EndTurn,
    KeepDie,
    Place,
    Pyrokinesis,
    ReturnEarly,
    RollImmolation,
    RollPercentile,
    Step,
    Tile,
    TurnEventDial,
)
from ..arena import seat_id
from ..geometry import COUNT, EDGES

Gems = Annotated[int, Meta(ge=0, le=40)]
Number = Annotated[int, Meta(ge=0, le=99)]
CardKey = Annotated[str, Meta(max_length=60)]

Socket = Literal["ylem", "aria", "egis", "pyre", "prismatic", "inscription"]
"""What can be transmuted: the Ylem or a Core Transmutation, a Prismatic one, the Prismatic Inscription's."""


# --- chance ----------------------------------------------------------------------------------------------


class RollFocus(Action, frozen=True, tag="roll-focus"):
    """Focus Dice show these values, in rising order, the Ascended Die's among them (AK-COMP-05)."""

    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class DrawCard(Action, frozen=True, tag="draw-card"):
    """The top card of a face-down deck (AK-SETUP-06); empty where printed cards stay in people's hands."""

    card: CardKey


# --- choices ---------------------------------------------------------------------------------------------


class Pass(Action, frozen=True, tag="pass"):
    """Nothing to do in this window (AK-INST-06)."""


class Show(Action, frozen=True, tag="show"):
    """Show everybody a card of the own hand, at any time (AK-CARD-04)."""

    card: CardKey


class Shield(Action, frozen=True, tag="shield"):
    """Raise the Ylem Shield for the rest of this opponent's turn (AK-ABIL-12)."""


class Take(Action, frozen=True, tag="take"):
    """Choose Core gems from the supply."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0


class KeepGems(Action, frozen=True, tag="keep-gems"):
    """The Core gems that lie in the Gemstone Pool afterwards; all others go to the supply (AK-POOL-03, AK-POOL-05)."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0


class Allocate(Action, frozen=True, tag="allocate"):
    """What the dice are turned into (AK-DICE-01 to AK-DICE-08); a Mirror Bonus comes on top."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    ylem: Gems = 0
    groups: Annotated[str, Meta(max_length=400)] = ""
    """Which dice are added for which gem: ``1+3 pyre, 5 ylem``. With them the counts may be left out; without them the
    dice are grouped as the label of the action says."""


# --- the Active State ------------------------------------------------------------------------------------


class Attack(Action, frozen=True, tag="attack"):
    """Attack an opponent in reach with so much Pyre (AK-ATK-01, AK-ATK-02)."""

    who: str
    pyre: Annotated[int, Meta(ge=1, le=40)]


class Cast(Action, frozen=True, tag="cast"):
    """Cast a card from hand (AK-CARD-07)."""

    card: CardKey
    who: str | None = None
    tile: Tile | None = None
    choice: Annotated[str, Meta(max_length=60)] | None = None


class Activate(Action, frozen=True, tag="activate"):
    """Activate the inscribed card (AK-INSC-09)."""

    who: str | None = None
    tile: Tile | None = None
    choice: Annotated[str, Meta(max_length=60)] | None = None
    card: CardKey | None = None
    """Named only where printed cards stay in people's hands and the slot hides one."""


class LevelUp(Action, frozen=True, tag="level-up"):
    """Rise a level for as much Ylem as the new level (AK-ACTIVE-04)."""


class Draw(Action, frozen=True, tag="draw"):
    """Draw a card for 1 Ylem (AK-ACTIVE-06)."""


class Heal(Action, frozen=True, tag="heal"):
    """Heal Wound: 1 Ylem and 1 Egis for 1 Dire (AK-ABIL-07)."""


class Prism(Action, frozen=True, tag="prism"):
    """Ylem Prism: a Prismatic Transmutation becomes 1 Ylem in somebody's pool (AK-TRANS-12)."""

    who: str


# --- Instant Powers --------------------------------------------------------------------------------------


class Instant(Action, frozen=True, tag="instant"):
    """Discard a card for its Instant Power (AK-INST-01)."""

    card: CardKey
    remove: Number = 0
    """Dire gems removed from the own pool (AK-INST-03)."""

    cancel: Number = 0
    """Wounds about to be taken that are cancelled (AK-INST-03)."""

    merge: bool = False
    """Its dice join the own Latent roll (AK-LATENT-04)."""


# --- the Latent State ------------------------------------------------------------------------------------


class Transmute(Action, frozen=True, tag="transmute"):
    """Complete a Transmutation (AK-TRANS-01)."""

    what: Socket


class Untransmute(Action, frozen=True, tag="untransmute"):
    """Take the gems of a Transmutation back (AK-TRANS-06)."""

    what: Socket


class Inscribe(Action, frozen=True, tag="inscribe"):
    """Put a card into the Inscription slot (AK-INSC-01)."""

    card: CardKey = ""
    """Left out for a printed card that goes face down: only its owner sees which it is."""


class Uninscribe(Action, frozen=True, tag="uninscribe"):
    """Take the inscribed card back (AK-INSC-05)."""

    card: CardKey | None = None
    """Named only where printed cards stay in people's hands and the slot hides one."""


class Cycle(Action, frozen=True, tag="cycle"):
    """Discard a Prismatic Inscription from hand to draw a card (AK-INSC-14)."""

    card: CardKey


class Discard(Action, frozen=True, tag="discard"):
    """Throw a card away (AK-TURN-07)."""

    card: CardKey


FullAction = (
    DrawStart
    | TurnEventDial
    | RollPercentile
    | RollImmolation
    | RollFocus
    | DrawCard
    | ChooseKing
    | Absorb
    | KeepDie
    | ChooseState
    | Pass
    | Shield
    | Show
    | Take
    | KeepGems
    | Allocate
    | Step
    | Attack
    | Cast
    | Activate
    | LevelUp
    | Draw
    | Bridge
    | Heal
    | Pyrokinesis
    | Prism
    | Instant
    | Transmute
    | Untransmute
    | Inscribe
    | Uninscribe
    | Cycle
    | Discard
    | EndTurn
    | ReturnEarly
    | Place
    | Cards
    | Correct
)


# --- made once -------------------------------------------------------------------------------------------


class Catalogue:
    """The actions of one seat that are worth making only once."""

    def __init__(self, seat: int, seats: int) -> None:
        own = seat_id(seat)
        self.steps = tuple(Step(own, tile) for tile in range(COUNT))
        self.bridges = tuple(Bridge(own, tile) for tile in range(COUNT))
        self.places = tuple(Place(own, tile) for tile in range(COUNT))
        self.attacks = tuple(
            tuple(Attack(own, seat_id(other), pyre) for pyre in range(1, 41)) for other in range(seats)
        )
        self.pyrokinesis = {edge: Pyrokinesis(own, edge) for edge in EDGES}
        self.prisms = tuple(Prism(own, seat_id(other)) for other in range(seats))
        self.end_turn = EndTurn(own)
        self.return_early = ReturnEarly(own)
        self.latent = ChooseState(own, "latent")
        self.active = ChooseState(own, "active")
        self.absorb = Absorb(own)
        self.keep_die = KeepDie(own)
        self.passing = Pass(own)
        self.shield = Shield(own)
        self.level_up = LevelUp(own)
        self.draw = Draw(own)
        self.heal = Heal(own)


@cache
def catalogue(seats: int) -> tuple[Catalogue, ...]:
    """One `Catalogue` for each of ``seats`` seats."""
    return tuple(Catalogue(seat, seats) for seat in range(seats))


@cache
def take(seat: str, aria: int, egis: int, pyre: int) -> Take:
    """The one such record."""
    return Take(seat, aria, egis, pyre)


@cache
def keep_gems(seat: str, aria: int, egis: int, pyre: int) -> KeepGems:
    """The one such record."""
    return KeepGems(seat, aria, egis, pyre)


@cache
def allocate(seat: str, aria: int, egis: int, pyre: int, ylem: int) -> Allocate:
    """The one such record."""
    return Allocate(seat, aria, egis, pyre, ylem)


@lru_cache(100_000)
def instant(seat: str, card: str, remove: int = 0, cancel: int = 0, merge: bool = False) -> Instant:
    """The one such record."""
    return Instant(seat, card, remove, cancel, merge)


@lru_cache(10_000)
def discard(seat: str, card: str) -> Discard:
    """The one such record."""
    return Discard(seat, card)


@lru_cache(10_000)
def draw_card(card: str, weight: int) -> Outcome:
    """The outcome that the top card is ``card``."""
    return Outcome(DrawCard(CHANCE, card), weight)
