"""Looking back at a game on the page: the slider shows past positions, the charts how it went, the game goes on."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from immolation.table.past_positions import PastPositions
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GAMES, GameStage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]


ARRIVALS = """sum => [...document.querySelectorAll('.im-heat-map text')]
    .reduce((all, one) => all + Number(one.textContent), 0) === sum"""


async def open_timeline(context: BrowserContext, url: str, stage: GameStage) -> Page:
    window = await context.new_page()
    await window.goto(url)
    await window.get_by_role("button", name="Timeline").click()
    await expect(window.get_by_text(f"of {stage.history.number} actions")).to_be_visible()
    return window


async def slide(window: Page, number: int) -> None:
    await window.get_by_role("slider", name="Position in the game").fill(str(number))


@asynccontextmanager
async def looking_back(context: BrowserContext, broker: str, page: str) -> AsyncIterator[tuple[GameStage, Page]]:
    """A game that goes on, and a window that shows its position after 20 actions."""
    async with GameStage(broker, "arena") as stage:
        stage.play_until_asked(60)
        await stage.show()
        window = await open_timeline(context, page, stage)
        await slide(window, 20)
        await expect(window.locator(".im-past")).to_have_count(1)
        yield stage, window
        await window.close()


@asynccontextmanager
async def after(actions: int, context: BrowserContext, broker: str, page: str) -> AsyncIterator[tuple[GameStage, Page]]:
    """A game of Cinders after so many actions, at most to its end, and a window with its timeline open."""
    async with GameStage(broker, "cinders") as stage:
        stage.play(actions)
        await stage.show()
        window = await open_timeline(context, page, stage)
        yield stage, window
        await window.close()


@pytest.mark.parametrize("short", GAMES)
async def test_the_slider_shows_what_stood_where_and_the_way_back_is_one_tap(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    async with GameStage(broker.url, short) as stage:
        stage.play_until_asked(300 if short == "full" else 60)  # until somebody was wounded
        await stage.show()
        window = await open_timeline(context, page_process.url, stage)
        there = stage.history.number // 2
        board = window.locator(".im-board")
        now = await board.get_attribute("aria-label")
        await slide(window, there)
        await expect(window.get_by_text(f"after {there} of {stage.history.number} actions")).to_be_visible()
        await expect(board).to_have_attribute("aria-label", "Looking back. " + summary(stage, there))
        await window.get_by_role("button", name="One step on").click()
        await expect(window.get_by_text(f"after {there + 1} of {stage.history.number} actions")).to_be_visible()
        await expect(window.get_by_role("slider", name="Position in the game")).to_have_value(str(there + 1))
        if short not in ("cinders",):  # which has no numbers but the tiles
            await expect(window.locator(".im-chart polyline").first).to_be_attached()
        await window.wait_for_function(ARRIVALS, arg=arrivals(stage))
        await expect(window.locator(".im-turn-times rect").first).to_be_attached()
        drawn = await window.locator(".im-heat-map text").all_text_contents()
        assert bool(drawn) == (short in ("arena", "full", "chimera-hunt", "cinders")), "the others' boards count"
        await window.get_by_role("button", name="Back to the game").click()
        await expect(board).to_have_attribute("aria-label", now or "")
        await expect(window.locator(".im-timeline")).to_be_hidden()
        await window.close()


def arrivals(stage: GameStage) -> int:
    """How often a miniature came to a tile, its first one included."""
    before: dict[str, int] = {}
    found = 0
    for number in range(stage.history.number + 1):
        view = stage.history.at(number).view(None)
        walkers = {f"hunter {at}": one for at, one in enumerate(view.get("hunters", ()))} or view["seats"]
        tiles = {name: one.get("tile") for name, one in walkers.items()} | {"body": view.get("body")}
        for name, tile in tiles.items():
            if type(tile) is int and before.get(name) != tile:
                before[name] = tile
                found += 1
    return found


def summary(stage: GameStage, number: int) -> str:
    """What the board says of itself to those who listen to it, of a past position."""
    state = stage.history.at(number)
    pieces = stage.game.picture(state.view(None)).pieces
    minis = [f"{piece.label} on {piece.tile:02d}" for piece in pieces if piece.sensed]
    things = sum(piece.count for piece in pieces if not piece.sensed)
    said = f"Board of {stage.game.title}: {', '.join(minis) or 'no miniatures'}; {things} things on tiles."
    return re.sub(r"\b(Hunter|Runner|Player) 1\b", "Ada", said)  # who is but numbered is called by their name


async def test_a_hand_on_a_past_position_moves_nothing(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with looking_back(context, broker.url, page_process.url) as (stage, window):
        box = await window.locator(".im-board").bounding_box()
        assert box is not None
        for tile in range(0, 100, 7):
            await window.mouse.click(
                box["x"] + (tile % 10 + 0.9) * box["width"] / 11, box["y"] + (tile // 10 + 0.9) * box["height"] / 11
            )
        await window.get_by_role("button", name="Back to the game").click()
        await expect(window.locator(".im-past")).to_have_count(0)
        assert stage.commands.empty()


async def test_who_looks_back_is_not_left_behind_when_another_game_begins(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with looking_back(context, broker.url, page_process.url) as (stage, window):
        stage.begin_again()
        await stage.show()
        await expect(window.locator(".im-past")).to_have_count(0)
        await expect(window.locator(".im-timeline")).to_be_hidden()


async def test_the_wall_has_nothing_to_touch_and_knows_no_hand(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "full") as stage:
        stage.play_until_asked(60)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url + "?wall")
        await expect(window.locator(".im-wall .im-title")).to_be_visible()
        await expect(window.locator(".im-wall .im-seat")).to_have_count(len(stage.seats))
        for control in ("button", "link", "slider", "textbox"):
            assert not await window.get_by_role(control).count(), control  # type: ignore[arg-type]
        assert not await window.get_by_text("Only you see this").is_visible()
        big = (
            "parseFloat(getComputedStyle(document.querySelector('.im-wall .im-title')).fontSize) >= innerHeight * 0.06"
        )
        await window.wait_for_function(big)  # the headline may just be built anew
        await window.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
        await window.close()


SMALL_OR_CUT = """() => {
    const found = [...document.querySelectorAll('.im-play, .im-side')]
        .filter(one => one.scrollHeight > one.clientHeight + 1).map(one => `cut: ${one.className}`);
    const texts = document.createTreeWalker(document.querySelector('.im-main'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const shown = node.parentElement.checkVisibility() && !node.parentElement.closest('.im-said');
        if (!node.data.trim() || !shown) continue;
        range.selectNodeContents(node);
        const line = range.getClientRects()[0];
        if (line && line.height < innerHeight * 0.0185) found.push(`small: ${node.data} ${line.height}`);
    }
    return found;
}"""
"""What of the wall display does not fit, and words whose line is lower than 1.85 % of its height."""


@pytest.mark.parametrize("short", GAMES)
async def test_the_wall_is_read_from_three_metres_in_every_game(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    async with GameStage(broker.url, short, 3) as stage:
        stage.play_until_asked(25)
        await stage.show()
        window = await context.new_page()
        await window.set_viewport_size({"width": 1920, "height": 1080})
        await window.goto(page_process.url + "?wall")
        await expect(window.locator(".im-wall .im-title")).to_be_visible()
        await expect(window.locator(".im-wall .im-seat")).to_have_count(len(stage.seats))
        await expect(window.locator(".im-wall .im-log-entry")).not_to_have_count(0)
        assert await window.evaluate(SMALL_OR_CUT) == []
        await window.close()


async def test_a_game_that_is_over_shows_what_decided_it_and_a_tap_goes_there(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with after(6, context, broker.url, page_process.url) as (stage, window):
        await expect(window.get_by_text("What decided it")).to_have_count(0)
        await window.get_by_role("button", name="Back to the game").click()
        stage.play(200)
        await stage.show()
        await window.get_by_role("button", name="What decided it").click()
        await expect(window.locator(".im-decided").get_by_text("What decided it")).to_be_visible()
        decided = PastPositions(stage.history).course(stage.history.entries, []).decided
        await expect(window.locator(".im-decided button")).to_have_count(len(decided))
        first = decided[0]
        await window.locator(".im-decided button").first.click()
        await expect(window.get_by_text(f"after {first.number} of {stage.history.number} actions")).to_be_visible()
        await expect(window.locator(".im-decided button").first).to_contain_text(f"{first.before} to {first.after} %")


def whereabouts(stage: GameStage, number: int) -> str:
    return f"after {number} of {stage.history.number} actions"


async def test_a_timeline_at_its_end_follows_the_game_and_shows_what_decided_it_when_it_ends(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with after(6, context, broker.url, page_process.url) as (stage, window):
        slider = window.get_by_role("slider", name="Position in the game")
        stage.play(4)
        await stage.show()
        await expect(window.get_by_text(whereabouts(stage, 10))).to_be_visible()
        await expect(slider).to_have_attribute("max", "10")
        await expect(slider).to_have_value("10")
        await slide(window, 3)
        await expect(window.get_by_text(whereabouts(stage, 3))).to_be_visible()
        stage.play(500)
        await stage.show()
        await expect(window.locator(".im-decided button").first).to_be_visible()
        await expect(window.get_by_text(whereabouts(stage, 3))).to_be_visible()
        await expect(window.locator(".im-past")).to_have_count(1)
        await slide(window, stage.history.number)
        await expect(window.locator(".im-past")).to_have_count(0)


async def test_a_tapped_moment_is_marked_and_no_other_moves_away_from_under_the_finger(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with after(500, context, broker.url, page_process.url) as (_stage, window):
        moments = await window.locator(".im-decided button").all()
        assert len(moments) > 1
        places = [await moment.bounding_box() for moment in moments]
        for tapped in moments:
            await tapped.click()
            await expect(tapped).to_have_attribute("aria-pressed", "true")
            await expect(window.locator(".im-timeline-said > *").first).to_be_visible()
            assert [await moment.bounding_box() for moment in moments] == places
            pressed = [await moment.get_attribute("aria-pressed") == "true" for moment in moments]
            assert pressed == [moment is tapped for moment in moments]


async def test_a_notice_does_not_lie_over_the_words_looking_back(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with looking_back(context, broker.url, page_process.url) as (_stage, window):
        top = "getComputedStyle(document.querySelector('.im-moments')).top"
        label = "getComputedStyle(document.querySelector('.im-board-side'), '::after')"
        foot = f"(style => parseFloat(style.top) + parseFloat(style.height))({label})"
        assert await window.evaluate(f"parseFloat({top}) >= {foot}")


async def test_a_finished_game_leads_to_what_decided_it_on_a_phone_too(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "cinders") as stage:
        stage.play(500)
        await stage.show()
        phone = await new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        window = await phone.new_page()
        await window.goto(page_process.url)
        await expect(window.get_by_role("button", name="Play again")).to_be_visible()
        await window.get_by_role("button", name="What decided it").click()
        await expect(window.locator(".im-decided button").first).to_be_in_viewport()
        await phone.close()


async def test_who_plays_together_has_one_chance(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "chimera-hunt", config={"seats": 3}) as stage:
        stage.end()
        await stage.show()
        decided = PastPositions(stage.history).course(stage.history.entries, []).decided
        assert decided
        assert {one.seat for one in decided} == {""}
        window = await open_timeline(context, page_process.url, stage)
        first = decided[0]
        told = window.locator(".im-decided button").first
        await expect(told).to_contain_text(f"The chance to win: {first.before} to {first.after} %")
        await window.close()


async def test_on_a_phone_a_finished_game_leaves_the_slider_its_room(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "chimera-hunt", config={"seats": 4}) as stage:
        stage.end()
        await stage.show()
        phone = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        window = await phone.new_page()
        await window.goto(page_process.url)
        await expect(window.locator(".im-scores")).to_be_visible()
        await window.get_by_role("button", name="Log", exact=True).click()
        await window.get_by_role("button", name="Timeline").click()
        slider = window.locator(".im-timeline-slider")
        await expect(slider).to_be_in_viewport(ratio=1)
        await expect(window.locator(".im-timeline-steps")).to_be_in_viewport(ratio=1)
        await expect(window.locator(".im-board")).to_be_in_viewport(ratio=1)
        await window.wait_for_function("document.querySelector('.im-timeline').clientHeight >= 150")
        await slide(window, 20)
        await expect(window.get_by_text(f"after 20 of {stage.history.number} actions")).to_be_visible()
        await window.get_by_role("button", name="Back to the game").click()
        await expect(window.locator(".im-scores")).to_be_visible()
        await phone.close()


async def test_the_time_of_each_turn_stands_in_a_row_a_seat(
    context: BrowserContext, broker: BrokerProcess, page_process: PageProcess
) -> None:
    """Each action of this game takes a second."""
    async with GameStage(broker.url, "cinders") as stage:
        stage.play(3)
        await stage.show()
        window = await open_timeline(context, page_process.url, stage)
        drawn = window.locator(".im-turn-times")
        said = "Ada: 0:01 on average, 0:01 at most; Runner 2: 0:01 on average, 0:01 at most"
        await expect(drawn.locator("[role=img]")).to_have_attribute("aria-label", said)
        await expect(drawn.locator("rect")).to_have_count(3)
        rows = await drawn.locator("rect").evaluate_all("all => all.map(one => one.getAttribute('y'))")
        assert len({*rows}) == 2
        await window.close()
