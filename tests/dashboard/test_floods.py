"""The cost of a device that has joined to the others: however much it asks and says, it waits and they do not."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from immolation.dashboard.pages import device_limits
from immolation.dashboard.pages.device_limits import SteadyDevices
from immolation.dashboard.pages.middleware import DEVICE
from immolation.dashboard.pixel_relay import PixelRelay
from immolation.dashboard.sessions import Device
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.dashboard.conftest import COOKIE, BrokerProcess, PageProcess, session_file
from tests.dashboard.stage import PATIENCE
from tests.dashboard.test_strangers import get, memory

ADA, BEN = (Device(name, "", name, "Firefox on Android", 0.0, 0.0) for name in ("p1", "p2"))


class Visit:
    """Requests of devices, answered by what only counts, in a time of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited: dict[str, float] = {}
        self.answered = 0
        self.heard = 0
        self.door = SteadyDevices(self._answer, sleep=self._sleep, now=lambda: self.now)
        self._who = ""

    async def _sleep(self, seconds: float) -> None:
        self.waited[self._who] = self.waited.get(self._who, 0.0) + seconds
        self.now += seconds

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.answered += 1
        if scope["type"] == "websocket":
            while (await receive())["type"] == "websocket.receive":
                self.heard += 1

    async def ask(self, device: Device, path: str = "/", method: str = "GET") -> int:
        """Ask for a page; the status of a refusal, or 200."""
        said: list[Any] = []

        async def send(message: Any) -> None:
            said.append(message)

        async def receive() -> Any:
            return {"type": "http.request"}

        self._who = device.id
        await self.door({"type": "http", "path": path, "method": method, "headers": [], DEVICE: device}, receive, send)
        return int(said[0]["status"]) if said else 200

    async def say(self, device: Device, count: int, text: str = "x") -> None:
        """Send so many messages over one web socket."""
        messages = iter([{"type": "websocket.receive", "text": text}] * count)

        async def receive() -> Any:
            return next(messages, {"type": "websocket.disconnect"})

        async def send(message: Any) -> None: ...

        self._who = device.id
        await self.door({"type": "websocket", "path": "/lights", "headers": [], DEVICE: device}, receive, send)


async def test_who_asks_too_often_waits_and_nobody_else_does() -> None:
    visit = Visit()
    for _ in range(500):
        await visit.ask(ADA)
        await visit.ask(BEN, "/icon.png")
    assert visit.now >= (500 - device_limits.ASKS_AT_ONCE / device_limits.DEAR) * device_limits.DEAR / 41
    assert visit.waited.keys() == {"p1"}


async def test_a_page_with_everything_that_belongs_to_it_does_not_wait() -> None:
    visit = Visit()
    for path in ("/", *(f"/_nicegui/{number}.js" for number in range(80))):
        await visit.ask(ADA, path)
    assert not visit.waited


async def test_who_would_wait_too_long_is_told_to_come_again() -> None:
    visit = Visit()
    visit._sleep = _at_once  # type: ignore[method-assign]
    visit.door = SteadyDevices(visit._answer, sleep=_at_once, now=lambda: visit.now)
    answers = [await visit.ask(ADA, method="POST") for _ in range(500)]
    assert set(answers) == {200, 429}
    visit.now += 60
    assert await visit.ask(ADA) == 200


async def _at_once(_: float) -> None:
    """Many at the same time: nobody's waiting makes the time go on for the others."""


async def test_who_says_too_much_is_heard_slowly_and_nobody_else_is() -> None:
    visit = Visit()
    await visit.say(BEN, 100)
    await visit.say(ADA, 5000)
    assert visit.heard == 5100
    assert visit.waited["p1"] >= (5000 - device_limits.SAYS_AT_ONCE) / device_limits.SAYS_A_SECOND
    before = visit.waited["p1"]
    await visit.say(ADA, 10, "x" * 1_000_000)
    assert visit.waited["p1"] - before > 10
    await visit.say(BEN, 100)
    assert visit.waited.keys() == {"p1"}


# --- with the page ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def joined(broker: BrokerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    sessions = session_file(
        tmp_path_factory.mktemp("sessions") / "sessions.json", {"adas-secret": "p1", "bens-secret": "p2"}
    )
    process = PageProcess(sessions, broker_url=broker.url, port=0)
    yield process
    process.stop()


@pytest.mark.needs("mosquitto")
def test_the_pages_that_one_device_opens_do_not_pile_up(joined: PageProcess) -> None:
    def opens(secret: str, count: int) -> None:
        for _ in range(count):
            assert get(joined.url, headers={"Cookie": f"{COOKIE}={secret}"})[0] == 200

    opens("adas-secret", 12 * device_limits.MOST_WINDOWS)  # the first ones fill what a page keeps for all of them
    before = memory(joined.process.pid)
    opens("adas-secret", 40)  # more than a MB each, if they were kept
    assert memory(joined.process.pid) - before < 8 << 20
    opens("bens-secret", 1)
    assert not joined.complaints()


@pytest.mark.needs("mosquitto")
async def test_requests_that_no_browser_makes_leave_no_line_in_the_log(joined: PageProcess) -> None:
    shown = f"Host: x\r\nCookie: {COOKIE}=adas-secret\r\nConnection: close\r\n\r\n"
    lines = ["nonsense", "GET / HTTP/9\r\n", f"GET / HTTP/1.1\r\nX: {'a' * 100_000}"]
    paths = ("/../../etc/passwd", "/_nicegui/..%2f..%2fetc/passwd", "/nothing%0a%1b[2J", "/game?name=../../x")
    lines += [f"GET {path} HTTP/1.1\r\n{shown}" for path in paths]
    for line in lines:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(joined.url).port)
        writer.write(line.encode() + b"\r\n\r\n")
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        assert answer == b"" or answer.split()[1] in (b"400", b"403", b"404", b"505"), line[:60]
        assert b"root:" not in answer
    assert not joined.complaints()


@pytest.mark.needs("mosquitto")
async def test_what_no_page_would_say_is_passed_over_without_a_word(joined: PageProcess) -> None:
    said: list[Any] = [["event"], ["event", {}], ["event", None], ["event", {"client_id": []}], ["ack", 7]]
    said += [["handshake", {}], ["javascript_response", {"client_id": {}}], ["log", {"level": "error"}], ["nothing"], 7]
    packets = [f"421{json.dumps(one)}" for one in said]
    packets += ["4", "42{", "499", "42,", "427" * 100, "9", "b4"]
    for packet in packets:
        where = f"{joined.url.replace('http', 'ws', 1)}_nicegui_ws/socket.io/?EIO=4&transport=websocket"
        shown = {"Cookie": f"{COOKIE}=adas-secret"}
        async with asyncio.timeout(PATIENCE), connect(where, additional_headers=shown) as browser:
            await browser.send("40")
            await browser.send(packet)
            await browser.send('42999["handshake",{}]')
            with contextlib.suppress(ConnectionClosed):  # or it is hung up on
                while not str(await browser.recv()).startswith("43999"):
                    pass
    assert not joined.complaints()


# --- the lights ------------------------------------------------------------------------------------------


class Socket:
    """A browser that takes every frame and never leaves."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self.closed = False

    async def accept(self) -> None: ...

    async def send_bytes(self, frame: bytes) -> None:
        self.frames.put_nowait(frame)

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        return ""

    async def close(self, code: int) -> None:
        self.closed = True


async def test_who_was_sent_away_sees_no_more_of_the_lights() -> None:
    async def grant(frames: int) -> None: ...

    relay, socket, welcome = PixelRelay(grant), Socket(), True
    relay.show(bytes(300))
    serving = asyncio.create_task(relay.serve(socket, lambda: welcome))  # type: ignore[arg-type]
    await socket.frames.get()
    welcome = False
    relay.show(b"\x01" * 300)
    await serving
    assert socket.closed
    assert socket.frames.empty()
