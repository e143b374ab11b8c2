"""``python -m immolation.board.virtual.emulator UF2``: the firmware's promises, measured on an emulated chip."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from immolation_board import wire

from immolation.board.flash import firmware_files
from immolation.board.virtual.drive import set_values
from immolation.board.virtual.emulator import cases
from immolation.board.virtual.emulator.air import Air
from immolation.board.virtual.emulator.cases import ChipBench, Measurement
from immolation.board.virtual.emulator.chip import Chip
from immolation.board.virtual.emulator.fast_chip import FastChip
from immolation.board.virtual.emulator.radio import NETWORK, Radio
from immolation.board.virtual.emulator.uf2 import WHERE, NotCircuitPython, board_of

LIBRARY = "IMMOLATION_RP2040JS"
"""Environment variable with the folder of the rp2040js module; scripts/emulator sets it."""

MINUTES = "MINUTES"
"""Environment variable with the minutes of the chip's time that the last case takes."""

SETTINGS: dict[str, dict[str, str | int]] = {
    "matrix": {"SENSOR_KIND": "matrix", "SUPPLY_MA": 6000},
    "chain": {"SENSOR_KIND": "shift", "SUPPLY_MA": 6000},
    "400 LEDs": {"SENSOR_KIND": "matrix", "SUPPLY_MA": 6000, "LEDS_PER_TILE": 4},
    "3-axis sensors": {"SENSOR_KIND": "shift", "SUPPLY_MA": 6000, "IDENTITY_PINS": "GP4 GP5"},
    "Wi-Fi": {
        "SENSOR_KIND": "matrix",
        "SUPPLY_MA": 6000,
        "WIFI_SSID": NETWORK,
        "WIFI_PASSWORD": "of no matter",
        "MQTT_HOST": "broker.test",
    },
}
BUTTONS: dict[str, str | int] = {"BUTTONS": "1 2 3 4 5 6 host", "SENSOR_BITS": "112"}
"""All boards here have all buttons."""

RUNS = "    machine.run()\n"
HANGING = """    from immolation_board import hardware

    hardware.watchdog.go_on()
    for _ in range(300):
        machine.turn()
    while True:
        pass
"""
"""A board that runs for a while and then does not come back."""

TIMED_PINS = {"between": 26, "look": 27, "collection": 28}
"""Pins that no sensor and no LED of the boards here hangs on: each is high while what it is called goes on."""

STEPS = {
    "between": "longest step between two looks at the sensors",
    "look": "  longest look",
    "collection": "  longest collection of garbage",
}

PINS = """    import digitalio
    import microcontroller
    from immolation_board import board, hardware

    pins = []
    for number in NUMBERS:
        pin = digitalio.DigitalInOut(getattr(microcontroller.pin, "GPIO%d" % number))
        pin.switch_to_output()
        pins.append(pin)
""".replace("NUMBERS", str(tuple(TIMED_PINS.values())))

TIMED = (
    PINS
    + """    between, looking, collecting = pins
    poll, collect = machine.sensors.poll, board.Board._collect

    def look(now):
        between.value = False
        looking.value = True
        poll(now)
        looking.value = False
        between.value = True

    def collected(self):
        between.value = False
        collecting.value = True
        collect(self)
        collecting.value = False
        between.value = True

    machine.sensors.poll = look
    board.Board._collect = collected
    hardware.watchdog.go_on()
    while True:
        machine.turn()
"""
)
"""A board that runs as ever and shows on pins when it looks at its sensors and when it collects garbage."""

LINES = (
    PINS
    + """    reading, obeying, preparing = pins
    poll, take, work = machine._usb.poll, machine.session.take, machine.lights.work

    def read(now, more):
        reading.value = True
        messages = poll(now, more)
        reading.value = False
        return messages

    def obey(message, now):
        obeying.value = True
        take(message, now)
        obeying.value = False

    def prepare():
        preparing.value = True
        more = work()
        preparing.value = False
        return more

    machine._usb.poll, machine.session.take, machine.lights.work = read, obey, prepare
    hardware.watchdog.go_on()
    while True:
        machine.turn()
"""
)
"""A board that runs as ever and shows on pins when it reads lines, obeys them and prepares their scenes."""

CASES_MS = {"pico": 230_000, "pico_w": 360_000}
"""About how long a gate without its long case takes, boots included, in ms of the chip's time, by board. The long case
is added to it, and what is left is told while the gate runs."""

COLOURS = (0xFF0000, 0x00FF00, 0x0000FF)


def wiring(settings: dict[str, Any]) -> dict[str, Any]:
    """Return what is soldered to which pins, for the emulator."""

    def numbers(key: str) -> list[int]:
        return [int(number) for number in re.findall(r"GP(\d+)", str(settings[key]))]

    buttons = len(str(settings["BUTTONS"]).split())
    leds = wire.TILES * int(settings["LEDS_PER_TILE"]) + buttons
    led: dict[str, Any] = {"led": numbers("LED_PIN")[0], "bytes": 3 * leds}
    if settings["SENSOR_KIND"] == "matrix":
        columns = numbers("SENSOR_COLUMNS") + (numbers("BUTTON_COLUMN") if buttons else [])
        return {"kind": "matrix", **led, "rows": numbers("SENSOR_ROWS"), "columns": columns}
    if settings["IDENTITY_PINS"]:
        led["identity"] = dict(zip(("sda", "scl"), numbers("IDENTITY_PINS"), strict=True))
    clock, latch, data = (numbers(f"SENSOR_{name}")[0] for name in ("CLOCK", "LATCH", "DATA"))
    return {"kind": "shift", **led, "clock": clock, "latch": latch, "data": data}


def contacts(settings: dict[str, Any]) -> list[int]:
    """The contact under each tile and then of each button, as fast_chip.mjs numbers them."""
    buttons = range(len(str(settings["BUTTONS"]).split()))
    if settings["SENSOR_KIND"] == "matrix":
        across = 11 if buttons else 10
        return [across * (tile // 10) + tile % 10 for tile in range(wire.TILES)] + [across * at + 10 for at in buttons]
    return [*range(wire.TILES), *(int(settings["BUTTON_FIRST_BIT"]) + at for at in buttons)]


def pins(settings: dict[str, Any]) -> dict[str, Any]:
    """Numbers of the pins that settings name, for the soldering on ``rp2040py``."""
    matrix = wiring({**settings, "SENSOR_KIND": "matrix"})
    return {
        "rows": matrix["rows"],
        "columns": matrix["columns"][:10],
        "led": matrix["led"],
        "leds": matrix["bytes"] // 3,
        "order": settings["LED_ORDER"],
    }


def _drawn(chip: Chip, frames: int) -> bool:
    """Whether the chip has drawn more than so many frames."""
    return len(chip.frames) > frames


class Progress:
    """Says what is done, for how long it has been going on, and about how long it will."""

    def __init__(self, whole_ms: float, clock: Callable[[], float] = time.monotonic) -> None:
        """``whole_ms``: what everything takes of the chip's time, about."""
        self._whole_ms = whole_ms
        self._clock = clock
        self._began = clock()
        self._said_ms = 0.0

    def say(self, text: str, guest_ms: float) -> None:
        """Print a line when so much of the chip's time has passed."""
        passed = self._clock() - self._began
        self._said_ms = guest_ms
        left = ""
        if guest_ms > 5_000:
            left = f", about {passed * max(0.0, self._whole_ms - guest_ms) / guest_ms / 60:.0f} min left"
        print(f"[{passed:4.0f} s{left}] {text}", flush=True)

    def tick(self, text: str, guest_ms: float) -> None:
        """The same, if nothing was said for half a minute of the chip's time."""
        if guest_ms - self._said_ms > 30_000:
            self.say(text, guest_ms)


class Gate:
    """Runs the cases on one UF2 and says meanwhile what it does and how long it will take."""

    def __init__(self, uf2: Path, board: str, library: Path, minutes: float) -> None:
        self._uf2 = uf2
        self._board = board
        self._library = library
        self._minutes = minutes
        self._chip: FastChip | None = None
        self._guest_ms = 0.0
        """The time of the chips that ran before."""
        self._progress = Progress(CASES_MS[board] + 60_000 * minutes)

    def rows(self) -> Iterator[Measurement]:
        """The whole table."""
        yield from self._on("matrix", cases.ON_EVERY_BOARD)
        yield from self._on("chain", cases.ON_EVERY_BOARD)
        yield from self._on("400 LEDs", cases.WITH_400_LEDS)
        yield from self._on("3-axis sensors", (cases.identity, cases.leds))
        yield from self._steps("matrix", (cases.game, cases.mixed, cases.colours, cases.crowd, cases.storms))
        yield from self._steps("400 LEDs", (cases.game, cases.mixed, cases.colours))
        yield from self._steps("3-axis sensors", (cases.identity,))
        yield from self._lines()
        yield self._watchdog()
        yield from self._faults()
        if self._board == "pico_w":
            yield from self._wireless()
            yield from self._silent_radio()
        else:
            yield asyncio.run(self._colours())
        yield from self._on("matrix", [partial(cases.long, minutes=self._minutes, tell=self._tick)])

    def _files(self, kind: str) -> dict[str, bytes]:
        files = firmware_files(compiles=True)
        files["settings.toml"] = set_values(files["settings.toml"].decode(), BUTTONS | SETTINGS[kind]).encode()
        return files

    @contextlib.contextmanager
    def _boot(self, kind: str, runs: str = RUNS, radio_answers: bool = True) -> Iterator[FastChip]:
        """A chip that has power as long as the context lasts; ``runs`` is what its code.py does for ever."""
        files = self._files(kind)
        code = files["code.py"].decode()
        assert RUNS in code
        files["code.py"] = code.replace(RUNS, runs).encode()
        settings = tomllib.loads(files["settings.toml"].decode())
        pins = {**wiring(settings), "timed": list(TIMED_PINS.values())}, contacts(settings)
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="immolation-")))
            radio = None
            if self._board == "pico_w" and radio_answers:
                radio = stack.enter_context(contextlib.closing(Radio()))
            chip = FastChip(self._uf2, self._board, files, *pins, folder, self._library, radio)
            stack.callback(chip.stop)
            self._chip = chip
            try:
                yield chip
            finally:
                self._chip = None
                self._guest_ms += chip.now

    def _on(self, kind: str, wanted: Iterable[Any]) -> Iterator[Measurement]:
        self._say(f"{kind}: booting CircuitPython")
        with self._boot(kind) as chip:
            hello = chip.start()
            self._say(f"{kind}: {hello['fw']} on {hello['hw']}")
            bench = ChipBench(chip, chip.now)
            for case in wanted:
                self._say(f"{kind}: {getattr(case, 'func', case).__doc__}")
                for row in case(bench):
                    yield row._replace(name=f"{kind}: {row.name}")

    def _steps(self, kind: str, busy: Iterable[Callable[[ChipBench], Any]]) -> Iterator[Measurement]:
        """How long the longest steps of a turn take while the board is as ``busy`` as these cases make it."""
        self._say(f"{kind}: the longest steps; booting CircuitPython")
        with self._boot(kind, TIMED) as chip:
            chip.start()
            bench = ChipBench(chip, chip.now)
            chip.high.clear()
            for case in busy:
                self._say(f"{kind}: the longest steps; {case.__doc__}")
                list(case(bench) or ())
            for name, goal in (("between", 4), ("look", 4), ("collection", 20)):
                took = chip.high[TIMED_PINS[name]]
                yield Measurement(f"{kind}: {STEPS[name]}", "ms", goal, max(took), True)

    def _lines(self) -> Iterator[Measurement]:
        """Measure how many ms of the chip's time a scene's line takes where its colour is on the lights already and
        no palette is to be built.
        """
        self._say("a scene's line; booting CircuitPython")
        with self._boot("matrix", LINES) as chip:
            chip.start()
            bench = ChipBench(chip, chip.now)
            bench.scenes.show(cases.FIRE)
            yield from cases.lines_cost(bench, list(TIMED_PINS.values()))

    def _wireless(self) -> Iterator[Measurement]:
        self._say("Wi-Fi: booting CircuitPython")
        with self._boot("Wi-Fi") as chip, tempfile.TemporaryDirectory(prefix="immolation-") as folder:
            assert chip.radio is not None
            try:
                air = chip.air = Air(Path(folder), "immolation")
            except FileNotFoundError as error:
                self._say(f"Wi-Fi is not measured: {error}")
                return
            chip.radio.port = air.port
            try:
                chip.until(lambda: air.online, 60_000, "board at the broker", 20)
                at = chip.now
                chip.send({"k": "hello", "v": list(wire.PROTOCOL), "s": 1})
                _, hello = chip.message("hello", 15_000)
                self._say(f"Wi-Fi: {hello['fw']} on {hello['hw']}; {cases.wireless.__doc__}")
                for row in cases.wireless(ChipBench(chip, at)):
                    yield row._replace(name=f"Wi-Fi: {row.name}")
            finally:
                air.stop()

    def _silent_radio(self) -> Iterator[Measurement]:
        self._say("a radio that does not start, and keeps every DMA channel")
        with self._boot("matrix", radio_answers=False) as chip:
            chip.start()
            _, log = chip.message("log", 2_000)
            self._say(log["text"])
            bench = ChipBench(chip, chip.now)
            bench.scenes.show(cases.FIRE)
            fps, _ = bench.rate(lambda: chip.run(2_000))
            yield Measurement("radio that does not start: 100 tiles of fire", "frames/s", 60, fps)
            yield Measurement("  LED frames torn", "frames", 0, chip.torn, True)

    def _watchdog(self) -> Measurement:
        self._say("watchdog: a program that hangs")
        with self._boot("matrix", HANGING) as chip:
            chip.until(lambda: chip.resets, 30_000, "reset by the watchdog", 50)
            chip.messages.clear()
            chip.booted = False
            hello = chip.start()
            return Measurement(
                "watchdog: starts a hung board anew, and it says so", "", 1, hello["reset"] == "watchdog"
            )

    def _faults(self) -> Iterator[Measurement]:
        self._say("hard faults: CircuitPython stops in safe mode, and safemode.py starts the board again")
        with self._boot("matrix") as chip:
            chip.start()
            limit = int(re.findall(r"(?m)^LIMIT = (\d+)$", self._files("matrix")["safemode.py"].decode())[0])
            came_back = 0
            for _ in range(limit):
                resets = len(chip.resets)
                chip.do(fault=True)
                chip.until(lambda: len(chip.resets) == resets + 2, 15_000, "restart by safemode.py", 50)  # noqa: B023
                chip.messages.clear()
                chip.booted = False
                came_back += chip.start()["reset"] == "crash"
            yield Measurement("hard faults: starts again, and it says so", f"of {limit}", limit, came_back)
            resets = len(chip.resets)
            chip.booted = False
            chip.do(fault=True)
            chip.until(lambda: chip.booted, 15_000, "USB in safe mode", 50)
            chip.run(5_000)
            yield Measurement("  starts after the last that is allowed", "", 0, len(chip.resets) - resets - 1, True)

    async def _colours(self) -> Measurement:
        """Light as a chain of LEDs decodes it, on the slower emulator, which keeps the time of each bit."""
        self._say("colours as the LEDs decode them, on rp2040py; some minutes")
        with tempfile.TemporaryDirectory(prefix="immolation-") as name:
            folder = Path(name)
            for path, data in self._files("matrix").items():
                (folder / "CIRCUITPY" / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / "CIRCUITPY" / path).write_bytes(data)
            settings = tomllib.loads((folder / "CIRCUITPY/settings.toml").read_text())
            chip = Chip(self._uf2, self._board, folder / "CIRCUITPY", folder, pins(settings))
            await chip.start()
            try:
                chip.send({"k": "hello", "v": list(wire.PROTOCOL), "s": 1})
                await chip.message("hello", 20_000)
                wrong = 0
                for number, colour in enumerate(COLOURS, 1):
                    layer = {"e": "solid", "c": colour, "on": "f" * wire.HEX_DIGITS, "p": 1, "t": 100, "a": 255}
                    chip.send({"k": "scene", "n": number, "i": 0, "of": 1, "b": 255, **layer})
                    await chip.message("ack", 5_000, shown=number)
                    seen, torn = len(chip.frames), chip.torn
                    await chip.until(partial(_drawn, chip, seen + 3), 1_000, "frames")
                    lit = (colour >> 16 & 255, colour >> 8 & 255, colour & 255)
                    wrong += sum(pixel != lit for _, pixels in chip.frames[seen + 1 :] for pixel in pixels)
                    wrong += 100 * (chip.torn - torn)
            finally:
                chip.stop()
        return Measurement("red, green and blue as decoded: pixels that are wrong", "pixels", 0, wrong, True)

    def _tick(self) -> None:
        self._progress.tick("scenes and magnets", self._passed_ms())

    def _passed_ms(self) -> float:
        return self._guest_ms + (self._chip.now if self._chip is not None else 0)

    def _say(self, text: str) -> None:
        self._progress.say(text, self._passed_ms())


def verdict(rows: Iterable[Measurement]) -> int:
    """Print each row of the table as it comes; 0 if every goal was met, 1 if not."""
    met = True
    print(f"{'':<58}{'goal':>12}{'measured':>12}", flush=True)
    for row in rows:
        sign = "<=" if row.most else ">="
        mark = "met" if row.met else "MISSED"
        met = met and row.met
        print(f"{row.name:<58}{sign}{row.goal:>10,.0f}{row.figure:>12,.1f} {row.unit:<9} {mark}", flush=True)
    return 0 if met else 1


def main(arguments: list[str]) -> int:
    """Run with the path of a UF2; 0 all goals met, 1 one missed or something did not work, 2 no usable UF2."""
    if len(arguments) != 1 or not arguments[0]:
        print(f"Usage: make emulator UF2=PATH [MINUTES=10]. {WHERE}", file=sys.stderr)
        return 2
    uf2 = Path(arguments[0])
    try:
        board = board_of(uf2)
    except NotCircuitPython as error:
        print(error, file=sys.stderr)
        return 2
    library = Path(os.environ.get(LIBRARY, ""))
    if shutil.which("node") is None or not (library / "dist" / "esm" / "rp2040.js").is_file():
        print(
            "Node.js or rp2040js is missing; start this with: make emulator UF2=PATH (it needs Node.js and npm).",
            file=sys.stderr,
        )
        return 2
    try:
        code = verdict(Gate(uf2, board, library, float(os.environ.get(MINUTES) or 10)).rows())
    except (TimeoutError, ValueError, RuntimeError) as error:
        print(f"The firmware did not pass: {error}", file=sys.stderr)
        code = 1
    print("rp2040js does not model misses of the flash cache: a real chip is somewhat slower.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
