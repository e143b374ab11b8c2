"""Runs the firmware on rp2040js, about ten times as fast as ``rp2040py``: for frames, latency and memory.

Time here is the chip's own: milliseconds since power-on, however slow this machine is. Misses of the flash cache are
not modelled, so a real chip is somewhat slower.
"""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from immolation_board import wire
from rp2040py.boards import BOARDS, resolve_layout
from rp2040py.device.bootrom import BOOTROM_B1

from immolation.board.virtual.emulator import fat12
from immolation.board.virtual.emulator.air import Air
from immolation.board.virtual.emulator.chip import GuestTimeout, take_message
from immolation.board.virtual.emulator.radio import Radio

SCRIPT = Path(__file__).with_name("fast_chip.mjs")
DRIVE_BYTES = 1024 * 1024
"""The drive of a Pico: the second half of its flash."""

FLASH_START = 0x10000000
_BLOCK = 512
RADIO_PINS = {"clock": 29, "data": 24, "select": 25, "power": 23}
"""How a Pico W's radio is soldered to its chip."""


def image(uf2: Path) -> bytes:
    """Return what a UF2 puts into the flash, from its first byte on."""
    content = uf2.read_bytes()
    flash = bytearray()
    for at in range(0, len(content), _BLOCK):
        address, size = struct.unpack_from("<II", content, at + 12)
        start = address - FLASH_START
        if start + size > len(flash):
            flash.extend(b"\xff" * (start + size - len(flash)))
        flash[start : start + size] = content[at + 32 : at + 32 + size]
    return bytes(flash)


class FastChip:
    """A Pico or Pico W that boots when it is made. ``frames`` and ``messages`` are (milliseconds, what came)."""

    def __init__(
        self,
        uf2: Path,
        board: str,
        files: Mapping[str, bytes],
        wiring: Mapping[str, Any],
        contacts: Sequence[int],
        folder: Path,
        library: Path,
        radio: Radio | None = None,
    ) -> None:
        self._contacts = contacts
        self.radio = radio
        self.air: Air | None = None
        """The broker that the board speaks to instead of to a serial port."""
        if radio is not None:
            wiring = {**wiring, "radio": RADIO_PINS}
        layout = resolve_layout(BOARDS[board], "circuitpython")
        if layout is None:
            raise ValueError(f"Nobody knows where CircuitPython keeps its drive on a {board}.")
        drive = fat12.build(dict(files), min(DRIVE_BYTES, 0x200000 - layout.fs_start))
        (folder / "flash.bin").write_bytes(image(uf2).ljust(layout.fs_start, b"\xff") + drive)
        (folder / "rom.bin").write_bytes(struct.pack("<4096I", *BOOTROM_B1))
        self._process = subprocess.Popen(
            ["node", str(SCRIPT), str(library), str(folder / "rom.bin"), str(folder / "flash.bin"), json.dumps(wiring)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.now = 0.0
        self.queued = 0
        """Bytes that the board has not taken yet."""
        self.frames: list[tuple[float, bytes]] = []
        self.torn = 0
        self.pauses: list[float] = []
        """Microseconds for which the LEDs' wire was silent before each frame."""
        self.messages: list[tuple[float, dict[str, Any]]] = []
        self.high: dict[int, list[float]] = {}
        """Milliseconds for which each timed pin was high."""
        self.resets: list[tuple[float, int]] = []
        self.console = bytearray()
        self.reader = wire.LineReader()
        self.booted = False

    def stop(self) -> None:
        """Power off."""
        self._process.kill()
        self._process.wait()

    def do(self, **command: Any) -> None:
        """One command of fast_chip.mjs. Raises RuntimeError if the emulator has ended."""
        if self.air is not None:
            self.messages += [(self.now, message) for message in self.air.turn()]
        if self.radio is not None:
            self.radio.turn()
            command["waiting"] = self.radio.waiting
        answer = self._exchange(command)
        while "radio" in answer:
            assert self.radio is not None
            answer = self._exchange(self.radio.exchange(answer["radio"]))
        self.now, self.queued = answer["now"], answer["queued"]
        for kind, when, value in answer["events"]:
            self._on_event(kind, when, value)

    def _exchange(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """One line there and one back."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(said) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())  # type: ignore[no-any-return]
        except (BrokenPipeError, ValueError):
            raise RuntimeError("The emulator (node) has ended; its last words stand above.") from None

    def _on_event(self, kind: str, when: float, value: Any) -> None:
        if kind == "frame":
            self.frames.append((when, bytes.fromhex(value)))
        elif kind == "torn":
            self.torn += self.booted  # before code.py the status light is tried on other pins
        elif kind == "pause":
            self.pauses.append(value)
        elif kind == "high":
            self.high.setdefault(value[0], []).append(value[1])
        elif kind == "data":
            data = bytes.fromhex(value)
            self.messages += [(when, message) for message in self.reader.feed(data, len(data))]
        elif kind == "console":
            self.console += bytes.fromhex(value)
        elif kind == "reset":
            self.resets.append((when, value))
        elif kind == "usb":
            self.booted = True

    def run(self, ms: float, step: float = 20) -> None:
        """Let so much of the chip's time pass."""
        end = self.now + ms
        while self.now < end:
            self.do(run=min(step, end - self.now + 0.01))

    def until(self, done: Callable[[], Any], within_ms: float, what: str, step: float = 1) -> Any:
        """Run until ``done()`` is true and return that. Raises GuestTimeout with ``what`` was awaited."""
        end = self.now + within_ms
        while not (found := done()):
            if self.now > end:
                raise GuestTimeout(f"No {what} within {within_ms:.0f} ms of the chip's time.")
            self.do(run=step)
        return found

    def start(self) -> dict[str, Any]:
        """Wait for USB, open the data port and meet the board; its ``hello``."""
        self.until(lambda: self.booted, 8_000, "USB", 20)
        self.do(dtr=True, run=20)
        self.send({"k": "hello", "v": list(wire.PROTOCOL), "s": 1})
        _, hello = self.message("hello", 15_000)
        return hello

    def send(self, message: dict[str, Any]) -> None:
        """Queue one line for the board, or publish it where there is a broker."""
        if self.air is not None:
            self.air.send(message)
            return
        self.do(send=wire.line(message).hex())

    def hold(self, tiles: Iterable[int]) -> None:
        """Magnets lie on these tiles, fingers on these buttons (100 and more), and nowhere else."""
        self.do(closed=sorted(self._contacts[tile] for tile in tiles))

    def message(self, kind: str, within_ms: float, **fields: Any) -> tuple[float, dict[str, Any]]:
        """The next message of a kind with these fields, and when it came; those before it are forgotten."""

        found: tuple[float, dict[str, Any]] = self.until(
            lambda: take_message(self.messages, kind, fields), within_ms, f"'{kind}' message"
        )
        return found
