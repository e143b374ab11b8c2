"""Subscribers that say when all of them know: ``python -m tests.bench.told PORT COUNT``.

Says ``ready`` once all have subscribed to the table ``main``; then, whenever every one of them has a newer state of it,
the state's number and the monotonic nanoseconds at which the last of them had it whole.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time

from immolation.broker import topics

from tests.bench.subscribers import Subscriber

PUBLIC = tuple(topics.table("main", *rest) for rest in ((), ("clock",), ("events",), ("announce",)))
"""What everybody may read of a table."""

STATE = re.compile(rb'immolation/table/main(?:..)?\{"n":(\d+)', re.DOTALL)
"""A table's state in an MQTT packet; between topic and payload stands the packet's number where it has one."""


class Told(Subscriber):
    """A subscriber that notes the number of the newest state it has."""

    def __init__(self, number: int, subscribed: asyncio.Semaphore, everybody: list[Told]) -> None:
        super().__init__(number, PUBLIC, subscribed)
        self.newest = -1
        self._everybody = everybody
        everybody.append(self)

    def on_publish(self, packet: bytes) -> None:
        found = STATE.search(packet, 0, 80)
        if found is None:
            return
        before = min(one.newest for one in self._everybody)
        self.newest = max(self.newest, int(found[1]))
        if (now := min(one.newest for one in self._everybody)) > before:
            print(now, time.monotonic_ns(), flush=True)


async def main(port: int, count: int) -> None:
    """Subscribe, and say who knows what until standard input ends."""
    subscribed = asyncio.Semaphore(0)
    everybody: list[Told] = []
    for number in range(count):
        client = Told(number, subscribed, everybody)
        await asyncio.get_running_loop().create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
    for _ in range(count):
        await subscribed.acquire()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:3])))
