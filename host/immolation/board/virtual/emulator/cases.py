"""Measures what the firmware promises, on an emulated chip: each case is a few rows of the table."""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from immolation_board import board_messages, wire

from immolation.board.virtual.emulator.fast_chip import FastChip

FIRE = 0xFF6000
ALL = "f" * wire.HEX_DIGITS
KB_100 = 100 * 1024
KB_60 = 60 * 1024
KB_90 = 90 * 1024
KB_80 = 80 * 1024
MAGNETS_UT = (7150, 9863, 13276, 17910)
"""What the four sizes of magnet give a sensor right below, as settings.toml has them."""


class Measurement(NamedTuple):
    """One line of the table: ``figure`` has to be at least ``goal``, or at most where ``most`` is true."""

    name: str
    unit: str
    goal: float
    figure: float
    most: bool = False

    @property
    def met(self) -> bool:
        """Whether the goal was reached."""
        return self.figure <= self.goal if self.most else self.figure >= self.goal


class Scenes:
    """Sends scenes with rising numbers."""

    def __init__(self, chip: FastChip) -> None:
        self._chip = chip
        self.number = 0

    def send(self, colour: int, effect: str = "fire", tiles: str = ALL) -> int:
        """One scene of one layer; its number."""
        self.number += 1
        layer = {"e": effect, "c": colour, "on": tiles, "p": 1, "t": 100, "a": 255}
        self._chip.send({"k": "scene", "n": self.number, "i": 0, "of": 1, "b": 255, **layer})
        return self.number

    def show(self, colour: int, effect: str = "fire") -> float:
        """The same; when it was on the lights."""
        when, _ = self._chip.message("ack", 5_000, shown=self.send(colour, effect))
        return when


class ChipBench:
    """A chip that runs, with what the cases need to know of it."""

    def __init__(self, chip: FastChip, boot_ms: float) -> None:
        self.chip = chip
        self.boot_ms = boot_ms
        self.scenes = Scenes(chip)
        self.session = 1
        """Number of the host's session, as its newest hello had it."""
        self.chance = random.Random(20)

    def rate(self, action: Callable[[], None]) -> tuple[float, float]:
        """Frames a second and the longest gap in ms while ``action`` goes on.

        A frame in which no flame has moved is ready 5 ms sooner than the one before it, so the time runs from the
        middle of the first ten frames to that of the last ten: which of the two kinds came first and last is no rate.
        """
        first = len(self.chip.frames)
        action()
        times = [when for when, _ in self.chip.frames[first:]]
        gaps = [late - early for early, late in itertools.pairwise(times)]
        if not gaps:
            return 0.0, 1e9
        some = min(10, len(times) // 2)
        spent = statistics.fmean(times[-some:]) - statistics.fmean(times[:some])
        return 1000 * (len(times) - some) / spent, max(gaps)

    def touch(self, tile: int) -> tuple[float, float]:
        """Milliseconds from a magnet that comes, and from one that goes, to its edge on the wire."""
        chip, took = self.chip, []
        for closed, up in (([tile], 0), ([], 1)):
            chip.run(self.chance.uniform(20, 45), 1)
            began = chip.now
            chip.hold(closed)
            took.append(self.edge(tile, up) - began)
        return took[0], took[1]

    def edge(self, tile: int, up: int) -> float:
        """Return when an edge was told, alone or among others."""

        def look() -> float:
            for when, message in self.chip.messages:
                for edge in edges_in(message):
                    if (edge["tile"], edge["up"]) == (tile, up):
                        return when
            return 0.0

        when: float = self.chip.until(look, 1_000, f"edge of tile {tile}")
        self.chip.messages.clear()
        return when

    def free(self) -> float:
        """Bytes free, as the board says after so many lines that garbage is collected.

        It answers a hello when it has taken what came before it. Without that the figure may be of an earlier
        collection, over Wi-Fi of one while the board was connecting, which holds 2.7 KB and a scene in preparation.
        """
        self._status()  # after which the board counts anew
        for _ in range(30):
            self.chip.send({"k": "got", "c": wire.MAX_NUMBER})
        return float(self._status()["free"])

    def _status(self) -> dict[str, Any]:
        """Return the board's status, asked for once it has taken all lines that were sent and drawn a frame."""
        self.chip.messages.clear()
        self.chip.send({"k": "hello", "v": list(wire.PROTOCOL), "s": self.session})
        self.chip.message("hello", 15_000)
        self.chip.run(100)
        self.chip.messages.clear()
        self.chip.send({"k": "set"})
        return self.chip.message("status", 12_000)[1]


def edges_in(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The edges that a message tells."""
    if message["k"] == "edges":
        return board_messages.single_edges(message)
    return [message] if message["k"] == "edge" else []


def start(bench: ChipBench) -> Iterator[Measurement]:
    """Boot and memory."""
    chip = bench.chip
    radio = 1_000 if chip.radio is not None else 0  # CircuitPython waits so long before it starts a radio
    yield Measurement("power-on to the first hello", "ms", 4_500 + radio, bench.boot_ms, True)
    bench.scenes.show(FIRE)
    yield Measurement("free after start, 100 tiles of fire", "bytes", _free_goal(chip), bench.free())


def _four_leds(chip: FastChip) -> bool:
    return len(chip.frames[-1][1]) > 1000


def _free_goal(chip: FastChip) -> float:
    """Four LEDs a tile take longer frames and palettes of their own."""
    return KB_90 if _four_leds(chip) else KB_100


def mixed(bench: ChipBench) -> Iterator[Measurement]:
    """Two layers over each other on the whole board, both in motion."""
    chip, scenes = bench.chip, bench.scenes
    scenes.number += 1
    for part, (effect, opacity) in enumerate((("fire", 255), ("gem", 120))):
        layer = {"e": effect, "c": FIRE, "on": ALL, "p": part, "t": 100, "a": opacity}
        chip.send({"k": "scene", "n": scenes.number, "i": part, "of": 2, "b": 255, **layer})
    chip.message("ack", 5_000, shown=scenes.number)
    fps, gap = bench.rate(lambda: chip.run(2_000))
    yield Measurement("100 tiles of two layers in motion", "frames/s", 30, fps)
    yield Measurement("  longest gap between frames", "ms", 50, gap, True)
    took = [bench.touch(bench.chance.randrange(100))[0] for _ in range(10)]
    yield Measurement("  placed meanwhile: worst of 10", "ms", 40, max(took), True)


def glow(bench: ChipBench) -> Iterator[Measurement]:
    """Every tile of a dark board is touched once, and glows, drawn by the board itself."""
    chip = bench.chip
    bench.scenes.show(0x000000, "solid")
    took = []
    for tile in bench.chance.sample(range(wire.TILES), wire.TILES):
        chip.hold([])
        chip.run(bench.chance.uniform(40, 60), 5)
        seen, began = len(chip.frames), chip.now
        chip.hold([tile])
        took.append(chip.until(partial(_newly_lit, chip, seen), 500, "glow", 1) - began)
    chip.hold([])
    chip.run(450)
    yield Measurement("a touched tile glows, median of 100", "ms", 30, statistics.median(took), True)
    slow = statistics.quantiles(took, n=100, method="inclusive")[98]
    yield Measurement("  p99 of 100, the frame's last bit", "ms", 40, slow, True)
    yield Measurement("  worst of 100", "ms", 40, max(took), True)


def _newly_lit(chip: FastChip, seen: int) -> float:
    """Return when the first frame after ``seen`` others in which something is lit that was dark in the last of those
    had left the chip; 0 before. What glows from other touches fades meanwhile, and lights nothing new.
    """
    before = chip.frames[seen - 1][1]
    for when, frame in chip.frames[seen:]:
        if any(now and not then for now, then in zip(frame, before, strict=True)):
            return when
    return 0.0


def game(bench: ChipBench) -> None:
    """Six layers as a game shows them, in new colours each time, with a path and a clock over the whole board."""
    chip, scenes = bench.chip, bench.scenes
    every = range(wire.TILES)

    def layer(effect: str, tiles: range, opacity: int = 255, **more: Any) -> dict[str, Any]:
        on = "".join("1" if tile in tiles else "0" for tile in range(wire.TILES))
        colour = bench.chance.randrange(1 << 24)
        return {"e": effect, "c": colour, "on": f"{int(on, 2):025x}", "a": opacity, **more}

    for _ in range(6):
        layers = (
            layer("fire", range(36)),
            layer("ember", range(36, 50)),
            layer("gem", range(50, 60)),
            layer("pulse", every, 120),
            layer("path", every, 200, w="".join(f"{tile:02d}" for tile in range(20))),
            layer("clock", every, 99, m=[60_000, 60_000]),
        )
        scenes.number += 1
        for at, more in enumerate(layers):
            chip.send(
                {"k": "scene", "n": scenes.number, "i": at, "of": len(layers), "b": 255, "p": at, "t": 100, **more}
            )
        chip.message("ack", 5_000, shown=scenes.number)


def buttons(bench: ChipBench) -> Iterator[Measurement]:
    """Every button is pressed and let go."""
    chip, took, wrong = bench.chip, [], 0
    chip.messages.clear()
    for button in range(wire.BUTTONS):
        for closed, up in (([wire.TILES + button], 0), ([], 1)):
            chip.run(bench.chance.uniform(40, 70), 1)
            began = chip.now
            chip.hold(closed)
            when, said = chip.message("press", 1_000, up=up)
            took.append(when - began)
            chip.send({"k": "heard", "c": said["c"]})
            chip.run(100)
            again = [message for _, message in chip.messages if message["k"] == "press" and message["c"] > said["c"]]
            wrong += (said["b"] != button) + len(again)
    yield Measurement("button: press on the wire, worst of 14", "ms", 50, max(took), True)
    yield Measurement("  wrong or told again after it was heard", "presses", 0, wrong, True)


def fire(bench: ChipBench) -> Iterator[Measurement]:
    """The whole board burns."""
    chip = bench.chip
    bench.scenes.show(FIRE)
    chip.run(100)  # the change from one scene to the next is measured elsewhere
    fps, gap = bench.rate(lambda: chip.run(3_000))
    yield Measurement("100 tiles of fire", "frames/s", 60 if _four_leds(chip) else 99.9, fps)
    yield Measurement("  longest gap between frames", "ms", 30, gap, True)


def touches(bench: ChipBench) -> Iterator[Measurement]:
    """A magnet comes and goes."""
    took = [bench.touch(bench.chance.randrange(100)) for _ in range(20)]
    for at, name in enumerate(("placed", "lifted")):
        yield Measurement(
            f"{name}: edge on the wire, median of 20", "ms", 30, statistics.median(t[at] for t in took), True
        )
        yield Measurement(f"{name}: worst of 20", "ms", 40, max(t[at] for t in took), True)


def colours(bench: ChipBench) -> Iterator[Measurement]:
    """Four scenes a second, each in a new colour, with a magnet in each."""
    chip, took = bench.chip, []

    def play() -> None:
        for _ in range(20):
            began = chip.now
            bench.scenes.send(bench.chance.randrange(1 << 24))
            chip.run(bench.chance.uniform(0, 30), 1)
            tile, closed = bench.chance.randrange(100), chip.now
            chip.hold([tile])
            took.append(bench.edge(tile, 0) - closed)
            chip.hold([])
            chip.run(max(0.0, 250 - (chip.now - began)), 2)

    fps, gap = bench.rate(play)
    yield Measurement("four scenes a second, new colours", "frames/s", 60, fps)
    yield Measurement("  longest gap between frames", "ms", 40, gap, True)
    yield Measurement("  placed meanwhile: worst of 20", "ms", 40, max(took), True)
    yield Measurement("free after twenty colours", "bytes", _free_goal(chip), bench.free())


def crowd(bench: ChipBench) -> Iterator[Measurement]:
    """A hundred tiles at once."""
    chip = bench.chip
    chip.run(300)
    for name, closed, up, hexed in (("placed", range(100), 0, ALL), ("lifted", range(0), 1, "0" * wire.HEX_DIGITS)):
        chip.messages.clear()
        began = chip.now
        chip.hold(closed)
        _, gap = bench.rate(lambda: chip.run(500, 2))
        told = [edge for _, message in chip.messages for edge in edges_in(message) if edge["up"] == up]
        counts = [edge["c"] for edge in told]
        in_order = counts == list(range(counts[0], counts[0] + len(counts))) if counts else False
        right = [when for when, message in chip.messages if message["k"] == "tiles" and message["on"] == hexed]
        yield Measurement(f"100 tiles {name} at once: edges told in order", "of 100", 100, len(told) if in_order else 0)
        yield Measurement("  occupancy right after", "ms", 200, right[0] - began if right else 1e9, True)
        yield Measurement("  longest gap between frames", "ms", 40, gap, True)


def storms(bench: ChipBench) -> Iterator[Measurement]:
    """Chatter, scenes and noise as fast as they come."""
    chip = bench.chip

    def chatter() -> None:
        for turn in range(100):
            chip.hold(range(100) if turn % 2 else ())
            chip.run(20)

    fps, _ = bench.rate(chatter)
    yield Measurement("every tile toggles for 2 s", "frames/s", 50, fps)
    chip.hold(())
    chip.messages.clear()
    began = chip.now
    when, _ = chip.message("tiles", 5_000, on="0" * wire.HEX_DIGITS)
    yield Measurement("  occupancy right after", "ms", 2_000, when - began, True)
    chip.run(1_500)
    sent = 0

    def flood() -> None:
        nonlocal sent
        end = chip.now + 2_000
        while chip.now < end:
            if chip.queued < 64:
                bench.scenes.send(bench.chance.randrange(1 << 24))
                sent += 1
            chip.do(run=2)

    fps, _ = bench.rate(flood)
    yield Measurement("lawful scenes as fast as they are taken", "scenes/s", 32, sent / 2)
    yield Measurement("  frames meanwhile", "frames/s", 40, fps)

    def noise() -> None:
        end = chip.now + 1_500
        while chip.now < end:
            if chip.queued < 64:
                chip.do(send=bench.chance.randbytes(256).hex())
            chip.do(run=2)

    fps, _ = bench.rate(noise)
    yield Measurement("random bytes as fast as they are taken", "frames/s", 60, fps)
    chip.do(send="0a")
    began = chip.now
    yield Measurement("  the next scene is shown after", "ms", 150, bench.scenes.show(0x00FF00, "solid") - began, True)


def lines(bench: ChipBench) -> Iterator[Measurement]:
    """A host that goes, and one that does not read."""
    chip = bench.chip
    bench.scenes.show(FIRE)
    chip.do(dtr=False)
    fps, _ = bench.rate(lambda: chip.run(2_000))
    yield Measurement("DTR dropped for 2 s", "frames/s", 60, fps)
    chip.messages.clear()
    bad = chip.reader.bad
    began = chip.now
    chip.do(dtr=True)
    when, _ = chip.message("hello", 2_000)
    yield Measurement("  hello after it is back", "ms", 100, when - began, True)
    bench.session = 2
    chip.send({"k": "hello", "v": list(wire.PROTOCOL), "s": bench.session})
    bench.scenes.number = 0
    bench.scenes.show(FIRE)
    yield Measurement("  torn or stale lines", "lines", 0, chip.reader.bad - bad, True)
    chip.do(reading=False)
    chip.messages.clear()
    chip.hold([47])
    fps, _ = bench.rate(lambda: chip.run(2_000))
    yield Measurement("a host that does not read for 2 s", "frames/s", 60, fps)
    began = chip.now
    chip.do(reading=True)
    yield Measurement("  the edge of meanwhile is told after", "ms", 200, max(0, bench.edge(47, 0) - began), True)
    chip.hold(())


def lines_cost(bench: ChipBench, pins: list[int]) -> Iterator[Measurement]:
    """Measure how many ms of its time the chip spends on one scene of one layer: on reading and obeying its line, and
    on these and preparing the scene. ``pins`` are high while it reads, obeys and prepares; what they are high for
    in a turn without a line is taken off.
    """
    chip = bench.chip
    chip.run(500)
    chip.high.clear()
    chip.run(300)
    idle = [statistics.median(chip.high.get(pin, [0.0])) for pin in pins]
    told, whole = [], []
    for n in range(12):
        chip.run(200)
        chip.high.clear()
        shown = bench.scenes.send(FIRE, tiles=f"{int(ALL, 16) - n:0{wire.HEX_DIGITS}x}")
        chip.message("ack", 5_000, shown=shown)
        spent = [sum(took - unspent for took in chip.high[pin]) for pin, unspent in zip(pins, idle, strict=True)]
        told.append(spent[0] + spent[1])
        whole.append(sum(spent))
    yield Measurement("a scene's line is read and obeyed: worst of 12", "ms", 5, max(told), True)
    yield Measurement("  with its preparation, in steps between frames", "ms", 22, max(whole), True)


def wireless(bench: ChipBench) -> Iterator[Measurement]:
    """A board over Wi-Fi and a real Mosquitto, which dies and comes back; a name server that is silent."""
    chip = bench.chip
    air, radio = chip.air, chip.radio
    assert air is not None
    assert radio is not None

    def online() -> Any:
        return air.online

    yield Measurement("power-on to online at the broker", "ms", 15_000, bench.boot_ms, True)
    bench.scenes.show(FIRE)
    fps, gap = bench.rate(lambda: chip.run(3_000, 5))
    yield Measurement("100 tiles of fire", "frames/s", 60, fps)
    yield Measurement("  longest gap between frames", "ms", 50, gap, True)
    took = [bench.touch(bench.chance.randrange(100)) for _ in range(20)]
    yield Measurement("placed: edge at the host, median of 20", "ms", 60, statistics.median(t[0] for t in took), True)
    yield Measurement("placed or lifted: worst of 40", "ms", 100, max(max(t) for t in took), True)
    for _ in range(20):
        bench.scenes.show(bench.chance.randrange(1 << 24))
    yield Measurement("free after twenty colours", "bytes", KB_60, bench.free())
    before = bench.free()
    worst = 0.0
    for _ in range(20):
        air.stop()
        chip.run(100, 5)
        air.start()
        began = chip.now
        worst = max(worst, chip.until(online, 60_000, "board at the broker", 5) and chip.now - began)
        bench.scenes.show(FIRE)
    yield Measurement("broker killed 20 times: longest way back", "ms", 5_000, worst, True)
    yield Measurement("  connections left open", "", 1, radio.connections, True)
    yield Measurement("  free memory lost meanwhile", "bytes", 2_048, before - bench.free(), True)
    air.stop()
    fps, gap = bench.rate(lambda: chip.run(10_000, 20))
    yield Measurement("no broker for 10 s, TCP refused", "frames/s", 60, fps)
    yield Measurement("  longest gap between frames", "ms", 2_500, gap, True)
    radio.answers_names = False
    asked = radio.asked
    _, gap = bench.rate(lambda: chip.run(60_000, 50))
    yield Measurement("name server silent for a minute: questions", "", 1, radio.asked - asked)
    yield Measurement("  longest gap between frames", "ms", 15_000, gap, True)
    yield Measurement("  resets", "", 0, len(chip.resets), True)
    radio.answers_names = True
    air.start()
    began = chip.now
    chip.until(online, 120_000, "board at the broker", 20)
    yield Measurement("  back when it answers after", "ms", 90_000, chip.now - began, True)


def identity(bench: ChipBench) -> Iterator[Measurement]:
    """A hundred magnets on 3-axis sensors, then one at a time."""
    chip = bench.chip
    bench.scenes.show(FIRE)
    chip.run(1_000)
    yield Measurement("free with 100 tiles of fire", "bytes", KB_80, bench.free())
    kinds = [tile * 5 % 8 for tile in range(wire.TILES)]
    magnets = [(1 - 2 * (kind & 1)) * MAGNETS_UT[kind >> 1] for kind in kinds]
    chip.do(fields=[part for up in magnets for part in (0, 0, up)])
    chip.messages.clear()
    chip.hold(range(wire.TILES))
    chip.run(4_000, 5)
    told = {said["tile"]: said.get("kind") for _, said in chip.messages if said["k"] == "magnet"}
    right = sum(told.get(tile) == kind for tile, kind in enumerate(kinds))
    yield Measurement("100 magnets placed at once: told right", "of 100", 100, right)
    fps, gap = bench.rate(lambda: chip.run(2_000))
    yield Measurement("  they stand: frames", "frames/s", 60, fps)
    yield Measurement("  longest gap between frames", "ms", 40, gap, True)
    chip.hold(())
    chip.run(600)
    edges, names, wrong = [], [], 0
    for _ in range(10):
        tile, size = bench.chance.randrange(wire.TILES), bench.chance.randrange(len(MAGNETS_UT))
        chip.messages.clear()
        began = chip.now
        chip.do(fields=[0, 0, 0] * tile + [0, 0, MAGNETS_UT[size]] + [0, 0, 0] * (wire.TILES - 1 - tile))
        chip.hold([tile])
        edges.append(bench.edge(tile, 0) - began)
        when, said = chip.message("magnet", 1_000, tile=tile)
        names.append(when - began)
        wrong += said.get("kind") != 2 * size
        chip.hold(())
        chip.run(bench.chance.uniform(150, 200), 5)
    yield Measurement("magnet to edge on the wire, worst of 10", "ms", 40, max(edges), True)
    yield Measurement("magnet to kind on the wire, worst of 10", "ms", 60, max(names), True)
    yield Measurement("  kinds told wrong", "magnets", 0, wrong, True)


def leds(bench: ChipBench) -> Iterator[Measurement]:
    """Measure what the LEDs saw in all of this."""
    yield Measurement("LED frames torn in all", "frames", 0, bench.chip.torn, True)
    yield Measurement("  silence before a frame, shortest", "us", 280, min(bench.chip.pauses))


def long(bench: ChipBench, minutes: float, tell: Callable[[], None]) -> Iterator[Measurement]:
    """Scenes and magnets for minutes; what is free at the end beside the beginning."""
    chip = bench.chip
    bench.scenes.show(FIRE)
    before = bench.free()
    began = chip.now
    frames = 0
    while chip.now - began < 60_000 * minutes:
        some = wire.tiles_to_hex(bench.chance.sample(range(100), bench.chance.randrange(1, 30)))
        bench.scenes.send(bench.chance.randrange(1 << 24), bench.chance.choice(wire.EFFECTS), some)
        chip.hold([bench.chance.randrange(100)])
        chip.run(500, 100)
        frames += len(chip.frames)
        chip.frames.clear()
        del chip.messages[:-50]
        tell()
    passed = chip.now - began
    chip.hold(())
    bench.scenes.show(FIRE)
    yield Measurement(f"{minutes:g} minutes of scenes and magnets", "frames/s", 60, 1000 * frames / passed)
    yield Measurement("  free memory lost meanwhile", "bytes", 2_048, before - bench.free(), True)
    yield from leds(bench)
    yield Measurement("resets", "", 0, len(chip.resets), True)


ON_EVERY_BOARD = (start, fire, mixed, touches, glow, buttons, colours, crowd, storms, lines, leds)
WITH_400_LEDS = (start, fire, mixed, touches, glow, colours, leds)
