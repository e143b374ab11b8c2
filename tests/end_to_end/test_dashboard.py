"""The page of a table that another process hosts: by the broker alone, with the rights of its login."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.hosting import hosting, shown

pytestmark = pytest.mark.needs("chromium")

DESK = {"width": 1280, "height": 800}
PEOPLE = ("--ruleset", "cinders", "--seats", "2", "--person", "p1=Ann", "--person", "p2=Bob", "--board", "none")


async def test_a_page_of_its_own_hosts_a_table_elsewhere(browser: Browser, tmp_path: Path) -> None:
    async with hosting("host", *PEOPLE, "--journal", str(tmp_path / "j")) as host:
        broker = f"mqtt://127.0.0.1:{host.mqtt_port}"
        async with hosting("dashboard", "--broker", broker) as elsewhere:
            assert elsewhere.page != host.page
            page = await shown(browser, elsewhere, DESK)
            await expect(page.get_by_role("heading", name="Ann’s turn")).to_be_visible()
            await page.locator(".im-chip").first.click()
            await expect(page.get_by_role("heading", name="Bob’s turn")).to_be_visible()
            before = await host.table(lambda state: "p2" in state["deciders"])
            assert before["n"] >= 1
            await page.get_by_role("button", name="New game").click()
            form = page.get_by_role("dialog", name="New game")
            await form.get_by_role("button", name="Start").click()
            await expect(form).to_be_hidden()
            assert (await host.table(lambda state: state["n"] < before["n"]))["phase"] == "playing"
            assert await elsewhere.code_after(signal.SIGTERM) == 0
        assert await host.code_after(signal.SIGTERM) == 0, "the game outlives a page"


@pytest.mark.needs("mosquitto")
async def test_a_page_with_a_seats_login_plays_that_seat_and_no_other(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    async with hosting("host", "--lan", *PEOPLE, "--journal", str(tmp_path / "j")) as host:
        folder = tmp_path / "immolation" / "mosquitto"
        password = login(json.loads((folder / "logins.json").read_text()), "p1")
        port = host.said.partition("mqtts://")[2].partition(":")[2].partition(",")[0].split()[0]
        broker = f"mqtts://p1:{quote(password)}@localhost:{port}"
        words = ("--broker", broker, "--ca", ca(host.said))
        async with hosting("dashboard", *words, "--seat", "p1") as elsewhere:
            page = await shown(browser, elsewhere, DESK)
            await expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
            await page.locator(".im-chip").first.click()
            await expect(page.get_by_role("heading", name="Bob’s turn")).to_be_visible()
            await expect(page.locator(".im-chip")).to_have_count(0)
        async with hosting("dashboard", *words) as greedy:  # asks for the host's page with a seat's login
            assert password not in greedy.said
            page = await shown(browser, greedy, DESK)
            await expect(page.get_by_role("heading", name="Bob’s turn")).to_be_visible()
            await expect(page.locator(".im-chip")).to_have_count(0)
            await page.get_by_role("button", name="New game").click()
            await page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
            await expect(page.get_by_role("alert")).to_contain_text("Only the host may do this.")
        assert await host.code_after(signal.SIGTERM) == 0


def ca(said: str) -> str:
    """The certificate that the host has told."""
    return said.partition("certificate ")[2].split()[0]


def login(logins: object, name: str) -> str:
    """The password of a login in the host's file."""
    assert isinstance(logins, dict)
    found = logins[name]
    return str(found["password"] if isinstance(found, dict) else found)
