"""The frames of the stack, one record for each thing that the game can wait for.

The lowest frame says where the game is. Above it may lie an attack, a Discard step that a failed cheat forces, a
cheat that is being rolled for or carried out, and cards being drawn.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ..contract import Json
from ..engine import any_of, fields_json
from .actions import Deck
from .cards.pack import Effect

Count = Annotated[int, Meta(ge=0, le=200)]
Pips = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Pips, ...]

FAILS: Final = 1
"""What an illegal cheat must not roll (CC-CHEAT-03)."""

ALL_LAID: Final = ((3,), "a head, a body and a rear (CC-BUILD-01)")


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, gc=False):
    """One decision point, or what goes on when those above it are settled."""

    replaces: ClassVar[bool] = False
    """Whether a card of the hand may come into a Chimera here."""

    doing: ClassVar[str] = ""
    """Where there is always time for a cheat: what is going on, on the turn of ``{turn}``."""

    parts_laid: ClassVar[tuple[tuple[int, ...], str]] = ALL_LAID
    """How many parts of each Chimera lie in play where it is the lowest, and why."""

    open: ClassVar[tuple[str, ...]] = ()
    """Fields that everybody sees."""

    secret: ClassVar[str] = ""
    """The field with each seat's secret answer; of it everybody sees who has answered."""

    @property
    def cheatable(self) -> bool:
        """True where anybody may cheat (CC-CHEAT-01): not at dice, draws, building and effects."""
        return self.doing != ""

    @property
    def of_cheat(self) -> bool:
        """True for what a cheat has laid upon what was going on."""
        return self.played is not None

    @property
    def occasion(self) -> object:
        """Return what it was that somebody has let pass here without a cheat."""
        return self

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame | None:
        """The same without seats that are out of the round; None if nothing is left of it."""
        return self

    def shown(self) -> dict[str, Json]:
        """Return what everybody sees of it."""
        seen = fields_json(self, *self.open)
        return {**seen, self.secret: sorted(getattr(self, self.secret))} if self.secret else seen

    def own(self) -> dict[str, Json]:
        """Return what each seat sees of its own secret answer."""
        return fields_json(self, self.secret)[self.secret] if self.secret else {}

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


class OfSeat(Frame, frozen=True):
    """A decision point of one seat, which goes with it."""

    seat: str

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame | None:
        """Nothing without that seat."""
        return None if self.seat in gone else self


class OfTurn(Frame, frozen=True):
    """A step of a turn, which ends with the Chimera whose turn it is."""

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame | None:
        """The turn is over without that Chimera."""
        return TurnEnd() if on_turn in gone else self


class Dealing(Frame, frozen=True, tag="deal"):
    """Everybody draws 6 creature cards (CC-SETUP-01)."""

    parts_laid = ((0,), "nobody has built yet")


class Drawing(OfSeat, frozen=True, tag="draw-cards"):
    """Chance deals cards to one hand (CC-DRAW-03)."""

    deck: Deck
    left: Annotated[int, Meta(ge=1, le=30)]
    open = ("seat", "left")


class Building(Frame, frozen=True, tag="build"):
    """All build at the same time, face down (CC-BUILD-01)."""

    chosen: dict[str, tuple[str, str, str]] = {}
    """Seat -> head, body, rear, with one of them empty where it will be searched for. Secret until all are in."""

    parts_laid = ((0, 3), "nothing before building, then a whole Chimera")
    secret = "chosen"


class Redrawing(Frame, frozen=True, tag="redraw"):
    """A hand without a build is exchanged (CC-BUILD-03)."""

    seat: str
    left: Annotated[int, Meta(ge=1, le=6)]
    old: tuple[str, ...] = ()
    """The old hand, shuffled in after the new one is drawn."""

    open = ("seat", "left")

    @property
    def aside(self) -> tuple[str, ...]:
        """The old hand."""
        return self.old


class Searching(Frame, frozen=True, tag="search"):
    """Partial Chimeras are completed from the top of the deck (CC-BUILD-04)."""

    turned: tuple[str, ...] = ()
    """Cards turned up and not attached; shuffled back when all have found their part (CC-BUILD-05)."""

    parts_laid = ((2, 3), "at least two parts are laid down by then (CC-BUILD-02)")
    open = ("turned",)

    @property
    def aside(self) -> tuple[str, ...]:
        """The cards that were turned up."""
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

    open = ("seats", "need", "dice")

    @property
    def cheatable(self) -> bool:
        """Once all have rolled."""
        return all(len(dice) >= need for dice, need in zip(self.dice, self.need, strict=True))

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame | None:
        """Those who are left go on with what they have rolled."""
        kept = [place for place, name in enumerate(self.seats) if name not in gone]
        if not kept:
            return None
        seats, need = tuple(self.seats[place] for place in kept), tuple(self.need[place] for place in kept)
        return Contest(self.about, seats, need, tuple(self.dice[place] for place in kept))

    def sums(self) -> dict[str, int]:
        """Seat -> what it has rolled."""
        return {name: sum(dice) for name, dice in zip(self.seats, self.dice, strict=True)}

    def dice_of(self, seat: str) -> Dice:
        """Return what a seat has rolled."""
        return self.dice[self.seats.index(seat)] if seat in self.seats else ()

    def rolled_again(self, seat: str, value: int) -> Self:
        """The seat lacks a die."""
        own = self.seats.index(seat)
        dice = tuple(_without(each, value) if at == own else each for at, each in enumerate(self.dice))
        return replace(self, dice=dice)


class DrawStep(OfTurn, frozen=True, tag="draw"):
    """The Draw step (CC-DRAW-01)."""

    doing = "The turn of {turn} is in its Draw step."

    creature: Annotated[int, Meta(ge=0, le=3)] = 0
    cheat: Annotated[int, Meta(ge=0, le=2)] = 0
    """Cards drawn from each deck in this step."""

    open = ("creature", "cheat")


class SubstituteStep(OfTurn, frozen=True, tag="substitute"):
    """The Substitute step (CC-SUB-01)."""

    doing = "The turn of {turn} is in its Substitute step."
    replaces = True


class ActionStep(OfTurn, frozen=True, tag="action"):
    """The Action step (CC-ACT-01)."""

    doing = "The turn of {turn} is in its Action step."
    replaces = True

    substituted: bool = False
    """A part was replaced within its family this turn."""

    borrows: bool = False
    """A cheat lets an action of another Chimera be used."""

    open = ("borrows",)


class DiscardStep(Frame, frozen=True, tag="discard"):
    """The Discard step of the turn, or of the seat whose cheat has failed (CC-DISC-01, CC-CHEAT-06)."""

    doing = "The turn of {turn} is in its Discard step."

    seat: str = ""
    """Empty for the turn's own."""

    skipped: bool = False
    """True where the turn has no Action step: a part of another family was put in (CC-SUB-03)."""

    @property
    def of_cheat(self) -> bool:
        """True for one that a failed cheat forces."""
        return self.seat != ""

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame | None:
        """Goes with its seat; the turn's own ends the turn."""
        if self.seat:
            return None if self.seat in gone else self
        return TurnEnd() if on_turn in gone else self


class TurnEnd(Frame, frozen=True, tag="turn-end"):
    """The turn is over; a last chance for cheats before the next (CC-CHEAT-01)."""

    doing = "The turn of {turn} is over."


class Market(Frame, frozen=True, tag="market"):
    """Players take cards of the Market Pile in turn (CC-MKT-03)."""

    doing = "The Market Phase is on."

    order: tuple[str, ...] = ()
    """Who is still to decide, the next first."""

    picked: dict[str, str] = {}
    """Seat -> the card it took."""

    open = ("order", "picked")

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame:
        """The others decide."""
        return Market(tuple(name for name in self.order if name not in gone), self.picked)


class Greedy(Frame, frozen=True, tag="greedy"):
    """Everybody says at the same time whether to get greedy (CC-GREED-01)."""

    doing = "The Market Phase is on."

    picked: dict[str, str] = {}
    said: dict[str, bool] = {}
    """Seat -> its answer, secret until all are in."""

    used: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    """Seat -> how often it swapped in this phase."""

    out: tuple[str, ...] = ()
    """Seats that may not swap any more."""

    open = ("picked", "used")
    secret = "said"

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame:
        """Keep what the others have answered."""
        said = {name: want for name, want in self.said.items() if name not in gone}
        return Greedy(self.picked, said, self.used, self.out)


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

    @property
    def cheatable(self) -> bool:
        """While no dice are due."""
        return self.stage not in ("attack", "defence")

    @property
    def occasion(self) -> object:
        """A stage of the attack with its dice."""
        return self.seat, self.target, self.card, self.stage, self.attack, self.defence

    @property
    def hits(self) -> bool:
        """True if the attack is higher than the defence, as the dice lie."""
        return sum(self.attack) > sum(self.defence)

    def without(self, gone: Collection[str], on_turn: str | None) -> Frame | None:
        """Nothing without one of the two."""
        return None if self.seat in gone or self.target in gone else self

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


class CheatRoll(OfSeat, frozen=True, tag="cheat-roll"):
    """The d6 of an illegal cheat (CC-CHEAT-03)."""

    card: str
    die: Annotated[int, Meta(ge=0, le=1)] = 0
    """0 before the roll; 1 has failed, and its player may still roll again by a cheat."""

    open = ("seat", "card")

    @property
    def cheatable(self) -> bool:
        """Once it has failed."""
        return self.die == FAILS

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


class Resolving(OfSeat, frozen=True, tag="effect"):
    """A cheat that works is carried out, effect by effect."""

    card: str
    index: Annotated[int, Meta(ge=0, le=4)] = 0
    """Which of its effects."""

    left: Annotated[int, Meta(ge=0, le=9)] = 0
    """How often this effect is still to be carried out; 0 before it has begun."""

    who: str = ""
    """Out of whose hand a card is being drawn at random."""

    replaces = True
    open = ("seat", "card")
    of_cheat = True

    @property
    def played(self) -> str | None:
        """The cheat that works."""
        return self.card


class CarryingOut(Resolving, frozen=True, kw_only=True, tag="text-effect"):
    """The effect of a text that was read aloud, instead of what a pack says of a cheat (CC-TOLD-02)."""

    does: Effect

    played = None


class Telling(OfSeat, frozen=True, tag="told"):
    """The text of a card was read aloud, and its player carries it out (CC-TOLD-01)."""

    card: str
    open = ("seat", "card")
    of_cheat = True


OVERLAID: Final = (Resolving, Telling)
"""Frames that lie upon the dice that they may change."""


class Over(Frame, frozen=True, tag="over"):
    """The game is over."""


TURN_STEPS: Final = (DrawStep, SubstituteStep, ActionStep, DiscardStep, TurnEnd)
MARKETS: Final = (Market, Greedy)
OPENING: Final = (Dealing, Building, Searching, DealingCheats, Contest)
"""Before the first turn of a round."""

BETWEEN_TURNS: Final = (TurnEnd, *MARKETS)
LOWEST: Final = (*OPENING, *TURN_STEPS, *MARKETS, Over)
"""What can lie lowest."""

if TYPE_CHECKING:
    AnyFrame = Frame
else:
    AnyFrame = any_of(Frame)
"""For reading a stack from JSON."""
