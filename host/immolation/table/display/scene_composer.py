"""Composes the scene on the board, anew when something in it changed and only then."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from immolation.board.board_client import BoardClient
from immolation.board.palette import distinct
from immolation.board.scene import ClockLight, clock_light, compose
from immolation.games import Action, Game, Layer, Picture, State, Step

from ..board_reconciler import BoardReconciler
from ..clocks import Clocks
from ..records import Clock

PACE_COLOUR = 0x808080
"""Grey in light: a seat whose view has no colour."""


class Scene(msgspec.Struct, frozen=True):
    """The scene that a board shows."""

    n: int
    """Rises with every change."""

    brightness: int
    """0 to 255."""

    layers: tuple[Layer, ...]


class SceneComposer:
    """Composes the scene of one table; ``board`` may be None: then the scene is for pages alone."""

    def __init__(self, board: BoardClient | None, brightness: int = 255) -> None:
        self.scene = Scene(0, brightness, ())
        self.brightness = brightness
        """0 (dark) to 255; the next `show` has it."""

        self.distinct = False
        """Whether colours are those that everybody tells apart."""

        self.buttons: tuple[Layer, ...] = ()
        """The lights of the buttons that would do something; shown where the board has buttons."""

        self.agreeing: tuple[Layer, ...] = ()
        """The lights of those buttons that mean yes now; they go before what the same buttons mean otherwise."""

        self.advised: Action | None = None
        """What a seat that asked is advised to do: the tiles of its gesture blink."""

        self._board = board
        self._picture = Picture((), ())
        self._stepped: Picture | None = None
        self._shown: object = None

    def put_on(self, board: BoardClient | None) -> None:
        """Light another board, or none; the next `show` has everything."""
        self._board, self._shown = board, None

    def picture_of(self, state: State, view: Mapping[str, Any], persons: Collection[str]) -> Picture:
        """The state to show, with what the people whose turn it is may do; its picture.

        Reaction windows are left out: a light that only shines for who holds a card would show the card to all.
        """
        actions = [
            action
            for seat, decision in state.deciders().items()
            if seat in persons and state.game.is_open(decision)
            for action in state.legal_actions(seat)
        ]
        self._picture = state.game.picture(view, actions)
        return self._picture

    def tiles_of(self, action: Action) -> tuple[int, ...]:
        """The tiles of the gesture by which people take an action now; none where no gesture is lit for it."""
        found = next((each for each in self._picture.gestures if each.action == action), None)
        return () if found is None else (*found.off, *found.on)

    def set_step(self, game: Game, step: Step | None) -> None:
        """Show the table as it stood at a step of what has happened already; None: as it stands."""
        self._stepped = game.picture(step.view) if step is not None else None

    def show(self, reconciler: BoardReconciler | None, clocks: Clocks, view: Mapping[str, Any]) -> bool:
        """Put it on the board if anything differs from what was shown before; True if so."""
        records = tuple(clock for clock in clocks.records() if clock.running_since is not None)
        guidance = reconciler.guidance if reconciler is not None else None
        choices = tuple(tile for tile in reconciler.choice_tiles if tile is not None) if reconciler is not None else ()
        lifted = reconciler.lifted if reconciler is not None else None
        picture = self._stepped or self._picture
        taken = {tile for layer in self.agreeing for tile in layer.tiles}
        buttons = (*self.agreeing, *(layer for layer in self.buttons if not taken.intersection(layer.tiles)))
        buttons = buttons if self._board is not None and self._board.buttons else ()
        advice = self.tiles_of(self.advised) if self.advised is not None and self._stepped is None else ()
        now = (picture, records, guidance, choices, lifted, self.brightness, self.distinct, buttons, advice)
        if now == self._shown:
            return False
        self._shown = now
        left = {clock: clocks.left_ms(clock.owner, clock.kind) or 0 for clock in records}
        layers = compose(
            picture,
            guidance=guidance,
            choices=choices,
            lifted=lifted,
            clocks=clock_lights(records, view, left),
            buttons=buttons,
            advice=advice,
        )
        if self.distinct:
            layers = tuple(msgspec.structs.replace(layer, colour=distinct(layer.colour)) for layer in layers)
        n = self._board.show(layers, self.brightness) if self._board is not None else self.scene.n + 1
        self.scene = Scene(n, self.brightness, layers)
        return True


def clock_lights(clocks: Sequence[Clock], view: Mapping[str, Any], left: Mapping[Clock, int]) -> tuple[ClockLight, ...]:
    """The clocks that run as light on the edge; ``left`` gives what each has now. A bot's pace is not shown."""
    seats = list(view.get("seats", {}))
    lights: list[ClockLight] = []
    for clock in clocks:
        if clock.kind == "pace" or clock.running_since is None:
            continue
        place = (seats.index(clock.owner), len(seats)) if clock.owner in seats else None
        colour = view["seats"][clock.owner].get("colour", PACE_COLOUR) if place is not None else PACE_COLOUR
        lights.append(clock_light(left[clock], max(1, clock.total_ms), int(colour), seat=place, kind=clock.kind))
    return tuple(lights)
