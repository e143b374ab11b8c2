"""Stand-in for CircuitPython's `digitalio`: pins that are read and driven. Knows only the board's own LED by name."""

import virtual_hardware as hw  # type: ignore[import-not-found]
from microcontroller import _claim, _release  # type: ignore[attr-defined]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass


class Direction:
    INPUT = hw.Enumerated("digitalio.Direction", "INPUT")
    OUTPUT = hw.Enumerated("digitalio.Direction", "OUTPUT")


class DriveMode:
    PUSH_PULL = hw.Enumerated("digitalio.DriveMode", "PUSH_PULL")
    OPEN_DRAIN = hw.Enumerated("digitalio.DriveMode", "OPEN_DRAIN")


class Pull:
    UP = hw.Enumerated("digitalio.Pull", "UP")
    DOWN = hw.Enumerated("digitalio.Pull", "DOWN")


class DigitalInOut:
    """One pin, an input until told otherwise; ValueError if it is in use."""

    def __init__(self, pin: Any) -> None:
        _claim([pin])
        self._pin = pin
        self._value = False
        self._pull: Any = None
        self.direction: Any = Direction.INPUT
        self.drive_mode: Any = DriveMode.PUSH_PULL

    def deinit(self) -> None:
        if self._pin is not None:
            _release([self._pin])
            self._pin = None

    def __enter__(self) -> "DigitalInOut":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def switch_to_output(self, value: bool = False, drive_mode: Any = DriveMode.PUSH_PULL) -> None:
        self.direction = Direction.OUTPUT
        self.drive_mode = drive_mode
        self.value = value

    def switch_to_input(self, pull: Any = None) -> None:
        self.direction = Direction.INPUT
        self._pull = pull

    @property
    def pull(self) -> Any:
        return self._pull

    @pull.setter
    def pull(self, value: Any) -> None:
        if self.direction is Direction.OUTPUT:
            raise AttributeError("Cannot set pull on output")
        self._pull = value

    @property
    def value(self) -> bool:
        """The level that the pin drives, or for an input where its pull leaves it."""
        return self._value if self.direction is Direction.OUTPUT else self._pull is Pull.UP

    @value.setter
    def value(self, value: bool) -> None:
        if self.direction is not Direction.OUTPUT:
            raise AttributeError("Cannot set value when direction is input.")
        if bool(value) != self._value and self._pin.name == "LED":
            hw.send(b"l", b"\x01" if value else b"\x00")
        self._value = bool(value)
