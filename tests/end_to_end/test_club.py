"""Two hosts that share a broker and a folder of tables: one dies, the other goes on with its tables."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from immolation.cli.club import FILES_A_TABLE, FILES_FOR_ALL
from immolation.cli.torture.processes import Broker
from immolation.table.journal.journal_replay import read

from tests.end_to_end.command import IMMOLATION

TABLES = 4
PATIENCE_S = 120.0


class Host:
    """A process of ``immolation club`` and the tables it says it serves."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.tables: set[str] = set()

    async def serves(self, count: int) -> None:
        """Wait until it serves so many tables."""
        assert self.process.stdout is not None
        while len(self.tables) < count:
            line = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE_S)).decode()
            assert line, "the host ended"
            if line.startswith("Serving "):
                self.tables.add(line.removeprefix("Serving ").strip(" .\n"))


async def start(folder: Path, url: str, *more: str, files: int | None = None) -> Host:
    """``files``: how many it may have open."""

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    words = ("club", str(folder), "--broker", url, "--ruleset", "cinders", *more)
    pipe = asyncio.subprocess.PIPE
    return Host(
        await asyncio.create_subprocess_exec(
            IMMOLATION, *words, stdout=pipe, stderr=subprocess.STDOUT, preexec_fn=limit
        )
    )


async def asked(client: aiomqtt.Client, at: str, number: str, **command: Any) -> dict[str, Any]:
    """The reply to a command, sent until it is answered."""
    payload = json.dumps({"id": number, "client": "test", **command})
    messages = aiter(client.messages)
    for _ in range(int(PATIENCE_S)):
        await client.publish(f"immolation/table/{at}/do", payload, qos=1)
        try:
            async with asyncio.timeout(1):
                while True:
                    message = await anext(messages)
                    if message.topic.value == f"immolation/table/{at}/reply/test":
                        reply: dict[str, Any] = json.loads(bytes(message.payload))  # type: ignore[arg-type]
                        if reply["id"] == number:
                            return reply
        except TimeoutError:
            continue
    raise AssertionError(f"{at} does not answer")


@pytest.mark.needs("mosquitto")
async def test_a_dead_hosts_tables_are_taken_over_with_nothing_lost(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    await broker.start()
    folder = tmp_path / "tables"
    first = await start(folder, broker.url, "--tables", str(TABLES), "--most", "2")
    second = None
    try:
        await first.serves(2)
        second = await start(folder, broker.url)
        await second.serves(TABLES - 2)
        assert not first.tables & second.tables, "each table has one host"
        assert first.tables | second.tables == {f"table-{n}" for n in range(1, TABLES + 1)}
        async with aiomqtt.Client("127.0.0.1", broker.port, timeout=PATIENCE_S) as client:
            await client.subscribe("immolation/table/+/reply/test", qos=1)
            for table in sorted(first.tables | second.tables):
                assert (await asked(client, table, "a", table="pause"))["ok"]
            first.process.kill()
            await first.process.wait()
            await second.serves(TABLES)
            for table in sorted(first.tables):
                assert read(folder / f"{table}.journal")[1][-1].kind == "pause", "what was acknowledged is there"
                assert (await asked(client, table, "b", table="resume"))["ok"]
        second.process.terminate()
        assert await asyncio.wait_for(second.process.wait(), PATIENCE_S) == 0
    finally:
        for host in (first, second):
            if host is not None and host.process.returncode is None:
                host.process.kill()
                await host.process.wait()
        await broker.stop()


@pytest.mark.needs("mosquitto")
async def test_a_host_takes_no_more_tables_than_it_has_files_for(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    await broker.start()
    folder = tmp_path / "tables"
    few, many = 5, 8
    first = await start(folder, broker.url, "--tables", str(many), files=FILES_FOR_ALL + FILES_A_TABLE * few)
    second = None
    try:
        await first.serves(few)
        second = await start(folder, broker.url)
        await second.serves(many - few)
        assert len(first.tables) == few
        async with aiomqtt.Client("127.0.0.1", broker.port, timeout=PATIENCE_S) as client:
            await client.subscribe("immolation/table/+/reply/test", qos=1)
            for table in sorted(first.tables):  # each writes to its journal now, and none is lost for want of files
                assert (await asked(client, table, "a", table="pause"))["ok"]
        first.process.terminate()
        assert first.process.stdout is not None
        said = (await asyncio.wait_for(first.process.stdout.read(), PATIENCE_S)).decode()
        assert "not served" not in said
        assert "Traceback" not in said
    finally:
        for host in (first, second):
            if host is not None and host.process.returncode is None:
                host.process.kill()
                await host.process.wait()
        await broker.stop()
