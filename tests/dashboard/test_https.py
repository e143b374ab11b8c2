"""The page over HTTPS, with a certificate of the host's or somebody else's, and behind a reverse proxy with a path."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import http.client
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from immolation.broker import certificates
from immolation.dashboard.pages import http_limits
from immolation.dashboard.pages.server import PageServer
from immolation.dashboard.panels.invitations import address, fingerprint, own_address
from immolation.dashboard.settings import PageError, PageSettings
from playwright.async_api import Browser, expect

from tests.dashboard.conftest import (
    COOKIE,
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
from tests.ports import free_port

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

JOINED = {"host-secret-1": "host", "vara-secret-2": "p1"}
OLD_LINKS = {"vara-old-link": "p1"}
HALF_OPEN = 1300
OWN = own_address()
"""The way in that is not loopback, where there is one: there plain HTTP will not do."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Authority, certificate and key, as a host makes them."""
    return certificates.prepare(tmp_path_factory.mktemp("tls"), [*certificates.own_names(), OWN])


@pytest.fixture(scope="module")
def https(
    broker: BrokerProcess, files: tuple[Path, Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PageProcess]:
    sessions = session_file(tmp_path_factory.mktemp("sessions") / "sessions.json", JOINED, OLD_LINKS)
    _, certificate, key = files
    process = PageProcess(
        sessions, broker_url=broker.url, port=0, bind="0.0.0.0", certificate=str(certificate), private_key=str(key)
    )
    yield process
    process.stop()


def port_of(process: PageProcess) -> int:
    return int(urlsplit(process.url).port or 0)


def get(process: PageProcess, ca: Path, headers: dict[str, str] | None = None) -> int:
    context = ssl.create_default_context(cafile=str(ca))
    connection = http.client.HTTPSConnection("127.0.0.1", port_of(process), timeout=60, context=context)
    with contextlib.closing(connection):
        connection.request("GET", "/", headers=headers or {})
        return connection.getresponse().status


async def test_a_phone_plays_over_https_and_its_cookie_never_leaves_it(
    browser: Browser, stage: Stage, https: PageProcess, files: tuple[Path, Path, Path]
) -> None:
    url = f"https://{OWN}:{port_of(https)}/"
    context = await new_context(browser, ignore_https_errors=True)
    try:
        window = await opened(context, f"{url}?key=vara-old-link")
        (cookie,) = await context.cookies()
        assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Lax")
        await offered(window)
        await tap(window, 44)  # commands, and so the page's web socket, go the same way
        assert (await stage.next_command())["as"] == "p1"
    finally:
        await context.close()
    assert get(https, files[0]) == 403
    assert get(https, files[0], {"Cookie": f"{COOKIE}=host-secret-1"}) == 200


@pytest.mark.skipif(OWN.startswith("127."), reason="This machine has no address but its own.")
async def test_a_plain_link_from_the_network_is_sent_on_to_https(https: PageProcess) -> None:
    connection = http.client.HTTPConnection(OWN, port_of(https), timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", "/?key=vara-old-link", headers={"Cookie": f"{COOKIE}=host-secret-1"})
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Location")) == (
            307,
            f"https://{OWN}:{port_of(https)}/?key=vara-old-link",
        )
    with socket.create_connection((OWN, port_of(https)), 60) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: a.example\r\nX: \r\nHost: evil\r\n b\r\n\r\n")
        assert plain.recv(4096).startswith(b"HTTP/1.1 307 ")
    with socket.create_connection((OWN, port_of(https)), 60) as plain:
        plain.sendall(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
        assert plain.recv(4096).startswith(b"HTTP/1.1 400 ")


async def test_the_hosts_own_machine_needs_no_certificate(browser: Browser, stage: Stage, https: PageProcess) -> None:
    context = await new_context(browser)
    try:
        await show_cookie(context, https.url, "host-secret-1")
        assert https.url.startswith("http://127.0.0.1:")
        window = await opened(context, https.url)
        await window.get_by_role("button", name="Seats").click()
        dialog = window.get_by_role("dialog", name="Seats")
        await dialog.get_by_role("button", name="Show a code").first.click()
        await expect(dialog.locator(".im-fingerprint")).to_contain_text(":")
        assert (await dialog.locator(".im-join-link").inner_text()).startswith("https://")
    finally:
        await context.close()


async def test_half_open_connections_keep_nobody_out(https: PageProcess, files: tuple[Path, Path, Path]) -> None:
    """Some say nothing, some begin a handshake and never end it."""
    outgoing = ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="a").do_handshake()
    hello = outgoing.read()
    with ExitStack() as stack:
        for number in range(HALF_OPEN):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(https)), 60))
            if number % 2:
                with contextlib.suppress(OSError):  # hung up on already
                    one.sendall(hello)
        assert get(https, files[0], {"Cookie": f"{COOKIE}=host-secret-1"}) == 200
    assert get(https, files[0]) == 403


async def test_the_fingerprint_is_that_of_the_certificate_that_is_shown(
    https: PageProcess, files: tuple[Path, Path, Path]
) -> None:
    settings = PageSettings(broker_url="mqtt://127.0.0.1", certificate=str(files[1]))
    context = ssl.create_default_context(cafile=str(files[0]))
    with (
        socket.create_connection(("127.0.0.1", port_of(https)), 60) as plain,
        context.wrap_socket(plain, server_hostname="127.0.0.1") as shaken,
    ):
        shown = shaken.getpeercert(binary_form=True)
    assert shown is not None
    assert fingerprint(settings).replace(":", "").lower() == hashlib.sha256(shown).hexdigest()
    assert fingerprint(PageSettings(broker_url="mqtt://127.0.0.1")) == ""


async def test_files_that_are_no_certificate_are_named(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    for certificate, key in (
        (tmp_path / "none.pem", files[2]),
        (files[2], files[1]),
        (files[1], certificates.prepare(_folder(tmp_path / "other"), ["localhost"])[2]),
    ):
        with pytest.raises(PageError, match="HTTPS cannot begin with"):
            PageServer(PageSettings(broker_url="mqtt://h", certificate=str(certificate), private_key=str(key)))


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


# --- behind a reverse proxy --------------------------------------------------------------------------------


class ReverseProxy:
    """Passes on whole connections, with the headers that a proxy adds to each first request; as nginx does."""

    def __init__(self, target: int, *, base: str, strips: bool) -> None:
        self.target, self.base, self.strips = target, base, strips

    async def __aenter__(self) -> ReverseProxy:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            method, target, version = head.split(b"\r\n", 1)[0].split(b" ")
            rest = head.split(b"\r\n", 1)[1]
            if self.strips:
                target = target.removeprefix(self.base.encode()) or b"/"
            close = b"" if b"pgrade: websocket" in rest else b"Connection: close\r\n"
            if close:
                kept = [line for line in rest.split(b"\r\n") if not line.lower().startswith(b"connection:")]
                rest = b"\r\n".join(kept)
            added = b"\r\nX-Forwarded-For: 10.0.0.1, 192.0.2.77\r\nX-Forwarded-Proto: https\r\n" + close + b"\r\n"
            far_writer.write(b" ".join((method, target, version)) + b"\r\n" + rest.removesuffix(b"\r\n\r\n") + added)
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        writer.close()
        far_writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def proxied(broker: BrokerProcess, folder: Path, *, strips: bool) -> AsyncIterator[tuple[PageProcess, str]]:
    """A page behind a proxy, and where its visitors find it."""
    port = free_port()
    async with ReverseProxy(port, base="/club/immolation", strips=strips) as proxy:
        url = f"http://127.0.0.1:{proxy.port}/club/immolation/"
        sessions = session_file(folder / "sessions.json", JOINED, OLD_LINKS)
        process = PageProcess(sessions, broker_url=broker.url, port=port, public_url=url)
        try:
            yield process, url
        finally:
            process.stop()


@pytest.mark.parametrize("strips", [True, False])
async def test_a_page_below_a_path_of_a_proxy_is_whole(
    browser: Browser, broker: BrokerProcess, stage: Stage, tmp_path: Path, strips: bool
) -> None:
    async with proxied(broker, tmp_path, strips=strips) as (_, url):
        context = await new_context(browser)
        try:
            missing: list[str] = []
            context.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
            stranger = await context.new_page()
            await stranger.goto(f"{url}join")
            await stranger.get_by_role("textbox", name="Code").fill("wrong")
            await stranger.get_by_role("button", name="Join").click()
            await expect(stranger.get_by_text("not valid any more")).to_be_visible()
            missing.clear()
            window = await opened(context, f"{url}?key=vara-old-link")
            assert window.url == url
            (cookie,) = await context.cookies()
            assert cookie["path"] == "/club/immolation"
            await offered(window)
            await tap(window, 44)
            assert (await stage.next_command())["as"] == "p1"
            assert not missing
        finally:
            await context.close()


async def test_nobody_but_the_proxy_is_believed(broker: BrokerProcess, tmp_path: Path) -> None:
    async with proxied(broker, tmp_path, strips=True) as (_, url):
        base = urlsplit(url).path
        codes = iter(range(100))

        def guess(port: int, came: str) -> tuple[int, bytes]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            with contextlib.closing(connection):
                form = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": came}
                form["X-Forwarded-Prefix"] = "/evil"
                connection.request("POST", f"{base}join", f"code=wrong-{next(codes)}", form)
                answer = connection.getresponse()
                return answer.status, answer.read()

        # Guesses are counted by where they come from as the proxy says; what a visitor says of itself changes nothing.
        said = [(await asyncio.to_thread(guess, urlsplit(url).port or 0, f"10.9.9.{n}"))[1] for n in range(12)]
        assert b"Too many wrong codes" in said[-1]
        assert not any(b"/evil" in page for page in said)
    direct = PageProcess(
        session_file(tmp_path / "direct.json", JOINED), broker_url=broker.url, port=0, public_url=url, proxy="192.0.2.1"
    )
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port_of(direct), timeout=60)
        with contextlib.closing(connection):
            connection.request("GET", "/", headers={"Cookie": f"{COOKIE}=host-secret-1"})
            answer = connection.getresponse()
            assert (answer.status, answer.read()) == (403, f"This page is at {url}.\n".encode())
    finally:
        direct.stop()


async def test_links_are_those_of_the_proxy() -> None:
    settings = PageSettings(broker_url="mqtt://h", public_url="https://club.example/immolation")
    assert address(settings, 8080) == "https://club.example/immolation/"
    assert http_limits.limited_http(proxy=True).from_one_address > http_limits.limited_http().from_one_address
