"""Faults to plant in a virtual board, by the names of the fault table.

What each name does is what a maker would have done wrong: wires exchanged, a part missing, a cable not plugged in.
"""

from __future__ import annotations

from typing import Any

import msgspec

from immolation.board.messages import BUTTON_NAMES
from immolation.board.virtual.hardware import ORDERS, SIDE, TILES

FORMS = {
    "dead-led": "TILE: its LED stays dark",
    "chain-cut": "TILE: its LED gets no data, nor any behind it",
    "led-order": "ORDER: the LEDs take their colours in this order, as RGB",
    "no-light": ": no LED gets any data",
    "reversed-row": "ROW: the LEDs of the row run the other way (a row board: its sensors too)",
    "swapped-row": "ROW,ROW: the wires of two rows are exchanged (row boards: their cables)",
    "swapped-column": "COLUMN,COLUMN: two column wires are exchanged (reed board)",
    "swapped-tile": "TILE,TILE: the sensor wires of two tiles are exchanged",
    "dead-row": "ROW: the row's wire is open (row boards: the flat cable before it)",
    "dead-column": "COLUMN: the column's wire is open (reed board)",
    "dead-sensor": "TILE: its sensor never answers",
    "stuck-tile": "TILE: its sensor always reads occupied",
    "flickering-tile": "TILE: its sensor chatters",
    "missing-diode": "TILE: a wire is where its diode belongs (reed board)",
    "missing-pull-up": "COLUMN: the column has no pull-up (reed board)",
    "weak-supply": "MILLIAMPERES: the supply gives way above this",
    "hungry-leds": ": LEDs of the 20 mA kind",
    "dead-button": "BUTTON: it never answers",
    "stuck-button": "BUTTON: it always reads pressed",
    "swapped-button": "BUTTON,BUTTON: the wires of two buttons are exchanged",
    "dark-button": "BUTTON: its LED stays dark",
}
"""Every name with what stands behind its colon."""

_REED_ONLY = ("swapped-column", "dead-column", "missing-diode", "missing-pull-up")
CHATTER_MS = 40
HUNGRY_MA = 20


class BadFault(ValueError):
    """A fault that cannot be planted; one sentence says why and what there is."""


class PlantedFault(msgspec.Struct, frozen=True):
    """One fault by name, and where."""

    name: str
    where: tuple[int, ...] = ()
    """Tiles, rows, columns, milliamperes, or buttons from 100 on, as the name wants."""

    order: str = ""

    def __str__(self) -> str:
        """As it is written on the command line."""
        button = self.name.endswith("-button")
        behind = self.order or ",".join(BUTTON_NAMES[at - TILES] if button else str(at) for at in self.where)
        return f"{self.name}:{behind}" if behind else self.name


def read_fault(text: str) -> PlantedFault:
    """A fault as it is written on the command line: ``dead-led:34``, ``swapped-row:3,4``. Raises BadFault."""
    name, _, behind = text.strip().partition(":")
    if name not in FORMS:
        raise BadFault(f"There is no fault '{name}' to plant; there are {', '.join(FORMS)}.")
    form, _, meaning = FORMS[name].partition(":")
    words = [word.strip() for word in behind.split(",")] if behind.strip() else []
    wrong = BadFault(f"'{text}' cannot be planted: write {name}{':' if form else ''}{form} ({meaning.strip()}).")
    kinds = form.split(",") if form else []
    if len(words) != len(kinds):
        raise wrong
    if kinds == ["ORDER"]:
        if words[0].upper() not in ORDERS:
            raise BadFault(f"'{text}' cannot be planted: an order is one of {', '.join(ORDERS)}.")
        return PlantedFault(name, order=words[0].upper())
    where = []
    for kind, word in zip(kinds, words, strict=True):
        if kind == "BUTTON":
            if word not in BUTTON_NAMES:
                raise BadFault(f"'{text}' cannot be planted: a button is one of {', '.join(BUTTON_NAMES)}.")
            where.append(TILES + BUTTON_NAMES.index(word))
            continue
        least, most = (0, TILES - 1) if kind == "TILE" else (100, 10_000) if kind == "MILLIAMPERES" else (0, SIDE - 1)
        if not (word.isascii() and word.isdigit() and len(word) < 6 and least <= int(word) <= most):
            raise BadFault(f"'{text}' cannot be planted: a {kind.lower()} is a number from {least} to {most}.")
        where.append(int(word))
    if len(set(where)) != len(where):
        raise BadFault(f"'{text}' cannot be planted: name two different ones.")
    return PlantedFault(name, tuple(where))


def requests(fault: PlantedFault, kind: str) -> list[dict[str, Any]]:
    """Return what to ask of `VirtualControl.fault` on a board with sensors of this kind, ``matrix`` or ``shift``.

    Raises BadFault for a fault of parts that this kind does not have.
    """
    if kind != "matrix" and fault.name in _REED_ONLY:
        raise BadFault(f"'{fault}' cannot be planted: row boards have no columns and no diodes, reed boards have.")
    boards = kind == "shift"
    first = fault.where[0] if fault.where else 0
    if fault.name in ("dead-led", "dark-button"):
        return [{"dead": first}]
    if fault.name in ("chain-cut", "no-light"):
        return [{"cut": first}] if fault.name == "chain-cut" else [{"dead": tile} for tile in range(TILES)]
    if fault.name == "led-order":
        return [{"order": fault.order}]
    if fault.name == "reversed-row":
        pairs = [[SIDE * first + place, SIDE * first + SIDE - 1 - place] for place in range(SIDE // 2)]
        return [{"swap_leds": pairs, **({"swap_lines": pairs} if boards else {})}]
    if fault.name == "swapped-row":
        pairs = [[SIDE * first + place, SIDE * fault.where[1] + place] for place in range(SIDE)]
        return [{"swap_lines": pairs, **({"swap_leds": pairs} if boards else {})}]
    if fault.name == "swapped-column":
        return [{"swap_lines": [[SIDE * row + first, SIDE * row + fault.where[1]] for row in range(SIDE)]}]
    if fault.name in ("swapped-tile", "swapped-button"):
        return [{"swap_lines": [list(fault.where)]}]
    if fault.name == "dead-row":
        silent = range(SIDE * first, TILES if boards else SIDE * first + SIDE)
        return [{"stuck": [tile, 0]} for tile in silent] + [{"dead": tile} for tile in silent if boards]
    if fault.name == "dead-column":
        return [{"stuck": [tile, 0]} for tile in range(first, TILES, SIDE)]
    if fault.name in ("dead-sensor", "stuck-tile", "dead-button", "stuck-button"):
        return [{"stuck": [first, int(fault.name.startswith("stuck"))]}]
    if fault.name == "flickering-tile":
        return [{"chatter": [first, CHATTER_MS]}]
    if fault.name == "missing-diode":
        return [{"bridge": first}]
    if fault.name == "missing-pull-up":
        return [{"echo": first}]
    if fault.name == "weak-supply":
        return [{"weak": first}]
    return [{"led_ma": HUNGRY_MA}]
