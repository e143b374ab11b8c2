"""Stand-in for CircuitPython's `keypad`: key lines scanned in the background. Knows no tiles and no settings.

As on the chip: a scan every ``int(interval * 1024)`` ticks of 1/1024 s; an integrator for each key that flips after
``debounce_threshold`` more scans the one way than the other; no event for keys held at construction; `reset` takes
every key for released and scans at once; a full queue drops the NEW event, sets `overflowed`, and the transition is
never sent again, because the integrator has flipped already.

Scans that fell due since the last call are made up for in order, each with the lines as they were at its moment, so
time stamps and event order are those of a scanner that never waits for Python.
"""

import virtual_hardware as hw  # type: ignore[import-not-found]
from microcontroller import _claim, _release  # type: ignore[attr-defined]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass

_TICK_US = 1_000_000 / 1024


class Event:
    """A key transition; equal to another with the same key and direction, whatever their time stamps."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: "int | None" = None) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = hw.ticks_ms() if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.key_number, self.pressed) == (other.key_number, other.pressed)

    def __hash__(self) -> int:
        return self.key_number * 2 + self.pressed


class EventQueue:
    """Events not yet fetched, at most ``max_events``."""

    def __init__(self, max_events: int) -> None:
        self._max = max_events
        self._events: list[Any] = []
        self._overflowed = False

    def get(self) -> "Event | None":
        hw.background()
        return Event(*self._events.pop(0)) if self._events else None

    def get_into(self, event: Event) -> bool:
        hw.background()
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.pop(0)
        return True

    def clear(self) -> None:
        hw.background()
        self._events.clear()
        self._overflowed = False

    def __bool__(self) -> bool:
        hw.background()
        return bool(self._events)

    def __len__(self) -> int:
        hw.background()
        return len(self._events)

    @property
    def overflowed(self) -> bool:
        hw.background()
        return self._overflowed

    def _record(self, key: int, pressed: bool, stamp: int) -> None:
        if len(self._events) >= self._max:
            self._overflowed = True
        else:
            self._events.append((key, pressed, stamp))


class _Scanner:
    """The common part of every kind of scanner, once the lines are known."""

    def __init__(
        self, pins: "list[Any]", key_count: int, inverted: bool, interval: float, max_events: int, threshold: int
    ) -> None:
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        if not 1 <= threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        if key_count < 1:
            raise ValueError("key_count must be >= 1")
        self._pins = pins
        _claim(pins)
        self.key_count = key_count
        self.events = EventQueue(max_events)
        self._inverted = inverted
        self._passes = True
        self._threshold = threshold
        self._period_us = max(1, int(interval * 1024)) * _TICK_US
        self._counters = [0] * key_count
        self._moving = set(range(key_count))
        for _, key, closed in hw.changes:
            hw.held[key] = closed
        hw.changes.clear()
        self._lines = bytearray(hw.held)
        self._next_us = float(hw.now_us())
        self._scan(int(self._next_us))
        self._next_us += self._period_us
        hw.tasks.append(self._catch_up)

    def reset(self) -> None:
        """Take every key for released and scan at once: held keys give an event after the debounce time."""
        hw.background()
        self._counters = [-self._threshold] * self.key_count
        self._moving = set(range(self.key_count))
        now = hw.now_us()
        self._scan(now)
        self._next_us = now + self._period_us

    def deinit(self) -> None:
        if self._pins:
            hw.tasks.remove(self._catch_up)
            _release(self._pins)
            self._pins = []

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def _catch_up(self) -> None:
        """Every scan that fell due, in order."""
        now = hw.now_us()
        while self._next_us <= now:
            at = self._next_us
            while hw.changes and hw.changes[0][0] <= at:
                _, key, closed = hw.changes.pop(0)
                hw.held[key] = closed
                if key < self.key_count:
                    self._lines[key] = closed
                    self._moving.add(key)
            if self._moving:
                self._scan(int(at))
                self._next_us += self._period_us
                continue
            # Nothing can happen before the next change: pass over the idle scans at once.
            until = min(hw.changes[0][0], now) if hw.changes else now
            self._next_us += max(1, int((until - at) / self._period_us)) * self._period_us

    def _scan(self, at_us: int) -> None:
        threshold = self._threshold
        settled = []
        for key in sorted(self._moving):
            counter = self._counters[key]
            if (self._lines[key] and self._passes) != self._inverted:
                counter += counter < threshold
                pressed = True
            else:
                counter -= counter > -threshold
                pressed = False
            if counter == 0 and self._counters[key] != 0:
                counter = threshold if pressed else -threshold
                self.events._record(key, pressed, hw.ticks_at(at_us))
            self._counters[key] = counter
            if counter == (threshold if pressed else -threshold):
                settled.append(key)
        self._moving.difference_update(settled)


class KeyMatrix(_Scanner):
    """Rows by columns with a diode each; the virtual board's diodes point as the option ``diodes`` says."""

    def __init__(
        self,
        row_pins: "list[Any]",
        column_pins: "list[Any]",
        *,
        columns_to_anodes: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        self._columns = len(column_pins)
        pins = list(row_pins) + list(column_pins)
        super().__init__(pins, len(row_pins) * self._columns, False, interval, max_events, debounce_threshold)
        if columns_to_anodes != (hw.options["diodes"] == "anodes"):
            self._passes = False  # no current can pass: every key reads open for ever

    def key_number_to_row_column(self, key_number: int) -> "tuple[int, int]":
        return key_number // self._columns, key_number % self._columns

    def row_column_to_key_number(self, row: int, column: int) -> int:
        return row * self._columns + column


class ShiftRegisterKeys(_Scanner):
    """Chains of 74HC165; an occupied tile reads as the option ``active`` says."""

    def __init__(
        self,
        *,
        clock: Any,
        data: Any,
        latch: Any,
        value_to_latch: bool = True,
        key_count: Any,
        value_when_pressed: bool,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        chains = list(data) if isinstance(data, (list, tuple)) else [data]
        counts = list(key_count) if isinstance(key_count, (list, tuple)) else [key_count]
        if len(chains) != len(counts):
            raise ValueError("data and key_count must be the same length")
        inverted = value_when_pressed != (hw.options["active"] == "high")
        super().__init__([clock, latch] + chains, sum(counts), inverted, interval, max_events, debounce_threshold)
