"""Lights tiles that have four LEDs each: back left, back right, front right, front left. Loaded only for such a board.

The four show one level, but flames lean: the LEDs on one side are brighter than those on the other, to one side as a
gust comes and to the other as it goes.
"""

from array import array

from . import effects
from .layers import Palette
from .ticks import const

_LEAN = const(5)
"""Levels by which the LEDs on one side of a flame are brighter, and those on the other darker."""

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
        self._view = memoryview(self.flat)
        self._spread = 0
        if self.effect != "fire":
            self._tiles = memoryview(bytearray(12 * count))
            self.pixels = [self._tiles[at : at + 12] for at in range(0, 12 * count, 12)]
            return
        self.rings = RINGS
        # Bright, dark, dark, bright, bright, dark: four of them from the first lean to the left, from the third to the
        # right.
        self._tiles = memoryview(bytearray(9 * count))
        self.pixels = [self._tiles[at : at + 12] for level in range(0, count, 2) for at in (9 * level, 9 * level + 6)]

    def build(self, gain: int, levels: int) -> bool:
        """Work out at most ``levels`` more levels of one LED, then copy them to the four; see `Palette.build`."""
        if gain != self.gain:
            self._spread = 0
        if super().build(gain, levels):
            return True
        start, count = self._spread, len(self.cost)
        if start == count:
            return False
        self._spread = end = min(count, start + levels)
        cost, one_cost = self.cost, self.one_cost
        for level in range(start, end):
            if self.effect != "fire":
                self._copy(12 * level, 4, level)
                cost[level] = 4 * one_cost[level]
            elif not level & 1:
                bright, dark = min(count - 1, level + _LEAN), max(0, level - _LEAN)
                at = 9 * level
                self._copy(at, 1, bright)
                self._copy(at + 3, 2, dark)
                self._copy(at + 9, 2, bright)
                self._copy(at + 15, 1, dark)
                cost[level] = cost[level + 1] = 2 * (one_cost[bright] + one_cost[dark])
        return True

    def _copy(self, at: int, leds: int, level: int) -> None:
        pixel = self._view[3 * level : 3 * level + 3]
        for led in range(leds):
            self._tiles[at + 3 * led : at + 3 * led + 3] = pixel
