"""A press shows at once, in the frame that follows it, even while the host does nothing at all."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import PageProcess, new_context, offered, opened
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

WATCH = """() => {
    window.presses = [];
    const looks = one => [getComputedStyle(one).filter, getComputedStyle(one).boxShadow].join();
    addEventListener('click', event => {
        const button = event.target.closest('button');
        const press = {at_once: button.hasAttribute('data-pressed'), frames: 0, shown: false};
        window.presses.push(press);
        const frame = () => {
            press.frames += 1;
            press.shown = looks(button) !== window.plain;
            if (!press.shown && press.frames < 60) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
}"""
"""Tells of each click whether its button was pressed within the task of the click, and in which frame it looks so."""

MIDDLE = """(board, tile) => {
    const width = board.getBoundingClientRect().width;
    const margin = Math.round(width * 0.042), side = (width - 2 * margin) / 10;
    return {x: margin + (tile % 10 + 0.5) * side, y: margin + (Math.floor(tile / 10) + 0.5) * side};
}"""
"""The middle of a tile on the board, in pixels, wherever the board is."""


@contextmanager
def busy(page: PageProcess) -> Iterator[None]:
    """The host's process does nothing, for as long as this lasts."""
    page.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        page.process.send_signal(signal.SIGCONT)


async def press(window: Page, name: str, *, phone: bool) -> None:
    """Press a button and see it pressed in the next frame; nothing of this asks the host."""
    button = window.get_by_role("button", name=name)
    await button.evaluate(
        "one => { window.plain = [getComputedStyle(one).filter, getComputedStyle(one).boxShadow].join() }"
    )
    await (button.tap(no_wait_after=True) if phone else button.click(no_wait_after=True))
    await window.mouse.move(0, 0)
    await window.wait_for_function("window.presses.length && window.presses.at(-1).frames")
    assert await window.evaluate("window.presses.pop()") == {"at_once": True, "frames": 1, "shown": True}
    await expect(button).to_have_attribute("data-pressed", "")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_a_press_shows_in_the_next_frame_while_the_host_does_nothing(
    browser: Browser, stage: Stage, page_process: PageProcess, phone: bool
) -> None:
    size = {"width": 360, "height": 740} if phone else {"width": 1280, "height": 800}
    context = await new_context(browser, viewport=size, has_touch=phone, is_mobile=phone)
    window = await opened(context, page_process.url)
    await offered(window)
    await window.evaluate(WATCH)
    with busy(page_process):
        await press(window, "Step to 44", phone=phone)
        await press(window, "End the turn", phone=phone)
        await expect(window.locator("[data-pressed]")).to_have_count(1)  # the last one alone
    sent = [(await stage.next_command())["action"] for _ in range(2)]
    assert [one["do"] for one in sent] == ["step", "end-turn"]
    await stage.happen()
    await expect(window.locator("[data-pressed]")).to_have_count(0)
    await context.close()


async def test_a_tile_that_is_touched_lights_up_while_the_host_does_nothing(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    window = await opened(context, page_process.url)
    await offered(window)
    at = await window.locator(".im-board").evaluate(MIDDLE, 44)
    lit = """({x, y}) => {
        const top = document.querySelector('.im-board canvas:nth-of-type(2)'); // the first one has the board's lights
        const wide = top.width / top.getBoundingClientRect().width;
        const [r, g, b, a] = top.getContext('2d').getImageData(x * wide, y * wide, 1, 1).data;
        return a > 60 && r > 200;
    }"""
    await window.wait_for_function(f"at => !({lit})(at)", arg=at)
    with busy(page_process):
        await window.locator(".im-board").tap(position=at, force=True, no_wait_after=True)
        await window.wait_for_function(lit, arg=at)
    assert (await stage.next_command())["action"]["tile"] == 44
    stage.note = "The table has answered."
    await stage.happen()
    await window.wait_for_function(f"at => !({lit})(at)", arg=at)
    await context.close()


async def test_what_is_refused_is_pressed_no_more(desk: Page, stage: Stage) -> None:
    stage.refuse = {"refused": "Tile 44 is taken.", "rule": ""}
    await desk.get_by_role("button", name="Step to 44").click()
    await expect(desk.get_by_role("alert")).to_contain_text("taken")
    await expect(desk.locator("[data-pressed]")).to_have_count(0)
