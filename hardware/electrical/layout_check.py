"""Whether the printed circuit board is the row board: nets, places of tiles, edge, and KiCad's own verdict."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..geometry import corners
from . import layout, netlist
from .source import OUT, ROOT, Board, load_board

NAME = "row_board"

PLACE_MM = 0.05
"""How far a part may be from where board.toml wants it; a fabricator's machine is no better."""

KICAD_PYTHON = "/usr/bin/python3"

LEAST_MM = {"clearance": 0.2, "copper_edge_clearance": 0.3, "hole_clearance": 0.25, "hole_near_hole": 0.25}
"""What is asked for, by KiCad's names: any fabricator's cheapest process makes 0.15 mm and drills 0.25 mm apart."""

WORDS = {
    "clearance": "copper and copper of another net",
    "copper_edge_clearance": "copper and the board's edge",
    "hole_clearance": "hole and copper of another net",
    "hole_near_hole": "hole and hole",
}
DEMANDED_MM = 1.0
"""Far more than there is anywhere."""


def findings() -> Iterator[str]:
    """One line for each thing that is not as it must be."""
    path = OUT / "pcb" / f"{NAME}.kicad_pcb"
    if not path.is_file():
        yield f"hardware/out/pcb/{NAME}.kicad_pcb is missing; run: make hardware"
        return
    circuit = netlist.load((OUT / "netlists" / f"{NAME}.net").read_text(encoding="utf-8"))
    laid = layout.load(path)
    yield from of_layout(laid, circuit, load_board())
    project = json.loads(path.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
    asked = project["board"]["design_settings"]["rules"]["min_copper_edge_clearance"]
    if asked < LEAST_MM["copper_edge_clearance"]:
        yield f"{NAME}.kicad_pro: KiCad asks for {asked:g} mm between copper and edge only."
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
        if ref not in circuit.components and not re.fullmatch(r"(H|TP|FID)\d+", ref):
            yield f"{NAME}.kicad_pcb: {ref} is in no circuit."
    yield from of_marks(laid)
    yield from of_neighbours(laid)
    yield from of_the_regulator(laid)
    width, height = board.raw["row_board"]["size"]
    if abs(laid.width - width) > PLACE_MM or abs(laid.height - height) > PLACE_MM:
        yield f"{NAME}.kicad_pcb: it is {laid.width:g} x {laid.height:g} mm, not {width:g} x {height:g}."
    left, below = board.raw["row_board"]["origin"]
    leds = dict(zip(board.raw["light"]["order"], corners(board.raw["light"]["four"]), strict=True))
    for key in ("WS2812B", "HALL"):
        for component in circuit.of_part(key):
            placed = laid.parts.get(component.ref)
            aside, down = leds[component.fields["Corner"]] if key == "WS2812B" else board.raw["tile"]["sensor"]
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


PROBED = ("+12V", "+5V", "GND", "+3V3", "CLK", "LATCH", "SENSE_OUT", "LED_IN")
"""Nets that a maker measures at a test point."""


def of_marks(laid: layout.LaidOut) -> Iterator[str]:
    """Three fiducials, and a test point on each net that is measured."""
    marks = sum(ref.startswith("FID") for ref in laid.parts)
    if marks < 3:
        yield f"{NAME}.kicad_pcb: {marks} fiducials; a placing machine needs three."
    probed = {pad.net for ref, part in laid.parts.items() if ref.startswith("TP") for pad in part.pads}
    for net in PROBED:
        if net not in probed:
            yield f"{NAME}.kicad_pcb: {net} has no test point."


BESIDE_MM, BESIDE_LENGTH_MM = 1.5, 30.0
"""Two tracks nearer than the board is thick talk to each other; over a shorter piece it stays under 0.1 V."""


def of_neighbours(laid: layout.LaidOut) -> Iterator[str]:
    """No LED data beside the clock or the latch for long: one edge too many there shifts every tile."""
    for quiet in ("CLK", "LATCH"):
        for loud in ("LED_IN", "LED_OUT"):
            shared = sum(
                max(0.0, min(max(a[0], a[2]), max(b[0], b[2])) - max(min(a[0], a[2]), min(b[0], b[2])))
                for a in laid.tracks
                for b in laid.tracks
                if (a[6], b[6]) == (quiet, loud)
                and a[1] == a[3]
                and b[1] == b[3]
                and a[5] == b[5]
                and abs(a[1] - b[1]) < BESIDE_MM
            )
            if shared > BESIDE_LENGTH_MM:
                yield f"{NAME}.kicad_pcb: {loud} runs beside {quiet} for {shared:.0f} mm."


NEAR_MM = {
    ("U3", "3", "C4", "1"): 3.0,
    ("U3", "1", "C4", "2"): 3.0,
    ("U3", "2", "L1", "2"): 7.0,
    ("U3", "4", "R13", "1"): 4.0,
}
"""How far apart two pads of the regulator may be: the first three carry what it switches, the fourth hears it."""


def of_the_regulator(laid: layout.LaidOut) -> Iterator[str]:
    """Its capacitor, coil and divider stand beside it."""
    for (ref, pin, other, its), most in NEAR_MM.items():
        one, two = ([pad for pad in laid.parts[r].pads if pad.number == n] for r, n in ((ref, pin), (other, its)))
        away = math.dist((one[0].x, one[0].y), (two[0].x, two[0].y))
        if away > most:
            yield f"{NAME}.kicad_pcb: {other}.{its} is {away:.1f} mm from {ref}.{pin}; {most:g} are allowed."


def of_report(text: str) -> Iterator[str]:
    """KiCad's report: nothing violated, nothing unconnected."""
    for what in ("DRC violations", "unconnected pads", "Footprint errors"):
        found = re.search(rf"Found (\d+) {what}", text)
        if found is None or found[1] != "0":
            yield f"KiCad's design rules: {found[1] if found else 'no word on'} {what}; see hardware/out/pcb/drc.txt"


def least_clearances(path: Path) -> dict[str, float] | None:
    """The least distance in mm of each kind of neighbours, as KiCad measures it; None where it is not installed.

    KiCad says how far apart two things are only when that is too little: so a copy of the board is checked with far
    more demanded than it has.
    """
    if not _installed():
        return None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copy(path, copy)
        project = json.loads(path.with_suffix(".kicad_pro").read_text(encoding="utf-8"))
        for row in project["net_settings"]["classes"]:
            row["clearance"] = DEMANDED_MM
        rules = project["board"]["design_settings"]["rules"]
        for rule in ("min_copper_edge_clearance", "min_hole_clearance", "min_hole_to_hole"):
            rules[rule] = DEMANDED_MM
        copy.with_suffix(".kicad_pro").write_text(json.dumps(project), encoding="utf-8")
        return of_demanding_report(_report(copy))


def of_demanding_report(text: str) -> dict[str, float]:
    """The least actual distance of each kind in a report; kinds without a finding keep what was demanded."""
    found = dict.fromkeys(LEAST_MM, DEMANDED_MM)
    for kind, actual in re.findall(r"^\[(\w+)\]:.*actual (-?[\d.]+) mm", text, re.MULTILINE):
        if kind in found:
            found[kind] = min(found[kind], float(actual))
    return found


def of_clearances(found: dict[str, float]) -> Iterator[str]:
    """Against what any fabricator makes."""
    for kind, least in LEAST_MM.items():
        if found[kind] < least - 0.0005:
            yield f"{NAME}.kicad_pcb: {kind} of {found[kind]:.3f} mm; {least:g} mm is the least that is asked for."


def clearance_page(found: dict[str, float]) -> str:
    """The measured distances for people."""
    out = [
        "# Least distances on the row board",
        "",
        f"Measured by KiCad's own rules, asked for {DEMANDED_MM:g} mm so that they tell what there is.",
        "",
        "| between | least mm | asked for |",
        "|---|---|---|",
    ]
    for kind, least in LEAST_MM.items():
        there = f"{found[kind]:.3f}" if found[kind] < DEMANDED_MM else f"{DEMANDED_MM:g} or more"
        out.append(f"| {WORDS[kind]} | {there} | {least:g} |")
    return "\n".join(out) + "\n"


def _installed() -> bool:
    python = shutil.which(KICAD_PYTHON)
    return bool(python) and not subprocess.run([str(python), "-c", "import pcbnew"], capture_output=True).returncode


def _report(path: Path) -> str:
    """KiCad's report on a board and the project beside it. Raises OSError if KiCad cannot read it."""
    report = path.with_name("drc.txt")
    command = [KICAD_PYTHON, "-m", "hardware.electrical.pcb", "--check", str(path), str(report)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"KiCad could not read {path.name}: {done.stderr.strip()[-200:]}")
    return report.read_text(encoding="utf-8")


def _kicad(path: Path) -> Iterator[str]:
    """Run KiCad's rules again where it is installed; elsewhere its kept reports stand, tied by the manifest."""
    if not _installed():
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in (path, path.with_suffix(".kicad_pro")):
                shutil.copy(name, folder)
            yield from of_report(_report(Path(folder) / path.name))
        found = least_clearances(path)
    except OSError as error:
        yield str(error)
        return
    if found is not None:
        yield from of_clearances(found)
        kept = path.with_name("clearances.md")
        if not kept.is_file() or kept.read_text(encoding="utf-8") != clearance_page(found):
            yield "hardware/out/pcb/clearances.md is stale; run: make hardware"
