"""The page says announcements aloud: by one tap, in its own language, the new ones alone; nothing here has a voice."""

from __future__ import annotations

import pytest
from immolation.broker import topics
from immolation.broker.announcements import Announcement
from immolation.games import Event
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import PageProcess, new_context
from tests.dashboard.stage import Stage

VOICE = """
  window.said = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (words) => window.said.push([words.lang.slice(0, 2), words.text]), cancel: () => window.said.push("silence"),
  } });
"""
"""A voice that remembers what it was given."""

NO_VOICE = "delete Window.prototype.speechSynthesis; delete window.speechSynthesis;"

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]


async def announce(stage: Stage, name: str, text: str, kind: str = "turn") -> None:
    said = Announcement(stage.n, kind, text, "normal", id=name)  # type: ignore[arg-type]
    await stage.say(topics.table(stage.table, "announce"), said)


async def has_arrived(stage: Stage, window: Page, text: str) -> None:
    """Wait until the page shows what is published now: MQTT keeps the order, so what came before is there too."""
    await stage.happen(Event("note", ("AK-FIRE-07",), text))
    await expect(window.locator(".im-log").get_by_text(text)).to_be_visible()


async def heard(window: Page, count: int) -> list[object]:
    await window.wait_for_function("count => window.said.length >= count", arg=count)
    return list(await window.evaluate("window.said"))


async def test_announcements_are_said_in_the_pages_language_once_somebody_wants_it(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser, viewport={"width": 1280, "height": 800}, locale="de-DE")
    await context.add_init_script(VOICE)
    window = await context.new_page()
    await window.goto(page_process.url)
    switch = window.get_by_role("button", name="Stimme")
    await expect(switch).to_have_text("Stimme: aus")
    await announce(stage, "one", "The game is paused.", "paused")
    await has_arrived(stage, window, "One.")
    await switch.click()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    assert await heard(window, 1) == [["de", "Die Stimme ist an."]], "what came before is not said"
    await announce(stage, "two", "Ada, it is your turn. Choose the state of Vara for this turn.")
    await announce(stage, "two", "Ada, it is your turn. Choose the state of Vara for this turn.")  # MQTT may repeat
    await announce(stage, "three", "Bob: Choose the state of Vara for this turn. Do you agree?", "asked")
    await announce(stage, "four", "Words that nobody has translated.", "note")
    said = (await heard(window, 4))[1:]
    assert said == [
        ["de", "Ada, du bist am Zug. Wähle den Zustand für diesen Zug: Vara."],
        ["de", "Bob: Wähle den Zustand für diesen Zug: Vara. Stimmst du zu?"],
        ["en", "Words that nobody has translated."],
    ]

    # It is remembered, and what was said is not said again to a page that is opened anew.
    await window.reload()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    await announce(stage, "five", "The game goes on.", "resumed")
    assert await heard(window, 1) == [["de", "Das Spiel geht weiter."]]
    await switch.click()
    await expect(switch).to_have_attribute("aria-pressed", "false")
    await announce(stage, "six", "The game is paused.", "paused")
    await has_arrived(stage, window, "Six.")
    assert await heard(window, 2) == [["de", "Das Spiel geht weiter."], "silence"]
    await context.close()


async def test_a_browser_without_a_voice_offers_none_and_goes_on(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser, viewport={"width": 1280, "height": 800})
    await context.add_init_script(NO_VOICE + """localStorage.setItem("immolation-signals", '{"speech": true}');""")
    window = await context.new_page()
    wrong: list[str] = []
    window.on("pageerror", lambda error: wrong.append(str(error)))
    await window.goto(page_process.url)
    await expect(window.get_by_role("button", name="Sound")).to_be_visible()
    await expect(window.get_by_role("button", name="Speech")).to_have_count(0)
    await announce(stage, "one", "The game is paused.", "paused")
    await has_arrived(stage, window, "One.")
    await expect(window.get_by_role("button", name="End the turn")).to_be_visible()
    assert wrong == []
    await context.close()
