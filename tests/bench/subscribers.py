"""Many subscribers of one broker in one process: ``python -m tests.bench.subscribers PORT COUNT TABLES``.

Says ``ready`` once all have subscribed; then, when standard input ends, how many messages they got.
"""

from __future__ import annotations

import asyncio
import os
import sys


def _text(word: str) -> bytes:
    return len(word).to_bytes(2, "big") + word.encode()


def _length(count: int) -> bytes:
    found = bytearray()
    while True:
        count, digit = divmod(count, 128)
        found.append(digit | (0x80 if count else 0))
        if not count:
            return bytes(found)


class Subscriber(asyncio.Protocol):
    """One MQTT 3.1.1 client that subscribes with QoS 0 and counts what comes."""

    def __init__(self, number: int, topics: tuple[str, ...], subscribed: asyncio.Semaphore) -> None:
        self._number, self._topics, self._subscribed = number, topics, subscribed
        self.bytes = self.messages = 0
        self._left = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        hello = _text("MQTT") + bytes((4, 2, 0, 0)) + _text(f"subscriber-{os.getpid()}-{self._number}")
        ask = bytes((0, 1)) + b"".join(_text(topic) + bytes((0,)) for topic in self._topics)
        transport.write(bytes((0x10,)) + _length(len(hello)) + hello + bytes((0x82,)) + _length(len(ask)) + ask)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        data = self._left + data
        at = 0
        while len(data) - at >= 2:
            size, shift, place = 0, 0, at + 1
            while True:
                if place >= len(data):
                    self._left = data[at:]
                    return
                digit = data[place]
                size |= (digit & 0x7F) << shift
                place, shift = place + 1, shift + 7
                if not digit & 0x80:
                    break
            if len(data) < place + size:
                break
            if data[at] == 0x90:
                self._subscribed.release()
            elif data[at] & 0xF0 == 0x30:
                self.messages += 1
                self.on_publish(data[at : place + size])
            at = place + size
        self._left = data[at:]

    def on_publish(self, packet: bytes) -> None:
        """Called with each message as it came."""


async def main(port: int, count: int, tables: int) -> None:
    """Subscribe, wait for the end of standard input, and tell."""
    subscribed = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()
    clients: list[Subscriber] = []
    for number in range(count):
        topic = f"immolation/table/t{number % tables}/#" if tables > 1 else "immolation/table/t0/#"
        client = Subscriber(number, (topic,), subscribed)
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
        clients.append(client)
    for _ in range(count):
        await subscribed.acquire()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(sum(client.messages for client in clients), sum(client.bytes for client in clients), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:4])))
