"""Measures of the panel on which a fabricator makes row boards: rows, rails, bridges with mouse bites, marks.

Millimetres from the panel's upper left corner, y downwards. Boards lie one above the other; a router parts them but
for bridges, and rows of holes beside each board let the bridges be broken off.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from ..netlists.netlist import Component, Netlist
from ..source import PANEL, Board

Point = tuple[float, float]

BRIDGE = 5.0
"""Width of a bridge where it is narrowest: between the round ends that a router's bit leaves."""

BITES, BITE, BITE_STEP = 5, 0.6, 1.0
"""Holes along one edge of a bridge, their diameter and distance: five to eight of 0.6 mm, 0.35 to 0.4 mm apart
(JLCPCB's guide to mouse bites)."""

BITE_OUTSIDE = 0.1
"""How far a hole's middle lies outside the board: most of what remains of a bridge breaks off, copper stays whole."""

BRIDGE_FROM_END, BRIDGES_APART = 9.0, 56.0
"""The first and last bridge from the ends, and the most between two: 50 to 60 mm are advised."""

FIDUCIAL_IN = 3.85
"""A fiducial from the panel's long edge: 3.35 mm stay free beside its 1 mm of copper (JLCPCB)."""

TOOLING, TOOLING_IN = 2.0, 2.5
"""Diameter of a hole for a machine's pins, and how far it lies from the panel's long edge."""


@dataclass(frozen=True)
class Panel:
    """Where everything lies."""

    rows: int
    width: float
    depth: float
    gap: float
    rail: float

    @property
    def height(self) -> float:
        """Of the whole panel, rails included."""
        return self.rows * self.depth + (self.rows + 1) * self.gap + 2 * self.rail

    def top(self, row: int) -> float:
        """y of a board's upper edge; ``row`` counts from 1."""
        return self.rail + self.gap + (row - 1) * (self.depth + self.gap)

    def up(self, row: int) -> float:
        """How far a board's lower edge lies over the panel's, as Gerbers and placement count."""
        return self.height - self.top(row) - self.depth

    def gaps(self) -> list[float]:
        """y of the upper side of each gap."""
        return [self.rail + at * (self.depth + self.gap) for at in range(self.rows + 1)]

    def bridges(self) -> list[float]:
        """x of the middle of each bridge, the same in every gap."""
        length = self.width - 2 * BRIDGE_FROM_END
        pieces = math.ceil(length / BRIDGES_APART)
        return [BRIDGE_FROM_END + at * length / pieces for at in range(pieces + 1)]

    def slot_ends(self) -> float:
        """From the middle of a bridge to the middle of a slot's round end."""
        return (BRIDGE + self.gap) / 2

    def bites(self) -> list[Point]:
        """The middle of every hole of the mouse bites, at the edges of boards only."""
        edges = [
            y
            for row in range(1, self.rows + 1)
            for y in (self.top(row) - BITE_OUTSIDE, self.top(row) + self.depth + BITE_OUTSIDE)
        ]
        return [
            (x + BITE_STEP * (at - (BITES - 1) / 2), y) for y in edges for x in self.bridges() for at in range(BITES)
        ]

    def fiducials(self) -> list[Point]:
        """Three marks on the rails; the fourth corner has none, so that a turned panel is noticed."""
        low = self.height - FIDUCIAL_IN
        return [(12.0, FIDUCIAL_IN), (self.width - 12.0, FIDUCIAL_IN), (12.0, low)]

    def tooling(self) -> list[Point]:
        """A hole in each corner."""
        low = self.height - TOOLING_IN
        return [(x, y) for y in (TOOLING_IN, low) for x in (5.0, self.width - 5.0)]


def of(board: Board) -> Panel:
    """Read the panel from board.toml."""
    width, depth = board.raw["row_board"]["size"]
    table = board.section(PANEL)
    return Panel(table["rows"], width, depth, table["gap"], table["rail"])


def reference(ref: str, row: int) -> str:
    """Name a part of a row board on the panel: LED7 of row 3 is LED7_3. Marks get a number of their own: H2 is H302."""
    mark = re.fullmatch(r"(H|TP|FID)(\d+)", ref)
    return f"{mark[1]}{row}{int(mark[2]):02d}" if mark else f"{ref}_{row}"


def net(name: str, row: int) -> str:
    """Name a row's net on the panel: rows are joined by nothing but board."""
    return f"{name}_{row}"


def circuit(row_board: Netlist, rows: int) -> Netlist:
    """Draw up the netlist of the whole panel from that of a row board."""
    whole = Netlist(PANEL)
    for row in range(1, rows + 1):
        for part in row_board.components.values():
            ref = reference(part.ref, row)
            whole.components[ref] = Component(ref, part.part, part.value, part.footprint, dict(part.fields))
        for name, pins in row_board.nets.items():
            whole.nets[net(name, row)] = [(reference(ref, row), number) for ref, number in pins]
    return whole
