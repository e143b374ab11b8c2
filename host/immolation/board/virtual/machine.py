"""Runs inside the virtual board's own process: cable, power, touches and clients.

It owns the pseudo-terminal that hosts open and the interpreter that runs the firmware, and outlives any host, like a
board on a table. Everything a person or a test may do to the board comes over the control socket, see `control`.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import time
import tty
from collections import deque
from pathlib import Path
from typing import Any, TextIO

import msgspec
from immolation_board import wire

from immolation.board.virtual.drive import make_drive
from immolation.board.virtual.hardware import AXES, Hardware, wiring
from immolation.board.virtual.interpreter import HEAP_KIB, Interpreter, command, described

TICKS_TO_WRAP_MS = 65536
"""CircuitPython's tick starts this long before it wraps."""

CONSOLE_LINES = 200
CONSOLE_BYTES = 1_000_000
"""console.log starts again beyond this."""

AFTER_A_CRASH_S = 0.5
"""Between two lives of an interpreter that dies by itself, so that a broken one does not keep a core busy."""

_RESETS = {"power": "POWER_ON", "button": "RESET_PIN", "reset": "SOFTWARE", "watchdog": "WATCHDOG", "died": "UNKNOWN"}


class BoardConfig(msgspec.Struct, forbid_unknown_fields=True):
    """The make of a virtual board; ``board.json`` in its folder."""

    settings: dict[str, str | int | bool] = {}
    heap_kib: int = HEAP_KIB
    """Free heap the firmware finds, in KiB of a 32-bit chip."""

    interpreter: str = "auto"
    """``auto``, ``micropython`` or ``cpython``."""

    firmware: str | None = None
    """Folder with another code.py, for tests."""

    detached: bool = False
    """Whether it goes on when its maker ends."""


class Machine:
    """One virtual board. ``on_tiles`` and ``on_frame`` are called after a change."""

    def __init__(self, folder: Path, config: BoardConfig) -> None:
        self.folder = folder.resolve()
        self.config = config
        self.tty = self.folder / "tty"
        self.on_tiles: list[Any] = []
        self.on_frame: list[Any] = []
        self.running = asyncio.Event()
        """Set while code.py runs."""

        self.console: deque[str] = deque(maxlen=CONSOLE_LINES)
        self._argv = command(config.interpreter, config.heap_kib)
        settings = make_drive(
            self.folder / "CIRCUITPY", config.settings, Path(config.firmware) if config.firmware else None
        )
        self._ssid = str(settings.get("CIRCUITPY_WIFI_SSID", ""))
        self.hardware = Hardware(wiring(settings))
        self._pieces = self.folder / "pieces"
        with contextlib.suppress(OSError, ValueError):  # of a process that died: nobody took them off the board
            for tile in wire.hex_to_tiles(self._pieces.read_text()):
                self.hardware.hand(tile, up=False)
        self._interpreter: Interpreter | None = None
        self._cable = -1
        self._orders: asyncio.Queue[str] = asyncio.Queue()
        self._wrap_ms = TICKS_TO_WRAP_MS
        self._air = True
        self._deaf = False
        self._noise = 0
        self._unanswered = 0
        self._chatter: dict[int, asyncio.Task[None]] = {}
        self._counting: asyncio.Future[dict[str, Any]] | None = None
        self._counted: dict[str, Any] = {}
        self._boot: dict[str, Any] = {}
        self._traceback = ""
        self._next_code: dict[str, Any] = {}
        self._version = ""
        self._frames = 0
        self._life_frames = 0
        self._blinks = 0
        self._resets = 0
        self._reason = "POWER_ON"
        self._log: TextIO | None = None
        self._sent_lines: set[int] = set()
        self._sent_fields: dict[int, tuple[int, int, int]] = {}
        self._gave_way = False

    async def run(self) -> None:
        """Power on, and go through resets, reloads and unplugging until cancelled."""
        self._log = (self.folder / "console.log").open("w")
        self._write_console(described(self._argv, self.config.heap_kib))
        why = "power"
        try:
            while True:
                why = await self._live(why)
                if why == "unplug":
                    self._cut_cable()
                    while why != "power":
                        why = await self._orders.get()
        finally:
            for task in self._chatter.values():
                task.cancel()
            await self._power_off()
            self._cut_cable()
            self._log.close()
            self._pieces.unlink(missing_ok=True)

    def press_reset(self) -> None:
        """The reset button: the interpreter goes and comes back on the same cable."""
        self._orders.put_nowait("button")

    def plug(self, in_place: bool) -> None:
        """Pull the USB plug, which is the supply too, or put it back."""
        if in_place != (self._cable >= 0):
            self._orders.put_nowait("power" if in_place else "unplug")

    def hand(self, tile: int, up: bool, kind: int | None = None) -> None:
        """Take what lies on a tile away, or put something there; from 100 on let go of a button, or press it.

        ``kind`` is that of the magnet, 0 to 7; without it `Hardware.hand` chooses.
        """
        if tile < wire.TILES:
            self.hardware.hand(tile, up, kind)
            self._send_fields()
        else:
            (self.hardware.pressed.discard if up else self.hardware.pressed.add)(tile)
        self._send_key_lines()
        self._keep_pieces()
        for told in self.on_tiles:
            told()

    def push(self, tile: int, right: int, front: int) -> None:
        """Push what lies on a tile to so many tenths of a millimetre right of its middle, and towards the player."""
        self.hardware.pushed[tile] = right, front
        self._send_fields()

    def _keep_pieces(self) -> None:
        """Note what lies on the board for the process that follows, should this one be killed."""
        fresh = self._pieces.with_suffix(".new")
        with contextlib.suppress(OSError):  # a full disk does not lift miniatures
            fresh.write_text(wire.tiles_to_hex(self.hardware.lying))
            fresh.replace(self._pieces)

    def fault(self, wanted: dict[str, Any]) -> None:
        """Plant or heal faults; every value was checked by the control server."""
        hardware = self.hardware
        if wanted.get("clear"):
            hardware.heal()
            wanted = {
                "deaf": False,
                "noise": 0,
                "wifi": True,
                "names": 0,
                "chatter_off": list(self._chatter),
                **wanted,
            }
        if "stuck" in wanted:
            tile, down = wanted["stuck"]
            self._stick(tile, bool(down))
        if "free" in wanted:
            self._stick(wanted["free"], None)
        if "dead" in wanted:
            hardware.dead.add(wanted["dead"])
        for one, other in wanted.get("swap_lines", []):
            hardware.swap_lines(one, other)
        for one, other in wanted.get("swap_leds", []):
            hardware.swap_leds(one, other)
        if "bridge" in wanted:
            hardware.bridged.add(wanted["bridge"])
        if "echo" in wanted:
            hardware.echoing.add(wanted["echo"])
        if "silent" in wanted:
            hardware.silent.add(wanted["silent"])
        if "axes" in wanted:
            hardware.axes = AXES.index(wanted["axes"])
        if "cut" in wanted:
            hardware.cut = wanted["cut"]
        if "order" in wanted:
            red, green, blue = (wanted["order"].index(letter) for letter in "RGB")
            hardware.colours = (red, green, blue)
        if "weak" in wanted:
            hardware.weak_ma = wanted["weak"]
        if "led_ma" in wanted:
            hardware.led_ma = (wanted["led_ma"],) * 3
        if "chatter" in wanted:
            tile, period_ms = wanted["chatter"]
            self._quieten(tile)
            self._chatter[tile] = asyncio.create_task(self._chattering(tile, period_ms))
        for tile in wanted.get("chatter_off", []):
            self._quieten(tile)
        if "deaf" in wanted:
            self._deaf = bool(wanted["deaf"])
            self._send(b"d", small=self._deaf)
        if "noise" in wanted:
            self._noise = wanted["noise"]
            self._send(b"z", number=self._noise)
        if "wifi" in wanted:
            self._air = bool(wanted["wifi"])
            self._send(b"a", small=self._air)
        if "names" in wanted:
            self._unanswered = wanted["names"]
            self._send(b"n", small=self._unanswered)
        if "wrap_ms" in wanted:
            self._wrap_ms = wanted["wrap_ms"]
        if "plugged" in wanted:
            self.plug(bool(wanted["plugged"]))
        self._send_key_lines()
        self._send_fields()

    async def counters(self) -> dict[str, Any]:
        """Return what the board has done; the heap as it is after a collection, unless the firmware hangs."""
        if self.running.is_set() and self._interpreter is not None:
            if self._counting is None:
                self._counting = asyncio.get_running_loop().create_future()
                self._send(b"c")
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._counting), timeout=1.0)
        return self._known()

    def _known(self) -> dict[str, Any]:
        words = self._counted.get("word", 4) // 4
        heap = self._argv[0].endswith("micropython")
        return {
            "frames": self._frames,
            "ma": round(self.hardware.milliamperes()),
            "buttons": self.hardware.button_lights(),
            "interpreter": self._version,
            "heap_free": self._counted.get("free", 0) // words if heap else None,
            "heap_used": (self.config.heap_kib * 1024 - self._counted.get("free", 0) // words) if heap else None,
            "heap_kib": self.config.heap_kib if heap else None,
            "resets": self._resets,
            "reset_reason": self._reason,
            "running": self.running.is_set(),
            "blinks": self._blinks,
            "traceback": self._traceback or None,
            "console": list(self.console)[-20:],
        }

    # ---- power ------------------------------------------------------------------------------------------

    async def _live(self, why: str) -> str:
        """One life of the interpreter, from (re)start to its end; returns why it ended."""
        self._gave_way = False
        if self._cable < 0:
            self._lay_cable()
        if why != "reload":
            self._reason = _RESETS[why]
            self._power_on_us = time.monotonic_ns() // 1000
            self._boot = {"usb": {"console": True, "data": False}, "usb_drive": True}
            self._traceback, self._next_code = "", {}
            ended = await self._start(booting=True)
            await asyncio.wait([ended], timeout=30)
            await self._power_off()
        ended = await self._start(booting=False, reload=why == "reload")
        ordered = asyncio.ensure_future(self._orders.get())
        await asyncio.wait([ended, ordered], return_when=asyncio.FIRST_COMPLETED)
        end = ordered.result() if ordered.done() else ended.result()
        ordered.cancel()
        await self._power_off()
        self._resets += 1
        if end == "died":
            self._write_console("The interpreter ended by itself.")
            await asyncio.sleep(AFTER_A_CRASH_S)
        return end

    async def _start(self, *, booting: bool, reload: bool = False) -> asyncio.Future[str]:
        held = self.hardware.held()
        self._sent_lines = set(held)
        options = {
            "booting": booting,
            "power_on_us": self._power_on_us,
            "wrap_ms": self._wrap_ms,
            "held": held,
            "folder": str(self.folder),
            "drive": str(self.folder / "CIRCUITPY"),
            "nvm": str(self.folder / "nvm.bin"),
            "code": self._next_code.get("filename") or "code.py",
            "next_code": {},
            "cable": self._cable,
            "uid": "e6614c1570696d6d",
            "reset_reason": self._reason,
            "run_reason": "SUPERVISOR_RELOAD" if reload else "STARTUP",
            "traceback": self._traceback,
            "ssid": self._ssid,
            "heap": self.config.heap_kib * 1024,
            "identity": list(self.hardware.wiring.identity),
            "led_pin": self.hardware.wiring.led_pin,
            "diodes": self.hardware.wiring.diodes,
            "active": self.hardware.wiring.active,
            **self._boot,
        }
        self._life_frames = 0
        self._traceback = ""
        interpreter = Interpreter(self._packet, self._write_console)
        self._interpreter = interpreter
        await interpreter.start(self._argv, self._cable, options)
        self._send(b"a", small=self._air)
        self._send(b"d", small=self._deaf)
        self._send(b"z", number=self._noise)
        self._send(b"n", small=self._unanswered)
        self._sent_fields = {}
        self._send_fields()
        return interpreter.ended

    async def _power_off(self) -> None:
        self.running.clear()
        if self._interpreter is not None:
            await self._interpreter.stop()
            self._interpreter = None
        if self._counting is not None:
            self._counting.set_result({})  # nobody is left to answer
            self._counting = None

    def _lay_cable(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)  # before any host opens it: an echo would come back as lines of the board
        os.set_blocking(master, False)
        name = os.ttyname(slave)
        os.close(slave)  # once closed, the master sees a hang-up until a host opens it: that is DTR
        self._cable = master
        fresh = self.folder / "tty.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(name)
        fresh.replace(self.tty)

    def _cut_cable(self) -> None:
        if self._cable >= 0:
            self.tty.unlink(missing_ok=True)
            os.close(self._cable)
            self._cable = -1

    # ---- what the interpreter tells ---------------------------------------------------------------------

    def _packet(self, letter: str, content: bytes) -> None:
        if letter == "f":
            count = int.from_bytes(content[:4], "little")
            self._frames += max(0, count - self._life_frames)
            self._life_frames = count
            self.hardware.frame = content[4:]
            for told in self.on_frame:
                told()
            if self.hardware.overloaded() and not self._gave_way:
                self._gave_way = True
                self._orders.put_nowait("power")  # the voltage breaks down: chip and LEDs start anew
        elif letter == "c":
            self._counted = json.loads(content)
            if self._counting is not None and not self._counting.done():
                self._counting.set_result(self._counted)
            self._counting = None
        elif letter == "l":
            self._blinks += content == b"\x01"
        elif letter == "b":
            self._boot = json.loads(content)
        elif letter == "s":
            self._version = content.decode()
            self.running.set()
        elif letter == "t":
            self._traceback = content.decode(errors="replace")
        elif letter == "n":
            self._next_code = json.loads(content)

    def _write_console(self, line: str) -> None:
        self.console.append(line)
        if self._log is not None and not self._log.closed:
            if self._log.tell() > CONSOLE_BYTES:
                self._log.seek(0)
                self._log.truncate()
            print(line, file=self._log, flush=True)

    # ---- what hands and faults do -----------------------------------------------------------------------

    def _send(self, letter: bytes, small: int = 0, flag: int = 0, number: int = 0) -> None:
        if self._interpreter is not None:
            self._interpreter.send(letter, small, flag, number)

    def _send_key_lines(self) -> None:
        """Tell the interpreter which key lines have changed since it was last told."""
        held = set(self.hardware.held())
        now = time.monotonic_ns() // 1000
        for key in sorted(held ^ self._sent_lines):
            self._send(b"k", small=key, flag=key in held, number=now)
        self._sent_lines = held

    def _send_fields(self) -> None:
        """Tell the interpreter what the 3-axis sensors feel, where there are any and that has changed."""
        if not self.hardware.wiring.identity:
            return
        for tile in range(wire.TILES):
            felt = self.hardware.magnetic(tile)
            if self._sent_fields.get(tile) != felt:
                self._sent_fields[tile] = felt
                number = sum((part & 0xFFFF) << 16 * axis for axis, part in enumerate(felt))
                self._send(b"m", small=tile, number=number)

    def _stick(self, tile: int, reads: bool | None) -> None:
        if reads is None:
            self.hardware.stuck.pop(tile, None)
        else:
            self.hardware.stuck[tile] = reads
        self._send_key_lines()

    def _quieten(self, tile: int) -> None:
        if tile in self._chatter:
            self._chatter.pop(tile).cancel()
            self._stick(tile, None)

    async def _chattering(self, tile: int, period_ms: int) -> None:
        while True:
            self._stick(tile, not self.hardware.closed(tile))
            await asyncio.sleep(period_ms / 2000)


@contextlib.contextmanager
def only_one(folder: Path) -> Any:
    """Hold the folder for this process. Raises BlockingIOError if another virtual board has it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        lock.truncate(0)
        lock.write(str(os.getpid()))  # for people who look for the process
        lock.flush()
        yield
