"""Real parts for the page's tests: a mosquitto, the page in its own process, Debian's Chromium.

They are begun once and serve every test; all run in one event loop, for the browser lives in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from immolation.dashboard.sessions import Device, OldLink, Saved
from playwright.async_api import Browser, BrowserContext, FloatRect, Page, async_playwright, expect

from tests.chromium import launching
from tests.dashboard.stage import PATIENCE, Stage
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=1000 * PATIENCE)


class BrokerProcess:
    """A mosquitto on loopback that can be stopped and started again on its port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
        assert program is not None
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen([program, "-p", str(self.port)], stdout=quiet, stderr=quiet)
        patient = time.monotonic() + PATIENCE
        while time.monotonic() < patient:  # until it listens: there is no event to wait for in a foreign process
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError("mosquitto did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)


class PageProcess:
    """The page as the host runs it, in a process of its own."""

    def __init__(self, sessions: Path | None = None, **settings: Any) -> None:
        """``sessions``: the file of who has joined; without one whoever comes from this machine is the host."""
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - open as long as the page; a pipe nobody reads fills up
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(Path(__file__).with_name("serve_page.py")),
                msgspec.json.encode(settings).decode(),
                *([str(sessions)] if sessions is not None else []),
            ],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        said, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        self.url = self.process.stdout.readline().strip() if said else ""
        if not self.url:
            self.process.kill()
            raise AssertionError("The page did not say where it is.")

    def complaints(self) -> str:
        """What the page wrote to its standard error so far."""
        self._errors.seek(0)
        return self._errors.read()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


COOKIE = "immolation-test"


def session_file(path: Path, joined: dict[str, str], old_links: dict[str, str] | None = None) -> Path:
    """A file of sessions: the secret in each one's cookie -> its role; and links from before."""

    def mark(secret: str) -> str:
        return hashlib.sha256(secret.encode()).hexdigest()

    now = time.time()
    devices = [
        Device(secret[:8], mark(secret), role, "Firefox on Android", now, now) for secret, role in joined.items()
    ]
    links = [OldLink(mark(key), role, now + 3600) for key, role in (old_links or {}).items()]
    path.write_bytes(msgspec.json.encode(Saved(COOKIE, devices, old_links=links)))
    return path


async def show_cookie(context: BrowserContext, url: str, secret: str) -> None:
    """Let a browser come back as the device that it was."""
    await context.add_cookies([{"name": COOKIE, "value": secret, "url": url}])


@pytest.fixture(scope="session")
def broker() -> Iterator[BrokerProcess]:
    process = BrokerProcess()
    process.start()
    yield process
    process.stop()


@pytest.fixture(scope="session")
def page_process(broker: BrokerProcess) -> Iterator[PageProcess]:
    process = PageProcess(broker_url=broker.url, port=0)
    yield process
    process.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(timeout=1000 * PATIENCE, **launching())
        yield found
        await found.close()


async def new_context(browser: Browser, **settings: Any) -> BrowserContext:
    """A browser's window of its own, patient and without motion where nothing else is said.

    Chromium without a graphics card would spend the machine on drawing flames nobody looks at.
    """
    found = await browser.new_context(**{"reduced_motion": "reduce", **settings})
    found.set_default_timeout(1000 * PATIENCE)
    return found


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    found = await new_context(browser, viewport={"width": 1440, "height": 900})
    yield found
    await found.close()


@pytest_asyncio.fixture(loop_scope="session")
async def stage(broker: BrokerProcess) -> AsyncIterator[Stage]:
    async with Stage(broker.url) as playing:
        yield playing


@pytest_asyncio.fixture(loop_scope="session")
async def desk(context: BrowserContext, stage: Stage, page_process: PageProcess) -> Page:
    """The host's window, on a table where Vara is to move, with all that she may do."""
    window = await opened(context, page_process.url)
    await offered(window)
    return window


async def opened(context: BrowserContext, url: str) -> Page:
    """A window that shows whose turn it is; where it does not, the failure tells what it shows instead."""
    window = await context.new_page()
    await window.goto(url)
    await window.wait_for_function("window.did_handshake")  # until then the page keeps what is done on it to itself
    await expect(window.get_by_role("heading", level=1)).to_have_text(re.compile("Vara’s turn|Your turn"))
    return window


async def offered(window: Page) -> None:
    """Wait until the page has Vara's choices: they come after whose turn it is, and a tap before them means nothing."""
    await expect(window.get_by_role("button", name="Step to 44")).to_be_attached()


def on_board(box: FloatRect, tile: int) -> tuple[float, float]:
    """The middle of a tile, from the corner of the board."""
    margin = round(box["width"] * 0.042)
    side = (box["width"] - 2 * margin) / 10
    return margin + (tile % 10 + 0.5) * side, margin + (tile // 10 + 0.5) * side


async def tile_point(window: Page, tile: int) -> tuple[float, float]:
    """The middle of a tile on the screen."""
    box = await window.locator(".im-board").bounding_box()
    assert box is not None
    x, y = on_board(box, tile)
    return box["x"] + x, box["y"] + y


async def drag(window: Page, start: int, end: int) -> None:
    await window.mouse.move(*await tile_point(window, start))
    await window.mouse.down()
    await window.mouse.move(*await tile_point(window, end), steps=6)
    await window.mouse.up()


async def tap(window: Page, tile: int) -> None:
    """Tap a tile once the board stands still: what comes late above it moves it."""
    board = window.locator(".im-board")
    box = await board.bounding_box()
    assert box is not None
    x, y = on_board(box, tile)
    await board.click(position={"x": x, "y": y})
