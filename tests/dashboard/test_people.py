"""What people see and touch on phones of 360 pixels and at the host's screen, in a real browser."""

from __future__ import annotations

import re

import pytest
from immolation.broker import topics
from immolation.games import Action, Decision, Event, Result
from immolation.table.records import LegalAction
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context, tap
from tests.dashboard.game_stage import GAMES, GameStage
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

LINES = ("bloodstones", "transmutations", "ylem_left", "level")
TOO_WIDE = """all => all.filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
    .map(e => e.className)"""


async def phone(browser: Browser, page_process: PageProcess) -> Page:
    context = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    window = await context.new_page()
    await window.goto(page_process.url)
    await window.locator(".im-title").wait_for()
    return window


async def end(stage: Stage) -> None:
    """The game of six seats is over, and the last seat has won."""
    stage.more = {f"p{n}": {"name": f"Nebukadnezar {n}", "colour": 0x406080 + n} for n in (4, 5, 6)}
    scores = {f"p{n}": {**dict.fromkeys(LINES, 10 + n), "total": 40 + 4 * n} for n in range(1, 7)}
    stage.phase, stage.deciders = "over", {}
    stage.outcome = Result(("p6",), "Nebukadnezar 6 has the most Koru.", "AK-SCORE-01", scores)
    await stage.happen()


async def test_six_score_sheets_fit_a_small_phone_with_the_winner_first(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    await end(stage)
    window = await phone(browser, page_process)
    rows = window.locator(".im-score")
    await expect(rows).to_have_count(6)
    await expect(rows.first).to_contain_text("Nebukadnezar 6")
    await expect(rows.first.locator(".im-score-total")).to_have_text("64")
    await expect(rows.first).to_be_in_viewport(ratio=1)
    assert await window.locator(".im-score-panel, .im-score-panel *").evaluate_all(TOO_WIDE) == []
    assert await rows.evaluate_all("all => Math.max(...all.map(e => e.getBoundingClientRect().right))") <= 360
    await window.context.close()


async def test_play_again_is_one_tap(desk: Page, stage: Stage) -> None:
    await end(stage)
    await desk.get_by_role("button", name="Play again").click()
    assert await stage.next_command() == {"table": "again"}
    await expect(desk.get_by_role("dialog")).to_have_count(0)


async def test_after_a_game_with_cards_on_the_table_what_comes_next_is_in_sight(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "red-rains", config={"seats": 2}) as stage:
        stage.play(20)
        scores = {seat: {"wounds on the Chimera": 30, "life left": 9, "total": 39} for seat in stage.state.seats}
        stage.outcome = Result(stage.state.seats, "Corpse of Viros has fallen: the players win.", "RR-BASE-03", scores)
        await stage.show()
        window = await context.new_page()
        await window.set_viewport_size({"width": 1440, "height": 900})
        await window.goto(page_process.url)
        await expect(window.locator(".im-rr").first).to_be_attached()
        await expect(window.get_by_text("Wounds on the Chimera")).to_have_count(2)
        await expect(window.get_by_role("button", name="Another game")).to_be_in_viewport(ratio=1)
        await window.close()


async def test_a_new_game_preselects_what_the_table_says_is_good_to_begin_with(desk: Page, stage: Stage) -> None:
    stage.first = {"rounds": 7, "countdown": False}
    await desk.get_by_role("button", name="New game").click()
    dialog = desk.get_by_role("dialog", name="New game")
    await expect(dialog.get_by_label("Rounds")).to_have_value("7")
    await dialog.get_by_role("button", name="Start").click()
    sent = await stage.next_command()
    assert (sent["table"], sent["config"]["rounds"], sent["config"]["countdown"]) == ("new", 7, False)
    assert sent["players"]["p2"]["bot"] == "greedy", "what plays such a game, not the usual one"


async def test_a_kill_that_only_people_saw_is_asked_about_once(desk: Page, stage: Stage) -> None:
    kill = {"do": "kill", "seat": "p1", "who": "p2", "means": "attack"}
    stage.offered = (LegalAction(kill, "Kynazarr is killed, after the fight at your table", (48,)),)
    await stage.happen()
    await expect(desk.get_by_role("button", name="Kynazarr is killed")).to_be_visible()
    await tap(desk, 48)
    dialog = desk.get_by_role("dialog", name="Is it so?")
    await expect(dialog).to_contain_text("Fight at your table first")
    assert stage.commands.empty()
    await dialog.get_by_role("button", name="Yes").click()
    assert (await stage.next_command())["action"] == kill


async def test_a_refusal_moves_nothing_under_the_finger(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    window = await phone(browser, page_process)
    chip = window.get_by_role("button", name="Step to 44")
    board = window.locator(".im-board")
    await expect(window.get_by_role("button", name="End the turn")).to_be_attached()
    before = [await one.bounding_box() for one in (chip, board)]
    stage.refuse = {"refused": "Tile 44 is four steps from 53; a step goes to a neighbouring tile. " * 2, "rule": ""}
    await chip.click()
    await expect(window.get_by_role("alert")).to_contain_text("four steps")
    assert [await one.bounding_box() for one in (chip, board)] == before
    await window.context.close()


async def test_a_longer_sentence_moves_nothing_under_the_finger(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    window = await phone(browser, page_process)
    board = window.locator(".im-board")
    await expect(window.get_by_role("button", name="End the turn")).to_be_attached()
    before = await board.bounding_box()
    stage.deciders = {"p1": Decision("turn", "Choose what is to be done with it, or let it lie. " * 4, "AK-TURN-05")}
    await stage.happen()
    await expect(window.locator(".im-waits")).to_contain_text("let it lie")
    assert await board.bounding_box() == before
    await window.context.close()


async def test_what_was_taken_back_is_struck_out(desk: Page, stage: Stage) -> None:
    await stage.happen(Event("stepped", ("AK-MOVE-02",), "Vara steps to 54.", {"seat": "p1"}))
    await expect(desk.get_by_text("Vara steps to 54.")).to_be_visible()
    await expect(desk.locator("del")).to_have_count(0)
    await stage.happen(Event("undo", ("TABLE",), "The host took back: Vara steps to 54.", {"to": stage.n - 1}))
    await expect(desk.locator(".im-undone del", has_text="Vara steps to 54.")).to_be_visible()
    await expect(desk.locator(".im-undone")).to_have_count(1)


async def test_while_the_table_is_away_what_it_must_answer_is_dimmed_and_the_rest_is_there(
    desk: Page, stage: Stage
) -> None:
    await stage.say(topics.HOST_ONLINE, "offline", retain=True)
    await expect(desk.get_by_role("heading", name="The host is away")).to_be_visible()
    dimmed = "e => [getComputedStyle(e).pointerEvents, Number(getComputedStyle(e).opacity) < 1]"
    await expect(desk.locator(".im-decisions")).to_have_css("pointer-events", "none")
    assert await desk.locator(".im-decisions").evaluate(dimmed) == ["none", True]
    assert await desk.locator(".im-log").evaluate(dimmed) == ["auto", False]
    await stage.say(topics.HOST_ONLINE, topics.ONLINE, retain=True)
    await expect(desk.locator(".im-lost")).to_have_count(0)


async def test_a_newcomer_reads_ten_cards_the_words_and_the_lights(desk: Page) -> None:
    await desk.get_by_role("button", name="How to play").click()
    dialog = desk.get_by_role("dialog", name="How to play Ascended Kings")
    await expect(dialog).to_contain_text("1 of 10")
    for number in range(2, 11):
        await dialog.get_by_role("button", name="Next").click()
        await expect(dialog).to_contain_text(f"{number} of 10")
    await dialog.get_by_role("button", name="Next").click()
    await expect(dialog).to_contain_text("the resting state of a turn")
    await expect(dialog).to_contain_text("behind a Fire Wall")
    await dialog.get_by_role("button", name="Close").click()


async def test_a_tap_on_a_tile_says_what_it_shows(desk: Page, stage: Stage) -> None:
    await tap(desk, 71)
    await expect(desk.get_by_role("alert")).to_contain_text("Tile 71: Ylem")
    assert stage.commands.empty()


async def test_the_rules_are_searched_by_words_and_from_why(desk: Page) -> None:
    await desk.get_by_role("button", name="Rules", exact=True).click()
    dialog = desk.get_by_role("dialog", name="Rules")
    await expect(dialog.locator(".im-rule")).to_have_count(2)
    await dialog.get_by_label("Words to look for").fill("burns")
    await expect(dialog.locator(".im-rule")).to_have_count(1)
    await expect(dialog).to_contain_text("A strip that moves burns what it reaches")
    await expect(dialog).not_to_contain_text("config")
    await dialog.get_by_role("button", name="Close").click()
    await desk.get_by_role("button", name="Why? AK-FIRE-07").first.click()
    await desk.get_by_role("button", name="All about this").click()
    await expect(dialog.get_by_label("Words to look for")).to_have_value("AK-FIRE")


COSTS = {
    "full": ("[data-do=step]", r"for \d Aria"),
    "red-rains": ("[data-do=bring], .im-build, .im-rr-play", r"\d di(ce|e)"),
}
"""Where a choice has its price on it. In Kimera it is told before a choice is declared (`test_kimera.py` of the
end-to-end tests), in the other games nothing that is tapped has a price.
"""


@pytest.mark.parametrize("short", GAMES)
async def test_five_questions_are_answered_within_two_taps(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    """Five questions on a small phone: cost, why not, what happened, meaning of the lights, whose turn."""
    async with GameStage(broker.url, short) as stage:
        own = stage.state.seats[0]
        stage.play_until_asked(60 if short == "chimera-con" else 12)  # until something is lit
        while short == "full" and not any(game_tag(one) == "step" for one in stage.state.legal_actions(own)):
            stage.play_until_asked(1)
        await stage.show()
        window = await phone(browser, page_process)
        taps: list[str] = []

        async def touch(question: str, what: Locator) -> None:
            taps.append(question)
            await what.tap()

        if short in COSTS:
            where, price = COSTS[short]
            await expect(window.locator(where).first).to_contain_text(re.compile(price))
        await expect(window.locator(".im-title")).to_contain_text(re.compile("turn|decide"))  # and who it is, on top

        stage.answers["why"] = {"rule": "AK-ACTIVE-03", "section": "Active", "text": "The player on turn acts."}
        await touch("why", window.get_by_role("button", name="Why am I asked?").first)
        dialog = window.get_by_role("dialog")
        await expect(dialog).to_be_visible()
        await window.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)

        told = stage.seat_state(own)
        answers = {tile for action in told.actions for tile in action.tiles}
        answers |= {tile for walk in told.ahead for one in walk.actions for tile in one.tiles}
        lit = {tile for layer in stage.lights() for tile in layer.tiles} - answers
        if short != "cinders" or lit:  # where nothing burns yet nothing is lit but the runners' ways
            taps.append("lights")
            if short == "red-rains":  # whose cards take the board's place while one chooses
                await touch("lights", window.locator(".im-to-seats"))
            await expect(window.locator(".im-board")).to_be_in_viewport(ratio=0.9)
            await tap(window, min(lit))
            await expect(window.get_by_role("alert")).to_contain_text(re.compile(rf"Tile {min(lit):02d}: \w+"))

        await touch("happened", window.locator(".im-to-log"))
        await expect(window.locator(".im-log li").first).to_be_visible()

        await touch("who", window.locator(".im-to-seats"))
        seats = window.locator(".im-seats .im-seat-name")
        await expect(seats).to_have_count(len(stage.state.seats))
        for nth in range(len(stage.state.seats)):
            await expect(seats.nth(nth)).to_be_visible()
        assert all(taps.count(question) <= 2 for question in taps)
        await window.context.close()


def game_tag(action: Action) -> str:
    return str(action.__struct_config__.tag)
