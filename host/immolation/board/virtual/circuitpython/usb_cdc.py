"""Stand-in for CircuitPython's `usb_cdc`: the data channel is the pseudo-terminal. Knows no messages.

As on an RP2040: 256 bytes of buffer each way. While a host holds the port open (that is this machine's DTR) a full
buffer makes `write` wait, for ever when ``write_timeout`` is None; with no host `write` never waits, the oldest bytes
are overwritten, and up to 256 stale ones greet the next host. `data` exists only if boot.py enabled it.
"""

import select

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_SIZE = 256


class Serial:
    """One CDC channel on a stream that does not block."""

    def __init__(self, stream: Any = None) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._stream = stream
        self._in = bytearray(_SIZE)
        self._in_length = 0
        self._out = bytearray(_SIZE)
        self._out_length = 0
        self._connected = False
        if stream is not None:
            self._poll = select.poll()
            self._poll.register(stream, select.POLLIN)
            hw.tasks.append(self._pump)

    @property
    def connected(self) -> bool:
        hw.background()
        return self._connected

    @property
    def in_waiting(self) -> int:
        hw.background()
        return self._in_length

    @property
    def out_waiting(self) -> int:
        hw.background()
        return self._out_length

    def reset_input_buffer(self) -> None:
        self._in_length = 0

    def reset_output_buffer(self) -> None:
        self._out_length = 0

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            hw.background()
            size = self._in_length if self.timeout == 0 else _SIZE
        found = bytearray(size)
        return bytes(found[: self._fill(found, size)])

    def readinto(self, buf: Any, size: int = -1) -> int:
        return self._fill(buf, len(buf) if size < 0 else min(size, len(buf)))

    def readline(self, size: int = -1) -> bytes:
        found = b""
        one = bytearray(1)
        while size < 0 or len(found) < size:
            if not self._fill(one, 1):
                break
            found += bytes(one)
            if one[0] == 10:
                break
        return found

    def readlines(self) -> "list[bytes]":
        found: list[bytes] = []
        while True:
            one = self.readline()
            if not one:
                return found
            found.append(one)

    def write(self, buf: Any, *part: int) -> int:
        """``write(buf)``, ``write(buf, length)`` or ``write(buf, start, length)``; how many bytes were taken."""
        start = part[0] if len(part) == 2 else 0
        view = memoryview(buf)[start:]
        if part:
            view = view[: part[-1]]
        done = 0
        end = None if self.write_timeout is None else hw.now_us() + int(self.write_timeout * 1_000_000)
        while True:
            hw.background()
            done += self._put(view[done:])
            self._pump()
            if done == len(view) or (end is not None and hw.now_us() >= end):
                return done
            hw.sleep_us(500)

    def flush(self) -> None:
        """Wait until everything is written; with no host there is nothing to wait for."""
        while self._out_length and self.connected:
            hw.sleep_us(500)

    def __enter__(self) -> "Serial":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _fill(self, target: Any, size: int) -> int:
        done = 0
        end = None if self.timeout is None else hw.now_us() + int(self.timeout * 1_000_000)
        while True:
            hw.background()
            count = min(size - done, self._in_length)
            if count:
                target[done : done + count] = self._in[:count]
                rest = self._in_length - count
                self._in[:rest] = self._in[count : self._in_length]
                self._in_length = rest
                done += count
                self._pump()
            if done == size or (end is not None and hw.now_us() >= end):
                return done
            hw.sleep_us(500)

    def _put(self, view: Any) -> int:
        count = len(view)
        room = _SIZE - self._out_length
        if count > room:
            if self._connected:
                count = room
            else:  # no DTR: the buffer is a ring, the newest bytes stay
                kept = view[-_SIZE:]
                old = min(self._out_length, _SIZE - len(kept))
                self._out[:old] = self._out[self._out_length - old : self._out_length]
                self._out[old : old + len(kept)] = bytes(kept)
                self._out_length = old + len(kept)
                return count
        self._out[self._out_length : self._out_length + count] = bytes(view[:count])
        self._out_length += count
        return count

    def _pump(self) -> None:
        """Do what the USB controller does by itself: fill one buffer, empty the other."""
        state = self._poll.poll(0)
        events = state[0][1] if state else 0
        self._connected = not events & select.POLLHUP
        while events & select.POLLIN and self._in_length < _SIZE:
            # A port just closed still holds what its host wrote last. MicroPython's read goes on to the end of it and
            # throws away what it has when it meets the error there, so then bytes are taken one by one.
            wanted = _SIZE - self._in_length if self._connected else 1
            try:
                found = self._stream.read(wanted)
            except OSError:
                break
            if not found:
                break
            self._in[self._in_length : self._in_length + len(found)] = hw.garbled(found)
            self._in_length += len(found)
            if self._connected:
                break
            state = self._poll.poll(0)
            events = state[0][1] if state else 0
        if self._connected and self._out_length and not hw.deaf:
            try:
                sent = self._stream.write(hw.garbled(memoryview(self._out)[: self._out_length]))
            except OSError:
                sent = None
            if sent:
                rest = self._out_length - sent
                self._out[:rest] = self._out[sent : self._out_length]
                self._out_length = rest


class Console(Serial):
    """The console: somebody always reads it, into console.log."""

    connected = True

    def write(self, buf: Any, *part: int) -> int:
        text = bytes(buf).decode()
        print(text, end="")
        return len(buf)


def enable(*, console: bool = True, data: bool = False) -> None:
    """Choose the channels; only boot.py may."""
    if not hw.options["booting"]:
        raise RuntimeError("Cannot change USB devices now")
    hw.options["usb"] = {"console": console, "data": data}


def disable() -> None:
    """No channel at all; only boot.py may."""
    enable(console=False, data=False)


console: "Serial | None" = None
data: "Serial | None" = None
serials: "tuple[Serial, ...]" = ()
if not hw.options["booting"]:
    if hw.options["usb"]["console"]:
        console = Console()
    if hw.options["usb"]["data"]:
        data = Serial(hw.open_stream(hw.options["cable"]))
    serials = tuple(channel for channel in (console, data) if channel is not None)
