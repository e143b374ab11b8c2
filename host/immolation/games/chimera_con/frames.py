"""The frames of the stack, one record for each thing that the game can wait for.

The lowest frame says where the game is. Above it may lie an attack, a Discard step that a failed cheat forces, a
cheat that is being rolled for or carried out, and cards being drawn.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from .actions import Deck

Count = Annotated[int, Meta(ge=0, le=200)]
Pips = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Pips, ...]


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True):
    """One decision point, or what goes on when those above it are settled."""

    replaces: ClassVar[bool] = False
    """Whether a card of the hand may come into a Chimera here."""

    @property
    def aside(self) -> tuple[str, ...]:
        """Creature cards that lie open beside the decks meanwhile."""
        return ()

    @property
    def played(self) -> str | None:
        """The cheat that lies on the table meanwhile."""
        return None

    def dice_of(self, seat: str) -> Dice:
        """The dice of a seat that lie on the table and still count."""
        return ()

    def rolled_again(self, seat: str, value: int) -> Self:
        """The same without one die of a seat, which chance rolls again."""
        return self


def _without(dice: Dice, value: int) -> Dice:
    at = dice.index(value)
    return dice[:at] + dice[at + 1 :]


class Dealing(Frame, frozen=True, tag="deal"):
    """Everybody draws 6 creature cards (CC-SETUP-01)."""


class Drawing(Frame, frozen=True, tag="draw-cards"):
    """Chance deals cards to one hand (CC-DRAW-03)."""

    seat: str
    deck: Deck
    left: Annotated[int, Meta(ge=1, le=30)]


class Building(Frame, frozen=True, tag="build"):
    """All build at the same time, face down (CC-BUILD-01)."""

    chosen: dict[str, tuple[str, str, str]] = {}
    """Seat -> head, body, rear, with one of them empty where it will be searched for. Secret until all are in."""


class Redrawing(Frame, frozen=True, tag="redraw"):
    """A hand without a build is exchanged (CC-BUILD-03)."""

    seat: str
    left: Annotated[int, Meta(ge=1, le=6)]
    old: tuple[str, ...] = ()
    """The old hand, shuffled in after the new one is drawn."""

    @property
    def aside(self) -> tuple[str, ...]:
        """The old hand."""
        return self.old


class Searching(Frame, frozen=True, tag="search"):
    """Partial Chimeras are completed from the top of the deck (CC-BUILD-04)."""

    turned: tuple[str, ...] = ()
    """Cards turned up and not attached; shuffled back when all have found their part (CC-BUILD-05)."""

    @property
    def aside(self) -> tuple[str, ...]:
        """What was turned up."""
        return self.turned


class DealingCheats(Frame, frozen=True, tag="deal-cheats"):
    """Everybody draws 3 cheat cards (CC-MERCH-01)."""

    dealt: Annotated[int, Meta(ge=0, le=6)] = 0
    """How many seats have theirs."""


class Contest(Frame, frozen=True, tag="contest"):
    """Several roll and the highest wins: for the first Merchant (CC-MERCH-04), or to get greedy (CC-GREED-04)."""

    about: Literal["merchant", "greedy"]
    seats: tuple[str, ...]
    need: tuple[Count, ...] = ()
    """Dice that each of ``seats`` rolls."""

    dice: tuple[Dice, ...] = ()
    """What each has rolled; chance is due while somebody lacks dice."""

    def dice_of(self, seat: str) -> Dice:
        """What a seat has rolled."""
        return self.dice[self.seats.index(seat)] if seat in self.seats else ()

    def rolled_again(self, seat: str, value: int) -> Self:
        """The seat lacks a die."""
        own = self.seats.index(seat)
        dice = tuple(_without(each, value) if at == own else each for at, each in enumerate(self.dice))
        return replace(self, dice=dice)


class DrawStep(Frame, frozen=True, tag="draw"):
    """The Draw step (CC-DRAW-01)."""

    creature: Annotated[int, Meta(ge=0, le=3)] = 0
    cheat: Annotated[int, Meta(ge=0, le=2)] = 0
    """Cards drawn from each deck in this step."""


class SubstituteStep(Frame, frozen=True, tag="substitute"):
    """The Substitute step (CC-SUB-01)."""

    replaces = True


class ActionStep(Frame, frozen=True, tag="action"):
    """The Action step (CC-ACT-01)."""

    replaces = True

    substituted: bool = False
    """A part was replaced within its family this turn."""

    borrows: bool = False
    """A cheat lets an action of another Chimera be used."""


class DiscardStep(Frame, frozen=True, tag="discard"):
    """The Discard step of the turn, or of the seat whose cheat has failed (CC-DISC-01, CC-CHEAT-06)."""

    seat: str = ""
    """Empty for the turn's own."""

    skipped: bool = False
    """True where the turn has no Action step: a part of another family was put in (CC-SUB-03)."""


class TurnEnd(Frame, frozen=True, tag="turn-end"):
    """The turn is over; a last chance for cheats before the next (CC-CHEAT-01)."""


class Market(Frame, frozen=True, tag="market"):
    """Players take cards of the Market Pile in turn (CC-MKT-03)."""

    order: tuple[str, ...] = ()
    """Who is still to decide, the next first."""

    picked: dict[str, str] = {}
    """Seat -> the card it took."""


class Greedy(Frame, frozen=True, tag="greedy"):
    """Everybody says at the same time whether to get greedy (CC-GREED-01)."""

    picked: dict[str, str] = {}
    said: dict[str, bool] = {}
    """Seat -> its answer, secret until all are in."""

    used: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    """Seat -> how often it swapped in this phase."""

    out: tuple[str, ...] = ()
    """Seats that may not swap any more."""


class Attacking(Frame, frozen=True, tag="attack"):
    """An action is under way: declared, its dice rolled one by one, answered (CC-ATK-01)."""

    seat: str
    target: str = ""
    """Empty for an ability that is no attack."""

    part: Literal["head", "body", "rear", "open", ""] = "open"
    """The own part it is printed on, ``open`` for the open Standard Action, empty where it is borrowed."""

    card: str = ""
    """The card it is printed on; empty for the open Standard Action."""

    synergy: bool = True
    stage: Literal["declared", "attack", "attack-rolled", "defence", "defence-rolled", "petrify"] = "declared"
    """``attack`` and ``defence`` wait for dice, ``petrify`` for the part to petrify, the others for cheats."""

    attack: Dice = ()
    attack_need: Annotated[int, Meta(ge=-1, le=200)] = -1
    """How many dice the attacker rolls; -1 before the first is due."""

    defence: Dice = ()
    defence_need: Annotated[int, Meta(ge=-1, le=200)] = -1
    attack_bonus: Annotated[int, Meta(ge=-99, le=99)] = 0
    """Dice that cheats have added or taken away."""

    defence_bonus: Annotated[int, Meta(ge=-99, le=99)] = 0
    reduced: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    """Seat -> by how much cheats lower the damage it takes."""

    reduced_elemental: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    """The share of it that works on Elemental damage too."""

    def dice_of(self, seat: str) -> Dice:
        """The attacker's until the damage is dealt, the defender's from its own roll on."""
        if seat == self.seat:
            return self.attack if self.stage in ("attack", "attack-rolled", "defence-rolled") else ()
        return self.defence if seat == self.target and self.stage in ("defence", "defence-rolled") else ()

    def rolled_again(self, seat: str, value: int) -> Self:
        """That seat's roll goes on."""
        if seat == self.seat:
            return replace(self, attack=_without(self.attack, value), stage="attack")
        return replace(self, defence=_without(self.defence, value), stage="defence")


class CheatRoll(Frame, frozen=True, tag="cheat-roll"):
    """The d6 of an illegal cheat (CC-CHEAT-03)."""

    seat: str
    card: str
    die: Annotated[int, Meta(ge=0, le=1)] = 0
    """0 before the roll; 1 has failed, and its player may still roll again by a cheat."""

    @property
    def played(self) -> str:
        """The cheat that is rolled for."""
        return self.card

    def dice_of(self, seat: str) -> Dice:
        """The d6, once it has failed."""
        return (self.die,) if self.die and seat == self.seat else ()

    def rolled_again(self, seat: str, value: int) -> Self:
        """As before the roll."""
        return replace(self, die=0)


class Resolving(Frame, frozen=True, tag="effect"):
    """A cheat that works is carried out, effect by effect."""

    seat: str
    card: str
    index: Annotated[int, Meta(ge=0, le=4)] = 0
    """Which of its effects."""

    left: Annotated[int, Meta(ge=0, le=9)] = 0
    """How often this effect is still to be carried out; 0 before it has begun."""

    who: str = ""
    """Out of whose hand a card is being drawn at random."""

    replaces = True

    @property
    def played(self) -> str:
        """The cheat that works."""
        return self.card


class Over(Frame, frozen=True, tag="over"):
    """The game is over."""


TURN_STEPS = (DrawStep, SubstituteStep, ActionStep, DiscardStep, TurnEnd)
MARKETS = (Market, Greedy)

AnyFrame = (
    Dealing
    | Drawing
    | Building
    | Redrawing
    | Searching
    | DealingCheats
    | Contest
    | DrawStep
    | SubstituteStep
    | ActionStep
    | DiscardStep
    | TurnEnd
    | Market
    | Greedy
    | Attacking
    | CheatRoll
    | Resolving
    | Over
)
"""For reading a stack from JSON."""

__all__ = [
    "MARKETS",
    "TURN_STEPS",
    "ActionStep",
    "AnyFrame",
    "Attacking",
    "Building",
    "CheatRoll",
    "Contest",
    "Dealing",
    "DealingCheats",
    "DiscardStep",
    "DrawStep",
    "Drawing",
    "Frame",
    "Greedy",
    "Market",
    "Over",
    "Redrawing",
    "Resolving",
    "Searching",
    "SubstituteStep",
    "TurnEnd",
]
