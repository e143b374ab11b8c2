"""Announcements are spoken, one at a time, by a program that writes down its words in place of a loudspeaker."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from immolation.broker import speaker, topics
from immolation.broker.announcements import Announcement
from immolation.broker.speaker import NoSpeech, Speaker

from tests.broker.conftest import Game
from tests.broker.waiting import happens

SCRIPT = """#!/bin/sh
echo "$*" >> {said}
while [ -e {busy} ]; do sleep 0.02; done
"""


@pytest.fixture
def voice(tmp_path: Path) -> Path:
    """A program that writes down its words, and goes on speaking while there is a file called ``busy``."""
    program = tmp_path / "espeak-ng"
    program.write_text(SCRIPT.format(said=tmp_path / "said", busy=tmp_path / "busy"))
    program.chmod(0o755)
    return program


async def said(folder: Path, lines: int) -> list[str]:
    file = folder / "said"
    await happens(lambda: file.exists() and len(file.read_text().splitlines()) >= lines)
    return file.read_text().splitlines()


async def announce(game: Game, *texts: str, priority: str = "normal") -> None:
    for text in texts:
        said_aloud = Announcement(0, "turn", text, priority)  # type: ignore[arg-type]
        game.connection.publish(topics.table("main", "announce"), msgspec.json.encode(said_aloud), qos=1)
    await game.connection.drained()


async def test_sentences_are_spoken_in_order(game: Game, voice: Path, tmp_path: Path) -> None:
    mouth = Speaker(game.connection, "main", (str(voice), "-v"))
    await mouth.start()
    await game.connection.drained()
    await announce(game, "Ada, it is your turn.", "--help is no option.")
    assert await said(tmp_path, 2) == ["-v en Ada, it is your turn.", "-v en help is no option."]
    await mouth.stop()


async def test_a_sentence_that_a_broker_delivers_twice_is_spoken_once(game: Game, voice: Path, tmp_path: Path) -> None:
    mouth = Speaker(game.connection, "main", (str(voice), "-v"))
    await mouth.start()
    await game.connection.drained()
    for text, name in (("Once.", "a"), ("Once.", "a"), ("Once.", "b")):
        told = msgspec.json.encode(Announcement(0, "turn", text, "normal", id=name))
        game.connection.publish(topics.table("main", "announce"), told, qos=1)
    await game.connection.drained()
    await announce(game, "Last.")
    assert await said(tmp_path, 3) == ["-v en Once.", "-v en Once.", "-v en Last."]
    await mouth.stop()


async def test_what_is_urgent_interrupts_and_nothing_piles_up(game: Game, voice: Path, tmp_path: Path) -> None:
    (tmp_path / "busy").touch()
    mouth = Speaker(game.connection, "main", (str(voice), "-v"))
    await mouth.start()
    await game.connection.drained()
    await announce(game, "First.")
    await said(tmp_path, 1)
    await announce(game, *(f"Old news {number}." for number in range(6)))
    await announce(game, "Move Ada from 44 to 45.", priority="high")
    assert (await said(tmp_path, 2))[1] == "-v en Move Ada from 44 to 45."
    (tmp_path / "busy").unlink()
    await announce(game, "Last.")
    assert (await said(tmp_path, 3))[2] == "-v en Last."
    await mouth.stop()


async def test_a_program_that_is_gone_costs_a_sentence_and_nothing_else(
    game: Game, voice: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mouth = Speaker(game.connection, "main", (str(voice), "-v"))
    await mouth.start()
    await game.connection.drained()
    away = voice.rename(voice.with_name("away"))  # noqa: ASYNC240 - nothing else waits
    await announce(game, "Nobody hears this.")
    await happens(lambda: "was not spoken" in caplog.text)
    away.rename(voice)
    await announce(game, "This is heard.")
    assert await said(tmp_path, 1) == ["-v en This is heard."]
    await mouth.stop()


def test_the_better_program_is_taken_and_none_is_told(voice: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(voice.parent))
    assert speaker.program() == (str(voice), "-v")
    better = voice.with_name("spd-say")
    os.link(voice, better)
    assert speaker.program() == (str(better), "--wait", "--language")
    monkeypatch.setenv("PATH", str(voice.parent / "empty"))
    with pytest.raises(NoSpeech, match="install espeak-ng"):
        speaker.program()
