"""What a bot would do, on the page: where it may be asked, how its answer reads, and how long that stays."""

from __future__ import annotations

import pytest
from immolation.dashboard.rulesets.kimera.choices import CARD_VERBS
from immolation.games import Decision, Game
from playwright.async_api import BrowserContext, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess
from tests.dashboard.game_stage import GameStage
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

ASK = "What would a bot do?"


async def offer_hints(window: Page) -> None:
    """Set this device so that every choice offers a hint."""
    await window.get_by_role("button", name="Settings").click()
    await window.get_by_role("button", name="Under every choice").click()
    await window.get_by_role("button", name="Close").click()


def choose_among_cards(stage: GameStage) -> None:
    """Play until the person has to choose one of several cards of the hand, and nothing else."""
    own = stage.state.seats[0]
    for _ in range(2_000):
        if stage.state.outcome() is not None:
            stage.begin_again()
        decision, actions = stage.state.deciders().get(own), stage.state.legal_actions(own)
        if decision is not None and decision.default is not None and len(actions) > 1:
            asked = [Game.record(one) for one in actions]
            if all(one["do"] in CARD_VERBS and one.get("card") for one in asked):
                return
        stage.play(1)
    raise AssertionError("Nobody was asked for a card.")


async def test_a_choice_among_the_cards_of_a_hand_offers_a_hint_and_says_what_the_clock_takes(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "kimera") as stage:
        choose_among_cards(stage)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        await offer_hints(window)
        await expect(window.locator(".im-hand button").first).to_be_visible()
        await expect(window.locator(".im-decisions [data-do]")).to_have_count(0)
        await expect(window.get_by_role("button", name=ASK)).to_be_visible()
        await expect(window.get_by_text("If the clock runs out: ")).to_be_visible()
        await window.close()


async def test_no_hint_is_offered_where_only_people_see_the_answer(desk: Page, stage: Stage) -> None:
    await offer_hints(desk)
    await expect(desk.get_by_role("button", name=ASK)).to_be_visible()
    stage.deciders = {"p1": Decision("survive", "Does Vara live?", "AK-WOUND-02", clock="window", observed=True)}
    await stage.happen()
    await expect(desk.get_by_role("button", name="Survive")).to_be_visible()
    await expect(desk.get_by_role("button", name=ASK)).to_have_count(0)
