"""Several tables and a board in one host, as people use them in the lobby, and as guests must not."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest
from immolation.table.collection import registry
from immolation.table.table import Table
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.dashboard.test_access import AXE, RUN_AXE, TOO_SMALL, WIDER
from tests.end_to_end.hosting import PATIENCE_MS, Host, hosting, shown

KITCHEN = "immolation/table/kitchen"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PEOPLE = ("--seats", "2", "--person", "p1=Ann", "--person", "p2=Bob", "--seed", "3")


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name)


async def to_lobby(page: Page, host: Host) -> None:
    await page.goto(f"{host.page.partition('join')[0]}lobby")
    await expect(page.get_by_role("heading", name="Boards")).to_be_visible()


async def open_kitchen(page: Page) -> None:
    """Open a table of Cinders for two people."""
    await page.get_by_role("button", name="Open a table").click()
    form = page.get_by_role("dialog", name="Open a table")
    await form.get_by_label("Name").fill("Kitchen")
    kings = form.get_by_text("Who keeps mats, gems and cards")
    await expect(kings).to_be_visible()
    await form.get_by_role("combobox", name="Rules").click()
    await page.get_by_role("option", name="Cinders").click()
    await expect(kings).to_have_count(0)
    await form.get_by_role("button", name="Start").click()
    await expect(form).to_be_hidden()
    await expect(card(page, "Kitchen")).to_contain_text("Runner 1 to decide")


async def end_turn(page: Page) -> None:
    await page.get_by_role("button", name="Take the Latent State").click()
    await page.get_by_role("button", name="End the turn").click()


async def go_to(page: Page, name: str) -> None:
    await card(page, name).get_by_role("link", name="Go to the table").click()


async def flaws(page: Page, *, phone: bool) -> list[str]:
    """What axe finds, what is wider than its place, and on a phone what a finger misses."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE)
    found = list(await page.evaluate(RUN_AXE, None))
    for look in (WIDER, TOO_SMALL) if phone else (WIDER,):
        found += await page.evaluate(look)
    return found


@pytest.mark.needs("chromium", "micropython")
async def test_two_tables_are_opened_played_moved_ended_resumed_and_come_back_after_a_kill(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = ("host", *PEOPLE, "--board", "virtual", "--journal", str(tmp_path / "games" / "j.journal"))
    (tmp_path / "games").mkdir()
    async with hosting(*words) as host:
        page = await shown(browser, host, DESK)
        complaints: list[str] = []
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        await expect(page.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        await end_turn(page)
        await expect(page.get_by_role("heading", name="Kynazarr’s turn")).to_be_visible()
        await page.get_by_role("link", name="Tables").first.click()
        await expect(card(page, "Main table")).to_contain_text("Kynazarr to decide")
        await expect(card(page, "Main table")).to_contain_text("Board: immolation")
        assert await flaws(page, phone=False) == []
        await page.get_by_role("button", name="Open a table").click()
        form = page.get_by_role("dialog", name="Open a table")
        await expect(form.get_by_role("combobox", name="Seat 2")).to_be_visible()
        await page.locator(".q-dialog__inner.q-transition--scale-enter-active").wait_for(state="detached")
        assert await flaws(page, phone=False) == []
        await form.get_by_role("button", name="Cancel").click()
        await open_kitchen(page)

        # Each is played on its own page.
        await go_to(page, "Kitchen")
        await expect(page.get_by_role("heading", name="Runner 1’s turn")).to_be_visible()
        await expect(page.get_by_text("no board", exact=True)).to_be_visible()
        await page.locator(".im-chip").first.click()
        await expect(page.get_by_role("heading", name="Runner 2’s turn")).to_be_visible()
        await to_lobby(page, host)
        await expect(card(page, "Kitchen")).to_contain_text("Runner 2 to decide")
        await expect(card(page, "Main table")).to_contain_text("Kynazarr to decide")

        # A tap, and the board shows the other game; the first one goes on without.
        places = page.get_by_role("group", name="Where immolation is")
        await expect(places.get_by_role("button", name="Main table")).to_have_attribute("aria-pressed", "true")
        await places.get_by_role("button", name="Kitchen").click()
        await expect(places.get_by_role("button", name="Kitchen")).to_have_attribute("aria-pressed", "true")
        await expect(card(page, "Main table")).to_contain_text("No board")
        await go_to(page, "Kitchen")
        await expect(page.get_by_text("virtual board", exact=True)).to_be_visible()
        await to_lobby(page, host)
        await go_to(page, "Main table")
        await expect(page.get_by_role("heading", name="Kynazarr’s turn")).to_be_visible()
        await end_turn(page)
        await expect(page.get_by_role("heading", name="Vara’s turn")).to_be_visible()

        # It ends, and is gone on with under its name.
        await to_lobby(page, host)
        await card(page, "Kitchen").get_by_role("button", name="End").click()
        await page.get_by_role("dialog", name="End the table?").get_by_role("button", name="End it").click()
        await expect(page.get_by_role("article")).to_have_count(1)
        async with page.expect_download() as coming:
            row = page.get_by_role("group", name=re.compile("^table-kitchen-"))
            await row.get_by_role("link", name="Save as a file").click()
        assert (await coming.value).suggested_filename.startswith("table-kitchen-")
        await row.get_by_role("button", name="Go on with it").click()
        await expect(card(page, "Kitchen")).to_contain_text("paused")
        await page.get_by_role("group", name="Where immolation is").get_by_role("button", name="Kitchen").click()
        await expect(card(page, "Kitchen")).to_contain_text("Board: immolation")
        main, kitchen = await host.table(), await host.table(topic=KITCHEN)
        assert [said for said in complaints if "WebSocket" not in said] == []
        host.process.kill()
        await host.process.wait()

    async with hosting(*words) as host:
        page = await shown(browser, host, DESK)
        await expect(page.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        assert (await host.table())["view"] == main["view"]
        assert (await host.table(topic=KITCHEN))["view"] == kitchen["view"]
        await to_lobby(page, host)
        await expect(card(page, "Kitchen")).to_contain_text("paused")
        await expect(card(page, "Kitchen")).to_contain_text("Board: immolation")
        await card(page, "Kitchen").get_by_role("button", name="Name").click()
        dialog = page.get_by_role("dialog", name="Name the table")
        await dialog.get_by_label("Name").fill("Garden <b>")
        await dialog.get_by_role("button", name="Save").click()
        await go_to(page, "Garden <b>")
        await expect(page.get_by_role("heading", name="paused")).to_be_visible()

        german = await browser.new_context(
            viewport={"width": 360, "height": 740}, has_touch=True, locale="de-DE", reduced_motion="reduce"
        )
        german.set_default_timeout(PATIENCE_MS)
        phone = await german.new_page()
        await phone.goto(f"{host.page}lobby")
        await expect(phone.get_by_role("heading", name="Tische")).to_be_visible()
        await expect(card(phone, "Garden <b>")).to_contain_text("pausiert")
        for theme in ("dark", "light"):
            await phone.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            assert await flaws(phone, phone=True) == [], theme


async def finished_game(folder: Path) -> tuple[str, str]:
    """Leave a game of Cinders behind that is over, as a host knows it; who won, and why."""
    table = await Table.open(folder / "cinders-old.journal", game="cinders", config={"seats": 2})
    while table.history.state.outcome() is None:
        seat = next(iter(table.history.state.deciders()))
        await table.decide(table.history.state.legal_actions(seat)[0])
    result = table.history.state.outcome()
    assert result is not None
    winner = str(table.view["seats"][result.winners[0]]["name"])
    known = registry.FinishedGame(table.n, (winner,), result.reason)
    registry.write(folder, registry.Registry(finished={registry.key_of(table.header): known}))
    await table.close()
    return winner, result.reason


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_game_that_is_over_is_looked_back_at_and_displaces_no_game_unasked(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    winner, reason = await finished_game(tmp_path)
    words = ("host", *PEOPLE, "--board", "none", "--journal", str(tmp_path / "j.journal"))
    async with hosting(*words) as host:
        page = await shown(browser, host, size)
        await to_lobby(page, host)
        row = page.get_by_role("group", name="cinders-old")
        await expect(row).to_contain_text(f"{winner} won. {reason}")
        assert await flaws(page, phone=size is PHONE) == []
        await page.screenshot(path=str(tmp_path / "lobby.png"), full_page=True)
        await row.get_by_role("button", name="Look back").click()
        dialog = page.get_by_role("dialog", name="Another game is in play")
        await expect(dialog).to_contain_text("Ascended Kings is in play at Main table. It is kept")
        await page.screenshot(path=str(tmp_path / "asked.png"))
        await dialog.get_by_role("button", name="Cancel").click()
        await expect(dialog).to_be_hidden()
        await expect(card(page, "Main table")).to_contain_text("Vara to decide")
        await row.get_by_role("button", name="Look back").click()
        await dialog.get_by_role("button", name="Look back").click()
        await expect(card(page, "Main table")).to_contain_text("over")
        # Where a game is over nobody is asked, and the one that was in play is gone on with.
        await page.get_by_role("button", name="Go on with it").click()
        await expect(card(page, "Main table")).to_contain_text("paused")
        await expect(dialog).to_be_hidden()


async def guest(browser: Browser) -> BrowserContext:
    found = await browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce", ignore_https_errors=True
    )
    found.set_default_timeout(PATIENCE_MS)
    return found


async def invited(desk: Page, seat: str) -> str:
    """The link that the host's page shows for a seat of the table it is at."""
    await desk.get_by_role("button", name="Seats", exact=True).first.click()
    dialog = desk.get_by_role("dialog", name="Seats")
    await dialog.get_by_role("group", name=seat).get_by_role("button", name="Show a code").click()
    link = await dialog.locator(".im-join-link").inner_text()
    await desk.keyboard.press("Escape")
    return link


@pytest.mark.needs("chromium", "mosquitto")
async def test_a_phone_of_one_table_neither_sees_nor_touches_another(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    async with hosting("host", "--lan", "--board", "none", *PEOPLE) as host:
        desk = await (await guest(browser)).new_page()
        await desk.set_viewport_size({"width": 1280, "height": 800})
        await desk.goto(host.page)
        await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        ann = await (await guest(browser)).new_page()
        link = await invited(desk, "Vara")
        base = link.partition("join")[0]
        await ann.goto(link)
        await expect(ann.get_by_role("heading", name="Your turn")).to_be_visible()
        await to_lobby(desk, host)
        await open_kitchen(desk)
        await expect(card(desk, "Main table")).to_contain_text("Ann · here")
        await go_to(desk, "Kitchen")
        await expect(desk.get_by_role("heading", name="Runner 1’s turn")).to_be_visible()
        link = await invited(desk, "Runner 1")
        assert link.startswith(f"{base}join?table=kitchen#")

        # Ann's phone asks for the other table by every door there is.
        heard: list[str] = []
        ann.on("websocket", lambda wire: wire.on("framereceived", lambda data: heard.append(str(data))))
        for path, said in (("?table=kitchen", "This table is private."), ("lobby", "are the host’s")):
            await ann.goto(base + path)
            await expect(ann.get_by_text(said)).to_be_visible()
            assert "Runner" not in await ann.content() + "".join(heard)
        for path in ("game?table=kitchen", "game?any&name=table-kitchen", "game"):
            assert (await ann.request.get(base + path)).status == 403
        await ann.goto(base)
        await expect(ann.get_by_role("heading", name="Your turn")).to_be_visible()
        await expect(ann.get_by_role("link", name="Tables")).to_have_count(0)

        # Whoever follows the other link sits there, and there alone.
        runner = await (await guest(browser)).new_page()
        await runner.goto(link)
        await expect(runner.get_by_text("You are Runner 1")).to_be_visible()
        await runner.goto(f"{base}?table=main")
        await expect(runner.get_by_text("This table is private.")).to_be_visible()
        await runner.goto(base)
        await expect(runner.get_by_text("You are Runner 1")).to_be_visible()

        # The table ends, and with it what let her in.
        await to_lobby(desk, host)
        await expect(card(desk, "Kitchen")).to_contain_text("a person · here")
        await card(desk, "Kitchen").get_by_role("button", name="End").click()
        await desk.get_by_role("dialog", name="End the table?").get_by_role("button", name="End it").click()
        await expect(runner.get_by_text("This table is private.")).to_be_visible()
        await expect(ann.get_by_role("heading", name="Your turn")).to_be_visible()
        kept = json.loads((tmp_path / "immolation" / "tables.json").read_text())
        assert kept["tables"]["kitchen"] == {"name": "Kitchen", "journal": ""}
        assert await host.code_after(signal.SIGTERM) == 0  # and its broker ends with it
