"""The host's page in a real browser: what it shows, and what every tap on it tells the table."""

from __future__ import annotations

import msgspec
import pytest
from immolation.games import Decision, Event
from immolation.table.records import BoardState, Choice, LegalAction, Settlement
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, drag, new_context, opened, tap
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

FRAME = bytes([20, 5, 0] * 100)


async def test_it_says_whose_turn_it_is_and_fits_the_screen(desk: Page) -> None:
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
    await expect(desk.get_by_text("Move Vara, attack, or end your turn.")).to_be_visible()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_in_viewport()
    await expect(desk.get_by_role("application")).to_have_attribute(
        "aria-label", "Board of Ascended Kings: Vara on 53, Kynazarr on 48, Eloden on 85; 12 things on tiles."
    )
    await desk.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    await desk.wait_for_function("document.documentElement.scrollWidth <= innerWidth")


async def test_a_phone_shows_sentence_board_and_decision_without_scrolling(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = await opened(context, page_process.url)
    await expect(phone.get_by_role("button", name="End the turn")).to_be_in_viewport(ratio=1)
    await expect(phone.get_by_role("application")).to_be_in_viewport(ratio=0.99)
    await phone.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    await phone.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    await phone.get_by_role("button", name="Log").click()
    await expect(phone.get_by_text("The top Fire Wall advances to line 2.")).to_be_in_viewport()
    await context.close()


async def test_nothing_is_fetched_from_anywhere_else(
    context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    window = await context.new_page()
    asked: list[str] = []
    window.on("request", lambda request: asked.append(request.url))
    errors: list[str] = []
    window.on("pageerror", lambda error: errors.append(str(error)))
    await window.goto(page_process.url)
    await window.get_by_role("heading", name="Vara’s turn").wait_for()
    assert len(asked) > 3
    assert [url for url in asked if not url.startswith((page_process.url, "data:"))] == []
    assert errors == []


async def test_a_button_sends_the_action_the_table_offered(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="End the turn").click()
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "end-turn", "seat": "p1"}}


async def test_what_somebody_may_do_unasked_is_offered_beside_the_turn(desk: Page, stage: Stage) -> None:
    action = {"do": "return-early", "seat": "p3"}
    stage.unasked = {"p3": (LegalAction(action, "Begin the return now"),)}
    await stage.show()
    await expect(desk.get_by_text("may do this now, or leave it.")).to_be_visible()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_visible()
    await desk.get_by_role("button", name="Begin the return now").click()
    assert await stage.next_command() == {"seat": "p3", "action": action}
    stage.unasked = {}
    await stage.show()
    await expect(desk.get_by_text("may do this now, or leave it.")).to_be_hidden()


async def test_a_tap_on_a_ringed_tile_takes_the_action_about_it(desk: Page, stage: Stage) -> None:
    await tap(desk, 44)
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "step", "seat": "p1", "tile": 44}}


async def test_two_browsers_see_the_same_table(
    desk: Page, context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    other = await opened(context, page_process.url)
    stage.turn = "p3"
    stage.deciders = {"p3": Decision("survive", "Does Eloden live?", "AK-WOUND-02")}
    await stage.happen(Event("wounded", ("AK-FIRE-16",), "The explosion deals 2 wounds to Eloden."))
    for window in (desk, other):
        await expect(window.get_by_role("heading", name="Eloden’s turn")).to_be_visible()
        await expect(window.get_by_text("The explosion deals 2 wounds to Eloden.")).to_be_visible()
    await other.get_by_role("button", name="Survive").click()
    assert (await stage.next_command())["action"] == {"do": "survive", "seat": "p3"}


async def test_a_refusal_is_one_sentence_with_its_rule(desk: Page, stage: Stage) -> None:
    stage.refuse = {"refused": "Tile 44 is occupied by Kynazarr; choose another.", "rule": "AK-FIRE-07"}
    await desk.get_by_role("button", name="Step to 44").click()
    alert = desk.get_by_role("alert")
    await expect(alert).to_contain_text("Tile 44 is occupied by Kynazarr; choose another.")
    await alert.get_by_role("button", name="why?").click()
    await expect(desk.get_by_role("dialog", name="Why: AK-FIRE-07")).to_contain_text("burns what it reaches")
    await desk.get_by_role("button", name="Close").last.click()
    stage.refuse = None
    await desk.get_by_role("button", name="Step to 44").click()
    await expect(alert).to_be_hidden()


async def test_why_shows_the_rule_behind_an_event(desk: Page) -> None:
    await desk.get_by_role("button", name="Why? AK-FIRE-07").first.click()
    dialog = desk.get_by_role("dialog", name="Why: AK-FIRE-07")
    await expect(dialog).to_contain_text("AK-FIRE-07")
    await expect(dialog).to_contain_text("A strip that moves burns what it reaches, in a fixed order.")
    await expect(dialog).to_contain_text("AK-FIRE-01")


async def test_a_rule_the_table_does_not_know_is_said_in_a_sentence(desk: Page) -> None:
    await desk.get_by_role("button", name="Why? AK-GEM-01").click()
    await expect(desk.get_by_role("alert")).to_contain_text("There is no rule AK-GEM-01.")


async def test_words_from_the_table_are_never_html(desk: Page, stage: Stage) -> None:
    evil = "<img src=x onerror='window.hurt=1'><b>bold</b>"
    stage.note = evil
    await stage.happen(Event("note", ("AK-FIRE-07",), evil))
    await expect(desk.locator(".im-log-text").first).to_have_text(evil)
    assert await desk.evaluate("window.hurt") is None


async def test_the_percentile_dice_are_a_pad_of_a_hundred(desk: Page, stage: Stage) -> None:
    stage.dice, stage.deciders = "typed", {"chance": Decision("roll-percentile", "Roll for Ylem.", "AK-ACTIVE-01")}
    await stage.happen()
    pad = desk.get_by_role("group", name="Percentile dice")
    await expect(pad.get_by_role("button")).to_have_count(100)
    for value in ("00", "47", "99"):
        await expect(pad.get_by_role("button", name=value, exact=True)).to_be_in_viewport(ratio=1)
    await pad.get_by_role("button", name="47", exact=True).click()
    rolled = {"do": "roll-percentile", "seat": "chance", "value": 47}
    assert await stage.next_command() == {"seat": "chance", "action": rolled}


async def test_the_immolation_die_is_four_buttons(desk: Page, stage: Stage) -> None:
    stage.dice, stage.deciders = (
        "typed",
        {"chance": Decision("roll-immolation", "Roll the Immolation Die.", "AK-ROUND-04")},
    )
    await stage.happen()
    faces = desk.get_by_role("group", name="Dice")
    await expect(faces.get_by_role("button")).to_have_count(4)
    await faces.get_by_role("button", name="3").click()
    assert (await stage.next_command())["action"] == {"do": "roll-immolation", "seat": "chance", "value": 3}


async def test_undo_and_pause(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="Undo").click()
    assert await stage.next_command() == {"table": "undo"}
    await desk.get_by_role("button", name="Pause").click()
    assert await stage.next_command() == {"table": "pause"}
    stage.phase = "paused"
    await stage.show()
    await expect(desk.get_by_role("heading", name="Paused")).to_be_visible()
    await desk.get_by_role("button", name="Resume").click()
    assert await stage.next_command() == {"table": "resume"}


async def test_on_a_phone_a_pause_is_ended_where_it_is_told(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    """A game that is resumed is paused, too; the tools are behind another tab."""
    stage.phase = "paused"
    context = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    window = await opened(context, page_process.url)
    await stage.show()
    resume = window.get_by_role("button", name="Resume")
    await resume.tap()
    assert await stage.next_command() == {"table": "resume"}
    stage.phase = "playing"
    await stage.show()
    await expect(resume).to_have_count(0)
    await context.close()


async def test_going_back_over_a_seen_card_asks_whom_the_table_asks(
    desk: Page, context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    """Whoever loads the page now is asked too: it is the table that remembers."""
    stage.consent, stage.consent_id = ("p3",), 7
    await stage.show()
    late = await context.new_page()
    await late.goto(page_process.url)
    await expect(late.get_by_role("heading", name="Do you agree?")).to_be_visible()
    await expect(late.get_by_role("button", name="Vara agrees")).to_have_count(0)
    await late.get_by_role("button", name="Eloden agrees").click()
    assert await stage.next_command() == {"table": "consent", "seat": "p3", "yes": True, "to": 7}
    stage.consent = ()
    await stage.show()
    await expect(desk.get_by_role("button", name="Eloden agrees")).to_be_hidden()


async def test_the_boards_dialog_says_whether_helping_hands_move_by_themselves(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="Board", exact=True).click()
    hands = desk.get_by_role("group", name="Miniatures that are nobody's to move")
    await expect(hands).to_be_hidden()
    stage.helping = False
    await stage.show()
    await expect(hands.get_by_role("button", pressed=True)).to_have_text("wait for my hand")
    await hands.get_by_role("button", name="move by themselves").click()
    assert await stage.next_command() == {"table": "hands", "auto": True}
    stage.helping = True
    await stage.show()
    await expect(hands.get_by_role("button", pressed=True)).to_have_text("move by themselves")


async def test_while_miniatures_are_owed_people_are_told_and_may_say_who_is_right(desk: Page, stage: Stage) -> None:
    stage.board_state = BoardState(
        "immolation", True, "moving", "Move Vara from 44 to 53.", ((44, 53),), occupied=(44, 48, 85)
    )
    await stage.show()
    await expect(desk.get_by_role("heading", name="Move the miniatures")).to_be_visible()
    await expect(desk.get_by_text("Then Vara may act; the clocks wait.")).to_be_visible()
    await desk.get_by_role("button", name="The game is right").click()
    assert await stage.next_command() == {"table": "put-right", "which": "game"}
    stage.helping = True  # they do it by themselves: nobody is bothered
    await stage.show()
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
    await expect(desk.get_by_role("button", name="The game is right")).to_be_hidden()


async def test_a_clock_counts_down_by_itself_and_stands_still_in_a_pause(desk: Page, stage: Stage) -> None:
    digits = desk.locator(".im-side .im-clock-digits").first
    before = await digits.inner_text()
    await expect(digits).not_to_have_text(before)
    stage.phase = "paused"
    await stage.show()
    await expect(digits).to_have_text("1:35")


async def test_putting_the_board_right_always_has_both_ways_out(desk: Page, stage: Stage) -> None:
    stage.phase = "astray"
    stage.board_state = BoardState(
        "immolation", True, "astray", "Move Vara from 57 to 53.", ((57, 53),), occupied=(48, 57, 85)
    )
    await stage.show()
    await expect(desk.get_by_role("heading", name="Put the board right")).to_be_visible()
    await expect(desk.get_by_text("Move Vara from 57 to 53.")).to_be_visible()
    await desk.get_by_role("button", name="The board is right").click()
    assert await stage.next_command() == {"table": "put-right", "which": "board"}
    await desk.get_by_role("button", name="The game is right").click()
    assert await stage.next_command() == {"table": "put-right", "which": "game"}


async def test_the_button_says_what_follows_and_who_is_asked(desk: Page, stage: Stage) -> None:
    stage.phase = "astray"
    stage.board_state = BoardState(
        "immolation", True, "astray", "Move Kynazarr from 57 to 48.", ((57, 48),), occupied=(53, 57, 85),
        settlement=Settlement("Kynazarr stands on 57", "Kynazarr stays on 48", ("p2",)),
    )  # fmt: skip
    await stage.show()
    await desk.get_by_role("button", name="The game is right: Kynazarr stays on 48").click()
    assert await stage.next_command() == {"table": "put-right", "which": "game"}
    await desk.get_by_role("button", name="The board is right: Kynazarr stands on 57").click()
    assert await stage.next_command() == {"table": "put-right", "which": "board"}


async def test_an_ambiguous_pattern_is_answered_by_button_or_by_tile(desk: Page, stage: Stage) -> None:
    choices = (Choice("Step to 44", {}, 44), Choice("A card moved Vara to 45", {}, 45))
    stage.board_state = BoardState("immolation", True, "asking", "Step or card?", choices=choices, occupied=(48, 85))
    await stage.show()
    await desk.get_by_role("button", name="B · A card moved Vara to 45").click()
    assert await stage.next_command() == {"table": "choose", "index": 1}
    await tap(desk, 44)
    assert await stage.next_command() == {"table": "choose", "index": 0}


async def test_a_page_may_be_there_before_its_table(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    window = await context.new_page()
    answer = await window.goto(page_process.url)
    assert answer is not None
    assert answer.status == 200
    async with Stage(broker.url):
        await expect(window.get_by_role("heading", name="Vara’s turn")).to_be_visible()


async def test_a_declaration_is_a_form_that_checks_itself(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="A card moved a miniature").click()
    form = desk.get_by_role("dialog", name="A card moved a miniature")
    await form.get_by_role("button", name="Tell the table").click()
    await expect(form).to_contain_text("Whose miniature: please choose one.")
    await form.get_by_role("radio", name="Kynazarr").click()
    await form.get_by_role("spinbutton").fill("123")
    await form.get_by_role("spinbutton").blur()
    await form.get_by_role("button", name="Tell the table").click()
    await expect(form).to_contain_text("Now on tile: a whole number from 0 to 99.")
    await expect(form.get_by_role("spinbutton")).to_have_value("123")  # never corrected without a word
    await form.get_by_role("spinbutton").fill("57")
    await form.get_by_role("button", name="Tell the table").click()
    action = {"do": "displace", "seat": "p1", "who": "p2", "tile": 57}
    assert await stage.next_command() == {"seat": "p1", "action": action}
    await expect(form).to_be_hidden()


async def test_without_a_virtual_board_a_drag_chooses_the_action_that_looks_like_it(desk: Page, stage: Stage) -> None:
    await drag(desk, 53, 54)
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "step", "seat": "p1", "tile": 54}}
    # What cannot be is asked of the table all the same: it alone says why.
    stage.refuse = {"refused": "Tile 99 is six steps from 53, where Vara stands.", "rule": "AK-MOVE-03"}
    await drag(desk, 53, 99)
    await expect(desk.get_by_role("alert")).to_contain_text("Tile 99 is six steps from 53, where Vara stands.")
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "step", "seat": "p1", "tile": 99}}
    await drag(desk, 48, 99)
    await desk.get_by_role("button", name="Undo").click()
    assert await stage.next_command() == {"table": "undo"}, "and nothing before"


async def test_a_dragged_miniature_of_a_virtual_board_is_a_hand(desk: Page, stage: Stage) -> None:
    await stage.send_frame(FRAME)
    await expect(desk.get_by_text("virtual board")).to_be_visible()
    await drag(desk, 53, 63)
    assert await stage.next_hand() == {"tile": 53, "up": True}
    assert await stage.next_hand() == {"tile": 63, "up": False}
    assert stage.commands.empty()


async def test_the_buttons_of_a_virtual_board_are_pressed_by_mouse_and_by_digits(desk: Page, stage: Stage) -> None:
    await stage.send_frame(FRAME)
    button = desk.locator("[data-button='1']")
    await expect(button).to_have_text("Vara")
    await button.click()
    assert await stage.next_hand() == {"tile": 100, "up": False}
    assert await stage.next_hand() == {"tile": 100, "up": True}
    await desk.get_by_role("application").focus()
    await desk.keyboard.press("0")
    assert await stage.next_hand() == {"tile": 106, "up": False}
    assert await stage.next_hand() == {"tile": 106, "up": True}


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


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (740, 360)])
async def test_on_a_phone_the_tools_stand_whole_and_over_nothing(
    browser: Browser, stage: Stage, page_process: PageProcess, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    context = await new_context(browser, viewport=viewport, has_touch=True, is_mobile=True)
    phone = await opened(context, page_process.url)
    await phone.get_by_role("button", name="More").click()
    await expect(phone.locator(".im-board")).to_be_hidden()
    for tool in await phone.locator(".im-tools > :visible").all():
        await tool.click(trial=True)  # refused where something lies over it, or it over the edge
        await expect(tool).to_be_in_viewport(ratio=1)
    await context.close()


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


async def test_a_bot_is_asked_where_the_device_offers_it_and_does_nothing_itself(desk: Page, stage: Stage) -> None:
    stage.answers["hint"] = {
        "label": "Step to 54",
        "action": {"do": "step", "seat": "p1", "tile": 54},
        "gains": ["takes a Bloodstone", "brings gems"],
        "costs": ["spends cards"],
    }
    ask = desk.get_by_role("button", name="What would a bot do?")
    await expect(desk.get_by_role("button", name="End the turn")).to_be_visible()
    await expect(ask).to_be_hidden()
    await desk.get_by_role("button", name="Settings").click()
    await desk.get_by_role("button", name="Under every choice").click()
    await desk.get_by_role("button", name="Close").click()
    await ask.click()
    assert await stage.next_command() == {"table": "hint", "seat": "p1"}
    await expect(desk.get_by_text("A bot would: Step to 54")).to_be_visible()
    await expect(desk.get_by_text("For it: takes a Bloodstone, brings gems")).to_be_visible()
    await expect(desk.get_by_text("Against it: spends cards")).to_be_visible()
    assert stage.commands.empty()


async def test_tap_and_tap_moves_too_and_escape_puts_back(desk: Page, stage: Stage) -> None:
    await stage.send_frame(FRAME)
    await expect(desk.get_by_text("virtual board")).to_be_visible()
    await tap(desk, 85)
    assert await stage.next_hand() == {"tile": 85, "up": True}
    stage.board_state = BoardState("immolation", True, "moving", occupied=(48, 53))
    await stage.show()
    await tap(desk, 86)
    assert await stage.next_hand() == {"tile": 86, "up": False}


async def test_the_board_is_played_with_the_keyboard(desk: Page, stage: Stage) -> None:
    board = desk.get_by_role("application")
    await board.focus()
    await desk.keyboard.press("ArrowRight")
    await expect(board.locator("[aria-live]")).to_have_text("Tile 54: may be chosen")
    await desk.keyboard.press("Enter")
    assert (await stage.next_command())["action"] == {"do": "step", "seat": "p1", "tile": 54}


async def test_the_keyboard_keeps_its_place_when_the_choices_change(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="End the turn").focus()
    await stage.happen(Event("gem", ("AK-GEM-01",), "Something happened."))
    await expect(desk.get_by_text("Something happened.")).to_be_visible()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_focused()


async def test_a_seat_with_secrets_is_veiled_at_a_shared_screen(desk: Page, stage: Stage) -> None:
    stage.secrets["p1"] = {"hand": ["Lancea of Aeterna"]}
    await stage.happen()
    await expect(desk.get_by_role("button", name="I am Vara: show my choices")).to_be_visible()
    await expect(desk.get_by_text("Lancea of Aeterna")).to_have_count(0)
    await expect(desk.get_by_role("button", name="End the turn")).to_have_count(0)
    await desk.get_by_role("button", name="I am Vara: show my choices").click()
    await expect(desk.get_by_text("Lancea of Aeterna")).to_be_visible()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_visible()
    await stage.happen()
    await expect(desk.get_by_text("Lancea of Aeterna")).to_have_count(0)


async def test_who_plays_and_a_new_game(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_role("button", name="2 seats").click()
    await form.get_by_label("Rounds").fill("12")
    await form.get_by_text("House rules (2)").click()  # one of the three leaves no choice
    await form.get_by_label("Fire wounds where two walls cross").fill("2")
    await form.get_by_role("button", name="Start").click()
    command = await stage.next_command()
    assert (command["table"], command["ruleset"]) == ("new", "ascended-kings")
    assert command["config"] == {"seats": 2, "rounds": 12, "options": {"fire.crossing_wounds": 2}}
    assert {seat: player["kind"] for seat, player in command["players"].items()} == {"p1": "person", "p2": "bot"}
    await expect(form).to_be_hidden()
    await desk.get_by_role("button", name="Players").click()
    players = desk.get_by_role("dialog", name="Who plays")
    await players.get_by_label("Name").first.fill("Lovelace")
    await players.get_by_role("button", name="So be it").click()
    player = {"kind": "person", "name": "Lovelace", "bot": ""}
    assert await stage.next_command() == {"table": "player", "seat": "p1", "player": player}


async def test_the_reading_comes_before_the_single_house_rules_which_say_what_it_changes(
    desk: Page, stage: Stage
) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_text("House rules (2)").click()
    await expect(form.get_by_text("The source names nobody; the default names the caster")).to_be_visible()
    await expect(form.get_by_label("Who gets a bonus")).to_have_value("caster")
    await form.get_by_label("How the source is read").click()
    await desk.get_by_role("option", name="to the letter").click()
    await expect(form.get_by_label("Who gets a bonus")).to_have_value("none")
    await expect(form.get_by_label("Who gets a bonus")).to_be_visible()  # what was unfolded stays so
    await form.get_by_label("Who gets a bonus").click()
    await desk.get_by_role("option", name="caster").click()
    await form.get_by_role("button", name="Start").click()
    command = await stage.next_command()
    assert command["config"] == {"seats": 3, "reading": "literal", "options": {"kill.credit": "caster"}}


async def test_bots_and_house_rules_are_those_of_the_game_chosen(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_text("House rules (2)").click()
    await form.get_by_label("Fire wounds where two walls cross").fill("2")
    await expect(form.get_by_label("Seat 2")).to_have_value("an arena bot")
    await form.get_by_label("The Omega Index counts down").click()
    await desk.get_by_role("option", name="no", exact=True).click()
    await expect(form.get_by_text("House rules (1)")).to_be_visible()
    await expect(form.get_by_label("Seat 1")).to_have_value("a person")
    await expect(form.get_by_label("Seat 2")).to_have_value("a greedy bot")
    await form.get_by_role("button", name="Start").click()
    command = await stage.next_command()
    assert command["config"] == {"seats": 3, "countdown": False}
    assert {seat: player["bot"] for seat, player in command["players"].items()} == {
        "p1": "",
        "p2": "greedy",
        "p3": "greedy",
    }


async def test_hostile_messages_change_nothing(desk: Page, stage: Stage) -> None:
    good = msgspec.json.encode(stage.table_state())
    for bad in (b"\xff\xfe", b"[" * 5000, good[:200], b'{"n": "x"}', b"null"):
        await stage.say("immolation/table/main", bad)
        await stage.say("immolation/table/main/seat/p1", bad)
        await stage.say("immolation/table/main/clock", bad)
        await stage.say("immolation/table/main/events", bad)
    await stage.happen(Event("gem", ("AK-GEM-01",), "Still here."))
    await expect(desk.get_by_text("Still here.")).to_be_visible()
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
