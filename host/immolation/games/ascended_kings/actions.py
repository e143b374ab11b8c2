"""Everything that can be done on either track, one record a kind.

The seat of every action is a seat of the game, ``chance`` for dice and draws, ``table`` for corrections.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from ..contract import CHANCE, Action, Outcome
from .board.geometry import COUNT, EDGES, Edge, tiles
from .components import Focus
from .facts.arena import seat_id

Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]
Few = Annotated[int, Meta(ge=0, le=30)]
"""A number of gems or cards that a mat or hand could hold."""

Gems = Annotated[int, Meta(ge=0, le=40)]
Number = Annotated[int, Meta(ge=0, le=99)]
CardKey = Annotated[str, Meta(max_length=60)]

Socket = Literal["ylem", "aria", "egis", "pyre", "prismatic", "inscription"]
"""What can be transmuted: the Ylem or a Core Transmutation, a Prismatic one, the Prismatic Inscription's."""


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
    """Say what the own mat is worth at the end (AK-SCORE-01)."""

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
    """Say how many Dire gems lie on the own mat now (AK-WOUND-01)."""

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


# --- the full track: chance ------------------------------------------------------------------------------


class RollFocus(Action, frozen=True, tag="roll-focus"):
    """Focus Dice show these values, in rising order, the Ascended Die's among them (AK-COMP-05)."""

    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...]


class DrawCard(Action, frozen=True, tag="draw-card"):
    """The top card of a face-down deck (AK-SETUP-06); empty where printed cards stay in people's hands."""

    card: CardKey


# --- the full track: choices -----------------------------------------------------------------------------


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
    """Turn the dice into gems (AK-DICE-01 to AK-DICE-08); a Mirror Bonus comes on top."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    ylem: Gems = 0
    groups: Annotated[str, Meta(max_length=400)] = ""
    """Which dice are added for which gem: ``1+3 pyre, 5 ylem``. With them the counts may be left out; without them the
    dice are grouped as the label of the action says."""


# --- the full track: the Active State --------------------------------------------------------------------


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


# --- the full track: Instant Powers ----------------------------------------------------------------------


class Instant(Action, frozen=True, tag="instant"):
    """Discard a card for its Instant Power (AK-INST-01)."""

    card: CardKey
    remove: Number = 0
    """Dire gems removed from the own pool (AK-INST-03)."""

    cancel: Number = 0
    """Wounds about to be taken that are cancelled (AK-INST-03)."""

    merge: bool = False
    """Its dice join the own Latent roll (AK-LATENT-04)."""


# --- the full track: the Latent State --------------------------------------------------------------------


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


# --- actions of a track ----------------------------------------------------------------------------------


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
        self.attacks = tuple(
            tuple(Attack(own, seat_id(other), pyre) for pyre in range(1, 41)) for other in range(seats)
        )
        self.prisms = tuple(Prism(own, seat_id(other)) for other in range(seats))
        self.end_turn = EndTurn(own)
        self.latent = ChooseState(own, "latent")
        self.active = ChooseState(own, "active")
        self.absorb = Absorb(own)
        self.keep_die = KeepDie(own)
        self.survive = Survive(own)
        self.die = Die(own)
        self.return_early = ReturnEarly(own)
        self.passing = Pass(own)
        self.shield = Shield(own)
        self.level_up = LevelUp(own)
        self.draw = Draw(own)
        self.heal = Heal(own)
        self.scores = tuple(Score(own, done, ylem) for done in range(6) for ylem in range(6))
        self.hands = tuple(_hands(own))


@lru_cache(1 << 14)  # the few masks around some dozens of tiles; about 4 MB when full
def steps(seat: int, mask: int) -> tuple[Step, ...]:
    """The steps of a seat to the tiles of a mask, in rising order."""
    made = catalogue(seat + 1)[seat].steps
    return tuple(made[tile] for tile in tiles(mask))


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


take = cache(Take)
keep_gems = cache(KeepGems)
allocate = cache(Allocate)
instant = lru_cache(100_000)(Instant)
discard = lru_cache(10_000)(Discard)
"""Each the one such record."""


def draw_card(card: str, weight: int) -> Outcome:
    """The outcome that the top card is ``card``."""
    return Outcome(DrawCard(CHANCE, card), weight)
