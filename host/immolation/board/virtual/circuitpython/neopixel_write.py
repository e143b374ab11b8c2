"""Stand-in for CircuitPython's `neopixel_write`: the frame goes to the board process. Knows no colours.

As on an RP2040: 10 us a byte (800 kHz), so 3.0 ms for 100 pixels, and the next frame starts at least 2 ms after the
last one's end so that the pixels latch.
"""

import struct

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_BYTE_US = 10
_LATCH_US = 2000
_free_at_us = 0


def neopixel_write(digitalinout: Any, buf: Any) -> None:
    """Clock the bytes out on the pin; returns when the last one is out."""
    global _free_at_us
    if digitalinout.direction is not _output():
        raise ValueError("Pin must be an output")
    start = max(hw.now_us(), _free_at_us)
    end = start + _BYTE_US * len(buf)
    _free_at_us = end + _LATCH_US
    hw.sleep_us(end - hw.now_us())
    hw.frames += 1
    if digitalinout._pin.name == hw.options["led_pin"]:  # the chain hangs on one pin only
        hw.send(b"f", struct.pack("<I", hw.frames & 0xFFFFFFFF) + bytes(buf))


def _output() -> Any:
    from digitalio import Direction

    return Direction.OUTPUT
