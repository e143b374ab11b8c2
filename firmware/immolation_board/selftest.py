"""Shows without a host what a board can do: every row, every column, every colour, then every sensor.

A maker watches the lights for a dead or miswired LED, then moves a magnet over all tiles: a tile lights up while it is
occupied and keeps a green glow once its sensor has answered.
"""

from . import ticks
from .layers import Layer

try:
    from typing import Any
except ImportError:
    pass

LINE_MS = 150
COLOUR_MS = 800
GIVE_UP_MS = 300000
"""Five minutes without a change end the test, so that a board is never left in it."""

COLOURS = (("red", 0xFF0000), ("green", 0x00FF00), ("blue", 0x0000FF), ("white", 0xFFFFFF))
ALL = bytes(range(100))


class SelfTest:
    """Lights for the self-test, step by step. ``show(layers)`` puts them on, ``log(text)`` tells the host."""

    def __init__(self, show: Any, log: Any) -> None:
        self._show = show
        self._log = log
        self.running = False
        self._step = 0
        self._at = 0
        self._answered = bytearray(100)
        self._before = bytearray(100)

    def start(self, now: int) -> None:
        """Begin with the rows."""
        self.running = True
        self._step = -1
        self._at = now
        for tile in range(100):
            self._answered[tile] = 0
        self._log("Self-test: rows, columns, red, green, blue, white; then move a magnet over every tile.")

    def stop(self) -> None:
        """End it and tell which sensors have answered."""
        if not self.running:
            return
        self.running = False
        if self._step < 24:
            self._log("Self-test stopped before the sensors.")
            return
        silent = [tile for tile in range(100) if not self._answered[tile]]
        if not silent:
            self._log("Self-test: all 100 sensors answered.")
            return
        named = " ".join(["%02d" % tile for tile in silent[:25]])
        self._log(
            "Self-test: %d sensors did not answer: %s%s" % (len(silent), named, " ..." if len(silent) > 25 else "")
        )

    def poll(self, now: int, occupied: bytearray) -> None:
        """Go on to the next step when its time has come."""
        passed = ticks.diff(now, self._at)
        step = self._step
        if step < 24:
            if step < 0 or passed >= (LINE_MS if step < 20 else COLOUR_MS):
                self._step = step = step + 1
                self._at = now
                self._show(_lines(step) if step < 24 else self._sensors(occupied))
            return
        if occupied != self._before:
            self._at = now
            self._show(self._sensors(occupied))
        elif passed >= GIVE_UP_MS:
            self.stop()

    def _sensors(self, occupied: bytearray) -> tuple[Layer, ...]:
        for tile in range(100):
            held = occupied[tile]
            self._before[tile] = held
            if held:
                self._answered[tile] = 1
        here = [tile for tile in range(100) if occupied[tile]]
        seen = [tile for tile in range(100) if self._answered[tile] and not occupied[tile]]
        rest = [tile for tile in range(100) if not self._answered[tile]]
        return (
            Layer("solid", 0x280000, rest),
            Layer("solid", 0x006020, seen),
            Layer("solid", 0xFFFFFF, here),
        )


def _lines(step: int) -> tuple[Layer, ...]:
    if step < 10:
        return (Layer("solid", 0xFFB060, [10 * step + column for column in range(10)]),)
    if step < 20:
        return (Layer("solid", 0x60B0FF, [10 * row + step - 10 for row in range(10)]),)
    return (Layer("solid", COLOURS[step - 20][1], ALL),)
