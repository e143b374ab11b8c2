"""A host as its people start it: the command, its page's address, its broker."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiomqtt
from playwright.async_api import Browser, Page, expect

from tests.end_to_end.command import IMMOLATION

START_S = 300
"""Two cores that also run other tests; alone it takes three seconds."""

TAP_S = 10
"""After that a tap is taken to have hit what the page has exchanged meanwhile; it is made again."""

PATIENCE_MS = 90_000
"""For anything that a page does at once on a machine that has nothing else to do."""

expect.set_options(timeout=PATIENCE_MS)

TABLE = "immolation/table/main"


class Host:
    """A running ``immolation`` command that serves a table."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.page = ""
        self.said = ""
        """What it has printed until it was up."""
        self.mqtt_port = 0

    async def up(self, alone: bool = False) -> None:
        """Wait for the addresses of page and broker; ``alone``: of the page, whose broker is another host's."""
        assert self.process.stdout is not None
        async with asyncio.timeout(START_S):
            async for line in self.process.stdout:
                text = line.decode()
                self.said += text
                if found := re.search(r"Open (http\S+)", text):
                    self.page = found[1]
                if found := re.search(r"MQTT on mqtts?://(?:127\.0\.0\.1|localhost):(\d+)", text):
                    self.mqtt_port = int(found[1])
                if self.page and (self.mqtt_port or alone):
                    return
        raise AssertionError("the host said neither page nor broker")

    async def code_after(self, *signals: signal.Signals) -> int:
        for number in signals:
            with suppress(ProcessLookupError):  # it may have ended before it was told again
                self.process.send_signal(number)
            await asyncio.sleep(0.05)
        return await asyncio.wait_for(self.process.wait(), START_S)

    async def rest(self, *signals: signal.Signals) -> str:
        """Stop it, and return what it still had to say."""
        assert await self.code_after(*signals) == 0
        assert self.process.stdout is not None
        return (await self.process.stdout.read()).decode()

    @asynccontextmanager
    async def client(self) -> AsyncIterator[aiomqtt.Client]:
        async with aiomqtt.Client("127.0.0.1", self.mqtt_port, timeout=START_S) as client:
            yield client

    async def table(
        self, until: Callable[[dict[str, Any]], bool] = lambda state: True, topic: str = TABLE
    ) -> dict[str, Any]:
        """The public table, as soon as it is as wanted."""
        async with asyncio.timeout(START_S), self.client() as client:
            await client.subscribe(topic)
            async for message in client.messages:
                if message.topic.value != topic:
                    continue  # amqtt hands retained messages of other topics to whoever connects
                state: dict[str, Any] = json.loads(bytes(message.payload))  # type: ignore[arg-type]
                if until(state):
                    return state
        raise AssertionError("the table fell silent")

    async def goes_on(self, n: int, until: Callable[[dict[str, Any]], bool] = lambda state: True) -> bool:
        """Whether the table leaves ``n`` behind and is as wanted, after a tap that may have come too late to count."""
        try:
            async with asyncio.timeout(TAP_S):
                await self.table(lambda state: state["n"] > n and until(state))
        except TimeoutError:
            return False
        return True

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
        await host.up(alone=words[0] == "dashboard")
        yield host
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def shown(browser: Browser, host: Host, viewport: dict[str, int]) -> Page:
    """The host's page in a window of that size."""
    context = await browser.new_context(
        viewport={"width": viewport["width"], "height": viewport["height"]}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    await page.goto(host.page)
    return page
