"""Runs once after a reset, before USB starts: gives the board a second serial port for its data.

The console port stays for people. The CIRCUITPY drive stays writable by the computer.
"""

import usb_cdc

try:
    import usb_midi

    usb_midi.disable()
except (ImportError, AttributeError):
    pass
try:
    import usb_hid

    usb_hid.disable()
except (ImportError, AttributeError):
    pass

import os

# An ESP32-S3 has five endpoints: drive, data port and its own control take them all, so that its console goes. The
# board says everything on its data port too. Asking for more than there are ends in safe mode.
_few_endpoints = "esp32s" in os.uname().machine.lower()
usb_cdc.enable(console=not _few_endpoints, data=True)
