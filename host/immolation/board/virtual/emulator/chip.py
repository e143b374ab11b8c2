"""One emulated RP2040 (``rp2040py``) that boots CircuitPython with the firmware on its drive.

Time here is the guest's: seconds and milliseconds the chip would have taken, however slow this machine is.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from immolation_board import wire
from rp2040py.boards import BOARDS, resolve_layout
from rp2040py.device import MicroPythonDevice
from rp2040py.external.ws2812 import Ws2812

from immolation.board.virtual.emulator import fat12
from immolation.board.virtual.emulator.wires import PulseClock, ReedMatrix

DRIVE_BYTES = 1024 * 1024
"""The drive of a Pico: the second half of its flash."""

_COMM, _DATA = 2, 10  # USB classes of a CDC channel's two interfaces
_INTERFACE = 4  # kind of a descriptor
_DTR_RTS = 3


class GuestTimeout(TimeoutError):
    """The guest did not do something in its own time; ``str()`` says what."""


def data_interface(descriptors: list[int]) -> int:
    """Number of the control interface of the last CDC channel in a configuration, which is ``usb_cdc.data``.

    Raises ValueError if there is only one channel: boot.py did not enable the second.
    """
    found = []
    at = 0
    while at + 1 < len(descriptors) and descriptors[at] >= 2:
        if descriptors[at + 1] == _INTERFACE and descriptors[at + 5] == _COMM:
            found.append(descriptors[at + 2])
        at += descriptors[at]
    if len(found) < 2:
        raise ValueError("The board shows one serial port; boot.py did not enable the one for data.")
    return found[-1]


def take_message(
    messages: list[tuple[float, dict[str, Any]]], kind: str, fields: Mapping[str, Any]
) -> tuple[float, dict[str, Any]] | None:
    """Take the first message of a kind with these fields out of the list, and those before it; None without one."""
    for at, (when, message) in enumerate(messages):
        if message["k"] == kind and all(message.get(name) == value for name, value in fields.items()):
            del messages[: at + 1]
            return when, message
    return None


class Chip:
    """Boot with `start`; then `send`, `until` and `matrix`. ``frames`` are the whole LED frames decoded so far."""

    def __init__(self, uf2: Path, board: str, drive: Path, folder: Path, pins: dict[str, Any]) -> None:
        spec = BOARDS[board]
        layout = resolve_layout(spec, "circuitpython")
        if layout is None:
            raise ValueError(f"rp2040py does not know where CircuitPython keeps its drive on a {board}.")
        size = layout.fs_blockcount * layout.fs_blocksize
        image = fat12.build(read_drive(drive), min(DRIVE_BYTES, size)).ljust(size, b"\xff")
        (folder / "drive.img").write_bytes(image)
        spec = dataclasses.replace(spec, image=uf2, layout=layout)
        self._device = MicroPythonDevice(board=spec, filesystem=folder / "drive.img", circuitpython=True)
        self._mcu = self._device.mcu
        self._leds = Ws2812(gpio=pins["led"], color_order=pins["order"], on_pixels=self._frame)
        self._leds.attach(self._mcu)
        PulseClock(self._mcu.clock, self._mcu.gpio[pins["led"]])
        self.matrix = ReedMatrix(
            [self._mcu.gpio[number] for number in pins["rows"]],
            [self._mcu.gpio[number] for number in pins["columns"]],
        )
        self._leds_in_all: int = pins["leds"]
        self.frames: list[tuple[float, list[tuple[int, int, int]]]] = []
        self.torn = 0
        """Frames of another length than the chain has."""

        self.messages: list[tuple[float, dict[str, Any]]] = []
        self.reader = wire.LineReader()
        self._device.cdc.on_serial_data = self._on_console_data
        self._out = bytearray()
        self._answer: Callable[[int, int], None]
        self._armed: int | None = None
        """Bytes that the board would take now, while there are none."""

    @property
    def now_ms(self) -> float:
        """The guest's clock."""
        return float(self._mcu.clock.nanos) / 1e6

    async def start(self) -> None:
        """Boot until USB is up and open the data port, as a host does."""
        await self._device.astart(timeout=None)
        cdc = self._device.cdc
        # rp2040py opens the first channel; the wire is on the last. Its reading is on the last already.
        cdc._cdc_set_control_line_state(_DTR_RTS, data_interface(list(cdc._descriptors)))
        # rp2040py answers with an empty packet, for ever, where a host that has nothing to say says nothing.
        self._answer = cdc.usb.on_endpoint_read
        cdc.usb.on_endpoint_read = self._on_endpoint_read

    def stop(self) -> None:
        """Power off."""
        self._device.stop()

    def send(self, message: dict[str, Any]) -> None:
        """Queue one line for the board."""
        self._out += wire.line(message)

    async def until(self, done: Callable[[], Any], within_ms: float, what: str) -> Any:
        """Run the guest until ``done()`` is true and return that. Raises GuestTimeout with ``what`` was awaited."""
        end = self.now_ms + within_ms
        while True:
            self._feed()
            found = done()
            if found:
                return found
            if self.now_ms > end:
                raise GuestTimeout(f"No {what} within {within_ms:.0f} ms of the chip's time.")
            await asyncio.sleep(0)

    async def message(self, kind: str, within_ms: float, **fields: Any) -> tuple[float, dict[str, Any]]:
        """The next message of a kind with these fields, and when it came."""

        found: tuple[float, dict[str, Any]] = await self.until(
            lambda: take_message(self.messages, kind, fields), within_ms, f"'{kind}' message"
        )
        return found

    def _feed(self) -> None:
        fifo = self._device.cdc.tx_fifo
        while self._out and not fifo.full:
            self._device.cdc.send_serial_byte(self._out.pop(0))
        if self._armed is not None and fifo.item_count:
            size, self._armed = self._armed, None
            self._answer(self._device.cdc._out_endpoint, size)

    def _on_endpoint_read(self, endpoint: int, size: int) -> None:
        cdc = self._device.cdc
        if endpoint == cdc._out_endpoint and not cdc.tx_fifo.item_count:
            self._armed = size
        else:
            self._answer(endpoint, size)

    def _on_console_data(self, data: bytes) -> None:
        for message in self.reader.feed(data, len(data)):
            self.messages.append((self.now_ms, message))

    def _frame(self, pixels: list[tuple[int, int, int]]) -> None:
        if len(pixels) == self._leds_in_all:
            self.frames.append((self.now_ms, pixels[: wire.TILES]))
        else:
            self.torn += 1


def read_drive(drive: Path) -> dict[str, bytes]:
    """Every file of a folder by its path on the drive."""
    return {str(path.relative_to(drive)): path.read_bytes() for path in sorted(drive.rglob("*")) if path.is_file()}
