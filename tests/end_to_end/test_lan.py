"""A table for phones: the codes, who sees what, a closed door for everybody else, and what was before this version."""

from __future__ import annotations

import json
import re
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno
from playwright.async_api import Browser, BrowserContext, Error, Page, WebSocket, expect

from tests.dashboard.test_access import WIDER
from tests.end_to_end.hosting import PATIENCE_MS, Host, hosting
from tests.games.test_no_identifiers import identifiers

pytestmark = [pytest.mark.needs("mosquitto", "chromium")]

PHONE = {"width": 390, "height": 844}
SOON_MS = 5_000
"""For a tap on what may have gone: it is looked for anew."""


@pytest.fixture
async def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Host]:
    """Ann and Bob at a table without a board, open to the network."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    people = ("--seats", "2", "--person", "p1=Ann", "--person", "p2=Bob", "--seed", "3")
    async with hosting("host", "--lan", "--board", "none", *people) as running:
        yield running
        assert await running.code_after(signal.SIGTERM) == 0  # and its broker ends with it


async def phone(browser: Browser) -> BrowserContext:
    found = await browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", ignore_https_errors=True
    )
    found.set_default_timeout(PATIENCE_MS)
    return found


def listened(window: Page) -> list[str]:
    """Everything this window will receive from the page's server."""
    heard: list[str] = []

    def listen(wire: WebSocket) -> None:
        wire.on("framereceived", lambda data: heard.append(str(data)))

    window.on("websocket", listen)
    return heard


async def test_two_phones_and_the_host_play_at_one_table(host: Host, browser: Browser) -> None:
    own = await browser.new_context(reduced_motion="reduce")
    own.set_default_timeout(PATIENCE_MS)
    desk = await own.new_page()
    await desk.goto(host.page)
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
    late = await (await phone(browser)).new_page()
    await late.goto(host.page)  # the host's code is used up as well
    await expect(late.get_by_text("This code is not valid any more.")).to_be_visible()

    # Each phone is one seat, and is sent nothing that is another's to choose.
    vara = await (await phone(browser)).new_page()
    kynazarr = await (await phone(browser)).new_page()
    watching = await (await phone(browser)).new_page()
    wires = {window: listened(window) for window in (vara, kynazarr, watching)}
    base = ""
    for window, name in ((vara, "Vara"), (kynazarr, "Kynazarr"), (watching, "Screens that only watch")):
        link = await invited(desk, name)
        base = link.partition("join#")[0]
        assert base.startswith("https://")
        assert urlsplit(base).hostname not in ("127.0.0.1", "localhost", "0.0.0.0") or not has_network()
        await window.goto(link)
        await expect(window.get_by_role("heading", name="turn")).to_be_visible()
        wires[window].append(await window.content())
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
        await window.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        await expect(window.get_by_role("button", name="New game")).to_have_count(0)

    # A game with more seats than before has a way in for everybody.
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_role("button", name="4 seats").click()
    await form.get_by_role("button", name="Start").click()
    await expect(form).to_be_hidden()
    names = desk.locator(".im-seats .im-seat-name")
    await expect(names).to_have_count(4)
    last = await names.last.inner_text()
    await desk.get_by_role("button", name="Seats").click()
    row = desk.get_by_role("dialog", name="Seats").get_by_role("group", name=last)
    await row.get_by_role("button", name="Let a person play").click()
    await expect(row.get_by_role("button", name="Show a code")).to_be_visible()
    await desk.keyboard.press("Escape")
    await expect(desk.get_by_role("dialog", name="Seats")).to_be_hidden()
    fourth = await (await phone(browser)).new_page()
    await fourth.goto(await invited(desk, last))
    await expect(fourth.get_by_role("heading", name="decides")).to_be_visible()

    # Whoever has not joined sees nothing, whatever stands in the link.
    for path in ("", "?key=", "?key=p1", "join#p1"):
        stranger = await (await phone(browser)).new_page()
        heard = listened(stranger)
        await stranger.goto(base + path)
        await expect(stranger.get_by_text("Ask the host for a code")).to_be_visible()
        assert await stranger.locator(".im-board").count() == 0
        assert "Vara" not in await stranger.content() + "".join(heard)


RUNNERS = ("Ann", "Bob", "Cleo")


async def test_three_phones_play_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    """Each taps on its own phone; after each tap nothing is wider than its place, no identifier is shown, no error."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    people = [word for n, name in enumerate(RUNNERS, 1) for word in ("--person", f"p{n}={name}")]
    words = ("--ruleset", "cinders", "--board", "none", "--seats", "3", "--seed", "3", *people)
    async with hosting("host", "--lan", *words) as host:
        own = await browser.new_context(reduced_motion="reduce")
        own.set_default_timeout(PATIENCE_MS)
        desk = await own.new_page()
        await desk.goto(host.page)
        await expect(desk.get_by_role("heading", name="Ann’s turn")).to_be_visible()
        phones: dict[str, Page] = {}
        flaws: list[str] = []
        for name in RUNNERS:
            window = phones[name] = await (await phone(browser)).new_page()
            window.on("console", lambda said: flaws.append(said.text) if said.type == "error" else None)
            window.on("pageerror", lambda error: flaws.append(str(error)))
            await window.goto(await invited(desk, name))
            await expect(window.get_by_text(f"You are {name}")).to_be_visible()
        taps = dict.fromkeys(RUNNERS, 0)
        while "turn" in (title := await desk.locator(".im-title").inner_text()):
            for name, window in phones.items():
                chip = await window.query_selector(".im-decisions .im-chip")
                if chip is None:
                    continue
                try:
                    await chip.click(timeout=SOON_MS)
                except Error:  # it went meanwhile: what has one answer the table gives itself
                    continue
                await chip.wait_for_element_state("hidden")
                taps[name] += 1
                for other, beside in phones.items():
                    flaws += [f"{other}: {one}" for one in await beside.evaluate(WIDER)]
                    flaws += identifiers(await beside.locator(".im-page").inner_text())
        assert flaws == []
        assert min(taps.values()) > 0, "everybody had a say"
        for window in phones.values():
            await expect(window.get_by_role("heading", name=title)).to_be_visible()
        assert await host.code_after(signal.SIGTERM) == 0


async def test_what_was_joined_before_goes_on_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    """Links of an earlier version open one device each; seats get new passwords, boards keep theirs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = tmp_path / "immolation" / "mosquitto" / "logins.json"
    kept.parent.mkdir(parents=True)
    before = {name: f"{name}-2345-6789-abcd" for name in ("host", "page", "p1", "p2", "immolation", "home", "watch")}
    kept.write_text(json.dumps(before))
    words = ("host", "--lan", "--board", "none", "--seats", "2", "--seed", "3")
    async with hosting(*words) as host:
        window = await (await phone(browser)).new_page()
        base = host.page.partition("join#")[0]
        await window.goto(f"{base}?key={before['p1']}")
        await expect(window.get_by_role("heading", name="Your turn")).to_be_visible()
        now = json.loads(kept.read_text())
        assert {name for name in before if now[name] == before[name]} == {"page", "immolation", "home"}
        said = host.said + await host.rest(signal.SIGTERM)
        assert "Links hold no password any more" in said
        assert not [password for password in (*now.values(), *before.values()) if password in said]
    async with hosting(*words) as host:  # who has joined stays, whoever has the old link does not
        late = await (await phone(browser)).new_page()
        base = host.page.partition("join#")[0]
        await late.goto(f"{base}?key={before['p1']}")
        await expect(late.get_by_text("This link is not valid any more.")).to_be_visible()
        cookies = await window.context.cookies()
        await late.context.add_cookies([{**cookies[0], "url": base, "domain": None, "path": None}])
        await late.goto(base)
        await expect(late.get_by_role("heading", name="Your turn")).to_be_visible()
        assert json.loads(kept.read_text()) == now
        assert await host.code_after(signal.SIGTERM) == 0


async def invited(desk: Page, name: str) -> str:
    """The link that the host's page shows for a seat or a screen, as its picture has it."""
    await desk.get_by_role("button", name="Seats").click()
    dialog = desk.get_by_role("dialog", name="Seats")
    await dialog.get_by_role("group", name=name).get_by_role("button", name="Show a code").click()
    link = await dialog.locator(".im-join-link").inner_text()
    drawn = re.search(r'd="([^"]+)"', segno.make(link, error="m", micro=False).svg_inline(border=3, omitsize=True))
    assert drawn is not None
    assert (await dialog.locator(".im-qr svg path").last.get_attribute("d")) == drawn[1]
    await desk.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    return link


def has_network() -> bool:
    """Whether this machine has any address but its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return bool(probe.getsockname()[0] != "127.0.0.1")
