"""What a guest's phone, or a program on the Wi-Fi, may cost the page: little, whatever it sends and does not send."""

from __future__ import annotations

import asyncio
import http.client
import os
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from immolation.dashboard.pages import http_limits
from immolation.dashboard.pages.middleware import HEADERS, WRONG_KEYS, WRONG_KEYS_SECONDS, Strangers
from immolation.dashboard.settings import PageSettings

from tests.dashboard.conftest import BrokerProcess, PageProcess

pytestmark = pytest.mark.needs("mosquitto")

HALF_OPEN = 1300
ASKED = 2000


@pytest.fixture(scope="module")
def private(broker: BrokerProcess) -> Iterator[PageProcess]:
    """The page of a table with keys, in a process that may open 600 files."""
    process = PageProcess(broker_url=broker.url, port=0, keys={"right-key": "host"})
    resource.prlimit(process.process.pid, resource.RLIMIT_NOFILE, (600, 600))
    yield process
    process.stop()


def get(url: str, path: str = "/") -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_half_open_connections_keep_nobody_out(private: PageProcess) -> None:
    address = urlsplit(private.url)
    with ExitStack() as stack:
        for _ in range(HALF_OPEN):
            stack.enter_context(socket.create_connection((str(address.hostname), int(address.port or 0)), 60))
        status, body, _ = get(private.url, "/?key=right-key")
        assert status == 200
        assert b"Immolation" in body
        assert len(os.listdir(f"/proc/{private.process.pid}/fd")) < http_limits.MOST_PENDING + 60
    assert get(private.url)[0] == 403


def test_strangers_get_a_few_kilobytes_and_leave_nothing_behind(private: PageProcess) -> None:
    for _ in range(100):
        get(private.url)
    before = memory(private.process.pid)
    for _ in range(ASKED):
        status, body, _ = get(private.url)
        assert (status, len(body) < 4096) == (403, True)
        assert b"This table is private." in body
    assert memory(private.process.pid) - before < 8 << 20


def test_every_answer_says_what_the_page_may_do(private: PageProcess) -> None:
    for path in ("/", "/?key=right-key", "/nothing-here"):
        _, _, headers = get(private.url, path)
        assert {name: headers.get(name.lower(), headers.get(name)) for name in HEADERS} == HEADERS, path


# --- the limits one by one, without a page ---------------------------------------------------------------


async def _hello(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    config = uvicorn.Config(_hello, http=http_limits.limited_http(), port=0, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        task = asyncio.create_task(server.serve([listener]))
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            await task


async def hung_up(reader: asyncio.StreamReader) -> bool:
    """True as soon as the other side has hung up, having said nothing."""
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


async def test_a_request_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "REQUEST_SECONDS", 0.2)
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        async with asyncio.timeout(30):
            assert await hung_up(reader)
        writer.close()


async def test_a_browser_that_keeps_its_connection_is_not_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "REQUEST_SECONDS", 60.0)
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_the_oldest_that_says_nothing_makes_room_for_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "MOST_PENDING", 3)
    async with serving() as port, AsyncExitStack() as stack:
        silent = []
        for _ in range(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            silent.append((reader, writer))
        async with asyncio.timeout(30):
            for reader, _ in silent[:2]:
                assert await hung_up(reader)
        reader, writer = silent[-1]
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")


async def test_more_than_a_table_needs_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "MOST_FROM_ONE_ADDRESS", 2)
    async with serving() as port, AsyncExitStack() as stack:
        for number in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            if number < 2:
                assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")
            else:
                with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                    await reader.readuntil(b"hi")


async def asked(strangers: Strangers, address: str, query: str) -> int:
    """The status of one request."""
    answered: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answered.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "path": "/", "client": (address, 1), "query_string": query.encode(), "headers": []}
    await strangers(scope, receive, send)
    return answered[0]


async def test_keys_are_not_guessed() -> None:
    settings = PageSettings(broker_url="mqtt://127.0.0.1", keys={"right-key": "host"})
    now = [0.0]
    strangers = Strangers(_hello, lambda: settings, lambda: now[0])
    for number in range(WRONG_KEYS):
        assert await asked(strangers, "10.0.0.9", f"key=wrong-{number}") == 403
    assert await asked(strangers, "10.0.0.9", "key=right-key") == 429
    assert await asked(strangers, "10.0.0.8", "key=right-key") == 200
    now[0] += WRONG_KEYS_SECONDS + 1
    assert await asked(strangers, "10.0.0.9", "key=right-key") == 200
    for _ in range(WRONG_KEYS + 5):  # without a key nothing is guessed
        assert await asked(strangers, "10.0.0.7", "") == 403
