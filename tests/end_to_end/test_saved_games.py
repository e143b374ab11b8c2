"""A game leaves the host's page as a file, comes back through it, and goes on where it was."""

from __future__ import annotations

import asyncio
import http.client
import signal
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from immolation.dashboard.saved_games import FILE_TYPE, LARGEST_FILE
from immolation.table.journal.journal_repair import check
from playwright.async_api import Browser, Page, expect

from tests.end_to_end.hosting import Host, hosting, shown

pytestmark = pytest.mark.needs("chromium")

DESK = {"width": 1280, "height": 800}
PEOPLE = ("--ruleset", "cinders", "--seats", "2", "--person", "p1=Ann", "--person", "p2=Bob", "--board", "none")


async def open_games(page: Page) -> Page:
    await page.get_by_role("button", name="Games").click()
    await expect(page.get_by_role("dialog", name="Games")).to_be_visible()
    return page


def journals(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.journal"))


def request(url: str, method: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, str]:
    """Send the page a request and return its answer."""
    parts = urlsplit(url)
    with closing(http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)) as connection:
        connection.request(method, "/game", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")


async def played(host: Host, page: Page) -> None:
    await expect(page.get_by_role("heading", name="Ann’s turn")).to_be_visible()
    await page.locator(".im-chip").first.click()
    await expect(page.get_by_role("heading", name="Bob’s turn")).to_be_visible()


async def test_a_game_is_saved_opened_and_gone_on_with(browser: Browser, tmp_path: Path) -> None:
    games = tmp_path / "games"
    async with hosting("host", *PEOPLE, "--journal", str(games / "j.journal")) as host:
        page = await shown(browser, host, DESK)
        await played(host, page)
        before = await host.table(lambda state: "p2" in state["deciders"])
        await open_games(page)
        dialog = page.get_by_role("dialog", name="Games")
        async with page.expect_download() as coming:
            await dialog.get_by_role("link", name="Save as a file").click()
        file = tmp_path / "kept.journal"
        download = await coming.value
        assert download.suggested_filename == "j.journal"
        await download.save_as(file)
        assert check(file).actions >= 1
        await dialog.get_by_role("button", name="Close").click()
        await page.get_by_role("button", name="New game").click()
        await page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
        await host.table(lambda state: state["n"] < before["n"])  # the ruleset on the table is offered first
        for path in games.glob("j-*.journal"):  # so that the file alone has it
            path.unlink()
        await open_games(page)
        await expect(dialog.get_by_role("listitem")).to_have_count(1)
        torn = tmp_path / "torn.journal"
        torn.write_bytes(file.read_bytes()[:5000])
        chosen = dialog.locator("input[type=file]")
        await chosen.set_input_files(torn)
        await expect(dialog.get_by_role("status")).to_contain_text("The file is damaged")
        await expect(dialog.get_by_role("listitem")).to_have_count(1)
        await chosen.set_input_files(file)
        await expect(dialog.get_by_role("status")).to_contain_text("The game is in the list")
        await expect(dialog.get_by_role("listitem")).to_have_count(2)
        ask = page.get_by_role("dialog", name="Another game is in play")
        await dialog.get_by_role("button", name="Go on with it").click()
        await expect(ask).to_contain_text("Cinders is in play at this table. It is kept")
        await ask.get_by_role("button", name="Cancel").click()
        await expect(ask).to_be_hidden()
        await expect(dialog).to_be_visible()
        await dialog.get_by_role("button", name="Go on with it").click()
        await ask.get_by_role("button", name="Go on with it").click()
        await expect(dialog).to_be_hidden()
        after = await host.table(lambda state: state["phase"] == "paused")
        assert (after["view"], after["deciders"]) == (before["view"], before["deciders"])
        await page.get_by_role("button", name="Resume").click()
        await expect(page.get_by_role("heading", name="Bob’s turn")).to_be_visible()
        await page.locator(".im-chip").first.click()
        await expect(page.get_by_role("heading", name="Ann’s turn")).to_be_visible()
        assert await host.code_after(signal.SIGTERM) == 0


async def test_a_german_host_reads_who_played_and_why_a_file_is_refused_in_german(
    browser: Browser, tmp_path: Path
) -> None:
    words = ("--ruleset", "cinders", "--seats", "2", "--person", "p1=Ann", "--bot", "p2=greedy", "--seed", "3")
    async with hosting("host", *words, "--journal", str(tmp_path / "games" / "j.journal")) as host:
        page = await (await browser.new_context(locale="de-DE", viewport=DESK)).new_page()  # type: ignore[arg-type]
        await page.goto(host.page)
        await page.get_by_role("button", name="Spiele", exact=True).click()
        dialog = page.get_by_role("dialog", name="Spiele")
        await expect(dialog.get_by_role("listitem")).to_contain_text("· Ann · Bot (gierig)")
        other = tmp_path / "other.journal"
        other.write_bytes(b"no game")
        await dialog.locator("input[type=file]").set_input_files(other)
        await expect(dialog.get_by_role("status")).to_contain_text("Diese Datei ist keine Partie")
        torn = tmp_path / "torn.journal"
        torn.write_bytes((await (await page.request.get(f"{host.page}game")).body())[:5000])
        await dialog.locator("input[type=file]").set_input_files(torn)
        await expect(dialog.get_by_role("status")).to_contain_text("Die Datei ist nach Eintrag")

        # In the lobby as well: seats that nobody has a name for are called in the language of their game.
        await page.goto(f"{host.page}lobby")
        card = page.get_by_role("article", name="Haupttisch")
        await expect(card).to_contain_text("Läufer 2")
        await expect(card).to_contain_text("Ann am Zug")
        await page.context.close()


async def test_a_game_that_is_over_is_saved_where_its_score_is_shown(browser: Browser, tmp_path: Path) -> None:
    bots = ("--ruleset", "cinders", "--seats", "2", "--bot", "p1=random", "--bot", "p2=random", "--pace", "0")
    async with hosting("host", *bots, "--board", "none", "--journal", str(tmp_path / "j.journal")) as host:
        over = await host.table(lambda state: state["phase"] == "over")
        page = await shown(browser, host, DESK)
        async with page.expect_download() as coming:
            await page.get_by_role("region", name="Score sheets").get_by_role("link", name="Save as a file").click()
        await (await coming.value).save_as(tmp_path / "kept")
        outcome = check(tmp_path / "kept").outcome
        assert outcome is not None
        assert list(outcome.winners) == over["outcome"]["winners"]
        assert await host.code_after(signal.SIGTERM) == 0


async def test_other_sites_and_files_that_are_too_large_are_refused(browser: Browser, tmp_path: Path) -> None:
    own = {"Content-Type": FILE_TYPE}
    async with hosting("host", *PEOPLE, "--journal", str(tmp_path / "j.journal")) as host:

        async def answer(method: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, str]:
            return await asyncio.to_thread(request, host.page, method, headers, body)

        status, data = await answer("GET", {})
        assert (status, data[:15]) == (200, "SQLite format 3")
        for method in ("GET", "POST"):
            assert (await answer(method, {**own, "Sec-Fetch-Site": "cross-site"}))[0] == 403
            assert (await answer(method, {**own, "Host": "evil.example"}))[0] == 403
        for kind in ("text/plain", "multipart/form-data", "application/x-www-form-urlencoded"):
            assert (await answer("POST", {"Content-Type": kind}, b"x"))[0] == 415, "what a foreign form can send"
        assert (await answer("POST", {**own, "Content-Length": str(LARGEST_FILE + 1)}))[0] == 413
        status, said = await answer("POST", own, b"x")
        assert (status, said) == (422, "This file is no game that a host of Immolation has saved.")
        assert await host.code_after(signal.SIGTERM) == 0
    assert journals(tmp_path) == ["j.journal"]


async def test_a_page_on_another_machine_has_no_files(browser: Browser, tmp_path: Path) -> None:
    async with hosting("host", *PEOPLE, "--journal", str(tmp_path / "j.journal")) as host:
        async with hosting("dashboard", "--broker", f"mqtt://127.0.0.1:{host.mqtt_port}") as elsewhere:
            page = await shown(browser, elsewhere, DESK)
            await expect(page.get_by_role("button", name="Players")).to_be_visible()
            await expect(page.get_by_role("button", name="Games")).to_have_count(0)
            assert (await asyncio.to_thread(request, elsewhere.page, "GET", {}))[0] == 404
            assert await elsewhere.code_after(signal.SIGTERM) == 0
        assert await host.code_after(signal.SIGTERM) == 0
