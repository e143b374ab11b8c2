"""Wires under the stand-ins: to the board process, with the one clock.

Runs on MicroPython and CPython alike. The board process starts the interpreter with three things: the number of an
open pseudo-terminal master (the USB cable), the number of an open socket (everything else a microcontroller has legs
for) and a JSON file of options. A real chip works in the background; here `background` does what is due, and every
stand-in calls it first.

The socket carries packets. From the board: 16 bytes each, so that a read of many never cuts one. To the board: one
letter and its content, see `immolation.board.virtual.interpreter`.
"""

import gc
import json
import random
import select
import sys
import time
from array import array

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython has no typing; annotations are not evaluated there
    pass

PACKET = 16
"""Bytes of a packet from the board: letter, two small values, five unused, then 8 bytes of time or number."""

MICROPYTHON = sys.implementation.name == "micropython"
_real_sleep = time.sleep
_ticks_us: Any = getattr(time, "ticks_us", None)

options: Any = {}
"""What the board process said at power-on: see `Interpreter.options` on its side."""

held = bytearray(256)
"""1 for every key line that a magnet closes now, as far as `changes` were applied."""

changes: Any = []
"""Changes of key lines not yet seen by a scan: (time in us, key, closed), oldest first."""

fields = array("i", [0] * 300)
"""The field at the 3-axis sensor under each tile to the right, towards the player and up, in microtesla."""

frames = 0
air = True
"""Whether the Wi-Fi network of the settings is in reach."""

deaf = False
"""Whether the host's USB controller takes nothing from the board (a host that does not read)."""

noise = 0
"""How many of a million bytes on the USB cable are garbled, either way."""

unanswered = 0
"""Number of questions for a name that no server answers."""

tasks: "list[Callable[[], None]]" = []
"""What stand-ins want done in the background."""

_wire: Any = None
_poll: Any = None
_in_background = False


def now_us() -> int:
    """Microseconds of the machine's monotonic clock, the same in every process."""
    return int(_ticks_us()) if _ticks_us is not None else time.monotonic_ns() // 1000


def ticks_ms() -> int:
    """CircuitPython's tick: milliseconds, wrapping at 2**29, about 65 s before the wrap at power-on."""
    return ticks_at(now_us())


def ticks_at(us: int) -> int:
    """The tick at a moment of `now_us`."""
    return int(((us - options["power_on_us"]) // 1000 + (1 << 29) - options["wrap_ms"]) & 0x1FFFFFFF)


def connect(number: int, given: "dict[str, Any]") -> None:
    """Take over the socket and the options. Called once, before any stand-in is imported."""
    global _wire, _poll
    options.update(given)
    _wire = open_stream(number)
    _poll = select.poll()
    _poll.register(_wire, select.POLLIN)
    for key in given["held"]:
        held[key] = 1


def open_stream(number: int) -> Any:
    """The inherited, non-blocking descriptor as an unbuffered stream."""
    return open(number, "rb+", 0)


def send(letter: bytes, content: "bytes | bytearray | memoryview" = b"") -> None:
    """One packet to the board process; lost if it does not keep up, as light is lost on a closed eye."""
    try:
        _wire.write(letter + content)
    except OSError as error:
        # BlockingIOError has errno EAGAIN (11); anything else: the board process is gone, nothing is left to do.
        if error.errno != 11:
            leave()


def ask_board(letter: bytes, content: bytes = b"") -> None:
    """Send a request after which the board process ends this interpreter, and wait for that."""
    send(letter, content)
    while True:
        _real_sleep(0.02)
        _receive()


def leave() -> None:
    """The board process has gone: so must its interpreter."""
    if MICROPYTHON:
        raise SystemExit
    import os

    os._exit(0)


def background() -> None:
    """Everything that interrupts, DMA and the second thread of a USB stack do on the chip."""
    global _in_background
    if _in_background:
        return
    _in_background = True
    try:
        _receive()
        for task in tasks:
            task()
    finally:
        _in_background = False


def sleep_us(us: int) -> None:
    """Pass time as the chip does: in the background things go on."""
    end = now_us() + us
    while True:
        background()
        left = end - now_us()
        if left <= 0:
            return
        _real_sleep(min(left, 20_000) / 1e6)


def _receive() -> None:
    """Take what the board process sent."""
    global air, deaf, noise, unanswered
    if not _poll.poll(0):
        return
    data = _wire.read(PACKET * 64)
    if data is None:
        return
    if not data:
        leave()
    for at in range(0, len(data), PACKET):
        letter = data[at]
        if letter == 107:  # k: a key line
            stamp = int.from_bytes(data[at + 8 : at + 16], "little")
            changes.append((stamp, data[at + 1], data[at + 2]))
        elif letter == 109:  # m: a magnetic field, three numbers of 16 bits
            for axis in range(3):
                value = data[at + 8 + 2 * axis] | data[at + 9 + 2 * axis] << 8
                fields[3 * data[at + 1] + axis] = value - 65536 if value & 0x8000 else value
        elif letter == 99:  # c: counters
            gc.collect()
            send(b"c", json.dumps(measure()).encode())
        elif letter == 97:  # a: air
            air = bool(data[at + 1])
        elif letter == 100:  # d: deaf host
            deaf = bool(data[at + 1])
        elif letter == 122:  # z: noise on the cable
            noise = int.from_bytes(data[at + 8 : at + 16], "little")
        elif letter == 110:  # n: questions for a name that nobody answers
            unanswered = data[at + 1]


def garbled(data: Any) -> Any:
    """The bytes as a bad cable hands them on."""
    if not noise:
        return data
    spoiled = bytearray(data)
    for at in range(len(spoiled)):
        draw = random.getrandbits(30)
        if draw % 1_000_000 < noise:
            spoiled[at] ^= 1 << (draw >> 27)
    return spoiled


def measure() -> "dict[str, Any]":
    """Frames drawn and the state of the heap, in bytes of this interpreter's own word size."""
    heap: Any = gc
    free = heap.mem_free() if MICROPYTHON else 0
    used = heap.mem_alloc() if MICROPYTHON else 0
    return {"frames": frames, "free": free, "used": used, "word": word_bytes()}


def word_bytes() -> int:
    """Bytes of a pointer in this interpreter: 8 on a 64-bit machine, where everything made of pointers doubles."""
    return 8 if sys.maxsize > 1 << 32 else 4


class Enumerated:
    """One named value of a CircuitPython enumeration, as `ResetReason.WATCHDOG`."""

    def __init__(self, family: str, name: str) -> None:
        self._text = family + "." + name

    def __repr__(self) -> str:
        return self._text


def settings() -> "dict[str, Any]":
    """The root table of settings.toml, read again at each call as the chip does. Raises ValueError with the line."""
    found: dict[str, Any] = {}
    try:
        file = open(options["drive"] + "/settings.toml")
    except OSError:
        return found
    with file:
        number = 0
        for line in file:
            number += 1
            line = line.strip()
            if line.startswith("["):
                break
            if not line or line.startswith("#"):
                continue
            key, equals, text = line.partition("=")
            if not equals:
                raise ValueError("settings.toml line %d: not KEY = value" % number)
            found[key.strip().strip('"')] = _value(text.strip(), number)
    return found


_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "v": "\v", "r": "\r", '"': '"', "\\": "\\"}


def _value(text: str, line: int) -> Any:
    if text.startswith('"'):
        return _quoted(text, line)
    text = text.split("#")[0].strip()
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise ValueError("settings.toml line %d: cannot read %s" % (line, text)) from None


def _quoted(text: str, line: int) -> str:
    found = ""
    at = 1
    while at < len(text):
        letter = text[at]
        if letter == '"':
            rest = text[at + 1 :].strip()
            if rest and not rest.startswith("#"):
                break
            return found
        if letter == "\\":
            at += 1
            kind = text[at : at + 1]
            if kind in ("u", "U"):
                digits = 4 if kind == "u" else 8
                found += chr(int(text[at + 1 : at + 1 + digits], 16))
                at += digits
            elif kind in _ESCAPES:
                found += _ESCAPES[kind]
            else:
                break
        else:
            found += letter
        at += 1
    raise ValueError("settings.toml line %d: the text does not end" % line)
