"""Frames of the hunt: what the game waits for, or will do next; the newest lies on top of its stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from ..engine import any_of

Hunting = Annotated[int, Meta(ge=1, le=4)]
"""A hunter by number."""

Edge = Literal["top", "right", "bottom", "left"]
Place = Annotated[int, Meta(ge=1, le=8)]
"""Along a wall: the column of a row, the row of a column."""

Name = Annotated[str, Meta(max_length=40)]
Cause = Literal["hit", "flare", "lash", "chill", "pull", "fire", "walker", "bleed"]


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True, gc=False):
    """Base of the entries."""


class Choosing(Frame, frozen=True, tag="choose"):
    """One of the hunters who have not had their turn begins it; when all had it, the round ends (HUNT-TURN-01)."""


class Acting(Frame, frozen=True, tag="act"):
    """A hunter has moved; one free act and its deed are to come (HUNT-TURN-02)."""

    hunter: Hunting
    free: bool = True
    """The free act is still to be had."""


class Raging(Frame, frozen=True, tag="rage"):
    """The rage die is thrown (HUNT-CHIM-01)."""


class Behaving(Frame, frozen=True, tag="behave"):
    """The d12 picks what the Chimera does (HUNT-CHIM-02)."""


class Attacking(Frame, frozen=True, tag="attack"):
    """The aspect at this place of this wall sends the body (HUNT-CHIM-02, HUNT-CHIM-03)."""

    wall: Edge
    place: Place


class Running(Frame, frozen=True, tag="run"):
    """Somebody moves the body on its charge at a hunter (HUNT-CHARGE-01)."""

    hunter: Hunting


class Rushing(Frame, frozen=True, tag="rush"):
    """Somebody moves the body on over the tile that a hunter has leapt from (HUNT-GEM-01)."""

    hunter: Hunting
    goal: Annotated[int, Meta(ge=0, le=99)]


class Hitting(Frame, frozen=True, tag="hit"):
    """The body has come as near as it comes and hits (HUNT-CHARGE-03), unless its target leaps aside."""

    hunter: Hunting
    aspect: Name
    ran: bool = False
    """It has just moved, so that a leap is possible (HUNT-GEM-01)."""


class Wounding(Frame, frozen=True, tag="wound"):
    """A hunter is about to take wounds."""

    hunter: Hunting
    cause: Cause
    wounds: Annotated[int, Meta(ge=1, le=9)] = 1


class Working(Frame, frozen=True, tag="effect"):
    """An effect of the Chimera is carried out, in the words of its page."""

    effect: Annotated[str, Meta(max_length=60)]
    hunter: Hunting | None = None
    """Whom "target" means."""


class Sowing(Frame, frozen=True, tag="sow"):
    """A seed falls on a tile that is rolled."""


class Burning(Frame, frozen=True, tag="burn"):
    """The Immolation Die says which driven wall advances (HUNT-END-03, HUNT-RAIN-02)."""


class Gathering(Frame, frozen=True, tag="gather"):
    """Aspects are drawn until there are so many (HUNT-SET-05)."""

    until: Annotated[int, Meta(ge=1, le=8)]


class Placing(Frame, frozen=True, tag="place"):
    """The aspect that was drawn goes to a place along its wall that is rolled (HUNT-SET-05)."""

    aspect: Name


class Stepping(Frame, frozen=True, tag="step"):
    """Something goes on by itself: the Chimera's turn, or the End of Round step by step."""

    step: Literal["answer", "wake", "hunt", "ambush", "stays", "rains", "fire", "walkers", "ripen", "renew"]


class Nightfall(Frame, frozen=True, tag="nightfall"):
    """A night of a campaign is over; the table chooses a boon for the next (HUNT-CAMP-02)."""

    rule: Literal["HUNT-WIN-01", "HUNT-WIN-02", "HUNT-FALL-02"]
    """How it ended."""


class Over(Frame, frozen=True, tag="over"):
    """The hunt has ended."""

    rule: Literal["HUNT-WIN-01", "HUNT-WIN-02", "HUNT-FALL-02"]


if TYPE_CHECKING:
    AnyFrame = Frame
else:
    AnyFrame = any_of(Frame)
Stack = Annotated[list[AnyFrame], Meta(min_length=1, max_length=60)]
