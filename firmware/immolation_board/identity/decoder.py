"""Tells which magnet stands over a 3-axis sensor, and where, from the three components of the field.

A disc magnet under a miniature is taken for an upright dipole: the ratio of its sideways to its vertical field gives
how far off the middle it stands, its field there how strong it is, the sign which pole looks up. Whole numbers only,
so that nothing is allocated: fields in steps of `STEP_UT`, lengths in tenths of a millimetre. The same file runs on the
board, in virtual boards and in the simulation of ``hardware/electrical/identify.py``.
"""

from array import array

from ..ticks import const

try:
    from typing import Any
except ImportError:
    pass

SIZES = 4
"""Sizes of magnet, weakest first; kind = 2 x size, + 1 for the one whose south pole looks up."""

UNKNOWN = 8
"""A magnet of no kind that was named."""

NOTHING = 9
"""No magnet over the sensor."""

STEP_UT = 40000 / 8192
"""Microtesla in a step of field: four counts of a TMAG5273A1 at +-40 mT."""

MARK = "01234567-"
"""Names of a tile's kinds on the wire, by kind."""

_LONGEST = const(2)
"""Times the vertical field that the sideways one may be: a magnet 16 mm off the middle."""

_FALL = const(12)  # bits behind the point of the fall of the field
_FAR = const(14)  # and of the field at a neighbour
_REACH = const(150)
"""Millimetres at which a neighbour is still subtracted."""

_OFF = const(120)
"""Tenths of a millimetre off the middle beyond which no miniature of this tile stands."""


def dipole(aside: float, above: float) -> tuple[float, float]:
    """The sideways and vertical field ``aside`` and ``above`` an upright dipole, over the field at 1 on its axis.

    Both lengths in one unit; the sideways field looks away from the axis above it.
    """
    square = aside * aside + above * above
    fifth = square * square * square**0.5
    return 1.5 * above * aside / fifth, (above * above - 0.5 * aside * aside) / fifth


def root(square: int) -> int:
    """The whole part of a square root."""
    if square < 2:
        return square
    guess = 1 << 15 if square > 1 << 28 else 1 << 11 if square > 1 << 20 else 1 << 10 if square > 1 << 14 else 1 << 7
    while True:
        better = (guess + square // guess) >> 1
        if better == guess or better == guess + 1:
            return guess if guess * guess <= square else guess - 1
        guess = better


class Magnets:
    """The magnets on the 100 tiles, decoded from the fields that were felt.

    ``strengths`` are the fields in microtesla of the four sizes over the sensor's middle, rising; ``height`` is from
    sensor to the middle of a magnet and ``pitch`` from tile to tile, in tenths of a millimetre; the sensors of column 0
    stand ``aside`` to the left of their tiles' middles. Raises ValueError with one sentence.
    """

    def __init__(self, strengths: Any, height: int, pitch: int, aside: int = 0) -> None:
        if len(strengths) != SIZES or min([strengths[at + 1] * 10 - strengths[at] * 11 for at in range(3)]) < 0:
            raise ValueError("four fields in microtesla, each a tenth over the one before")
        self.kind = bytearray([NOTHING] * 100)
        """Twice the size, + 1 for a south pole; UNKNOWN, or NOTHING."""
        self.x = array("h", [0] * 100)
        """Tenths of a millimetre to the right of the middle."""
        self.y = array("h", [0] * 100)
        """Tenths of a millimetre from the middle towards the player."""
        self.sure = bytearray(100)
        """Percent: 0 at the bound between two sizes, 100 for a magnet just as it was named."""
        self._pole = array("h", [0] * 100)  # the field that the magnet has over the middle; 0 for none
        self._felt = array("h", [0, 0, 0])
        self._tile = self._row = 0
        self._pitch = pitch
        self._first_aside = aside
        steps = [strength / STEP_UT for strength in strengths]
        bounds = [(steps[at] * steps[at + 1]) ** 0.5 for at in range(SIZES - 1)]
        bounds = [steps[0] ** 2 / bounds[0]] + bounds + [steps[3] ** 2 / bounds[2]]
        self._named = array("h", [int(step) for step in steps])
        self._bounds = array("h", [int(bound) for bound in bounds])
        # By the ratio of sideways to vertical field, in 64 steps a time: tenths of a millimetre off the middle, and how
        # much of the field over the middle is felt there.
        self._aside = array("h", [0])
        self._fall = array("h", [1 << _FALL])
        for at in range(1, 64 * _LONGEST + 2):
            ratio = at / 64
            tangent = ((9 + 8 * ratio * ratio) ** 0.5 - 3) / (2 * ratio)
            side, up = dipole(tangent, 1.0)
            self._aside.append(int(height * tangent + 0.5))
            self._fall.append(int((side * side + up * up) ** 0.5 * (1 << _FALL) + 0.5))
        self._side = array("h", [0] * (_REACH + 1))
        self._up = array("h", [0] * (_REACH + 1))
        for at in range(_REACH + 1):
            side, up = dipole(10 * at / height, 1.0)
            self._side[at] = int(side * (1 << _FAR))
            self._up[at] = int(up * (1 << _FAR))
        # Half of what the weakest has 10 mm off the middle: less is no magnet.
        side, up = dipole(100 / height, 1.0)
        self._least = int(steps[0] * (side * side + up * up) ** 0.5 / 2)

    def begin(self, tile: int, x: int, y: int, z: int) -> None:
        """Take what the sensor of a tile feels, in steps: to the right, towards the player, up."""
        self._tile = tile
        self._row = -2
        felt = self._felt
        felt[0], felt[1], felt[2] = x, y, z

    def forget(self, tile: int) -> None:
        """Nothing stands on a tile any more."""
        self.kind[tile] = NOTHING
        self._pole[tile] = self.x[tile] = self.y[tile] = self.sure[tile] = 0

    def step(self) -> bool:
        """Subtract a row of neighbours, or decode what is left; whether that is done and the tile is known anew."""
        if self._row > 2:
            self._decode()
            return True
        row = self._tile // 10 + self._row
        if 0 <= row < 10:
            column = self._tile % 10
            for other in range(max(0, column - 2), min(9, column + 2) + 1):
                pole = self._pole[10 * row + other]
                if pole and (self._row or other != column):
                    self._subtract(pole, 10 * row + other, other - column)
        self._row += 1
        return False

    def named(self, size: int) -> int:
        """Return the field that a size of magnet is named by, in steps over the middle."""
        return int(self._named[size])

    def strength(self, tile: int) -> int:
        """Return the field that a tile's magnet would have over the middle, in steps, whichever pole is up."""
        return abs(self._pole[tile])

    def left(self) -> "tuple[int, int, int]":
        """Return the rest of a field, in steps, as far as neighbours were subtracted."""
        felt = self._felt
        return felt[0], felt[1], felt[2]

    def _subtract(self, pole: int, other: int, columns: int) -> None:
        x = columns * self._pitch + self.x[other]
        if not self._tile % 10:
            x += self._first_aside
        y = self._row * self._pitch + self.y[other]
        away = root(x * x + y * y)
        at = away // 10
        if at >= _REACH:
            return
        part = away % 10
        side = self._side[at] + (self._side[at + 1] - self._side[at]) * part // 10
        up = self._up[at] + (self._up[at + 1] - self._up[at]) * part // 10
        felt = self._felt
        side = pole * side // away  # in 1 << _FAR and tenths of a millimetre
        felt[0] -= side * x >> _FAR
        felt[1] -= side * y >> _FAR
        felt[2] -= pole * up >> _FAR

    def _decode(self) -> None:
        tile = self._tile
        x, y, z = self._felt
        square = x * x + y * y
        aside, up = root(square), abs(z)
        strength = root(square + up * up)
        self.forget(tile)
        if strength < self._least or aside > _LONGEST * up:
            return
        ratio = (aside << 9) // up
        at, part = ratio >> 3, ratio & 7
        off = self._aside[at] + ((self._aside[at + 1] - self._aside[at]) * part >> 3)
        fall = self._fall[at] + ((self._fall[at + 1] - self._fall[at]) * part >> 3)
        if off > _OFF:
            return
        strength = min(32000, (strength << _FALL) // fall)
        self._pole[tile] = strength if z > 0 else -strength
        if aside:
            self.x[tile] = (x if z > 0 else -x) * off // aside
            self.y[tile] = (y if z > 0 else -y) * off // aside
        if not tile % 10:
            self.x[tile] -= self._first_aside
        self.kind[tile] = UNKNOWN
        bounds, size = self._bounds, 0
        if not bounds[0] <= strength < bounds[SIZES]:
            return
        while strength >= bounds[size + 1]:
            size += 1
        named = self._named[size]
        end = bounds[size] if strength < named else bounds[size + 1]
        self.kind[tile] = 2 * size + (z < 0)
        self.sure[tile] = 100 * (end - strength) // (end - named)
