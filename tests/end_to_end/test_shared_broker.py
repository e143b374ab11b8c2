"""Two hosts, two tables, one broker of a club: each speaks for its own table, and goes without the other."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from immolation.broker import topics
from playwright.async_api import Browser, expect

from tests.broker.waiting import Listener
from tests.end_to_end.command import IMMOLATION
from tests.end_to_end.hosting import START_S, hosting, shown
from tests.mosquitto import Club

pytestmark = pytest.mark.needs("mosquitto")

DESK = {"width": 1280, "height": 800}
GAME = ("--ruleset", "cinders", "--board", "none")
PRESENCE = {name: topics.presence(name) for name in ("main", "side")}


@pytest.fixture
async def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    broker = Club(tmp_path / "club")
    await broker.start()
    yield broker
    await broker.stop()


def words(club: Club, login: str, *more: str) -> tuple[str, ...]:
    guest = f"guest:{club.logins['guest'].password}"
    return ("host", "--broker", club.url(login), "--ca", club.ca, "--guest", guest, *GAME, *more)


async def runs(listener: Listener, table: str, login: str) -> None:
    """Play the first action of a seat, with its login."""
    do, reply = (topics.table(table, word, login) for word in ("do", "reply"))
    await listener.client.publish(do, b'{"id":"1","table":"view","seat":"p1"}', qos=1)
    hand: dict[str, Any] = await listener.hear(topics.table(table, "seat", "p1"))
    order = {"id": "2", "seat": "p1", "action": hand["actions"][0]["action"]}
    await listener.client.publish(do, json.dumps(order).encode(), qos=1)
    assert (await listener.hear(reply, lambda told: told["id"] == "2"))["ok"] is True
    await listener.hear(topics.table(table), lambda state: state["n"] == 1)


async def said(listener: Listener, table: str, word: str) -> None:
    """Wait until the host of a table has said this of itself."""
    await listener.until(lambda: [one.payload for one in listener.on(PRESENCE[table])][-1:] == [word.encode()])


@pytest.mark.needs("chromium")
async def test_two_hosts_two_tables_one_broker(club: Club, browser: Browser) -> None:
    async with (
        club.joined("home", *PRESENCE.values(), "homeassistant/#", "immolation/board/+/scene") as house,
        hosting(*words(club, "main-host")) as main,
        hosting(*words(club, "side-host")) as side,  # the login says which table
    ):
        for table in PRESENCE:
            await said(house, table, topics.ONLINE)
            login = f"{table}-p1"
            filters = [topics.table(table, *part) for part in ((), ("seat", "p1"), ("reply", login))]
            async with club.joined(login, *filters) as ada:
                await runs(ada, table, login)
            scene = topics.board("immolation" if table == "main" else table, "scene")
            await house.until(lambda scene=scene: house.on(scene))
            device = await house.hear(f"homeassistant/device/immolation_table_{table}/config")
            assert device["availability"] == [{"topic": PRESENCE[table]}]
        for host in (main, side):
            page = await shown(browser, host, DESK)
            await expect(page.get_by_role("heading", name="Player 2’s turn")).to_be_visible()
        watch = ("dashboard", "--broker", club.url("side-watch"), "--ca", club.ca, "--table", "side", "--watch")
        async with hosting(*watch) as elsewhere:
            page = await shown(browser, elsewhere, DESK)
            turn = page.get_by_role("heading", name="Player 2’s turn")
            away = page.get_by_role("heading", name="The host is away")
            await expect(turn).to_be_visible()
            assert await main.code_after(signal.SIGTERM) == 0
            await said(house, "main", topics.OFFLINE)
            assert house.on(PRESENCE["side"])[-1].payload == topics.ONLINE.encode()
            await expect(turn).to_be_visible()
            await expect(away).to_have_count(0)
            side.process.kill()  # its last will says so
            await said(house, "side", topics.OFFLINE)
            await expect(away).to_be_visible()


async def refused(*given: str) -> str:
    """What a host says that does not begin."""
    process = await asyncio.create_subprocess_exec(
        IMMOLATION,
        *given,
        "--no-browser",
        "--port",
        "0",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(START_S):
            told = (await process.communicate())[0].decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode
    assert "Traceback" not in told
    return " ".join(told.split())


@pytest.mark.parametrize("guest", [True, False])
async def test_a_login_that_may_not_speak_for_its_table_is_told_at_the_start(
    club: Club, tmp_path: Path, guest: bool
) -> None:
    given = words(club, "side-host", "--table", "main")
    told = await refused(*(given if guest else (*given[:5], *given[7:])))
    assert "does not let the login 'side-host' speak for the table 'main'" in told
    assert "--table" in told
    assert club.logins["side-host"].password not in told
    assert not list((tmp_path / "data").rglob("*.journal"))


async def test_a_game_of_another_table_is_not_gone_on_with(club: Club, tmp_path: Path) -> None:
    journal = str(tmp_path / "kept.journal")
    async with hosting(*words(club, "main-host", "--journal", journal)) as host:
        assert await host.code_after(signal.SIGTERM) == 0
    told = await refused(*words(club, "side-host", "--journal", journal))
    assert "holds a game of the table 'main', not of 'side'" in told
