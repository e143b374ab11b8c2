"""Stand-in for CircuitPython's `watchdog` on an RP2040: at most 8 s, RESET only, and it cannot be stopped.

The board process holds the dog; it bites even when this interpreter hangs.
"""

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_LONGEST_S = 8.0
_TELL_EVERY_US = 50_000  # feeding is told to the board process at most this often


class WatchDogTimeout(Exception):
    """Never raised on this chip."""


class WatchDogMode:
    RAISE = hw.Enumerated("watchdog.WatchDogMode", "RAISE")
    RESET = hw.Enumerated("watchdog.WatchDogMode", "RESET")


class WatchDogTimer:
    """Use `microcontroller.watchdog`."""

    def __init__(self) -> None:
        self._timeout = 0.0
        self._mode: Any = None
        self._told_us = 0

    def feed(self) -> None:
        now = hw.now_us()
        if self._mode is not None and now - self._told_us >= _TELL_EVERY_US:
            self._told_us = now
            hw.send(b"d", int(self._timeout * 1000).to_bytes(4, "little"))

    def deinit(self) -> None:
        """Stop watching, as an RP2040 can."""
        if self._mode is not None:
            self._mode = None
            hw.send(b"d", bytes(4))

    @property
    def timeout(self) -> float:
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if seconds <= 0:
            raise ValueError("timeout must be greater than 0")
        if seconds > _LONGEST_S:
            raise ValueError("timeout duration exceeded the maximum supported value")
        self._timeout = seconds
        self._told_us = 0
        self.feed()

    @property
    def mode(self) -> Any:
        return self._mode

    @mode.setter
    def mode(self, mode: Any) -> None:
        if mode is WatchDogMode.RAISE:
            raise NotImplementedError("RAISE mode is not implemented")
        if mode is not None and not self._timeout:
            raise ValueError("WatchDogTimer.timeout must be greater than 0")
        if mode is None and self._mode is not None:
            self.deinit()
        self._mode = mode
        self._told_us = 0
        self.feed()
