"""The full track of Ascended Kings as a person meets it: a host, the page in Chromium, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.end_to_end.hosting import Host, hosting, shown

pytestmark = pytest.mark.needs("chromium")

PHONE = {"width": 390, "height": 844}


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    words = ("--seats", "2", "--person", "p1=Ann", "--bot", "p2=random", "--option", "track=full", "--pace", "0")
    async with hosting("host", "--board", "none", "--journal", str(tmp_path / "j"), "--seed", "11", *words) as running:
        yield running


def choices(page: Page) -> Locator:
    return page.locator(".im-decisions .im-button:not(.im-link):visible")


async def test_a_person_plays_two_turns_with_gems_dice_and_cards(browser: Browser, host: Host) -> None:
    page = await shown(browser, host, {"width": 1440, "height": 900})
    own = page.locator(".im-private")
    await expect(own.locator(".im-card")).to_have_count(3)
    await expect(own.get_by_text("Instant Power").first).to_be_visible()

    # Three Core gems, chosen as gems: ten mixtures, none of them better than another.
    await expect(page.locator(".im-mix")).to_have_count(10)
    await page.get_by_role("button", name=re.compile("3 Pyre")).click()
    ann = page.locator(".im-seat").first
    await expect(ann.get_by_title("3 Pyre")).to_be_visible()

    # Latent: a card comes, the dice are turned into gems.
    await page.get_by_role("button", name="Take the Latent State").click()
    await expect(own.locator(".im-card")).to_have_count(4)
    await page.get_by_role("button", name="Let it pass").click()  # the moment before the roll is one's own
    await expect(page.get_by_text(re.compile("Turn the dice of"))).to_be_visible()
    await page.locator(".im-mix").first.click()
    await page.get_by_role("button", name="End the turn").click()

    # Active: what a step costs stands on its chip.
    await page.get_by_role("button", name="Take the Active State").click()
    await expect(page.get_by_role("button", name="End the turn")).to_be_visible()
    state = await host.table()
    assert state["view"]["turn"] == "p1"
    assert state["view"]["state"] == "active"
    assert state["view"]["seats"]["p1"]["hand"] is None, "Nobody else learns what Ann holds."
    held = state["view"]["seats"]["p1"]["hand_size"]
    if held:
        await own.locator(".im-card-do", has_text="Instant Power").first.click()
        state = await host.table(lambda found: found["view"]["seats"]["p1"]["hand_size"] < held)
        assert sum(state["view"]["decks"]["ascendant"]["discard"].values()) >= 1


async def test_on_a_phone_the_hand_has_a_page_of_its_own(browser: Browser, host: Host) -> None:
    page = await shown(browser, host, PHONE)
    await expect(choices(page).first).to_be_visible()
    await expect(page.locator(".im-card").first).to_be_hidden()
    await page.get_by_role("button", name="Hand", exact=True).click()
    await expect(page.locator(".im-card").first).to_be_visible()
    await expect(page.locator(".im-board")).to_be_hidden()
    await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")


async def test_a_person_is_asked_out_of_courtesy_only_if_they_want_to_be(browser: Browser, host: Host) -> None:
    page = await shown(browser, host, {"width": 1440, "height": 900})
    await page.locator(".im-mix").first.click()
    await expect(page.get_by_role("button", name="Take the Active State")).to_be_visible()
    await page.get_by_role("button", name="Ask me at every opportunity: off").click()
    await expect(page.get_by_role("button", name="Ask me at every opportunity: on")).to_be_visible()
    assert (await host.table())["players"]["p1"]["asked"] == "always"
    await page.get_by_role("button", name="Take the Active State").click()
    await expect(page.get_by_role("button", name="Let it pass")).to_be_visible()
    await page.get_by_role("button", name="Ask me at every opportunity: on").click()
    await expect(page.get_by_role("button", name="End the turn")).to_be_visible()
