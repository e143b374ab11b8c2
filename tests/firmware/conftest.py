"""Firmware pages on the desk: in MicroPython as on a chip, or in CPython with a scanner that behaves as documented."""

from __future__ import annotations

import subprocess
import textwrap
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest
from immolation.board.virtual.interpreter import find_micropython
from immolation_board import lights, wiring
from immolation_board.layers import Layer
from immolation_board.lights import Lights

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"


@pytest.fixture
def micropython() -> Callable[..., str]:
    """Run a few lines in MicroPython with the firmware on its path; what they print."""

    def run(script: str, *, heap: str = "16m") -> str:
        preamble = f"import sys\nsys.path.insert(0, {str(FIRMWARE)!r})\n"
        done = subprocess.run(
            [find_micropython() or "micropython", "-X", f"heapsize={heap}", "-c", preamble + textwrap.dedent(script)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


class Desk:
    """Lights whose frames are kept instead of shown, one LED a tile, red green blue."""

    def __init__(self, supply_ma: int = 6000, order: str = "RGB", brightness: int = 255) -> None:
        self.frames: list[bytes] = []
        self.lights = Lights(
            lambda frame: self.frames.append(bytes(frame)),
            bytes(range(wiring.TILES)),
            order,
            supply_ma,
            lights.DARK_MA + lights.MCU_MA,
            brightness,
        )

    def show(self, *layers: Layer, brightness: int = 255) -> None:
        self.lights.show(layers, brightness)
        self.lights.finish()

    def film(self, frames: int, ms: int = 20) -> list[bytes]:
        """The next frames, ``ms`` apart."""
        self.frames.clear()
        for _ in range(frames):
            self.lights.draw(ms)
            self.lights.finish()
        return list(self.frames)

    def settle(self) -> None:
        """Let the limiter find its gain."""
        self.film(600)


@pytest.fixture
def desk() -> Callable[..., Desk]:
    return Desk


class Queue:
    """``keypad.EventQueue`` as documented: a full queue drops the newest event and says so."""

    def __init__(self, max_events: int) -> None:
        self._events: deque[tuple[int, bool, int]] = deque()
        self._max = max_events
        self.overflowed = False

    def record(self, key: int, pressed: bool, tick: int) -> None:
        if len(self._events) >= self._max:
            self.overflowed = True
            return
        self._events.append((key, pressed, tick))

    def get_into(self, event: Event) -> bool:
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.popleft()
        return True

    def clear(self) -> None:
        self._events.clear()
        self.overflowed = False


class Event:
    key_number = 0
    pressed = True
    timestamp = 0


class Scanner:
    """A scanner with magnets on it: no event for what is held when it is made, all of it after a reset."""

    def __init__(self, held: set[int] | None = None, max_events: int = 256, keys: int = 100) -> None:
        self.now = 0
        self.events = Queue(max_events)
        self.key_count = keys
        self._held = set(held or ())
        self._known = set(self._held)
        self.resets = 0

    def reset(self) -> None:
        self.resets += 1
        self._known = set()

    def scan(self) -> None:
        """One scan of all keys."""
        for key in range(self.key_count):
            if (key in self._held) != (key in self._known):
                self._known ^= {key}
                self.events.record(key, key in self._held, self.now)

    def hold(self, *keys: int) -> None:
        self._held |= set(keys)

    def let_go(self, *keys: int) -> None:
        self._held -= set(keys)


@pytest.fixture
def scanner() -> Callable[..., Scanner]:
    return Scanner
