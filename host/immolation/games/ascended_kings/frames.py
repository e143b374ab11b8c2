"""Decision points: what the game waits for, one record a kind, stacked; knows no rule.

The stack has at most four frames. The lowest says where the game is; above it may lie a return of a dead
character or a forced move that is under way, and on top of those the question whether somebody survives.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .geometry import COUNT

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


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, omit_defaults=True):
    """One decision point, or what goes on when those above it are settled."""


class ChoosingKing(Frame, frozen=True, tag="choose-king"):
    """Kings are chosen one by one (AK-SETUP-03)."""


class DrawingStart(Frame, frozen=True, tag="draw-start"):
    """Chance picks the first starting player (AK-SETUP-02)."""


class TurningEventDial(Frame, frozen=True, tag="turn-event-dial"):
    """Chance picks the event dial's first blue flame (AK-OMEGA-07)."""


class RollingFirstYlem(Frame, frozen=True, tag="first-ylem"):
    """The Roll for Ylem of the setup (AK-SETUP-09)."""


class Absorbing(Frame, frozen=True, tag="absorb"):
    """The holder of the Ascended Die may absorb it before the turn begins (AK-LAST-03)."""


class ChoosingState(Frame, frozen=True, tag="choose-state"):
    """The player whose turn it is announces Latent or Active (AK-TURN-05)."""


class RollingYlem(Frame, frozen=True, tag="roll-ylem"):
    """The Roll for Ylem of an Active turn (AK-ACTIVE-01)."""


class Acting(Frame, frozen=True, tag="active"):
    """The Active State: any number of actions (AK-ACTIVE-03)."""


class Resting(Frame, frozen=True, tag="latent"):
    """The Latent State: people draw, roll and acquire at the table (AK-LATENT-01)."""


class TurnOver(Frame, frozen=True, tag="turn-over"):
    """The turn is over; who died in it returns, then play goes on (AK-REV-01)."""

    asked: bool = False
    """True once the window after it has been offered (AK-INST-06), on the full track alone."""


class EndOfRound(Frame, frozen=True, tag="end-of-round"):
    """The End of Round (AK-ROUND-02)."""

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


class Scoring(Frame, frozen=True, tag="score"):
    """Everybody declares a score sheet (AK-SCORE-01)."""

    omega: str
    """The seat that entered the Omega Stone's tile."""


class BreakingTie(Frame, frozen=True, tag="tie-break"):
    """The tied players show their hands (AK-SCORE-03)."""

    omega: str
    seats: tuple[str, ...]


class Over(Frame, frozen=True, tag="over"):
    """The game is over."""

    omega: str


class RollingReturn(Frame, frozen=True, tag="roll-return"):
    """The roll for where a dead character returns (AK-REV-08)."""

    seat: str


class Placing(Frame, frozen=True, tag="place"):
    """A dead character chooses where to return (AK-PROX-07)."""

    seat: str
    tile: Tile
    """Where the dice, out of the fire, point."""


class Driven(Frame, frozen=True, tag="driven"):
    """A card moves a character tile by tile (AK-GEM-06)."""

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


def placing(stack: list[Frame]) -> str:
    """The seat that is choosing where to return, empty if none is; it has its Bloodstone by now (AK-REV-11)."""
    return next((frame.seat for frame in stack if isinstance(frame, Placing)), "")


AnyFrame = (
    ChoosingKing
    | DrawingStart
    | TurningEventDial
    | RollingFirstYlem
    | Absorbing
    | ChoosingState
    | RollingYlem
    | Acting
    | Resting
    | TurnOver
    | EndOfRound
    | PlacingOmega
    | Scoring
    | BreakingTie
    | Over
    | RollingReturn
    | Placing
    | Driven
    | Surviving
)
"""For reading a stack from JSON."""
