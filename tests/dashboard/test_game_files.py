"""A game's file holds every hand: the host's devices may have it, and nobody else."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from immolation.dashboard.saved_games import FILE_TYPE
from playwright.async_api import Browser, expect

from tests.dashboard.conftest import (
    COOKIE,
    BrokerProcess,
    PageProcess,
    new_context,
    session_file,
    show_cookie,
)
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

JOINED = {"host-secret-1": "host", "vara-secret-2": "p1", "wall-secret-3": "watch", "late-secret-4": "guest"}


@pytest.fixture(scope="module")
def joined(broker: BrokerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    process = PageProcess(
        session_file(tmp_path_factory.mktemp("sessions") / "sessions.json", JOINED), broker_url=broker.url, port=0
    )
    yield process
    process.stop()


def status(process: PageProcess, method: str, secret: str) -> int:
    parts = urlsplit(process.url)
    with closing(http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)) as connection:
        headers = {"Content-Type": FILE_TYPE, "Cookie": f"{COOKIE}={secret}"}
        connection.request(method, "/game", b"", headers)
        return connection.getresponse().status


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_only_the_hosts_devices_are_let_through(joined: PageProcess, method: str) -> None:
    found = {secret: await asyncio.to_thread(status, joined, method, secret) for secret in (*JOINED, "nobodys-secret")}
    assert found.pop("host-secret-1") == 404, "this page runs without a host, and so has no games"
    assert set(found.values()) == {403}


async def test_a_player_and_a_screen_see_no_button_for_it(browser: Browser, stage: Stage, joined: PageProcess) -> None:
    for secret in ("vara-secret-2", "wall-secret-3"):
        context = await new_context(browser)
        await show_cookie(context, joined.url, secret)
        window = await context.new_page()
        await window.goto(joined.url)
        await expect(window.get_by_role("button", name="Board", exact=True)).to_be_visible()
        await expect(window.get_by_role("button", name="Games")).to_have_count(0)
        await expect(window.get_by_text("Save as a file")).to_have_count(0)
        await context.close()
