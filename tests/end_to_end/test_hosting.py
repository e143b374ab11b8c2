"""A host as its people have it: it starts, it plays, it stops when told, and it comes back."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from immolation.board.virtual import VirtualBoard

from tests.end_to_end.command import IMMOLATION

START_S = 60
"""Two cores that also run other tests; alone it takes three seconds."""

TABLE = "immolation/table/main"


class Host:
    """A running ``immolation`` command that serves a table."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.page = ""
        self.mqtt_port = 0

    async def up(self) -> None:
        assert self.process.stdout is not None
        async with asyncio.timeout(START_S):
            async for line in self.process.stdout:
                text = line.decode()
                if found := re.search(r"Open (http\S+)", text):
                    self.page = found[1]
                if found := re.search(r"MQTT on mqtt://127\.0\.0\.1:(\d+)", text):
                    self.mqtt_port = int(found[1])
                if self.page and self.mqtt_port:
                    return
        raise AssertionError("the host said neither page nor broker")

    async def code_after(self, *signals: signal.Signals) -> int:
        for number in signals:
            self.process.send_signal(number)
            await asyncio.sleep(0.05)
        return await asyncio.wait_for(self.process.wait(), 20)

    @asynccontextmanager
    async def client(self) -> AsyncIterator[aiomqtt.Client]:
        async with aiomqtt.Client("127.0.0.1", self.mqtt_port) as client:
            yield client

    async def table(self, until: Callable[[dict[str, Any]], bool] = lambda state: True) -> dict[str, Any]:
        """The public table, as soon as it is as wanted."""
        async with asyncio.timeout(START_S), self.client() as client:
            await client.subscribe(TABLE)
            async for message in client.messages:
                if message.topic.value != TABLE:
                    continue  # amqtt hands retained messages of other topics to whoever connects
                state: dict[str, Any] = json.loads(bytes(message.payload))  # type: ignore[arg-type]
                if until(state):
                    return state
        raise AssertionError("the table fell silent")

    async def do(self, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its reply."""
        async with asyncio.timeout(START_S), self.client() as client:
            await client.subscribe(f"{TABLE}/reply/test")
            await client.publish(f"{TABLE}/do", json.dumps({"client": "test", **command}), qos=1)
            async for message in client.messages:
                if message.topic.value != f"{TABLE}/reply/test":
                    continue
                reply: dict[str, Any] = json.loads(bytes(message.payload))  # type: ignore[arg-type]
                if reply["id"] == command["id"]:
                    return reply
        raise AssertionError("no reply")


@asynccontextmanager
async def hosting(*words: str) -> AsyncIterator[Host]:
    # Its own session: a Ctrl-C meant for it must not reach the tests. (A shell's & would make it deaf to SIGINT.)
    process = await asyncio.create_subprocess_exec(
        IMMOLATION,
        *words,
        "--no-browser",
        "--port",
        "0",
        stdin=subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "200"},
    )
    try:
        host = Host(process)
        await host.up()
        yield host
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def table(journal: Path, *more: str) -> tuple[str, ...]:
    return ("host", "--board", "none", "--journal", str(journal), "--seed", "3", *more)


@pytest.mark.needs("micropython")
async def test_demo_shows_a_page_and_a_table_on_a_virtual_board() -> None:
    async with hosting("demo", "--seed", "7") as host:
        page = await asyncio.to_thread(lambda: urllib.request.urlopen(host.page, timeout=10).read().decode())
        assert "Immolation" in page
        state = await host.table(lambda state: len(state["board"]["occupied"] or ()) == 3)
        assert [player["kind"] for player in state["players"].values()] == ["person", "bot", "bot"]
        kings = sorted(piece["tile"] for piece in state["picture"]["pieces"] if piece.get("sensed"))
        assert state["board"]["occupied"] == kings  # the hands have set the virtual board up
        assert await host.code_after(signal.SIGINT) == 0


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM, signal.SIGTERM)],
    ids=lambda signals: "+".join(number.name for number in signals),
)
async def test_it_stops_cleanly_however_often_it_is_told(tmp_path: Path, signals: tuple[signal.Signals, ...]) -> None:
    async with hosting(*table(tmp_path / "game.journal")) as host:
        assert await host.code_after(*signals) == 0


async def test_a_killed_host_comes_back_with_the_same_table(tmp_path: Path) -> None:
    words = table(tmp_path / "game.journal", "--clock", "bank:600+5")
    async with hosting(*words) as host:
        asked = await host.table(lambda state: "p1" in state["deciders"])
        latent = {"do": "choose-state", "seat": "p1", "state": "latent"}
        assert (await host.do(id="1", seat="p1", action=latent))["ok"]
        before = await host.table(lambda state: state["n"] > asked["n"])
        host.process.kill()
        await host.process.wait()
    async with hosting(*words) as host:
        after = await host.table()
        assert {key: after[key] for key in ("n", "view", "deciders", "players")} == {
            key: before[key] for key in ("n", "view", "deciders", "players")
        }
        assert (await host.do(id="2", table="undo"))["ok"]
        assert (await host.table(lambda state: state["n"] > before["n"]))["view"] == asked["view"]
        assert await host.code_after(signal.SIGTERM) == 0


@pytest.mark.needs("micropython")
async def test_a_host_leaves_somebody_elses_virtual_board_alone(tmp_path: Path) -> None:
    virtual = VirtualBoard(tmp_path / "board")
    await virtual.start()
    try:
        async with hosting("host", "--journal", str(tmp_path / "game.journal")) as host:
            assert (await host.table())["board"]["state"] == "none"
    finally:
        await virtual.stop()


async def test_an_open_broker_on_the_network_is_refused(tmp_path: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run,
        [IMMOLATION, *table(tmp_path / "game.journal", "--broker", "mqtt://192.0.2.1", "--no-browser")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "login" in done.stderr
    assert "Traceback" not in done.stderr
