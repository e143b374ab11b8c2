"""Whether the printed circuit board is the row board: nets, places of tiles, edge, and KiCad's own verdict."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from . import layout, netlist
from .source import OUT, ROOT, Board, load_board

NAME = "row_board"

PLACE_MM = 0.05
"""How far a part may be from where board.toml wants it; a fabricator's machine is no better."""

KICAD_PYTHON = "/usr/bin/python3"


def findings() -> Iterator[str]:
    """One line for each thing that is not as it must be."""
    path = OUT / "pcb" / f"{NAME}.kicad_pcb"
    if not path.is_file():
        yield f"hardware/out/pcb/{NAME}.kicad_pcb is missing; run: make hardware"
        return
    circuit = netlist.load((OUT / "netlists" / f"{NAME}.net").read_text(encoding="utf-8"))
    laid = layout.load(path)
    yield from of_layout(laid, circuit, load_board())
    yield from of_report((OUT / "pcb" / "drc.txt").read_text(encoding="utf-8"))
    yield from _kicad(path)


def of_layout(laid: layout.LaidOut, circuit: netlist.Netlist, board: Board) -> Iterator[str]:
    """The board against its circuit and against board.toml."""
    for ref, component in circuit.components.items():
        placed = laid.parts.get(ref)
        if placed is None:
            yield f"{NAME}.kicad_pcb: {ref} is missing."
            continue
        if not component.footprint.endswith(placed.footprint.split(":")[-1]):
            yield f"{NAME}.kicad_pcb: {ref} is a {placed.footprint}; the netlist says {component.footprint}."
        wanted = circuit.pins_of(ref)
        there = {pad.number: pad.net for pad in placed.pads if pad.number}
        for number, net in wanted.items():
            if there.get(number) != net:
                yield f"{NAME}.kicad_pcb: pin {number} of {ref} is on {there.get(number) or 'nothing'}, not on {net}."
        for number, net in there.items():
            if net and number not in wanted:
                yield f"{NAME}.kicad_pcb: pin {number} of {ref} is on {net} and must be open."
    for ref in laid.parts:
        if ref not in circuit.components and not re.fullmatch(r"H\d+", ref):
            yield f"{NAME}.kicad_pcb: {ref} is in no circuit."
    width, height = board.raw["row_board"]["size"]
    if abs(laid.width - width) > PLACE_MM or abs(laid.height - height) > PLACE_MM:
        yield f"{NAME}.kicad_pcb: it is {laid.width:g} x {laid.height:g} mm, not {width:g} x {height:g}."
    left, below = board.raw["row_board"]["origin"]
    for key, name in (("WS2812B", "led"), ("HALL", "sensor")):
        aside, down = board.raw["tile"][name]
        for component in circuit.of_part(key):
            placed = laid.parts.get(component.ref)
            x = board.pitch * (int(component.fields["Place"]) + 0.5) - left + aside
            y = height - below + down
            if placed and (abs(placed.x - x) > PLACE_MM or abs(placed.y - y) > PLACE_MM):
                yield f"{NAME}.kicad_pcb: {component.ref} is at {placed.x:g}, {placed.y:g} mm, not at {x:g}, {y:g}."
    holes = sorted((p.x, p.y) for ref, p in laid.parts.items() if re.fullmatch(r"H\d+", ref))
    wanted_holes = sorted((x, y) for x, y in board.raw["row_board"]["mounting_holes"])
    if len(holes) != len(wanted_holes) or any(
        abs(a - b) > PLACE_MM
        for one, other in zip(holes, wanted_holes, strict=False)
        for a, b in zip(one, other, strict=True)
    ):
        yield f"{NAME}.kicad_pcb: its mounting holes are not where board.toml has them."
    for ref in ("J1", "J2", "J3"):
        if ref in laid.parts and not laid.parts[ref].below:
            yield f"{NAME}.kicad_pcb: {ref} stands on top, where the light box leaves no room for it."


def of_report(text: str) -> Iterator[str]:
    """KiCad's report: nothing violated, nothing unconnected."""
    for what in ("DRC violations", "unconnected pads", "Footprint errors"):
        found = re.search(rf"Found (\d+) {what}", text)
        if found is None or found[1] != "0":
            yield f"KiCad's design rules: {found[1] if found else 'no word on'} {what}; see hardware/out/pcb/drc.txt"


def _kicad(path: Path) -> Iterator[str]:
    """Run KiCad's rules again where it is installed; elsewhere its kept report stands, tied to the board "
    "by the manifest."""
    python = shutil.which(KICAD_PYTHON)
    if python is None or subprocess.run([python, "-c", "import pcbnew"], capture_output=True, check=False).returncode:
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in (path, path.with_suffix(".kicad_pro")):
            shutil.copy(name, folder)
        report = Path(folder) / "drc.txt"
        command = [python, "-m", "hardware.electrical.pcb", "--check", str(Path(folder) / path.name), str(report)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"KiCad could not read {path.name}: {done.stderr.strip()[-200:]}"
        else:
            yield from of_report(report.read_text(encoding="utf-8"))
