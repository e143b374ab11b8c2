"""Reads a .kicad_pcb without KiCad: parts, pads with their nets, tracks, holes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..netlists.netlist import _tree


@dataclass(frozen=True)
class Pad:
    """One pad in board coordinates (mm from the upper left corner)."""

    number: str
    net: str
    x: float
    y: float
    width: float
    height: float
    drilled: bool
    own: tuple[float, float] = (0.0, 0.0)
    """Its place in the footprint, before that was turned and moved."""


@dataclass
class Placed:
    """One footprint on the board."""

    ref: str
    footprint: str
    x: float
    y: float
    turn: float
    below: bool
    pads: list[Pad] = field(default_factory=list)


@dataclass
class LaidOut:
    """A board as it is laid out."""

    width: float = 0.0
    height: float = 0.0
    parts: dict[str, Placed] = field(default_factory=dict)
    tracks: list[tuple[float, float, float, float, float, str, str]] = field(default_factory=list)
    """x, y, x, y, width, layer, net."""
    vias: list[tuple[float, float, float]] = field(default_factory=list)
    nets: list[str] = field(default_factory=list)
    areas: list[tuple[str, float, float, float, float]] = field(default_factory=list)
    """Net and bounds (x, y, x, y) of each filled area."""
    edges: list[tuple[float, float, float, float]] = field(default_factory=list)
    """x, y, x, y of each line of its outline."""

    def holds(self, x: float, y: float) -> bool:
        """Whether there is board at a point."""
        inside = False
        for x1, y1, x2, y2 in self.edges:
            if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
                inside = not inside
        return inside


def _find(rows: list[Any], name: str) -> list[list[Any]]:
    return [row for row in rows if isinstance(row, list) and row and row[0] == name]


def load(path: Path) -> LaidOut:
    """Read a board file. Raises BadNetlist for a text that is not one."""
    tree = _tree(path.read_text(encoding="utf-8"))
    edges = [row for row in _find(tree, "gr_line") if _find(row, "layer")[0][1] == "Edge.Cuts"]
    points = [tuple(map(float, _find(row, end)[0][1:3])) for row in edges for end in ("start", "end")]
    left, top = min(p[0] for p in points), min(p[1] for p in points)
    board = LaidOut(max(p[0] for p in points) - left, max(p[1] for p in points) - top)
    for row in edges:
        (x1, y1), (x2, y2) = (map(float, _find(row, end)[0][1:3]) for end in ("start", "end"))
        board.edges.append((x1 - left, y1 - top, x2 - left, y2 - top))
    names = {row[1]: row[2] for row in _find(tree, "net")}
    board.nets = [name for name in names.values() if name]
    for row in _find(tree, "footprint"):
        at = [float(word) for word in _find(row, "at")[0][1:]]
        turn = at[2] if len(at) > 2 else 0.0
        ref = next(text[2] for text in _find(row, "fp_text") if text[1] == "reference")
        placed = Placed(ref, row[1], at[0] - left, at[1] - top, turn, _find(row, "layer")[0][1] == "B.Cu")
        for pad in _find(row, "pad"):
            placed.pads.append(_pad(pad, placed))
        board.parts[ref] = placed
    for row in _find(tree, "segment"):
        (x1, y1), (x2, y2) = (map(float, _find(row, end)[0][1:3]) for end in ("start", "end"))
        width, layer, net = float(_find(row, "width")[0][1]), _find(row, "layer")[0][1], _find(row, "net")[0][1]
        board.tracks.append((x1 - left, y1 - top, x2 - left, y2 - top, width, layer, names[net]))
    for row in _find(tree, "via"):
        x, y = map(float, _find(row, "at")[0][1:3])
        board.vias.append((x - left, y - top, float(_find(row, "size")[0][1])))
    for row in _find(tree, "zone"):
        corners = [tuple(map(float, point[1:3])) for point in _find(_find(row, "polygon")[0], "pts")[0][1:]]
        xs, ys = [x - left for x, _ in corners], [y - top for _, y in corners]
        board.areas.append((_find(row, "net_name")[0][1], min(xs), min(ys), max(xs), max(ys)))
    return board


def _pad(pad: list[Any], part: Placed) -> Pad:
    at = [float(word) for word in _find(pad, "at")[0][1:]]
    width, height = map(float, _find(pad, "size")[0][1:3])
    angle = math.radians(part.turn)
    x = part.x + at[0] * math.cos(angle) + at[1] * math.sin(angle)
    y = part.y - at[0] * math.sin(angle) + at[1] * math.cos(angle)
    own = at[2] if len(at) > 2 else 0.0
    if round(own) % 180 == 90:
        width, height = height, width
    nets = _find(pad, "net")
    return Pad(str(pad[1]), nets[0][2] if nets else "", x, y, width, height, bool(_find(pad, "drill")), (at[0], at[1]))
