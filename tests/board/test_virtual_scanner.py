"""The scanner of the virtual board catches up late, and nobody can tell: it reports what scanning in time would."""

from __future__ import annotations

import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

import immolation.board.virtual
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

STAND_INS = Path(immolation.board.virtual.__file__).parent / "circuitpython"
PERIOD_US = 9765.625  # interval 0.010 s: ten ticks of 1/1024 s


class Clock:
    """What the stand-in needs of the board underneath, with a clock that the test turns."""

    def __init__(self) -> None:
        self.held = bytearray(256)
        self.changes: list[tuple[int, int, int]] = []
        self.tasks: list[Any] = []
        self.options = {"diodes": "anodes", "active": "low"}
        self.now = 0

    def now_us(self) -> int:
        return self.now

    def ticks_at(self, us: int) -> int:
        return us

    def ticks_ms(self) -> int:
        return self.now

    def background(self) -> None:
        for task in self.tasks:
            task()


@pytest.fixture
def keypad(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The stand-in, on a clock of our own: ``keypad.hw``."""
    pins: Any = types.ModuleType("microcontroller")
    pins._claim = pins._release = lambda pins: None
    monkeypatch.setitem(sys.modules, "microcontroller", pins)
    monkeypatch.setitem(sys.modules, "virtual_hardware", types.ModuleType("virtual_hardware"))
    spec = importlib.util.spec_from_file_location("keypad_stand_in", STAND_INS / "keypad.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_time(held: set[int], changes: list[tuple[int, int, int]], until: int, threshold: int) -> list[tuple[int, bool]]:
    """CircuitPython's integrator, scan after scan; keys and directions in the order of their events."""
    counters = dict.fromkeys(range(100), 0)
    lines = dict.fromkeys(range(100), False) | dict.fromkeys(held, True)
    left = list(changes)
    events = []
    at = 0.0
    while at <= until:
        while left and left[0][0] <= at:
            _, key, closed = left.pop(0)
            lines[key] = bool(closed)
        for key in range(100):
            counter = counters[key]
            moved = min(counter + 1, threshold) if lines[key] else max(counter - 1, -threshold)
            if moved == 0 != counter:
                moved = threshold if lines[key] else -threshold
                events.append((key, lines[key]))
            counters[key] = moved
        at += PERIOD_US
    return events


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    held=st.sets(st.integers(0, 99), max_size=5),
    changes=st.lists(
        st.tuples(st.integers(1, 400_000), st.sampled_from([3, 4, 50, 99]), st.integers(0, 1)), max_size=12
    ),
    looks=st.lists(st.integers(1, 600_000), max_size=6),
    threshold=st.integers(1, 5),
)
def test_looking_late_changes_nothing(
    keypad: Any, held: set[int], changes: list[tuple[int, int, int]], looks: list[int], threshold: int
) -> None:
    clock = Clock()
    keypad.hw = clock
    for key in held:
        clock.held[key] = 1
    changes = sorted(changes, key=lambda change: change[0])
    keys = keypad.KeyMatrix(
        list(range(10)), list(range(10)), interval=0.010, max_events=999, debounce_threshold=threshold
    )
    left = list(changes)
    found = []
    for look in [*sorted(looks), 800_000]:
        clock.now = look
        while left and left[0][0] <= look:
            clock.changes.append(left.pop(0))
        while event := keys.events.get():
            found.append((event.key_number, event.pressed, event.timestamp))
    assert [(key, pressed) for key, pressed, _ in found] == in_time(held, changes, 800_000, threshold)
    stamps = [stamp for *_, stamp in found]
    assert stamps == sorted(stamps)
