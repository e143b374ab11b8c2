"""``immolation board test``: a sound board passes, each fault is named with its tile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from immolation.board.check import run_test
from immolation.board.serial_link import SerialLink
from immolation_board import wire

from tests.board.fake_board import FakeBoard

STATUS: dict[str, Any] = {"k": "status", "fps": 55, "free": 110_000, "ma": 180, "bad": 0, "lost": 0}


class Bench(FakeBoard):
    """A board on the bench that says its status after its hello, with tiles wired as ``crossed`` says."""

    def __init__(
        self, crossed: dict[int, int] | None = None, deaf: frozenset[int] = frozenset(), **status: Any
    ) -> None:
        super().__init__(beat_s=0.1)
        self.crossed = crossed or {}
        self.deaf = deaf
        self.status = STATUS | status
        self.colours: list[int] = []

    def _hear(self, message: dict[str, Any]) -> None:
        super()._hear(message)
        if message["k"] == "hello":
            self.say(self.status)
        elif message["k"] == "scene" and len(wire.hex_to_tiles(message.get("on", "0" * 25))) == 100:
            self.colours.append(message["c"])

    async def hand(self, tile: int, up: bool) -> None:
        if tile not in self.deaf:
            (self.lift if up else self.place)(self.crossed.get(tile, tile))


async def test(bench: Bench, **more: Any) -> tuple[bool, str]:
    lines: list[str] = []
    async with bench:
        sound = await run_test(SerialLink(bench.path), lines.append, **more)
    return sound, "\n".join(lines)


test.__test__ = False  # type: ignore[attr-defined]


async def test_a_sound_board_passes_every_step() -> None:
    bench = Bench()
    bench.occupied = {17}
    sound, text = await test(bench, hand=bench.hand)
    assert sound, text
    assert "firmware 1.0 fake" in text
    assert "55 frames a second, 110000 bytes free, about 180 mA" in text
    assert {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF} <= set(bench.colours)
    assert "all 100 sensors answer, each on its own tile" in text
    assert text.endswith("The board is in order.")
    assert bench.shown == (), "it leaves the lights off"
    assert bench.occupied == {17}


async def test_crossed_wires_and_dead_sensors_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.board.check.FELT_S", 0.3)
    bench = Bench(crossed={12: 21}, deaf=frozenset({50}))
    sound, text = await test(bench, hand=bench.hand)
    assert not sound
    assert "FAILED  tile 12 placed: 21 answered instead" in text
    assert "FAILED  tile 50 placed: did not answer" in text


async def test_what_the_board_itself_reports_is_a_fault() -> None:
    bench = Bench(stuck=[3, 4], noisy=[77])
    sound, text = await test(bench, hand=bench.hand)
    assert not sound
    assert "tiles that never change: 03, 04" in text
    assert "tiles that flicker: 77" in text


async def test_a_person_walks_over_the_tiles_and_sees_what_was_felt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.board.check.LOOK_S", 0)
    bench = Bench()
    lines: list[str] = []
    walks: list[asyncio.Task[None]] = []

    async def walk() -> None:
        for tile in range(99):
            for move in (bench.place, bench.lift):
                move(tile)
                await bench.until(lambda: bench.got == bench.tiles_counter)

    def person(line: str) -> None:
        lines.append(line)
        if "Move a miniature" in line:
            walks.append(asyncio.ensure_future(walk()))

    async with bench:
        sound = await run_test(SerialLink(bench.path), person, patience_s=0.5)
        await walks[0]
    assert not sound
    assert "FAILED  1 tiles were not felt: 99" in lines


async def test_no_board_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.board.check.CONNECT_S", 0.3)
    lines: list[str] = []
    assert not await run_test(SerialLink(str(tmp_path / "tty")), lines.append)
    assert lines == [f"FAILED  {tmp_path / 'tty'} does not exist; is the board plugged in?"]
