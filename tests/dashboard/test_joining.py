"""Who may see and do what: a phone that joined as one seat never receives another seat's secrets."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
import websockets
from immolation.games import Decision
from immolation.table.records import BoardState, Player, Rights, Settlement
from playwright.async_api import Browser, BrowserContext, Page, WebSocket, expect

from tests.dashboard.conftest import (
    BrokerProcess,
    PageProcess,
    new_context,
    offered,
    opened,
    session_file,
    show_cookie,
    tap,
)
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

JOINED = {"host-secret-1": "host", "vara-secret-2": "p1", "eloden-secret-3": "p3", "watch-secret-4": "watch"}
OLD_LINKS = {"vara-old-link": "p1", "host-old-link": "host"}
SECRET = "Curse-of-the-Revenant"
PHONE = {"width": 360, "height": 780}


@pytest.fixture(scope="module")
def page_process(broker: BrokerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    sessions = session_file(tmp_path_factory.mktemp("sessions") / "sessions.json", JOINED, OLD_LINKS)
    process = PageProcess(sessions, broker_url=broker.url, port=0)
    yield process
    process.stop()


@contextlib.asynccontextmanager
async def device(
    browser: Browser, url: str = "", secret: str = "", *, phone: bool = False
) -> AsyncIterator[BrowserContext]:
    """A browser of its own; with a secret it comes back as the device that has it."""
    viewport = PHONE if phone else {"width": 1280, "height": 800}
    context = await new_context(browser, viewport=viewport, reduced_motion="reduce", has_touch=phone)
    try:
        if secret:
            await show_cookie(context, url, secret)
        yield context
    finally:
        await context.close()


async def heard(context: BrowserContext, url: str, stage: Stage) -> str:
    """Everything a browser receives while the table goes on, as text."""
    window = await context.new_page()
    texts: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: texts.append(str(data)))

    window.on("websocket", listen)
    await window.goto(url)
    await expect(window.get_by_role("heading").first).to_be_visible()
    for mark in ("First", "Second"):  # what the seats are told comes after the first, and before the second
        stage.note = f"{mark} mark {id(context)}"
        await stage.happen()
        await expect(window.get_by_text(stage.note)).to_be_attached()
    texts.append(await window.content())
    return "\n".join(texts)


async def test_secrets_reach_their_own_seat_only(browser: Browser, stage: Stage, page_process: PageProcess) -> None:
    stage.secrets["p3"] = {"hand": [SECRET]}
    stage.deciders["p3"] = Decision("survive", "Does Eloden live?", "AK-WOUND-02")
    await stage.happen()
    for secret, role in JOINED.items():
        async with device(browser, page_process.url, secret) as context:
            text = await heard(context, page_process.url, stage)
        assert (SECRET in text) == (role == "p3"), role  # the host's shared screen is veiled until somebody taps


@pytest.mark.parametrize("path", ["", "?key=", "?key=vara-old-lin", "?key=host", "?code=vara-secret-2", "join#host"])
async def test_who_has_not_joined_is_shown_nothing(
    browser: Browser, stage: Stage, page_process: PageProcess, path: str
) -> None:
    async with device(browser) as context:
        window = await context.new_page()
        await window.goto(page_process.url + path)
        await expect(window.get_by_text("Ask the host for a code")).to_be_visible()
        content = await window.content()
        assert "Vara" not in content
        assert "im-board" not in content.split("</style>")[-1]
        assert not await context.cookies()


async def test_a_stranger_gets_no_lights(page_process: PageProcess) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(page_process.url.replace("http", "ws") + "lights?client=guess")
    assert refused.value.response.status_code == 403


async def test_a_phone_decides_for_its_own_seat(browser: Browser, stage: Stage, page_process: PageProcess) -> None:
    async with device(browser, page_process.url, "vara-secret-2") as context:
        vara = await opened(context, page_process.url)
        await expect(vara.get_by_role("heading", name="Your turn")).to_be_visible()
        await expect(vara.get_by_role("button", name="New game")).to_have_count(0)
        await expect(vara.get_by_role("button", name="Seats")).to_have_count(0)
        await offered(vara)
        await tap(vara, 44)
        said = await stage.next_command()
        assert (said["seat"], said["as"]) == ("p1", "p1")
    async with device(browser, page_process.url, "eloden-secret-3") as context:
        eloden = await opened(context, page_process.url)
        await expect(eloden.get_by_role("button", name="End the turn")).to_have_count(0)
        await tap(eloden, 44)
        async with device(browser, page_process.url, "watch-secret-4") as other:
            watch = await opened(other, page_process.url)
            await expect(watch.get_by_role("button", name="Undo")).to_have_count(0)
            await tap(watch, 44)
        await eloden.get_by_role("button", name="Undo").click()
        assert await stage.next_command() == {"table": "undo", "as": "p3"}


async def test_the_header_says_who_a_device_is(browser: Browser, stage: Stage, page_process: PageProcess) -> None:
    said = {"vara-secret-2": "You are Vara", "eloden-secret-3": "You are Eloden", "watch-secret-4": "Watching"}
    for secret, words in said.items():
        async with device(browser, page_process.url, secret, phone=True) as context:
            window = await context.new_page()
            await window.goto(page_process.url)
            await expect(window.locator(".im-me")).to_have_text(words)
            await expect(window.locator(".im-me")).to_be_in_viewport(ratio=1)
            if secret == "vara-secret-2":
                await expect(window.locator(".im-me")).to_have_attribute("style", re.compile("--seat: ?#f2f0e6"))
                # A next game gives the seat another name: the phone is that one then.
                stage.more = {"p1": {**stage.view()["seats"]["p1"], "name": "Nebukadnezar"}}
                await stage.happen()
                await expect(window.locator(".im-me")).to_have_text("You are Nebukadnezar")
    async with device(browser, page_process.url, "host-secret-1") as context:
        window = await context.new_page()
        await window.goto(page_process.url)
        await expect(window.get_by_role("button", name="Seats")).to_be_visible()
        await expect(window.locator(".im-me")).to_be_hidden()  # the host's screen is everybody's


# --- joining ----------------------------------------------------------------------------------------------


@pytest_asyncio.fixture(loop_scope="session")
async def host(browser: Browser, stage: Stage, page_process: PageProcess) -> AsyncIterator[Page]:
    async with device(browser, page_process.url, "host-secret-1") as context:
        yield await opened(context, page_process.url)


async def shown_code(host: Page, seat: str) -> str:
    """The code that the host's page shows for a seat, and no other; the dialog stays open."""
    dialog = host.get_by_role("dialog", name="Seats")
    if not await dialog.is_visible():
        await host.get_by_role("button", name="Seats").click()
    await dialog.get_by_role("group", name=seat).get_by_role("button", name="Show a code").click()
    await expect(dialog.locator(".im-code")).to_have_count(1)
    return await dialog.locator(".im-code").inner_text()


async def test_a_phone_joins_with_the_code_that_the_host_shows(
    browser: Browser, host: Page, stage: Stage, page_process: PageProcess
) -> None:
    stage.players["p2"] = Player("person", "Bob")
    await stage.happen()
    code = await shown_code(host, "Kynazarr")
    dialog = host.get_by_role("dialog", name="Seats")
    picture = dialog.get_by_role("img", name="QR code for Kynazarr")
    drawn = await picture.locator("svg path").last.bounding_box()
    assert drawn is not None
    assert drawn["width"] > 140  # big enough for a phone across the table
    await expect(dialog.locator(".im-qr")).to_have_count(1)  # one code at a time, and not the host's own
    link = await dialog.locator(".im-join-link").inner_text()
    assert link.endswith(f"/join#{code}")
    async with device(browser, phone=True) as first, device(browser, phone=True) as second:
        window = await first.new_page()
        await window.goto(f"{page_process.url}join#{code}")
        await expect(window.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        assert code not in window.url
        (cookie,) = await first.cookies()
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")
        assert code not in cookie["value"]
        await expect(dialog.get_by_text("has joined")).to_be_visible()
        await dialog.get_by_role("button", name="Back").click()
        await expect(dialog.get_by_role("group", name="Kynazarr").get_by_text("here")).to_be_visible()
        late = await second.new_page()
        await late.goto(f"{page_process.url}join#{code}")
        await expect(late.get_by_text("This code is not valid any more.")).to_be_visible()
        assert not await second.cookies()
        # ... and types the next one, as people do.
        again = await shown_code(host, "Kynazarr")
        await late.get_by_role("textbox", name="Code").fill(again.upper().replace("-", " "))
        await late.get_by_role("button", name="Join").click()
        await expect(late.get_by_role("heading", name="Vara’s turn")).to_be_visible()
        # Two phones on one seat: both are told.
        for phone in (window, late):
            await expect(phone.get_by_text("Another device plays this seat as well")).to_be_visible()
            await phone.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
            banner = await phone.locator(".im-others").bounding_box()
            board = await phone.locator(".im-board").bounding_box()
            assert banner is not None
            assert board is not None
            below, above = banner["y"] >= board["y"] + board["height"], banner["y"] + banner["height"] <= board["y"]
            assert below or above  # beside what the finger is about to touch, not over it
        await dialog.get_by_role("button", name="Back").click()
        # Sent away: its window shows nothing, its cookie opens nothing, the other plays on.
        row = dialog.get_by_role("group", name="Kynazarr")
        await row.get_by_role("button", name="Send away").first.click()
        await expect(window.get_by_text("Ask the host for a code")).to_be_visible()
        await window.goto(page_process.url)
        await expect(window.get_by_text("Ask the host for a code")).to_be_visible()
        await expect(late.get_by_text("Another device plays this seat as well")).to_be_hidden()
        await expect(row.get_by_role("button", name="Send away")).to_have_count(1)
        # Locked: no code is shown, and none is taken.
        await row.get_by_role("button", name="Lock").click()
        await expect(row.get_by_text("locked", exact=True)).to_be_visible()
        await expect(row.get_by_role("button", name="Show a code")).to_have_count(0)
        await row.get_by_role("button", name="Unlock").click()
        await expect(row.get_by_role("button", name="Show a code")).to_be_visible()


async def test_the_hosts_own_browser_does_not_use_a_seats_code_up(host: Page, page_process: PageProcess) -> None:
    code = await shown_code(host, "Vara")
    window = await host.context.new_page()
    await window.goto(f"{page_process.url}join#{code}")
    await expect(window.get_by_text("This browser is the host’s")).to_be_visible()
    await expect(host.get_by_role("dialog", name="Seats").get_by_text("has joined")).to_have_count(0)
    await window.goto(page_process.url)
    await expect(window.get_by_role("button", name="Seats")).to_be_visible()


async def test_a_seat_is_handed_to_a_bot_and_back(host: Page, stage: Stage) -> None:
    await host.get_by_role("button", name="Seats").click()
    row = host.get_by_role("dialog", name="Seats").get_by_role("group", name="Vara")
    await row.get_by_role("button", name="Let a bot play").click()
    bot = {"kind": "bot", "name": "", "bot": ""}
    assert await stage.next_command() == {"table": "player", "seat": "p1", "player": bot}
    stage.players["p1"] = Player("bot", "", "arena")
    await stage.happen()
    await expect(row.get_by_role("button", name="Show a code")).to_have_count(0)  # a bot has no phone
    await row.get_by_role("button", name="Give it back to Ada").click()
    ann = {"kind": "person", "name": "Ada", "bot": ""}
    assert await stage.next_command() == {"table": "player", "seat": "p1", "player": ann}


async def test_a_link_of_an_earlier_version_lets_one_device_in(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    async with device(browser) as first, device(browser) as second:
        window = await opened(first, f"{page_process.url}?key=vara-old-link")
        await expect(window.get_by_role("heading", name="Your turn")).to_be_visible()
        assert "key" not in window.url
        late = await second.new_page()
        await late.goto(f"{page_process.url}?key=vara-old-link")
        await expect(late.get_by_text("This link is not valid any more.")).to_be_visible()


async def test_a_phone_is_told_whose_consent_it_takes_and_the_owner_is_asked(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    stage.phase = "astray"
    stage.rights = Rights(pause="host", undo="host")
    stage.board_state = BoardState(
        "immolation", True, "astray", "Move Eloden from 57 to 85.", ((57, 85),), occupied=(48, 53, 57),
        settlement=Settlement("Eloden stands on 57", "Eloden stays on 85", ("p3",)),
    )  # fmt: skip
    await stage.show()
    async with (
        device(browser, page_process.url, "vara-secret-2", phone=True) as vara_phone,
        device(browser, page_process.url, "eloden-secret-3", phone=True) as eloden_phone,
    ):
        vara, eloden = await vara_phone.new_page(), await eloden_phone.new_page()
        for window in (vara, eloden):
            await window.goto(page_process.url)
        await expect(vara.get_by_text("Eloden is asked to agree.")).to_be_visible()
        await expect(eloden.get_by_role("button", name="The board is right: Eloden stands on 57")).to_be_visible()
        await expect(eloden.get_by_text("asked to agree")).to_have_count(0)
        for name in ("Undo", "Pause"):  # the host keeps these for itself
            await expect(vara.get_by_role("button", name=name, exact=True)).to_be_hidden()
        await vara.get_by_role("button", name="The board is right: Eloden stands on 57").click()
        assert await stage.next_command() == {"table": "put-right", "which": "board", "as": "p1"}
        stage.consent = ("p3",)
        stage.consent_to = "Ada says that the board is right: Eloden stands on 57."
        await stage.show()
        await expect(eloden.get_by_role("heading", name="Do you agree?")).to_be_visible()
        await expect(eloden.get_by_text(stage.consent_to)).to_be_visible()
        await expect(vara.get_by_role("heading", name="Does everybody agree?")).to_be_visible()
        await expect(vara.get_by_role("button", name="agrees")).to_have_count(0)
        await eloden.get_by_role("button", name="Eloden agrees").click()
        assert await stage.next_command() == {"table": "consent", "seat": "p3", "yes": True, "as": "p3"}


async def test_the_host_says_who_may(host: Page, stage: Stage) -> None:
    await host.get_by_role("button", name="Seats").click()
    await host.get_by_role("button", name="Undo: every player").click()
    rights = {"pause": "players", "undo": "host", "settle": "players", "end": "host"}
    assert await stage.next_command() == {"table": "rights", "rights": rights}
    stage.rights = Rights(undo="host")
    await stage.show()
    await expect(host.get_by_role("button", name="Undo: the host")).to_be_visible()
