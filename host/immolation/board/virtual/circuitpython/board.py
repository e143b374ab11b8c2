"""Stand-in for CircuitPython's `board`: the pins of a Raspberry Pi Pico W."""

from microcontroller import _pin  # type: ignore[attr-defined]

board_id = "raspberrypi_pico_w"

for _number in range(29):
    if _number not in (23, 24, 25):  # those drive the Wi-Fi chip
        globals()["GP%d" % _number] = _pin("GP%d" % _number)
LED = _pin("LED")
A0 = _pin("GP26")
A1 = _pin("GP27")
A2 = _pin("GP28")
VBUS_SENSE = _pin("VBUS_SENSE")
