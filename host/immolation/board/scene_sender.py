"""Brings the newest scene to the board over a link that may lose anything. Pure: time is given, nothing is sent here.

The whole scene is sent in parts; the board's ``ack`` says which parts it holds, and what is missing is sent again until
the scene is shown. Only the newest scene counts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
from immolation_board import wire

from immolation.games import Layer

from .link import Message
from .scene import at_most, to_wire

REPEAT_S = 0.05
"""Wait without any progress before missing parts are sent again: two frames of the board and a round trip. A slow
board that is still working through what was sent is not sent it twice."""

NOISY_REPEAT_S = 0.025
"""The same on a line that is known to garble messages: there silence mostly means loss."""

NOISY_LINES = 8
"""Lines sent at each repetition on such a line: few missing parts are sent several times, about 1 KB at once."""

FIRST_NUMBERS = 0xFFF
"""The first scene has a random number up to this: a host that was restarted does not by chance repeat the number of a
scene that the board still shows from before."""

REMEMBERED = 64
"""Scenes whose late ``ack`` is still understood."""


class SceneSender:
    """The newest scene and how much of it the board has. Times are seconds of one rising clock."""

    def __init__(self) -> None:
        self.newest = 0
        """Number of the newest scene, as `show` returned it."""
        self.shown = 0
        """Number of the newest scene that is known to be on the lights."""
        self._layers: tuple[Layer, ...] | None = None
        self._brightness = 255
        self._made_at = 0.0
        self._on_wire = random.randrange(1, FIRST_NUMBERS)
        self._parts: list[Message] = []
        self._have = 0
        self._done = True
        self._sent_at: float | None = None
        self._progress_at = 0.0
        self.noisy = False
        """Set by the owner while the line garbles messages: then missing parts are repeated sooner."""
        self._numbers: dict[int, int] = {}

    def show(self, layers: Sequence[Layer], brightness: int, now: float) -> int:
        """Replace the scene; more than 16 layers are merged. Raises `wire.BadMessage` for what can not be drawn."""
        fitting = at_most(layers, wire.MAX_LAYERS)
        to_wire(fitting, 0, brightness)  # refused here, before anything has changed
        self.newest += 1
        self._layers = fitting
        self._brightness = brightness
        self._made_at = now
        self.start_over(now)
        return self.newest

    def start_over(self, now: float) -> None:
        """Send the newest scene again from its first part under a new number, as after a reset; clocks go on."""
        if self._layers is None:
            return
        self._on_wire = self._on_wire % wire.MAX_NUMBER + 1
        self._numbers[self._on_wire] = self.newest
        while len(self._numbers) > REMEMBERED:
            del self._numbers[next(iter(self._numbers))]
        elapsed = int((now - self._made_at) * 1000)
        layers = [_later(layer, elapsed) for layer in self._layers]
        self._parts = to_wire(layers, self._on_wire, self._brightness)
        self._have = 0
        self._done = False
        self._sent_at = None

    def acknowledged(self, n: int, have: int, shown: int, now: float) -> bool:
        """Take in an ``ack``; True if a scene has newly been seen on the lights."""
        if self._layers is None:
            return False
        if n > self._on_wire:  # the board has heard of higher numbers, from a host before this one
            self._on_wire = n
            self.start_over(now)
            return False
        if n == self._on_wire:
            if have & ~self._have:
                self._progress_at = now
            self._have = have
            self._done = shown == n
        number = self._numbers.get(shown, 0)
        if number > self.shown:
            self.shown = number
            return True
        return False

    @property
    def due(self) -> float | None:
        """The time at which `parts` has something to send; None: not before an ``ack`` or a new scene."""
        if self._done:
            return None
        if self._sent_at is None:
            return 0.0
        return max(self._sent_at, self._progress_at) + (NOISY_REPEAT_S if self.noisy else REPEAT_S)

    def parts(self, now: float) -> list[Message]:
        """Return what to send now: the parts the board has not; one that makes it answer if it has them all."""
        due = self.due
        if due is None or now < due:
            return []
        self._sent_at = now
        missing = [part for part in self._parts if not self._have >> part["i"] & 1]
        missing = missing or self._parts[-1:]
        return missing * max(1, NOISY_LINES // len(missing)) if self.noisy else missing


def _later(layer: Layer, elapsed_ms: int) -> Layer:
    """A layer as it is to be drawn some time after it was made: its clock has run on."""
    if layer.clock is None or not layer.speed:
        return layer
    left, total = layer.clock
    return msgspec.structs.replace(layer, clock=(max(0, left - elapsed_ms), total))
