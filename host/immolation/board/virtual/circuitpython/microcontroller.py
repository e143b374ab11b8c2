"""Stand-in for CircuitPython's `microcontroller`: chip, pins, memory that lasts, reset. Knows no firmware."""

import virtual_hardware as hw  # type: ignore[import-not-found]
from watchdog import WatchDogTimer

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_NVM_BYTES = 4096


class Pin:
    """A leg of the chip; get them from `board`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.used = False

    def __repr__(self) -> str:
        return "board." + self.name


_pins: "dict[str, Pin]" = {}


def _pin(name: str) -> Pin:
    if name not in _pins:
        _pins[name] = Pin(name)
    return _pins[name]


def _claim(pins: "list[Any]") -> None:
    for at, pin in enumerate(pins):
        if not isinstance(pin, Pin):
            raise TypeError("Expected a Pin")
        if pin.used or pin in pins[:at]:
            raise ValueError("%s in use" % pin.name)
    for pin in pins:
        pin.used = True


def _release(pins: "list[Any]") -> None:
    for pin in pins:
        pin.used = False


class ResetReason:
    POWER_ON = hw.Enumerated("microcontroller.ResetReason", "POWER_ON")
    BROWNOUT = hw.Enumerated("microcontroller.ResetReason", "BROWNOUT")
    SOFTWARE = hw.Enumerated("microcontroller.ResetReason", "SOFTWARE")
    DEEP_SLEEP_ALARM = hw.Enumerated("microcontroller.ResetReason", "DEEP_SLEEP_ALARM")
    RESET_PIN = hw.Enumerated("microcontroller.ResetReason", "RESET_PIN")
    WATCHDOG = hw.Enumerated("microcontroller.ResetReason", "WATCHDOG")
    UNKNOWN = hw.Enumerated("microcontroller.ResetReason", "UNKNOWN")
    RESCUE_DEBUG = hw.Enumerated("microcontroller.ResetReason", "RESCUE_DEBUG")


class RunMode:
    NORMAL = hw.Enumerated("microcontroller.RunMode", "NORMAL")
    SAFE_MODE = hw.Enumerated("microcontroller.RunMode", "SAFE_MODE")
    UF2 = hw.Enumerated("microcontroller.RunMode", "UF2")
    BOOTLOADER = hw.Enumerated("microcontroller.RunMode", "BOOTLOADER")


class Processor:
    """The one core that runs Python."""

    frequency = 125_000_000
    temperature = 27.0
    voltage: "float | None" = None

    @property
    def uid(self) -> bytearray:
        return bytearray(bytes.fromhex(hw.options["uid"]))

    @property
    def reset_reason(self) -> Any:
        return getattr(ResetReason, hw.options["reset_reason"])


class ByteArray:
    """Memory that lasts over power-off, 4096 bytes; every change rewrites the whole sector, as on the chip."""

    def __init__(self) -> None:
        self._path = hw.options["nvm"]
        try:
            with open(self._path, "rb") as file:
                self._bytes = bytearray(file.read())
        except OSError:
            self._bytes = bytearray(b"\xff" * _NVM_BYTES)

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return _NVM_BYTES

    def __getitem__(self, index: Any) -> Any:
        return self._bytes[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice) and len(self._bytes[index]) != len(value):
            raise ValueError("Slice and value different lengths.")
        before = bytes(self._bytes)
        self._bytes[index] = value
        if bytes(self._bytes) != before:
            with open(self._path, "wb") as file:
                file.write(self._bytes)


def delay_us(delay: int) -> None:
    """Wait without doing anything else."""
    end = hw.now_us() + delay
    while hw.now_us() < end:
        pass


def disable_interrupts() -> None:
    """No interrupts to disable here."""


def enable_interrupts() -> None:
    """No interrupts to enable here."""


def on_next_reset(run_mode: Any) -> None:
    """Only a normal start makes sense here."""
    if run_mode is RunMode.UF2 or run_mode is RunMode.BOOTLOADER:
        raise ValueError("The virtual board has no bootloader")


def reset() -> None:
    """Start again from nothing; does not return."""
    hw.ask_board(b"x")


cpu = Processor()
cpus = (cpu,)
nvm = ByteArray()
watchdog = WatchDogTimer()
