"""Debounces the buttons of the seats and the host, which hang on the scanner of the tiles.

Loaded only where the settings name buttons.
"""

from array import array

from . import ticks
from .ticks import const
from .wiring import BUTTONS, TILES

try:
    from typing import Any
except ImportError:
    pass

_HOLD_MS = const(15)
"""A contact must read the same this long before it counts; cheap switches bounce for up to 10 ms."""

_NOISY_CHANGES = const(20)
"""Changes of one button within a second that no finger makes."""

_NOISY_HOLD_MS = const(250)
_NOISY_MS = const(10000)
"""Rest that a chattering button needs before it counts, and the time for which it is called noisy."""

_STUCK_MS = const(60000)
"""A button held this long is reported as stuck."""


class Buttons:
    """Up to seven buttons, numbered 0 to 5 for the seats and 6 for the host; ``wired`` are those there are."""

    def __init__(self, wired: Any) -> None:
        self.wired = bytes(wired)
        self.changed: Any = None
        """``changed(button, up, tick, held_ms)`` is called for each press and each release, in order."""
        self.down = bytearray(BUTTONS)
        """1 where a button is pressed, after debounce."""
        self._raw = bytearray(BUTTONS)
        self._since = array("l", [0] * BUTTONS)
        self._pressed_at = array("l", [0] * BUTTONS)
        self._changes = bytearray(BUTTONS)
        self._window = 0
        self._noisy_until: list[Any] = [None] * BUTTONS
        self._stuck = bytearray(BUTTONS)
        self._known = False

    def forget(self, now: int) -> None:
        """The scanner starts over: it will tell again which buttons are held."""
        for button in self.wired:
            if self._raw[button]:
                self._raw[button] = 0
                self._since[button] = now

    def heard(self, button: int, held: int, tick: int) -> None:
        """A contact has closed or opened."""
        self._raw[button] = held
        self._since[button] = tick
        if self._changes[button] < 255:
            self._changes[button] += 1

    def poll(self, now: int) -> None:
        """Tell what has held long enough."""
        if not self._known:
            self._known = True
            for button in self.wired:  # held while the board started: not a press, and perhaps a short circuit
                self.down[button] = self._stuck[button] = self._raw[button]
                self._pressed_at[button] = now
        if ticks.diff(now, self._window) >= 1000 or ticks.diff(now, self._window) < 0:
            self._window = now
            self._judge(now)
        if self._raw == self.down:
            return
        for button in self.wired:
            held = self._raw[button]
            if held == self.down[button]:
                continue
            since = self._since[button]
            hold = _HOLD_MS if self._noisy_until[button] is None else _NOISY_HOLD_MS
            if ticks.diff(now, since) < hold:
                continue
            self.down[button] = held
            if held:
                self._pressed_at[button] = since
                self.changed(button, 0, since, 0)
            else:
                self._stuck[button] = 0
                self.changed(button, 1, since, max(0, ticks.diff(since, self._pressed_at[button])))

    def _judge(self, now: int) -> None:
        for button in self.wired:
            if self._changes[button] >= _NOISY_CHANGES:
                self._noisy_until[button] = ticks.add(now, _NOISY_MS)
            elif self._noisy_until[button] is not None and ticks.diff(now, self._noisy_until[button]) >= 0:
                self._noisy_until[button] = None
            self._changes[button] = 0
            if self.down[button] and ticks.diff(now, self._pressed_at[button]) >= _STUCK_MS:
                self._stuck[button] = 1

    @property
    def stuck(self) -> list[int]:
        """Buttons that have been pressed since the start or for a minute, as spots: 100 and more."""
        return [TILES + button for button in self.wired if self._stuck[button]]

    @property
    def noisy(self) -> list[int]:
        """Buttons that chatter, or did in the last ten seconds, as spots."""
        return [TILES + button for button in self.wired if self._noisy_until[button] is not None]
