"""Makes everything under hardware/out, in the order in which one thing is made from another. Runs in .venv-hardware."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..manual import checklist, steps
from ..manual import drawings as manual_drawings
from . import check, freshness
from .budgets import identify, identity_bus, light, simulations
from .fabrication import footprints, layout_check, packing, panel
from .netlists import circuits, kicad_import, netlist, rules
from .pictures import drawings, panel_picture, plots, schematic, wiring_picture
from .source import OUT, PANEL, PRINTED, ROOT, load_board, load_parts

KICAD_PYTHON = "/usr/bin/python3"
"""Debian's own Python, which has KiCad's pcbnew module."""


def main() -> int:
    """Build all of it; 0 when it is complete. KiCad's part runs in the Python that Debian gives pcbnew to."""
    board, catalogue = load_board(), load_parts()
    made = circuits.all_netlists(board, catalogue)
    (OUT / "netlists").mkdir(parents=True, exist_ok=True)
    for old in (OUT / "netlists").glob("*.net"):
        old.unlink()
    for name, sheet in made.items():
        (OUT / "netlists" / f"{name}.net").write_text(netlist.dump(sheet), encoding="utf-8")
    found = rules.all_of(rules.read_folder(OUT / "netlists"), board, catalogue)
    if found:
        print("\n".join(found), file=sys.stderr)
        return 1
    footprints.FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in footprints.all_files(catalogue):
        (footprints.FOLDER / name).write_text(text, encoding="utf-8")
    for folder in ("bom", "settings", "simulations", "manual"):
        _fresh(folder)
    for name, text in check.texts():
        (OUT / name).parent.mkdir(parents=True, exist_ok=True)
        (OUT / name).write_text(text, encoding="utf-8")
    (OUT / "light.md").write_text(light.page(board), encoding="utf-8")
    (OUT / "identify.md").write_text(identify.page(board, identify.study(board)), encoding="utf-8")
    decks = simulations.all_of(board, made)
    (OUT / "simulations.md").write_text(
        simulations.page(decks, {deck.name: simulations.run(deck) for deck in decks}), encoding="utf-8"
    )
    for folder in ("drawings", "plots", "schematics"):
        _fresh(folder)
    schematic.make_all(OUT / "schematics", made, catalogue, board.raw)
    drawings.draw_all(OUT / "drawings", board)
    wiring_picture.draw_all(OUT / "drawings", board)
    plots.draw_all(OUT / "plots", board)
    _build_boards()
    (OUT / "identity_bus.md").write_text(identity_bus.page(board, made), encoding="utf-8")
    for old in packing.FOLDER.glob("*.zip"):
        old.unlink()
    packing.FOLDER.mkdir(exist_ok=True)
    for name in PRINTED:
        (packing.FOLDER / f"{name}.zip").write_bytes(packing.pack(check.archive(name)))
    _build_panel()
    _build_manual()
    found = kicad_import.keep()
    if found:
        print("\n".join(found), file=sys.stderr)
        return 1
    freshness.write()
    print(f"Built into {OUT.relative_to(ROOT)}.")
    return 0


def _build_boards() -> None:
    """Draw the printed circuit boards; only when something they are made from has changed: KiCad takes its time."""
    if not freshness.up_to_date("pcb"):
        _fresh("pcb")
        subprocess.run([KICAD_PYTHON, "-m", "hardware.electrical.pcb", str(OUT / "pcb")], cwd=ROOT, check=True)
        for name in PRINTED:
            path = layout_check.board_file(name)
            found = layout_check.least_clearances(path)
            if found is not None:
                page = layout_check.clearance_page(found, name)
                (path.parent / "clearances.md").write_text(page, encoding="utf-8")
    for name in PRINTED:
        path = layout_check.board_file(name)
        wiring_picture.printed_board(path).save(path.with_suffix(".svg"))


def _build_manual() -> None:
    """Draw the manual's pictures of boards and cables, and its checklist; its page is a text like the others."""
    sources = check.manual_sources()
    made, chapters = steps.load(sources)
    (OUT / "manual" / "pictures").mkdir(parents=True)
    manual_drawings.draw_all(OUT / "manual" / "pictures", sources.board, made)
    checklist.draw(OUT / "manual" / "checklist.pdf", made, chapters, sources)


def _build_panel() -> None:
    """Draw, plot and pack the panel of row boards when it is stale; what KiCad draws it in is too large to keep."""
    if freshness.up_to_date("fabrication/panel"):
        return
    _fresh("fabrication/panel")
    kept = packing.PANEL_FOLDER
    bill = (OUT / "bom" / "boards" / f"{PANEL}.csv").read_text(encoding="utf-8")
    measures = panel.of(load_board())
    with tempfile.TemporaryDirectory() as drawn:
        subprocess.run([KICAD_PYTHON, "-m", "hardware.electrical.pcb", drawn, PANEL], cwd=ROOT, check=True)
        folder = Path(drawn) / PANEL
        files = packing.members(PANEL, folder, bill, (measures.width, measures.height))
        shutil.copy(folder / "drc.txt", kept)
    (kept / f"{PANEL}.zip").write_bytes(packing.pack(files))
    panel_picture.draw(files, measures).save(kept / f"{PANEL}.svg")


def _fresh(folder: str) -> None:
    shutil.rmtree(OUT / folder, ignore_errors=True)
    (OUT / folder).mkdir(parents=True)
