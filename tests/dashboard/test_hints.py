"""What a bot would do, on the page: where it may be asked, how its answer reads, and how long that stays."""

from __future__ import annotations

import pytest
from immolation.dashboard.rulesets.kimera.choices import CARD_VERBS
from immolation.games import Decision, Event, Game
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context, opened
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


STEP = {"label": "Step to 54", "action": {"do": "step", "seat": "p1", "tile": 54}, "gains": ["brings gems"]}
KYNAZARR_TAKES = Event("gem", ("AK-GEM-01",), "Kynazarr takes 1 Pyre from tile 62.")


async def others_act(window: Page, stage: Stage) -> None:
    """Let somebody else act, and wait until the choice is built again."""
    await window.evaluate("document.querySelector('.im-bot-said').dataset.built = 'before'")
    await stage.happen(KYNAZARR_TAKES)
    await expect(window.locator(".im-bot-said:not([data-built])")).to_be_attached()


async def test_a_hint_calls_people_by_their_names(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "cinders") as stage:
        stage.play_until_asked(3)
        await stage.show()
        stage.answers["hint"] = {"label": "Runner 1 runs on", "action": {}, "gains": ["robs Runner 1"], "costs": []}
        window = await context.new_page()
        await window.goto(page_process.url)
        await offer_hints(window)
        await window.get_by_role("button", name=ASK).click()
        await expect(window.get_by_text("A bot would: Ada runs on")).to_be_visible()
        await expect(window.get_by_text("For it: robs Ada")).to_be_visible()
        await window.close()


async def test_a_hint_stays_while_others_act_and_goes_when_the_choice_is_another(desk: Page, stage: Stage) -> None:
    stage.answers["hint"] = STEP
    said = desk.get_by_text("A bot would: Step to 54")
    await offer_hints(desk)
    await desk.get_by_role("button", name=ASK).click()
    await expect(said).to_be_visible()
    await others_act(desk, stage)
    await expect(said).to_be_visible()
    await stage.happen(Event("step", (), "Vara steps to tile 44."), action={"do": "step", "seat": "p1", "tile": 44})
    await expect(said).to_have_count(0)

    await desk.get_by_role("button", name=ASK).click()
    await expect(said).to_be_visible()
    stage.deciders = {"p1": Decision("turn", "Move Vara once more.", "AK-TURN-05")}
    await stage.happen()
    await expect(desk.get_by_text("Move Vara once more.")).to_be_visible()
    await expect(said).to_have_count(0)


async def test_on_a_phone_the_hint_is_brought_into_sight(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    stage.answers["hint"] = STEP
    context = await new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = await opened(context, page_process.url)
    await phone.get_by_role("button", name="More").click()
    await offer_hints(phone)
    await phone.get_by_role("button", name="Play", exact=True).click()
    stage.quick.clear()
    await phone.get_by_role("button", name=ASK).click()
    await expect(phone.get_by_text("A bot is thinking …")).to_be_in_viewport(ratio=0.95)
    stage.quick.set()
    await expect(phone.get_by_text("For it: brings gems")).to_be_in_viewport(ratio=0.95)
    await context.close()


async def test_while_a_bot_thinks_the_page_says_so_and_asks_no_other(desk: Page, stage: Stage) -> None:
    stage.answers["hint"] = STEP
    thinking, ask = desk.get_by_text("A bot is thinking …"), desk.get_by_role("button", name=ASK)
    await offer_hints(desk)
    stage.quick.clear()
    await ask.click()
    await expect(thinking).to_be_visible()
    await ask.click()
    await others_act(desk, stage)
    await expect(thinking).to_be_visible()
    await ask.click()
    stage.quick.set()
    await expect(desk.get_by_text("A bot would: Step to 54")).to_be_visible()
    await expect(thinking).to_have_count(0)
    assert await stage.next_command() == {"table": "hint", "seat": "p1"}
    assert stage.commands.empty()
    stage.refuse = {"refused": "Vara has nothing to choose now."}
    await stage.happen(action={"do": "step", "seat": "p1", "tile": 44})
    await expect(desk.get_by_text("A bot would: Step to 54")).to_have_count(0)
    await ask.click()
    await expect(desk.get_by_text("Vara has nothing to choose now.")).to_be_visible()
    await expect(thinking).to_have_count(0)
