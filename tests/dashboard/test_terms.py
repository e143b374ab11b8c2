"""A word of the game is explained where it stands, under a mouse and at a tap."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import Decision
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import PageProcess, new_context, opened
from tests.dashboard.stage import EndTurn, Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

PROMPT = "Take the Latent State, or pay with Ylem."
PLACE = """word => {
    const node = document.querySelector('.im-waits').firstChild, range = new Range();
    range.setStart(node, node.data.indexOf(word));
    range.setEnd(node, node.data.indexOf(word) + word.length);
    const place = range.getBoundingClientRect();
    return [place.left + place.width / 2, place.top + place.height / 2];
}"""


async def asked(window: Page, stage: Stage) -> None:
    stage.deciders = {"p1": Decision("turn", PROMPT, "AK-TURN-05", EndTurn("p1"))}
    await stage.happen()
    await expect(window.get_by_text(PROMPT).first).to_be_visible()
    await window.wait_for_function("CSS.highlights.get('im-term').size >= 2")


async def test_a_mouse_that_rests_on_a_word_is_told_what_it_means(desk: Page, stage: Stage) -> None:
    await asked(desk, stage)
    told = desk.locator(".im-term-card")
    x, y = await desk.evaluate(PLACE, "Latent")
    await desk.mouse.move(x, y)
    await expect(told).to_have_text("Latent: the resting state of a turn: draw, roll, gather.")
    x, y = await desk.evaluate(PLACE, "pay")
    await desk.mouse.move(x, y)
    await expect(told).to_have_count(0)


async def test_a_tap_tells_it_on_a_phone(browser: Browser, stage: Stage, page_process: PageProcess) -> None:
    context = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone = await opened(context, page_process.url)
    await asked(phone, stage)
    x, y = await phone.evaluate(PLACE, "Ylem")
    await phone.touchscreen.tap(x, y)
    told: Any = phone.locator(".im-term-card")
    await expect(told).to_contain_text("the blue six-sided gem")
    place = await told.bounding_box()
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 360
    await phone.touchscreen.tap(180, 300)
    await expect(told).to_have_count(0)
    await context.close()


async def test_the_keyboard_walks_from_word_to_word(desk: Page, stage: Stage) -> None:
    await asked(desk, stage)
    told, heard = desk.locator(".im-term-card"), desk.locator("body > .im-said")
    button = desk.get_by_role("button", name="Explain the next word")
    await button.focus()
    await expect(button).to_have_css("opacity", "1")
    for word in ("Latent", "Ylem"):
        await desk.keyboard.press("Enter")
        await expect(told.locator("b")).to_have_text(word)
        await expect(heard).to_have_text(await told.inner_text())
    await desk.keyboard.press("Escape")
    await expect(told).to_have_count(0)
    await expect(heard).to_be_empty()
    await button.blur()
    await expect(button).to_have_css("opacity", "0")
    await desk.keyboard.press("w")
    await expect(told).to_have_count(1)
