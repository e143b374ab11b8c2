"""Writes frames to the LEDs where no DMA channel is free, as on a Pico W whose radio does not start and keeps them all.

CircuitPython's own ``neopixel_write`` needs a channel too, and does nothing without one.
"""

from .ticks import const

try:
    from typing import Any
except ImportError:
    pass

_PIECE = const(8)
"""Bytes that a state machine takes at once without DMA; they are 80 us on the wire."""


def write(machine: Any, frame: Any) -> None:
    """Wait until a frame is on the wire: 4 ms for 100 LEDs. LEDs that end a frame after 50 us of pause may flicker."""
    for start in range(0, len(frame), _PIECE):
        machine.write(frame, start=start, end=min(len(frame), start + _PIECE))
