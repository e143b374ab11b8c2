"""A newcomer's guided round: a sentence for each choice, the usual one marked, and a way out at any time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from immolation.games import CHANCE, Action, Game
from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import TimeoutError as Late

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GAMES, GameStage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

OFFER = "Guide me"

SOON_MS = 2_000
"""For a tap on what may have gone: it is looked for anew."""


async def opened(browser: Browser, page_process: PageProcess, *, phone: bool) -> Page:
    size = {"width": 360, "height": 740} if phone else {"width": 1280, "height": 800}
    context = await new_context(browser, viewport=size, has_touch=phone, is_mobile=phone)
    window = await context.new_page()
    await window.goto(page_process.url)
    return window


async def guided(window: Page) -> None:
    """Take the offer of a guided round, as often as it takes: a tap on one that is just built anew is nobody's."""
    begin = window.get_by_role("button", name=re.compile(f"^({OFFER}|One more round)$"))
    leave = window.get_by_role("button", name="Leave the guide")
    while True:
        await begin.or_(leave).first.wait_for()
        if await leave.count():
            return
        with suppress(Late):
            await begin.first.click(timeout=SOON_MS)


async def steps(stage: GameStage) -> None:
    """Begin a game in which the person is on turn in the first round, and may step."""
    own = stage.state.seats[0]

    def step() -> Action | None:
        actions = stage.state.legal_actions(own) if own in stage.state.deciders() else ()
        return next((one for one in actions if Game.record(one)["do"] == "step"), None)

    while (action := step()) is None or stage.state.view(None)["round"] > 1:
        if stage.state.view(None)["round"] > 1:
            stage.begin_again()
        stage.play(1)
    label = stage.game.label(action, stage.state.view(own))
    stage.answers["hint"] = {"action": Game.record(action), "label": label, "gains": [], "costs": []}
    await stage.show()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_each_choice_has_a_sentence_and_what_a_bot_would_take_is_marked(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess, phone: bool
) -> None:
    async with GameStage(broker.url, "arena") as stage:
        await steps(stage)
        window = await opened(browser, page_process, phone=phone)
        await expect(window.locator(".im-means")).to_have_count(0)
        await guided(window)
        await expect(
            window.locator(".im-means", has_text="Moves one tile for 1 Aria and takes what lies there")
        ).to_be_visible()
        await expect(window.locator(".im-means", has_text="The turn goes to the next")).to_be_attached()
        label = str(stage.answers["hint"]["label"])
        await expect(window.locator(".im-guide-usual")).to_have_text(f"Usual here: {label}")
        usual = window.locator(".im-usual")
        await expect(usual).to_have_count(1)
        await expect(usual).to_have_attribute("aria-label", label)
        await window.get_by_role("button", name="Leave the guide").click()
        await expect(window.locator(".im-means, .im-usual, .im-guide-usual")).to_have_count(0)
        await window.context.close()


@pytest.mark.parametrize("short", GAMES)
async def test_the_usual_choice_is_marked_whatever_a_game_makes_of_its_buttons(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    """Cards of a hand, digits, targets: what a bot would take is found by whoever looks for it."""
    async with GameStage(broker.url, short, 2) as stage:
        stage.name_person("")  # labels are shown as the rules say them
        own, window = stage.state.seats[0], None
        for moment in range(6):
            stage.play_until_asked(min(moment, 1))
            if own not in stage.state.deciders() or stage.state.deciders()[own].courtesy:
                continue
            kinds = {type(one): one for one in stage.state.legal_actions(own)}
            action = stage.rng.choice([*kinds.values()])
            label = stage.game.label(action, stage.state.view(own))
            stage.answers["hint"] = {"action": Game.record(action), "label": label, "gains": [], "costs": []}
            stage.note = f"Moment {moment} of this game."
            await stage.show()
            window = window or await opened(browser, page_process, phone=False)
            await expect(window.locator(".im-note")).to_have_text(stage.note)  # and not the moment before any more
            await guided(window)
            await expect(window.locator(".im-guide-usual", has_text=f"Usual here: {label}")).to_be_visible()
            await expect(window.locator(".im-usual").first).to_be_attached()
        assert window is not None
        await window.context.close()


class Held(GameStage):
    """A table that thinks until it is released before it says what a bot would do."""

    def __init__(self, url: str, short: str) -> None:
        super().__init__(url, short)
        self.asked, self.released = asyncio.Event(), asyncio.Event()

    async def _answer(self, command: dict[str, Any]) -> None:
        if command.get("table") == "hint":
            self.asked.set()
            await self.released.wait()
        await super()._answer(command)


async def test_on_a_small_phone_the_offer_is_one_line_and_advice_that_comes_later_pushes_nothing(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with Held(broker.url, "red-rains") as stage:
        stage.play_until_asked(1)
        action = stage.state.legal_actions(stage.state.seats[0])[2]
        label = stage.game.label(action, stage.state.view(stage.state.seats[0]))
        stage.answers["hint"] = {"action": Game.record(action), "label": label, "gains": [], "costs": []}
        await stage.show()
        window = await opened(browser, page_process, phone=True)
        offer, choices = window.locator(".im-guide-offer"), window.locator(".im-decisions [data-do]")
        await expect(choices.last).to_be_attached()
        box = await offer.bounding_box()
        assert box is not None
        assert box["height"] <= 48
        await expect(choices.last).to_be_in_viewport(ratio=1)
        await guided(window)
        await expect(window.locator(".im-means").first).to_be_visible()
        await stage.asked.wait()
        before = [await one.bounding_box() for one in await choices.all()]
        stage.released.set()
        await expect(window.locator(".im-guide-usual")).to_have_text(f"Usual here: {label}")
        assert [await one.bounding_box() for one in await choices.all()] == before
        await window.context.close()


async def test_it_ends_with_the_round_and_may_go_on_for_one_more(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "arena") as stage:
        await steps(stage)
        window = await opened(browser, page_process, phone=False)
        await window.get_by_role("button", name="How to play").first.click()
        await window.get_by_role("dialog").get_by_role("button", name="Guide me through this round").click()
        await expect(window.locator(".im-guide-said")).to_have_text("Guided round")
        while stage.state.view(None)["round"] == 1 or stage.state.seats[0] not in stage.state.deciders():
            stage.play(1)
        stage.answers.pop("hint")
        await stage.show()
        await expect(window.locator(".im-guide-said")).to_have_text("That was the guided round.")
        await expect(window.locator(".im-means, .im-usual")).to_have_count(0)
        await guided(window)
        await expect(window.locator(".im-means").first).to_be_visible()
        await window.context.close()


async def test_who_wants_none_is_not_offered_one_again_on_this_device(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "arena") as stage:
        await steps(stage)
        window = await opened(browser, page_process, phone=True)
        await window.locator(".im-guide").get_by_role("button", name="×").click()
        offer = window.get_by_role("button", name=OFFER, exact=True)
        await expect(offer).to_be_hidden()
        await window.reload()
        await expect(window.locator(".im-decisions [data-do]").first).to_be_visible()
        await expect(offer).to_be_hidden()
        await window.context.close()


async def test_a_bots_round_is_guided_for_nobody(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "arena") as stage:
        while stage.state.deciders().keys() & {stage.state.seats[0], CHANCE}:
            stage.play(1)
        await stage.show()
        window = await opened(browser, page_process, phone=False)
        await expect(window.locator(".im-title")).to_have_text(re.compile("turn|decides"))
        await expect(window.locator(".im-guide")).to_have_count(0)
        await window.context.close()


@asynccontextmanager
async def lesson_of(
    browser: Browser, broker: str, page_process: PageProcess, ruleset: str, *, phone: bool
) -> AsyncIterator[Locator]:
    """The cards of how to play a game, opened where a person is asked first."""
    async with GameStage(broker, ruleset) as stage:
        stage.play_until_asked(1)
        stage.name_person("Dora")
        await stage.show()
        window = await opened(browser, page_process, phone=phone)
        await expect(window.locator(".im-seats")).to_contain_text("Dora")  # and not the game of before any more
        await expect(window.locator(".im-guide-offer")).to_be_attached()
        await window.get_by_role("button", name="How to play").first.click()
        yield window.get_by_role("dialog")
        await window.context.close()


async def test_the_cards_of_a_lesson_are_turned_from_the_first_to_the_words(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    """A way that leads nowhere cannot be taken; a card about nothing on the board shows none."""
    async with lesson_of(browser, broker.url, page_process, "chimera-con", phone=False) as lesson:
        back, further = (lesson.get_by_role("button", name=name, exact=True) for name in ("Back", "Next"))
        await expect(back).to_be_disabled()
        await expect(lesson.locator(".im-lesson-board")).to_have_count(0)
        await further.click()
        await expect(lesson.get_by_text("2 of 10")).to_be_visible()
        await expect(lesson.locator(".im-lesson-board")).to_have_count(1)
        await expect(back).to_be_enabled()
        await lesson.get_by_role("button", name="Words and lights").click()
        await expect(lesson.get_by_role("heading", name="Words", exact=True)).to_be_visible()
        await expect(further).to_be_disabled()


async def test_on_a_phone_the_words_of_a_lesson_are_scrolled_and_nothing_lies_over_them(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with lesson_of(browser, broker.url, page_process, "red-rains", phone=True) as lesson:
        await lesson.get_by_role("button", name="Words and lights").click()
        await expect(lesson.get_by_role("heading", name="Words", exact=True)).to_be_visible()
        assert await lesson.locator(".im-lesson-page").evaluate("one => one.scrollHeight <= one.clientHeight")
        await expect(lesson.get_by_role("button", name="Close", exact=True)).to_be_in_viewport()
