"""Draws the panel of row boards: copies of the drawn board, rails, slots between bridges, mouse bites and marks."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pcbnew

from ..fabrication import panel
from ..netlists import netlist
from ..source import Board
from .copper import Point, mm
from .drawing import Drawing


class RowPanel(Drawing):
    """So many row boards as board.toml says, each with references and nets of its own."""

    def __init__(self, source: Board, circuit: netlist.Netlist, path: Path, row_board: Path) -> None:
        super().__init__(source, circuit, path, {})
        self._row_board = row_board
        self._measures = panel.of(source)

    def draw(self) -> None:
        """Copy the rows and draw what holds them."""
        single = pcbnew.LoadBoard(str(self._row_board))
        for row in range(1, self._measures.rows + 1):
            self._copy(single, row)
        self._contours()
        self._holes("H1", self._measures.tooling(), panel.TOOLING)
        self._holes("H2", self._measures.bites(), panel.BITE)
        for number, at in enumerate(self._measures.fiducials(), 1):
            self._mark("Fiducial", "Fiducial_1mm_Mask2mm", f"FID{number}", at)
        words = f"IMMOLATION {self._measures.rows} row boards  rev {self.table['revision']}"
        self.text(words, (self.width / 2, self._measures.rail / 2), 1.5)

    def _copy(self, single: Any, row: int) -> None:
        """Copy all of a row board but its edge to where this row lies."""
        down = mm((0.0, self._measures.top(row)))
        for part in single.GetFootprints():
            made = pcbnew.Cast_to_FOOTPRINT(part.Duplicate())
            printed = made.GetReference()
            made.SetReference(panel.reference(printed, row))
            if made.Reference().IsVisible():
                self._keep_printed(made, printed)
            for pad in made.Pads():
                self._rename(pad, row)
            self._add(made, down)
        for item in itertools.chain(single.GetTracks(), single.Zones()):
            made = item.Duplicate()
            self._rename(made, row)
            self._add(made, down)
        for item in single.GetDrawings():
            if item.GetLayer() != pcbnew.Edge_Cuts:
                self._add(item.Duplicate(), down)

    def _add(self, made: Any, down: Any) -> None:
        self.board.Add(made)
        made.Move(down)

    def _rename(self, item: Any, row: int) -> None:
        """Put a copied item on the net of its row."""
        name = item.GetNetname()
        if name:
            item.SetNet(self.board.FindNet(panel.net(name, row)))

    def _keep_printed(self, made: Any, printed: str) -> None:
        """Print the designator that a single board has, in place of the panel's."""
        text = pcbnew.Cast_to_FP_TEXT(made.Reference().Duplicate())
        text.SetType(pcbnew.FP_TEXT.TEXT_is_DIVERS)
        text.SetText(printed)
        made.Reference().SetVisible(False)
        made.Add(text)

    def _contours(self) -> None:
        """Draw the outer edge, which goes into each gap from both sides, and the slots between two bridges."""
        here, width, gap = self._measures, self.width, self._measures.gap
        ends, bridges = here.slot_ends(), here.bridges()
        first, last = bridges[0] - ends, bridges[-1] + ends
        self._line((0, 0), (width, 0))
        self._line((0, self.height), (width, self.height))
        for x in (0.0, width):
            tops = [0.0, *(y + gap for y in here.gaps())]
            for top, bottom in zip(tops, [*here.gaps(), self.height], strict=True):
                self._line((x, top), (x, bottom))
        for y in here.gaps():
            for low, high in ((0.0, first), (last, width)):
                self._line((low, y), (high, y))
                self._line((low, y + gap), (high, y + gap))
            self._end((first, y), 1)
            self._end((last, y), -1)
            for left, right in itertools.pairwise(bridges):
                self._line((left + ends, y), (right - ends, y))
                self._line((left + ends, y + gap), (right - ends, y + gap))
                self._end((left + ends, y), -1)
                self._end((right - ends, y), 1)

    def _line(self, start: Point, end: Point) -> None:
        self._edge(pcbnew.SHAPE_T_SEGMENT, start, end)

    def _end(self, upper: Point, side: int) -> None:
        """Draw a slot's round end below ``upper``, to the right (1) or to the left (-1) of it."""
        x, y, gap = *upper, self._measures.gap
        shape = self._edge(pcbnew.SHAPE_T_ARC, upper, (x, y + gap))
        points = (self.copper.at(at) for at in (upper, (x + side * gap / 2, y + gap / 2), (x, y + gap)))
        shape.SetArcGeometry(*points)

    def _edge(self, kind: int, start: Point, end: Point) -> Any:
        shape = pcbnew.PCB_SHAPE(self.board)
        shape.SetShape(kind)
        shape.SetStart(self.copper.at(start))
        shape.SetEnd(self.copper.at(end))
        shape.SetLayer(pcbnew.Edge_Cuts)
        shape.SetWidth(pcbnew.FromMM(0.1))
        self.board.Add(shape)
        return shape

    def _holes(self, ref: str, places: list[Point], diameter: float) -> None:
        """Drill holes without copper, all of them one footprint of no circuit."""
        made = pcbnew.FOOTPRINT(self.board)
        made.SetReference(ref)
        made.Reference().SetVisible(False)
        made.Value().SetVisible(False)
        made.SetAttributes(pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM)
        self.board.Add(made)
        made.SetPosition(self.copper.at((0, 0)))
        size = pcbnew.wxSizeMM(diameter, diameter)
        for place in places:
            pad = pcbnew.PAD(made)
            pad.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
            pad.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
            pad.SetSize(size)
            pad.SetDrillSize(size)
            pad.SetLayerSet(pad.UnplatedHoleMask())
            made.Add(pad)
            pad.SetPosition(self.copper.at(place))
            pad.SetPos0(mm(place))
