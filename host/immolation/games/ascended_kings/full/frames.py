"""Frames of the full track alone: mats, gems, cards, combat; the rest is in `..frames`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta

from ...engine import any_of
from ..frames import Cause, Frame, Resting, Surviving, WindowKind

Count = Annotated[int, Meta(ge=0, le=99)]
Die = Annotated[int, Meta(ge=1, le=6)]

LatentStep = Literal["draw", "roll", "free"]
ReturnStep = Literal["discard", "turn", "draw", "roll", "arrive", "gems"]


# --- where the game is ---------------------------------------------------------------------------------


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


# --- what is under way ---------------------------------------------------------------------------------


class Window(Frame, frozen=True, tag="window"):
    """A reaction window: everybody back on the board who holds a card may use Instant Powers or pass (AK-INST-06)."""

    open_to_instants = True
    holds_pickup = True

    kind: WindowKind
    passed: tuple[str, ...] = ()
    """Who has passed since it opened or an Instant Power was used."""

    @property
    def question(self) -> str:
        """The thing that has just happened, as the decision is called."""
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

    @property
    def announced(self) -> Mapping[str, int]:
        """The wounds."""
        return self.wounds


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


def cards_in_play(stack: Sequence[Frame]) -> dict[int, str]:
    """Place on the stack -> key of the card that is being resolved there."""
    return {place: frame.card for place, frame in enumerate(stack) if isinstance(frame, Casting)}


FullFrame = any_of(Frame, but=(Resting, Surviving))
"""What a stack of the full track is read as."""
