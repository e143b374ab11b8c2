"""The host's page in a real browser: what it shows, and what every tap on it tells the table."""

from __future__ import annotations

import msgspec
import pytest
from immolation.games import Decision, Event
from immolation.table.records import BoardState, LegalAction, Player, Settlement
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context, opened
from tests.dashboard.stage import COLOURS, NAMES, EndTurn, Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

BOT = Player("bot", "", "arena")


async def test_it_says_whose_turn_it_is_and_fits_the_screen(desk: Page) -> None:
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
    await expect(desk.get_by_text("Move Vara, attack, or end your turn.")).to_be_visible()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_in_viewport()
    await expect(desk.get_by_role("application")).to_have_attribute(
        "aria-label", "Board of Ascended Kings: Vara on 53, Kynazarr on 48, Eloden on 85; 12 things on tiles."
    )
    await desk.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    await desk.wait_for_function("document.documentElement.scrollWidth <= innerWidth")


async def test_within_a_sentence_a_name_begins_small_where_it_is_no_persons(desk: Page, stage: Stage) -> None:
    stage.more["p4"] = {"name": "The Egis Revenant", "colour": COLOURS["p3"]}
    stage.players = {"p1": BOT, "p2": BOT, "p3": BOT, "p4": Player("person", "")}
    stage.turn, stage.deciders = "p4", {"p4": Decision("turn", "Move.", "AK-TURN-05", EndTurn("p4"))}
    await stage.happen()
    await expect(desk.get_by_text("You are the Egis Revenant")).to_be_visible()


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


LONG = ("Maximiliana Featherstone", "Bartholomew Quackenbush")


@pytest.mark.parametrize("alike", [True, False])
async def test_on_a_phone_long_names_do_not_hide_what_is_asked_and_the_board_stands_still(
    browser: Browser, stage: Stage, page_process: PageProcess, monkeypatch: pytest.MonkeyPatch, alike: bool
) -> None:
    context = await new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = await opened(context, page_process.url)
    before = await phone.locator(".im-board").bounding_box()
    for seat, called in zip(("p1", "p3"), LONG, strict=True):
        monkeypatch.setitem(NAMES, seat, called)
    asked = "Block the attack of Kynazarr with 3 Pyre, or let it pass?"
    other = asked if alike else "Keep a gem for the next round, or give it back to the supply?"
    stage.deciders = {"p1": Decision("react", asked, "AK-TURN-05"), "p3": Decision("react", other, "AK-TURN-05")}
    await stage.happen()
    waits = phone.locator(".im-waits")
    await expect(waits).to_contain_text(other)
    await expect(waits).to_be_in_viewport(ratio=1)
    fits = "one => one.scrollHeight <= one.clientHeight + 1"
    assert await phone.locator(".im-headline").evaluate(fits)
    assert await waits.evaluate(fits)
    assert await phone.locator(".im-board").bounding_box() == before
    await context.close()


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
