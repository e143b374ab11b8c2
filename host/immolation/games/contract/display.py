"""The records of what is shown: pieces, lights and hand movements on a board, and a long turn step by step.

A ruleset makes them from a view, never from the state, so that no board shows what nobody may know:
`Game.picture` gives a `Picture` of `Piece`s, `Layer`s of light and a `Gesture` for each action that is carried out by
moving a miniature; `State.unfold` gives `Step`s. Tiles are numbered 0 to 99: the tens digit is the row from the top,
the ones the column from the left.
"""

from __future__ import annotations

import msgspec

from .records import Action, Json


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that stands or lies on a tile."""

    tile: int
    kind: str
    """``king``, ``revenant``, ``gem``, ``bloodstone``, ``marker``..."""

    label: str
    """Its name for people: "Vara", "Ylem"."""

    colour: int
    """0xRRGGBB, for the page."""

    owner: str = ""
    """The seat it belongs to."""

    sensed: bool = False
    """True for a miniature with a magnet: the tile must read as occupied."""

    count: int = 1


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One layer of light. The board animates it by itself; see ``immolation_board.wire`` for the effects."""

    effect: str
    colour: int
    """0xRRGGBB at full light, before the board's gamma and limiter."""

    tiles: tuple[int, ...]
    priority: int = 100
    """0 to 255; higher lies on top."""

    speed: int = 100
    """Percent of the effect's usual speed; 0 stands still."""

    opacity: int = 255
    way: tuple[int, ...] = ()
    """For ``path``: at most 20 tiles in the order the light runs. Where ``tiles`` names none, these are lit."""

    clock: tuple[int, int] | None = None
    """For ``clock``: milliseconds left and milliseconds in all when the scene was made."""


class Gesture(msgspec.Struct, frozen=True, omit_defaults=True):
    """The movement of miniatures by which sensors recognise an action: these leave, those appear."""

    action: Action
    off: tuple[int, ...]
    """Tiles that read occupied before and empty after."""

    on: tuple[int, ...]
    """Tiles that read empty before and occupied after."""

    back: bool = False
    """True where the miniature touches ``on`` and comes back; where ``on`` is ``off``, it is lifted and put back."""

    twice: bool = False
    """For what is lifted and put back: only when that is done twice, so that no hesitation is it."""


class Picture(msgspec.Struct, frozen=True):
    """A view on the 10x10 board: its pieces, layers of light and gestures."""

    pieces: tuple[Piece, ...]
    layers: tuple[Layer, ...]
    gestures: tuple[Gesture, ...] = ()

    @property
    def occupied(self) -> frozenset[int]:
        """The tiles that must read as occupied."""
        return frozenset(piece.tile for piece in self.pieces if piece.sensed)


class Step(msgspec.Struct, frozen=True):
    """One step of an action that a table shows step by step: an event, and the table just after it."""

    events: int
    """How many events of the action have happened by then, this one included."""

    text: str
    """The event's public sentence."""

    view: dict[str, Json]
    """The public view just after it."""

    stays: int = 1
    """How many times as long as another step it stays, where there is much to read."""
