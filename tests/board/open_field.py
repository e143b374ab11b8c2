"""An open field on which miniatures step and collect: a ruleset for tests of what patterns mean.

It has what makes patterns hard: several steps in a turn, ways that end alike or not, removals, two seats at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec
from immolation.games import (
    CHANCE,
    TABLE,
    Action,
    BadPosition,
    Correct,
    Decision,
    Event,
    Game,
    Gesture,
    IllegalAction,
    Option,
    Outcome,
    Picture,
    Piece,
    Refusal,
    Result,
    State,
)

NAMES = {"p1": "Vara", "p2": "Zhoth", "p3": "Apsu"}


class Step(Action, frozen=True, tag="step"):
    tile: int


class Slide(Action, frozen=True, tag="slide"):
    """Carried over any distance."""

    tile: int


class Pick(Action, frozen=True, tag="pick"):
    """A step with a choice that nobody sees on the board."""

    tile: int
    colour: str


class Kill(Action, frozen=True, tag="kill"):
    """The miniature on a tile leaves the board."""

    tile: int


class Roll(Action, frozen=True, tag="roll"):
    pips: int


class Where(msgspec.Struct, forbid_unknown_fields=True):
    tiles: dict[str, int | None]
    turn: str = "p1"
    gems: list[int] = []
    collected: dict[str, int] = {}
    steps: int = 9
    dice_after: int = -1
    """Steps until a die is due."""


class FieldState(State):
    def __init__(self, game: Field, here: Where) -> None:
        self.game: Field = game
        self.here = here

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.here.tiles)

    def deciders(self) -> dict[str, Decision]:
        if self.here.dice_after == 0:
            outcomes = (Outcome(Roll(CHANCE, 1), 1),)
            return {CHANCE: Decision("roll", "Roll.", "F-1", None, "none", outcomes)}
        turn = self.seats if self.here.turn == "both" else (self.here.turn,)
        return {seat: Decision("turn", "Step.", "F-1") for seat in turn}

    def legal_actions(self, seat: str) -> Sequence[Action]:
        tile = self.here.tiles.get(seat)
        if seat not in self.deciders() or tile is None or not self.here.steps:
            return []
        row, column = divmod(tile, 10)
        around = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
        tiles = [10 * r + c for r, c in around if 0 <= r < 10 and 0 <= c < 10]
        return [Step(seat, tile) for tile in tiles if tile not in self.here.tiles.values()]

    def check(self, action: Action) -> Refusal | None:
        if isinstance(action, Correct):
            if action.seat != TABLE or action.path[0] != "tiles" or action.path[-1] not in self.here.tiles:
                return Refusal("TABLE", "Only tiles / <seat> can be corrected.")
            others = [tile for seat, tile in self.here.tiles.items() if seat != action.path[-1]]
            if action.value is not None and (type(action.value) is not int or action.value in others):
                return Refusal("TABLE", "A miniature stands on a free tile, or on none.")
            return None
        legal = isinstance(action, Slide | Pick | Kill | Roll) or action in self.legal_actions(action.seat)
        return None if legal else Refusal("F-1", "One step to a free tile.")

    def apply(self, action: Action) -> list[Event]:
        if refusal := self.check(action):
            raise IllegalAction(refusal)
        here = self.here
        match action:
            case Correct():
                here.tiles[action.path[-1]] = action.value
            case Kill():
                for seat in self.seats:
                    if here.tiles[seat] == action.tile:
                        here.tiles[seat] = None
            case Roll():
                here.dice_after = -1
            case Step() | Slide() | Pick():
                here.tiles[action.seat] = action.tile
                here.steps -= 1
                here.dice_after -= here.dice_after > 0
                if action.tile in here.gems:
                    here.gems.remove(action.tile)
                    here.collected[action.seat] = here.collected.get(action.seat, 0) + 1
                if isinstance(action, Pick):
                    here.collected[action.colour] = 1
        return []

    def view(self, seat: str | None) -> dict[str, Any]:
        return {"ruleset": "open-field", "seats": dict(self.here.tiles), "turn": self.here.turn, "over": False}

    def outcome(self) -> Result | None:
        return None

    def position(self) -> dict[str, Any]:
        return msgspec.to_builtins(self.here)  # type: ignore[no-any-return]

    def copy(self) -> Self:
        return type(self)(self.game, msgspec.convert(self.position(), Where))


class Field(Game):
    name: ClassVar[str] = "open-field"
    title: ClassVar[str] = "Open Field"
    actions: ClassVar[Any] = Step | Slide | Pick | Kill | Roll | Correct

    def new(self, config: Mapping[str, Any] | None = None) -> FieldState:
        return self.from_position({"tiles": {"p1": 44, "p2": 55}})

    def from_position(self, position: Mapping[str, Any]) -> FieldState:
        try:
            return FieldState(self, msgspec.convert(dict(position), Where))
        except msgspec.ValidationError as error:
            raise BadPosition(str(error)) from None

    def picture(self, view: Mapping[str, Any], actions: Sequence[Action] = ()) -> Picture:
        tiles = {seat: tile for seat, tile in view["seats"].items() if tile is not None}
        pieces = tuple(Piece(tile, "king", NAMES[seat], 0x808080, seat, True) for seat, tile in tiles.items())
        gestures = []
        for action in actions:
            if isinstance(action, Step | Slide | Pick):
                gestures.append(Gesture(action, (tiles[action.seat],), (action.tile,)))
            elif isinstance(action, Kill):
                gestures.append(Gesture(action, (action.tile,), ()))
        return Picture(pieces, (), tuple(gestures))

    def label(self, action: Action, view: Mapping[str, Any]) -> str:
        return str(action)

    def options(self) -> Sequence[Option]:
        return ()
