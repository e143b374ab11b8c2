"""Draws printed boards in the Python that KiCad's pcbnew module belongs to: ``/usr/bin/python3``.

``-m hardware.electrical.pcb FOLDER [NAME...]`` draws each board into a folder of its own;
``--check BOARD REPORT`` runs KiCad's rules over a board.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pcbnew

from .. import netlist
from ..source import OUT, PRINTED, load_board
from . import files
from .controller import Controller
from .drawing import Drawing
from .row_board import RowBoard

DRAWINGS = {"row_board": RowBoard, "controller_pico": Controller}


def main() -> int:
    """Draw the boards named, or all of them."""
    if sys.argv[1] == "--check":
        files.check(pcbnew.LoadBoard(sys.argv[2]), Path(sys.argv[3]))
        return 0
    for name in sys.argv[2:] or PRINTED:
        folder = Path(sys.argv[1]).resolve() / name
        pcbnew.KIID.SeedGenerator(1)  # KiCad numbers its items by chance and orders files by these numbers
        circuit = netlist.load((OUT / "netlists" / f"{name}.net").read_text(encoding="utf-8"))
        folder.mkdir(parents=True, exist_ok=True)
        drawing: Drawing = DRAWINGS[name](load_board(), circuit, folder / f"{name}.kicad_pcb")
        drawing.draw()
        files.save(drawing, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
