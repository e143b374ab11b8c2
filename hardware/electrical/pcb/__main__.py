"""Draws printed boards in the Python that KiCad's pcbnew module belongs to: ``/usr/bin/python3``.

``-m hardware.electrical.pcb FOLDER [NAME...]`` draws each board into a folder of its own, the panel of row boards
only by its name: it is copied from the row board in hardware/out. ``--check BOARD REPORT`` runs KiCad's rules over one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pcbnew

from ..fabrication import panel
from ..netlists import netlist
from ..source import OUT, PANEL, PRINTED, Board, load_board
from . import files
from .controller import Controller
from .drawing import Drawing
from .identity_hub import IdentityHub
from .identity_strip import IdentityStrip
from .panel import RowPanel
from .row_board import RowBoard

DRAWINGS: dict[str, Callable[[Board, netlist.Netlist, Path], Drawing]] = {
    "row_board": RowBoard,
    "controller_pico": Controller,
    "identity_strip": IdentityStrip,
    "identity_hub": IdentityHub,
}


def drawing_of(name: str, path: Path) -> Drawing:
    """Begin the drawing of a board or of the panel, to be saved at ``path``."""
    source = load_board()
    kept = "row_board" if name == PANEL else name
    circuit = netlist.load((OUT / "netlists" / f"{kept}.net").read_text(encoding="utf-8"))
    if name != PANEL:
        return DRAWINGS[name](source, circuit, path)
    row_board = OUT / "pcb" / "row_board" / "row_board.kicad_pcb"
    return RowPanel(source, panel.circuit(circuit, panel.of(source).rows), path, row_board)


def main() -> int:
    """Draw the boards named, or all of them."""
    if sys.argv[1] == "--check":
        files.check(pcbnew.LoadBoard(sys.argv[2]), Path(sys.argv[3]))
        return 0
    for name in sys.argv[2:] or PRINTED:
        folder = Path(sys.argv[1]).resolve() / name
        pcbnew.KIID.SeedGenerator(1)  # KiCad numbers its items by chance and orders files by these numbers
        folder.mkdir(parents=True, exist_ok=True)
        drawing = drawing_of(name, folder / f"{name}.kicad_pcb")
        drawing.draw()
        files.save(drawing, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
