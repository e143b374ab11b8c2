"""Everybody can use the page: axe-core on every page of every ruleset, fingers, small screens, a quiet console."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess
from tests.dashboard.game_stage import GAMES, MOST, GameStage
from tests.dashboard.stage import Stage

expect.set_options(timeout=90_000)  # on a busy machine a browser takes its time; what is shown at once costs nothing
pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="module")]

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.flatMap(
    one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`))"""

SCREENS = {
    "desk": {"width": 1280, "height": 800},
    "tall": {"width": 390, "height": 844},
    "small": {"width": 360, "height": 740},
}
SEEN = (("the beginning", 0, ("small",)), ("the middle", 60, ("desk", "small")), ("the end", MOST, ("tall",)))
"""What of a game is looked at, and on which screens."""

TABS = ("Hand", "Seats", "Log", "More", "Play")

WIDER = """() => [...document.querySelectorAll('.im-page *, .im-dialog, .im-dialog *')].filter(one => {
    const style = getComputedStyle(one), place = one.getBoundingClientRect();
    if (!place.width || one.closest('svg, .im-said, canvas') || style.display === 'inline') return false;
    return place.right > innerWidth + 1 || (style.overflowX === 'visible' && one.scrollWidth > one.clientWidth + 1);
}).map(one => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)"""

TOO_SMALL = """() => [...document.querySelectorAll(
    '.im-page button, .im-page summary, .im-dialog button')].filter(one => {
    const place = one.getBoundingClientRect();
    const seen = place.width && getComputedStyle(one).visibility === 'visible';
    return seen && (place.width < 43.5 || place.height < 43.5);
}).map(one => `${one.className} ${one.textContent}: ${one.getBoundingClientRect().width} x ${
    one.getBoundingClientRect().height}`)"""


async def opened(browser: Browser, page_process: PageProcess, screen: str) -> tuple[Page, list[str]]:
    """The page, and what its console complains about."""
    phone = screen != "desk"
    context = await browser.new_context(
        viewport=SCREENS[screen], has_touch=phone, is_mobile=phone, reduced_motion="reduce", bypass_csp=True
    )
    context.set_default_timeout(90_000)
    window = await context.new_page()
    said: list[str] = []
    window.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    window.on("pageerror", lambda error: said.append(str(error)))
    await window.goto(page_process.url)
    await window.locator(".im-title").wait_for()
    await window.add_script_tag(content=AXE)
    return window, said


async def flaws(window: Page, screen: str, where: str) -> list[str]:
    """What is wrong with what is shown."""
    found: list[str] = [*await window.evaluate(RUN_AXE), *await window.evaluate(WIDER)]
    if screen != "desk":
        found += await window.evaluate(TOO_SMALL)
    return [f"{where} on {screen}: {one}" for one in dict.fromkeys(found)]


@pytest.mark.parametrize("short", GAMES)
async def test_every_page_of_a_ruleset(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    found: list[str] = []
    stage = GameStage(broker.url, short)
    for moment, actions, screens in SEEN:
        stage.play(MOST) if moment == "the end" else stage.play_until_asked(actions)
        async with stage:
            for screen in screens:
                window, said = await opened(browser, page_process, screen)
                for tab in TABS if moment == "the middle" else ("Play",):
                    to = window.locator(f".im-to-{tab.lower()}")
                    if await to.is_visible():
                        await to.click()
                    elif tab != "Play":
                        continue
                    found += await flaws(window, screen, f"{short}, {moment}, {tab}")
                found += [f"{short}, {moment} on {screen}: {one}" for one in said]
                await window.context.close()
    assert found == []


async def test_every_dialog(browser: Browser, stage: Stage, page_process: PageProcess) -> None:
    found: list[str] = []
    for screen in ("desk", "small"):
        window, said = await opened(browser, page_process, screen)
        for name in ("New game", "Players", "Why?", "A card moved a miniature"):
            if screen != "desk":
                tab = {"Why?": "Log", "A card moved a miniature": "Play"}.get(name, "More")
                await window.locator(f".im-to-{tab.lower()}").click()
            await window.get_by_role("button", name=name).first.click()
            await expect(window.get_by_role("dialog")).to_be_visible()
            found += await flaws(window, screen, name)
            await (
                window.get_by_role("dialog")
                .get_by_role("button", name="Cancel")
                .or_(window.get_by_role("dialog").get_by_role("button", name="Close"))
                .last.click()
            )
            await expect(window.get_by_role("dialog")).to_have_count(0)
        found += said
        await window.context.close()
    assert found == []
