"""What a guest's phone, or a program on the Wi-Fi, may cost the page: little, whatever it sends and does not send."""

from __future__ import annotations

import asyncio
import http.client
import os
import resource
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from immolation.dashboard.pages import http_limits
from immolation.dashboard.pages.middleware import HEADERS, TABLE, OwnPages, RequireSession, Served, _cookie
from immolation.dashboard.sessions import WRONG_CODES, SessionStore
from immolation.dashboard.settings import PageSettings
from starlette.responses import PlainTextResponse

from tests.dashboard.conftest import COOKIE, BrokerProcess, PageProcess, session_file

pytestmark = pytest.mark.needs("mosquitto")

HALF_OPEN = 1300
ASKED = 2000


@pytest.fixture(scope="module")
def private(broker: BrokerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    """The page of a table that one device has joined, in a process that may open 600 files."""
    sessions = session_file(tmp_path_factory.mktemp("sessions") / "sessions.json", {"right-secret": "host"})
    process = PageProcess(sessions, broker_url=broker.url, port=0)
    resource.prlimit(process.process.pid, resource.RLIMIT_NOFILE, (600, 600))
    yield process
    process.stop()


JOINED = {"Cookie": f"{COOKIE}=right-secret"}


def get(url: str, path: str = "/", headers: dict[str, str] | None = None) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.request("GET", path, headers=headers or {})
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
        status, body, _ = get(private.url, headers=JOINED)
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
    for path, shown in (("/", {}), ("/", JOINED), ("/join", {}), ("/nothing-here", {}), ("/nothing-here", JOINED)):
        _, _, headers = get(private.url, path, shown)
        assert {name: headers.get(name.lower(), headers.get(name)) for name in HEADERS} == HEADERS, path


def test_who_has_not_joined_reaches_nothing_behind_the_door(private: PageProcess) -> None:
    for path in ("/_nicegui_ws/socket.io/?EIO=4&transport=polling", "/nothing-here", "/lights"):
        assert get(private.url, path)[0] == 403, path


def cookie_bombs() -> Iterator[str]:
    yield 'a="' + '\\"' * 7000 + '"'
    yield "; ".join(f"a{number}=1" for number in range(1500))


@pytest.mark.parametrize("cookie", list(cookie_bombs()), ids=["quoted", "many"])
def test_a_strangers_cookies_take_no_time_of_the_table(cookie: str) -> None:
    """The library's parser took half a second of everybody's for the first of these, at each request."""
    scope = {"type": "http", "headers": [(b"cookie", cookie.encode()), (b"cookie", b"x=1; mine=right; y=2")]}
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        found = _cookie(scope, "mine")
    finally:
        sys.setprofile(None)
    assert found == "right"
    assert calls < 20_000


# --- pages of other sites, in the browser of somebody who has joined -----------------------------------------


def asked(process: PageProcess, method: str, path: str, headers: dict[str, str]) -> int:
    """The status of a request by a device that has joined."""
    connection = http.client.HTTPConnection(urlsplit(process.url).netloc, timeout=60)
    try:
        connection.request(method, path, b"" if method == "POST" else None, {**JOINED, **headers})
        return connection.getresponse().status
    finally:
        connection.close()


SOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null", "http://[", ""])
def test_another_sites_page_opens_no_web_socket_and_sends_nothing(private: PageProcess, origin: str) -> None:
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert asked(private, "GET", path, {**SOCKET, "Origin": origin}) == 403
    assert asked(private, "GET", path, {**SOCKET, "Origin": private.url.rstrip("/")}) == 101
    assert asked(private, "GET", path, SOCKET) == 101, "a program says no origin"
    for where in ("/game", "/join", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"):
        assert asked(private, "POST", where, {"Origin": origin}) == 403


async def test_behind_a_proxy_the_pages_own_site_is_the_proxys() -> None:
    let_in = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        let_in.append(dict(scope["headers"])[b"origin"])

    async def send(message: Any) -> None: ...

    settings = PageSettings(broker_url="mqtt://127.0.0.1", public_url="https://Club.example:443/board/")
    door = OwnPages(inner, lambda: Served(settings, None))
    for origin in (
        b"https://club.example",
        b"http://127.0.0.1:8080",
        b"https://evil.example",
        b"https://club.example:8",
    ):
        headers = [(b"host", b"127.0.0.1:8080"), (b"origin", origin)]
        await door({"type": "websocket", "path": "/", "headers": headers}, None, send)  # type: ignore[arg-type]
    assert let_in == [b"https://club.example", b"http://127.0.0.1:8080"]


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
        async with asyncio.timeout(90):
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


UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
AMBIGUOUS = {
    "two lengths": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a length twice": b"Content-Length: 0\r\nContent-Length: 4\r\n\r\n",
    "a length with a sign": b"Content-Length: +4\r\n\r\nbody",
    "a blank before the colon": b"Content-Length: 4\r\nTransfer-Encoding : chunked\r\n\r\n",
    "an odd encoding": b"Transfer-Encoding: xchunked\r\n\r\n",
    "two hosts": b"Host: b\r\n\r\n",
    "a body that is upgraded": UPGRADE + b"Content-Length: 4\r\n\r\nbody",
    "an upgrade without an end": UPGRADE + b"Sec-WebSocket-Version: 777\r\n\r\n",
}


@pytest.mark.parametrize("rest", AMBIGUOUS.values(), ids=AMBIGUOUS.keys())
async def test_no_second_request_hides_in_a_first(rest: bytes) -> None:
    """A proxy in front of the page may think that the first ends elsewhere."""
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: a\r\n" + rest + b"GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n")
        async with asyncio.timeout(90):
            answer = await reader.read()  # until it is hung up on
        assert answer.startswith(b"HTTP/1.1 400")
        assert answer.count(b"HTTP/1.1 ") == 1
        writer.close()


async def test_the_oldest_that_says_nothing_makes_room_for_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "MOST_PENDING", 3)
    async with serving() as port, AsyncExitStack() as stack:
        silent = []
        for _ in range(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            silent.append((reader, writer))
        async with asyncio.timeout(90):
            for reader, _ in silent[:2]:
                assert await hung_up(reader)
        reader, writer = silent[-1]
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")


async def test_who_holds_most_connections_loses_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "MOST_PENDING", 3)
    pending, gone = http_limits.PendingRequests(), []

    class One:
        def __init__(self, visitor: str, name: str) -> None:
            self.visitor, self.name = visitor, name

        def hang_up(self) -> None:
            gone.append(self.name)

    for address, name in (("guest", "a phone"), ("10.6", "flood 1"), ("10.6", "flood 2"), ("10.6", "flood 3")):
        pending.add(One(address, name))
    pending.add(One("10.6", "flood 4"))
    assert gone == ["flood 1", "flood 2"]
    pending.close()
    assert set(gone) == {"a phone", "flood 1", "flood 2", "flood 3", "flood 4"}


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


async def answered(served: Served, path: str, query: bytes, cookie: str = "", body: bytes = b"") -> tuple[int, str]:
    """Status of an answer, and the table that the page is shown of."""
    shown: list[str] = []
    statuses: list[int] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        shown.append(str(scope[TABLE]))
        await PlainTextResponse("")(scope, receive, send)

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    headers = [(b"cookie", cookie.encode())] if cookie else []
    scope = {"type": "http", "method": "POST" if body else "GET", "path": path, "query_string": query}
    scope |= {"headers": headers, "client": ("192.0.2.1", 1), "scheme": "http", "server": ("192.0.2.2", 80)}
    await RequireSession(page, lambda: served)(scope, receive, send)
    return statuses[0], "".join(shown)


TABLES = [
    b"kitchen",
    b"../main",
    b"main%00",
    b"%ff%fe",
    b"x" * 10_000,
    "küche".encode(),
    b"garden&table=main",
    b"main/",
]


@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
async def test_who_joined_one_table_is_shown_no_other_whatever_the_address_names(table: bytes) -> None:
    main = SessionStore()
    stores = {"kitchen": SessionStore(first=main), "garden": SessionStore(first=main)}
    served = Served(PageSettings(broker_url="mqtt://h", table="main"), main, stores)
    cookies = {}
    for name, store in served.stores.items():
        cookies[name] = f"{store.cookie}={store.join(store.code('p1').text, '192.0.2.9', '')[1]}"
    kitchen = (200, "kitchen") if table == b"kitchen" else (403, "")
    assert await answered(served, "/", b"table=" + table, cookies["kitchen"]) == kitchen
    assert await answered(served, "/", b"table=" + table, cookies["main"]) == (403, "")
    assert await answered(served, "/", b"table=", cookies["kitchen"]) == (200, "kitchen"), "none is named"
    assert await answered(served, "/lobby", b"table=" + table) == (403, "")
    assert (await answered(served, "/join", b"table=" + table))[0] == 200


async def test_wrong_codes_are_counted_for_all_tables_of_a_host_together() -> None:
    main = SessionStore()
    stores = {name: SessionStore(first=main) for name in ("kitchen", "garden")}
    served = Served(PageSettings(broker_url="mqtt://h", table="main"), main, stores)
    code = stores["garden"].code("p1").text
    for number in range(WRONG_CODES):
        table = ("main", "kitchen")[number % 2]  # a code of another table is as wrong as any
        assert await answered(served, "/join", f"table={table}".encode(), body=b"code=" + code.encode()) == (403, "")
    assert await answered(served, "/join", b"table=garden", body=b"code=" + code.encode()) == (403, "")
    assert not stores["garden"].devices()
