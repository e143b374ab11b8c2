"""Red Rains as a person meets it: on the real firmware without a page, and on the page at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import Error as PlaywrightError

from tests.end_to_end.command import Command
from tests.end_to_end.hosting import Host, hosting, shown

GAME = ("demo", "--ruleset", "red-rains", "--headless", "--bots", "--seed", "7", "--json")
SIZES = ({"width": 1280, "height": 860}, {"width": 390, "height": 844})


# --- without a page ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(immolation: Command, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return immolation.json(*GAME, "--journal", str(tmp_path_factory.mktemp("rains") / "game.journal"))


def same_game(report: dict[str, Any], other: dict[str, Any]) -> bool:
    keys = ("ruleset", "seed", "rounds", "actions", "outcome", "digest")
    return {key: report[key] for key in keys} == {key: other[key] for key in keys}


@pytest.mark.needs("micropython")
def test_a_game_is_played_to_its_end_on_the_real_firmware(played: dict[str, Any]) -> None:
    assert played["ruleset"] == "red-rains"
    assert played["outcome"]["rule"] == "RR-BASE-03"
    assert played["actions"] > 40
    scenes, edges = played["board"]["scenes"], played["board"]["edges"]
    assert scenes > 0  # at full speed a slow board is sent the newest alone
    assert edges > 0
    assert edges > 10 or scenes < 10, "only a board that hardly had a turn sees few moves"
    assert played["board"]["bad_lines"] == 0


@pytest.mark.needs("micropython")
def test_its_journal_replays_to_the_same_digest(immolation: Command, played: dict[str, Any]) -> None:
    assert same_game(immolation.json("replay", played["journal"], "--json"), played)


@pytest.mark.needs("micropython")
def test_a_host_killed_every_thirty_actions_ends_the_same_game(
    immolation: Command, played: dict[str, Any], tmp_path: Path
) -> None:
    report = immolation.json(*GAME, "--journal", str(tmp_path / "killed.journal"), "--kill-every", "30")
    assert same_game(report, played)


# --- on the page ------------------------------------------------------------------------------------------


@pytest.fixture
async def host(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Host]:
    more = getattr(request, "param", ())
    words = ("--ruleset", "red-rains", "--person", "p1=Ann", "--seed", "3", "--pace", "60", *more)
    async with hosting("host", "--board", "none", "--journal", str(tmp_path / "j"), *words) as running:
        yield running


def choices(page: Page) -> Locator:
    return page.locator(".im-decisions button[data-do]:visible")


async def tap_first(page: Page, host: Host) -> bool:
    """Tap the first thing that may be done, if anything may; return whether the game went on by it."""
    went_on = False
    if await choices(page).count() and not await page.locator(".im-headline.step").count():
        n = (await host.table())["n"]
        try:
            await choices(page).first.click(timeout=2_000)
        except PlaywrightError:  # what was asked has been answered or has gone meanwhile
            return False
        went_on = await host.goes_on(n)
    await page.wait_for_timeout(150)
    return went_on


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_a_person_plays_the_first_round_by_tapping_what_stands_out(
    browser: Browser, host: Host, size: dict[str, int]
) -> None:
    page = await shown(browser, host, size)
    await expect(page.locator(".im-rr-card.down")).to_have_count(4)
    await expect(choices(page).first).to_be_visible()
    taps = 0
    while (await page.locator(".im-round").inner_text()) == "Round 1":
        taps += await tap_first(page, host)
    assert taps <= 40
    await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.needs("chromium")
async def test_on_a_phone_the_choices_have_the_room_and_what_came_since_the_turn_is_a_tap_away(
    browser: Browser, host: Host
) -> None:
    page = await shown(browser, host, {"width": 390, "height": 844})
    since = page.locator(".im-since-card")
    while not await since.is_visible():
        await tap_first(page, host)
    await expect(since.locator("li").first).to_be_hidden()
    room, told = await page.locator(".im-decisions").bounding_box(), await since.bounding_box()
    assert room is not None
    assert told is not None
    assert (told["height"] < 60, room["height"] > 250) == (True, True), (told, room)
    await since.locator("summary").click()
    await expect(since.locator("li").first).to_be_visible()


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("host", [("--option", "players=printed")], indirect=True)
async def test_a_printed_card_is_told_in_two_taps(browser: Browser, host: Host) -> None:
    page = await shown(browser, host, SIZES[0])
    await page.get_by_role("button", name="A unit enters").click()
    await page.get_by_role("button", name="Into play").click()
    unit = page.locator(".im-rr-card.unit")
    await expect(unit).to_have_count(1)
    await unit.click()
    await page.locator(".im-dialog").get_by_role("button", name="1", exact=True).click()
    await expect(page.get_by_role("button", name=re.compile("Unit, attack 2, life 1 of 2"))).to_be_visible()
    await page.locator(".im-rr-life-bar").first.click()
    await page.locator(".im-dialog").get_by_role("button", name="3", exact=True).click()
    table = await host.table(lambda state: state["view"]["chimera"]["wounds"] == 3)
    assert table["view"]["seats"]["p1"]["units"][0]["wounds"] == 1
    await expect(page.get_by_role("button", name=re.compile("27 of 30 life"))).to_be_visible()
    await page.locator(".im-rr-card.down").first.click()
    await expect(page.locator(".im-dialog")).to_contain_text("not in play")


@pytest.mark.needs("chromium")
async def test_the_pace_is_a_setting_and_a_long_turn_can_be_skipped(browser: Browser, host: Host) -> None:
    page = await shown(browser, host, SIZES[0])
    await page.get_by_role("button", name="Players").click()
    pace = page.get_by_role("group", name="Pace")
    await pace.get_by_role("button", name="very slow").click()
    await host.table(lambda state: state["pace_ms"] == 3_000)
    await expect(pace.get_by_role("button", pressed=True)).to_have_text("very slow")
    await page.get_by_role("button", name="Cancel").click()
    assert (await host.do(id="slow", table="pace", ms=9_000))["ok"]
    assert not (await host.do(id="never", table="pace", ms=60_000))["ok"]
    await choices(page).first.click()
    await expect(page.locator(".im-headline.step")).to_be_visible()
    await expect(page.locator(".im-decisions button[data-do]:visible")).to_have_count(0)
    await page.get_by_role("button", name="Skip to the end").click()
    assert (await host.do(id="fast", table="pace", ms=60))["ok"]
    await expect(choices(page).first).to_be_visible()
