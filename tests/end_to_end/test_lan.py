"""A table for phones: the printed links, the codes, who sees what, and a closed door for everybody else."""

from __future__ import annotations

import re
import shutil
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno
from playwright.async_api import Browser, BrowserContext, Page, WebSocket, async_playwright, expect

from tests.end_to_end.hosting import Host, hosting

pytestmark = [pytest.mark.needs("mosquitto", "chromium")]

PHONE = {"width": 390, "height": 844}


@pytest.fixture
async def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    """Ann and Bob at a table without a board, open to the network."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    people = ("--seats", "2", "--person", "p1=Ann", "--person", "p2=Bob", "--seed", "3")
    async with hosting("host", "--lan", "--board", "none", *people) as running:
        yield running
        assert await running.code_after(signal.SIGTERM) == 0  # and its broker ends with it


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        await found.close()


async def phone(browser: Browser) -> BrowserContext:
    return await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")


def listened(window: Page) -> list[str]:
    """Everything this window will receive from the page's server."""
    heard: list[str] = []

    def listen(wire: WebSocket) -> None:
        wire.on("framereceived", lambda data: heard.append(str(data)))

    window.on("websocket", listen)
    return heard


def code_of(link: str) -> str:
    """What the dark squares of a link's code are drawn as."""
    drawn = re.search(r'd="([^"]+)"', segno.make(link, error="m", micro=False).svg_inline(border=3, omitsize=True))
    assert drawn is not None
    return drawn[1]


async def test_two_phones_and_the_host_play_at_one_table(host: Host, browser: Browser) -> None:
    desk = await (await browser.new_context(reduced_motion="reduce")).new_page()
    await desk.goto(host.page)
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()

    # Everybody's way in, by an address that a phone can reach.
    await desk.get_by_role("button", name="Join").click()
    dialog = desk.get_by_role("dialog", name="Join")
    links: dict[str, str] = {}
    for name in ("Vara", "Kynazarr", "Watch", "Host"):
        card = dialog.locator(".im-invitation").filter(has=desk.get_by_text(name, exact=True))
        link = await card.get_by_role("link").get_attribute("href")
        assert link is not None
        assert (await card.locator("svg path").last.get_attribute("d")) == code_of(link)
        links[name] = link
    reached = {urlsplit(link).hostname for link in links.values()}
    assert len(reached) == 1
    assert len(set(links.values())) == 4
    assert reached.isdisjoint({"127.0.0.1", "localhost", "0.0.0.0"}) or not has_network()
    await desk.keyboard.press("Escape")

    # Each phone is one seat, and is sent nothing that is another's to choose.
    vara = await (await phone(browser)).new_page()
    kynazarr = await (await phone(browser)).new_page()
    watching = await (await phone(browser)).new_page()
    wires = {window: listened(window) for window in (vara, kynazarr, watching)}
    for window, name in ((vara, "Vara"), (kynazarr, "Kynazarr"), (watching, "Watch")):
        first = await window.goto(links[name])
        assert first is not None
        wires[window].append(await first.text())
    await expect(vara.get_by_role("heading", name="Your turn")).to_be_visible()
    for window in (kynazarr, watching):
        await expect(window.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        assert "Take the Latent State" not in "".join(wires[window])
    await vara.get_by_role("button", name="Take the Latent State").click()
    await vara.get_by_role("button", name="End the turn").click()
    await expect(kynazarr.get_by_role("heading", name="Your turn")).to_be_visible()
    for window in (desk, vara, watching):
        await expect(window.get_by_role("heading", name="Kynazarr’s turn")).to_be_visible()
    assert "Take the Latent State" in "".join(wires[vara])
    for window in (kynazarr, watching):
        assert "End the turn" not in "".join(wires[window])
    for window in (vara, kynazarr, watching):
        assert await window.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(window.get_by_role("button", name="New game")).to_have_count(0)

    # Without a key there is nothing to see, whatever stands in the link.
    base = links["Vara"].split("?")[0]
    for query in ("", "?key=", "?key=p1", links["Vara"][len(base) : -1]):
        stranger = await (await phone(browser)).new_page()
        heard = listened(stranger)
        await stranger.goto(base + query)
        await expect(stranger.get_by_text("Ask the host for a link")).to_be_visible()
        assert await stranger.locator(".im-board").count() == 0
        assert "Vara" not in await stranger.content() + "".join(heard)


def has_network() -> bool:
    """Whether this machine has any address but its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return bool(probe.getsockname()[0] != "127.0.0.1")
