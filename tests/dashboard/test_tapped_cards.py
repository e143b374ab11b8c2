"""Cards of Red Rains that are tapped or read while the table goes on."""

from __future__ import annotations

import re

import pytest
from immolation.broker import topics
from playwright.async_api import BrowserContext, Locator, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess
from tests.dashboard.game_stage import GameStage
from tests.dashboard.printed_cards import begun

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]


def hurt_the_chimera(stage: GameStage) -> None:
    """One more damage to the Chimera, as a player tells it."""
    effect = {"do": "effect", "seat": "p1", "what": "damage", "on": "chimera", "n": 1, "source": "ability"}
    stage.take(stage.game.action(effect))


async def hurt_before_the_seat_is_told(stage: GameStage, window: Page) -> Locator:
    """Hurt the Chimera and tell the table alone; returns its bar of life, which shows it."""
    hurt_the_chimera(stage)
    await stage.say(topics.table(stage.table), stage.table_state(), retain=True)
    bar = window.locator(".im-rr-life-bar").first
    await expect(bar).to_have_attribute("aria-label", re.compile(r"29 of 30 life"))
    return bar


async def test_a_card_that_is_read_stays_open_when_the_table_goes_on(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with begun(context, broker, page_process) as (stage, window):
        await window.locator(".im-rr-card.down").first.click()
        read = window.get_by_role("dialog", name="A face-down aspect")
        await expect(read).to_contain_text("not in play")
        hurt_the_chimera(stage)
        await stage.show()
        await expect(window.locator(".im-rr-life-bar").first).to_have_attribute(
            "aria-label", re.compile(r"29 of 30 life")
        )
        await expect(read).to_contain_text("not in play")
        await read.get_by_role("button", name="Close").click()
        await expect(read).to_have_count(0)
        await expect(window.get_by_role("button", name="End the turn")).to_be_visible()


async def test_the_cards_stand_where_they_are_when_what_a_seat_may_do_comes_after_the_table(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with begun(context, broker, page_process) as (stage, window):
        bar = await hurt_before_the_seat_is_told(stage, window)
        stood = await bar.get_attribute("id")
        assert stood
        await stage.show()
        await expect(window.get_by_role("button", name="End the turn")).to_be_visible()
        await expect(bar).to_have_id(stood)


async def test_a_card_tapped_before_its_seat_has_been_heard_of_offers_what_the_seat_may_do(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with begun(context, broker, page_process) as (stage, window):
        bar = await hurt_before_the_seat_is_told(stage, window)
        await bar.click()
        await stage.show()
        await window.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
        assert (await stage.next_command())["action"]["n"] == 3
