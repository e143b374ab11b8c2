"""Lights tiles that have four LEDs each: back left, back right, front right, front left. Loaded only for such a board.

The four show one level, but flames lean: the LEDs on one side are brighter than those on the other, to one side as a
gust comes and to the other as it goes.
"""

from array import array
from struct import pack_into

from . import effects
from .layers import Palette
from .ticks import const

try:
    from typing import Any
except ImportError:
    pass

_LEAN = const(5)
"""Levels by which the LEDs on one side of a flame are brighter, and those on the other darker."""

_SHARE = {"fire": 210, "gem": 185, "ember": 290, "path": 60}
"""Largest mean current of the tiles of an effect, in 256ths of the mean over its levels. The other effects count with
their highest level, because all their tiles have the same one."""

RINGS = (
    bytes([level & ~1 for level in effects.FLICKER]),
    bytes(
        [
            (effects.SWELL_RING[step] & ~1) + (effects.SWELL_RING[step] >= effects.SWELL_RING[step - 4])
            for step in range(2 * effects.STEPS)
        ]
    ),
)
"""FLICKER and SWELL_RING in even levels, and 1 more while the swell rises."""


class FourPalette(Palette):
    """A palette of tiles with four LEDs. Fire has every other level twice, once leaning to each side."""

    def _divide(self) -> None:
        count = len(self.flat) // 3
        self.cost = array("H", [0] * count)
        self._spread = 0
        if self.effect != "fire":
            self._tiles = bytearray(12 * count)
            view = memoryview(self._tiles)
            self.pixels = [view[at : at + 12] for at in range(0, 12 * count, 12)]
            return
        self.rings = RINGS
        # Bright, dark, dark, bright, bright, dark: four of them from the first lean to the left, from the third to the
        # right.
        self._tiles = bytearray(9 * count)
        view = memoryview(self._tiles)
        self.pixels = [view[at : at + 12] for level in range(0, count, 2) for at in (9 * level, 9 * level + 6)]

    def build(self, gain: int, levels: int) -> bool:
        """Work out at most ``levels`` more levels of one LED, then copy them to the four; see `Palette.build`."""
        if gain != self.gain:
            self._spread = 0
        if super().build(gain, levels):
            return True
        start, count = self._spread, len(self.cost)
        if start == count:
            return False
        self._spread = end = min(count, start + 2 * levels)  # even, as the pairs of fire want it
        flat, tiles, cost, one_cost = self.flat, self._tiles, self.cost, self.one_cost
        if self.effect != "fire":
            for level in range(start, end):
                at = 3 * level
                one, two, three = flat[at], flat[at + 1], flat[at + 2]
                pack_into("12B", tiles, 4 * at, one, two, three, one, two, three, one, two, three, one, two, three)
                cost[level] = 4 * one_cost[level]
            return True
        for level in range(start, end, 2):
            bright, dark = min(count - 1, level + _LEAN), max(0, level - _LEAN)
            at = 3 * bright
            one, two, three = flat[at], flat[at + 1], flat[at + 2]
            at = 3 * dark
            four, five, six = flat[at], flat[at + 1], flat[at + 2]
            at = 9 * level
            pack_into("12B", tiles, at, one, two, three, four, five, six, four, five, six, one, two, three)
            pack_into("6B", tiles, at + 12, one, two, three, four, five, six)
            cost[level] = cost[level + 1] = 2 * (one_cost[bright] + one_cost[dark])
        return True


def fit(lights: Any, renderers: Any, top: int) -> Any:
    """Build palettes for a gain at which a scene will about fit the supply, a few levels a step.

    Scaling a frame of 400 LEDs takes longer than drawing two, so a new scene should not begin with it.
    """
    for renderer in renderers:
        while renderer.palette.build(renderer.palette.gain, 12):  # one that is shown, and begun for a scene given up
            yield
    total = 0
    gain = top * lights.held >> 8
    for renderer in renderers:
        cost = renderer.palette.cost
        share = _SHARE.get(renderer.effect)
        one = max(cost) if share is None else sum(cost) // len(cost) * share >> 8
        tiles = renderer.plain + (sum(renderer.weights) >> 8)
        total += tiles * (one * gain // max(1, renderer.palette.gain))  # one that is shown may have another gain
        if len(renderers) > 1:
            yield
    if total > lights.budget:
        lights.held = lights.held * (lights.budget >> 8) * 31 // (32 * (total >> 8))
    for renderer in renderers:
        yield
        while renderer.palette.build(top * lights.held >> 8, 12):
            yield
