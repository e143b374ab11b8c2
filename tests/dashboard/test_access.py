"""Everybody can use the page: axe-core on every tab of every ruleset, fingers, small screens, a quiet console."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from importlib.resources import files

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess
from tests.dashboard.game_stage import GAMES, MOST, GameStage

expect.set_options(timeout=90_000)  # on a busy machine a browser takes its time; what is shown at once costs nothing
pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="module")]

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.flatMap(
    one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`))"""

DESK: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 360, "height": 740}
SCREENS: dict[str, tuple[ViewportSize, dict[str, str]]] = {
    "desk": (DESK, {}),
    "light desk": (DESK, {"theme": "light"}),
    "small phone": (SMALL, {"text": "115"}),
}
"""What is looked at -> its size, and what the device remembers."""

TABS = ("Hand", "Seats", "Log", "More", "Play")

WIDER = """() => [...document.querySelectorAll('.im-page, .im-page *, .im-dialog, .im-dialog *')].filter(one => {
    const style = getComputedStyle(one), place = one.getBoundingClientRect();
    if (!place.width || one.closest('svg, .im-said, canvas') || style.display === 'inline') return false;
    return place.right > innerWidth + 1 || (style.overflowX === 'visible' && one.scrollWidth > one.clientWidth + 1);
}).map(one => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)"""
"""What reaches beyond the screen or holds something wider than itself, lists that scroll sideways apart."""

TOO_SMALL = """() => [...document.querySelectorAll(':is(.im-page, .im-dialog) :is(button, summary)')].filter(one => {
    const place = one.getBoundingClientRect();
    const seen = place.width && getComputedStyle(one).visibility === 'visible';
    return seen && (place.width < 43.5 || place.height < 43.5);
}).map(one => `${one.className} ${one.textContent}: ${one.getBoundingClientRect().width} x ${
    one.getBoundingClientRect().height}`)"""
"""What a finger misses: less than 44 pixels, give or take a rounding."""


class Screen:
    """One window that is kept for every game, and what its console complained about."""

    def __init__(self, window: Page, *, phone: bool) -> None:
        self.window, self.phone = window, phone
        self.looks = (RUN_AXE, WIDER, *([TOO_SMALL] if phone else []))
        self.complaints: list[str] = []
        window.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        window.on("pageerror", lambda error: self.complaints.append(str(error)))

    async def flaws(self) -> list[str]:
        """What is wrong with what is shown, tab by tab."""
        found: dict[str, None] = {}
        for tab in TABS:
            to = self.window.locator(f".im-to-{tab.lower()}")
            if await to.is_visible():
                await to.click()
            elif tab != "Play":
                continue  # a desk shows everything at once, and not every game has a hand
            found |= dict.fromkeys(f"{tab}: {one}" for one in await self.shown_flaws())
        return [*found, *self.complaints]

    async def shown_flaws(self) -> list[str]:
        """What is wrong with what is shown now."""
        return [one for look in self.looks for one in await self.window.evaluate(look)]


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=SCREENS)
async def screen(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Screen]:
    size, kept = SCREENS[request.param]
    phone = size["width"] < 500
    context = await browser.new_context(viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce")
    context.set_default_timeout(90_000)
    await context.add_init_script(AXE)
    await context.add_init_script(f"localStorage.setItem('immolation-device', {json.dumps(json.dumps(kept))})")
    yield Screen(await context.new_page(), phone=phone)
    await context.close()


def middle(url: str, short: str) -> GameStage:
    """A random game after half of its actions, when the person has to choose."""
    stage, whole = GameStage(url, short), GameStage(url, short)
    stage.play_until_asked(whole.play(MOST) // 2)
    assert stage.state.outcome() is None
    return stage


@pytest.mark.parametrize("short", GAMES)
async def test_a_game_in_its_middle(
    screen: Screen, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    async with middle(broker.url, short):
        screen.complaints.clear()
        await screen.window.goto(page_process.url)
        await screen.window.locator(".im-title").wait_for()
        assert await screen.flaws() == []


@pytest.mark.parametrize("short", GAMES)
async def test_a_game_at_its_beginning_and_at_its_end(
    screen: Screen, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    async with GameStage(broker.url, short) as stage:
        screen.complaints.clear()
        await screen.window.goto(page_process.url)
        await screen.window.locator(".im-title").wait_for()
        assert await screen.flaws() == []
        stage.end()
        await stage.show()
        await screen.window.get_by_role("button", name="Play again").wait_for()
        assert await screen.flaws() == []


@pytest.mark.parametrize(
    "name", ["How to play", "Rules", "New game", "Players", "Seats", "Board", "Settings", "Why am I asked?"]
)
async def test_a_dialog(screen: Screen, broker: BrokerProcess, page_process: PageProcess, name: str) -> None:
    async with middle(broker.url, "full") as stage:
        stage.answers |= {"rules": {"rules": [{"rule": "AK-FIRE-07", "section": "Fire", "text": "It burns."}]}}
        stage.answers |= {"why": {"rule": "AK-FIRE-07", "section": "Fire", "text": "It burns.", "example": "At 44."}}
        screen.complaints.clear()
        await screen.window.goto(page_process.url)
        await screen.window.locator(".im-title").wait_for()
        if screen.phone and "?" not in name:
            await screen.window.locator(".im-to-more").click()
        await screen.window.get_by_role("button", name=name).first.click()
        opened = screen.window.locator(".im-dialog")
        await opened.wait_for()
        await screen.window.locator(".q-dialog__inner.q-transition--scale-enter-active").wait_for(state="detached")
        assert await screen.shown_flaws() + screen.complaints == []
