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


def megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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


async def measured(folder: Path, flood: str) -> dict[str, float]:
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
                words = (sys.executable, "-c", FLOOD, str(broker.port), "p1", password, str(broker.ca), flood)
                pouring = await asyncio.create_subprocess_exec(*words)
                await asyncio.sleep(1)
            before = megabytes()
            waits = []
            for number in range(ASKED):
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

    def all_three() -> None:
        for flood in ("", "many", "large"):
            rows[flood] = asyncio.run(measured(tmp_path / (flood or "calm"), flood))

    with registered():
        benchmark.pedantic(all_three, rounds=1)
    with capsys.disabled():
        print()
        for flood, said in (("", "calm"), ("many", "433 commands/s at another seat"), ("large", "150 of 900 kB there")):
            row = rows[flood]
            print(
                f"{said:<34} reply median {row['median']:6.1f} ms, worst {row['worst']:6.1f} ms, {row['MB']:+5.1f} MB"
            )
