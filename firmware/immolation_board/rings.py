"""Builds the tables that effects are looked up in: smooth noise, bumps and breaths, each closed into a ring.

Needed once, at start.
"""

STEPS = 256
"""Points of a ring."""


def gamma() -> bytes:
    """Light of a colour value as seen (0 to 255) to light of an LED (0 to 255)."""
    table = bytearray(256)
    for value in range(256):  # half of the light must look half as bright
        table[value] = int((value / 255) ** 2.2 * 255 + 0.5)
    return bytes(table)


class _Chance:
    """The same numbers on every board and in every test."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, top: int) -> int:
        self._state = (self._state * 75 + 74) % 65537
        return self._state * top // 65537


def _noise(chance: _Chance, points: int, height: int, levels: list[int]) -> None:
    """Add one octave of smooth noise that closes into a ring: ``points`` random heights and what lies between."""
    heights = [chance.below(height * 16) for _ in range(points)]
    span = STEPS // points
    for step in range(STEPS):
        left = heights[step // span]
        right = heights[(step // span + 1) % points]
        t = (step % span) * 256 // span
        t = t * t * (768 - 2 * t) >> 16  # smoothstep: no corners at the points
        levels[step] += left + ((right - left) * t >> 8)


def _bump(at: int, rise: int, fall: int, height: int, levels: list[int]) -> None:
    """Add a sudden rise that dies away; heights in sixteenths of a level, as in ``_noise``."""
    for step in range(rise):
        levels[(at + step) % STEPS] += height * 16 * (step + 1) // (rise + 1)
    for step in range(fall):
        left = fall - step
        levels[(at + rise + step) % STEPS] += height * 16 * left * left // (fall * fall)


def _ring(levels: list[int], top: int) -> bytes:
    """Levels stretched to 0..``top``; written twice, so that phase + offset needs no mask."""
    low, high = min(levels), max(levels)
    one = bytes([(level - low) * top // (high - low) for level in levels])
    return one * 2


def flicker() -> bytes:
    """The fast half of fire: ripples, and now and then a lick. 0 to 39, two turns."""
    chance = _Chance(2671)
    levels = [0] * STEPS
    _noise(chance, 64, 9, levels)
    _noise(chance, 32, 12, levels)
    _noise(chance, 16, 16, levels)
    for at in (19, 71, 118, 167, 226):
        _bump(at + chance.below(12), 4, 14, 14, levels)  # a lick
    return _ring(levels, 39)


def swell() -> bytes:
    """The slow half of fire: gusts. 0 to 23, two turns."""
    chance = _Chance(911)
    levels = [0] * STEPS
    _noise(chance, 16, 10, levels)
    _noise(chance, 8, 16, levels)
    return _ring(levels, 23)


def breath(top: int, step: int) -> int:
    """Smooth up and down, 0 to ``top``."""
    t = step * 2 if step < 128 else 511 - step * 2
    return (t * t * (768 - 2 * t) >> 16) * top // 255


def glitter() -> bytes:
    """A gem: one breath with three glints. 0 to 47, two turns."""
    levels = [0] * STEPS
    for step in range(STEPS):
        levels[step] = 16 * breath(15, step)
    _bump(58, 2, 16, 30, levels)
    _bump(141, 2, 12, 17, levels)
    _bump(203, 2, 14, 26, levels)
    return _ring(levels, 47)


def own(seed: int, count: int) -> bytes:
    """Places in a ring by chance."""
    chance = _Chance(seed)
    return bytes([chance.below(STEPS) for _ in range(count)])
