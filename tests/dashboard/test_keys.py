"""Who may see and do what: a phone with one seat's key never receives another seat's secrets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import websockets
from immolation.games import Decision
from playwright.async_api import BrowserContext, WebSocket, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, opened, tap
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="module")]

KEYS = {"host-key-1": "host", "vara-key-2": "p1", "eloden-key-3": "p3", "watch-key-4": "watch"}
SECRET = "Curse-of-the-Revenant"


@pytest.fixture(scope="module")
def page_process(broker: BrokerProcess) -> Iterator[PageProcess]:
    process = PageProcess(broker_url=broker.url, port=0, keys=KEYS)
    yield process
    process.stop()


async def heard(context: BrowserContext, url: str, stage: Stage) -> str:
    """Everything a browser receives while the table goes on, as text."""
    window = await context.new_page()
    texts: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: texts.append(str(data)))

    window.on("websocket", listen)
    await window.goto(url)
    await expect(window.get_by_role("heading").first).to_be_visible()
    stage.note = f"Mark {len(texts)} {url[-4:]}"
    await stage.happen()
    await expect(window.get_by_text(stage.note)).to_be_attached()
    texts.append(await window.content())
    return "\n".join(texts)


async def test_secrets_reach_their_own_seat_only(
    context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    stage.secrets["p3"] = {"hand": [SECRET]}
    stage.deciders["p3"] = Decision("survive", "Does Eloden live?", "AK-WOUND-02")
    await stage.happen()
    for key, role in KEYS.items():
        text = await heard(context, f"{page_process.url}?key={key}", stage)
        assert (SECRET in text) == (role == "p3"), role  # the host's shared screen is veiled until somebody taps


@pytest.mark.parametrize("query", ["", "?key=", "?key=vara-key-", "?key=host"])
async def test_without_a_valid_key_nothing_is_shown(
    context: BrowserContext, stage: Stage, page_process: PageProcess, query: str
) -> None:
    window = await context.new_page()
    await window.goto(page_process.url + query)
    await expect(window.get_by_text("Ask the host for a link")).to_be_visible()
    content = await window.content()
    assert "Vara" not in content
    assert "im-board" not in content.split("</style>")[-1]


async def test_a_stranger_gets_no_lights(page_process: PageProcess) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(page_process.url.replace("http", "ws") + "lights?client=guess")
    assert refused.value.response.status_code == 403


async def test_a_phone_decides_for_its_own_seat(
    context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    vara = await opened(context, f"{page_process.url}?key=vara-key-2")
    await expect(vara.get_by_role("heading", name="Your turn")).to_be_visible()
    await expect(vara.get_by_role("button", name="New game")).to_have_count(0)
    await tap(vara, 44)
    assert (await stage.next_command())["seat"] == "p1"
    eloden = await opened(context, f"{page_process.url}?key=eloden-key-3")
    await expect(eloden.get_by_role("button", name="End the turn")).to_have_count(0)
    await tap(eloden, 44)
    watch = await opened(context, f"{page_process.url}?key=watch-key-4")
    await expect(watch.get_by_role("button", name="Undo")).to_have_count(0)
    await tap(watch, 44)
    await eloden.get_by_role("button", name="Undo").click()
    assert await stage.next_command() == {"table": "undo"}


async def test_the_host_invites_with_links_and_codes(
    context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    host = await opened(context, f"{page_process.url}?key=host-key-1")
    await host.get_by_role("button", name="Join").click()
    dialog = host.get_by_role("dialog", name="Join")
    await expect(dialog.get_by_role("link", name="key=vara-key-2")).to_be_visible()
    code = dialog.get_by_role("img", name="QR code for Vara")
    await expect(code).to_be_visible()
    drawn = await code.locator("svg path").last.bounding_box()
    assert drawn is not None
    assert drawn["width"] > 140  # big enough for a phone across the table
