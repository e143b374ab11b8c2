"""Shows without a host what a board can do: every row, column and colour, then every sensor and button.

A maker watches the lights for a dead or miswired LED, then moves a magnet over all tiles and presses all buttons: each
lights up while it is held and keeps a green glow once it has answered. What else a host asks for once in a board's life
is here too, so that it takes no memory meanwhile.
"""

from . import ticks
from .layers import Layer
from .wiring import BUTTON_NAMES, SPOTS, TILES

try:
    from typing import Any
except ImportError:
    pass

LINE_MS = 150
COLOUR_MS = 800
GIVE_UP_MS = 300000
"""Five minutes without a change end the test, so that a board is never left in it."""

COLOURS = (("red", 0xFF0000), ("green", 0x00FF00), ("blue", 0x0000FF), ("white", 0xFFFFFF))
ALL = bytes(range(SPOTS))


class SelfTest:
    """Lights for the self-test, step by step.

    ``show(layers)`` puts them on, ``log(text)`` tells the host, ``buttons`` are the board's own, or None.
    """

    def __init__(self, show: Any, log: Any, buttons: Any = None) -> None:
        self._buttons = buttons
        self._show = show
        self._log = log
        self.running = False
        self._step = 0
        self._at = 0
        self._answered = bytearray(SPOTS)
        self._before = bytearray(SPOTS)
        self._spots = list(range(TILES)) + [TILES + button for button in buttons.wired] if buttons else range(TILES)

    def start(self, now: int) -> None:
        """Begin with the rows."""
        self.running = True
        self._step = -1
        self._at = now
        for spot in range(SPOTS):
            self._answered[spot] = 0
        self._log("Self-test: rows, columns, red, green, blue, white; then move a magnet over every tile.")

    def stop(self) -> None:
        """End it and tell which sensors have answered."""
        if not self.running:
            return
        self.running = False
        if self._step < 24:
            self._log("Self-test stopped before the sensors.")
            return
        silent = [spot for spot in self._spots if not self._answered[spot]]
        if not silent:
            self._log("Self-test: all %d sensors answered." % len(self._spots))
            return
        named = " ".join([_name(spot) for spot in silent[:25]])
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
        if self._changed(occupied):
            self._at = now
            self._show(self._sensors(occupied))
        elif passed >= GIVE_UP_MS:
            self.stop()

    def _changed(self, occupied: bytearray) -> bool:
        before = self._before
        return occupied != before[:TILES] or (self._buttons is not None and self._buttons.down != before[TILES:])

    def _sensors(self, occupied: bytearray) -> tuple[Layer, ...]:
        held = self._before
        held[:TILES] = occupied
        if self._buttons is not None:
            held[TILES:] = self._buttons.down
        for spot in self._spots:
            if held[spot]:
                self._answered[spot] = 1
        here = [spot for spot in self._spots if held[spot]]
        seen = [spot for spot in self._spots if self._answered[spot] and not held[spot]]
        rest = [spot for spot in self._spots if not self._answered[spot]]
        return (
            Layer("solid", 0x280000, rest),
            Layer("solid", 0x006020, seen),
            Layer("solid", 0xFFFFFF, here),
        )


def _name(spot: int) -> str:
    return "%02d" % spot if spot < TILES else "button-" + BUTTON_NAMES[spot - TILES]


def _lines(step: int) -> tuple[Layer, ...]:
    if step < 10:
        return (Layer("solid", 0xFFB060, [10 * step + column for column in range(10)]),)
    if step < 20:
        return (Layer("solid", 0x60B0FF, [10 * row + step - 10 for row in range(10)]),)
    return (Layer("solid", COLOURS[step - 20][1], ALL),)


def frame_and_glow() -> tuple[Layer, ...]:
    """Layers that show where a board is: all tiles pulse blue and the rim blinks white."""
    rim = [tile for tile in range(TILES) if tile < 10 or tile >= 90 or tile % 10 in (0, 9)]
    return (Layer("pulse", 0x4080FF, range(TILES), 50, 160, 120), Layer("blink", 0xFFFFFF, rim, 100, 180))


def calibrate(sensors: Any, session: Any) -> None:
    """Leave out the tiles that read occupied on an empty board, and tell the host which."""
    try:
        stuck = sensors.calibrate()
    except ValueError as refused:
        session.log("Calibration refused: %s" % refused)
        return
    session.moved()
    if stuck:
        named = " ".join(["%02d" % tile for tile in stuck])
        session.log("Calibrated: tiles %s read occupied on an empty board and are left out." % named)
    else:
        session.log("Calibrated: all 100 tiles read empty.")
