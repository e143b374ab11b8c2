"""Actions: what hunters do, and what dice and draws bring."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..contract import Action
from .facts import Boon, Tile
from .frames import Edge


class Move(Action, frozen=True, tag="move"):
    """Begin a hunter's turn with its move; to its own tile to stand still."""

    hunter: Annotated[int, Meta(ge=1, le=4)]
    tile: Tile


class Strike(Action, frozen=True, tag="strike"):
    """Strike what is on a tile: an aspect, the body or a Rainwalker."""

    tile: Tile


class DrawGem(Action, frozen=True, tag="draw"):
    """Take a gem of a wall's colour."""

    wall: Edge


class Rest(Action, frozen=True, tag="rest"):
    """Heal, and end bleeding and web."""


class Bank(Action, frozen=True, tag="bank"):
    """Spend an Ylem: a wall goes back a line, and Red Rains dry up."""

    wall: Edge


class Lay(Action, frozen=True, tag="lay"):
    """Lay a Bloodstone on a tile beside a wall."""

    tile: Tile


class Give(Action, frozen=True, tag="give"):
    """Give all Bloodstones to a hunter beside."""

    hunter: Annotated[int, Meta(ge=1, le=4)]


class Run(Action, frozen=True, tag="run"):
    """Move the body the way that is lit."""


class Leap(Action, frozen=True, tag="leap"):
    """Spend an Aria: step out of the way of a charge."""

    tile: Tile


class Egis(Action, frozen=True, tag="egis"):
    """Spend an Egis: take none of these wounds."""


class Take(Action, frozen=True, tag="take"):
    """Take the wounds."""


class Choose(Action, frozen=True, tag="boon"):
    """Take a boon into the next night of a campaign."""

    boon: Boon


class Roll(Action, frozen=True, tag="roll"):
    """The face that a die shows; the seat is ``chance``."""

    face: Annotated[int, Meta(ge=0, le=12)]


class Gather(Action, frozen=True, tag="gather"):
    """The aspect that the pile brings; the seat is ``chance``."""

    aspect: Annotated[str, Meta(max_length=40)]


class Sow(Action, frozen=True, tag="sow"):
    """The tile on which a seed falls; the seat is ``chance``."""

    tile: Tile


class Ablaze(Action, frozen=True, tag="ablaze"):
    """The wall that the Immolation Die shows; the seat is ``chance``."""

    wall: Edge
