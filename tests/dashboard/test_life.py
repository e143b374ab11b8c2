"""The page starts, stops and comes back: ports, Ctrl-C, a lost broker, a lost network, a browser that is too slow."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket

import pytest
from immolation.broker import topics
from immolation.dashboard.pages.server import PageServer
from immolation.dashboard.settings import DEFAULT_PORT, PageError, PageSettings
from immolation.games import Event
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context, opened
from tests.dashboard.game_stage import GameStage
from tests.dashboard.stage import PATIENCE, Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]


class Wire:
    """The network between browser and page; it can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._pipes: set[asyncio.StreamWriter] = set()
        self.cut_now = False

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        self.cut_now = True
        for pipe in self._pipes:
            pipe.transport.abort()
        self._pipes.clear()

    def mend(self) -> None:
        self.cut_now = False

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut_now:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        self._pipes |= {writer, far_writer}
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()


def frame(number: int) -> bytes:
    return bytes([number % 256, 40, 0] * 100)


async def frames_drawn(window: Page) -> int:
    return int(await window.locator(".im-board").get_attribute("data-frames") or 0)


async def drawn(window: Page, count: int) -> None:
    await window.wait_for_function(
        "n => Number(document.querySelector('.im-board').dataset.frames || 0) >= n", arg=count
    )


async def test_a_port_that_was_asked_for_and_is_taken_is_said(broker: BrokerProcess) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        page = PageServer(PageSettings(broker_url=broker.url, port=port))
        with pytest.raises(PageError, match=rf"port {port}: .*--port"):
            await page.start()
        await page.stop()


async def test_where_the_usual_port_is_taken_the_next_free_one_is_used(broker: BrokerProcess) -> None:
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # somebody else has it: as good
            taken.bind(("127.0.0.1", DEFAULT_PORT))
            taken.listen()
        process = PageProcess(broker_url=broker.url)
        process.stop()
        assert DEFAULT_PORT < int(process.url.rstrip("/").rsplit(":", 1)[1]) < DEFAULT_PORT + 20


async def test_it_stops_at_once_with_browsers_connected_on_a_double_ctrl_c(
    context: BrowserContext, broker: BrokerProcess, stage: Stage
) -> None:
    process = PageProcess(broker_url=broker.url, port=0)
    windows = [await opened(context, process.url) for _ in range(2)]
    process.process.send_signal(signal.SIGINT)
    process.process.send_signal(signal.SIGINT)
    out, _ = await asyncio.wait_for(asyncio.to_thread(process.process.communicate), PATIENCE)
    assert (process.process.returncode, out.strip()) == (0, "stopped")
    assert "Traceback" not in process.complaints()
    for window in windows:
        await window.close()


async def test_frames_come_on_credit_and_a_slow_browser_gets_no_more_than_two(desk: Page, stage: Stage) -> None:
    await desk.emulate_media(reduced_motion="no-preference")  # calm pages draw few of the frames
    await drawn_first(desk, stage)
    await desk.evaluate(
        """() => new Promise((open) => {
            const slow = new WebSocket(`${location.origin.replace("http", "ws")}/lights?client=${window.clientId}`);
            window.slow = 0;
            slow.onmessage = () => (window.slow += 1);
            slow.onopen = open;
        })"""
    )
    before = await frames_drawn(desk)
    sent = 0
    while await frames_drawn(desk) < before + 20:  # of frames that come together the newest alone is drawn
        await stage.send_frame(frame(sent))
        sent += 1
    await desk.wait_for_function("window.slow >= 2")
    assert await desk.evaluate("window.slow") == 2
    assert await desk.locator(".im-board").get_attribute("data-lights") == "pixels"


async def drawn_first(window: Page, stage: Stage) -> None:
    before = await frames_drawn(window)
    await stage.send_frame(frame(1))
    await drawn(window, before + 1)


async def test_without_browsers_the_board_is_asked_for_nothing(stage: Stage, page_process: PageProcess) -> None:
    # All windows of the tests before are closed; what they left unspent may still be sent, and no more.
    for number in range(3):
        if stage.frames_due > 0:
            await stage.send_frame(frame(number))
    assert stage.frames_due <= 2


async def test_after_a_cut_the_page_goes_on_and_replays_no_frame(
    context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    port = int(page_process.url.rstrip("/").rsplit(":", 1)[1])
    async with Wire(port) as wire:
        window = await opened(context, f"http://127.0.0.1:{wire.port}/")
        await window.evaluate("window.marked = true")
        await drawn_first(window, stage)
        wire.cut()
        before = await frames_drawn(window)
        stage.note = "Said while the phone was away."
        await stage.happen()
        wire.mend()
        await expect(window.get_by_text("Said while the phone was away.")).to_be_visible()
        assert await window.evaluate("window.marked") is True  # the same page: it was not loaded again
        sent = 0
        while await frames_drawn(window) == before:
            await stage.send_frame(frame(sent))
            sent += 1
        # Back again it is shown the newest frame once, and then what is sent: nothing of the time between.
        assert await frames_drawn(window) <= before + 1 + sent


@pytest.mark.parametrize("script", ["nicegui.js", "quasar.umd", "socket.io", "dompurify"])
async def test_a_page_that_lost_a_script_on_the_way_loads_itself_anew(
    context: BrowserContext, stage: Stage, page_process: PageProcess, script: str
) -> None:
    """One is asked for by `import`; without another the page looks as it should, and stays so for ever."""
    lost = asyncio.Event()

    async def lose(route: Route) -> None:
        await (route.continue_() if lost.is_set() else route.abort("connectionreset"))
        lost.set()

    await context.route(f"**/{script}*", lose)
    window = await context.new_page()
    await window.goto(page_process.url)
    assert lost.is_set()
    await stage.happen(Event("gem", ("AK-GEM-01",), "Said while the script was lost."))
    await expect(window.get_by_text("Said while the script was lost.")).to_be_visible()


async def test_a_script_of_somebody_else_that_is_blocked_loads_nothing_anew(
    context: BrowserContext, stage: Stage, page_process: PageProcess
) -> None:
    """A browser's extension may add one, and the page's policy blocks it."""
    window = await opened(context, page_process.url)
    await window.clock.install()
    await window.evaluate("""new Promise(blocked => {
        const script = document.createElement('script');
        script.onerror = blocked;
        script.src = 'https://elsewhere.invalid/extension.js';
        document.head.append(script);
        window.stayed = true;
    })""")
    asked: list[str] = []
    window.on("request", lambda request: asked.append(request.url))
    await window.clock.run_for(60_000)
    await stage.happen(Event("gem", ("AK-GEM-01",), "Said after it was blocked."))
    await expect(window.get_by_text("Said after it was blocked.")).to_be_visible()
    assert await window.evaluate("window.stayed")
    assert not [url for url in asked if "manifest" in url]


async def test_a_broker_that_comes_back_brings_the_table_back(context: BrowserContext) -> None:
    broker = BrokerProcess()
    broker.start()
    process = PageProcess(broker_url=broker.url, port=0)
    try:
        async with Stage(broker.url):
            window = await opened(context, process.url)
            broker.stop()
            await expect(window.get_by_role("heading", name="Looking for the table…")).to_be_visible()
        broker.start()
        async with Stage(broker.url) as again:
            await expect(window.get_by_role("heading", name="Vara’s turn")).to_be_visible(timeout=1000 * PATIENCE)
            await window.get_by_role("button", name="End the turn").click()
            assert (await again.next_command())["action"]["do"] == "end-turn"
    finally:
        process.stop()
        broker.stop()


async def test_hands_are_laid_on_a_virtual_board_and_on_none_that_takes_its_place(desk: Page, stage: Stage) -> None:
    await drawn_first(desk, stage)
    await expect(desk.get_by_text("virtual board")).to_be_visible()
    for online in (b"", topics.ONLINE):  # at once, as when another is plugged in while nobody looks
        await stage.say(topics.board("immolation", "online"), online, retain=True)
    await expect(desk.get_by_text("virtual board")).to_have_count(0)
    await drawn_first(desk, stage)
    await expect(desk.get_by_text("virtual board")).to_be_visible()


async def test_a_browser_that_lost_its_page_covers_no_tab_and_dims_what_would_not_work(
    browser: Browser, broker: BrokerProcess
) -> None:
    page = PageProcess(broker_url=broker.url, port=0)
    context = await new_context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    async with GameStage(broker.url, "cinders") as stage:
        stage.end()
        await stage.show()
        window = await context.new_page()
        await window.goto(page.url)
        again = window.get_by_role("button", name="Play again")
        await expect(again).to_be_visible()
        await expect(window.locator(".im-log-entry").first).to_be_attached()  # what has come is what it can show
        page.process.kill()
        page.process.wait()
        await expect(window.locator("#popup")).to_be_visible()
        await expect(again).to_be_in_viewport(ratio=1)
        await expect(again).to_have_css("pointer-events", "none")
        await window.get_by_role("button", name="Log", exact=True).tap()
        await expect(window.locator(".im-log-entry").first).to_be_in_viewport()
        await window.get_by_role("button", name="Play", exact=True).tap()
        await expect(again).to_be_in_viewport(ratio=1)
        notice, button = await window.locator("#popup").bounding_box(), await again.bounding_box()
        assert notice is not None
        assert button is not None
        assert notice["y"] + notice["height"] <= button["y"], "it covers nothing that is to be touched"
    await context.close()
