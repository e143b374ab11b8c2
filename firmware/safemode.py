"""Runs when CircuitPython has stopped everything after a fault, and starts the board again, a few times at most.

How often is counted in a byte that outlasts a reset and not the loss of power; a board that has run for a minute sets
it back. A stop that somebody asked for, or that would only come again, stays: the drive and the console work there.
"""

import microcontroller
import supervisor

LIMIT = 5
"""Starts after a fault before the board is left for a person to look at."""

FOR_PEOPLE = (
    "USER",
    "PROGRAMMATIC",
    "NO_CIRCUITPY",
    "USB_TOO_MANY_ENDPOINTS",
    "USB_TOO_MANY_INTERFACE_NAMES",
    "USB_BOOT_DEVICE_NOT_INTERFACE_ZERO",
)

try:
    from alarm import sleep_memory as kept
except ImportError:
    kept = bytearray([LIMIT])  # nothing outlasts a reset here, so there is no limit to hold to

reasons = [getattr(supervisor.SafeModeReason, name, None) for name in FOR_PEOPLE]
if kept[0] < LIMIT and supervisor.runtime.safe_mode_reason not in reasons:
    kept[0] += 1
    microcontroller.reset()
