"""A player's own printed deck of Red Rains, typed in on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from tests.dashboard import game_stage
from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GameStage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

LIST = "2x Ember Lancer 3/2/1 stalk\nAsh Hound 1/1"


async def test_a_deck_is_typed_in_kept_and_its_units_enter_by_a_tap(
    browser: Browser,
    context: BrowserContext,
    broker: BrokerProcess,
    page_process: PageProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(game_stage.GAMES, "printed", ("red-rains", {"seats": 1, "players": "printed"}))
    async with GameStage(broker.url, "printed") as stage:
        while (asked := stage.state.deciders().get("p1")) is None or asked.kind != "turn":
            stage.play(1)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        await window.get_by_role("button", name="My deck …").click()
        dialog = window.get_by_role("dialog", name="My deck")
        cards = dialog.get_by_label("Cards, one a line")
        await expect(cards).to_have_value("")
        await cards.fill("99/99")

        # What is refused is not lost.
        stage.refuse = {"refused": "'99/99' is no card of a deck.", "rule": "TABLE"}
        await dialog.get_by_role("button", name="Use it").click()
        await stage.next_command()
        await expect(dialog.get_by_role("alert")).to_contain_text("refused")
        await expect(cards).to_have_value("99/99")
        stage.refuse = None

        await cards.fill(LIST)
        await dialog.get_by_role("button", name="Use it").click()
        said = await stage.next_command()
        assert said["action"] == {"do": "deck", "seat": "p1", "text": LIST}
        await expect(dialog).to_be_hidden()
        stage.take(stage.game.action(said["action"]))
        await stage.show()
        await window.get_by_role("button", name="Ember Lancer 3/2").click()
        enter = (await stage.next_command())["action"]
        assert (enter["do"], enter["name"], enter["attack"], enter["life"]) == ("enter", "Ember Lancer", 3, 2)
        assert stage.state.check(stage.game.action(enter)) is None

        # Who opens it again finds the deck there; another device shows it as the table knows it.
        await window.get_by_role("button", name="My deck …").click()
        await expect(cards).to_have_value(LIST)
        await window.close()
        other = await new_context(browser, viewport={"width": 1440, "height": 900})
        window = await other.new_page()
        await window.goto(page_process.url)
        await window.get_by_role("button", name="My deck …").click()
        cards = window.get_by_label("Cards, one a line")
        await expect(cards).to_have_value("Ash Hound 1/1/1\nEmber Lancer 3/2/1 stalk")
        await other.close()
