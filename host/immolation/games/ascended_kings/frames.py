"""What the game may wait for on either track, one record a kind of frame on the stack.

The lowest frame says where the game is. Above it lies what is under way (a forced move, an attack, a card, a return,
wounds) and the choices and windows that it waits for. Frames that wait for nobody are carried on as soon as they lie on
top. Seats are ``p1`` to ``p4`` and cards are keys of the pack, so that a stack reads well in a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

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

Count = Annotated[int, Meta(ge=0, le=99)]
Die = Annotated[int, Meta(ge=1, le=6)]

LatentStep = Literal["draw", "roll", "free"]
ReturnStep = Literal["discard", "turn", "draw", "roll", "arrive", "gems"]

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


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, omit_defaults=True):
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
        """What it is called in a position."""
        return str(self.__struct_config__.tag)

    @property
    def question(self) -> str:
        """What seats are asked for, as their decision is called."""
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
        """Who dies in it returns in it."""
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


# --- the full track: where the game is -------------------------------------------------------------------


class Dealing(Frame, frozen=True, tag="deal"):
    """Three Ascendant cards to every player (AK-SETUP-06); then three Core gems each (AK-SETUP-08)."""

    phase = "opening"
    in_war = False

    step: Literal["cards", "gems"] = "cards"
    done: Annotated[int, Meta(ge=0, le=4)] = 0
    """Seats that have theirs, in turn order."""


class Generating(Frame, frozen=True, tag="generate"):
    """Generate Focus (AK-TURN-03). Waits for nobody by itself; its choices lie on top of it."""

    phase = "turn"

    step: Annotated[int, Meta(ge=0, le=2)] = 0
    """0 nothing done, 1 same-coloured gems generated, 2 Prismatic ones too."""


class Shielding(Frame, frozen=True, tag="shield"):
    """Opponents with a completed Ylem Transmutation may raise the Ylem Shield (AK-ABIL-12)."""

    phase = "turn"
    open_to_instants = True
    open_to_shields = True

    passed: tuple[str, ...] = ()


class Latent(Frame, frozen=True, tag="latent"):
    """The Latent State, step by step (AK-LATENT-01)."""

    phase = "turn"
    state = "latent"
    own_turn = True
    open_to_instants = True

    step: LatentStep = "draw"
    """``draw`` and ``roll`` go on by themselves; ``free`` waits for transmuting, inscribing and the end of the turn."""

    extra: Annotated[int, Meta(ge=0, le=60)] = 0
    """Focus Dice of Instant Powers that join the roll to come (AK-LATENT-04)."""

    undone: tuple[str, ...] = ()
    """What was untransmuted this turn, where house rules let it not be completed again (AK-TRANS-08)."""


class Discarding(Frame, frozen=True, tag="discard"):
    """The player on turn discards down to the hand limit (AK-TURN-07)."""

    phase = "turn"
    own_turn = True
    open_to_instants = True


# --- the full track: what is under way -------------------------------------------------------------------


class Window(Frame, frozen=True, tag="window"):
    """A reaction window: everybody back on the board who holds a card may use Instant Powers or pass (AK-INST-06)."""

    open_to_instants = True
    holds_pickup = True

    kind: WindowKind
    passed: tuple[str, ...] = ()
    """Who has passed since it opened or an Instant Power was used."""

    @property
    def question(self) -> str:
        """What has just happened."""
        return self.kind


class Rolled(Frame, frozen=True, tag="rolled"):
    """Dice lie on the table; what they bring about happens when the window above has closed (AK-INST-06)."""

    value: Annotated[int, Meta(ge=0, le=99)]
    """What the Immolation Die or the percentile dice show, as the decision point below asks."""


class Drawing(Frame, frozen=True, tag="drawing"):
    """Cards are being drawn from the deck of the seat's form (AK-CARD-03); each is a chance outcome."""

    seat: str
    count: Annotated[int, Meta(ge=1, le=52)] = 1
    why: str = "AK-LATENT-02"
    """The rule that draws."""

    deck: Literal["", "ascendant", "revenant"] = ""
    """Empty for the deck of the form (AK-CARD-03)."""


class RollingFocus(Frame, frozen=True, tag="roll-focus"):
    """Focus Dice are due (AK-LATENT-03, AK-INST-04)."""

    seat: str
    dice: Annotated[int, Meta(ge=0, le=60)]
    ascended: bool = False
    """The Ascended Die is rolled with them (AK-LAST-07)."""

    instant: bool = False
    """The roll of an Instant Power; else the Latent State's own."""

    merge: bool = False
    """These dice join the allocation that lies below (AK-LATENT-04)."""


class Allocating(Frame, frozen=True, tag="allocate"):
    """A roll lies on the table and is turned into gems (AK-DICE-01 to AK-DICE-10)."""

    open_to_instants = True
    holds_pickup = True

    seat: str
    dice: tuple[Die, ...]
    """Every value in rising order, the Ascended Die's among them."""

    threshold: Annotated[int, Meta(ge=2, le=7)]
    """What 1 Ylem costs, fixed when the dice were rolled (AK-DICE-06, AK-DICE-07)."""

    instant: bool = False


class KeepingGems(Frame, frozen=True, tag="keep-gems"):
    """Gems do not all fit, or wounds force Core gems out: the owner chooses the Core gems that remain (AK-POOL-03)."""

    open_to_instants = True
    holds_pickup = True

    seat: str
    aria: Count = 0
    """Incoming gems, still in the supply."""

    egis: Count = 0
    pyre: Count = 0
    dire: Count = 0
    """Dire that enters once Core gems have made room for it, until then in the supply as well (AK-WOUND-01)."""

    lost: Count = 0
    """Core gems of the owner's choice that a card takes away."""

    why: str = "AK-POOL-03"
    """The rule that brings them."""

    instant: bool = False
    """Part of an Instant Power, so that no other may be used before it is done (AK-INST-05)."""


class Taking(Frame, frozen=True, tag="take"):
    """A seat chooses Core gems of any colour from the supply."""

    open_to_instants = True
    holds_pickup = True

    seat: str
    count: Annotated[int, Meta(ge=1, le=30)]
    why: str = "AK-SETUP-08"
    instant: bool = False


class Attacking(Frame, frozen=True, tag="attacking"):
    """An attack is announced (AK-ATK-02); when its window closes the target blocks (AK-DEF-04)."""

    seat: str
    who: str
    pyre: Annotated[int, Meta(ge=1, le=40)]


class Wounding(Frame, frozen=True, tag="wounding"):
    """Wounds are about to be placed, all in one batch (AK-WOUND-05); Instant Powers may cancel them (AK-DEF-06)."""

    holds_pickup = True

    wounds: dict[str, Annotated[int, Meta(ge=0, le=99)]]
    """Seat -> wounds not cancelled."""

    cause: Cause
    by: str = ""
    """Who earns the bonuses (AK-KILL-01), empty for nobody."""

    heir: bool = False
    """The Bloodstones of who dies go to ``by`` (AK-INDEX-20)."""

    rule: str = ""
    """The rule of the card that wounds, where ``cause`` alone does not name it."""


class Returning(Frame, frozen=True, tag="returning"):
    """The eight steps of a return (AK-REV-02 to AK-REV-09)."""

    seat: str
    step: ReturnStep = "discard"
    """What is done once this lies on top: ``arrive`` while the miniature is placed and takes what lies on its tile,
    ``gems`` while the three Core gems of step 8 are chosen."""


class Casting(Frame, frozen=True, tag="casting"):
    """A card has been announced and paid; when its window closes it is resolved effect by effect (AK-CARD-07)."""

    seat: str
    card: str
    inscribed: bool = False
    """Activated from the Inscription slot (AK-INSC-09)."""

    targets: tuple[str, ...] = ()
    """Whom it affects, clockwise from the caster; empty for a tile or the caster alone."""

    tile: Annotated[int, Meta(ge=-1, le=99)] = -1
    """The target tile, or where something ends; -1 for none."""

    choice: str = ""
    """A colour, a number, a Transmutation or a Fire Wall, as the card asks."""

    step: Annotated[int, Meta(ge=0, le=99)] = 0
    """How many of its effects are done."""


class Dropping(Frame, frozen=True, tag="drop-cards"):
    """A card makes a seat discard cards of its own choice."""

    question = "discard"
    open_to_instants = True

    seat: str
    count: Annotated[int, Meta(ge=1, le=52)]


OF_INSTANTS: Final = (KeepingGems, Taking, Allocating)
"""Choices that may be part of an Instant Power, and then keep every other waiting (AK-INST-05)."""


# --- what a stack says ---------------------------------------------------------------------------------------


def placing(stack: Sequence[Frame]) -> str:
    """The seat that is choosing where to return, empty if none is; it has its Bloodstone by now (AK-REV-11)."""
    return next(iter(returning_to(stack)), "")


def returning_to(stack: Sequence[Frame]) -> dict[str, Tile]:
    """Who is choosing where to return -> where the dice, out of the fire, point."""
    return {frame.seat: frame.tile for frame in stack if isinstance(frame, Placing)}


def wounds_dealt(stack: Sequence[Frame]) -> dict[str, int]:
    """Seat -> wounds that are announced and not yet taken."""
    for frame in reversed(stack):
        if isinstance(frame, (Wounding, Surviving)):
            return {seat: count for seat, count in frame.wounds.items() if count}
    return {}


def cards_in_play(stack: Sequence[Frame]) -> dict[int, str]:
    """Place on the stack -> key of the card that is being resolved there."""
    return {place: frame.card for place, frame in enumerate(stack) if isinstance(frame, Casting)}


def immolation_roll(stack: Sequence[Frame]) -> int | None:
    """What the Immolation Die shows, None before it is rolled."""
    base = stack[0]
    return base.roll or None if isinstance(base, EndOfRound) else None


ArenaFrame = (
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
"""What a stack of the arena track is read as."""

FullFrame = (
    ChoosingKing
    | DrawingStart
    | TurningEventDial
    | Dealing
    | RollingFirstYlem
    | Absorbing
    | Generating
    | Shielding
    | ChoosingState
    | RollingYlem
    | Acting
    | Latent
    | Discarding
    | TurnOver
    | EndOfRound
    | PlacingOmega
    | Scoring
    | BreakingTie
    | Over
    | RollingReturn
    | Placing
    | Driven
    | Window
    | Rolled
    | Drawing
    | RollingFocus
    | Allocating
    | KeepingGems
    | Taking
    | Attacking
    | Wounding
    | Returning
    | Casting
    | Dropping
)
"""What a stack of the full track is read as."""
