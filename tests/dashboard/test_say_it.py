"""The line to say it in a real browser: what was typed or heard is read back, and done only then."""

from __future__ import annotations

from random import Random

import pytest
from immolation import games
from immolation.dashboard.messages import LegalActionJson
from immolation.dashboard.panels import say_box
from immolation.games import CHANCE, Decision, Event, spoken
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import PageProcess, new_context, opened
from tests.dashboard.game_stage import GAMES
from tests.dashboard.stage import EndTurn, Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]


async def test_what_was_said_is_read_back_before_it_is_done(desk: Page, stage: Stage) -> None:
    line = desk.get_by_label("Say it", exact=True).locator("input")
    step = {"do": "step", "seat": "p1", "tile": 54}
    stage.answers["say"] = {"said": "Step to 54", "action": step}
    await line.fill("step to fifty-four")
    await line.press("Enter")
    assert await stage.next_command() == {"table": "say", "seat": "p1", "text": "step to fifty-four"}
    await expect(desk.get_by_text("Vara: Step to 54")).to_be_visible()
    assert stage.commands.empty()
    await desk.get_by_role("button", name="Yes, do it").click()
    assert await stage.next_command() == {"seat": "p1", "action": step}
    await expect(line).to_have_value("")
    stage.answers["say"] = {"said": "Which one: Step to 54 or Step to 55?", "action": None}
    await line.fill("step")
    await desk.get_by_role("button", name="Say", exact=True).click()
    await expect(desk.get_by_text("Which one: Step to 54 or Step to 55?")).to_be_visible()
    await expect(desk.get_by_role("button", name="Yes, do it")).to_have_count(0)


async def test_the_line_shows_what_may_be_said_now_and_tells_no_secret(desk: Page, stage: Stage) -> None:
    line = desk.get_by_label("Say it", exact=True).locator("input")
    await expect(line).to_have_attribute("placeholder", "Say it: Step to 42")
    stage.deciders = {"p1": Decision("survival", "Vara is wounded.", "AK-DEATH-01")}
    await stage.happen()
    await expect(line).to_have_attribute("placeholder", "Say it: Survive")
    stage.secrets["p1"] = {"hand": ["Lancea of Aeterna"]}
    await stage.happen()
    await expect(line).to_have_attribute("placeholder", "Say it")
    await desk.get_by_role("button", name="I am Vara: show my choices").click()
    await expect(line).to_have_attribute("placeholder", "Say it: Survive")
    await line.fill("surv")
    stage.secrets, stage.deciders = {}, {"p1": Decision("turn", "Move Vara.", "AK-TURN-05", EndTurn("p1"))}
    await stage.happen()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_visible()
    await expect(line).to_have_value("surv")
    await line.fill("")
    await stage.happen()
    await expect(line).to_have_attribute("placeholder", "Say it: Step to 42")


@pytest.mark.parametrize("short", [*GAMES])
async def test_the_example_of_every_ruleset_is_understood(short: str) -> None:
    name, config = GAMES[short]
    game, rng = games.load_for(name, config), Random(5)
    state = game.new(config)
    for _ in range(80):
        if state.outcome() is not None:
            break
        seat, decision = rng.choice([*state.deciders().items()])
        if seat == CHANCE:
            state.apply(rng.choice([one.action for one in decision.outcomes]))
            continue
        legal = state.legal_actions(seat)
        labels = [game.label(action, state.view(seat)) for action in legal]
        said = say_box.example([LegalActionJson({}, label) for label in labels])
        assert spoken.understand(state, seat, said).action == legal[labels.index(said)], said
        state.apply(rng.choice(legal))


TYPED_WHILE_CONNECTING = """
  async (line, said) => {
    const later = window.setTimeout, held = [];
    const type = (text) => {
      line.value = text;
      line.dispatchEvent(new Event("input", { bubbles: true }));
    };
    window.did_handshake = false;
    window.setTimeout = (send) => held.push(send);
    type(said);
    await Promise.resolve().then(() => 0).then(() => 0);
    window.setTimeout = later;
    window.did_handshake = true;
    line.closest("section").addEventListener("submit", () => {
      type(said + " please");
      held.forEach((send) => send());
    });
  }
"""
"""Types while the page connects; what was typed is sent right behind the sentence, and typing goes on."""


@pytest.mark.parametrize("sent_by", ["Enter", "the button"])
async def test_what_overtakes_the_typing_brings_it_along(desk: Page, stage: Stage, sent_by: str) -> None:
    line = desk.get_by_label("Say it", exact=True).locator("input")
    stage.answers["say"] = {"said": "Which one: Step to 54 or Step to 55?", "action": None}
    await line.evaluate(TYPED_WHILE_CONNECTING, "step to fifty-four")
    if sent_by == "Enter":
        await line.press("Enter")
    else:
        await desk.get_by_role("button", name="Say", exact=True).click()
    assert await stage.next_command() == {"table": "say", "seat": "p1", "text": "step to fifty-four"}
    await expect(desk.get_by_text("Which one: Step to 54 or Step to 55?")).to_be_visible()
    await expect(line).to_have_value("step to fifty-four please")


EAR = """
  window.SpeechRecognition = class {
    start() { window.ear = this; }
    stop() { this.onend(); }
    abort() {}
    hear(said) { this.onresult({ results: [[{ transcript: said }]] }); this.onend(); }
    fail(error) { this.onerror({ error }); this.onend(); }
  };
"""
"""A browser that recognises what the test says."""


async def test_what_was_heard_is_read_back_like_what_was_typed(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser)
    await context.add_init_script(EAR)
    desk = await opened(context, page_process.url)
    step = {"do": "step", "seat": "p1", "tile": 54}
    stage.answers["say"] = {"said": "Step to 54", "action": step}
    await desk.get_by_role("button", name="Speak", exact=True).click()
    await expect(desk.get_by_role("button", name="Listening …")).to_be_visible()
    assert stage.commands.empty()
    await desk.evaluate("window.ear.hear('step to 54')")
    assert await stage.next_command() == {"table": "say", "seat": "p1", "text": "step to 54"}
    await expect(desk.get_by_text("Vara: Step to 54")).to_be_visible()
    assert stage.commands.empty()
    await desk.get_by_role("button", name="Yes, do it").click()
    assert await stage.next_command() == {"seat": "p1", "action": step}
    await desk.get_by_role("button", name="Speak", exact=True).click()
    await desk.evaluate("window.ear.fail('no-speech')")
    await expect(desk.get_by_text("I heard nothing; type it.")).to_be_visible()
    await desk.get_by_role("button", name="Speak", exact=True).click()
    await desk.evaluate("window.ear.fail('not-allowed')")
    await expect(desk.get_by_text("does not let this page listen")).to_be_visible()
    assert stage.commands.empty()
    await context.close()


async def test_where_the_browser_hears_nothing_there_is_nothing_to_tap(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser)
    await context.add_init_script("delete window.SpeechRecognition; delete window.webkitSpeechRecognition;")
    desk = await opened(context, page_process.url)
    await expect(desk.get_by_role("button", name="Say", exact=True)).to_be_visible()
    await expect(desk.get_by_role("button", name="Speak", exact=True)).to_have_count(0)
    await context.close()


async def test_a_reason_that_others_must_agree_to_is_proposed(desk: Page, stage: Stage) -> None:
    line = desk.get_by_label("Say it", exact=True).locator("input")
    correction = {
        "do": "correct",
        "seat": "table",
        "path": ["seats", "p2", "wounds"],
        "value": 1,
        "reason": "it says so",
    }
    stage.answers["say"] = {
        "said": "The wounds of Sera from 0 to 1",
        "action": {**correction, "by": "p1"},
        "agrees": None,
    }
    await line.fill("the wounds of sera are one because it says so")
    await line.press("Enter")
    assert (await stage.next_command())["table"] == "say"
    await desk.get_by_role("button", name="Yes, do it").click()
    assert await stage.next_command() == {
        "table": "propose", "seat": "p1", "path": ["seats", "p2", "wounds"], "value": 1, "reason": "it says so",
    }  # fmt: skip
    await expect(line).to_have_value("")
    stage.answers["say"] = {"said": "You agree.", "action": None, "agrees": True, "to": 3}
    await line.fill("yes")
    await line.press("Enter")
    assert (await stage.next_command())["table"] == "say"
    await desk.get_by_role("button", name="Yes, do it").click()
    assert await stage.next_command() == {"table": "consent", "seat": "p1", "yes": True, "to": 3}


async def test_on_a_phone_the_line_to_say_it_takes_no_room_until_it_is_wanted(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone = await opened(context, page_process.url)
    line = phone.get_by_label("Say it", exact=True).locator("input")
    await expect(line).to_be_hidden()
    await phone.get_by_role("button", name="More").click()
    await phone.get_by_role("button", name="Say it").click()
    await expect(line).to_be_focused()
    await expect(phone.locator(".im-board")).to_be_visible()
    await line.fill("pass")
    await line.press("Enter")
    assert (await stage.next_command())["text"] == "pass"
    await phone.locator(".im-say").get_by_role("button", name="×").click()
    await expect(line).to_be_hidden()
    await context.close()


async def test_what_is_typed_while_something_is_done_stays(desk: Page, stage: Stage) -> None:
    line = desk.get_by_label("Say it", exact=True).locator("input")
    stage.answers["say"] = {"said": "You agree.", "action": None, "agrees": True, "to": 3}
    await line.fill("yes")
    await line.press("Enter")
    assert (await stage.next_command())["table"] == "say"
    stage.quick.clear()
    await desk.get_by_role("button", name="Yes, do it").click()
    assert (await stage.next_command())["table"] == "consent"
    await line.fill("pass")
    stage.quick.set()
    for told in ("The answer is on its way.", "The answer has come."):  # the first may overtake it
        await stage.happen(Event("gem", ("AK-GEM-01",), told))
        await expect(desk.get_by_text(told)).to_be_visible()
    await expect(line).to_have_value("pass")
    await line.press("Enter")
    assert (await stage.next_command())["text"] == "pass"
