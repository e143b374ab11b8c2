"""Frames of both tracks: one record for each kind of thing that the game may wait for, on its stack.

The lowest frame says where the game is. Above it lies what is under way (a forced move, an attack, a card, a return,
wounds) and the choices and windows that it waits for. Frames that wait for nobody are carried on as soon as they lie on
top. Seats are ``p1`` to ``p4`` and cards are keys of the pack, so that a stack reads well in a position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from ..engine import any_of
from .board.geometry import COUNT

Tile = Annotated[int, Meta(ge=0, le=COUNT - 1)]

Cause = Literal[
    "explosion",
    "fire-wall",
    "blue-flame",
    "dire-tile",
    "fire-step",
    "pushed",
    "moved",
    "swapped",
    "dire-transfer",
    "attack",
    "ability",
    "curse",
]
"""What dealt wounds; ``curse`` stands for Lancea of Aeterna and Revenant Curse. The last three only on the full track,
where the host knows what an attack or a card does."""

WindowKind = Literal[
    "attack",
    "target",
    "focus-dice",
    "percentile",
    "wounds",
    "pickup",
    "end-of-round",
    "draw",
    "rolled",
    "turn-end",
]
"""What has just happened when a reaction window opens on the full track (AK-INST-06): ``rolled`` while dice lie on the
table and what they bring about has not happened yet, ``percentile`` once it has; ``turn-end`` between a turn and the
dice that follow it."""

RoundStep = Literal[
    "roll",
    "explosions",
    "immolation",
    "fire-wounds",
    "return-now",
    "event-dial",
    "event",
    "roll-event",
    "returns",
    "pass",
]


Phase = Literal["", "opening", "turn", "round", "ending"]


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One decision point, or what goes on when those above it are settled."""

    phase: ClassVar[Phase] = ""
    """The part of the game in which it lies lowest; empty for what only lies on top of another."""

    state: ClassVar[Literal["latent", "active"] | None] = None
    """The state of a turn that it belongs to (AK-TURN-05)."""

    acting: ClassVar[bool] = False
    """True where the player on turn may take the actions of the Active State."""

    own_turn: ClassVar[bool] = False
    """True where the player on turn is asked."""

    may_wound: ClassVar[bool] = False
    """True where wounds may be dealt while it lies lowest (AK-WOUND-03)."""

    open_to_instants: ClassVar[bool] = False
    """True where any seat may use an Instant Power (AK-INST-01)."""

    open_to_shields: ClassVar[bool] = False
    """True where an opponent may raise the Ylem Shield (AK-ABIL-12)."""

    in_war: ClassVar[bool] = True
    """False for what is over in the Omega War (AK-WAR-08, AK-WAR-09)."""

    reacted_to: ClassVar[bool] = False
    """True for rolls that something follows from which nobody decides: people may react to what they show."""

    holds_pickup: ClassVar[bool] = False
    """True where somebody is about to choose: only Ylem, which asks nothing, is taken from tiles then (AK-GEM-01)."""

    @property
    def tag(self) -> str:
        """Its name in a position."""
        return str(self.__struct_config__.tag)

    @property
    def question(self) -> str:
        """The kind of the decision that seats are asked for."""
        return self.tag

    @property
    def brings_back(self) -> bool:
        """True where the dead return (AK-REV-01, AK-FIRE-20)."""
        return False

    @property
    def waits(self) -> bool:
        """True where somebody or the dice must decide."""
        return True

    @property
    def announced(self) -> Mapping[str, int] | None:
        """Seat -> wounds that are announced and not yet taken; None where none are about to be dealt."""
        return None

    @property
    def with_dead(self) -> bool:
        """True where the dead need not be back yet while it lies lowest (AK-REV-01)."""
        return self.phase in ("turn", "ending")


class ChoosingKing(Frame, frozen=True, tag="choose-king"):
    """Kings are chosen one by one (AK-SETUP-03)."""

    phase = "opening"
    in_war = False


class DrawingStart(Frame, frozen=True, tag="draw-start"):
    """Chance picks the first starting player (AK-SETUP-02)."""

    phase = "opening"
    in_war = False


class TurningEventDial(Frame, frozen=True, tag="turn-event-dial"):
    """Chance picks the event dial's first blue flame (AK-OMEGA-07)."""

    phase = "opening"
    in_war = False


class RollingFirstYlem(Frame, frozen=True, tag="first-ylem"):
    """The Roll for Ylem of the setup (AK-SETUP-09)."""

    phase = "opening"
    in_war = False


class Absorbing(Frame, frozen=True, tag="absorb"):
    """The holder of the Ascended Die may absorb it before the turn begins (AK-LAST-03)."""

    phase = "turn"
    open_to_instants = True


class ChoosingState(Frame, frozen=True, tag="choose-state"):
    """The player whose turn it is announces Latent or Active (AK-TURN-05)."""

    phase = "turn"
    own_turn = True
    open_to_instants = True
    open_to_shields = True


class RollingYlem(Frame, frozen=True, tag="roll-ylem"):
    """The Roll for Ylem of an Active turn (AK-ACTIVE-01)."""

    phase = "turn"
    state = "active"
    in_war = False
    reacted_to = True


class Acting(Frame, frozen=True, tag="active"):
    """The Active State: any number of actions (AK-ACTIVE-03)."""

    phase = "turn"
    state = "active"
    acting = True
    own_turn = True
    may_wound = True
    open_to_instants = True


class Resting(Frame, frozen=True, tag="latent"):
    """The Latent State: people draw, roll and acquire at the table (AK-LATENT-01)."""

    phase = "turn"
    state = "latent"
    own_turn = True


class TurnOver(Frame, frozen=True, tag="turn-over"):
    """The turn is over; who died in it returns, then play goes on (AK-REV-01)."""

    phase = "turn"
    may_wound = True
    brings_back = True
    waits = False

    asked: bool = False
    """True once the window after it has been offered (AK-INST-06), on the full track alone."""


class EndOfRound(Frame, frozen=True, tag="end-of-round"):
    """The End of Round (AK-ROUND-02)."""

    phase = "round"
    in_war = False
    reacted_to = True
    may_wound = True

    @property
    def brings_back(self) -> bool:
        """At once after the Immolation, or in the last step but one."""
        return self.next in ("return-now", "returns")

    @property
    def waits(self) -> bool:
        """For the Immolation Die or the percentile dice."""
        return self.next in ("roll", "roll-event")

    @property
    def with_dead(self) -> bool:
        """True if whoever dies in it returns in it."""
        return self.next != "roll"

    next: RoundStep = "roll"
    """What is done when everything above is settled; ``roll`` and ``roll-event`` wait for dice."""

    roll: Annotated[int, Meta(ge=0, le=4)] = 0
    """The Immolation Die; 0 before it is rolled."""

    moved: bool = False
    """True if a strip has just advanced, so that it may have overrun somebody."""

    blasts: tuple[tuple[Tile, Annotated[int, Meta(ge=1, le=40)]], ...] = ()
    """Tiles where Pyre is about to explode, and how many gems."""


class PlacingOmega(Frame, frozen=True, tag="omega-stone"):
    """The roll for the Omega Stone's tile (AK-WAR-05)."""

    phase = "round"
    reacted_to = True


class Scoring(Frame, frozen=True, tag="score"):
    """Everybody declares a score sheet (AK-SCORE-01)."""

    phase = "ending"

    omega: str
    """The seat that entered the Omega Stone's tile; empty if nobody did in time (AK-WAR-14)."""


class BreakingTie(Frame, frozen=True, tag="tie-break"):
    """The tied players show their hands (AK-SCORE-03)."""

    phase = "ending"

    omega: str
    seats: tuple[str, ...]


class Over(Frame, frozen=True, tag="over"):
    """The game is over."""

    phase = "ending"

    omega: str


class RollingReturn(Frame, frozen=True, tag="roll-return"):
    """The roll for where a dead character returns (AK-REV-08)."""

    seat: str


class Placing(Frame, frozen=True, tag="place"):
    """A dead character chooses where to return (AK-PROX-07)."""

    open_to_instants = True

    seat: str
    tile: Tile
    """Where the dice, out of the fire, point."""


class Driven(Frame, frozen=True, tag="driven"):
    """A card moves a character tile by tile (AK-GEM-06)."""

    waits = False

    seat: str
    """Who is moved."""

    by: str
    """Who cast the card."""

    way: tuple[Tile, ...] = ()
    """The tiles still to be entered."""

    cause: Cause = "pushed"
    """What to call the wounds: ``pushed`` for Separation, ``moved`` for any other card."""

    wounds: Annotated[int, Meta(ge=0, le=99)] = 0
    """Wounds that are dealt in one batch at the end of the way (AK-INDEX-17; those of the fire by house rule)."""


class Surviving(Frame, frozen=True, tag="survive"):
    """The host dealt wounds; each seat says whether it lives, for an Instant Power may have cancelled some."""

    wounds: dict[str, Annotated[int, Meta(ge=1, le=99)]]
    """Seat -> wounds, for the seats that have not answered."""

    cause: Cause
    died: tuple[str, ...] = ()
    """Seats that answered that they die."""

    by: str = ""
    """Who gets the Kill Bonus, empty for nobody."""

    @property
    def announced(self) -> Mapping[str, int]:
        """The wounds."""
        return self.wounds


# --- what a stack says ---------------------------------------------------------------------------------------


def placing(stack: Sequence[Frame]) -> str:
    """The seat that is choosing where to return, empty if none is; it has its Bloodstone by now (AK-REV-11)."""
    return next(iter(returning_to(stack)), "")


def returning_to(stack: Sequence[Frame]) -> dict[str, Tile]:
    """Return who is choosing where to return -> where the dice, out of the fire, point."""
    return {frame.seat: frame.tile for frame in stack if isinstance(frame, Placing)}


def wounds_dealt(stack: Sequence[Frame]) -> dict[str, int]:
    """Seat -> wounds that are announced and not yet taken."""
    for frame in reversed(stack):
        if frame.announced is not None:
            return {seat: count for seat, count in frame.announced.items() if count}
    return {}


def immolation_roll(stack: Sequence[Frame]) -> int | None:
    """Return what the Immolation Die shows, None before it is rolled."""
    base = stack[0]
    return base.roll or None if isinstance(base, EndOfRound) else None


ArenaFrame = any_of(Frame)
"""What a stack of the arena track is read as."""
