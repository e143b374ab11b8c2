"""The brokers that a host opens for itself: beside other hosts, and while those end."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from immolation.broker.embedded_broker import PortTaken
from immolation.broker.mosquitto import Mosquitto
from immolation.cli import host_runtime
from immolation.cli.host_runtime import HostSettings

from tests.ports import free_port


@pytest.mark.needs("mosquitto")
async def test_a_port_that_somebody_lets_go_of_meanwhile_keeps_no_host_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hosts on one machine: the first has the usual port while the second starts, and ends a moment later."""
    start, asked = Mosquitto.start, list[int]()

    async def once_taken(broker: Mosquitto) -> str:
        asked.append(broker.port)
        if len(asked) == 1:
            raise PortTaken("A port that Mosquitto needs is taken.")
        return await start(broker)

    monkeypatch.setattr(Mosquitto, "start", once_taken)
    monkeypatch.setattr(host_runtime, "MQTTS_PORT", usual := free_port())
    said: list[str] = []
    settings = HostSettings(tmp_path, tmp_path / "a.journal", "cinders", {}, {}, lan=True)
    async with AsyncExitStack() as stack:
        doors = await host_runtime._open_doors(settings, None, stack, said.append)
        assert doors.url.startswith("mqtt://127.0.0.1:")
    assert asked == [usual, 0]
    assert any(f"Port {usual} is taken" in line for line in said)
