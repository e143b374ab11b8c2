"""Files of a drawn board: KiCad's own, the report of its rules, Gerbers, drill and placement."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pcbnew

from ..netlists import netlist
from .drawing import ORIGIN, Drawing


def save(drawing: Drawing, folder: Path) -> None:
    """Write the board, its check, Gerber and drill files, and the positions for a pick-and-place machine."""
    path = folder / f"{drawing.circuit.name}.kicad_pcb"
    pcbnew.SaveBoard(str(path), drawing.board)
    path.with_suffix(".kicad_prl").unlink(missing_ok=True)
    board = pcbnew.LoadBoard(str(path))
    check(board, folder / "drc.txt")
    gerbers(board, folder / "gerbers")
    _positions(board, drawing.height, drawing.source.raw["fabricator"]["turns"], folder / "positions.csv")


def _positions(board: Any, height: float, turns: dict[str, float], path: Path) -> None:
    """Write where a placing machine puts each part, as fabricators count.

    Millimetres from the board's lower left corner, y upwards, to the middle of the part's pads. Degrees
    counterclockwise as seen from above, zero as in KiCad's libraries and then turned as ``fabricator.turns`` says;
    below the board the part is first mirrored from left to right.
    """
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["Designator", "Mid X", "Mid Y", "Layer", "Rotation", "Comment", "Package", "Mount"])
        for part in sorted(board.GetFootprints(), key=lambda part: netlist.natural(part.GetReference())):
            if re.fullmatch(r"(H|TP|FID)\d+", part.GetReference()):
                continue
            places = [pad.GetPosition() for pad in part.Pads()]
            xs, ys = sorted(place.x for place in places), sorted(place.y for place in places)
            x = pcbnew.ToMM((xs[0] + xs[-1]) / 2) - ORIGIN[0]
            y = height - (pcbnew.ToMM((ys[0] + ys[-1]) / 2) - ORIGIN[1])
            package = str(part.GetFPID().GetLibItemName())
            turn = part.GetOrientationDegrees() + 180 * part.IsFlipped()
            turn += next((more for start, more in turns.items() if package.startswith(start)), 0)
            through = any(pad.GetAttribute() == pcbnew.PAD_ATTRIB_PTH for pad in part.Pads())
            table.writerow(
                [
                    part.GetReference(),
                    f"{x:.3f}",
                    f"{y:.3f}",
                    "bottom" if part.IsFlipped() else "top",
                    f"{turn % 360:g}",
                    part.GetValue(),
                    package,
                    "through hole" if through else "surface",
                ]
            )


def check(board: Any, report: Path) -> None:
    """Run KiCad's design rules and write its report, without the date it was run."""
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, False)
    lines = report.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if "Created on" not in line and not line.startswith("** Drc report for")]
    report.write_text("\n".join(kept) + "\n", encoding="utf-8")


def gerbers(board: Any, folder: Path) -> None:
    """Plot the copper, mask, print, paste and edge of a board, and its holes."""
    folder.mkdir(parents=True, exist_ok=True)
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetUseAuxOrigin(True)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)  # no copper in holes that must have none
    layers = (
        ("F_Cu", pcbnew.F_Cu),
        ("B_Cu", pcbnew.B_Cu),
        ("F_Mask", pcbnew.F_Mask),
        ("B_Mask", pcbnew.B_Mask),
        ("F_Silkscreen", pcbnew.F_SilkS),
        ("B_Silkscreen", pcbnew.B_SilkS),
        ("F_Paste", pcbnew.F_Paste),
        ("Edge_Cuts", pcbnew.Edge_Cuts),
    )
    for name, layer in layers:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    for path in folder.iterdir():
        path.write_text(_UNDATED.sub(_DATE, path.read_text(encoding="utf-8")), encoding="utf-8")


_UNDATED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\+\d\d:\d\d)?|(?<=date )\w{3} \w{3} +\d+ [\d:]{8} \d{4}")
"""How KiCad writes when it plotted: the files must not differ for that."""

_DATE = "2026-01-01T00:00:00+00:00"
