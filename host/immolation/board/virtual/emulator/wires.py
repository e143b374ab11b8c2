"""What is soldered to the emulated chip: reeds with diodes, and a chain of LEDs.

Works on the pins of ``rp2040py``; a pin's state is a small number there, 0 driven low, 1 driven high.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

DRIVEN_LOW = 0


class Pin(Protocol):
    """What is needed of ``rp2040py``'s GPIO pin."""

    value: Any

    def add_listener(self, callback: Callable[[Any, Any], None]) -> Callable[[], None]:
        """Hear of every change."""

    def set_input_value(self, value: bool) -> None:
        """Drive the pin from outside."""

    def release_input(self) -> None:
        """Leave it to its pull."""


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
