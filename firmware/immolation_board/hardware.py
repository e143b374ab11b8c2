"""Wraps what a running board uses of CircuitPython's own modules: scanner, LEDs, clock, watchdog, console."""

import gc
from array import array

import board
import digitalio
import keypad
import microcontroller
import neopixel_write
import supervisor
import usb_cdc

from . import ticks
from .configuration import BadSetting
from .sensors import MAX_EVENTS
from .ticks import const

try:
    from rp2pio import StateMachine
except ImportError:  # an ESP32-S3
    StateMachine = None
try:
    from typing import Any
except ImportError:
    pass

_WATCHDOG_S = const(8)
"""The longest an RP2040 can."""

_CONSOLE_ROOM = const(128)
"""Bytes that may wait on the console when CircuitPython may print a line of its own; half of an RP2040's buffer."""

_PIECE = const(8)
"""Bytes that a state machine takes at once without DMA; they are 80 us on the wire."""

_LATCH = const(30)
"""Bytes, of 10 us each, for which the wire must be silent until LEDs show what they have; newer ones want 280 us."""

_REFUSALS = (RuntimeError, OSError, ValueError, MemoryError)
"""Errors that CircuitPython raises when the radio, or anything else, holds all state machines or DMA channels."""

ticks_ms = supervisor.ticks_ms
free_memory: Any = getattr(gc, "mem_free")  # noqa: B009  type checkers know the big Python's gc only


class Parts:
    """Parts that exist once and are needed again when the board fails: a pin can be taken only once."""

    light: Any = None
    strip: Any = None


class LedStrip:
    """The data pin of the LEDs. Raises ValueError if the pin is in use.

    A frame goes out in the background where there is a PIO (RP2040, RP2350) with a state machine and a DMA channel to
    spare; elsewhere writing one takes 30 to 40 us an LED.
    """

    def __init__(self, pin: Any) -> None:
        self._out: Any = None
        self._machine: Any = None
        self._begun = False
        self._silent_at = 0
        self.slow = False
        """Whether no DMA channel is free, as on a Pico W whose radio does not start and keeps them all; without one
        ``neopixel_write`` would do nothing."""
        if StateMachine is not None:
            try:
                # The program that CircuitPython's neopixel_write has too: out x 1 side 0 [6]; jmp !x 3 side 1 [3];
                # jmp 0 side 1 [4]; nop side 0 [4].
                self._machine = StateMachine(
                    array("H", [0x6621, 0x1323, 0x1400, 0xA442]),
                    frequency=12_800_000,
                    first_sideset_pin=pin,
                    auto_pull=True,
                    pull_threshold=8,
                    out_shift_right=False,
                    wait_for_txstall=False,
                )
            except _REFUSALS:
                pass
        if self._machine is None:
            self._out = digitalio.DigitalInOut(pin)
            self._out.direction = digitalio.Direction.OUTPUT
        Parts.strip = self

    def ready(self) -> bool:
        """Whether the frame before has left and the LEDs have taken it, so that its buffer may be written again."""
        if not self._begun:
            return True
        # `writing` is true before the first frame too, and false while the last bytes are still on the wire.
        return not self._machine.writing and ticks.diff(ticks_ms(), self._silent_at) >= 0

    def write(self, frame: Any) -> None:
        """Clock a frame out; meanwhile USB and the scanner go on. It must not change until `ready`."""
        if self._machine is None:
            neopixel_write.neopixel_write(self._out, frame)
        elif self.slow:
            self._write_pieces(frame)
        else:
            try:
                self._machine.background_write(frame)  # the channel that the first frame gets stays ours
                self._begun = True
                # One more, because this millisecond has begun already.
                self._silent_at = ticks.add(ticks_ms(), (len(frame) + _LATCH + 99) // 100 + 1)
            except _REFUSALS:
                if self._begun:
                    raise
                self.slow = True
                self._write_pieces(frame)

    def _write_pieces(self, frame: Any) -> None:
        """Wait until a frame is on the wire: 4 ms for 100 LEDs. LEDs that end one after 50 us of pause may flicker."""
        for start in range(0, len(frame), _PIECE):
            self._machine.write(frame, start=start, end=min(len(frame), start + _PIECE))


class StatusLight:
    """The small light on the microcontroller's own board, if it has one that can be used."""

    def __init__(self) -> None:
        self._out: Any = None
        self._pixel: Any = None
        self._on = False
        for name in ("LED", "NEOPIXEL"):
            try:
                out = digitalio.DigitalInOut(getattr(board, name))
            except (AttributeError, ValueError):
                continue
            out.direction = digitalio.Direction.OUTPUT
            if name == "LED":
                self._out = out
            else:
                self._pixel = out
            return

    def set(self, on: bool) -> None:
        """On or off."""
        if on == self._on:
            return
        self._on = on
        if self._out is not None:
            self._out.value = on
        elif self._pixel is not None:
            neopixel_write.neopixel_write(self._pixel, b"\x00\x20\x00" if on else b"\x00\x00\x00")


def status_light() -> StatusLight:
    """The one status light."""
    if Parts.light is None:
        Parts.light = StatusLight()
    return Parts.light


class Scanner:
    """Makes the native scanner that the settings ask for; ``pins`` and ``options`` are its keywords."""

    def __init__(self, kind: str, pins: dict[str, Any], options: dict[str, Any]) -> None:
        self._class: Any = keypad.KeyMatrix if kind == "matrix" else keypad.ShiftRegisterKeys
        self._keywords = dict(pins)
        self._keywords.update(options)
        self._keywords["max_events"] = MAX_EVENTS
        self._keywords["debounce_threshold"] = 1
        self._native: Any = None
        self.event = keypad.Event()

    def make(self, scan_ms: int) -> Any:
        """A scanner with this interval; the one before is given back. Raises BadSetting for pins that do not work."""
        if self._native is not None:
            self._native.deinit()
            self._native = None
        try:
            self._native = self._class(interval=scan_ms / 1000, **self._keywords)
        except ValueError as error:
            raise BadSetting("settings.toml: the SENSOR pins cannot be used: %s." % error) from None
        return self._native


def forget_faults() -> None:
    """Set back what ``safemode.py`` counts: this board is steady again."""
    try:
        from alarm import sleep_memory  # only here: not every chip has it
    except ImportError:
        return
    sleep_memory[0] = 0


class Watchdog:
    """Starts the board anew when nobody has fed for _WATCHDOG_S. Harmless before `go_on` and on chips without one."""

    def __init__(self) -> None:
        self._timer: Any = microcontroller.watchdog
        self._running = False

    def go_on(self) -> None:
        """Watch from now on."""
        if self._timer is not None:
            from watchdog import WatchDogMode  # only here: not every chip has one

            self._timer.timeout = _WATCHDOG_S
            self._timer.mode = WatchDogMode.RESET
            self._running = True

    def pause(self) -> None:
        """Do not watch while the port waits for something that has a bound of its own."""
        if self._running:
            self._running = False
            self._timer.mode = None

    def feed(self) -> None:
        """The board is well."""
        if self._timer is not None:
            self._timer.feed()

    def may_wait(self) -> bool:
        """Whether a line that CircuitPython itself prints would not wait for the console's reader."""
        console = usb_cdc.console
        return console is None or not console.connected or console.out_waiting < _CONSOLE_ROOM


watchdog = Watchdog()


def say(text: str) -> None:
    """One line on the console. Never waits: ``print`` would, for ever, if a terminal is open that does not read."""
    console = usb_cdc.console
    if console is not None and console.connected:
        console.write_timeout = 0
        console.write(text.encode() + b"\r\n")
