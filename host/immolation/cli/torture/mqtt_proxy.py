"""Stands between the broker and everybody, and doubles and reorders MQTT messages while it is told to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress

from immolation.task_cancellation import ended

PUBLISH = 0x30
DUPLICATE = 0x08
QOS = 0x06

HELD_S = 0.05
"""A message that is kept back is sent after so long, when no other comes that could overtake it."""

CHANCE = 0.3
"""Of being doubled, and of being overtaken."""


class Proxy:
    """Passes MQTT on to a broker of this machine, from `start` to `stop`."""

    def __init__(self, broker_port: int, rng: random.Random) -> None:
        self.url = ""
        """Where it listens, from `start` on."""

        self.disturbs = False
        """Double and reorder from now on."""

        self.doubled = self.overtaken = 0
        """Messages, since the start."""

        self._broker_port, self._rng = broker_port, rng
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on a port that the system chooses."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"mqtt://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Disconnect everybody. Harmless when stopped already."""
        if self._server is not None:
            self._server.close()
        await ended(*self._connections)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            behind = await asyncio.open_connection("127.0.0.1", self._broker_port)
        except OSError:
            pass
        else:
            ways = [asyncio.create_task(self._pass(*way)) for way in ((reader, behind[1]), (behind[0], writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                await ended(*ways)
                behind[1].close()
        finally:
            writer.close()
            self._connections.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass packets on in one direction until a side hangs up."""
        left, held = b"", b""
        with suppress(ConnectionError):
            while True:
                data = b""
                try:
                    async with asyncio.timeout(HELD_S if held else None):
                        data = await reader.read(1 << 16)
                        if not data:
                            return
                except TimeoutError:
                    writer.write(held)
                    held = b""
                packets, left = split(left + data)
                for packet in packets:
                    held = self._pass_one(packet, held, writer)
                await writer.drain()

    def _pass_one(self, packet: bytes, held: bytes, writer: asyncio.StreamWriter) -> bytes:
        """Pass one packet on; the packet that is kept back after it, if any."""
        if packet[0] & 0xF0 != PUBLISH or not self.disturbs:
            writer.write(held + packet)
            return b""
        if held and not may_overtake(packet, held):
            writer.write(held)
            held = b""
        if not held and self._rng.random() < CHANCE:
            return packet
        writer.write(packet)
        if held:
            self.overtaken += 1
            writer.write(held)
        if self._rng.random() < CHANCE:
            self.doubled += 1
            again = packet[0] | DUPLICATE if packet[0] & QOS else packet[0]
            writer.write(bytes((again,)) + packet[1:])
        return b""


def split(data: bytes) -> tuple[list[bytes], bytes]:
    """Whole MQTT packets, and what is left of one that has not come whole."""
    return (found := list(_packets(data))), data[sum(map(len, found)) :]


def _packets(data: bytes) -> Iterator[bytes]:
    at = 0
    while (body := _body(data, at)) is not None and len(data) >= sum(body):
        yield data[at : sum(body)]
        at = sum(body)


def _body(data: bytes, at: int) -> tuple[int, int] | None:
    """Find where the part of known length begins in the packet at ``at``, and that length; None until that has come."""
    size = shift = 0
    for place in range(at + 1, min(at + 5, len(data))):
        size |= (data[place] & 0x7F) << shift
        shift += 7
        if not data[place] & 0x80:
            return place + 1, size
    return None


def _topic(packet: bytes) -> bytes:
    body = _body(packet, 0)
    assert body is not None
    start = body[0] + 2
    return packet[start : start + int.from_bytes(packet[body[0] : start], "big")]


def may_overtake(packet: bytes, other: bytes) -> bool:
    """Whether a broker may deliver them in either order: state of one topic keeps its order, commands need not."""
    return _topic(packet) != _topic(other) or b"/do" in _topic(packet)
