"""A whole game through nothing but ``mosquitto_sub`` and ``mosquitto_pub``: the page is one client of many."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio.subprocess import DEVNULL, PIPE
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.hosting import TABLE, hosting

PATIENCE_S = 240


async def pub(port: int, **command: Any) -> None:
    """Type one command."""
    payload = json.dumps({"client": "shell", **command})
    words = ("-h", "127.0.0.1", "-p", str(port), "-q", "1", "-t", f"{TABLE}/do", "-m", payload)
    process = await asyncio.create_subprocess_exec("mosquitto_pub", *words, stdout=DEVNULL, stderr=PIPE)
    _, complaint = await process.communicate()
    assert process.returncode == 0, complaint.decode()


async def play(port: int, lines: asyncio.StreamReader) -> tuple[list[str], list[dict[str, Any]], dict[str, Any]]:
    """Answer every question with its first action; what happened, the replies, and the table as it ended."""
    number, told, replies = count(1), [], []
    answered: set[tuple[str, int]] = set()  # a private state that is asked for may come twice
    await pub(port, id="0", seat="p1", action={"do": "run", "seat": "p1", "tile": 12, "fast": True})  # refused
    await pub(port, id="view", table="view", seat="p1")
    while line := (await lines.readline()).decode():
        topic, _, payload = line.partition(" ")
        said = json.loads(payload)
        match topic.removeprefix(TABLE).split("/"):
            case [""] if said["phase"] == "over":
                return told, replies, said
            case [_, "events"]:
                told += [event["text"] for event in said["events"]]
            case [_, "seat", seat] if said["decision"] and (seat, said["n"]) not in answered:
                answered.add((seat, said["n"]))
                await pub(port, id=f"a{next(number)}", seat=seat, action=said["actions"][0]["action"])
            case [_, "reply", _]:
                replies.append(said)
    raise AssertionError("mosquitto_sub ended")


@pytest.mark.needs("mosquitto")
async def test_a_whole_game_is_played_with_mosquitto_pub_and_mosquitto_sub(tmp_path: Path) -> None:
    options = ("--ruleset", "cinders", "--board", "none", "--journal", str(tmp_path / "game.journal"))
    filters = [word for part in ("", "/seat/+", "/reply/shell", "/events") for word in ("-t", TABLE + part)]
    async with hosting("host", *options) as host, asyncio.timeout(PATIENCE_S):
        words = ("-v", "-h", "127.0.0.1", "-p", str(host.mqtt_port), "-q", "1", *filters)
        reader = await asyncio.create_subprocess_exec("mosquitto_sub", *words, stdout=PIPE, limit=1 << 20)
        assert reader.stdout is not None
        try:
            await reader.stdout.readuntil(b"\n")  # the retained table: everything is subscribed to
            told, replies, ended = await play(host.mqtt_port, reader.stdout)
        finally:
            reader.terminate()
            await reader.wait()
    assert ended["outcome"]["rule"] == "CI-WIN-01"
    assert len(told) > 5
    assert all(re.fullmatch(r"Runner [12] runs to \d\d\.", text) for text in told)
    refused = [reply for reply in replies if not reply["ok"]]
    assert [reply["id"] for reply in refused] == ["0"]
    assert "fast" in refused[0]["refused"]
