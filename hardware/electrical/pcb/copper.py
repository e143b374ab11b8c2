"""Copper on one board: tracks, vias and areas.

Nets that run along the board each have a lane, a height of their own; whatever joins a lane comes down to it on the
back. Two verticals at one place or two nets in one lane are refused here; KiCad's own rules judge the rest.
"""

from __future__ import annotations

import itertools
from typing import Any

import pcbnew

TRACK = 0.25
"""mm; any fabricator makes it."""

VIA = (0.6, 0.3)
"""Diameter and drill in mm."""

Point = tuple[float, float]


def mm(point: Point) -> Any:
    """A point in KiCad's units."""
    return pcbnew.wxPointMM(*point)


class Copper:
    """Tracks, vias and zones put on one board."""

    def __init__(self, board: Any, origin: Point, lanes: dict[str, float]) -> None:
        self._board = board
        self._origin = origin
        self._lanes = lanes
        self._reach: dict[str, list[float]] = {}

    def at(self, point: Point) -> Any:
        """Board coordinates (from the upper left corner) in KiCad's units."""
        return mm((self._origin[0] + point[0], self._origin[1] + point[1]))

    def pad(self, ref: str, number: str) -> Point:
        """The middle of a pad in board coordinates."""
        position = self._board.FindFootprintByReference(ref).FindPadByNumber(number).GetPosition()
        return (pcbnew.ToMM(position.x) - self._origin[0], pcbnew.ToMM(position.y) - self._origin[1])

    def track(self, net: str, *points: Point, back: bool = False, width: float = TRACK) -> None:
        """A line through points on one side."""
        for start, end in itertools.pairwise(points):
            if start == end:
                continue
            piece = pcbnew.PCB_TRACK(self._board)
            piece.SetStart(self.at(start))
            piece.SetEnd(self.at(end))
            piece.SetWidth(pcbnew.FromMM(width))
            piece.SetLayer(pcbnew.B_Cu if back else pcbnew.F_Cu)
            piece.SetNet(self._net(net))
            self._board.Add(piece)

    def via(self, net: str, point: Point) -> None:
        """From front to back."""
        made = pcbnew.PCB_VIA(self._board)
        made.SetPosition(self.at(point))
        made.SetWidth(pcbnew.FromMM(VIA[0]))
        made.SetDrill(pcbnew.FromMM(VIA[1]))
        made.SetNet(self._net(net))
        self._board.Add(made)

    def down(self, net: str, start: Point) -> None:
        """From a via at ``start`` on the back to the net's lane."""
        lane = self._lanes[net]
        self.via(net, start)
        self.track(net, start, (start[0], lane), back=True)
        self.via(net, (start[0], lane))
        self._reach.setdefault(net, []).append(start[0])

    def join(self, net: str, x: float) -> None:
        """Lead the net's lane as far as ``x``: something lies there on its front."""
        self._reach.setdefault(net, []).append(x)

    def lay_lanes(self, wide: dict[str, float]) -> None:
        """Draw each lane as far as something joins it. Raises ValueError when two nets overlap in one lane."""
        taken: dict[float, list[tuple[float, float, str]]] = {}
        for net, joins in self._reach.items():
            first, last, height = min(joins), max(joins), self._lanes[net]
            for start, end, other in taken.get(height, []):
                if first - 0.8 < end and start - 0.8 < last:
                    raise ValueError(f"{net} and {other} overlap in the lane at {height} mm")
            taken.setdefault(height, []).append((first, last, net))
            self.track(net, (first, height), (last, height), width=wide.get(net, TRACK))

    def zone(self, net: str, corners: list[Point], *, back: bool, priority: int = 0) -> None:
        """Fill an area that is not taken with a net."""
        made = pcbnew.ZONE(self._board)
        made.SetLayer(pcbnew.B_Cu if back else pcbnew.F_Cu)
        made.SetNet(self._net(net))
        made.SetPriority(priority)
        made.SetLocalClearance(pcbnew.FromMM(0.25))
        made.SetMinThickness(pcbnew.FromMM(0.25))
        made.SetThermalReliefGap(pcbnew.FromMM(0.3))
        made.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
        made.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        made.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        outline = made.Outline()
        outline.NewOutline()
        for corner in corners:
            point = self.at(corner)
            outline.Append(point.x, point.y)
        self._board.Add(made)

    def fill(self) -> None:
        """Let the zones flow."""
        pcbnew.ZONE_FILLER(self._board).Fill(self._board.Zones())

    def _net(self, name: str) -> Any:
        return self._board.FindNet(name)
