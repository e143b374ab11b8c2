"""Links to a board on a serial port, USB or a pseudo-terminal; moves messages without reading them.

Two threads do what may block; the event loop never does. A port that stops taking bytes is given up and reopened: how
much of a timed out write went through is unknown, so only a fresh start with a newline is safe.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import serial
from immolation_board import wire

from . import circuitpy_drive, usb
from .link import LinkClosed, Message
from .usb import UsbIdentity

log = logging.getLogger(__name__)

BAUD = 115200
"""Ignored by USB; never 1200, which resets some boards into their bootloader."""

WRITE_TIMEOUT_S = 2.0
"""A board reads at least once a frame (20 ms); one that has not read for this long hangs."""

READ_TIMEOUT_S = 0.5
"""How soon the reading thread notices that the link was closed, where a read cannot be cancelled."""

OUT_QUEUE = 64
"""Messages waiting for the port: four whole scenes. Older ones are superseded, so the oldest is dropped first."""

IN_QUEUE = 4096
"""Messages not yet taken by the host; a board that sends faster than this is drained is broken."""

CHUNK = 4096

UNPLUGGED = (errno.EIO, errno.ENODEV, errno.ENXIO)
"""What reads and writes fail with where a device has gone."""


class SerialLink:
    """One board on one serial port, found again by its USB identity after a replug.

    ``port`` is a path (``/dev/ttyACM1``, ``COM4``, a pseudo-terminal) or a `UsbIdentity`. ``disturb`` maps the bytes of
    both directions before they are used; it stands for a bad cable in tests and demonstrations.
    """

    def __init__(self, port: str | UsbIdentity, *, disturb: Callable[[bytes], bytes] | None = None) -> None:
        self.port = port
        self.name = str(port)
        self.dropped = 0
        """Messages dropped because the board did not read."""
        self._disturb = disturb
        self._reader = wire.LineReader()
        self._serial: serial.Serial | None = None
        self._session: _Session | None = None

    @property
    def bad_lines(self) -> int:
        """Lines refused since the link was made."""
        return self._reader.bad

    async def open(self) -> None:
        """Open the port and send a newline, which ends whatever half a line the board still holds.

        Raises LinkClosed with what to do.
        """
        await self.close()
        loop = asyncio.get_running_loop()
        self._reader.reset()
        opened, moved = await loop.run_in_executor(None, self._open_port)
        session = _Session(opened, moved, loop, self._reader, self._disturb)
        self._session = session
        session.put(b"\n")

    def _open_port(self) -> tuple[serial.Serial, Callable[[], bool]]:
        """Open the port; and return what tells whether its path, a link perhaps, leads to another device by now."""
        path = self._path()
        device = os.path.realpath(path)
        try:
            opened = serial.Serial(
                path, BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=_exclusive()
            )
        except (serial.SerialException, OSError, ValueError) as error:
            raise LinkClosed(_why_not(path, error)) from None
        opened.reset_input_buffer()  # stale bytes of an earlier session begin in the middle of a line
        return opened, lambda: os.path.realpath(path) != device

    def _path(self) -> str:
        if isinstance(self.port, str):
            self.name = self.port
            return self.port
        ports = usb.boards(usb.all_ports()).get(self.port)
        if not ports:
            raise LinkClosed(f"Board {self.port} is not plugged in.")
        port = usb.data_port(ports)
        if port is None:
            raise LinkClosed(
                f"Board {self.port} offers only its console ({ports[0].device}); flash it with "
                "'immolation board flash', then unplug it and plug it in again."
            )
        self.name = f"{port.device} ({port.product or 'CircuitPython board'}, {self.port.serial})"
        return port.device

    def drive(self) -> Path:
        """The CIRCUITPY drive of this board. Takes a moment: not for the event loop.

        Raises `circuitpy_drive.NoDrive` with what to do.
        """
        serials = [port.serial_number for port in usb.all_ports() if port.device == self.port]
        serial_number = self.port.serial if isinstance(self.port, UsbIdentity) else next(iter(serials), None)
        return circuitpy_drive.of_board(serial_number or "", circuitpy_drive.mounted())

    async def send(self, message: Message) -> None:
        """Queue a message. Raises LinkClosed when the board is gone, `wire.BadMessage` for what no board accepts."""
        session = self._session
        if session is None:
            raise LinkClosed(f"{self.name} is not open.")
        if session.why:
            raise LinkClosed(session.why)
        if not session.put(wire.line(message)):
            self.dropped += 1

    async def receive(self) -> Message:
        """The next message. Raises LinkClosed when the board is gone and everything it said was taken."""
        session = self._session
        if session is None:
            raise LinkClosed(f"{self.name} is not open.")
        return await session.next()

    async def close(self) -> None:
        """Let go of the port; waits for both threads, off the event loop."""
        session, self._session = self._session, None
        if session is not None:
            session.end(f"{self.name} was closed.")
            await asyncio.get_running_loop().run_in_executor(None, session.join)


class _Session:
    """One opening of the port: two threads, an outgoing and an incoming queue."""

    def __init__(
        self,
        port: serial.Serial,
        moved: Callable[[], bool],
        loop: asyncio.AbstractEventLoop,
        reader: wire.LineReader,
        disturb: Callable[[bytes], bytes] | None,
    ) -> None:
        self.why = ""
        """Why the session ended; empty while it goes on."""
        self._port = port
        self._moved = moved
        self._loop = loop
        self._reader = reader
        self._disturb = disturb
        self._out: deque[bytes] = deque()
        self._wake = threading.Condition()
        self._in: asyncio.Queue[Message | None] = asyncio.Queue(IN_QUEUE)
        self._threads = [
            threading.Thread(target=self._read, name=f"read {port.name}", daemon=True),
            threading.Thread(target=self._write, name=f"write {port.name}", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    # -- called in the event loop

    def put(self, data: bytes) -> bool:
        """Queue bytes; False if the oldest waiting ones had to go for them."""
        with self._wake:
            full = len(self._out) >= OUT_QUEUE
            if full:
                self._out.popleft()
            self._out.append(data)
            self._wake.notify()
        return not full

    async def next(self) -> Message:
        message = await self._in.get()
        if message is None:
            self._in.put_nowait(None)  # whoever asks next is told as well
            raise LinkClosed(self.why)
        return message

    def end(self, why: str) -> None:
        """Stop both threads. The first reason stays."""
        with self._wake:
            self.why = self.why or why
            self._wake.notify_all()
        for cancel in ("cancel_read", "cancel_write"):
            if hasattr(self._port, cancel):  # not on every platform; there the time-outs do it
                try:
                    getattr(self._port, cancel)()
                except (OSError, serial.SerialException):
                    log.debug("%s of %s", cancel, self._port.name, exc_info=True)

    def join(self) -> None:
        for thread in self._threads:
            thread.join()
        try:
            self._port.close()
        except (OSError, serial.SerialException):
            log.debug("closing %s", self._port.name, exc_info=True)
        self._loop.call_soon_threadsafe(self._deliver, [])

    def _deliver(self, messages: list[Message]) -> None:
        for message in messages:
            if self._in.qsize() >= IN_QUEUE - 1:
                self.end(f"{self._port.name} sends faster than the host can read; it was let go.")
                break
            self._in.put_nowait(message)
        if self.why and not self._in.full():
            self._in.put_nowait(None)

    # -- called in the threads

    def _feed(self, data: bytes) -> None:
        """In the event loop: cut bytes into messages."""
        self._deliver(self._reader.feed(data, len(data)))

    def _hand_over(self, data: bytes) -> None:
        try:
            self._loop.call_soon_threadsafe(self._feed, data)
        except RuntimeError:
            self.end("The host is stopping.")  # the event loop is closed

    def _read(self) -> None:
        looked = time.monotonic()
        try:
            while not self.why:
                data = self._port.read(1)
                if data:
                    data += self._port.read(min(self._port.in_waiting, CHUNK))
                    self._hand_over(self._disturb(data) if self._disturb else data)
                if time.monotonic() - looked >= READ_TIMEOUT_S:
                    looked = time.monotonic()
                    if self._moved():  # the device may be another board's meanwhile, as pseudo-terminals are
                        self.end(f"{self._port.name} leads to another device now; it is opened again.")
                        self._hand_over(b"")
        except (OSError, serial.SerialException, TypeError, ValueError) as error:
            # pyserial raises TypeError where the port was closed under a read
            self.end(f"{self._port.name} is gone: {_reason(error)}.")
            self._hand_over(b"")

    def _write(self) -> None:
        try:
            while True:
                with self._wake:
                    while not self._out and not self.why:
                        self._wake.wait()
                    if self.why:
                        return
                    data = b"".join(self._out)
                    self._out.clear()
                self._port.write(self._disturb(data) if self._disturb else data)
        except serial.SerialTimeoutException:
            self.end(f"{self._port.name} has not taken a byte for {WRITE_TIMEOUT_S:g} s; it is opened again.")
            self._hand_over(b"")
        except (OSError, serial.SerialException, TypeError, ValueError) as error:
            self.end(f"{self._port.name} is gone: {_reason(error)}.")
            self._hand_over(b"")


def _exclusive() -> bool | None:
    """Two hosts on one port would each read half of every line; where there are such locks the port is locked."""
    return True if serial.Serial.__module__ == "serial.serialposix" else None


def _reason(error: BaseException) -> str:
    known = error if getattr(error, "errno", None) else error.__context__ or error
    if "returned no data" in str(error) or getattr(known, "errno", None) in UNPLUGGED:
        return "it was unplugged or reset"
    return str(error).rstrip(".") or type(error).__name__


def _why_not(path: str, error: Exception) -> str:
    """One sentence saying what to do about a port that does not open."""
    number = getattr(error, "errno", None)
    if number == errno.ENOENT:
        return f"{path} does not exist; is the board plugged in?"
    if number == errno.EACCES:
        return f"{path} may not be opened by this user; add it to the group 'dialout' and log in again."
    if errno.ENOTTY in (number, *getattr(error.__context__, "args", ())[:1]):  # pyserial hides it in a text of its own
        return f"{path} is no serial port; `immolation board list` shows what is plugged in."
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusive" in str(error).lower():
        return f"{path} is in use by another program (another host, a serial monitor, ModemManager)."
    return f"{path} can not be opened: {_reason(error)}."
