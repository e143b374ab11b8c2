"""Stand-in for CircuitPython's `busio`: I2C with the 3-axis sensors of a board that has them. Knows no tiles of a game.

Five TCA9548A switch forty channels; three TMAG5273 hang on each, or one on each fourth. What a sensor feels comes from
the board process. One that is absent does not answer; two that are switched on at once would both.
"""

import virtual_hardware as hw  # type: ignore[import-not-found]
from microcontroller import _claim, _release  # type: ignore[attr-defined]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_FIRST = 0x70
_ADDRESSES = (0x35, 0x22, 0x44)
_ABSENT = -32768
_MAKER = (0x49, 0x54)
_FULL_SCALE_UT = 40000
_CONVERSION_US = 2600


class _Sensor:
    """A TMAG5273x1 in standby."""

    def __init__(self, tile: int) -> None:
        self.tile = tile
        self.registers = bytearray(32)
        self.registers[0x0D] = 1
        self.registers[0x0E], self.registers[0x0F] = _MAKER
        self.registers[0x18] = 0x10
        self._begun = -1

    def write(self, data: bytes) -> None:
        at = data[0] & 0x7F
        for value in data[1:]:
            if at == 0x18:
                self.registers[at] &= ~(value & 0x10) & 0xFF
            elif at < 0x0D:
                self.registers[at] = value
            at += 1

    def read(self, at: int, into: Any) -> None:
        self._convert()
        for place in range(len(into)):
            into[place] = self.registers[(at & 0x7F) + place]
        if at & 0x80:
            self._begun = hw.now_us()

    def _convert(self) -> None:
        if self._begun < 0 or hw.now_us() - self._begun < _CONVERSION_US:
            return
        self._begun = -1
        for axis in range(3):
            counts = 0
            if self.registers[2] & (0x10 << axis):
                counts = hw.fields[3 * self.tile + axis] * 32768 // _FULL_SCALE_UT
                counts = max(-32768, min(32767, counts)) & 0xFFFF
            self.registers[0x12 + 2 * axis] = counts >> 8
            self.registers[0x13 + 2 * axis] = counts & 0xFF


_sensors = [_Sensor(tile) for tile in range(100)] if hw.options.get("identity") else []
"""Made with the stand-ins, so that none is charged to the firmware's heap."""


class I2C:
    """A bus with its pull-ups; RuntimeError where no sensors are wired to these pins."""

    def __init__(self, scl: Any, sda: Any, *, frequency: int = 100000, timeout: int = 255) -> None:
        if hw.options.get("identity") != [sda.name, scl.name]:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        _claim([scl, sda])
        self._pins = [scl, sda]
        self._locked = False
        self._channels = [0] * 5

    def deinit(self) -> None:
        _release(self._pins)
        self._pins = []

    def try_lock(self) -> bool:
        self._locked, before = True, self._locked
        return not before

    def unlock(self) -> None:
        self._locked = False

    def writeto(self, address: int, buffer: Any) -> None:
        hw.background()
        if _FIRST <= address < _FIRST + 5:
            self._channels[address - _FIRST] = buffer[len(buffer) - 1]
            return
        for sensor in self._at(address):
            sensor.write(bytes(buffer))

    def writeto_then_readfrom(self, address: int, out_buffer: Any, in_buffer: Any) -> None:
        hw.background()
        for sensor in self._at(address):
            sensor.read(out_buffer[0], in_buffer)

    def _at(self, address: int) -> "list[_Sensor]":
        """The sensors that hear an address now. Raises OSError where none does."""
        found = []
        for multiplexer in range(5):
            for channel in range(8):
                if self._channels[multiplexer] & 1 << channel and address in _ADDRESSES:
                    column = channel % 4 * 3 + _ADDRESSES.index(address)
                    tile = 20 * multiplexer + 10 * (channel // 4) + column
                    if column < 10 and hw.fields[3 * tile + 2] != _ABSENT:
                        found.append(_sensors[tile])
        if not self._locked or not found:
            raise OSError(19)
        return found
