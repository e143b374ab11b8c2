"""A player's own cards on the page: typed once, kept by the browser from game to game, favourites and the last ten."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess
from tests.dashboard.printed_cards import begin, begun, opened

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

DECK = "2x Ember Lancer 3/2/1 stalk"


async def test_a_deck_typed_once_and_the_last_cards_are_there_in_the_next_game(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with begun(context, broker, page_process) as (stage, window):
        await window.get_by_role("button", name="My deck …").click()
        await window.get_by_label("Cards, one a line").fill(DECK)
        await window.get_by_role("button", name="Use it").click()
        used = {"seat": "p1", "action": {"do": "deck", "seat": "p1", "text": DECK}}
        assert await stage.next_command() == used
        await expect(window.get_by_role("button", name="My deck of last time")).to_be_visible()
        await window.close()
        window = await opened(context, page_process.url)  # this stage's game stands still, and one answer is enough
        await window.get_by_role("button", name="A unit enters …").click()
        await window.get_by_label("Name", exact=True).fill("Ash Hound")
        await window.get_by_role("button", name="Into play").click()
        assert (await stage.next_command())["action"]["name"] == "Ash Hound"
        await expect(window.get_by_role("button", name="Favourite: Ash Hound")).to_be_visible()
        await window.close()

        await begin(stage)
        window = await opened(context, page_process.url)
        await window.get_by_role("button", name="My deck of last time").click()
        assert await stage.next_command() == used
        await window.close()
        window = await opened(context, page_process.url)
        await window.get_by_role("button", name="Favourite: Ash Hound").click()
        await window.get_by_role("button", name="Ash Hound 2/2").click()
        entered = (await stage.next_command())["action"]
        assert (entered["do"], entered["name"], entered["life"]) == ("enter", "Ash Hound", 2)
        await window.close()
        window = await opened(context, page_process.url)
        star = window.get_by_role("button", name="Favourite: Ash Hound")
        await expect(star).to_have_attribute("aria-pressed", "true")
        await window.get_by_role("button", name="My deck …").click()
        await expect(window.get_by_label("Cards, one a line")).to_have_value(DECK)
        await window.close()


async def test_only_the_last_ten_cards_are_kept_the_newest_first(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with begun(context, broker, page_process) as (stage, window):
        cards = [{"name": f"Card {number}", "attack": 1, "life": 1, "recover": 1, "text": ""} for number in range(10)]
        kept = {"deck": "", "favourites": [], "last": cards}
        await window.evaluate("kept => localStorage.setItem('immolation-cards', JSON.stringify(kept))", kept)
        await window.reload()
        await window.get_by_role("button", name="A unit enters …").click()
        await window.get_by_label("Name", exact=True).fill("Newest")
        await window.get_by_role("button", name="Into play").click()
        await stage.next_command()
        await expect(window.get_by_role("button", name="Favourite: Newest")).to_be_visible()
        names = "JSON.parse(localStorage.getItem('immolation-cards')).last.map(one => one.name).join()"
        newest = ["Newest", *(f"Card {number}" for number in range(9))]
        await window.wait_for_function(f"kept => {names} === kept", arg=",".join(newest))
        await window.close()
