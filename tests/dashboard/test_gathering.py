"""The gathering: one code for all, a seat chosen on one's own phone, bots, and a start when everybody is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from immolation.dashboard.sessions import MOST_GUESTS, JoinRefused, SessionStore
from immolation.dashboard.settings import GUEST
from immolation.table.records import Player
from playwright.async_api import Browser, Locator, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context, session_file, show_cookie
from tests.dashboard.stage import Stage
from tests.dashboard.test_joining import device


@pytest.fixture(scope="module")
def page_process(broker: BrokerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    sessions = session_file(tmp_path_factory.mktemp("sessions") / "sessions.json", {"host-secret-1": "host"})
    process = PageProcess(sessions, broker_url=broker.url, port=0)
    yield process
    process.stop()


def seat(window: Page, name: str) -> Locator:
    return window.get_by_role("region", name="Who plays").get_by_role("group", name=name)


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_guests_choose_their_seats_and_the_host_starts(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    stage.players = {"p1": Player("person", "Ada"), "p2": Player("bot", "", "arena"), "p3": Player("person", "")}
    await stage.show()
    async with (
        device(browser, page_process.url, "host-secret-1") as desk,
        device(browser, phone=True) as first,
        device(browser, phone=True) as second,
    ):
        host = await desk.new_page()
        await host.goto(page_process.url)
        await host.get_by_role("button", name="Seats").click()
        seats = host.get_by_role("dialog", name="Seats")
        await seats.get_by_role("button", name="Wait for everybody").click()
        assert (await stage.next_command())["table"] == "pause"
        stage.phase = "paused"
        await stage.show()
        await expect(host.get_by_role("heading", name="Who plays")).to_be_visible()
        await expect(host.get_by_role("button", name="End the turn")).to_be_hidden()
        link = await host.locator(".im-join-link").inner_text()

        # One code for both; each sees what is free, and nothing that is anybody's own.
        ada, grace = await first.new_page(), await second.new_page()
        for window in (ada, grace):
            await window.goto(link)
            await expect(window.get_by_text("Choose your seat")).to_be_visible()
            await expect(window.get_by_role("button", name="Sit here")).to_have_count(2)
            await expect(window.get_by_role("button", name="Start", exact=True)).to_have_count(0)
            await window.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        await ada.get_by_label("Your name").fill("Zoë")
        await seat(ada, "Vara").get_by_role("button", name="Sit here").click()
        said = await stage.next_command()
        assert (said["table"], said["seat"], said["player"]["name"]) == ("player", "p1", "Zoë")
        stage.players["p1"] = Player("person", "Zoë")
        await stage.show()
        await expect(ada.get_by_text("You are Vara")).to_be_visible()
        await expect(seat(grace, "Vara").get_by_text("Zoë · here")).to_be_visible()
        await expect(grace.get_by_role("button", name="Sit here")).to_have_count(1)
        await expect(seat(host, "Vara").get_by_text("Zoë · here")).to_be_visible()

        # A seat that was given up is free again; a bot's is a person's as soon as the host says so.
        await seat(ada, "Vara").get_by_role("button", name="Stand up").click()
        await expect(grace.get_by_role("button", name="Sit here")).to_have_count(2)
        await expect(ada.get_by_text("Choose your seat")).to_be_visible()
        await seat(host, "Kynazarr").get_by_role("button", name="Let a person play").click()
        said = await stage.next_command()
        assert (said["seat"], said["player"]["kind"]) == ("p2", "person")

        await host.get_by_role("button", name="Start", exact=True).click()
        assert (await stage.next_command())["table"] == "resume"
        stage.phase = "playing"
        await stage.show()
        await expect(host.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        await expect(host.get_by_role("region", name="Who plays")).to_be_hidden()
        await expect(ada.get_by_text("Choose your seat")).to_be_visible()  # who came late still may


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    return SessionStore(tmp_path / "sessions.json")


def test_everybodys_code_is_good_for_many_but_not_for_all_the_world(store: SessionStore) -> None:
    code = store.code(GUEST).text
    for _ in range(MOST_GUESTS):
        store.join(code, "192.0.2.7", "")
    with pytest.raises(JoinRefused, match="nobody else can come in"):
        store.join(code, "192.0.2.7", "")
    store.move(store.devices(GUEST)[0], "p1")
    store.join(code, "192.0.2.7", "")
    assert store.new_code(GUEST).text != code
    with pytest.raises(JoinRefused):
        store.join(code, "192.0.2.7", "")


def test_a_guest_is_sent_nothing_of_a_seat_and_a_locked_seat_stays_shut(store: SessionStore, tmp_path: Path) -> None:
    guest, _ = store.join(store.code(GUEST).text, "192.0.2.7", "")
    assert not guest.viewer.sees("p1")
    moved: list[str] = []
    store.on_move.append(lambda device: moved.append(device.role))
    store.lock("p2", True)
    with pytest.raises(JoinRefused, match="locked this seat"):
        store.move(guest, "p2")
    assert guest.role == GUEST
    store.move(guest, "p1")
    assert guest.viewer.sees("p1")
    assert moved == ["p1"]
    again = SessionStore(tmp_path / "sessions.json")
    assert [device.role for device in again.devices()] == ["p1"]
    store.gather(True)
    assert SessionStore(tmp_path / "sessions.json").gathering


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_devices_are_called_in_the_language_of_the_page(
    browser: Browser, broker: BrokerProcess, stage: Stage, tmp_path: Path
) -> None:
    joined = {"host-secret-1": "host", "ada-secret-1": "p1"}
    process = PageProcess(session_file(tmp_path / "sessions.json", joined), broker_url=broker.url, port=0)
    context = await new_context(browser, viewport={"width": 1280, "height": 800}, locale="de-DE")
    await show_cookie(context, process.url, "host-secret-1")
    window = await context.new_page()
    await window.goto(process.url)
    await window.get_by_role("button", name="Plätze").first.click()
    sent_away = window.get_by_role("dialog", name="Plätze").get_by_role("button", name="Wegschicken")
    await expect(sent_away.first).to_have_attribute("title", re.compile("Firefox auf Android"))
    await context.close()
    process.stop()
