"""Everybody can use the page: axe-core on every tab of every ruleset, fingers, small screens, a quiet console."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from importlib.resources import files
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from immolation.board.bring_up import reported_findings
from immolation.board.messages import FirmwareProgress
from immolation.table.records import BoardState, BoardTest
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GAMES, MOST, GameStage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RUN_AXE = """async where => (await axe.run(where || document, {resultTypes: ['violations']})).violations.flatMap(
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

OVERLAPPING = """() => {
    const words = [...document.querySelectorAll('.im-header *')].flatMap(
        one => one.checkVisibility({opacityProperty: true}) ? [...one.childNodes] : [])
        .filter(one => one.nodeType === Node.TEXT_NODE && one.data.trim());
    const seen = one => {
        const range = new Range();
        range.selectNodeContents(one);
        let {left, right, top, bottom} = range.getBoundingClientRect();
        for (let box = one.parentElement; box; box = box.parentElement)
            if (getComputedStyle(box).overflowX !== 'visible') {
                const edge = box.getBoundingClientRect();
                [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            }
        return {said: one.data.trim(), left, right, top, bottom};
    };
    const found = words.map(seen);
    return found.flatMap((a, nth) => found.slice(nth + 1).filter(b =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(b => `${a.said} lies over ${b.said}`));
}"""
"""Words of the page's header that cover each other."""

TOO_SMALL = """() => [...document.querySelectorAll(':is(.im-page, .im-dialog) :is(button, summary)')].filter(one => {
    const place = one.getBoundingClientRect();
    const seen = place.width && getComputedStyle(one).visibility === 'visible';
    return seen && (place.width < 43.5 || place.height < 43.5);
}).map(one => `${one.className} ${one.textContent}: ${one.getBoundingClientRect().width} x ${
    one.getBoundingClientRect().height}`)"""
"""What a finger misses: less than 44 pixels, give or take a rounding."""


class Screen:
    """One window that is kept for every game, and what its console complained about."""

    def __init__(self, name: str, window: Page, *, phone: bool) -> None:
        self.name, self.window, self.phone = name, window, phone
        self.complaints: list[str] = []
        window.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        window.on("pageerror", lambda error: self.complaints.append(str(error)))

    async def open(self, url: str, player: str) -> None:
        """Load the page anew, and wait until it shows the game of this player."""
        self.complaints.clear()
        await self.window.goto(url)
        await self.shows(player)

    async def shows(self, player: str) -> None:
        await expect(self.window.locator(".im-seats")).to_contain_text(player)

    async def flaws(self) -> list[str]:
        """What is wrong with what is shown, tab by tab; with what all tabs show, once."""
        found: dict[str, None] = {}
        for tab in TABS:
            to = self.window.locator(f".im-to-{tab.lower()}")
            if await to.is_visible():
                await to.click()
            elif tab != "Play":
                continue  # a desk shows everything at once, and not every game has a hand
            part = None if tab == "Play" else f".im-tab-{tab.lower()}"
            found |= dict.fromkeys(f"{self.name}, {tab}: {one}" for one in await self.shown_flaws(part))
        return [*found, *self.complaints]

    async def shown_flaws(self, part: str | None = None) -> list[str]:
        """What is wrong with what is shown now; axe looks at ``part``, a selector, or at everything."""
        found = list(await self.window.evaluate(RUN_AXE, part))
        for look in (WIDER, OVERLAPPING, TOO_SMALL) if self.phone else (WIDER, OVERLAPPING):
            found += await self.window.evaluate(look)
        return found


Look = Callable[[Screen], Coroutine[Any, Any, Any]]


async def on_each(screens: Sequence[Screen], look: Look) -> list[Any]:
    """Do the same on every screen, all at once."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(look(screen)) for screen in screens]
    return [task.result() for task in tasks]


async def flaws_of(screens: Sequence[Screen]) -> list[str]:
    return [flaw for found in await on_each(screens, Screen.flaws) for flaw in found]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def screens(browser: Browser) -> AsyncIterator[list[Screen]]:
    contexts, found = [], []
    for name, (size, kept) in SCREENS.items():
        phone = size["width"] < 500
        context = await new_context(browser, viewport=size, has_touch=phone, is_mobile=phone)
        await context.add_init_script(AXE)
        await context.add_init_script(f"localStorage.setItem('immolation-device', {json.dumps(json.dumps(kept))})")
        contexts.append(context)
        found.append(Screen(name, await context.new_page(), phone=phone))
    yield found
    for context in contexts:
        await context.close()


def half_of(url: str, short: str) -> int:
    """Half of the actions of a random game."""
    return GameStage(url, short).play(MOST) // 2


@pytest.mark.parametrize("short", GAMES)
async def test_a_game_in_its_middle_and_at_its_end(
    screens: list[Screen], broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    """Every tab, in both themes; what lies between is looked at step by step in `test_whole_games.py`."""
    async with GameStage(broker.url, short) as stage:
        stage.play_until_asked(half_of(broker.url, short))
        assert stage.state.outcome() is None
        stage.name_person("Bea")
        await stage.show()
        await on_each(screens, lambda screen: screen.open(page_process.url, "Bea"))
        assert await flaws_of(screens) == []
        stage.end()
        await stage.show()
        again = "Play again"
        await on_each(
            screens, lambda screen: screen.window.get_by_role("button", name=again).wait_for(state="attached")
        )
        assert await flaws_of(screens) == []


async def test_after_a_game_of_red_rains_a_small_phone_cuts_no_button(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    """The board took the place of what follows; beside the seats it is there."""
    context = await new_context(browser, viewport=SMALL, has_touch=True, is_mobile=True)
    async with GameStage(broker.url, "red-rains") as stage:
        stage.end()
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        for name in ("Play again", "Another game"):
            await expect(window.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        await expect(window.locator(".im-board-side")).to_be_hidden()
        await window.get_by_role("button", name="Seats", exact=True).first.click()
        await expect(window.locator(".im-board-side")).to_be_visible()
    await context.close()


def board_in_trouble(board: BoardState) -> BoardState:
    """Everything that the dialog about it may show at once."""
    status = {
        "fw": "2.0.0 circuitpython 10.2.1",
        "hw": "raspberrypi_pico_w",
        "reset": "watchdog",
        "fps": 12,
        "ma": 990,
        "free": 104448,
        "edges": 1203,
        "lost": 200,
        "bad": 400,
        "up": 7300,
        "stuck": [34, 106],
        "noisy": [77],
    }
    return msgspec.structs.replace(
        board,
        status=status,
        limit_ma=1000,
        switched_off=(12,),
        test=BoardTest("self-test", False, tuple(range(7, 100)), ""),
        findings=tuple(reported_findings(status, "matrix", answered=frozenset(range(7, 100)), limit_ma=1000)),
        update=FirmwareProgress("writing", 12, 48),
    )


DIALOGS = ("How to play", "Rules", "New game", "Players", "Seats", "Board", "Settings", "Why am I asked?")


async def test_every_dialog(screens: list[Screen], broker: BrokerProcess, page_process: PageProcess) -> None:
    async with GameStage(broker.url, "full") as stage:
        stage.answers |= {"rules": {"rules": [{"rule": "AK-FIRE-07", "section": "Fire", "text": "It burns."}]}}
        stage.answers |= {"why": {"rule": "AK-FIRE-07", "section": "Fire", "text": "It burns.", "example": "At 44."}}
        stage.answers |= {"firmware": {"installed": "2.1.0", "drive": True, "why": ""}}
        stage.play_until_asked(half_of(broker.url, "full"))
        stage.name_person("Cleo")
        stage.board_state = board_in_trouble(stage.board_state)
        await stage.show()
        await on_each(screens, lambda screen: screen.open(page_process.url, "Cleo"))
        assert await on_each(screens, dialog_flaws) == [[] for _ in screens]


async def dialog_flaws(screen: Screen) -> list[str]:
    """What is wrong with each dialog, one after the other."""
    window, found = screen.window, []
    for name in DIALOGS:
        if screen.phone:
            await window.locator(".im-to-play" if "?" in name else ".im-to-more").click()
        await window.get_by_role("button", name=name).first.click()
        await window.locator(".im-dialog").wait_for()
        await window.locator(".q-dialog__inner.q-transition--scale-enter-active").wait_for(state="detached")
        # What a dialog does to the page around it is the same for all of them, and is looked at once.
        part = None if name == DIALOGS[0] else ".q-dialog"
        found += [f"{screen.name}, {name}: {one}" for one in await screen.shown_flaws(part)]
        await window.keyboard.press("Escape")
        await window.locator(".im-dialog").wait_for(state="detached")
    return [*found, *screen.complaints]
