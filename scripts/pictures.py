"""Screenshots for the READMEs: games of bots, stopped where a person decides, as desktop and phone show it."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import aiomqtt
from playwright.async_api import Browser, async_playwright

CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
DESKTOP = (1440, 900, 1, False)
PHONE = (390, 844, 2, True)
QUALITY = 76
"""Of a JPEG: small enough for a repository, and every word can be read."""

CATCHING_FIRE = 4.0
"""Seconds until the lights of a fresh page burn."""

Table = dict[str, Any]


class Scene(NamedTuple):
    """A game, the moment at which a person takes the first seat, and the pictures taken of it."""

    words: tuple[str, ...]
    """What `immolation demo` is begun with."""

    stop: Callable[[Table], bool]
    """The moment, told from the public table."""

    pictures: dict[str, tuple[int, int, int, bool]]
    """File names with width, height, scale, and whether it is a phone."""

    action: dict[str, str] | None = None
    """What the person does before the pictures are taken."""

    opens: str = ""
    """The button of the page that is tapped before they are."""


def asked(kind: str, first_round: int) -> Callable[[Table], bool]:
    """Whether the first seat is asked ``kind``, not before ``first_round``."""

    def stop(table: Table) -> bool:
        return table["view"]["round"] >= first_round and table["deciders"].get("p1", {}).get("kind") == kind

    return stop


SCENES = (
    Scene(("--ruleset", "cinders", "--seed", "7"), asked("run", 2), {"page-of-the-board.jpg": DESKTOP}, opens="Board"),
    Scene(
        ("--seed", "7"),
        asked("choose-state", 9),
        {"board.jpg": DESKTOP, "phone.jpg": PHONE},
        {"do": "choose-state", "seat": "p1", "state": "active"},
    ),
    Scene(
        ("--ruleset", "kimera", "--seats", "4", "--bot", "greedy", "--seed", "3"),
        asked("turn", 3),
        {"kimera.jpg": DESKTOP},
    ),
    Scene(
        ("--ruleset", "chimera-con", "--seats", "4", "--bot", "greedy", "--seed", "7"),
        asked("action", 1),
        {"chimera-con.jpg": DESKTOP},
    ),
    Scene(
        ("--ruleset", "red-rains", "--bot", "greedy", "--seed", "7"),
        asked("block", 1),
        {"red-rains.jpg": DESKTOP, "red-rains-phone.jpg": PHONE},
    ),
    Scene(
        ("--ruleset", "chimera-hunt", "--seats", "2", "--bot", "greedy", "--seed", "7"),
        asked("deed", 4),
        {"chimera-hunt.jpg": DESKTOP, "chimera-hunt-phone.jpg": PHONE},
    ),
)


async def host(words: tuple[str, ...]) -> tuple[asyncio.subprocess.Process, str, int]:
    """A demo of bots; its page and the port of its broker."""
    command = Path(sys.executable).with_name("immolation")
    begun = ("demo", "--bots", "--pace", "100", "--port", "0", "--no-browser", *words)
    process = await asyncio.create_subprocess_exec(command, *begun, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    said = ""
    while "Ctrl-C" not in said:
        said += (await process.stdout.readline()).decode()
    page = re.search(r"Open (\S+)", said)
    broker = re.search(r"MQTT on mqtt://127\.0\.0\.1:(\d+)", said)
    assert page is not None
    assert broker is not None
    return process, page[1], int(broker[1])


async def do(client: aiomqtt.Client, **command: Any) -> None:
    """Send a command to the table."""
    await client.publish("immolation/table/main/do", json.dumps({"id": secrets.token_hex(4), **command}), qos=1)


async def until(client: aiomqtt.Client, wanted: Callable[[Table], bool]) -> Table:
    """Wait for the public table to be as wanted."""
    async for message in client.messages:
        assert isinstance(message.payload, bytes)
        if message.topic.value == "immolation/table/main" and wanted(table := json.loads(message.payload)):
            return dict(table)
    raise ConnectionError("the table fell silent")


async def sit_down(client: aiomqtt.Client, scene: Scene) -> None:
    """Pause the bots at the scene's moment, and let a person take the first seat for it."""
    while True:
        await until(client, scene.stop)
        await do(client, table="pause")
        if scene.stop(await until(client, lambda table: bool(table["phase"] == "paused"))):
            break
        await do(client, table="resume")
    await do(client, table="player", seat="p1", player={"kind": "person", "name": "Ann"})
    await do(client, table="resume")
    if scene.action is not None:
        await do(client, seat="p1", action=scene.action)
    await until(client, lambda table: table["phase"] == "playing" and "p1" in table["deciders"])


async def shoot(browser: Browser, url: str, size: tuple[int, int, int, bool], file: Path, opens: str) -> None:
    """One picture of the page, with the dialog that the button ``opens`` opens."""
    width, height, scale, phone = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch=phone, is_mobile=phone
    )
    page = await context.new_page()
    await page.goto(url)
    await asyncio.sleep(CATCHING_FIRE)
    if opens:
        await page.get_by_role("button", name=opens, exact=True).click()
        await page.get_by_role("dialog", name=opens).wait_for()
        await asyncio.sleep(CATCHING_FIRE)
    await page.screenshot(path=file, type="jpeg", quality=QUALITY)
    await context.close()


class View(NamedTuple):
    """A picture for `docs/pages.md`: what is opened for it, one tap after the other."""

    file: str
    taps: tuple[str, ...] = ()
    """Names of buttons."""

    address: str = ""
    """What follows the page's own address."""

    phone: bool = False
    shows: str = ".im-board"
    """A selector of what must be there, and is scrolled to."""


DESK_SIZE, PHONE_SIZE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

PLAYING = (
    View("table.jpg"),
    View("table-phone.jpg", phone=True),
    View("seats-phone.jpg", ("Seats",), phone=True, shows=".im-seats"),
    View("log-phone.jpg", ("Log",), phone=True, shows=".im-log"),
    View("more-phone.jpg", ("More",), phone=True, shows=".im-tools"),
    View("how-to-play.jpg", ("How to play",), shows=".im-dialog"),
    View("guided-round.jpg", ("How to play", "Guide me through this round"), shows=".im-guide"),
    View("rules.jpg", ("Rules",), shows=".im-rule"),
    View("new-game.jpg", ("New game",), shows=".im-dialog"),
    View("players.jpg", ("Players",), shows=".im-dialog"),
    View("seats.jpg", ("Seats",), shows=".im-dialog"),
    View("board.jpg", ("Board",), shows=".im-dialog"),
    View("settings.jpg", ("Settings",), shows=".im-dialog"),
    View("why.jpg", ("Why am I asked?",), shows=".im-dialog"),
    View("games.jpg", ("Games",), shows=".im-dialog"),
    View("lobby.jpg", address="lobby", shows=".im-hall-main"),
    View("wall.jpg", address="?wall", shows=".im-wall .im-title"),
)
"""Pages while a person is asked."""

OVER = (
    View("after-the-game.jpg", shows=".im-scores"),
    View("after-the-game-phone.jpg", phone=True, shows=".im-scores"),
    View("timeline.jpg", ("Timeline",), shows=".im-timeline-slider"),
    View("charts.jpg", ("Timeline",), shows=".im-turn-times"),
    View("charts-phone.jpg", ("Log", "Timeline"), phone=True, shows=".im-turn-times"),
    View("timeline-phone.jpg", ("Log", "Timeline"), phone=True, shows=".im-timeline-slider"),
)
"""Pages of a game that is over."""

PAGES = Scene(("--ruleset", "chimera-hunt", "--seats", "3", "--bot", "greedy", "--seed", "7"), asked("deed", 4), {})


async def look_at(browser: Browser, url: str, view: View, folder: Path) -> None:
    """Take one picture for `docs/pages.md`."""
    context = await browser.new_context(
        viewport=PHONE_SIZE if view.phone else DESK_SIZE,  # type: ignore[arg-type]
        has_touch=view.phone,
        is_mobile=view.phone,
        reduced_motion="reduce",
    )
    page = await context.new_page()
    await page.goto(url + view.address)
    for name in view.taps:
        await page.get_by_role("button", name=name, exact=True).first.click()
    await page.locator(view.shows).first.scroll_into_view_if_needed()
    await asyncio.sleep(1)  # until a dialog has opened and the lights are drawn
    await page.screenshot(path=folder / view.file, type="jpeg", quality=QUALITY)
    await context.close()


async def pages(folder: Path) -> None:
    """Write a picture of every page: while a person is asked, and once the game is over."""
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        process, url, port = await host(PAGES.words)
        try:
            async with aiomqtt.Client("127.0.0.1", port) as client:
                await client.subscribe("immolation/table/main")
                await sit_down(client, PAGES)
                for view in PLAYING:
                    await look_at(browser, url, view, folder)
                await do(client, table="player", seat="p1", player={"kind": "bot", "name": "", "bot": "greedy"})
                await until(client, lambda table: bool(table["phase"] == "over"))
                for view in OVER:
                    await look_at(browser, url, view, folder)
        finally:
            process.terminate()
            await process.wait()
        await browser.close()


async def pictures(folder: Path, only: str) -> None:
    """Write every picture whose name begins with ``only`` into ``folder``."""
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        for scene in SCENES:
            wanted = {name: size for name, size in scene.pictures.items() if name.startswith(only)}
            if not wanted:
                continue
            process, url, port = await host(scene.words)
            try:
                async with aiomqtt.Client("127.0.0.1", port) as client:
                    await client.subscribe("immolation/table/main")
                    await sit_down(client, scene)
                    for name, size in wanted.items():
                        await shoot(browser, url, size, folder / name, scene.opens)
            finally:
                process.terminate()
                await process.wait()
        await browser.close()


if __name__ == "__main__":
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    if only != "pages":
        asyncio.run(pictures(Path(sys.argv[1]), only))
    if only in ("", "pages"):
        (found := Path(sys.argv[1]) / "pages").mkdir(exist_ok=True)
        asyncio.run(pages(found))
