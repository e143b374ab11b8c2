"""The firmware in the chip's interpreter: a frame of fire next to the usual one, a message next to bare bytes.

On this machine, not on a chip: what counts is each rate beside its peer's. On the emulated chip the peer, an
Adafruit-style loop, takes 15.1 ms a frame; `make emulator` measures the firmware there.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from immolation.board.virtual.interpreter import find_micropython
from immolation_board import wire

from tests.bench.rates import rate
from tests.virtual_boards import Desk, desk, write_code

pytestmark = pytest.mark.needs("micropython")

FIRMWARE = Path(__file__).parents[2] / "firmware"
FRAMES = 50
"""Drawn at a call."""

OURS = """
from immolation_board import wiring
from immolation_board.layers import Layer
from immolation_board.lights import DARK_MA, MCU_MA, Lights
lights = Lights(lambda frame: None, wiring.led_chain("rows", "serpentine", 0), "GRB", 500, DARK_MA + MCU_MA, 255)
lights.show([Layer("fire", 0xFF6000, list(range(100)))])
lights.finish()
def draw(frames):
    for _ in range(frames):
        lights.draw(16)
        lights.work()
"""

PEER = """
import random
COOLING, SPARKING = 50, 80
class Pixels:
    # adafruit_pixelbuf's way: colours as tuples, brightness and order at each assignment
    def __init__(self):
        self.buffer = bytearray(300)
        self.brightness = 0.3
    def __setitem__(self, index, colour):
        red, green, blue = colour
        at = index * 3
        self.buffer[at] = int(green * self.brightness)
        self.buffer[at + 1] = int(red * self.brightness)
        self.buffer[at + 2] = int(blue * self.brightness)
pixels = Pixels()
heat = [0] * 100
def heat_colour(value):
    t192 = value * 191 // 255
    ramp = (t192 & 0x3F) << 2
    if t192 & 0x80:
        return (255, 255, ramp)
    if t192 & 0x40:
        return (255, ramp, 0)
    return (ramp, 0, 0)
def draw(frames):
    for _ in range(frames):
        for row in range(0, 100, 10):
            for i in range(row, row + 10):
                heat[i] = max(0, heat[i] - random.randint(0, COOLING * 10 // 10 + 2))
            for i in range(row + 9, row + 1, -1):
                heat[i] = (heat[i - 1] + heat[i - 2] + heat[i - 2]) // 3
            if random.randint(0, 255) < SPARKING:
                at = row + random.randint(0, 2)
                heat[at] = min(255, heat[at] + random.randint(160, 255))
            for i in range(row, row + 10):
                pixels[i] = heat_colour(heat[i])
"""
"""A fire for each row, in the manner of every NeoPixel fire on the Web."""

SERVE = """
import sys
draw(20)
while sys.stdin.readline():
    draw(%d)
    print("drawn")
"""


class Interpreter:
    """MicroPython that draws frames when asked."""

    def __init__(self, script: str) -> None:
        code = f"import sys\nsys.path.insert(0, {str(FIRMWARE)!r})\n" + script + SERVE % FRAMES
        self._process = subprocess.Popen(
            [str(find_micropython()), "-X", "heapsize=112wK", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=sys.stderr,
            text=True,
        )

    def draw(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "drawn\n"

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@pytest.fixture
def interpreter() -> Iterator[Callable[[str], Interpreter]]:
    started: list[Interpreter] = []

    def start(script: str) -> Interpreter:
        started.append(Interpreter(script))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.benchmark(group="frames of 100 burning tiles, in MicroPython")
@pytest.mark.parametrize("script", [OURS, PEER], ids=["firmware, limiter included", "peer: Adafruit-style loop"])
def test_frames(benchmark: Any, interpreter: Callable[[str], Interpreter], script: str) -> None:
    chip = interpreter(script)
    benchmark.pedantic(chip.draw, rounds=20, warmup_rounds=2)
    rate(benchmark, FRAMES, "frames")


ANSWER = """
from immolation_board import wire
data = usb_cdc.data
data.timeout = data.write_timeout = 0
reader = wire.LineReader()
buffer = bytearray(256)
answer = {"k": "ack", "n": 0, "have": 1, "shown": 0}
while True:
    count = data.readinto(buffer)
    for message in reader.feed(buffer, count) if count else ():
        answer["n"] = answer["shown"] = message["c"]
        data.write(wire.seal(wire.pack(answer)))
"""

ECHO = """
data = usb_cdc.data
data.timeout = data.write_timeout = 0
buffer = bytearray(256)
view = memoryview(buffer)
while True:
    count = data.readinto(buffer)
    if count:
        data.write(view[:count])
"""
TRIPS = 100
"""At a call."""


class Line:
    """A virtual board whose port answers every line, and a loop to wait in."""

    def __init__(self, loop: asyncio.AbstractEventLoop, at: Desk) -> None:
        self._loop = loop
        self._at = at

    def trips(self) -> None:
        self._loop.run_until_complete(self._trips())

    async def _trips(self) -> None:
        for number in range(TRIPS):
            self._at.host.write(wire.line({"k": "got", "c": number}))
            answer = await self._at.host.until(lambda data: data.endswith(b"\n"))
            assert answer.count(b"\n") == 1


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Callable[[str], Line]]:
    loop = asyncio.new_event_loop()
    made = []

    def start(code: str) -> Line:
        board = desk(tmp_path / "board", firmware=write_code(tmp_path / "code", code))
        at = loop.run_until_complete(board.__aenter__())
        made.append(board)
        loop.run_until_complete(_open(at))
        return Line(loop, at)

    yield start
    for board in made:
        loop.run_until_complete(board.__aexit__(None, None, None))
    loop.close()


async def _open(at: Desk) -> None:
    at.host.open()


@pytest.mark.benchmark(group="round trips through the pseudo-terminal")
@pytest.mark.parametrize("code", [ANSWER, ECHO], ids=["wire: decoded, checked, answered", "peer: bare echo"])
def test_round_trips(benchmark: Any, port: Callable[[str], Line], code: str) -> None:
    line = port(code)
    benchmark.pedantic(line.trips, rounds=20, warmup_rounds=2)
    rate(benchmark, TRIPS, "round trips")


def test_the_heap_that_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str], benchmark: Any) -> None:
    """Free heap of a Pico W (112 KiB) with the firmware compiled from source and 100 tiles burning."""

    async def left() -> dict[str, Any]:
        async with desk(tmp_path / "board") as at:
            await at.host.meet()
            at.host.scene(1, effect="fire", colour=0xFF6000)
            await at.host.expect("ack", shown=1)
            return await at.settled()

    counters = benchmark.pedantic(lambda: asyncio.run(left()), rounds=1)
    benchmark.extra_info["heap_free"] = counters["heap_free"]
    with capsys.disabled():
        free, used = counters["heap_free"] / 1024, counters["heap_used"] / 1024
        print(f"\nheap: {free:.1f} KiB free of {counters['heap_kib']} KiB, {used:.1f} KiB taken by the firmware")
    assert counters["heap_free"] > 0
