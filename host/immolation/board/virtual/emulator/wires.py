"""Wires soldered to the emulated chip: reeds with diodes, and a chain of LEDs.

Works on the pins of ``rp2040py``; a pin's state is a small number there, 0 driven low, 1 driven high.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

DRIVEN_LOW = 0
STEP_NS = 64
"""Eight cycles of the chip, about seven of which a state machine takes for an instruction of the LEDs' program."""

SILENCE_NS = 50_000
"""After so long without a pulse a frame is over."""


class Pin(Protocol):
    """The part of ``rp2040py``'s GPIO pin that is needed."""

    value: Any

    def add_listener(self, callback: Callable[[Any, Any], None]) -> Callable[[], None]:
        """Hear of every change."""

    def set_input_value(self, value: bool) -> None:
        """Drive the pin from outside."""

    def release_input(self) -> None:
        """Leave it to its pull."""


class PulseClock:
    """Keeps pulses on the LEDs' wire as long as the chip makes them, also while its core sleeps.

    ``rp2040py`` jumps from one alarm to the next while the core sleeps, and lets a state machine take one instruction
    a jump, however far it was: a pulse that a jump falls into is as long as the jump, so a 0 is read as a 1. While
    there are pulses, an alarm every few cycles keeps the jumps short.
    """

    def __init__(self, clock: Any, pin: Pin) -> None:
        self._clock = clock
        self._alarm = clock.create_alarm(self._step)
        self._stepping = False
        self._pulse_at = 0.0
        pin.add_listener(self._pulse)

    def _pulse(self, new: Any, old: Any) -> None:
        self._pulse_at = self._clock.nanos
        if not self._stepping:
            self._stepping = True
            self._alarm.schedule(STEP_NS)

    def _step(self) -> None:
        self._stepping = self._clock.nanos - self._pulse_at < SILENCE_NS
        if self._stepping:
            self._alarm.schedule(STEP_NS)


class ReedMatrix:
    """Ten rows by ten columns of reeds, the diodes' anodes on the columns.

    A closed reed pulls its column low while its row is driven low, and does nothing else.
    """

    def __init__(self, rows: list[Pin], columns: list[Pin]) -> None:
        self._rows = rows
        self._columns = columns
        self.closed: set[tuple[int, int]] = set()
        for number, pin in enumerate(rows):
            pin.add_listener(self._listener(number))

    def press(self, row: int, column: int) -> None:
        """A magnet over this crossing."""
        self.closed.add((row, column))
        self._row(row, self._rows[row].value)

    def lift(self, row: int, column: int) -> None:
        """No magnet any more."""
        self.closed.discard((row, column))
        self._columns[column].release_input()

    def _listener(self, row: int) -> Callable[[Any, Any], None]:
        return lambda new, old: self._row(row, new)

    def _row(self, row: int, state: Any) -> None:
        for at, column in self.closed:
            if at == row:
                if int(state) == DRIVEN_LOW:
                    self._columns[column].set_input_value(False)
                elif not any(
                    int(self._rows[other].value) == DRIVEN_LOW for other, same in self.closed if same == column
                ):
                    self._columns[column].release_input()
