"""The frames of the stack, one record for each thing that the game can wait for.

The lowest frame is the step of the round. A turn's attack or heal lies on ``battle``, a breakout on ``end``, and on
those lie the questions they raise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from ..engine import any_of
from .actions import CardId, Few, How, Name

Seats = tuple[Name, ...]
Played = Annotated[tuple[CardId, ...], Meta(max_length=60)]


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, gc=False):
    """One decision point, or what goes on when those above it are settled."""


class InOrder(Frame, frozen=True):
    """Riders are asked one after the other."""

    order: Seats
    """Who is still to be asked, the next first."""


class Recovering(InOrder, frozen=True, tag="recovery"):
    """The Recovery phase: each rider in turn."""


class Discarding(Frame, frozen=True, tag="full-recovery"):
    """A full recovery: card after card (KM-REC-02)."""

    seat: Name
    count: Few = 0
    """Cards discarded so far."""


class Announcing(InOrder, frozen=True, tag="announce"):
    """Leaders may say a number (KM-INIT-01)."""


class Preparing(Frame, frozen=True, tag="prepare"):
    """Everybody prepares Initiative in secret (KM-INIT-04)."""


class Adjusting(InOrder, frozen=True, tag="resource"):
    """Hands are drawn or discarded to Discipline (KM-TAC-02)."""


class Maneuvering(InOrder, frozen=True, tag="maneuver"):
    """Equipment is activated (KM-TAC-05)."""


class Leading(InOrder, frozen=True, tag="leadership"):
    """Leaders who have not laid out their cards yet (KM-TAC-07)."""


class Laying(Frame, frozen=True, tag="lay-out"):
    """A leader's cards are drawn face up (KM-TAC-07)."""

    leader: Name
    left: Few


class Sharing(Frame, frozen=True, tag="share"):
    """The leader grants access (KM-TAC-08, KM-TAC-09)."""

    leader: Name
    members: Seats
    """Who has not had access yet."""


class Exchanging(Frame, frozen=True, tag="exchange"):
    """A member takes cards and puts own ones in their place (KM-TAC-08)."""

    seat: Name


class Charging(InOrder, frozen=True, tag="charge"):
    """Charges of the Leadership step (KM-CHG-02)."""


class Battling(Frame, frozen=True, tag="battle"):
    """The rider who acts next is about to be found (KM-TURN-01)."""

    waiting: Seats = ()
    """Who has held and is passed over when the next rider is found (KM-WAIT-01)."""


class Rolling(Frame, frozen=True, tag="tie-roll"):
    """Opponents tied for the highest Initiative roll (KM-TURN-02)."""

    riders: Seats
    rolls: dict[Name, Annotated[int, Meta(ge=1, le=6)]] = {}


class Choosing(Frame, frozen=True, tag="tie-pick"):
    """Tied riders of one team: its leader chooses (KM-TURN-03)."""

    riders: Seats


class Acting(Frame, frozen=True, tag="turn"):
    """A rider's opportunity: attack, heal, hold or stand down."""

    seat: Name
    charged: bool = False
    """True once a Charge was played: an attack must follow (KM-CHG-02)."""


class Attacking(Frame, frozen=True, tag="attack"):
    """An attack from its declaration to its end."""

    attacker: Name
    target: Name
    """The centre of an area attack."""

    how: How
    suppression: bool = False
    area: bool = False
    gem: bool = False
    step: Literal["declaration", "symbols", "values", "skills", "targets"] = "symbols"
    queue: Seats = ()
    """Who is still to be dealt with, the centre first."""

    caught: Seats = ()
    """Those of the queue who are struck without a defence of their own (KM-GRP-05)."""

    value: Annotated[int, Meta(ge=0, le=200)] = 0
    """The attack value so far."""

    played: Played = ()
    """Cards of both sides, discarded when the attack is over (KM-RES-12)."""


class Countering(InOrder, frozen=True, tag="declaration"):
    """Charges while an attack is being declared, under options of KM-CHG-02."""


class Defending(Frame, frozen=True, tag="defend"):
    """One target's defence (KM-RES-04)."""

    seat: Name
    step: Literal["choose", "values", "skills"] = "choose"
    how: Literal["", "intercept", "evade"] = ""
    value: Annotated[int, Meta(ge=0, le=200)] = 0


class Arming(Frame, frozen=True, tag="weapon"):
    """The attacker may use a weapon card as the damage card (KM-WPN-04)."""

    victim: Name


class Edging(Frame, frozen=True, tag="edge"):
    """The Edge's point follows the strike (KM-EDGE-03)."""

    victim: Name


class Hitting(Frame, frozen=True, tag="hits"):
    """Hits are drawn (KM-DMG-04)."""

    victim: Name
    left: Few
    cards: Played = ()


class Picking(Frame, frozen=True, tag="pick-damage"):
    """One hit becomes the damage card (KM-DMG-08)."""

    by: Name
    victim: Name
    cards: Played


class Maiming(Frame, frozen=True, tag="pick-part"):
    """The choice of the gem, rune, weapon or shield that suffers from the newest damage card."""

    by: Name
    victim: Name


class Healing(Frame, frozen=True, tag="heal"):
    """A heal from its declaration to its end."""

    seat: Name
    target: Name
    area: bool = False
    lingering: bool = False
    step: Literal["symbols", "values", "remove"] = "symbols"
    queue: Seats = ()
    """Whose damage cards are being removed; the first one's now."""

    value: Annotated[int, Meta(ge=0, le=400)] = 0
    """The total discarded."""

    left: Annotated[int, Meta(ge=0, le=400)] = 0
    """What is left of it for the first of the queue."""

    played: Played = ()


class Ending(InOrder, frozen=True, tag="end"):
    """The End phase: whose breakout is still to come (KM-END-02)."""


class Breaking(Frame, frozen=True, tag="breakout"):
    """A grappled Kimera and its grapplers lay Grapple cards face down."""

    seat: Name
    cards: dict[Name, Played] = {}
    """Who has laid which cards, each in secret; an empty list for none."""


class Bidding(Frame, frozen=True, tag="bid"):
    """A tied breakout: Balance is spent (KM-END-05)."""

    seat: Name
    grapplers: Seats
    bids: dict[Name, Few] = {}


class Raising(Frame, frozen=True, tag="raise"):
    """A tied breakout, Balance spent in turns (option ``grapple_bid``)."""

    seat: Name
    grapplers: Seats
    own: Few = 0
    """What the grappled side has spent."""

    theirs: Few = 0
    passed: Seats = ()


class Naming(Frame, frozen=True, tag="name-leader"):
    """A team names a new leader (KM-TAC-06)."""

    team: Name


class Over(Frame, frozen=True, tag="over"):
    """The game is over."""


if TYPE_CHECKING:
    AnyFrame = Frame
else:
    AnyFrame = any_of(Frame)
"""For reading a stack from JSON."""
