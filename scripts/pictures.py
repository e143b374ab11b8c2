"""Screenshots for the README: a game of bots in its ninth round, as a desktop and as a phone show it."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiomqtt
from playwright.async_api import async_playwright

ROUND = 9
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
SIZES = {"board.png": (1440, 900, 1, False), "phone.png": (390, 844, 2, True)}


async def host() -> tuple[asyncio.subprocess.Process, str, int]:
    """A demo of bots; its page and the port of its broker."""
    words = ["demo", "--bots", "--seed", "7", "--pace", "100", "--port", "0", "--no-browser"]
    command = Path(sys.executable).with_name("immolation")
    process = await asyncio.create_subprocess_exec(command, *words, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    said = ""
    while "Ctrl-C" not in said:
        said += (await process.stdout.readline()).decode()
    page = re.search(r"Open (\S+)", said)
    broker = re.search(r"MQTT on mqtt://127\.0\.0\.1:(\d+)", said)
    assert page is not None
    assert broker is not None
    return process, page[1], int(broker[1])


async def do(client: aiomqtt.Client, command: dict[str, Any]) -> None:
    """Send a command to the table."""
    await client.publish("immolation/table/main/do", json.dumps(command), qos=1)


async def until(client: aiomqtt.Client, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Wait for the public table to be as wanted."""
    async for message in client.messages:
        assert isinstance(message.payload, bytes)
        if message.topic.value == "immolation/table/main" and wanted(json.loads(message.payload)):
            return


def chooses(table: dict[str, Any]) -> bool:
    """Whether the first seat is about to begin its turn, late enough in the game."""
    late = table["view"]["round"] >= ROUND
    return late and table["deciders"].get("p1", {}).get("kind") == "choose-state"


async def stop_before_a_turn(client: aiomqtt.Client) -> None:
    """Pause the bots just before the first seat's turn, so that a person can sit down for it."""
    while True:
        await until(client, chooses)
        await do(client, {"id": secrets.token_hex(4), "table": "pause"})
        async for message in client.messages:
            assert isinstance(message.payload, bytes)
            if message.topic.value == "immolation/table/main":
                table = json.loads(message.payload)
                if table["phase"] == "paused":
                    break
        if chooses(table):
            return
        await do(client, {"id": secrets.token_hex(4), "table": "resume"})


async def pictures(folder: Path) -> None:
    """Write every picture into ``folder``."""
    process, url, port = await host()
    try:
        async with aiomqtt.Client("127.0.0.1", port) as client, async_playwright() as play:
            await client.subscribe("immolation/table/main")
            person = {"kind": "person", "name": "Ann"}
            active = {"do": "choose-state", "seat": "p1", "state": "active"}
            await stop_before_a_turn(client)
            await do(client, {"id": "sit", "table": "player", "seat": "p1", "player": person})
            await do(client, {"id": "on", "table": "resume"})
            await do(client, {"id": "go", "seat": "p1", "action": active})
            await until(client, lambda table: table["deciders"].get("p1", {}).get("kind") == "active")
            browser = await play.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
            for name, (width, height, scale, phone) in SIZES.items():
                context = await browser.new_context(
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                    has_touch=phone,
                    is_mobile=phone,
                )
                page = await context.new_page()
                await page.goto(url)
                await asyncio.sleep(4)  # the fire has caught on
                await page.screenshot(path=folder / name)
            await browser.close()
    finally:
        process.terminate()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(pictures(Path(sys.argv[1])))
