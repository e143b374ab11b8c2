"""Finds out how the 3-axis sensors lie and how strongly each feels, from magnets that somebody pushes or puts.

Its results are lines for settings.toml, which the board says; until the next start they hold in any case.
"""

from ..settings import AXES, GAINS
from ..ticks import const
from ..wiring import TILES
from .decoder import Magnets

try:
    from typing import Any
except ImportError:
    pass

_EVEN = const(26)
"""The letter of settings.GAINS, counted from 0, that leaves a field as it is; each further one is half a percent."""

_GAUGE_READINGS = const(4)
"""Readings whose mean is a tile's gain."""

_PUSHED = const(50)
"""Tenths of a millimetre off the middle at which a magnet was pushed on purpose."""

_RIGHT = const(1)  # the push that is waited for
_FRONT = const(2)


class Calibration:
    """Learns from the readings of known magnets; the board's reader of sensors tells it each."""

    def __init__(self, magnets: Magnets, sensors: Any, session: Any) -> None:
        self.magnets, self._sensors, self._session = magnets, sensors, session
        self._gain = bytearray([_EVEN] * TILES)  # letters of settings.GAINS, counted from 0
        self.axes = 0  # number of settings.AXES, -1 where it is not known: read as 0
        self._push = 0  # push by which it is found out
        self._right = 0  # what the push to the right has told of it
        self._gauge = -1  # size of the magnet by which gains are measured; -1: they are not
        self._gauging = -1  # tile that is being measured
        self._gauged = -1  # tile that has its readings, until another is read
        self._readings = self._sum = 0

    def take(self, gains: str, axes: int) -> None:
        """Take what the settings say."""
        for tile, letter in enumerate(gains):
            self._gain[tile] = GAINS.index(letter)
        self.axes = axes

    def gain_of(self, tile: int) -> int:
        """By how much a tile's field is multiplied, in two-hundredths."""
        return 200 + self._gain[tile] - _EVEN

    def measure_gains(self, size: int) -> None:
        """Begin measuring with the magnet of this size, 0 to 3."""
        self._gauge, self._gauged = size, -1
        self._readings = self._sum = 0
        self._session.log("Put that magnet onto one tile after the other, each time until it is named.")

    def tell_gains(self) -> None:
        """End measuring, and say the line for settings.toml."""
        if self._gauge >= 0:
            self._gauge = -1
            self._session.log('IDENTITY_GAINS = "%s"' % "".join([GAINS[at] for at in self._gain]))

    def ask_for_axes(self) -> None:
        """Begin finding out how the axes lie, unless the settings say it."""
        if self.axes < 0:
            self._push = _RIGHT
            self._session.log("Lay one miniature onto tile 44 and push it 7 mm to the right.")

    def end(self) -> None:
        """End whatever is being found out."""
        self._push = 0
        self._gauge = -1

    def read(self, tile: int) -> None:
        """Learn from a tile on which a magnet has just been read."""
        if self._push:
            self._learn(tile)
        if self._gauge >= 0:
            self._measure(tile)

    def _learn(self, tile: int) -> None:
        """Find out how the sensors' axes lie: from the only magnet, pushed to the right, then towards the player."""
        if sum(self._sensors.occupied) > 1:  # they are playing
            self._push = 0
            return
        along, across = self.magnets.x[tile], self.magnets.y[tile]
        exchanged = abs(across) > abs(along)
        if exchanged:
            along, across = across, along
        if abs(along) < max(_PUSHED, 2 * abs(across)) or not tile % 10:
            return
        if self._push == _RIGHT:
            self._right = 4 * exchanged + (along < 0)
            self._push = _FRONT
            self._session.log("Now push it back to the middle and 7 mm towards you.")
        elif exchanged != (self._right > 1):
            self.axes = self._right + 2 * (along < 0)
            self._push = 0
            self._session.log('IDENTITY_AXES = "%s"' % AXES[self.axes])

    def _measure(self, tile: int) -> None:
        """Take one reading of the magnet that is known; the mean of four is the gain of its tile's sensor."""
        if tile == self._gauged:
            return
        if tile != self._gauging:
            self._gauging, self._readings, self._sum = tile, 0, 0
        magnets = self.magnets
        self._sum += magnets.named(self._gauge) * self.gain_of(tile) * 16 // magnets.strength(tile)
        self._readings += 1
        if self._readings < _GAUGE_READINGS:
            return
        self._gauged, self._gauging = tile, -1
        at = (self._sum + 8 * _GAUGE_READINGS) // (16 * _GAUGE_READINGS) - 200 + _EVEN
        if 0 <= at < len(GAINS):
            self._gain[tile] = at
            self._session.log("Tile %02d: gain %d.%d %%." % (tile, (174 + at) // 2, (174 + at) % 2 * 5))
        else:
            self._session.log("Tile %02d feels another magnet than this, or its 3-axis sensor is broken." % tile)
