"""Carries messages over ``usb_cdc.data``.

Nothing here ever waits: both timeouts are 0, what the host does not take stays in a queue made once, and a line that
does not fit the queue is dropped whole, because everything the board says is said again.
"""

from . import ticks, wire
from .ticks import const

try:
    from typing import Any
except ImportError:
    pass

_QUEUE = const(768)
"""Bytes waiting for the host: three of the longest lines. Edges that do not fit wait in the session."""

_BUDGET = const(256)
"""Bytes read, and bytes written, in one go: one buffer of an RP2040, so that a flood cannot stop the lights."""

_LONG = const(100)
"""Bytes from which on a payload is decoded in one call and checked in the next: 2 ms each on an RP2040."""

_SPOKE_MS = const(3000)
"""A host that never raises DTR (C#) counts as there this long after its last byte."""


class UsbLink:
    """One end of a serial line. ``serial`` is ``usb_cdc.data``."""

    repeat_ms = 40
    """See ``Session.repeat_ms``; a line and its answer take about one of these at 60 frames a second."""

    def __init__(self, serial: Any) -> None:
        self._serial = serial
        serial.timeout = 0
        serial.write_timeout = 0
        self._reader = wire.LineReader(bytes)
        self._line: Any = ()  # a payload that was read and not yet decoded, or what a long one says, not yet checked
        self._came = b""  # read and not yet looked at, from `_at` on
        self._at = 0
        self._queue = bytearray(_QUEUE)
        self._view = memoryview(self._queue)
        self._head = 0
        self._length = 0
        self.up = False
        """Whether a host holds the port open."""
        self.opened = False
        """Set when a host has opened the port; whoever greets it clears it."""
        self._ready = False
        self._spoke = False
        self._spoke_at = 0

    @property
    def bad(self) -> int:
        """Lines of the host that were refused."""
        return self._reader.bad

    def poll(self, now: int, reads: bool = True) -> Any:
        """The next message, if one has come; at most one a call, because reading one takes milliseconds.

        What one call has read the next one decodes. Without ``reads`` there is none, and only whether a host is there
        is looked at.
        """
        serial = self._serial
        waiting = serial.in_waiting
        ready = bool(serial.connected)
        if waiting and not ready:
            self._spoke = True
            self._spoke_at = now
        elif self._spoke and (ready or ticks.diff(now, self._spoke_at) >= _SPOKE_MS):
            self._spoke = False
        up = ready or self._spoke
        if up != self.up or (ready and not self._ready):
            self.up = up
            self._start()
        self._ready = ready
        if not reads:
            return ()
        if self._line:
            said = self._line[0]
            self._line = ()
            try:
                if not isinstance(said, bytes):
                    return (wire.checked(said),)
                if len(said) < _LONG:
                    return (wire.decode(said),)
                self._line = (wire.parse(said),)
            except wire.UnknownKind:
                self._reader.unknown += 1
            except wire.BadMessage:
                self._reader.bad += 1
            return ()
        if self._at == len(self._came):
            if not waiting:
                return ()
            self._came = serial.read(min(waiting, _BUDGET)) or b""
            self._at = 0
        start = self._at
        self._at = end = self._came.find(b"\n", start) + 1 or len(self._came)
        self._line = self._reader.feed(self._came[start:end], end - start)
        return ()

    def _start(self) -> None:
        """Forget what was meant for, or came from, whoever was there before."""
        self._reader.reset()
        self._came = b""
        self._line = ()
        self._at = 0
        self._head = self._length = 0
        self._serial.reset_output_buffer()
        self.opened = self.up
        if self.up:
            # Ends whatever half a line the USB stack kept from before, so that our hello is not glued to it.
            self._put(b"\n")

    def send(self, message: dict[str, Any]) -> bool:
        """Queue a message as one line; False if there is no room for all of it. Without a host it goes nowhere."""
        return not self.up or self._put(wire.seal(wire.pack(message)))

    def _put(self, line: bytes) -> bool:
        length = len(line)
        if self._length + length > _QUEUE:
            return False
        tail = (self._head + self._length) % _QUEUE
        first = min(length, _QUEUE - tail)
        self._view[tail : tail + first] = line[:first]
        if first < length:
            self._view[: length - first] = line[first:]
        self._length += length
        return True

    def flush(self) -> None:
        """Give the host what it takes now, at most _BUDGET bytes."""
        if not self._length:
            return
        count = min(self._length, _QUEUE - self._head, _BUDGET)
        written = self._serial.write(self._view[self._head : self._head + count])
        if written:
            self._head = (self._head + written) % _QUEUE
            self._length -= written
