"""What one seat's flood costs another: the time from a command to its reply at Mosquitto, calm and flooded."""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from immolation.broker.command_handler import CommandHandler
from immolation.broker.mosquitto import Mosquitto

from tests.broker.conftest import playing, running
from tests.games.toy import registered

DO = "immolation/table/main/do"
ASKED = 40
"""Commands of the polite seat in each flood."""


def megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


STRANGERS = """
import itertools, socket, sys, time
opened = []
for number in itertools.count():
    try:
        one = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 1)
        one.send(b"\\x16")  # the first byte of a TLS greeting, and no second
        opened.append(one)
    except OSError:
        pass
    if len(opened) > 1000:
        opened.pop(0).close()
    time.sleep(0.002)
"""

FLOOD = """
import json, ssl, sys, time
import paho.mqtt.client as mqtt
port, user, password, ca, kind = sys.argv[1:]
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.username_pw_set(user, password)
client.tls_set_context(ssl.create_default_context(cafile=ca))
client.connect("127.0.0.1", int(port))
client.loop_start()
filler = "x" * 900_000 if kind == "large" else ""
for number in range(150 if filler else 1_000_000):
    command = {"id": f"f{number}", "table": "asked", "seat": "p1", "always": number % 2 == 0, "why": filler}
    client.publish("immolation/table/main/do/p1", json.dumps(command), qos=1).wait_for_publish()
    if not filler:
        time.sleep(1 / 433)
"""


async def measured(folder: Path, flood: str, asked: int) -> dict[str, float]:
    """Waits of p2 in milliseconds while another process floods as p1, and how much the host grew."""
    async with running("mosquitto", folder) as site, playing(site, folder) as game:
        broker = site.broker
        assert isinstance(broker, Mosquitto)
        handler = CommandHandler(game.table, game.connection, broker.permissions, plain=False)
        await handler.start()
        async with site.joined("p2", "immolation/table/main/reply/p2") as polite:
            pouring = None
            if flood:
                password = broker.logins["p1"].password
                script = STRANGERS if flood == "strangers" else FLOOD
                words = (sys.executable, "-c", script, str(broker.port), "p1", password, str(broker.ca), flood)
                pouring = await asyncio.create_subprocess_exec(*words)
                await asyncio.sleep(1)
            before = megabytes()
            waits = []
            for number in range(asked):
                start = time.perf_counter()
                command = {"id": f"a{number}", "table": "asked", "seat": "p2", "always": number % 2 == 0}
                seen = len(polite.heard)
                await polite.client.publish(f"{DO}/p2", json.dumps(command), qos=1)
                await polite.until(lambda seen=seen: len(polite.heard) > seen)  # type: ignore[misc]
                waits.append(1000 * (time.perf_counter() - start))
                await asyncio.sleep(0.05)
            if pouring is not None and pouring.returncode is None:
                pouring.kill()
                await pouring.wait()
            grown = megabytes() - before
        await handler.stop()
    return {"median": statistics.median(waits), "worst": max(waits), "MB": grown}


@pytest.mark.needs("mosquitto")
def test_a_flood_at_one_seat_beside_calm(benchmark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows: dict[str, dict[str, float]] = {}
    asked = ASKED if benchmark.enabled else 5  # as a plain test it need only work

    def all_kinds() -> None:
        for flood in ("", "many", "large", "strangers"):
            rows[flood] = asyncio.run(measured(tmp_path / (flood or "calm"), flood, asked))

    with registered():
        benchmark.pedantic(all_kinds, rounds=1)
    with capsys.disabled():
        print()
        kinds = {
            "": "calm",
            "many": "433 commands/s at another seat",
            "large": "150 of 900 kB there",
            "strangers": "1,000 strangers half open",
        }
        for flood, said in kinds.items():
            row = rows[flood]
            print(
                f"{said:<34} reply median {row['median']:6.1f} ms ({row['median'] - rows['']['median']:+.1f}, "
                f"{row['median'] / rows['']['median']:.1f} times), worst {row['worst']:6.1f} ms, {row['MB']:+5.1f} MB"
            )
