"""The proxy of the torture: everything arrives, some of it twice or late, and a topic's state in its order."""

from __future__ import annotations

import asyncio
import random

from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.cli.torture.mqtt_proxy import Proxy, split

from tests.broker.waiting import listening

EACH = 60


async def test_messages_are_doubled_and_overtaken_and_none_is_lost() -> None:
    broker = EmbeddedBroker()
    url = await broker.start()
    proxy = Proxy(int(url.rpartition(":")[2]), random.Random(1))
    await proxy.start()
    number = int(proxy.url.rpartition(":")[2])
    try:
        async with listening(number, "#") as listener, listening(number) as talker:
            proxy.disturbs = True
            async with asyncio.TaskGroup() as group:
                for value in range(EACH):
                    for topic in ("state", "table/do"):
                        group.create_task(talker.client.publish(topic, str(value), qos=1))
            proxy.disturbs = False
            await talker.client.publish("end", b"", qos=1)
            await listener.until(lambda: listener.on("end"))
            states = [int(one.payload) for one in listener.on("state")]
            commands = [int(one.payload) for one in listener.on("table/do")]
        assert states == sorted(states)
        assert set(states) == set(commands) == set(range(EACH))
        assert commands != sorted(commands)
        assert proxy.doubled > 0
        assert proxy.overtaken > 0
        assert len(states) + len(commands) > 2 * EACH
    finally:
        await proxy.stop()
        await broker.stop()


def test_packets_are_told_apart_wherever_the_bytes_are_cut() -> None:
    packets = [b"\xc0\x00", b"\x30\x05\x00\x01abc", b"\x30\x80\x02" + bytes(256), b"\x40\x02\x00\x01"]
    data = b"".join(packets)
    for cut in range(len(data) + 1):
        first, left = split(data[:cut])
        rest, nothing = split(left + data[cut:])
        assert first + rest == packets
        assert nothing == b""
