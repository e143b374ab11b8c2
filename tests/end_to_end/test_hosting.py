"""A host as its people have it: it starts, it plays, it stops when told, and it comes back."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from immolation.board.virtual import VirtualBoard

from tests.broker.waiting import happens
from tests.end_to_end.command import IMMOLATION
from tests.end_to_end.hosting import hosting


def table(journal: Path, *more: str) -> tuple[str, ...]:
    return ("host", "--board", "none", "--journal", str(journal), "--seed", "3", *more)


def agrees(state: dict[str, Any]) -> bool:
    """Whether every miniature stands where the game has it."""
    kings = sorted(piece["tile"] for piece in state["picture"]["pieces"] if piece.get("sensed"))
    return bool(state["board"]["occupied"] == kings)


@pytest.mark.needs("micropython")
async def test_demo_shows_a_page_and_a_table_on_a_virtual_board() -> None:
    async with hosting("demo", "--seed", "7") as host:
        page = await asyncio.to_thread(lambda: urllib.request.urlopen(host.page, timeout=60).read().decode())
        assert "Immolation" in page
        state = await host.table(lambda state: len(state["board"]["occupied"] or ()) == 3 and agrees(state))
        assert [player["kind"] for player in state["players"].values()] == ["person", "bot", "bot"]
        assert agrees(state)  # the hands have set the virtual board up
        assert await host.code_after(signal.SIGINT) == 0


@pytest.mark.needs("micropython")
async def test_a_game_goes_on_when_its_virtual_board_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    bots = [word for seat in ("p1", "p2") for word in ("--bot", f"{seat}=arena")]
    words = ("host", "--seats", "2", *bots, "--board", "virtual", "--seed", "3", "--pace", "0")
    async with hosting(*words) as host:
        process = tmp_path / "immolation" / "board" / "lock"
        for _ in range(4):  # in the middle of a move as likely as not
            before = int(process.read_text())
            n = (await host.table())["n"]
            os.kill(before, signal.SIGKILL)
            state = await host.table(  # the game goes on without its board, which comes back meanwhile or after
                lambda state, n=n: (state["n"] > n + 20 or state["phase"] == "over") and state["board"]["online"]  # type: ignore[misc]
            )
            assert int(process.read_text()) != before
            if state["phase"] == "over":
                break
        assert await host.code_after(signal.SIGTERM) == 0


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM, signal.SIGTERM)],
    ids=lambda signals: "+".join(number.name for number in signals),
)
async def test_it_stops_cleanly_however_often_it_is_told(tmp_path: Path, signals: tuple[signal.Signals, ...]) -> None:
    async with hosting(*table(tmp_path / "game.journal")) as host:
        assert await host.code_after(*signals) == 0


async def test_a_killed_host_comes_back_with_the_same_table(tmp_path: Path) -> None:
    words = table(tmp_path / "game.journal", "--clock", "bank:600+5")
    async with hosting(*words) as host:
        asked = await host.table(lambda state: "p1" in state["deciders"])
        latent = {"do": "choose-state", "seat": "p1", "state": "latent"}
        assert (await host.do(id="1", seat="p1", action=latent))["ok"]
        before = await host.table(lambda state: state["n"] > asked["n"])
        host.process.kill()
        await host.process.wait()
    async with hosting(*words) as host:
        after = await host.table()
        assert {key: after[key] for key in ("n", "view", "deciders", "players")} == {
            key: before[key] for key in ("n", "view", "deciders", "players")
        }
        assert (await host.do(id="2", table="undo"))["ok"]
        assert (await host.table(lambda state: state["n"] > before["n"]))["view"] == asked["view"]
        assert await host.code_after(signal.SIGTERM) == 0


@pytest.mark.needs("micropython")
async def test_a_host_leaves_somebody_elses_virtual_board_alone(tmp_path: Path) -> None:
    virtual = VirtualBoard(tmp_path / "board")
    await virtual.start()
    try:
        async with hosting("host", "--journal", str(tmp_path / "game.journal")) as host:
            assert (await host.table())["board"]["state"] == "none"
    finally:
        await virtual.stop()


async def test_an_open_broker_on_the_network_is_refused(tmp_path: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run,
        [IMMOLATION, *table(tmp_path / "game.journal", "--broker", "mqtt://192.0.2.1", "--no-browser")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "login" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_host_that_speaks_says_whose_turn_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    voice = tmp_path / "spd-say"
    voice.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path / "said"}\n')
    voice.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    options = (
        "--ruleset",
        "cinders",
        "--person",
        "p1=Ada",
        "--board",
        "none",
        "--journal",
        str(tmp_path / "a.journal"),
    )
    async with hosting("host", *options, "--speak"):
        said = tmp_path / "said"
        await happens(lambda: said.exists() and said.read_text().endswith("\n"))
    assert said.read_text().startswith("--wait --language en Ada, it is your turn.")
