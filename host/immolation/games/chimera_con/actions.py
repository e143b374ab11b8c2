"""The actions of Chimera Con, one record a kind.

The seat of every action is a seat of the game, ``chance`` for dice and draws, ``table`` for corrections. A ``card``
is the id of a card, with ``+petrified`` behind it where that is so.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, Literal

from msgspec import Meta

from ..contract import CHANCE, Action, Outcome
from .cards.pack import CarriedOut, Condition, Part

Text = Annotated[str, Meta(max_length=60)]
Pips = Annotated[int, Meta(ge=1, le=6)]
Deck = Literal["creature", "cheat"]


# --- chance ----------------------------------------------------------------------------------------------


class DrawCard(Action, frozen=True, tag="draw-card"):
    """A card comes off a deck, or at random out of a hand."""

    card: Text


class RollDie(Action, frozen=True, tag="roll-die"):
    """One d6 shows ``value``."""

    value: Pips


class RollDice(Action, frozen=True, tag="roll-dice"):
    """The dice that are due, several at once, in the order in which they lie; as people enter what they rolled."""

    values: Annotated[tuple[Pips, ...], Meta(min_length=1, max_length=200)]


# --- building --------------------------------------------------------------------------------------------


class Build(Action, frozen=True, tag="build"):
    """Lay down a Chimera, face down until all have; one place is empty where no card for it is at hand."""

    head: Text
    body: Text
    rear: Text


class Redraw(Action, frozen=True, tag="redraw"):
    """Exchange a hand of which not even two parts can be laid down."""


# --- a turn ----------------------------------------------------------------------------------------------


class Draw(Action, frozen=True, tag="draw"):
    """Take a card from one of the two decks."""

    deck: Deck


class Substitute(Action, frozen=True, tag="substitute"):
    """Replace the part of the card's place, in the Substitute step."""

    card: Text


class Mutate(Action, frozen=True, tag="mutate"):
    """Replace the part of the card's place as the turn's action."""

    card: Text


class Attack(Action, frozen=True, tag="attack"):
    """Use a Standard or Special Action."""

    part: Literal["head", "body", "rear", "open"]
    """The part it is printed on; ``open`` for the Standard Action that every Chimera has."""

    target: Text = ""
    """The seat attacked; empty for an ability that is no attack."""

    synergy: bool = True
    """False to decline the synergy dice of a Special Action."""

    of: Text = ""
    """The seat whose Chimera the action is printed on, where a cheat borrows it; empty for the own."""


class TakeOff(Action, frozen=True, tag="take-off"):
    """Become Airborne as the turn's action."""


class Land(Action, frozen=True, tag="land"):
    """Give up being Airborne."""


class Discard(Action, frozen=True, tag="discard"):
    """Discard one card: surplus to the Market Pile, what is discarded beyond that to the Discard Pile."""

    card: Text
    to: Literal["market", "discard"]


class Done(Action, frozen=True, tag="done"):
    """Go on to the next step; take no card; hand still."""


class Pass(Action, frozen=True, tag="pass"):
    """Play no cheat now."""


# --- market ----------------------------------------------------------------------------------------------


class Take(Action, frozen=True, tag="take"):
    """Take one card of the Market Pile."""

    card: Text


class GetGreedy(Action, frozen=True, tag="get-greedy"):
    """Wish to swap the hand with the Market Pile; told when all have answered."""


class BeSatisfied(Action, frozen=True, tag="be-satisfied"):
    """Wish for no swap; told when all have answered."""


# --- cheats ----------------------------------------------------------------------------------------------


class PlayCheat(Action, frozen=True, tag="cheat"):
    """Play a cheat card."""

    card: Text


class ChooseSeat(Action, frozen=True, tag="choose-seat"):
    """Answer what a card asks with a seat."""

    who: Text


class ChoosePart(Action, frozen=True, tag="choose-part"):
    """Answer what a card or an attack asks with a body part."""

    part: Part


class ChooseCard(Action, frozen=True, tag="choose-card"):
    """Answer what a card asks with a card."""

    card: Text


class ChooseDie(Action, frozen=True, tag="choose-die"):
    """Answer what a card asks with one of the own dice that shows ``value``."""

    value: Pips


# --- texts -----------------------------------------------------------------------------------------------


class Tell(Action, frozen=True, tag="tell"):
    """Read the text of a part of the own Chimera aloud, to carry it out. Declared, not listed."""

    part: Part


class CarryOut(Action, frozen=True, tag="carry-out", omit_defaults=True):
    """Carry out what the text that was read aloud does, by a verb of the cheats. Declared, not listed."""

    verb: CarriedOut
    n: Annotated[int, Meta(ge=1, le=9)] = 1
    parts: Annotated[int, Meta(ge=1, le=3)] = 1
    condition: Condition | None = None
    any_family: bool = False
    elemental: bool = False


DIE: Final = tuple(Outcome(RollDie(CHANCE, value), 1) for value in range(1, 7))


@cache
def card_drawn(card: str, weight: int) -> Outcome:
    """The outcome that this card is drawn, one of ``weight`` copies."""
    return Outcome(DrawCard(CHANCE, card), weight)
