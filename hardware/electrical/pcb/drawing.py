"""Draws what all printed boards share in KiCad: parts, outline, marks, test points and texts.

Coordinates are millimetres from the board's upper left corner, y downwards.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pcbnew

from ..fabrication.layout_check import LEAST_MM
from ..netlists import netlist
from ..source import HARDWARE, Board
from .copper import Copper, Point

FOOTPRINTS = Path("/usr/share/kicad/footprints")

ORIGIN = (30.0, 40.0)
"""Upper left corner of a board on KiCad's sheet, in mm."""

Label = tuple[float, float, float]
"""Where a designator is printed: aside and down from its part's middle, turned."""


class Drawing(ABC):
    """A board of one circuit, whose table in board.toml bears the circuit's name."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path, lanes: dict[str, float]) -> None:
        self.source, self.circuit = source, circuit
        self.table = source.raw[circuit.name]
        self.width, self.height = self.table["size"]
        self.board: Any = pcbnew.NewBoard(str(path))
        for name in circuit.nets:
            self.board.Add(pcbnew.NETINFO_ITEM(self.board, name))
        self.copper = Copper(self.board, ORIGIN, lanes)
        self.board.GetTitleBlock().SetRevision(self.table["revision"])
        self._points = 0
        self._rules()

    @abstractmethod
    def draw(self) -> None:
        """Place, print and route all of the board."""

    def _rules(self) -> None:
        """Set what KiCad asks of the board; Gerbers and places are measured from its lower left corner."""
        settings = self.board.GetDesignSettings()
        settings.m_CopperEdgeClearance = pcbnew.FromMM(LEAST_MM["copper_edge_clearance"])
        settings.m_HoleClearance = pcbnew.FromMM(LEAST_MM["hole_clearance"])
        settings.m_HoleToHoleMin = pcbnew.FromMM(LEAST_MM["hole_near_hole"])
        settings.SetAuxOrigin(pcbnew.wxPointMM(ORIGIN[0], ORIGIN[1] + self.height))

    def put(
        self, ref: str, x: float, y: float, turn: float = 0, *, below: bool = False, label: Label | None = None
    ) -> None:
        """Place a part; ``below``: under the board. Without a ``label`` its designator stays where KiCad has it."""
        component = self.circuit.components[ref]
        library, name = component.footprint.split(":")
        folder = FOOTPRINTS / f"{library}.pretty"
        if not folder.is_dir():
            folder = HARDWARE / "footprints" / f"{library}.pretty"
        made = pcbnew.FootprintLoad(str(folder), name)
        made.SetReference(ref)
        made.SetValue(component.value)
        made.Reference().SetTextSize(pcbnew.wxSizeMM(0.8, 0.8))
        made.Reference().SetTextThickness(pcbnew.FromMM(0.12))
        made.Value().SetVisible(False)
        self.board.Add(made)
        made.SetPosition(self.copper.at((x, y)))
        made.SetOrientationDegrees(turn)
        if below:
            made.Flip(self.copper.at((x, y)), False)
        if label is not None:
            aside, down, label_turn = label
            made.Reference().SetPosition(self.copper.at((x + aside, y + down)))
            made.Reference().SetTextAngle(10 * (label_turn - turn))
        made.Reference().SetKeepUpright(True)
        for pad in made.Pads():
            net = self.circuit.net_of(ref, pad.GetNumber())
            if net is not None:
                pad.SetNet(self.board.FindNet(net))

    def ground(self, pad: Point, hole: Point) -> None:
        """Lead a pad to the ground on the back."""
        self.copper.track("GND", pad, hole, width=0.4)
        self.copper.via("GND", hole)

    def test_point(self, net: str, at: Point) -> None:
        """Place a pad for a probe, with the net's name to its left."""
        self._points += 1
        made = self._mark("TestPoint", "TestPoint_Pad_D1.0mm", f"TP{self._points}", at)
        made.SetValue(net)
        made.SetAttributes(pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM)
        for pad in made.Pads():
            pad.SetNet(self.board.FindNet(net))
        self.text(net, (at[0] - 0.9 - 0.35 * len(net), at[1]), 0.8)

    def _mark(self, library: str, name: str, ref: str, at: Point) -> Any:
        """Place a footprint that is in no circuit, without its texts."""
        made = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        made.SetReference(ref)
        made.Reference().SetVisible(False)
        made.Value().SetVisible(False)
        self.board.Add(made)
        made.SetPosition(self.copper.at(at))
        return made

    def outline(self, fiducials: list[Point]) -> None:
        """Draw the edge, the mounting holes and the marks for a placing machine."""
        corners = self.corners()
        for start, end in itertools.pairwise([*corners, corners[0]]):
            line = pcbnew.PCB_SHAPE(self.board)
            line.SetShape(pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(self.copper.at(start))
            line.SetEnd(self.copper.at(end))
            line.SetLayer(pcbnew.Edge_Cuts)
            line.SetWidth(pcbnew.FromMM(0.1))
            self.board.Add(line)
        for number, at in enumerate(self.table["mounting_holes"], 1):
            self._mark("MountingHole", "MountingHole_3.2mm_M3", f"H{number}", (at[0], at[1]))
        for number, at in enumerate(fiducials, 1):
            self._mark("Fiducial", "Fiducial_1mm_Mask2mm", f"FID{number}", at)

    def corners(self) -> list[Point]:
        """The corners of the edge."""
        return [(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)]

    def ground_planes(self) -> None:
        """Fill what is left of both sides with ground."""
        edge, width, height = 0.5, self.width, self.height
        whole = [(edge, edge), (width - edge, edge), (width - edge, height - edge), (edge, height - edge)]
        self.copper.zone("GND", whole, back=True)
        self.copper.zone("GND", whole, back=False)

    def text(self, text: str, at: Point, size: float, *, below: bool = False) -> None:
        """Print a line, its middle at ``at``; ``size`` in mm."""
        made = pcbnew.PCB_TEXT(self.board)
        made.SetText(text)
        made.SetPosition(self.copper.at(at))
        made.SetTextSize(pcbnew.wxSizeMM(size, size))
        made.SetTextThickness(pcbnew.FromMM(0.15))
        made.SetLayer(pcbnew.B_SilkS if below else pcbnew.F_SilkS)
        made.SetMirrored(below)
        self.board.Add(made)
